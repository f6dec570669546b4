"""The firmware's checks under CPython, in two of MicroPython's WebAssembly builds and in its unix build."""

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
    """Run a command on a board's Python, and return the lines it prints."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=BOUND_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def all_held(said: list[str]) -> tuple[str, str]:
    """Check that every check held, and return the version and the figures."""
    assert said[-1] == f"{len(CHECKS)} of {len(CHECKS)} checks held", "\n".join(said)
    assert len(said) == 4
    return said[2], said[0]


def in_webassembly(which: str) -> list[str | Path]:
    """How the checks are run in one of MicroPython's WebAssembly builds."""
    return ["node", Path(__file__).with_name("on_wasm.mjs"), WASM[which], ROOT]


def in_unix() -> list[str | Path]:
    """How they are run in its unix build."""
    order = f"import sys; sys.path[:0] = {[str(folder) for folder in FOLDERS]}; import on_board; "
    return ["micropython", "-X", "heapsize=16M", "-c", f"{order} on_board.main('{ROOT}/')"]


@pytest.mark.needs("firmware")
@pytest.mark.parametrize("which", WASM)
def test_all_hold_in_micropythons_webassembly(
    which: str, tmp_path: Path, figures: Callable[[str], None]
) -> None:
    version, told = all_held(run(in_webassembly(which), tmp_path))
    figures(f"hoop firmware in MicroPython {version}, WebAssembly: {told}")
    major, minor = map(int, version.split(".")[:2])
    assert (major, minor) == main.OLDEST if which == "oldest" else (major, minor) > main.OLDEST


# Debian carries the unix build from 13 on.
if shutil.which("micropython"):

    def test_all_hold_in_micropythons_unix_build(tmp_path: Path, figures: Callable[[str], None]) -> None:
        version, told = all_held(run(in_unix(), tmp_path))
        figures(f"hoop firmware in MicroPython {version}, unix: {told}")
