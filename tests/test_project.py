"""The project as a whole: what is installed, what is written down, and what no file may mention."""

import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fieldkit

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS: Any = PROJECT["tool"]["setuptools"]
TOPS = ("fieldkit", "hardware", "web")
UNITS = "fieldkit/units/"
NOT_INSTALLED = (
    "hardware/firmware/",
    "hardware/wiring/",
    *(UNITS + name for name in ("README", "bundle", "card", "install", "locked/")),
    *(room + "README.md" for room in ("fieldkit/", "fieldkit/journal/", "hardware/", "web/")),
)
"""What is for the bench, for other machines than the kit's, and for those who change the kit."""
MADE = re.compile(r"__pycache__|build|dist|.*\.egg-info|\.(?!ci$|gitignore$).*")
"""Names of files and folders that tools make: they are not the project's."""
MACHINE = re.compile(r"/(?<![\w.~-]/)(work|root)\b")
HOSTS = ("pypi.", "pythonhosted", "npmjs", "crates.io", "proxy.golang", "jfrog", "artifactory", "nexus")


def _files(folder: Path) -> Iterator[Path]:
    """All files of the project in a folder."""
    for path in sorted(folder.iterdir()):
        if MADE.fullmatch(path.name):
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def _listed() -> set[str]:
    """Return the files that pyproject.toml says are installed, by the rules of setuptools."""
    found: set[str] = set()
    packages = {file.parent for top in TOPS for file in (ROOT / top).rglob("__init__.py")}
    left_out = tuple(
        name.replace(".", "/").removesuffix("*") for name in SETUPTOOLS["packages"]["find"]["exclude"]
    )
    for path in packages:
        folder = path.relative_to(ROOT).as_posix()
        if folder.startswith(left_out):
            continue
        package = folder.replace("/", ".")
        for pattern in ("*.py", *SETUPTOOLS["package-data"].get(package, ())):
            found |= {
                f"{folder}/{name}" for name in glob.glob(pattern, root_dir=ROOT / folder, recursive=True)
            }
    return {name for name in found if (ROOT / name).is_file()}


def _built(folder: Path) -> set[str]:
    """Build from a copy, and return the files that setuptools puts into a wheel."""
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for top in TOPS:
        shutil.copytree(ROOT / top, folder / top, ignore=shutil.ignore_patterns("__pycache__"))
    build = "import setuptools; setuptools.setup()"
    command = [sys.executable, "-W", "ignore", "-c", build, "-q", "build_py", "--build-lib", "built"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=60)
    return {path.relative_to(folder / "built").as_posix() for path in _files(folder / "built")}


@pytest.mark.slow
def test_an_installed_kit_has_all_its_files(tmp_path: Path) -> None:
    there = {path.relative_to(ROOT).as_posix() for top in TOPS for path in _files(ROOT / top)}
    wanted = {name for name in there if not name.startswith(NOT_INSTALLED)}
    assert {"web/templates/referee.html", "fieldkit/icons/ore.svg", "fieldkit/py.typed"} <= wanted
    assert _listed() == wanted
    # A virtual environment of Python 3.12 and later has no setuptools of its own.
    if importlib.util.find_spec("setuptools"):
        assert _built(tmp_path) == wanted


def test_the_changelog_tells_of_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, re.MULTILINE)
    assert newest is not None
    assert newest[1] == fieldkit.__version__


def _named(text: str) -> list[str]:
    """Return the machines and registries that a text names."""
    small = text.lower()
    return [hit[0] for hit in MACHINE.finditer(text)] + [host for host in HOSTS if host in small]


def test_no_file_names_a_machine_or_a_registry() -> None:
    found = []
    for path in _files(ROOT):
        # A compressed picture may spell anything; a journal must not tell where it was written.
        if path == Path(__file__) or path.suffix == ".png":
            continue
        text = path.read_bytes().decode("latin-1")
        found += [f"{path.relative_to(ROOT)}: {named}" for named in _named(text)]
    assert found == []


def test_the_search_for_machines_and_registries_finds_them() -> None:
    assert _named("see " + "/work/" + "kit")
    assert _named('"' + "/root" + '"')
    assert not _named("frame/work, :root, /workers, ../work")
    assert _named("https://PyPI.org/simple") == ["pypi."]


@pytest.mark.parametrize("goal", ["run", "demo", "event", "test-fast"])
def test_only_the_tests_have_to_wait_for_what_they_need(tmp_path: Path, goal: str) -> None:
    """On a machine on which nothing is there yet."""
    locks = (f"systemd/locked/{name}.txt" for name in ("kit", "extras", "tests"))
    for name in ("Makefile", "pyproject.toml", *locks):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    asked = subprocess.run(
        ["make", "--dry-run", goal, "ON_A_PI="],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    installs = [line for line in asked.stdout.splitlines() if "pip install" in line]
    assert any("locked/kit.txt" in line for line in installs)
    assert any("locked/extras.txt" in line for line in installs) == (goal == "event")
    assert any("locked/tests.txt" in line for line in installs) == goal.startswith("test")


def test_ci_runs_the_checks_and_the_whole_suite() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True, timeout=10)
    lines = script.read_text(encoding="utf-8").splitlines()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "    make test " in readme
    assert "make lint" in lines
    suite = next(at for at, line in enumerate(lines) if line.startswith("make test ||"))
    assert lines.index("again make test-bare") < lines.index("export FIELDKIT_TEST_ALL=1") < suite
    assert suite < lines.index("again make vm")
    assert any("set -e" in line for line in lines)
