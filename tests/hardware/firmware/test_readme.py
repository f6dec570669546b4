"""The firmware's README holds: its pins are those of the settings files, its commands and frames are good."""

from __future__ import annotations

import json
import re

import main
import pytest
from frames import sealed

from fieldkit.referee.alarms import LOW_MV
from tests.hardware.firmware import FIRMWARE

README = (FIRMWARE / "README.md").read_text(encoding="utf-8")
BOARDS = {
    name: json.loads((FIRMWARE / "boards" / f"{name}.json").read_text())
    for name in ("pico", "esp32", "bridge")
}
ROWS = re.findall(r"^\| `(\w+)` \|(.*)\|$", README, re.MULTILINE)


@pytest.mark.parametrize(("column", "board"), [*enumerate(BOARDS)])
def test_the_table_of_pins_is_that_of_the_settings(column: int, board: str) -> None:
    cells = {name: cells.split("|") for name, cells in ROWS if cells.count("|") == 2}
    told = {name: int(row[column]) for name, row in cells.items() if row[column].strip()}
    assert told == BOARDS[board]["pins"]


def test_every_key_is_explained() -> None:
    explained = {name for name, cells in ROWS if cells.count("|") == 0}
    assert {key for board in BOARDS.values() for key in board} <= explained


def test_every_file_is_told_of_and_there() -> None:
    files = re.findall(r"`([a-z0-9]+\.py)`", README.partition("## The files")[2])
    assert sorted(files) == sorted(path.name for path in FIRMWARE.glob("*.py"))


def test_its_frames_are_right() -> None:
    frames = re.findall(r"^ +(HK1 .*)\*", README, re.MULTILINE)
    assert len(frames) == 3
    for frame in frames:
        assert f"    {sealed(frame).decode()}" in README, sealed(frame)


def test_nothing_of_the_firmware_needs_more_than_a_board_has() -> None:
    known = {path.stem for path in FIRMWARE.glob("*.py")}
    known |= {"sys", "time", "json", "random", "select", "machine", "network", "espnow"}
    known |= {"os", "binascii", "hashlib"}
    for path in FIRMWARE.glob("*.py"):
        code = re.sub(r"^if TYPE_CHECKING:\n(?: .*\n|\n(?= ))+", "", path.read_text(), flags=re.MULTILINE)
        assert set(re.findall(r"^\s*(?:from|import) (\w+)", code, re.MULTILINE)) <= known, path.name


def test_it_names_the_oldest_micropython() -> None:
    oldest = ".".join(map(str, main.OLDEST))
    assert f"runs on MicroPython {oldest} or newer" in README
    assert f"v{oldest}.0.uf2" in README
    assert f"v{oldest}.0.bin" in README
    assert f"put {oldest} or newer" in main.TOO_OLD


def test_a_cell_is_low_where_the_tablet_says_so() -> None:
    assert f"below {LOW_MV} mV the tablet raises an alarm" in README
