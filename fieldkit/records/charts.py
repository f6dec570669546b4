"""The charts of a match as SVG text, from any board with ``statistics``: points by round, balls collected.

The lines and bars are drawn by pygal; what it cannot do is added to its drawing here: the kit's own marks and
icons, an ink edge around every colour, a name at the end of every line. No script, no outside address.
Their words are in the language ``translate``.
"""

from __future__ import annotations

import base64
import copy
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from fieldkit.phrases import ENGLISH, Language, Term

Board = Mapping[str, Any]

PAPER, LINE, INK, SOFT = "#fffdf8", "#d9d2c0", "#16130d", "#544d3f"
TEAMS: Mapping[str, str] = {"red": "#c8372d", "blue": "#1f4e9e", "green": "#2f9e62", "yellow": "#f0b90b"}
"""Team colours by id."""
KINDS: Mapping[str, str] = {
    "wood": "#7a4a21",
    "wheat": "#c78a00",
    "brick": "#d9582b",
    "ore": "#5d6b7a",
    "sheep": "#8fa3a0",
}
"""Colours of the balls' kinds."""
TITLES: Mapping[str, Term] = {
    "points": Term("Points after each round"),
    "collected": Term("Balls collected"),
}
"""What each chart shows, by its name."""
FONT = ("fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf")
"""What the charts are set in: the package that carries it, and its file there."""

_SVG = "http://www.w3.org/2000/svg"
_FAMILY = "'Barlow Condensed', 'Arial Narrow', sans-serif"
_LETTER = 0.43
"""The width of a letter as a share of the size, with some to spare."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a chart is drawn, and how large its text is in it (all in px of the drawing)."""

    width: int
    height: int
    text: int

    def letters(self, width: float) -> int:
        """How many letters surely fit into a width."""
        return max(1, int(width / (self.text * _LETTER)))


WIDE = Shape(960, 440, 24)
"""For paper and large screens."""
NARROW = Shape(480, 420, 23)
"""For a phone, whose width it fills without its text becoming small."""


def points(board: Board, shape: Shape = WIDE, translate: Language = ENGLISH) -> str | None:
    """The teams' points after each round as lines; None for a board without them."""
    history: Sequence[Mapping[str, int]] = board.get("statistics", {}).get("points") or ()
    teams = [team for team in board.get("teams", ()) if history and team["id"] in history[-1]]
    if not teams:
        return None
    root = _parsed("points", shape, _line_chart(board, teams, history, shape, translate))
    plot, marks = _layer(root, "plot"), _layer(root, "plot overlay")
    ends: list[tuple[float, float]] = []
    for i, team in enumerate(teams):
        # Lines that run together lie side by side.
        aside = (i - (len(teams) - 1) / 2) * shape.text * 0.24
        dots = [(float(d.get("cx", 0)), float(d.get("cy", 0)) + aside) for d in _dots(marks, i)]
        values = [entry[team["id"]] for entry in history]
        ends.append(dots[-1])
        _replace_line(plot, i, dots)
        changed = [dot for dot, old, new in zip(dots[1:], values, values[1:], strict=False) if old != new]
        _replace_dots(marks, i, team, changed, shape)
    _add_ends(plot, marks, teams, ends, shape)
    said = ", ".join(f"{_name(team)} {history[-1][team['id']]}" for team in teams)
    return _finished(root, "points", said, translate)


def collected(board: Board, shape: Shape = WIDE, translate: Language = ENGLISH) -> str | None:
    """The balls each team has collected, by kind, as bars; None for a board without them."""
    balls: Mapping[str, Mapping[str, int]] = board.get("statistics", {}).get("collected") or {}
    teams = [team for team in board.get("teams", ()) if team["id"] in balls]
    kinds = list(dict.fromkeys(kind for team in teams for kind in balls[team["id"]]))
    if not kinds:
        return None
    root = _parsed("collected", shape, _bar_chart(teams, kinds, balls, shape))
    plot = _layer(root, "plot")
    bars = [
        [(float(bar.get("x", 0)), float(bar.get("width", 0))) for bar in _series(plot, i).iter(_tag("rect"))]
        for i in range(len(kinds))
    ]
    foot, wide = (float(plot[0].get(side, 0)) for side in ("height", "width"))
    for number, team in enumerate(teams):
        for kind, places in zip(kinds, bars, strict=True):
            x, width = places[number]
            size = min(width, shape.text * 1.1)
            _icon(plot, kind, KINDS.get(kind, SOFT), x + width / 2, foot + shape.text * 0.8, size)
        middle = (bars[0][number][0] + sum(bars[-1][number])) / 2
        all_balls = translate.number("{n} ball", "{n} balls", sum(balls[team["id"]].values()))
        _team_below(plot, team, all_balls, middle, foot + shape.text * 2.0, wide / len(teams), shape)
    said = "; ".join(f"{_name(team)} {_amounts(balls[team['id']], kinds, translate)}" for team in teams)
    return _finished(root, "collected", said, translate)


CHARTS: Mapping[str, Callable[[Board, Shape, Language], str | None]] = {
    "points": points,
    "collected": collected,
}
"""The charts by name."""


def mark(team: Board) -> str:
    """A team's mark alone."""
    root = Element(_tag("svg"), {"viewBox": "0 0 64 64", "class": "mark", "aria-hidden": "true"})
    _mark(root, team, 32, 32, 64)
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


def with_font(svg: str) -> str:
    """The drawing with its font inside, for where it stands alone: a picture may not load anything."""
    font = base64.b64encode((resources.files(FONT[0]) / "files" / FONT[1]).read_bytes()).decode()
    face = f"@font-face{{font-family:'Barlow Condensed';src:url(data:font/ttf;base64,{font})}}"
    start = svg.index(">") + 1
    return f"{svg[:start]}<style>{face}</style>{svg[start:]}"


@cache
def _pygal() -> Any:
    """pygal, without the finder for its map plugins, of which every import after it would warn."""
    import pygal

    sys.meta_path[:] = [each for each in sys.meta_path if type(each).__name__ != "PluginImportFixer"]
    return pygal


def _line_chart(
    board: Board,
    teams: Sequence[Board],
    history: Sequence[Mapping[str, int]],
    shape: Shape,
    translate: Language,
) -> Any:
    pygal = _pygal()
    values = [entry[team["id"]] for entry in history for team in teams]
    target = board.get("target")
    low, high = min(0, *values), max(1, *values, target or 1)
    rounds = [translate(Term("start")), *(str(number) for number in range(1, len(history)))]
    every = -(-len(rounds) // (shape.width // 60))
    chart = pygal.Line(
        **_common("points", [TEAMS.get(team["id"], SOFT) for team in teams], shape),
        margin_right=int(shape.width * (0.22 if shape.width > 600 else 0.32)),
        range=(low, high),
        x_labels=rounds,
        x_labels_major=rounds[::every],
        show_minor_x_labels=False,
        y_labels=sorted({*range(low, high + 1, -(-(high - low) // 10)), *([target] if target else [])}),
        y_labels_major=[target] if target else [],
        dots_size=1,
    )
    for team in teams:
        chart.add(team["id"], [entry[team["id"]] for entry in history])
    return chart


def _bar_chart(
    teams: Sequence[Board], kinds: Sequence[str], balls: Mapping[str, Mapping[str, int]], shape: Shape
) -> Any:
    pygal = _pygal()
    most = max(count for team in teams for count in balls[team["id"]].values())
    chart = pygal.Bar(
        **_common("collected", [KINDS.get(kind, SOFT) for kind in kinds], shape),
        margin_bottom=int(shape.text * 3.9),
        range=(0, max(1, most) * 1.1),
        show_x_labels=False,
        show_y_labels=False,
        print_values=True,
        print_values_position="top",
        formatter=str,
        x_labels=[team["id"] for team in teams],
    )
    for kind in kinds:
        chart.add(kind, [balls[team["id"]].get(kind, 0) for team in teams])
    return chart


def _common(name: str, colours: Sequence[str], shape: Shape) -> dict[str, Any]:
    """What both charts ask of pygal."""
    from pygal.style import Style

    style = Style(
        background="transparent",
        plot_background="transparent",
        foreground=SOFT,
        foreground_strong=INK,
        foreground_subtle=LINE,
        opacity="1",
        transition="none",
        colors=tuple(colours),
        font_family=_FAMILY,
        label_font_size=shape.text,
        major_label_font_size=shape.text,
        value_font_size=shape.text,
        guide_stroke_dasharray="none",
        guide_stroke_color=LINE,
        major_guide_stroke_dasharray="9 6",
        major_guide_stroke_color=SOFT,
    )
    id = f"chart-{name}-{shape.width}"
    own = (
        f"#{id} text {{font-weight:700}}"
        f"#{id} .edge {{fill:none;stroke:{INK};stroke-width:{shape.text * 0.32:.2f};"
        "stroke-linejoin:round;stroke-linecap:round}"
        f"#{id} .run {{fill:none;stroke-width:{shape.text * 0.2:.2f};"
        "stroke-linejoin:round;stroke-linecap:round}"
        f"#{id} .leader {{fill:none;stroke:{SOFT};stroke-width:{shape.text * 0.08:.2f}}}"
        f"#{id} .rect {{stroke:{INK};stroke-width:1.5}}"
        f"#{id} .name {{fill:{INK};font-size:{shape.text}px}}"
        f"#{id} .small {{fill:{SOFT};font-size:{shape.text}px}}"
    )
    return {
        "width": shape.width,
        "height": shape.height,
        "margin": 6,
        "spacing": 8,
        "truncate_label": -1,
        "style": style,
        "css": ["file://style.css", "file://graph.css", f"inline:{own}"],
        "js": [],
        "classes": (name,),
        "show_legend": False,
        "disable_xml_declaration": True,
    }


def _parsed(name: str, shape: Shape, chart: Any) -> Element:
    """pygal's drawing without its scripts, remarks and hidden words."""
    # Else the drawing has another id each time, and is never the same twice.
    chart.uuid = f"{name}-{shape.width}"
    root = ElementTree.fromstring(chart.render(is_unicode=True))
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (_tag("script"), _tag("desc"), _tag("title")):
                parent.remove(child)
    graph = next(child for child in root if child.tag == _tag("g"))
    for layer in list(graph):
        if layer.get("class") in ("plot tooltip-overlay", "titles"):
            graph.remove(layer)
    return root


def _amounts(balls: Mapping[str, int], kinds: Sequence[str], translate: Language) -> str:
    return ", ".join(
        translate.sentence("{n} {kind}", n=balls.get(kind, 0), kind=Term(kind)) for kind in kinds
    )


def _finished(root: Element, name: str, said: str, translate: Language) -> str:
    root.set("role", "img")
    root.set("lang", translate.code)
    root.set("aria-label", f"{translate(TITLES[name])}: {said}")
    ElementTree.register_namespace("", _SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _layer(root: Element, name: str) -> Element:
    return next(group for group in root.iter(_tag("g")) if group.get("class") == name)


def _series(layer: Element, number: int) -> Element:
    name = f"series serie-{number} "
    return next(g for g in layer if (g.get("class") or "").startswith(name))


def _dots(layer: Element, number: int) -> Iterator[Element]:
    return _series(layer, number).iter(_tag("circle"))


def _replace_line(layer: Element, number: int, dots: Sequence[tuple[float, float]]) -> None:
    """A line in its colour on a wider one in ink, so that a pale colour stands out from the paper too."""
    series = _series(layer, number)
    series[:] = []
    path = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in dots)
    for look in ("edge", f"run line color-{number}"):
        ElementTree.SubElement(series, _tag("path"), {"class": look, "d": path})


def _replace_dots(
    layer: Element, number: int, team: Board, dots: Sequence[tuple[float, float]], shape: Shape
) -> None:
    series = _series(layer, number)
    series[:] = []
    for x, y in dots:
        _mark(series, team, x, y, shape.text * 0.8)


def _add_ends(
    plot: Element,
    marks: Element,
    teams: Sequence[Board],
    ends: Sequence[tuple[float, float]],
    shape: Shape,
) -> None:
    """A thin line leads from each end to its team's mark, points and name, which keep clear of each other."""
    room = shape.width - float(plot[0].get("width", 0)) - shape.text * 4
    foot = float(plot[0].get("height", 0))
    heights = spread([y for _, y in ends], shape.text * 1.2, shape.text * 0.6, foot - shape.text * 0.6)
    for i, (team, (x, y), height) in enumerate(zip(teams, ends, heights, strict=True)):
        path = f"M{x:.1f} {y:.1f} L{x + shape.text * 1.3:.1f} {height:.1f}"
        _series(plot, i).insert(0, Element(_tag("path"), {"class": "leader", "d": path}))
        left = x + shape.text * 1.5
        _mark(marks, team, left, height, shape.text)
        text = _text(marks, "name", left + shape.text * 0.75, height + shape.text * 0.35)
        name = cut(_name(team), shape.letters(room))
        text.text = f"{team['vp']}  {name}" if "vp" in team else name
        text.set("xml:space", "preserve")


def _team_below(
    plot: Element, team: Board, balls: str, x: float, y: float, width: float, shape: Shape
) -> None:
    """A team's mark and name under its bars, and how many balls it has in all."""
    name = cut(_name(team), shape.letters(width - shape.text * 1.3))
    half = len(name) * shape.text * _LETTER / 2
    _mark(plot, team, x - half, y, shape.text * 0.9)
    text = _text(plot, "name", x - half + shape.text * 0.7, y + shape.text * 0.35)
    text.text = name
    below = _text(plot, "small", x, y + shape.text * 1.5, "middle")
    below.text = balls


def _text(parent: Element, look: str, x: float, y: float, anchor: str = "start") -> Element:
    at = {"class": look, "x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    return ElementTree.SubElement(parent, _tag("text"), at)


def _mark(parent: Element, team: Board, x: float, y: float, size: float) -> None:
    """A team's mark, a disc for a team that has none."""
    colour = TEAMS.get(team["id"], SOFT)
    if team.get("mark"):
        _icon(parent, f"mark-{team['mark']}", colour, x, y, size)
        return
    disc = {"cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": f"{size / 2:.1f}", "fill": colour, "stroke": INK}
    ElementTree.SubElement(parent, _tag("circle"), disc)


def _icon(parent: Element, name: str, colour: str, x: float, y: float, size: float) -> None:
    """One of the kit's icons with its middle at (x, y)."""
    scale = size / 64
    moved = f"translate({x - size / 2:.1f} {y - size / 2:.1f}) scale({scale:.4f})"
    group = ElementTree.SubElement(parent, _tag("g"), {"color": colour, "transform": moved})
    group.extend(copy.deepcopy(child) for child in _drawing(name))


@cache
def _drawing(name: str) -> tuple[Element, ...]:
    file = resources.files("fieldkit") / "icons" / f"{name}.svg"
    return tuple(ElementTree.fromstring(file.read_text("utf-8"))) if file.is_file() else ()


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, in their order, ``gap`` apart and, where they all fit, within bounds."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    places = list(wanted)
    for before, i in zip([None, *order], order, strict=False):
        places[i] = max(places[i], low if before is None else places[before] + gap)
    for after, i in zip([None, *order[::-1]], order[::-1], strict=False):
        places[i] = min(places[i], high if after is None else places[after] - gap)
    return places


def cut(text: str, letters: int) -> str:
    """The text, its end replaced by an ellipsis where it has more than ``letters``."""
    return text if len(text) <= letters else f"{text[: max(1, letters - 1)].rstrip()}…"


def _name(team: Board) -> str:
    return str(team.get("name") or team["id"])


def _tag(name: str) -> str:
    return f"{{{_SVG}}}{name}"
