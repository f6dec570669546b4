"""Wrong input, one by one: a clear error each, and nothing has changed."""

import http.client
import socket
from typing import Any

import pytest

from hardware.fakes.virtual_field import control
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.process


@pytest.fixture(scope="module", autouse=True)
def _match(kit: Kit) -> None:
    """Bring a match to its first break, in which nobody has anything."""
    kit.create()
    kit.open()
    kit.phase("break")
    kit.must("break_clock", hold=True)
    # The nodes' first reports change the view too.
    kit.wait(lambda view: all(hoop.get("battery_mv") for hoop in view["hoops"]))


@pytest.fixture(autouse=True)
def _unchanged(kit: Kit) -> Any:
    before = kit.view
    yield
    after = kit.view
    assert {**after, "now": 0} == {**before, "now": 0}


@pytest.mark.parametrize(
    ("command", "status", "rule"),
    [
        ({"type": "buy", "team": "red", "item": "knight"}, 409, "FC-18"),
        ({"type": "resume_round"}, 409, "FC-16"),
        ({"type": "place", "team": "red", "hoop": "h5"}, 409, "FC-15"),
        ({"type": "start_round", "round": 7}, 409, None),
        ({"type": "deposit", "hoop": "h5", "kind": "ore"}, 409, "FC-10"),
        (
            {"type": "trade", "a": "red", "b": "blue", "a_gives": {"ore": 1}, "b_gives": {"wood": 1}},
            409,
            None,
        ),
        ({"type": "buy", "team": "pink", "item": "city"}, 400, None),
        ({"type": "deposit", "hoop": "h99", "kind": "ore"}, 400, None),
        ({"type": "settle", "pending": "p99", "accept": True}, 400, None),
        ({"type": "fly"}, 400, None),
        ({"type": "deposit", "hoop": 3, "kind": "ore"}, 400, None),
        ({"type": "deposit", "hoop": "h1", "kind": "ore", "wings": 2}, 400, None),
        ({"team": "red"}, 400, None),
    ],
)
def test_commands_that_cannot_be(kit: Kit, command: dict[str, Any], status: int, rule: str | None) -> None:
    answered, body = kit.ask("POST", "/api/commands", {"id": repr(command)[:64], **command})
    assert answered == status
    assert set(body["error"]) == {"code", "message", "rule"}
    assert body["error"]["message"]
    if rule is not None:
        assert body["error"]["rule"] == rule


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b"\xff\xfe", b'{"id": 3}', b"{}" * 20_000])
def test_bodies_that_are_no_command(kit: Kit, body: bytes) -> None:
    status, answer = kit.ask("POST", "/api/commands", body)
    assert status == 400
    assert answer["error"]["message"]


def test_a_body_of_ten_megabytes(kit: Kit) -> None:
    head = (
        f"POST /api/commands HTTP/1.1\r\nHost: 127.0.0.1:{kit.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {10 * 1024 * 1024}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", kit.port), timeout=10) as caller:
        caller.sendall(head.encode())
        caller.settimeout(10)
        try:
            for _ in range(160):
                caller.sendall(b" " * 65_536)
        except OSError:
            pass
        said = caller.recv(65_536)
    assert said.startswith(b"HTTP/1.1 413 ")


def test_a_wrong_pin(kit: Kit) -> None:
    command = {"id": "wrong", "type": "note", "text": "x"}
    status, body = kit.ask("POST", "/api/commands", command, {"Authorization": "Bearer 000000"})
    assert (status, body["error"]["code"]) == (401, "wrong_pin")
    assert body["error"]["message"]
    status, _ = kit.ask("POST", "/api/session", {"pin": "000001"}, {"Authorization": ""})
    assert status == 401


def test_no_pin_at_all(kit: Kit) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=10)
    try:
        connection.request("POST", "/api/commands", b'{"id":"x","type":"note","text":"x"}')
        assert connection.getresponse().status == 401
    finally:
        connection.close()


def test_an_unknown_path(kit: Kit) -> None:
    status, body = kit.ask("GET", "/api/nothing")
    assert status == 404
    assert body["error"]["code"]


class TestUnknownTag:
    """Not a mistake but a sighting: it is shown, and counts nothing."""

    @pytest.fixture
    def _unchanged(self) -> None:
        """Replace the module's check by none: what is refused is shown here, and that changes the view."""

    def test_it_is_set_aside(self, kit: Kit) -> None:
        before = kit.view
        control(kit.data / "hoops", "h1 tag DEADBEEF00")
        until(lambda: "DEADBEEF00" in str(kit.view["refused"]), 5, "the tag, shown")
        after = kit.view
        assert (after["counted"], after["field"], after["teams"]) == (
            before["counted"],
            before["field"],
            before["teams"],
        )
        assert after["seq"] == before["seq"]
