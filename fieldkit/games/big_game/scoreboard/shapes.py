"""The hall's drawings: a group's ground, dice, the clock's ring, the sum, words as large as they fit."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import Rect, Surface

from fieldkit import colours
from fieldkit.games.big_game.forms import Group
from fieldkit.games.big_game.scoreboard.board import HallScreen
from fieldkit.games.declared import Value
from hardware.scoreboard.draw import Box, Canvas, centred, paint_die, painted
from hardware.scoreboard.fonts import Face, halved, icon
from hardware.scoreboard.theme import SUN, Colour, rgb

GROUNDS: dict[Group, Colour] = {"sun": SUN.team("sun"), "moon": SUN.team("moon")}
"""A group's ground is as light or dark by day as at dusk: it is a day's or a night's sky."""
DISCS: dict[Group, Colour] = {"sun": rgb(colours.SUN["sun-disc"]), "moon": rgb(colours.SUN["moon-disc"])}
ACCENTS = 0.1
"""The reach of accents and tails out of a line, as a share of its size."""
SUM_HEIGHT = 0.6
"""The height of the giant sum on a landscape screen, as a share of the whole."""


def inset(canvas: Canvas, rect: Rect, wide: float, tall: float = 0) -> Rect:
    """Return ``rect`` within margins, which are shares of the unit."""
    return rect.inflate(-2 * canvas.px(wide), -2 * canvas.px(tall) if tall else 0)


def draw_mark(canvas: Canvas, name: str, group: Group, rect: Rect) -> None:
    """Draw the group on its own ground, as large as fits: outlined in ink in any light."""
    size = min(rect.size)
    at = centred(rect.center, size)
    canvas.surface.blit(icon(name, size, DISCS[group], SUN.outline), at)
    canvas.boxes.append(Box("icon", name, at))


def draw_ground(canvas: Canvas, group: Group | None, rect: Rect) -> None:
    """Draw the group's sky; day above night for a turn in which everybody acts."""
    if group is not None:
        canvas.surface.fill(GROUNDS[group], rect)
        room = rect.inflate(-rect.width // 12, -rect.height // 12)
        draw_mark(canvas, group, group, room)
        return
    canvas.surface.blit(_two_skies(rect.size), rect)
    wide, tall = (0.72, 0.46) if rect.height >= rect.width else (0.47, 1)
    half = Rect(rect.left, rect.top, round(rect.width * wide), round(rect.height * tall))
    night = half.move(rect.width - half.width, rect.height - half.height)
    draw_mark(canvas, "sun", "sun", half.inflate(-half.width // 9, -half.height // 9))
    draw_mark(canvas, "moon", "moon", night.inflate(-night.width // 9, -night.height // 9))


@lru_cache(maxsize=4)
def _two_skies(size: tuple[int, int]) -> Surface:
    def paint(large: Surface) -> None:
        wide, tall = large.get_size()
        large.fill(GROUNDS["sun"])
        night: list[tuple[float, float]] = [(0.56, 0), (1, 0), (1, 1), (0.44, 1)]
        if tall >= wide:
            night = [(0, 0.58), (1, 0.42), (1, 1), (0, 1)]
        pygame.draw.polygon(large, GROUNDS["moon"], [(wide * x, tall * y) for x, y in night])

    return painted(size, GROUNDS["sun"], paint)


def draw_cap(canvas: Canvas, group: Group | None, rect: Rect) -> None:
    """Draw the cap of a roll: the group that acted, by ground and mark; both where everybody acted."""
    left = Rect(rect.left, rect.top, rect.width // 2, rect.height)
    right = Rect(left.right, rect.top, rect.width - left.width, rect.height)
    halves: Mapping[Group, Rect] = {group: rect} if group else {"sun": left, "moon": right}
    corner = canvas.px(0.007)
    for each, half in halves.items():
        corners = {
            "border_top_left_radius": corner if half.left == rect.left else 0,
            "border_top_right_radius": corner if half.right == rect.right else 0,
        }
        pygame.draw.rect(canvas.surface, GROUNDS[each], half, **corners)
        draw_mark(canvas, f"mark-{each}", each, half.inflate(-half.width // 12, -half.height // 8))


def draw_die(canvas: Canvas, pips: int, rect: Rect) -> None:
    """Draw a die that shows ``pips``."""
    theme = canvas.theme
    paint_die(canvas.surface, pips, rect, theme.card, theme.ink)
    canvas.boxes.append(Box("icon", f"die {pips}", Rect(rect)))


@lru_cache(maxsize=16)
def ring(size: int, colour: Colour, ground: Colour) -> Surface:
    """Return a whole ring of ``size`` px, a tenth of it wide."""

    def paint(large: Surface) -> None:
        middle = (large.get_width() / 2, large.get_height() / 2)
        pygame.draw.circle(large, colour, middle, large.get_width() / 2, round(large.get_width() * 0.09))

    return painted((size, size), ground, paint)


def draw_ring(
    canvas: Canvas, rect: Rect, share: float, colour: Colour, track: Colour, ground: Colour
) -> None:
    """Draw the clock's ring: ``share`` is left, clockwise from the top; the rest shows the ``track``."""
    canvas.surface.blit(ring(rect.width, track, ground), rect)
    share = min(1.0, max(0.0, share))
    if share <= 0:
        return
    whole = ring(rect.width, colour, ground)
    if share < 1:
        whole = whole.copy()
        wide, middle = rect.width, rect.width / 2
        angles = [2 * math.pi * (share + (1 - share) * step / 24) for step in range(25)]
        rim = [(middle + wide * math.sin(angle), middle - wide * math.cos(angle)) for angle in angles]
        pygame.draw.polygon(whole, (*colour, 0), [(middle, middle), *rim])
    canvas.surface.blit(whole, rect)


class Line(Value):
    """A line of the middle: its words, size (a share of the unit), face, and whether they are soft."""

    text: object
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


def draw_sum(canvas: Canvas, text: str, rect: Rect, height: int, colour: Colour) -> None:
    """Draw a number of ``height`` px, lower where it is too wide; its figures stand close together."""
    fonts = canvas.fonts
    size = fonts.figure_size(Face.BLACK, min(height, rect.height))
    for _ in range(2):
        drawn = fonts.text(text, Face.BLACK, size, colour)
        ink = drawn.get_bounding_rect()
        if ink.width <= rect.width:
            break
        size = max(1, size * rect.width // ink.width - 1)
    at = centred(rect.center, *ink.size)
    canvas.surface.blit(drawn, at, ink)
    canvas.boxes.append(Box("figure", text, at))


def shouted(canvas: Canvas, text: object, share: float, width: int) -> list[Line]:
    """Set words in capitals, in two lines of like length where one would have to be smaller."""
    return [Line(row, share) for row in halves(canvas, canvas.translate(text).upper(), share, width)]


def halves(canvas: Canvas, text: str, share: float, width: int) -> list[str]:
    """Return the text as one line where it fits, else cut at the space nearest to its middle."""
    fits = canvas.fonts.width(text, Face.BLACK, canvas.px(share)) <= width
    return [text] if fits else halved(text)


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
