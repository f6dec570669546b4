"""The surroundings of simulated play: a kit of its own, virtual hoops, teams beside a human referee."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fieldkit.clock import Clock
from fieldkit.demo import simulated_games
from fieldkit.demo.client import Client
from fieldkit.demo.stage import Control, Field, simulated

ANSWER_S = 3.0
"""Patience for an answer of the kit."""
POLL_S = 0.05
VERDICTS = {
    "counted": "counted",
    "held": "held for the referee, who accepts or refuses it",
    "refused": "not counted; the tablet says why",
}
"""The meaning of the kit's answer to a node."""


@contextmanager
def kit_process(
    data: Path, port: int, speed: float, settings: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a kit at a port, ``speed`` times as fast as life, for the block."""
    if settings is None:
        settings = data / "demo.toml"
        settings.write_text('[kit]\nname = "Demonstration"\npins = "mock"\n', encoding="utf-8")
    arguments = ["--settings", str(settings), "--data", str(data), "--port", str(port), "--rate", str(speed)]
    command = [sys.executable, "-m", "fieldkit", "run", *arguments, "--kept-by", str(os.getpid())]
    # A group of its own: Ctrl-C is for the demonstration, which then ends its kit.
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, process_group=0)
    with ended(process):
        yield process


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Run a process for the block."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def simulated_teams(client: Client, field: Field, clock: Clock) -> Iterator[None]:
    """Let teams play the rounds of a human referee in every game that has them, for the block."""
    people = map(simulated, simulated_games())
    crowds = [each.crowd(client, field, clock) for each in people if hasattr(each, "crowd")]
    threads = [threading.Thread(target=each.play_for_ever, name="teams", daemon=True) for each in crowds]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for crowd in crowds:
            crowd.rest()
        for thread in threads:
            thread.join()


def act_at(control: Control, hoop: str, do: str, value: str | None, shown: str | None) -> str:
    """Do something at a hoop and tell what came of it, ``shown`` for the value. Raises FieldkitError."""
    state = control(" ".join(word for word in (hoop, do, value) if word))
    if do not in ("press", "tag"):
        return f"Hoop {hoop}: {_told(state)}."
    what = f"{shown} pressed" if do == "press" else f"tag {value} shown to the reader"
    if not state["plugged"]:
        return f"Hoop {hoop}: {what}; the kit hears it when the cable is back."
    return f"Hoop {hoop}: {what}: {_answer(control, hoop, state)}."


def _answer(control: Control, hoop: str, state: Mapping[str, Any]) -> str:
    """Return the kit's answer to the newest frame of a node; a bare reader gets none."""
    if "seq" not in state:
        return "sent"
    number, last = state["seq"], time.monotonic() + ANSWER_S
    while str(number) not in state["verdicts"] and time.monotonic() < last:
        time.sleep(POLL_S)
        state = control(f"{hoop} state")
    if number in state["waiting"]:
        return "the kit has not answered; the hoop sends it again until it does"
    return VERDICTS.get(state["verdicts"].get(str(number), ""), "taken by the kit")


def _told(state: Mapping[str, Any]) -> str:
    if not state["plugged"]:
        return "its cable is out"
    waiting = len(state.get("waiting", ()))
    return f"plugged in, {waiting} waiting for an answer" if waiting else "plugged in, nothing waits"
