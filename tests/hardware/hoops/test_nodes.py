"""However many names a line brings, the kit keeps few, serves its own hoops, and says so."""

from collections.abc import Callable
from functools import partial

import pytest

from fieldkit.messages import FrameId, LineTrouble
from hardware.hoops.frames import KitReply, encode_hk1, sealed
from hardware.hoops.hoop import FRAMES_A_SECOND, FRAMES_AT_ONCE
from hardware.hoops.nodes import FORGOTTEN_S, MAX_NODES
from tests.hardware import until
from tests.support.hoop_kit import Bench, JumpClock, Kit, Referee, ready

Benches = Callable[..., Bench]
Run = Callable[[Kit], Kit]
FIELD = [f"h{number}" for number in range(1, 11)]


def press(name: str, seq: int = 1, boot: str = "7F2A", age_ms: int = 0) -> bytes:
    return encode_hk1(FrameId(name, boot, seq), age_ms, "BTN", "1")


def answered(line: Bench, frame: FrameId) -> bool:
    return KitReply(frame) in line.answered()


def pause(line: Bench, kit: Kit, seq: int) -> None:
    """Wait until the kit has read all that was sent."""
    frame = FrameId("h1", "0000", seq)
    line.send(encode_hk1(frame, 0, "HELLO", "v"))
    until(lambda: KitReply(frame) in line.answered())


@pytest.fixture
def flooded(bench: Benches, run: Run) -> tuple[Kit, Bench, JumpClock]:
    """Return a kit with ten hoops that has heard two thousand names."""
    line, clock = bench(), JumpClock()
    kit = run(Kit((line.link,), clock, FIELD))
    ready(line)
    for number in range(2000):
        line.send(press(f"x{number}"))
        if number % 50 == 49:
            pause(line, kit, 3 + number)
            clock.jump(0.1)
    return kit, line, clock


Flooded = tuple[Kit, Bench, JumpClock]


def test_of_endless_names_few_are_known_and_none_of_the_field_is_lost(flooded: Flooded) -> None:
    kit, line, clock = flooded
    assert len(kit.links.nodes()) == MAX_NODES
    assert len(kit.links.statuses()) <= MAX_NODES
    assert kit.links.trouble().crowded
    clock.jump(5)
    kit.readings.clear()
    for name in FIELD:
        line.send(press(name))
    until(lambda: {reading.hoop for reading in kit.readings} == set(FIELD))
    assert len(kit.links.nodes()) == MAX_NODES
    kit.links.take_over("spare1", "h3")
    line.send(press("spare1"))
    until(lambda: len(kit.readings) == len(FIELD) + 1)
    assert kit.readings[-1].hoop == "h3", "one that was told to serve a hoop finds room, too"


def test_strays_that_are_not_heard_are_forgotten_and_the_fields_own_nodes_are_not(flooded: Flooded) -> None:
    kit, line, clock = flooded
    clock.jump(FORGOTTEN_S + 1)
    kit.links.check()
    assert kit.links.nodes() == {"h1": "h1"}
    assert [status.link for status in kit.links.statuses().values()] == ["silent"]
    assert not kit.links.trouble().crowded
    line.send(press("spare1"))
    until(lambda: "spare1" in kit.links.nodes())


def test_a_mad_node_brings_no_more_than_people_press_and_nothing_is_lost_for_good(
    bench: Benches, run: Run
) -> None:
    line, other, clock = bench(), bench(), JumpClock()
    kit = Referee((line.link, other.link), clock=clock, field=FIELD)
    run(kit)
    ready(line)
    ready(other)
    sent = 3 * FRAMES_AT_ONCE
    for seq in range(1, sent + 1):
        line.send(press("h2", seq))
        if seq % 50 == 0:
            pause(line, kit, seq)
    pause(line, kit, sent + 1)
    # The kit's clock runs a little while this is sent.
    assert FRAMES_AT_ONCE <= len(kit.counted) < 2 * FRAMES_AT_ONCE
    other.send(press("h3"))
    until(lambda: any(reading.hoop == "h3" for reading in kit.counted))
    for repeat in range(1, 20):
        clock.jump(FRAMES_AT_ONCE / FRAMES_A_SECOND)
        for seq in range(1, sent + 1):
            if KitReply(FrameId("h2", "7F2A", seq)) not in line.answered():
                line.send(press("h2", seq, age_ms=3200 * repeat))
        pause(line, kit, sent + 1 + repeat)
        if len(kit.counted) == sent + 1:
            break
    assert len(kit.counted) == len(kit.record) == sent + 1


def test_two_nodes_of_one_name_both_count_once_and_are_told(bench: Benches, run: Run) -> None:
    one, two, clock = bench(), bench(), JumpClock()
    kit = Referee((one.link, two.link), clock=clock, field=FIELD)
    run(kit)
    ready(one)
    ready(two)
    for seq in range(1, 5):
        for line, boot in ((one, "0A0A"), (two, "0B0B")):
            frame = FrameId("h4", boot, seq)
            line.send(2 * press("h4", seq, boot))
            until(partial(answered, line, frame))
        clock.jump(3)
    assert len(kit.counted) == 8
    assert kit.links.trouble().twins == ("h4",)
    clock.jump(61)
    assert kit.links.trouble().twins == ()


def test_two_nodes_of_one_name_on_one_line_are_told(bench: Benches, run: Run) -> None:
    line, clock = bench(), JumpClock()
    kit = Referee((line.link,), clock=clock, field=FIELD)
    run(kit)
    ready(line)
    for seq in range(1, 5):
        for boot in ("0A0A", "8B0B"):
            line.send(encode_hk1(FrameId("h4", boot, seq), 0, "STATUS", "4000,-,0"))
            until(partial(answered, line, FrameId("h4", boot, seq)))
        assert kit.links.trouble().twins == (() if seq < 3 else ("h4",))
        clock.jump(5)


def test_what_a_bridge_finds_of_its_nodes_is_told_while_it_is_there(bench: Benches, run: Run) -> None:
    line, clock = bench(), JumpClock()
    kit = Referee((line.link,), clock=clock, field=FIELD)
    run(kit)
    ready(line)
    states = ("twin", "ok", "old")
    reports = ["RADIO 9,0,3"] + [f"PAIR h{n},02000000000{n},{state}" for n, state in enumerate(states)]
    for seq, report in enumerate(reports, 1):
        line.send(sealed(f"HK1 bridge-1 0001 {seq} 0 {report}"))
        until(partial(answered, line, FrameId("bridge-1", "0001", seq)))
    assert kit.links.trouble() == LineTrouble(radio_twins=("h0",), out_of_step=("h2",))
    assert set(kit.links.bridges()[0].pairs) == {"h0", "h1", "h2"}
    clock.jump(13)
    assert kit.links.trouble() == LineTrouble()


def test_a_bridge_with_older_firmware_that_does_not_tell_how_its_nodes_do_is_heard(
    bench: Benches, run: Run
) -> None:
    line = bench()
    kit = Referee((line.link,), field=FIELD)
    run(kit)
    ready(line)
    for seq, report in enumerate(("RADIO 0,0,1", "PAIR h4,020000000004"), 1):
        line.send(sealed(f"HK1 bridge-1 0001 {seq} 0 {report}"))
        until(partial(answered, line, FrameId("bridge-1", "0001", seq)))
    assert kit.links.bridges()[0].pairs == {"h4": "020000000004"}
    assert kit.links.trouble() == LineTrouble()
