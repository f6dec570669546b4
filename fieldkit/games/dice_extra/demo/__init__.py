"""The dice game by simulated people: a whole match, or players beside a human referee."""

from __future__ import annotations

import contextlib
import threading
from random import Random

from fieldkit.clock import Clock
from fieldkit.demo.client import Client, View
from fieldkit.demo.stage import Field, Stage
from fieldkit.errors import FieldkitError
from fieldkit.games.dice_extra.demo.choices import COLOURS, GAME, choice, new_match

__all__ = ["crowd", "play"]

MIN_PLAYERS = 2
THINKING_S = 1.0
"""Time between two decisions of a simulated player, in seconds of the kit's clock."""
MAX_WAIT_S = 10.0
MAX_MOVES = 5000


def play(stage: Stage) -> None:
    """Play a match to its end and say how it went. Raises FieldkitError."""
    players = stage.sides or len(COLOURS)
    if not MIN_PLAYERS <= players <= len(COLOURS):
        raise FieldkitError(f"{MIN_PLAYERS} to {len(COLOURS)} people can play, not {players}.")
    _send(stage.client, new_match(players))
    table, rng = Table(stage.client, stage.clock), Random(stage.seed)
    turn = 0
    for _ in range(MAX_MOVES):
        view = table.move(rng)
        if view["number"] > turn:
            turn = view["number"]
            stage.say(_line(view))
        if view["stage"] == "over":
            stage.say(f"{view['title']} after {view['number']} turns.")
            return
    raise FieldkitError(f"Nobody had won after {MAX_MOVES} moves.")


def crowd(client: Client, field: Field, clock: Clock) -> Table:
    """Players who take every turn of a match that somebody sets up."""
    return Table(client, clock)


class Table:
    """The people around the table, as they act at a kit."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client, self._clock = client, clock
        self._resting = threading.Event()

    def move(self, rng: Random) -> View:
        """Make one decision for the player on turn; return the view after it."""
        view = self._client.wait(lambda view: view["game"] == GAME, MAX_WAIT_S, "a match of the dice game")
        if view["stage"] == "over":
            return view
        self._resting.wait(THINKING_S / self._clock.rate)
        seq = view["seq"]
        _send(self._client, choice(view, rng))
        return self._client.wait(lambda view: view["seq"] != seq, MAX_WAIT_S, "the move")

    def play_for_ever(self) -> None:
        """Take every turn of every match, until `rest`."""
        rng = Random()
        while not self._resting.is_set():
            view = self._client.view
            if view.get("game") == GAME and view["stage"] != "over":
                # Somebody at a screen may be faster, or the kit away: then they look at the table again.
                with contextlib.suppress(FieldkitError):
                    self.move(rng)
                    continue
            self._resting.wait(THINKING_S)

    def rest(self) -> None:
        """Stop, from any thread."""
        self._resting.set()


def _send(client: Client, command: dict[str, object]) -> None:
    status, answer = client.send(command)
    if status != 200:
        raise FieldkitError(f"The kit refused {command['type']}: {answer['error']['message']}")


def _line(view: View) -> str:
    points = ", ".join(f"{side['name']} {side['score']}" for side in view["sides"])
    return f"Turn {view['number']}: {points}"
