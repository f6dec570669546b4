"""What is told of a match of Big Game, Big Honor after it: the winner, the laurels, the dice, the charts."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.games.big_honor.report import BigHonorReport
from fieldkit.games.report import BarChart, LineChart
from fieldkit.phrases import ENGLISH
from tests.support.refereed import Refereed


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Refereed]:
    """Yield a short match that Jonas has won in a second turn, with two laurels, one of them spent."""
    table = Refereed(tmp_path / "journal.sqlite3")
    players = [{"id": "red", "name": "Mia & Co"}, {"id": "blue", "name": "Jonas"}, {"id": "green"}]
    table.do("open_table", game="big_honor", players=players, options={"dice": "real"})
    for place in (8, 6, 5):
        table.do("put_settler", place=place)
    for dice in ([3, 3], [4, 3], [3, 3], [1, 1]):
        table.do("roll", dice=dice)
        table.do("end_turn")
    table.do("spend_laurels", laurels=1)
    table.do("roll", dice=[1, 1])
    mistaken = table.do("send_settler", pay="wool", place=12)
    table.do("strike", seq=mistaken, reason="it was grain")
    table.do("send_settler", pay="grain", place=12)
    for _ in range(10):
        table.do("change_points", player="blue", by=1)
    table.do("confirm_win")
    yield table
    table.close()


def test_the_report_tells_who_has_won_and_what_the_table_talks_about(
    played: Refereed, tmp_path: Path
) -> None:
    """BH-4, BH-5, BH-7."""
    page = tmp_path / "report.html"
    match, data = played.match.id, str(played.path.parent)
    assert main(["report", match, "--data", data, "--out", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))
    for told in (
        "Jonas wins with 12 points",
        "5 turns",
        "Mia &amp; Co",
        "2 won, 1 spent; 2 settlers at the table",
    ):
        assert told in words
    assert "Points after each round of the table" in text
    assert "Jonas gives 1 laurel: the robber goes to the desert" in words
    assert "<script" not in text.replace("<script>", "")


def test_the_charts_are_the_points_by_round_and_what_is_left(played: Refereed) -> None:
    lines, bars = BigHonorReport().charts(played.board, ENGLISH)
    assert isinstance(lines, LineChart)
    assert isinstance(bars, BarChart)
    assert {side["name"]: list(values) for side, values in lines.lines} == {
        "Mia & Co": [2, 2, 2],
        "Jonas": [2, 2, 12],
        "Green": [2, 2, 2],
    }
    assert (list(lines.labels), lines.target) == (["start", "1", "2"], 12)
    assert [list(each.values) for each in bars.bars] == [[1, 2, 1], [0, 1, 0]]


def test_no_chart_is_drawn_while_the_match_goes_on(tmp_path: Path) -> None:
    table = Refereed(tmp_path / "other.sqlite3")
    players = [{"id": id} for id in ("red", "blue", "green")]
    table.do("open_table", game="big_honor", players=players)
    assert BigHonorReport().charts(table.board, ENGLISH) == ()
    assert BigHonorReport().result(table.match.state, ENGLISH) is None
    table.close()


def test_the_record_is_listed_and_exported(played: Refereed, capsys: pytest.CaptureFixture[str]) -> None:
    match, data = played.match.id, str(played.path.parent)
    assert main(["matches", "--data", data]) == 0
    assert "Jonas wins with 12 points" in capsys.readouterr().out
    assert main(["replay", match, "--data", data]) == 0
    assert "Turn 5" in capsys.readouterr().out
    assert main(["export", match, "--format", "json", "--data", data]) == 0
    assert json.loads(capsys.readouterr().out)
