"""The organisers' calls over real HTTP: who may make which, what they send, and what they are answered."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldkit.hub import admitting
from fieldkit.hub.access import ROLES
from fieldkit.hub.live import FieldView
from tests.support.hubs import KEYS, PIN, TEAMS, hub, plan, play, pushes, send
from tests.web.conftest import RunningServer
from tests.web.hub.test_api import Served, sent
from web.hub.login import COOKIE
from web.hub.site import create_site

pytestmark = pytest.mark.slow
EVENT = "/v1/events/cup"
CALLS: dict[str, tuple[str, str, object]] = {
    "desk": ("GET", "/desk", None),
    "teams_csv": ("GET", "/teams.csv", None),
    "archive": ("GET", "/archive", None),
    "put_teams": ("PUT", "/teams", {"teams": [{"id": team.id, "name": team.name} for team in TEAMS]}),
    "add_team": ("POST", "/teams", {"name": "Newts"}),
    "edit_team": ("PATCH", "/teams/foxes", {"name": "Red Foxes"}),
    "check_in": ("POST", "/checkin", {"team": "foxes", "here": True}),
    "make_schedule": ("POST", "/schedule", {"rounds": 2, "size": 3}),
    "change_schedule": ("PATCH", "/schedule", {"do": "start", "start": "11:00"}),
    "confirm": ("POST", "/results/1/confirm", {"version": "north.1.m1.0"}),
    "correct": ("POST", "/results/1/correct", {"scores": [], "reason": "so"}),
    "attach": ("POST", "/matches/north/m9/attach", {"scheduled": "1", "teams": {}}),
    "draw": ("POST", "/draws", {"teams": ["foxes", "moles"]}),
    "access": ("GET", "/access", None),
    "new_person": ("POST", "/access", {"role": "reader", "name": "Newcomer"}),
    "revoke": ("DELETE", "/access/k-none", None),
    "end_session": ("DELETE", "/sessions/l-none", None),
    "end_sessions": ("DELETE", "/sessions", None),
    "new_field": ("POST", "/fields", {"id": "west", "name": "West"}),
    "rename_field": ("PATCH", "/fields/north", {"name": "Northern"}),
    "new_key": ("POST", "/fields/north/keys", {}),
    "new_kit": ("POST", "/fields/north/new-kit", {"reason": "another card"}),
    "screens": ("GET", "/screens", None),
    "assign_screen": ("PUT", "/screens/hall", {"show": "queue"}),
}
"""One call of each kind; some are refused for another reason than who makes them."""
MAY = {
    **dict.fromkeys(("desk", "teams_csv"), ROLES),
    **dict.fromkeys(("check_in", "assign_screen"), ("organiser", "crew")),
    "confirm": ("organiser", "referee"),
    "access": ("organiser", "reader"),
    "screens": ("organiser", "crew", "reader"),
}
"""The calls that others than an organiser may make."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        plan(made)
        server = RunningServer(create_site(made, PIN, tmp_path))
        yield Served(made, server)
        server.stop()


def act(of: Served, name: str, pin: str = PIN) -> tuple[int, Any]:
    method, path, body = CALLS[name]
    status, _, found = of.ask(method, f"{EVENT}{path}", body, Authorization=f"Bearer {pin}")
    return status, json.loads(found) if found.startswith(b"{") else None


def do(of: Served, method: str, path: str, body: object = None, pin: str = PIN) -> tuple[int, Any]:
    return of.call(method, f"{EVENT}{path}", body, Authorization=f"Bearer {pin}")


def pins(of: Served) -> dict[str, str]:
    """Return a PIN of each role."""
    others = {role: admitting.new_person(of.hub, role, role.capitalize())[1] for role in ("crew", "reader")}
    ben = admitting.new_person(of.hub, "referee", "Ben", "north")[1]
    return {"organiser": PIN, "referee": ben, **others}


def test_every_call_is_tried(served: Served) -> None:
    assert set(CALLS) == set(act(served, "desk")[1]["may"])


@pytest.mark.parametrize("name", CALLS)
def test_each_call_is_for_its_roles_alone(served: Served, name: str) -> None:
    for role, pin in pins(served).items():
        status, found = act(served, name, pin)
        is_refused = status == 403 and found["error"]["code"] == "not_yours"
        assert is_refused == (role not in MAY.get(name, ("organiser",))), (role, status, found)
    method, path, body = CALLS[name]
    assert served.call(method, f"{EVENT}{path}", body)[0] == 401
    assert served.call(method, f"/v1/events/other{path}", body, Authorization=f"Bearer {PIN}")[0] == 404


def test_a_cookie_acts_only_from_a_page_of_the_hub(served: Served) -> None:
    _, headers, _ = served.ask("POST", "/v1/session", {"pin": PIN})
    cookie = str(headers["Set-Cookie"]).partition(";")[0]
    assert cookie.startswith(f"{COOKIE}=")
    own = f"http://127.0.0.1:{served.port}"
    body = {"do": "start", "start": "11:00"}
    change = ("PATCH", f"{EVENT}/schedule", body)
    status, found = served.call(*change, Cookie=cookie, Origin="http://evil.example")
    assert (status, found["error"]["code"]) == (403, "wrong_origin")
    assert served.call(*change, Cookie=cookie, Origin=own)[0] == 200
    assert served.hub.state.schedule.start == "11:00"


def logged_in(served: Served, pin: str) -> str:
    return str(served.ask("POST", "/v1/session", {"pin": pin})[1]["Set-Cookie"]).partition(";")[0]


def test_a_session_is_listed_and_ended_alone(served: Served) -> None:
    ada = admitting.new_person(served.hub, "crew", "Ada")[1]
    mine, first, other = logged_in(served, PIN), logged_in(served, ada), logged_in(served, ada)
    assert first != other

    def role(cookie: str) -> str:
        return str(served.call("GET", "/v1/session", Cookie=cookie)[1]["role"])

    def listed() -> list[Any]:
        return list(served.call("GET", f"{EVENT}/desk", Cookie=mine)[1]["sessions"])

    assert role(first) == "crew"
    assert sorted((one["name"], one["here"], one["address"]) for one in listed()) == [
        ("Ada", False, ""), ("Ada", False, "127.0.0.1"), ("organiser", True, "127.0.0.1"),
    ]  # fmt: skip
    ended = next(one["id"] for one in listed() if one["address"] and not one["here"])
    assert do(served, "DELETE", f"/sessions/{ended}")[0] == 200
    assert do(served, "DELETE", f"/sessions/{ended}")[0] == 404
    assert (role(first), role(other)) == ("", "crew")
    # A log-out ends the session itself, and not the browser's copy alone.
    assert served.call("DELETE", "/v1/session", Cookie=other)[0] == 200
    assert role(other) == ""
    again = logged_in(served, ada)
    own = f"http://127.0.0.1:{served.port}"
    assert served.call("DELETE", f"{EVENT}/sessions", Cookie=mine, Origin=own)[0] == 200
    assert (role(mine), role(again)) == ("organiser", "")


@pytest.mark.parametrize("name", ["put_teams", "add_team", "new_person", "new_field", "new_key", "new_kit"])
def test_a_call_that_is_sent_again_is_answered_again_and_does_nothing_twice(
    served: Served, name: str
) -> None:
    method, path, body = CALLS[name]
    call = {"Authorization": f"Bearer {PIN}", "Idempotency-Key": "0123456789abcdef"}
    first = served.call(method, f"{EVENT}{path}", body, **call)
    assert do(served, "POST", "/checkin", {"team": "foxes", "here": True})[0] == 200
    there = served.hub.state.n, len(served.hub.access.listed())
    assert served.call(method, f"{EVENT}{path}", body, **call) == first
    assert first[0] == 200
    assert (served.hub.state.n, len(served.hub.access.listed())) == there
    if pin := first[1].get("pin"):
        assert served.call("POST", "/v1/session", {"pin": pin})[0] == 200


def test_an_id_of_a_call_is_no_short_one(served: Served) -> None:
    call = {"Authorization": f"Bearer {PIN}", "Idempotency-Key": "1"}
    assert served.call("POST", f"{EVENT}/checkin", {"team": "foxes", "here": True}, **call)[0] == 400


def test_an_address_has_a_few_new_screens_a_minute(served: Served) -> None:
    def meet(id: str, name: str, address: str) -> int:
        said = {"id": id, "name": name}
        return served.call("POST", f"{EVENT}/screens", said, x_forwarded_for=address)[0]

    met = [meet(f"s{n}", "TV", "203.0.113.9") for n in range(31)]
    assert met == [200] * 30 + [429]
    assert [meet("s1", name, "203.0.113.9") for name in ("TV", "Another name")] == [200, 429]
    assert meet("s99", "TV", "203.0.113.10") == 200


def test_teams_come_as_a_table_with_every_mistake_named(served: Served) -> None:
    bearer = {"Authorization": f"Bearer {PIN}", "Content-Type": "text/csv"}
    status, _, table = served.ask("GET", f"{EVENT}/teams.csv", Authorization=f"Bearer {PIN}")
    assert status == 200
    status, found = served.call("PUT", f"{EVENT}/teams", table + b"newts,Newts,red,,,TSV\n", **bearer)
    assert (status, found["teams"]) == (200, 7)
    tried = served.call("PUT", f"{EVENT}/teams?dry_run=1", table + b"bees,Bees,,,Ann/Ben,\n", **bearer)
    assert (tried[0], tried[1]["teams"][-1]["players"]) == (200, ["Ann", "Ben"])
    assert served.call("GET", f"{EVENT}/desk", **bearer)[1]["teams"][-1]["id"] == "newts"
    status, found = served.call("PUT", f"{EVENT}/teams", b"name,colour\n,red\nMoles,pink\n", **bearer)
    assert (status, found["error"]["code"]) == (409, "teams")
    assert "line 2" in found["error"]["message"]
    assert "pink" in found["error"]["message"]
    status, found = served.call("PUT", f"{EVENT}/teams", b"\xff\xfe\x00", **bearer)
    assert (status, found["error"]["code"]) == (409, "teams")
    status, found = do(
        served, "PUT", "/teams", {"teams": [{"name": "", "id": "x"}, {"name": "A;", "id": "y"}]}
    )
    assert status == 409
    assert "team 2" in found["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/schedule", {"do": "explode"}),
        ("PATCH", "/schedule", {"do": "move", "match": "1", "slot": "soon"}),
        ("PATCH", "/schedule", {"do": "move", "match": "1", "slot": 1, "more": 1}),
        ("PATCH", "/schedule", b"[]"),
        ("PATCH", "/schedule", b"{"),
        ("POST", "/schedule", {"start": 25}),
        ("POST", "/checkin", {"team": "foxes", "here": "yes"}),
        ("POST", "/results/1/correct", {"scores": [{"team": "foxes"}], "reason": "x"}),
        ("POST", "/draws", {}),
    ],
)
def test_what_makes_no_sense_is_told_in_one_sentence(
    served: Served, method: str, path: str, body: object
) -> None:
    before = served.hub.state.n
    status, found = do(served, method, path, body)
    assert status == 400
    assert found["error"]["message"].endswith(".")
    assert served.hub.state.n == before


def test_a_team_without_a_name_is_refused_and_nothing_is_stored(tmp_path: Path) -> None:
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        server = RunningServer(create_site(made, PIN, tmp_path))
        before = made.state.n
        status, found = do(Served(made, server), "POST", "/teams", {"name": ""})
        server.stop()
    assert (status, found["error"]["code"], made.state.n) == (409, "teams", before)


def test_a_body_that_is_too_long_is_refused(served: Served) -> None:
    status, found = do(served, "POST", "/draws", b'{"teams": ["' + b"x" * 300_000 + b'"]}')
    assert (status, found["error"]["code"]) == (413, "too_long")


def test_a_result_is_confirmed_and_corrected_from_the_desk(served: Served, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1")
    send(served.hub, "north", tmp_path / "north")
    served.hub.follow()
    _, found = do(served, "GET", "/desk")
    (told,) = found["results"]
    assert (told["id"], told["waits"], told["disputed"]) == ("1", True, False)
    (version,) = told["versions"]
    assert (version["others"], version["nameless"], version["counts"]) == (False, False, False)
    said = {"version": version["id"]}
    assert do(served, "POST", "/results/1/confirm", said) == (200, {"confirmed": True})
    scores = [
        {"team": team, "score": n, "place": 3 - n} for n, team in enumerate(("foxes", "otters", "herons"))
    ]
    _, told = do(served, "POST", "/results/1/correct", {"scores": scores, "dry_run": True})
    assert told["changes"] == [
        {"team": "foxes", "was": "4", "now": "2"},
        {"team": "otters", "was": "2", "now": "3"},
        {"team": "herons", "was": "3", "now": "4"},
    ]
    assert not served.hub.state.corrections
    status, found = do(served, "POST", "/results/1/correct", {"scores": scores, "reason": "by hand"})
    assert (status, found) == (200, {"confirmed": True})
    (told,) = do(served, "GET", "/desk")[1]["results"]
    assert told["correction"]["reason"] == "by hand"
    assert [score["team"] for score in told["scores"]] == ["herons", "otters", "foxes"]


def test_a_match_that_was_not_scheduled_is_attached(served: Served, tmp_path: Path) -> None:
    play(tmp_path / "north")
    send(served.hub, "north", tmp_path / "north")
    served.hub.follow()
    (loose,) = do(served, "GET", "/desk")[1]["loose"]
    assert (loose["field"], loose["match"], loose["over"]) == ("north", "m1", True)
    sides = dict(zip((side["id"] for side in loose["sides"]), ("foxes", "herons", "otters"), strict=True))
    body = {"scheduled": "1", "teams": sides, "record": loose["record"]}
    assert do(served, "POST", "/matches/north/m1/attach", body)[0] == 200
    found = do(served, "GET", "/desk")[1]
    assert found["loose"] == []
    assert found["results"][0]["versions"][0]["nameless"] is False


def test_the_desk_is_whole_and_changes_its_tag_with_what_it_says(served: Served) -> None:
    bearer = {"Authorization": f"Bearer {PIN}"}
    status, headers, body = served.ask("GET", f"{EVENT}/desk", **bearer)
    assert status == 200
    assert headers["Cache-Control"] == "private, no-cache"
    found = json.loads(body)
    assert found["parts"] == ["now", "teams", "schedule", "standings", "access", "screens", "close"]
    assert {field["id"] for field in found["fields"]} == {"north", "south"}
    assert found["schedule"]["matches"][0]["starts"] == "10:00"
    tag = str(headers["ETag"])
    assert served.ask("GET", f"{EVENT}/desk", If_None_Match=tag, **bearer)[0] == 304
    act(served, "check_in")
    assert served.ask("GET", f"{EVENT}/desk", If_None_Match=tag, **bearer)[0] == 200


def test_the_desk_comes_packed_for_who_takes_it_so(served: Served) -> None:
    bearer = {"Authorization": f"Bearer {PIN}"}
    _, _, plain = served.ask("GET", f"{EVENT}/desk", **bearer)
    _, headers, packed = served.ask("GET", f"{EVENT}/desk", Accept_Encoding="gzip", **bearer)
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == plain


def test_a_long_table_comes_from_a_page_with_its_cookie(served: Served) -> None:
    _, headers, _ = served.ask("POST", "/v1/session", {"pin": PIN})
    cookie = str(headers["Set-Cookie"]).partition(";")[0]
    players = ";".join(f"Player number {n}" for n in range(20))
    rows = "".join(f"{team.id},{team.name},{players}\n" for team in TEAMS)
    rows += "".join(f"t{n},Team {n},{players}\n" for n in range(90))
    table = f"id,name,players\n{rows}".encode()
    assert len(table) > 32 * 1024
    sender = {"Cookie": cookie, "Content_Type": "text/csv", "Origin": f"http://127.0.0.1:{served.port}"}
    assert served.call("PUT", f"{EVENT}/teams", table, **sender) == (200, {"version": 2, "teams": 96})


def test_each_role_sees_what_is_theirs(served: Served, tmp_path: Path) -> None:
    for field, scheduled, teams in (
        ("north", "1", ("foxes", "herons", "otters")),
        ("south", "2", ("badgers", "larks", "moles")),
    ):
        play(tmp_path / field, teams, scheduled=scheduled)
        send(served.hub, field, tmp_path / field)
    served.hub.follow()
    seen = {role: do(served, "GET", "/desk", pin=pin)[1] for role, pin in pins(served).items()}
    assert [field["id"] for field in seen["referee"]["fields"]] == ["north"]
    assert [each["id"] for each in seen["referee"]["results"]] == ["1"]
    assert seen["referee"]["parts"] == ["now"]
    assert seen["referee"]["may"] == ["confirm", "desk", "teams_csv"]
    assert [each["id"] for each in seen["reader"]["results"]] == ["1", "2"]
    assert [role for role, found in seen.items() if "access" in found] == ["organiser", "reader"]
    assert [role for role, found in seen.items() if "screens" in found] == ["organiser", "crew", "reader"]


def test_a_field_that_holds_all_and_one_that_does_not(served: Served) -> None:
    state = served.hub.state
    ack = {"teams": state.teams.version, "schedule": state.schedule.version}
    served.hub.show("north", FieldView("b", 1, 1.0, {"stage": "setup", "now": 1}, ack=ack))
    served.hub.show("south", FieldView("b", 1, 1.0, {"stage": "setup", "now": 1}, ack=ack | {"schedule": 0}))
    served.hub.follow()
    fields = {field["id"]: field for field in do(served, "GET", "/desk")[1]["fields"]}
    assert fields["north"]["holds"] == {"teams": True, "schedule": True}
    assert fields["south"]["holds"] == {"teams": True, "schedule": False}
    assert fields["north"]["online"] is True


def test_what_a_field_was_refused_stands_at_its_line_until_it_is_well(served: Served, tmp_path: Path) -> None:
    play(tmp_path / "north", scheduled="1")
    match, game, start, records = pushes(tmp_path / "north")[0]
    address = f"{EVENT}/fields/north/matches/{match}/records/{start}?game={game}"
    bearer = {"Authorization": f"Bearer {KEYS['north']}"}

    def line() -> Any:
        fields = do(served, "GET", "/desk")[1]["fields"]
        return next(field["refused"] for field in fields if field["id"] == "north")

    served.call("PUT", address, sent(records).replace(b"Foxes", b"Faxes"), **bearer)
    assert line()["code"] == "broken_chain"
    assert "changed" in line()["text"]
    hello = f"{EVENT}/fields/north/hello?protocol=1"
    served.call("GET", hello, **bearer)
    assert line()["code"] == "broken_chain"
    served.call("PUT", address, sent(records), **bearer)
    assert line() is None
    served.call("GET", hello, Authorization=f"Bearer {KEYS['south']}")
    assert line()["code"] == "bad_key"
    served.call("GET", hello, **bearer)
    assert line() is None


def test_a_key_is_shown_once_with_the_lines_of_the_settings(served: Served) -> None:
    status, found = act(served, "new_field")
    assert status == 200
    lines = found["lines"].splitlines()
    assert lines[0] == "[hub]"
    assert lines[2:] == ['event = "cup"', 'field = "west"', f'key = "{found["key"]}"']
    assert lines[1].startswith('url = "http://')
    west = f"{EVENT}/fields/west/hello?protocol=1"
    assert served.call("GET", west, Authorization=f"Bearer {found['key']}")[0] == 200
    told = json.dumps(do(served, "GET", "/desk")[1])
    assert found["key"] not in told
    (id,) = [one["id"] for one in do(served, "GET", "/access")[1]["access"] if one["field"] == "west"]
    assert do(served, "DELETE", f"/access/{id}")[0] == 200
    assert served.call("GET", west, Authorization=f"Bearer {found['key']}")[0] == 401


def test_who_was_let_in_is_out_at_once_when_their_pin_is_revoked(served: Served) -> None:
    _, found = act(served, "new_person")
    assert do(served, "GET", "/desk", pin=found["pin"])[0] == 200
    assert do(served, "DELETE", f"/access/{found['id']}")[0] == 200
    assert do(served, "GET", "/desk", pin=found["pin"])[0] == 401


def test_a_screen_needs_no_pin_and_is_assigned_by_people(served: Served) -> None:
    hall = {"id": "hall", "name": "Hall"}
    assert served.call("POST", f"{EVENT}/screens", hall) == (200, {"show": ""})
    assert do(served, "PUT", "/screens/hall", {"show": "field:north"})[0] == 200
    assert served.call("POST", f"{EVENT}/screens", hall) == (200, {"show": "field:north"})
    assert do(served, "PUT", "/screens/hall", {"show": "nothing"})[0] == 400
    assert do(served, "PUT", "/screens/foyer", {"show": "queue"})[0] == 400


def test_the_page_is_the_log_in_until_somebody_is_in(served: Served) -> None:
    _, _, page = served.ask("GET", "/organise")
    assert b'id="pin"' in page
    _, headers, _ = served.ask("POST", "/v1/session", {"pin": PIN})
    cookie = str(headers["Set-Cookie"]).partition(";")[0]
    status, headers, page = served.ask("GET", "/organise", Cookie=cookie)
    assert status == 200
    assert b'id="desk"' in page
    assert b"Spring Cup" in page
    assert headers["Cache-Control"] == "no-store"
