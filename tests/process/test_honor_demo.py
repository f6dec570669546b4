"""A whole match of Big Game, Big Honor by simulated people, all of it over HTTP."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.process.conftest import Kit

pytestmark = pytest.mark.process


def test_a_match_to_its_end(tmp_path: Path) -> None:
    options = ["--speed", "60", "--seed", "3", "--teams", "6", "--until-over", "--data", str(tmp_path)]
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "big_honor", *options]
    played = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert played.returncode == 0, played.stdout + played.stderr
    assert "Traceback" not in played.stderr
    won = re.search(r"^(\w+) wins after (\d+) turns", played.stdout, re.MULTILINE)
    assert won is not None
    turns = re.findall(rf"^Turn (\d+): .*\b{won[1]} (\d+)", played.stdout, re.MULTILINE)
    assert [int(turn) for turn, _ in turns] == [*range(1, int(won[2]) + 1)]
    # How much the last turn itself brings is up to the players (BH-7).
    assert int(turns[-1][1]) > 0


def test_two_people_are_too_few() -> None:
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "big_honor", "--teams", "2"]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert refused.returncode != 0
    assert "3 to 6 people can play, not 2." in refused.stderr


def test_simulated_players_take_the_turns_of_a_table_that_a_person_opens(new_kit: Kit) -> None:
    """With real dice as well, and they go on after somebody has taken a roll back."""
    new_kit.start("--simulate", "--rate", "20")
    players = [{"id": id} for id in ("red", "blue", "green")]
    new_kit.must("open_table", game="big_honor", players=players, options={"dice": "real"})
    view = new_kit.wait(lambda view: view["number"] > 1)
    rolled = next(line for line in view["recent"] if " rolls " in line["text"])
    _, dry = new_kit.command("strike", seq=rolled["seq"], reason="a slip", dry_run=True)
    new_kit.command(
        "strike", seq=rolled["seq"], reason="a slip", also=[each["seq"] for each in dry["breaks"]]
    )
    new_kit.wait(lambda later: later["number"] > view["number"] + 2)
