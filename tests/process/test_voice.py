"""The voice of a running kit: what a match announces is said once, also by a referee that was killed."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.process.conftest import Kit, until
from tests.support.page_game import games_in

pytestmark = pytest.mark.process

SPOKEN = """    def spoken(self, state, translate):
        from fieldkit.games import Spoken
        from fieldkit.phrases import Message
        said = translate(Message("Turn {n}", {"n": state.turn}))
        return (Spoken(str(state.turn), said),)

    def view("""

SLOW_SPEAKER = """import signal, sys, time
text, begun = sys.argv[1], time.monotonic_ns()
print(text, file=open("{told}.begun", "a"))
def end(*_):
    with open("{told}", "a") as file:
        print(begun, time.monotonic_ns(), text, file=file)
    sys.exit()
signal.signal(signal.SIGTERM, end)
time.sleep(0.06 * len(text))
end()
"""


def lines(told: Path) -> list[dict[str, Any]]:
    """Return what a slow speaker has said so far, each with its beginning and its end (ns)."""
    found = [line.split(" ", 2) for line in told.read_text("utf-8").splitlines()]
    return [{"from": int(begun), "until": int(ended), "text": text} for begun, ended, text in found]


def edges(trace: Path) -> list[int]:
    """Return the moments (ns) at which the siren was switched, on and off in turn."""
    return [int(line.split()[0]) for line in trace.read_text("utf-8").splitlines()]


def talking(folder: Path, command: list[str]) -> Kit:
    """Return a kit whose race announces its turns by this command."""
    found = games_in(folder)
    rules = folder / "race" / "game.py"
    rules.write_text(rules.read_text("utf-8").replace("    def view(", SPOKEN), encoding="utf-8")
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


def test_a_match_is_spoken_between_its_blasts_and_never_over_one(tmp_path: Path) -> None:
    """FC-17: the voice's own moments against the whistle's edges, both on the machine's one clock."""
    told, speak = tmp_path / "told", tmp_path / "speak.py"
    told.touch()
    # A voice that takes as long as one does: 60 ms a character. What is broken off says no end.
    speak.write_text(SLOW_SPEAKER.format(told=told), encoding="utf-8")
    kit = Kit(tmp_path)
    with kit.settings.open("a", encoding="utf-8") as settings:
        settings.write(f'\n[voice]\ncommand = ["{sys.executable}", "{speak}", "{{text}}"]\n')
    try:
        kit.start()
        kit.create(round_seconds=3, grace_seconds=0, break_seconds=18)
        kit.must("start_round")
        until(lambda: len(lines(told)) == 2, 30, "the points and ten seconds")
        kit.must("start_round")
        begun = told.with_name("told.begun")
        until(lambda: len(begun.read_text("utf-8").splitlines()) == 3, 30, "the next points")
        # A round that starts in the middle of a line breaks it off.
        kit.must("start_round")
        kit.phase("break")
        blasts = edges(kit.trace)
    finally:
        kit.end()
    found = lines(told)
    assert [line["text"].split()[0] for line in found[:3]] == ["Points:", "10", "Points:"]
    spoken_for = [line["until"] - line["from"] for line in found[:3]]
    assert spoken_for[2] < spoken_for[0]
    assert len(blasts) >= 2 * (3 * (1 + 1) + 3)
    for line in found:
        for on, off in zip(blasts[::2], blasts[1::2], strict=False):
            assert line["until"] < on or off < line["from"], (line, on, off)
