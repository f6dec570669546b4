"""Each colour is written once: pages, charts and screens paint with ``fieldkit/colours.py``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fieldkit.colours import DUSK, KINDS, SIDES, SUN, style_sheet

ROOT = Path(__file__).parents[2]
FOLDERS = ("fieldkit", "web", "hardware/scoreboard")
ENDINGS = (".py", ".js", ".css", ".html", ".svg", ".toml")


def written(codes: set[str], text: str) -> set[str]:
    """Those of the colours that a text spells out."""
    return codes & {code.lower() for code in re.findall(r"#[0-9a-fA-F]{6}\b", text)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_colour_is_written_a_second_time(folder: str) -> None:
    painted = {*SIDES.values(), *KINDS.values()}
    tokens = painted | {*SUN.values(), *DUSK.values()}
    found = {}
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in ENDINGS and path != ROOT / "fieldkit" / "colours.py":
            # An icon is a picture: its outline and the like are drawn, not painted by us.
            codes = written(painted if path.suffix == ".svg" else tokens, path.read_text(encoding="utf-8"))
            found |= {path.relative_to(ROOT).as_posix(): codes} if codes else {}
    assert found == {}


def test_the_search_finds_a_colour_however_it_is_spelled() -> None:
    assert written({"#c8372d", "#7a4a21"}, ".a{color:#C8372D}.b{color:#123456}") == {"#c8372d"}


def test_a_style_sheet_has_every_colour_under_its_name() -> None:
    sheet = style_sheet()
    assert dict(re.findall(r"--([\w-]+):(#\w{6});", sheet)) == dict(SUN)
    assert dict(re.findall(r"^\.team-(\w+)\{--team:(#\w{6})\}$", sheet, re.MULTILINE)) == dict(SIDES)
    assert dict(re.findall(r"^\.kind-(\w+)\{--kind:(#\w{6})\}$", sheet, re.MULTILINE)) == dict(KINDS)


def test_every_colour_that_a_style_asks_for_is_there() -> None:
    """A name that nobody gives a value would paint nothing, and no browser says so; scripts may give some."""
    styles = [*(ROOT / "web" / "static").rglob("*.css"), ROOT / "fieldkit" / "records" / "report.html"]
    texts = [path.read_text(encoding="utf-8") for path in styles]
    given = {name for text in (*texts, style_sheet()) for name in re.findall(r"(--[\w-]+)\s*:", text)}
    scripts = [path.read_text(encoding="utf-8") for path in (ROOT / "web" / "static").rglob("*.js")]
    given |= {name for text in scripts for name in re.findall(r"\"(--[\w-]+)\"", text)}
    numbered = tuple(begun for text in scripts for begun in re.findall(r"`(--[\w-]+-)\$\{", text))
    asked = {name for text in texts for name in re.findall(r"var\((--[\w-]+)\)", text)}
    assert {name for name in asked - given if not name.startswith(numbered)} == set()
