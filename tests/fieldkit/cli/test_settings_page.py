"""The reference of the settings: it is up to date, whole, and its examples hold."""

from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.cli.settings_page import PAGE, page
from fieldkit.games.loading import settings_tables
from fieldkit.settings.reading import own_tables
from tests.support.games import kit_games


def test_the_page_is_what_the_settings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m fieldkit.cli.settings_page"


def test_every_table_stands_in_it() -> None:
    titles = {line.strip("#` ").strip("[]") for line in page().splitlines() if line.startswith("## ")}
    assert titles == {*own_tables(), *settings_tables()}
    assert {"rules", "field"} <= titles


def test_every_option_of_a_match_stands_in_it_with_what_it_may_be() -> None:
    lines = page().splitlines()
    for game in kit_games().values():
        for option in game.setup_view()["options"]:
            assert any(line.startswith(f"- `{option}` (") for line in lines), option
    assert "- `round_seconds` (number from 3 to 60; default: `8`): How long a round lasts." in lines


def test_a_key_tells_its_type_default_and_limits() -> None:
    lines = [line.split("):")[0] for line in page().splitlines()]
    assert '- `pins` (one of `gpio`, `mock`, `auto`; default: `"auto"`' in lines
    assert "- `gpio` (whole number from 0 to 27; default: `17`" in lines
    assert "- `baud` (whole number from 300 to 4000000; default: none" in lines
    assert '- `name` (text of 1 to 40 characters; default: `"Field 1"`' in lines


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "--explain"]) == 0
    assert capsys.readouterr().out == page()


def test_the_command_checks_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kit.toml"
    file.write_text("[rules]\nround_seconds = 5", encoding="utf-8")
    assert main(["settings", "--settings", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: can be used.\n"
    file.write_text("[rules]\nround_seconds = 100", encoding="utf-8")
    assert main(["settings", "--settings", str(file)]) == 1
    assert capsys.readouterr().err == f"{file}: [rules] round_seconds: round_seconds must be from 3 to 60\n"


def test_what_a_value_may_be_is_said_in_words() -> None:
    said = page()
    assert "(list of texts: letters, digits, dots and dashes;" in said
    assert "(text of 0 to 32 characters;" in said
    assert "`extra_round` or `first`" in said
