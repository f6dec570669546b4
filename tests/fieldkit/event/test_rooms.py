"""Rooms by the standings: of like points, with few repeated opponents, on hoops and fields seldom had."""

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.making import make
from fieldkit.event.rooms import rooms

FIELDS = ("north", "middle", "south")
ORDER = [f"t{place:02}" for place in range(1, 13)]


def met(matches: tuple[PlannedMatch, ...]) -> Counter[frozenset[str]]:
    return Counter(
        frozenset((one, other))
        for match in matches
        for number, one in enumerate(match.teams)
        for other in match.teams[:number]
    )


def test_without_a_past_the_rooms_are_those_of_the_standings() -> None:
    made = rooms(ORDER, (), Schedule(), FIELDS, 1)
    assert [(match.id, match.slot, match.round, match.stage) for match in made] == [
        ("1", 0, 1, "room"),
        ("2", 0, 1, "room"),
        ("3", 0, 1, "room"),
    ]
    assert sorted(sorted(match.teams) for match in made) == [ORDER[:4], ORDER[4:8], ORDER[8:]]
    assert {match.field for match in made} == set(FIELDS)


def test_the_best_room_plays_last_after_all_that_is_planned() -> None:
    before = make(ORDER, FIELDS[:1], 2, 4)
    made = rooms(ORDER, (), before, FIELDS[:1], 3)
    last = max(match.slot for match in before.matches)
    assert [match.slot for match in made] == [last + 2, last + 3, last + 4]
    assert [match.id for match in made] == ["7", "8", "9"]
    assert [sorted(match.teams)[0] for match in made] == ["t09", "t05", "t01"]


@pytest.mark.parametrize(
    ("teams", "sizes"), [(3, [3]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (11, [4, 4, 3]), (12, [4, 4, 4])]
)
def test_the_last_rooms_are_those_of_three(teams: int, sizes: list[int]) -> None:
    made = rooms(ORDER[:teams], (), Schedule(), FIELDS, 1)
    best_first = sorted(made, key=lambda match: min(match.teams))
    assert [len(match.teams) for match in best_first] == sizes


@pytest.mark.parametrize("teams", [0, 1, 2, 5])
def test_some_numbers_make_no_rooms(teams: int) -> None:
    with pytest.raises(Rejected) as refused:
        rooms(ORDER[:teams], (), Schedule(), FIELDS, 1)
    assert str(refused.value) == f"Rooms of 3 or 4 teams cannot be made of {teams} teams."


def test_absent_teams_have_no_room() -> None:
    made = rooms(ORDER, (), replace(Schedule(), absent=("t02", "t07")), FIELDS, 1)
    assert sorted(team for match in made for team in match.teams) == [
        team for team in ORDER if team not in ("t02", "t07")
    ]


def test_who_has_met_often_is_kept_apart_by_one_room_at_most() -> None:
    played = tuple(PlannedMatch(str(number), number, "north", ("t01", "t02", "t03")) for number in range(3))
    made = rooms(ORDER, played, Schedule(), FIELDS, 2)
    home = {team: number // 4 for number, team in enumerate(ORDER)}
    for match in made:
        assert max(home[team] for team in match.teams) - min(home[team] for team in match.teams) <= 1
    together = met(made)
    assert sum(together[frozenset(pair)] for pair in (("t01", "t02"), ("t01", "t03"), ("t02", "t03"))) <= 1


def test_teams_of_the_same_points_meet_nobody_again_where_that_can_be() -> None:
    played = (
        PlannedMatch("1", 0, "north", tuple(ORDER[:4])),
        PlannedMatch("2", 0, "middle", tuple(ORDER[4:8])),
        PlannedMatch("3", 0, "south", tuple(ORDER[8:])),
    )
    alike = dict.fromkeys(ORDER, 12)
    made = rooms(ORDER, played, Schedule(), FIELDS, 2, alike)
    # Three rooms of four out of three rooms of four: one pair of each must meet again.
    assert sum((met(played) & met(made)).values()) == 3


def test_hoops_and_fields_are_those_that_a_team_has_seldom_had() -> None:
    played = tuple(PlannedMatch(str(n), n, "north", ("t01", "t02", "t03", "t04")) for n in range(2))
    (again,) = rooms(ORDER[:4], played, Schedule(), FIELDS, 3)
    for hoop, team in enumerate(again.teams):
        assert played[0].teams[hoop] != team
    assert again.field != "north"


def test_a_whole_event_by_rooms_stays_even() -> None:
    """Four rounds after two balanced ones: nobody has the same hoop or field all the time."""
    schedule = make(ORDER, FIELDS, 2, 4)
    for round in range(3, 7):
        order = sorted(ORDER, key=lambda team: (hash_of(team, round), team))
        made = rooms(order, schedule.matches, schedule, FIELDS, round)
        schedule = replace(schedule, matches=(*schedule.matches, *made))
    for team in ORDER:
        own = [match for match in schedule.matches if team in match.teams]
        assert len(own) == 6
        assert max(Counter(match.teams.index(team) for match in own).values()) <= 3
        assert max(Counter(match.field for match in own).values()) <= 4
        slots = sorted(match.slot for match in own)
        assert all(later - one > 1 for one, later in pairwise(slots))


def hash_of(team: str, round: int) -> int:
    """Standings that change with each round, without chance."""
    return int(team[1:]) * 7919 * round % 101
