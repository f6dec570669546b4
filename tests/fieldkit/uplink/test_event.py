"""The event's documents: fetched when there are others, kept through restarts, never torn or too large."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fieldkit.uplink import event
from fieldkit.uplink.state import EVENT_FILE, FOLDER, JOINED_FILE, EventFiles, HeldEvent, held_event
from tests.fieldkit.uplink.conftest import Field, until
from tests.support.fake_hub import FakeHub

Make = Callable[..., Field]
FOXES = {"id": "foxes", "name": "Foxes"}
TWELVE = {"id": "12", "slot": 0, "field": "north", "teams": ["foxes"]}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event, "AGAIN_S", 0.0)
    monkeypatch.setattr(event, "SPOILED_S", 0.0)


def held(field: Field) -> HeldEvent | None:
    return held_event(field.data)


def versions(field: Field) -> tuple[int, int]:
    found = held(field)
    return (found.teams.version, found.schedule.version) if found else (-1, -1)


def test_documents_are_fetched_kept_and_acknowledged(make: Make, hub: FakeHub) -> None:
    hub.teams = {"version": 4, "teams": [FOXES]}
    hub.schedule = {"version": 7, "matches": [TWELVE], "rev": 99}
    field = make().start()
    until(lambda: hub.views and hub.views[-1]["ack"] == {"teams": 4, "schedule": 7})
    found = held(field)
    assert found is not None
    assert (found.event.name, found.field.name) == ("Spring Cup", "North")
    assert found.teams.teams[0].name == "Foxes"
    assert found.schedule.match("12") is not None
    hub.schedule = {"version": 8, "matches": []}
    until(lambda: hub.views[-1]["ack"] == {"teams": 4, "schedule": 8})
    assert versions(field) == (4, 8)


def test_a_match_that_begins_on_another_field_is_known_though_the_version_stays(
    make: Make, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event, "FRESH_S", 0.1)
    hub.schedule = {"version": 7, "matches": [TWELVE]}
    field = make().start()
    until(lambda: versions(field)[1] == 7)
    hub.schedule = {"version": 7, "matches": [TWELVE | {"state": "playing"}]}
    until(lambda: (found := held(field)) is not None and found.begun == ("12",))


def test_by_what_options_the_event_was_played_is_kept_and_nonsense_is_not(make: Make, hub: FakeHub) -> None:
    hub.schedule = {"version": 7, "matches": [TWELVE], "played_by": {"full_contact": {"target": 8}}}
    field = make().start()
    until(lambda: (found := held(field)) is not None and found.played_by == {"full_contact": {"target": 8}})
    hub.schedule = {"version": 8, "matches": [TWELVE], "played_by": ["target"]}
    until(lambda: (found := held(field)) is not None and (found.schedule.version, found.played_by) == (8, {}))


def test_what_a_later_hub_tells_besides_is_left_out(make: Make, hub: FakeHub) -> None:
    hub.teams = {"version": 1, "teams": [FOXES | {"anthem": "…"}], "sponsor": "…"}
    hub.schedule = {"version": 1, "matches": [TWELVE | {"starts": "10:00", "result": None, "names": {}}]}
    field = make().start()
    until(lambda: versions(field) == (1, 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    "spoiled",
    [
        {"version": 2, "matches": [{"id": "a b", "slot": 0, "field": "", "teams": []}]},
        {"version": 2, "matches": 5},
        {"version": "two", "matches": []},
        {"version": 2, "matches": [], "padding": " " * 1_100_000},
    ],
)
def test_one_that_cannot_be_used_leaves_the_one_before(make: Make, hub: FakeHub, spoiled: object) -> None:
    hub.schedule = {"version": 1, "matches": [TWELVE]}
    field = make()
    field.begin()
    field.start()
    until(lambda: versions(field) == (0, 1))
    before = (field.data / EVENT_FILE).read_bytes()
    hub.schedule = spoiled if isinstance(spoiled, dict) and spoiled["version"] == 2 else {"version": 2}
    if hub.schedule == {"version": 2}:
        hub.faults = [lambda call: call.path.endswith("/schedule") and call.answer(200, spoiled)]
    until(lambda: field.status.told.says == "The hub's schedule cannot be used here.")
    assert (field.data / EVENT_FILE).read_bytes() == before
    field.play(3)
    until(lambda: set(hub.records) == {1, 2, 3, 4})
    hub.faults, hub.schedule = [], {"version": 3, "matches": []}
    until(lambda: versions(field) == (0, 3) and not field.status.told.says)


def test_they_outlive_the_process_and_the_hub(make: Make, hub: FakeHub) -> None:
    hub.teams = {"version": 1, "teams": [FOXES]}
    field = make().start()
    until(lambda: versions(field) == (1, 0))
    field.end()
    hub.stop()
    field.start()
    assert field.status.told.event == "Spring Cup"
    until(lambda: field.status.told.state == "waiting")
    assert versions(field) == (1, 0)


def test_another_event_begins_with_nothing_of_the_one_before(make: Make, hub: FakeHub) -> None:
    hub.teams = {"version": 5, "teams": [FOXES]}
    field = make()
    field.begin()
    field.start()
    until(lambda: versions(field) == (5, 0))
    field.end()
    hub.event = {"id": "autumn", "name": "Autumn Cup", "practice": True}
    hub.teams, hub.records = {"version": 0, "teams": []}, {}
    other = Field(field.data, hub, event="autumn")
    other.seqs, other.board = field.seqs, field.board
    other.over()
    other.start()
    until(lambda: versions(field) == (0, 0))
    until(lambda: other.status.told.event == "Autumn Cup")
    assert other.status.told.practice
    other.begin()
    until(lambda: other.has_all(hub, first=2))
    assert json.loads((field.data / JOINED_FILE).read_bytes())["event"] == "autumn"
    other.close()


def test_a_disk_that_is_full_acknowledges_nothing(
    make: Make, hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_full = True

    def put(path: Path, content: bytes, _mode: int) -> None:
        if is_full:
            raise OSError(28, "No space left on device")
        path.write_bytes(content)

    monkeypatch.setattr("fieldkit.uplink.state.put_in_place", put)
    hub.teams = {"version": 1, "teams": [FOXES]}
    field = make()
    field.begin()
    field.start()
    until(lambda: field.has_all(hub) and hub.views)
    assert hub.views[-1]["ack"]["teams"] == 0
    is_full = False
    field.sender.asked(1)
    field.sender.asked(2)
    until(lambda: versions(field) == (1, 0))


@pytest.mark.parametrize("spoiled", [b"", b"{", b"[1, 2]", b'{"event": 5}', b"\xff"])
def test_files_that_somebody_spoiled_are_as_good_as_none(make: Make, hub: FakeHub, spoiled: bytes) -> None:
    field = make()
    (field.data / FOLDER).mkdir()
    for name in (EVENT_FILE, JOINED_FILE):
        (field.data / name).write_bytes(spoiled)
    field.begin()
    field.start()
    until(lambda: field.has_all(hub) and versions(field) == (0, 0))


def test_nothing_of_a_file_is_there_before_all_of_it(tmp_path: Path) -> None:
    files = EventFiles(tmp_path, "spring", "north")
    assert files.held() is None
    assert files.joined() is None
    (tmp_path / FOLDER).mkdir()
    (tmp_path / f"{EVENT_FILE}.new").write_bytes(b'{"event":')
    assert files.held() is None
