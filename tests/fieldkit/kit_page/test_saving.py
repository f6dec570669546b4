"""Settings and fields saved on the kit's page: what counts for the next match, and what is refused."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldkit.games.loading import game_file
from fieldkit.saved import KIT_FILE, LayeredSettings
from fieldkit.settings import FieldFile, Settings
from tests.support.kit_table import KitTable, kit_table


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[KitTable]:
    with kit_table(tmp_path) as made:
        yield made


def field(**first_pile: Any) -> dict[str, Any]:
    """Return the default field with its first pile changed."""
    whole = game_file("full_contact", "field.toml")
    whole["piles"][0] |= first_pile
    return whole


def test_a_field_counts_for_the_next_match_and_not_for_the_one_that_is_on(kit: KitTable) -> None:
    kit.create()
    assert kit.view["fields"]["full_contact"]["from"] == "default"
    kit.order("save_field", game="full_contact", field=field(x=2.5))
    saved = kit.view["fields"]["full_contact"]
    assert (saved["from"], saved["piles"][0]["x"], saved["default"]["piles"][0]["x"]) == ("own", 2.5, 2.0)
    assert tomllib.loads((kit.data / "field.toml").read_text(encoding="utf-8")) == field(x=2.5)
    kit.command("abandon_match", reason="the next one")
    assert kit.match["setup"]["full_contact"]["piles"][0]["x"] == 2.5
    kit.order("save_field", game="full_contact", field=field())
    assert kit.view["fields"]["full_contact"]["from"] == "default"
    assert not (kit.data / "field.toml").exists()


@pytest.mark.parametrize(
    ("game", "given", "status", "says"),
    [
        ("full_contact", field(x=3.0, y=1.0), 409, "A pile of wood is less than 1.0 m from hoop 1"),
        ("full_contact", field() | {"hoops": []}, 409, "start: at least 4 hoops"),
        ("full_contact", field() | {"piles": [{"id": "wood-1"}]}, 409, "pile 1 x: missing"),
        (
            "full_contact",
            {"hoops": field()["hoops"][:9], "piles": field()["piles"]},
            409,
            "A field laid out here",
        ),
        ("big_game", field(), 400, "This game has no field"),
        ("full_contact", {"hoops": [3]}, 400, "field"),
    ],
)
def test_a_field_that_cannot_be_used_is_refused_and_nothing_is_saved(
    kit: KitTable, game: str, given: object, status: int, says: str
) -> None:
    answer = kit.page.do({"do": "save_field", "game": game, "field": given})
    assert answer.status == status
    assert says in answer.body["error"]["message"]
    assert not (kit.data / "field.toml").exists()
    assert kit.view["fields"]["full_contact"]["from"] == "default"


def test_a_field_of_the_settings_goes_before_one_laid_here(tmp_path: Path) -> None:
    meadow = Path(__file__).parents[3] / "fieldkit/games/full_contact/field.toml"
    with kit_table(tmp_path, settings=Settings(games={"field": FieldFile(file=str(meadow))})) as kit:
        shown = kit.view["fields"]["full_contact"]
        assert (shown["from"], shown["file"]) == ("settings", "field.toml")
        answer = kit.page.do({"do": "save_field", "game": "full_contact", "field": field(x=2.5)})
        assert (answer.status, answer.body["error"]["code"]) == (409, "field_fixed")


def test_saved_lengths_are_the_next_matchs_defaults(kit: KitTable) -> None:
    game = kit.view["settings"]["games"]["full_contact"]
    assert game["options"]["round_seconds"] == 8
    assert [each["name"] for each in game["fields"]][:2] == ["round_seconds", "grace_seconds"]
    kit.order("save_settings", tables={"rules": {"round_seconds": 12}})
    kit.order("save_settings", tables={"rules": {"break_seconds": 90}, "kit": {"name": "Field 2"}})
    settings = kit.view["settings"]
    assert settings["games"]["full_contact"]["options"]["round_seconds"] == 12
    assert settings["waits"] is True
    assert settings["restarts"] is False
    assert kit.match["setup"]["full_contact"]["options"]["break_seconds"] == 90
    saved = tomllib.loads((kit.data / KIT_FILE).read_text(encoding="utf-8"))
    assert saved == {"rules": {"round_seconds": 12, "break_seconds": 90}, "kit": {"name": "Field 2"}}


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"kit": {"name": ""}}, "[kit] name: "),
        ({"kit": {"name": "Field\n1"}}, "[kit] name: "),
        ({"kit": {"name": " "}}, "[kit] name: "),
        ({"kit": {"data": "/etc"}}, "[kit] data: only the settings file may set this"),
        ({"whistle": {"gpio": 4}}, "[whistle] gpio: only the settings file may set this"),
        ({"rules": {"round_seconds": 2}}, "[rules] round_seconds: "),
        ({"rules": {"colour": "x"}}, "[rules] colour: "),
    ],
)
def test_impossible_settings_are_refused_in_one_line(kit: KitTable, tables: Any, says: str) -> None:
    answer = kit.page.do({"do": "save_settings", "tables": tables})
    assert answer.status == 409
    assert answer.body["error"]["message"].startswith(says)
    assert "\n" not in answer.body["error"]["message"]
    assert not (kit.data / KIT_FILE).exists()


def test_nothing_is_saved_or_restarted_while_a_round_runs(kit: KitTable) -> None:
    kit.create()
    kit.press("start", "p1")
    for order in ({"do": "save_settings", "tables": {"kit": {"name": "X"}}}, {"do": "restart"}):
        answer = kit.page.do(order)
        assert (answer.status, answer.body["error"]["code"]) == (409, "round_runs")
    assert not (kit.data / KIT_FILE).exists()


def test_a_kit_that_nobody_starts_again_is_not_restarted(kit: KitTable) -> None:
    answer = kit.page.do({"do": "restart"})
    assert (answer.status, answer.body["error"]["code"]) == (409, "no_restart")


def test_what_the_file_sets_is_shown_as_fixed(tmp_path: Path) -> None:
    own = {"kit": {"name": "South"}, "rules": {"round_seconds": 10}}
    with kit_table(tmp_path, laid=LayeredSettings(Settings(), own, "kit.toml")) as kit:
        settings = kit.view["settings"]
        assert settings["fixed"] == {"kit": ["name"], "web": [], "scoreboard": [], "hub": []}
        assert settings["games"]["full_contact"]["fixed"] == ["round_seconds"]
        spoiled = {"do": "save_settings", "tables": {"rules": {"round_seconds": 1e300}}}
        assert kit.page.do(spoiled).status == 409
        assert not (kit.data / KIT_FILE).exists()
        kit.order("save_settings", tables={"kit": {"name": "North"}, "web": {"theme": "dusk"}})
        assert kit.view["settings"]["tables"]["kit"]["name"] == "South"
        assert kit.view["settings"]["tables"]["web"]["theme"] == "dusk"
