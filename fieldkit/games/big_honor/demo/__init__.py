"""Big Game, Big Honor by simulated people: a whole match, or players at a table that somebody opens."""

from __future__ import annotations

from fieldkit.clock import NS, Clock
from fieldkit.demo.client import Client
from fieldkit.demo.crowd import Players
from fieldkit.demo.stage import Field, Stage
from fieldkit.errors import FieldkitError
from fieldkit.games.big_honor.demo.choices import GAME, next_move
from fieldkit.games.big_honor.demo.players import THINKS_S, Match, report

MIN_PLAYERS, USUAL_PLAYERS, MAX_PLAYERS = 3, 4, 6


def play(stage: Stage) -> None:
    """Play a match to its end and say how it went. Raises FieldkitError."""
    players = stage.sides or USUAL_PLAYERS
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise FieldkitError(f"{MIN_PLAYERS} to {MAX_PLAYERS} people can play, not {players}.")
    start = stage.clock.now()
    view = Match(stage.client, stage.clock, stage.seed, stage.say).play(stage.setup, players)
    for line in report(view, (stage.clock.now() - start) / NS):
        stage.say(line)


def crowd(client: Client, field: Field, clock: Clock) -> Players:
    """Return players who take every turn of a match that somebody sets up."""
    return Players(
        client, clock, lambda view, rng: next_move(view, rng) if view.get("game") == GAME else None, THINKS_S
    )
