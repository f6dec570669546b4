"""A whole match of Big Game, Big Honor by simulated people, all of it over HTTP."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.process


@pytest.mark.parametrize("players", [3, 6])
def test_a_match_to_its_end(tmp_path: Path, players: int) -> None:
    options = [
        "--speed",
        "60",
        "--seed",
        "3",
        "--teams",
        str(players),
        "--until-over",
        "--data",
        str(tmp_path),
    ]
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "big_honor", *options]
    played = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Traceback" not in played.stderr
    won = re.search(r"^Winner: \w+ with (\d+) points, after (\d+) turns", played.stdout, re.MULTILINE)
    assert won is not None
    assert int(won[1]) >= 12
    turns = re.findall(r"^Turn (\d+), ", played.stdout, re.MULTILINE)
    assert turns == [str(number) for number in range(1, int(won[2]))]


def test_two_people_are_too_few() -> None:
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "big_honor", "--teams", "2"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert refused.returncode != 0
    assert "3 to 6 people can play, not 2." in refused.stderr
