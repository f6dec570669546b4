"""Catan Big Game by simulated people: a whole hall, or players in a hall that somebody conducts."""

from __future__ import annotations

from fieldkit.clock import NS, Clock
from fieldkit.demo.client import Client
from fieldkit.demo.crowd import Players
from fieldkit.demo.stage import Field, Stage
from fieldkit.errors import FieldkitError
from fieldkit.games.big_game.demo.players import SPEAKS_S, Hall, joined, report

MIN_PLAYERS, USUAL_PLAYERS, MAX_PLAYERS = 12, 1100, 3000


def play(stage: Stage) -> None:
    """Conduct a hall to its winner and say how it went. Raises FieldkitError."""
    people = stage.sides or USUAL_PLAYERS
    if not MIN_PLAYERS <= people <= MAX_PLAYERS:
        raise FieldkitError(f"{MIN_PLAYERS} to {MAX_PLAYERS} people fill a hall, not {people}.")
    start = stage.clock.now()
    view = Hall(stage.client, stage.clock, stage.seed, stage.say).play(people)
    for line in report(view, (stage.clock.now() - start) / NS):
        stage.say(line)


def crowd(client: Client, field: Field, clock: Clock) -> Players:
    """Return the players of a hall that somebody opens and conducts."""
    return Players(client, clock, joined, SPEAKS_S)
