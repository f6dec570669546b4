"""What dice pay (DX-4, DX-9) and what knights make of them (DX-7), every case tried."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra.kinds import KINDS, PIECES, Piece
from fieldkit.games.dice_extra.payment import payment
from fieldkit.games.dice_extra.state import Guard, State
from fieldkit.messages import GameCommand

from . import plain
from .boards import game, position

RED, BLUE = 1, 4
"""Knights with a kind, of which red has the first and blue the second."""


def thrown(faces: tuple[str, ...]) -> State:
    return position({"red": [8]}, dice=" ".join(faces))


def paid(state: State, piece: Piece, pay: list[str] | None) -> tuple[str, ...] | None:
    try:
        return payment(state, piece, pay)
    except Rejected:
        return None


def left(state: State, used: tuple[str, ...]) -> Counter[str]:
    return Counter(die.kind for die in state.dice if die.id not in used)


@pytest.mark.parametrize("piece", PIECES)
def test_every_throw_pays_for_what_the_plain_rules_say(piece: Piece) -> None:
    """DX-4, DX-9: all throws of three to six dice, and which of them are left over."""
    for dice in range(3, 7):
        for faces in combinations_with_replacement(KINDS, dice):
            state = thrown(faces)
            used, wanted = paid(state, piece, None), plain.paid(Counter[str](faces), piece)
            assert (None if used is None else left(state, used)) == (None if wanted is None else +wanted), (
                faces
            )


@pytest.mark.parametrize("seed", range(12))
def test_the_dice_that_a_player_names_pay_only_if_they_are_the_price(seed: int) -> None:
    """DX-4: none may be left over of what was named; what has its own die may be paid with gold too."""
    rng = Random(seed)
    faces = tuple(rng.choice((*KINDS, "gold")) for _ in range(6))
    state = thrown(faces)
    for piece in PIECES:
        if paid(state, piece, None) is None:
            continue
        for n in range(7):
            for pay in combinations(range(6), n):
                shown = Counter[str](faces[die] for die in pay)
                wanted = plain.paid(shown, piece)
                ids = [f"d{die + 1}" for die in pay]
                assert (paid(state, piece, ids) is not None) == (wanted is not None and not +wanted)


def allowed(state: State) -> set[tuple[int, str, str]]:
    """Every knight, die and kind that the game takes."""
    found: set[tuple[int, str, str]] = set()
    for knight, die, kind in product(state.land.knights, state.dice, KINDS):
        order = GameCommand(co.UseKnight(knight, die.id, kind), 0, "tablet")
        try:
            game().decide(state, order, Random(0).randrange)
        except Rejected:
            continue
        found.add((knight, die.id, kind))
    return found


def test_a_knight_is_a_joker_once_and_later_and_makes_what_it_guards() -> None:
    """DX-7: a wild one any kind, gold too; no other player's, no new one, none before the last roll."""
    land = position({}).land
    wild, new_wild = (n for n, knight in land.knights.items() if knight.guards is None)
    new = next(n for n in land.knights if n not in (RED, BLUE, wild, new_wild))
    used = next(n for n in land.knights if n not in (RED, BLUE, wild, new_wild, new))
    knights = {
        RED: Guard("red", 5),
        BLUE: Guard("blue", 2),
        wild: Guard("red", 1),
        new_wild: Guard("red", 9),
        new: Guard("red", 9),
        used: Guard("red", 1, used=True),
    }
    state = position({"red": [8]}, dice="brick ore ore gold wool wool", knights=knights)
    kinds = {die.id: die.kind for die in state.dice}
    guarded = land.knights[RED].guards
    assert guarded is not None
    makes = {(RED, die, guarded) for die in kinds} | {(wild, die, kind) for die in kinds for kind in KINDS}
    assert allowed(state) == {(knight, die, kind) for knight, die, kind in makes if kinds[die] != kind}
    assert allowed(replace(state, rolls=2)) == set()
