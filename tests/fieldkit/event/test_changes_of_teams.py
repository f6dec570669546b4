"""A team that comes late, does not come, or comes after all; and any sequence of changes whatever."""

from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown
from fieldkit.event import changes as C
from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.making import make

from .test_changes import at, match, refused, small

FIELDS = ("north", "middle", "south")


def plays(schedule: Schedule) -> Counter[str]:
    """How many matches each team plays."""
    return Counter(team for each in C.standing(schedule) for team in each.teams)


def rests(schedule: Schedule) -> bool:
    """Whether every team rests a slot between two of its matches."""
    slots: dict[str, list[int]] = {}
    for each in C.standing(schedule):
        for team in each.teams:
            slots.setdefault(team, []).append(each.slot)
    return all(later - one > 1 for own in slots.values() for one, later in pairwise(sorted(own)))


def test_a_late_team_goes_into_matches_of_three() -> None:
    late = C.late_entry(small(), "z", {"1", "2", "3", "4"})
    # One match is left for those who have most of them left, so one it is; on the hoop that nobody had there.
    assert at(late, "5").teams == ("a", "h", "b", "z")
    assert plays(late) == plays(small()) + Counter("z")


def test_a_late_team_makes_new_matches_with_teams_that_matches_of_four_can_spare() -> None:
    late = C.late_entry(small(), "z", {"1", "2"})
    assert plays(late) == plays(small()) + Counter("zz")
    assert rests(late)
    new = at(late, "7")
    assert "z" in new.teams
    assert len(new.teams) == 3
    assert sorted(len(each.teams) for each in late.matches) == [3, 3, 3, 3, 4, 4, 4]


def test_a_team_of_an_event_under_way_keeps_what_was_played() -> None:
    teams = [f"team-{number}" for number in range(1, 13)]
    made = make(teams, FIELDS, 6, 4)
    fixed = {each.id for each in made.matches if each.slot < 4}
    late = C.late_entry(made, "late", fixed)
    assert [each for each in late.matches if each.id in fixed] == [
        each for each in made.matches if each.id in fixed
    ]
    assert plays(late) == plays(made) + Counter({"late": 4})
    assert all(at(late, each.id).slot == each.slot for each in made.matches)
    assert {len(each.teams) for each in late.matches} == {3, 4}
    assert rests(late)


def test_a_team_that_is_there_or_finds_nothing_is_no_late_entry() -> None:
    refused(lambda: C.late_entry(small(), "a", ()), "a is in the schedule already.")
    everything = {each.id for each in small().matches}
    refused(lambda: C.late_entry(small(), "z", everything), "There is no match left that z could play in.")
    absent = replace(small(), absent=("z",))
    refused(lambda: C.late_entry(absent, "z", ()), "z is marked as absent; say that it is back.")


def test_three_go_on_without_a_fourth_that_did_not_come() -> None:
    without = C.no_show(small(), "g", {"1", "2"})
    assert without.absent == ("g",)
    assert at(without, "2") == at(small(), "2")
    assert at(without, "3") == match("3", 2, "north", "ace", without=("g",))
    assert plays(without) == plays(small()) - Counter("g")


def test_two_get_a_third_that_a_match_of_four_can_spare() -> None:
    """Without h, match 3 has a and b left. Of match 4 the first is spared that has not met them yet."""
    teams = replace(
        small(),
        matches=(
            match("1", 0, "north", "abcd"),
            match("2", 0, "south", "efgh"),
            match("3", 4, "north", "abh"),
            match("4", 3, "south", "cefg"),
        ),
    )
    without = C.no_show(teams, "h", {"1", "2"})
    # Who leaves slot 3 for slot 4 has rested.
    assert at(without, "3").without == ("h",)
    assert sorted(at(without, "3").teams) == ["a", "b", "e"]
    assert sorted(at(without, "4").teams) == ["c", "f", "g"]
    assert plays(without) == plays(teams) - Counter("h")


def test_a_match_of_two_that_nobody_can_help_is_called_off() -> None:
    """Its two go into matches of three where they rest: f does, c has played beside it."""
    teams = replace(
        small(),
        matches=(
            match("1", 0, "north", "cdf"),
            match("2", 3, "south", "agh"),
            match("3", 5, "south", "beg"),
            match("4", 4, "north", "cij"),
        ),
    )
    without = C.no_show(teams, "d", ())
    assert at(without, "1") == match("1", 0, "north", "cf", called_off=True, without=("d",))
    assert set(at(without, "2").teams) == set("aghf")
    assert set(at(without, "3").teams) == set("beg")
    assert set(at(without, "4").teams) == set("cij")


def test_only_a_team_that_plays_can_fail_to_come() -> None:
    refused(lambda: C.no_show(small(), "z", ()), "No match has the team z.", Unknown)
    gone = C.no_show(small(), "g", ())
    refused(lambda: C.no_show(gone, "g", ()), "g is marked as absent already.")
    refused(lambda: C.back(small(), "g", ()), "g is not marked as absent.")


def test_a_team_that_is_back_plays_its_own_matches_again() -> None:
    gone = C.no_show(small(), "g", {"1"})
    again = C.back(gone, "g", {"1", "2"})
    assert again.absent == ()
    assert at(again, "2") == at(gone, "2")
    assert set(at(again, "3").teams) == set("aceg")
    assert at(again, "3").without == ()
    assert plays(again)["g"] == 1


def test_a_team_that_is_back_finds_its_match_full() -> None:
    gone = replace(small(), absent=("z",), matches=(match("1", 0, "north", "abcd", without=("z",)),))
    assert at(C.back(gone, "z", ()), "1") == match("1", 0, "north", "abcd")


def test_a_team_that_is_back_where_its_match_is_called_off_goes_into_one_of_three() -> None:
    gone = replace(
        small(),
        absent=("z",),
        matches=(
            match("1", 0, "north", "ab", called_off=True, without=("z",)),
            match("2", 0, "south", "cde"),
        ),
    )
    again = C.back(gone, "z", ())
    assert at(again, "1") == replace(at(gone, "1"), without=())
    assert set(at(again, "2").teams) == set("cdez")


@cache
def made(teams: int, fields: int, rounds: int, size: int) -> Schedule:
    """Return the schedules that changes begin with, each made once."""
    return make([f"team-{number}" for number in range(teams)], FIELDS[:fields], rounds, size)


numbers = st.integers(0, 999)
steps = st.lists(
    st.tuples(
        st.sampled_from(("begin", "late", "gone", "back", "move", "off", "free", "break", "minutes")), numbers
    ),
    max_size=25,
)
events = st.tuples(st.integers(6, 14), st.integers(1, 3), st.integers(2, 5), st.sampled_from((3, 4)))


def taken(schedule: Schedule, what: str, number: int, fixed: Collection[str]) -> Schedule:
    """Return a change that is picked by a number."""
    ids = [each.id for each in schedule.matches]
    id, field = ids[number % len(ids)], schedule.fields[number % len(schedule.fields)]
    team = f"team-{number % 20}"
    change: dict[str, Callable[[], Schedule]] = {
        "late": lambda: C.late_entry(schedule, team, fixed),
        "gone": lambda: C.no_show(schedule, team, fixed),
        "back": lambda: C.back(schedule, team, fixed),
        "move": lambda: C.move(schedule, id, field, number // 30 % 20, fixed),
        "off": lambda: C.call_off(schedule, id, fixed),
        "free": lambda: C.next_free(schedule, field, fixed),
        "break": lambda: C.put_break(schedule, number % 10, 1 + number % 60, fixed),
        "minutes": lambda: C.set_slot_minutes(schedule, 1 + number % 60, fixed),
    }
    return change[what]()


def is_sound(schedule: Schedule) -> None:
    """Check what holds of every schedule."""
    ids = [each.id for each in schedule.matches]
    assert len(set(ids)) == len(ids)
    assert all(3 <= len(set(each.teams)) == len(each.teams) <= 4 for each in C.standing(schedule))
    in_slots = Counter((each.slot, team) for each in C.standing(schedule) for team in each.teams)
    assert set(in_slots.values()) <= {1}
    places = Counter((each.slot, each.field) for each in C.standing(schedule))
    assert set(places.values()) <= {1}


@pytest.mark.slow
@given(events, steps)
def test_no_sequence_of_changes_touches_what_was_played(
    event: tuple[int, int, int, int], steps: list[tuple[str, int]]
) -> None:
    schedule, fixed = made(*event), dict[str, PlannedMatch]()
    hurried = False
    for what, number in steps:
        if what == "begin":
            waiting = C.open_matches(schedule, fixed)[: 1 + number % 3]
            fixed.update({each.id: each for each in waiting})
            continue
        before = plays(schedule)
        try:
            changed = taken(schedule, what, number, fixed)
        except Rejected:
            continue
        schedule, hurried = changed, hurried or what in ("move", "free")
        is_sound(schedule)
        assert {id: schedule.match(id) for id in fixed} == fixed
        new = {"late", "back"} & {what} and {f"team-{number % 20}"}
        assert all(count <= before[team] or team in (new or ()) for team, count in plays(schedule).items())
        assert all(not set(each.teams) & set(schedule.absent) for each in C.open_matches(schedule, fixed))
        assert hurried or rests(schedule)
