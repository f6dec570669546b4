"""What is told of a hall after it: the winner, the claims, how the dice fell, and nothing personal before."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.games.big_game.report import BigGameReport
from fieldkit.phrases import ENGLISH
from tests.support.refereed import Refereed

FORM = {"settlements": 5, "cities": 9, "vp_cards": 2}


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Refereed]:
    """Yield a short hall with a rejected claim, a taken back roll, a sanction and a winner."""
    hall = Refereed(tmp_path / "journal.sqlite3")
    hall.do("open_hall", game="big_game", boards=3, options={"dice": "real"})
    hall.do("import_players", csv="name,club\nMia & Co,Essen\nJonas,\nAylin,Bochum\nNoah,")
    hall.do("next_turn", dice=[6, 6])
    hall.do("take_back_roll", reason="it was an eight")
    hall.do("next_turn", dice=[5, 3])
    hall.do("sanction", seat="1-moon", reason="Talked in Sun's turn")
    for seat in ("1-sun", "2-sun"):
        hall.do("claim", seat=seat, form=FORM)
    hall.wait(60)
    hall.do("judge_claim", claim=1, verdict="rejected", reason="one card too many")
    hall.do("judge_claim", claim=2, verdict="confirmed")
    hall.do("confirm_result")
    yield hall
    hall.close()


def test_the_report_tells_who_has_won_and_what_was_claimed(played: Refereed, tmp_path: Path) -> None:
    """BG-12, BG-13."""
    page = tmp_path / "report.html"
    match, data = played.match.id, str(played.path.parent)
    assert main(["report", match, "--data", data, "--out", str(page)]) == 0
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8")))
    for told in (
        "Aylin (2 B Sun) wins with 25 points",
        "4 players at 3 boards",
        "First to 25 points",
        "Turn 1: Mia &amp; Co, 25 points, rejected: one card too many",
        "Turn 1: Aylin, 25 points, confirmed",
        "How often each sum was rolled",
        "Turn 1: the 12 is taken back, it was an eight",
    ):
        assert told in words, told


def test_the_matches_are_listed_with_their_winner(
    played: Refereed, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["matches", "--data", str(played.path.parent)]) == 0
    assert "Aylin (2 B Sun) wins with 25 points" in capsys.readouterr().out


def test_a_rehearsal_says_that_it_was_one(tmp_path: Path) -> None:
    hall = Refereed(tmp_path / "journal.sqlite3")
    try:
        hall.do("open_hall", game="big_game", boards=3, rehearsal=True)
        report = BigGameReport()
        result = report.result(hall.match.state, ENGLISH)
        assert result is not None
        assert (result.text, result.winners) == ("Rehearsal", ())
        assert (report.chapter(0, ENGLISH), report.chapter(3, ENGLISH)) == ("Registration", "Turn 3")
    finally:
        hall.close()


def test_nobody_has_won_an_abandoned_hall(tmp_path: Path) -> None:
    hall = Refereed(tmp_path / "journal.sqlite3")
    try:
        hall.do("open_hall", game="big_game", boards=3)
        hall.do("abandon_hall", reason="Fire drill")
        assert BigGameReport().result(hall.match.state, ENGLISH) is None
        assert hall.view["recent"][0]["text"] == "Hall abandoned: Fire drill"
    finally:
        hall.close()
