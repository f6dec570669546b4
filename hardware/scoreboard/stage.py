"""The stage of the pictures, and the show that draws each frame once and no more than it must."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect

from fieldkit.phrases import ENGLISH, Language
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Fonts, Icons
from hardware.scoreboard.motion import Glow, Levels, Motion, Move
from hardware.scoreboard.scene import Picture, draw_no_link
from hardware.scoreboard.theme import Theme

STALE_MS = 10_000
"""After this a picture whose clock stands still is drawn again: it may tell how long something has lasted."""


class Stage:
    """A surface on which pictures are drawn, whole or only where something moves; ``day`` tells the time."""

    def __init__(
        self, theme: Theme, translate: Language = ENGLISH, day: Callable[[], str] = lambda: ""
    ) -> None:
        self._theme = theme
        self.day = day
        self._translate = translate
        self._fonts = Fonts()
        self._icons = Icons()
        self._still: pygame.Surface | None = None
        self._fixed = 0
        self._over: list[Rect] = []

    def whole(
        self, surface: pygame.Surface, picture: Picture, now_ms: float, linked: bool, glow: Levels
    ) -> Canvas:
        """Draw all of it; without a link a banner takes the lower edge. Returns the canvas it is drawn on."""
        canvas = Canvas(surface, self._theme, self._fonts, self._icons, surface.get_rect(), glow)
        canvas.translate, canvas.now_ms, canvas.day = self._translate, now_ms, self.day()
        if not linked:
            tall = canvas.px(0.075)
            banner = Rect(0, surface.get_height() - tall, surface.get_width(), tall)
            canvas.area = Rect(0, 0, surface.get_width(), banner.top)
            draw_no_link(canvas, banner)
        picture.still(canvas)
        self._still, self._fixed, self._over = surface.copy(), len(canvas.boxes), []
        picture.moving(canvas, now_ms)
        return canvas

    def frame(
        self, canvas: Canvas, picture: Picture, now_ms: float, under_way: Sequence[tuple[Move, float]] = ()
    ) -> list[Rect]:
        """Draw the clock and what is under way again on what `whole` drew; returns where."""
        areas = [*picture.clock_areas(canvas), *self._over]
        if self._still is not None:
            for area in areas:
                canvas.surface.blit(self._still, area, area)
        del canvas.boxes[self._fixed :]
        picture.moving(canvas, now_ms)
        drawn = [move.draw(canvas, share) for move, share in under_way]
        self._over = [rect.clip(canvas.surface.get_rect()) for rect in drawn if rect is not None]
        return areas + self._over


class Animator:
    """Successive pictures on one stage: the new is drawn whole, the moving alone, the still not at all."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._glow = Glow()
        self._motion = Motion()
        self._canvas: Canvas | None = None
        self._picture: Picture | None = None
        self._shown: tuple[object, ...] = ()
        self._flew = False

    def draw(
        self, surface: pygame.Surface, picture: Picture, linked: bool, now_ms: float, at: float
    ) -> list[Rect] | None:
        """Draw what has changed at ``at`` (s); returns where, None for everywhere."""
        if picture is not self._picture:
            self._glow.see(picture.figures(), at)
        before = self._picture if self._shown and self._shown[1] and linked else None
        if picture is not before:
            self._motion.see(before, picture, at)
        self._picture = picture
        under_way = self._motion.under_way(at)
        levels = self._glow.levels(at)
        minutes = (self._stage.day(), 0 if picture.running else now_ms // STALE_MS)
        shown = (picture, linked, surface, surface.get_size(), levels, minutes)
        new = self._canvas is None or shown != self._shown
        if self._canvas is None or new:
            self._canvas = self._stage.whole(surface, picture, now_ms, linked, levels)
        areas: list[Rect] = []
        if under_way or self._flew or (picture.running and not new):
            areas = self._stage.frame(self._canvas, picture, now_ms, under_way)
        self._shown, self._flew = shown, bool(under_way)
        return None if new else areas

    def moving(self, at: float) -> bool:
        """Return whether the next frame will differ from the last one."""
        running = self._picture is not None and self._picture.running
        return running or bool(self._motion.under_way(at)) or bool(self._glow.levels(at))
