"""What a newcomer does without hardware: presses hoops and buttons by commands, and reads what came of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.process.conftest import Kit

pytestmark = pytest.mark.process


def told(kit: Kit, *words: str) -> str:
    """What a command says."""
    arguments = ["--settings", str(kit.settings), "--data", str(kit.data)]
    command = [sys.executable, "-m", "fieldkit", *words, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def test_a_hoop_and_the_buttons_answer_in_words(kit: Kit) -> None:
    kit.create(round_seconds=30)
    refused = "Hoop h1: wood pressed: not counted; the tablet says why."
    assert told(kit, "hoop", "h1", "press", "wood") == refused
    assert told(kit, "button", "start") == "The start button was pressed."
    kit.phase("round")
    assert told(kit, "hoop", "h1", "press", "wood") == "Hoop h1: wood pressed: counted."
    assert [each["kind"] for each in kit.view["counted"]] == ["wood"]
    assert told(kit, "button", "stop") == "The stop button was pressed."
    kit.phase("stopped")
    assert told(kit, "hoop", "h1", "state") == "Hoop h1: plugged in, nothing waits."


def test_a_kit_that_starts_does_not_miss_itself(kit: Kit) -> None:
    assert not any("no link" in line for line in kit.said), kit.said
