"""The strip boards join what the schematics join and nothing else, and their parts find room."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from hardware.wiring.drawings import SHEETS
from hardware.wiring.nets import GROUND, nets
from hardware.wiring.sheet import Sheet
from hardware.wiring.strips import BoardPart, Hole, Leg, StripBoard, boards, hole, hole_name
from hardware.wiring.svg import Rect

_TWO_LEGS = {
    "resistor": (0.0, 0.45, 4, 11),
    "diode": (0.0, 0.5, 4, 8),
    "capacitor": (0.4, 0.45, 2, 2),
    "terminal": (0.95, 1.5, 2, 2),
    "can": (0.5, 2.0, 2, 3),
}
"""A part's reach past its two legs and to their sides, and the least and the most between them (holes)."""
_BLOCK_ROOM = {"transistor": (0.95, 0.9), "block": (0.45, 0.45)}
"""The reach of a part of more legs, in rows and in columns."""
_ELSEWHERE = {
    "siren": "f pi siren second rail",
    "panel": "rail round alarm start stop round-lamp alarm-lamp start-button stop-button off off-button "
    "stop-nc stop-nc-r stop-nc-c stop-nc-button pi ina",
    "pico": "c3 b1 b2 b3 b4 b5 hub reader led buzzer node",
    "esp32": "c3 b1 b2 b3 b4 b5 reader led buzzer cell s2 node",
    "rs485": "adapter bias-a bias-b t1 t2 h1 h2 h10 cable node plug",
}
ELSEWHERE = {f"{sheet}:{part}" for sheet, parts in _ELSEWHERE.items() for part in parts.split()}
"""The parts of the schematics that do not lie on a board."""
SAME = {"esp32": [("esp32:node.five", "esp32:node.vin")]}
"""The terminals of a schematic that are one pin."""

SCHEMATICS = {sheet.name: make for make in SHEETS if not (sheet := make()).name.startswith("board-")}
each_board = pytest.mark.parametrize("board", boards().values(), ids=boards())


def _joined(board: StripBoard) -> dict[Hole, int]:
    """Return the number of the net at each hole that is not cut away."""
    holes = {(row, column) for row in range(board.rows) for column in range(board.columns)} - {*board.cuts}
    # Legs that are one terminal are joined inside their part: the grounds of a board with a processor.
    inside = [
        (a.hole, b.hole)
        for part in board.parts
        for a, b in combinations(part.legs, 2)
        if a.terminal == b.terminal != ""
    ]
    ways = [*(((row, column), (row, column + 1)) for row, column in holes), *board.links, *inside]
    found = nets(holes, [way for way in ways if holes.issuperset(way)])
    return {at: number for number, group in enumerate(found) for at in group}


def _schematic_nets(sheets: Iterable[Sheet]) -> dict[str, int]:
    """Return the number of each terminal's net, by `<sheet>:<terminal>`; a supply's signs are one net."""
    terminals: list[str] = []
    wires: list[tuple[str, str]] = []
    rails: dict[float | None, str] = {}
    for sheet in sheets:
        for terminal in sheet.terminals.values():
            name = f"{sheet.name}:{terminal.name}"
            terminals.append(name)
            if terminal.rail and ("." not in terminal.name or terminal.gives == GROUND):
                wires.append((rails.setdefault(terminal.gives, name), name))
        wires += SAME.get(sheet.name, [])
        wires += [(f"{sheet.name}:{a}", f"{sheet.name}:{b}") for a, b in (*sheet.wires, *sheet.joins)]
    return {name: number for number, group in enumerate(nets(terminals, wires)) for name in group}


def _misplaced(board: StripBoard) -> list[str]:
    """List ends that lie outside the board, in a cut, or two in one hole."""
    ends = [(leg.name, leg.hole) for leg in board.legs]
    ends += [("a link", at) for link in board.links for at in link]
    found = [
        f"{name} at {hole_name(at)} is outside the board"
        for name, at in ends
        if not (0 <= at[0] < board.rows and 0 <= at[1] < board.columns)
    ]
    found += [f"{name} at {hole_name(at)} is in a cut" for name, at in ends if at in board.cuts]
    taken: dict[Hole, str] = {}
    for name, at in ends:
        if at in taken:
            found.append(f"{taken[at]} and {name} share {hole_name(at)}")
        taken[at] = name
    return found


def _crowded(board: StripBoard) -> list[str]:
    """List parts whose legs do not reach their holes, and parts that stand in each other's way."""
    found = []
    for part in board.parts:
        if part.kind in _TWO_LEGS:
            apart = math.dist(part.legs[0].hole, part.legs[1].hole)
            *_, least, most = _TWO_LEGS[part.kind]
            if not least <= apart <= most:
                found.append(f"{part.name} has its legs {apart:.1f} holes apart, not {least} to {most}")
    return found + [
        f"{a.name} and {b.name} are in each other's way"
        for a, b in combinations(board.parts, 2)
        if _room(a).meets(_room(b))
    ]


def _room(part: BoardPart) -> Rect:
    """Return the place that a part takes over the board, in holes: columns across, rows down."""
    rows, columns = zip(*(leg.hole for leg in part.legs), strict=True)
    if part.kind in _BLOCK_ROOM:
        down, across = _BLOCK_ROOM[part.kind]
    else:
        along, aside, _, _ = _TWO_LEGS[part.kind]
        lies = rows[0] == rows[-1]
        down, across = (aside, along) if lies else (along, aside)
    return Rect(min(columns) - across, min(rows) - down, max(columns) + across, max(rows) + down)


def _unlike(board: StripBoard, sheets: Sequence[Sheet]) -> list[str]:
    """List where the board joins what the schematic keeps apart, or the reverse, or leaves a part out."""
    there = _schematic_nets(sheets)
    unknown = [leg for leg in board.legs if leg.terminal and leg.terminal not in there]
    if unknown:
        return [f"{leg.name} is {leg.terminal}, which no schematic has" for leg in unknown]
    here = _joined(board)
    found = [
        f"{a.name} and {b.name} are {'joined' if on_board else 'apart'} on the board, not in the schematic"
        for a, b in combinations([leg for leg in board.legs if leg.hole in here], 2)
        if (on_board := here[a.hole] == here[b.hole])
        != (a.terminal != "" != b.terminal and there[a.terminal] == there[b.terminal])
    ]
    here_or_elsewhere = {leg.terminal for leg in board.legs} | ELSEWHERE
    lacking = (name for name in there if not {name, name.partition(".")[0]} & here_or_elsewhere)
    return found + [f"{name} is not on the board" for name in sorted(lacking) if "." in name]


def _found(board: StripBoard) -> list[str]:
    """List what is wrong with a board, a sentence each."""
    return [
        *_misplaced(board),
        *_crowded(board),
        *_unlike(board, [SCHEMATICS[name]() for name in board.schematics]),
    ]


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
