"""The golden matches of both Big Games: every table is played at the real referee and holds."""

from pathlib import Path
from typing import Any

import pytest

from tests.fieldkit.games.big_game import table as hall
from tests.fieldkit.games.big_honor import table as honor
from tests.support.refereed import Refereed

TABLES: dict[str, Any] = {"big_game": hall, "big_honor": honor}
FOLDER = Path(__file__).parents[2] / "tables"
PATHS = [path for name in TABLES for path in sorted((FOLDER / name).glob("*.txt"))]
CHANGING = {"rev", "now", "kit", "alarms", "cues"}
"""What a restart may change; a stop that sounded at once is on no record."""
HALL = "boards: 3\nplayers: everybody\n"
HONOR = 'players: red "Mia", blue "Jonas", green "Aylin"\ngreen puts on 8\n'
WRONG = [
    ("big_game", HALL + "phase: turn", "line 3.*it is registration"),
    ("big_game", HALL + "refused BG-2: roll 3 3", "line 3.*was not refused"),
    ("big_game", HALL + "refused BG-7: go on", "line 3.*refused by BG-5"),
    ("big_game", HALL + "go on", "line 3.*refused"),
    ("big_game", HALL + "1-sun trades with: 1-moon", "line 3.*it is nobody"),
    ("big_game", HALL + "red juggles", "line 3.*cannot be read"),
    ("big_honor", HONOR + "laurels: red 1, blue 0, green 0", "line 3.*it is"),
    ("big_honor", HONOR + "refused BH-2: blue puts on 6", "line 3.*was not refused"),
    ("big_honor", HONOR + "refused BH-7: blue puts on 8", "line 3.*refused by BH-3"),
    ("big_honor", HONOR + "red puts on 6", "line 3.*refused"),
    ("big_honor", HONOR + "blue puts on 8", "line 3.*taken"),
    ("big_honor", HONOR + "red juggles", "line 3.*cannot be read"),
]


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_golden_match_holds(path: Path, tmp_path: Path) -> None:
    """Its journal alone gives the same match again."""
    referee = Refereed(tmp_path / "journal.sqlite3")
    try:
        table = TABLES[path.parent.name].Table(path, referee)
        table.play()
        assert table.title
        before = referee.view
        referee.restart()
        after = referee.view
        assert {name for name in before | after if before.get(name) != after.get(name)} <= CHANGING
    finally:
        referee.close()


def test_there_are_enough_matches() -> None:
    assert all(sum(path.parent.name == name for path in PATHS) >= 8 for name in TABLES)


@pytest.mark.parametrize(("game", "text", "message"), WRONG)
def test_a_line_that_does_not_hold_is_named(game: str, text: str, message: str, tmp_path: Path) -> None:
    """A wrong number, a missing refusal, a wrong rule and a line that cannot be read."""
    path = tmp_path / "wrong.txt"
    path.write_text(text, encoding="utf-8")
    referee = Refereed(tmp_path / "journal.sqlite3")
    try:
        with pytest.raises((AssertionError, TABLES[game].TableError), match=message):
            TABLES[game].Table(path, referee).play()
    finally:
        referee.close()
