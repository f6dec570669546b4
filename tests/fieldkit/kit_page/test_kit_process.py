"""The kit page in a kit that runs: real processes, lines and pins, and a referee that is killed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.process.conftest import TEAMS, Kit, until

pytestmark = pytest.mark.process


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Kit]:
    made = Kit(tmp_path)
    made.start()
    try:
        yield made
    finally:
        made.end()


def order(kit: Kit, do: str, **fields: Any) -> Any:
    """Return an order that has to be done; the new view."""
    status, view = kit.ask("POST", "/api/kit", {"do": do, **fields})
    assert status == 200, view
    return view


def look(kit: Kit) -> Any:
    """Return the kit page's view."""
    return kit.ask("GET", "/api/kit")[1]


def grades(kit: Kit) -> dict[str, str]:
    return {item["check"]: item["grade"] for item in look(kit)["check"]["items"]}


def hoop(kit: Kit, *words: str) -> None:
    """Act on a virtual hoop."""
    command = [sys.executable, "-m", "fieldkit", "hoop", *words, "--data", str(kit.data)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def test_check_and_lesson_in_a_running_kit(kit: Kit) -> None:
    until(lambda: look(kit)["hoops"][0]["link"] == "ok", 10, "the hoops")
    order(kit, "check")
    order(kit, "blast", blast="ready")
    order(kit, "answer", check="blast", well=True)
    os.kill(kit.pid("whistle"), signal.SIGUSR1)
    until(lambda: grades(kit)["button-start"] == "pass", 10, "the start button")
    os.kill(kit.pid("whistle"), signal.SIGUSR2)
    until(lambda: grades(kit)["button-stop"] == "pass", 10, "the stop button")
    hoop(kit, "h1", "press", "wood")
    until(lambda: grades(kit).get("hoop-h1") == "pass", 10, "the press at the hoop")
    until(lambda: grades(kit).get("disk") == "pass", 20, "what the kit finds by itself")
    assert grades(kit)["whistle"] == "pass"
    assert "/referee" in next(
        item["says"] for item in look(kit)["check"]["items"] if item["check"] == "address"
    )
    assert [one["name"] for one in look(kit)["inputs"]] == ["h1", "stop", "start"]
    verdict = order(kit, "check_end")["check"]["verdict"]
    assert verdict == "warn"
    order(kit, "learn")
    hoop(kit, "h2", "tag", "AABBCCDD01")
    until(lambda: look(kit)["lesson"]["learned"] == 1, 10, "the tag")
    assert "AABBCCDD01" in (kit.data / "tags.toml").read_text()
    # The check waits for its match also where the referee dies.
    referee = kit.pid("referee")
    os.kill(referee, signal.SIGKILL)
    until(lambda: kit.pid("referee") not in (0, referee), 20, "another referee")
    kit.phase("setup", seconds=20)
    view = look(kit)
    assert (view["check"]["verdict"], view["lesson"], view["stage"]) == ("warn", None, "setup")
    kit.must("create_match", game="full_contact", teams=TEAMS)
    command = [sys.executable, "-m", "fieldkit", "export", "m1", "--format", "json", "--data", str(kit.data)]
    until(lambda: b'"checked"' in subprocess.run(command, capture_output=True).stdout, 10, "the check")
    exported = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    assert [each["input"]["type"] for each in exported] == ["command", "checked"]


def test_a_stop_button_that_opens_passes_its_check_too(tmp_path: Path) -> None:
    kit = Kit(tmp_path)
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write("[buttons]\nstop_opens = true\n")
    kit.start()
    try:
        order(kit, "check")
        assert grades(kit)["button-stop"] == "open"
        os.kill(kit.pid("whistle"), signal.SIGUSR2)
        until(lambda: grades(kit)["button-stop"] == "pass", 10, "the stop button")
        assert [one["name"] for one in look(kit)["inputs"]] == ["stop"]
        assert kit.ask("GET", "/api/health")[1]["stop"] == "ok"
    finally:
        kit.end()
