"""The events of a hall and its turns (BG-3 to BG-6); those of seats have their own module.

An event says what was rolled and judged, so that nothing is decided again when a journal is replayed. It
carries its line for the record and its step of the state. Fields are only ever added, with defaults.
"""

from typing import Any

from msgspec.structs import replace

from fieldkit.clock import NS
from fieldkit.games.big_game import state as st
from fieldkit.games.big_game.state import Clock, Dice, Options, Roll, State, Step, group_of_turn, seat_called
from fieldkit.games.declared import Event, LastingEvent, LogLine
from fieldkit.phrases import N_


def _started(state: State, ends: int | None, total: int, left: int) -> State:
    """Give the hall a clock with a key of its own.

    Its end is part of the key: a whistle that has heard a rehearsal must not take the hall's turns for its.
    """
    spans = state.spans + 1
    key = f"turn{state.turn}.{spans}/{ends or 0:x}"
    return replace(state, spans=spans, clock=Clock(key, total, ends, left))


def _held(state: State, left: int) -> State:
    """Hold the clock with so much left (ns)."""
    return _started(replace(state, step="held"), None, state.clock.total if state.clock else 0, left)


def _stopped(state: State, left: int) -> State:
    """Hold a clock that runs, be it of a turn or of a break."""
    if state.step == "turn":
        return _held(state, left)
    if state.clock is None or state.clock.ends is None:
        return state
    return _started(state, None, state.clock.total, left)


def _last_roll(state: State, **changes: Any) -> tuple[Roll, ...]:
    return (*state.rolls[:-1], replace(state.rolls[-1], **changes))


class DeckMade(LastingEvent, secret=("cards",)):
    """The dice deck was shuffled, and these of its cards are used in turn (BG-4)."""

    cards: tuple[Dice, ...]
    used: int

    def apply(self, state: State) -> State:
        return replace(state, deck=self.cards, card=0, used=self.used)


class TurnBegan(LastingEvent, sort="roll"):
    """A turn has its roll (BG-3); ``ends`` is None after a 7, until the conductor goes on (BG-5).

    ``seconds`` is how long the clock runs; ``used`` is how far the secret stream is drawn now.
    """

    turn: int
    dice: Dice
    at: int
    seconds: int
    ends: int | None
    used: int = 0

    def line(self, state: State) -> LogLine:
        group = group_of_turn(state.options, self.turn)
        text = N_("Turn {n}, {group}: {sum}") if group else N_("Turn {n}: {sum}")
        called = st.GROUPS[group][0] if group else ""
        return self.told(state, text, n=self.turn, sum=sum(self.dice), group=called)

    def apply(self, state: State) -> State:
        origin = state.origin if state.rolls else self.at
        roll = Roll(self.turn, self.dice, self.at - origin, stood=state.robbers)
        card = state.card + (state.options.dice == "deck")
        step: Step = "seven" if self.ends is None else "turn"
        state = replace(state, step=step, turn=self.turn, taken=0, resumed=False, closed=False, kept=None)
        state = replace(state, rolls=(*state.rolls, roll), origin=origin, card=card, used=self.used)
        return _started(state, self.ends, self.seconds * NS, self.seconds * NS)


class RobbersRolled(LastingEvent, sort="robbers"):
    """Both robbers move: on a 7 to their deserts (BG-6)."""

    dice: Dice
    used: int = 0

    def line(self, state: State) -> LogLine:
        said = st.robbers_said(state.robbers)
        return self.told(state, said.template, **said.params)

    def apply(self, state: State) -> State:
        place = None if sum(self.dice) == 7 else sum(self.dice)
        rolls = _last_roll(state, robbers=self.dice)
        return replace(state, rolls=rolls, robbers=place, kept_robbers=None, used=self.used)


class ClockStarted(LastingEvent, sort="clock", said=N_("The clock runs")):
    """The clock runs to this moment."""

    ends: int

    def apply(self, state: State) -> State:
        total, left = (state.clock.total, state.clock.left) if state.clock else (0, 0)
        return _started(replace(state, step="turn", resumed=state.step == "held"), self.ends, total, left)


class ClockHeld(LastingEvent, sort="clock"):
    """The clock is held with so much left (ns); ``stopped`` by five blasts."""

    left: int
    stopped: bool = False

    def line(self, state: State) -> LogLine:
        text = N_("Clock stopped, {seconds} s left") if self.stopped else N_("Clock paused, {seconds} s left")
        return self.told(state, text, seconds=round(self.left / NS))

    def apply(self, state: State) -> State:
        return _held(state, self.left)


class ClockChanged(LastingEvent, sort="clock"):
    """The clock was made longer or shorter (s): what is ``left`` (ns), and when it ends if it runs."""

    by: int
    ends: int | None
    left: int

    def line(self, state: State) -> LogLine:
        text = N_("Clock {seconds} s longer") if self.by > 0 else N_("Clock {seconds} s shorter")
        return self.told(state, text, seconds=abs(self.by))

    def apply(self, state: State) -> State:
        total = (state.clock.total if state.clock else 0) + self.by * NS
        return _started(state, self.ends, max(total, self.left, NS), self.left)


class AlarmRaised(LastingEvent, sort="alarm", said=N_("Alarm: everybody leaves the hall")):
    """Everybody leaves the hall: a clock that ran is held with so much ``left`` (ns) (BG-5)."""

    at: int
    left: int

    def apply(self, state: State) -> State:
        alarm = Clock(f"alarm{state.spans + 1}/{self.at:x}", 0, self.at)
        state = _stopped(state, self.left)
        return replace(state, spans=state.spans + 1, alarm=alarm, cut=None)


class AlarmLifted(LastingEvent, sort="alarm", said=N_("The alarm is lifted")):
    """The alarm is over (BG-5)."""

    def apply(self, state: State) -> State:
        return replace(state, alarm=None)


class TurnEnded(LastingEvent, sort="clock"):
    """The clock of a turn has ended; ``shortened`` is what the conductor cut off (ns) (BG-5)."""

    turn: int
    shortened: int = 0

    def line(self, state: State) -> LogLine:
        text = N_("Turn {n} ended {seconds} s early") if self.shortened else N_("Turn {n} is over")
        return self.told(state, text, n=self.turn, seconds=round(self.shortened / NS))

    def apply(self, state: State) -> State:
        rolls = _last_roll(state, shortened=self.shortened) if self.shortened else state.rolls
        if not self.shortened or state.clock is None or state.clock.ends is None:
            return replace(state, step="ended", rolls=rolls)
        # A clock that was cut off ends now, with the blast of its end.
        cut = replace(state.clock, ends=state.clock.ends - self.shortened)
        return replace(state, step="ended", rolls=rolls, clock=None, cut=cut)


class ClockLost(LastingEvent, sort="hall", said=N_("The kit started again: the clock is held")):
    """The machine has started again: ``left`` of the clock is held; all moments moved by ``shift`` (ns)."""

    left: int
    shift: int

    def apply(self, state: State) -> State:
        alarm = state.alarm and replace(state.alarm, ends=(state.alarm.ends or 0) + self.shift)
        return _stopped(replace(state, origin=state.origin + self.shift, cut=None, alarm=alarm), self.left)


class BareTurn(LastingEvent, sort="hall", said=N_("The whistle ran a turn by itself, without a roll")):
    """The whistle ran a turn by itself while the referee was away: there was no roll."""

    id: str


class RollTakenBack(LastingEvent, sort="taken_back"):
    """The last roll is taken back; it comes again (BG-4)."""

    turn: int
    dice: Dice
    reason: str = ""

    def line(self, state: State) -> LogLine:
        text = N_("Turn {n}: the {sum} is taken back")
        if self.reason:
            text = N_("Turn {n}: the {sum} is taken back, {reason}")
        return self.told(state, text, n=self.turn, sum=sum(self.dice))

    def apply(self, state: State) -> State:
        *before, roll = state.rolls
        card = state.card - (state.options.dice == "deck")
        if state.options.dice != "real":
            state = replace(state, kept=roll.dice, kept_robbers=roll.robbers or state.kept_robbers)
        state = replace(state, step="ended", turn=state.turn - 1, clock=None, card=card)
        return replace(state, rolls=tuple(before), robbers=roll.stood, taken=sum(roll.dice))


class LineRepeated(Event, decision=False):
    """The line to say was asked for once more."""

    def apply(self, state: State) -> State:
        return replace(state, said=state.said + 1)


class HallOpened(LastingEvent, sort="hall", secret=("seed",), settled=("options",)):
    """A hall is set up; nobody may know its ``seed`` before it is over."""

    boards: int
    options: Options
    seed: str
    rehearsal: bool = False

    def line(self, state: State) -> LogLine:
        text = N_("Rehearsal with {boards} boards")
        return self.told(state, text if self.rehearsal else N_("Hall set up with {boards} boards"))

    def apply(self, state: State | None) -> State:
        return State(self.options, self.boards, self.seed, self.rehearsal)


class BoardsSet(LastingEvent, sort="hall", said=N_("{boards} boards")):
    """The number of boards has changed (BG-1)."""

    boards: int

    def apply(self, state: State) -> State:
        return replace(state, boards=self.boards)


class OptionsSet(LastingEvent, sort="hall"):
    """The options are now these (BG-5)."""

    options: Options

    def line(self, state: State) -> LogLine:
        now = self.options
        text = N_("Turns of {early} and {late} s, target {target}")
        return self.told(state, text, early=now.turn_seconds, late=now.late_turn_seconds, target=now.target)

    def apply(self, state: State) -> State:
        return replace(state, options=self.options)


class BreakCalled(LastingEvent, sort="hall"):
    """A break between two turns; ``ends`` if somebody said when (ns)."""

    seconds: int
    ends: int | None

    def line(self, state: State) -> LogLine:
        text = N_("Break of {n} min") if self.seconds else N_("Break")
        return self.told(state, text, n=self.seconds // 60)

    def apply(self, state: State) -> State:
        return _started(replace(state, step="break"), self.ends, self.seconds * NS, self.seconds * NS)


class HallEnded(LastingEvent, sort="hall"):
    """The hall is ended for time: now claim forms are collected, and the best wins (BG-12)."""

    reason: str = ""

    def line(self, state: State) -> LogLine:
        return self.told(state, N_("Ended for time: {reason}") if self.reason else N_("Ended for time"))

    def apply(self, state: State) -> State:
        return replace(state, step="final", clock=None, seated=state.registered, reason=self.reason)


class ResultConfirmed(LastingEvent, sort="hall"):
    """The hall is over (BG-12); ``winner`` is a seat, None when no claim was valid."""

    winner: str | None
    points: int = 0

    def line(self, state: State) -> LogLine:
        if self.winner is None:
            return self.told(state, N_("The hall is over: nobody has won"))
        text = N_("{name} ({seat}) wins with {points} points")
        return self.told(state, text, name=state.name(self.winner), seat=seat_called(self.winner))

    def apply(self, state: State) -> State:
        return replace(state, step="over", clock=None, winner=self.winner)


class HallAbandoned(LastingEvent, sort="hall"):
    """The hall ended without a winner."""

    reason: str = ""

    def line(self, state: State) -> LogLine:
        return self.told(state, N_("Hall abandoned: {reason}") if self.reason else N_("Hall abandoned"))

    def apply(self, state: State) -> State:
        return replace(state, step="over", clock=None, winner=None, reason=self.reason)
