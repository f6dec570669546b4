"""Motions over the newest view: a changed figure glows, a ball flies to its team, a gain rises."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pygame import Rect

from hardware.scoreboard import smooth
from hardware.scoreboard.draw import Canvas, centred

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


class Scene(Protocol):
    """A picture, as `Motion` needs it."""

    @property
    def scene(self) -> object:
        """Equal for pictures between which things may move."""

    def moves(self, before: Scene) -> Sequence[Move]:
        """Return what moves from the picture ``before``, which is of the same scene."""


@dataclass(frozen=True, slots=True)
class Flight:
    """A ball of a kind that flies from one place to another."""

    kind: str
    start: str
    end: str
    seconds: float = FLIGHT_S

    def draw(self, canvas: Canvas, share: float) -> Rect | None:
        """Draw the kind's icon on a disc with an ink edge."""
        disc = flying(canvas, self.start, self.end, share, 0.062, 0.05)
        if disc is not None:
            smooth.disc(canvas.surface, canvas.theme.card, disc, canvas.theme.ink, canvas.px(0.004))
            inner = disc.inflate(-disc.width * 3 // 8, -disc.width * 3 // 8)
            canvas.icon(self.kind, inner, canvas.theme.kind(self.kind))
        return disc


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

    def see(self, before: Scene | None, after: Scene, at: float) -> None:
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
"""How fresh the change of each figure is, by its name: from 1 down to 0."""


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
