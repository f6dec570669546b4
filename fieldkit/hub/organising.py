"""The schedule as organisers make and change it, by decisions. All raise Rejected, Unknown, NotStored."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from fieldkit.errors import Rejected, Unknown
from fieldkit.event import changes, finals, rooms, timetable
from fieldkit.event.documents import Id, MatchId, PlannedMatch, Schedule, Stage
from fieldkit.event.finals import unsettled
from fieldkit.event.making import make
from fieldkit.event.state import EventState, ScheduleDecision
from fieldkit.hub.admitting import check_team
from fieldkit.hub.derive import Facts
from fieldkit.hub.hub import Hub
from fieldkit.phrases import N_, MessageList

MOST_SLOT = 500
"""Slots are counted up to this one."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The order for a schedule: balanced rounds (``group``), a round of rooms, or finals of a ``size``.

    Without ``fields`` all that take part, without ``start`` and ``slot_minutes`` as it was. Each team plays
    ``rounds`` matches. With ``dry_run`` it is only asked what would come of it.
    """

    stage: Stage = "group"
    fields: tuple[Id, ...] = ()
    rounds: int = 4
    size: int = 4
    start: str | None = None
    slot_minutes: int | None = None
    advance: int = 2
    dry_run: bool = False


class _Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """A change of the schedule; ``do`` says which."""


class Start(_Change, frozen=True, tag="start"):
    """It begins at another time of day."""

    start: str


class PutBreak(_Change, frozen=True, tag="break"):
    """A pause before a slot; with 0 minutes there is none any more."""

    slot: int
    minutes: int


class SlotMinutes(_Change, frozen=True, tag="slot_minutes"):
    """Slots take another time, from the next one on."""

    minutes: int


class Move(_Change, frozen=True, tag="move"):
    """A match is played elsewhere or at another time; an empty field is the next that is free."""

    match: MatchId
    slot: int
    field: str = ""


class CallOff(_Change, frozen=True, tag="call_off"):
    """A match is not played."""

    match: MatchId


class CallOn(_Change, frozen=True, tag="call_on"):
    """A match that was called off is played after all, at the first time from its own on that can be."""

    match: MatchId


class NextFree(_Change, frozen=True, tag="next_free"):
    """This field is free: it gets the next match that can begin."""

    field: Id


class LateEntry(_Change, frozen=True, tag="late_entry"):
    """A team that is new enters the rounds that are left."""

    team: Id


class NoShow(_Change, frozen=True, tag="no_show"):
    """A team has not come: what is left goes on without it."""

    team: Id


class Back(_Change, frozen=True, tag="back"):
    """A team that was absent has come."""

    team: Id


class CatchUp(_Change, frozen=True, tag="catch_up"):
    """Everything that has not begun is played from now on."""


class TakeOutFinals(_Change, frozen=True, tag="take_out_finals"):
    """There are no finals any more; only before the first of them."""


class Clear(_Change, frozen=True, tag="clear"):
    """There is no schedule any more; only before the first match."""


Change = (
    Start | PutBreak | SlotMinutes | CatchUp | Move | CallOff | CallOn | NextFree
    | LateEntry | NoShow | Back | TakeOutFinals | Clear
)  # fmt: skip
"""Any change of the schedule."""


def make_schedule(hub: Hub, plan: Plan, by: str) -> Schedule:
    """Make the balanced rounds, before the first match, or add a round of rooms or the finals."""
    return hub.decide(_making(hub, plan), by).schedule


class Outlook(msgspec.Struct, frozen=True):
    """The outcome of a plan: its matches, slots that fields stand ``idle``, and minutes it is ``late``."""

    matches: tuple[PlannedMatch, ...]
    starts: tuple[str, ...]
    ends: str
    idle: Mapping[str, int]
    late: int


def outlook(hub: Hub, plan: Plan, by: str) -> Outlook:
    """Return what `make_schedule` would make; nothing is stored."""
    had = {each.id for each in hub.state.schedule.matches} if plan.stage == "room" else set()
    schedule = hub.tried(_making(hub, plan), by).schedule
    new = [each for each in schedule.matches if each.stage == plan.stage and each.id not in had]
    slots = [each.slot for each in new]
    used = Counter(field for field, _ in {(each.field, each.slot) for each in new})
    idle = {field: max(slots) + 1 - min(slots) - used[field] for field in schedule.fields if used[field]}
    ends = timetable.slot_starts(schedule, max(slots)) + timetable.slot_length(schedule, max(slots))
    late = timetable.of_the_day(schedule, hub.minute()) - timetable.slot_starts(schedule, min(slots))
    starts = tuple(timetable.when(timetable.starts(schedule, each)) for each in new)
    return Outlook(tuple(new), starts, timetable.when(ends), idle, max(0, late))


def _making(hub: Hub, plan: Plan) -> Callable[[EventState], ScheduleDecision]:
    def decide(state: EventState) -> ScheduleDecision:
        now = hub.facts(state)
        fields = plan.fields or state.schedule.fields or tuple(state.fields)
        for field in fields:
            _check_field(state, field)
        return ScheduleDecision(_MAKERS[plan.stage](now, plan, fields))

    return decide


def _make_rounds(now: Facts, plan: Plan, fields: Sequence[str]) -> Schedule:
    state = now.state
    if now.fixed:
        text = N_("Matches of this schedule have begun, so no other one is made: change it instead.")
        raise Rejected("begun", text)
    absent = tuple(id for id in state.schedule.absent if any(team.id == id for team in state.teams.teams))
    teams = [team.id for team in state.teams.teams if team.id not in absent]
    start = plan.start or state.schedule.start
    minutes = state.schedule.slot_minutes if plan.slot_minutes is None else plan.slot_minutes
    size: Literal[3, 4] = 3 if plan.size == 3 else 4
    if plan.size != size:
        raise Rejected("size", "A match has 3 or 4 teams, not {n}.", None, n=plan.size)
    return msgspec.structs.replace(make(teams, fields, plan.rounds, size, start, minutes), absent=absent)


def _make_rooms(now: Facts, plan: Plan, fields: Sequence[str]) -> Schedule:
    schedule = now.state.schedule
    if any(each.stage == "final" and not each.called_off for each in schedule.matches):
        raise Rejected("finals", "The finals are planned already: rooms come before them.")
    if missing := unsettled(now.state.schedule, now.results):
        text = N_("Rooms are made by the standings: confirm or call off {matches} first.")
        raise Rejected("unsettled", text, None, matches=MessageList([each.id for each in missing]))
    played = [each for each in schedule.matches if not each.called_off]
    round = 1 + max((each.round for each in played), default=0)
    points = {row.team: row.twelfths for row in now.standings.rows}
    new = rooms.rooms([row.team for row in now.standings.rows], played, schedule, fields, round, points)
    return _with(schedule, fields, matches=(*schedule.matches, *new))


def _make_finals(now: Facts, plan: Plan, fields: Sequence[str]) -> Schedule:
    schedule, kept = now.state.schedule, _without_finals(now)
    if plan.size > len(now.state.teams.teams):
        text = N_("There are {n} teams: not enough for the finals of the best {size}.")
        raise Rejected("size", text, None, n=len(now.state.teams.teams), size=plan.size)
    slot = max((each.slot for each in kept if not each.called_off), default=-2) + 2
    return _with(schedule, fields, matches=(*kept, *finals.tree(fields, slot, plan.size, plan.advance)))


def _without_finals(now: Facts) -> tuple[PlannedMatch, ...]:
    matches = now.state.schedule.matches
    if begun := [each.id for each in matches if each.stage == "final" and each.id in now.fixed]:
        text = N_("Final {match} has begun, so the finals stay as they are.")
        raise Rejected("begun", text, None, match=begun[0])
    return tuple(each for each in matches if each.stage != "final")


_MAKERS = {"group": _make_rounds, "room": _make_rooms, "final": _make_finals}


def change(hub: Hub, wanted: Change, by: str) -> Schedule:
    """Change the schedule; what was played or is on stays as it is."""

    def decide(state: EventState) -> ScheduleDecision:
        now = hub.facts(state)
        try:
            changed = _changed(now, wanted, hub.minute())
        except Rejected as refused:
            raise _in_names(state, refused) from None
        if changed == state.schedule and isinstance(wanted, NextFree):
            text = N_("The next match that can begin is on {field} already.")
            raise Rejected("same", text, None, field=state.fields[wanted.field])
        if changed == state.schedule:
            raise Rejected("same", "The schedule says that already.")
        return ScheduleDecision(changed)

    return hub.decide(decide, by).schedule


def _changed(now: Facts, wanted: Change, minute: int) -> Schedule:
    schedule, fixed = now.state.schedule, now.fixed
    match wanted:
        case Start(start):
            return changes.start_at(schedule, start, fixed)
        case PutBreak(slot, 0):
            return changes.drop_break(schedule, slot)
        case PutBreak(slot, minutes):
            return changes.put_break(schedule, slot, minutes, fixed)
        case SlotMinutes(minutes):
            return changes.set_slot_minutes(schedule, minutes, fixed)
        case CatchUp():
            return changes.catch_up(schedule, minute, fixed)
        case TakeOutFinals():
            return _with(schedule, (), matches=_without_finals(now))
        case Clear():
            if fixed:
                raise Rejected("begun", "Matches of this schedule have begun, so it is not cleared.")
            return Schedule(start=schedule.start, slot_minutes=schedule.slot_minutes, fields=schedule.fields)
        case LateEntry() | NoShow() | Back():
            check_team(now.state, wanted.team)
            return _OF_TEAMS[type(wanted)](schedule, wanted.team, fixed)
        case _:
            return _moved(now, wanted)


_OF_TEAMS = {LateEntry: changes.late_entry, NoShow: changes.no_show, Back: changes.back}


def _moved(now: Facts, wanted: Move | CallOff | CallOn | NextFree) -> Schedule:
    """Return what is played elsewhere, at another time, or not at all."""
    schedule, fixed = now.state.schedule, now.fixed
    match wanted:
        case Move(id, slot, field):
            if not 0 <= slot <= MOST_SLOT:
                raise Rejected("slot", "Slots count from 1 to {most}.", None, most=MOST_SLOT + 1)
            return changes.move(_with_field(now.state, field), id, field, slot, fixed)
        case CallOff(id):
            return changes.call_off(schedule, id, fixed)
        case CallOn(id):
            return _called_on(schedule, id, fixed)
        case NextFree(field):
            if field in now.playing:
                text = N_("{field} plays match {match}: it is not free.")
                raise Rejected("busy", text, None, field=field, match=now.playing[field])
            playing = frozenset(now.playing.values())
            return changes.next_free(_with_field(now.state, field), field, fixed, playing)


def _called_on(schedule: Schedule, match: str, fixed: frozenset[str]) -> Schedule:
    """Return a match that was called off, in the first slot from its own on that is free for it."""
    gone = schedule.match(match)
    if gone is None:
        raise Unknown("match", "There is no match {match}.", None, match=match)
    if not gone.called_off:
        raise Rejected("not_called_off", "Match {match} is not called off.", None, match=match)
    again = changes.replaced(schedule, [msgspec.structs.replace(gone, called_off=False)])
    taken = {(each.field, each.slot) for each in changes.standing(schedule) if each.field}
    last = max(each.slot for each in schedule.matches) + 1
    for slot in range(gone.slot, last + 1):
        if (gone.field, slot) not in taken:
            try:
                return changes.move(again, match, gone.field, slot, fixed)
            except Rejected:
                if slot == last:
                    raise
    return again


def _check_field(state: EventState, field: str) -> None:
    if field not in state.fields:
        raise Unknown("field", "There is no field {field}.", None, field=field)


def _with_field(state: EventState, field: str) -> Schedule:
    if field:
        _check_field(state, field)
    return _with(state.schedule, [field] if field else [])


def _with(schedule: Schedule, fields: Sequence[str], **values: Any) -> Schedule:
    """Return the schedule with these values, and with fields that it may not have had before."""
    every = tuple(dict.fromkeys((*schedule.fields, *fields)))
    return msgspec.structs.replace(schedule, fields=every, **values)


def _in_names(state: EventState, refused: Rejected) -> Rejected:
    """Return a refusal with names in place of ids, and slots as people count them."""
    names = {"team": {team.id: team.name for team in state.teams.teams}, "field": state.fields}
    params = dict(refused.said.params)
    for key, value in params.items():
        if key in names and isinstance(value, str):
            params[key] = names[key].get(value, value)
        elif key == "slot" and isinstance(value, int):
            params[key] = value + 1
    return type(refused)(refused.code, refused.said.template, refused.rule, **params)
