"""The head of every scene of a hub: the event's name, large, and the link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, draw_plate_word

MARGIN = 0.035
"""The free edge of every scene, as a share of the unit."""
_TALL_ROWS = (0.12, 0.085)
"""The two rows of the bar of a screen that stands: the event, and what is shown of it."""


@dataclass(frozen=True, slots=True)
class SceneHead:
    """The event's ``name``, and since when (a time of day) the hub is ``away``; empty while it is heard.

    ``practice``: nothing of it counts.
    """

    name: str
    practice: bool = False
    away: str = ""


def draw_head(canvas: Canvas, head: SceneHead, title: object, tall: float = 0.14, loud: bool = False) -> Rect:
    """Draw the bar with the event's name and the scene's ``title``, and what is to know of the link.

    ``tall`` is the bar's height on a screen that lies, as a share of the unit; a ``loud`` title is as large
    as the event's name. Returns the room that is left.
    """
    area = Rect(canvas.area)
    canvas.surface.fill(canvas.theme.paper, area)
    if head.away:
        area.height -= _draw_away(canvas, head.away, area)
    bar = Rect(area.topleft, (area.width, canvas.px(tall if canvas.wide else sum(_TALL_ROWS))))
    canvas.surface.fill(canvas.theme.bar, bar)
    canvas.surface.fill(canvas.theme.line, Rect(bar.left, bar.bottom, bar.width, canvas.px(0.002)))
    inner = bar.inflate(-2 * canvas.px(MARGIN), 0)
    if canvas.wide:
        rest = _draw_end(canvas, head, inner)
        rest = _draw_title(canvas, title, rest, tall * 0.66 if loud else 0.05, loud)
        canvas.text(head.name, rest, tall * 0.66, canvas.theme.bar_ink, Face.BLACK)
    else:
        share = _TALL_ROWS[0] / sum(_TALL_ROWS)
        canvas.text(head.name, band(inner, 0.05, share - 0.03), 0.094, canvas.theme.bar_ink, Face.BLACK)
        row = band(inner, share + 0.01, 0.97)
        rest = _draw_end(canvas, head, row)
        ink, face = (canvas.theme.bar_ink, Face.BLACK) if loud else (canvas.theme.bar_soft, Face.SEMI)
        canvas.text(canvas.translate(title), rest, 0.06 if loud else 0.052, ink, face)
    return Rect(area.left, bar.bottom, area.width, area.bottom - bar.bottom)


def _draw_end(canvas: Canvas, head: SceneHead, rect: Rect) -> Rect:
    """Draw the time of day and whether it is practice, at the end of the bar; return the rest."""
    gap, end = canvas.px(0.03), rect.right
    if canvas.day:
        wide = canvas.px(0.15)
        place = Rect(end - wide, rect.top, wide, rect.height)
        ink = canvas.figures(canvas.day, place, canvas.px(0.046), canvas.theme.bar_soft, Face.BOLD, "right")
        end = ink.left - gap
    if head.practice:
        tall = min(round(rect.height * 0.62), canvas.px(0.075))
        place = Rect(rect.left, rect.centery - tall // 2, end - rect.left, tall)
        end = draw_plate_word(canvas, canvas.translate(Term("PRACTICE")), place).left - gap
    return Rect(rect.left, rect.top, max(1, end - rect.left), rect.height)


def _draw_title(canvas: Canvas, title: object, rect: Rect, share: float, loud: bool) -> Rect:
    """Draw the scene's title at the end of ``rect``, of which it takes half at most; return the rest."""
    ink, face = (canvas.theme.bar_ink, Face.BLACK) if loud else (canvas.theme.bar_soft, Face.SEMI)
    words = canvas.translate(title)
    wide = min(canvas.fonts.width(words, face, canvas.px(share)), rect.width // 2)
    canvas.text(words, Rect(rect.right - wide, rect.top, wide, rect.height), share, ink, face, "right")
    return Rect(rect.left, rect.top, max(1, rect.width - wide - canvas.px(0.04)), rect.height)


def _draw_away(canvas: Canvas, since: str, area: Rect) -> int:
    """Draw that nothing is heard from the hub, along the lower edge; return how high it is."""
    tall = canvas.px(0.07)
    strip = Rect(area.left, area.bottom - tall, area.width, tall)
    canvas.surface.fill(canvas.theme.plate_edge, strip)
    words = canvas.translate(
        Message("No link to the hub since {time}: nothing here is live", {"time": since})
    )
    inner = strip.inflate(-2 * canvas.px(MARGIN), 0)
    canvas.text(words, inner, 0.05, canvas.theme.plate_ink, Face.BOLD, "centre")
    return tall


def room_of(canvas: Canvas, rest: Rect) -> Rect:
    """Return what a scene may fill of the ``rest`` that `draw_head` left."""
    margin, above = canvas.px(MARGIN), canvas.px(0.025)
    return Rect(rest.left + margin, rest.top + above, rest.width - 2 * margin, rest.height - 2 * above)


def grid(rect: Rect, columns: int, rows: int, gap: int) -> list[Rect]:
    """``rect`` cut into equal cells, row by row."""
    wide, tall = (rect.width - gap * (columns - 1)) // columns, (rect.height - gap * (rows - 1)) // rows
    return [
        Rect(rect.left + column * (wide + gap), rect.top + row * (tall + gap), wide, tall)
        for row in range(rows)
        for column in range(columns)
    ]


def common_share(canvas: Canvas, texts: Sequence[str], face: Face, share: float, width: int) -> float:
    """Return the size (a share of the unit, at most ``share``) at which the longest of these lines fits."""
    size = max(canvas.least, canvas.px(share))
    return min(
        (canvas.fonts.fit(text, face, size, canvas.least, width)[1] for text in texts), default=size
    ) / (canvas.unit)


def row_of(rect: Rect, number: int, tall: float) -> Rect:
    """Row ``number`` of rows of ``tall`` px, which need not be whole."""
    top = rect.top + round(number * tall)
    return Rect(rect.left, top, rect.width, rect.top + round((number + 1) * tall) - top)
