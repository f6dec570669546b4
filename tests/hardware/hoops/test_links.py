"""All hoop links together, on bare lines: sightings up, answers down, alarms for silent hoops."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from fieldkit.clock import MS, NS, Clock
from fieldkit.messages import FrameId, HoopStatus
from fieldkit.settings import Link
from hardware.hoops.frames import TAILS, KitReply, encode_ack, encode_hk1, encode_res, encode_tag
from hardware.hoops.links import STALE_S
from hardware.hoops.serial_link import QUIET_S
from tests.hardware import until
from tests.support.hoop_kit import TAG, Bench, JumpClock, Kit, ready

Benches = Callable[..., Bench]
Run = Callable[[Kit], Kit]


def test_reading_of_each_protocol(bench: Benches, run: Run) -> None:
    node, reader, other = bench(), bench("rdm6300", "h2"), bench("id12", "h3")
    kit = run(Kit((node.link, reader.link, other.link)))
    ready(node)
    until(lambda: kit.link("h2") == kit.link("h3") == "ok")
    node.send(encode_hk1(FrameId("h4", "7F2A", 1), 0, "BTN", "1"))
    node.send(encode_hk1(FrameId("h4", "7F2A", 2), 0, "TAG", TAG.lower()))
    reader.send(encode_tag(TAG, TAILS["rdm6300"]).lower())
    other.send(bytes.fromhex("02 30 43 30 30 30 36 32 31 41 35 38 45 0D 0A 03"))
    until(lambda: len(kit.readings) == 4)
    found = {(r.hoop, r.tag, r.button, r.frame) for r in kit.readings}
    assert found == {
        ("h4", None, "1", FrameId("h4", "7F2A", 1)),
        ("h4", TAG, None, FrameId("h4", "7F2A", 2)),
        ("h2", TAG, None, None),
        ("h3", "0C000621A5", None, None),
    }


@pytest.mark.alone
def test_on_a_shared_line_a_node_is_answered_after_it_has_let_go(bench: Benches, run: Run) -> None:
    """A node on RS-485 hears nothing for 2 to 3 ms after its last bit."""
    line = bench()
    run(Kit((msgspec.structs.replace(line.link, shared=True),)))
    ready(line, 4 * QUIET_S)
    for seq in range(1, 11):
        report = FrameId("h1", "7F2A", seq)
        said = time.monotonic()
        line.send(encode_hk1(report, 0, "STATUS", "4100,-,0"))
        until(lambda report=report: KitReply(report) in line.answered())  # type: ignore[misc]
        assert time.monotonic() - said >= QUIET_S


def test_what_a_usb_chip_kept_while_the_port_was_closed_waits_for_its_repeat(
    bench: Benches, run: Run
) -> None:
    line, before = bench(), time.monotonic_ns()
    kit = run(Kit((line.link,)))
    press = encode_hk1(FrameId("h1", "7F2A", 1), 0, "BTN", "1")

    def passed_up() -> bool:
        line.send(press)
        time.sleep(0.002)
        return bool(kit.readings)

    until(passed_up)
    assert kit.readings[0].arrived - before >= STALE_S * NS


def test_a_frame_whose_beginning_a_usb_chip_kept_waits_for_its_repeat_too(bench: Benches) -> None:
    clock = JumpClock()
    kit = Kit((bench().link,), clock)
    kept, new = (encode_hk1(FrameId("h1", "7F2A", seq), 0, "BTN", str(seq)) for seq in (1, 2))
    (line,) = kit.links._lines
    kit.links._port(line, True)
    kit.links._on_batch(line, kept[:-3], clock.now())
    clock.jump(1)
    kit.links._on_batch(line, kept[-3:] + new, clock.now())
    assert [reading.button for reading in kit.readings] == ["2"]


def test_nothing_is_answered_before_it_is_durable_and_then_ack_comes_before_res(
    bench: Benches, run: Run
) -> None:
    line = bench()
    kit = run(Kit((line.link,)))
    ready(line)
    frame, other = FrameId("h1", "7F2A", 1), FrameId("h1", "7F2A", 2)
    line.send(encode_hk1(frame, 0, "BTN", "1") + encode_hk1(other, 0, "BTN", "1"))
    status = FrameId("h1", "7F2A", 3)
    line.send(encode_hk1(status, 0, "STATUS", "4000,-,0"))
    until(lambda: line.answered() == [KitReply(status)])
    assert len(kit.readings) == 2
    line.raw = b""
    kit.readings[0].answer("refused")
    kit.readings[1].answer(None)
    until(lambda: len(line.answered()) == 4)
    assert line.raw == encode_ack(frame) + encode_res(frame, "refused") + encode_ack(other)


def test_answer_goes_to_the_line_the_frame_came_from(bench: Benches, run: Run) -> None:
    one, two = bench(), bench()
    kit = run(Kit((one.link, two.link)))
    ready(one)
    ready(two)
    frame = FrameId("h5", "7F2A", 1)
    two.send(encode_hk1(frame, 0, "BTN", "1"))
    until(lambda: kit.readings)
    kit.readings[0].answer(None)
    until(lambda: two.answered() == [KitReply(frame)])
    assert one.answered() == []


def test_repeat_under_way_is_passed_up_once_and_an_answered_one_again(bench: Benches, run: Run) -> None:
    line = bench()
    clock = JumpClock()
    kit = run(Kit((line.link,), clock))
    ready(line)
    frame, mark = FrameId("h1", "7F2A", 1), FrameId("h1", "7F2A", 9)

    def sent(repeats: int) -> int:
        for _ in range(repeats):
            line.send(encode_hk1(frame, 0, "BTN", "1"))
        line.answers.clear()
        line.send(encode_hk1(mark, 0, "HELLO", "v"))
        until(lambda: KitReply(mark) in line.answered())
        return len(kit.readings)

    assert sent(3) == 1
    kit.readings[0].answer("counted")
    assert sent(3) == 2
    clock.jump(2.1)
    assert sent(1) == 3, "one that was never answered, since it was not stored, comes up again"


def test_bad_crc_is_not_answered_and_counted(bench: Benches, run: Run) -> None:
    line = bench()
    kit = run(Kit((line.link,)))
    ready(line)
    bad = encode_hk1(FrameId("h1", "7F2A", 1), 0, "BTN", "1").replace(b"BTN 1", b"BTN 2")
    good = FrameId("h1", "7F2A", 2)
    line.send(bad + encode_hk1(good, 0, "HELLO", "v"))
    until(lambda: line.answered() == [KitReply(good)])
    assert kit.readings == []
    assert kit.links.statuses()["h1"].misread == len(bad) - 1


def unread(line: Bench) -> int:
    """How many bytes wait for the kit."""
    return int.from_bytes(fcntl.ioctl(line.near, termios.FIONREAD, bytes(4)), sys.byteorder)


@pytest.mark.alone
def test_moment_is_the_first_byte_less_the_age(bench: Benches, run: Run) -> None:
    line = bench()
    clock = JumpClock()
    kit = run(Kit((line.link,), clock))
    ready(line)
    text = encode_hk1(FrameId("h1", "7F2A", 1), 700, "BTN", "1")
    before = clock.now()
    line.send(text[:1])
    until(lambda: unread(line) == 0)
    # The byte is read; give the thread the time to take its moment before the clock leaps.
    time.sleep(0.02)
    clock.jump(10)
    line.send(text[1:])
    until(lambda: kit.readings)
    reading = kit.readings[0]
    assert abs(reading.at - (before - 700 * MS)) < 1 * NS
    assert reading.arrived - reading.at >= 10 * NS


def test_age_runs_at_the_rate_of_the_clock(bench: Benches, run: Run) -> None:
    line = bench()
    kit = run(Kit((line.link,), Clock(20.0)))
    ready(line)
    line.send(encode_hk1(FrameId("h1", "7F2A", 1), 1000, "BTN", "1"))
    until(lambda: kit.readings)
    assert 20 * NS <= kit.readings[0].arrived - kit.readings[0].at < 30 * NS


HELD_UP = """
import sys
from fieldkit.clock import Clock
from fieldkit.settings import Link
from hardware.hoops.links import HoopLinks
link = Link(port=sys.argv[1], protocol="hk1")
links = HoopLinks([link], Clock(), lambda reading: print(reading.at, flush=True), lambda status: None)
links.start()
sys.stdin.read()
links.close()
"""


def stopped(process: subprocess.Popen[str]) -> None:
    """Stop a process and wait until each of its threads stands still: the signal alone takes its time."""
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)


def test_held_up_kit_takes_the_oldest_moment_of_the_repeats(bench: Benches) -> None:
    line = bench()
    kit = subprocess.Popen(
        [sys.executable, "-c", HELD_UP, line.link.port],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert kit.stdin
    assert kit.stdout
    try:
        ready(line)
        stopped(kit)
        repeats = [encode_hk1(FrameId("h1", "7F2A", 1), age, "BTN", "1") for age in (0, 50, 5150, 350, 750)]
        for repeat in repeats:
            line.send(repeat)
        # What is written to a pseudo-terminal reaches its other end only a little later.
        until(lambda: unread(line) == len(b"".join(repeats)))
        sent = Clock().now()
        kit.send_signal(signal.SIGCONT)
        at = int(kit.stdout.readline())
        assert sent <= at + 5150 * MS <= Clock().now()
    finally:
        kit.send_signal(signal.SIGCONT)
        kit.stdin.close()
        kit.wait(10)
        kit.stdout.close()


def test_held_tag_is_one_sighting(bench: Benches, run: Run) -> None:
    line = bench("rdm6300", "h2")
    clock = JumpClock()
    kit = run(Kit((line.link,), clock))
    until(lambda: kit.link("h2") == "ok")

    def seen(times: int) -> int:
        before = kit.links.statuses()["h2"].frames
        for _ in range(times):
            line.send(encode_tag(TAG, TAILS["rdm6300"]))
        until(lambda: kit.links.statuses()["h2"].frames == before + times)
        return len(kit.readings)

    assert seen(20) == 1
    clock.jump(1.0)
    assert seen(1) == 1
    clock.jump(1.0)
    assert seen(1) == 1, "within 1.5 s of its last sight"
    clock.jump(1.6)
    assert seen(1) == 2
    kit.readings[0].answer("counted")


def test_status_and_hello_fill_the_status(bench: Benches, run: Run) -> None:
    line = bench()
    kit = run(Kit((line.link,)))
    ready(line)
    line.send(encode_hk1(FrameId("h7", "7F2A", 1), 0, "HELLO", "1.4"))
    line.send(encode_hk1(FrameId("h7", "7F2A", 2), 0, "STATUS", "3712,-61,4"))
    until(lambda: line.answered()[-1:] == [KitReply(FrameId("h7", "7F2A", 2))])
    assert kit.links.statuses()["h7"] == HoopStatus("h7", "ok", 3712, -61, 4, 2, 0, "1.4", node="h7")
    assert [status.hoop for status in kit.told if status.battery_mv] == ["h7"]


def test_only_what_matters_is_told_at_once_and_counters_every_5_s(bench: Benches, run: Run) -> None:
    line = bench()
    clock = JumpClock()
    kit = run(Kit((line.link,), clock))
    ready(line)

    def told(seq: int, value: str) -> int:
        line.send(encode_hk1(FrameId("h7", "7F2A", seq), 0, "STATUS", value))
        until(lambda: KitReply(FrameId("h7", "7F2A", seq)) in line.answered())
        return len([status for status in kit.told if status.hoop == "h7"])

    assert told(1, "3700,-61,0") == 1
    assert told(2, "3710,-70,1") == 1
    assert told(3, "3640,-70,1") == 2, "the battery fell"
    clock.jump(5)
    assert told(4, "3640,-70,1") == 3, "counters after 5 s"
    assert told(5, "3640,-70,2") == 3


def test_node_not_heard_for_12_s_is_silent_until_it_is_heard(bench: Benches, run: Run) -> None:
    line = bench()
    clock = JumpClock()
    kit = run(Kit((line.link,), clock))
    ready(line)
    assert kit.link("h1") == "ok"
    clock.jump(11)
    kit.links.check()
    assert kit.link("h1") == "ok"
    clock.jump(1)
    kit.links.check()
    assert kit.told[-1].link == "silent"
    assert kit.told[-1].cure == "Check the power of hoop {hoop}, then its radio or cable."
    line.send(encode_hk1(FrameId("h1", "0000", 3), 0, "STATUS", "4000,-,0"))
    until(lambda: kit.told[-1].link == "ok")
    assert kit.told[-1].cure == ""


def test_silence_is_noticed_without_being_asked(bench: Benches, run: Run) -> None:
    line = bench()
    clock = JumpClock()
    kit = run(Kit((line.link,), clock))
    ready(line)
    clock.jump(13)
    until(lambda: kit.told[-1].link == "silent")


def test_reader_says_nothing_for_hours_and_is_not_silent(bench: Benches, run: Run) -> None:
    clock = JumpClock()
    kit = run(Kit((bench("rdm6300", "h2").link,), clock))
    until(lambda: kit.link("h2") == "ok")
    clock.jump(3600)
    kit.links.check()
    assert [status.link for status in kit.told] == ["ok"]


@pytest.mark.parametrize(
    ("protocol", "baud", "speed"),
    [("hk1", None, termios.B115200), ("rdm6300", None, termios.B9600), ("hk1", 57600, termios.B57600)],
)
def test_line_has_the_speed_of_its_format_or_of_the_settings(
    bench: Benches, run: Run, protocol: str, baud: int | None, speed: int
) -> None:
    line = bench(protocol, None if protocol == "hk1" else "h2")
    run(Kit((msgspec.structs.replace(line.link, baud=baud),)))
    until(lambda: termios.tcgetattr(line.near)[4:6] == [speed, speed])


def test_node_never_heard_is_not_known(bench: Benches, run: Run) -> None:
    line = bench()
    kit = run(Kit((line.link,)))
    kit.links.check()
    assert kit.links.statuses() == {}


def test_reader_whose_port_is_not_there_is_silent_with_a_cure(run: Run, tmp_path: Path) -> None:
    kit = run(Kit((Link(port=str(tmp_path / "none"), protocol="id12", hoop="h3"),)))
    until(lambda: kit.link("h3") == "silent")
    assert [status.cure for status in kit.told] == ["Check the cable of hoop {hoop}, then its reader."]


def test_hoop_with_a_reader_and_a_node_needs_both(bench: Benches, run: Run, tmp_path: Path) -> None:
    node = bench()
    kit = run(Kit((node.link, Link(port=str(tmp_path / "none"), protocol="id12", hoop="h1"))))
    ready(node)
    until(lambda: kit.link("h1") == "silent")
    assert kit.links.statuses()["h1"].firmware == "bench"
