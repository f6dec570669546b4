"""The whistle's process as the rest of the kit meets it: its socket, its signals and its trace."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from fieldkit.clock import MS, NS, Clock
from fieldkit.messages import BareRound, Cue, CueReport, Press, StopHeld, WhistleHello
from fieldkit.whistle.protocol import (
    BareRoundLength,
    Ping,
    Plan,
    Pong,
    Sound,
    Wire,
    encode,
    read_word,
    socket_path,
)
from hardware.whistle.clerk import FILE, Memory, RunningRound
from tests.process.whistle_process import PATIENCE, ROOT, Hand, WhistleProcess, offsets_ms, until

pytestmark = pytest.mark.process

TOLERANCE = 60.0
"""What a noisy machine may add to a moment, in ms."""
ROUND = [0.0, 1000.0, 1300.0, 1900.0, 2150.0, 2750.0]
"""The edges of a round of 1.3 s, in ms after its opening."""

Starts = Callable[..., WhistleProcess]
Reaches = Callable[[WhistleProcess], Hand]


def alternating(edges: list[tuple[int, bool]]) -> bool:
    return all(on == wanted for (_, on), wanted in zip(edges, cycle((True, False)), strict=False))


def blows(edges: list[tuple[int, bool]]) -> int:
    return sum(on for _, on in edges)


@pytest.mark.alone
def test_a_round_is_opened_and_closed_on_time(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    opening, closing = hand.plan_round("r1")
    for cue in (opening, closing):
        report = hand.report(cue.id)
        assert report.outcome == "sounded"
        assert report.late_ns is not None
        assert 0 <= report.late_ns < TOLERANCE * MS
    edges = whistle.wait_for(6)
    assert alternating(edges)
    assert offsets_ms(edges, opening.due) == pytest.approx(ROUND, abs=TOLERANCE)


@pytest.mark.alone
def test_stop_sounds_at_once_and_once(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    hand.plan_round("r1")
    hand.report("r1/open")
    ordered = whistle.clock.now()
    for _ in range(3):
        assert hand.link.order(Sound(Cue("r1/stop", "stop", ordered)))
    assert hand.report("r1/close").outcome == "cancelled"
    assert hand.report("r1/stop").outcome == "sounded"
    edges = whistle.wait_for(2 + 10)
    assert offsets_ms(edges[1:3], ordered) == pytest.approx([0, 30], abs=TOLERANCE)
    time.sleep(1.5)
    assert len(whistle.edges()) == 2 + 10
    assert alternating(edges)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end_in_a_round_it_sounds_the_stop_first(
    start: Starts, reach: Reaches, number: signal.Signals
) -> None:
    """FC-16: those who run must hear that the round is over."""
    whistle = start()
    hand = reach(whistle)
    hand.plan_round("r1", round_ms=30_000)
    hand.report("r1/open")
    whistle.signal(number)
    assert hand.press().button == "stop"
    assert hand.wait_for(CueReport, lambda report: report.blast == "stop").outcome == "sounded"
    assert whistle.exit_code() == 0
    edges = whistle.edges()
    assert (len(edges), blows(edges), alternating(edges)) == (2 + 10, 1 + 5, True)
    assert not whistle.socket.exists()


def test_told_to_end_while_the_close_sounds_it_lets_that_be_heard(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    hand.plan_round("r1", round_ms=1100)
    hand.report("r1/close")
    whistle.signal(signal.SIGTERM)
    assert whistle.exit_code() == 0
    assert (len(whistle.edges()), blows(whistle.edges())) == (6, 3)


def test_told_to_end_between_rounds_it_is_silent_at_once(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    hand.link.order(Sound(Cue("w", "warn", whistle.clock.now())))
    hand.report("w")
    whistle.signal(signal.SIGTERM)
    assert whistle.exit_code() == 0
    edges = whistle.edges()
    assert 2 * blows(edges) == len(edges) <= 6
    assert alternating(edges)


@pytest.mark.alone
def test_at_twenty_times_the_speed_all_is_twenty_times_as_short(start: Starts, reach: Reaches) -> None:
    whistle = start(rate=20.0)
    hand = reach(whistle)
    opening, closing = hand.plan_round("r1", opens_ms=4000, round_ms=30_000)
    edges = whistle.wait_for(6)
    opened = whistle.clock.real_ns(opening.due)
    shown = [0, 50, 1500, 1530, 1542.5, 1572.5]
    assert offsets_ms(edges, opened) == pytest.approx(shown, abs=TOLERANCE)
    assert hand.report(closing.id).outcome == "sounded"


REFEREE = """
import sys, time
from pathlib import Path
from fieldkit.clock import MS, Clock
from fieldkit.messages import Cue, WhistleHello
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import Plan
clock = Clock()
def hear(word):
    if isinstance(word, WhistleHello):
        at = clock.now() + 100 * MS
        link.order(Plan((Cue("r1/open", "open", at), Cue("r1/close", "close", at + 1300 * MS))))
    elif getattr(word, "id", "") == "r1/open":
        print(word.due, flush=True)
link = WhistleLink(Path(sys.argv[1]), clock, hear)
link.start()
time.sleep(60)
"""


@pytest.mark.alone
@pytest.mark.parametrize("fate", [signal.SIGKILL, signal.SIGSTOP])
def test_a_round_is_closed_whatever_becomes_of_the_referee(
    start: Starts, reach: Reaches, fate: signal.Signals
) -> None:
    whistle = start()
    referee = subprocess.Popen(
        [sys.executable, "-c", REFEREE, str(whistle.socket)], cwd=ROOT, stdout=subprocess.PIPE
    )
    try:
        assert referee.stdout is not None
        opened = int(referee.stdout.readline())
        referee.send_signal(fate)
        edges = whistle.wait_for(6)
        assert offsets_ms(edges, opened) == pytest.approx(ROUND, abs=TOLERANCE)
    finally:
        referee.kill()
        referee.communicate(timeout=PATIENCE)
    hello = reach(whistle).hello
    assert [(report.id, report.outcome) for report in hello.reports] == [
        ("r1/open", "sounded"),
        ("r1/close", "sounded"),
    ]
    assert hello.waiting == ()


@pytest.mark.alone
def test_a_bare_round_without_a_referee(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    assert hand.link.order(BareRoundLength(1300 * MS))
    hand.link.order(Sound(Cue("r0", "ready", whistle.clock.now())))
    hand.report("r0")
    before = len(whistle.wait_for(4))
    hand.close()
    # The first press after the end of a connection may still ask it, and opens 300 ms later.
    whistle.signal(signal.SIGUSR1)
    time.sleep(0.6)
    whistle.signal(signal.SIGUSR1)
    edges = whistle.wait_for(before + 6)[before:]
    assert offsets_ms(edges, edges[0][0]) == pytest.approx(ROUND, abs=TOLERANCE)
    time.sleep(0.3)
    assert len(whistle.edges()) == before + 6
    hello = reach(whistle).hello
    assert [press.button for press in hello.presses] == ["start"]
    (bare,) = hello.bares
    assert bare.closes - bare.opened == 1300 * MS
    assert bare.stopped is None
    assert abs(bare.opened - edges[0][0]) < TOLERANCE * MS
    ids = [report.id for report in hello.reports if report.outcome == "sounded"]
    assert ids == ["r0", f"{bare.id}/open", f"{bare.id}/close"]


@pytest.mark.alone
def test_a_bare_round_beside_a_mute_referee(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    hand.link.order(BareRoundLength(1300 * MS))
    whistle.signal(signal.SIGUSR1)
    press = hand.press()
    assert press.expires >= press.at + 320 * MS, "300 ms from when it counted, 20 ms after its first edge"
    bare = hand.bare()
    assert bare.opened == pytest.approx(press.expires, abs=TOLERANCE * MS)
    edges = whistle.wait_for(6)
    assert offsets_ms(edges, press.expires) == pytest.approx(ROUND, abs=TOLERANCE)


@pytest.mark.alone
def test_the_stop_button_in_a_bare_round(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    whistle.signal(signal.SIGUSR1)
    bare = hand.bare()
    hand.report(f"{bare.id}/open")
    pressed = whistle.clock.now()
    whistle.signal(signal.SIGUSR2)
    press = hand.press()
    assert press.button == "stop"
    stopped = hand.bare()
    assert (stopped.id, stopped.stopped) == (bare.id, press.at)
    assert hand.report(f"{press.id}/stop").outcome == "sounded"
    edges = whistle.wait_for(2 + 10)
    assert offsets_ms(edges[1:2], pressed) == pytest.approx([0], abs=TOLERANCE)
    assert alternating(edges)


@pytest.mark.alone
def test_a_stop_button_that_opens_stops_and_a_round_can_start_after_it(start: Starts, reach: Reaches) -> None:
    whistle = start("buttons.stop_opens = true")
    hand = reach(whistle)
    assert not hand.hello.stop_held
    whistle.signal(signal.SIGUSR2)
    assert hand.wait_for(Press).button == "stop"
    assert [hand.wait_for(StopHeld).held for _ in range(2)] == [True, False]
    whistle.signal(signal.SIGUSR1)
    assert hand.press().button == "start"
    assert hand.bare().stopped is None
    whistle.signal(signal.SIGUSR2)
    assert hand.wait_for(BareRound, lambda bare: bare.stopped is not None)


HELD_UP = """
import time
from hardware.whistle import pins
from hardware.whistle.whistler import Whistler
pins.TAP_S = 0.001
took = Whistler.button
def slowly(whistler, button, at, pressed):
    took(whistler, button, at, pressed)
    time.sleep(0.1)
Whistler.button = slowly
"""


@pytest.mark.alone
def test_a_spike_on_the_wire_of_start_is_no_press_also_when_the_process_is_held_up(
    tmp_path: Path, reach: Reaches
) -> None:
    whistle = WhistleProcess(tmp_path, before=HELD_UP)
    try:
        hand = reach(whistle)
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            whistle.signal(number)
        assert hand.press().button == "stop"
    finally:
        whistle.close()


BROKEN_WIRE = """
from hardware.whistle.pins import Pins
joined = Pins._open
def broken(pins, settings, heard):
    joined(pins, settings, lambda button, down: None)
    pins._contacts["stop"].pin.drive_high()
Pins._open = broken
"""


def test_a_stop_whose_wire_is_broken_from_the_start_is_told_at_once(tmp_path: Path, reach: Reaches) -> None:
    whistle = WhistleProcess(tmp_path, "buttons.stop_opens = true", before=BROKEN_WIRE)
    try:
        hand = reach(whistle)
        assert hand.hello.stop_held
        assert hand.hello.presses == ()
    finally:
        whistle.close()


def test_the_stop_button_while_the_referee_hangs(start: Starts) -> None:
    """The connection stands, but nobody reads or answers."""
    whistle = start()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.connect(str(whistle.socket))
        at = whistle.clock.now() + 100 * MS
        sock.sendall(encode(Plan((Cue("o", "open", at), Cue("c", "close", at + 5 * NS)))))
        whistle.wait_for(1)
        pressed = whistle.clock.now()
        whistle.signal(signal.SIGUSR2)
        edges = whistle.wait_for(2 + 10)
    assert offsets_ms(edges[1:3], pressed) == pytest.approx([0, 30], abs=TOLERANCE)


def test_a_new_referee_replaces_the_old_one(start: Starts) -> None:
    whistle = start()
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as old,
        socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as new,
    ):
        for sock in (old, new):
            sock.settimeout(PATIENCE)
            sock.connect(str(whistle.socket))
            assert b'"hello"' in sock.recv(65536)
        assert old.recv(65536) == b""
        new.sendall(b"rubbish\n\xff\xff\n{}\n" + encode(Ping(5)))
        wire = Wire(new)
        assert until(lambda: wire.receive(read_word)[0]) == [Pong(5)]
    assert "makes no sense" in whistle.errors()


def given_up(sock: socket.socket, line: bytes) -> bool:
    try:
        sock.sendall(line)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def full(pipe: int) -> bool:
    try:
        os.write(pipe, b"x" * 4096)
    except BlockingIOError:
        return True
    return False


@pytest.mark.alone
def test_a_referee_that_reads_nothing_is_given_up(start: Starts) -> None:
    """It floods the whistle with questions and takes no answer; a round goes on as if it were not there."""
    whistle = start()
    questions = b"".join(encode(Ping(n)) for n in range(2000))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(PATIENCE)
        sock.connect(str(whistle.socket))
        at = whistle.clock.now() + 100 * MS
        sock.sendall(encode(Plan((Cue("o", "open", at), Cue("c", "close", at + 1300 * MS)))))
        until(lambda: given_up(sock, questions))
    edges = whistle.wait_for(6)
    assert offsets_ms(edges, at) == pytest.approx(ROUND, abs=TOLERANCE)


def test_hello_names_the_start_of_the_whistle(start: Starts, reach: Reaches, tmp_path: Path) -> None:
    whistle = start()
    hand = reach(whistle)
    cues = hand.plan_round("r1", opens_ms=30_000)
    hand.link.order(Sound(Cue("x", "ready", whistle.clock.now())))
    hand.report("x")
    hand.link.order(Plan((Cue("y", "ready", cues[0].due),)))
    hand.close()
    again = reach(whistle)
    assert again.hello.boot == hand.hello.boot
    assert again.hello.waiting == ("y",)
    outcomes = [(report.id, report.outcome) for report in again.hello.reports]
    assert outcomes == [("r1/open", "cancelled"), ("r1/close", "cancelled"), ("x", "sounded")]
    again.close()
    whistle.close()
    other = reach(start())
    assert other.hello == WhistleHello(other.hello.boot)
    assert other.hello.boot != hand.hello.boot


def test_a_killed_whistle_leaves_nothing_in_the_way_of_the_next(start: Starts, reach: Reaches) -> None:
    first = start()
    first.signal(signal.SIGKILL)
    first.exit_code()
    assert first.socket.exists()
    reach(start())


def killed_in_a_round(start: Starts, reach: Reaches, round_ms: int) -> Cue:
    """Return a whistle that was killed while its opening blast sounds; the close that it did not sound."""
    whistle = start()
    hand = reach(whistle)
    _, closing = hand.plan_round("r1", round_ms=round_ms)
    whistle.wait_for(1)
    until(lambda: b"r1/close" in (whistle.folder / FILE).read_bytes())
    hand.close()
    whistle.signal(signal.SIGKILL)
    whistle.exit_code()
    assert [on for _, on in whistle.edges()] == [True]
    return closing


def test_a_killed_whistle_goes_silent_and_the_next_closes_its_round_by_itself(
    start: Starts, reach: Reaches
) -> None:
    """No referee tells it to, and the one that comes back is told."""
    closing = killed_in_a_round(start, reach, round_ms=5000)
    whistle = start()
    assert "going on with it" in whistle.errors()
    _, went_off, *edges = whistle.wait_for(6)
    assert not went_off[1]
    assert (blows(edges), alternating(edges)) == (2, True)
    assert offsets_ms(edges[:1], closing.due)[0] >= 0
    (report,) = reach(whistle).hello.reports
    assert (report.id, report.outcome in ("sounded", "late")) == ("r1/close", True)


def test_a_line_that_was_left_on_is_switched_off_alone_too(start: Starts, reach: Reaches) -> None:
    killed_in_a_round(start, reach, round_ms=60_000)
    whistle = start("", silence=True)
    assert whistle.exit_code() == 0
    assert [on for _, on in whistle.edges()] == [True, False]


def test_a_close_of_another_boot_stays_silent(start: Starts, reach: Reaches, tmp_path: Path) -> None:
    memory = Memory(tmp_path / FILE, "another boot of the machine")
    memory.keep(RunningRound((Cue("c", "close", Clock().now() - 200 * MS),)))
    memory.close()
    whistle = start()
    hand = reach(whistle)
    assert hand.hello == WhistleHello(hand.hello.boot)
    # What is ordered next is the first to sound.
    hand.link.order(Sound(Cue("x", "head_start", whistle.clock.now())))
    hand.report("x")
    assert blows(whistle.wait_for(2)) == 1


@pytest.mark.parametrize(
    "text", [b"", b"{", b"\xff" * 4096, b'{"boot":"x","round":{"cues":[7]}}', b"0" * 9999]
)
def test_rubbish_in_its_note_is_no_round(tmp_path: Path, text: bytes) -> None:
    (tmp_path / FILE).write_bytes(text)
    memory = Memory(tmp_path / FILE, "x")
    assert memory.recall() is None
    memory.keep(RunningRound((Cue("c", "close", 5),)))
    assert memory.recall() == RunningRound((Cue("c", "close", 5),))
    memory.keep(None)
    assert memory.recall() is None
    memory.keep(RunningRound((Cue("c" * 5000, "close", 5),)))
    assert memory.recall() is None
    memory.close()
    nowhere = Memory(tmp_path / "no" / FILE, "x")
    nowhere.keep(None)
    assert nowhere.recall() is None


def test_a_trace_that_nobody_reads_holds_nothing_up(tmp_path: Path, start: Starts, reach: Reaches) -> None:
    """A pipe whose other end hangs, filled to the brim."""
    pipe = tmp_path / "trace"
    os.mkfifo(pipe)
    whistle = start()
    end = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        until(lambda: full(end))
        hand = reach(whistle)
        hand.plan_round("r1")
        for name in ("r1/open", "r1/close"):
            report = hand.report(name)
            assert report.outcome == "sounded"
    finally:
        os.close(end)
    whistle.signal(signal.SIGTERM)
    assert whistle.exit_code() == 0


def refused(tmp_path: Path, settings: str) -> str:
    """Check that a whistle refuses to start, with exit code 1 and one line, and return that line."""
    (tmp_path / "refused.toml").write_text(settings)
    command = [sys.executable, "-m", "fieldkit", "whistle", "--data", str(tmp_path)]
    done = subprocess.run(
        [*command, "--settings", str(tmp_path / "refused.toml")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert not socket_path(tmp_path).exists()
    return done.stderr


def test_a_trace_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    said = refused(tmp_path, f'whistle.trace = "{tmp_path}/none/trace"\nkit.pins = "mock"\n')
    assert re.search(r"\[whistle\] trace: .*/none/trace cannot be written: No such file", said)


def test_real_pins_that_are_not_there_are_never_replaced(tmp_path: Path) -> None:
    said = refused(tmp_path, 'kit.pins = "gpio"\n')
    assert "the pins cannot be driven" in said


def test_the_clock_of_the_trace_is_the_kits_own(start: Starts, reach: Reaches) -> None:
    whistle = start()
    hand = reach(whistle)
    before = Clock().now()
    hand.link.order(Sound(Cue("h", "head_start", before)))
    (first, _), _ = whistle.wait_for(2)
    assert before < first < Clock().now()
