"""The public documents: what everybody may read of an event, each whole, made when something has changed."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from fieldkit.event import timetable
from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.standings import Standings
from fieldkit.event.state import EventState
from fieldkit.hub.derive import Facts, Outcome, scheduled_of
from fieldkit.hub.differences import differences, played_by
from fieldkit.hub.files import PublicFiles
from fieldkit.hub.intake import Intake
from fieldkit.hub.live import Live, frame, reworded
from fieldkit.hub.settings import EventTable
from fieldkit.hub.store import Journal
from fieldkit.journal.record import wall_label
from fieldkit.phrases import Language
from fieldkit.referee.feed import EncodedView, Feed


class Public:
    """Makes the documents of a hub."""

    def __init__(
        self,
        event: EventTable,
        live: Live,
        intake: Intake,
        files: PublicFiles,
        feed: Feed,
        translate: Language,
        facts: Callable[[], Facts],
    ) -> None:
        self._event, self._live, self._intake = event, live, intake
        self._files, self._feed, self._translate, self._facts = files, feed, translate, facts
        self._rev = 0
        self._said: dict[str, tuple[int, Mapping[str, Any]]] = {}
        self.shown = Facts(EventState(), (), {}, Standings(), Schedule(), {}, 1)
        """The newest of what follows from the sources."""

    def show(self) -> None:
        """Make every document again, and tell those who listen if the first of them has changed."""
        self.shown = shown = self._facts()
        event = self._event.id
        table = msgspec.to_builtins(shown.standings)
        last = [match for match in shown.schedule.matches if match.stage == "final"]
        finals = [(_coming(shown, match) or {}) | _stands(shown, match) for match in last]
        differ = [self._translate(each) for each in differences(shown)]
        files: dict[str, Mapping[str, Any]] = {
            f"{event}/teams": msgspec.to_builtins(shown.state.teams),
            f"{event}/schedule": schedule_document(shown),
            f"{event}/standings": table | {"finals": finals, "differ": differ},
        }
        for id in dict.fromkeys([*(match.id for match in shown.schedule.matches), *shown.results]):
            files[f"{event}/matches/{id}"] = _match_document(shown, id)
        entries, names = [], ("teams", "schedule", "standings")
        for id in shown.state.fields:
            if (board := self._live.board(id)) is not None:
                found = _outcome(shown, id, board.get("match"))
                board = reworded(board, None if found is None else found.said, self._translate)
            entries.append(entry := self._field(shown, id, board))
            files[f"{event}/fields/{id}"] = entry | {"board": board}
        versions = {name: self._version(name, files[f"{event}/{name}"]) for name in names}
        named = {"id": event, "name": self._event.name, "practice": self._event.practice}
        for path, said in files.items():
            self._files.set(path, said)
        # The first document tells of the others, so it comes last.
        self._tell({"event": named, **versions, "fields": entries})
        self._files.keep([event, *files])

    def _version(self, name: str, said: Mapping[str, Any]) -> int:
        """Return a number that moves when a document does; a page asks again by it."""
        version, before = self._said.get(name, (0, {}))
        if said != before:
            # Never one that an earlier start has given, so that no page keeps an old document.
            version = max(version + 1, now_ms())
            self._said[name] = version, said
        return version

    def _tell(self, index: dict[str, Any]) -> None:
        """Put the first document in place, with the moment of its last change."""
        before, self._rev = self._rev, self._version("index", index)
        if self._rev == before:
            return
        whole = {**index, "at": now_ms(), "rev": self._rev}
        self._files.set(self._event.id, whole)
        self._feed.show(EncodedView(self._rev, msgspec.json.encode(whole), b"{}"))

    def _field(self, shown: Facts, id: str, board: dict[str, Any] | None) -> dict[str, Any]:
        """Return a field's entry: its frame, how far it is, what it plays and how late it is."""
        live, schedule = self._live, shown.schedule
        now_min = minute_of_day(wall_label(), self._event.timezone)
        view = live.of(id)
        now, following, after = timetable.queue(schedule, id, shown.played, shown.playing)
        lag = self._lag(shown, id, now_min) if schedule.matches else 0
        journal = Journal(self._event.id, id, shown.state.generations[id])
        contact = live.contact_ms(id)
        return {
            "id": id,
            "name": shown.state.fields[id],
            "online": live.is_online(id),
            "have": self._intake.known(journal),
            "of": 0 if view is None else view.of,
            # To the minute, so that a field that is well does not change the document every second.
            "last_contact": None if contact is None else contact // 60_000 * 60_000,
            "ack": {} if view is None else view.ack,
            "lag": lag,
            "now": _coming(shown, now),
            "next": _coming(shown, following),
            "after": _coming(shown, after),
            "frame": None if board is None else _official(shown, id, frame(board)),
        }

    def _lag(self, shown: Facts, id: str, now_min: int) -> int:
        """Return how many minutes a field is late; a match decided at the desk counts as ended."""
        begun, ended, others = dict[str, int](), dict[str, int](), set[str]()
        for each in shown.outcomes:
            match = scheduled_of(shown.state, each)
            if not match or each.generation != shown.state.generations.get(each.field):
                continue
            if each.field != id:
                others.add(match)
                continue
            begun[match] = minute_of_day(each.came, self._event.timezone)
            if each.summary.over or match in shown.played:
                ended[match] = begun[match]
        return timetable.lag(shown.schedule, id, now_min, begun, ended, shown.played | others)


def now_ms() -> int:
    """Return the moment, in ms of the hub's time of day."""
    return int(time.time() * 1000)


def _outcome(shown: Facts, field: str, match: object) -> Outcome | None:
    """Find the outcome of a match in the journal that a field sends now."""
    asked = field, shown.state.generations.get(field), match
    return next((one for one in shown.outcomes if (one.field, one.generation, one.match) == asked), None)


def _official(shown: Facts, field: str, told: dict[str, Any]) -> dict[str, Any]:
    """Return a field's frame, with the scores of the result once it is confirmed."""
    mine = _outcome(shown, field, told.get("match"))
    found = None if mine is None else shown.results.get(scheduled_of(shown.state, mine))
    if told.get("stage") != "over" or found is None or not found.confirmed:
        return told
    scores = {score.side: score.score for score in found.scores}
    sides = [side | {"score": scores.get(side["id"], side["score"])} for side in told["sides"]]
    return told | {"sides": sides, "official": True}


def schedule_document(shown: Facts) -> dict[str, Any]:
    """Return the schedule with the names of teams, the times, and how each match stands."""
    schedule = shown.schedule
    names = {team.id: team.name for team in shown.state.teams.teams}
    rows = []
    for match in schedule.matches:
        minute, known = timetable.starts(schedule, match), [id for id in match.teams if id in names]
        told = {"names": {id: names[id] for id in known}, "starts": timetable.when(minute), "day_min": minute}
        rows.append(msgspec.to_builtins(match) | told | _stands(shown, match))
    plain: dict[str, Any] = msgspec.to_builtins(schedule)
    return plain | {"matches": rows, "here": sorted(shown.state.here), "played_by": played_by(shown)}


def _match_document(shown: Facts, id: str) -> dict[str, Any]:
    planned, found = shown.schedule.match(id), shown.results.get(id)
    rounds = {f"{one.field}.{one.generation}.{one.match}": one.rounds for one in shown.outcomes}
    reports = [
        {"field": each.field, "match": each.match, "rounds": rounds.get(each.id.rpartition(".")[0], ())}
        for each in (found.versions if found else ())
    ]
    return {
        "scheduled": _coming(shown, planned),
        "state": None if planned is None else shown.state_of(planned),
        "result": None if found is None else msgspec.to_builtins(found),
        "reports": reports,
    }


def _coming(shown: Facts, match: PlannedMatch | None) -> dict[str, Any] | None:
    if match is None:
        return None
    names = {team.id: team.name for team in shown.state.teams.teams}
    teams = [{"id": id, "name": names.get(id, id)} for id in match.teams]
    told = {"id": match.id, "title": match.title, "field": match.field, "stage": match.stage}
    return told | {"starts": timetable.when(timetable.starts(shown.schedule, match)), "teams": teams}


def _stands(shown: Facts, match: PlannedMatch) -> dict[str, Any]:
    found = shown.results.get(match.id)
    scores = None if found is None else msgspec.to_builtins(found.scores)
    return {"state": shown.state_of(match), "result": scores}


def minute_of_day(label: str, zone: str) -> int:
    """Return the minute of the day of a label, in the event's time zone or else this machine's."""
    at = datetime.fromisoformat(label).astimezone(ZoneInfo(zone) if zone else None)
    return at.hour * 60 + at.minute
