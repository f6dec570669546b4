"""What the project takes from others: declared where it is imported, and locked with versions and hashes."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fieldkit.extras import MODULES
from tests.support.imports import imports

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OWN = {"fieldkit", "hardware", "web", "tests"}
KIT = [Requirement(line) for line in PROJECT["dependencies"]]
EXTRAS = {
    name: [Requirement(line) for line in PROJECT["optional-dependencies"][name]] for name in ("hub", "mqtt")
}
"""What only a hub or MQTT imports."""
ALL = [*KIT, *(each for requirements in EXTRAS.values() for each in requirements)]
TESTS = [Requirement(line) for line in PROJECT["optional-dependencies"]["test"]]
FLASK = {"werkzeug", "jinja2", "markupsafe", "itsdangerous", "click"}
"""What flask is made of: its interface hands on their classes, and it names their oldest versions."""
NOT_IMPORTED = {
    "lgpio": "gpiozero drives a Pi's pins with it",
    "fontpkg-barlow-condensed": "its fonts are found by their entry point",
    "fontpkg-atkinson-hyperlegible": "likewise",
}
BENCH = ("hardware/firmware/", "hardware/wiring/")
"""What runs on a board or draws for the bench, and is not installed."""


def _imported(files: Iterator[Path]) -> dict[str, str]:
    """Return the foreign packages that files import, by their modules, and one file of each."""
    found: dict[str, str] = {}
    for file in files:
        for module, _ in imports(file.read_text(encoding="utf-8")):
            found.setdefault(module.partition(".")[0], str(file.relative_to(ROOT)))
    return {name: file for name, file in found.items() if name not in {*sys.stdlib_module_names, *OWN, ""}}


BROUGHT = cache(packages_distributions)
"""The packages that bring each module; asked once."""


def _declared_as(module: str) -> set[str]:
    """Return the packages that bring a module."""
    return {str(canonicalize_name(name)) for name in BROUGHT().get(module, [module])}


def _names(requirements: list[Requirement]) -> set[str]:
    return {str(canonicalize_name(each.name)) for each in requirements}


def _python(*tops: str) -> Iterator[Path]:
    for top in tops:
        for file in sorted((ROOT / top).rglob("*.py")):
            if not file.relative_to(ROOT).as_posix().startswith(BENCH):
                yield file


def test_what_the_kit_imports_is_declared_and_nothing_else_is() -> None:
    imported = _imported(_python("fieldkit", "hardware", "web"))
    declared = _names(ALL) | FLASK
    missing = {module: file for module, file in imported.items() if not _declared_as(module) & declared}
    assert missing == {}
    brought = set().union(*map(_declared_as, imported))
    assert _names(ALL) - brought == set(NOT_IMPORTED)
    assert brought >= FLASK
    assert len(KIT) <= 18


def test_flask_brings_what_it_is_made_of() -> None:
    ahead, found = ["flask"], set[str]()
    while ahead:
        name = canonicalize_name(ahead.pop())
        if name not in found:
            found.add(str(name))
            needs = map(Requirement, requires(name) or ())
            ahead += [
                each.name for each in needs if each.marker is None or each.marker.evaluate({"extra": ""})
            ]
    assert found >= FLASK


def test_every_extra_is_tested_and_known() -> None:
    assert PROJECT["optional-dependencies"]["server"] == ["fieldkit[hub]"]
    (own,) = (each for each in TESTS if each.name == "fieldkit")
    assert own.extras == set(EXTRAS) == set(MODULES)
    for name, requirements in EXTRAS.items():
        assert set().union(*map(_declared_as, MODULES[name])) >= _names(requirements)


WITHOUT = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys({names}))
for top in ("fieldkit", "hardware", "web"):
    for found in pkgutil.walk_packages([top], top + "."):
        if not found.name.startswith({aside}) or found.name == "fieldkit.hub.settings":
            importlib.import_module(found.name)
"""
ASIDE = (
    *("fieldkit.hub.", "web.hub."),
    *(f"fieldkit.uplink.{name}" for name in ("mqtt", "session", "client")),
    *("fieldkit.__main__", "hardware.firmware", "hardware.wiring"),
)
"""The modules that import an extra, the one that runs when it is imported, and the bench."""


@pytest.mark.process
def test_a_kit_imports_no_extra() -> None:
    names = [module for modules in MODULES.values() for module in modules]
    code = WITHOUT.format(names=names, aside=ASIDE)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_the_tests_and_the_bundle_import_is_declared() -> None:
    imported = _imported(_python("tests", "systemd"))
    folders = (ROOT / "hardware" / "firmware", ROOT / "tests" / "hardware" / "firmware", ROOT / "systemd")
    boards = {file.stem for folder in folders for file in folder.rglob("*.py")} | {"micropython", "network"}
    missing = {
        module: file
        for module, file in imported.items()
        if module not in boards and not _declared_as(module) & (_names([*ALL, *TESTS]) | FLASK)
    }
    assert missing == {}


def _locked(name: str) -> dict[str, tuple[Requirement, list[str]]]:
    """Return what a lock file holds, by package, each with its hashes."""
    text = (ROOT / "systemd" / "locked" / name).read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            said, *hashes = line.split(" --hash=")
            need = Requirement(said.strip())
            found[str(canonicalize_name(need.name))] = need, [each.strip() for each in hashes]
    return found


@pytest.mark.parametrize(
    ("name", "needed"), [("kit.txt", KIT), ("extras.txt", ALL), ("tests.txt", [*ALL, *TESTS])]
)
def test_the_lock_names_one_version_of_each_and_its_hashes(name: str, needed: list[Requirement]) -> None:
    locked = _locked(name)
    for need, hashes in locked.values():
        assert re.fullmatch(r"==[\w.+!]+", str(need.specifier)), need
        assert hashes, need
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), need
    for wanted in needed:
        if wanted.name == "fieldkit":
            continue
        assert canonicalize_name(wanted.name) in locked, f"{wanted.name}: run make lock"
        version = str(locked[str(canonicalize_name(wanted.name))][0].specifier).removeprefix("==")
        assert wanted.specifier.contains(version), f"{wanted}: run make lock"


def test_all_is_tested_with_the_versions_that_a_bundle_brings() -> None:
    kit, extras, tests = (
        {name: str(need.specifier) for name, (need, _) in _locked(file).items()}
        for file in ("kit.txt", "extras.txt", "tests.txt")
    )
    assert kit.items() <= extras.items() <= tests.items()
    assert not kit.keys() & {"sqlalchemy", "alembic", "paho-mqtt", "psycopg", "scipy"}


def test_checks_and_bundle_take_only_what_is_locked() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--require-hashes --requirement systemd/locked/tests.txt" in made
    assert "pip install --quiet --no-deps --no-build-isolation --editable ." in made
    bundle = (ROOT / "systemd" / "bundle.py").read_text(encoding="utf-8")
    assert '"--require-hashes"' in bundle
