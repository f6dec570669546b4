"""Changes to a schedule once it is made: its times, where and when a match is played, what is called off.

`fieldkit.event.changes_of_teams` has those that come of teams: late, absent and back again. Everywhere
``fixed`` are the ids of the matches that are played or playing: none of them is ever touched, and no change
has a team in two matches of one slot. What cannot be is refused with one sentence (`Rejected`, `Unknown`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import PLACE, SECOND, WINNER, Break, Pace, PlannedMatch, Schedule
from fieldkit.event.timetable import minute_of, of_the_day, slot_starts, when
from fieldkit.phrases import N_

MOST_MINUTES = 600
"""The longest slot and the longest break."""
_STEP_MIN = 5


def start_at(schedule: Schedule, start: str, fixed: Collection[str]) -> Schedule:
    """Return the schedule from another time of day; once matches have begun a break moves the rest."""
    minute_of(start)
    if _last_begun(schedule, fixed) >= 0:
        raise Rejected("begun", "The first match has begun; put a break before a later slot instead.")
    return msgspec.structs.replace(schedule, start=start)


def catch_up(schedule: Schedule, now_min: int, fixed: Collection[str]) -> Schedule:
    """Move all that has not begun to now, a minute of the day: by a later start, or by a break.

    It moves in steps of five minutes.
    """
    slots = [each.slot for each in open_matches(schedule, fixed)]
    has_begun = _last_begun(schedule, fixed) >= 0
    slot = max(has_begun, min(slots, default=0))
    late = of_the_day(schedule, now_min) - slot_starts(schedule, slot)
    if not slots or late <= 0:
        raise Rejected("not_late", "No match is late.")
    late += -late % _STEP_MIN
    if not has_begun:
        return msgspec.structs.replace(schedule, start=when(minute_of(schedule.start) + late))
    had = sum(each.minutes for each in schedule.breaks if each.before == slot)
    return put_break(schedule, slot, had + late, fixed)


def put_break(schedule: Schedule, slot: int, minutes: int, fixed: Collection[str]) -> Schedule:
    """Put a pause before a slot that has not begun everywhere, in place of the one that is there."""
    _check_minutes(minutes)
    if slot < 1 or all(each.slot < slot for each in open_matches(schedule, fixed)):
        raise Rejected("slot", "No match is left to be played from slot {slot} on.", None, slot=slot)
    others = [each for each in schedule.breaks if each.before != slot]
    breaks = sorted([*others, Break(slot, minutes)], key=lambda each: each.before)
    return msgspec.structs.replace(schedule, breaks=tuple(breaks))


def drop_break(schedule: Schedule, slot: int) -> Schedule:
    """Without the pause before a slot."""
    breaks = tuple(each for each in schedule.breaks if each.before != slot)
    if breaks == schedule.breaks:
        raise Unknown("slot", "There is no break before slot {slot}.", None, slot=slot)
    return msgspec.structs.replace(schedule, breaks=breaks)


def set_slot_minutes(schedule: Schedule, minutes: int, fixed: Collection[str]) -> Schedule:
    """Slots of another length, from the first one in which no match has begun."""
    _check_minutes(minutes)
    since = _last_begun(schedule, fixed) + 1
    if since == 0:
        return msgspec.structs.replace(schedule, slot_minutes=minutes, paces=())
    if all(each.slot < since for each in open_matches(schedule, fixed)):
        raise Rejected("slot", "No match is left to be played from slot {slot} on.", None, slot=since)
    paces = [each for each in schedule.paces if each.since < since]
    return msgspec.structs.replace(schedule, paces=(*paces, Pace(since, minutes)))


def move(schedule: Schedule, match: str, field: str, slot: int, fixed: Collection[str]) -> Schedule:
    """Move a match to a field (empty: the next that is free) and slot.

    A match that is there, and has not begun, goes where this one was.
    """
    moved = the_open(schedule, match, fixed)
    _check_field(schedule, field)
    if slot < 0:
        raise Rejected("slot", "Slots count from 0 on.")
    changed = [msgspec.structs.replace(moved, field=field, slot=slot)]
    there = next((each for each in standing(schedule) if field and _at(each) == (field, slot)), moved)
    if there.id in fixed:
        raise Rejected("taken", "Match {other} has that field and slot.", None, other=there.id)
    if there.id != moved.id:
        changed.append(msgspec.structs.replace(there, field=moved.field, slot=moved.slot))
    return _checked(replaced(schedule, changed), changed)


def call_off(schedule: Schedule, match: str, fixed: Collection[str]) -> Schedule:
    """Call a match off; its number is not used again."""
    gone = the_open(schedule, match, fixed)
    waiting = next((each for each in standing(schedule) if gone.id in _awaited(each)), None)
    if waiting is not None:
        raise Rejected(
            "awaited",
            "Match {other} waits for who wins match {match}.",
            None,
            other=waiting.id,
            match=gone.id,
        )
    return replaced(schedule, [msgspec.structs.replace(gone, called_off=True)])


def next_free(
    schedule: Schedule, field: str, fixed: Collection[str], playing: Collection[str] = ()
) -> Schedule:
    """Give a free field the next match whose teams are free too: its own, or that of another field.

    ``playing`` are those of the ``fixed`` matches that are on now.
    """
    if not field:
        raise Unknown("field", "Name the field that is free.")
    _check_field(schedule, field)
    busy = {team for each in schedule.matches if each.id in playing for team in each.teams}
    waiting = sorted(open_matches(schedule, fixed), key=lambda each: (each.slot, each.field != field))
    before_finals = [each for each in waiting if each.stage != "final"]
    for each in waiting:
        known = set(_awaited(each)) <= set(fixed) - set(playing)
        if any(team.startswith(PLACE) for team in each.teams):
            known = known and not before_finals
        given = _given(schedule, each, field, fixed) if known and busy.isdisjoint(each.teams) else None
        if given is not None:
            return given
    raise Rejected("none_left", "There is no match left that could begin now.")


def open_matches(schedule: Schedule, fixed: Collection[str]) -> list[PlannedMatch]:
    """Return the matches that are still to be played, by their slots."""
    return sorted((each for each in standing(schedule) if each.id not in fixed), key=lambda each: each.slot)


def the_open(schedule: Schedule, match: str, fixed: Collection[str]) -> PlannedMatch:
    """Return the match of that id, if it is still to be played."""
    found = schedule.match(match)
    if found is None:
        raise Unknown("match", "There is no match {match}.", None, match=match)
    if found.called_off:
        raise Rejected("called_off", "Match {match} is called off.", None, match=match)
    if match in fixed:
        raise Rejected("begun", "Match {match} has begun, so it stays as it is.", None, match=match)
    return found


def standing(schedule: Schedule) -> list[PlannedMatch]:
    """Return all matches that are not called off."""
    return [each for each in schedule.matches if not each.called_off]


def replaced(schedule: Schedule, changed: Sequence[PlannedMatch]) -> Schedule:
    """With these matches in place of those of the same ids, and new ones at the end."""
    new = {each.id: each for each in changed}
    kept = [new.pop(each.id, each) for each in schedule.matches]
    return msgspec.structs.replace(schedule, matches=(*kept, *new.values()))


def next_id(schedule: Schedule) -> str:
    """Return the next number of a match that is not used yet."""
    return str(1 + max((int(each.id) for each in schedule.matches if each.id.isdecimal()), default=0))


def _given(schedule: Schedule, match: PlannedMatch, field: str, fixed: Collection[str]) -> Schedule | None:
    """Return a match as the next of a field, before its own next one or in place of it, or None."""
    own = [each for each in standing(schedule) if each.field == field]
    head = min((each for each in own if each.id not in fixed), key=lambda each: each.slot, default=None)
    if head is not None and head.id == match.id:
        return schedule
    end = head.slot if head else max(each.slot for each in schedule.matches) + 2
    slots = [slot for slot in range(match.slot, end) if all(each.slot != slot for each in own)]
    for slot in [*slots, head.slot] if head else slots:
        try:
            return move(schedule, match.id, field, slot, fixed)
        except Rejected:
            continue
    return None


def _checked(schedule: Schedule, changed: Sequence[PlannedMatch]) -> Schedule:
    """Return the schedule, if nobody plays twice in a slot and no final comes before what it waits for."""
    for each in changed:
        for other in standing(schedule):
            both = [team for team in each.teams if team in other.teams]
            if other.id != each.id and other.slot == each.slot and both:
                said = N_("{team} plays in match {other} in that slot.")
                raise Rejected("twice", said, None, team=both[0], other=other.id)
            for first, second in ((each, other), (other, each)):
                if first.id in _awaited(second) and first.slot >= second.slot:
                    said = N_("Match {second} waits for who wins match {first}, so it must come later.")
                    raise Rejected("awaited", said, None, first=first.id, second=second.id)
    return schedule


def _awaited(match: PlannedMatch) -> list[str]:
    return [
        team.removeprefix(kind) for team in match.teams for kind in (WINNER, SECOND) if team.startswith(kind)
    ]


def _at(match: PlannedMatch) -> tuple[str, int]:
    return match.field, match.slot


def _last_begun(schedule: Schedule, fixed: Collection[str]) -> int:
    """Return the last slot of which a match has begun, or -1."""
    return max((each.slot for each in schedule.matches if each.id in fixed), default=-1)


def _check_field(schedule: Schedule, field: str) -> None:
    if field and field not in schedule.fields:
        raise Unknown("field", "There is no field {field}.", None, field=field)


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise Rejected(
            "minutes", "It takes 1 to {most} minutes, not {n}.", None, most=MOST_MINUTES, n=minutes
        )
