"""A whole match of the dice game by simulated people, all of it over HTTP."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process


def demo(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "dice_extra", "--speed", "60", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)


def test_a_match_to_its_end(tmp_path: Path) -> None:
    played = demo("--seed", "3", "--teams", "2", "--until-over", "--data", str(tmp_path))
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Traceback" not in played.stderr
    turns = re.findall(r"^Turn (\d+): ", played.stdout, re.MULTILINE)
    assert turns == [str(number) for number in range(1, len(turns) + 1)]
    assert re.search(
        rf"^(Red|Blue) won after {len(turns)} turns and \d+ s of play\.$", played.stdout, re.MULTILINE
    )


def test_one_person_is_too_few() -> None:
    assert "2 to 4 people can play, not 1." in demo("--teams", "1", "--until-over").stderr
