"""A match that is one of an event: what a command that sets it up may say of the schedule, in every game.

It stands in the same record as the creation, so there is no moment at which a match has lost its place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import msgspec

from fieldkit.errors import Unknown
from fieldkit.event.documents import Id, MatchId
from fieldkit.journal.record import Scheduled
from fieldkit.messages import GameCommand
from fieldkit.referee.commands import BadCommand, Request, wrong_field
from fieldkit.referee.match import Match, after

MAX_TEAMS = 16
"""How many teams a scheduled match has at most."""


class ScheduledAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The field ``scheduled`` of what sets a match up: the event's match, and its team of each side."""

    id: MatchId
    teams: Annotated[dict[str, Id], msgspec.Meta(max_length=MAX_TEAMS)] = {}


def scheduled_as(request: Request) -> tuple[Request, Scheduled | None]:
    """A command without its field ``scheduled``, and what that says; raises BadCommand."""
    if "scheduled" not in request.fields:
        return request, None
    fields = dict(request.fields)
    try:
        given = msgspec.convert(fields.pop("scheduled"), ScheduledAs)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field(f"{request.type}: scheduled", wrong)) from None
    return replace(request, fields=fields), Scheduled(given.id, given.teams)


def fitting(
    scheduled: Scheduled | None, match: Match, order: GameCommand, events: tuple[Any, ...]
) -> tuple[Scheduled, ...]:
    """The event of what was said of the schedule; raises Unknown for a side that does not play."""
    if scheduled is None:
        return ()
    grown = after(match, order, events)
    sides = {side["id"] for side in grown.game.headline(grown.state, grown.translate)["sides"]}
    if strangers := scheduled.teams.keys() - sides:
        raise Unknown("unknown_side", "No side {side} plays in this match.", side=min(strangers))
    return (scheduled,)
