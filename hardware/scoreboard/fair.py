"""The line under every scene of a match whose dice everybody may check: how the promised hash begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.games.fair import SHORT
from fieldkit.phrases import Message
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.motion import Move, Scene
from hardware.scoreboard.scene import Picture

TALL = 0.045
"""The height of the line, as a share of the unit."""
_MARGIN, _SIZE = 0.04, 0.034


@dataclass(frozen=True, slots=True)
class FairPicture:
    """A picture of a game with the line below it; the game has the rest of the screen."""

    picture: Picture
    hash: str

    @property
    def running(self) -> bool:
        return self.picture.running

    @property
    def scene(self) -> object:
        """The scene of the game."""
        return self.picture.scene

    def moves(self, before: Scene) -> Sequence[Move]:
        """Return what moves in the game's part."""
        return self.picture.moves(before.picture if isinstance(before, FairPicture) else before)

    def figures(self) -> Mapping[str, object]:
        """Return the figures of the game."""
        return self.picture.figures()

    def still(self, canvas: Canvas) -> None:
        """Draw the line, and the game on what is left of the area."""
        area, line = Rect(canvas.area), _line(canvas)
        canvas.surface.fill(canvas.theme.paper, line)
        margin = canvas.px(_MARGIN)
        canvas.text(self._words(canvas), line.inflate(-2 * margin, 0), _SIZE, canvas.theme.soft, Face.TEXT)
        tall = line.height
        canvas.area = Rect(area.left, area.top, area.width, max(1, area.height - tall))
        self.picture.still(canvas)

    def free(self, canvas: Canvas) -> Rect:
        """Return what the words leave free of the line, at their right: asked before all is drawn."""
        line, size = _line(canvas), max(canvas.least, canvas.px(_SIZE))
        wide = canvas.px(_MARGIN) + canvas.fonts.width(self._words(canvas), Face.TEXT, size)
        return Rect(line.left + wide, line.top, line.width - wide - canvas.px(_MARGIN), line.height)

    def _words(self, canvas: Canvas) -> str:
        return canvas.translate(Message("Fair dice: {hash}", {"hash": short(self.hash)}))

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return where the game's clock is drawn."""
        return self.picture.clock_areas(canvas)

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the game's clock."""
        self.picture.moving(canvas, now_ms)


def _line(canvas: Canvas) -> Rect:
    area, tall = canvas.area, canvas.px(TALL)
    return Rect(area.left, area.bottom - tall, area.width, tall)


def short(text: str) -> str:
    """Return the first digits of a hash, in groups of four as people read them out."""
    return " ".join(text[place : place + 4] for place in range(0, min(SHORT, len(text)), 4))
