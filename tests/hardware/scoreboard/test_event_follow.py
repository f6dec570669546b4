"""A hub's screen and a real HTTP server: its feed, its documents, what it assigns, and that it is away."""

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.following import seconds_of
from hardware.scoreboard.event import follow
from hardware.scoreboard.event.fetch import Asker
from hardware.scoreboard.event.fields import AllFields, OneField, OwnScene
from hardware.scoreboard.event.follow import HubSource, ScreenIdentity
from hardware.scoreboard.event.lists import Queue, Table
from hardware.scoreboard.event.parts import time_of_day
from tests.hardware import until
from tests.support.hub_server import FakeHub, hub_of
from tests.support.hub_views import NOW, document, index, schedule, standings

PATIENCE_S = 60.0
"""How long (s) anything may take on a machine with much else to do."""
ME = ScreenIdentity("0123456789abcdef", "TV left")


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asks sooner than in life."""
    for name, seconds in (("LOOK_S", 0.02), ("ANNOUNCE_S", 0.05), ("BOARD_S", 0.05), ("POLL_S", (0.05, 0.1))):
        monkeypatch.setattr(follow, name, seconds)


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    """Yield a hub with three fields, of which one has a whole board."""
    told = index(3)
    documents = {"standings": standings(), "schedule": schedule(), "fields/north": document(told, "north")}
    with hub_of(told, **documents) as running:
        yield running


@contextlib.contextmanager
def following(
    hub: FakeHub | str,
    show: str = "fields",
    screen: ScreenIdentity = ME,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[HubSource, list[str]]]:
    said: list[str] = []
    source = HubSource(hub if isinstance(hub, str) else hub.url, screen, show, said.append, clock)
    source.start()
    try:
        yield source, said
    finally:
        source.stop()


def shows(source: HubSource, true: Callable[[Any], object]) -> None:
    """Wait for a picture of which something is so."""
    until(lambda: (picture := source.picture) is not None and true(picture), PATIENCE_S)


def test_the_first_picture_comes_once_everything_was_asked_for(hub: FakeHub) -> None:
    with following(hub, "standings") as (source, _):
        assert source.picture is None
        shows(source, lambda picture: isinstance(picture, Table) and len(picture.shown) == 12)
        assert {"/v1/events/spring/standings", "/v1/events/spring/schedule"} <= set(hub.asked)
        assert source.day() == time_of_day(NOW)
        assert hub.agents == ["fieldkit-scoreboard"]


def test_the_feed_brings_each_new_index_and_the_clock(hub: FakeHub) -> None:
    with following(hub) as (source, _):
        shows(source, lambda picture: isinstance(picture, AllFields) and len(picture.shown) == 3)
        assert abs(source.now_ms() - NOW) < PATIENCE_S * 1000
        hub.publish(fields=index(8)["fields"])
        shows(source, lambda picture: len(picture.shown) == 8)
        hub.publish(event={"id": "spring", "name": "Spring Cup", "practice": True})
        shows(source, lambda picture: picture.head.practice)
        assert not [path for path in hub.asked if path == "/v1/events/spring"]


@pytest.mark.slow
def test_a_document_is_asked_for_again_only_when_its_version_moves(hub: FakeHub) -> None:
    with following(hub, "standings") as (source, _):
        shows(source, lambda picture: len(picture.shown) == 12)
        asked = hub.asked.count("/v1/events/spring/standings")
        hub.publish(rev=18)
        hub.documents["standings"] = standings(20)
        hub.publish(rev=19)
        until(lambda: len(hub.screens) > 20, PATIENCE_S)
        assert hub.asked.count("/v1/events/spring/standings") == asked
        hub.publish(standings=3)
        shows(source, lambda picture: len(picture.shown) == 20)


def test_a_document_that_has_not_changed_is_asked_for_by_its_tag(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "REFRESH_S", 0.05)
    with following(hub, "standings") as (source, _):
        shows(source, lambda picture: len(picture.shown) == 12)
        until(lambda: hub.unmodified > 3, PATIENCE_S)
        assert len(source.picture.shown) == 12  # type: ignore[union-attr]


@pytest.mark.parametrize("wrong", [b"", b"[]", b"\xff", b'{"rows":7}'])
def test_a_document_that_makes_no_sense_is_told_once_and_the_last_good_one_stays(
    hub: FakeHub, wrong: bytes
) -> None:
    with following(hub, "standings") as (source, said):
        shows(source, lambda picture: len(picture.shown) == 12)
        hub.documents["standings"] = wrong
        asked = hub.asked.count("/v1/events/spring/standings")
        hub.publish(standings=3)
        until(lambda: hub.asked.count("/v1/events/spring/standings") > asked, PATIENCE_S)
        hub.publish(standings=4)
        until(lambda: said, PATIENCE_S)
        assert len(source.picture.shown) == 12  # type: ignore[union-attr]
        assert len(said) == 1
        assert "misread from the hub (standings)" in said[0]


def test_a_document_that_is_missing_keeps_nothing_from_being_shown() -> None:
    with hub_of(index(3)) as hub, following(hub, "standings") as (source, _):
        shows(source, lambda picture: isinstance(picture, Table) and not picture.shown)


def test_a_screen_says_who_it_is_and_shows_what_it_is_assigned(hub: FakeHub) -> None:
    with following(hub, "standings") as (source, _):
        shows(source, lambda picture: isinstance(picture, Table))
        assert hub.screens[0] == {"id": "0123456789abcdef", "name": "TV left"}
        hub.assigned = "queue"
        shows(source, lambda picture: isinstance(picture, Queue))
        hub.assigned = "field:south"
        shows(source, lambda picture: isinstance(picture, OneField))
        assert source.picture.field.name == "South"  # type: ignore[union-attr]
        hub.assigned = "some scene of a newer hub"
        shows(source, lambda picture: isinstance(picture, AllFields))
        hub.assigned = ""
        shows(source, lambda picture: isinstance(picture, Table))


@pytest.mark.parametrize("answer", [None, 7, {"scene": "queue"}])
def test_an_assignment_that_is_no_word_is_none(hub: FakeHub, answer: Any) -> None:
    hub.assigned = answer
    with following(hub, "standings") as (source, _):
        shows(source, lambda picture: isinstance(picture, Table))


def test_a_glance_is_no_screen(hub: FakeHub) -> None:
    with following(hub, "fields", ScreenIdentity("", "TV left")) as (source, _):
        shows(source, lambda picture: isinstance(picture, AllFields))
        assert not hub.screens
        assert hub.agents == ["fieldkit-snapshot"]


def test_a_field_is_shown_by_its_games_own_scene_until_its_board_cannot_be_had(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    with following(hub, "field:north") as (source, said):
        shows(source, lambda picture: isinstance(picture, OwnScene))
        assert source.picture.field == "North"  # type: ignore[union-attr]
        monkeypatch.setattr(follow, "STALE_S", 0.0)
        shows(source, lambda picture: isinstance(picture, OneField))
        monkeypatch.setattr(follow, "STALE_S", PATIENCE_S)
        shows(source, lambda picture: isinstance(picture, OwnScene))
        hub.documents["fields/north"] = {"board": {"stage": "play", "game": "full_contact", "teams": 7}}
        shows(source, lambda picture: isinstance(picture, OneField))
        assert "misread from the hub (board of north)" in said[0]


def test_a_scene_that_fails_costs_only_itself(
    hub: FakeHub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: object) -> None:
        raise RuntimeError("a game's own mistake")

    monkeypatch.setattr(follow, "own_board", fail)
    with following(hub, "field:north") as (source, _):
        shows(source, lambda picture: isinstance(picture, OneField))
        hub.assigned = "standings"
        shows(source, lambda picture: isinstance(picture, Table))
    assert caplog.text.count("the screen cannot read what the hub says") == 1


@pytest.mark.slow
def test_where_the_feed_is_full_the_index_is_asked_for_and_the_feed_left_alone(hub: FakeHub) -> None:
    hub.feed = False
    with following(hub) as (source, said):
        shows(source, lambda picture: isinstance(picture, AllFields) and len(picture.shown) == 3)
        hub.publish(fields=index(8)["fields"])
        shows(source, lambda picture: len(picture.shown) == 8)
        until(lambda: hub.asked.count("/v1/events/spring") > 5, PATIENCE_S)
        assert not source.picture.head.away  # type: ignore[union-attr]
        # It was told to come back in half a minute.
        assert hub.asked.count("/api/feed") == 1
        assert hub.asked.count("/api/health") == 1
        # The answers say what time it is.
        assert abs(source.now_ms() - time.time() * 1000) < PATIENCE_S * 1000
        assert not said


@pytest.mark.slow
def test_a_hub_that_is_away_leaves_the_last_state_and_says_since_when() -> None:
    """The clock is handed in: nobody waits for the silence."""
    moment = [1_000.0]
    told = index(3)
    with hub_of(told, standings=standings(), schedule=schedule()) as hub:
        hub.assigned = "queue"
        with following(hub, "fields", ME, lambda: moment[0]) as (source, _):
            shows(source, lambda picture: isinstance(picture, Queue) and not picture.head.away)
            hub.fall_silent()
            until(lambda: not source._listener.linked, PATIENCE_S)
            moment[0] += 3_600.0
            shows(source, lambda picture: picture.head.away)
            assert isinstance(source.picture, Queue)
            assert source.picture.head.away in {
                time_of_day(NOW + seconds * 1000 - 3_600_000) for seconds in range(-120, 240, 60)
            }
            hub.down = False
            hub.assigned = "fields"
            moment[0] += 10.0
            shows(source, lambda picture: isinstance(picture, AllFields) and not picture.head.away)


def test_a_picture_that_has_not_changed_is_the_same_one(hub: FakeHub) -> None:
    with following(hub, "standings") as (source, _):
        shows(source, lambda picture: len(picture.shown) == 12)
        until(lambda: source.picture is source.picture, PATIENCE_S)


def test_another_event_begins_from_nothing(hub: FakeHub) -> None:
    with following(hub, "standings") as (source, _):
        shows(source, lambda picture: len(picture.shown) == 12)
        hub.event = "autumn"
        hub.documents["standings"] = standings(20)
        hub.publish(event={"id": "autumn", "name": "Autumn Cup"})
        shows(source, lambda picture: picture.head.name == "Autumn Cup" and len(picture.shown) == 20)
        assert hub.screens


def test_an_impossible_address_is_one_sentence() -> None:
    said = r"^hub is not an address of a hub; one looks like http://10\.42\.0\.1:8090$"
    with pytest.raises(FieldkitError, match=said):
        HubSource("hub", ME, "fields", print, time.monotonic)


@pytest.mark.parametrize(
    ("told", "seconds"), [("30", 30.0), ("0", 0.0), ("9" * 400, 60.0), ("", 0.0), ("-5", 0.0), ("soon", 0.0)]
)
def test_a_time_to_come_back_is_a_plain_number_of_seconds(told: str, seconds: float) -> None:
    assert seconds_of(told) == seconds


def test_a_hub_behind_a_path_is_asked_there() -> None:
    with hub_of(index(1)) as hub:
        closed = Asker(f"{hub.url}/cup/")
        closed.close()
        with pytest.raises(OSError, match=r"closed"):
            closed.ask("/v1/events")
        assert Asker(f"{hub.url}/cup/").ask("/v1/events").status == 404
        assert hub.asked == ["/cup/v1/events"]


def test_a_hub_that_sends_the_feed_of_a_kit_is_misread() -> None:
    with hub_of(index(1)) as hub:
        hub.documents[""] = {"now": NOW, "stage": "play"}
        with following(hub) as (source, said):
            until(lambda: said, PATIENCE_S)
            assert source.picture is None
            assert "misread from the hub" in said[0]
            assert json.loads(json.dumps(hub.screens)) == []
