"""A round in which something dies, hangs or stalls: the closing whistle and the record do not care."""

import contextlib
import os
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.fakes.virtual_field import control
from tests.process.conftest import Kit, until
from tests.support.machine import patience

pytestmark = pytest.mark.process
LATE_MS = 300
"""Enough to tell on time from late on a busy machine; how exact the whistle is stands in the benchmarks."""


def acknowledged(kit: Kit) -> int:
    """How many TAG and BTN frames the kit has acknowledged so far, over all its hoops."""
    states = [control(kit.data / "hoops", f"h{number} state") for number in range(1, 11)]
    return sum(len(state["verdicts"]) for state in states)


def press(kit: Kit, hoop: str, times: int = 1) -> None:
    for _ in range(times):
        control(kit.data / "hoops", f"{hoop} press 1")


def restarted(kit: Kit, name: str, dead: int) -> int:
    return until(lambda: (pid := kit.pid(name)) != dead and pid, 10, f"another {name}")


def the_round(view: dict[str, Any]) -> tuple[str, int]:
    return view["match"], view["round"]


@pytest.mark.alone
def test_a_killed_referee_rejoins_the_round(kit: Kit) -> None:
    # Long enough for a slow machine: a referee that comes back after the round leaves its end to people.
    kit.create(round_seconds=round(3 * patience()))
    before, opened = acknowledged(kit), kit.open()
    press(kit, "h1", 2)
    press(kit, "h2")
    until(lambda: acknowledged(kit) == before + 3, 5, "three answers")
    answered = kit.must("deposit", hoop="h3", kind="ore", id="by hand")
    dead = kit.signal("referee", signal.SIGKILL)
    press(kit, "h3")
    restarted(kit, "referee", dead)
    view = kit.phase("round", "grace", seconds=3)
    assert the_round(view) == the_round(opened)
    assert abs(kit.sounded("close", opened["clock"]["ends_at"])) < LATE_MS
    view = kit.phase("break")
    balls = Counter((each["hoop"], each["kind"]) for each in view["counted"])
    assert balls == {("h1", "wood"): 2, ("h2", "wood"): 1, ("h3", "ore"): 1, ("h3", "wood"): 1}
    assert kit.must("deposit", hoop="h3", kind="ore", id="by hand") == answered
    assert kit.view["seq"] == view["seq"]
    began = opened["clock"]["ends_at"] - opened["clock"]["total"]
    assert [name for at, name in kit.blasts() if at > began - 500] == ["open", "close"]


def test_a_hung_referee_does_not_hold_the_whistle(kit: Kit) -> None:
    # The closing blast alone is longer than this grace.
    kit.create(grace_seconds=0.5)
    opened = kit.open()
    press(kit, "h1")
    pid = kit.signal("referee", signal.SIGSTOP)
    try:
        press(kit, "h2")
        assert abs(kit.sounded("close", opened["clock"]["ends_at"])) < LATE_MS
    finally:
        os.kill(pid, signal.SIGCONT)
    view = kit.phase("break")
    assert the_round(view) == the_round(opened)
    assert [each["hoop"] for each in view["counted"]].count("h1") == 1
    # Its moment lay in the round, but it came after the grace: the referee decides (FC-11).
    view = kit.wait(lambda view: view["pending"])
    assert [each["hoop"] for each in view["pending"]] == ["h2"]
    assert kit.pid("referee") == pid


@pytest.mark.alone
def test_a_killed_whistle_sounds_the_end_all_the_same(kit: Kit) -> None:
    kit.create()
    opened = kit.open()
    dead = kit.signal("whistle", signal.SIGKILL)
    restarted(kit, "whistle", dead)
    assert abs(kit.sounded("close", opened["clock"]["ends_at"])) < LATE_MS
    assert the_round(kit.phase("break")) == the_round(opened)


def test_the_buttons_start_and_stop_a_round(kit: Kit) -> None:
    kit.create()
    kit.signal("whistle", signal.SIGUSR1)
    view = kit.phase("round", seconds=3)
    assert not view["bare"]
    kit.sounded("open", view["clock"]["ends_at"] - 3000)
    kit.signal("whistle", signal.SIGUSR2)
    kit.phase("stopped", seconds=3)


@pytest.mark.parametrize("stopped", [False, True])
def test_a_bare_round_is_taken_into_the_record(kit: Kit, stopped: bool) -> None:
    kit.create()
    pid = kit.signal("referee", signal.SIGSTOP)
    try:
        pressed = time.monotonic() * 1000
        kit.signal("whistle", signal.SIGUSR1)
        late = kit.sounded("open", pressed + 300)
        assert abs(late) < LATE_MS
        if stopped:
            threading.Event().wait(1.2)
            kit.signal("whistle", signal.SIGUSR2)
            until(lambda: kit.blasts()[-1][1] == "stop", 3, "the stop")
        else:
            kit.sounded("close", pressed + 300 + late + 3000)
    finally:
        os.kill(pid, signal.SIGCONT)
    view = kit.phase("stopped" if stopped else "break")
    assert (view["round"], view["bare"]) == (1, True)
    kit.must("void_round")
    assert kit.phase("ready")["round"] == 0


@pytest.mark.parametrize("button", [False, True])
def test_a_stop_cuts_the_opening_blast_short_and_sounds(kit: Kit, button: bool) -> None:
    kit.create(round_seconds=20)
    kit.open()
    threading.Event().wait(0.4)
    asked = time.monotonic() * 1000
    if button:
        kit.signal("whistle", signal.SIGUSR2)
    else:
        kit.must("stop_round")
    assert kit.sounded("stop", asked) < LATE_MS
    kit.phase("stopped")


@contextlib.contextmanager
def hanging_disk(kit: Kit) -> Iterator[None]:
    """Nobody else can write to the journal meanwhile."""
    with contextlib.closing(sqlite3.connect(kit.data / "journal.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_the_stop_does_not_wait_for_the_disk(kit: Kit) -> None:
    kit.create(round_seconds=20)
    kit.sounded("open", kit.open()["clock"]["ends_at"] - 20_000)
    threading.Event().wait(1.2)
    answers: list[tuple[int, dict[str, Any]]] = []
    asking = threading.Thread(target=lambda: answers.append(kit.command("stop_round", reason="injury")))
    with hanging_disk(kit):
        asked = time.monotonic() * 1000
        asking.start()
        assert kit.sounded("stop", asked) < LATE_MS
        asking.join(10)
        assert answers[0][0] == 503
        assert "stopped, not yet recorded" in answers[0][1]["error"]["message"]
    view = kit.phase("stopped")
    assert any("injury" in line["text"] for line in view["recent"]), view["recent"]
    assert 15_000 < view["clock"]["remaining"] < 20_000


def test_a_hanging_disk_refuses_commands_and_keeps_the_round(kit: Kit) -> None:
    kit.create()
    opened = kit.open()
    with hanging_disk(kit):
        status, body = kit.command("note", text="a foul")
        assert (status, body["error"]["code"]) == (503, "not_stored")
        assert body["error"]["message"]
        assert abs(kit.sounded("close", opened["clock"]["ends_at"])) < LATE_MS
    kit.phase("break")
    kit.must("note", text="the disk is back")
    assert kit.wait(lambda view: view["kit"]["disk"] == "ok")["alarms"] == []
