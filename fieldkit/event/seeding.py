"""The teams of the finals: filled in from the results as soon as they are known, and never stored.

So a corrected result moves the right team up. What a final was played with stands in its own record.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fieldkit.event import finals
from fieldkit.event.documents import PLACE, PlannedMatch, Result, Schedule
from fieldkit.event.standings import Standings
from fieldkit.event.state import EventState


def known_schedule(state: EventState, found: Mapping[str, Result], table: Standings) -> Schedule:
    """Return the schedule with the teams of its finals in place, as far as they are known.

    The places of the standings are known once nothing can change them but people: every match before the
    finals has its confirmed result, and lots are drawn among those of whom not all play the same final. With
    finals in it, every
    decision gives it another version, since any may bring a team into one.
    """
    if not any(each.stage == "final" for each in state.schedule.matches):
        return state.schedule
    order = [row.team for row in table.rows]
    is_final = not unsettled(state.schedule, found)
    known = finals.known(state.schedule, order if is_final else None, found.values(), table.undrawn)
    return msgspec.structs.replace(known, version=state.n)


def unsettled(schedule: Schedule, found: Mapping[str, Result]) -> list[PlannedMatch]:
    """Return the matches before the finals that still have no result that counts."""
    return [
        each
        for each in schedule.matches
        if each.stage != "final" and not each.called_off
        if each.id not in found or not found[each.id].confirmed
    ]


def blocking(known: Schedule, found: Mapping[str, Result], table: Standings) -> list[tuple[str, ...]]:
    """Return the teams that lots must tell apart before a final of the schedule can begin."""
    if unsettled(known, found):
        return []
    waiting = {
        int(team.removeprefix(PLACE))
        for each in known.matches
        if not each.called_off
        for team in each.teams
        if team.startswith(PLACE)
    }
    there = [row.team for row in table.rows if row.team not in known.absent]
    places = {team: place for place, team in enumerate(there, 1)}
    return [group for group in table.undrawn if any(places.get(team) in waiting for team in group)]
