"""A field and its event: what the process that sends may tell, and what the referee may ask."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fieldkit.event.documents import PlannedMatch, Schedule, Team, Teams
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import Row, wall_label
from fieldkit.settings import HubLink, Settings
from fieldkit.settings.folders import journal_path
from fieldkit.uplink.state import EVENT_FILE, EventName, FieldName, HeldEvent
from tests.web.conftest import Listening, RunningKit, RunningServer
from web.pin import crowd_key
from web.redirects import KEY

JOINED = Settings(hub=HubLink(url="http://hub.example", event="spring", field="north"))
TOLD: dict[str, Any] = {
    "hub": {"state": "ok", "have": 7, "of": 9, "last_contact_s": 0.2, "says": "", "event": "Spring Cup"},
    "mqtt": {"state": "waiting", "says": "No broker runs there."},
}
HELD = HeldEvent(
    EventName("spring", "Spring Cup"),
    FieldName("north", "North"),
    Teams(1, tuple(Team(id, id.title()) for id in ("foxes", "herons", "otters"))),
    Schedule(
        1,
        matches=(
            PlannedMatch("12", 1, "north", ("herons", "foxes", "otters")),
            PlannedMatch("13", 2, "south", ("herons", "foxes", "otters")),
        ),
    ),
)


@pytest.fixture
def joined(tmp_path: Path, server: RunningServer) -> Iterator[RunningKit]:
    """Yield a kit whose field belongs to an event."""
    running = RunningKit(tmp_path, JOINED, server)
    yield running
    running.stop()


def own(kit: RunningKit) -> dict[str, str]:
    """Return the headers that the kit's own process sends."""
    return {KEY: crowd_key(kit.data), "Content-Type": "application/json"}


def test_the_process_that_sends_tells_how_it_stands(joined: RunningKit) -> None:
    outside = joined.referee.feed.uplink
    outside.alarms = 3
    reply = joined.call("POST", "/api/uplink", TOLD, own(joined))
    assert (reply.status, reply.json) == (200, {"resend": 0, "alarms": 3})
    assert (outside.hub.state, outside.hub.have, outside.hub.event) == ("ok", 7, "Spring Cup")
    assert outside.broker.says == "No broker runs there."


@pytest.mark.parametrize("headers", [{}, {KEY: "guessed"}, {KEY: ""}])
def test_nobody_else_may_tell(joined: RunningKit, headers: dict[str, str]) -> None:
    reply = joined.call("POST", "/api/uplink", TOLD, joined.bearer | headers)
    assert (reply.status, reply.code) == (403, "not_yours")
    assert joined.referee.feed.uplink.hub.state == "waiting"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"hub": 5},
        {"hub": {"state": "lost"}},
        {"hub": {"have": -1}},
        {"hub": {"says": "x" * 1001}},
        {"hub": {"last_contact_s": "long"}},
        {"hub": {}, "mqtt": {"state": "up"}},
    ],
)
def test_what_makes_no_sense_changes_nothing(joined: RunningKit, wrong: object) -> None:
    joined.call("POST", "/api/uplink", TOLD, own(joined))
    reply = joined.call("POST", "/api/uplink", wrong, own(joined))
    assert (reply.status, reply.code) == (400, "bad_request")
    assert joined.referee.feed.uplink.hub.have == 7


def test_it_can_only_be_told(joined: RunningKit) -> None:
    reply = joined.call("GET", "/api/uplink", headers=own(joined))
    assert (reply.status, reply.headers["allow"]) == (405, "POST")


def test_the_referee_asks_to_begin_again_and_the_process_hears_it(joined: RunningKit) -> None:
    assert joined.call("POST", "/api/hub/resend", {}, joined.log_in()).json == {"ok": True}
    assert joined.call("POST", "/api/uplink", TOLD, own(joined)).json["resend"] == 1


def test_a_field_without_a_hub_has_nobody_to_ask(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/hub/resend", {}, kit.log_in())
    assert (reply.status, reply.code) == (409, "no_hub")
    assert kit.call("GET", "/api/event", headers=kit.bearer).json == {
        "event": None,
        "field": None,
        "next": [],
        "played_by": {},
    }


@pytest.mark.parametrize(("method", "path"), [("GET", "/api/event"), ("POST", "/api/hub/resend")])
def test_both_are_the_referees(joined: RunningKit, method: str, path: str) -> None:
    assert joined.call(method, path).status == 401
    code = joined.call("POST", "/api/session/code", {"role": "crew"}, joined.log_in()).json["code"]
    crew = {"Cookie": joined.call("POST", "/api/session", {"code": code}).cookie, "Origin": joined.origin}
    assert joined.call(method, path, headers=crew).status == 403


def test_the_crew_hears_how_the_field_stands_with_its_hub(joined: RunningKit) -> None:
    assert joined.call("GET", "/api/crew", headers=joined.bearer).json["hub"] is None
    joined.referee.show(kit={"name": "Field 1", "hub": {"state": "waiting", "minutes": 7}})
    told = joined.call("GET", "/api/crew", headers=joined.bearer).json["hub"]
    assert told == {"state": "waiting", "minutes": 7}


def put(kit: RunningKit, held: bytes, file: str = EVENT_FILE) -> None:
    """Lay down what the hub has told."""
    path = kit.data / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(held)


@pytest.mark.parametrize("file", [EVENT_FILE, "event.json"])
def test_the_next_matches_are_those_of_this_field(joined: RunningKit, file: str) -> None:
    """Also where a kit of an earlier version has written them."""
    put(joined, msgspec.json.encode(HELD), file)
    found = joined.call("GET", "/api/event", headers=joined.bearer).json
    assert found["event"] == {"id": "spring", "name": "Spring Cup", "practice": False}
    assert found["field"] == {"id": "north", "name": "North"}
    (match,) = found["next"]
    assert (match["id"], match["starts"], match["set_up"], match["anywhere"]) == ("12", "10:20", False, False)
    assert [team["name"] for team in match["teams"]] == ["Herons", "Foxes", "Otters"]


def test_what_was_set_up_here_is_known_from_the_record(joined: RunningKit) -> None:
    put(joined, msgspec.json.encode(HELD))
    journal = Journal(journal_path(JOINED, joined.data))
    journal.open()
    events = json.dumps([{"type": "Begun"}, {"type": "Scheduled", "id": "12", "teams": {}}])
    row = Row("m1", 1, "boot", 1, wall_label(), "tablet", "c1", "{}", events)
    journal.append(Batch(matches=[MatchInfo(1, "m1", "toy", wall_label())], rows=[row]))
    journal.close()
    (match,) = joined.call("GET", "/api/event", headers=joined.bearer).json["next"]
    assert match["set_up"]


@pytest.mark.parametrize(
    "held",
    [
        b"{",
        b"[]",
        msgspec.json.encode(msgspec.structs.replace(HELD, event=EventName("autumn", "Autumn Cup"))),
        msgspec.json.encode(msgspec.structs.replace(HELD, field=FieldName("south", "South"))),
    ],
)
def test_a_file_of_another_event_or_a_spoiled_one_is_not_used(joined: RunningKit, held: bytes) -> None:
    put(joined, held)
    assert joined.call("GET", "/api/event", headers=joined.bearer).json["next"] == []


def test_it_listens_without_taking_a_place_and_its_end_ends_nobody_elses(joined: RunningKit) -> None:
    feed = joined.referee.feed
    feed.elsewhere.note(8081, 12)
    with Listening(joined.port, headers=own(joined) | {"User-Agent": "fieldkit-uplink"}) as listening:
        assert listening.next_of("board") is not None
        assert (feed.phones, feed.screens) == (0, 0)
        assert len(joined.site.feed) == 1
    last = time.monotonic() + 30
    while len(joined.site.feed):
        assert time.monotonic() < last
        time.sleep(0.01)
    assert feed.elsewhere.port == 8081
