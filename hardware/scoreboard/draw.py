"""A surface that knows the theme: text cut to its room, tabular figures, icons, plates, bars and QR codes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

import pygame
import segno
from pygame import Rect, Surface

from fieldkit.phrases import ENGLISH, Language
from hardware.scoreboard.fonts import Face, Fonts, halved, icon
from hardware.scoreboard.theme import Colour, Theme, contrast, mix

Align = Literal["left", "centre", "right"]
FAINT = 1.7
"""A ball's colour that stands out less from its card has a rim around it."""


_FINE = 4
"""Round shapes of pygame are ragged: the factor by which a disc is drawn larger before it is scaled down."""


def disc(
    surface: Surface, fill: Colour | None, rect: Rect, edge: Colour | None = None, line: int = 0
) -> None:
    """Draw the largest circle in ``rect``, with an ``edge`` of ``line`` px inside it; a ring without fill."""
    radius = min(rect.size) // 2
    if radius > 0:
        drawn = _disc(radius, fill, edge, line)
        surface.blit(drawn, (rect.centerx - radius, rect.centery - radius))


def rounded(
    surface: Surface,
    fill: Colour | None,
    rect: Rect,
    radius: int,
    edge: Colour | None = None,
    line: int = 0,
    below: bool = True,
) -> None:
    """Draw ``rect`` with round corners, the lower ones square unless ``below``, and an edge inside of it."""
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


_PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""The pips of a die by their places, counted row by row."""


def paint_die(surface: Surface, pips: int, rect: Rect, ground: Colour, ink: Colour) -> None:
    """Draw a die that shows ``pips``."""
    surface.blit(_die(pips, min(rect.size), ground, ink), rect)


@lru_cache(maxsize=48)
def _die(pips: int, size: int, ground: Colour, ink: Colour) -> Surface:
    def paint(large: Surface) -> None:
        whole = large.get_rect()
        edge = max(_FINE, round(whole.width * 0.05))
        pygame.draw.rect(large, ink, whole, border_radius=round(whole.width * 0.2))
        inner = whole.inflate(-2 * edge, -2 * edge)
        pygame.draw.rect(large, ground, inner, border_radius=round(whole.width * 0.16))
        for spot in _PIPS[pips]:
            row, column = divmod(int(spot) - 1, 3)
            at = (whole.width * (0.257 + column * 0.243), whole.width * (0.257 + row * 0.243))
            pygame.draw.circle(large, ink, at, whole.width * 0.105)

    return painted((size, size), ink, paint)


def painted(size: tuple[int, int], ground: Colour, paint: Callable[[Surface], None]) -> Surface:
    """Let ``paint`` paint on a larger surface, and shrink it; its edges fade into ``ground``."""
    large = Surface((size[0] * _FINE, size[1] * _FINE), pygame.SRCALPHA, 32)
    large.fill((*ground, 0))
    paint(large)
    return pygame.transform.smoothscale(large, size)


@lru_cache(maxsize=256)
def _disc(radius: int, fill: Colour | None, edge: Colour | None, line: int) -> Surface:
    """Return a disc whose rim fades over one pixel; the colour under what is transparent is the rim's own."""
    rim = (edge if edge is not None and line else fill) or (0, 0, 0)

    def paint(large: Surface) -> None:
        middle, half = large.get_rect().center, large.get_width() / 2
        pygame.draw.circle(large, rim, middle, half)
        if edge is not None and line:
            inner = (*edge, 0) if fill is None else fill
            pygame.draw.circle(large, inner, middle, half - line * _FINE)

    return painted((2 * radius, 2 * radius), rim, paint)


@lru_cache(maxsize=4)
def _modules(address: str) -> Sequence[Sequence[int]]:
    return tuple(segno.make(address, error="m", micro=False).matrix)


def centred(at: tuple[int, int], width: int, height: int | None = None) -> Rect:
    """Return a rectangle around a point, a square if no ``height`` is given."""
    rect = Rect(0, 0, width, width if height is None else height)
    rect.center = at
    return rect


Edge = int | None
"""The place of an edge in px, None where it stays."""


def part(rect: Rect, left: Edge = None, top: Edge = None, right: Edge = None, bottom: Edge = None) -> Rect:
    """Return ``rect`` with some of its edges elsewhere."""
    x, y = rect.left if left is None else left, rect.top if top is None else top
    far, low = rect.right if right is None else right, rect.bottom if bottom is None else bottom
    return Rect(x, y, far - x, low - y)


def row_of(rect: Rect, number: int, tall: float) -> Rect:
    """Row ``number`` of rows of ``tall`` px, which need not be whole."""
    top = rect.top + round(number * tall)
    return part(rect, top=top, bottom=rect.top + round((number + 1) * tall))


def _left(rect: Rect, width: int, align: Align) -> int:
    return {"left": rect.left, "centre": rect.centerx - width // 2}.get(align, rect.right - width)


@dataclass(frozen=True, slots=True)
class Box:
    """Something drawn: what sort, which, and where its ink lies."""

    sort: Literal["text", "figure", "icon", "qr"]
    what: str
    rect: Rect


@dataclass(slots=True)
class Canvas:
    """One surface and all it takes to draw on it.

    ``glow`` maps the name of a figure that has just changed to how fresh the change is, from 1 down to 0.
    ``boxes`` is what was drawn with a meaning, for tests; ``places`` are where things that move start and
    arrive. ``now_ms`` is the moment on the kit's clock, ``day`` the time of day, empty where nobody knows it.
    """

    surface: Surface
    theme: Theme
    fonts: Fonts
    area: Rect
    glow: Mapping[str, float] = field(default_factory=dict)
    boxes: list[Box] = field(default_factory=list)
    translate: Language = ENGLISH
    places: dict[str, Rect] = field(default_factory=dict)
    now_ms: float = 0.0
    day: str = ""

    @property
    def unit(self) -> float:
        """The length all sizes are parts of, in px: the height of a wide screen, the width of a tall one."""
        width, height = self.area.size
        return min(height, width / 1.6) if self.wide else min(width, height / 1.75)

    @property
    def wide(self) -> bool:
        """Return whether the area is landscape."""
        return self.area.width >= self.area.height

    def px(self, share: float) -> int:
        """Return a share of the unit in whole pixels, at least 1."""
        return max(1, round(self.unit * share))

    @property
    def least(self) -> int:
        """The smallest size of a word: a thirtieth of the unit."""
        return max(1, -(-round(self.unit) // 30))

    def text(
        self, text: Any, rect: Rect, share: float, ink: Colour, face: Face = Face.SEMI, align: Align = "left"
    ) -> Rect:
        """One line in the middle of ``rect``, ``share`` of the unit high or less; returns its ink's place."""
        size = min(max(self.least, self.px(share)), max(1, round(rect.height / 0.78)))
        shown, size = self.fonts.fit(self.translate(text), face, size, self.least, rect.width)
        if not shown.strip():
            return Rect(rect.topleft, (0, 0))
        line = self.fonts.text(shown, face, size, ink)
        top, tall, _ = self.fonts.figure(face, size)
        at = _left(rect, line.get_width(), align), rect.centery - tall // 2 - top
        self.surface.blit(line, at)
        place = line.get_bounding_rect().move(at)
        self.boxes.append(Box("text", shown, place))
        return place

    def lines(self, text: str, share: float, width: int) -> list[str]:
        """Return the text as one line, or as two of like length where one would have to be cut."""
        shown, _ = self.fonts.fit(text, Face.SEMI, max(self.least, self.px(share)), self.least, width)
        return halved(text) if shown.endswith("…") else [text]

    def rows(
        self,
        texts: Sequence[str],
        rect: Rect,
        tall: float,
        share: float,
        ink: Colour,
        face: Face = Face.SEMI,
        align: Align = "left",
    ) -> None:
        """Draw lines below each other from the top of ``rect``, each in a row of ``tall`` px."""
        for number, text in enumerate(texts):
            self.text(text, row_of(rect, number, tall), share, ink, face, align)

    def figures(
        self,
        text: str,
        rect: Rect,
        height: int,
        colour: Colour,
        face: Face = Face.BLACK,
        align: Align = "centre",
        template: str | None = None,
    ) -> Rect:
        """Digits of ``height`` px or less in cells of one width, room for ``template``; returns their ink."""
        longest = template if template is not None and len(template) > len(text) else text
        size = self.fonts.figure_size(face, min(height, rect.height))
        wide = self.cells(longest, face, size)
        if wide > rect.width:
            size = max(1, size * rect.width // wide)
            wide = self.cells(longest, face, size)
        x = _left(rect, wide, align) + wide - self.cells(text, face, size)
        top, tall, cell = self.fonts.figure(face, size)
        y = rect.centery - tall // 2 - top
        ink = Rect(x, rect.centery, 0, 0)
        for c in text:
            glyph = self.fonts.text(c, face, size, colour)
            room = cell if c.isdigit() else glyph.get_width()
            at = (x + (room - glyph.get_width()) // 2, y)
            self.surface.blit(glyph, at)
            seen = glyph.get_bounding_rect().move(at)
            ink = seen if not ink.width else ink.union(seen)
            x += room
        self.boxes.append(Box("figure", text, ink))
        return ink

    def cells(self, text: str, face: Face, size: int) -> int:
        """Return how wide a text is, in px, with its digits in cells of one width."""
        cell = self.fonts.figure(face, size)[2]
        return sum(cell if c.isdigit() else self.fonts.width(c, face, size) for c in text)

    def icon(self, name: str, rect: Rect, colour: Colour, pale: bool = False, on_bar: bool = False) -> Rect:
        """Draw an icon as large as fits into the middle of ``rect``; outlined for paper, or for the bar."""
        size = min(rect.size)
        outline = self.theme.bar_ink if on_bar else self.theme.outline
        edge = None
        if not on_bar and name in self.theme.kinds:
            faint = contrast(colour, self.theme.card) < FAINT
            edge = self.theme.soft if faint else self.theme.edge
        at = centred(rect.center, size)
        self.surface.blit(icon(name, size, colour, outline, edge, pale), at)
        self.boxes.append(Box("icon", name, at))
        return at

    def plate(self, rect: Rect, fill: Colour, edge: Colour | None = None, share: float = 0.012) -> None:
        """Draw a rectangle with rounded corners, and a thin edge if given."""
        rounded(self.surface, fill, rect, self.px(share), edge, self.px(0.002))

    def glowing(self, key: str, ground: Colour) -> Colour:
        """``ground``, tinted while the figure ``key`` is fresh."""
        return mix(ground, self.theme.glow, self.glow.get(key, 0.0))

    def glow_plate(self, key: str, rect: Rect, ground: Colour) -> None:
        """Draw a plate under the figure ``key`` while that is fresh."""
        if self.glow.get(key):
            self.plate(rect, self.glowing(key, ground))

    def notice(self, rows: Sequence[str], rect: Rect, mark: str = "", team: str = "") -> None:
        """Draw a sentence in rows on a yellow plate, behind the ``mark`` of the ``team`` it is about."""
        self.plate(rect, self.theme.plate, self.theme.plate_edge)
        inner = rect.inflate(-2 * self.px(0.016), 0)
        if mark:
            size = min(self.px(0.04), rect.height // len(rows) * 8 // 10)
            at = Rect(inner.left - self.px(0.004), rect.centery - size // 2, size, size)
            colour = self.theme.team(team)
            self.surface.blit(icon(f"mark-{mark}", size, colour, self.theme.plate_ink), at)
            self.boxes.append(Box("icon", f"mark-{mark}", at))
            inner = part(inner, left=at.right + self.px(0.01))
        self.rows(rows, inner, inner.height // max(1, len(rows)), 0.042, self.theme.plate_ink, Face.BOLD)

    def pips(self, rect: Rect, filled: int, total: int, colour: Colour) -> None:
        """``total`` little bars of which the first ``filled`` are full; merged into one bar when too many."""
        if total <= 0 or rect.width <= 0:
            return
        gap = max(1, rect.width // total // 5)
        wide = min((rect.width + gap) // total - gap, rect.height * 2)
        if wide < 3:
            self.bar(rect, filled / total, colour, self.theme.line)
            return
        left = rect.centerx - ((wide + gap) * total - gap) // 2
        radius = min(wide, rect.height) // 3
        for i in range(total):
            pip = Rect(left + i * (wide + gap), rect.top, wide, rect.height)
            if i < filled:
                rounded(self.surface, colour, pip, radius)
            else:
                rounded(self.surface, None, pip, radius, self.theme.soft, self.px(0.0018))

    def bar(self, rect: Rect, share: float, colour: Colour, ground: Colour) -> None:
        """Draw a bar filled from the left by ``share`` of its length."""
        pygame.draw.rect(self.surface, ground, rect)
        part = round(rect.width * min(1.0, max(0.0, share)))
        pygame.draw.rect(self.surface, colour, Rect(rect.topleft, (part, rect.height)))

    def qr(self, address: str, rect: Rect) -> Rect:
        """Draw the address as a QR code, dark on white with its quiet zone, as large as whole modules go."""
        rows = _modules(address)
        modules = len(rows) + 8
        module = min(rect.size) // modules
        at = centred(rect.center, modules * module)
        if module:
            white = centred(rect.center, min(rect.size))
            self.plate(white, (255, 255, 255), self.theme.line, 0.006)
            for y, row in enumerate(rows, 4):
                for x, dark in enumerate(row, 4):
                    if dark:
                        spot = Rect(at.left + x * module, at.top + y * module, module, module)
                        self.surface.fill((22, 19, 13), spot)
            self.boxes.append(Box("qr", address, white))
        return at
