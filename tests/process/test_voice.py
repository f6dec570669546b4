"""The voice of a running kit: what a match announces is said once, also by a referee that was killed."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tests.process.conftest import Kit, until
from tests.support.page_game import games_in

pytestmark = pytest.mark.process

SPOKEN = """    def spoken(self, state, translate):
        from fieldkit.games import Spoken
        said = translate(Message("Turn {n}", {"n": len(state.rolls) + 1}))
        return Spoken(str(len(state.rolls)), said)

    def describe("""


def talking(folder: Path, command: list[str]) -> Kit:
    """A kit whose race announces its turns by this command."""
    found = games_in(folder)
    rules = folder / "race" / "game.py"
    rules.write_text(rules.read_text("utf-8").replace("    def describe(", SPOKEN), encoding="utf-8")
    kit = Kit(folder, **found)
    with kit.settings.open("a", encoding="utf-8") as settings:
        settings.write(f"\n[voice]\ncommand = {json.dumps(command)}\n")
    return kit


def test_each_turn_is_announced_once_also_through_a_restart(tmp_path: Path) -> None:
    told, speak = tmp_path / "told", tmp_path / "speak.sh"
    told.touch()
    speak.write_text(f'echo "$1 $2" >> "{told}"\n', encoding="utf-8")
    kit = talking(tmp_path, ["sh", str(speak), "{language}", "{text}"])

    def lines(count: int) -> list[str]:
        return until(
            lambda: found if len(found := told.read_text("utf-8").splitlines()) >= count else [], 10, "lines"
        )

    try:
        kit.start()
        kit.must("start_race", game="race")
        assert lines(1) == ["en Turn 1"]
        kit.must("roll")
        assert lines(2)[-1] == "en Turn 2"
        before = kit.pid("referee")
        os.kill(before, signal.SIGKILL)
        until(lambda: kit.pid("referee") not in (0, before), 20, "another referee")
        kit.wait(lambda view: view["number"] == 2)
        kit.must("roll")
        assert lines(3) == ["en Turn 1", "en Turn 2", "en Turn 3"]
        assert kit.view["alarms"] == []
    finally:
        kit.end()


def test_a_voice_that_is_missing_is_an_alarm_and_the_match_goes_on(tmp_path: Path) -> None:
    kit = talking(tmp_path, [str(tmp_path / "missing"), "{text}"])
    try:
        kit.start()
        kit.must("start_race", game="race")
        alarm = kit.wait(lambda view: view["alarms"])["alarms"][0]
        assert alarm["id"] == "voice"
        assert (
            alarm["text"] == f"The voice does not speak: {tmp_path / 'missing'}: No such file or directory."
        )
        for turn in range(2, 5):
            kit.must("roll")
            assert kit.view["number"] == turn
        assert [each["id"] for each in kit.view["alarms"]] == ["voice"]
        assert len([line for line in kit.said if "the voice does not speak" in line]) == 1
    finally:
        kit.end()
