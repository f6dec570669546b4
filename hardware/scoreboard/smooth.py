"""Round shapes without steps: pygame's own are ragged, so they are drawn large and shrunk."""

from __future__ import annotations

from functools import lru_cache

import pygame
from pygame import Rect

from hardware.scoreboard.theme import Colour

_FINE = 4
"""How many times larger a disc is drawn before it is scaled down."""


def disc(
    surface: pygame.Surface, fill: Colour | None, rect: Rect, edge: Colour | None = None, line: int = 0
) -> None:
    """The largest circle in ``rect``, with an ``edge`` of ``line`` px inside of it; without a fill a ring."""
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
    """``rect`` with round corners of ``radius`` px and an edge of ``line`` px inside of it.

    The lower corners stay square unless ``below``. Without a ``fill`` only the edge is drawn.
    """
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


@lru_cache(maxsize=256)
def _disc(radius: int, fill: Colour | None, edge: Colour | None, line: int) -> pygame.Surface:
    """A disc whose rim fades over one pixel; the colour under what is transparent is the rim's own."""
    rim = edge if edge is not None and line else fill
    size = 2 * radius * _FINE
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    rim = (0, 0, 0) if rim is None else rim
    large.fill((*rim, 0))
    pygame.draw.circle(large, rim, (size / 2, size / 2), size / 2)
    if edge is not None and line:
        inner = (*edge, 0) if fill is None else fill
        pygame.draw.circle(large, inner, (size / 2, size / 2), size / 2 - line * _FINE)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
