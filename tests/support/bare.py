"""The suite as on a machine that has none of the outside programs: ``python -m tests.support.bare``.

They are hidden behind a PATH of links to everything else. Then all tests are collected, so that every file
must be imported without them. What needs them must be left out and named in the list, with the line that
installs it; the fast tests of the files and rooms that start programs at all must end green. All other fast
tests ask for no program, and ``make test-fast`` runs them.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.support.machine import CHROMIUMS, FALLBACK, NEEDS, ROOT, SHELL

HIDDEN = re.compile(
    "|".join(CHROMIUMS)
    + "|Xvfb|firefox-esr|firefox|WebKitWebDriver|node|nodejs|npm|npx|nmcli|shellcheck|systemctl|systemd-.*"
    + "|micropython|faketime|ip|nginx|pg_ctlcluster|initdb|mosquitto|dnsmasq"
)
UNSET = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "FIELDKIT_TEST_ALL")
LEFT = tuple(name for name, need in NEEDS.items() if need.packages)
"""What must be in the list; being root is nothing that can be hidden."""


PROGRAMS = re.compile(r"\bsubprocess\.|\bwhich\(|\bexecv|\bmark\.needs\(")
"""What a file says that starts programs, or asks for one."""


@cache
def starts_programs(test: Path) -> bool:
    """Return True for a file of tests that names programs, or whose room of the product does."""
    room = (ROOT / test.relative_to(ROOT / "tests")).parent
    files = [test, *(room.glob("*.py") if room != ROOT else ())]
    return any(PROGRAMS.search(file.read_text(encoding="utf-8")) for file in files)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """As a part of pytest: leave the fast tests of all other files to ``make test-fast``."""
    kept, left = [], []
    for item in items:
        is_kept = not item.get_closest_marker("fast") or starts_programs(item.path)
        (kept if is_kept else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def link(folder: Path, path: str) -> None:
    """Fill a folder with links to all programs on a PATH that are not hidden; the first of a name counts."""
    for place in path.split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            there = folder / program.name
            if not HIDDEN.fullmatch(program.name) and not there.is_symlink() and os.access(program, os.X_OK):
                there.symlink_to(program)


def bare(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return an environment whose PATH is that folder, with no display and no browser of playwright's."""
    kept = {name: value for name, value in environment.items() if name not in UNSET}
    return kept | {"PATH": str(folder), "PLAYWRIGHT_BROWSERS_PATH": str(folder / "none")}


def untold(said: str, names: Iterable[str] = LEFT) -> list[str]:
    """Return what a run should have said of the things it left out, and did not."""
    wrong = [
        name
        for name in names
        if not re.search(rf"^{name} \({re.escape(NEEDS[name].brings)}\): [1-9]\d* tests$", said, re.MULTILINE)
    ]
    lines = re.findall(r"^To run them too: apt-get install (.+)$", said, re.MULTILINE)
    named = {package for line in lines for package in line.split()}
    for package in (package for name in names for package in NEEDS[name].packages):
        if package not in named and not (package == SHELL and FALLBACK in named):
            wrong.append(f"apt-get install {package}")
    return wrong


def main() -> int:
    """Run it; the exit code of the run, or 1 where the list lacks something."""
    with tempfile.TemporaryDirectory() as place:
        link(Path(place), os.environ["PATH"])
        together = ("--dist", "loadfile", "--no-loadscope-reorder", "-n", str(os.cpu_count() or 2))
        command = [sys.executable, "-m", "pytest", "-p", "tests.support.bare", *together]
        command += ["-m", "needs or fast"]
        environment = bare(os.environ, Path(place))
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            said = []
            for line in process.stdout:
                print(line, end="", flush=True)
                said.append(line)
    if process.returncode:
        return process.returncode
    if wrong := untold("".join(said)):
        print("not told of what was left out:", *wrong, sep="\n    ")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
