"""Strip boards, hole by hole: what is soldered where, and whether that is what the schematic joins.

`boards.toml` holds the boards. Holes of one row are joined until a cut; a link joins two holes. Each leg and
each wire names the terminal of a schematic that it is, so that the two are compared.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from hardware.wiring.nets import GROUND, nets
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import Rect

FILE = Path(__file__).with_name("boards.toml")
Hole = tuple[int, int]
"""Row and column, both from 0."""
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


@dataclass(frozen=True, slots=True)
class Leg:
    """A part's leg or a wire's end: where it is soldered, and which terminal of which schematic it is."""

    name: str
    hole: Hole
    terminal: str


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part on the board: its name on the drawing, what it is, its kind for drawing, and its legs."""

    name: str
    what: str
    kind: str
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class StripBoard:
    """A whole board as `boards.toml` describes it."""

    title: str
    says: str
    note: str
    rows: int
    columns: int
    runs: tuple[str, ...]
    cuts: tuple[Hole, ...]
    links: tuple[tuple[Hole, Hole], ...]
    parts: tuple[BoardPart, ...]
    wires: tuple[BoardPart, ...]
    schematics: tuple[str, ...]
    elsewhere: frozenset[str]
    same: tuple[tuple[str, str], ...]

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The legs of all parts, and the wires' ends."""
        return tuple(leg for part in (*self.parts, *self.wires) for leg in part.legs)


def hole(name: str) -> Hole:
    """`C7` as row and column from 0; ValueError for what is none."""
    if not (name[:1].isalpha() and name[:1].isupper() and name[1:].isdigit()):
        raise ValueError(f"{name} is no hole: a row's letter and a column's number")
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def hole_name(at: Hole) -> str:
    """Return the other way round."""
    return f"{chr(ord('A') + at[0])}{at[1] + 1}"


@cache
def boards() -> Mapping[str, StripBoard]:
    """Return the boards on file."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {key: _board(key, each) for key, each in raw.items()}


def _board(key: str, raw: Mapping[str, Any]) -> StripBoard:
    first, *_ = schematics = tuple(raw.get("schematics", [key]))
    placed = (each.split(": ") for each in raw["elsewhere"])
    rows, columns = raw["size"]
    return StripBoard(
        raw["title"],
        raw["says"],
        raw["note"].strip(),
        rows,
        columns,
        runs=tuple(raw["cuts"]),
        cuts=tuple(at for each in raw["cuts"] for at in _run(each)),
        links=tuple((hole(a), hole(b)) for a, b in map(str.split, raw["links"])),
        parts=tuple(_part(first, *each) for each in raw["parts"]),
        wires=tuple(
            BoardPart(name, to, "wire", (Leg(name, hole(at), _in(first, terminal)),))
            for name, to, at, terminal in raw["wires"]
        ),
        schematics=schematics,
        elsewhere=frozenset(f"{sheet}:{part}" for sheet, parts in placed for part in parts.split()),
        same=tuple((_in(first, a), _in(first, b)) for a, b in map(str.split, raw.get("same", ()))),
    )


def _in(sheet: str, name: str) -> str:
    """Return a name with the schematic before it."""
    return name if ":" in name else f"{sheet}:{name}"


def _run(words: str) -> Iterator[Hole]:
    """Read a hole, or those down a column: `A15 to T15`."""
    begin, _, end = words.partition(" to ")
    row, column = hole(begin)
    yield from ((each, column) for each in range(row, hole(end or begin)[0] + 1))


def _part(sheet: str, name: str, what: str, kind: str, holes: str, of: str) -> BoardPart:
    """Read a part from its row of the file."""
    found: list[tuple[str, Hole]] = []
    if ":" in holes:
        for begin, names in (run.split(":") for run in holes.split(";")):
            row, column = hole(begin.strip())
            found += [(leg, (row + down, column)) for down, leg in enumerate(names.split())]
    else:
        legs = ("2", "1") if of.startswith("-") else ("1", "2")
        found = list(zip(legs, map(hole, holes.split()), strict=True))
    ends = of.removeprefix("-").split()
    named = ends if len(ends) > 1 else [f"{ends[0]}.{leg}" for leg, _ in found]
    soldered = (
        Leg(f"{name}.{leg}", at, "" if leg == "-" else _in(sheet, terminal))
        for (leg, at), terminal in zip(found, named, strict=True)
    )
    return BoardPart(name, what, kind, tuple(soldered))


def joined(board: StripBoard) -> dict[Hole, int]:
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


def schematic_nets(sheets: Iterable[Sheet], same: Iterable[tuple[str, str]] = ()) -> dict[str, int]:
    """Return the number of each terminal's net, by `<sheet>:<terminal>`; a supply's signs are one net."""
    terminals: list[str] = []
    wires = list(same)
    rails: dict[float | None, str] = {}
    for sheet in sheets:
        for terminal in sheet.terminals.values():
            name = f"{sheet.name}:{terminal.name}"
            terminals.append(name)
            if terminal.rail and ("." not in terminal.name or terminal.gives == GROUND):
                wires.append((rails.setdefault(terminal.gives, name), name))
        wires += [(f"{sheet.name}:{a}", f"{sheet.name}:{b}") for a, b in (*sheet.wires, *sheet.joins)]
    return {name: number for number, group in enumerate(nets(terminals, wires)) for name in group}


def faults(board: StripBoard, sheets: Mapping[str, Callable[[], Sheet]]) -> list[str]:
    """Return what is wrong with a board, a sentence each; an empty list is a board to solder."""
    return [
        *_misplaced(board),
        *_crowded(board),
        *_unlike(board, [sheets[name]() for name in board.schematics]),
    ]


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
        if room(a).meets(room(b))
    ]


def room(part: BoardPart) -> Rect:
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
    there = schematic_nets(sheets, board.same)
    unknown = [leg for leg in board.legs if leg.terminal and leg.terminal not in there]
    if unknown:
        return [f"{leg.name} is {leg.terminal}, which no schematic has" for leg in unknown]
    here = joined(board)
    found = [
        f"{a.name} and {b.name} are {'joined' if on_board else 'apart'} on the board, not in the schematic"
        for a, b in combinations([leg for leg in board.legs if leg.hole in here], 2)
        if (on_board := here[a.hole] == here[b.hole])
        != (a.terminal != "" != b.terminal and there[a.terminal] == there[b.terminal])
    ]
    here_or_elsewhere = {leg.terminal for leg in board.legs} | board.elsewhere
    lacking = (name for name in there if not {name, name.partition(".")[0]} & here_or_elsewhere)
    return found + [f"{name} is not on the board" for name in sorted(lacking) if "." in name]
