"""Captains, crew, screens and players: how each gets in, what each may do, and how a referee ends it."""

from pathlib import Path
from typing import Any

import pytest

from fieldkit.clock import Clock
from fieldkit.settings import Settings
from tests.web.conftest import HandClock, Listening, RunningKit
from web.codes import FILE
from web.match_day import CurrentMatch
from web.pin import new_pin
from web.session import Session
from web.wire import Caller, Refused

pytestmark = pytest.mark.slow

FOXES = {"red": "Foxes", "blue": "Herons"}
BODIES: dict[str, dict[str, Any]] = {
    "captain": {"role": "captain", "team": "red"},
    "crew": {"role": "crew"},
    "screen": {"role": "screen"},
    "seat": {"role": "seat", "seat": "red"},
    "referee": {"role": "referee"},
}
BY = {"captain": "captain/red", "crew": "crew", "screen": "screen", "seat": "seat/red", "referee": "tablet"}
CALLS: tuple[tuple[str, str, dict[str, Any] | None], ...] = (
    ("GET", "/api/match", None),
    ("GET", "/api/feed?view=match", None),
    ("GET", "/api/kit", None),
    ("GET", "/api/crew", None),
    ("GET", "/api/sessions", None),
    ("DELETE", "/api/sessions", {"all": True}),
    ("POST", "/api/session/code", {"role": "referee"}),
    ("POST", "/api/session/seats", {"seats": ["red"]}),
    ("POST", "/api/beat", {}),
    ("POST", "/api/kit", {"do": "refused"}),
    ("GET", "/referee", None),
    ("GET", "/kit", None),
    ("GET", "/print", None),
    ("GET", "/crew", None),
    ("GET", "/captain", None),
    ("GET", "/seat", None),
)
MAY = {
    "captain": {"/captain"},
    "crew": {"/api/crew", "/crew"},
    "screen": set(),
    "seat": {"/seat"},
    "referee": {path for _, path, _ in CALLS} - {"/captain", "/seat"},
}


class CurrentSides:
    """The match that is on, as a test sets it; a session asks it."""

    def __init__(self) -> None:
        self.now = CurrentMatch("m1", "rest", FOXES)

    def __call__(self) -> CurrentMatch:
        return self.now


def caller(token: str = "", address: str = "10.42.0.7") -> Caller:
    return Caller(address, "http://kit:8080", None, "", "", token, None)


def playing(kit: RunningKit, **names: str) -> None:
    """Let a match with these sides be on."""
    sides = [{"id": id, "name": name} for id, name in (names or FOXES).items()]
    kit.referee.show(match="m1", game="full_contact", stage="rest", sides=sides, alarms=[], can={})


def code_for(kit: RunningKit, role: str) -> dict[str, Any]:
    made = kit.call("POST", "/api/session/code", BODIES[role], kit.log_in())
    assert made.status == 200, made.body
    return dict(made.json)


def logged_in(kit: RunningKit, role: str) -> dict[str, str]:
    """Return the headers of somebody who came by a code of that role."""
    reply = kit.call("POST", "/api/session", {"code": code_for(kit, role)["code"]})
    assert reply.status == 200
    return {"Cookie": reply.cookie, "Origin": kit.origin, "Content-Type": "application/json"}


@pytest.mark.parametrize("role", MAY)
def test_each_role_may_do_what_is_its_own_and_nothing_else(kit: RunningKit, role: str) -> None:
    playing(kit)
    headers = logged_in(kit, role)
    assert kit.call("GET", "/api/session", headers=headers).json == {"role": role, "by": BY[role]}
    for method, path, body in CALLS:
        if path.startswith("/api/feed") and path in MAY[role]:
            with Listening(kit.port, "?view=match", headers) as feed:
                assert feed.response.status == 200
            continue
        if (method, path) == ("DELETE", "/api/sessions") and role == "referee":
            continue  # it logs out everybody else, below
        reply = kit.call(method, path, body, headers)
        if path in MAY[role]:
            assert reply.status in (200, 409), (role, method, path, reply.body)
        else:
            assert reply.status == 403, (role, method, path)
            assert not path.startswith("/api") or reply.code == "not_yours", path
            assert path.startswith("/api") or b'id="login"' in reply.body
    for path in ("/", "/api/board", "/api/health"):
        assert kit.call("GET", path, headers=headers).status == 200
    assert kit.call("GET", "/api/ask?own", headers=headers).json["who"] == BY[role]


@pytest.mark.parametrize("role", MAY)
def test_a_command_says_who_sent_it_and_a_foreign_page_sends_none(kit: RunningKit, role: str) -> None:
    playing(kit)
    headers = logged_in(kit, role)
    assert kit.call("POST", "/api/commands", {"id": "1", "type": "x"}, headers).status == 200
    assert kit.referee.taken[-1][1] == BY[role]
    foreign = headers | {"Origin": "http://elsewhere.example"}
    assert kit.call("POST", "/api/commands", {"id": "2", "type": "x"}, foreign).status == 403
    assert len(kit.referee.taken) == 1
    assert kit.call("DELETE", "/api/session", headers=headers).status == 200
    assert kit.call("GET", "/api/session", headers=headers).status == 401


def test_a_stranger_is_nobody(kit: RunningKit) -> None:
    for method, path, body in CALLS:
        reply = kit.call(method, path, body)
        assert reply.status == (401 if path.startswith("/api") else 200), path
    assert kit.call("GET", "/api/session").code == "no_session"


@pytest.mark.parametrize("role", ["captain", "crew"])
def test_a_lasting_code_lets_several_phones_in_and_is_the_same_again(kit: RunningKit, role: str) -> None:
    playing(kit)
    made = code_for(kit, role)
    assert made["seconds"] is None
    assert made["address"] == f"{kit.origin}/{role}#code={made['code']}"
    assert code_for(kit, role) == made
    written = made["code"][:4].upper() + " " + made["code"][4:]
    for given in (made["code"], made["code"], written):
        reply = kit.call("POST", "/api/session", {"code": given})
        assert kit.call("GET", "/api/session", headers={"Cookie": reply.cookie}).json["role"] == role


@pytest.mark.parametrize("role", ["referee", "screen", "seat"])
def test_the_other_codes_are_good_once_and_for_two_minutes(kit: RunningKit, role: str) -> None:
    made = code_for(kit, role)
    assert made["seconds"] == 120
    mark = "#" if role == "seat" else "#code="
    assert made["address"] == f"{kit.origin}/{role}{mark}{made['code']}"
    assert kit.call("POST", "/api/session", {"code": made["code"]}).status == 200
    assert kit.call("POST", "/api/session", {"code": made["code"]}).status == 401
    late = code_for(kit, role)
    kit.clock.pass_by(121)
    assert kit.call("POST", "/api/session", {"code": late["code"]}).status == 401


@pytest.mark.parametrize(
    "body",
    [
        {"role": "captain"},
        {"role": "captain", "team": "Red Baron"},
        {"role": "captain", "team": 3},
        {"role": "captain", "seat": "red"},
        {"role": "crew", "team": "red"},
        {"role": "referee", "seat": "red"},
        {"role": ["crew"]},
        {"role": None},
        {"role": "tablet"},
        {"captain": "red"},
        {"role": "crew", "Role": "captain"},
        {"role": "captain", "team": "red", "seat": None},
    ],
)
def test_a_code_for_nobody_that_there_is_is_a_bad_request(kit: RunningKit, body: dict[str, Any]) -> None:
    playing(kit)
    reply = kit.call("POST", "/api/session/code", body, kit.log_in())
    assert (reply.status, reply.code) == (400, "bad_request")


def test_only_a_team_that_plays_has_a_captain(kit: RunningKit) -> None:
    wanted = {"role": "captain", "team": "green"}
    for view in ({}, FOXES):
        if view:
            playing(kit)
        reply = kit.call("POST", "/api/session/code", wanted, kit.log_in())
        assert (reply.status, reply.code) == (409, "no_such_side")


def test_wrong_guesses_at_a_lasting_code_are_throttled(tmp_path: Path) -> None:
    session = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    code, _ = session.code("crew")
    for letter in "bcdef":
        with pytest.raises(Refused, match="wrong"):
            session.enter(caller(), None, f"aaaaaaa{letter}")
    with pytest.raises(Refused, match="Too many"):
        session.enter(caller(), None, code)
    assert session.enter(caller(address="10.42.0.8"), None, code)


@pytest.mark.parametrize("by", ["captain/red", "crew"])
def test_phones_of_a_captain_and_the_crew_stay_in_through_a_restart(tmp_path: Path, by: str) -> None:
    first = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    code, _ = first.code(by)
    token = first.enter(caller(), None, code)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    again = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    assert again.known(caller(token)).by == by
    assert again.known(caller(again.enter(caller(), None, code))).by == by
    assert again.code(by)[0] == code
    new_pin(tmp_path)
    assert again.find(caller(token)) is None
    with pytest.raises(Refused, match="wrong"):
        again.enter(caller(), None, code)
    assert again.code(by)[0] != code


def test_a_captain_goes_with_the_team_and_not_with_the_colour(tmp_path: Path) -> None:
    field = CurrentSides()
    session = Session(Settings(), tmp_path, HandClock(), field)
    token = session.enter(caller(), None, session.code("captain/red")[0])
    field.now = CurrentMatch("m2", "ready", FOXES)
    assert session.find(caller(token)), "the same team again"
    field.now = CurrentMatch("m3", "ready", FOXES | {"red": "Wolves"})
    assert session.find(caller(token)) is None
    wolves = session.enter(caller(), None, session.code("captain/red")[0])
    field.now = CurrentMatch("m3", "rest", FOXES | {"red": "Grey Wolves"})
    assert session.find(caller(wolves)), "renamed in its match"
    field.now = CurrentMatch("m4", "ready", FOXES | {"red": "Grey Wolves"})
    assert session.find(caller(wolves)), "and again under its new name"
    assert session.find(caller(token)) is None
    field.now = CurrentMatch("m5", "ready", {"blue": "Herons"})
    assert session.find(caller(wolves)) is None


@pytest.mark.parametrize(("stage", "stays"), [("over", False), ("setup", False), ("rest", True), ("", True)])
def test_a_machine_that_was_switched_off_between_matches_begins_a_new_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, stays: bool
) -> None:
    """In the middle of a match it was a power cut; before the first view nobody knows."""
    field = CurrentSides()
    session = Session(Settings(), tmp_path, HandClock(), field)
    tokens = [session.enter(caller(), None, session.code(by)[0]) for by in ("captain/red", "crew")]
    monkeypatch.setattr(Clock, "boot", lambda clock: "another boot")
    field.now = CurrentMatch(None if stage == "setup" else "m1", stage, FOXES)
    later = Session(Settings(), tmp_path, HandClock(), field)
    assert [later.find(caller(token)) is not None for token in tokens] == [stays, stays]
    field.now = CurrentMatch("m2", "over", FOXES)
    assert [later.find(caller(token)) is not None for token in tokens] == [
        stays and stage != "",
        stays and stage != "",
    ]


def test_a_torn_file_of_codes_is_none(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'{"stamp": "x", "lasting": [{')
    session = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    assert session.enter(caller(), None, session.code("crew")[0])


def test_a_code_that_cannot_be_stored_is_said_and_good_until_the_next_start(tmp_path: Path) -> None:
    session = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    (tmp_path / f"{FILE}.new").mkdir()
    with pytest.raises(Refused) as refused:
        session.code("crew")
    assert (refused.value.status, refused.value.code) == (503, "not_stored")
    assert session.enter(caller(), None, session.code("crew")[0])


def test_a_referee_sees_who_is_logged_in_and_ends_one(kit: RunningKit) -> None:
    playing(kit)
    tablet, other = kit.log_in(), logged_in(kit, "referee")
    phones = [
        logged_in(kit, "captain"),
        logged_in(kit, "captain"),
        logged_in(kit, "crew"),
        logged_in(kit, "seat"),
    ]
    for headers in (other, *phones):
        assert kit.call("GET", "/api/session", headers=headers).status == 200
    kit.clock.pass_by(90)
    listed = kit.call("GET", "/api/sessions", headers=tablet).json
    here = [one for one in listed["sessions"] if one["here"]]
    assert [(one["by"], one["quiet_s"], one["address"]) for one in here] == [("tablet", 0, "127.0.0.1")]
    assert all(one["quiet_s"] >= 90 for one in listed["sessions"] if not one["here"])
    assert [(one["by"], one["name"], one["phones"]) for one in listed["codes"]] == [
        ("captain/red", "Foxes", 2),
        ("crew", "", 1),
    ]
    assert listed["players"] == 1
    captains = {"id": listed["codes"][0]["id"]}
    assert kit.call("DELETE", "/api/sessions", captains, phones[0]).code == "not_yours"
    assert kit.call("DELETE", "/api/sessions", captains, tablet).status == 200
    assert [kit.call("GET", "/api/session", headers=one).status for one in phones] == [401, 401, 200, 200]
    assert kit.call("DELETE", "/api/sessions", captains, tablet).code == "no_such_session"
    for wrong in ({}, {"id": 3}, {"all": 1, "id": "x"}, {"all": False}):
        assert kit.call("DELETE", "/api/sessions", wrong, tablet).status == 400
    assert kit.call("DELETE", "/api/sessions", {"id": here[0]["id"]}, other).status == 200
    assert kit.call("GET", "/api/match", headers=tablet).status == 401
    assert kit.call("GET", "/api/match", headers=other).status == 200


def test_what_was_ended_stays_ended_after_a_restart(tmp_path: Path) -> None:
    session = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    code = session.code("crew")[0]
    crew, tablet = session.enter(caller(), None, code), session.enter(caller(), None, session.code()[0])
    passes = [session.known(caller(token)) for token in (crew, tablet)]
    session.end(passes[0].lasting)
    session.end(passes[1].id)
    again = Session(Settings(), tmp_path, HandClock(), CurrentSides())
    for one in (session, again):
        assert one.find(caller(crew)) is None
        assert one.find(caller(tablet)) is None
        with pytest.raises(Refused):
            one.enter(caller(address=f"10.0.0.{id(one) % 200}"), None, code)


def test_logging_everybody_out_spares_this_tablet_and_printed_cards(kit: RunningKit) -> None:
    playing(kit)
    tablet, others = kit.log_in(), [logged_in(kit, role) for role in ("referee", "captain", "crew", "seat")]
    card = kit.call("POST", "/api/session/seats", {"seats": ["red"]}, tablet).json["tokens"]["red"]
    code = code_for(kit, "crew")["code"]
    waiting = code_for(kit, "referee")["code"]
    done = kit.call("DELETE", "/api/sessions", {"all": True}, tablet)
    assert done.status == 200
    assert [kit.call("GET", "/api/session", headers=one).status for one in (tablet, *others)] == [401] * 5
    assert kit.call("GET", "/api/match", headers={"Cookie": done.cookie}).status == 200
    for gone in (code, waiting):
        assert kit.call("POST", "/api/session", {"code": gone}).status == 401
    assert kit.call("POST", "/api/session", {"code": card}).status == 200


def test_an_open_feed_ends_with_its_session(kit: RunningKit) -> None:
    tablet, other = kit.log_in(), logged_in(kit, "referee")
    with Listening(kit.port, "?view=match", other) as feed:
        assert feed.next() is not None
        listed = kit.call("GET", "/api/sessions", headers=tablet).json["sessions"]
        for one in listed:
            if not one["here"]:
                kit.call("DELETE", "/api/sessions", {"id": one["id"]}, tablet)
        while feed.next() is not None:
            pass


def test_the_crew_sees_its_alarms_and_its_commands(kit: RunningKit) -> None:
    alarm = {"text": "Hoop 7 is silent.", "cure": "Look at its cable."}
    own = ["hoop-h7", "battery-h8", "twins-h2", "step-h3"]
    alarms = [{"id": id, **alarm} for id in (*own, "disk", "whistle")]
    kit.referee.show(
        match="m1", game="full_contact", alarms=alarms, can={"refilled": True, "start_round": True}
    )
    crew = logged_in(kit, "crew")
    found = kit.call("GET", "/api/crew", headers=crew).json
    assert [one["id"] for one in found["alarms"]] == own
    assert found["can"] == {"refilled": True}


@pytest.mark.parametrize("role", ["referee", "captain", "crew"])
def test_each_page_has_a_qr_code_with_its_code(kit: RunningKit, role: str) -> None:
    drawn = kit.call("GET", f"/qr.svg?{role}=abcdefgh")
    assert drawn.status == 200
    assert drawn.body != kit.call("GET", "/qr.svg").body
    assert kit.call("GET", f"/qr.svg?{role}=abcdefg0").status == 400
    assert kit.call("GET", f"/qr.svg?{role}=abcdefgh&seat=123456").status == 400
