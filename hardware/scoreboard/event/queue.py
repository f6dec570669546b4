"""The matches of each field now, next and after that, and how late it is: for teams that have to be there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pygame import Rect

from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event import parts
from hardware.scoreboard.event.board import Field, Match
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, draw_plate_word
from hardware.scoreboard.smooth import rounded

PER_PAGE = 4
"""The number of fields of a page."""
_TOP = 0.08
"""The height of a field's name, as a share of the unit."""
_SHARES = (0.295, 0.41, 0.295)
"""The shares of a field's card that its matches take: now, next, and the one after that."""
_TWO = 0.75
"""From this width on, as a share of the unit, two teams stand beside each other."""
_MOST_TEAMS = 4
"""The greatest number of teams of a scheduled match."""


@dataclass(frozen=True, slots=True)
class Queue(parts.Page):
    """The fields of one page."""

    shown: tuple[Field, ...]
    title: object = Term("Who plays next")
    nothing: ClassVar[Term] = Term("No field takes part yet")

    def draw(self, canvas: Canvas, room: Rect) -> None:
        """Draw a card for each field."""
        count = len(self.shown)
        columns, rows = (count, 1) if canvas.wide else (1 if count < 3 else 2, -(-count // 2))
        for field, cell in zip(self.shown, parts.grid(room, columns, rows, canvas.px(0.022)), strict=False):
            _draw_field(canvas, field, cell)


def _draw_field(canvas: Canvas, field: Field, rect: Rect) -> None:
    """Draw a field's name, how late it is, and its three matches below each other."""
    theme, tall = canvas.theme, canvas.px(_TOP)
    canvas.plate(rect, theme.card, theme.line)
    top = Rect(rect.left, rect.top, rect.width, tall)
    rounded(canvas.surface, theme.bar, top, canvas.px(0.012))
    inner = top.inflate(-2 * canvas.px(0.018), 0)
    words = canvas.translate(parts.lag(field.lag))
    if field.lag > 0:
        place = inner.inflate(0, -round(tall * 0.36))
        place = Rect(inner.centerx, place.top, inner.right - inner.centerx, place.height)
        end = draw_plate_word(canvas, words, place).left
    else:
        half = Rect(inner.centerx, inner.top, inner.right - inner.centerx, inner.height)
        end = canvas.text(words, half, 0.036, theme.bar_soft, align="right").left
    name = Rect(inner.left, inner.top, end - canvas.px(0.015) - inner.left, inner.height)
    canvas.text(field.name, name, 0.062, theme.bar_ink, Face.BLACK)
    below = Rect(rect.left, top.bottom, rect.width, rect.bottom - top.bottom)
    said = ((Term("Now"), field.now), (Term("Next"), field.next), (Term("Then"), field.after))
    above = 0.0
    for number, ((word, match), share) in enumerate(zip(said, _SHARES, strict=True)):
        _draw_match(canvas, word, match, band(below, above, above + share), number == 1 and match is not None)
        above += share


def _draw_match(canvas: Canvas, word: Term, match: Match | None, rect: Rect, is_next: bool) -> None:
    """Draw a match under its word; the next one stands out, since its teams have to come."""
    theme = canvas.theme
    area = rect.inflate(-2 * canvas.px(0.008), -2 * canvas.px(0.004))
    if is_next:
        canvas.plate(area, theme.plate, theme.plate_edge)
    ink, soft = (theme.plate_ink, theme.plate_ink) if is_next else (theme.ink, theme.soft)
    inner = area.inflate(-2 * canvas.px(0.012), -2 * canvas.px(0.004))
    names = [] if match is None else parts.team_names(match, canvas.translate)
    across = 2 if rect.width > canvas.px(_TWO) else 1
    rows = -(-max(_MOST_TEAMS, len(names)) // across)
    tall = min(inner.height / (rows + 1), canvas.px(0.09))
    first = parts.row_of(inner, 0, tall)
    at = canvas.text(canvas.translate(word), first, min(0.05, 0.72 * tall / canvas.unit), ink, Face.BLACK)
    rest = Rect(at.right + canvas.px(0.02), first.top, 0, first.height)
    rest.width = first.right - rest.left
    if match is None:
        nobody = Term("nobody plays") if word == "Now" else Term("no more matches")
        canvas.text(canvas.translate(nobody), rest, 0.036, soft, align="right")
        return
    told = Message("{time} · {match}", {"time": match.starts, "match": parts.match_name(match)})
    canvas.text(canvas.translate(told), rest, 0.038, soft, align="right")
    face, gap = Face.BLACK if is_next else Face.SEMI, canvas.px(0.02)
    wide = (inner.width - gap * (across - 1)) // across
    share = parts.common_share(canvas, names, face, 0.72 * tall / canvas.unit, wide)
    for number, name in enumerate(names):
        row, column = divmod(number, across)
        line = parts.row_of(inner, row + 1, tall)
        at = Rect(line.left + column * (wide + gap), line.top, wide, line.height)
        canvas.text(name, at, share, ink, face)
