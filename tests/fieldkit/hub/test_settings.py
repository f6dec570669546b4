"""The hub's settings: an empty file runs, every mistake is named with its key, and the page tells all."""

from pathlib import Path
from typing import Any

import pytest

from fieldkit.cli.settings_page import HUB_PAGE, hub_page
from fieldkit.errors import SettingsError
from fieldkit.hub.settings import HubSettings, load_hub, parse_hub


def test_an_empty_file_runs(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text("")
    assert load_hub(tmp_path / "hub.toml") == load_hub(None) == HubSettings()


def test_a_whole_file_is_taken(tmp_path: Path) -> None:
    (tmp_path / "hub.toml").write_text(
        """
        [event]
        id = "cup"
        name = "Spring Cup"
        confirm = 2
        timezone = "Europe/Berlin"
        points_of_four = [6, 4, 2, 1]
        [hub]
        database = "postgresql://hub@/cup"
        pin = "one-for-all-of-them"
        url = "https://cup.example"
        [[fields]]
        id = "north"
        key = "key-of-the-north"
        """
    )
    found = load_hub(tmp_path / "hub.toml")
    assert found.event.points_of_four == (6, 4, 2, 1)
    assert [field.id for field in found.fields] == ["north"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"evnt": {}}, "[evnt]: unknown; allowed are event, hub, fields"),
        ({"event": {"id": "A b"}}, "[event] id: 'A b' is not allowed; allowed are 1 to 32 small letters"),
        ({"event": {"name": " "}}, "[event] name: a name that can be seen is allowed"),
        ({"event": {"confirm": 3}}, "[event] confirm: Expected `int` <= 2"),
        ({"hub": {"database": "mysql://x"}}, "[hub] database: 'mysql://x' is not allowed; allowed are"),
        ({"hub": {"language": "xx"}}, "[hub] language: xx unknown; allowed are en, de"),
        ({"hub": {"pin": "1234"}}, "[hub] pin: '1234' is not allowed; allowed are 12 to 100"),
        (
            {"hub": {"database": "postgresql://hub@/cup"}},
            "[hub] pin: missing; all processes that share a Postgr",
        ),
        ({"event": {"timezone": "Mars/Base"}}, "[event] timezone: Mars/Base unknown; allowed are names like"),
        ({"fields": [{"id": "a"}]}, "[fields] 1 key: missing"),
        (
            {"fields": [{"id": "a", "key": "k" * 12}, {"id": "b", "key": "k" * 12}]},
            "[fields] 2 key: an earlier field has it too",
        ),
    ],
)
def test_every_mistake_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError) as refused:
        parse_hub(given, "hub.toml")
    assert f"hub.toml: {said}" in str(refused.value)


def test_the_page_is_that_of_the_settings() -> None:
    assert HUB_PAGE.read_text(encoding="utf-8") == hub_page()
