"""Reports of matches: results, scores, charts, and details.

A whole report is tested in ``tests/fieldkit/records/test_report.py``.
"""

import pytest

from fieldkit.colours import KINDS
from fieldkit.games.full_contact.options import ALL_KINDS
from fieldkit.games.full_contact.report import FullContactReport
from fieldkit.games.report import BarChart, LineChart, Past, Step
from fieldkit.language.catalogue import load_language
from fieldkit.phrases import ENGLISH
from tests.fieldkit.games.full_contact.driver import THREE, Bench

REPORT = FullContactReport()


@pytest.fixture
def bench() -> Bench:
    """Return a match of three teams, ready for its first round."""
    bench = Bench()
    bench.order("create_match", game="full_contact", teams=list(THREE))
    return bench


def told(bench: Bench) -> str:
    """Return the result as a line, "" while nobody has won."""
    result = REPORT.result(bench.state, ENGLISH)
    return result.text if result else ""


def test_the_result_is_a_line_with_its_winners(bench: Bench) -> None:
    """FC-32."""
    assert told(bench) == ""
    bench.order("correct", team="blue", set={"bonus_vp": 20}, reason="test")
    assert told(bench) == "Blue win, not yet confirmed"
    bench.order("end_match", reason="dark")
    result = REPORT.result(bench.state, load_language("de"))
    assert result is not None
    assert (result.text, result.winners) == ("Sieg für Blau", ("blue",))


def test_several_winners_share_it_and_an_abandoned_match_has_none(bench: Bench) -> None:
    """FC-32."""
    bench.order("end_match", reason="dark")
    assert told(bench) == "Red, Blue and Green share it"
    bench.order("create_match", game="full_contact", teams=list(THREE))
    bench.order("abandon_match", reason="rain")
    assert told(bench) == ""


def test_the_charts_are_made_of_the_public_board(bench: Bench) -> None:
    bench.order("deposit", hoop="h1", kind="wood")
    game = bench.game
    board = {**game.board(bench.state, game.view(bench.state)), **game.headline(bench.state)}
    lines, bars = REPORT.charts(board, ENGLISH)
    assert isinstance(lines, LineChart)
    assert (lines.labels, lines.target) == (["start"], bench.state.target)
    said = [(side["name"], list(values)) for side, values in lines.lines]
    assert said == [("Red", [3]), ("Blue", [3]), ("Green", [3])]
    assert isinstance(bars, BarChart)
    said_below = [(side["name"], words) for side, words in bars.sides]
    assert said_below == [("Red", "1 ball"), ("Blue", "0 balls"), ("Green", "0 balls")]
    assert [bar.values for bar in bars.bars if bar.name == "wood"] == [[1, 0, 0]]
    assert REPORT.charts({"phase": "setup", "sides": []}, ENGLISH) == ()


def test_balls_are_told_by_what_became_of_them(bench: Bench) -> None:
    """FC-10 to FC-13; a deposit that was struck is not counted by hand."""
    bench.order("deposit", hoop="h1", kind="wood")
    bench.order("deposit", hoop="h2", kind="ore")
    steps = [Step(entry.given, entry.events, entry.seq == 2) for entry in bench.record]
    details = REPORT.details(Past(steps, {0: bench.state}, bench.state), ENGLISH)
    figures = {figure.name: figure.text for figure in details.figures}
    assert (figures["Balls collected"], figures["Balls counted by hand"]) == ("2", "1")
    assert figures["Balls seen by the hoops"] == "0"
    assert details.facts == ["0 rounds", f"first to {bench.state.target}"]
    made, rounds = details.tables
    assert [row for row in made.rows if row[0] == "Cities"] == [("Cities", ["1", "2"] * 3)]
    assert rounds.rows == [("Start", ["", "3", "", "3", "", "3"])]
    assert details.lists == []


def test_every_kind_has_a_colour() -> None:
    assert set(ALL_KINDS) <= set(KINDS)
