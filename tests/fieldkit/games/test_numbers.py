"""The numbers of a game's rules reach its pages through the view: no script has one of them as its own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from fieldkit.games.loading import packages

SMALLEST = 3
"""0, 1 and 2 are in every script and say nothing."""
NAMED: Mapping[str, str] = {
    "full_contact CAPACITY": "balls that fit into a drawn pile",
    "full_contact MAX_NEWS": "rows on the page",
    "full_contact MAX_RECENT": "rows on the page",
    "full_contact MAX_TEAMS": "how many teams the form offers",
    "full_contact MAX_RESUME_S": "longest time that the page offers",
    "full_contact MAX_S": "longest time that the page offers",
    "full_contact PANEL": "mm of a fold on paper",
    "full_contact SECONDS": "choices that the page offers",
    "full_contact SPARE_BALLS": "what is printed to spare",
    "full_contact CITIES_EACH": "what is printed for each team",
    "full_contact STEPS": "mm of a strip on paper",
}
"""Constants that may happen to equal a number of the rules, each with what it is."""
LITERALS: Mapping[str, str] = {
    "full_contact news.js": "how much a piece of news weighs",
    "full_contact paper_kit.js": "folds of a strip of paper",
    "full_contact print_map.js": "columns and px of a drawing",
    "full_contact field_editor.js": "how many teams a field is tried with",
    "full_contact scheduled.js": "how many teams and players the form offers",
    "full_contact setup.js": "how many teams and players the form offers",
    "full_contact setup_form.js": "how many teams and players the form offers",
}
"""Scripts whose literals may be among them."""
_UNREAD = re.compile(
    r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`", re.DOTALL
)
_NUMBER = re.compile(r"(?<![\w.#])\d[\d_]*(?:\.\d+)?(?![\w.])")
_CONSTANT = re.compile(r"\s*(?:export )?const ([A-Z][A-Z_]*) =")
_LAYOUT = re.compile(
    r"(?:\b(?:x|y|r|cx|cy|width|height|size|maxlength): -?"
    r"|\b(?:x|y|left|top|right|bottom|radius|size)(?: [-+*/] (?:left|top) )? ?[-+*/] )$"
)
"""What stands before a number that only places a thing on a drawing."""


def numbers(table: Any) -> Iterator[float]:
    """Every number in a TOML file, the small ones left out."""
    if isinstance(table, dict):
        table = list(table.values())
    if isinstance(table, list):
        for each in table:
            yield from numbers(each)
    elif isinstance(table, int | float) and not isinstance(table, bool) and table >= SMALLEST:
        yield table


def rules_of(folder: Path) -> set[float]:
    """The numbers of a game's rules; a field's are places on a map."""
    path = folder / "rules.toml"
    return set(numbers(tomllib.loads(path.read_text(encoding="utf-8")))) if path.is_file() else set()


def literals(source: str) -> Iterator[tuple[str, float]]:
    """The numbers of a script's code, each with the constant it belongs to, if any."""
    code = _UNREAD.sub("''", source)
    for statement in code.split(";"):
        named = _CONSTANT.match(statement)
        for number in _NUMBER.finditer(statement):
            if not _LAYOUT.search(statement[: number.start()]):
                yield named.group(1) if named else "", float(number.group().replace("_", ""))


def again(game: str, folder: Path) -> list[str]:
    """The numbers of the rules that stand again in the scripts of a game."""
    rules = rules_of(folder)
    return [
        f"{script.name}: {name or 'a literal'} {number:g}"
        for script in sorted((folder / "web").glob("*.js"))
        for name, number in literals(script.read_text(encoding="utf-8"))
        if number in rules and f"{game} {name or script.name}" not in {**NAMED, **LITERALS}
    ]


@pytest.mark.parametrize("game", sorted(packages()))
def test_no_script_has_a_number_of_the_rules(game: str) -> None:
    assert again(game, packages()[game]) == []


def test_a_number_is_found_where_it_decides_and_not_where_it_draws(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text("[options]\ntarget = 12\nnames = [7, 'x']\nsmall = 2\n")
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "play.js").write_text(
        'const MAX_ROWS = 12;\n// 12 of them\nconst left = 7 - points;\nsay("12", { n: `7` });\n'
        "const two = 2;\nh('circle', { x: 12, r: 7, y: y - 12 });\n"
    )
    assert again("toy", tmp_path) == ["play.js: MAX_ROWS 12", "play.js: a literal 7"]
