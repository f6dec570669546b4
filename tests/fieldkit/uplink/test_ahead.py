"""What a field can set up next, from the documents it holds and its own record."""

import json
from pathlib import Path

import msgspec
import pytest

from fieldkit.event.documents import Break, PlannedMatch, Schedule, Team, Teams
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import Row
from fieldkit.uplink.ahead import MOST, SetUpHere, ahead
from fieldkit.uplink.state import EventName, FieldName, HeldEvent, begun_of

NAMES = ("foxes", "herons", "otters", "badgers")
TEAMS = Teams(3, tuple(Team(name, name.title(), colour="red", club="Club") for name in NAMES))


def held(*matches: PlannedMatch, **more: object) -> HeldEvent:
    schedule = Schedule(2, matches=matches, **more)  # type: ignore[arg-type]
    return HeldEvent(EventName("spring", "Spring Cup"), FieldName("north", "North"), TEAMS, schedule)


def test_without_an_event_there_is_nothing() -> None:
    assert ahead(None, ()).next == ()
    assert ahead(held(), ()).event == EventName("spring", "Spring Cup")


def test_own_matches_and_those_for_any_free_field_come_by_their_time() -> None:
    found = ahead(
        held(
            PlannedMatch("4", 3, "north", NAMES[:3]),
            PlannedMatch("1", 0, "south", NAMES[:3]),
            PlannedMatch("2", 1, "", NAMES[:3]),
            PlannedMatch("3", 1, "north", NAMES[1:], title="Semi-final"),
            breaks=(Break(3, 15),),
        ),
        (),
    ).next
    assert [(each.id, each.starts, each.anywhere) for each in found] == [
        ("3", "10:20", False),
        ("2", "10:20", True),
        ("4", "11:15", False),
    ]
    assert found[0].title == "Semi-final"
    assert [team.team for team in found[0].teams] == ["herons", "otters", "badgers"]
    assert found[0].teams[0].club == "Club"


@pytest.mark.parametrize(
    ("told", "here"), [(None, [True] * 3), ((), [False] * 3), (("herons",), [False, True, False])]
)
def test_who_is_checked_in_is_known_where_the_hub_tells(
    told: tuple[str, ...] | None, here: list[bool]
) -> None:
    known = msgspec.structs.replace(held(PlannedMatch("1", 0, "north", NAMES[:3])), here=told)
    assert [team.here for team in ahead(known, ()).next[0].teams] == here


def test_what_was_set_up_here_comes_last() -> None:
    found = ahead(
        held(PlannedMatch("1", 0, "north", NAMES[:3]), PlannedMatch("2", 1, "north", NAMES[:3])), {"1"}
    ).next
    assert [(each.id, each.set_up) for each in found] == [("2", False), ("1", True)]


def test_what_the_hub_knows_to_be_played_is_nobodys_next_match() -> None:
    """Another field has begun it, or this one did with a journal that is no longer there."""
    known = held(PlannedMatch("1", 0, "north", NAMES[:3]), PlannedMatch("2", 1, "north", NAMES[:3]))
    known = msgspec.structs.replace(
        known, begun=begun_of(b'{"matches": [{"id": "1", "state": "confirmed"}]}')
    )
    assert [each.id for each in ahead(known, ()).next] == ["2"]
    assert [each.id for each in ahead(known, {"1"}).next] == ["2", "1"]


def test_what_is_called_off_or_not_known_yet_is_not_offered() -> None:
    found = ahead(
        held(
            PlannedMatch("1", 0, "north", NAMES[:3], called_off=True),
            PlannedMatch("F1", 1, "north", ("winner:1", "place:2", "foxes")),
        ),
        (),
    )
    assert found.next == ()


def test_nobody_waits_for_a_team_that_did_not_come() -> None:
    gone = held(
        PlannedMatch("1", 0, "north", NAMES), PlannedMatch("2", 1, "north", ("foxes",)), absent=("foxes",)
    )
    (match,) = ahead(gone, ()).next
    assert [team.team for team in match.teams] == ["herons", "otters", "badgers"]


def test_a_long_day_is_shown_in_part() -> None:
    many = [PlannedMatch(str(n), n, "north", NAMES[:3]) for n in range(1, 41)]
    assert [each.id for each in ahead(held(*many), ()).next] == [str(n) for n in range(1, MOST + 1)]


def scheduled(id: str) -> str:
    return json.dumps([{"type": "Scheduled", "id": id, "teams": {}}])


def test_the_record_tells_what_was_set_up_the_last_word_counts(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    here = SetUpHere(journal.path)
    assert here.ids() == frozenset()
    journal.open()

    def write(match: int, seq: int, events: str) -> None:
        begins = [MatchInfo(match, f"m{match}", "toy", f"at {match}")] if seq == 1 else []
        row = Row(f"m{match}", seq, "boot", 1, "", "tablet", f"{match}-{seq}", "{}", events)
        journal.append(Batch(matches=begins, rows=[row]))

    write(1, 1, scheduled("12"))
    assert here.ids() == {"12"}
    write(1, 2, scheduled("13"))
    assert here.ids() == {"13"}
    write(2, 1, "[]")
    write(2, 2, '[{"type": "Noted", "text": "\\"Scheduled\\"", "id": 5}]')
    write(3, 1, 'no JSON "Scheduled"')
    write(4, 1, scheduled("F1"))
    assert here.ids() == {"13", "F1"}
    journal.close()
