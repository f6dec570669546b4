"""The base of all scenes: the black bar, and the scenes without a match."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import NotRequired, TypedDict, TypeVar

import msgspec
from pygame import Rect

from fieldkit.errors import Misread
from fieldkit.games import Clock, Side
from fieldkit.phrases import ENGLISH, Language, Term, tenths
from hardware.scoreboard.draw import Canvas, centred, part, row_of
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.stage import Picture
from hardware.scoreboard.theme import Colour

T = TypeVar("T")


def decoded(body: bytes, shape: type[T]) -> T:
    """Return a public board (JSON) in its shape. Raises Misread."""
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a view that makes no sense: {error}") from None


class RecentLine(TypedDict):
    """One of the last lines of the record."""

    text: str
    team: NotRequired[str | None]


class ScreenFrame(TypedDict):
    """The fields that the boards of all games have, as far as scenes show them; a game adds its ``phase``."""

    match: str | None
    title: str
    subtitle: str
    sides: list[Side]
    recent: list[RecentLine]


def side_of(board: ScreenFrame, id: str | None) -> Side | None:
    """Return the side of that id, if any."""
    return next((side for side in board["sides"] if side["id"] == id), None)


@dataclass(frozen=True, slots=True)
class Bar:
    """The words of the top bar; ``plate`` is a short warning word on yellow, ``times`` is said softly."""

    title: str
    line: str
    small: str = ""
    large: str = ""
    plate: str = ""
    times: str = ""


_WORDS = 0.1
"""The height of the row of words above the clock of a tall screen, as a share of the unit."""


def bar_rect(canvas: Canvas) -> Rect:
    """Return the top bar; on a tall screen the clock has a row of its own there."""
    return Rect(canvas.area.topleft, (canvas.area.width, canvas.px(0.25 if canvas.wide else _WORDS + 0.245)))


def bar_parts(canvas: Canvas) -> tuple[Rect, Rect, Rect]:
    """Return the left, middle and right part of the top bar; on a tall screen the middle is below."""
    bar = bar_rect(canvas)
    margin = canvas.px(0.04)
    if not canvas.wide:
        words = canvas.px(_WORDS)
        row = row_of(bar.inflate(-2 * margin, 0), 0, words)
        left, right = shares(row, [0.58, 0.42], canvas.px(0.015))
        return left, Rect(row.left, row.bottom, row.width, canvas.px(0.233)), right
    middle = centred(bar.center, round(min(bar.width * 0.44, canvas.unit * 0.74)), bar.height)
    gap = canvas.px(0.015)
    left = part(bar, left=bar.left + margin, right=middle.left - gap)
    return left, middle, part(bar, left=middle.right + gap, right=bar.right - margin)


def fill_bar(canvas: Canvas, bar: Rect, ground: Colour | None = None) -> None:
    """Draw the ground of a top bar, with a thin line that parts it from a dark paper."""
    canvas.surface.fill(ground or canvas.theme.bar, bar)
    canvas.surface.fill(canvas.theme.line, Rect(bar.left, bar.bottom, bar.width, canvas.px(0.002)))


def draw_bar(canvas: Canvas, bar: Bar, ground: Colour | None = None, clock: bool = True) -> None:
    """Draw the top bar; the words may spread where no ``clock`` will stand."""
    theme = canvas.theme
    fill_bar(canvas, bar_rect(canvas), ground)
    soft = theme.bar_soft if ground is None else theme.bar_ink
    left, middle, right = bar_parts(canvas)
    if clock and not canvas.wide:
        _draw_bar_row(canvas, bar, soft)
        return
    if not clock:
        left.width = (middle.right if canvas.wide else left.right) - left.left
        left.height = right.height = bar_rect(canvas).height
    canvas.text(bar.title, band(left, 0.2, 0.61), 0.094, theme.bar_ink, Face.BLACK)
    lines = canvas.lines(bar.line, 0.045, left.width)
    first = 0.62 if len(lines) == 1 else 0.57
    for number, line in enumerate(lines):
        canvas.text(line, band(left, first + 0.17 * number, first + 0.19 + 0.17 * number), 0.045, soft)
    canvas.text(bar.small, band(right, 0.17, 0.37), 0.045, soft, align="right")
    canvas.text(bar.large, band(right, 0.38, 0.7), 0.088, theme.bar_ink, Face.BLACK, "right")
    foot = band(right, 0.74, 0.94)
    if bar.plate:
        plate = draw_plate_word(canvas, bar.plate, foot)
        foot.width = plate.left - canvas.px(0.02) - foot.left
    canvas.text(bar.times, foot, 0.036, soft, align="right")


def _draw_bar_row(canvas: Canvas, bar: Bar, soft: Colour) -> None:
    """Draw the words above the clock of a tall screen."""
    left, _, right = bar_parts(canvas)
    ink = canvas.theme.bar_ink
    canvas.text(bar.title, band(left, 0.12, 0.52), 0.06, ink, Face.BLACK)
    longer = " · ".join(filter(None, (bar.line, bar.times)))
    fits = canvas.fonts.width(longer, Face.SEMI, canvas.least) <= left.width
    canvas.text(longer if fits else bar.line, band(left, 0.6, 0.95), 0.045, soft)
    if bar.plate:
        plate, right = shares(right, [0.5, 0.5], canvas.px(0.02))
        draw_plate_word(canvas, bar.plate, band(plate, 0.12, 0.52))
    canvas.text(bar.small, band(right, 0.12, 0.48), 0.045, soft, align="right")
    canvas.text(bar.large, band(right, 0.52, 0.95), 0.06, ink, Face.BLACK, "right")


def draw_plate_word(canvas: Canvas, word: object, rect: Rect) -> Rect:
    """Draw a word on a small yellow plate at the right end of ``rect``; return where the plate is."""
    wide = canvas.fonts.width(canvas.translate(word), Face.BOLD, canvas.px(0.04)) + canvas.px(0.03)
    plate = part(rect, left=rect.right - min(wide, rect.width))
    canvas.plate(plate, canvas.theme.plate_edge)
    canvas.text(word, plate, 0.04, canvas.theme.plate_ink, Face.BOLD, "centre")
    return plate


def band(rect: Rect, top: float, bottom: float) -> Rect:
    """Return the part of ``rect`` between two shares of its height."""
    y = rect.top + round(rect.height * top)
    return Rect(rect.left, y, rect.width, rect.top + round(rect.height * bottom) - y)


def columns(rect: Rect, count: int, gap: int) -> list[Rect]:
    """``rect`` cut into ``count`` equal columns with gaps between them."""
    return shares(rect, [1.0] * count, gap)


def grid(rect: Rect, columns: int, rows: int, gap: int, tallest: int = 10_000) -> list[Rect]:
    """``rect`` cut into equal cells, row by row, each ``tallest`` px high at most."""
    wide, tall = (rect.width - gap * (columns - 1)) // columns, (rect.height - gap * (rows - 1)) // rows
    tall = min(tall, tallest)
    places = product(range(rows), range(columns))
    return [Rect(rect.left + x * (wide + gap), rect.top + y * (tall + gap), wide, tall) for y, x in places]


def shares(rect: Rect, parts: Sequence[float], gap: int = 0) -> list[Rect]:
    """``rect`` cut into columns whose widths are as ``parts``, with gaps between them."""
    free = max(0, rect.width - gap * (len(parts) - 1))
    ends = [free * sum(parts[:i]) / sum(parts) for i in range(len(parts) + 1)]
    return [
        Rect(rect.left + round(start) + i * gap, rect.top, max(1, round(end) - round(start)), rect.height)
        for i, (start, end) in enumerate(pairwise(ends))
    ]


def after_icon(
    canvas: Canvas, name: str, rect: Rect, size: int, gap: int, colour: Colour, pale: bool = False
) -> Rect:
    """Draw an icon at the left of ``rect``; return what is left of it after a gap."""
    canvas.icon(name, Rect(rect.left, rect.top, size, rect.height), colour, pale)
    left = rect.left + size + gap
    return part(rect, left=left, right=max(left + 1, rect.right))


def left_ms(clock: Clock, now_ms: float) -> float:
    """Return what a clock has left at a moment of the kit's clock, in ms; never more than its total."""
    if clock["state"] == "running" and "ends_at" in clock:
        return min(max(0.0, clock["ends_at"] - now_ms), clock["total"])
    return max(0.0, clock.get("remaining", 0.0))


def clock_text(left_ms: float, total_ms: float, fine: bool, translate: Language = ENGLISH) -> str:
    """Write a clock's time, rounded up: tenths if ``fine``, else seconds, and minutes from 100 s up."""
    left_ms = max(0.0, left_ms)
    if fine:
        return translate(tenths(math.ceil(left_ms / 100) / 10))
    seconds = math.ceil(left_ms / 1000)
    if max(total_ms, left_ms) < 100_000:
        return str(seconds)
    return f"{seconds // 60}:{seconds % 60:02d}"


def draw_clock(canvas: Canvas, text: str, template: str, colour: Colour) -> None:
    """Draw the clock in the middle of the top bar."""
    middle, height = bar_parts(canvas)[1], canvas.px(0.224)
    if "," in template:
        # Its tail hangs below the digits and must stay in the bar.
        middle.height = round(middle.height * 0.88)
        height = min(height, round(middle.height * 0.9))
    canvas.figures(text, middle, height, colour, template=template)


@dataclass(frozen=True, slots=True)
class Notice(Picture):
    """A scene without a match: a headline, a sentence, and the codes for ``wifi`` and ``address``, if any."""

    kit: str
    headline: object
    sentence: object
    address: str = ""
    wifi: str = ""

    @property
    def scene(self) -> object:
        return self.headline

    def still(self, canvas: Canvas) -> None:
        """Draw the kit's name on the bar, the headline on paper, the QR code beside or below it."""
        canvas.surface.fill(canvas.theme.paper, canvas.area)
        bar = bar_rect(canvas)
        fill_bar(canvas, bar)
        name = bar.inflate(-2 * canvas.px(0.04), 0)
        canvas.text(self.kit.upper(), name, 0.094, canvas.theme.bar_ink, Face.BLACK)
        margin = -2 * canvas.px(0.06)
        words = rest = part(canvas.area, top=bar.bottom).inflate(margin, margin)
        if self.address:
            words, code = _beside(canvas, rest, 2 if self.wifi else 1)
            if self.wifi:
                first, code = columns(code, 2, canvas.px(0.04))
                draw_code(canvas, self.wifi, Term("1 Join the Wi-Fi"), _network(self.wifi), first)
            headline = Term("2 Follow the match") if self.wifi else Term("Follow the match")
            draw_code(canvas, self.address, headline, self.address, code)
        canvas.text(self.headline, band(words, 0.3, 0.52), 0.12, canvas.theme.ink, Face.BLACK)
        canvas.text(self.sentence, band(words, 0.54, 0.66), 0.05, canvas.theme.soft, Face.TEXT)


def _beside(canvas: Canvas, rest: Rect, codes: int) -> tuple[Rect, Rect]:
    if canvas.wide:
        code = part(rest, left=rest.right - canvas.px(0.55 if codes == 1 else 0.9))
        return part(rest, right=code.left - canvas.px(0.05)), code
    return row_of(rest, 0, rest.height // 2), row_of(rest, 1, rest.height // 2)


def _network(wifi: str) -> str:
    """Return the name of the network that a ``WIFI:`` text is about, empty where it names none."""
    found = re.search(r"[:;]S:((?:\\.|[^;])*);", wifi)
    return re.sub(r"\\(.)", r"\1", found[1]) if found else ""


def draw_join(canvas: Canvas, address: str, rect: Rect) -> None:
    """Draw the way to the spectators' page."""
    draw_code(canvas, address, Term("Follow the match"), address, rect)


def draw_code(canvas: Canvas, content: str, headline: object, below: str, rect: Rect) -> None:
    """Draw a way for phones: words, a large QR code, and a line in letters."""
    head, foot = row_of(rect, 0, canvas.px(0.07)), part(rect, top=rect.bottom - canvas.px(0.055))
    canvas.text(headline, head, 0.055, canvas.theme.ink, Face.BOLD, "centre")
    canvas.text(below, foot, 0.036, canvas.theme.soft, Face.TEXT, "centre")
    gap = canvas.px(0.012)
    canvas.qr(content, part(rect, top=head.bottom + gap, bottom=foot.top - gap))
