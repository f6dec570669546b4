"""From a view to a picture: the scene of its game, the line of fair dice, and the name of the event."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, cast

import msgspec
from pygame import Rect

from fieldkit.following import ParsedView, usual_rate
from fieldkit.games.fair import SHORT
from fieldkit.games.loading import packages
from fieldkit.phrases import Message, Term
from hardware.scoreboard.draw import Canvas, part
from hardware.scoreboard.event.parts import draw_lettered, lettering
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import Notice, decoded, draw_plate_word
from hardware.scoreboard.stage import FramedPicture, Picture

Scenes = Callable[[bytes, str], Picture]
"""A function that reads a public board (JSON, spectators' address); raises Misread."""


@cache
def scenes_of(game: str) -> Scenes | None:
    """Return the scenes of a game, from its package; None for one whose points alone are shown."""
    folder = packages().get(game)
    if folder is None or not any(folder.glob("scoreboard*")):
        return None
    return cast(Scenes, importlib.import_module(f"fieldkit.games.{game}.scoreboard").read)


class _Pace(msgspec.Struct, frozen=True):
    rate: float | None = None


class _Fair(msgspec.Struct, frozen=True):
    hash: str


class _Side(msgspec.Struct, frozen=True):
    name: str
    score: int


class _Frame(msgspec.Struct, frozen=True):
    """The fields that the boards of all games have."""

    stage: str
    game: str | None = None
    spectators: str = ""
    wifi: str = ""
    now: float | None = None
    clock: _Pace = _Pace()
    fair: _Fair | None = None
    doubt: dict[str, object] | None = None
    title: str = ""
    subtitle: str = ""
    sides: list[_Side] = []
    event: str = ""
    event_practice: bool = False


def waiting(kit: str, url: str) -> Notice:
    """Return the scene before the first view."""
    return Notice(kit, Term("Waiting for the kit"), Message("looking for it at {url}", {"url": url}))


def read(body: bytes, kit: str, url: str, named: bool = True) -> ParsedView[Picture]:
    """Read a public board (JSON), ``named`` with its event; ``url`` if it has no address. Raises Misread."""
    frame = decoded(body, _Frame)
    address = frame.spectators or url
    if frame.doubt is not None:
        checks = Term("The referee checks it")
        picture: Picture = Notice(kit, Term("The record is in doubt"), checks, address)
    elif frame.stage == "setup" or frame.game is None:
        soon = Term("the next one is being set up")
        picture = Notice(kit, Term("No match yet"), soon, address, frame.wifi)
    elif (scenes := scenes_of(frame.game)) is not None:
        picture = scenes(body, address)
    elif frame.sides:
        points = " : ".join(f"{side.name} {side.score}" for side in frame.sides)
        picture = Notice(frame.title, points, frame.subtitle, address)
    else:
        unknown = Message("this screen cannot show {game}", {"game": frame.game})
        picture = Notice(kit, Term("A match is on"), unknown, address)
    if frame.fair is not None:
        picture = FairPicture(picture, frame.fair.hash)
    if named and frame.event:
        picture = EventPicture(picture, frame.event, frame.event_practice, frame.stage in LARGE)
    return ParsedView(picture, frame.now, usual_rate(frame.clock.rate))


TALL = 0.045
"""The height of the line, as a share of the unit."""
_MARGIN, _SIZE = 0.04, 0.034


@dataclass(frozen=True, slots=True)
class FairPicture(FramedPicture):
    """A picture of a game with the line below it."""

    hash: str

    def still(self, canvas: Canvas) -> None:
        """Draw the line, and the game on what is left of the area."""
        area, line = Rect(canvas.area), _line(canvas)
        canvas.surface.fill(canvas.theme.paper, line)
        margin = canvas.px(_MARGIN)
        canvas.text(self._words(canvas), line.inflate(-2 * margin, 0), _SIZE, canvas.theme.soft, Face.TEXT)
        canvas.area = part(area, bottom=max(area.top + 1, line.top))
        self.picture.still(canvas)

    def free(self, canvas: Canvas) -> Rect:
        """Return what the words leave free of the line, at their right: asked before all is drawn."""
        line, size = _line(canvas).inflate(-2 * canvas.px(_MARGIN), 0), max(canvas.least, canvas.px(_SIZE))
        return part(line, left=line.left + canvas.fonts.width(self._words(canvas), Face.TEXT, size))

    def _words(self, canvas: Canvas) -> str:
        return canvas.translate(Message("Fair dice: {hash}", {"hash": short(self.hash)}))


def _line(canvas: Canvas) -> Rect:
    return part(canvas.area, top=canvas.area.bottom - canvas.px(TALL))


def short(text: str) -> str:
    """Return the first digits of a hash, in groups of four as people read them out."""
    return " ".join(text[place : place + 4] for place in range(0, min(SHORT, len(text)), 4))


LARGE = ("setup", "ready", "over")
"""The stages of a match in which there is time and room to read the name large."""
_PLATE = 0.06
"""The height of the plate of a practice event at most, as a share of the unit."""


class _Strip(NamedTuple):
    """A strip's height with the name in one row and in two, and the size of the name at most."""

    one: float
    two: float
    max_size: float
    face: Face


_ABOVE = _Strip(0.115, 0.17, 0.085, Face.BLACK)
_BELOW = _Strip(0.048, 0.088, 0.034, Face.BOLD)


@dataclass(frozen=True, slots=True)
class EventPicture(FramedPicture):
    """A picture with the event's ``name`` above it (``large``) or below it; ``practice`` does not count."""

    name: str
    practice: bool = False
    large: bool = False

    @property
    def scene(self) -> object:
        """The scene of the picture, and where the name stands: when that changes, nothing flies."""
        return self.picture.scene, self.large

    def still(self, canvas: Canvas) -> None:
        """Draw the name, and the picture on what is left of the area."""
        area, strip = Rect(canvas.area), _ABOVE if self.large else _BELOW
        margin = canvas.px(_MARGIN)
        if not self.large and canvas.wide and isinstance(self.picture, FairPicture):
            # On a landscape screen, the line of fair dice has room for both.
            free = self.picture.free(canvas)
            self.picture.still(canvas)
            self._draw(canvas, strip, part(free, left=free.left + margin))
            return
        tall = self._tall(canvas, strip, area.width - 2 * margin)
        row = Rect(area.left, area.top if self.large else area.bottom - tall, area.width, tall)
        canvas.surface.fill(canvas.theme.paper, row)
        self._draw(canvas, strip, row.inflate(-2 * margin, 0))
        rest = row.bottom if self.large else area.top
        canvas.area = Rect(area.left, rest, area.width, max(1, area.height - tall))
        self.picture.still(canvas)

    def _tall(self, canvas: Canvas, strip: _Strip, width: int) -> int:
        """Return the strip's height: a portrait screen has room for two rows, where one would be small."""
        if self.practice:
            word = canvas.translate(_PRACTICE)
            width -= canvas.fonts.width(word, Face.BOLD, canvas.px(0.04)) + canvas.px(0.05)
        fits = canvas.fonts.width(self.name, strip.face, canvas.px(strip.max_size)) <= width
        return canvas.px(strip.one if canvas.wide or fits else strip.two)

    def _draw(self, canvas: Canvas, strip: _Strip, rect: Rect) -> None:
        """Draw the name at the left of ``rect``, and at its right end that it is practice."""
        words = part(rect, right=max(rect.left + 1, rect.right))
        if self.practice:
            tall = min(canvas.px(_PLATE), rect.height * 9 // 10)
            place = Rect(words.left, rect.centery - tall // 2, words.width, tall)
            plate = draw_plate_word(canvas, _PRACTICE, place)
            words.width = max(1, plate.left - canvas.px(0.02) - words.left)
        letters = lettering(canvas, [self.name], strip.face, words, strip.max_size)
        draw_lettered(canvas, self.name, words, letters, strip.face)


_PRACTICE = Term("PRACTICE")
