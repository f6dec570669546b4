"""What pages save in the data folder: it lies under the settings file, and never stops a kit."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from fieldkit import saved
from fieldkit.cli.commands import main
from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.games.loading import game_file, load_games
from fieldkit.saved import KIT_FILE, checked, layered, save_field, save_tables

TABLES: dict[str, dict[str, Any]] = {
    "kit": {"name": 'Bolzplatz "Süd"'},
    "web": {"language": "de", "theme": "dusk"},
    "scoreboard": {"theme": "dusk"},
    "rules": {"round_seconds": 12, "grace_seconds": 1.5, "kinds": ["wood", "wheat", "brick", "ore"]},
}


def test_what_was_saved_lies_under_the_settings_file(tmp_path: Path) -> None:
    save_tables(tmp_path, TABLES)
    laid = layered({"web": {"language": "en"}, "rules": {"break_seconds": 30}}, "own.toml", tmp_path)
    assert laid.left_out == ()
    settings = laid.settings
    assert settings.kit.name == 'Bolzplatz "Süd"'
    assert (settings.web.language, settings.web.theme, settings.scoreboard.theme) == ("en", "dusk", "dusk")
    options = load_games(settings)["full_contact"].setup_view()["options"]
    assert (options["round_seconds"], options["grace_seconds"], options["break_seconds"]) == (12, 1.5, 30)
    assert laid.saved == TABLES


def test_a_kit_without_saved_files_has_its_settings_file_alone(tmp_path: Path) -> None:
    laid = layered({"kit": {"name": "South"}}, "own.toml", tmp_path / "nowhere")
    assert (laid.settings.kit.name, laid.saved, laid.fields, laid.left_out) == ("South", {}, {}, ())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[kit", "is not TOML: "),
        ("[kit]\nname = 3", "[kit] name: Expected `str`, got `int`"),
        ("[web]\nport = 99", "[web] port: only the settings file may set this"),
        ('[kit]\ndata = "/elsewhere"', "[kit] data: only the settings file may set this"),
        ('links = "all"', "[links] : only the settings file may set this"),
        ('[web]\ntheme = "neon"', "[web] theme: 'neon' is not allowed; allowed are sun, dusk"),
        ("[rules]\nround_seconds = 600", "[rules] round_seconds: round_seconds must be from 3 to 60"),
        ("[dice]\nn = 1", "[dice] n: only the settings file may set this"),
        ("x = " + "[" * 5000, "is not TOML: "),
        ("x = " + "9" * saved.MAX_BYTES, "is larger than 256 KB"),
    ],
)
def test_broken_saved_settings_are_left_out_and_told(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / KIT_FILE).write_text(text, encoding="utf-8")
    laid = layered({"kit": {"name": "South"}}, "own.toml", tmp_path)
    assert laid.settings.kit.name == "South"
    (line,) = map(str, laid.left_out)
    assert line.startswith(f"{tmp_path / KIT_FILE} is not used: ")
    assert why in line
    assert "\n" not in line
    load_games(laid.settings)


def test_bytes_that_are_no_text_are_left_out(tmp_path: Path) -> None:
    (tmp_path / KIT_FILE).write_bytes(b"\xff\xfe")
    (tmp_path / "field.toml").mkdir()
    laid = layered({}, "", tmp_path)
    assert [str(line).split(": ")[0].rpartition("/")[2] for line in laid.left_out] == [
        "kit.toml is not used",
        "field.toml is not used",
    ]


def test_a_mistake_in_the_settings_file_is_its_own(tmp_path: Path) -> None:
    save_tables(tmp_path, TABLES)
    with pytest.raises(SettingsError, match=r"own\.toml: \[kit\] name"):
        layered({"kit": {"name": 3}}, "own.toml", tmp_path)


def moved(by: float = 0.5) -> dict[str, Any]:
    """Return the default field with its first pile elsewhere."""
    field = game_file("full_contact", "field.toml")
    field["piles"][0]["x"] += by
    return field


def test_a_saved_field_counts_unless_the_settings_name_one(tmp_path: Path) -> None:
    save_field(tmp_path, "field", moved())
    laid = layered({}, "", tmp_path)
    assert laid.fields == {"field": tmp_path / "field.toml"}
    assert load_games(laid.settings)["full_contact"].setup_view()["piles"][0]["x"] == 2.5
    own = tmp_path / "own.toml"
    own.write_bytes((tmp_path / "field.toml").read_bytes().replace(b"x = 2.5", b"x = 1.0"))
    laid = layered({"field": {"file": str(own)}}, "", tmp_path)
    assert laid.fields == {}
    assert load_games(laid.settings)["full_contact"].setup_view()["piles"][0]["x"] == 1.0
    save_field(tmp_path, "field", None)
    assert not (tmp_path / "field.toml").exists()
    save_field(tmp_path, "field", None)


def test_a_broken_saved_field_is_left_out_and_told(tmp_path: Path) -> None:
    field = moved()
    field["piles"][0] |= {"x": 3.0, "y": 1.0}
    save_field(tmp_path, "field", field)
    laid = layered({}, "", tmp_path)
    assert [str(line) for line in laid.left_out] == [
        f"{tmp_path / 'field.toml'} is not used: [field] file: A pile of wood is less than 1.0 m from hoop 1"
    ]
    assert load_games(laid.settings)["full_contact"].setup_view()["piles"][0]["x"] == 2.0


def test_what_cannot_be_written_is_told_and_changes_nothing(tmp_path: Path) -> None:
    save_tables(tmp_path, TABLES)
    with pytest.raises(FieldkitError, match="cannot be saved"):
        save_tables(tmp_path, {"kit": {"name": "a\ud800b"}})
    assert tomllib.loads((tmp_path / KIT_FILE).read_text(encoding="utf-8")) == TABLES
    with pytest.raises(FieldkitError, match="cannot be written"):
        save_tables(tmp_path / "nowhere", TABLES)


def test_settings_that_together_cannot_be_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="language: tlh unknown"):
        checked({}, "", {"web": {"language": "tlh"}}, "")


def test_the_command_checks_saved_settings_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_tables(tmp_path, TABLES)
    assert main(["settings", "--data", str(tmp_path)]) == 0
    (tmp_path / KIT_FILE).write_text("[kit", encoding="utf-8")
    assert main(["settings", "--data", str(tmp_path)]) == 1
    assert f"{tmp_path / KIT_FILE} is not used: is not TOML" in capsys.readouterr().err
