"""The second program: counts by itself what a made schedule is worth, and shares no line with what makes it.

``python -m tests.fieldkit.event.check_schedules`` goes through every number of teams and matches, both sizes
of matches and 1 to 8 fields, and prints what is wrong and the worst of each figure.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from fieldkit.event.documents import Schedule
from fieldkit.event.making import make

TEAMS, ROUNDS, SIZES, FIELDS = range(6, 41), range(2, 11), (3, 4), range(1, 9)
SMALL_TEAMS = range(3, 6)
"""Fewer teams than a tournament has: legal as well, and as even as can be."""
MEETS_BESIDE_MEAN = 1
"""A pair meets at most this often more than the mean, rounded up, and less than the mean, rounded down."""
HOOPS_APART = 1
FIELDS_APART = 3
FIELDS_APART_OF_FEW = 5
"""On two fields, in matches of four, where so few teams leave hardly any choice of pairs of matches."""
FEW_TEAMS = 14
REST = 1


@dataclass(frozen=True)
class Worst:
    """The figures of one schedule: how far opponents, hoops and fields are apart, and its least rest."""

    meets_over: int
    meets_under: int
    hoops: int
    fields: int
    rest: int
    slots: int


def what_is_illegal(schedule: Schedule, teams: list[str], rounds: int, size: int) -> Iterator[str]:
    """One line for each thing that no schedule may have."""
    if sorted({match.id for match in schedule.matches}) != sorted(match.id for match in schedule.matches):
        yield "an id is used twice"
    for match in schedule.matches:
        if len(match.teams) not in (3, 4) or len(set(match.teams)) != len(match.teams):
            yield f"match {match.id} has {match.teams}"
        if match.field not in schedule.fields or not set(match.teams) <= set(teams):
            yield f"match {match.id} has a field or team that is not there"
    other_size = [match for match in schedule.matches if len(match.teams) != min(size, len(teams))]
    if len(other_size) > (3 if size == 4 else 2):
        yield f"{len(other_size)} matches have another size than {size}"
    for team in teams:
        plays = [match for match in schedule.matches if team in match.teams]
        if len(plays) != rounds:
            yield f"{team} plays {len(plays)} matches, not {rounds}"
        if len({match.slot for match in plays}) < len(plays):
            yield f"{team} is twice in a slot"
    places = [(match.slot, match.field) for match in schedule.matches]
    if len(set(places)) < len(places):
        yield "a field has two matches in a slot"


def figures(schedule: Schedule, teams: list[str], size: int) -> Worst:
    """Count the worst of a schedule, pair by pair and team by team."""
    pairs = [(one, other) for at, one in enumerate(teams) for other in teams[at + 1 :]]
    meets = [sum(one in m.teams and other in m.teams for m in schedule.matches) for one, other in pairs]
    hoops = fields = 0
    rest = 99
    for team in teams:
        plays = [match for match in schedule.matches if team in match.teams]
        on_hoops = [[m.teams.index(team) for m in plays].count(hoop) for hoop in range(min(size, len(teams)))]
        on_fields = [[m.field for m in plays].count(field) for field in schedule.fields]
        hoops = max(hoops, max(on_hoops) - min(on_hoops))
        fields = max(fields, max(on_fields) - min(on_fields))
        slots = sorted(match.slot for match in plays)
        rest = min([rest, *(slots[at + 1] - slots[at] - 1 for at in range(len(slots) - 1))])
    low, up = sum(meets) // len(pairs), -(-sum(meets) // len(pairs))
    last = max(match.slot for match in schedule.matches)
    return Worst(max(meets) - up, low - min(meets), hoops, fields, rest, last + 1)


def what_is_uneven(worst: Worst, fields_apart: int = FIELDS_APART) -> Iterator[str]:
    """One line for each bound that is broken."""
    if worst.meets_over > MEETS_BESIDE_MEAN:
        yield f"a pair meets {worst.meets_over} times more than the mean"
    if worst.meets_under > MEETS_BESIDE_MEAN:
        yield f"a pair meets {worst.meets_under} times less than the mean"
    if worst.hoops > HOOPS_APART:
        yield f"start hoops are {worst.hoops} apart"
    if worst.fields > fields_apart:
        yield f"fields are {worst.fields} apart"
    if worst.rest < REST:
        yield f"a team rests {worst.rest} slots"


def check(teams: int, rounds: int, size: int, fields: int) -> tuple[list[str], Worst]:
    """All that is wrong with one schedule, and its figures."""
    names = [f"team-{number}" for number in range(1, teams + 1)]
    schedule = make(names, [f"field-{number}" for number in range(1, fields + 1)], rounds, size, "10:00", 20)
    worst = figures(schedule, names, size)
    few = size == 4 and fields == 2 and teams <= FEW_TEAMS
    uneven = what_is_uneven(worst, FIELDS_APART_OF_FEW if few else FIELDS_APART)
    return [*what_is_illegal(schedule, names, rounds, size), *uneven], worst


def check_all(size: int, fields: int) -> int:
    """All numbers of teams and matches; prints what is wrong and the worst, and returns how much is wrong."""
    found, bad = list[Worst](), 0
    for teams in TEAMS:
        for rounds in ROUNDS:
            wrong, worst = check(teams, rounds, size, fields)
            found.append(worst)
            bad += len(wrong)
            for line in wrong:
                print(f"{teams} teams, {rounds} matches of {size}, {fields} fields: {line}")
    even = sum(max(each.meets_over, each.meets_under) <= 0 for each in found)
    apart = [sum(each.fields == much for each in found) for much in range(FIELDS_APART_OF_FEW + 1)]
    print(
        f"matches of {size} on {fields} fields: {even} of {len(found)} meet as evenly as can be, others by "
        f"{max(max(each.meets_over, each.meets_under) for each in found)} less so; "
        f"hoops {max(each.hoops for each in found)} apart, fields 0, 1, ... apart {apart}, "
        f"at least {min(each.rest for each in found)} slot of rest"
    )
    return bad


def main() -> int:
    """Check all there are."""
    return 1 if sum([check_all(size, fields) for size in SIZES for fields in FIELDS]) else 0


if __name__ == "__main__":
    sys.exit(main())
