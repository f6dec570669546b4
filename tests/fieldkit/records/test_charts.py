"""The charts as SVG: they tell the match without colour, load nothing, and are the same each time."""

import re
import subprocess
import sys
from importlib import resources
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fieldkit.colours import SIDES
from fieldkit.games import Side
from fieldkit.games.report import BarChart, Bars, Chart, LineChart
from fieldkit.records import charts

SVG = "{http://www.w3.org/2000/svg}"
FOXES: Side = {"id": "red", "name": "Foxes", "colour": "red", "mark": "triangle", "score": 8}
HERONS: Side = {"id": "blue", "name": "Herons", "colour": "blue", "mark": "square", "score": 4}
OTTERS: Side = {"id": "green", "name": "Otters", "colour": "green", "mark": "hexagon", "score": 4}
TEAMS = (FOXES, HERONS, OTTERS)
LONG = "The Quite Unreasonably Long-Named Wanderers of the Outer Meadow"

POINTS = LineChart(
    "points",
    "Points after each round",
    ["start", "1", "2", "3"],
    [(FOXES, [3, 3, 5, 8]), (HERONS, [3, 4, 4, 4]), (OTTERS, [3, 3, 4, 4])],
    8,
)
COLLECTED = BarChart(
    "collected",
    "Balls collected",
    [(FOXES, "6 balls"), (HERONS, "13 balls"), (OTTERS, "5 balls")],
    [Bars("wood", "#7a4a21", "wood", [6, 1, 2]), Bars("ore", "#5d6b7a", "ore", [0, 12, 3])],
)
CHARTS: tuple[Chart, ...] = (POINTS, COLLECTED)
SHAPES = pytest.mark.parametrize("shape", [charts.WIDE, charts.NARROW])


def drawn(chart: Chart, shape: charts.Shape = charts.WIDE) -> ElementTree.Element:
    """Return a chart, parsed."""
    return ElementTree.fromstring(charts.draw(chart, shape))


def texts(root: ElementTree.Element) -> list[str]:
    """All that is written in a chart."""
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def line(root: ElementTree.Element, number: int) -> list[tuple[float, float]]:
    """Where a team's line runs."""
    path = next(p.get("d", "") for p in root.iter(f"{SVG}path") if p.get("class") == f"run line-{number}")
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_each_line_rises_with_its_teams_points() -> None:
    red, blue, green = (line(drawn(POINTS), number) for number in range(3))
    assert [len(each) for each in (red, blue, green)] == [4, 4, 4]
    assert red[0][1] == red[1][1] > red[2][1] > red[3][1]
    assert blue[1][1] == blue[2][1] == blue[3][1] < blue[0][1]
    assert len({each[0][1] for each in (red, blue, green)}) == 3, "lines that run together hide each other"
    assert {each[-1][0] for each in (red, blue, green)} == {red[-1][0]}


def test_a_line_can_be_told_without_its_colour() -> None:
    root = drawn(POINTS)
    said = texts(root)
    assert [text for text in said if "  " in text] == ["8  Foxes", "4  Herons", "4  Otters"]
    marks = [g for g in root.iter(f"{SVG}g") if g.get("color")]
    at_ends = len(TEAMS)
    assert [m.get("color") for m in marks].count(SIDES["red"]) == 2 + 1
    assert len(marks) == 2 + 1 + 1 + at_ends, "a mark for each change and one at each end"
    assert len({m[0].get("d") or m[0].tag for m in marks}) == 3
    edges = [p for p in root.iter(f"{SVG}path") if p.get("class") == "edge"]
    assert len(edges) == 3, "every colour has an edge in ink"
    assert [text for text in said if text in ("start", "1", "2", "3")][-4:] == ["start", "1", "2", "3"]


def test_bars_tell_who_collected_what() -> None:
    root = drawn(COLLECTED)
    rects = [r for r in root.iter(f"{SVG}rect") if r.get("class") == "bar"]
    heights = [float(r.get("height", 0)) for r in rects]
    assert [round(12 * height / max(heights)) for height in heights] == [6, 0, 1, 12, 2, 3]
    said = texts(root)
    assert said[:6] == ["6", "0", "1", "12", "2", "3"]
    assert said[6:] == ["Foxes", "6 balls", "Herons", "13 balls", "Otters", "5 balls"]
    assert root.get("aria-label") == (
        "Balls collected: Foxes 6 wood, 0 ore; Herons 1 wood, 12 ore; Otters 2 wood, 3 ore"
    )


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
@SHAPES
def test_a_chart_loads_nothing_and_is_the_same_each_time(chart: Chart, shape: charts.Shape) -> None:
    svg = charts.draw(chart, shape)
    alone = charts.with_font(svg)
    for text in (svg, alone):
        bare = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"//|<script|@import|href|<!--|<\?", re.sub(r"base64,[^)]*", "", bare))
    assert svg == charts.draw(chart, shape)
    assert alone.count("@font-face") == 1
    assert "<style" not in svg, "a style sheet would reach the page that a chart stands in"
    ElementTree.fromstring(alone)


@SHAPES
def test_the_target_has_a_line_of_its_own_and_no_number_beside_it(shape: charts.Shape) -> None:
    root = drawn(replace(POINTS, lines=[(FOXES, [0, 9, 20, 35])], target=21), shape)
    dashed = [p for p in root.iter(f"{SVG}path") if p.get("stroke-dasharray")]
    assert len(dashed) == 1
    assert float(re.findall(r"[\d.]+", dashed[0].get("d", ""))[1]) == pytest.approx(
        next(float(t.get("y", 0)) for t in root.iter(f"{SVG}text") if t.text == "21") - shape.text * 0.35,
        abs=0.2,
    )
    assert "20" not in texts(root)
    none = drawn(replace(POINTS, target=None), shape)
    assert not [p for p in none.iter(f"{SVG}path") if p.get("stroke-dasharray")]


@SHAPES
@pytest.mark.parametrize("rounds", [1, 7, 12, 35, 80])
def test_labels_below_keep_clear_of_each_other(shape: charts.Shape, rounds: int) -> None:
    long = LineChart("l", "l", ["Beginn", *map(str, range(1, rounds + 1))], [(FOXES, [0] * (rounds + 1))])
    root = drawn(long, shape)
    foot = max(float(t.get("y", 0)) for t in root.iter(f"{SVG}text"))
    below = [
        (float(t.get("x", 0)), shape.run(t.text or ""))
        for t in root.iter(f"{SVG}text")
        if float(t.get("y", 0)) == foot
    ]
    assert len(below) > 1 or rounds == 1
    assert all(b - a > (wide_a + wide_b) / 2 for (a, wide_a), (b, wide_b) in pairwise(below))


def test_a_side_without_a_mark_has_a_disc() -> None:
    ann: Side = {"id": "ann", "name": "Ann", "colour": "puce", "mark": "", "score": 2}
    root = drawn(LineChart("points", "Points", ["start", "1"], [(ann, [1, 2])]))
    assert [c.get("fill") for c in root.iter(f"{SVG}circle")] == [charts.SOFT] * 2
    assert texts(root)[-1] == "2  Ann"
    assert 'r="32.0"' in charts.mark(ann)


@SHAPES
def test_a_long_name_is_cut_and_what_is_written_by_hand_stays_text(shape: charts.Shape) -> None:
    long = FOXES | {"name": LONG}
    for chart in (
        replace(POINTS, lines=[(long, [1, 1, 1, 2])]),
        replace(COLLECTED, sides=[(long, "1 ball"), *COLLECTED.sides[1:]]),
    ):
        assert any(t.endswith("…") for t in texts(drawn(chart, shape)))
    odd = FOXES | {"name": '<b>&"\x07'}
    root = drawn(replace(POINTS, lines=[(odd, [1, 1, 1, 2])]), shape)
    assert '2  <b>&"' in texts(root)
    assert root.get("aria-label") == 'Points after each round: <b>&" 2'


def test_a_name_without_end_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name may come from a record that somebody has made up: it must not take all day to draw it."""
    asked = []
    monkeypatch.setattr(charts, "_letter", lambda letter: asked.append(letter) or 0.5)
    assert charts.WIDE.cut("Foxes" * 1000, 240.0) == "FoxesFoxesFoxesFoxe…"
    assert len(asked) < 1000


def test_a_text_is_hardly_wider_in_its_font_than_it_was_taken_for() -> None:
    """The names that people give: what is written must end before the drawing does."""
    font = TTFont(str(resources.files(charts.FONT[0]) / "files" / charts.FONT[1]))
    letters, widths, unit = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    for text in (
        "Foxes & <Friends>",
        "Otters of the Outer Meadow",
        "Mowers & Weavers",
        "Ängste Österreich",
        "14 / 48",
        LONG,
    ):
        real = sum(widths[letters[ord(letter)]][0] for letter in text) / unit * charts.WIDE.text
        assert real <= charts.WIDE.run(text) <= real * 1.35


@pytest.mark.slow
@given(data=st.data(), rounds=st.integers(1, 60), target=st.none() | st.integers(0, 40))
def test_odd_matches_are_drawn_within_their_bounds(
    data: st.DataObject, rounds: int, target: int | None
) -> None:
    values = st.lists(st.integers(-5, 40), min_size=rounds, max_size=rounds)
    counts = st.lists(st.integers(0, 99), min_size=len(TEAMS), max_size=len(TEAMS))
    labels = [str(number) for number in range(rounds)]
    odd = LineChart("points", "Points", labels, [(side, data.draw(values)) for side in TEAMS], target)
    bars = [Bars(name, "#123456", name, data.draw(counts)) for name in ("wood", "gold")]
    for shape in (charts.WIDE, charts.NARROW):
        root = drawn(odd, shape)
        for number in range(3):
            dots = line(root, number)
            assert len(dots) == rounds
            assert all(0 <= x <= shape.width and 0 <= y <= shape.height for x, y in dots)
        of_balls = drawn(replace(COLLECTED, bars=bars), shape)
        for bar in (r for r in of_balls.iter(f"{SVG}rect") if r.get("class") == "bar"):
            top, height = float(bar.get("y", 0)), float(bar.get("height", 0))
            assert top >= shape.text, "the number stands above its bar"
            assert top + height <= shape.height


@given(wanted=st.lists(st.floats(-50, 150), min_size=1, max_size=6), gap=st.floats(1, 15))
def test_labels_keep_clear_of_each_other(wanted: list[float], gap: float) -> None:
    places = charts.spread(wanted, gap, 0, 100)
    ordered = sorted(places)
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(ordered))
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in places)
    assert sorted(range(len(wanted)), key=lambda i: (wanted[i], i)) == sorted(
        range(len(wanted)), key=lambda i: (places[i], i)
    )


def test_the_module_costs_nothing_to_import() -> None:
    """A kit that draws no chart pays for none."""
    source = (
        "import sys, fieldkit.games; before = set(sys.modules)\n"
        "import fieldkit.records.charts\n"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    foreign = set(done.stdout.split()) - set(sys.stdlib_module_names)
    assert foreign == {"fieldkit"}
    assert "xml" not in done.stdout.split()
