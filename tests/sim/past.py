"""Puts faults of the past back, one by one, into a copy of the kit, and tells how soon the world finds each.

``python -m tests.sim.past`` tries all of ``past/``; each file is a patch to the product as it is now.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "past"
PARTS = ("fieldkit", "hardware", "web", "tests", "pyproject.toml")


def main() -> int:
    """Try the faults that the command line names, or all; return 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim.past", description=__doc__)
    parser.add_argument("number", nargs="*", help="the numbers of faults")
    parser.add_argument("--seeds", type=int, default=200, help="give up after this many seeds")
    given = parser.parse_args()
    faults = sorted(FOLDER.glob("*.patch"))
    chosen = [each for each in faults if not given.number or each.name.split("-")[0] in given.number]
    found = 0
    for fault in chosen:
        began = time.monotonic()
        said = tried(fault, given.seeds)
        found += bool(said)
        print(f"{fault.stem}: {said or 'not found'} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{found} passed, {len(chosen) - found} failed")
    return 0 if found == len(chosen) else 1


def tried(fault: Path, seeds: int) -> str:
    """Return what the world says with this fault in it; nothing if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, copy / part, ignore=shutil.ignore_patterns("__pycache__", "pictures"))
            else:
                shutil.copyfile(source, copy / part)
        subprocess.run(["git", "apply", fault], cwd=copy, check=True, timeout=60)
        environ = os.environ | {"PYTHONPATH": folder, "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-m", "tests.sim", "--seeds", str(seeds), "--first"]
        ended = subprocess.run(
            command, cwd=copy, env=environ, capture_output=True, text=True, timeout=3600, check=False
        )
        lines = [line for line in ended.stdout.splitlines() if line.startswith("seed ")]
        return lines[0] if lines else "" if ended.returncode == 0 else ended.stderr[-200:]


if __name__ == "__main__":
    sys.exit(main())
