"""The stage of the pictures: each frame is drawn once and no more than it must, and things move over it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame
from pygame import Rect

from fieldkit.phrases import ENGLISH, Language, Term
from hardware.scoreboard.draw import Canvas, centred, disc, part
from hardware.scoreboard.fonts import Face, Fonts
from hardware.scoreboard.theme import Theme

GLOW_S = 1.5
"""Seconds that a changed figure glows."""
MAX_SHADES = 10
"""The number of shades of a glow; each costs a whole picture."""
FLIGHT_S = 0.45
"""Seconds that a ball flies or a gain rises."""
MAX_MOTIONS = 12
"""The number of motions shown at once, the newest; more would tell nobody anything."""


class Move(Protocol):
    """One thing that moves between places which the picture has noted in `Canvas.places`."""

    @property
    def seconds(self) -> float:
        """Return how long it moves."""

    def draw(self, canvas: Canvas, share: float) -> Rect | None:
        """Draw it when ``share`` (0 to 1) of its time is over; returns where, None where it has no place."""


class Picture:
    """One view, ready to be drawn as often as its clock runs; by itself it has no clock and nothing moves."""

    __slots__ = ()

    @property
    def running(self) -> bool:
        """Return whether the clock runs."""
        return False

    @property
    def scene(self) -> object:
        """Equal for pictures between which things may move."""
        return type(self)

    def moves(self, before: Picture) -> Sequence[Move]:
        """Return what moves from the picture ``before``, which is of the same scene."""
        return ()

    def figures(self) -> Mapping[str, object]:
        """Return the figures that glow for a moment when they differ from the view before, by name."""
        return {}

    def still(self, canvas: Canvas) -> None:
        """Draw all but the clock on ``canvas.area``."""

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return where `moving` draws."""
        return ()

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock at the moment ``now_ms`` of the kit's clock."""


@dataclass(frozen=True, slots=True)
class FramedPicture(Picture):
    """The base of pictures that leave a ``picture`` the rest of the screen."""

    picture: Picture

    @property
    def running(self) -> bool:
        return self.picture.running

    @property
    def scene(self) -> object:
        return self.picture.scene

    def moves(self, before: Picture) -> Sequence[Move]:
        return self.picture.moves(before.picture if isinstance(before, type(self)) else before)

    def figures(self) -> Mapping[str, object]:
        return self.picture.figures()

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        return self.picture.clock_areas(canvas)

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        self.picture.moving(canvas, now_ms)


@dataclass(frozen=True, slots=True)
class Flight:
    """A ball of a kind that flies from one place to another."""

    kind: str
    start: str
    end: str
    seconds: float = FLIGHT_S

    def draw(self, canvas: Canvas, share: float) -> Rect | None:
        """Draw the kind's icon on a disc with an ink edge."""
        at = flying(canvas, self.start, self.end, share, 0.062, 0.05)
        if at is not None:
            disc(canvas.surface, canvas.theme.card, at, canvas.theme.ink, canvas.px(0.004))
            inner = at.inflate(-at.width * 3 // 8, -at.width * 3 // 8)
            canvas.icon(self.kind, inner, canvas.theme.kind(self.kind))
        return at


def flying(canvas: Canvas, start: str, end: str, share: float, size: float, lift: float) -> Rect | None:
    """Return where a thing between two places is, ``size`` and ``lift`` in shares; None without a place."""
    if start not in canvas.places or end not in canvas.places:
        return None
    ends = canvas.places[start].center, canvas.places[end].center
    return centred(way(*ends, share, canvas.px(lift)), canvas.px(size))


@dataclass(frozen=True, slots=True)
class Gain:
    """Points won or lost, in the room beside the figure that already counts them."""

    points: int
    place: str
    seconds: float = FLIGHT_S

    def draw(self, canvas: Canvas, share: float) -> Rect | None:
        """Let a won one rise and a lost one sink; where there is no room the figure's glow has to do."""
        room = canvas.places.get(self.place, Rect(0, 0, 0, 0))
        tall = canvas.px(0.06)
        if room.width < tall or room.height < 2 * tall:
            return None
        x, low, high = room.left, room.bottom - tall, room.top
        start, end = ((x, low), (x, high)) if self.points > 0 else ((x, high), (x, low))
        line = Rect(way(start, end, share, 0), (room.width, tall))
        text = f"{self.points:+d}".replace("-", "\u2212")
        return canvas.figures(text, line, tall * 3 // 4, canvas.theme.ink).inflate(4, 4)


def way(start: Sequence[float], end: Sequence[float], share: float, lift: float) -> tuple[int, int]:
    """Return the place of a thing after ``share`` of its time: slow at both ends, ``lift`` px up midway."""
    share = min(1.0, max(0.0, share))
    eased = share * share * (3 - 2 * share)
    x, y = (a + (b - a) * eased for a, b in zip(start, end, strict=True))
    return round(x), round(y - lift * 4 * eased * (1 - eased))


class Motion:
    """The things that are on their way just now."""

    def __init__(self) -> None:
        self._since: list[tuple[Move, float]] = []

    def see(self, before: Picture | None, after: Picture, at: float) -> None:
        """Start what moves between two successive pictures; another scene, or None, ends all motion."""
        if before is None or before.scene != after.scene:
            self._since.clear()
            return
        self._since = (self._since + [(move, at) for move in after.moves(before)])[-MAX_MOTIONS:]

    def under_way(self, at: float) -> list[tuple[Move, float]]:
        """Each motion and how much of its time is over, from 0 up to but not 1."""
        self._since = [(move, since) for move, since in self._since if at - since < move.seconds]
        return [(move, max(0.0, at - since) / move.seconds) for move, since in self._since]


Levels = Mapping[str, float]
"""The freshness of the change of each figure by its name, from 1 down to 0."""


class Glow:
    """The figures that have just changed."""

    def __init__(self) -> None:
        self._shown: Mapping[str, object] = {}
        self._since: dict[str, float] = {}

    def see(self, figures: Mapping[str, object], at: float) -> None:
        """Compare with the figures before; one that was not there before does not glow."""
        for name, value in figures.items():
            if name in self._shown and self._shown[name] != value:
                self._since[name] = at
        self._shown = figures

    def levels(self, at: float) -> dict[str, float]:
        """Return how fresh each change is, from 1 down to 0 in `MAX_SHADES`; settled ones are left out."""
        self._since = {name: since for name, since in self._since.items() if at - since < GLOW_S}
        return {
            name: math.ceil(MAX_SHADES * (1 - (at - since) / GLOW_S)) / MAX_SHADES
            for name, since in self._since.items()
        }


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
        self._still: pygame.Surface | None = None
        self._fixed = 0
        self._over: list[Rect] = []

    def whole(
        self, surface: pygame.Surface, picture: Picture, now_ms: float, linked: bool, glow: Levels
    ) -> Canvas:
        """Draw all of it; without a link a banner takes the lower edge. Returns the canvas it is drawn on."""
        canvas = Canvas(surface, self._theme, self._fonts, surface.get_rect(), glow)
        canvas.translate, canvas.now_ms, canvas.day = self._translate, now_ms, self.day()
        if not linked:
            banner = part(canvas.area, top=canvas.area.bottom - canvas.px(0.075))
            canvas.area = part(canvas.area, bottom=banner.top)
            draw_banner(canvas, banner, Term("No link to the kit: last known state"))
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


def draw_banner(canvas: Canvas, rect: Rect, told: object, margin: float = 0.04) -> None:
    """Draw a banner that says that nothing is heard; ``margin`` is a share of the unit."""
    canvas.surface.fill(canvas.theme.plate_edge, rect)
    inner = rect.inflate(-2 * canvas.px(margin), 0)
    canvas.text(told, inner, 0.05, canvas.theme.plate_ink, Face.BOLD, "centre")


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
