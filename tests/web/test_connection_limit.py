"""The connection limit: many callers of one address are turned away, and cost nobody else their place."""

import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.settings import Settings
from tests.web.conftest import Listening, RunningKit
from web.connection_limit import FEW, MAX_TRUSTED, ConnectionLimit
from web.packet_filter import program
from web.port import listen
from web.rate_limit import network

STRANGER, OTHER, TABLET = "192.0.2.7", "192.0.2.8", "192.0.2.9"
V4_OF_7 = bytes([0x45, *[0] * 11, 192, 0, 2, 7, 10, 0, 0, 1])
V6_OF_1_2 = bytes([0x60, *[0] * 7]) + ip_address("2001:db8:1:2::1").packed + ip_address("fe80::1").packed
NEAR, FAR = "127.0.0.77", "127.0.0.78"
"""Addresses of this machine that are not its usual one, as strangers have them in these tests."""


def acquired(limit: ConnectionLimit, address: str, tries: int) -> list[ExitStack]:
    return [slot for _ in range(tries) if (slot := limit.acquire(address)) is not None]


def test_one_address_has_its_places_and_no_more() -> None:
    limit = ConnectionLimit(each=10, in_all=100)
    slots = acquired(limit, STRANGER, 50)
    assert len(slots) == len(limit) == 10
    assert len(acquired(limit, OTHER, 3)) == 3
    slots[0].close()
    slots[0].close()
    assert len(acquired(limit, STRANGER, 5)) == 1


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    limit = ConnectionLimit(each=10)
    assert sum(len(acquired(limit, f"2001:db8::{n:x}", 1)) for n in range(20)) == 10
    assert acquired(limit, "2001:db8:0:1::1", 1)


def test_trusted_addresses_have_room_when_strangers_have_taken_theirs() -> None:
    limit = ConnectionLimit(each=10, in_all=50)
    limit.trust(TABLET)
    assert sum(len(acquired(limit, f"198.51.100.{n}", 10)) for n in range(20)) == 50
    assert acquired(limit, OTHER, 1) == []
    assert len(acquired(limit, TABLET, 20)) == 10


def test_strangers_have_few_places_while_spectators_are_served_elsewhere() -> None:
    limit = ConnectionLimit(each=200, elsewhere=lambda: True)
    limit.trust(TABLET)
    assert len(acquired(limit, STRANGER, 300)) == FEW
    assert len(acquired(limit, TABLET, 300)) == 200


def test_the_own_machine_is_bound_only_by_the_whole() -> None:
    limit = ConnectionLimit(each=10, in_all=30)
    assert len(acquired(limit, "127.0.0.1", 50)) == 30


def test_trusted_addresses_are_remembered_in_bounded_number() -> None:
    limit = ConnectionLimit()
    limit.trust(TABLET)
    for n in range(MAX_TRUSTED):
        limit.trust(f"10.0.{n // 250}.{n % 250}")
    assert not limit.is_trusted(TABLET)
    assert limit.is_trusted("10.0.0.1")
    assert len(limit._trusted) == MAX_TRUSTED


def test_an_address_that_has_left_is_forgotten() -> None:
    limit = ConnectionLimit()
    for slot in acquired(limit, STRANGER, 5):
        slot.close()
    assert not limit._held
    assert len(limit) == 0


# The same at a real port


@contextmanager
def connected(kit: RunningKit, address: str, number: int) -> Iterator[list[socket.socket]]:
    """Yield this many connections from an address, each after the other."""
    with ExitStack() as stack:
        lines = []
        for _ in range(number):
            line = stack.enter_context(socket.socket())
            line.bind((address, 0))
            line.connect(("127.0.0.1", kit.port))
            lines.append(line)
        yield lines


def until(look: Callable[[], bool]) -> None:
    last = time.monotonic() + 10
    while not look():
        assert time.monotonic() < last
        time.sleep(0.01)


def cut_off(line: socket.socket) -> bool:
    """Tell whether the kit has ended a connection without a word."""
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


@pytest.fixture
def small_limit(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> RunningKit:
    """Return a kit with room for 40 connections of an address."""
    monkeypatch.setattr(kit.site.limit, "_each", 40)
    until(lambda: not kit.filter._blocked)  # as the test before has left it
    return kit


def asks(address: str, port: int, patience: float = 10) -> bytes:
    """Return the kit's answer to a new connection from an address; b"" after `patience` s of nothing."""
    try:
        with socket.socket() as line:
            line.settimeout(patience)
            line.bind((address, 0))
            line.connect(("127.0.0.1", port))
            line.sendall(b"GET /api/health HTTP/1.1\r\nHost: kit\r\n\r\n")
            return line.recv(100)
    except OSError:
        return b""


@pytest.mark.slow
def test_a_crowd_of_one_address_is_kept_out_and_nobody_else(
    small_limit: RunningKit, caplog: pytest.LogCaptureFixture
) -> None:
    kit, limit = small_limit, small_limit.site.limit
    with connected(kit, NEAR, 40):
        until(lambda: limit._held[NEAR] == 40)
        assert asks(NEAR, kit.port) == b""
        assert limit.blocked == {NEAR}
        with Listening(kit.port) as feed:
            assert feed.next_of("board")
            assert asks(FAR, kit.port).startswith(b"HTTP/1.1 200 ")
        for _ in range(3):
            assert asks(NEAR, kit.port, 0.05) == b""
        assert limit._held[NEAR] == 40
    until(lambda: limit.blocked == set())
    until(lambda: asks(NEAR, kit.port).startswith(b"HTTP/1.1 200 "))
    assert caplog.records == []


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux keeps them")
def test_the_kernel_keeps_a_crowd_from_the_port(small_limit: RunningKit) -> None:
    """A stranger who comes again and again costs nothing: not one of the callers is looked at."""
    kit, limit = small_limit, small_limit.site.limit
    with connected(kit, NEAR, 40), ExitStack() as tries:
        until(lambda: limit._held[NEAR] == 40)
        asks(NEAR, kit.port)
        looked_at: list[str] = []
        enter = limit.acquire
        limit.acquire = lambda address: looked_at.append(address) or enter(address)  # type: ignore[method-assign, func-returns-value]
        for _ in range(100):
            line = tries.enter_context(socket.socket())
            line.setblocking(False)
            line.bind((NEAR, 0))
            line.connect_ex(("127.0.0.1", kit.port))
        assert asks(FAR, kit.port).startswith(b"HTTP/1.1 200 ")
        assert looked_at == [FAR]


@pytest.mark.slow
def test_where_the_kernel_has_no_pen_callers_are_turned_away(
    small_limit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit, limit = small_limit, small_limit.site.limit
    monkeypatch.setattr(kit.filter, "_works", False)
    with connected(kit, NEAR, 120) as lines:
        until(lambda: sum(map(cut_off, lines)) == 80)
        assert asks(FAR, kit.port).startswith(b"HTTP/1.1 200 ")
        assert limit._held[NEAR] == 40


def test_another_kit_cannot_share_the_port(kit: RunningKit) -> None:
    with pytest.raises(FieldkitError, match="cannot be opened"):
        listen("127.0.0.1", kit.port)


@pytest.mark.parametrize(
    ("networks", "packet", "kept"),
    [
        ([], V4_OF_7, False),
        (["192.0.2.7"], V4_OF_7, True),
        (["192.0.2.6", "192.0.2.7", "192.0.2.8"], V4_OF_7, True),
        (["192.0.2.6", "192.0.2.8"], V4_OF_7, False),
        (["::ffff:192.0.2.7"], V4_OF_7, True),
        ([network("2001:db8:1:2::9")], V6_OF_1_2, True),
        ([network("2001:db8:1:3::9"), network("2001:db8:1:2::9")], V6_OF_1_2, True),
        ([network("2001:db8:1:3::9"), "192.0.2.7"], V6_OF_1_2, False),
        ([f"10.0.{n // 256}.{n % 256}" for n in range(255)] + ["192.0.2.7"], V4_OF_7, True),
        ([network(f"2001:db8:2:{n:x}::1") for n in range(255)] + ["192.0.2.7"], V4_OF_7, True),
        ([network(f"2001:db8:2:{n:x}::1") for n in range(256)], V6_OF_1_2, False),
    ],
)
def test_the_kernels_program_knows_whom_to_keep(networks: list[str], packet: bytes, kept: bool) -> None:
    assert carried_out(program(networks), packet) == int(kept)


def carried_out(code: bytes, packet: bytes) -> int:
    """Return what a kernel program says of a packet: as much of its machine as ours need."""
    steps = list(struct.iter_unpack("HBBI", code))
    assert len(steps) <= 4096
    at, value = 0, 0
    while True:
        what, so, else_, number = steps[at]
        at += 1
        if what in (0x20, 0x30):
            begin, size = (number + 0x100000) & 0xFFFFFFFF, 4 if what == 0x20 else 1
            value = int.from_bytes(packet[begin : begin + size], "big")
        elif what == 0x74:
            value >>= number
        elif what == 0x15:
            at += so if value == number else else_
        elif what == 0x05:
            at += number
        else:
            return int(number)


def test_a_tablet_comes_in_when_all_places_are_taken(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    tablet = kit.log_in()
    kit.call("GET", "/api/match", headers=tablet)
    assert kit.site.limit.is_trusted("127.0.0.1")
    monkeypatch.setattr(kit.site.limit, "_in_all", 20)
    kit.site.limit.trust(FAR)
    with connected(kit, NEAR, 40) as lines:
        until(lambda: sum(map(cut_off, lines)) >= 20)
        with connected(kit, FAR, 1) as (line,):
            line.sendall(b"GET /api/health HTTP/1.1\r\nHost: kit\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("by", ["cookie", "pin"])
def test_who_may_be_in_is_known_by_the_address(tmp_path: Path, by: str) -> None:
    kit = RunningKit(tmp_path, Settings())
    try:
        kit.call("GET", "/api/match", headers={"Cookie": "fieldkit=forged"})
        kit.call("GET", "/api/match", headers={"Authorization": "Bearer 999999999"})
        assert not kit.site.limit._trusted
        kit.call("GET", "/api/match", headers=kit.log_in() if by == "cookie" else kit.bearer)
        assert kit.site.limit._trusted
    finally:
        kit.stop()


def test_a_machine_without_a_file_to_spare_rests_and_goes_on(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("web.server.REST_S", 0.05)
    accept, refused, port = socket.socket.accept, [24, 23], kit.filter._port

    def short(self: socket.socket) -> tuple[socket.socket, object]:
        if refused and self is port:
            raise OSError(refused.pop(), "Too many open files")
        return accept(self)

    monkeypatch.setattr(socket.socket, "accept", short)
    assert kit.call("GET", "/api/health").status == 200
    assert [record.getMessage() for record in caplog.records] == [
        "nobody is let in for a moment: Too many open files"
    ] * 2
