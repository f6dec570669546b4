"""Readers that see a whole hoop: told is what lies there at the closing whistle, not what was taken out."""

from collections.abc import Callable

import pytest

from fieldkit.clock import MS, NS
from hardware.fakes.virtual_field import VirtualField
from hardware.hoops.formats import Inventory
from hardware.hoops.frames import Frame
from tests.hardware import until
from tests.support.hoop_kit import JumpClock, Kit

REPEAT = 1500 * MS
BALL, OTHER = "30751FEB705C5904E3D50D70", "E280110000000001"
Lines = Callable[..., tuple[VirtualField, Kit, JumpClock]]


def see(inventory: Inventory, ms: int, tag: str = BALL) -> bool:
    return inventory.see(Frame(ms * MS, "TAG", tag, rssi_dbm=-50))


def closed(inventory: Inventory, ms: int) -> list[tuple[str, int]]:
    return [(frame.value, frame.at // MS) for frame in inventory.close(ms * MS)]


def test_out_of_a_round_a_tag_is_told_when_it_comes_and_again_when_it_was_away() -> None:
    inventory = Inventory(REPEAT)
    assert [see(inventory, ms) for ms in (0, 65, 1564, 3064, 3100)] == [True, False, False, True, False]
    assert [see(inventory, ms, OTHER) for ms in (3100, 3200)] == [True, False]


def test_in_a_round_nothing_is_told_before_its_end() -> None:
    inventory = Inventory(REPEAT)
    inventory.open()
    assert not any(see(inventory, ms) for ms in range(0, 8000, 100))
    assert closed(inventory, 8000) == [(BALL, 8000)]


@pytest.mark.parametrize(
    ("last", "told"), [(8000, True), (6501, True), (6500, False), (2000, False)], ids=lambda each: str(each)
)
def test_a_tag_out_of_sight_counts_as_there_for_the_repeat_time(last: int, told: bool) -> None:
    inventory = Inventory(REPEAT)
    inventory.open()
    see(inventory, last)
    assert closed(inventory, 8000) == ([(BALL, 8000)] if told else [])


def test_what_lay_there_before_the_round_is_told_at_its_end_once() -> None:
    inventory = Inventory(REPEAT)
    assert see(inventory, -500)
    inventory.open()
    for ms in range(0, 8100, 100):
        see(inventory, ms)
    assert closed(inventory, 8000) == [(BALL, 8000)]
    assert not any(see(inventory, ms) for ms in range(8100, 20_000, 100))


def test_an_end_that_is_told_late_finds_what_was_there_then() -> None:
    inventory = Inventory(REPEAT)
    inventory.open()
    for ms in range(5000, 8100, 100):
        see(inventory, ms)
    # It was there at the whistle and left; the other one came after the whistle.
    for ms in range(8100, 30_000, 100):
        see(inventory, ms, OTHER)
    assert closed(inventory, 8000) == [(BALL, 8000), (OTHER, 8100)]
    assert not see(inventory, 30_000, OTHER)


def test_a_tag_that_came_back_after_the_end_is_late() -> None:
    inventory = Inventory(REPEAT)
    inventory.open()
    see(inventory, 3000)
    see(inventory, 8040)
    assert closed(inventory, 8000) == [(BALL, 8040)]


def test_the_next_round_begins_afresh() -> None:
    inventory = Inventory(REPEAT)
    inventory.open()
    see(inventory, 8000)
    assert closed(inventory, 8000) == [(BALL, 8000)]
    inventory.open()
    assert not see(inventory, 70_000)
    assert closed(inventory, 71_000) == [(BALL, 71_000)]


def test_tags_are_told_in_the_order_they_came() -> None:
    inventory = Inventory(REPEAT)
    inventory.open()
    see(inventory, 5000, OTHER)
    for tag in (BALL, OTHER):
        see(inventory, 6000, tag)
    assert closed(inventory, 6500) == [(OTHER, 6500), (BALL, 6500)]


@pytest.mark.parametrize("protocol", ["r200", "yrm100"])
def test_a_round_at_a_uhf_reader(lines: Lines, protocol: str) -> None:
    field, kit, clock = lines(h5=protocol)
    hoop = field.hoops["h5"]
    gone, there, late = (f"E2801100000000{number:02X}" for number in range(3))

    def seen(times: int = 1) -> None:
        heard = kit.links.statuses()["h5"].frames
        until(lambda: kit.links.statuses()["h5"].frames >= heard + times)

    until(lambda: kit.link("h5") == "ok")
    kit.links.round_runs(True, clock.now())
    kit.links.round_runs(True, clock.now())
    hoop.tag(gone)
    until(lambda: not hoop.state()["tags"])
    hoop.hold(there, 60)
    for _ in range(4):
        clock.jump(1)
        seen()
    assert kit.readings == []
    at = clock.now()
    # The referee's word of it comes a little after the whistle.
    clock.jump(0.1)
    hoop.hold(late, 60)
    seen(4)
    kit.links.round_runs(False, at)
    until(lambda: len(kit.readings) == 2)
    first, second = kit.readings
    assert (first.hoop, first.tag, first.at, first.rssi_dbm, first.frame) == ("h5", there, at, -55, None)
    assert first.arrived > at
    assert second.tag == late
    assert at < second.at < at + NS
    first.answer("counted")
    seen(10)
    kit.links.round_runs(False, clock.now())
    assert len(kit.readings) == 2
    hoop.tag(gone)
    until(lambda: len(kit.readings) == 3)
    assert kit.readings[2].tag == gone


def test_other_readers_tell_a_tag_at_once_in_a_round_too(lines: Lines) -> None:
    field, kit, clock = lines(h1="rdm6300", h2="pn532", h3="hk1")
    kit.links.round_runs(True, clock.now())
    until(lambda: kit.link("h1") == kit.link("h2") == "ok")
    field.hoops["h1"].tag("62E3086CED")
    field.hoops["h2"].tag("04A1B2C3D4E5F6")
    field.hoops["h3"].tag(BALL)
    until(lambda: len({reading.hoop for reading in kit.readings}) == 3)
    told = len([reading for reading in kit.readings if reading.frame is None])
    kit.links.round_runs(False, clock.now())
    assert told == len([reading for reading in kit.readings if reading.frame is None]) == 2
