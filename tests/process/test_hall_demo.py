"""A whole hall of Catan Big Game by simulated people, all of it over HTTP."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process.conftest import Kit

pytestmark = pytest.mark.process


def demo(*options: str) -> subprocess.CompletedProcess[str]:
    """Run a simulated hall to its end, and return what it says."""
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "big_game", *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)


def test_a_hall_to_its_winner(tmp_path: Path) -> None:
    """Lists and phones, a roll taken back, claims taken back, rejected and tied; then the one who wins."""
    played = demo("--teams", "23", "--speed", "40", "--seed", "3", "--until-over", "--data", str(tmp_path))
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Traceback" not in played.stderr
    won = re.search(r"^Winner: .+ \((.+)\) with 25 points, after (\d+) turns", played.stdout, re.MULTILINE)
    assert won is not None, played.stdout
    turns = [int(n) for n in re.findall(r"^Turn (\d+), (?:Sun|Moon): \d+", played.stdout, re.MULTILINE)]
    assert turns == sorted([*range(1, int(won[2]) + 1), 3])
    for told in (
        "12 boards",
        "18 players registered from a list",
        "5 players registered on their own phones",
    ):
        assert told in played.stdout, told
    for told in (
        "is taken back",
        "claim taken back",
        "claim rejected",
        "Clock stopped",
        "10 s longer",
        "sanction",
    ):
        assert played.stdout.count(told) >= 1, told
    confirmed = re.findall(r"^(.+ (?:Sun|Moon)) .+: 25 points confirmed", played.stdout, re.MULTILINE)
    assert len(confirmed) == 3
    assert won[1] in confirmed
    verified = [sys.executable, "-m", "fieldkit", "verify", "m1", "--data", str(tmp_path)]
    subprocess.run(verified, check=True, timeout=60, capture_output=True)


def test_a_hall_has_twelve_players_at_least() -> None:
    refused = demo("--teams", "11")
    assert refused.returncode != 0
    assert "12 to 3000 people can play, not 11." in refused.stderr


def test_simulated_players_come_to_a_hall_that_a_person_conducts(new_kit: Kit) -> None:
    """One seat stays empty; they call for stewards while the clock runs, and claim nothing too early."""
    new_kit.start("--simulate", "--rate", "30")
    new_kit.must("open_hall", game="big_game", boards=6, options={"turn_seconds": 300})
    new_kit.wait(lambda view: view["seats"]["players"] == 11)
    new_kit.must("next_turn")
    if new_kit.view["phase"] == "seven":
        new_kit.must("go_on")
    view = new_kit.wait(lambda view: any(" calls: " in line["text"] for line in view["recent"]))
    assert view["claims"] == []
