"""The consequences at this moment of an event's state and of what the fields sent, for those who decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fieldkit.event.documents import Result, Schedule
from fieldkit.event.seeding import known_schedule
from fieldkit.event.standings import Points, Standings, standings
from fieldkit.event.state import CORRECTED, EventState, results
from fieldkit.hub.derive import Outcome, scheduled_of, version
from fieldkit.hub.settings import EventTable


@dataclass(frozen=True, slots=True)
class Facts:
    """An event as it stands: ``playing`` has the scheduled match of each field that plays one.

    ``schedule`` is the one that was decided, with the teams of finals in place; ``people`` is how many have
    to confirm a result.
    """

    state: EventState
    outcomes: tuple[Outcome, ...]
    results: Mapping[str, Result]
    standings: Standings
    schedule: Schedule
    playing: Mapping[str, str]
    people: int

    @property
    def fixed(self) -> frozenset[str]:
        """The ids of the matches that are played or playing: no change of the schedule touches them."""
        played = (id for id, one in self.results.items() if one.scores)
        return frozenset((*played, *self.playing.values()))

    def counts(self, scheduled: str) -> str:
        """Return the id of the version or correction that counts as a match's result, or ""."""
        result = self.results.get(scheduled)
        if result is None or not result.confirmed:
            return ""
        if result.correction is not None:
            return correction_id(self.state, scheduled)
        found, sayers = "", dict[str, set[str]]()
        for made, said in self.state.confirmations.get(scheduled, ()):
            if made.version is not None:
                sayers.setdefault(made.id, set()).add(said.by)
                if len(sayers[made.id]) >= self.people:
                    found = made.id
        return found

    def sayers(self, scheduled: str, id: str) -> set[str]:
        """Return who has said that a version or correction is the result; who corrects says so by it."""
        told = {said.by for made, said in self.state.confirmations.get(scheduled, ()) if made.id == id}
        number, correction = self.state.corrections.get(scheduled, (0, None))
        if correction is not None and id == f"{CORRECTED}{number}":
            told.add(correction.by)
        return told


def follow(event: EventTable, state: EventState, outcomes: Sequence[Outcome]) -> Facts:
    """Return what follows from what was decided and from what the matches came to."""
    versions = [told for each in outcomes if (told := version(state, each)) is not None]
    found = results(state, versions, event.confirm)
    rules = Points(event.points_of_four, event.points_of_three)
    table = standings(state.teams.teams, state.schedule, list(found.values()), rules, state.draws)
    playing: dict[str, str] = {}
    for each in outcomes:
        id = scheduled_of(state, each)
        if not id or each.generation != state.generations.get(each.field):
            continue
        if each.summary.over:
            playing.pop(each.field, None)
        elif id not in found:
            playing[each.field] = id
    schedule = known_schedule(state, found, table)
    return Facts(state, tuple(outcomes), found, table, schedule, playing, event.confirm)


def correction_id(state: EventState, scheduled: str) -> str:
    """Return what the correction of a match is confirmed by; empty where there is none."""
    number, correction = state.corrections.get(scheduled, (0, None))
    return "" if correction is None else f"{CORRECTED}{number}"
