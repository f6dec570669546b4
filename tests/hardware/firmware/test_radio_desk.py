"""The bridge's own firmware in a process, on a cable to the real hoop links: pairing, seals and forgers."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.errors import Unknown
from fieldkit.messages import LineTrouble, RadioBridge
from fieldkit.settings import Link
from hardware.hoops.frames import encode_ack, encode_hk1, encode_res
from tests.hardware import until
from tests.hardware.firmware import FIRMWARE
from tests.support.desk import Desk, RadioNode
from tests.support.hoop_kit import Referee

pytestmark = pytest.mark.slow


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path, board="bridge")
    yield desk
    desk.close()


@pytest.fixture
def kit(desk: Desk) -> Iterator[Referee]:
    """Yield the kit's side, which has heard the bridge."""
    kit = Referee((Link(port=str(desk.port), protocol="hk1"),), field=["h1", "h2"])
    kit.links.start()
    until(kit.links.bridges, 10)
    yield kit
    kit.links.close()


def bridge_of(kit: Referee) -> RadioBridge:
    (bridge,) = kit.links.bridges()
    return bridge


def paired(desk: Desk, kit: Referee, *nodes: RadioNode) -> None:
    """Pair nodes with the bridge, by order of the kit."""
    kit.links.pair(bridge_of(kit).name, on=True)
    until(lambda: bridge_of(kit).pairing_s > 50)
    for node in nodes:
        node.ask()
        until(node.is_paired)
    kit.links.pair(bridge_of(kit).name, on=False)
    until(lambda: bridge_of(kit).pairing_s == 0)


def test_nodes_are_paired_by_the_kit_and_counted_under_their_seal(desk: Desk, kit: Referee) -> None:
    first, second = RadioNode(desk, "h1"), RadioNode(desk, "h2", "020000000002")
    first.ask()
    first.by_air(b"hello")
    until(lambda: bridge_of(kit).refused == 1)
    assert not first.is_paired(), "the kit has not allowed it"
    paired(desk, kit, first, second)
    assert first.key != second.key
    assert len(first.key) == 16
    until(lambda: bridge_of(kit).pairs == {"h1": first.address.upper(), "h2": second.address.upper()})
    frame = first.say("BTN", "1")
    until(lambda: kit.counted or first.again())
    assert (kit.counted[0].hoop, kit.counted[0].frame) == ("h1", frame)
    until(lambda: first.answers()[:2] == [encode_ack(frame), encode_res(frame, "counted")])
    assert set(kit.links.nodes()) == {"h1"}, "a bridge is no node"


def test_a_hoop_shows_the_level_at_which_the_bridge_hears_its_node(desk: Desk, kit: Referee) -> None:
    far, near = RadioNode(desk, "h1"), RadioNode(desk, "h2", "020000000002")
    paired(desk, kit, far, near)
    far.rssi_dbm, near.rssi_dbm = -92, -40
    far.say("STATUS", "4000,-,0")
    near.say("STATUS", "4000,-,0")
    until(lambda: len(kit.links.statuses()) == 2)
    assert {hoop: status.rssi_dbm for hoop, status in kit.links.statuses().items()} == {"h1": -92, "h2": -40}


def test_a_second_board_of_a_name_is_told_by_the_kit_and_counts_nothing(desk: Desk, kit: Referee) -> None:
    node = RadioNode(desk, "h1")
    paired(desk, kit, node)
    node.say("STATUS", "4000,-,0")
    until(lambda: kit.link("h1") == "ok")
    assert kit.links.trouble() == LineTrouble()
    second = RadioNode(desk, "h1", "020000000002")
    second.ask()
    until(lambda: kit.links.trouble() == LineTrouble(radio_twins=("h1",)), 10)
    assert bridge_of(kit).pairs == {"h1": node.address.upper()}


def test_a_forged_node_is_refused_and_counted_and_presses_nothing(desk: Desk, kit: Referee) -> None:
    node, other = RadioNode(desk, "h1"), RadioNode(desk, "h2", "020000000002")
    paired(desk, kit, node, other)
    frame = node.say("BTN", "1")
    until(lambda: kit.counted or node.again())
    forger = RadioNode(desk, "h1", node.address)
    again = bytes.fromhex((desk.folder / "hands").read_text().splitlines()[-1].split(",")[1])
    stolen = RadioNode(desk, "h1", "0200000000FF")
    stolen.key, stolen.count = node.key, 99
    forger.key, forger.count = other.key, 99
    press = encode_hk1(frame.__class__("h1", node.boot, 77), 0, "BTN", "2")
    for said in (press, press + bytes(12), forger.signed(press), other.signed(press)):
        forger.by_air(said)
    stolen.by_air(stolen.signed(press))
    until(lambda: bridge_of(kit).refused == 5)
    forger.by_air(again)
    forger.by_air(node.signed(encode_hk1(frame.__class__("x1", node.boot, 78), 0, "BTN", "2")))
    until(lambda: bridge_of(kit).refused == 6)
    last = node.say("BTN", "3")
    until(lambda: len(kit.counted) == 2 or node.again())
    assert [reading.frame for reading in kit.counted] == [frame, last]
    assert len(kit.readings) <= 2 + node.repeated, "what was replayed is not passed on"


def test_a_lost_node_is_forgotten_and_the_others_are_heard_after_a_restart(desk: Desk, kit: Referee) -> None:
    lost, kept = RadioNode(desk, "h1"), RadioNode(desk, "h2", "020000000002")
    paired(desk, kit, lost, kept)
    name = bridge_of(kit).name
    until(lambda: len(bridge_of(kit).pairs) == 2)
    kit.links.unpair(name, "h1")
    until(lambda: list(bridge_of(kit).pairs) == ["h2"])
    for node, what in (("h1", name), ("h9", name), ("h2", "bridge-other")):
        with pytest.raises(Unknown):
            kit.links.unpair(what, node)
    with pytest.raises(Unknown):
        kit.links.pair("bridge-other", on=True)
    lost.say("BTN", "1")
    until(lambda: bridge_of(kit).refused == 1)
    desk.restart()
    until(lambda: bridge_of(kit).refused == 0)
    kept.say("BTN", "2")
    until(lambda: kit.counted)
    assert [reading.button for reading in kit.counted] == ["2"]


@pytest.mark.parametrize("board", ["esp32", "bridge"])
def test_a_channel_that_an_esp32_refuses_is_told_and_blinks(tmp_path: Path, board: str) -> None:
    raw = json.loads((FIRMWARE / "boards" / f"{board}.json").read_text())
    (tmp_path / "node.json").write_text(json.dumps(raw | {"channel": 12}))
    command = [sys.executable, FIRMWARE / "fakes" / "desk.py"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline().decode()
            until(lambda: (tmp_path / "shown").read_text().count(f" {raw['pins']['led']} 1\n") >= 3)
        finally:
            process.kill()
    assert said == 'node.json: "channel" must be a whole number from 1 to 11.\n'
    assert not (tmp_path / "starts.txt").exists(), "a start that fails is none"
