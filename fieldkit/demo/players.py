"""Simulated players: a whole match of turns, or beside a person; `play` is for a game that brings none."""

import contextlib
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.clock import NS, Clock
from fieldkit.demo.client import Client, View
from fieldkit.demo.stage import Stage
from fieldkit.errors import FieldkitError

PATIENCE_S = 2.0
"""The time (real s) after which they look at the match again: the kit may be away, or somebody was faster."""
MAX_MOVES = 5000
"""A match that goes on for longer has no winner."""

Choice = Callable[[View, Random], Mapping[str, Any] | None]
"""Gives the next command of those who play, None while there is none."""


def play(stage: Stage) -> None:
    """Play a match to its end by what its players may send, by chance. Raises FieldkitError."""
    game = stage.game
    assert game is not None

    def legal(view: View, rng: Random) -> Mapping[str, Any] | None:
        names = [name for name in game.seated if view["can"].get(name)]
        return {"type": rng.choice(names)} if names else None

    play_turns(stage, {"type": game.create, "game": game.name}, legal)


def play_turns(
    stage: Stage, opening: Mapping[str, Any], choose: Choice, pause_s: tuple[float, float] = (0, 0)
) -> View:
    """Play a match to its end, a command every ``pause_s``; return the last view. Raises FieldkitError."""
    client, clock, rng, pause = stage.client, stage.clock, Random(stage.seed), threading.Event()
    client.first_view()
    start, turn = clock.now(), 0
    view = client.do(opening)
    for _ in range(MAX_MOVES):
        if view["number"] > turn:
            turn = view["number"]
            points = ", ".join(f"{side['name']} {side['score']}" for side in view["sides"])
            stage.say(f"Turn {turn}: {points}")
        if view["stage"] == "over":
            seconds = (clock.now() - start) / NS
            stage.say(f"{view['title']} after {turn} turns and {seconds:.0f} s of play.")
            return view
        pause.wait(rng.uniform(*pause_s) / clock.rate)
        command = choose(view, rng)
        if command is None:
            raise FieldkitError("Nobody could do anything.")
        view = client.do(command)
    raise FieldkitError(f"Nobody had won after {MAX_MOVES} moves.")


class Players:
    """Players who send the command that ``choose`` finds, if any, every ``pause_s`` (of the kit's clock)."""

    def __init__(
        self, client: Client, clock: Clock, game: str, choose: Choice, pause_s: tuple[float, float]
    ) -> None:
        self._client, self._clock = client, clock
        self._game, self._choose, self._pause_s = game, choose, pause_s
        self._rng, self._resting = Random(), threading.Event()

    def play_for_ever(self) -> None:
        """Take part in every match of the game, until `rest`."""
        while not self._resting.wait(self._rng.uniform(*self._pause_s) / self._clock.rate):
            view = self._client.view
            if view.get("game") != self._game or view["stage"] == "over":
                continue
            if command := self._choose(view, self._rng):
                with contextlib.suppress(FieldkitError):
                    self._client.do({**command, "round": view["round"]}, PATIENCE_S)

    def rest(self) -> None:
        """Stop, from any thread."""
        self._resting.set()
