"""Changes to a schedule: what was played stays, nobody is twice in a slot, and what cannot be is refused."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown
from fieldkit.event import changes as C
from fieldkit.event.documents import Break, Pace, PlannedMatch, Schedule
from fieldkit.event.finals import tree
from fieldkit.event.timetable import minute_of, queue, slot_starts, when

FIELDS = ("north", "south")


def match(id: str, slot: int, field: str, teams: str, **more: Any) -> PlannedMatch:
    """Return a match of teams that have one letter each."""
    return PlannedMatch(id, slot, field, tuple(teams), **more)


def small() -> Schedule:
    """Two fields, five slots; the matches of slots 0 and 2 have four teams, those of slot 4 three."""
    return Schedule(
        fields=FIELDS,
        matches=(
            match("1", 0, "north", "abcd"),
            match("2", 0, "south", "efgh"),
            match("3", 2, "north", "aceg"),
            match("4", 2, "south", "bdfh"),
            match("5", 4, "north", "ahb"),
            match("6", 4, "south", "cdf"),
        ),
    )


def at(schedule: Schedule, id: str) -> PlannedMatch:
    found = schedule.match(id)
    assert found is not None
    return found


def refused(change: Callable[[], object], said: str, kind: type[Rejected] = Rejected) -> None:
    with pytest.raises(kind) as raised:
        change()
    assert type(raised.value) is kind
    assert str(raised.value) == said


def test_the_start_moves_while_nothing_has_begun() -> None:
    assert C.start_at(small(), "09:15", ()).start == "09:15"
    refused(lambda: C.start_at(small(), "9:15", ()), "9:15 is not a time of day; write it like 09:30.")
    said = "The first match has begun; put a break before a later slot instead."
    refused(lambda: C.start_at(small(), "09:15", {"1"}), said)


def test_a_break_moves_what_comes_after_it() -> None:
    lunch = C.put_break(small(), 2, 45, {"1", "2"})
    assert [when(slot_starts(lunch, slot)) for slot in range(4)] == ["10:00", "10:20", "11:25", "11:45"]
    shorter = C.put_break(C.put_break(lunch, 4, 10, ()), 2, 30, ())
    assert shorter.breaks == (Break(2, 30), Break(4, 10))
    assert C.drop_break(shorter, 2).breaks == (Break(4, 10),)
    refused(lambda: C.drop_break(shorter, 3), "There is no break before slot 3.", Unknown)
    refused(lambda: C.put_break(small(), 5, 10, ()), "No match is left to be played from slot 5 on.")
    refused(lambda: C.put_break(small(), 4, 10, {"5", "6"}), "No match is left to be played from slot 4 on.")
    refused(lambda: C.put_break(small(), 2, 601, ()), "It takes 1 to 600 minutes, not 601.")


@pytest.mark.parametrize(
    ("now", "begun", "start", "breaks"),
    [
        ("10:32", (), "10:35", ()),
        ("12:01", ("1", "2"), "10:00", (Break(2, 85),)),
        ("12:01", ("1",), "10:00", (Break(1, 105),)),
    ],
)
def test_what_has_not_begun_is_moved_to_now(
    now: str, begun: tuple[str, ...], start: str, breaks: tuple[Break, ...]
) -> None:
    made = C.catch_up(small(), minute_of(now), begun)
    assert (made.start, made.breaks) == (start, breaks)
    assert msgspec.json.decode(msgspec.json.encode(made), type=Schedule) == made
    refused(lambda: C.catch_up(made, minute_of(now), begun), "No match is late.")


def test_slots_get_longer_from_the_first_one_that_has_not_begun() -> None:
    assert C.set_slot_minutes(small(), 25, ()) == replace(small(), slot_minutes=25)
    later = C.set_slot_minutes(small(), 25, {"1", "2", "3"})
    assert later.paces == (Pace(3, 25),)
    assert [when(slot_starts(later, slot)) for slot in range(5)] == [
        "10:00",
        "10:20",
        "10:40",
        "11:00",
        "11:25",
    ]
    assert C.set_slot_minutes(later, 15, {"1", "2"}).paces == (Pace(1, 15),)
    everything = {str(number) for number in range(1, 7)}
    refused(
        lambda: C.set_slot_minutes(small(), 25, everything), "No match is left to be played from slot 5 on."
    )


def test_a_match_moves_to_a_free_place() -> None:
    moved = C.move(small(), "4", "south", 3, {"1", "2"})
    assert at(moved, "4") == match("4", 3, "south", "bdfh")
    assert at(C.move(small(), "4", "", 2, ()), "4").field == ""


def test_two_matches_change_places() -> None:
    moved = C.move(small(), "6", "north", 4, ())
    assert (at(moved, "6").field, at(moved, "5").field) == ("north", "south")


def test_a_match_does_not_move_where_it_cannot_be_played() -> None:
    refused(lambda: C.move(small(), "3", "south", 4, ()), "a plays in match 5 in that slot.")
    refused(lambda: C.move(small(), "3", "north", 0, {"1"}), "Match 1 has that field and slot.")
    refused(lambda: C.move(small(), "1", "north", 9, {"1"}), "Match 1 has begun, so it stays as it is.")
    refused(lambda: C.move(small(), "3", "west", 3, ()), "There is no field west.", Unknown)
    refused(lambda: C.move(small(), "9", "north", 3, ()), "There is no match 9.", Unknown)
    refused(lambda: C.move(small(), "3", "north", -1, ()), "Slots count from 0 on.")


def test_a_final_stays_after_what_it_waits_for() -> None:
    finals = replace(small(), matches=tree(FIELDS, 6, 8))
    said = "Match F3 waits for who wins match F1, so it must come later."
    refused(lambda: C.move(finals, "F3", "north", 5, ()), said)
    refused(lambda: C.move(finals, "F3", "", 6, ()), said)
    refused(lambda: C.move(finals, "F1", "north", 8, ()), said)
    refused(lambda: C.call_off(finals, "F1", ()), "Match F3 waits for who wins match F1.")
    assert at(C.call_off(finals, "F3", ()), "F3").called_off


def test_what_is_called_off_keeps_its_number_and_gives_its_place() -> None:
    off = C.call_off(small(), "5", ())
    assert at(off, "5") == replace(at(small(), "5"), called_off=True)
    assert C.next_id(off) == "7"
    assert at(C.move(off, "6", "north", 4, ()), "6").field == "north"
    refused(lambda: C.call_off(off, "5", ()), "Match 5 is called off.")
    refused(lambda: C.call_off(small(), "5", {"5"}), "Match 5 has begun, so it stays as it is.")


def test_a_free_field_gets_its_own_next_match() -> None:
    assert C.next_free(small(), "north", {"1", "2"}) == small()


def test_a_free_field_gets_the_match_of_one_that_is_behind() -> None:
    """North has played in slots 0 and 2; south has begun nothing after slot 0."""
    given = C.next_free(small(), "north", {"1", "2", "3"})
    assert at(given, "4") == match("4", 3, "north", "bdfh")
    assert [each.id for each in queue(given, "north", {"1", "2", "3"}, {})[1:] if each] == ["4", "5"]
    assert [each.id for each in queue(given, "south", {"1", "2", "3"}, {})[1:] if each] == ["6"]


def test_two_fields_exchange_their_next_matches_where_there_is_no_slot_between() -> None:
    beside = replace(
        small(),
        matches=(
            match("1", 0, "north", "abcd"),
            match("2", 0, "south", "efgh"),
            match("3", 1, "north", "ijkl"),
        ),
    )
    # North has played in slot 0 already, and its next match is in slot 1.
    given = C.next_free(beside, "north", {"1"}, playing=())
    assert (at(given, "2").field, at(given, "2").slot) == ("north", 1)
    assert (at(given, "3").field, at(given, "3").slot) == ("south", 0)


def test_teams_that_play_now_do_not_get_another_field() -> None:
    """South's match 2 is on, and match 4 has teams of it."""
    refused(
        lambda: C.next_free(small(), "north", {"1", "2", "3"}, playing={"2"}),
        "There is no match left that could begin now.",
    )
    busy = replace(small(), matches=(*small().matches, match("7", 6, "south", "ijk")))
    given = C.next_free(busy, "north", {"1", "2", "3"}, playing={"2"})
    assert (at(given, "7").field, at(given, "7").slot) == ("north", 4)
    assert at(given, "5").slot == 6


def test_there_may_be_no_match_for_a_free_field() -> None:
    said = "There is no match left that could begin now."
    everything = {str(number) for number in range(1, 7)}
    refused(lambda: C.next_free(small(), "north", everything), said)
    refused(lambda: C.next_free(small(), "west", ()), "There is no field west.", Unknown)
    refused(lambda: C.next_free(small(), "", ()), "Name the field that is free.", Unknown)
    final = replace(small(), matches=tree(FIELDS, 6, 8))
    refused(lambda: C.next_free(final, "north", {"F1", "F2"}, playing={"F2"}), said)
    assert C.next_free(final, "north", {"F1", "F2"}) == final
    # Who is in the finals is not known before all others have been played.
    on = (match("1", 0, "south", "abc"), match("2", 2, "south", "ade"), *tree(FIELDS, 4, 4))
    refused(lambda: C.next_free(replace(small(), matches=on), "north", {"1"}, playing={"1"}), said)
