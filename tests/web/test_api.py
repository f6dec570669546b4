"""The views, the heartbeat, health, the errors' form and the description."""

import re

import pytest

from tests.support.games import kit_games
from tests.web.conftest import Listening, RunningKit, SmallGame
from web.openapi import describe

pytestmark = pytest.mark.slow


def test_the_board_is_stamped_and_shows_no_secret(kit: RunningKit) -> None:
    kit.referee.show(phase="round")
    reply = kit.call("GET", "/api/board")
    assert reply.json == {"now": 5000, "phase": "round"}
    assert reply.headers["cache-control"] == "no-cache"
    assert kit.call("GET", "/api/match", headers=kit.bearer).json["secret"] == "knights"


@pytest.mark.parametrize("path", ["/api/board", "/api/match"])
def test_a_view_that_has_not_changed_is_not_sent_again(kit: RunningKit, path: str) -> None:
    kit.referee.show(phase="round")
    tag = kit.call("GET", path, headers=kit.bearer).headers["etag"]
    kit.referee.now += 1000
    same = kit.call("GET", path, headers=kit.bearer | {"If-None-Match": tag})
    assert (same.status, same.body, same.headers["etag"]) == (304, b"", tag)
    kit.referee.show(phase="grace")
    fresh = kit.call("GET", path, headers=kit.bearer | {"If-None-Match": tag})
    assert (fresh.status, fresh.json["phase"]) == (200, "grace")
    assert fresh.headers["etag"] != tag


def test_the_same_rev_of_another_start_is_another_view(kit: RunningKit) -> None:
    kit.referee.feed.publish(7, {"phase": "round"}, {})
    tag = kit.call("GET", "/api/board").headers["etag"]
    kit.referee.feed.publish(7, {"phase": "break"}, {})
    assert kit.call("GET", "/api/board", headers={"If-None-Match": tag}).status == 200


def test_a_tablets_heart_beats(kit: RunningKit) -> None:
    assert kit.call("POST", "/api/beat").status == 401
    headers = kit.log_in()
    assert kit.call("POST", "/api/beat", headers=headers).json == {"now": 5000, "phones": 0}
    assert kit.call("POST", "/api/beat", headers=headers | {"Origin": "http://evil"}).status == 403
    assert kit.call("POST", "/api/beat", headers=kit.bearer).status == 200
    assert len(kit.referee.beats) == 2
    assert kit.referee.beats[1] == "script"


@pytest.mark.parametrize(
    ("there", "told"), [(1, 1), (20, 20), (21, 20), (25, 30), (34, 30), (1994, 1990), (1995, 2000)]
)
def test_the_phones_are_told_in_tens_beyond_twenty(kit: RunningKit, there: int, told: int) -> None:
    kit.referee.feed.phones = there
    assert kit.call("POST", "/api/beat", headers=kit.bearer).json["phones"] == told


def test_a_beat_counts_who_listens_to_the_board(kit: RunningKit) -> None:
    with Listening(kit.port), Listening(kit.port), Listening(kit.port, "?view=match", kit.bearer):
        assert kit.call("POST", "/api/beat", headers=kit.bearer).json["phones"] == 2


def test_health(kit: RunningKit) -> None:
    reply = kit.call("GET", "/api/health")
    assert reply.json == {"ok": True, "whistle": "ok", "journal": "ok", "hoops": {}, "uptime_s": 1.5}


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nothing", "/api/board/", "/api//board", "/api/%ff"])
def test_what_is_not_there_under_api_is_said_in_json(kit: RunningKit, path: str) -> None:
    reply = kit.call("GET", path)
    assert (reply.status, reply.code, reply.json["error"]["rule"]) == (404, "not_found", None)
    assert reply.json["error"]["message"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/board", {"GET", "HEAD"}),
        ("PUT", "/api/session", {"DELETE", "GET", "HEAD", "POST"}),
        ("OPTIONS", "/api/match", {"GET", "HEAD"}),
        ("PATCH", "/api/commands", {"POST"}),
        ("HEAD", "/api/feed", {"GET"}),
        ("POST", "/api/feed", {"GET"}),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(
    kit: RunningKit, method: str, path: str, allowed: set[str]
) -> None:
    reply = kit.call(method, path)
    assert reply.status == 405
    assert set(reply.headers["allow"].split(", ")) == allowed
    assert method == "HEAD" or reply.json["error"]["message"]


def test_a_bug_is_said_in_the_common_form(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, object]:
        raise RuntimeError("a bug in the referee")

    monkeypatch.setattr(kit.referee, "health", broken)
    reply = kit.call("GET", "/api/health")
    assert (reply.status, reply.code) == (500, "bug")
    assert "a bug" not in reply.json["error"]["message"]


def test_the_description_names_every_path_of_the_api_and_no_other(kit: RunningKit) -> None:
    described = {
        (path, method.upper())
        for path, calls in kit.call("GET", "/api/openapi.json").json["paths"].items()
        for method in calls
    }
    routed = {
        (str(rule), method)
        for rule in kit.site.flask.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if str(rule).startswith("/api") or str(rule) in ("/", "/referee")
    } | {("/api/feed", "GET"), ("/api/commands", "POST"), ("/api/uplink", "POST")}
    assert described == routed
    assert len(described) == 24


def test_every_path_described_is_served(kit: RunningKit) -> None:
    for path, calls in kit.call("GET", "/api/openapi.json").json["paths"].items():
        for method in calls:
            if path != "/api/feed":
                assert kit.call(method.upper(), path).status not in (404, 405, 500), path


def test_a_commands_schema_has_what_every_command_has(kit: RunningKit) -> None:
    schemas = kit.call("GET", "/api/openapi.json").json["components"]["schemas"]
    whistle = schemas["Whistle"]
    assert whistle["properties"]["type"] == {"const": "stop_round"}
    assert set(whistle["properties"]) == {"id", "type", "round", "not_after", "dry_run", "scheduled", "loud"}
    assert whistle["required"] == ["id", "type"]
    assert schemas["Strike"]["required"] == ["id", "type", "seq", "reason"]


def test_the_real_games_are_described_and_every_reference_leads_somewhere() -> None:
    games = kit_games()
    described = describe(games)
    text = repr(described)
    schemas = described["components"]["schemas"]
    names = set(re.findall(r"#/components/schemas/([\w.]+)", text))
    assert names <= set(schemas)
    body = described["paths"]["/api/commands"]["post"]["requestBody"]
    offered = body["content"]["application/json"]["schema"]["anyOf"]
    # Every game also takes a strike, the players' words and the choice in doubt, which are the same for all.
    assert len(offered) == sum(len(game.commands) for game in games.values()) + 3
    assert described["openapi"] == "3.1.0"


def test_two_games_may_share_a_command() -> None:
    described = describe({"one": SmallGame(), "two": SmallGame()})  # type: ignore[dict-item]
    body = described["paths"]["/api/commands"]["post"]["requestBody"]
    assert len(body["content"]["application/json"]["schema"]["anyOf"]) == 4


def test_who_stands_in_for_the_horn_is_the_kits_own_machine_or_a_referee(kit: RunningKit) -> None:
    body = {"id": "a-1", "device": "computer", "sounds": True}
    json_body = {"Content-Type": "application/json"}
    here = json_body | {"Origin": kit.origin}
    assert kit.call("POST", "/api/whistle", body, here).json == {"now": 5000}
    assert kit.call("POST", "/api/whistle", body | {"sounds": False}, kit.log_in()).status == 200
    # A page from elsewhere in the kit's own browser, and one that goes by a name of its own.
    assert kit.call("POST", "/api/whistle", body, json_body | {"Origin": "http://evil"}).status == 401
    led = json_body | {"Origin": f"http://evil:{kit.port}", "Host": f"evil:{kit.port}"}
    assert kit.call("POST", "/api/whistle", body, led).status == 421
    assert kit.call("POST", "/api/whistle", body, json_body).status == 401
    assert kit.referee.stand_ins == [("a-1", "computer", True), ("a-1", "computer", False)]


@pytest.mark.parametrize(
    "wrong", [{"id": "A"}, {"id": "a" * 41}, {"device": "horn"}, {"sounds": 1}, {"id": 5}]
)
def test_a_stand_in_that_makes_no_sense_is_refused(kit: RunningKit, wrong: dict[str, object]) -> None:
    body = {"id": "a-1", "device": "computer", "sounds": True} | wrong
    reply = kit.call("POST", "/api/whistle", body, kit.bearer)
    assert (reply.status, reply.code) == (400, "bad_request")
    assert kit.referee.stand_ins == []


def test_the_whistles_page_is_open_on_the_kits_own_machine_alone(kit: RunningKit) -> None:
    assert b"whistle.js" in kit.call("GET", "/whistle").body
    elsewhere = {"Host": f"10.42.0.1:{kit.port}"}
    assert b"login.js" in kit.call("GET", "/whistle", headers=elsewhere).body
    assert b"whistle.js" in kit.call("GET", "/whistle", headers=elsewhere | kit.bearer).body
