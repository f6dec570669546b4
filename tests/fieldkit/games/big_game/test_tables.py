"""The golden matches: every table of tests/tables/big_game is played at the real referee and holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fieldkit.games.big_game.table import Table, TableError
from tests.support.refereed import Refereed

FOLDER = Path(__file__).parents[3] / "tables" / "big_game"
PATHS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_match_holds(path: Path, tmp_path: Path) -> None:
    """Its journal alone gives the same match again."""
    referee = Refereed(tmp_path / "journal.sqlite3")
    try:
        table = Table(path, referee)
        table.play()
        assert table.title
        before = referee.view
        referee.restart()
        after = referee.view
        # A stop that sounded at once is on no record.
        changing = {"rev", "now", "kit", "alarms", "cues"}
        assert {name: after[name] for name in after if name not in changing} == {
            name: before[name] for name in before if name not in changing
        }
    finally:
        referee.close()


def test_there_are_enough_matches() -> None:
    assert len(PATHS) >= 8


def test_a_match_that_tells_something_else_fails(tmp_path: Path) -> None:
    """A wrong number, a missing refusal and a wrong rule are each found, with their line."""
    begin = "title: wrong\nboards: 3\nplayers: everybody\n"
    wrong = {
        "phase: turn": "line 4.*it is registration",
        "refused BG-2: roll 3 3": "line 4.*was not refused",
        "refused BG-7: go on": "line 4.*refused by BG-5",
        "go on": "line 4.*refused",
        "1-sun trades with: 1-moon": "line 4.*it is nobody",
    }
    for number, (line, message) in enumerate(wrong.items()):
        path = tmp_path / f"wrong{number}.txt"
        path.write_text(begin + line + "\n", encoding="utf-8")
        referee = Refereed(tmp_path / f"journal{number}.sqlite3")
        try:
            with pytest.raises(AssertionError, match=message):
                Table(path, referee).play()
        finally:
            referee.close()


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("players: everybody\nred juggles\n", encoding="utf-8")
    referee = Refereed(tmp_path / "journal.sqlite3")
    try:
        with pytest.raises(TableError, match=r"line 2.*cannot be read"):
            Table(path, referee).play()
    finally:
        referee.close()
