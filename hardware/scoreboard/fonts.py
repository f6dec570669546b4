"""The two families the screen is set in, text cut to the room it has, and the kit's own icons."""

import io
import re
from bisect import bisect_right
from enum import Enum
from functools import cache, lru_cache
from importlib import resources
from itertools import product

import pygame

from fieldkit.colours import SUN
from hardware.scoreboard.theme import Colour

_MAX_CACHED = 600
"""More texts than any scene shows."""


class Face(Enum):
    """A font file: the package that carries it, and its name there."""

    BLACK = ("fontpkg_barlow_condensed", "BarlowCondensed-ExtraBold.ttf")
    BOLD = ("fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf")
    SEMI = ("fontpkg_barlow_condensed", "BarlowCondensed-SemiBold.ttf")
    TEXT = ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular.ttf")
    STRONG = ("fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Bold.ttf")


def plain(text: str) -> str:
    """``text`` with every character that cannot be set (control codes, halves of pairs) made a space."""
    return "".join(c if c.isprintable() and c <= "\uffff" else " " for c in text)


class Fonts:
    """Loaded fonts and what was set in them. Sizes are in px of the em; needs ``pygame.font.init()``."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, Face, int, Colour], pygame.Surface] = {}
        # Its own caches: a font ends with pygame's module.
        self.font, self.figure = cache(self._font), cache(self._figure)
        self.fit = lru_cache(_MAX_CACHED)(self._fit)

    def _font(self, face: Face, size: int) -> pygame.font.Font:
        """Return the font of a face at a size of at least 1 px."""
        return pygame.font.Font(io.BytesIO(_file(face)), max(1, size))

    def text(self, text: str, face: Face, size: int, colour: Colour) -> pygame.Surface:
        """One line, set once and kept."""
        key = (text, face, size, colour)
        if key not in self._texts:
            if len(self._texts) > _MAX_CACHED:
                self._texts.clear()
            self._texts[key] = self.font(face, size).render(text, True, colour)
        return self._texts[key]

    def width(self, text: str, face: Face, size: int) -> int:
        """Return how wide a line would be, in px."""
        return self.font(face, size).size(text)[0] if text else 0

    def _fit(self, text: str, face: Face, size: int, least: int, width: int) -> tuple[str, int]:
        """Fit a text into ``width``: smaller down to ``least``, then cut with an ellipsis, at last empty."""
        text, least = plain(text), min(size, least)
        wanted = self.width(text, face, size)
        if wanted <= width:
            return text, size
        smaller = max(least, size * width // wanted)
        while smaller > least and self.width(text, face, smaller) > width:
            smaller -= 1
        if self.width(text, face, smaller) <= width:
            return text, smaller
        ends = range(1, len(text) + 1)
        end = bisect_right(ends, width, key=lambda end: self.width(text[:end].rstrip() + "…", face, smaller))
        return text[:end].rstrip() + "…" if end else "", smaller

    def wrap(self, text: str, face: Face, size: int, widths: tuple[int, int], most: int) -> list[str]:
        """Return the text in ``most`` rows or fewer, the first of its own width; `fit` cuts what is left."""
        rows = [""]
        for word in plain(text).split():
            longer = f"{rows[-1]} {word}".lstrip()
            room = widths[min(len(rows), 2) - 1]
            fits = self.width(longer, face, size) <= room
            if fits or len(rows) == most or (not rows[-1] and room >= widths[1]):
                rows[-1] = longer
            else:
                rows.append(word)
        return rows

    def figure_size(self, face: Face, height: int) -> int:
        """Return the size at which a digit is ``height`` px tall."""
        _, tall, _ = self.figure(face, 100)
        return max(1, round(100 * height / tall))

    def _figure(self, face: Face, size: int) -> tuple[int, int, int]:
        """Of a font's digits: how far below the line's top they begin, how tall and how wide they are."""
        font = self.font(face, size)
        eight = font.render("8", True, (0, 0, 0)).get_bounding_rect()
        return eight.top, eight.height, max(font.size(digit)[0] for digit in "0123456789")


@cache
def _file(face: Face) -> bytes:
    package, name = face.value
    return (resources.files(package) / "files" / name).read_bytes()


def halved(text: str) -> list[str]:
    """Return a text in two parts of like length, cut at a blank; whole where it has none."""
    blanks = [place for place, letter in enumerate(text) if letter == " "]
    if not blanks:
        return [text]
    half = min(blanks, key=lambda place: abs(place - len(text) / 2))
    return [text[:half], text[half + 1 :]]


_INK = SUN["ink"]
"""The colour of the outlines, as the files write it."""


@lru_cache(2 * _MAX_CACHED)
def icon(
    name: str, size: int, fill: Colour, line: Colour, edge: Colour | None = None, pale: bool = False
) -> pygame.Surface:
    """Return an SVG icon of ``fieldkit/icons`` as a square of ``size`` px, in these colours.

    With ``edge`` a thin rim is around the shape, ``pale`` fades it.
    """
    size = max(1, size)
    svg = _drawing(name).replace(_INK, _code(line)).replace("currentColor", _code(fill))
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', rf'\1 width="{size}" height="{size}"', svg)
    surface = pygame.image.load(io.BytesIO(svg.encode()), f"{name}.svg")
    if edge is not None:
        surface = _rimmed(surface, edge)
    if pale:
        surface.fill((255, 255, 255, 80), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


@cache
def _drawing(name: str) -> str:
    return (resources.files("fieldkit") / "icons" / f"{name}.svg").read_text(encoding="utf-8")


def _code(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _rimmed(surface: pygame.Surface, edge: Colour) -> pygame.Surface:
    """Return the shape on its own silhouette in ``edge``, a little larger than itself."""
    width, height = surface.get_size()
    rim = max(1, width // 28)
    inner = pygame.transform.smoothscale(surface, (max(1, width - 2 * rim), max(1, height - 2 * rim)))
    shadow = pygame.mask.from_surface(inner, 60).to_surface(setcolor=(*edge, 255), unsetcolor=(0, 0, 0, 0))
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    for at in product((0, rim, 2 * rim), repeat=2):
        whole.blit(shadow, at)
    whole.blit(inner, (rim, rim))
    return whole
