"""Every option, whatever it is called, is kept at each end of its range by all that a match goes through."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

import fieldkit.games.full_contact
from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.corrections import LENGTHS
from fieldkit.games.full_contact.options import Options

from .driver import THREE, Bench, full_contact

FIELDS = {field["name"]: field for field in full_contact().setup_view()["fields"]}
USUAL = full_contact().setup_view()["options"]
NUMBERS = tomllib.loads(
    Path(fieldkit.games.full_contact.__file__).with_name("rules.toml").read_text(encoding="utf-8")
)


def ends(field: dict[str, Any]) -> list[Any]:
    """Return the outermost values of an option, or each of its choices."""
    match field["sort"]:
        case "number":
            return [field["least"], field["most"]]
        case "switch":
            return [False, True]
        case "choice":
            return list(field["of"])
        case "kinds":
            # No price can be paid without these.
            return [USUAL["kinds"], field["of"]]
        case _:
            colours, kinds = field["of"], USUAL["kinds"]
            return [dict(zip(kinds, row, strict=False)) for row in (colours, colours[::-1])]


def stages(bench: Bench, given: dict[str, Any], full_game: bool) -> Iterator[str]:
    """Yield the stages of a match, one after another."""
    usual = {"tie": "extra_round"}
    bench.create(THREE, options=usual | given, full_game=full_game)
    yield "set-up"
    bench.order("edit_setup", teams=[*THREE], options=usual | given, full_game=full_game)
    yield "set-up again"
    bench.order("correct", team="red", set={"bonus_vp": 1}, reason="x")
    yield "correction"
    bench.play()
    yield "play"
    bench.grant("blue", ore=2, wood=1)
    bench.order("buy", team="blue", item="knight")
    yield "purchase"
    bench.order("start_round")
    bench.cancel()
    yield "cancelled round"


def test_an_option_is_declared_with_all_that_is_asked_of_it() -> None:
    """A type and its words in `Options`, a default and limits in the numbers of the rules."""
    names = [each.name for each in fields(Options) if each.name != "seed"]
    assert list(FIELDS) == names
    assert all(field["title"] for field in FIELDS.values())
    assert {name for name, field in FIELDS.items() if field["sort"] == "number"} == set(NUMBERS["limits"])
    assert set(NUMBERS["says"]) == set(names)
    assert set(NUMBERS["options"]) == set(names) - {"target"}
    assert set(NUMBERS["steps"]) <= set(NUMBERS["limits"])
    choices = [field for field in FIELDS.values() if field["sort"] == "choice"]
    assert all(list(field["labels"]) == field["of"] for field in choices)


@pytest.mark.parametrize("full_game", [False, True])
@pytest.mark.parametrize("name", FIELDS)
def test_an_option_is_kept_at_each_end_of_its_range(name: str, full_game: bool) -> None:
    """FC-5, FC-33: from the set-up to a cancelled round, in a usual and in a full game."""
    for value in ends(FIELDS[name]):
        bench = Bench()
        for stage in stages(bench, {name: value}, full_game):
            assert bench.view["options"][name] == value, (stage, value)
        if name == "target":
            assert bench.view["target"] == value


@pytest.mark.parametrize("name", [*LENGTHS, "target"])
def test_an_option_is_corrected_to_each_end_of_its_range(name: str) -> None:
    """FC-7, FC-33: within the limits of the set-up, which the view tells."""
    bench = Bench().create()
    field = FIELDS[name]
    told = {"min": field["least"], "max": field["most"], "step": field["step"]}
    assert bench.view["limits"][name] == told
    for value in ends(field):
        bench.order("correct", set={name: value}, reason="x")
        assert (bench.view["target"] if name == "target" else bench.view["options"][name]) == value


def test_fc_23_the_deck_holds_the_cards_that_there_are() -> None:
    """FC-23: the view tells all that pages and paper say of each."""
    assert list(NUMBERS["deck"]) == list(CARDS)
    bench = Bench().create(options={"head_start_seconds": 6})
    told = {card["id"]: card for card in bench.view["card_list"]}
    assert {id: card["count"] for id, card in told.items()} == NUMBERS["deck"]
    assert [card["id"] for card in full_contact().setup_view()["card_list"]] == list(CARDS)
    assert bench.own("red")["card_list"] == bench.view["card_list"]
    foresight = told["foresight"]
    assert foresight["effect"].format(**foresight["fill"]) == (
        "The team starts the next round 6 s before the others."
    )
    asked = {id: card["asks"] for id, card in told.items() if card["asks"]}
    assert asked == {"year_of_plenty": "kinds", "monopoly": "kind", "barbarians": "hoop"}
