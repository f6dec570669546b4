"""The middle of the screen: the sum and both dice, or a few words as large as they fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pygame import Rect

from fieldkit.games.big_game.scoreboard.board import HallScreen
from fieldkit.games.big_game.scoreboard.shapes import draw_die
from hardware.scoreboard.draw import Box, Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.theme import Colour

ACCENTS = 0.1
"""The reach of accents and tails out of a line, as a share of its size."""
SUM_HEIGHT = 0.6
"""The height of the giant sum on a landscape screen, as a share of the whole."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the middle: its words, size (a share of the unit), face, and whether they are soft."""

    text: str
    share: float
    face: Face = Face.BLACK
    is_soft: bool = False


def draw_roll(canvas: Canvas, board: HallScreen, rect: Rect) -> None:
    """Draw the sum, and the dice at its right."""
    ground = canvas.glowing("sum", canvas.theme.paper)
    canvas.surface.fill(ground, rect)
    if board["sum"] is None or board["dice"] is None:
        return
    margin = canvas.px(0.034)
    size = min(canvas.px(0.212), rect.width * 23 // 100, rect.height * 36 // 100)
    gap = size // 5
    top = rect.centery - (2 * size + gap) // 2
    for place, pips in enumerate(board["dice"]):
        draw_die(canvas, pips, Rect(rect.right - margin - size, top + place * (size + gap), size, size))
    room = Rect(rect.left + margin, rect.top, rect.width - 3 * margin - size, rect.height)
    tall = round(canvas.area.height * SUM_HEIGHT) if canvas.wide else round(rect.height * 0.8)
    draw_sum(canvas, str(board["sum"]), room, tall, canvas.theme.ink)


def draw_sum(canvas: Canvas, text: str, rect: Rect, height: int, colour: Colour) -> Rect:
    """Draw a number of ``height`` px, lower where it is too wide; its figures stand close together."""
    fonts = canvas.fonts
    size = fonts.figure_size(Face.BLACK, min(height, rect.height))
    for _ in range(2):
        drawn = fonts.text(text, Face.BLACK, size, colour)
        ink = drawn.get_bounding_rect()
        if ink.width <= rect.width:
            break
        size = max(1, size * rect.width // ink.width - 1)
    at = Rect(0, 0, ink.width, ink.height)
    at.center = rect.center
    canvas.surface.blit(drawn, at, ink)
    canvas.boxes.append(Box("figure", text, at))
    return at


def shouted(canvas: Canvas, text: str, share: float, width: int) -> list[Line]:
    """Set words in capitals, in two lines of like length where one would have to be smaller."""
    return [Line(row, share) for row in halves(canvas, text.upper(), share, width)]


def halves(canvas: Canvas, text: str, share: float, width: int) -> list[str]:
    """Return the text as one line where it fits, else cut at the space nearest to its middle."""
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    if not spaces or canvas.fonts.width(text, Face.BLACK, canvas.px(share)) <= width:
        return [text]
    middle = min(spaces, key=lambda place: abs(place - len(text) / 2))
    return [text[:middle], text[middle + 1 :]]


def draw_lines(
    canvas: Canvas, rect: Rect, lines: Sequence[Line], gap: float = 0.03, ink: Colour | None = None
) -> None:
    """Draw lines below each other in the middle of ``rect``, each as wide as it has room, in ``ink`` or soft.

    They are ``gap`` (a share of the unit) apart, or more: an accent and a tail between them must not touch.
    """
    theme = canvas.theme
    shares = [line.share for line in lines]
    gaps = [max(gap, ACCENTS * (above + below)) for above, below in pairwise(shares)] + [0.0]
    whole = canvas.unit * (sum(shares) + sum(gaps))
    squeeze = min(1.0, rect.height / max(1.0, whole))
    top = rect.centery - whole * squeeze / 2
    for line, between in zip(lines, gaps, strict=True):
        tall = canvas.unit * line.share * squeeze
        row = Rect(rect.left, round(top), rect.width, round(tall))
        colour = theme.soft if line.is_soft else ink or theme.ink
        canvas.text(line.text, row, line.share * squeeze, colour, line.face, "centre")
        top += tall + canvas.unit * between * squeeze
