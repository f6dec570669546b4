"""Bytes on a line to balls in the account, with all the dirt that lines bring."""

import http.client
import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from fieldkit.messages import FrameId
from hardware.fakes.virtual_field import Faults, VirtualField, VirtualHoop
from hardware.hoops.frames import TAILS, encode_hk1, encode_tag
from tests.process.conftest import PIN, Kit, until
from tests.support.machine import patience

pytestmark = pytest.mark.process
WOOD, WHEAT, ORE = "62E3086C00", "62E3086C01", "62E3086C03"
OUT_AGAIN, THERE, LATE = (f"30751FEB705C5904E3D50D7{digit}" for digit in "102")
NO_CITY = "no team has a city in this hoop"
Wired = tuple[Kit, VirtualField]


def counted(kit: Kit) -> Counter[tuple[str, str]]:
    return Counter((each["hoop"], each["kind"]) for each in kit.view["counted"])


def write(hoop: VirtualHoop, raw: bytes) -> None:
    """Bytes on the line, as they are."""
    line = hoop.line()
    assert line is not None
    os.write(line, raw)


@pytest.fixture
def uhf(wired: Wired) -> Iterator[VirtualHoop]:
    """Yield the hoop with the UHF reader; nothing is left in it."""
    hoop = wired[1].hoops["h5"]
    yield hoop
    for tag in hoop.state()["tags"]:
        hoop.tag(tag)
    until(lambda: not hoop.state()["tags"], 5, "an empty hoop")


@pytest.mark.parametrize(("hoop", "tail"), [("h1", TAILS["rdm6300"]), ("h2", TAILS["id12"])])
def test_a_reader_with_dirt_on_its_line(wired: Wired, hoop: str, tail: bytes) -> None:
    kit, field = wired
    kit.create()
    kit.open()
    wood, wheat, ore = (encode_tag(tag, tail) for tag in (WOOD, WHEAT, ORE))
    broken = bytearray(ore)
    broken[3] ^= 1
    kit.wait(lambda view: next(each for each in view["hoops"] if each["id"] == hoop)["link"] == "ok")
    # Noise at power-up, a cut frame before a whole one, repeats of a held tag, a wrong checksum, lower case:
    # all at once, since a tag whose repeats are 300 ms apart is another ball.
    dirt = (b"\xff\xff\x00", wood[:7], wood, wood, wood, bytes(broken), wheat.lower())
    write(field.hoops[hoop], b"".join(dirt))
    until(lambda: counted(kit).total() == 2, 5, "two balls")
    assert counted(kit) == {(hoop, "wood"): 1, (hoop, "wheat"): 1}
    view = kit.phase("break")
    assert len(view["counted"]) == 2
    assert (view["refused"], view["pending"]) == ([], [])


def test_endless_names_on_a_line_are_one_alarm_and_stop_no_ball(wired: Wired) -> None:
    kit, field = wired
    kit.create(round_seconds=60)
    kit.open()
    hoop = field.hoops["h3"]
    for number in range(3000):
        write(hoop, encode_hk1(FrameId(f"x{number}", "7F2A", 1), 0, "BTN", "1"))
        if number % 20 == 0:
            time.sleep(0.005)
    hoop.press("1")
    view = kit.wait(lambda view: view["counted"])
    assert [(ball["hoop"], ball["kind"]) for ball in view["counted"]] == [("h3", "wood")]
    alarms = [alarm["id"] for alarm in kit.wait(lambda view: view["alarms"])["alarms"]]
    assert [name for name in alarms if name.startswith(("strays", "node", "hoop", "twins"))] == ["strays"]
    assert len(json.dumps(kit.view)) < 100_000
    kit.must("stop_round")
    kit.must("end_round")


def test_nodes_on_a_bad_line_lose_and_double_nothing(wired: Wired) -> None:
    kit, field = wired
    kit.create()
    hoop = field.hoops["h3"]
    hoop.faults = Faults(lose=0.3, double=0.3, cut=0.2, noise=0.3, deaf=0.3)
    kit.open()
    rng = random.Random(1)
    try:
        for _ in range(8):
            hoop.press(rng.choice("1234"))
        until(lambda: not hoop.state()["waiting"], 20, "all answered")
    finally:
        hoop.faults = Faults()
    view = kit.phase("break")
    taken = [each for name in ("counted", "pending", "refused") for each in view[name]]
    assert len(taken) == 8
    assert len(view["counted"]) >= 6


def test_a_wrong_crc_is_not_answered(wired: Wired) -> None:
    kit, field = wired
    kit.create()
    kit.open()
    hoop = field.hoops["h3"]
    good = encode_hk1(FrameId("h3", "7F2A", 2), 0, "BTN", "4")
    write(hoop, b"HK1 h3 7F2A 1 0 BTN 1*0000\n")
    write(hoop, good)
    view = kit.wait(lambda view: view["counted"] or view["refused"])
    assert [(each["hoop"], each["kind"]) for each in view["counted"]] == [("h3", "ore")], view


def test_a_ball_in_a_later_frame_with_its_age_is_in_the_round(wired: Wired) -> None:
    kit, field = wired
    hoop = field.hoops["h3"]
    # Long enough for a slow machine to plug it in again before the round is over.
    kit.create(round_seconds=round(3 * patience()))
    kit.wait(lambda view: next(h for h in view["hoops"] if h["id"] == "h3")["link"] == "ok")
    opened = kit.open()
    hoop.unplug()
    hoop.press("4")
    kit.wait(lambda view: next(h for h in view["hoops"] if h["id"] == "h3")["link"] == "silent", 5)
    hoop.replug()
    until(lambda: counted(kit) == {("h3", "ore"): 1}, 5, "the ball pressed while unplugged")
    until(lambda: not hoop.state()["waiting"], 5, "its answer")
    hoop.press("1")
    until(lambda: counted(kit).total() == 2, 5, "another ball")
    assert kit.wait(lambda view: next(h for h in view["hoops"] if h["id"] == "h3")["link"] == "ok")
    assert kit.phase("break")["round"] == opened["round"]


def test_a_reader_is_unplugged_and_plugged_in_again(wired: Wired) -> None:
    kit, field = wired
    kit.create(round_seconds=20)
    kit.open()
    hoop = field.hoops["h1"]
    hoop.unplug()
    kit.wait(lambda view: view["hoops"][0]["link"] == "silent", 5)
    assert "Count its balls by hand: tap the hoop." in [alarm["cure"] for alarm in kit.view["alarms"]]
    hoop.replug()
    kit.wait(lambda view: view["hoops"][0]["link"] == "ok", 5)
    hoop.tag(ORE)
    view = kit.wait(lambda view: view["counted"] or view["refused"] or view["pending"], 5)
    assert [(each["hoop"], each["kind"]) for each in view["counted"]] == [("h1", "ore")], (
        view["refused"],
        view["pending"],
    )


def test_learned_tags_at_readers_that_are_asked(wired: Wired, uhf: VirtualHoop) -> None:
    kit, field = wired
    kit.create()
    kit.open()
    field.hoops["h4"].tag("04A1B2C3D4E5F6")
    # A ball that stays in the hoop is told at every look and counts once, whenever the round ends.
    uhf.hold(THERE, 20)
    view = kit.phase("break")
    # Where nobody could look for a while, it is as if it came again.
    told = {(each["hoop"], each["kind"], each["reason"]) for each in view["refused"]}
    assert sorted(told) == [("h4", "brick", NO_CITY), ("h5", "ore", NO_CITY)]


def test_what_lies_in_a_uhf_hoop_at_the_closing_whistle_counts(wired: Wired, uhf: VirtualHoop) -> None:
    kit, _ = wired
    kit.create()
    kit.must("correct", set={"hoop": {"id": "h5", "building": "city", "team": "red"}}, reason="a test")
    kit.open()
    uhf.tag(OUT_AGAIN)
    until(lambda: not uhf.state()["tags"], 5, "the ball to be seen and taken out")
    uhf.hold(THERE, 20)
    assert not counted(kit)
    view = kit.wait(lambda view: view["counted"])
    assert view["phase"] == "grace"
    uhf.hold(LATE, 20)
    view = kit.wait(lambda view: view["pending"])
    shown = [[(each["hoop"], each["kind"]) for each in view[name]] for name in ("counted", "pending")]
    assert shown == [[("h5", "ore")], [("h5", "wheat")]]
    assert view["counted"][0]["at_clock"] == 0
    assert view["pending"][0]["reason"] == "had it left the hand by the whistle?"
    view = kit.phase("break")
    assert (len(view["counted"]), len(view["pending"]), view["refused"]) == (1, 1, [])


def test_what_lies_in_a_uhf_hoop_at_a_stop_counts_when_the_round_does(wired: Wired, uhf: VirtualHoop) -> None:
    kit, _ = wired
    kit.create(round_seconds=20)
    kit.must("correct", set={"hoop": {"id": "h5", "building": "city", "team": "red"}}, reason="a test")
    kit.open()
    uhf.hold(THERE, 20)
    seen = uhf.state()["sent"]
    until(lambda: uhf.state()["sent"] > seen + 5, 5, "some looks")
    assert not counted(kit)
    kit.must("stop_round")
    until(lambda: counted(kit) == {("h5", "ore"): 1}, 5, "the ball")
    kit.must("end_round")
    assert kit.phase("break")["refused"] == []


def test_printed_sheet_lists_the_tags_of_the_settings_and_the_learned_ones(wired: Wired) -> None:
    kit, _ = wired
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=15)
    try:
        connection.request("GET", "/print", headers={"Authorization": f"Bearer {PIN}"})
        page = connection.getresponse().read().decode()
    finally:
        connection.close()
    assert WOOD in page
    assert "30751FEB705C5904E3D50D70" in page
