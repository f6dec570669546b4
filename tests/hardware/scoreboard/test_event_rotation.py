"""What a hub's screen goes through, and how long each page stands; the clock is handed in, and it jumps."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.scoreboard.event import is_word
from hardware.scoreboard.event.rotation import SECONDS, HubAnswers, Programme, Rotation, Turn
from tests.support.hub_views import (
    LONG,
    NO_MATCH,
    TEAMS,
    all_scenes,
    heard,
    index,
    pages,
    schedule,
    standings,
)


def keys(heard: HubAnswers, show: str) -> list[str]:
    """Return in short the pages of what a screen shows."""
    return [f"{turn.sort} {turn.which or turn.page + 1}" for turn in pages(heard, show)]


def test_the_rotation_shows_all_fields_each_that_plays_the_standings_and_who_is_next() -> None:
    told = heard(index(8), standings(40, finals=2))
    assert keys(told, "rotation") == [
        "fields 1",
        *("field north", "field south", "field east", "field centre", "field old-yard"),
        *("standings 1", "standings 2", "finals 1"),
        *("queue 1", "queue 2"),
    ]


def test_what_there_is_none_of_is_left_out() -> None:
    told = index(3)
    for field in told["fields"]:
        field |= {"frame": NO_MATCH, "now": None, "next": None, "after": None}
    table = standings(12)
    for row in table["rows"]:
        row["played"] = 0
    assert keys(heard(told, table), "rotation") == ["fields 1"]
    told["fields"][0]["online"] = False
    assert keys(heard(told | {"fields": []}, table), "rotation") == ["fields 1"]


def test_who_plays_next_is_left_out_when_the_last_matches_are_on() -> None:
    told = index(3)
    for field in told["fields"]:
        field |= {"next": None, "after": None}
    assert "queue 1" not in keys(heard(told), "rotation")
    assert keys(heard(told), "queue") == ["queue 1"]


def test_a_field_that_is_not_heard_is_never_shown_large() -> None:
    told = index(3)
    told["fields"][0]["online"] = False
    assert keys(heard(told), "rotation") == [
        "fields 1",
        "field south",
        "field east",
        "standings 1",
        "queue 1",
    ]


def test_a_single_field_is_always_large() -> None:
    assert keys(heard(index(1)), "rotation")[0] == "field north"
    assert keys(heard(index(1)), "fields") == ["field north"]


def test_one_thing_alone_can_be_shown() -> None:
    told = heard(index(8, 6), standings(25), schedule(18, TEAMS, 9))
    assert keys(told, "fields") == ["fields 1", "fields 2"]
    assert keys(told, "field:south") == ["field south"]
    assert keys(told, "standings") == ["standings 1", "standings 2"]
    assert keys(told, "queue") == ["queue 1", "queue 2"]
    assert keys(heard(index(3)), "schedule") == ["schedule 1", "schedule 2", "schedule 3"]


def test_the_schedule_begins_with_the_page_of_the_first_match_that_is_not_over() -> None:
    assert keys(heard(index(3), None, schedule(18, TEAMS, 9)), "schedule") == ["schedule 2", "schedule 3"]
    assert keys(heard(index(3), None, schedule(18, TEAMS, 18)), "schedule") == [
        "schedule 1",
        "schedule 2",
        "schedule 3",
    ]
    assert keys(heard(index(3), None, schedule(0)), "schedule") == ["schedule 1"]


@pytest.mark.parametrize("show", ["", "chess", "field:", "field:North", "fields ", "finals"])
def test_what_no_screen_knows_is_the_rotation(show: str) -> None:
    assert not is_word(show)
    assert keys(heard(index(3)), show) == keys(heard(index(3)), "rotation")


def test_a_field_that_there_is_not_is_all_fields() -> None:
    assert is_word("field:moon")
    assert keys(heard(index(3)), "field:moon") == ["fields 1"]


def test_every_page_stands_for_its_time_and_the_first_comes_again() -> None:
    all, rotation, now = pages(heard(index(3)), "rotation"), Rotation(), 100.0
    for turn in [*all, all[0]]:
        assert rotation.turn(all, now) == turn
        assert rotation.turn(all, now + SECONDS[turn.sort] - 0.01) == turn
        now += SECONDS[turn.sort]


@given(jumps=st.lists(st.floats(-1e6, 1e6), max_size=40))
def test_a_clock_that_jumps_never_skips_a_page_or_holds_one_for_longer_than_its_time(
    jumps: list[float],
) -> None:
    all, rotation, now = pages(heard(index(3)), "rotation"), Rotation(), 0.0
    place, since = 0, 0.0
    assert rotation.turn(all, now) == all[0]
    for jump in jumps:
        now += jump
        since = min(since, now)
        if now - since >= SECONDS[all[place].sort]:
            place, since = (place + 1) % len(all), now
        assert rotation.turn(all, now) == all[place]


def test_a_page_that_goes_gives_way_to_the_next_and_one_that_comes_does_not_disturb() -> None:
    rotation = Rotation()
    north, south, east = (Turn("field", id) for id in ("north", "south", "east"))
    assert rotation.turn([north, south, east], 0.0) == north
    assert rotation.turn([north, south, east], 10.0) == south
    assert rotation.turn([north, east], 11.0) == east
    assert rotation.turn([north, south, east], 12.0) == east
    assert rotation.turn([south], 13.0) == south
    assert rotation.turn([south], 1e9) == south


def test_a_page_is_the_newest_of_its_sort() -> None:
    """Its number may change while it stands there: the title says of how many it is one."""
    rotation = Rotation()
    assert rotation.turn([Turn("standings", "", 0, 1)], 0.0).pages == 1
    assert rotation.turn([Turn("standings", "", 0, 2), Turn("standings", "", 1, 2)], 1.0).pages == 2


def test_what_the_organisers_assign_goes_before_the_screens_own_choice() -> None:
    programme, told = Programme("standings"), heard(index(3))

    def shown(assigned: str, now: float) -> str:
        return type(
            programme.picture(HubAnswers(told.index, told.standings, told.schedule, {}, assigned), "", now)
        ).__name__

    assert shown("", 0.0) == "Table"
    assert shown("queue", 1.0) == "Queue"
    assert shown("field:north", 2.0) == "OneField"
    assert shown("schedule", 3.0) == "PlanPage"
    assert shown("", 4.0) == "Table"


def test_a_new_assignment_begins_with_its_first_page() -> None:
    programme, told = Programme("rotation"), heard(index(8))
    first = programme.picture(told, "", 0.0)
    assert programme.picture(told, "", 12.0) != first
    queue = HubAnswers(told.index, told.standings, told.schedule, {}, "queue")
    assert programme.picture(queue, "", 13.0).page == 0  # type: ignore[attr-defined]
    assert programme.picture(told, "", 14.0) == first


def test_only_fields_that_are_shown_large_need_their_boards() -> None:
    told = heard(index(8))
    assert set(Programme("rotation").wanted(told)) == {"north", "south", "east", "centre", "old-yard"}
    assert set(Programme("field:west").wanted(told)) == {"west"}
    assert not Programme("queue").wanted(told)


def test_every_page_holds_as_many_as_the_others_and_none_is_lost() -> None:
    told = heard(index(8, 6, LONG), standings(40), schedule(18))
    for show, many in (("fields", 8), ("standings", 40), ("schedule", 18), ("queue", 8)):
        programme, found = Programme(show), list[Any]()
        turns = pages(told, show)
        for number, turn in enumerate(turns):
            page = programme.picture(told, "", 100.0 * number).shown  # type: ignore[attr-defined]
            assert len(page) == -(-many // turn.pages)
            found += page
        assert len({json.dumps(str(one)) for one in found}) == len(found) >= 8


def test_there_is_a_scene_for_everything() -> None:
    names = {type(picture).__name__ for picture in all_scenes(TEAMS).values()}
    assert names == {"AllFields", "OneField", "Table", "PlanPage", "Queue"}
