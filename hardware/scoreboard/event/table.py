"""The standings: a row for each team, its points at the end, where the eye looks for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pygame import Rect

from fieldkit.phrases import Term
from hardware.scoreboard.draw import Align, Canvas
from hardware.scoreboard.event import parts
from hardware.scoreboard.event.board import RankingRow
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import columns
from hardware.scoreboard.theme import Colour

PER_PAGE = 24
"""The number of teams of a page: two columns on a landscape screen, one on a portrait screen."""
_ONE_COLUMN = 12
"""Up to this many there is one column, with more figures, on a screen that lies too."""
_ROW = 0.085
"""The greatest height of a row, as a share of the unit."""


@dataclass(frozen=True, slots=True)
class Table(parts.Page):
    """One page of the standings."""

    shown: tuple[RankingRow, ...]
    title: object = Term("Standings")
    nothing: ClassVar[Term] = Term("No result has been confirmed yet")

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw the rows, in one column or two."""
        count = 2 if canvas.wide and len(self.shown) > _ONE_COLUMN else 1
        each = -(-len(self.shown) // count)
        for number, rect in enumerate(columns(room, count, canvas.px(0.05))):
            part = self.shown[number * each : (number + 1) * each]
            _draw_rows(canvas, part, each, rect, full=canvas.wide and count == 1)


def _draw_rows(canvas: Canvas, rows: Sequence[RankingRow], count: int, rect: Rect, full: bool) -> None:
    head = canvas.px(0.048)
    tall = min((rect.height - head) / max(1, count), canvas.px(_ROW))
    said = [Term("Matches"), Term("Won"), Term("Scored"), Term("Points")]
    cells = _places(canvas, Rect(rect.left, rect.top, rect.width, head), full)[2:]
    for cell, term in zip(cells, said if full else [said[0], said[3]], strict=True):
        canvas.text(canvas.translate(term), cell, 0.034, canvas.theme.soft, Face.TEXT, "right")
    below = Rect(rect.left, rect.top + head, rect.width, rect.height - head)
    names, width = [row.name for row in rows], _places(canvas, below, full)[1].width
    share = parts.common_share(canvas, names, Face.BOLD, min(0.055, 0.66 * tall / canvas.unit), width)
    for number, row in enumerate(rows):
        _draw_row(canvas, row, parts.row_of(below, number, tall), full, share)


def _places(canvas: Canvas, rect: Rect, full: bool) -> list[Rect]:
    """Return the places of the columns; without wins and scored unless ``full``."""
    gap, pad = canvas.px(0.014), canvas.px(0.012)
    wide = [canvas.px(part) for part in ((0.08, 0.14, 0.12, 0.14, 0.17) if full else (0.065, 0.13, 0.14))]
    inner = Rect(rect.left + pad, rect.top, rect.width - 2 * pad, rect.height)
    place = Rect(inner.left, inner.top, wide[0], inner.height)
    figures, right = list[Rect](), inner.right
    for each in reversed(wide[1:]):
        figures.insert(0, Rect(right - each, inner.top, each, inner.height))
        right -= each + gap
    left = place.right + gap
    return [place, Rect(left, inner.top, right - left, inner.height), *figures]


def _draw_row(canvas: Canvas, row: RankingRow, rect: Rect, full: bool, share: float) -> None:
    theme, line = canvas.theme, max(1, canvas.px(0.002))
    if row.place == 1:
        canvas.surface.fill(theme.glow, rect)
    canvas.surface.fill(theme.line, Rect(rect.left, rect.top, rect.width, line))
    place, name, *cells = _places(canvas, rect, full)
    _draw_figure(canvas, str(row.place), place, 0.5, theme.soft, "left")
    club = row.club if full else ""
    if club:
        wide = min(canvas.fonts.width(club, Face.TEXT, canvas.least), name.width * 2 // 5)
        letters = canvas.fonts.width(row.name, Face.BOLD, round(share * canvas.unit))
        if letters + wide + canvas.px(0.03) <= name.width:
            side = Rect(name.right - wide, name.top, wide, name.height)
            canvas.text(club, side, 0.034, theme.soft, Face.TEXT, "right")
    canvas.text(row.name, name, share, theme.ink, Face.BOLD)
    small = [row.played, row.won, row.score] if full else [row.played]
    for cell, figure in zip(cells, small, strict=False):
        _draw_figure(canvas, str(figure), cell, 0.46, theme.soft, "right")
    _draw_figure(canvas, row.points, cells[-1], 0.64, theme.ink, "right")


def _draw_figure(canvas: Canvas, text: str, rect: Rect, share: float, ink: Colour, align: Align) -> None:
    """Draw a figure as a share of its row's height; points may have a fraction behind them."""
    height = min(round(rect.height * share), canvas.px(0.05))
    canvas.figures(text, rect, height, ink, Face.BLACK if share > 0.5 else Face.BOLD, align)
