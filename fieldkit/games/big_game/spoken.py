"""The line that the conductor says now: large on the console, and spoken by the kit."""

from collections.abc import Callable, Mapping

from fieldkit.games.big_game.claims import winner
from fieldkit.games.big_game.forms import points
from fieldkit.games.big_game.state import GROUPS, State, group_of_turn, other, seat_called
from fieldkit.phrases import N_, Message, Term

Lines = list[Message | Term]
_LOW = (Term("Two"), Term("Three"), Term("Four"), Term("Five"), Term("Six"))
_HIGH = (Term("Seven"), Term("Eight"), Term("Nine"), Term("Ten"), Term("Eleven"), Term("Twelve"))
NUMBERS: Mapping[int, Term] = dict(enumerate((*_LOW, *_HIGH), 2))
"""The sums as they are called out."""


def lines(state: State) -> Lines:
    """Return at most three short lines."""
    return _SAID[state.phase](state)


def key(state: State) -> str:
    """Return a key that changes as soon as something else is said, or the same once more."""
    moment = state.alarm.key if state.alarm else state.taken
    return f"{state.turn}.{state.phase}.{len(state.rolls)}.{state.said}.{moment}"


def _sum(state: State) -> Message:
    roll = state.roll
    return Message("{number}.", {"number": NUMBERS[sum(roll.dice)] if roll else ""})


def _registration(state: State) -> Lines:
    if state.rehearsal:
        return [Message("Rehearsal."), Message("{boards} boards.", {"boards": state.boards})]
    seats = {"n": state.playing, "seats": 2 * state.boards}
    return [Message("Welcome."), Message("{n} of {seats} seats are taken.", seats)]


def _turn(state: State) -> Lines:
    group, roll = group_of_turn(state.options, state.turn), state.roll
    if state.resumed:
        return [Message("The clock goes on.")]
    is_seven = roll is not None and sum(roll.dice) == 7
    if group is None and is_seven:
        return [_sum(state), Message("Nothing is dealt out."), Message("Everybody trades.")]
    if group is None:
        return [_sum(state), Message("Take your resources."), Message("Then all trade.")]
    deals = Message("{group} deals out.", {"group": GROUPS[other(group)][0]})
    builds = Message("{group} builds.", {"group": GROUPS[group][0]})
    return [_sum(state), Message("Nothing is dealt out.") if is_seven else deals, builds]


def _seven(state: State) -> Lines:
    roll = state.roll
    if roll is not None and roll.robbers is not None:
        return _robbers_moved(state)
    return [_sum(state), Message("Eight cards or more:"), Message("discard half.")]


def _robbers_moved(state: State) -> Lines:
    place = state.robbers
    if place is None:
        return [Message("Robbers:"), Message("both to the desert.")]
    if place in (2, 12):
        there = Message("Robbers on the {n}:", {"n": place})
        return [there, Message("one goes there,"), Message("the other home.")]
    return [Message("Robbers:"), Message("both to the {n}.", {"n": place})]


def _ended(state: State) -> Lines:
    if state.taken:
        taken = Message("The {n} is taken back.", {"n": state.taken})
        undo = N_("Take back your discards.") if state.taken == 7 else N_("Give back what was dealt.")
        return [taken, Message(undo), Message("Keep only builds the new roll pays.")]
    group = group_of_turn(state.options, state.turn + 1)
    following = [Message("{group} is next.", {"group": GROUPS[group][0]})] if group else []
    return [Message("Time is up."), *following]


def _judging(state: State) -> Lines:
    n = len(state.open_claims)
    said = Message("Now one claim is judged.") if n == 1 else Message("Now {n} claims are judged.", {"n": n})
    return [Message("Time is up."), Message("Hands off the boards."), said]


def _winner(state: State) -> Lines:
    best = winner(state)
    if best is None:
        return [Message("Nobody has won.")]
    return [
        Message("{name} wins.", {"name": state.name(best.seat)}),
        Message("{seat},", {"seat": seat_called(best.seat)}),
        Message("{points} points.", {"points": points(best.form)}),
    ]


_SAID: Mapping[str, Callable[[State], Lines]] = {
    "registration": _registration,
    "turn": _turn,
    "seven": _seven,
    "robbers": lambda state: [_sum(state), Message("Eight or more: half."), Message("Then robbers move.")],
    "held": lambda state: [Message("The clock is stopped."), Message("Hands off the boards.")],
    "ended": _ended,
    "judging": _judging,
    "won": lambda state: [Message("A claim is confirmed."), Message("Hands off the boards.")],
    "break": lambda state: [Message("Break."), Message("Hands off the boards.")],
    "final": lambda state: [
        Message("The hall is ended."),
        Message("Write your claim forms."),
        Message("The best one wins."),
    ],
    "over": lambda state: (
        _winner(state) if state.winner else [Message("The hall is over."), Message("Thank you all.")]
    ),
    "alarm": lambda state: [Message("Leave the hall."), Message("Let everything lie.")],
}
