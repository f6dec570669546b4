"""The organisers' desk: all that their page shows, in one document for who asks."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from itertools import permutations
from typing import Any

import msgspec

from fieldkit.event import finals, timetable
from fieldkit.event.documents import PlannedMatch, Result, Version
from fieldkit.event.finals import blocking, is_known, unsettled
from fieldkit.event.making import balance
from fieldkit.event.teams import MAX_BYTES, MAX_TEAMS
from fieldkit.hub import admitting
from fieldkit.hub.access import FIELD, Person
from fieldkit.hub.derive import Facts, correction_id, scheduled_of
from fieldkit.hub.differences import differences
from fieldkit.hub.hub import PROTOCOL, Hub
from fieldkit.hub.live import FieldView

PARTS: Mapping[str, tuple[str, ...]] = {
    "organiser": ("now", "teams", "schedule", "standings", "access", "screens", "close"),
    "reader": ("now", "teams", "schedule", "standings", "access", "screens", "close"),
    "crew": ("now", "teams", "screens"),
    "referee": ("now",),
}
"""The parts of the desk that each role sees, in this order."""
USUAL_SLOT = 35
"""The minutes a match takes with what comes between two, unless somebody says something else."""
_SOON_MIN = 15
MAX_LOOSE = 30
"""The number of matches outside the schedule that are listed, the newest first."""


def desk(hub: Hub, person: Person, may: list[str], refused: dict[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return all that a person's desk shows; ``refused`` is what was last refused of each field."""
    now = hub.facts()
    own = {person.field} if person.role == "referee" else set(now.state.fields)
    event, document = hub.event, hub.files.get(hub.event.id)
    index: dict[str, Any] = {} if document is None else msgspec.json.decode(document.plain)
    told: dict[str, Any] = {
        "event": {"id": event.id, "name": event.name, "practice": event.practice, "confirm": event.confirm},
        "you": {"role": person.role, "name": person.name, "field": person.field},
        "parts": PARTS[person.role],
        "may": sorted(may),
        "troubles": [hub.translate(each) for each in hub.troubles()] if person.role != "crew" else [],
        "differ": [hub.translate(each) for each in differences(now)] if person.role != "crew" else [],
        "names": dict(now.state.fields),
        "fields": [_field(hub, entry, refused) for entry in index.get("fields", []) if entry["id"] in own],
        "teams": _teams(now),
        "most": {"teams": MAX_TEAMS, "bytes": MAX_BYTES},
        "schedule": _schedule(hub, now),
        "results": [_result(now, id, person) for id in now.results if _is_of(now, id, own)],
        "loose": _loose(now, own),
        "lots": [_named(now, group) for group in blocking(now.schedule, now.results, now.standings)],
    }
    sees = PARTS[person.role]
    if "standings" in sees:
        told["standings"] = _standings(now)
    if "access" in sees:
        told["access"] = admitting.keys(hub)
    if "screens" in sees:
        shows = [{"show": show, "name": ""} for show in admitting.SHOWN]
        shows += [{"show": admitting.ONE_FIELD + id, "name": name} for id, name in now.state.fields.items()]
        told["screens"] = {"all": admitting.screens(hub), "shows": shows}
    if "close" in sees:
        told["close"] = {"command": f"{hub.command} export {event.id}.zip"}
    return told


def _field(hub: Hub, entry: Mapping[str, Any], refused: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a field's line: how far the hub has it, whether it holds the documents, what it plays."""
    id = entry["id"]
    offered, view = hub.hello(id, PROTOCOL), hub.live.of(id)
    ack: Mapping[str, int] = {} if view is None else view.ack
    is_online = hub.live.is_online(id)
    keys = [one for one in hub.access.listed() if one.role == FIELD and one.field == id and not one.revoked]
    return {
        **{name: entry[name] for name in ("id", "name", "lag", "now", "next", "after", "frame")},
        "online": is_online,
        # While it is there its last contact moves each second, which nobody needs to know.
        "contact": None if is_online else hub.live.contact_ms(id),
        "have": hub.intake.known(hub.journal_of(id)),
        "of": 0 if view is None else view.of,
        "holds": {name: ack.get(name) == offered[name] for name in ("teams", "schedule")},
        "kit": {} if view is None else view.kit,
        "record": hub.state.generations.get(id, 1),
        "keys": len(keys),
        "refused": refused.get(id) or _refuses(view, hub.live.contact_ms(id)),
    }


def _refuses(view: FieldView | None, contact_ms: int | None) -> dict[str, Any] | None:
    """Return what a field itself does not send, in its own words."""
    told = {} if view is None else view.kit.get("hub", {})
    if not isinstance(told, Mapping) or told.get("state") != "refused" or contact_ms is None:
        return None
    at = datetime.fromtimestamp(contact_ms // 60_000 * 60, UTC).isoformat()
    return {"code": "refused", "text": str(told.get("says", "")), "at": at}


def _teams(now: Facts) -> list[dict[str, Any]]:
    state = now.state
    matches = Counter(team for each in now.schedule.matches if not each.called_off for team in each.teams)
    told = []
    for team in state.teams.teams:
        stands = {"here": team.id in state.here, "absent": team.id in state.schedule.absent}
        told.append(msgspec.to_builtins(team) | stands | {"matches": matches[team.id]})
    return told


def _schedule(hub: Hub, now: Facts) -> dict[str, Any]:
    schedule, fixed = now.schedule, now.fixed
    if not schedule.matches:
        soon = timetable.when(hub.minute() // _SOON_MIN * _SOON_MIN + _SOON_MIN)
        schedule = msgspec.structs.replace(schedule, start=soon, slot_minutes=USUAL_SLOT)
    coming = sum(each.id not in schedule.absent for each in now.state.teams.teams)
    last = max((each.slot for each in schedule.matches), default=-1)
    breaks = {each.before: each.minutes for each in schedule.breaks}
    has_rounds = any(each.stage == "group" for each in schedule.matches)
    return {
        "version": now.state.schedule.version,
        "start": schedule.start,
        "slot_minutes": timetable.slot_length(schedule, last + 1),
        "fields": schedule.fields,
        "slots": [
            {"starts": timetable.when(timetable.slot_starts(schedule, slot)), "break": breaks.get(slot, 0)}
            for slot in range(last + 2)
        ],
        "matches": [_match(now, each, fixed) for each in schedule.matches],
        "balance": hub.translate(balance(schedule).words()) if has_rounds else "",
        "finals": {advance: finals.sizes(coming, advance) for advance in (1, 2)},
        "unsettled": [each.id for each in unsettled(schedule, now.results)],
    }


def _match(now: Facts, match: PlannedMatch, fixed: Collection[str]) -> dict[str, Any]:
    return _part(match, "id", "slot", "field", "round", "stage", "title") | {
        "starts": timetable.when(timetable.starts(now.schedule, match)),
        "teams": _named(now, match.teams),
        "without": _named(now, match.without),
        "state": now.state_of(match),
        "fixed": match.id in fixed,
        "known": is_known(match),
    }


def _part(of: object, *names: str) -> dict[str, Any]:
    return {name: msgspec.to_builtins(getattr(of, name)) for name in names}


def _named(now: Facts, teams: Sequence[str]) -> list[dict[str, str]]:
    names = {team.id: team.name for team in now.state.teams.teams}
    return [{"id": id, "name": names.get(id, "")} for id in teams]


def _is_of(now: Facts, id: str, fields: Collection[str]) -> bool:
    """Return whether a result is of one of these fields: planned there, or played there."""
    planned = now.schedule.match(id)
    played = {each.field for each in now.results[id].versions}
    return not played.isdisjoint(fields) or (planned is not None and planned.field in (*fields, ""))


def _result(now: Facts, id: str, person: Person) -> dict[str, Any]:
    """Return a match's result: what the fields recorded, what people say of it, and what waits for whom."""
    result, planned = now.results[id], now.schedule.match(id)
    counts, corrected, correction = now.counts(id), correction_id(now.state, id), None
    if result.correction is not None:
        told = _part(result.correction, "scores", "reason", "by")
        correction = {"id": corrected} | told | _said(now, id, corrected, counts, person)
    return _part(result, "scores", "confirmed", "disputed") | {
        "id": id,
        "title": planned.title if planned else "",
        "field": planned.field if planned else "",
        "called_off": planned is None or planned.called_off,
        "waits": not result.confirmed or result.disputed,
        "gone": result.confirmed and counts not in {corrected, *(each.id for each in result.versions)},
        "versions": [_version(now, result, one, counts, person) for one in result.versions],
        "correction": correction,
    }


def _version(now: Facts, result: Result, version: Version, counts: str, person: Person) -> dict[str, Any]:
    planned = now.schedule.match(result.scheduled)
    teams = {score.team for score in version.scores}
    return _part(version, "id", "field", "match", "text", "wall", "scores") | {
        "record": int(version.id.split(".")[1]),
        # Who looks at it should know that other teams came than were planned, or that nobody knows who did.
        "others": planned is not None and is_known(planned) and teams != set(planned.teams),
        "nameless": "" in teams,
        "odd": has_odd_places(version),
        **_said(now, result.scheduled, version.id, counts, person),
    }


def has_odd_places(version: Version) -> bool:
    """Return whether a side stands before one with more points: its field's word alone says who has won."""
    pairs = permutations(version.scores, 2)
    return any(one.place < other.place and one.score < other.score for one, other in pairs)


def _said(now: Facts, scheduled: str, id: str, counts: str, person: Person) -> dict[str, Any]:
    sayers = now.sayers(scheduled, id)
    return {"sayers": sorted(sayers), "counts": id == counts, "yours": person.name in sayers}


def _loose(now: Facts, fields: Collection[str]) -> list[dict[str, Any]]:
    """Return matches that fields played outside the schedule or that cannot be read, the newest first."""
    mine = [each for each in now.outcomes if each.field in fields and not each.summary.practice]
    found = [each for each in mine if not (each.summary.sides and scheduled_of(now.state, each))]
    told = []
    for each in sorted(found, key=lambda each: each.came, reverse=True)[:MAX_LOOSE]:
        sides = [{name: side[name] for name in ("id", "name", "score")} for side in each.summary.sides]
        match = _part(each, "field", "match", "game", "came") | _part(each.summary, "over", "text")
        told.append(match | {"record": each.generation, "sides": sides})
    return told


def _standings(now: Facts) -> dict[str, Any]:
    names = ("place", "team", "name", "club", "played", "points", "score", "won", "decided_by")
    return {
        "rows": [_part(row, *names) for row in now.standings.rows],
        "undrawn": [_named(now, group) for group in now.standings.undrawn],
        "drawn": [{"order": _named(now, draw.order), "at": draw.at} for draw in now.state.draws],
        "open": len(unsettled(now.schedule, now.results)),
    }
