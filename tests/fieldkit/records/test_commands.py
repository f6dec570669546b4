"""``matches``, ``replay``, ``export`` and ``verify`` over a journal that a referee wrote."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.records import commands as records_cli
from tests.support.refereed import Refereed
from tests.support.refereeing import table
from tests.support.toy_game import Toy

GAMES: Any = {"toy": Toy()}
KIT_ONLY = ("now", "rev", "alarms", "kit")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Two matches: in the first a decision is struck and a round is played."""
    path = tmp_path / "journal.sqlite3"
    with table(path) as kit:
        kit.begin()
        kit.do("give", id="first", player="ann", marbles=5)
        kit.do("give", player="bob", marbles=2)
        kit.do("strike", seq=2, reason="not theirs")
        kit.do("go")
        kit.wait(1)
        kit.read()
        kit.wait(8)
        kit.do("finish", reason="dark")
        (tmp_path / "shown.json").write_text(json.dumps(kit.view))
        kit.begin()
    return path


def replayed(journal: Path, capsys: pytest.CaptureFixture[str], at: int | None = None) -> Any:
    assert records_cli.replay(journal, GAMES, "m1", True, at) == 0
    return json.loads(capsys.readouterr().out)


def test_matches_lists_all(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert records_cli.matches(journal, GAMES) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["m1", "toy"], ["m2", "toy"]]
    assert lines[0].endswith("   8 decisions  No result")
    assert lines[1].endswith("   1 decisions  Not over yet")


def test_matches_of_a_game_that_is_not_here_are_listed_too(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert records_cli.matches(journal, {}) == 0
    assert [line.split()[3:] for line in capsys.readouterr().out.splitlines()] == [
        ["8", "decisions"],
        ["1", "decisions"],
    ]


def test_replay_as_json_is_what_the_referee_saw(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads((journal.parent / "shown.json").read_text())
    found = replayed(journal, capsys)
    assert set(found) == {*shown, "now"}
    assert {k: v for k, v in found.items() if k not in KIT_ONLY} == {
        k: v for k, v in shown.items() if k not in KIT_ONLY
    }


@pytest.mark.parametrize(
    ("at", "jar", "phase"), [(1, 0, "ready"), (3, 7, "ready"), (4, 2, "ready"), (6, 3, "round")]
)
def test_replay_stops_at_a_decision(
    journal: Path, capsys: pytest.CaptureFixture[str], at: int, jar: int, phase: str
) -> None:
    found = replayed(journal, capsys, at)
    assert (found["seq"], found["jar"], found["phase"]) == (at, jar, phase)


def test_replay_reads_like_a_match_report(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert records_cli.replay(journal, GAMES, "m1", False, None) == 0
    report = capsys.readouterr().out
    assert report.startswith("m1: toy, created 20")
    assert "\nRound 1\n" in report
    assert "    3  bob: 2" in report
    assert "ann: 5" not in report
    assert report.endswith("Struck: 2\n")


def test_export_as_json_holds_every_record(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert records_cli.export(journal, GAMES, "m1", "json") == 0
    records = json.loads(capsys.readouterr().out)
    assert [record["seq"] for record in records] == list(range(1, 9))
    assert records[1]["input"]["command"] == {"type": "give", "player": "ann", "marbles": 5}
    assert records[1]["events"] == [{"type": "Counted", "player": "ann", "marbles": 5}]
    assert records[1]["prev"] == records[0]["hash"]


def test_export_as_csv_has_a_line_for_each_decision(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert records_cli.export(journal, GAMES, "m1", "csv") == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [line["seq"] for line in lines] == [str(seq) for seq in range(1, 9)]
    assert [line["type"] for line in lines[:5]] == ["begin", "give", "give", "strike", "go"]
    assert [line["struck"] for line in lines[:3]] == ["", "yes", ""]
    assert (lines[1]["command_id"], lines[2]["text"], lines[5]["by"]) == ("first", "bob: 2", "hoop")


def test_export_keeps_a_secret_until_the_match_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = [{"id": colour, "name": colour} for colour in ("red", "blue", "green")]
    with closing(Refereed(tmp_path / "dice.sqlite3")) as kit:
        kit.do("open_table", game="big_honor", players=players, options={"dice": "kit"})
        seed = kit.events[0]["seed"]
        assert records_cli.export(kit.path, kit.games, "m1", "json") == 0
        assert seed not in capsys.readouterr().out
        kit.do("abandon_table")
        assert records_cli.export(kit.path, kit.games, "m1", "json") == 0
        assert seed in capsys.readouterr().out


def test_verify_finds_a_changed_record(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert records_cli.verify(journal, GAMES, "m1") == 0
    assert "8 records" in capsys.readouterr().out
    with closing(sqlite3.connect(journal)) as db, db:
        db.execute("UPDATE records SET events = replace(events, '5', '6') WHERE seq = 2")
    assert records_cli.verify(journal, GAMES, "m1") == 1
    assert "record 2 (decision 2 of m1" in capsys.readouterr().err


def test_a_match_that_is_not_there_is_one_sentence(journal: Path, tmp_path: Path) -> None:
    for command in (
        lambda: records_cli.replay(journal, GAMES, "m7", False, None),
        lambda: records_cli.export(journal, GAMES, "m7", "csv"),
        lambda: records_cli.verify(journal, GAMES, "m7"),
    ):
        with pytest.raises(FieldkitError, match="there is no match m7 on the record; there are: m1, m2"):
            command()
    with pytest.raises(FieldkitError, match="m1 has no decision 99"):
        records_cli.replay(journal, GAMES, "m1", True, 99)
    with pytest.raises(FieldkitError, match="which this kit does not know"):
        records_cli.replay(journal, {}, "m1", True, None)
    with pytest.raises(FieldkitError, match="no journal"):
        records_cli.matches(tmp_path / "none", GAMES)


def test_an_empty_journal_has_no_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with table(tmp_path / "j"):
        assert records_cli.matches(tmp_path / "j", GAMES) == 0
    assert capsys.readouterr().out == "No matches on the record yet.\n"
