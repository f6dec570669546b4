"""The charts as SVG: they tell the match without colour, load nothing, and are the same each time."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.records import charts
from hardware.scoreboard.theme import SUN, rgb

SVG = "{http://www.w3.org/2000/svg}"
TEAMS = [("red", "Foxes", "triangle"), ("blue", "Herons", "square"), ("green", "Otters", "hexagon")]
LONG = "The Quite Unreasonably Long-Named Wanderers of the Outer Meadow"


def board(points: dict[str, list[int]], **balls: dict[str, int]) -> dict[str, Any]:
    """A board after as many rounds as there are points, with the balls of each team."""
    rounds = range(len(points["red"]))
    return {
        "target": 8,
        "teams": [
            {"id": id, "name": name, "mark": mark, "vp": points[id][-1]}
            for id, name, mark in TEAMS
            if id in points
        ],
        "statistics": {
            "points": [{id: values[number] for id, values in points.items()} for number in rounds],
            "collected": balls,
        },
    }


PLAYED = board(
    {"red": [3, 3, 5, 8], "blue": [3, 4, 4, 4], "green": [3, 3, 4, 4]},
    red={"wood": 6, "ore": 0},
    blue={"wood": 1, "ore": 12},
    green={"wood": 2, "ore": 3},
)


def drawn(name: str, of: dict[str, Any] = PLAYED, shape: charts.Shape = charts.WIDE) -> ElementTree.Element:
    """A chart, parsed."""
    svg = charts.CHARTS[name](of, shape)
    assert svg is not None
    return ElementTree.fromstring(svg)


def texts(root: ElementTree.Element) -> list[str]:
    """All that is written in a chart."""
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def line(root: ElementTree.Element, number: int) -> list[tuple[float, float]]:
    """Where a team's line runs."""
    path = next(
        p.get("d", "") for p in root.iter(f"{SVG}path") if f"run line color-{number}" in p.get("class", "")
    )
    numbers = [float(each) for each in re.findall(r"-?[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_each_line_rises_with_its_teams_points() -> None:
    red, blue, green = (line(drawn("points"), number) for number in range(3))
    assert [len(each) for each in (red, blue, green)] == [4, 4, 4]
    assert red[0][1] == red[1][1] > red[2][1] > red[3][1]
    assert blue[1][1] == blue[2][1] == blue[3][1] < blue[0][1]
    assert len({each[0][1] for each in (red, blue, green)}) == 3, "lines that run together hide each other"
    assert {each[-1][0] for each in (red, blue, green)} == {red[-1][0]}


def test_a_line_can_be_told_without_its_colour() -> None:
    root = drawn("points")
    said = texts(root)
    assert [text for text in said if "  " in text] == ["8  Foxes", "4  Herons", "4  Otters"]
    marks = [g for g in root.iter(f"{SVG}g") if g.get("color")]
    at_ends = len(TEAMS)
    assert [m.get("color") for m in marks].count(charts.TEAMS["red"]) == 2 + 1
    assert len(marks) == 2 + 1 + 1 + at_ends, "a mark for each change and one at each end"
    assert len({m[0].get("d") or m[0].tag for m in marks}) == 3
    edges = [p for p in root.iter(f"{SVG}path") if p.get("class") == "edge"]
    assert len(edges) == 3, "every colour has an edge in ink"
    assert [text for text in said if text in ("start", "1", "2", "3")][-4:] == ["start", "1", "2", "3"]


def test_bars_tell_who_collected_what() -> None:
    root = drawn("collected")
    rects = [r for r in root.iter(f"{SVG}rect") if "rect " in r.get("class", "")]
    heights = [float(r.get("height", 0)) for r in rects]
    assert [round(12 * height / max(heights)) for height in heights] == [6, 1, 2, 0, 12, 3]
    said = texts(root)
    assert said[:6] == ["Foxes", "6 balls", "Herons", "13 balls", "Otters", "5 balls"]
    assert said[6:] == ["6", "1", "2", "0", "12", "3"]
    assert root.get("aria-label") == (
        "Balls collected: Foxes 6 wood, 0 ore; Herons 1 wood, 12 ore; Otters 2 wood, 3 ore"
    )


@pytest.mark.parametrize("name", charts.CHARTS)
@pytest.mark.parametrize("shape", [charts.WIDE, charts.NARROW])
def test_a_chart_loads_nothing_and_is_the_same_each_time(name: str, shape: charts.Shape) -> None:
    svg = charts.CHARTS[name](PLAYED, shape)
    assert svg is not None
    alone = charts.with_font(svg)
    for text in (svg, alone):
        bare = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"//|<script|@import|href|<!--|<\?", re.sub(r"base64,[^)]*", "", bare))
    assert svg == charts.CHARTS[name](PLAYED, shape)
    assert alone.count("@font-face") == 1
    ElementTree.fromstring(alone)


def test_a_board_without_numbers_has_no_charts() -> None:
    for nothing in ({}, {"teams": []}, {"teams": PLAYED["teams"], "statistics": {}}):
        assert [draw(nothing, charts.WIDE) for draw in charts.CHARTS.values()] == [None, None]
    toy = {"teams": [{"id": "ann"}], "statistics": {"points": [{"ann": 1}, {"ann": 2}]}}
    assert texts(drawn("points", toy))[-1] == "ann"


def test_a_long_name_is_cut_and_what_is_written_by_hand_stays_text() -> None:
    long = board({"red": [1, 2]}, red={"wood": 1})
    long["teams"][0]["name"] = LONG
    assert all(
        any(t.endswith("…") for t in texts(drawn(name, long, charts.NARROW))) for name in charts.CHARTS
    )
    long["teams"][0]["name"] = "<b>&"
    assert "2  <b>&" in texts(drawn("points", long))


def test_the_colours_are_the_scoreboards() -> None:
    assert {id: rgb(colour) for id, colour in charts.TEAMS.items()} == dict(SUN.teams)
    assert {kind: rgb(colour) for kind, colour in charts.KINDS.items()} == dict(SUN.kinds)
    tokens = (charts.PAPER, charts.LINE, charts.INK, charts.SOFT)
    assert tuple(map(rgb, tokens)) == (SUN.card, SUN.line, SUN.ink, SUN.soft)


@given(data=st.data(), rounds=st.integers(1, 60), target=st.none() | st.integers(0, 40))
def test_odd_matches_are_drawn_within_their_bounds(
    data: st.DataObject, rounds: int, target: int | None
) -> None:
    values = st.lists(st.integers(-5, 40), min_size=rounds, max_size=rounds)
    counts = st.fixed_dictionaries({kind: st.integers(0, 99) for kind in ("wood", "gold")})
    odd = board(
        {id: data.draw(values) for id, _, _ in TEAMS}, **{id: data.draw(counts) for id, _, _ in TEAMS}
    )
    odd["target"] = target
    for shape in (charts.WIDE, charts.NARROW):
        for number in range(3):
            assert (
                all(
                    -5 <= x <= shape.width and -5 <= y <= shape.height
                    for x, y in line(drawn("points", odd, shape), number)[:rounds]
                )
                or rounds == 1
            )
        drawn("collected", odd, shape)


@given(
    wanted=st.lists(st.floats(-50, 150), min_size=1, max_size=6),
    gap=st.floats(1, 15),
)
def test_labels_keep_clear_of_each_other(wanted: list[float], gap: float) -> None:
    places = charts.spread(wanted, gap, 0, 100)
    ordered = sorted(places)
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(ordered))
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in places)
    assert sorted(range(len(wanted)), key=lambda i: (wanted[i], i)) == sorted(
        range(len(wanted)), key=lambda i: (places[i], i)
    )
