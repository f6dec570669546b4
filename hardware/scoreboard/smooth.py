"""Round shapes without steps: pygame's own are ragged, so they are drawn large and shrunk."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from hardware.scoreboard.theme import Colour

_FINE = 4
"""The factor by which a disc is drawn larger before it is scaled down."""


def disc(
    surface: pygame.Surface, fill: Colour | None, rect: Rect, edge: Colour | None = None, line: int = 0
) -> None:
    """Draw the largest circle in ``rect``, with an ``edge`` of ``line`` px inside it; a ring without fill."""
    radius = min(rect.size) // 2
    if radius > 0:
        drawn = _disc(radius, fill, edge, line)
        surface.blit(drawn, (rect.centerx - radius, rect.centery - radius))


def rounded(
    surface: pygame.Surface,
    fill: Colour | None,
    rect: Rect,
    radius: int,
    edge: Colour | None = None,
    line: int = 0,
    below: bool = True,
) -> None:
    """Draw ``rect`` with round corners, the lower ones square unless ``below``, and an edge inside of it."""
    radius = max(0, min(radius, min(rect.size) // 2))
    tall = rect.height if below else rect.height + radius
    whole = Rect(rect.left, rect.top, rect.width, tall)
    if fill is not None:
        surface.fill(
            fill, Rect(rect.left, rect.top + radius, rect.width, rect.height - radius * (2 if below else 1))
        )
        for y in (rect.top, rect.bottom - radius) if below else (rect.top,):
            surface.fill(fill, Rect(rect.left + radius, y, rect.width - 2 * radius, radius))
    if edge is not None and line:
        for side in (
            Rect(rect.left + radius, rect.top, rect.width - 2 * radius, line),
            Rect(rect.left + radius, rect.bottom - line, rect.width - 2 * radius, line),
            Rect(rect.left, rect.top + radius, line, rect.height - 2 * radius),
            Rect(rect.right - line, rect.top + radius, line, rect.height - 2 * radius),
        ):
            surface.fill(edge, side)
    if radius:
        drawn = _disc(radius, fill, edge, line)
        for x, left in ((0, whole.left), (radius, whole.right - radius)):
            for y, top in ((0, whole.top), (radius, whole.bottom - radius)):
                if below or y == 0:
                    surface.blit(drawn, (left, top), Rect(x, y, radius, radius))


_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""The pips of a die by their places, counted row by row."""


def draw_die(surface: Surface, pips: int, rect: Rect, ground: Colour, ink: Colour) -> None:
    """Draw a die that shows ``pips``."""
    surface.blit(_die(pips, min(rect.size), ground, ink), rect)


@lru_cache(maxsize=48)
def _die(pips: int, size: int, ground: Colour, ink: Colour) -> Surface:
    def paint(large: Surface) -> None:
        whole = large.get_rect()
        edge = max(_FINE, round(whole.width * 0.05))
        pygame.draw.rect(large, ink, whole, border_radius=round(whole.width * 0.2))
        inner = whole.inflate(-2 * edge, -2 * edge)
        pygame.draw.rect(large, ground, inner, border_radius=round(whole.width * 0.16))
        for spot in _PIPS[pips]:
            row, column = divmod(int(spot) - 1, 3)
            at = (whole.width * (0.257 + column * 0.243), whole.width * (0.257 + row * 0.243))
            pygame.draw.circle(large, ink, at, whole.width * 0.105)

    return painted((size, size), ink, paint)


def painted(size: tuple[int, int], ground: Colour, paint: Callable[[Surface], None]) -> Surface:
    """Let ``paint`` paint on a larger surface, and shrink it; its edges fade into ``ground``."""
    large = Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA, 32)
    large.fill((*ground, 0))
    paint(large)
    return pygame.transform.smoothscale(large, size)


@lru_cache(maxsize=256)
def _disc(radius: int, fill: Colour | None, edge: Colour | None, line: int) -> pygame.Surface:
    """Return a disc whose rim fades over one pixel; the colour under what is transparent is the rim's own."""
    rim = (edge if edge is not None and line else fill) or (0, 0, 0)

    def paint(large: Surface) -> None:
        middle, half = large.get_rect().center, large.get_width() / 2
        pygame.draw.circle(large, rim, middle, half)
        if edge is not None and line:
            inner = (*edge, 0) if fill is None else fill
            pygame.draw.circle(large, inner, middle, half - line * _FINE)

    return painted((2 * radius, 2 * radius), rim, paint)
