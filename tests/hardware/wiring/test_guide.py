"""The guide holds: its tables are the source's, its commands parse, its settings load, its links lead on."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from fieldkit.settings import Settings, parse
from hardware.wiring import power
from hardware.wiring.drawings import SHEETS
from hardware.wiring.guide import BLOCKS, GUIDE, filled
from hardware.wiring.plan_sheets import POST_MM, READ_CM
from tests.support.command_lines import parsed

ROOT = Path(__file__).parents[3]
FOLDER = GUIDE.parent
TEXT = GUIDE.read_text(encoding="utf-8")
CHECKLIST = (FOLDER / "CHECKLIST.md").read_text(encoding="utf-8")
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}
TYPED = [line.split("  #")[0].strip() for line in TEXT.splitlines() if line.startswith("    ")]
TYPED += re.findall(r"`([^`\n]+)`", TEXT + CHECKLIST)


def _command_lines() -> list[str]:
    found = [
        re.fullmatch(r"(?:sudo )?(?:-u fieldkit )?(?:/opt/fieldkit/\.venv/bin/)?fieldkit ([a-z].*)", line)
        for line in TYPED
    ]
    return sorted({match[1] for match in found if match})


@pytest.mark.parametrize("line", _command_lines())
def test_every_command_line_parses(line: str) -> None:
    assert parsed(shlex.split(line))


def test_it_names_the_commands_a_builder_needs() -> None:
    assert {line.split()[0] for line in _command_lines()} >= {"doctor", "install", "tags"}


def test_every_make_target_and_service_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {match[1] for line in TYPED if (match := re.match(r"make ([a-z]+)", line))}
    assert named >= {"bundle", "drawings"}
    assert named <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    services = {name for line in TYPED for name in re.findall(r"fieldkit-[a-z]+", line)}
    assert services >= {"fieldkit-whistle", "fieldkit-referee"}
    for name in services:
        assert list(ROOT.glob(f"*/**/{name}.service")), name


def test_every_file_it_names_is_there() -> None:
    for name in ("hardware/firmware/boards/pico.json", "hardware/firmware/main.py"):
        assert (ROOT / name).is_file()
    for board in re.findall(r"`boards/([a-z0-9]+\.json)`", TEXT):
        assert (ROOT / "hardware/firmware/boards" / board).is_file()
    for source in re.findall(r"`([a-z]+\.toml)`", TEXT):
        assert (FOLDER / source).is_file() or source == "tags.toml"


def test_every_piece_of_settings_loads() -> None:
    pieces = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    loaded = [parse(tomllib.loads(piece), "guide") for piece in pieces]
    assert any(each.whistle.loopback for each in loaded)
    assert {link.protocol for each in loaded for link in each.links} >= {"hk1", "r200"}


def test_the_tables_are_the_source_s() -> None:
    assert filled(TEXT) == TEXT, "run make drawings"
    for name in BLOCKS:
        assert TEXT.count(f"<!-- {name} -->") == TEXT.count(f"<!-- /{name} -->") == 1


def test_a_stale_table_is_made_anew() -> None:
    assert filled(TEXT.replace("| siren | 17 |", "| siren | 18 |")) == TEXT


@pytest.mark.parametrize("page", PAGES)
def test_what_it_shows_and_links_to_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)]+)\)", PAGES[page])
    headings = {
        re.sub(r"[^a-z0-9 -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in PAGES[page].splitlines()
        if line.startswith("#")
    }
    for link in links:
        assert "://" not in link
        name, _, place = link.partition("#")
        assert (FOLDER / name).exists()
        assert not place or place in headings, link


def test_it_shows_every_drawing() -> None:
    assert {f"drawings/{make().name}.svg" for make in SHEETS} == set(re.findall(r"\(([^)]+\.svg)\)", TEXT))


def test_the_measures_of_the_post_are_the_drawing_s() -> None:
    for words in (
        f"Top {POST_MM['top']} mm",
        f"reader {POST_MM['reader']} mm",
        f"buttons {POST_MM['buttons']} mm",
    ):
        assert words in TEXT
    assert f"({READ_CM[0]} to {READ_CM[1]} cm)" in TEXT


def test_the_buttons_are_the_settings_s() -> None:
    kinds = Settings().button_kinds
    assert f"| button | {' | '.join(kinds)} |" in TEXT
    row = next(line for line in TEXT.splitlines() if line.startswith("| counts "))
    assert [cell.strip().split(",")[0] for cell in row.strip("|").split("|")][1:] == list(kinds.values())


def test_the_figures_in_the_text_are_computed() -> None:
    cable = power.budget()["cable"]
    assert (
        f"Over {cable['metres']} m with ten nodes along it the last one gets {power.far_end_volts():.1f} V"
        in TEXT
    )
    assert f"need {cable['node_least_volts']} V" in TEXT
    assert f"`[whistle] max_on_ms` ({Settings().whistle.max_on_ms / 1000:.0f} s)" in TEXT


def test_what_the_doctor_says_is_what_it_says() -> None:
    files = (ROOT / "fieldkit" / "checkup").glob("*.py")
    doctor = "".join(file.read_text(encoding="utf-8") for file in files)
    for words in ("the voltage is fine", "heard"):
        assert words in TEXT
        assert words in doctor
