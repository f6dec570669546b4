"""Each colour is written once: pages, charts and screens paint with ``fieldkit/colours.py``."""

import re
from pathlib import Path

import pytest

from fieldkit.colours import BALLS, DUSK, KINDS, SIDES, SUN, lighter, style_sheet
from tests.support.page_files import page_files

ROOT = Path(__file__).parents[2]
FOLDERS = ("fieldkit", "web", "hardware/scoreboard")
ENDINGS = (".py", ".js", ".css", ".html", ".svg", ".toml")


def written(codes: set[str], text: str) -> set[str]:
    """Those of the colours that a text spells out."""
    return codes & {code.lower() for code in re.findall(r"#[0-9a-fA-F]{6}\b", text)}


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_colour_is_written_a_second_time(folder: str) -> None:
    painted = {*SIDES.values(), *KINDS.values(), *BALLS.values()}
    # White is white everywhere.
    tokens = (painted | {*SUN.values(), *DUSK.values()}) - {"#ffffff"}
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
    sun, dusk = (theme_of(sheet, name) for name in ("sun", "dusk"))
    teams = {f"team-{name}" for name in SIDES}
    assert {name: code for name, code in sun.items() if name not in teams} == dict(SUN)
    assert {name: code for name, code in dusk.items() if name not in teams} == dict(DUSK)
    assert teams <= set(sun) & set(dusk)
    assert re.findall(r"^\.team-(\w+)\{--team:var\(--team-\1\)\}$", sheet, re.MULTILINE) == list(SIDES)
    kinds = re.findall(r"^\.kind-(\w+)\{--kind:var\(--kind-(\w+),(#\w{6})\);", sheet, re.MULTILINE)
    assert {name: code for name, chosen, code in kinds if name == chosen} == dict(KINDS)
    assert dict(re.findall(r"--ball-(\w+):(#\w{6});", sheet)) == dict(BALLS)


def test_there_are_twelve_balls_and_each_looks_like_no_other() -> None:
    assert len(BALLS) == len(set(BALLS.values())) == 12
    rgb = [[int(code[n : n + 2], 16) for n in (1, 3, 5)] for code in BALLS.values()]
    apart = [
        sum(abs(a - b) for a, b in zip(one, other, strict=True))
        for one in rgb
        for other in rgb
        if one != other
    ]
    assert min(apart) > 60


def theme_of(sheet: str, name: str) -> dict[str, str]:
    """Return the colours that a page of that theme has, by their names."""
    declared = re.search(rf'\[data-theme="{name}"\]\{{color-scheme:\w+;([^}}]*)\}}', sheet)
    assert declared is not None
    return dict(re.findall(r"--([\w-]+):([^;]+);", declared[1]))


def test_a_theme_keeps_the_bounds_of_contrast_on_every_ground() -> None:
    """What is written with ink is strong (12:1) on paper, all other writing 7:1 on whatever it stands on."""
    for name in ("sun", "dusk"):
        theme = {**SUN, **theme_of(style_sheet(), name)}
        for ground in ("paper", "card", "key", "warn", "well", "ill", "grass", "stand", "sea", "shore"):
            assert contrast(theme["ink"], theme[ground]) >= 7, (name, ground)
        for ground in ("paper", "card", "key", "warn"):
            assert contrast(theme["soft"], theme[ground]) >= 7, (name, ground)
        assert contrast(theme["ink"], theme["card"]) >= 12
        assert contrast(theme["clock"], theme["bar"]) >= 12
        assert contrast(theme["plate-ink"], theme["plate"]) >= 12
        assert contrast(theme["danger"], theme["key"]) >= 7
        for ground in ("bar", "bar-up", "start", "stop", "stop-down"):
            assert contrast("#ffffff", theme[ground]) >= 7, (name, ground)


def test_teams_are_lighter_at_dusk() -> None:
    sun, dusk = (theme_of(style_sheet(), name) for name in ("sun", "dusk"))
    for side in SIDES:
        assert light(dusk[f"team-{side}"]) > light(sun[f"team-{side}"]), side
    assert lighter("#000000") == "#333333"
    assert lighter("#ffffff") == "#ffffff"


def light(code: str) -> float:
    """Return the relative luminance of a colour, 0 to 1."""
    shares = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    more, less = sorted((light(one), light(other)), reverse=True)
    return (more + 0.05) / (less + 0.05)


def test_every_colour_that_a_style_asks_for_is_there() -> None:
    """A name that nobody gives a value would paint nothing, and no browser says so; scripts may give some."""
    styles = [*page_files(".css"), ROOT / "fieldkit" / "records" / "report.html"]
    texts = [path.read_text(encoding="utf-8") for path in styles]
    given = {name for text in (*texts, style_sheet()) for name in re.findall(r"(--[\w-]+)\s*:", text)}
    scripts = [path.read_text(encoding="utf-8") for path in page_files(".js")]
    given |= {name for text in scripts for name in re.findall(r"\"(--[\w-]+)\"", text)}
    numbered = tuple(begun for text in scripts for begun in re.findall(r"`(--[\w-]+-)\$\{", text))
    asked = {name for text in texts for name in re.findall(r"var\((--[\w-]+)\)", text)}
    assert {name for name in asked - given if not name.startswith(numbered)} == set()
