"""A sheet of paper for the drawings: shapes and measured text, as SVG with its letters inside.

Each file carries the few letters it uses of the kit's two fonts, so that it looks the same everywhere.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal
from xml.sax.saxutils import escape

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

PAPER, CARD, LINE = "#faf7f0", "#fffdf8", "#d9d2c0"
INK, SOFT, CLOCK = "#16130d", "#544d3f", "#ffcf33"
RED, BLUE, GREEN = "#c8372d", "#1f4e9e", "#2f9e62"
WOOD, WHEAT, BRICK, ORE, SHEEP = "#7a4a21", "#c78a00", "#d9582b", "#5d6b7a", "#8fa3a0"
PLATE = "#fff4cf"

Face = Literal["text", "bold", "head"]
Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

_FACES: dict[Face, tuple[str, int, str]] = {
    "text": ("AtkinsonHyperlegible-Regular.ttf", 400, "Atkinson Hyperlegible"),
    "bold": ("AtkinsonHyperlegible-Bold.ttf", 700, "Atkinson Hyperlegible"),
    "head": ("BarlowCondensed-Bold.ttf", 700, "Barlow Condensed"),
}
_LIKE = {"Atkinson Hyperlegible": "Verdana, sans-serif", "Barlow Condensed": "'Arial Narrow', sans-serif"}
"""The substitute for a font that a viewer refuses to take from the file."""
_STEP = re.compile(r"([MLHV])(-?[\d.]+)(?: (-?[\d.]+))?")


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle that something covers, in units of the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        """Return whether the two overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    @property
    def outline(self) -> list[Point]:
        """Its corners, the first again at the end."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]

    @property
    def middle(self) -> Point:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> Rect:
        """Return a rectangle that is wider on every side."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text where it stands; ``box`` is the room its letters take."""

    words: str
    face: Face
    box: Rect


def _file(face: Face) -> io.BytesIO:
    name, _, family = _FACES[face]
    package = f"fontpkg_{family.lower().replace(' ', '_')}"
    return io.BytesIO((resources.files(package) / "files" / name).read_bytes())


@cache
def _font(face: Face) -> Any:
    return TTFont(_file(face))


def width_of(words: str, size: float, face: Face) -> float:
    """Return how wide a line of text is."""
    font = _font(face)
    letters, advances = font.getBestCmap(), font["hmtx"]
    units = sum(advances[letters[ord(letter)]][0] for letter in words)
    return float(units * size / font["head"].unitsPerEm)


class Drawing:
    """A drawing in three layers: what lies below, wires, and what stands on top."""

    def __init__(self, title: str, says: str, width: int, height: int, per_mm: float | None = None) -> None:
        """``title`` stands in the bar; ``says`` tells the drawing to those who cannot see it.

        With ``per_mm``, units per mm, the file says how large it is on paper, for what is printed 1:1.
        """
        self.title, self.says, self._per_mm = title, says, per_mm
        self.box = Rect(0, 0, width, height)
        self.letterings: list[Label] = []
        self._layers: tuple[list[str], list[str], list[str]] = ([], [], [])

    def rect(
        self, box: Rect, fill: str = CARD, edge: str = INK, wide: float = 2.5, round_by: float = 8
    ) -> None:
        """Draw a box with round corners, below all wires."""
        self._layers[0].append(
            f'<rect x="{n(box.left)}" y="{n(box.top)}" width="{n(box.right - box.left)}" '
            f'height="{n(box.bottom - box.top)}" rx="{n(round_by)}" fill="{fill}" stroke="{edge}" '
            f'stroke-width="{n(wide)}"/>'
        )

    def line(self, points: Iterable[Point], colour: str, wide: float = 4, dashed: bool = False) -> None:
        """Draw a wire through points."""
        path = " ".join(f"{n(x)},{n(y)}" for x, y in points)
        dash = ' stroke-dasharray="9 7"' if dashed else ""
        self._layers[1].append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{n(wide)}" '
            f'stroke-linejoin="round"{dash}/>'
        )

    def path(
        self, drawn: str, fill: str = "none", edge: str = INK, wide: float = 3, at: Point = (0, 0)
    ) -> None:
        """Draw a shape in SVG's path language; its M, L, H and V count from ``at``."""

        def moved(step: re.Match[str]) -> str:
            command, first, second = step.groups()
            along = n(at[command == "V"] + float(first))
            return f"{command}{along} {n(at[1] + float(second))}" if second else f"{command}{along}"

        shape = _STEP.sub(moved, drawn)
        self._layers[2].append(f'<path d="{shape}" fill="{fill}" stroke="{edge}" stroke-width="{n(wide)}"/>')

    def disc(self, x: float, y: float, r: float, fill: str = INK, edge: str = INK, wide: float = 0) -> None:
        """Draw a disc on top."""
        self._layers[2].append(
            f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="{n(wide)}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 20,
        face: Face = "text",
        anchor: Anchor = "start",
        fill: str = INK,
    ) -> None:
        """One line of text; ``y`` is where its letters stand."""
        width = width_of(words, size, face)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self.letterings.append(Label(words, face, Rect(left, y - 0.74 * size, left + width, y + 0.22 * size)))
        _, weight, family = _FACES[face]
        self._layers[2].append(
            f'<text x="{n(x)}" y="{n(y)}" font-family="\'{family}\', {_LIKE[family]}" font-size="{n(size)}" '
            f'font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{escape(words)}</text>'
        )

    def lines(self, x: float, y: float, words: str, size: float = 20, anchor: Anchor = "start") -> None:
        """Text of several lines."""
        for place, line in enumerate(words.split("\n")):
            self.text(x, y + place * size * 1.3, line, size, anchor=anchor, fill=SOFT)

    def svg(self) -> str:
        """Return the whole file."""
        box, scale = self.box, self._per_mm
        unit = "mm" if scale else ""
        across, down = (f"{n(side / (scale or 1))}{unit}" for side in (box.right, box.bottom))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(box.right)} {n(box.bottom)}" '
            f'width="{across}" height="{down}" role="img" aria-labelledby="title says">\n'
            f'<title id="title">{escape(self.title)}</title>\n<desc id="says">{escape(self.says)}</desc>\n'
            f"<style>{''.join(self._faces())}</style>\n"
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n'
            + "".join("\n".join(layer) + "\n" for layer in self._layers)
            + "</svg>\n"
        )

    def _faces(self) -> list[str]:
        found = []
        for face, (_, weight, family) in _FACES.items():
            shown = {letter for each in self.letterings if each.face == face for letter in each.words}
            if letters := "".join(sorted(shown)):
                found.append(
                    f"@font-face{{font-family:'{family}';font-weight:{weight};"
                    f"src:url(data:font/woff;base64,{_subset(face, letters)})}}"
                )
        return found


@cache
def _subset(face: Face, letters: str) -> str:
    font = TTFont(_file(face), recalcTimestamp=False)
    subsetter = Subsetter(Options(flavor="woff", layout_features=["kern"]))
    subsetter.populate(text=letters)
    subsetter.subset(font)
    font.flavor = "woff"
    made = io.BytesIO()
    font.save(made)
    return base64.b64encode(made.getvalue()).decode("ascii")


def n(number: float) -> str:
    """Return a number as short as can be: at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")
