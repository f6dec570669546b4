"""The firmware's checks under CPython, in MicroPython's WebAssembly build and in its unix build."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

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


def all_held(said: list[str]) -> str:
    """Holds what it printed against what was to be; gives back the figures."""
    assert said[-1] == f"{len(CHECKS)} of {len(CHECKS)} checks held", "\n".join(said)
    assert len(said) == 3
    return said[0]


def in_webassembly() -> list[str | Path]:
    """How the checks are run in MicroPython's WebAssembly build."""
    return ["node", Path(__file__).with_name("on_wasm.mjs"), WASM, ROOT]


def in_unix() -> list[str | Path]:
    """How they are run in its unix build."""
    order = f"import sys; sys.path[:0] = {[str(folder) for folder in FOLDERS]}; import on_board; "
    return ["micropython", "-X", "heapsize=16M", "-c", f"{order} on_board.main('{ROOT}/')"]


# The unix build where it is present: Debian carries it from 13 on.
BUILDS = [pytest.param(in_webassembly, id="WebAssembly", marks=pytest.mark.needs("firmware"))]
BUILDS += [pytest.param(in_unix, id="unix")] if shutil.which("micropython") else []


@pytest.mark.parametrize("command", BUILDS)
def test_all_hold_in_micropython(
    command: Callable[[], list[str | Path]], tmp_path: Path, figures: Callable[[str], None]
) -> None:
    figures(f"hoop firmware in MicroPython ({command.__name__}): {all_held(run(command(), tmp_path))}")
