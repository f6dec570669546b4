"""The name of the event a field belongs to, on every scene of the field's own screen.

So that nobody is in the wrong one: large above the scene before a match and after it, else in a line below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event.parts import draw_lettered, lettering
from hardware.scoreboard.fair import FairPicture
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.motion import Move, Scene
from hardware.scoreboard.scene import Picture, draw_plate_word

LARGE = ("setup", "ready", "over")
"""The stages of a match in which there is time and room to read the name large."""
_MARGIN = 0.04
_PLATE = 0.06
"""The height of the plate of a practice event at most, as a share of the unit."""


@dataclass(frozen=True, slots=True)
class _Strip:
    """A strip's height with the name in one row and in two, and the size of the name at most."""

    one: float
    two: float
    max_size: float
    face: Face


_ABOVE = _Strip(0.115, 0.17, 0.085, Face.BLACK)
_BELOW = _Strip(0.048, 0.088, 0.034, Face.BOLD)


@dataclass(frozen=True, slots=True)
class EventPicture:
    """A picture with the event's ``name`` above it (``large``) or below it.

    The picture has the rest of the screen. ``practice``: nothing of this event counts.
    """

    picture: Picture
    name: str
    practice: bool = False
    large: bool = False

    @property
    def running(self) -> bool:
        return self.picture.running

    @property
    def scene(self) -> object:
        """The scene of the picture, and where the name stands: when that changes, nothing flies."""
        return self.picture.scene, self.large

    def moves(self, before: Scene) -> Sequence[Move]:
        return self.picture.moves(before.picture if isinstance(before, EventPicture) else before)

    def figures(self) -> Mapping[str, object]:
        return self.picture.figures()

    def still(self, canvas: Canvas) -> None:
        """Draw the name, and the picture on what is left of the area."""
        area, strip = Rect(canvas.area), _ABOVE if self.large else _BELOW
        margin = canvas.px(_MARGIN)
        if not self.large and canvas.wide and isinstance(self.picture, FairPicture):
            # On a landscape screen, the line of fair dice has room for both.
            free = self.picture.free(canvas)
            self.picture.still(canvas)
            self._draw(canvas, strip, Rect(free.left + margin, free.top, free.width - margin, free.height))
            return
        tall = self._tall(canvas, strip, area.width - 2 * margin)
        top = area.top if self.large else area.bottom - tall
        canvas.surface.fill(canvas.theme.paper, Rect(area.left, top, area.width, tall))
        self._draw(canvas, strip, Rect(area.left + margin, top, area.width - 2 * margin, tall))
        rest = area.top + tall if self.large else area.top
        canvas.area = Rect(area.left, rest, area.width, max(1, area.height - tall))
        self.picture.still(canvas)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return where the picture's clock is drawn."""
        return self.picture.clock_areas(canvas)

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the picture's clock."""
        self.picture.moving(canvas, now_ms)

    def _tall(self, canvas: Canvas, strip: _Strip, width: int) -> int:
        """Return the strip's height: a portrait screen has room for two rows, where one would be small."""
        if self.practice:
            word = canvas.translate(_PRACTICE)
            width -= canvas.fonts.width(word, Face.BOLD, canvas.px(0.04)) + canvas.px(0.05)
        fits = canvas.fonts.width(self.name, strip.face, canvas.px(strip.max_size)) <= width
        return canvas.px(strip.one if canvas.wide or fits else strip.two)

    def _draw(self, canvas: Canvas, strip: _Strip, rect: Rect) -> None:
        """Draw the name at the left of ``rect``, and at its right end that it is practice."""
        words = Rect(rect.left, rect.top, max(1, rect.width), rect.height)
        if self.practice:
            tall = min(canvas.px(_PLATE), rect.height * 9 // 10)
            place = Rect(words.left, rect.centery - tall // 2, words.width, tall)
            plate = draw_plate_word(canvas, canvas.translate(_PRACTICE), place)
            words.width = max(1, plate.left - canvas.px(0.02) - words.left)
        letters = lettering(canvas, [self.name], strip.face, words, strip.max_size)
        draw_lettered(canvas, self.name, words, letters, strip.face)


_PRACTICE = Term("PRACTICE")
