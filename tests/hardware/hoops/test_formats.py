"""The lists of wire formats agree: what settings allow is what is read, and what a virtual hoop speaks."""

from pathlib import Path
from typing import get_args

import pytest

from fieldkit.cli.commands import main
from fieldkit.settings import NODE_PROTOCOLS, WireFormat
from hardware.fakes.devices import DEVICES
from hardware.hoops.formats import FORMATS

NAMES = set(get_args(WireFormat))


def test_everything_the_settings_allow_is_read_and_spoken() -> None:
    assert set(FORMATS) == NAMES
    assert set(DEVICES) == NAMES


def test_the_settings_know_whose_frames_name_their_hoop() -> None:
    assert {name for name, form in FORMATS.items() if form.nodes} == NODE_PROTOCOLS


@pytest.mark.parametrize("command", ["run", "settings"])
def test_a_format_that_nothing_reads_is_refused_before_anything_starts(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(FORMATS, "hk1")
    file = tmp_path / "kit.toml"
    file.write_text("[[links]]\nport = '/dev/x'\nprotocol = 'hk1'", encoding="utf-8")
    data = ["--data", str(tmp_path)] if command == "run" else []
    assert main([command, "--settings", str(file), *data]) == 1
    said = capsys.readouterr().err
    assert said == f"{file}: [links] 1 protocol: hk1: nothing reads this wire format yet\n"
