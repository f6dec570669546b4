"""The second program can fail: each thing it looks for is found in a schedule that was made wrong."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from fieldkit.event.documents import PlannedMatch, Schedule
from fieldkit.event.making import make

from .check_schedules import Worst, figures, what_is_illegal, what_is_uneven

TEAMS = [f"team-{number}" for number in range(1, 13)]
FIELDS = ["north", "middle", "south"]


def spoiled(number: int, change: Callable[[PlannedMatch], PlannedMatch]) -> Schedule:
    """Return a good schedule with one match changed."""
    made = make(TEAMS, FIELDS, 6, 4)
    matches = list(made.matches)
    matches[number] = change(matches[number])
    return replace(made, matches=tuple(matches))


def test_a_good_schedule_has_no_fault() -> None:
    made = make(TEAMS, FIELDS, 6, 4)
    assert list(what_is_illegal(made, TEAMS, 6, 4)) == []
    assert list(what_is_uneven(figures(made, TEAMS, 4))) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda match: replace(match, id="1"), "an id is used twice"),
        (lambda match: replace(match, teams=match.teams[:2]), "match 4 has"),
        (lambda match: replace(match, teams=(*match.teams[:3], match.teams[0])), "match 4 has"),
        (lambda match: replace(match, field="west"), "has a field or team that is not there"),
        (lambda match: replace(match, teams=match.teams[:3]), "plays 5 matches, not 6"),
        (lambda match: replace(match, slot=0), "is twice in a slot"),
        (lambda match: replace(match, slot=0), "a field has two matches in a slot"),
    ],
)
def test_what_is_illegal_is_found(change: Callable[[PlannedMatch], PlannedMatch], said: str) -> None:
    found = list(what_is_illegal(spoiled(3, change), TEAMS, 6, 4))
    assert any(said in line for line in found)


def test_a_team_that_does_not_rest_is_found() -> None:
    hurried = spoiled(3, lambda match: replace(match, slot=1))
    assert figures(hurried, TEAMS, 4).rest == 0


def test_figures_are_those_of_a_schedule_counted_by_hand() -> None:
    teams = ["a", "b", "c", "d"]
    matches = (
        PlannedMatch("1", 0, "north", ("a", "b", "c")),
        PlannedMatch("2", 2, "north", ("a", "c", "d")),
        PlannedMatch("3", 5, "south", ("b", "a", "c")),
    )
    schedule = Schedule(fields=("north", "south"), matches=matches)
    # a and c meet 3 times, b and d never; the mean is 9 / 6. a was twice on the first hoop, not on the last.
    assert figures(schedule, teams, 3) == Worst(
        meets_over=1, meets_under=1, hoops=2, fields=1, rest=1, slots=6
    )


@pytest.mark.parametrize(
    ("worst", "said"),
    [
        (Worst(2, 0, 0, 0, 1, 9), "meets 2 times more"),
        (Worst(0, 2, 0, 0, 1, 9), "meets 2 times less"),
        (Worst(0, 0, 2, 0, 1, 9), "start hoops are 2 apart"),
        (Worst(0, 0, 0, 9, 1, 9), "fields are 9 apart"),
        (Worst(0, 0, 0, 0, 0, 9), "rests 0 slots"),
    ],
)
def test_what_is_uneven_is_found(worst: Worst, said: str) -> None:
    assert [said in line for line in what_is_uneven(worst)] == [True]
