"""Where something may be built (DX-5, DX-6, DX-9): thousands of random boards against the plain rules."""

from collections import Counter
from pathlib import Path

import pytest

from fieldkit.errors import Rejected
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.kinds import PIECES
from fieldkit.games.dice_extra.payment import payment
from fieldkit.games.dice_extra.places import WHY_NOT, places
from fieldkit.games.dice_extra.state import Building, State
from fieldkit.games.dice_extra.view import offers

from . import plain
from .boards import game, position, random_board

BOARDS = 5000
SEQUENCES = Path(__file__).with_name("sequences.txt")


@pytest.mark.slow
def test_random_boards_against_the_plain_rules() -> None:
    """Each piece has exactly the places that the words of DX-5, DX-6 and DX-9 give it."""
    found: Counter[str] = Counter()
    for seed in range(BOARDS):
        state = random_board(seed, 6)
        board = plain.plain(state, "red")
        for piece in PIECES:
            mine = places(state, "red", piece)
            assert set(mine) == plain.places(board, piece), (seed, piece)
            assert len(mine) == len(set(mine))
            found[piece] += len(mine)
    assert min(found.values()) > BOARDS // 10


@pytest.mark.parametrize("seed", range(40))
def test_every_other_place_is_refused_with_a_sentence_and_a_rule(seed: int) -> None:
    state = random_board(seed)
    board, land = plain.plain(state, "red"), state.land
    every = {
        "road": range(len(land.roads)),
        "settlement": range(len(land.corners)),
        "city": range(len(land.corners)),
        "knight": land.knights,
        "castle": range(len(land.castles)),
    }
    for piece in PIECES:
        for at in every[piece]:
            refused = WHY_NOT[piece][0](state, "red", at)
            assert (refused is None) == (at in plain.places(board, piece))
            if refused:
                assert isinstance(refused, Rejected)
                assert refused.rule in ("DX-5", "DX-6", "DX-9")
                assert str(refused).endswith(".")


def drawn(text: str) -> tuple[str, State, str, int]:
    """Return a line of `SEQUENCES`: what stands there, the dice of red's turn, the number of sequences."""
    where, dice, number = (part.strip() for part in text.split("|"))
    roads: dict[str, list[int]] = {}
    buildings: dict[int, Building] = {}
    for entry in where.split(";"):
        side, what, *numbers = entry.split()
        if what == "roads":
            roads[side] = [int(n) for n in numbers]
        else:
            buildings |= {int(n): Building(side, what == "cities") for n in numbers}
    return where, position(roads, buildings, dice), dice, int(number)


def counted(state: State) -> int:
    """In how many orders red can build in this turn, as the game offers it; nothing at all is one."""
    return 1 + sum(
        counted(game().evolve(state, ev.Built("red", piece, at, payment(state, piece, None))))
        for piece, offer in offers(state).items()
        for at in (() if "refused" in offer else offer["at"])
    )


LINES = [
    line for line in SEQUENCES.read_text(encoding="utf-8").splitlines() if line.strip() and line[0] != "#"
]


@pytest.mark.parametrize("line", LINES)
def test_the_sequences_of_a_turn(line: str) -> None:
    """The game and the plain search find as many orders of building as are written down (DX-5)."""
    where, state, dice, number = drawn(line)
    assert counted(state) == number, where
    assert plain.sequences(plain.plain(state, "red"), Counter(dice.split())) == number, where
