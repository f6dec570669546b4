"""What is told of a match of the dice game: its lines, result, charts, tables and figures."""

from fieldkit.games.report import BarChart, LineChart, Past, Step
from fieldkit.phrases import ENGLISH

from .boards import game
from .match import Played
from .table import play
from .test_tables import FOLDER


def match(name: str = "whole_match_of_four") -> Played:
    return play(FOLDER / f"{name}.txt")


def past(played: Played) -> Past:
    return Past(
        [Step(e.given, e.events, e.seq in played.match.struck) for e in played.match.past()], {}, played.state
    )


def test_the_lines_tell_what_happened() -> None:
    """DX-3 to DX-8 in plain words, the newest first."""
    said = [line.text for line in match("army_and_end").match.recent]
    assert said[0] == "Mia won with 5 points"
    assert said[1] == "Mia rolled: 1 wool, 2 grain, 3 ore"
    assert said[2] == "Ben passed the dice on"
    assert "Mia built knight 6" in said
    assert "Mia used knight 5 for ore" in said


def test_the_result_names_the_winner() -> None:
    found = game().report.result(match().state, ENGLISH)
    assert found is not None
    assert (found.text, found.winners) == ("Mia won with 10 points", ("red",))
    shared = game().report.result(match("starting_roads").state, ENGLISH)
    assert shared is not None
    assert shared.text == "Mia, Ben, Ida and Tom share it with 0 points"
    assert game().report.result(match("building").state, ENGLISH) is None


def test_the_charts_come_from_the_public_board() -> None:
    played = match()
    board = game().view(played.state) | {"sides": game().headline(played.state)["sides"], "stage": "over"}
    points, rolled = game().report.charts(board, ENGLISH)
    assert isinstance(points, LineChart)
    assert isinstance(rolled, BarChart)
    assert {side["name"]: line[-1] for side, line in points.lines}["Mia"] == 10
    assert len(points.labels) == len(points.lines[0][1])
    assert [bars.name for bars in rolled.bars] == ["brick", "lumber", "wool", "grain", "ore", "gold"]
    assert all(sum(bars.values) > 0 for bars in rolled.bars)
    assert game().report.charts({"sides": board["sides"]}, ENGLISH) == ()


def test_the_details_count_what_was_built() -> None:
    played = match()
    told = game().report.details(past(played), ENGLISH)
    assert told.facts[-2:] == ["first to 10", "with castles"]
    rows = dict(told.tables[0].rows)
    assert sum(map(int, rows["road"])) == len(played.state.roads) - 4
    assert sum(map(int, rows["city"])) == sum(each.city for each in played.state.buildings.values())
    lengths = [int(figure.text) for figure in told.lists[0].figures]
    assert lengths == sorted(lengths, reverse=True)
    assert "Rolls" in {figure.name for figure in told.figures}
