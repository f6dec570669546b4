"""Full-Contact Catan by simulated people: a whole match, or teams for a human referee."""

from __future__ import annotations

from random import Random

from fieldkit.clock import NS, Clock
from fieldkit.demo.client import Client
from fieldkit.demo.stage import Field, Stage
from fieldkit.errors import FieldkitError
from fieldkit.games.full_contact.demo.choices import new_match
from fieldkit.games.full_contact.demo.players import Figures, Match, Teams, lateness, report

__all__ = ["crowd", "play"]

MAX_TEAMS = 4
MIN_TEAMS = 3


def play(stage: Stage) -> None:
    """Play a match to its end and say how it went. Raises FieldkitError."""
    named = stage.scheduled["teams"] if stage.scheduled else ()
    teams = len(named) or stage.sides or MAX_TEAMS
    if not MIN_TEAMS <= teams <= MAX_TEAMS:
        raise FieldkitError(f"{MIN_TEAMS} or {MAX_TEAMS} teams can play, not {teams}.")
    match = Match(stage.client, stage.field, stage.clock, stage.seed, stage.say)
    start = stage.clock.now()
    hoops = [hoop["id"] for hoop in stage.setup["hoops"] if hoop["start"]]
    view = match.play(new_match(teams, hoops, stage.seed, stage.scheduled))
    seconds = (stage.clock.now() - start) / NS
    for line in report(view, match.figures, seconds, lateness(stage.journal)):
        stage.say(line)


def crowd(client: Client, field: Field, clock: Clock) -> Teams:
    """Teams for the rounds of a human referee."""
    return Teams(client, field, clock, Random(), Figures())
