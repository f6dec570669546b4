"""A simulated table at a running kit: its people do everything over HTTP, as one tablet would."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.clock import Clock
from fieldkit.demo.client import Client, View
from fieldkit.errors import FieldkitError
from fieldkit.games.big_honor.demo.choices import new_match, next_move

MAX_WAIT_S = 20.0
"""The time (real s) that the kit may take over anything."""
MAX_MOVES = 4000
"""A match that goes on for longer has no winner."""
THINKS_S = (0.4, 2.5)
"""The time (s of the kit's clock) that somebody looks at the table before they do something."""


class Match:
    """One match from its set-up to its confirmed end."""

    def __init__(self, client: Client, clock: Clock, seed: int, say: Callable[[str], None]) -> None:
        self._client, self._clock, self._say = client, clock, say
        self._rng = Random(seed)
        self._pause = threading.Event()

    def play(self, setup: Mapping[str, Any], players: int) -> View:
        """Play to the end and return the last view. Raises FieldkitError."""
        self._client.wait(lambda view: "phase" in view, MAX_WAIT_S, "its first view")
        view = self._send(new_match(setup, players))
        for _ in range(MAX_MOVES):
            move = next_move(view, self._rng)
            if move is None:
                return view
            after = self._send(move)
            if after["number"] != view["number"] and view["number"]:
                self._say(_line(view))
            view = after
            self._pause.wait(self._rng.uniform(*THINKS_S) / self._clock.rate)
        raise FieldkitError(f"Nobody had won after {view['number']} turns.")

    def _send(self, command: Mapping[str, Any]) -> View:
        status, body = self._client.send(command)
        if status != 200:
            said = body["error"]["message"]
            raise FieldkitError(f"The kit answered {command['type']} with {status}: {said}")
        seen = self._client.wait(
            lambda view: view.get("seq", 0) == body["seq"], MAX_WAIT_S, "what it had accepted"
        )
        return seen


def _line(view: View) -> str:
    """Tell a turn in one line: the player, the laurels and the points."""
    names = {side["id"]: side["name"] for side in view["sides"]}
    points = ", ".join(f"{side['name']} {side['score']}" for side in view["sides"])
    who, left = names[view["on_turn"]], view["laurels_left"]
    return f"Turn {view['number']}, {who}: {left} laurels left; points {points}"


def report(view: View, seconds: float) -> list[str]:
    """Tell the end of a match in a few lines."""
    winner = next(side for side in view["sides"] if side["id"] == view["winner"])
    rolls = ", ".join(f"{count} of {total}" for total, count in enumerate(view["sums"], 2))
    won = f"Winner: {winner['name']} with {winner['score']} points"
    return [f"{won}, after {view['number']} turns and {seconds:.0f} s of play.", f"Production rolls: {rolls}"]
