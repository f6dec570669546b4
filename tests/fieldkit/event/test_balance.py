"""The balance of a schedule, in figures and in one line."""

from collections import Counter

from msgspec.structs import replace

from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.making import Balance, balance, make

from .check_schedules import figures

TEAMS = [f"team-{number}" for number in range(1, 15)]


def test_the_figures_are_those_that_the_second_program_counts() -> None:
    for size in (3, 4):
        made = make(TEAMS, ["north", "south"], 6, size)
        counted, found = figures(made, TEAMS, size), balance(made)
        assert (found.hoops, found.fields, found.rest) == (counted.hoops, counted.fields, counted.rest)
        assert set(Counter(team for match in made.matches for team in match.teams).values()) == {6}


def test_one_line_says_it() -> None:
    matches = (
        PlannedMatch("1", 0, "north", ("a", "b", "c")),
        PlannedMatch("2", 3, "south", ("b", "a", "d")),
        PlannedMatch("3", 9, "south", ("b", "c", "a"), called_off=True),
    )
    found = balance(Schedule(fields=("north", "south"), matches=matches))
    assert found == Balance(meets=(0, 2), hoops=1, fields=1, rest=2)
    assert str(found.words()) == (
        "Two teams meet 0 to 2 times. Matches that a team sits out between two of its own: at least 2. "
        "Start hoops and fields are shared out evenly, to within 1 and 1 matches."
    )


def test_nothing_is_balanced_as_well() -> None:
    empty = Schedule()
    assert balance(empty) == Balance((0, 0), 0, 0, None)
    final = replace(
        empty, matches=(PlannedMatch("F1", 0, "north", ("place:1", "place:2", "place:3"), 1, "final"),)
    )
    assert balance(final) == balance(empty)
