"""Finals as a tree: who meets whom, and who goes on."""

import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.event import finals
from fieldkit.event.documents import Result, Schedule, Score
from fieldkit.event.finals import is_known, known, tree

FIELDS = ("north", "south")
ORDER = [f"t{place}" for place in range(1, 13)]


def result(final: str, *places: tuple[str, int], confirmed: bool = True) -> Result:
    """How a final ended: team and place."""
    scores = tuple(Score("side", team, 10 - place, place, team) for team, place in places)
    return Result(final, scores, confirmed)


def by_id(schedule: Schedule) -> dict[str, tuple[str, ...]]:
    return {match.id: match.teams for match in schedule.matches}


def test_the_best_four_play_one_final() -> None:
    (final,) = tree(FIELDS, 7, 4)
    assert (final.id, final.slot, final.field, final.stage, final.title) == (
        "F1",
        7,
        "north",
        "final",
        "Final",
    )
    assert final.teams == ("place:1", "place:2", "place:3", "place:4")


def test_of_the_best_eight_two_of_each_semi_final_go_on() -> None:
    planned = tree(FIELDS, 7, 8)
    assert [(each.id, each.slot, each.field, each.round, each.title) for each in planned] == [
        ("F1", 7, "north", 1, "Semi-final"),
        ("F2", 7, "south", 1, "Semi-final"),
        ("F3", 9, "north", 2, "Final"),
    ]
    assert planned[0].teams == ("place:1", "place:4", "place:5", "place:8")
    assert planned[1].teams == ("place:2", "place:3", "place:6", "place:7")
    assert planned[2].teams == ("winner:F1", "winner:F2", "second:F2", "second:F1")


def test_of_sixteen_a_winner_meets_no_second_of_its_own_match_before_the_final() -> None:
    planned = tree(FIELDS, 0, 16)
    assert [each.title for each in planned] == ["Quarter-final"] * 4 + ["Semi-final"] * 2 + ["Final"]
    assert [each.slot for each in planned] == [0, 0, 1, 1, 3, 3, 5]
    for semi in planned[4:6]:
        assert len({name.partition(":")[2] for name in semi.teams}) == 4
    assert sorted(name for each in planned[:4] for name in each.teams) == sorted(
        f"place:{place}" for place in range(1, 17)
    )


def test_twelve_and_nine_come_out_in_matches_of_three_and_four() -> None:
    assert [len(each.teams) for each in tree(FIELDS, 0, 12)] == [4, 4, 4, 3, 3, 4]
    assert [len(each.teams) for each in tree(FIELDS, 0, 9, advance=1)] == [3, 3, 3, 3]
    assert [len(each.teams) for each in tree(FIELDS, 0, 16, advance=1)] == [4, 4, 4, 4, 4]


@pytest.mark.parametrize(("size", "advance"), [(2, 2), (5, 2), (8, 1), (33, 2), (0, 2)])
def test_what_leaves_a_final_with_fewer_than_three_is_refused(size: int, advance: int) -> None:
    with pytest.raises(Rejected) as refused:
        tree(FIELDS, 0, size, advance)
    assert str(refused.value) == (
        f"The best {size} do not make finals of 3 or 4 teams of which {advance} go on."
    )


def test_the_sizes_that_make_finals_are_told() -> None:
    assert finals.sizes(9, 2) == [3, 4, 6, 7, 8, 9]
    assert finals.sizes(12, 1) == [3, 4, 9, 10, 11, 12]
    assert finals.sizes(2, 2) == []


def test_one_or_two_go_on_and_a_field_is_needed() -> None:
    with pytest.raises(Rejected, match="One or two of each final go on"):
        tree(FIELDS, 0, 8, 3)
    with pytest.raises(Rejected, match="no field"):
        tree((), 0, 8)


def test_teams_are_filled_in_as_soon_as_they_are_known() -> None:
    finals = Schedule(fields=FIELDS, matches=tree(FIELDS, 0, 8))
    assert known(finals, None, ()) == finals
    placed = known(finals, ORDER, ())
    assert by_id(placed)["F1"] == ("t1", "t4", "t5", "t8")
    assert [is_known(each) for each in placed.matches] == [True, True, False]
    first = result("F1", ("t5", 1), ("t1", 2), ("t8", 3), ("t4", 4))
    other = result("F2", ("t2", 1), ("t6", 2), ("t3", 3), ("t7", 4))
    half = by_id(known(finals, ORDER, [first]))["F3"]
    assert sorted(half) == ["second:F2", "t1", "t5", "winner:F2"]
    whole = known(finals, ORDER, [first, other])
    assert sorted(by_id(whole)["F3"]) == ["t1", "t2", "t5", "t6"]
    # What is filled in follows a corrected result, since the schedule keeps the names.
    corrected = replace(first, scores=result("F1", ("t4", 1), ("t1", 2), ("t8", 3), ("t5", 4)).scores)
    assert sorted(by_id(known(finals, ORDER, [corrected, other]))["F3"]) == ["t1", "t2", "t4", "t6"]


def test_only_a_confirmed_final_lets_anybody_go_on() -> None:
    finals = Schedule(fields=FIELDS, matches=tree(FIELDS, 0, 8))
    open_result = result("F1", ("t5", 1), ("t1", 2), ("t8", 3), ("t4", 4), confirmed=False)
    assert known(finals, ORDER, [open_result]) == known(finals, ORDER, [])


def test_who_did_not_come_is_passed_over() -> None:
    finals = Schedule(fields=FIELDS, matches=tree(FIELDS, 0, 8), absent=("t2", "t5"))
    placed = known(finals, ORDER, [result("F1", ("t5", 1), ("t1", 2), ("t6", 3), ("t10", 4))])
    assert by_id(placed)["F1"] == ("t1", "t6", "t7", "t10")
    assert {"t1", "t6"} <= set(by_id(placed)["F3"])


def test_a_shared_place_goes_by_the_standings() -> None:
    finals = Schedule(fields=FIELDS, matches=tree(FIELDS, 0, 8))
    shared = result("F1", ("t8", 1), ("t1", 2), ("t5", 2), ("t4", 4))
    assert {"t8", "t1"} <= set(by_id(known(finals, ORDER, [shared]))["F3"])
    # Without standings the winner is clear, and the second is not.
    assert {"t8", "second:F1"} <= set(by_id(known(finals, None, [shared]))["F3"])
    # Nor where only lots could tell.
    assert {"t8", "second:F1"} <= set(by_id(known(finals, ORDER, [shared], [("t1", "t5")]))["F3"])
    both = result("F1", ("t8", 1), ("t1", 1), ("t5", 3), ("t4", 4))
    assert {"winner:F1", "second:F1"} <= set(by_id(known(finals, None, [both]))["F3"])
