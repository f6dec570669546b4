"""Journals of earlier versions, in ``tests/journals``: each must replay for ever to what it was worth.

A version adds its own once, before it is released, and changes none of the others:

    python -m tests.fieldkit.journal.test_old_journals

calls `write_journal` for ``<version>.sqlite3`` and puts what the match was worth beside it, as JSON. It
also plays a whole match of each game into ``<version>-<game>.sqlite3``, with its view in numbers and names.
"""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import fieldkit
from fieldkit.cli.commands import main
from fieldkit.games.loading import known_games
from fieldkit.journal.file import witness_path
from tests.support.any_match import AnyMatch
from tests.support.full_contact_match import TEAMS, FullContactMatch
from tests.support.refereed import Refereed

JOURNALS = Path(__file__).parents[2] / "journals"
WHOLE = sorted(JOURNALS.glob("*-*.sqlite3"))
OLD = [path for path in sorted(JOURNALS.glob("*.sqlite3")) if path not in WHOLE]
PASSING = {"now", "rev", "clock", "cues", "alarms", "kit", "recent", "undo", "setup", "can"}
"""Fields of a view that tell of the present kit, or only in sentences."""


def write_journal(path: Path) -> dict[str, Any]:
    """Play three rounds with purchases, a trade, a card, a strike and a correction; what they were worth.

    The journal at ``path`` is one file afterwards, without a write-ahead log beside it.
    """
    match = FullContactMatch(path)
    try:
        match.do("create_match", game="full_contact", teams=TEAMS, seed=1, options={"deck": "paper"})
        # The buttons are 1 wood, 2 wheat, 3 brick, 4 ore.
        match.play(h1="11122", h2="441", h3="332")
        match.do("buy", team="red", item="settlement")
        match.do("buy", team="blue", item="knight", pay={"ore": 2, "wood": 1})
        match.do("buy", team="green", item="card", card="victory_point")
        match.do("use_card", team="green", card="victory_point")
        match.play(h1="111222", h2="4", h3="1")
        match.do("place", team="red", hoop="h5")
        match.do("trade", a="red", b="blue", a_gives={"wheat": 1}, b_gives={"ore": 1})
        mistaken = match.do("deposit", hoop="h3", kind="brick")
        match.do("correct", team="blue", set={"resources": {"wheat": 3, "wood": 3}}, reason="counted again")
        match.do("strike", seq=mistaken, reason="it lay outside")
        match.do("note", team="green", player=2, text="pushed")
        match.play(h1="44", h2="2", h3="14")
        match.do("buy", team="red", item="knight", pay={"ore": 2, "wood": 1})
        match.do("buy", team="blue", item="settlement")
        worth = _worth(match.view)
    finally:
        match.close()
    _make_one_file(path)
    return worth


def write_whole_match(game: str, path: Path) -> Any:
    """Play a match of a game to its end; return what its view says in numbers and names."""
    match = AnyMatch(game, path, 1)
    try:
        match.play()
        view = match.at.view
    finally:
        match.close()
    _make_one_file(path)
    return _lasting({name: value for name, value in view.items() if name not in PASSING})


def _make_one_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    witness_path(path).unlink()


def _lasting(value: Any) -> Any:
    """Leave out the sentences of a view, which may be worded better in any version."""
    if isinstance(value, dict):
        return {name: _lasting(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_lasting(each) for each in value]
    return None if isinstance(value, str) and not re.fullmatch(r"[a-z0-9_./-]*", value) else value


def _differences(old: Any, new: Any, place: str = "") -> list[str]:
    """Return where a view is not as it was; a field or a sentence may have come since."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            found
            for name, value in old.items()
            for found in _differences(value, new.get(name), f"{place}.{name}")
        ]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [found for n, (a, b) in pairs for found in _differences(a, b, f"{place}[{n}]")]
    return [] if old in (None, new) else [f"{place}: {old!r} is now {new!r}"]


def _worth(view: dict[str, Any]) -> dict[str, Any]:
    """Return what must come out again: the place in the match, its points and what the teams own."""
    return {
        "seq": view["seq"],
        "phase": view["phase"],
        "round": view["round"],
        "score": {team["id"]: team["vp"] for team in view["teams"]},
        "resources": {team["id"]: team["resources"] for team in view["teams"]},
        "hoops": {hoop["id"]: f"{hoop['team']} {hoop['building']}" for hoop in view["hoops"] if hoop["team"]},
    }


def _replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    assert main(["verify", "m1", "--data", str(folder)]) == 0
    assert "all as they were written" in capsys.readouterr().out
    assert main(["replay", "m1", "--json", "--data", str(folder)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out)


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_an_old_journal_replays_to_what_it_was_worth(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(old, tmp_path / "journal.sqlite3")
    assert _worth(_replayed(tmp_path, capsys)) == json.loads(old.with_suffix(".json").read_text())


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_a_referee_goes_on_with_an_old_journal(old: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    shutil.copy(old, path)
    worth = json.loads(old.with_suffix(".json").read_text())
    match = FullContactMatch(path, "later")
    try:
        assert _worth(match.view) == worth
        assert match.view["alarms"] == []
        assert match.do("note", text="many versions later") == worth["seq"] + 1
    finally:
        match.close()


@pytest.mark.parametrize("old", WHOLE, ids=lambda path: path.stem)
def test_an_old_match_of_each_game_replays_to_the_same_view(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "journal.sqlite3"
    shutil.copy(old, path)
    told = json.loads(old.with_suffix(".json").read_text())
    assert _differences(told, _replayed(tmp_path, capsys)) == []
    at = Refereed(path)
    try:
        assert _differences(told, at.view) == []
        assert at.view["alarms"] == []
    finally:
        at.close()


def test_every_journal_has_its_worth_beside_it() -> None:
    version = fieldkit.__version__
    assert f"{version}.sqlite3" in [old.name for old in OLD]
    assert {path.stem for path in WHOLE} >= {f"{version}-{game}" for game in known_games()}
    assert {path.name for path in JOURNALS.iterdir()} == {
        f"{old.stem}{end}" for old in (*OLD, *WHOLE) for end in (".sqlite3", ".json")
    }


def test_this_version_can_still_write_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite3"
    worth = write_journal(path)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    assert path.stat().st_size < 100_000
    assert _worth(_replayed(tmp_path, capsys)) == worth


def _write(name: str, play: Callable[[Path], Any]) -> None:
    made = JOURNALS / f"{fieldkit.__version__}{name}.sqlite3"
    made.unlink(missing_ok=True)
    made.with_suffix(".json").write_text(json.dumps(play(made), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _write("", write_journal)
    for each in known_games():
        _write(f"-{each}", partial(write_whole_match, each))
