"""The times of matches: minutes of the day on which the event starts, going on past 24:00."""

import re
from collections.abc import Collection, Mapping

from fieldkit.errors import Rejected
from fieldkit.event.documents import PlannedMatch, Schedule

Ids = Collection[str]
Minutes = Mapping[str, int]
DAY_MIN = 24 * 60
EARLY_MIN = 6 * 60
"""Times up to this long before the start are of the same day; earlier ones are of the night after it."""


def minute_of(text: str) -> int:
    """Return the minute of the day of a time like ``10:40``. Raises `Rejected` for any other text."""
    found = re.fullmatch(r"([01][0-9]|2[0-3]):([0-5][0-9])", text)
    if not found:
        raise Rejected("time", "{text} is not a time of day; write it like 09:30.", None, text=text)
    return 60 * int(found[1]) + int(found[2])


def when(minutes: int) -> str:
    """Return a minute of the day as people read it: ``10:40``; the hours begin again after midnight."""
    hours, rest = divmod(minutes % DAY_MIN, 60)
    return f"{hours:02}:{rest:02}"


def slot_length(schedule: Schedule, slot: int) -> int:
    """Return how many minutes a slot takes."""
    paces = [each for each in schedule.paces if each.since <= slot]
    return max(paces, key=lambda each: each.since).minutes if paces else schedule.slot_minutes


def slot_starts(schedule: Schedule, slot: int) -> int:
    """Return the minute of the day on which a slot begins, the breaks before it included."""
    breaks = sum(each.minutes for each in schedule.breaks if each.before <= slot)
    return minute_of(schedule.start) + breaks + sum(slot_length(schedule, each) for each in range(slot))


def starts(schedule: Schedule, match: PlannedMatch) -> int:
    """Return the minute of the day on which a match begins by the schedule."""
    return slot_starts(schedule, match.slot)


def of_the_day(schedule: Schedule, minute: int) -> int:
    """Return a minute of any day (0 to 1439) as one of the event's: after midnight it goes on from 1440."""
    return minute + DAY_MIN if minute < minute_of(schedule.start) - EARLY_MIN else minute


def lag(
    schedule: Schedule, field: str, now_min: int, begun: Minutes, ended: Minutes, elsewhere: Ids = ()
) -> int:
    """Return how many minutes late (+) or early (-) a field is.

    ``begun`` and ``ended`` have the minutes of this field's matches by their ids, ``elsewhere`` are those of
    another field or decided by people. Between two matches the next one is not late before its time has come,
    and a field that was early stays so until then; one without another match is neither.
    """
    now = of_the_day(schedule, now_min)
    mine = {each.id: each for each in schedule.matches if each.id in begun}
    since = {id: of_the_day(schedule, begun[id]) - starts(schedule, each) for id, each in mine.items()}
    last = max(mine, key=lambda id: of_the_day(schedule, begun[id]), default=None)
    if last is not None and last not in ended:
        slot = mine[last].slot
        return max(since[last], now - slot_starts(schedule, slot) - slot_length(schedule, slot))
    so_far = since[last] if last is not None else 0
    own = [each for each in _open(schedule, {*begun, *elsewhere}) if each.field == field]
    waiting = [starts(schedule, each) for each in own]
    if not waiting:
        return 0
    overdue = now - min(waiting)
    return overdue if overdue > 0 else max(min(so_far, 0), overdue)


def queue(
    schedule: Schedule, field: str, played: Collection[str], playing: Mapping[str, str]
) -> tuple[PlannedMatch | None, PlannedMatch | None, PlannedMatch | None]:
    """Return what a field plays now, next and after that; a match without one goes to the least busy."""
    given = {each: [schedule.match(playing[each])] if each in playing else [] for each in schedule.fields}
    given.setdefault(field, [])
    now = schedule.match(playing[field]) if field in playing else None
    row = list[PlannedMatch]()
    for each in _open(schedule, {*played, *playing.values()}):
        target = each.field or min(given, key=lambda name: len(given[name]))
        given.setdefault(target, []).append(each)
        if target == field:
            row.append(each)
    following, after, *_ = [*row, None, None]
    return now, following, after


def _open(schedule: Schedule, over: Collection[str]) -> list[PlannedMatch]:
    left = [each for each in schedule.matches if not each.called_off and each.id not in over]
    return sorted(left, key=lambda each: each.slot)
