"""The two families the screen is set in, text cut to the room it has, and the kit's own icons."""

from __future__ import annotations

import io
import re
from enum import Enum
from importlib import resources

import pygame

from fieldkit.colours import SUN
from hardware.scoreboard.theme import Colour

_MAX_CACHED = 600
"""More texts than any scene shows; when a cache is full it is emptied."""


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
        self._files: dict[Face, bytes] = {}
        self._fonts: dict[tuple[Face, int], pygame.font.Font] = {}
        self._texts: dict[tuple[str, Face, int, Colour], pygame.Surface] = {}
        self._fits: dict[tuple[str, Face, int, int, int], tuple[str, int]] = {}
        self._figures: dict[tuple[Face, int], tuple[int, int, int]] = {}

    def font(self, face: Face, size: int) -> pygame.font.Font:
        """Return the font of a face at a size of at least 1 px."""
        size = max(1, size)
        key = (face, size)
        if key not in self._fonts:
            if face not in self._files:
                package, name = face.value
                self._files[face] = (resources.files(package) / "files" / name).read_bytes()
            self._fonts[key] = pygame.font.Font(io.BytesIO(self._files[face]), size)
        return self._fonts[key]

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

    def fit(self, text: str, face: Face, size: int, least: int, width: int) -> tuple[str, int]:
        """Fit a text into ``width``: smaller down to ``least``, then cut with an ellipsis, at last empty."""
        key = (text, face, size, least, width)
        if key not in self._fits:
            if len(self._fits) > _MAX_CACHED:
                self._fits.clear()
            self._fits[key] = self._fit(plain(text), face, size, min(size, least), width)
        return self._fits[key]

    def _fit(self, text: str, face: Face, size: int, least: int, width: int) -> tuple[str, int]:
        wanted = self.width(text, face, size)
        if wanted <= width:
            return text, size
        smaller = max(least, size * width // wanted)
        while smaller > least and self.width(text, face, smaller) > width:
            smaller -= 1
        if self.width(text, face, smaller) <= width:
            return text, smaller
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + "…", face, smaller) <= width:
                low = middle
            else:
                high = middle - 1
        return (text[:low].rstrip() + "…" if low else "", smaller)

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

    def figure(self, face: Face, size: int) -> tuple[int, int, int]:
        """Of a font's digits: how far below the line's top they begin, how tall and how wide they are."""
        key = (face, size)
        if key not in self._figures:
            font = self.font(face, size)
            eight = font.render("8", True, (0, 0, 0)).get_bounding_rect()
            self._figures[key] = (eight.top, eight.height, max(font.size(d)[0] for d in "0123456789"))
        return self._figures[key]


_INK = SUN["ink"]
"""The colour of the outlines, as the files write it."""

_AROUND = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


class Icons:
    """The SVG icons of ``fieldkit/icons`` as surfaces: size and colour are put into their text."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._made: dict[tuple[str, int, Colour, Colour, Colour | None, bool], pygame.Surface] = {}

    def icon(
        self, name: str, size: int, fill: Colour, line: Colour, edge: Colour | None = None, pale: bool = False
    ) -> pygame.Surface:
        """Return a square of ``size`` px; with ``edge`` a thin rim is around the shape, ``pale`` fades it."""
        size = max(1, size)
        key = (name, size, fill, line, edge, pale)
        if key not in self._made:
            surface = self._load(name, size, fill, line)
            if edge is not None:
                surface = _rimmed(surface, edge)
            if pale:
                surface.fill((255, 255, 255, 80), special_flags=pygame.BLEND_RGBA_MULT)
            self._made[key] = surface
        return self._made[key]

    def _load(self, name: str, size: int, fill: Colour, line: Colour) -> pygame.Surface:
        if name not in self._texts:
            path = resources.files("fieldkit") / "icons" / f"{name}.svg"
            self._texts[name] = path.read_text(encoding="utf-8")
        svg = self._texts[name].replace(_INK, _code(line)).replace("currentColor", _code(fill))
        svg = re.sub(r'(<svg[^>]*?) width="[^"]*" height="[^"]*"', rf'\1 width="{size}" height="{size}"', svg)
        return pygame.image.load(io.BytesIO(svg.encode()), f"{name}.svg")


def _code(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _rimmed(surface: pygame.Surface, edge: Colour) -> pygame.Surface:
    """Return the shape on its own silhouette in ``edge``, a little larger than itself."""
    width, height = surface.get_size()
    rim = max(1, width // 28)
    inner = pygame.transform.smoothscale(surface, (max(1, width - 2 * rim), max(1, height - 2 * rim)))
    shadow = pygame.mask.from_surface(inner, 60).to_surface(setcolor=(*edge, 255), unsetcolor=(0, 0, 0, 0))
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    for x, y in _AROUND:
        whole.blit(shadow, (rim + x * rim, rim + y * rim))
    whole.blit(inner, (rim, rim))
    return whole
