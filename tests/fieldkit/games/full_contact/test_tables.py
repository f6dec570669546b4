"""The golden matches: every table of tests/tables is played and holds (FC-1 to FC-33)."""

from pathlib import Path

import pytest

from .driver import Bench
from .expectations import EXPECTED
from .hall import Hall
from .play import ORDERS, Play
from .table import HEADS, VERBS, Table, TableError, read

FOLDER = Path(__file__).parents[3] / "tables"
PATHS = sorted(FOLDER.glob("*.txt"))


def table(name: str) -> Table:
    """Return a golden match by the name of its file."""
    return read(FOLDER / f"{name}.txt")


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_match_holds(path: Path) -> None:
    Play(read(path), Bench()).run()


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_match_holds_on_the_real_referee(path: Path, tmp_path: Path) -> None:
    """The same match by JSON commands and readings; its journal alone gives the same match again."""
    hall = Hall(tmp_path / "journal.sqlite3")
    try:
        Play(read(path), hall).run()
        before, board = hall.view, hall.public
        assert not {"pending", "refused", "alarms", "kit", "can"} & board.keys()
        assert all("seq" not in line for line in board["recent"])
        hall.restart()
        after = hall.view
        told = before.keys() - {"rev", "alarms", "kit", "clock", "recent", "cues"}
        # A stop that sounded at once is told until the next start of the kit.
        assert [cue for cue in before["cues"] if not cue["id"].startswith("stop/")] == after["cues"]
        if before["phase"] not in ("head_start", "round"):
            assert {name: after[name] for name in told} == {name: before[name] for name in told}
            shown = min(len(before["recent"]), len(after["recent"]))
            assert shown >= min(5, len(before["recent"]))
            assert after["recent"][:shown] == before["recent"][:shown]
    finally:
        hall.referee.close()


def test_there_are_enough_matches() -> None:
    assert len(PATHS) >= 12


def test_every_verb_is_used_and_carried_out() -> None:
    used = {step.verb for path in PATHS for step in read(path).steps}
    assert used == set(VERBS)
    assert all(verb in ORDERS or verb in EXPECTED or callable(getattr(Play, verb)) for verb in VERBS)


def test_a_match_that_tells_something_else_fails(tmp_path: Path) -> None:
    """A wrong number, a missing refusal and a wrong rule are each found, with their line."""
    begin = 'title: wrong\nteams: red "A" 3 at h1, blue "B" 3 at h2, green "C" 3 at h3\nround 1\n'
    wrong = {
        "score: red 4, blue 3, green 3": "line 4.*it is",
        "refused: red: 1 wood": "line 4.*was not refused",
        "refused FC-7: red buys knight": "line 4.*refused by",
        "red: 1 wood -> held": "line 4.*counted",
        "red buys knight": "line 4.*refused",
    }
    for line, message in wrong.items():
        path = tmp_path / "wrong.txt"
        path.write_text(begin + line + "\n", encoding="utf-8")
        with pytest.raises(AssertionError, match=message):
            Play(read(path), Bench()).run()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: x\nround 1\n", "has a title, teams"),
        ('title: x\nteams: red "A" three at h1\nround 1\n', "line 2.*a team is written"),
        ('title: x\nteams: red "A" 3 at h1\nred juggles 2 wood\n', "line 3.*cannot be read"),
        ('title: x\noptions: gifts\nteams: red "A" 3 at h1\nround 1\n', "line 2.*has no value"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=message):
        read(path)


def test_no_two_verbs_share_a_line() -> None:
    """Every line of every table reads in one way (`read` refuses it else)."""
    assert sum(len(read(path).steps) for path in PATHS) > 300
    assert not set(VERBS) & set(HEADS)
