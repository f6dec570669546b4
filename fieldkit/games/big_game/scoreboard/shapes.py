"""The hall's drawings without words, with smooth edges: a group's ground, dice, the ring of the clock."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from fieldkit import colours
from fieldkit.games.big_game.forms import Group
from hardware.scoreboard import smooth
from hardware.scoreboard.draw import Box, Canvas
from hardware.scoreboard.smooth import painted
from hardware.scoreboard.theme import SUN, Colour, rgb

GROUNDS: dict[Group, Colour] = {"sun": SUN.team("sun"), "moon": SUN.team("moon")}
"""A group's ground is as light or dark by day as at dusk: it is a day's or a night's sky."""
DISCS: dict[Group, Colour] = {"sun": rgb(colours.SUN["sun-disc"]), "moon": rgb(colours.SUN["moon-disc"])}


def draw_mark(canvas: Canvas, name: str, group: Group, rect: Rect) -> None:
    """Draw the group on its own ground, as large as fits: outlined in ink in any light."""
    size = min(rect.size)
    at = Rect(0, 0, size, size)
    at.center = rect.center
    canvas.surface.blit(canvas.icons.icon(name, size, DISCS[group], SUN.outline), at)
    canvas.boxes.append(Box("icon", name, at))


def draw_ground(canvas: Canvas, group: Group | None, rect: Rect) -> None:
    """Draw the group's sky; day above night for a turn in which everybody acts."""
    if group is not None:
        canvas.surface.fill(GROUNDS[group], rect)
        room = rect.inflate(-rect.width // 12, -rect.height // 12)
        draw_mark(canvas, group, group, room)
        return
    canvas.surface.blit(_two_skies(rect.size), rect)
    if rect.height >= rect.width:
        half = Rect(rect.left, rect.top, round(rect.width * 0.72), round(rect.height * 0.46))
        night = half.move(rect.width - half.width, rect.height - half.height)
    else:
        half = Rect(rect.left, rect.top, round(rect.width * 0.47), rect.height)
        night = half.move(rect.width - half.width, 0)
    draw_mark(canvas, "sun", "sun", half.inflate(-half.width // 9, -half.height // 9))
    draw_mark(canvas, "moon", "moon", night.inflate(-night.width // 9, -night.height // 9))


@lru_cache(maxsize=4)
def _two_skies(size: tuple[int, int]) -> Surface:
    def paint(large: Surface) -> None:
        wide, tall = map(float, large.get_size())
        large.fill(GROUNDS["sun"])
        if tall >= wide:
            night = [(0.0, tall * 0.58), (wide, tall * 0.42), (wide, tall), (0.0, tall)]
        else:
            night = [(wide * 0.56, 0.0), (wide, 0.0), (wide, tall), (wide * 0.44, tall)]
        pygame.draw.polygon(large, GROUNDS["moon"], night)

    return painted(size, GROUNDS["sun"], paint)


def draw_cap(canvas: Canvas, group: Group | None, rect: Rect) -> None:
    """Draw the cap of a roll: the group that acted, by ground and mark; both where everybody acted."""
    halves: list[tuple[Group, Rect]] = []
    if group is not None:
        halves.append((group, rect))
    else:
        left = Rect(rect.left, rect.top, rect.width // 2, rect.height)
        halves += [("sun", left), ("moon", Rect(left.right, rect.top, rect.width - left.width, rect.height))]
    for each, half in halves:
        corner = canvas.px(0.007)
        corners = {
            "border_top_left_radius": corner if half.left == rect.left else 0,
            "border_top_right_radius": corner if half.right == rect.right else 0,
        }
        pygame.draw.rect(canvas.surface, GROUNDS[each], half, **corners)
        inner = half.inflate(-half.width // 12, -half.height // 8)
        draw_mark(canvas, f"mark-{each}", each, inner)


def draw_die(canvas: Canvas, pips: int, rect: Rect) -> None:
    """Draw a die that shows ``pips``."""
    theme = canvas.theme
    smooth.draw_die(canvas.surface, pips, rect, theme.card, theme.ink)
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
        middle = (rect.width / 2, rect.width / 2)
        turns = [share + (1 - share) * step / 24 for step in range(25)]
        rim = [
            (
                middle[0] + rect.width * math.sin(2 * math.pi * t),
                middle[1] - rect.width * math.cos(2 * math.pi * t),
            )
            for t in turns
        ]
        pygame.draw.polygon(whole, (*colour, 0), [middle, *rim])
    canvas.surface.blit(whole, rect)
