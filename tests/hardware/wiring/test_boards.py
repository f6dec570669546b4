"""The strip boards join what the schematics join and nothing else, and their parts find room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.wiring.drawings import SHEETS
from hardware.wiring.strips import Leg, StripBoard, boards, faults, hole, hole_name

SCHEMATICS = {sheet.name: make for make in SHEETS if not (sheet := make()).name.startswith("board-")}
each_board = pytest.mark.parametrize("board", boards().values(), ids=boards())


def _found(board: StripBoard) -> list[str]:
    return faults(board, SCHEMATICS)


@each_board
def test_a_board_is_what_its_schematics_say(board: StripBoard) -> None:
    assert _found(board) == []


@each_board
def test_every_cut_and_every_link_is_needed_and_missed(board: StripBoard) -> None:
    for cut in board.cuts:
        blocks = [part for part in board.parts if part.kind == "block"]
        across = [leg.terminal for part in blocks for leg in part.legs if leg.hole[0] == cut[0]]
        if len(across) == 2 and across[0] == across[1]:
            continue  # Between two pins of ground is cut like everywhere, so that nobody has to count.
        assert _found(replace(board, cuts=tuple(at for at in board.cuts if at != cut))), hole_name(cut)
    for link in board.links:
        assert _found(replace(board, links=tuple(each for each in board.links if each != link))), link


@each_board
def test_a_leg_in_a_wrong_row_is_found(board: StripBoard) -> None:
    for place, part in enumerate(board.parts):
        for number, leg in enumerate(part.legs):
            row, column = leg.hole
            moved = Leg(leg.name, ((row + 1) % board.rows, column), leg.terminal)
            legs = (*part.legs[:number], moved, *part.legs[number + 1 :])
            parts = (*board.parts[:place], replace(part, legs=legs), *board.parts[place + 1 :])
            assert _found(replace(board, parts=parts)), leg.name


@each_board
def test_a_part_that_is_left_out_is_named(board: StripBoard) -> None:
    part = next(part for part in board.parts if part.kind == "resistor")
    rest = replace(board, parts=tuple(each for each in board.parts if each != part))
    assert [line for line in _found(rest) if line.endswith("is not on the board")]


def test_two_transistors_do_not_stand_in_one_place() -> None:
    board = boards()["drivers"]
    first, second = (part for part in board.parts if part.name in ("Q1", "Q2"))
    column = first.legs[0].hole[1]
    legs = tuple(Leg(leg.name, (leg.hole[0], column), leg.terminal) for leg in second.legs)
    crowded = tuple(replace(part, legs=legs) if part == second else part for part in board.parts)
    assert "Q1 and Q2 are in each other's way" in _found(replace(board, parts=crowded))


@pytest.mark.parametrize("wrong", ["", "7", "c7", "CC7", "C"])
def test_what_is_no_hole_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no hole"):
        hole(wrong)
