"""The drawings of the strip boards, seen from the parts' side, with a list of every leg's hole."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from hardware.wiring.sheet import BAR, Sheet
from hardware.wiring.strips import BoardPart, Hole, StripBoard, boards, hole_name
from hardware.wiring.svg import CARD, CLOCK, GREEN, INK, LINE, PLATE, RED, SOFT, Point, Rect, n

PITCH = 20.0
LEFT, TOP = 54.0, BAR + 62.0
_COPPER = "#efd3ae"
_LIST_STEP, _LIST_COLUMNS = 26.0, 2


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
        sheet.canvas.path(f"M{_xy(a)}L{_xy(b)}", edge=INK, wide=5)
    for part in board.parts:
        _part(sheet, part, board)
    for cut in board.cuts:
        x, y = _at(cut)
        sheet.canvas.path(f"M{n(x - 6)} {n(y - 6)}l12 12m0 -12l-12 12", edge=RED, wide=4)
    for wire in board.wires:
        x, y = _at(wire.legs[0].hole)
        sheet.canvas.disc(x, y, 10, CLOCK, INK, 2)
        sheet.canvas.text(x, y + 6, wire.name, 16, "head", "middle")
    for place, line in enumerate(listed):
        column, row = divmod(place, per_column)
        sheet.canvas.text(28 + column * (wide - 56) / _LIST_COLUMNS, down + 18 + row * _LIST_STEP, line, 17)
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
    cuts = list(_runs(board.cuts))
    return found + [f"Cuts: {', '.join(cuts[first : first + 6])}" for first in range(0, len(cuts), 6)]


def _runs(cuts: Sequence[Hole]) -> Iterator[str]:
    """Yield the cuts, those that follow each other down a column as one."""
    for _, run in groupby(sorted(enumerate(cuts), key=_run), key=_run):
        holes = [hole_name(cut) for _, cut in run]
        yield holes[0] if len(holes) == 1 else f"{holes[0]} to {holes[-1]}"


def _run(numbered: tuple[int, Hole]) -> tuple[int, int]:
    """Return the same for cuts that follow each other down a column, in the order of the file."""
    number, (row, column) = numbered
    return column, row - number


def _strips(sheet: Sheet, board: StripBoard) -> None:
    canvas, cuts = sheet.canvas, set(board.cuts)
    right, bottom = _at((board.rows - 1, board.columns - 1))
    canvas.rect(Rect(LEFT - 16, TOP - 16, right + 16, bottom + 16), PLATE, LINE, 2)
    for row in range(board.rows):
        first = 0
        for column in range(board.columns + 1):
            if column == board.columns or (row, column) in cuts:
                if column > first:
                    left, y = _at((row, first))
                    right, _ = _at((row, column - 1))
                    canvas.rect(Rect(left - 8, y - 7, right + 8, y + 7), _COPPER, _COPPER, 0, 3)
                first = column + 1
        letter = hole_name((row, 0))[0]
        canvas.text(LEFT - 30, _at((row, 0))[1] + 6, letter, 16, "bold", "middle", SOFT)
        for column in range(board.columns):
            x, y = _at((row, column))
            if (row, column) not in cuts:
                canvas.disc(x, y, 2.5, SOFT)
    for column in [0, *range(4, board.columns, 5)]:
        canvas.text(_at((0, column))[0], TOP - 26, str(column + 1), 16, "bold", "middle", SOFT)


def _part(sheet: Sheet, part: BoardPart, board: StripBoard) -> None:
    match part.kind:
        case "transistor" | "block":
            _block(sheet, part)
        case "terminal":
            _terminal(sheet, part, board.columns)
        case _:
            _two_legs(sheet, part)


def _two_legs(sheet: Sheet, part: BoardPart) -> None:
    """Draw a resistor, a capacitor or a diode between two holes; a diode's ring is at its first leg."""
    (ax, ay), (bx, by) = (_at(leg.hole) for leg in part.legs)
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    body = min(length - 14, 64.0)
    middle = ((ax + bx) / 2, (ay + by) / 2)
    ends = [(middle[0] + side * ux * body / 2, middle[1] + side * uy * body / 2) for side in (-1, 1)]
    canvas = sheet.canvas
    canvas.path(f"M{n(ax)} {n(ay)}L{n(bx)} {n(by)}", edge=INK, wide=3)
    trace = f"M{n(ends[0][0])} {n(ends[0][1])}L{n(ends[1][0])} {n(ends[1][1])}"
    canvas.path(trace, edge=INK, wide=22)
    shrunk = [(x + side * 2.5 * ux, y + side * 2.5 * uy) for side, (x, y) in zip((1, -1), ends, strict=True)]
    canvas.path(
        f"M{n(shrunk[0][0])} {n(shrunk[0][1])}L{n(shrunk[1][0])} {n(shrunk[1][1])}", edge=CARD, wide=17
    )
    if part.kind == "diode":
        x, y = ends[0][0] + 7 * ux, ends[0][1] + 7 * uy
        canvas.path(f"M{n(x - 9 * uy)} {n(y + 9 * ux)}L{n(x + 9 * uy)} {n(y - 9 * ux)}", edge=INK, wide=6)
    for x, y in ((ax, ay), (bx, by)):
        canvas.disc(x, y, 4, INK)
    canvas.text(middle[0], middle[1] + 6, part.name, 16, "head", "middle")


def _block(sheet: Sheet, part: BoardPart) -> None:
    """Draw a part that covers its holes: a transistor's legs carry their letters."""
    places = [_at(leg.hole) for leg in part.legs]
    across, down = zip(*places, strict=True)
    box = Rect(min(across) - 11, min(down) - 11, max(across) + 11, max(down) + 11)
    sheet.canvas.path(
        f"M{n(box.left)} {n(box.top)}H{n(box.right)}V{n(box.bottom)}H{n(box.left)}Z", SOFT, INK, 2
    )
    for leg, (x, y) in zip(part.legs, places, strict=True):
        sheet.canvas.disc(x, y, 4, CARD)
        if part.kind == "transistor":
            letter = leg.name.rpartition(".")[2].upper()
            sheet.canvas.text(x + 16, y + 6, letter, 16, "head")
    middle = (box.top + box.bottom) / 2 + 6
    if box.right - box.left < 100:
        sheet.canvas.text(box.left - 6, middle, part.name, 16, "head", "end")
    else:
        # Beside the cuts in its middle.
        sheet.canvas.text(box.right - 18, box.top + 26, part.name, 16, "head", "end", CARD)


def _terminal(sheet: Sheet, part: BoardPart, columns: int) -> None:
    """Draw a screw terminal; if it lies along a row its name stands beside it, since a cut may be below."""
    (ax, ay), (bx, by) = (_at(leg.hole) for leg in part.legs)
    left, right, top, bottom = min(ax, bx) - 12, max(ax, bx) + 12, min(ay, by) - 12, max(ay, by) + 12
    canvas = sheet.canvas
    canvas.path(f"M{n(left)} {n(top)}H{n(right)}V{n(bottom)}H{n(left)}Z", GREEN, INK, 2)
    for x, y in ((ax, ay), (bx, by)):
        canvas.disc(x, y, 6, CARD, INK, 2)
    middle = (top + bottom) / 2 + 6
    if ax == bx:
        canvas.text(ax, middle, part.name, 16, "head", "middle", CARD)
    elif part.legs[0].hole[1] < columns / 2:
        canvas.text(right + 6, middle, part.name, 16, "head")
    else:
        canvas.text(left - 6, middle, part.name, 16, "head", "end")


def _at(hole: Hole) -> Point:
    return LEFT + hole[1] * PITCH, TOP + hole[0] * PITCH


def _xy(hole: Hole) -> str:
    x, y = _at(hole)
    return f"{n(x)} {n(y)}"
