"""The battery of a file: its volts, and one sentence, at once, for what is no file with volts."""

import os
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from hardware.fakes.battery import FULL_V, FakeBattery


def test_a_file_tells_the_volts_and_none_is_a_full_battery(tmp_path: Path) -> None:
    file = tmp_path / "battery"
    battery = FakeBattery(file)
    assert battery.read() == FULL_V
    file.write_text("12.25\n", encoding="ascii")
    assert battery.read() == 12.25


@pytest.mark.parametrize("held", ["", "full", "nan", "inf", "1.7e308", "-1", "12,5", "1\xff", "x" * 100_000])
def test_nonsense_is_one_sentence(tmp_path: Path, held: str) -> None:
    file = tmp_path / "battery"
    file.write_text(held, encoding="latin-1")
    with pytest.raises(FieldkitError, match=r"^\S+/battery must hold a voltage such as 12\.8$"):
        FakeBattery(file).read()


def test_a_pipe_and_a_folder_hold_up_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for file in (tmp_path / "pipe", tmp_path):
        with pytest.raises(FieldkitError, match=r"is not a regular file$"):
            FakeBattery(file).read()


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FieldkitError, match=r"cannot be read: Not a directory$"):
        FakeBattery(tmp_path / "file" / "battery").read()
