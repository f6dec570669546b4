"""Strip boards, hole by hole: what is soldered where, and their drawings, seen from the parts' side.

`boards.toml` holds the boards. Holes of one row are joined until a cut; a link joins two holes. Each leg and
each wire names the terminal of a schematic that it is, so that a test compares the two.
"""

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hardware.wiring.sheet import BAR, Sheet
from hardware.wiring.svg import CARD, CLOCK, GREEN, INK, LINE, PLATE, RED, SOFT, Point, Rect

FILE = Path(__file__).with_name("boards.toml")
Hole = tuple[int, int]
"""Row and column, both from 0."""
PITCH = 20.0
LEFT, TOP = 54.0, BAR + 62.0
_COPPER = "#efd3ae"
_LIST_STEP, _LIST_COLUMNS = 26.0, 2


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


def board_sheet(key: str) -> Sheet:
    """One board: its strips, cuts, links and parts; below, each of them with its holes."""
    board = boards()[key]
    listed = _listed(board)
    down = TOP + board.rows * PITCH + 34
    per_column = math.ceil(len(listed) / _LIST_COLUMNS)
    note = down + per_column * _LIST_STEP + 14
    lines = board.note.count("\n") + 1
    wide = max(800, int(LEFT + board.columns * PITCH + 26))
    sheet = Sheet(f"board-{key}", board.title, board.says, wide, int(note + 26 * lines + 56))
    _strips(sheet, board)
    for a, b in board.links:
        sheet.path(_trace(complex(*_at(a)), complex(*_at(b))), edge=INK, wide=5)
    for part in board.parts:
        if part.kind in ("transistor", "block"):
            _block(sheet, part)
        elif part.kind == "terminal":
            _terminal(sheet, part, board.columns)
        else:
            _two_legs(sheet, part)
    for cut in board.cuts:
        sheet.path("M-6 -6l12 12m0 -12l-12 12", edge=RED, wide=4, at=_at(cut))
    for wire in board.wires:
        x, y = _at(wire.legs[0].hole)
        sheet.disc(x, y, 10, CLOCK, INK, 2)
        sheet.text(x, y + 6, wire.name, 16, "head", "middle")
    for place, line in enumerate(listed):
        column, row = divmod(place, per_column)
        sheet.text(28 + column * (wide - 56) / _LIST_COLUMNS, down + 18 + row * _LIST_STEP, line, 17)
    sheet.note(note, board.note)
    return sheet


def _listed(board: StripBoard) -> list[str]:
    """List every part, wire, link and cut with its holes, a line each."""
    found = []
    for part in board.parts:
        # The words of a block say where its legs are.
        where = "" if part.kind == "block" else f": {', '.join(hole_name(leg.hole) for leg in part.legs)}"
        found.append(f"{part.name}, {part.what}{where}")
    found += [f"Wire at {hole_name(wire.legs[0].hole)}: {wire.what}" for wire in board.wires]
    found += [f"Link: {hole_name(a)} to {hole_name(b)}" for a, b in board.links]
    runs = board.runs
    return found + [f"Cuts: {', '.join(runs[first : first + 6])}" for first in range(0, len(runs), 6)]


def _strips(sheet: Sheet, board: StripBoard) -> None:
    cuts = set(board.cuts)
    right, bottom = _at((board.rows - 1, board.columns - 1))
    sheet.rect(Rect(LEFT, TOP, right, bottom).grown(16), PLATE, LINE, 2)
    for row in range(board.rows):
        first = 0
        for column in range(board.columns + 1):
            if column == board.columns or (row, column) in cuts:
                if column > first:
                    left, y = _at((row, first))
                    right, _ = _at((row, column - 1))
                    sheet.rect(Rect(left - 8, y - 7, right + 8, y + 7), _COPPER, _COPPER, 0, 3)
                first = column + 1
        letter = hole_name((row, 0))[0]
        sheet.text(LEFT - 30, _at((row, 0))[1] + 6, letter, 16, "bold", "middle", SOFT)
        for column in range(board.columns):
            x, y = _at((row, column))
            if (row, column) not in cuts:
                sheet.disc(x, y, 2.5, SOFT)
    for column in [0, *range(4, board.columns, 5)]:
        sheet.text(_at((0, column))[0], TOP - 26, str(column + 1), 16, "bold", "middle", SOFT)


def _two_legs(sheet: Sheet, part: BoardPart) -> None:
    """Draw a resistor, a capacitor or a diode between two holes; a diode's ring is at its first leg."""
    a, b = ends = [complex(*_at(leg.hole)) for leg in part.legs]
    way, middle = (b - a) / abs(b - a), (a + b) / 2
    half = way * min(abs(b - a) - 14, 64) / 2
    sheet.path(_trace(a, b), edge=INK, wide=3)
    sheet.path(_trace(middle - half, middle + half), edge=INK, wide=22)
    sheet.path(_trace(middle - half + 2.5 * way, middle + half - 2.5 * way), edge=CARD, wide=17)
    if part.kind == "diode":
        ring = middle - half + 7 * way
        sheet.path(_trace(ring + 9j * way, ring - 9j * way), edge=INK, wide=6)
    for end in ends:
        sheet.disc(end.real, end.imag, 4, INK)
    sheet.text(middle.real, middle.imag + 6, part.name, 16, "head", "middle")


def _trace(a: complex, b: complex) -> str:
    """Return a line between two places as a path."""
    return f"M{a.real:f} {a.imag:f}L{b.real:f} {b.imag:f}"


def _block(sheet: Sheet, part: BoardPart) -> None:
    """Draw a part that covers its holes: a transistor's legs carry their letters."""
    box = _frame(sheet, part, 11, SOFT)
    for leg in part.legs:
        x, y = _at(leg.hole)
        sheet.disc(x, y, 4, CARD)
        if part.kind == "transistor":
            letter = leg.name.rpartition(".")[2].upper()
            sheet.text(x + 16, y + 6, letter, 16, "head")
    middle = box.middle[1] + 6
    if box.right - box.left < 100:
        sheet.text(box.left - 6, middle, part.name, 16, "head", "end")
    else:
        # Beside the cuts in its middle.
        sheet.text(box.right - 18, box.top + 26, part.name, 16, "head", "end", CARD)


def _terminal(sheet: Sheet, part: BoardPart, columns: int) -> None:
    """Draw a screw terminal; if it lies along a row its name stands beside it, since a cut may be below."""
    box = _frame(sheet, part, 12, GREEN)
    for leg in part.legs:
        sheet.disc(*_at(leg.hole), 6, CARD, INK, 2)
    middle = box.middle[1] + 6
    if box.right - box.left == 24:
        sheet.text(box.left + 12, middle, part.name, 16, "head", "middle", CARD)
    elif part.legs[0].hole[1] < columns / 2:
        sheet.text(box.right + 6, middle, part.name, 16, "head")
    else:
        sheet.text(box.left - 6, middle, part.name, 16, "head", "end")


def _frame(sheet: Sheet, part: BoardPart, wide: float, fill: str) -> Rect:
    """Draw a box around a part's legs."""
    across, down = zip(*(_at(leg.hole) for leg in part.legs), strict=True)
    box = Rect(min(across), min(down), max(across), max(down)).grown(wide)
    sheet.path(f"M{box.left} {box.top}H{box.right}V{box.bottom}H{box.left}Z", fill, INK, 2)
    return box


def _at(hole: Hole) -> Point:
    return LEFT + hole[1] * PITCH, TOP + hole[0] * PITCH
