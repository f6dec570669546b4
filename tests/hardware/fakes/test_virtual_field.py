"""Virtual hoops behave like the machines they stand in for: timing, repeats, faults, cables, control."""

import itertools
import os
import random
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.messages import FrameId
from hardware.fakes.devices import Faults, VirtualNode, VirtualReader
from hardware.fakes.virtual_field import VirtualField, VirtualHoop, control
from hardware.hoops.formats import FORMATS
from hardware.hoops.frames import TAILS, Frame, encode_ack, encode_res, encode_tag
from tests.hardware import BOUND_S, until

TAG = "62E3086CED"


def node(now: float = 0.0) -> VirtualNode:
    """Return a node whose HELLO and STATUS are said."""
    new = VirtualNode("h1", random.Random(1), now)
    new.speak(now)
    return new


def read(said: list[bytes]) -> list[Frame]:
    return FORMATS["hk1"].codec().feed(b"".join(said), 0)


def say(device: VirtualNode, seconds: float, step: float = 0.001) -> list[tuple[float, Frame]]:
    """All that a node says in the given seconds from 0, with the moment of each frame."""
    ticks = range(round(seconds / step) + 1)
    return [(tick * step, frame) for tick in ticks for frame in read(device.speak(tick * step))]


def test_node_tells_its_status_every_5_s_and_says_hello_before_it_until_that_is_answered() -> None:
    device = VirtualNode("h1", random.Random(1), 0.0)
    said = say(device, 6.0, 0.01)
    kinds = ["HELLO", "STATUS"]
    assert [(round(at), frame.kind) for at, frame in said] == [(at, kind) for at in (0, 5) for kind in kinds]
    assert [frame.id.seq for _, frame in said if frame.id] == [1, 2, 3, 4]
    device.hear(encode_ack(FrameId("h1", device.boot, 3)))
    assert [frame.kind for frame in read(device.speak(10.0)) + read(device.speak(15.0))] == ["STATUS"] * 2
    device.restart(20.0)
    assert [frame.kind for frame in read(device.speak(20.0))] == kinds


def test_node_repeats_with_growing_age_after_the_waits_of_the_contract() -> None:
    device = node()
    device.act("BTN", "1", 0.0)
    said = [(at, frame) for at, frame in say(device, 4.5) if frame.kind == "BTN"]
    assert {frame.id for _, frame in said} == {FrameId("h1", device.boot, 3)}
    assert all(frame.age_ms == round(at * 1000) for at, frame in said)
    waits = [later - at for (at, _), (later, _) in itertools.pairwise(said)]
    for wait, usual in zip(waits, [0.05, 0.1, 0.2, 0.4, 0.8, 0.8], strict=False):
        assert usual * 0.5 <= wait <= usual * 1.5 + 0.002
    assert len(waits) >= 5


def test_two_seeds_wait_differently_and_one_seed_alike() -> None:
    def times(seed: int) -> list[float]:
        device = VirtualNode("h1", random.Random(seed), 0.0)
        device.act("BTN", "1", 0.0)
        return [at for at, frame in say(device, 1.0) if frame.kind == "BTN"]

    assert times(1) == times(1)
    assert times(1) != times(2)


def test_an_answer_ends_the_repeats_and_others_do_not() -> None:
    device = node()
    device.act("TAG", TAG, 0.0)
    device.speak(0.0)
    for foreign in (FrameId("h2", device.boot, 3), FrameId("h1", "FFFF", 3), FrameId("h1", device.boot, 2)):
        device.hear(encode_ack(foreign))
    assert device.state()["waiting"] == [3]
    answer = encode_ack(FrameId("h1", device.boot, 3)) + encode_res(FrameId("h1", device.boot, 3), "counted")
    device.hear(answer[:9])
    device.hear(answer[9:])
    assert device.state()["waiting"] == []
    assert device.state()["acked"] == [2, 3]
    assert device.state()["verdicts"] == {"3": "counted"}
    assert [frame.kind for _, frame in say(device, 4.0)] == []


def test_node_keeps_the_last_64_and_tells_how_many_it_lost() -> None:
    device = node()
    for number in range(70):
        device.act("BTN", str(number), 0.0)
    assert device.state()["waiting"] == list(range(9, 73))
    values = [frame.value for frame in read(device.speak(5.0)) if frame.kind == "STATUS"]
    assert values == ["4100,-,6"]


def test_restarted_node_has_a_new_boot_and_no_memory() -> None:
    device = node()
    device.act("BTN", "1", 0.0)
    before = device.boot
    device.restart(1.0)
    assert device.boot != before
    assert [frame.kind for frame in read(device.speak(1.0))] == ["HELLO", "STATUS"]
    assert device.state()["waiting"] == []


def test_reader_repeats_a_held_tag_every_65_ms_and_a_touch_once() -> None:
    reader = VirtualReader(lambda tag: encode_tag(tag, TAILS["rdm6300"]))
    reader.act("TAG", TAG, 0.0, 1.0)
    said = [(tick, line) for tick in range(2000) for line in reader.speak(tick / 1000)]
    assert [tick for tick, _ in said] == [65 * i for i in range(16)]
    assert {line for _, line in said} == {encode_tag(TAG, TAILS["rdm6300"])}
    reader.act("TAG", TAG, 3.0)
    assert len(reader.speak(3.0)) == 1
    assert reader.due() == float("inf")


@pytest.mark.parametrize("act", [("BTN", "1"), ("TAG", "62E3"), ("TAG", "not hex da")])
def test_reader_cannot_do_everything(act: tuple[str, str]) -> None:
    with pytest.raises(FieldkitError):
        VirtualReader(lambda tag: encode_tag(tag, TAILS["rdm6300"])).act(act[0], act[1], 0.0)  # type: ignore[arg-type]


def test_faults_lose_double_cut_and_add_noise() -> None:
    chance = random.Random(4)
    line = encode_tag(TAG, TAILS["rdm6300"])
    assert Faults(lose=1).spoil(line, chance) == b""
    assert Faults(double=1).spoil(line, chance) == line * 2
    assert all(len(Faults(cut=1).spoil(line, chance)) < len(line) for _ in range(50))
    noisy = Faults(noise=1).spoil(line, chance)
    assert noisy.endswith(line)
    assert len(noisy) > len(line)
    assert Faults().spoil(line, chance) == line


@pytest.fixture
def hoop(tmp_path: Path) -> Iterator[VirtualHoop]:
    hoop = VirtualHoop("h1", tmp_path / "h1", "rdm6300")
    yield hoop
    hoop.close()


def read_port(port: Path, size: int) -> bytes:
    """Return what a kit would read from the port."""
    end = os.open(port, os.O_RDWR | os.O_NOCTTY)
    try:
        got = b""
        while len(got) < size and select.select([end], [], [], BOUND_S)[0]:
            got += os.read(end, size - len(got))
        return got
    finally:
        os.close(end)


def test_port_passes_every_byte_untouched(hoop: VirtualHoop) -> None:
    hoop.tag(TAG)
    assert read_port(hoop.port, 14) == encode_tag(TAG, TAILS["rdm6300"])


def test_port_without_a_kit_breaks_nothing_and_fills_up_quietly(hoop: VirtualHoop) -> None:
    for _ in range(3000):
        hoop.tag(TAG)
    assert read_port(hoop.port, 14) == encode_tag(TAG, TAILS["rdm6300"])


def test_unplugged_port_is_gone_and_comes_back_at_the_same_path(hoop: VirtualHoop) -> None:
    kit = os.open(hoop.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    hoop.unplug()
    hoop.unplug()
    assert not hoop.port.exists()
    try:
        assert os.read(kit, 1) == b""
    except OSError:
        pass
    finally:
        os.close(kit)
    hoop.tag(TAG)
    hoop.replug()
    hoop.replug()
    hoop.tag("0C000621A5")
    assert read_port(hoop.port, 14) == encode_tag("0C000621A5", TAILS["rdm6300"])


@pytest.fixture
def field(tmp_path: Path) -> Iterator[VirtualField]:
    field = VirtualField(tmp_path / "field", {"h1": "hk1", "h2": "rdm6300", "h3": "id12"}, seed=3)
    field.start()
    yield field
    field.close()


def test_field_offers_the_links_of_its_hoops(field: VirtualField) -> None:
    assert [(link.port, link.protocol, link.hoop) for link in field.links()] == [
        (str(field.folder / "h1"), "hk1", None),
        (str(field.folder / "h2"), "rdm6300", "h2"),
        (str(field.folder / "h3"), "id12", "h3"),
    ]


def test_control_acts_and_answers_with_the_state(field: VirtualField) -> None:
    state = control(field.folder, "h1 press 1")
    assert state["hoop"] == "h1"
    assert state["plugged"]
    assert len(state["waiting"]) == 1
    assert len(control(field.folder, "h1 tag 62E3086CED")["waiting"]) == 2
    assert control(field.folder, "h2 hold 62E3086CED 30")["tag"] == TAG
    assert not control(field.folder, "h1 unplug")["plugged"]
    assert control(field.folder, "h1 replug")["plugged"]
    assert control(field.folder, "h1 battery 3300")["battery_mv"] == 3300
    assert control(field.folder, "h1 restart")["waiting"] == []
    assert control(field.folder, "h3 state")["protocol"] == "id12"


@pytest.mark.parametrize(
    "request_line",
    ["", "h9 press 1", "h1", "h1 fly", "h2 press 1", "h1 tag xyz", "h2 battery 3", "h1 hold A b"],
)
def test_control_refuses_in_a_sentence(field: VirtualField, request_line: str) -> None:
    with pytest.raises(FieldkitError, match=r"\w+ \w+"):
        control(field.folder, request_line)
    assert control(field.folder, "h1 state")["plugged"]


def test_control_survives_rude_callers(field: VirtualField) -> None:
    for rubbish in (b"\xff\xfe\n", b"x" * 9000, b"h1 state"):
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(str(field.folder / "control.sock"))
            caller.sendall(rubbish)
    assert control(field.folder, "h1 state")["plugged"]


def test_control_says_where_nobody_is(tmp_path: Path) -> None:
    with pytest.raises(FieldkitError, match="no virtual hoops"):
        control(tmp_path, "h1 state")


@pytest.mark.process
def test_control_works_from_another_process_and_in_a_deep_folder(tmp_path: Path) -> None:
    folder = tmp_path / ("deep" * 30)
    field = VirtualField(folder, {"h1": "hk1"})
    field.start()
    try:
        code = "import sys, pathlib; from hardware.fakes.virtual_field import control; "
        code += "print(control(pathlib.Path(sys.argv[1]), 'h1 press 2')['waiting'])"
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
        )
        assert done.stdout == "[3]\n"
    finally:
        field.close()


def test_field_says_hello_by_itself_and_repeats_on_the_wire(field: VirtualField) -> None:
    hoop = field.hoops["h1"]
    until(lambda: hoop.state()["sent"] >= 2)
    hoop.press("1")
    until(lambda: hoop.state()["sent"] >= 6)


def test_closed_field_leaves_nothing_behind(tmp_path: Path) -> None:
    files = len(os.listdir("/proc/self/fd"))
    field = VirtualField(tmp_path, {"h1": "hk1"})
    field.start()
    control(tmp_path, "h1 state")
    field.close()
    # The thread that answered closes its line when it comes to run.
    until(lambda: len(os.listdir("/proc/self/fd")) == files)
    assert list(tmp_path.iterdir()) == []
    assert "virtual field" not in [thread.name for thread in threading.enumerate()]
