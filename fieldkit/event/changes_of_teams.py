"""Changes of a schedule when a team comes late, does not come, or comes after all.

Nobody plays more matches for it than before, and nobody without a slot's rest. One idea does all of it: a
match of four can spare a team, and a match of three can take one.

- A team that enters late goes into matches of three; for what it lacks then, two teams that matches of four
  can spare make a new match with it.
- A match that is left with two when a team does not come gets a third that a match of four can spare. Where
  there is none it is called off, and those two go into matches of three where they can.
- A team that is back goes into its own matches again where there is room, else into matches of three. What
  was called off stays so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

import msgspec

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.changes import next_id, open_matches, replaced, standing
from fieldkit.event.documents import PlannedMatch, Schedule

LEAST, MOST = 3, 4
"""The number of teams of a match."""


def late_entry(schedule: Schedule, team: str, fixed: Collection[str]) -> Schedule:
    """Give a new team as many matches as the others still have before them, or as many as can be had."""
    if team in schedule.absent:
        raise Rejected("absent", "{team} is marked as absent; say that it is back.", None, team=team)
    if any(team in each.teams for each in schedule.matches):
        raise Rejected("there", "{team} is in the schedule already.", None, team=team)
    before = Counter(name for each in _balanced(schedule, fixed) for name in each.teams)
    due = max(before.values(), default=0)
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
    changed = msgspec.structs.replace(schedule, absent=(*schedule.absent, team))
    left = [
        msgspec.structs.replace(_without(each, team), without=(*each.without, team))
        for each in open_matches(schedule, fixed)
        if team in each.teams
    ]
    changed = replaced(changed, left)
    for each in left:
        changed = _filled(changed, each.id, fixed)
    return changed


def back(schedule: Schedule, team: str, fixed: Collection[str]) -> Schedule:
    """Let a team that was absent play the rest of its matches."""
    if team not in schedule.absent:
        raise Rejected("here", "{team} is not marked as absent.", None, team=team)
    absent = tuple(each for each in schedule.absent if each != team)
    changed = msgspec.structs.replace(schedule, absent=absent)
    lacking = 0
    for each in schedule.matches:
        if team not in each.without or each.id in fixed:
            continue
        again = msgspec.structs.replace(each, without=tuple(name for name in each.without if name != team))
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
        threes = [
            each
            for each in _balanced(schedule, fixed)
            if len(each.teams) == LEAST and _rested(schedule, team, each.slot)
        ]
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
    changed = replaced(schedule, [msgspec.structs.replace(gone, called_off=True)])
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
    return not any(
        team in each.teams and abs(each.slot - slot) <= 1 for each in standing(schedule) if each.id != leaving
    )


def _with(schedule: Schedule, match: PlannedMatch, team: str) -> PlannedMatch:
    """Return a match with one more team, on the start hoop that it has had least often."""
    had = Counter(each.teams.index(team) for each in standing(schedule) if team in each.teams)
    at = min(range(len(match.teams) + 1), key=lambda hoop: (had[hoop], -hoop))
    return msgspec.structs.replace(match, teams=(*match.teams[:at], team, *match.teams[at:]))


def _without(match: PlannedMatch, team: str) -> PlannedMatch:
    return msgspec.structs.replace(match, teams=tuple(name for name in match.teams if name != team))
