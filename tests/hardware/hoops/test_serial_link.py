"""One port on a real pseudo-terminal: reading, moments, losing it and getting it back, and blocked lines."""

import fcntl
import os
import select
import termios
import threading
import time
import tty
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import serial.serialposix

from fieldkit.clock import MS, NS, Clock
from fieldkit.settings import Link
from hardware.hoops import serial_link
from hardware.hoops.serial_link import QUIET_S, SerialLink
from hardware.probing import open_port
from tests.hardware import BOUND_S, until


class Cable:
    """A pseudo-terminal at a path that stays."""

    def __init__(self, port: Path) -> None:
        self.port = port
        self.far = self.near = -1
        self.plug()

    def plug(self) -> None:
        self.far, self.near = os.openpty()
        tty.setraw(self.near)
        self.port.symlink_to(os.ttyname(self.near))

    def pull(self) -> None:
        if self.far >= 0:
            self.port.unlink()
            os.close(self.far)
            os.close(self.near)
            self.far = -1


@dataclass
class Heard:
    """All that a link has told."""

    batches: list[tuple[bytes, int]] = field(default_factory=list)
    ports: list[bool] = field(default_factory=list)

    def all(self) -> bytes:
        return b"".join(batch for batch, _ in self.batches)

    def note(self, batch: bytes, at: int) -> None:
        self.batches.append((batch, at))


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    cable = Cable(tmp_path / "port")
    yield cable
    cable.pull()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def link(cable: Cable, heard: Heard) -> Iterator[SerialLink]:
    link = SerialLink(str(cable.port), 9600, Clock(), heard.note, heard.ports.append)
    yield link
    link.close()


def opened(link: SerialLink, heard: Heard) -> None:
    link.start()
    until(lambda: True in heard.ports)


def test_bytes_come_with_the_moment_they_were_there(cable: Cable, link: SerialLink, heard: Heard) -> None:
    opened(link, heard)
    before = Clock().now()
    os.write(cable.far, b"hoop")
    until(lambda: heard.all() == b"hoop")
    assert before <= heard.batches[0][1] <= before + 200 * MS


@pytest.mark.alone
def test_a_byte_is_handed_on_without_waiting_for_more(cable: Cable, link: SerialLink, heard: Heard) -> None:
    opened(link, heard)
    started = time.monotonic()
    for byte in b"0123456789":
        os.write(cable.far, bytes([byte]))
        until(lambda byte=byte: heard.all().endswith(bytes([byte])))  # type: ignore[misc]
    assert time.monotonic() - started < 1.0


def test_every_byte_value_passes_both_ways(cable: Cable, link: SerialLink, heard: Heard) -> None:
    opened(link, heard)
    every = bytes(range(256))
    os.write(cable.far, every)
    link.write(every)
    until(lambda: heard.all() == every)
    came = b""
    while len(came) < 256:
        came += os.read(cable.far, 256)
    assert came == every


def test_what_piled_up_while_held_up_comes_as_one_batch(cable: Cable, heard: Heard) -> None:
    go = threading.Event()

    def slow(batch: bytes, at: int) -> None:
        heard.note(batch, at)
        go.wait(BOUND_S)

    link = SerialLink(str(cable.port), 9600, Clock(), slow, heard.ports.append)
    try:
        opened(link, heard)
        os.write(cable.far, b"!")
        until(lambda: heard.all() == b"!")
        for _ in range(6):
            os.write(cable.far, bytes(1000))
        go.set()
        until(lambda: len(heard.all()) == 6001)
        assert [len(batch) for batch, _ in heard.batches] == [1, 6000]
    finally:
        go.set()
        link.close()


def test_lost_port_is_told_and_opened_again(cable: Cable, link: SerialLink, heard: Heard) -> None:
    opened(link, heard)
    files = len(os.listdir("/proc/self/fd"))
    for turn in range(3):
        heard.ports.clear()
        cable.pull()
        until(lambda: False in heard.ports)
        cable.plug()
        until(lambda: heard.ports[-1:] == [True])
        os.write(cable.far, b"%d" % turn)
        until(lambda turn=turn: heard.all().endswith(b"%d" % turn))  # type: ignore[misc]
    assert len(os.listdir("/proc/self/fd")) == files


def test_rts_falls_before_dtr_so_that_no_board_is_reset(
    cable: Cable, link: SerialLink, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both rise at the opening; while RTS alone is up the usual circuit holds a board in reset."""
    up = {termios.TIOCM_DTR, termios.TIOCM_RTS}
    states: list[set[int]] = []
    real = fcntl.ioctl

    def note(number: int, request: int, *rest: Any) -> Any:
        if request in (termios.TIOCMBIC, termios.TIOCMBIS):
            signal = int.from_bytes(rest[0], "little")
            up.discard(signal) if request == termios.TIOCMBIC else up.add(signal)
            states.append(set(up))
        return real(number, request, *rest)

    monkeypatch.setattr(serial.serialposix.fcntl, "ioctl", note)
    open_port(Link(port=str(cable.port), protocol="hk1"))
    assert states == [{termios.TIOCM_DTR}, set()]
    up |= {termios.TIOCM_DTR, termios.TIOCM_RTS}
    opened(link, heard)
    assert states == [{termios.TIOCM_DTR}, set()] * 2


def test_port_that_is_not_there_yet_is_waited_for(cable: Cable, link: SerialLink, heard: Heard) -> None:
    cable.pull()
    link.start()
    until(lambda: heard.ports[:2] == [False, False])
    cable.plug()
    until(lambda: heard.ports[-1])


def test_attempts_come_ever_more_slowly(cable: Cable, link: SerialLink, heard: Heard) -> None:
    cable.pull()
    started = time.monotonic()
    link.start()
    until(lambda: len(heard.ports) >= 4)
    assert time.monotonic() - started >= 0.05 + 0.1 + 0.2


@pytest.mark.parametrize("port", ["/dev/no-such-port", "nonsense://x", "socket://127.0.0.1:1", "/dev/null"])
def test_impossible_port_is_only_ever_lost(port: str, heard: Heard) -> None:
    link = SerialLink(port, 9600, Clock(), heard.note, heard.ports.append)
    link.start()
    until(lambda: False in heard.ports)
    link.write(b"lost")
    link.close()
    assert heard.batches == []


def test_any_url_of_pyserial_will_do(heard: Heard) -> None:
    link = SerialLink("loop://", 9600, Clock(), heard.note, heard.ports.append)
    opened(link, heard)
    link.write(b"echo")
    until(lambda: heard.all() == b"echo")
    link.close()


@pytest.mark.alone
def test_blocked_line_never_blocks_the_writer(cable: Cable, link: SerialLink, heard: Heard) -> None:
    opened(link, heard)
    started = time.monotonic()
    for _ in range(2000):
        link.write(bytes(90))
    assert time.monotonic() - started < 1.0
    os.write(cable.far, b"still reading")
    until(lambda: heard.all() == b"still reading")
    os.set_blocking(cable.far, False)

    def drained() -> bool:
        link.write(b"after")
        try:
            return b"after" in os.read(cable.far, 65536)
        except BlockingIOError:
            return False

    until(drained)


def test_pull_while_writing_is_survived(cable: Cable, link: SerialLink, heard: Heard) -> None:
    opened(link, heard)
    for _ in range(300):
        link.write(bytes(90))
    heard.ports.clear()
    cable.pull()
    until(lambda: False in heard.ports)
    cable.plug()
    until(lambda: heard.ports[-1:] == [True])


@pytest.mark.alone
def test_close_ends_both_threads_soon_also_while_blocked(cable: Cable, heard: Heard) -> None:
    link = SerialLink(str(cable.port), 9600, Clock(), heard.note, heard.ports.append)
    opened(link, heard)
    for _ in range(500):
        link.write(bytes(90))
    started = time.monotonic()
    link.close()
    assert time.monotonic() - started < 1.0
    assert not [thread for thread in threading.enumerate() if str(cable.port) in thread.name]


def test_close_before_start_is_no_mistake(link: SerialLink) -> None:
    link.close()


@pytest.fixture
def shared(cable: Cable, heard: Heard) -> Iterator[SerialLink]:
    link = SerialLink(str(cable.port), 115_200, Clock(), heard.note, heard.ports.append, shared=True)
    yield link
    link.close()


def comes(cable: Cable, bound_s: float = BOUND_S) -> bytes:
    """Return what the kit says next on the line, or b"" if nothing comes within the bound."""
    return os.read(cable.far, 64) if select.select([cable.far], [], [], bound_s)[0] else b""


def waits(number: int) -> int:
    """How many bytes wait at an open end."""
    return int.from_bytes(fcntl.ioctl(number, termios.FIONREAD, bytes(4)), "little")


@pytest.mark.alone
def test_on_a_shared_line_the_kit_answers_after_8_ms_of_silence(
    cable: Cable, shared: SerialLink, heard: Heard
) -> None:
    opened(shared, heard)
    for turn in range(20):
        said = time.monotonic()
        os.write(cable.far, b"%03d" % turn)
        until(lambda turn=turn: heard.all().endswith(b"%03d" % turn))  # type: ignore[misc]
        shared.write(b"ack")
        assert comes(cable) == b"ack"
        assert time.monotonic() - said >= QUIET_S


@pytest.mark.alone
def test_while_a_node_talks_again_the_kit_keeps_silent(
    cable: Cable, shared: SerialLink, heard: Heard
) -> None:
    """Both share two wires: what the kit says while a node speaks, or holds the line, is lost."""
    opened(shared, heard)
    tries = 0
    for turn in range(10):
        in_time = False
        while not in_time:
            tries += 1
            assert tries < 500, "this machine is too slow to speak twice within 8 ms"
            first = time.monotonic()
            os.write(cable.far, b"%03d" % turn)
            until(lambda turn=turn: heard.all().endswith(b"%03d" % turn))  # type: ignore[misc]
            shared.write(b"ack")
            time.sleep(0.004)
            again = time.monotonic()
            os.write(cable.far, b"more")
            until(lambda: waits(cable.near) or heard.all().endswith(b"more"))
            # What reaches the kit later than this it may have spoken into in good faith.
            in_time = time.monotonic() - first < QUIET_S
            assert comes(cable) == b"ack"
        assert time.monotonic() - again >= QUIET_S, "it spoke into the node's second frame"


@pytest.mark.slow
def test_on_a_line_that_never_falls_silent_answers_are_lost_and_come_again_after_it(
    cable: Cable, shared: SerialLink, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "QUIET_S", 5.0)
    monkeypatch.setattr(serial_link, "MAX_TURN_S", 0.1)
    opened(shared, heard)
    os.write(cable.far, b"noise")
    until(lambda: heard.all() == b"noise")
    shared.write(b"lost")
    assert comes(cable, 0.4) == b""
    monkeypatch.setattr(serial_link, "QUIET_S", 0.0)
    shared.write(b"said")
    assert comes(cable) == b"said"


def test_a_shared_line_without_a_file_of_its_own_will_do(heard: Heard) -> None:
    link = SerialLink("loop://", 9600, Clock(), heard.note, heard.ports.append, shared=True)
    opened(link, heard)
    link.write(b"echo")
    until(lambda: heard.all() == b"echo")
    link.close()


def test_lost_shared_port_is_opened_again(cable: Cable, shared: SerialLink, heard: Heard) -> None:
    opened(shared, heard)
    heard.ports.clear()
    cable.pull()
    until(lambda: False in heard.ports)
    cable.plug()
    until(lambda: heard.ports[-1:] == [True])
    os.write(cable.far, b"again")
    until(lambda: heard.all() == b"again")


def test_moments_are_on_the_clock_of_the_kit(cable: Cable, heard: Heard) -> None:
    link = SerialLink(str(cable.port), 9600, Clock(20.0), heard.note, heard.ports.append)
    opened(link, heard)
    os.write(cable.far, b"x")
    until(lambda: bool(heard.batches))
    assert abs(heard.batches[0][1] - Clock(20.0).now()) < 20 * NS
    link.close()
