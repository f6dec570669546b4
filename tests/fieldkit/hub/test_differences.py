"""Matches of an event played by other options than the rest: desk, standings and fields name them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fieldkit.hub.access import Person
from fieldkit.hub.desk import desk
from fieldkit.hub.hub import Hub
from tests.support.hubs import hub, plan, play, send

ANN = Person("p-ann", "organiser", "Ann")
CREW = Person("p-kim", "crew", "Kim")
SIX = """Match 2 is unlike the event's others in "Round, seconds": 6 instead of 8."""


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Hub]:
    """Yield a hub with a schedule."""
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as running:
        plan(running)
        yield running


def played(made: Hub, folder: Path, field: str, *matches: tuple[str, dict[str, Any]]) -> None:
    """Play scheduled matches on a field, each with its options, and send them."""
    for id, options in matches:
        play(folder / field, scheduled=id, options=options)
    send(made, field, folder / field)
    made.follow()


def document(made: Hub, name: str) -> Any:
    """Return a public document."""
    found = made.files.get(f"cup/{name}")
    assert found is not None
    return msgspec.json.decode(found.plain)


def test_matches_that_are_alike_are_nothing_to_speak_of(made: Hub, tmp_path: Path) -> None:
    played(made, tmp_path, "north", ("1", {}), ("3", {}))
    assert document(made, "standings")["differ"] == desk(made, ANN, [], {})["differ"] == []
    assert document(made, "schedule")["played_by"]["full_contact"]["round_seconds"] == 8


def test_a_match_of_another_length_is_named_with_both_values(made: Hub, tmp_path: Path) -> None:
    played(made, tmp_path, "north", ("1", {}))
    played(made, tmp_path, "south", ("2", {"round_seconds": 6}))
    assert document(made, "standings")["differ"] == desk(made, ANN, [], {})["differ"] == [SIX]
    assert desk(made, CREW, [], {})["differ"] == []


def test_what_most_matches_have_is_what_the_event_is_played_by(made: Hub, tmp_path: Path) -> None:
    played(made, tmp_path, "south", ("2", {"round_seconds": 6, "gifts": False}))
    played(made, tmp_path, "north", ("1", {}), ("3", {"kinds": ["wood", "wheat", "brick", "ore", "sheep"]}))
    assert document(made, "standings")["differ"] == [
        """Match 3 is unlike the event's others in "Kinds of balls": """
        "wood, wheat, brick, ore, sheep instead of wood, wheat, brick, ore.",
        """Match 2 is unlike the event's others in "Gifts between teams": no instead of yes.""",
        SIX,
    ]
    assert document(made, "schedule")["played_by"]["full_contact"]["round_seconds"] == 8


def test_colours_and_matches_outside_the_schedule_are_each_fields_own(made: Hub, tmp_path: Path) -> None:
    played(made, tmp_path, "north", ("1", {}), ("", {"round_seconds": 6}))
    played(made, tmp_path, "south", ("2", {"colours": {"wood": "black", "ore": "green"}}))
    assert document(made, "standings")["differ"] == []
