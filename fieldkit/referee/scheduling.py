"""A match that is one of an event: its place in the schedule, named by the command that sets it up.

It stands in the same record as the creation, so that a match never loses its place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import msgspec

from fieldkit.errors import Unknown
from fieldkit.event.documents import Id, MatchId
from fieldkit.journal.record import Scheduled
from fieldkit.messages import GameCommand
from fieldkit.referee.commands import BadCommand, Request, commands_of, wrong_field
from fieldkit.referee.match import Match, after, stamp

MAX_TEAMS = 16
"""The most teams of a scheduled match."""


class ScheduledAs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The field ``scheduled`` of what sets a match up: the event's match, and its team of each side."""

    id: MatchId
    teams: Annotated[dict[str, Id], msgspec.Meta(max_length=MAX_TEAMS)] = {}


def may_be_scheduled(match: Match | None, request: Request) -> bool:
    """Return True if a command may name a scheduled match: the referee's, while nothing has happened."""
    if match is None or request.type not in match.game.commands:
        return False
    return stamp(match).stage == "ready" and commands_of(match.game, request.by) is None


def scheduled_as(request: Request) -> tuple[Request, Scheduled | None]:
    """Split the field ``scheduled`` off a command; raises BadCommand."""
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
    """Return the event of a place in the schedule, if any; raises Unknown for a side that does not play."""
    if scheduled is None:
        return ()
    grown = after(match, order, events)
    sides = {side["id"] for side in grown.game.headline(grown.state, grown.translate)["sides"]}
    if strangers := scheduled.teams.keys() - sides:
        raise Unknown("unknown_side", "There is no side {side} in this match.", side=min(strangers))
    return (scheduled,)
