"""The conductor's commands: the roll for everybody, clock, robbers, breaks and ends (BG-3 to BG-6)."""

from typing import ClassVar

from fieldkit.clock import NS
from fieldkit.errors import Rejected, check
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.base import HallCommand, reason
from fieldkit.games.big_game.state import DEALT, DECK, REHEARSED_TURNS, Dice, State, seconds_of_turn
from fieldkit.games.declared import Events
from fieldkit.games.fair import shuffled
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_

MIN_LEFT_NS = 3 * NS
"""The clock is never made shorter than this: people need a moment to let go."""
MAX_CHANGE_S = 300
MAX_BREAK_MINUTES = 240
MAX_TURNS = 999
_OF_A_TURN = ("turn", "held", "seven")
"""The steps of a turn that is on."""


class NextTurn(HallCommand, type="next_turn", waits=True):
    """Roll for the next turn (BG-3); ``early`` to cut off the running clock, ``dice`` what real dice show.

    With open claims only the clock ends, since they come first (BG-12).
    """

    early: bool = False
    dice: Dice | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(cannot_roll(state))
        ended: Events = ()
        if state.phase == "turn":
            if not self.early:
                text = N_("The clock still runs: hold the key to end the turn early")
                raise Rejected("clock_runs", text, "BG-5")
            ended = _cut(state, order.at)
            if state.open_claims or state.valid_claims:
                return ended
        made, dice, used = self._rolled(state, chance)
        turn = state.turn + 1
        seconds = seconds_of_turn(state.options, turn)
        ends = None if sum(dice) == 7 else order.at + seconds * NS
        return (*ended, *made, ev.TurnBegan(turn, dice, order.at, seconds, ends, used))

    def _rolled(self, state: State, chance: Chance) -> tuple[Events, Dice, int]:
        """Return the dice, the event of a deck that had to be shuffled, and how far the stream is used."""
        if state.options.dice != "deck" or self.dice is not None or state.kept is not None:
            return (), *_dice(state, self.dice, state.kept, chance)
        if state.card < len(state.deck):
            return (), state.deck[state.card], state.used
        cards = shuffled(DECK, chance)[:DEALT]
        used = state.used + len(DECK) - 1
        return (ev.DeckMade(cards, used),), cards[0], used


class EndTurn(HallCommand, type="end_turn", waits=True):
    """End the turn without rolling for the next one, also on a 7 or with its clock held (BG-5)."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(cannot_end_turn(state))
        return _cut(state, order.at)


class RollRobbers(HallCommand, type="roll_robbers", waits=True):
    """Roll two free dice for both robbers, after a 7 from the turn that the option names on (BG-4, BG-6)."""

    dice: Dice | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if state.phase != "robbers":
            text = N_("The robbers are rolled for once, after a 7 from turn {n} on")
            raise Rejected("no_robbers", text, "BG-6", n=state.options.robber_from)
        return (ev.RobbersRolled(*_dice(state, self.dice, state.kept_robbers, chance)),)


class GoOn(HallCommand, type="go_on", waits=True):
    """Start the clock after a 7, or again after it was held (BG-5)."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if state.phase == "robbers":
            raise Rejected("robbers_first", "First roll for the robbers", "BG-6")
        if state.phase not in ("seven", "held") or state.clock is None:
            raise Rejected("not_held", "The clock is not held", "BG-5")
        return (ev.ClockStarted(order.at + state.clock.left),)


class Advance(HallCommand, type="advance", waits=True):
    """Press the start button: the next turn, the robbers' roll, or on with a clock that is held."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        now: dict[str, HallCommand] = {"robbers": RollRobbers(), "seven": GoOn(), "held": GoOn()}
        return now.get(state.phase, NextTurn()).decide(state, order, chance)


class HoldClock(HallCommand, type="hold_clock", waits=True):
    """Hold the clock without a blast (BG-5)."""

    stopped: ClassVar[bool] = False

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if state.phase != "turn":
            raise Rejected("not_running", "No clock runs", "BG-5")
        return (ev.ClockHeld(left_ns(state, order.at), self.stopped),)


class StopClock(HoldClock, type="stop_clock"):
    """Stop the clock at once, with five blasts (BG-5)."""

    stopped = True


class RaiseAlarm(HallCommand, type="raise_alarm"):
    """Everybody must leave the hall: the clock is held, and nothing moves until it is lifted (BG-5)."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if state.alarm:
            raise Rejected("alarm", "The alarm is on already", "BG-5")
        return (ev.AlarmRaised(order.at, left_ns(state, order.at)),)


class LiftAlarm(HallCommand, type="lift_alarm"):
    """The alarm is over; a clock that it held goes on when it is told to (BG-5)."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if not state.alarm:
            raise Rejected("no_alarm", "There is no alarm", "BG-5")
        return (ev.AlarmLifted(),)


class ChangeClock(HallCommand, type="change_clock", waits=True):
    """Make the turn longer or shorter (s), and a short one never longer by that (BG-5)."""

    by: int

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        clock = state.clock
        if state.phase not in ("turn", "held", "seven", "robbers") or clock is None:
            raise Rejected("not_running", "No clock runs", "BG-5")
        if not 0 < abs(self.by) <= MAX_CHANGE_S:
            raise Rejected("clock_change", "Change the clock by 1 to {n} s", "BG-5", n=MAX_CHANGE_S)
        before = left_ns(state, order.at)
        if self.by < 0 and before <= MIN_LEFT_NS:
            raise Rejected("clock_short", "The clock has almost run out: it cannot be shorter", "BG-5")
        left = max(MIN_LEFT_NS, before + self.by * NS)
        return (ev.ClockChanged(self.by, None if clock.ends is None else order.at + left, left),)


class TakeBackRoll(HallCommand, type="take_back_roll", waits=True):
    """The roll was announced wrongly: all is as before it, and the same roll comes again (BG-4)."""

    reason: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(cannot_take_back(state))
        return (ev.RollTakenBack(state.turn, state.rolls[-1].dice, reason(self.reason)),)


class RepeatLine(HallCommand, type="repeat_line"):
    """Show and speak the line to say once more."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        return (ev.LineRepeated(),)


class CallBreak(HallCommand, type="call_break"):
    """A break, with or without an end (min); it ends a turn that is on (BG-5)."""

    minutes: int | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(cannot_break(state))
        ended = _cut(state, order.at)
        if self.minutes is None:
            return (*ended, ev.BreakCalled(0, None))
        if not 1 <= self.minutes <= MAX_BREAK_MINUTES:
            raise Rejected("break_length", "A break has 1 to {n} minutes", None, n=MAX_BREAK_MINUTES)
        return (*ended, ev.BreakCalled(self.minutes * 60, order.at + self.minutes * 60 * NS))


class EndHall(HallCommand, type="end_hall"):
    """End the hall for time, and a turn that is on: the best claim form wins (BG-5, BG-12)."""

    reason: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        check(cannot_end(state))
        return (*_cut(state, order.at), ev.HallEnded(reason(self.reason)))


class AbandonHall(HallCommand, type="abandon_hall", waits=True):
    """End the hall without a winner."""

    reason: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        return (ev.HallAbandoned(reason(self.reason)),)


def cannot_roll(state: State) -> Rejected | None:
    """Refuse the next turn; None if it can begin, perhaps by cutting off a clock (BG-3, BG-12)."""
    if state.phase in ("seven", "robbers"):
        return Rejected("seven", "First everybody discards for the 7 and the clock runs", "BG-6")
    if state.open_claims and state.phase not in ("turn", "held", "final"):
        n = len(state.open_claims)
        return Rejected("claims_open", "Judge the claims first: {n} are open", "BG-12", n=n)
    if state.phase == "held":
        return Rejected("held", "The clock is held: go on first", "BG-5")
    if state.phase == "won":
        return Rejected("won", "A claim was confirmed: announce the winner", "BG-12")
    if state.phase == "final":
        return _ended_for_time()
    if state.turn >= (REHEARSED_TURNS if state.rehearsal else MAX_TURNS):
        return Rejected("all_turns", "All {n} turns are played: end the hall", "BG-3", n=state.turn)
    return None


def cannot_end_turn(state: State) -> Rejected | None:
    """Refuse the end of a turn where none is on (BG-5)."""
    return None if state.step in _OF_A_TURN else Rejected("no_turn", "There is no turn to end", "BG-5")


def cannot_take_back(state: State) -> Rejected | None:
    """Refuse to take the last roll back, unless its turn is on and no claim of it stands (BG-4, BG-5)."""
    if state.roll is None or state.taken:
        return Rejected("no_roll", "There is no roll to take back", "BG-4")
    if state.step not in _OF_A_TURN:
        return Rejected("turn_over", "The turn was played: its roll stays", "BG-5")
    if any(claim.turn == state.turn and claim.counts for claim in state.claims):
        return Rejected("claimed", "There was a claim in this turn: the roll stays", "BG-12")
    return None


def cannot_break(state: State) -> Rejected | None:
    """Refuse a break before the first turn and after the end for time (BG-5)."""
    if state.step == "final":
        return _ended_for_time()
    return None if state.turn else Rejected("not_begun", "The first turn has not begun", "BG-5")


def cannot_end(state: State) -> Rejected | None:
    """Refuse the end for time before the first turn, and once it is there (BG-5, BG-12)."""
    if state.step == "final":
        return _ended_for_time()
    return None if state.turn else Rejected("not_begun", "Nothing was played: abandon the hall", "BG-12")


def _ended_for_time() -> Rejected:
    return Rejected("final", "The hall was ended for time: the best claim form wins", "BG-12")


def _cut(state: State, now: int) -> Events:
    """End the turn that is on, if any."""
    return (ev.TurnEnded(state.turn, left_ns(state, now)),) if state.step in _OF_A_TURN else ()


def left_ns(state: State, now: int) -> int:
    """Return what the clock has left at a moment (ns); 0 where there is none."""
    clock = state.clock
    if clock is None:
        return 0
    return clock.left if clock.ends is None else max(0, clock.ends - now)


def _dice(state: State, real: Dice | None, kept: Dice | None, chance: Chance) -> tuple[Dice, int]:
    """Return two dice, real, ``kept`` from before or free ones, and how far the stream is used."""
    if state.options.dice == "real" or real is not None:
        return _real(state, real), state.used
    if kept is not None:
        return kept, state.used
    return (chance(6) + 1, chance(6) + 1), state.used + 2


def _real(state: State, dice: Dice | None) -> Dice:
    if state.options.dice != "real":
        raise Rejected("kit_rolls", "The kit has the dice in this hall", "BG-4")
    if dice is None:
        raise Rejected("dice_needed", "Type what the dice show", "BG-4")
    if not all(1 <= die <= 6 for die in dice):
        raise Rejected("dice_faces", "A die shows 1 to 6", "BG-4")
    return dice
