"""A simulated table at a running kit: its people do everything over HTTP, as one tablet would."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from fieldkit.clock import Clock
from fieldkit.demo.client import Client, View
from fieldkit.errors import FieldkitError
from fieldkit.games.big_honor.demo.choices import GAME, new_match, next_move

MAX_WAIT_S = 20.0
"""The time (real s) that the kit may take over anything."""
LOOKS_AGAIN_S = 2.0
"""The time (real s) after which players beside a person look at the table again."""
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


class Players:
    """People who take every turn of a match that somebody sets up."""

    def __init__(self, client: Client, clock: Clock, rng: Random) -> None:
        self._client, self._clock, self._rng = client, clock, rng
        self._resting = threading.Event()

    def play_for_ever(self) -> None:
        """Take every turn of every match, until `rest`."""
        while not self._resting.wait(self._rng.uniform(*THINKS_S) / self._clock.rate):
            view = self._client.view
            move = next_move(view, self._rng) if view.get("game") == GAME else None
            if move:
                # Somebody at a screen may be faster, or the kit away: then they look at the table again.
                with contextlib.suppress(FieldkitError):
                    self._send(move | {"round": view["round"]})

    def _send(self, command: Mapping[str, Any]) -> None:
        status, body = self._client.send(command, LOOKS_AGAIN_S)
        if status == 200:
            self._client.wait(
                lambda view: view.get("seq", 0) >= body["seq"], LOOKS_AGAIN_S, "what it had accepted"
            )

    def rest(self) -> None:
        """Stop, from any thread."""
        self._resting.set()


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
    return [
        f"{won}, after {view['number']} turns and {seconds:.0f} s of play.",
        f"Production rolls: {rolls}",
    ]
