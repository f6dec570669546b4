"""Draws a game's charts as SVG text, alike each time; a side is told by mark and name, not colour alone."""

import base64
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import accumulate

import msgspec

from fieldkit.colours import SIDES, SUN
from fieldkit.games import Side
from fieldkit.games.report import BarChart, Chart, LineChart

LINE, INK, SOFT = SUN["line"], SUN["ink"], SUN["soft"]
"""A card, thin lines, what is written, and what is written softly."""
FONT = ("fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf")
"""The font of the charts: the package that carries it, and its file there."""

_MOST_LETTERS = 500
"""No drawing has room for more of a text."""
_EDGE = 6.0
_THIN, _BROAD = frozenset(" ,.;:'`|!1Iijlft"), frozenset("MNWmwØŴŵ#&%@©¼½¾ÆæŒœ…")
_ESCAPES = dict.fromkeys(range(32)) | str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Shape(msgspec.Struct, frozen=True):
    """The size of a chart, and of the text in it (all in px of the drawing)."""

    width: int
    height: int
    text: int

    def run(self, text: str) -> float:
        """Return the width of a text: a little too much, since only a browser can measure."""
        return sum(map(_letter, text)) * self.text

    def cut(self, text: str, width: float) -> str:
        """Return the text, its end replaced by an ellipsis where it would not fit into a width."""
        ends = list(accumulate(_letter(letter) * self.text for letter in text[:_MOST_LETTERS]))
        if len(text) <= _MOST_LETTERS and (not ends or ends[-1] <= width):
            return text
        kept = bisect_right(ends, width - self.run("…"))
        return f"{text[: max(1, kept)].rstrip()}…"


WIDE = Shape(960, 440, 24)
"""For paper and large screens."""
NARROW = Shape(480, 420, 23)
"""For a phone, whose width it fills without its text becoming small."""


def draw(chart: Chart, shape: Shape = WIDE, language: str = "en") -> str:
    """Return a chart as SVG; ``language`` is the code of what is written in it."""
    if isinstance(chart, LineChart):
        parts = _lines(chart, shape)
        said = ", ".join(f"{side['name']} {values[-1]}" for side, values in chart.lines)
    else:
        parts = _groups(chart, shape)
        said = "; ".join(f"{side['name']} {_amounts(chart, i)}" for i, (side, _) in enumerate(chart.sides))
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {shape.width} {shape.height}" role="img"',
            f' lang="{_safe(language)}" aria-label="{_safe(f"{chart.title}: {said}")}">',
            f"<g font-family=\"'Barlow Condensed', 'Arial Narrow', sans-serif\" font-size=\"{shape.text}\"",
            ' font-weight="700" stroke-linejoin="round" stroke-linecap="round">',
            *parts,
            "</g></svg>",
        )
    )


def mark(side: Side) -> str:
    """Return a side's mark alone."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" class="mark" aria-hidden="true">'
    return f"{head}{_mark(side, 32, 32, 64)}</svg>"


def colour(side: Side) -> str:
    """Return what a side is drawn with; soft ink where its colour has no name here."""
    return SIDES.get(side["colour"], SOFT)


def with_font(svg: str) -> str:
    """Return the drawing with its font inside, for where it stands alone: a picture may not load anything."""
    font = base64.b64encode((resources.files(FONT[0]) / "files" / FONT[1]).read_bytes()).decode()
    face = f"@font-face{{font-family:'Barlow Condensed';src:url(data:font/ttf;base64,{font})}}"
    start = svg.index(">") + 1
    return f"{svg[:start]}<style>{face}</style>{svg[start:]}"


class _Plot(msgspec.Struct, frozen=True):
    """The place of the lines: the box, the lowest and highest value, and the number of places in a row."""

    left: float
    right: float
    top: float
    foot: float
    low: int
    high: int
    places: int

    def x(self, place: int) -> float:
        """Return the x of a place; a single one is in the middle."""
        if self.places == 1:
            return (self.left + self.right) / 2
        return self.left + (self.right - self.left) * place / (self.places - 1)

    def y(self, value: float) -> float:
        return self.foot - (self.foot - self.top) * (value - self.low) / (self.high - self.low)


def _lines(chart: LineChart, shape: Shape) -> list[str]:
    plot = _plot(chart, shape)
    parts = _grid(chart, plot, shape)
    ends: list[tuple[float, float]] = []
    marks: list[str] = []
    # In a long match the marks grow smaller, so that they do not hide the lines.
    size = min(shape.text * 0.8, max(shape.text * 0.45, (plot.right - plot.left) / len(chart.labels) * 0.8))
    for i, (side, values) in enumerate(chart.lines):
        # Lines that run together lie side by side.
        aside = (i - (len(chart.lines) - 1) / 2) * shape.text * 0.24
        dots = [(plot.x(place), plot.y(value) + aside) for place, value in enumerate(values)]
        ends.append(dots[-1])
        parts += _line(i, side, dots, shape)
        changed = [dot for dot, old, new in zip(dots[1:], values, values[1:], strict=False) if old != new]
        marks += [_mark(side, x, y, size) for x, y in changed]
    return [*parts, *marks, *_ends(chart, ends, plot, shape)]


def _plot(chart: LineChart, shape: Shape) -> _Plot:
    values = [value for _, line in chart.lines for value in line]
    low, high = min(0, *values), max(1, *values, chart.target or 1)
    numbers = max(shape.run(str(low)), shape.run(str(high)))
    left = max(_EDGE + numbers + shape.text * 0.6, _EDGE + shape.run(chart.labels[0]) / 2)
    # Beside the lines there is room for the names, but not for more than they need.
    names = max(shape.run(_ending(side, line)) for side, line in chart.lines)
    share = 0.3 if shape.width > 600 else 0.42
    room = min(names + _NAME_AFTER * shape.text + _EDGE + 1, share * shape.width)
    top, foot = _EDGE + shape.text * 0.6, shape.height - _EDGE - shape.text * 1.6
    return _Plot(left, shape.width - room, top, foot, low, high, len(chart.labels))


_NAME_AFTER = 2.25
"""The distance of a name from the end of its line, as a share of the text's size."""


def _ending(side: Side, values: Sequence[int]) -> str:
    return f"{values[-1]}  {side['name']}"


def _grid(chart: LineChart, plot: _Plot, shape: Shape) -> list[str]:
    """Return a line for each step with its number, a dashed one for the target, and the labels below."""
    step = _step(plot.high - plot.low, 10)
    steps = range(-(-plot.low // step) * step, plot.high + 1, step)
    gap = shape.text * 1.1
    target = chart.target
    parts = []
    for value in sorted({*steps} - {target}):
        y = plot.y(value)
        parts.append(_rule(plot, y, f'stroke="{SOFT if value == 0 else LINE}"'))
        if target is None or abs(y - plot.y(target)) >= gap:
            parts.append(_text(plot.left - shape.text * 0.5, y + shape.text * 0.35, str(value), "end", SOFT))
    if target is not None:
        y = plot.y(target)
        parts.append(_rule(plot, y, f'stroke="{SOFT}" stroke-dasharray="9 6" stroke-linecap="butt"'))
        parts.append(_text(plot.left - shape.text * 0.5, y + shape.text * 0.35, str(target), "end"))
    return parts + _labels(chart.labels, plot, shape)


def _rule(plot: _Plot, y: float, look: str) -> str:
    return f'<path d="M{plot.left:.1f} {y:.1f}H{plot.right:.1f}" fill="none" {look}/>'


def _labels(labels: Sequence[str], plot: _Plot, shape: Shape) -> list[str]:
    """Return the labels below the grid, as many as keep clear of each other."""
    wide = max(map(shape.run, labels[1:]), default=0.0) + shape.text * 0.8
    every = _step(len(labels) - 1, max(1, int((plot.right - plot.left) / wide)))
    clear = plot.x(0) + shape.run(labels[0]) / 2 + shape.text * 0.25
    parts = []
    for place in range(0, len(labels), every):
        x = plot.x(place)
        if not place or x - shape.run(labels[place]) / 2 > clear:
            parts.append(_text(x, plot.foot + shape.text * 1.35, labels[place], "middle"))
    return parts


def _step(span: int, most: int) -> int:
    """Return the smallest step of 1, 2, 5, 10, 20 … that goes into a span ``most`` times at most."""
    ten = 1
    while True:
        for step in (ten, 2 * ten, 5 * ten):
            if span <= step * most:
                return step
        ten *= 10


def _line(number: int, side: Side, dots: Sequence[tuple[float, float]], shape: Shape) -> list[str]:
    """Return a line in its colour on a wider one in ink, so that a pale colour stands out from the paper."""
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in dots)
    looks = (("edge", INK, 0.32), (f"run line-{number}", colour(side), 0.2))
    drawn = f'd="{path}" fill="none"'
    return [
        f'<path class="{name}" {drawn} stroke="{colour}" stroke-width="{shape.text * size:.2f}"/>'
        for name, colour, size in looks
    ]


def _ends(chart: LineChart, ends: Sequence[tuple[float, float]], plot: _Plot, shape: Shape) -> list[str]:
    """Draw a thin line from each end to its side's mark, value and name, which keep clear of each other."""
    text = shape.text
    heights = spread([y for _, y in ends], text * 1.2, text * 0.6, plot.foot - text * 0.6)
    parts = []
    for (side, values), (x, y), height in zip(chart.lines, ends, heights, strict=True):
        path = f"M{x + text * 0.4:.1f} {y:.1f}L{x + text:.1f} {height:.1f}"
        line = f'fill="none" stroke="{SOFT}" stroke-width="{text * 0.08:.2f}"'
        parts.append(f'<path class="leader" d="{path}" {line}/>')
        parts.append(_mark(side, x + text * 1.5, height, text))
        left = x + text * _NAME_AFTER
        name = shape.cut(_ending(side, values), shape.width - _EDGE - left)
        parts.append(_text(left, height + text * 0.35, name, look='class="name" xml:space="preserve"'))
    return parts


def _groups(chart: BarChart, shape: Shape) -> list[str]:
    text = shape.text
    foot = shape.height - _EDGE - text * 3.9
    most = max(1, *(value for bars in chart.bars for value in bars.values))
    scale = (foot - _EDGE - text * 1.1) / most
    group = (shape.width - 2 * _EDGE) / len(chart.sides)
    slot = min(group * 0.9 / len(chart.bars), text * 3.2)
    parts, below = [], []
    for i, (side, words) in enumerate(chart.sides):
        middle = _EDGE + group * (i + 0.5)
        left = middle - slot * len(chart.bars) / 2
        across = f"M{left:.1f} {foot:.1f}H{left + slot * len(chart.bars):.1f}"
        parts.append(f'<path d="{across}" fill="none" stroke="{INK}" stroke-width="2"/>')
        for number, bars in enumerate(chart.bars):
            value, x = bars.values[i], left + slot * (number + 0.5)
            height = scale * value
            parts.append(_bar(x, foot, slot * 0.88, height, bars.colour))
            parts.append(_text(x, foot - height - text * 0.25, str(value), "middle"))
            size = min(slot * 0.92, text * 1.1)
            parts.append(_icon(bars.icon, bars.colour, x, foot + text * 0.85, size))
        below += _below(side, words, middle, foot + text * 2.1, group, shape)
    return parts + below


def _bar(x: float, foot: float, width: float, height: float, colour: str) -> str:
    box = f'x="{x - width / 2:.1f}" y="{foot - height:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="bar" {box} fill="{_safe(colour)}" stroke="{INK}" stroke-width="1.5"/>'


def _below(side: Side, words: str, x: float, y: float, width: float, shape: Shape) -> list[str]:
    text = shape.text
    name = shape.cut(side["name"], width - text * 1.6)
    half = (shape.run(name) + text * 1.2) / 2
    return [
        _mark(side, x - half + text * 0.5, y, text * 0.9),
        _text(x - half + text * 1.2, y + text * 0.35, name, look='class="name"'),
        _text(x, y + text * 1.5, words, "middle", SOFT, 'class="small"'),
    ]


def _text(x: float, y: float, text: str, anchor: str = "start", fill: str = INK, look: str = "") -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"'
    return f"<text {look} {at}>{_safe(text)}</text>" if look else f"<text {at}>{_safe(text)}</text>"


def _mark(side: Side, x: float, y: float, size: float) -> str:
    """Return a side's mark with its middle at (x, y), a disc for a side that has none."""
    if _drawing(f"mark-{side['mark']}"):
        return _icon(f"mark-{side['mark']}", colour(side), x, y, size)
    at = f'cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}"'
    return f'<circle {at} fill="{colour(side)}" stroke="{INK}"/>'


def _icon(name: str, colour: str, x: float, y: float, size: float) -> str:
    moved = f"translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({size / 64:.4f})"
    return f'<g color="{_safe(colour)}" transform="{moved}">{_drawing(name)}</g>'


@cache
def _drawing(name: str) -> str:
    """Return what stands inside one of the kit's icons; "" for a name that none has."""
    file = resources.files("fieldkit") / "icons" / f"{name}.svg"
    if not name or not file.is_file():
        return ""
    svg = file.read_text("utf-8")
    return svg[svg.index(">") + 1 : svg.rindex("</svg>")].replace("\n", "")


def _amounts(chart: BarChart, side: int) -> str:
    return ", ".join(f"{bars.values[side]} {bars.name}" for bars in chart.bars)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places near the wanted ones, in order, ``gap`` apart and, where they all fit, within bounds."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    places = list(wanted)
    for before, i in zip([None, *order], order, strict=False):
        places[i] = max(places[i], low if before is None else places[before] + gap)
    for after, i in zip([None, *order[::-1]], order[::-1], strict=False):
        places[i] = min(places[i], high if after is None else places[after] - gap)
    return places


def _letter(letter: str) -> float:
    """Return the width of a letter as a share of the size; one of another font is a square."""
    if letter in _THIN:
        return 0.3
    if letter in _BROAD:
        return 0.8
    if letter > "ɏ":
        return 1.0
    return 0.5 if letter.isupper() or letter.isdigit() else 0.46


def _safe(text: str) -> str:
    return text.translate(_ESCAPES)
