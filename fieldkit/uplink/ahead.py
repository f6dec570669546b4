"""The next matches of a field: the scheduled ones that it can set up next, with their teams in order."""

import threading
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from fieldkit.errors import FieldkitError
from fieldkit.event.documents import MatchId, PlannedMatch, Stage
from fieldkit.event.timetable import starts, when
from fieldkit.journal.reading import reading
from fieldkit.uplink.state import EventName, FieldName, HeldEvent

MOST = 12
"""The number of matches that are shown ahead."""
_LOOKED_BACK = 200
"""In how many of the newest matches of the journal one looks for what was set up."""
_SET_UP = """SELECT events FROM records WHERE match = ? AND events LIKE '%"Scheduled"%' ORDER BY id"""


class TeamAhead(msgspec.Struct, frozen=True):
    """A team of the event as a set-up takes it, ``here`` unless it is known to be absent."""

    team: str
    name: str
    colour: str = ""
    mark: str = ""
    players: tuple[str, ...] = ()
    club: str = ""
    here: bool = True


class MatchAhead(msgspec.Struct, frozen=True):
    """A match that may be set up, or was ``set_up`` before; ``anywhere``: on the next field that is free."""

    id: str
    slot: int
    title: str
    round: int
    stage: Stage
    starts: str
    anywhere: bool
    set_up: bool
    teams: tuple[TeamAhead, ...]


class Ahead(msgspec.Struct, frozen=True):
    """The event of a field, what is next there, and by what options it was played; without one nothing."""

    event: EventName | None = None
    field: FieldName | None = None
    next: tuple[MatchAhead, ...] = ()
    played_by: Mapping[str, Mapping[str, Any]] = {}


def ahead(held: HeldEvent | None, set_up: Collection[str]) -> Ahead:
    """Return what a field can set up next: those that were not set up here first, by their time."""
    if held is None:
        return Ahead()
    found = [
        made
        for planned in held.schedule.matches
        if planned.field in ("", held.field.id) and not planned.called_off
        # What began elsewhere, or under an earlier journal of this field, is nobody's next match.
        if planned.id in set_up or planned.id not in held.begun
        if (made := _made(held, planned, planned.id in set_up)) is not None
    ]
    found.sort(key=lambda each: (each.set_up, each.slot, each.anywhere, each.id))
    return Ahead(held.event, held.field, tuple(found[:MOST]), held.played_by)


def _made(held: HeldEvent, planned: PlannedMatch, was_set_up: bool) -> MatchAhead | None:
    """Return a match with its teams; None while they are not all known. Nobody waits for who is absent."""
    known = {team.id: team for team in held.teams.teams}
    playing = [id for id in planned.teams if id not in held.schedule.absent]
    if not playing or any(id not in known for id in playing):
        return None
    teams = [asdict(known[id]) | {"team": id, "here": held.here is None or id in held.here} for id in playing]
    at, same = when(starts(held.schedule, planned)), (planned.id, planned.slot, planned.title)
    told = msgspec.convert(teams, tuple[TeamAhead, ...])
    return MatchAhead(*same, planned.round, planned.stage, at, not planned.field, was_set_up, told)


class SetUpHere:
    """Return which scheduled matches the journal at ``path`` has; from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], str] = {}

    def ids(self) -> frozenset[str]:
        """Their ids; none where the journal cannot be read. Only the newest match is looked at each time."""
        with self._lock:
            try:
                self._look()
            except FieldkitError:
                return frozenset()
            return frozenset(self._known.values()) - {""}

    def _look(self) -> None:
        with reading(self._path) as db:
            # A journal that was replaced has matches of the same ids, created at other moments.
            newest = f"SELECT id, wall FROM matches ORDER BY number DESC LIMIT {_LOOKED_BACK}"
            matches = [(str(id), str(wall)) for id, wall in db.execute(newest)]
            self._known = {match: id for match, id in self._known.items() if match in set(matches[1:])}
            for match in matches:
                if match not in self._known:
                    told = [str(events) for (events,) in db.execute(_SET_UP, match[:1])]
                    self._known[match] = next(filter(None, map(_scheduled, reversed(told))), "")


def _scheduled(text: str) -> str:
    """Return the scheduled match that the events of a record name; "" for none."""
    try:
        events = msgspec.json.decode(text, type=list[dict[str, Any]])
        ids = [msgspec.convert(each.get("id"), MatchId) for each in events if each.get("type") == "Scheduled"]
    except msgspec.MsgspecError:
        return ""
    return ids[-1] if ids else ""
