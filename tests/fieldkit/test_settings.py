"""The settings file: everything has a default, and every mistake is named."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from fieldkit.errors import SettingsError
from fieldkit.settings import Settings, data_folder, journal_path, load, load_games, parse


def write(folder: Path, text: str) -> Path:
    path = folder / "kit.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_empty_file_runs(tmp_path: Path) -> None:
    assert load(write(tmp_path, "")) == load(None) == Settings()
    assert load(None).web.port == 8080
    assert load(None).whistle.gpio == 17


def test_the_whole_example_is_read(tmp_path: Path) -> None:
    text = """
    [kit]
    name = "Meadow"
    pins = "mock"
    [web]
    host = "127.0.0.1"
    port = 0
    pin = "246810"
    [journal]
    copy_to = "/media/stick"
    [whistle]
    gpio = 5
    trace = "edges"
    [scoreboard]
    theme = "dusk"
    size = "1280x720"
    [[links]]
    port = "/dev/ttyUSB0"
    protocol = "rdm6300"
    hoop = "h1"
    [[links]]
    port = "socket://10.0.0.2:7000"
    protocol = "hk1"
    [tags]
    "62E3086CED" = { ball = "wood" }
    [rules]
    round_seconds = 3
    """
    settings = load(write(tmp_path, text))
    assert (settings.kit.name, settings.web.pin, settings.whistle.gpio) == ("Meadow", "246810", 5)
    assert [link.repeat_ms for link in settings.links] == [1500, 1500]
    assert settings.tags["62E3086CED"] == {"ball": "wood"}
    assert settings.rules == {"round_seconds": 3}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[kitt]", ["[kitt]", "unknown", "whistle"]),
        ("[whistle]\nvolume = 3", ["[whistle] volume", "unknown", "gpio"]),
        ("[web]\nport = 'eighty'", ["[web] port", "int"]),
        ("[web]\nport = 70000", ["[web] port", "65535"]),
        ("[kit]\npins = 'none'", ["[kit] pins"]),
        ("[whistle]\ngpio = 28", ["[whistle] gpio", "27"]),
        ("[whistle]\ngpio = 23", ["GPIO 23", "lamps round"]),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'rdm6300'", ["[links] 1 hoop", "missing"]),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'hk1'\nhoop = 'h1'", ["[links] 1 hoop", "not allowed"]),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'lora'", ["[links] 1 protocol"]),
        ("[[links]]\nport = '/dev/x'\nprotocol = 'hk1'\n" * 2, ["/dev/x is used twice"]),
        ("[tags]\n'62E3' = { ball = 'wood', marker = 'red' }", ["62E3", "exactly one"]),
        ("[tags]\n'xyz' = { ball = 'wood' }", ["xyz", "hex"]),
        ("[web", ["is not TOML"]),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, names: list[str]) -> None:
    path = write(tmp_path, text)
    with pytest.raises(SettingsError) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert [name for name in names if name not in str(caught.value)] == []


def test_all_mistakes_are_named_at_once() -> None:
    raw = {"kit": {"pins": "none"}, "web": {"port": -1, "colour": "red"}, "sound": {}}
    with pytest.raises(SettingsError) as caught:
        parse(raw, "kit.toml")
    assert len(str(caught.value).splitlines()) == 4


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ({"round_seconds": 61}, ["round_seconds"]),
        ({"rounds": 3}, ["rounds"]),
        ({"kinds": ["wood", "gold"]}, ["kinds"]),
        ({"gifts": "yes"}, ["gifts"]),
    ],
)
def test_rules_that_no_game_can_use_are_refused(rules: dict[str, object], names: list[str]) -> None:
    with pytest.raises(SettingsError) as caught:
        load_games(parse({"rules": rules}, "kit.toml"))
    assert [name for name in names if name not in str(caught.value)] == []


def test_rules_become_the_defaults_of_a_match() -> None:
    games = load_games(parse({"rules": {"round_seconds": 3}}, "kit.toml"))
    assert games["full_contact"].setup_view()["options"]["round_seconds"] == 3


def test_a_missing_file_or_field_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml: cannot be read"):
        load(tmp_path / "nowhere.toml")
    with pytest.raises(SettingsError, match=r"meadow\.toml: cannot be read"):
        load_games(parse({"field": {"file": str(tmp_path / "meadow.toml")}}, "kit.toml"))


def test_the_data_folder_is_made_for_the_owner_alone(tmp_path: Path) -> None:
    folder = data_folder(Settings(), str(tmp_path / "a" / "b"))
    assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
    assert journal_path(Settings(), folder) == folder / "journal.sqlite3"
    assert data_folder(parse({"kit": {"data": str(tmp_path / "c")}}, "k"), None) == tmp_path / "c"


def test_a_data_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot be made"):
        data_folder(Settings(), str(tmp_path / "file" / "data"))
