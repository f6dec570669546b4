"""Commands over HTTP."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.conftest import RunningKit
from web.wire import Refused, parse_object

pytestmark = pytest.mark.slow

STOP = {"id": "a1", "type": "stop_round"}


def read(body: bytes) -> dict[str, Any] | int:
    """Return what the kit reads in a body, or the status that it refuses it with."""
    try:
        return parse_object(body)
    except Refused as refused:
        return refused.status


def test_a_command_of_a_script_reaches_the_referee(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/commands", STOP, kit.bearer)
    assert (reply.status, reply.json) == (200, {"seq": 1, "events": []})
    assert reply.headers["cache-control"] == "no-store"
    assert kit.referee.taken == [(STOP, "script")]


def test_a_command_of_a_tablet_reaches_the_referee(kit: RunningKit) -> None:
    assert kit.call("POST", "/api/commands", STOP, kit.log_in()).status == 200
    assert kit.referee.taken == [(STOP, "tablet")]


def test_a_stranger_commands_nothing(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/commands", STOP)
    assert (reply.status, reply.code) == (401, "no_session")
    assert kit.referee.taken == []


@pytest.mark.parametrize(
    "changed",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "https://127.0.0.1"},
        {"Origin": "", "Sec-Fetch-Site": "same-origin"},
    ],
)
def test_a_foreign_page_commands_nothing(kit: RunningKit, changed: dict[str, str]) -> None:
    reply = kit.call("POST", "/api/commands", STOP, kit.log_in() | changed)
    assert (reply.status, reply.code) == (403, "wrong_origin")
    assert kit.referee.taken == []


def test_without_an_origin_the_browser_must_vouch_for_the_page(kit: RunningKit) -> None:
    headers = kit.log_in()
    del headers["Origin"]
    assert kit.call("POST", "/api/commands", STOP, headers).status == 403
    assert kit.call("POST", "/api/commands", STOP, headers | {"Sec-Fetch-Site": "same-site"}).status == 403
    assert kit.call("POST", "/api/commands", STOP, headers | {"Sec-Fetch-Site": "same-origin"}).status == 200


def test_a_tablet_must_send_json_as_json(kit: RunningKit) -> None:
    headers = kit.log_in()
    form = kit.call("POST", "/api/commands", STOP, headers | {"Content-Type": "text/plain"})
    assert (form.status, form.code) == (400, "bad_json")
    assert kit.call("POST", "/api/commands", STOP, kit.bearer | {"Content-Type": "text/plain"}).status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"7",
        b"null",
        b'"stop"',
        b'{"id":"a","id":"b"}',
        b'{"a":{"b":1,"b":2}}',
        b'{"a":NaN}',
        b'{"a":-Infinity}',
        b'{"a":1e999}',
        b'{"a":' + b"9" * 30 + b"}",
        b'{"a":' + b"9" * 5000 + b"}",
        b'{"a":"\xff"}',
        b'{"a":"\\ud800"}',
        b'{"\\udfff":1}',
        b"\xef\xbb\xbf{}",
        '{"a":1}'.encode("utf-16"),
        b'{"a":' * 30 + b"1" + b"}" * 30,
        b"[" * 60_000,
        b'{"a":' * 10_000,
    ],
)
def test_rubbish_is_a_bad_request(kit: RunningKit, body: bytes) -> None:
    reply = kit.call("POST", "/api/commands", body, kit.bearer)
    assert (reply.status, reply.code, reply.json["error"]["rule"]) == (400, "bad_json", None)
    assert kit.referee.taken == []


@given(
    st.binary(max_size=200)
    | st.text(alphabet='{}[]",:0123456789.eE-+\\utrfalsn ', max_size=60).map(str.encode)
)
def test_whatever_comes_is_an_object_or_refused(body: bytes) -> None:
    parsed = read(body)
    assert parsed == 400 or json.loads(json.dumps(parsed).encode()) == parsed


_PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(st.text("abcdef", max_size=4), _PLAIN, max_size=4))
def test_what_a_record_can_keep_is_read_as_it_was_sent(command: dict[str, Any]) -> None:
    assert read(json.dumps(command).encode()) == command


def test_a_referee_that_hangs_is_answered_for_in_two_seconds(kit: RunningKit) -> None:
    kit.referee.hangs = {"note", "stop_round"}
    asked = [{"id": "n", "type": "note"}, STOP, STOP | {"dry_run": True}]
    with ThreadPoolExecutor(3) as pool:
        replies = list(pool.map(lambda one: kit.call("POST", "/api/commands", one, kit.bearer), asked))
    assert [reply.status for reply in replies] == [503, 503, 503]
    assert {reply.code for reply in replies} == {"not_stored"}
    told = [reply.json["error"]["message"] for reply in replies]
    assert "stopped, not yet recorded" in told[1]
    assert not any("stopped" in message for message in (told[0], told[2]))
    kit.referee.wake_up()
    assert kit.call("POST", "/api/commands", {"id": "m", "type": "other"}, kit.bearer).status == 200


def test_a_stop_passes_forty_commands_that_hang(kit: RunningKit) -> None:
    kit.referee.hangs = {"note"}
    with ThreadPoolExecutor(41) as pool:
        waiting = [
            pool.submit(kit.call, "POST", "/api/commands", {"id": str(n), "type": "note"}, kit.bearer)
            for n in range(40)
        ]
        stop = pool.submit(kit.call, "POST", "/api/commands", STOP, kit.bearer)
        assert stop.result(1.5).status == 200
        assert all(one.result().status == 503 for one in waiting)


def test_a_bug_in_the_referee_is_an_error_in_the_common_form(kit: RunningKit) -> None:
    kit.referee.breaks = {"note"}
    reply = kit.call("POST", "/api/commands", {"id": "n", "type": "note"}, kit.bearer)
    assert (reply.status, reply.code) == (500, "bug")


def test_commands_are_posted(kit: RunningKit) -> None:
    reply = kit.call("GET", "/api/commands")
    assert (reply.status, reply.headers["allow"], reply.code) == (405, "POST", "wrong_method")
