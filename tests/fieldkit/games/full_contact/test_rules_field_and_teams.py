"""FC-1 to FC-6: the teams, the balls, the field, and what a match begins with."""

from typing import Any

import pytest

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.full_contact.options import ALL_KINDS

from .driver import REFUSALS, THREE, Bench, full_contact, nonzero, team

FOUR = (team("red", 4, "h1"), team("blue", 4, "h2"), team("green", 4, "h3"), team("yellow", 4, "h4"))
KINDS = ("wood", "wheat", "brick", "ore")


@pytest.mark.parametrize(
    "teams",
    [
        THREE[:2],
        (*FOUR, team("violet", 3, "h5")),
        (team("red", 2, "h1"), *THREE[1:]),
        (team("red", 5, "h1"), *THREE[1:]),
        (team("red", 3, "h1"), team("red", 3, "h2"), team("green", 3, "h3")),
        (team("violet", 3, "h1"), *THREE[1:]),
        (),
    ],
    ids=["two teams", "five teams", "two players", "five players", "a colour twice", "no colour", "nobody"],
)
def test_fc_1_three_or_four_teams_of_three_or_four(teams: tuple[dict[str, Any], ...]) -> None:
    """FC-1: 3 or 4 teams of 3 or 4 players, each of its own colour."""
    with pytest.raises(REFUSALS):
        Bench().create(teams)


def test_fc_1_a_team_has_a_mark_beside_its_colour() -> None:
    """FC-1: colours alone do not tell teams apart; each has a mark of its own."""
    marks = [each["mark"] for each in Bench().create(FOUR).view["teams"]]
    assert len(set(marks)) == 4
    assert all(marks)


@pytest.mark.parametrize("name", ["x" * 1_000, "Fox\nes", "\x00"])
def test_a_name_fits_on_a_screen(name: str) -> None:
    """A team's name is one short printable line; without one it has its colour's."""
    with pytest.raises(Rejected):
        Bench().create((THREE[0] | {"name": name}, *THREE[1:]))
    bench = Bench().create((THREE[0] | {"name": "Füchse"}, *THREE[1:]))
    assert [bench.team("red")["name"], bench.team("blue")["name"]] == ["Füchse", "Blue"]


def test_fc_2_four_kinds_of_twelve_balls() -> None:
    """FC-2: wood, wheat, brick and ore, 12 balls of each, all on the field at first."""
    bench = Bench().create()
    assert bench.view["field"] == dict.fromkeys(KINDS, 12)
    assert all(bench.team(name)["resources"] == dict.fromkeys(KINDS, 0) for name in ("red", "blue", "green"))


def test_fc_2_an_alternative_that_is_not_in_play_drops_out() -> None:
    """FC-2: without sheep a city costs an ore, and no sheep can be counted or named."""
    bench = Bench().create()
    bench.build("h5", "settlement", "red")
    bench.open()
    bench.rest()
    bench.grant("red", wood=3, wheat=3, ore=1)
    assert bench.view["can"]["buy"]["red"]["city"]["pays"] == [{"wood": 3, "wheat": 3, "ore": 1}]
    with pytest.raises(Rejected):
        bench.order("buy", team="red", item="city", hoop="h5", pay={"wood": 3, "wheat": 3, "sheep": 1})
    with pytest.raises(Unknown):
        bench.order("deposit", hoop="h1", kind="sheep")


def test_fc_2_a_fifth_kind_and_other_counts_are_options() -> None:
    """FC-2: kinds and balls per kind are options; those a price needs may not be missing."""
    kinds = [*KINDS, "sheep"]
    bench = Bench().create(options={"kinds": kinds, "balls_per_kind": 5})
    assert bench.view["field"] == dict.fromkeys(kinds, 5)
    with pytest.raises(REFUSALS):
        Bench().create(options={"kinds": ["wood", "wheat", "brick"]})
    with pytest.raises(REFUSALS):
        Bench().create(options={"kinds": [*KINDS, "gold"]})


def test_fc_3_the_default_field() -> None:
    """FC-3: ten hoops, the four of the start row at the bottom, then rows of three, two and one going up."""
    hoops = Bench().create().view["hoops"]
    assert [hoop["id"] for hoop in hoops] == [f"h{n}" for n in range(1, 11)]
    rows: dict[int, list[str]] = {}
    for hoop in hoops:
        rows.setdefault(hoop["row"], []).append(hoop["id"])
    assert sorted(map(len, rows.values())) == [1, 2, 3, 4]
    by_height = sorted(hoops, key=lambda hoop: hoop["y"])
    lowest = {hoop["id"] for hoop in by_height[:4]}
    highest = {by_height[-1]["id"]}
    if highest == {"h10"}:
        assert lowest == {"h1", "h2", "h3", "h4"}
    else:  # y may also grow towards the bottom, as on a screen
        assert {by_height[0]["id"]} == {"h10"}
        assert {hoop["id"] for hoop in by_height[-4:]} == {"h1", "h2", "h3", "h4"}


def test_fc_3_three_piles_of_each_kind_in_three_rows() -> None:
    """FC-3, FC-22: three piles a kind are filled again, those higher up the field first."""
    bench = Bench().create()
    bench.play(("h1", {"ore": 2, "wood": 1}))
    bench.order("buy", team="red", item="knight")
    refill = {entry["kind"]: entry for entry in bench.view["refill"]}
    assert nonzero({kind: entry["count"] for kind, entry in refill.items()}) == {"ore": 2, "wood": 1}
    assert len(set(refill["ore"]["piles"])) == 3
    assert not set(refill["ore"]["piles"]) & set(refill["wood"]["piles"])


def test_fc_4_a_starting_city_lies_in_the_start_row() -> None:
    """FC-4: each team has one starting city, in a start hoop."""
    bench = Bench().create()
    assert {hoop["id"]: hoop["team"] for hoop in bench.view["hoops"] if hoop["starting"]} == {
        "h1": "red",
        "h2": "blue",
        "h3": "green",
    }
    assert bench.hoop("h1")["building"] == "city"
    assert (bench.hoop("h4")["building"], bench.hoop("h4")["team"]) == ("none", None)
    for wrong in ("h5", "h99"):
        with pytest.raises(Rejected):
            Bench().create((team("red", 3, wrong), *THREE[1:]))


def test_fc_4_no_two_teams_share_a_start_hoop() -> None:
    """FC-4: where two want the same hoop they draw lots before the match is made."""
    with pytest.raises(Rejected) as refusal:
        Bench().create((team("red", 3, "h1"), team("blue", 3, "h1"), team("green", 3, "h3")))
    assert refusal.value.rule == "FC-4"


@pytest.mark.parametrize(("full", "knights", "target"), [(False, 1, 8), (True, 2, 9)])
def test_fc_5_knights_and_target(full: bool, knights: int, target: int) -> None:
    """FC-5: one knight and 8 points, in a full game two and 9; the switch alone decides."""
    bench = Bench().create(full_game=full)
    assert {bench.team(name)["knights"] for name in ("red", "blue", "green")} == {knights}
    assert bench.view["target"] == target
    assert set(bench.score.values()) == {2 + knights}


def test_fc_5_four_teams_of_four_are_no_full_game_by_themselves() -> None:
    """FC-5: `full_game` is an explicit switch, default off."""
    assert Bench().create(FOUR).view["target"] == 8


def test_fc_5_the_target_is_an_option_of_a_full_game_too() -> None:
    """FC-5: an explicit target goes before the default of either."""
    assert Bench().create(full_game=True, options={"target": 12}).view["target"] == 12


@pytest.mark.parametrize(
    ("players", "points"), [((3, 3, 3), (3, 3, 3)), ((4, 3, 4), (3, 4, 3)), ((4, 4, 4), (3, 3, 3))]
)
def test_fc_6_a_point_for_a_missing_player(players: tuple[int, ...], points: tuple[int, ...]) -> None:
    """FC-6: where some have four players, teams of three begin with one extra point."""
    teams = [entry | {"players": count} for entry, count in zip(THREE, players, strict=True)]
    assert tuple(Bench().create(teams).score.values()) == points


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        ("round_seconds", (3, 60), (2, 61, "long")),
        ("grace_seconds", (0, 10), (-1, 11)),
        ("break_seconds", (0, 600), (-1, 601)),
        ("head_start_seconds", (1, 10), (0, 11)),
        ("target", (4, 30), (2, 31)),
        ("balls_per_kind", (4, 60), (3, 61)),
        ("deck", ("kit", "paper"), ("cloud", 1)),
        ("tie", ("shared", "most_vp", "extra_round"), ("lots",)),
        ("gifts", (True, False), ("yes",)),
        ("reshuffle_used", (True, False), ("no",)),
        ("auto_start", (True, False), ("maybe",)),
    ],
)
def test_options_have_limits(option: str, good: tuple[Any, ...], bad: tuple[Any, ...]) -> None:
    """The table of options: what is allowed is taken and shown, all else is refused (FC-7 to FC-32)."""
    for value in good:
        assert Bench().create(options={option: value}).view["options"][option] == value
    for value in bad:
        with pytest.raises(REFUSALS):
            Bench().create(options={option: value})


def test_an_option_that_does_not_exist_is_unknown() -> None:
    """400 for an option, a hoop or a colour that no match has."""
    with pytest.raises(REFUSALS) as refusal:
        Bench().create(options={"rain": True})
    assert not isinstance(refusal.value, Rejected) or isinstance(refusal.value, Unknown)


def test_the_defaults_of_the_options() -> None:
    """The table of options, first column."""
    options = Bench().create().view["options"]
    wanted = {
        "round_seconds": 8,
        "grace_seconds": 2.0,
        "break_seconds": 60,
        "head_start_seconds": 4,
        "balls_per_kind": 12,
        "gifts": True,
        "deck": "kit",
        "reshuffle_used": False,
        "tie": "shared",
        "auto_start": False,
    }
    assert {name: options[name] for name in wanted} == wanted
    assert list(options["kinds"]) == list(KINDS)


def test_the_tablet_is_told_how_to_ask_for_every_option() -> None:
    asked = {each["name"]: each for each in full_contact().setup_view()["fields"]}
    titles = {name: field.pop("title") for name, field in asked.items()}
    assert (titles["gifts"], titles["target"]) == ("Gifts between teams", "Points to win")
    assert asked["gifts"] == {"name": "gifts", "sort": "switch"}
    labels = {"kit": "the kit", "paper": "a paper deck"}
    assert asked["deck"] == {"name": "deck", "sort": "choice", "of": ["kit", "paper"], "labels": labels}
    assert asked["kinds"]["of"] == list(ALL_KINDS)
    expected = {"name": "grace_seconds", "sort": "number", "least": 0, "most": 10, "step": 0.5}
    assert asked["grace_seconds"] == expected
    assert asked["target"]["step"] == 1
