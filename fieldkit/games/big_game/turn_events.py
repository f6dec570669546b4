"""The events of turns: rolls, clocks and the alarm (BG-3 to BG-6)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fieldkit.clock import NS
from fieldkit.games.big_game.base import HallEvent, LastingHallEvent
from fieldkit.games.big_game.state import GROUPS, Clock, Dice, Roll, State, group_of_turn, robbers_said
from fieldkit.phrases import N_, Message


def started(state: State, ends: int | None, total: int, left: int) -> State:
    """Give the hall a clock with a key of its own.

    Its end is part of the key: a whistle that has heard a rehearsal must not take the hall's turns for its.
    """
    spans = state.spans + 1
    key = f"turn{state.turn}.{spans}/{ends or 0:x}"
    return replace(state, spans=spans, clock=Clock(key, total, ends, left))


def held(state: State, left: int) -> State:
    """Hold the clock with so much left (ns)."""
    return started(replace(state, step="held"), None, state.clock.total if state.clock else 0, left)


def _stopped(state: State, left: int) -> State:
    """Hold a clock that runs, be it of a turn or of a break."""
    if state.step == "turn":
        return held(state, left)
    if state.clock is None or state.clock.ends is None:
        return state
    return started(state, None, state.clock.total, left)


def _last_roll(state: State, **changes: Any) -> tuple[Roll, ...]:
    return (*state.rolls[:-1], replace(state.rolls[-1], **changes))


def _seconds(ns: int) -> int:
    return round(ns / NS)


@dataclass(frozen=True, slots=True)
class DeckMade(LastingHallEvent):
    """The dice deck was shuffled, and these of its cards are used in turn (BG-4)."""

    secret: ClassVar[Collection[str]] = ("cards",)

    cards: tuple[Dice, ...]
    used: int

    def apply(self, state: State) -> State:
        return replace(state, deck=self.cards, card=0, used=self.used)


@dataclass(frozen=True, slots=True)
class TurnBegan(LastingHallEvent):
    """A turn has its roll (BG-3); ``ends`` is None after a 7, until the conductor goes on (BG-5).

    ``seconds`` is how long the clock runs; ``used`` is how far the secret stream is drawn now.
    """

    sort = "roll"

    turn: int
    dice: Dice
    at: int
    seconds: int
    ends: int | None
    used: int = 0

    def words(self, state: State) -> Message:
        group = group_of_turn(state.options, self.turn)
        given: dict[str, object] = {"n": self.turn, "sum": sum(self.dice)}
        if group is None:
            return Message("Turn {n}: {sum}", given)
        return Message("Turn {n}, {group}: {sum}", given | {"group": GROUPS[group][0]})

    def apply(self, state: State) -> State:
        origin = state.origin if state.rolls else self.at
        state = replace(
            state,
            step="seven" if self.ends is None else "turn",
            turn=self.turn,
            taken=0,
            resumed=False,
            closed=False,
            rolls=(*state.rolls, Roll(self.turn, self.dice, self.at - origin, stood=state.robbers)),
            origin=origin,
            card=state.card + (state.options.dice == "deck"),
            kept=None,
            used=self.used,
        )
        return started(state, self.ends, self.seconds * NS, self.seconds * NS)


@dataclass(frozen=True, slots=True)
class RobbersRolled(LastingHallEvent):
    """Both robbers move: on a 7 to their deserts (BG-6)."""

    sort = "robbers"

    dice: Dice
    used: int = 0

    def words(self, state: State) -> Message:
        return robbers_said(state.robbers)

    def apply(self, state: State) -> State:
        place = None if sum(self.dice) == 7 else sum(self.dice)
        rolls = _last_roll(state, robbers=self.dice)
        return replace(state, rolls=rolls, robbers=place, kept_robbers=None, used=self.used)


@dataclass(frozen=True, slots=True)
class ClockStarted(LastingHallEvent):
    """The clock runs to this moment."""

    sort = "clock"
    said = N_("The clock runs")

    ends: int

    def apply(self, state: State) -> State:
        total, left = (state.clock.total, state.clock.left) if state.clock else (0, 0)
        return started(replace(state, step="turn", resumed=state.step == "held"), self.ends, total, left)


@dataclass(frozen=True, slots=True)
class ClockHeld(LastingHallEvent):
    """The clock is held with so much left (ns); ``stopped`` by five blasts."""

    sort = "clock"

    left: int
    stopped: bool = False

    def words(self, state: State) -> Message:
        text = N_("Clock stopped, {seconds} s left") if self.stopped else N_("Clock paused, {seconds} s left")
        return Message(text, {"seconds": _seconds(self.left)})

    def apply(self, state: State) -> State:
        return held(state, self.left)


@dataclass(frozen=True, slots=True)
class ClockChanged(LastingHallEvent):
    """The clock was made longer or shorter (s): what is ``left`` (ns), and when it ends if it runs."""

    sort = "clock"

    by: int
    ends: int | None
    left: int

    def words(self, state: State) -> Message:
        if self.by > 0:
            return Message("Clock {seconds} s longer", {"seconds": self.by})
        return Message("Clock {seconds} s shorter", {"seconds": -self.by})

    def apply(self, state: State) -> State:
        total = (state.clock.total if state.clock else 0) + self.by * NS
        return started(state, self.ends, max(total, self.left, NS), self.left)


@dataclass(frozen=True, slots=True)
class AlarmRaised(LastingHallEvent):
    """Everybody leaves the hall: a clock that ran is held with so much ``left`` (ns) (BG-5)."""

    sort = "alarm"
    said = N_("Alarm: everybody leaves the hall")

    at: int
    left: int

    def apply(self, state: State) -> State:
        alarm = Clock(f"alarm{state.spans + 1}/{self.at:x}", 0, self.at)
        state = _stopped(state, self.left)
        return replace(state, spans=state.spans + 1, alarm=alarm, cut=None)


@dataclass(frozen=True, slots=True)
class AlarmLifted(LastingHallEvent):
    """The alarm is over (BG-5)."""

    sort = "alarm"
    said = N_("The alarm is lifted")

    def apply(self, state: State) -> State:
        return replace(state, alarm=None)


@dataclass(frozen=True, slots=True)
class TurnEnded(LastingHallEvent):
    """The clock of a turn has ended; ``shortened`` is what the conductor cut off (ns) (BG-5)."""

    sort = "clock"

    turn: int
    shortened: int = 0

    def words(self, state: State) -> Message:
        given = {"n": self.turn, "seconds": _seconds(self.shortened)}
        if self.shortened:
            return Message("Turn {n} ended {seconds} s early", given)
        return Message("Turn {n} is over", given)

    def apply(self, state: State) -> State:
        rolls = _last_roll(state, shortened=self.shortened) if self.shortened else state.rolls
        if not self.shortened or state.clock is None or state.clock.ends is None:
            return replace(state, step="ended", rolls=rolls)
        # A clock that was cut off ends now, with the blast of its end.
        cut = replace(state.clock, ends=state.clock.ends - self.shortened)
        return replace(state, step="ended", rolls=rolls, clock=None, cut=cut)


@dataclass(frozen=True, slots=True)
class ClockLost(LastingHallEvent):
    """The machine has started again: ``left`` of the clock is held; all moments moved by ``shift`` (ns)."""

    said = N_("The kit started again: the clock is held")

    left: int
    shift: int

    def apply(self, state: State) -> State:
        alarm = state.alarm and replace(state.alarm, ends=(state.alarm.ends or 0) + self.shift)
        return _stopped(replace(state, origin=state.origin + self.shift, cut=None, alarm=alarm), self.left)


@dataclass(frozen=True, slots=True)
class BareTurn(LastingHallEvent):
    """The whistle ran a turn by itself while the referee was away: there was no roll."""

    said = N_("The whistle ran a turn by itself, without a roll")

    id: str


@dataclass(frozen=True, slots=True)
class RollTakenBack(LastingHallEvent):
    """The last roll is taken back; it comes again (BG-4)."""

    sort = "taken_back"

    turn: int
    dice: Dice
    reason: str = ""

    def words(self, state: State) -> Message:
        given: dict[str, object] = {"n": self.turn, "sum": sum(self.dice)}
        if self.reason:
            return Message("Turn {n}: the {sum} is taken back, {reason}", given)
        return Message("Turn {n}: the {sum} is taken back", given)

    def apply(self, state: State) -> State:
        roll, kit_rolls = state.rolls[-1], state.options.dice != "real"
        return replace(
            state,
            step="ended",
            turn=state.turn - 1,
            rolls=state.rolls[:-1],
            robbers=roll.stood,
            taken=sum(roll.dice),
            card=state.card - (state.options.dice == "deck"),
            kept=roll.dice if kit_rolls else None,
            kept_robbers=(roll.robbers if kit_rolls else None) or state.kept_robbers,
            clock=None,
        )


@dataclass(frozen=True, slots=True)
class LineRepeated(HallEvent):
    """The line to say was asked for once more."""

    decision: ClassVar[bool] = False

    def apply(self, state: State) -> State:
        return replace(state, said=state.said + 1)
