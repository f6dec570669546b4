"""What people wrote, made harmless for terminals and spreadsheets."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.records import commands as records_cli
from fieldkit.records import reader, report
from fieldkit.records.plain import MAX_LINE, cell, plain, plain_json
from fieldkit.referee import commands
from tests.support.refereeing import table
from tests.support.toy_game import Toy

GAMES: Any = {"toy": Toy()}
SPITE = "=2+3\x1b]0;owned\x07\x1b[2J\u009b31m\u202eevil\x7f\r\nm9: forged"
OBEYED = re.compile(r"[^\n -~\u00a1-\uffff]|[\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(autouse=True)
def _any_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the kit take any text, as it once did."""
    monkeypatch.setattr(commands, "_fits", lambda raw: True)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return a match that a spiteful player has named."""
    path = tmp_path / "journal.sqlite3"
    with table(path) as kit:
        kit.do("begin", game="toy", id="+cmd", players=[{"name": SPITE}])
        kit.do("give", id="@sum\x1b[1m", player=SPITE, marbles=5)
    return path


def test_no_command_prints_what_a_terminal_obeys(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prints: tuple[Callable[[], int], ...] = (
        lambda: records_cli.matches(journal, GAMES),
        lambda: records_cli.replay(journal, GAMES, "m1", False, None),
        lambda: records_cli.replay(journal, GAMES, "m1", True, None),
        lambda: records_cli.export(journal, GAMES, "m1", "json"),
        lambda: records_cli.export(journal, GAMES, "m1", "csv"),
    )
    for print_it in prints:
        assert print_it() == 0
        shown = capsys.readouterr()
        assert OBEYED.findall(shown.out + shown.err) == []
    assert records_cli.replay(journal, GAMES, "m1", False, None) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not any(line.startswith("m9") for line in lines)
    assert any("evil" in line and "forged" in line for line in lines)


def test_json_still_says_the_same(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records_cli.export(journal, GAMES, "m1", "json")
    assert json.loads(capsys.readouterr().out)[1]["input"]["command"]["player"] == SPITE


def test_no_cell_of_an_export_is_a_formula(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records_cli.export(journal, GAMES, "m1", "csv")
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert [len(row) for row in rows] == [8, 8, 8]
    assert [row[3] for row in rows[1:]] == ["'+cmd", "'@sum\ufffd[1m"]
    assert rows[2][5].startswith("'=2+3")
    assert not any(value.lstrip().startswith(("=", "+", "-", "@")) for row in rows for value in row)


@pytest.mark.parametrize(
    "text", ["=1", "+1", "-1", "@a", " =1", "\t=1", "\r=1", "\n=1", "\x00=1", "\u00a0=1"]
)
def test_what_a_spreadsheet_might_reckon_is_text(text: str) -> None:
    assert cell(text).startswith("'") or not cell(text).lstrip().startswith("=")
    assert "\t" not in cell(text)


def test_ordinary_words_stay_as_they_are() -> None:
    for text in ("Füchse & Söhne", "狐", "5", "a = b", "Zoë's 🦊"):
        assert cell(text) == plain(text) == text
    assert (
        json.loads(plain_json(json.dumps("a\U000e0001\x7f狐🦊", ensure_ascii=False))) == "a\U000e0001\x7f狐🦊"
    )


def test_a_line_and_a_match_are_read_only_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite3"
    with table(path) as kit:
        kit.do("begin", game="toy", players=[{"name": "x" * 3 * MAX_LINE}])
        kit.do("give", player="x" * 3 * MAX_LINE, marbles=1)
    assert records_cli.replay(path, GAMES, "m1", False, None) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) == MAX_LINE
    monkeypatch.setattr(reader, "MAX_RECORDS", 1)
    with pytest.raises(FieldkitError, match="m1 has more than 1 records"):
        records_cli.replay(path, GAMES, "m1", False, None)


def test_a_report_that_is_sent_round_loads_and_runs_nothing(journal: Path) -> None:
    out = journal.parent / "m1.html"
    assert report.write(journal, GAMES, "m1", out, "Field 1") == 0
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', out.read_text())
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; font-src 'self' data:"
