"""Tests beside each other: what stays together, what comes first and what is fast."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.machine import ROOT

QUICK = """
import os, pathlib, pytest

@pytest.fixture(scope="module")
def shared():
    with (pathlib.Path(__file__).parent / "made").open("a") as file:
        file.write(f"{__name__}\\n")

@pytest.mark.parametrize("n", range(6))
def test_one(shared, n): pass

@pytest.mark.alone
def test_two(): pass
"""
SLOW = (
    QUICK
    + """
@pytest.mark.slow
def test_three(): pass
"""
)
MARKS = "[pytest]\nmarkers = needs\n    alone\n    slow\n    fast\n    process\n    browser\n"


def few(folder: Path, *more: str) -> str:
    """Run three files by two workers, and return what the run says."""
    for name, text in (("test_a", QUICK), ("test_b", QUICK), ("test_c", SLOW)):
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "pytest.ini").write_text(MARKS, encoding="utf-8")
    plugins = ("-p", "tests.support.together", "-p", "no:cacheprovider", "-p", "no:schemathesis")
    command = [sys.executable, "-m", "pytest", *plugins]
    return subprocess.run(
        [*command, "--rootdir", str(folder), *more, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    ).stdout


@pytest.mark.slow
def test_a_file_stays_together_and_what_takes_long_comes_first(tmp_path: Path) -> None:
    assert "22 passed" in few(tmp_path, "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
    made = (tmp_path / "made").read_text().splitlines()
    assert sorted(made) == ["test_a", "test_b", "test_c"]
    assert made.index("test_c") < 2


@pytest.mark.slow
def test_fast_is_what_is_not_known_to_be_slow(tmp_path: Path) -> None:
    assert "18 passed" in few(tmp_path, "-m", "fast")
