"""What a newcomer does without hardware: presses hoops and buttons by commands, and reads what came of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fieldkit.service.console import code_for
from tests.process.conftest import PIN, Kit

pytestmark = pytest.mark.process


def told(kit: Kit, *words: str) -> str:
    """Return what a command says."""
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


def test_a_terminal_shows_a_code_that_brings_the_tablet_in(tmp_path: Path) -> None:
    near, far = os.openpty()
    (tmp_path / "kit.toml").write_text(f'[kit]\npins = "mock"\n[web]\nhost = "127.0.0.1"\npin = "{PIN}"')
    arguments = ["--settings", str(tmp_path / "kit.toml"), "--data", str(tmp_path), "--port", "0"]
    command = [sys.executable, "-m", "fieldkit", "run", *arguments]
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    process = subprocess.Popen(command, stdout=far, stderr=far, env=environment, start_new_session=True)
    os.close(far)
    said = ""
    try:
        while "joins by this code" not in said:
            said += os.read(near, 65536).decode(errors="replace")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        os.close(near)
    lines = said.replace("\r", "").splitlines()
    address = next(line.split()[1] for line in lines if line.strip().startswith("Referee "))
    assert code_for(f"{address}#pin={PIN}") in "\n".join(lines)
