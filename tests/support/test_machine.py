"""What the tests need of the machine: what is missing is named, and so is the line that brings it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import screens
from tests.support.bare import LEFT, bare, link, untold
from tests.support.machine import CHROMIUMS, NEEDS, ROOT, SHELL, cures, missing, packages, to_install

TESTS = """
import pytest

@pytest.fixture
def browser():
    raise AssertionError("never made where there is none")

@pytest.fixture
def playwright():
    raise AssertionError("never made where there is no browser to drive")

def test_page(browser): pass

def test_page_of_an_own_browser(playwright): pass

@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.needs("screen", "network")
def test_window(n): pass

def test_network(): pytest.skip("the moon stands ill")

def test_sum(): assert 1 + 1 == 2
"""


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a PATH on which nothing is."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(folder))
    return folder


def program(folder: Path, name: str) -> None:
    """Put a program onto the PATH."""
    (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("name", NEEDS)
def test_every_need_tells_what_it_brings_and_how_to_get_it(name: str) -> None:
    assert NEEDS[name].brings
    assert NEEDS[name].packages or NEEDS[name].cure


def test_an_empty_machine_lacks_every_package(empty: Path) -> None:
    assert set(missing(list(NEEDS))) >= set(LEFT)
    assert to_install(list(NEEDS)) == packages(list(NEEDS))
    assert cures(["browser", "screen"]) == ["To run them too: apt-get install chromium-headless-shell xvfb"]


@pytest.mark.parametrize("name", CHROMIUMS)
def test_any_chromium_is_a_browser(empty: Path, name: str) -> None:
    program(empty, name)
    assert missing(["browser", "screen"]) == ["screen"]
    assert packages(["browser", "screen"]) == ["xvfb"]


def test_a_distribution_without_the_small_chromium_is_told_the_other(empty: Path) -> None:
    assert to_install(["browser", "units"], lambda package: package != SHELL) == ["chromium", "systemd"]


def test_a_word_that_is_no_need_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        missing(["telescope"])


def pytest_in(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Return a run of those few tests on a machine without anything."""
    (folder / "test_few.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = needs\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.left_out"]
    command += ["-p", "no:cacheprovider", "-p", "no:schemathesis"]
    environment = {name: value for name, value in os.environ.items() if name != "FIELDKIT_TEST_ALL"}
    return subprocess.run(
        [*command, "--rootdir", str(folder), str(folder / "test_few.py")],
        cwd=ROOT,
        env=environment | more,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
def test_what_is_left_out_is_listed_by_name_and_count(empty: Path, tmp_path: Path) -> None:
    done = pytest_in(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    said = [line for line in done.stdout.splitlines() if line]
    start = next(n for n, line in enumerate(said) if "left out on this machine: 5 tests" in line)
    assert said[start + 1 : start + 10] == [
        "browser (the pages in a real Chromium): 2 tests",
        "       2 in test_few.py",
        "network (the hotspot, as NetworkManager takes it): 2 tests",
        "       2 in test_few.py",
        "screen (the scoreboard's window on a real X screen): 2 tests",
        "       2 in test_few.py",
        "the moon stands ill: 1 tests",
        "       1 in test_few.py",
        "To run them too: apt-get install chromium-headless-shell xvfb network-manager",
    ]


@pytest.mark.slow
def test_where_all_is_wanted_what_is_missing_is_a_failure(empty: Path, tmp_path: Path) -> None:
    done = pytest_in(tmp_path, FIELDKIT_TEST_ALL="1")
    assert done.returncode == 1
    assert "1 failed, 1 passed, 4 errors" in done.stdout
    assert "left out, though FIELDKIT_TEST_ALL=1 wants all: this machine lacks: browser" in done.stdout


def test_the_bench_measures_the_rest_where_there_is_no_browser(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screens, "_scoreboard", lambda: "the scoreboard's figures")
    assert screens.run() == [
        "tap on a purchase to the changed page: left out, no browser",
        "To run them too: apt-get install chromium-headless-shell",
        "the scoreboard's figures",
    ]


def test_a_bare_path_hides_what_is_outside_and_nothing_else(tmp_path: Path) -> None:
    there, folder = tmp_path / "there", tmp_path / "folder"
    for each in (there, folder):
        each.mkdir()
    for name in ("chromium", "node", "systemd-analyze", "systemctl", "nodejs-tool", "sh", "make"):
        program(there, name)
    (there / "notes").write_text("no program", encoding="utf-8")
    link(folder, f"{there}:{there}:{tmp_path / 'nowhere'}")
    assert sorted(path.name for path in folder.iterdir()) == ["make", "nodejs-tool", "sh"]
    environment = bare({"PATH": "/bin", "DISPLAY": ":0", "FIELDKIT_TEST_ALL": "1", "HOME": "/h"}, folder)
    assert set(environment) == {"PATH", "HOME", "PLAYWRIGHT_BROWSERS_PATH"}
    assert environment["PATH"] == str(folder)


def test_a_list_that_lacks_something_is_noticed() -> None:
    said = f"screen ({NEEDS['screen'].brings}): 2 tests\nTo run them too: apt-get install xvfb chromium\n"
    assert untold(said, ["screen"]) == []
    assert untold("To run them too: apt-get install chromium\n" + said, ["screen"]) == []
    assert untold(said.replace("2 tests", "0 tests"), ["screen"]) == ["screen"]
    assert untold(said, ["browser"]) == ["browser"]
    assert untold("", ["screen", "browser"]) == [
        "screen",
        "browser",
        "apt-get install xvfb",
        "apt-get install chromium-headless-shell",
    ]
