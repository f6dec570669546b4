"""A match that is set up as one of an event: on the record with its creation, in every game."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from fieldkit.games.loading import known_games
from fieldkit.journal.reading import all_records, reading
from fieldkit.journal.record import without
from tests.support.any_match import player_of
from tests.support.refereed import Refereed
from tests.support.refereeing import Table, table

AS_TWELVE = {"id": "12", "teams": {"ann": "foxes", "bob": "herons"}}


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Table]:
    """Yield a referee without a match."""
    with table(tmp_path / "j") as made:
        yield made


def events(kit: Table) -> list[list[dict[str, Any]]]:
    """Return the events of all records, record by record."""
    with reading(kit.path) as db:
        return [msgspec.json.decode(record.row.events) for record in all_records(db)]


def test_it_stands_in_the_record_that_creates_the_match(kit: Table) -> None:
    answer = kit.begin(scheduled=AS_TWELVE)
    assert answer.body["events"][1] == {"type": "Scheduled", **AS_TWELVE}
    ((begun, scheduled),) = events(kit)
    assert (begun["type"], scheduled) == ("Begun", {"type": "Scheduled", **AS_TWELVE})
    assert kit.view["scheduled"] == AS_TWELVE
    assert "scheduled" not in kit.board
    with reading(kit.path) as db:
        (record,) = all_records(db)
    assert b"scheduled" not in record.row.given.encode()


@pytest.mark.slow
def test_it_survives_a_restart_and_ends_with_the_match(kit: Table) -> None:
    kit.begin(scheduled=AS_TWELVE)
    kit.do("go")
    with table(kit.path) as again:
        assert again.view["scheduled"] == AS_TWELVE
        again.do("finish", reason="rain")
        again.begin()
        assert "scheduled" not in again.view


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("12", "begin: scheduled: expected `object`, got `str`"),
        ({"teams": {}}, "begin: scheduled: object missing required field `id`"),
        ({"id": "1 2"}, "begin: scheduled: id: expected `str` matching regex '^[A-Za-z0-9-]{1,16}$"),
        (
            {"id": "12", "teams": {"ann": "The Foxes"}},
            "begin: scheduled: teams[...]: expected `str` matching",
        ),
        ({"id": "12", "at": 5}, "begin: scheduled: object contains unknown field `at`"),
        (
            {"id": "12", "teams": {str(n): "foxes" for n in range(17)}},
            "begin: scheduled: teams: expected `object` of length <= 16",
        ),
    ],
)
def test_what_is_no_place_in_a_schedule_is_refused(kit: Table, wrong: object, says: str) -> None:
    players = [{"name": "ann"}, {"name": "bob"}]
    answer = kit.do("begin", game="toy", players=players, scheduled=wrong)
    assert answer.status == 400
    assert answer.body["error"]["message"].startswith(says)
    assert events(kit) == []


def test_a_side_that_does_not_play_is_refused(kit: Table) -> None:
    players = [{"name": "ann"}, {"name": "bob"}]
    wrong = {"id": "12", "teams": {"ann": "foxes", "cat": "herons"}}
    answer = kit.do("begin", game="toy", players=players, scheduled=wrong)
    assert (answer.status, answer.body["error"]["code"]) == (400, "unknown_side")
    assert answer.body["error"]["message"] == "There is no side cat in this match."
    assert events(kit) == []


def test_a_rehearsal_stores_nothing_and_refuses_the_same(kit: Table) -> None:
    players = [{"name": "ann"}, {"name": "bob"}]
    answer = kit.do("begin", game="toy", players=players, scheduled=AS_TWELVE, dry_run=True)
    assert answer.body["events"][-1] == {"type": "Scheduled", **AS_TWELVE}
    assert events(kit) == []


def test_nothing_else_may_say_it_once_play_has_begun(kit: Table) -> None:
    kit.begin()
    assert kit.do("go", scheduled=AS_TWELVE).status == 200, "nothing had happened before"
    answer = kit.do("give", player="ann", marbles=2, scheduled={"id": "13"})
    assert (answer.status, answer.body["error"]["message"]) == (400, "give: the field scheduled is unknown")
    assert kit.view["scheduled"] == AS_TWELVE


def test_a_set_up_that_is_changed_can_change_it(tmp_path: Path) -> None:
    teams = [
        {"id": id, "players": 4, "start_hoop": f"h{n}"} for n, id in enumerate(("red", "blue", "green"), 1)
    ]
    first = {"id": "12", "teams": {"red": "foxes", "blue": "herons", "green": "otters"}}
    kit = Refereed(tmp_path / "j")
    kit.do("create_match", game="full_contact", teams=teams, scheduled=first)
    assert kit.view["scheduled"] == first
    swapped = {"id": "12", "teams": {"red": "herons", "blue": "foxes", "green": "otters"}}
    kit.do("edit_setup", teams=teams, scheduled=swapped)
    kit.restart()
    assert kit.view["scheduled"] == swapped
    kit.close()


@pytest.mark.parametrize("game", known_games())
def test_every_game_takes_it(game: str, tmp_path: Path) -> None:
    kit = Refereed(tmp_path / "j")
    opening = player_of(game)(Random(1), kit.view["setup"][game]).opening()
    sides = rehearsed_sides(game, opening, tmp_path)[:16]
    scheduled = {"id": "F1", "teams": {side: f"team-{n}" for n, side in enumerate(sides)}}
    kit.do(opening["type"], **without(("type",), opening), scheduled=scheduled)
    assert kit.events[-1] == {"type": "Scheduled", **scheduled}
    before = kit.view
    assert before["scheduled"] == scheduled
    kit.restart()
    assert kit.view["scheduled"] == scheduled
    assert kit.view["recent"] == before["recent"]
    kit.close()


def rehearsed_sides(game: str, opening: dict[str, Any], folder: Path) -> list[str]:
    """Return the sides of a match that begins like this."""
    kit = Refereed(folder / "rehearsed")
    kit.do(opening["type"], **without(("type",), opening))
    sides = [side["id"] for side in kit.view["sides"]]
    kit.close()
    return sides
