"""What fields send over the wire, who may, and the public documents as anybody asks for them."""

import gzip
import hashlib
import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from itsdangerous import BadSignature, Signer

from fieldkit.hub import admitting
from fieldkit.hub.hub import Hub
from fieldkit.hub.intake import RecordFrom
from fieldkit.journal.record import Record
from tests.fieldkit.hub.test_store import straight_into
from tests.support.hubs import KEYS, PIN, hub, plan, play, pushes
from tests.web.conftest import RunningServer
from web.hub.login import COOKIE, Login
from web.hub.site import create_site
from web.rate_limit import MAX_WRONG_TOGETHER

pytestmark = pytest.mark.slow
NORTH = "/v1/events/cup/fields/north"
BEARER = {"Authorization": f"Bearer {KEYS['north']}"}


class Served:
    """A hub and its site at a port of its own."""

    def __init__(self, made: Hub, server: RunningServer) -> None:
        self.hub, self.port = made, server.port

    def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """Return the answer to one request."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        line.request(method, path, sent, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        found = answer.status, answer.headers, answer.read()
        line.close()
        return found

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        status, _, found = self.ask(method, path, body, **headers)
        return status, json.loads(found or b"null")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        plan(made)
        server = RunningServer(create_site(made, PIN, tmp_path))
        yield Served(made, server)
        server.stop()


def sent(records: list[Record]) -> bytes:
    """Return records as a field sends them."""
    return msgspec.json.encode(
        [
            RecordFrom(
                one.id, one.row.match, one.row.seq, one.row.boot, one.row.mono_ns, one.row.wall, one.row.by,
                one.row.command_id, one.row.given, one.row.events, one.prev, one.hash,
            )
            for one in records
        ]
    )  # fmt: skip


@pytest.fixture
def records(tmp_path: Path) -> list[Record]:
    play(tmp_path / "journal.sqlite3", scheduled="1")
    return pushes(tmp_path / "journal.sqlite3")[0][3]


def address(start: int) -> str:
    return f"{NORTH}/matches/m1/records/{start}?game=full_contact"


def test_a_field_says_hello_and_hears_where_it_is(served: Served) -> None:
    status, found = served.call("GET", f"{NORTH}/hello?protocol=1&kit=0.1", **BEARER)
    assert status == 200
    assert found["event"] == {"id": "cup", "name": "Spring Cup", "practice": False}
    assert (found["field"], found["have"]) == ({"id": "north", "name": "North"}, None)
    assert (found["teams"], found["schedule"]) == (1, 1)


@pytest.mark.parametrize(
    ("path", "key", "said"),
    [
        (f"{NORTH}/hello?protocol=2", "north", (409, "version")),
        (f"{NORTH}/hello?protocol=x", "north", (409, "version")),
        (f"{NORTH}/hello?protocol=1", "south", (401, "bad_key")),
        ("/v1/events/other/fields/north/hello?protocol=1", "north", (404, "no_event")),
        ("/v1/events/cup/fields/east/hello?protocol=1", "north", (404, "no_field")),
    ],
)
def test_who_does_not_fit_is_told_why(served: Served, path: str, key: str, said: tuple[int, str]) -> None:
    status, found = served.call("GET", path, Authorization=f"Bearer {KEYS[key]}")
    assert (status, found["error"]["code"]) == said
    assert found["error"]["message"].endswith(".")


def test_records_are_taken_once_and_a_gap_is_told(served: Served, records: list[Record]) -> None:
    half = len(records) // 2
    for _ in range(2):
        assert served.call("PUT", address(1), sent(records[:half]), **BEARER) == (200, {"have": half})
    status, found = served.call("PUT", address(half + 2), sent(records[half + 1 :]), **BEARER)
    assert (status, found["error"]["code"], found["have"]) == (409, "gap", half)
    assert served.call("PUT", address(half + 1), sent(records[half:]), **BEARER)[0] == 200


def test_a_record_that_was_changed_is_refused_in_words(served: Served, records: list[Record]) -> None:
    body = sent(records).replace(b"Foxes", b"Faxes")
    status, found = served.call("PUT", address(1), body, **BEARER)
    assert (status, found["error"]["code"], found["record"]) == (409, "broken_chain", 1)
    assert "the journal was changed or is damaged" in found["error"]["message"]
    assert served.hub.intake.have(served.hub.journal_of("north")) is None


@pytest.mark.parametrize("body", [b"", b"[", b"{}", b'[{"id":1}]', b"\xff", b"[" * 5000, b"[]"])
def test_what_makes_no_sense_is_refused_and_changes_nothing(served: Served, body: bytes) -> None:
    status, found = served.call("PUT", address(1), body, **BEARER)
    assert status == 400
    assert found["error"]["message"]
    status, found = served.call("PUT", f"{NORTH}/view", body, **BEARER)
    assert status == 400


@pytest.mark.parametrize(
    "changed", [{"id": 2**31}, {"mono_ns": 2**70}, {"match": "m" * 65}, {"seq": 0}, {"wall": "a\0b"}]
)
def test_what_no_database_keeps_is_refused(
    served: Served, records: list[Record], changed: dict[str, Any]
) -> None:
    said = json.loads(sent(records[:1]))
    status, _ = served.call("PUT", address(1), [said[0] | changed], **BEARER)
    assert status == 400
    assert served.hub.intake.have(served.hub.journal_of("north")) is None


def test_a_long_body_is_for_who_is_known(served: Served) -> None:
    long = b"[" + b" " * 200_000 + b"]"
    assert served.call("PUT", address(1), long)[0] == 413
    assert served.call("PUT", address(1), long, **BEARER)[0] == 400


def test_a_key_is_for_its_own_field_alone(served: Served, records: list[Record]) -> None:
    south = address(1).replace("north", "south")
    status, found = served.call("PUT", south, sent(records), **BEARER)
    assert (status, found["error"]["code"]) == (401, "bad_key")


def test_a_view_is_shown_and_its_answer_tells_what_is_new(served: Served) -> None:
    view = {"boot": "b", "rev": 3, "now": 1000, "board": {"title": "Round 1", "stage": "play"}, "of": 9}
    status, found = served.call("PUT", f"{NORTH}/view", view, **BEARER)
    assert (status, found) == (200, {"have": None, "newest": True, "here": [], "teams": 1, "schedule": 1})
    assert served.call("PUT", f"{NORTH}/view", view | {"rev": 2}, **BEARER)[1]["newest"] is False
    served.hub.follow()
    found = served.call("GET", f"{NORTH}")[1]
    assert (found["board"]["title"], found["of"], found["online"]) == ("Round 1", 9, True)


def test_a_document_is_kept_by_whoever_stands_between(served: Served) -> None:
    status, headers, body = served.ask("GET", "/v1/events/cup/schedule")
    assert (status, headers["Cache-Control"]) == (200, "public, max-age=1, stale-while-revalidate=10")
    packed = served.ask("GET", "/v1/events/cup/schedule", accept_encoding="gzip")
    assert (packed[1]["Content-Encoding"], gzip.decompress(packed[2])) == ("gzip", body)
    again = served.ask("GET", "/v1/events/cup/schedule", if_none_match=headers["ETag"])
    assert (again[0], again[2]) == (304, b"")
    assert served.call("GET", "/v1/events/cup/nothing")[0] == 404
    assert served.call("GET", "/v1/events/other")[0] == 404


def test_health_says_so_where_nothing_can_be_stored(served: Served, tmp_path: Path) -> None:
    with straight_into(f"sqlite:///{tmp_path / 'hub.sqlite3'}"):
        status, found = served.call("GET", "/api/health")
    assert (status, found["ok"], found["event"]) == (503, False, "cup")


def test_log_in_by_pin_and_out(served: Served) -> None:
    status, headers, body = served.ask("POST", "/v1/session", {"pin": PIN})
    assert (status, json.loads(body)["role"]) == (200, "organiser")
    cookie = headers["Set-Cookie"].partition(";")[0]
    assert cookie.startswith(f"{COOKIE}=")
    assert "HttpOnly" in headers["Set-Cookie"]
    assert served.call("GET", "/v1/session", Cookie=cookie)[1]["role"] == "organiser"
    assert served.call("GET", "/v1/session", Cookie=cookie.replace("=", "=x", 1))[1]["role"] == ""
    assert "fieldkit-hub=;" in served.ask("DELETE", "/v1/session")[1]["Set-Cookie"]


def test_guesses_are_few(served: Served) -> None:
    codes = [served.call("POST", "/v1/session", {"pin": f"wrong-{n}"})[0] for n in range(7)]
    assert codes == [401] * 5 + [429] * 2
    assert served.ask("POST", "/v1/session", {"pin": PIN})[1]["Retry-After"]
    # Somebody else behind the same server in front is not kept out by that.
    assert served.ask("POST", "/v1/session", {"pin": PIN}, x_forwarded_for="203.0.113.9")[0] == 200


def test_strangers_keep_out_nobody_with_a_made_pin_and_no_known_device(served: Served) -> None:
    made = admitting.new_person(served.hub, "crew", "Ada")[1]
    cookies = served.ask("POST", "/v1/session", {"pin": PIN})[1].get_all("Set-Cookie", [])
    known = next(one for one in cookies if one.startswith(f"{COOKIE}-known="))
    assert "Path=/v1/session" in known
    guesses = range(MAX_WRONG_TOGETHER + 3)
    codes = [
        served.call("POST", "/v1/session", {"pin": "wrong-pin-wr"}, x_forwarded_for=f"198.51.100.{n}")[0]
        for n in guesses
    ]
    assert codes == [401] * MAX_WRONG_TOGETHER + [429] * 3
    new = {"x_forwarded_for": "203.0.113.9"}
    assert served.call("POST", "/v1/session", {"pin": PIN}, **new)[0] == 429
    assert served.call("POST", "/v1/session", {"pin": PIN}, Cookie=known.partition(";")[0], **new)[0] == 200
    assert served.call("POST", "/v1/session", {"pin": made}, **new)[0] == 200


def test_a_cookie_tells_nothing_of_a_pin_and_ends_with_it(served: Served) -> None:
    scope = {"method": "GET", "headers": [], "client": ("10.0.0.1", 1)}
    access = served.hub.access
    first, other = (Login(access, pin, "", lambda address: None) for pin in (PIN, "another-pin-of-theirs"))
    cookie = first.enter(scope, PIN)[1]
    asks = scope | {"headers": [(b"cookie", f"{COOKIE}={cookie}".encode())]}
    assert first.person(asks) == access.still("organiser")
    assert other.person(asks) is None
    for guessed in (PIN.encode(), hashlib.sha256(PIN.encode()).hexdigest().encode()):
        assert guessed[:16] not in cookie.encode()
    key = hashlib.sha256(f"cookie of {PIN}".encode()).digest()
    with pytest.raises(BadSignature):
        Signer(key, salt="hub").unsign(cookie)


def test_who_tries_wrong_pins_keeps_no_field_out(served: Served) -> None:
    for n in range(7):
        served.call("POST", "/v1/session", {"pin": f"wrong-{n}"})
    long = b"[" + b" " * 200_000 + b"]"
    assert served.call("GET", f"{NORTH}/hello?protocol=1", **BEARER)[0] == 200
    assert served.call("PUT", address(1), long, **BEARER)[0] == 400
    assert served.call("GET", f"{NORTH}/hello?protocol=1", Authorization="Bearer wrong")[0] == 429


def test_the_length_that_is_allowed_tells_a_guess_no_more_than_log_in(served: Served) -> None:
    long = b"{" + b" " * 20_000 + b"}"
    for n in range(5):
        assert served.call("PUT", "/v1/events/cup/teams", long, Authorization=f"Bearer wrong-{n}")[0] == 413
    assert served.call("PUT", "/v1/events/cup/teams", long, Authorization=f"Bearer {PIN}")[0] == 413


@pytest.mark.parametrize(
    "board",
    [
        b'{"clock": {"ends_at": 5, "rate": 0}}',
        b'{"clock": {"ends_at": 1e308, "rate": 1e-9}}',
        b'{"began_at": 5, "clock": {"rate": 0}}',
        b'{"clock": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    ],
    ids=["rate", "moment", "began", "depth"],
)
def test_a_view_that_cannot_be_shown_keeps_nobody_else_from_being_shown(served: Served, board: bytes) -> None:
    view = b'{"boot": "b", "rev": 1, "now": 1, "board": %b}' % board
    assert served.call("PUT", f"{NORTH}/view", view, **BEARER)[0] == 400
    assert served.hub.live.of("north") is None
    served.hub.follow()


def test_a_page_from_elsewhere_decides_nothing(served: Served) -> None:
    cookie = served.ask("POST", "/v1/session", {"pin": PIN})[1]["Set-Cookie"].partition(";")[0]
    path, here = "/v1/events/cup/checkin", f"http://127.0.0.1:{served.port}"
    body = {"team": "foxes", "here": True}
    for origin, code in ((here, 200), ("http://elsewhere.example", 403)):
        assert served.call("POST", path, body, Cookie=cookie, Origin=origin)[0] == code
    assert served.call("POST", path, body)[0] == 401


def test_what_all_pages_are_made_of_is_kept_in_front(served: Served) -> None:
    for path in (
        "/fonts/BarlowCondensed-Bold.ttf",
        "/static/hub/words.js",
        "/icons/city.svg",
        "/static/base.css",
    ):
        status, headers, _ = served.ask("GET", path)
        assert (status, headers["Cache-Control"][:20]) == (200, "public, max-age=300,")
