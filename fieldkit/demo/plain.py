"""The simulated people of a game that brings none: they send what its players may send, by chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from fieldkit.demo.client import View
from fieldkit.demo.stage import Stage
from fieldkit.errors import FieldkitError

PATIENCE_S = 30


def play(stage: Stage) -> None:
    """Play a match to its end and say who has won. Raises FieldkitError."""
    assert stage.game is not None
    stage.client.wait(lambda view: "stage" in view, PATIENCE_S, "its first view")
    command, rng = {"type": stage.game.create, "game": stage.game.name}, Random(stage.seed)
    while True:
        status, done = stage.client.send(command)
        if status != 200:
            raise FieldkitError(f"The kit refused {command['type']}: {done['error']['message']}")
        view = stage.client.wait(_shows(done["seq"]), PATIENCE_S, "what it accepted")
        if view["stage"] == "over":
            winner = max(view["sides"], key=lambda side: side["score"])
            stage.say(f"Winner: {winner['name']}")
            return
        legal = [name for name in stage.game.seated if view["can"].get(name)]
        if not legal:
            raise FieldkitError("Nobody could do anything.")
        command = {"type": rng.choice(legal)}


def _shows(seq: int) -> Callable[[View], bool]:
    return lambda view: view["seq"] >= seq
