"""The firmware's checks under CPython, in two of MicroPython's WebAssembly builds and in its unix build."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import main
import on_board
import pytest

from tests.hardware.firmware import FOLDERS, ROOT
from tests.support.machine import WASM

CHECKS = on_board.checks()
BOUND_S = 120


@pytest.mark.parametrize("name", sorted(name for name in CHECKS if not name.startswith("noisy_line")))
def test_check_holds_under_cpython(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    CHECKS[name]()


def run(command: list[str | Path], folder: Path) -> list[str]:
    """What a board's Python prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=BOUND_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def all_held(said: list[str]) -> tuple[str, str]:
    """Holds what it printed against what was to be; gives back the version and the figures."""
    assert said[-1] == f"{len(CHECKS)} of {len(CHECKS)} checks held", "\n".join(said)
    assert len(said) == 4
    return said[2], said[0]


@pytest.mark.needs("firmware")
@pytest.mark.parametrize("which", WASM)
def test_all_hold_in_micropythons_webassembly(
    which: str, tmp_path: Path, figures: Callable[[str], None]
) -> None:
    command: list[str | Path] = ["node", Path(__file__).with_name("on_wasm.mjs"), WASM[which], ROOT]
    version, told = all_held(run(command, tmp_path))
    figures(f"hoop firmware in MicroPython {version}, WebAssembly: {told}")
    major, minor = map(int, version.split(".")[:2])
    assert (major, minor) == main.OLDEST if which == "oldest" else (major, minor) > main.OLDEST


# Debian carries the unix build from 13 on.
@pytest.mark.skipif(not shutil.which("micropython"), reason="there is no MicroPython for unix here")
def test_all_hold_in_micropythons_unix_build(tmp_path: Path, figures: Callable[[str], None]) -> None:
    order = f"import sys; sys.path[:0] = {[str(folder) for folder in FOLDERS]}; import on_board; "
    command: list[str | Path] = [
        "micropython",
        "-X",
        "heapsize=16M",
        "-c",
        f"{order} on_board.main('{ROOT}/')",
    ]
    version, told = all_held(run(command, tmp_path))
    figures(f"hoop firmware in MicroPython {version}, unix: {told}")
