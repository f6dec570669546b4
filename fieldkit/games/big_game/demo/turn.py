"""The moves of a simulated turn beside the conductor's main key, written down before it begins.

Pure functions, as in `choices`: the same turn, people and chance make the same moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from fieldkit.games.big_game.demo.choices import CALLS, REASONS, Command, View, conducted, form

TAKEN_BACK, LONGER, STOPPED, SANCTIONED = 3, 5, 8, 10
"""The turns with a roll taken back, a longer clock, a clock that is stopped, and a sanction."""
COUNTED_FROM = 4
"""From this turn on there are routes and armies to count."""
CALLED = 0.3
"""The chance of a call for a steward in a turn."""
AWARDS = {"route": (5, 12), "army": (3, 6)}
"""The counts that stewards note."""


@dataclass(frozen=True, slots=True)
class Move:
    """Something that happens in a turn once the part ``at`` of its clock has run.

    ``made`` gives the command from the view at that moment, None where nothing is left to do. With a ``seat``
    it is this player's own, who sends it from a phone or tells it a steward.
    """

    at: float
    made: Callable[[View], Command | None]
    seat: str | None = None


def moves(turn: int, group: str | None, again: bool, seats: Sequence[str], rng: Random) -> list[Move]:
    """List the moves of a turn before anybody can win, in their order.

    ``group`` acts, None for everybody; ``seats`` play; ``again`` is a turn whose roll was taken back before.
    """
    found: list[Move] = []
    if turn == TAKEN_BACK and not again:
        return [Move(0.1, _always({"type": "take_back_roll", "reason": "It was read out wrongly"}))]
    if turn == LONGER:
        found.append(Move(0.5, _always({"type": "change_clock", "by": 10})))
    if turn == STOPPED:
        found.append(Move(0.4, _always({"type": "stop_clock"})))
    if turn == SANCTIONED:
        reason = "Talked of trades in the other's turn"
        found.append(Move(0.7, _always({"type": "sanction", "seat": rng.choice(seats), "reason": reason})))
    if turn >= COUNTED_FROM:
        award = rng.choice(tuple(AWARDS))
        count = {"award": award, "count": rng.randint(*AWARDS[award])}
        found.append(Move(0.6, _always({"type": "set_award", "seat": rng.choice(seats), **count})))
    if rng.random() < CALLED:
        caller = rng.choice(seats)
        said = _always({"type": "call_steward", "seat": caller, "text": rng.choice(CALLS)})
        found += [Move(0.15, said, caller), Move(0.8, _call_closed)]
    return sorted(found, key=lambda move: move.at)


def claims(turn: int, first: int, target: int, seats: Sequence[str], rng: Random) -> list[Move]:
    """List the claims of a turn, by some of the ``seats`` that act, in their order.

    In the ``first`` turn with claims one is taken back and the other will not hold; from then on three are
    made, two of them equal in all that decides but the order of registration.
    """
    if turn < first:
        return []
    one, two, three = rng.sample(seats, 3)
    made = form(target, rng) | {"grain": rng.randint(1, 3)}
    if turn == first:
        again = Move(0.4, lambda view: _withdrawn(view, one), one)
        return [Move(0.2, _claimed(one, made), one), again, Move(0.3, _claimed(two, made), two)]
    forms = {one: made, two: made, three: {**made, "grain": made["grain"] - 1}}
    return [Move(0.2 + 0.1 * n, _claimed(seat, each), seat) for n, (seat, each) in enumerate(forms.items())]


def judged(view: View, first: int, rng: Random) -> Command | None:
    """Press the main key, once a claim was counted: those of the ``first`` turn with claims are wrong."""
    if view["main"] != "judge_claim":
        return conducted(view, rng)
    claim = next(each for each in view["claims"] if each["id"] == view["judge"])
    judge = {"type": "judge_claim", "claim": claim["id"]}
    if claim["turn"] == first:
        return judge | {"verdict": "rejected", "reason": rng.choice(REASONS)}
    return judge | {"verdict": "confirmed", "form": claim["form"]}


def _claimed(seat: str, made: Command) -> Callable[[View], Command]:
    return _always({"type": "claim", "seat": seat, "form": made})


def _withdrawn(view: View, seat: str) -> Command | None:
    mine = (each["id"] for each in view["claims"] if each["seat"] == seat and each["standing"] == "open")
    found = next(mine, None)
    return None if found is None else {"type": "withdraw_claim", "claim": found}


def _call_closed(view: View) -> Command | None:
    return {"type": "close_call", "call": view["calls"][0]["id"]} if view["calls"] else None


def _always(command: Command) -> Callable[[View], Command]:
    return lambda view: command
