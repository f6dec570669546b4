"""Records of a spiteful field: none names a file, stops what everybody reads, or counts as another match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fieldkit.event.state import TeamsDecision
from fieldkit.hub.access import Person
from fieldkit.hub.desk import desk
from fieldkit.hub.hub import Hub
from fieldkit.journal.reading import all_records, reading
from tests.support.forged import forge
from tests.support.hubs import TEAMS, hub, plan, play, send

pytestmark = pytest.mark.slow
ANN = Person("p-ann", "organiser", "Ann")
NO_IDS = ("../../../../insider", "../standings", "1.json/x", "x" * 300, "a\0b", "1\n", "", "..")


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Hub]:
    folder = tmp_path / "a" / "b" / "c"
    folder.mkdir(parents=True)
    with hub(f"sqlite:///{folder / 'hub.sqlite3'}", folder) as running:
        plan(running)
        yield running


def public(folder: Path) -> list[Path]:
    """Every document that there is, wherever it is."""
    return [*folder.rglob("*.json*")]


def played_as(path: Path, id: str) -> None:
    """Play a match into a journal that says of itself that it was the scheduled one ``id``."""
    play(path, scheduled="1")
    with reading(path) as db:
        record = next(each for each in all_records(db) if '"Scheduled"' in each.row.events)
    events = msgspec.json.decode(record.row.events)
    for each in events:
        each.update({"id": id} if each["type"] == "Scheduled" else {})
    forge(path, record.id, events=msgspec.json.encode(events).decode())


@pytest.mark.parametrize("id", NO_IDS)
def test_a_match_of_an_impossible_name_is_none_of_the_schedule(made: Hub, tmp_path: Path, id: str) -> None:
    made.follow()
    before = {path: path.stat().st_mtime_ns for path in public(tmp_path)}
    (kit := tmp_path / "kit").mkdir()
    played_as(kit / "north", id)
    send(made, "north", kit / "north")
    made.follow()
    changed = {path.name for path in public(tmp_path) if before.get(path) != path.stat().st_mtime_ns}
    # The index and the field's own document tell how far the hub has its records.
    assert changed == {f"{name}.json{end}" for name in ("cup", "north") for end in ("", ".gz")}
    assert made.shown.results == {}
    assert len(desk(made, ANN, (), {})["loose"]) == 1


def test_the_desk_is_told_while_spectators_see_an_old_state(made: Hub, tmp_path: Path) -> None:
    place = tmp_path / "a" / "b" / "c" / "public" / "cup.json"
    assert desk(made, ANN, (), {})["troubles"] == []
    place.unlink()
    place.mkdir()
    made.decide(lambda state: TeamsDecision(TEAMS[1:]), "organiser")
    made.follow()
    assert desk(made, ANN, (), {})["troubles"] == [
        "Spectators see an old state: the public files are not written (Is a directory)."
    ]
