"""Times of the day by the schedule, how late a field is, and what it plays next."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.event.documents import Break, Pace, PlannedMatch, Schedule
from fieldkit.event.timetable import lag, minute_of, of_the_day, queue, slot_starts, starts, when

SCHEDULE = Schedule(
    start="10:00",
    slot_minutes=20,
    fields=("north", "south"),
    matches=(
        PlannedMatch("1", 0, "north", ("a", "b", "c")),
        PlannedMatch("2", 0, "south", ("d", "e", "f")),
        PlannedMatch("3", 1, "north", ("d", "e", "f"), called_off=True),
        PlannedMatch("4", 2, "north", ("a", "b", "d")),
        PlannedMatch("5", 3, "south", ("c", "e", "f")),
        PlannedMatch("6", 4, "north", ("c", "e", "f")),
    ),
    breaks=(Break(3, 30),),
)


def minutes(**times: str) -> Mapping[str, int]:
    """Return times of the day as minutes, ``_4="10:45"`` for match 4."""
    return {name[1:]: minute_of(text) for name, text in times.items()}


def test_a_match_begins_with_its_slot_and_after_the_breaks() -> None:
    assert [when(starts(SCHEDULE, match)) for match in SCHEDULE.matches] == [
        "10:00",
        "10:00",
        "10:20",
        "10:40",
        "11:30",
        "11:50",
    ]


def test_a_slot_may_be_longer_from_some_slot_on() -> None:
    longer = replace(SCHEDULE, paces=(Pace(1, 25), Pace(4, 10)))
    assert [when(slot_starts(longer, slot)) for slot in range(6)] == [
        "10:00",
        "10:20",
        "10:45",
        "11:40",
        "12:05",
        "12:15",
    ]


def test_hours_begin_again_after_midnight() -> None:
    night = replace(SCHEDULE, start="23:30")
    assert starts(night, night.matches[3]) == 24 * 60 + 10
    assert when(starts(night, night.matches[3])) == "00:10"
    assert of_the_day(night, minute_of("00:10")) == 24 * 60 + 10
    assert of_the_day(night, minute_of("23:10")) == 23 * 60 + 10
    # Long before the start of a day is still that day's morning; in the small hours it is the night after.
    assert of_the_day(SCHEDULE, minute_of("07:00")) == 7 * 60
    assert of_the_day(SCHEDULE, minute_of("01:00")) == 25 * 60
    assert lag(night, "north", minute_of("00:15"), minutes(_1="23:30"), minutes(_1="23:45")) == 5


@pytest.mark.parametrize("text", ["9:30", "24:00", "10:60", "", "10:00 "])
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        minute_of(text)


@pytest.mark.parametrize(
    ("now", "begun", "ended", "late"),
    [
        ("09:50", {}, {}, 0),
        ("10:07", {}, {}, 7),
        # A match that is on: by its beginning, then by how long it takes.
        ("10:10", {"_1": "10:04"}, {}, 4),
        ("10:10", {"_1": "09:57"}, {}, -3),
        ("10:31", {"_1": "10:04"}, {}, 11),
        # Between two matches nobody is late before the next has its time, at 10:40.
        ("10:32", {"_1": "10:10"}, {"_1": "10:31"}, 0),
        ("10:43", {"_1": "10:10"}, {"_1": "10:31"}, 3),
        # Early, and the less so the nearer the next match is.
        ("10:10", {"_1": "09:50"}, {"_1": "10:05"}, -10),
        ("10:36", {"_1": "09:50"}, {"_1": "10:05"}, -4),
        # After the last one there is nothing to be late for.
        ("15:00", {"_1": "10:00", "_4": "10:40", "_6": "11:58"}, {"_1": "", "_4": "", "_6": ""}, 0),
    ],
)
def test_a_field_is_late_by_the_minute(
    now: str, begun: dict[str, str], ended: dict[str, str], late: int
) -> None:
    over = {name[1:]: minute_of(text or now) for name, text in ended.items()}
    assert lag(SCHEDULE, "north", minute_of(now), minutes(**begun), over) == late


def test_a_match_that_another_field_has_begun_makes_nobody_late() -> None:
    over = minutes(_1="10:15")
    assert lag(SCHEDULE, "north", minute_of("10:50"), minutes(_1="10:00"), over) == 10
    assert lag(SCHEDULE, "north", minute_of("10:50"), minutes(_1="10:00"), over, elsewhere={"4"}) == 0


def ids(schedule: Schedule, field: str, played: set[str], playing: dict[str, str]) -> list[str]:
    return [each.id if each else "-" for each in queue(schedule, field, played, playing)]


def test_the_queue_has_now_next_and_after_next() -> None:
    assert ids(SCHEDULE, "north", set(), {}) == ["-", "1", "4"]
    assert ids(SCHEDULE, "north", set(), {"north": "1"}) == ["1", "4", "6"]
    assert ids(SCHEDULE, "north", {"1"}, {"north": "4", "south": "2"}) == ["4", "6", "-"]
    assert ids(SCHEDULE, "south", {"1", "2", "5"}, {}) == ["-", "-", "-"]
    # A field may play what was planned for another one.
    assert ids(SCHEDULE, "south", {"1", "2"}, {"south": "4"}) == ["4", "5", "-"]
    assert ids(SCHEDULE, "north", {"1", "2"}, {"south": "4"}) == ["-", "6", "-"]


def test_a_match_without_a_field_goes_to_the_next_that_is_free() -> None:
    anywhere = replace(SCHEDULE, matches=tuple(replace(each, field="") for each in SCHEDULE.matches))
    assert ids(anywhere, "north", set(), {}) == ["-", "1", "4"]
    assert ids(anywhere, "south", set(), {}) == ["-", "2", "5"]
    # North plays, so south gets the next one.
    assert ids(anywhere, "south", set(), {"north": "1"}) == ["-", "2", "5"]
    assert ids(anywhere, "north", set(), {"north": "1"}) == ["1", "4", "6"]
    assert ids(anywhere, "south", {"1", "2"}, {"north": "4"}) == ["-", "5", "-"]
