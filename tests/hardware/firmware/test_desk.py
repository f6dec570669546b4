"""The firmware's own loop in a process, on a cable to the real hoop links."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.settings import Link
from tests.hardware import until
from tests.hardware.firmware import FIRMWARE
from tests.support.desk import PINS, Desk
from tests.support.hoop_kit import Referee

pytestmark = pytest.mark.slow

MICROPYTHON = shutil.which("micropython")
PYTHONS = {"cpython": sys.executable} | ({"unix": MICROPYTHON} if MICROPYTHON else {})
"""MicroPython's unix build where it is present: Debian carries it from 13 on."""


@pytest.fixture(params=PYTHONS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """Yield a node's process under each Python that there is."""
    desk = Desk(tmp_path, PYTHONS[request.param])
    yield desk
    desk.close()


@pytest.fixture
def kit(desk: Desk) -> Iterator[Referee]:
    """Yield the kit's side, which has heard the node."""
    kit = Referee((Link(port=str(desk.port), protocol="hk1"),))
    kit.links.start()
    settled(desk)
    yield kit
    kit.links.close()


def settled(desk: Desk) -> None:
    """Wait until the node has been answered, and its buttons were open for a moment."""
    until(lambda: f" {PINS['led']} 0\n" in desk.shown(), 10)
    threading.Event().wait(0.1)


def test_two_boards_that_got_one_settings_file_are_told(tmp_path: Path) -> None:
    desks = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        desks.append(Desk(folder))
    links = tuple(Link(port=str(desk.port), protocol="hk1") for desk in desks)
    kit = Referee(links, field=["h1"])
    kit.links.start()
    try:
        for desk in desks:
            settled(desk)
        assert kit.links.trouble().twins == ()
        # Each reports every 5 s, and the older start goes on beside the newer one.
        until(lambda: kit.links.trouble().twins == ("h1",), 30)
        for desk, button in zip(desks, "12", strict=True):
            desk.do(f"press {button}")
        assert sorted(map(str, counts(kit, 2))) == ["1", "2"], "none is lost to the other"
    finally:
        kit.links.close()
        for desk in desks:
            desk.close()


def kept_there(desk: Desk) -> bool:
    """Whether the node has something in flash."""
    return (desk.folder / "kept.txt").exists()


def counts(kit: Referee, number: int, bound_s: float = 10) -> list[str | None]:
    """Wait for this many counted readings; what they were."""
    until(lambda: len(kit.counted) >= number, bound_s)
    return [reading.button or reading.tag for reading in kit.counted]


def test_hands_that_cannot_do_what_is_written_stop_nothing(desk: Desk, kit: Referee) -> None:
    for line in ("", "press", "press 99", "press 1 2", "tag ZZZZZZZZZZ", "tag 12", "battery full", "sing 1"):
        desk.do(line)
    desk.do("press 2")
    assert counts(kit, 1) == ["2"]
    assert desk.process.poll() is None


@pytest.mark.parametrize("python", PYTHONS.values(), ids=PYTHONS)
def test_mistake_in_the_settings_is_told_as_on_a_board(tmp_path: Path, python: str) -> None:
    (tmp_path / "node.json").write_text("{")
    command = [python, FIRMWARE / "fakes" / "desk.py"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline().decode()
        finally:
            process.kill()
    assert said == "node.json cannot be read: look for a missing comma, quote or bracket.\n"


def test_what_waits_while_the_kit_is_away_outlives_the_power(desk: Desk, kit: Referee) -> None:
    desk.do("press 1")
    assert counts(kit, 1) == ["1"]
    desk.pull()
    until(lambda: kit.link("h1") == "silent")
    desk.do("press 3")
    desk.do("press 4")
    until(lambda: b" 4 " in (desk.folder / "kept.txt").read_bytes() if kept_there(desk) else False, 10)
    desk.restart()
    desk.plug()
    assert sorted(map(str, counts(kit, 3)[1:])) == ["3", "4"]
    boots = {reading.frame.boot for reading in kit.counted if reading.frame}
    assert len(boots) == 1, "each under its own number"
    assert [reading.exact for reading in kit.counted] == [True, False, False]
    until(lambda: not kept_there(desk))
    assert kit.links.trouble().twins == ()


def test_node_is_pressed_pulled_and_switched_off_and_on(desk: Desk, kit: Referee) -> None:
    assert abs((kit.links.statuses()["h1"].battery_mv or 0) - 4100) < 20
    desk.do("press 2")
    assert counts(kit, 1) == ["2"]
    until(lambda: desk.buzzed() == 1)
    desk.do("tag 62E3086CED")
    assert counts(kit, 2) == ["2", "62E3086CED"]

    desk.pull()
    until(lambda: kit.link("h1") == "silent")
    desk.do("press 3")
    desk.do("press 4")
    threading.Event().wait(0.7)
    desk.plug()
    assert sorted(map(str, counts(kit, 4)[2:])) == ["3", "4"]
    assert all(reading.arrived - reading.at > 400_000_000 for reading in kit.counted[2:])
    until(lambda: desk.buzzed() == 4)

    boots = {reading.frame.boot for reading in kit.counted if reading.frame}
    assert len(boots) == 1
    desk.restart()
    until(lambda: desk.buzzed() == 0)
    settled(desk)
    kit.verdict = "refused"
    desk.do("press 5")
    assert counts(kit, 5)[4] == "5"
    last = kit.counted[-1].frame
    assert last is not None
    assert last.boot == f"{int(*boots, 16) + 1 & 0xFFFF:04X}"
    until(lambda: desk.buzzed() == 5)
