"""The conductor's turns: the roll for everybody, the clock, the robbers (BG-3 to BG-6)."""

from __future__ import annotations

from fieldkit.clock import NS
from fieldkit.errors import Rejected
from fieldkit.games.big_game import commands as co
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.people import reason
from fieldkit.games.big_game.state import (
    DEALT,
    DECK,
    REHEARSED_TURNS,
    Dice,
    State,
    seconds_of_turn,
)
from fieldkit.games.fair import shuffled
from fieldkit.messages import BareRound, Chance, Deadline, Interruption
from fieldkit.phrases import N_, Message

LEAST_LEFT_NS = 3 * NS
"""The clock is never made shorter than this: people need a moment to let go."""
MOST_CHANGE_S = 300
MOST_BREAK_MINUTES = 240
MAX_TURNS = 999
_OF_A_TURN = ("turn", "held", "seven")
"""The steps of a turn that is on."""


def cannot_roll(state: State) -> Rejected | None:
    """Why the next turn cannot begin; None if it can, perhaps by cutting off a clock (BG-3, BG-12)."""
    if state.phase in ("seven", "robbers"):
        return Rejected("seven", "First everybody discards on the 7 and the clock runs", "BG-6")
    if state.open_claims and state.phase not in ("turn", "held", "final"):
        n = len(state.open_claims)
        return Rejected("claims_open", "First the claims are judged: {n} are open", "BG-12", n=n)
    if state.phase == "held":
        return Rejected("held", "The clock is held: go on first", "BG-5")
    if state.phase == "won":
        return Rejected("won", "A claim was confirmed: announce the winner", "BG-12")
    if state.phase == "final":
        return _ended_for_time()
    if state.turn >= (REHEARSED_TURNS if state.rehearsal else MAX_TURNS):
        return Rejected("all_turns", "All {n} turns are played: end the hall", "BG-3", n=state.turn)
    return None


def next_turn(state: State, command: co.NextTurn, now: int, chance: Chance) -> tuple[ev.Event, ...]:
    """The roll that opens a turn; with open claims only the clock's end, since they come first (BG-12)."""
    if refused := cannot_roll(state):
        raise refused
    ended: tuple[ev.Event, ...] = ()
    if state.phase == "turn":
        if not command.early:
            raise Rejected("clock_runs", "The clock still runs: hold the key to end the turn early", "BG-5")
        ended = _cut(state, now)
        if state.open_claims or state.valid_claims:
            return ended
    made, dice, used = _rolled(state, command.dice, chance)
    turn = state.turn + 1
    seconds = seconds_of_turn(state.options, turn)
    ends = None if sum(dice) == 7 else now + seconds * NS
    return (*ended, *made, ev.TurnBegan(turn, dice, now, seconds, ends, used))


def cannot_end_turn(state: State) -> Rejected | None:
    """Why no turn can be ended now (BG-5)."""
    return None if state.step in _OF_A_TURN else Rejected("no_turn", "No turn is on", "BG-5")


def end_turn(state: State, now: int) -> tuple[ev.Event, ...]:
    """End the turn without the next roll, also one whose clock is held or waits on a 7 (BG-5)."""
    if refused := cannot_end_turn(state):
        raise refused
    return _cut(state, now)


def _cut(state: State, now: int) -> tuple[ev.Event, ...]:
    """The end of the turn that is on; nothing between two turns."""
    return (ev.TurnEnded(state.turn, _left(state, now)),) if state.step in _OF_A_TURN else ()


def roll_robbers(state: State, command: co.RollRobbers, chance: Chance) -> tuple[ev.Event, ...]:
    """Two free dice for both robbers, from the turn that the option names (BG-4, BG-6)."""
    if state.phase != "robbers":
        text = N_("The robbers are rolled for once, after a 7 from turn {n} on")
        raise Rejected("no_robbers", text, "BG-6", n=state.options.robber_from)
    kept, used = state.kept_robbers, state.used
    if state.options.dice == "real" or command.dice is not None:
        dice = _real(state, command.dice)
    elif kept is not None:
        dice = kept
    else:
        dice, used = _two(chance), used + 2
    return (ev.RobbersRolled(dice, used),)


def go_on(state: State, now: int) -> tuple[ev.Event, ...]:
    """The clock starts after a 7, or runs again after it was held (BG-5)."""
    if state.phase == "robbers":
        raise Rejected("robbers_first", "First roll for the robbers", "BG-6")
    if state.phase not in ("seven", "held") or state.clock is None:
        raise Rejected("not_held", "The clock is not held", "BG-5")
    return (ev.ClockStarted(now + state.clock.left),)


def advance(state: State, now: int, chance: Chance) -> tuple[ev.Event, ...]:
    """What the start button does: on from wherever the hall waits; a running clock runs on."""
    if state.phase == "robbers":
        return roll_robbers(state, co.RollRobbers(), chance)
    if state.phase in ("seven", "held"):
        return go_on(state, now)
    return next_turn(state, co.NextTurn(), now, chance)


def hold(state: State, now: int, stopped: bool) -> tuple[ev.Event, ...]:
    """Hold the clock, with five blasts where it was ``stopped`` (BG-5)."""
    if state.phase != "turn":
        raise Rejected("not_running", "No clock runs", "BG-5")
    return (ev.ClockHeld(_left(state, now), stopped),)


def raise_alarm(state: State, now: int) -> tuple[ev.Event, ...]:
    """Send everybody out of the hall, from every state; a clock that runs is held (BG-5)."""
    if state.alarm:
        raise Rejected("alarm", "The alarm is on already", "BG-5")
    return (ev.AlarmRaised(now, _left(state, now)),)


def lift_alarm(state: State) -> tuple[ev.Event, ...]:
    """Let the hall be as it was before the alarm; its clock stays held (BG-5)."""
    if not state.alarm:
        raise Rejected("no_alarm", "There is no alarm", "BG-5")
    return (ev.AlarmLifted(),)


def change_clock(state: State, command: co.ChangeClock, now: int) -> tuple[ev.Event, ...]:
    """Make the turn that is on longer or shorter, and a short one never longer by that (BG-5)."""
    clock = state.clock
    if state.phase not in ("turn", "held", "seven", "robbers") or clock is None:
        raise Rejected("not_running", "No clock runs", "BG-5")
    if not 0 < abs(command.by) <= MOST_CHANGE_S:
        raise Rejected("clock_change", "Change the clock by 1 to {n} s", "BG-5", n=MOST_CHANGE_S)
    before = _left(state, now)
    if command.by < 0 and before <= LEAST_LEFT_NS:
        raise Rejected("clock_short", "The clock is all but out: it cannot be shorter", "BG-5")
    left = max(LEAST_LEFT_NS, before + command.by * NS)
    if clock.ends is None:
        return (ev.ClockChanged(command.by, None, left),)
    return (ev.ClockChanged(command.by, now + left, left),)


def cannot_take_back(state: State) -> Rejected | None:
    """Why the last roll stays; None while its turn is on and no claim of it stands (BG-4, BG-5)."""
    if state.roll is None or state.taken:
        return Rejected("no_roll", "There is no roll to take back", "BG-4")
    if state.step not in _OF_A_TURN:
        return Rejected("turn_over", "The turn was played: its roll stays", "BG-5")
    if any(claim.turn == state.turn and claim.standing in ("open", "confirmed") for claim in state.claims):
        return Rejected("claimed", "There was a claim in this turn: the roll stays", "BG-12")
    return None


def take_back(state: State, command: co.TakeBackRoll) -> tuple[ev.Event, ...]:
    """Take the last roll back; the same one comes again (BG-4)."""
    if (refused := cannot_take_back(state)) or state.roll is None:
        raise refused or Rejected("no_roll", "There is no roll to take back", "BG-4")
    return (ev.RollTakenBack(state.turn, state.roll.dice, reason(command.reason)),)


def call_break(state: State, command: co.CallBreak, now: int) -> tuple[ev.Event, ...]:
    """A break, which ends a turn that is on (BG-5)."""
    if refused := cannot_break(state):
        raise refused
    minutes, ended = command.minutes, _cut(state, now)
    if minutes is None:
        return (*ended, ev.BreakCalled(0, None))
    if not 1 <= minutes <= MOST_BREAK_MINUTES:
        raise Rejected("break_length", "A break has 1 to {n} minutes", None, n=MOST_BREAK_MINUTES)
    return (*ended, ev.BreakCalled(minutes * 60, now + minutes * 60 * NS))


def cannot_break(state: State) -> Rejected | None:
    """Why no break can be called: only before the first turn and after the end for time (BG-5)."""
    if state.step == "final":
        return _ended_for_time()
    return None if state.turn else Rejected("not_begun", "The first turn has not begun", "BG-5")


def cannot_end(state: State) -> Rejected | None:
    """Why the hall cannot be ended for time: only before its first turn, and once it is (BG-5, BG-12)."""
    if state.step == "final":
        return _ended_for_time()
    return None if state.turn else Rejected("not_begun", "Nothing was played: abandon the hall", "BG-12")


def end(state: State, command: co.EndHall, now: int) -> tuple[ev.Event, ...]:
    """End the hall for time, and a turn that is on (BG-5, BG-12)."""
    if refused := cannot_end(state):
        raise refused
    return (*_cut(state, now), ev.HallEnded(reason(command.reason)))


def _ended_for_time() -> Rejected:
    return Rejected("final", "The hall was ended for time: the best claim form wins", "BG-12")


def due(state: State, given: Deadline) -> tuple[ev.Event, ...]:
    """The clock of a turn has ended (BG-3); the end of a break is announced and no more."""
    clock = state.clock
    if state.phase == "turn" and clock and clock.ends is not None and given.at >= clock.ends:
        return (ev.TurnEnded(state.turn),)
    return ()


def deadline(state: State) -> int | None:
    """When the clock of a turn ends (ns)."""
    return state.clock.ends if state.step == "turn" and state.clock else None


def interrupted(state: State, given: Interruption) -> tuple[ev.Event, ...]:
    """A new start of the machine holds the clock where it was; a whistle that came back changes nothing.

    The screens have shown the clock's end, and it stays: the whistle is told its blasts again.
    """
    if given.same_clock:
        return ()
    clock = state.clock
    left = 0 if clock is None else clock.left if clock.ends is None else max(0, clock.ends - given.last)
    return (ev.ClockLost(left, given.at - given.last),)


def whistled(state: State, given: BareRound) -> tuple[ev.Event, ...]:
    """The whistle ran a turn by itself: it is on the record, and nothing was rolled."""
    return () if given.stopped is not None else (ev.BareTurn(given.id),)


def robbers_after(state: State, dice: Dice) -> int | None:
    """Where the robbers stand after a roll for them; None for their deserts (BG-6)."""
    total = sum(dice)
    return None if total == 7 else total


def robbers_said(place: int | None) -> Message:
    """Where both robbers stand, in a sentence (BG-6)."""
    if place is None:
        return Message("Robbers: both in their deserts")
    if place in (2, 12):
        return Message(N_("Robbers: one on the {n}, the other in its desert"), {"n": place})
    return Message(N_("Robbers: both on the {n}"), {"n": place})


def _left(state: State, now: int) -> int:
    clock = state.clock
    if clock is None:
        return 0
    return clock.left if clock.ends is None else max(0, clock.ends - now)


def _rolled(state: State, given: Dice | None, chance: Chance) -> tuple[tuple[ev.Event, ...], Dice, int]:
    """The dice of a turn, the event of a deck that had to be shuffled, and how far the stream is used."""
    if state.options.dice == "real" or given is not None:
        return (), _real(state, given), state.used
    if state.kept is not None:
        return (), state.kept, state.used
    if state.options.dice == "free":
        return (), _two(chance), state.used + 2
    if state.card < len(state.deck):
        return (), state.deck[state.card], state.used
    cards = shuffled(DECK, chance)[:DEALT]
    used = state.used + len(DECK) - 1
    return (ev.DeckMade(cards, used),), cards[0], used


def _two(chance: Chance) -> Dice:
    return chance(6) + 1, chance(6) + 1


def _real(state: State, dice: Dice | None) -> Dice:
    if state.options.dice != "real":
        raise Rejected("kit_rolls", "The kit has the dice in this hall", "BG-4")
    if dice is None:
        raise Rejected("dice_needed", "Type what the dice show", "BG-4")
    if not all(1 <= die <= 6 for die in dice):
        raise Rejected("dice_faces", "A die shows 1 to 6", "BG-4")
    return dice
