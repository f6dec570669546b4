"""The kit as a process: what it says, what it restarts, and what it leaves behind."""

import http.client
import os
import shlex
import signal
import socket
import subprocess
import sys
import time

import pytest

from hardware.fakes.virtual_field import control
from tests.process.conftest import PARTS, PIN, Kit, gone, until
from tests.support.machine import patience

pytestmark = pytest.mark.process


def health(kit: Kit) -> bool:
    try:
        return kit.ask("GET", "/api/health")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def can_be_had(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def test_it_says_where_it_is_and_what_stands_in(new_kit: Kit) -> None:
    new_kit.start()
    assert new_kit.line("Referee").split()[1] == f"http://127.0.0.1:{new_kit.port}/referee"
    assert new_kit.line("PIN  ").split()[1] == PIN
    until(lambda: new_kit.line("Act on them"), 10, "what stands in")
    said = new_kit.said
    after = said[said.index(new_kit.line("Spectators")) :]
    for words in ("SIMULATED PINS", "button start --data", "VIRTUAL HOOPS", "hoop h1 press wood --data"):
        assert any(words in line for line in after), words
    hint = shlex.split(new_kit.line("button start").partition(": ")[2])
    assert not any("kill" in line for line in said)
    # The console does not wait for the last of them.
    until(lambda: all(map(new_kit.pid, PARTS)), 10, "all its processes")
    pressed = subprocess.run(hint, check=True, capture_output=True, text=True, timeout=60)
    assert pressed.stdout == "The start button was pressed.\n"
    pids = [new_kit.pid(part) for part in PARTS]
    assert new_kit.end() == 0
    assert all(gone(pid) for pid in pids)
    assert not any("Traceback" in line for line in new_kit.said)


def test_what_dies_comes_back(new_kit: Kit) -> None:
    new_kit.start()
    for part in PARTS:
        dead = new_kit.signal(part, signal.SIGKILL)
        until(lambda part=part, dead=dead: new_kit.pid(part) not in (0, dead), 10, f"another {part}")  # type: ignore[misc]
    until(lambda: health(new_kit), 15, "health")
    assert new_kit.create()["phase"] == "ready"


@pytest.mark.alone
def test_another_kit_is_refused(new_kit: Kit) -> None:
    new_kit.start()

    def another(data: str, port: int) -> str:
        command = [sys.executable, "-m", "fieldkit", "run", "--data", data, "--port", str(port)]
        started = time.monotonic()
        ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert time.monotonic() - started < 5
        assert ended.returncode == 1
        assert ended.stderr.count("\n") == 1
        return ended.stderr

    assert "already runs on the data folder" in another(str(new_kit.data), 0)
    assert f"port {new_kit.port}" in another(str(new_kit.data.parent / "other"), new_kit.port)
    assert health(new_kit)


def test_nothing_outlives_a_killed_supervisor_but_a_round(new_kit: Kit) -> None:
    new_kit.start()
    new_kit.create()
    closes = new_kit.open()["clock"]["ends_at"]
    pids = {part: new_kit.pid(part) for part in PARTS}
    # Even a process that hangs must let the port go.
    os.kill(pids["referee"], signal.SIGSTOP)
    new_kit.kill()
    until(lambda: gone(pids["referee"]) and gone(pids["scoreboard"]), 5, "their end")
    until(lambda: can_be_had(new_kit.port), 3, "the port, free")
    assert abs(new_kit.sounded("close", closes)) < 100
    until(lambda: gone(pids["whistle"]), 5, "the whistle's end after the round")


@pytest.mark.alone
def test_a_killed_kit_can_be_started_anew_at_once(new_kit: Kit) -> None:
    new_kit.start()
    # Long enough for a slow machine: a referee that comes back after the round leaves its end to people.
    new_kit.create(round_seconds=round(4 * patience()))
    closes = new_kit.open()["clock"]["ends_at"]
    new_kit.kill()
    new_kit.start()
    assert new_kit.view["round"] == 1
    assert abs(new_kit.sounded("close", closes, 15)) < 100
    new_kit.phase("break")
    assert len([name for _, name in new_kit.blasts() if name == "close"]) == 1


def test_a_restart_logs_nobody_out_and_keeps_the_match(new_kit: Kit) -> None:
    new_kit.start()
    new_kit.create()
    match = new_kit.view["match"]
    assert new_kit.end() == 0
    new_kit.start()
    assert (new_kit.view["match"], new_kit.view["phase"]) == (match, "ready")


def test_ended_in_a_round_it_sounds_the_stop_and_comes_back_stopped(new_kit: Kit) -> None:
    """FC-16: a round that was opened ends by sound, also where somebody ends the kit."""
    new_kit.start()
    new_kit.create(round_seconds=60)
    opened = new_kit.open()["now"]
    assert new_kit.end() == 0
    assert [name for at, name in new_kit.blasts() if at > opened][-1] == "stop"
    new_kit.start()
    new_kit.phase("stopped")


def test_simulated_teams_play_the_rounds_a_person_starts(new_kit: Kit) -> None:
    new_kit.start("--simulate")
    new_kit.create()
    new_kit.open()
    view = new_kit.phase("break")
    assert len(view["counted"]) >= 3
    states = [control(new_kit.data / "hoops", f"h{number} state") for number in range(1, 11)]
    verdicts = [verdict for state in states for verdict in state["verdicts"].values()]
    assert verdicts.count("counted") == len(view["counted"])


@pytest.mark.slow
def test_a_whistle_that_hangs_while_it_sounds_is_ended_and_its_round_too(new_kit: Kit) -> None:
    """It is silent for longer than its unit allows; people hear the end of the round from the next one."""
    new_kit.start()
    new_kit.create()
    new_kit.must("start_round")
    until(lambda: new_kit.trace.read_text().endswith(" 1\n"), 10, "the opening blast")
    hung = new_kit.signal("whistle", signal.SIGSTOP)
    until(lambda: gone(hung), 20, "the end of a hung whistle")
    new_kit.wait(lambda view: "whistle-hung" in [alarm["id"] for alarm in view["alarms"]])
    assert new_kit.line("The whistle process hangs; ending it.")
    opened, went_off, *ending = until(lambda: sounded(new_kit, 3), 20, "the end of the round")
    assert [opened, went_off, ending[0]] == [True, False, True]
    view = new_kit.phase("break")
    assert (view["round"], view["kit"]["whistle"]) == (1, "late")


def sounded(kit: Kit, edges: int) -> list[bool]:
    lines = kit.trace.read_text().splitlines()
    return [line.endswith(" 1") for line in lines] if len(lines) >= edges else []
