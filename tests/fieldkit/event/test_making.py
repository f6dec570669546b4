"""Schedules as they are made: legal, balanced, the same each time. A second program counts them."""

from typing import Any

import msgspec
import pytest

from fieldkit.errors import Rejected
from fieldkit.event.making import LETTERS, cuts, drafts, make
from tests.support.make_schedules import drafted

from .check_schedules import FIELDS, ROUNDS, SIZES, SMALL_TEAMS, TEAMS, check, what_is_illegal

NAMES = [f"team-{number}" for number in range(1, 13)]
THREE_FIELDS = ["north", "middle", "south"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_every_schedule_there_is_holds(size: int) -> None:
    """All numbers of teams and of matches: on one field, and every twelfth of them on one of several."""
    wrong = []
    for case, (teams, rounds) in enumerate((teams, rounds) for teams in TEAMS for rounds in ROUNDS):
        fields = FIELDS[case // 12 % len(FIELDS)] if case % 12 == teams % 12 else 1
        wrong += [f"{teams} x {rounds} on {fields}: {line}" for line in check(teams, rounds, size, fields)[0]]
    assert wrong == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("teams", SMALL_TEAMS)
def test_fewer_teams_than_a_tournament_has_play_as_well(teams: int, size: int) -> None:
    for rounds in ROUNDS:
        names = NAMES[:teams]
        made = make(names, THREE_FIELDS, rounds, size)
        own = [line for line in what_is_illegal(made, names, rounds, size) if "another size" not in line]
        assert own == []


@pytest.mark.slow
def test_the_shipped_drafts_are_those_that_the_program_makes() -> None:
    assert drafted(4, 9, 2) == drafts()["4"]["9"][0]
    assert drafted(3, 6, 4) == drafts()["3"]["6"][2]


@pytest.mark.parametrize("size", SIZES)
def test_nobody_plays_again_before_everybody_has(size: int) -> None:
    for number, rows in drafts()[str(size)].items():
        teams = int(number)
        for rounds, row in zip(ROUNDS, rows, strict=True):
            at = 0
            for many in cuts(teams, rounds, size):
                at += many
                played = [row[:at].count(letter) for letter in LETTERS[:teams]]
                assert at // teams <= min(played) <= max(played) <= -(-at // teams)
            assert at == len(row) == sum(played)


def test_twelve_teams_on_three_fields_play_every_other_slot() -> None:
    made = make(NAMES, THREE_FIELDS, 6, 4, "09:30", 25)
    assert (made.start, made.slot_minutes, made.fields, made.version) == ("09:30", 25, tuple(THREE_FIELDS), 0)
    assert [match.id for match in made.matches] == [str(number) for number in range(1, 19)]
    assert sorted({match.slot for match in made.matches}) == [0, 2, 4, 6, 8, 10]
    assert [match.round for match in made.matches] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3 + [5] * 3 + [
        6
    ] * 3
    for match in made.matches:
        assert (match.stage, match.title, match.called_off) == ("group", "", False)


def test_the_same_call_makes_the_same_schedule() -> None:
    one, other = (make(NAMES, THREE_FIELDS, 2, 4) for _ in range(2))
    assert msgspec.json.encode(one) == msgspec.json.encode(other)


@pytest.mark.parametrize(
    ("teams", "rounds", "size", "sizes"),
    [
        (12, 6, 4, [4] * 18),
        (10, 5, 4, [4] * 11 + [3] * 2),
        (7, 3, 4, [4] * 3 + [3] * 3),
        (6, 2, 4, [4] * 3),
        (12, 5, 3, [3] * 20),
        (10, 5, 3, [4] * 2 + [3] * 14),
        (3, 4, 4, [3] * 4),
    ],
)
def test_as_few_matches_as_can_be_have_another_size(
    teams: int, rounds: int, size: int, sizes: list[int]
) -> None:
    assert cuts(teams, rounds, size) == sizes


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"teams": NAMES[:2]}, "A schedule is made for 3 to 40 teams, not for 2."),
        ({"teams": [str(n) for n in range(41)]}, "A schedule is made for 3 to 40 teams, not for 41."),
        ({"teams": [*NAMES, "team-3"]}, "team-3 is in the list twice."),
        ({"fields": ["north", "north"]}, "north is in the list twice."),
        ({"fields": []}, "There is no field to play on."),
        ({"rounds": 1}, "A team plays 2 to 10 matches, not 1."),
        ({"rounds": 11}, "A team plays 2 to 10 matches, not 11."),
        ({"size": 5}, "A match has 3 or 4 teams, not 5."),
        ({"slot_minutes": 0}, "A slot takes 1 to 600 minutes, not 0."),
        ({"start": "25:00"}, "25:00 is not a time of day; write it like 09:30."),
    ],
)
def test_what_there_is_no_schedule_for_is_said_in_a_sentence(changed: dict[str, Any], said: str) -> None:
    asked = {"teams": NAMES, "fields": THREE_FIELDS, "rounds": 5, "size": 4, **changed}
    with pytest.raises(Rejected) as refused:
        make(**asked)
    assert str(refused.value) == said
