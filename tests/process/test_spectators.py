"""The running kit's spectators: their own process, which nobody misses when it is away."""

import http.client
import signal

import pytest

from tests.process.conftest import TEAMS, Kit, until

pytestmark = pytest.mark.process


def page(port: int, path: str = "/") -> tuple[int, str]:
    """Return the status of a page, and where it leads to."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
        return answer.status, answer.headers.get("location", "")
    finally:
        line.close()


def test_both_views_carry_the_address_before_and_in_a_match(kit: Kit) -> None:
    address = f"http://127.0.0.1:{kit.spectators}/"
    kit.wait(lambda view: view["spectators"] == address)
    kit.must("create_match", game="full_contact", teams=TEAMS)
    assert kit.view["spectators"] == address
    status, board = kit.ask("GET", "/api/board")
    assert status == 200
    assert board["spectators"] == address


def test_spectators_are_led_there_and_back_when_it_dies(kit: Kit) -> None:
    address = f"http://127.0.0.1:{kit.spectators}/"
    until(lambda: page(kit.port) == (307, address), 15, "the way there")
    assert page(kit.spectators) == (200, "")
    assert page(kit.spectators, "/referee") == (307, f"http://127.0.0.1:{kit.port}/referee")
    before = kit.signal("spectators", signal.SIGKILL)
    until(lambda: page(kit.port) == (200, ""), 5, "the kit's own page")
    until(lambda: kit.pid("spectators") not in (0, before), 15, "another process")
    until(lambda: page(kit.port) == (307, address), 15, "the way there again")
    assert page(kit.spectators, "/matches") == (200, "")
