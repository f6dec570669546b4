"""What follows from what fields send and organisers decide: results, standings, documents; made again."""

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fieldkit.errors import FieldkitError, NotStored, Rejected, Unknown
from fieldkit.event.documents import Break, Schedule, Score
from fieldkit.event.state import Attach, Confirm, Correct, NewKit, ScheduleDecision
from fieldkit.hub import public
from fieldkit.hub.derive import scheduled_as
from fieldkit.hub.hub import Hub
from fieldkit.hub.live import FieldView
from fieldkit.hub.store import Store
from fieldkit.journal.record import Record, Row, digest
from tests.support.hubs import hub, plan, play, send, settings

pytestmark = pytest.mark.slow
PATIENCE_S = 60.0


@pytest.fixture
def made(database: str, tmp_path: Path) -> Iterator[Hub]:
    with hub(database, tmp_path) as running:
        plan(running)
        yield running


def document(of: Hub, path: str = "") -> Any:
    found = of.files.get(f"cup{path}")
    assert found is not None, path
    return msgspec.json.decode(found.plain)


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def told(of: Hub, scheduled: str) -> list[tuple[str, int, int]]:
    """Return the team, score and place of each side of the result that counts."""
    of.follow()
    return [(one.team, one.score, one.place) for one in of.shown.results[scheduled].scores]


def test_a_scheduled_match_becomes_a_result_and_counts_once_it_is_confirmed(
    made: Hub, tmp_path: Path
) -> None:
    play(tmp_path / "north", scheduled="1")
    send(made, "north", tmp_path / "north")
    assert told(made, "1") == [("foxes", 6, 1), ("herons", 5, 2), ("otters", 4, 3)]
    assert document(made, "/schedule")["matches"][0]["state"] == "played"
    assert [row.points for row in made.shown.standings.rows[:3]] == ["0", "0", "0"]
    (version,) = made.shown.results["1"].versions
    made.decide(lambda state: Confirm("1", version.id, version), "organiser")
    made.follow()
    assert document(made, "/schedule")["matches"][0]["state"] == "confirmed"
    rows = document(made, "/standings")["rows"][:3]
    assert [row["team"] for row in rows] == ["foxes", "herons", "otters"]
    assert [row["points"] for row in rows] == ["4", "3", "2"]


def test_a_match_that_is_on_is_what_its_field_plays_now(made: Hub, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1", end=False)
    send(made, "north", tmp_path / "north")
    made.follow()
    entry = document(made)["fields"][0]
    assert (entry["now"]["id"], entry["next"]["id"], entry["after"]) == ("1", "3", None)
    assert [each["name"] for each in entry["now"]["teams"]] == ["Foxes", "Herons", "Otters"]
    assert document(made, "/schedule")["matches"][0]["state"] == "playing"


def test_two_records_of_one_match_are_two_versions_and_a_person_chooses(made: Hub, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1")
    play(tmp_path / "south", scheduled="1", points=(1, 2, 3))
    send(made, "north", tmp_path / "north")
    send(made, "south", tmp_path / "south")
    made.follow()
    found = made.shown.results["1"]
    assert (len(found.versions), found.disputed, found.confirmed) == (2, True, False)
    north = next(one for one in found.versions if one.field == "north")
    made.decide(lambda state: Confirm("1", north.id, north), "organiser")
    assert told(made, "1")[0] == ("foxes", 6, 1)
    assert made.shown.results["1"].confirmed
    # That another record says something else stays to be seen.
    assert made.shown.results["1"].disputed


def test_a_correction_stays_whatever_comes_later(made: Hub, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1")
    send(made, "north", tmp_path / "north")
    made.follow()
    scores = tuple(
        msgspec.structs.replace(one, place=4 - one.place) for one in made.shown.results["1"].scores
    )
    made.decide(lambda state: Correct("1", scores, "the sheet says so"), "organiser")
    assert [place for _, _, place in told(made, "1")] == [3, 2, 1]
    play(tmp_path / "south", scheduled="1", points=(9, 1, 1))
    send(made, "south", tmp_path / "south")
    assert [place for _, _, place in told(made, "1")] == [3, 2, 1]
    assert made.shown.results["1"].confirmed
    made.decide(lambda state: Correct("1", (), "a mistake"), "organiser")
    assert [place for _, _, place in told(made, "1")] == [1, 2, 2]


def lags(made: Hub) -> dict[str, int]:
    made.follow()
    found = made.files.get("cup")
    assert found is not None
    return {each["id"]: each["lag"] for each in msgspec.json.decode(found.plain)["fields"]}


def test_a_field_whose_matches_are_all_decided_is_neither_late_nor_early(
    made: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their results may be typed in at the desk, of matches that no kit has recorded or seen to its end."""
    monkeypatch.setattr(public, "minute_of_day", lambda *_: 14 * 60)
    late = lags(made)
    assert all(late.values())
    scores = tuple(Score("", "", 9 - place, place, id) for place, id in enumerate(("a", "b", "c"), 1))
    made.decide(lambda state: Correct("2", scores, "on paper"), "Ada")
    assert lags(made) == {"north": late["north"], "south": 0}
    play(tmp_path / "north", ("foxes", "badgers", "larks"), scheduled="3", end=False)
    send(made, "north", tmp_path / "north")
    for id in ("1", "3"):
        assert lags(made)["north"]
        made.decide(lambda state, id=id: Correct(id, scores, "on paper"), "Ada")  # type: ignore[misc]
    assert lags(made) == {"north": 0, "south": 0}


def test_two_people_where_the_event_wants_two(database: str, tmp_path: Path) -> None:
    with hub(database, tmp_path, settings(confirm=2)) as made:
        plan(made)
        play(tmp_path / "north", scheduled="1")
        send(made, "north", tmp_path / "north")
        made.follow()
        (version,) = made.shown.results["1"].versions
        for by, confirmed in (("Ada", False), ("Ada", False), ("Ben", True)):
            made.decide(lambda state: Confirm("1", version.id, version), by)
            made.follow()
            assert made.shown.results["1"].confirmed is confirmed


def test_an_unscheduled_match_is_attached_later(made: Hub, tmp_path: Path) -> None:
    match = play(tmp_path / "north")
    send(made, "north", tmp_path / "north")
    made.follow()
    assert made.shown.results == {}
    teams = {"red": "foxes", "blue": "herons", "green": "otters"}
    made.decide(lambda state: Attach("north", 1, match, "1", teams), "organiser")
    assert [team for team, _, _ in told(made, "1")] == ["foxes", "herons", "otters"]


def test_practice_and_matches_without_a_winner_are_no_results(made: Hub, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1", points=(0, 0, 0), end=False)
    send(made, "north", tmp_path / "north")
    made.follow()
    assert made.shown.results == {}


def test_the_version_of_another_kit_stays_beside_the_first(made: Hub, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1")
    send(made, "north", tmp_path / "north")
    made.decide(lambda state: NewKit("north", "the card broke"), "organiser")
    play(tmp_path / "other", scheduled="1", points=(1, 1, 5))
    send(made, "north", tmp_path / "other")
    made.follow()
    assert [one.id.split(".")[1] for one in made.shown.results["1"].versions] == ["1", "2"]


def test_all_that_follows_can_be_made_again(made: Hub, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1")
    play(tmp_path / "north", teams=("foxes", "badgers", "larks"), scheduled="3", points=(1, 5, 2))
    play(tmp_path / "south", teams=("badgers", "larks", "moles"), scheduled="2", end=False)
    send(made, "north", tmp_path / "north")
    send(made, "south", tmp_path / "south")
    made.follow()
    for id in ("1", "3"):
        (version,) = made.shown.results[id].versions
        made.decide(lambda state, id=id, version=version: Confirm(id, version.id, version), "organiser")  # type: ignore[misc]
    made.follow()
    before, outcomes = made.shown, made.store.outcomes("cup")
    documents = {path: document(made, path) for path in ("/schedule", "/standings", "/matches/1")}
    made.store.drop_derived("cup")
    made._outcomes = {}
    made._load_outcomes()
    made.follow()
    assert made.shown == before
    assert sorted(made.store.outcomes("cup"), key=repr) == sorted(outcomes, key=repr)
    assert {path: document(made, path) for path in documents} == documents


def test_a_hub_that_was_killed_knows_everything_again(database: str, tmp_path: Path) -> None:
    with hub(database, tmp_path) as made:
        plan(made)
        play(tmp_path / "north", scheduled="1")
        # What has been answered is stored; what follows from it was not looked at yet.
        send(made, "north", tmp_path / "north")
    with hub(database, tmp_path) as again:
        assert [one.team for one in again.shown.results["1"].scores] == ["foxes", "herons", "otters"]
        assert again.state.teams.version == 1


def test_a_decision_that_could_not_be_read_again_is_not_stored(made: Hub) -> None:
    before = made.state
    for spoiled in (True, 1.5, "1"):
        broken = Schedule(breaks=(Break(spoiled, 10),))  # type: ignore[arg-type]
        with pytest.raises(FieldkitError, match="cannot be read"):
            made.decide(lambda state, broken=broken: ScheduleDecision(broken), "Ada")  # type: ignore[misc]
    assert made.state == before
    assert len(made.store.decisions("cup")) == before.n


def test_a_decision_is_made_on_the_newest_state(made: Hub) -> None:
    """Two organisers at once: who is second decides again, on what the first has decided."""
    other = Hub(made.settings, made.store, "pin", made.games, made.files)
    other._catch_up()
    made.decide(lambda state: Correct("1", (), "first"), "one")
    seen = []
    other.decide(lambda state: (seen.append(state.n), Correct("2", (), "second"))[1], "two")
    assert seen == [made.state.n - 1, made.state.n]
    assert [each.by for each in made.store.decisions("cup")][-2:] == ["one", "two"]


@pytest.mark.needs("postgres")
def test_two_processes_of_one_hub_tell_each_other(server: Any, tmp_path: Path) -> None:
    shared = server.database()
    with hub(shared, tmp_path / "a") as one, hub(shared, tmp_path / "b") as two:
        plan(one)
        until(lambda: two.state.schedule.matches)
        play(tmp_path / "north", scheduled="1")
        send(two, "north", tmp_path / "north")
        until(lambda: "1" in one.shown.results)
        two.show("north", FieldView("boot", 5, 1000.0, {"title": "Round 1", "stage": "play"}))
        until(lambda: document(one)["fields"][0]["frame"] == {"title": "Round 1", "stage": "play"})
        assert document(one)["fields"][0]["have"] == document(two)["fields"][0]["have"]
        # A session of one is good at the other, until it is ended at either.
        assert one.access.cookie_key == two.access.cookie_key
        organiser = one.access.still("organiser")
        assert organiser is not None
        session = one.access.begin(organiser)
        until(lambda: two.access.in_session(session) == organiser)
        two.access.end([session])
        until(lambda: one.access.in_session(session) is None)
    until(lambda: not any(each.name == "notices" for each in threading.enumerate()))


def view(rev: int, boot: str = "b1", now: float = 5000.0, **board: Any) -> FieldView:
    clock = {"state": "running", "total": 8000, "tenths": True, "ends_at": 9000}
    return FieldView(
        boot, rev, now, {"title": f"Round {rev}", "stage": "play", "clock": clock, **board}, of=7
    )


def shown(of: Hub) -> Any:
    of.follow()
    return document(of, "/fields/north")


@pytest.mark.parametrize(
    "told", ['["Scheduled"', '["Scheduled"]', '[{"type":"Scheduled","id":1,"teams":"x"}]']
)
def test_a_record_that_says_nothing_sensible_belongs_to_no_scheduled_match(told: str) -> None:
    row = Row("m1", 1, "b", 1, "", "x", None, "{}", told)
    assert scheduled_as([Record(1, row, "", digest(1, row, ""))]) == ("", {})


def test_the_newest_view_is_shown_in_the_hubs_own_time(made: Hub) -> None:
    assert made.show("north", view(3))
    assert not made.show("north", view(2))
    found = shown(made)
    assert (found["board"]["title"], found["online"], found["of"]) == ("Round 3", True, 7)
    left = found["board"]["clock"]["ends_at"] - time.time() * 1000
    assert 4000 - PATIENCE_S * 1000 < left <= 4000
    assert "now" not in found["board"]


def test_what_a_field_holds_is_known_though_its_board_stays_the_same(made: Hub) -> None:
    made.show("north", view(3))
    before = shown(made)["board"]
    later = msgspec.structs.replace(view(3, now=9000.0), of=9, ack={"teams": 1, "schedule": 2})
    assert not made.show("north", later)
    found = shown(made)
    assert (found["of"], found["ack"], found["board"]) == (9, {"teams": 1, "schedule": 2}, before)


def test_a_clock_that_runs_faster_than_life_shows_what_is_left_of_life(made: Hub) -> None:
    clock = {"state": "running", "total": 8000, "tenths": True, "ends_at": 9000, "rate": 4.0}
    made.show("north", FieldView("b1", 1, 5000.0, {"clock": clock}))
    found = shown(made)["board"]["clock"]
    assert (found["total"], "rate" in found) == (2000, False)
    assert 1000 - PATIENCE_S * 1000 < found["ends_at"] - time.time() * 1000 <= 1000


def test_a_late_view_of_an_earlier_start_changes_nothing(made: Hub) -> None:
    made.show("north", view(900, "first"))
    assert made.show("north", view(1, "second"))
    assert not made.show("north", view(901, "first"))
    assert shown(made)["board"]["title"] == "Round 1"


def test_a_view_outlives_the_hub(database: str, tmp_path: Path) -> None:
    with hub(database, tmp_path) as made:
        made.show("north", view(3))
        made.follow()
    with hub(database, tmp_path) as again:
        assert not again.show("north", view(2))
        assert shown(again)["board"]["title"] == "Round 3"


def test_who_speaks_another_protocol_is_told(made: Hub) -> None:
    with pytest.raises(Rejected, match="speaks protocol 1, the kit protocol 9: update the older one"):
        made.hello("north", 9)
    with pytest.raises(Unknown, match="no field east"):
        made.hello("east", 1)


def test_a_disk_that_takes_nothing_changes_nothing(tmp_path: Path) -> None:
    class Full(Store):
        full = False

        def writing(self, *notices: str) -> Any:
            if self.full:
                raise NotStored("The hub's database cannot be written: disk full")
            return super().writing(*notices)

    store = Full(f"sqlite:///{tmp_path / 'hub.sqlite3'}")
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        made.store = made.intake._store = made.live._store = store
        plan(made)
        play(tmp_path / "north", scheduled="1")
        store.full = True
        with pytest.raises(NotStored):
            send(made, "north", tmp_path / "north")
        with pytest.raises(NotStored):
            made.decide(lambda state: Correct("1", (), "first"), "one")
        assert (made.state.n, made.intake.have(made.journal_of("north"))) == (4, None)
        # What is live is shown all the same.
        made.show("south", view(3))
        with contextlib.suppress(NotStored):
            made.follow()
        assert document(made, "/fields/south")["board"]["title"] == "Round 3"
        store.full = False
        send(made, "north", tmp_path / "north")
        assert told(made, "1")


def test_a_database_that_was_taken_away_is_told_at_the_desk(tmp_path: Path) -> None:
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        assert made.troubles() == []
        (tmp_path / "hub.sqlite3").rename(tmp_path / "elsewhere")
        plan(made)
        assert ["was written back" in str(one) for one in made.troubles()] == [True]
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        assert made.state.teams.teams
