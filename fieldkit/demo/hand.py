"""A hand at a virtual hoop: what it does there, and what the kit answered, in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

ANSWER_S = 3.0
"""Patience for an answer of the kit."""
POLL_S = 0.05
VERDICTS = {
    "counted": "counted",
    "held": "held for the referee, who accepts or refuses it",
    "refused": "not counted; the tablet says why",
}
"""The meaning of the kit's answer to a node."""
Control = Callable[[str], Mapping[str, Any]]
"""Takes a line for the virtual field and returns the state of its hoop."""


def act(control: Control, hoop: str, do: str, value: str | None, shown: str | None) -> str:
    """Do something at a hoop and tell what came of it; ``shown`` is the value as people say it.

    Raises FieldkitError for what cannot be done there.
    """
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
