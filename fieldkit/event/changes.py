"""Changes to a schedule once it is made: its times, its matches, and teams that come late or do not come.

Everywhere ``fixed`` are the ids of the matches that are played or playing: none of them is ever touched,
and no change has a team in two matches of one slot. What cannot be is refused (`Rejected`, `Unknown`).

When a team comes late, does not come, or comes after all nobody plays more matches for it than before, and
nobody without a slot's rest. One idea does all of it: a match of four can spare a team, and a match of
three can take one. A match that is left with two, and gets no third, is called off.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import PLACE, SECOND, WINNER, Break, Pace, PlannedMatch, Schedule
from fieldkit.event.timetable import minute_of, of_the_day, slot_starts, when
from fieldkit.phrases import N_

Ids = Collection[str]
MOST_MINUTES = 600
"""The longest slot and the longest break."""
_STEP_MIN = 5


def start_at(schedule: Schedule, start: str, fixed: Collection[str]) -> Schedule:
    """Return the schedule from another time of day; once matches have begun a break moves the rest."""
    minute_of(start)
    if _last_begun(schedule, fixed) >= 0:
        raise Rejected("begun", "The first match has begun; put a break before a later slot instead.")
    return replace(schedule, start=start)


def catch_up(schedule: Schedule, now_min: int, fixed: Collection[str]) -> Schedule:
    """Move all that has not begun to now, a minute of the day, in steps of five minutes."""
    slots = [each.slot for each in open_matches(schedule, fixed)]
    has_begun = _last_begun(schedule, fixed) >= 0
    slot = max(int(has_begun), min(slots, default=0))
    late = of_the_day(schedule, now_min) - slot_starts(schedule, slot)
    if not slots or late <= 0:
        raise Rejected("not_late", "No match is late.")
    late += -late % _STEP_MIN
    if not has_begun:
        return replace(schedule, start=when(minute_of(schedule.start) + late))
    had = sum(each.minutes for each in schedule.breaks if each.before == slot)
    return put_break(schedule, slot, had + late, fixed)


def put_break(schedule: Schedule, slot: int, minutes: int, fixed: Collection[str]) -> Schedule:
    """Put a pause before a slot that has not begun everywhere, in place of the one that is there."""
    _check_minutes(minutes)
    if slot < 1 or all(each.slot < slot for each in open_matches(schedule, fixed)):
        raise Rejected("slot", "No match is left to be played from slot {slot} on.", None, slot=slot)
    others = [each for each in schedule.breaks if each.before != slot]
    breaks = sorted([*others, Break(slot, minutes)], key=lambda each: each.before)
    return replace(schedule, breaks=tuple(breaks))


def drop_break(schedule: Schedule, slot: int) -> Schedule:
    """Without the pause before a slot."""
    breaks = tuple(each for each in schedule.breaks if each.before != slot)
    if breaks == schedule.breaks:
        raise Unknown("slot", "There is no break before slot {slot}.", None, slot=slot)
    return replace(schedule, breaks=breaks)


def set_slot_minutes(schedule: Schedule, minutes: int, fixed: Collection[str]) -> Schedule:
    """Slots of another length, from the first one in which no match has begun."""
    _check_minutes(minutes)
    since = _last_begun(schedule, fixed) + 1
    if since == 0:
        return replace(schedule, slot_minutes=minutes, paces=())
    if all(each.slot < since for each in open_matches(schedule, fixed)):
        raise Rejected("slot", "No match is left to be played from slot {slot} on.", None, slot=since)
    paces = [each for each in schedule.paces if each.since < since]
    return replace(schedule, paces=(*paces, Pace(since, minutes)))


def move(schedule: Schedule, match: str, field: str, slot: int, fixed: Collection[str]) -> Schedule:
    """Move a match to a field (empty: the next that is free) and slot; one that is there changes places."""
    moved = the_open(schedule, match, fixed)
    _check_field(schedule, field)
    if slot < 0:
        raise Rejected("slot", "Slots count from 0 on.")
    changed = [replace(moved, field=field, slot=slot)]
    here = (each for each in standing(schedule) if field and (each.field, each.slot) == (field, slot))
    there = next(here, moved)
    if there.id in fixed:
        raise Rejected("taken", "Match {other} has that field and slot.", None, other=there.id)
    if there.id != moved.id:
        changed.append(replace(there, field=moved.field, slot=moved.slot))
    return _checked(replaced(schedule, changed), changed)


def call_off(schedule: Schedule, match: str, fixed: Collection[str]) -> Schedule:
    """Call a match off; its number is not used again."""
    gone = the_open(schedule, match, fixed)
    waiting = next((each for each in standing(schedule) if gone.id in _awaited(each)), None)
    if waiting is not None:
        said = N_("Match {other} waits for who wins match {match}.")
        raise Rejected("awaited", said, None, other=waiting.id, match=gone.id)
    return replaced(schedule, [replace(gone, called_off=True)])


def next_free(schedule: Schedule, field: str, fixed: Ids, playing: Ids = ()) -> Schedule:
    """Give a free field the next match whose teams are free; ``playing`` are those that are on."""
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
    return replace(schedule, matches=(*kept, *new.values()))


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
    prefixes = WINNER, SECOND
    return [team.removeprefix(each) for team in match.teams for each in prefixes if team.startswith(each)]


def _last_begun(schedule: Schedule, fixed: Collection[str]) -> int:
    """Return the last slot of which a match has begun, or -1."""
    return max((each.slot for each in schedule.matches if each.id in fixed), default=-1)


def _check_field(schedule: Schedule, field: str) -> None:
    if field and field not in schedule.fields:
        raise Unknown("field", "There is no field {field}.", None, field=field)


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        said = N_("It takes 1 to {most} minutes, not {n}.")
        raise Rejected("minutes", said, None, most=MOST_MINUTES, n=minutes)


LEAST, MOST = 3, 4
"""The number of teams of a match."""


def late_entry(schedule: Schedule, team: str, fixed: Collection[str]) -> Schedule:
    """Give a new team as many matches as the others still have before them, or as many as can be had."""
    if team in schedule.absent:
        raise Rejected("absent", "{team} is marked as absent; say that it is back.", None, team=team)
    if any(team in each.teams for each in schedule.matches):
        raise Rejected("there", "{team} is in the schedule already.", None, team=team)
    due = max(Counter(name for each in _balanced(schedule, fixed) for name in each.teams).values(), default=0)
    changed, seated = _seated(schedule, team, due, fixed)
    for _ in range(due - seated):
        changed = _new_match(changed, team, fixed) or changed
    if changed is schedule:
        raise Rejected("none_left", "There is no match left that {team} could play in.", None, team=team)
    return changed


def no_show(schedule: Schedule, team: str, fixed: Collection[str]) -> Schedule:
    """Let the matches that have not begun go on without a team that has not come."""
    if team in schedule.absent:
        raise Rejected("absent", "{team} is marked as absent already.", None, team=team)
    if not any(team in each.teams for each in schedule.matches):
        raise Unknown("team", "No match has the team {team}.", None, team=team)
    changed = replace(schedule, absent=(*schedule.absent, team))
    own = [each for each in open_matches(schedule, fixed) if team in each.teams]
    left = [replace(_without(each, team), without=(*each.without, team)) for each in own]
    changed = replaced(changed, left)
    for each in left:
        changed = _filled(changed, each.id, fixed)
    return changed


def back(schedule: Schedule, team: str, fixed: Collection[str]) -> Schedule:
    """Let a team that was absent play the rest of its matches."""
    if team not in schedule.absent:
        raise Rejected("here", "{team} is not marked as absent.", None, team=team)
    changed = replace(schedule, absent=tuple(each for each in schedule.absent if each != team))
    lacking = 0
    for each in schedule.matches:
        if team not in each.without or each.id in fixed:
            continue
        again = replace(each, without=tuple(name for name in each.without if name != team))
        if not each.called_off and len(each.teams) < MOST and _rested(changed, team, each.slot):
            again = _with(changed, again, team)
        else:
            lacking += 1
        changed = replaced(changed, [again])
    return _seated(changed, team, lacking, fixed)[0]


def _balanced(schedule: Schedule, fixed: Collection[str]) -> list[PlannedMatch]:
    """Return what is left of the balanced rounds: rooms and finals are made of the standings."""
    return [each for each in open_matches(schedule, fixed) if each.stage == "group"]


def _seated(schedule: Schedule, team: str, due: int, fixed: Collection[str]) -> tuple[Schedule, int]:
    """Return the team in at most ``due`` matches of three, and in how many, met least first."""
    for seated in range(due):
        met = _met(schedule, team)
        balanced = [each for each in _balanced(schedule, fixed) if _rested(schedule, team, each.slot)]
        threes = [each for each in balanced if len(each.teams) == LEAST]
        if not threes:
            return schedule, seated
        best = min(threes, key=lambda each: sum(met[name] ** 2 for name in each.teams))
        schedule = replaced(schedule, [_with(schedule, best, team)])
    return schedule, due


def _new_match(schedule: Schedule, team: str, fixed: Collection[str]) -> Schedule | None:
    """One more match, of this team and two that matches of four can spare, as early as it can be."""
    begun = [each.slot for each in schedule.matches if each.id in fixed]
    end = max(each.slot for each in schedule.matches) + 3
    for slot in range(max(begun, default=-1) + 1, end):
        taken = {each.field for each in standing(schedule) if each.slot == slot}
        free = next((field for field in schedule.fields if field not in taken), None)
        if free is None or not _rested(schedule, team, slot):
            continue
        first = next(_spared(schedule, slot, {team}, fixed), None)
        if first is None:
            continue
        giver, one = first
        less = replaced(schedule, [_without(giver, one)])
        second = next(_spared(less, slot, {team, one}, fixed), None)
        if second is None:
            continue
        giver, other = second
        less = replaced(less, [_without(giver, other)])
        new = PlannedMatch(next_id(schedule), slot, free, (one, other), round=giver.round)
        return replaced(less, [_with(less, new, team)])
    return None


def _filled(schedule: Schedule, id: str, fixed: Collection[str]) -> Schedule:
    """Return a match that lost a team: with a third if it has only two; or called off."""
    gone = match = next(each for each in schedule.matches if each.id == id)
    changed = schedule
    while len(match.teams) < LEAST:
        spared = next(_spared(changed, match.slot, set(match.teams), fixed, match.stage), None)
        if spared is None:
            break
        giver, team = spared
        changed = replaced(changed, [_without(giver, team)])
        match = _with(changed, match, team)
        changed = replaced(changed, [match])
    if len(match.teams) >= LEAST:
        return changed
    changed = replaced(schedule, [replace(gone, called_off=True)])
    for team in gone.teams:
        changed, _ = _seated(changed, team, 1, fixed)
    return changed


def _spared(
    schedule: Schedule, slot: int, company: Collection[str], fixed: Collection[str], stage: str = "group"
) -> Iterator[tuple[PlannedMatch, str]]:
    """Teams that matches of four can spare for a match in a slot; who has met its teams least is first."""
    met = Counter[str]()
    for team in company:
        met.update(_met(schedule, team))
    found = [
        (met[team], abs(each.slot - slot), each, team)
        for each in open_matches(schedule, fixed)
        if each.stage == stage and len(each.teams) == MOST
        for team in each.teams
        if team not in company and _rested(schedule, team, slot, leaving=each.id)
    ]
    for _, _, each, team in sorted(found, key=lambda row: row[:2]):
        yield each, team


def _met(schedule: Schedule, team: str) -> Counter[str]:
    return Counter(name for each in standing(schedule) if team in each.teams for name in each.teams)


def _rested(schedule: Schedule, team: str, slot: int, leaving: str = "") -> bool:
    """Return whether a team plays in no slot beside this one, nor in this one."""
    others = [each for each in standing(schedule) if team in each.teams and each.id != leaving]
    return all(abs(each.slot - slot) > 1 for each in others)


def _with(schedule: Schedule, match: PlannedMatch, team: str) -> PlannedMatch:
    """Return a match with one more team, on the start hoop that it has had least often."""
    had = Counter(each.teams.index(team) for each in standing(schedule) if team in each.teams)
    at = min(range(len(match.teams) + 1), key=lambda hoop: (had[hoop], -hoop))
    return replace(match, teams=(*match.teams[:at], team, *match.teams[at:]))


def _without(match: PlannedMatch, team: str) -> PlannedMatch:
    return replace(match, teams=tuple(name for name in match.teams if name != team))
