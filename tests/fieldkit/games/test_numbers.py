"""The numbers of a game's rules reach its pages through the view: no script has one of them as its own."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fieldkit.games.dice_extra import kinds
from fieldkit.games.loading import packages

SMALLEST = 3
"""0, 1 and 2 are in every script and say nothing."""
ALLOWED: Mapping[str, str] = {
    "full_contact ending.js 10": "seconds that the page offers",
    "full_contact ending.js 30": "seconds that the page offers",
    "full_contact kit.js 4": "balls that fit into a drawn pile",
    "full_contact news.js 3": "rows on the page, and how much a piece of news weighs",
    "full_contact news.js 4": "how much a piece of news weighs",
    "full_contact papers.js 3": "what is printed to spare or for each team, and folds of a strip of paper",
    "full_contact papers.js 4": "steps of the guide",
    "full_contact papers.js 8": "steps of the guide",
    "full_contact papers.js 10": "steps of the guide",
    "full_contact papers.js 90": "mm of a fold on paper",
    "full_contact print.js 3": "columns of a table",
    "full_contact print.js 12": "px of a drawing",
    "full_contact screen.js 3": "rows on the page",
}
"""Numbers of scripts that happen to equal one of the rules, each with what it is."""
CODE: Mapping[str, Mapping[str, Any]] = {"dice_extra": vars(kinds)}
"""The numbers of rules that stand in a game's Python."""
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
    """Every number in a table, the small ones left out."""
    if isinstance(table, dict):
        table = list(table.values())
    if isinstance(table, list | tuple):
        for each in table:
            yield from numbers(each)
    elif isinstance(table, int | float) and not isinstance(table, bool) and table >= SMALLEST:
        yield table


def rules_of(game: str, folder: Path) -> set[float]:
    """Return the numbers of a game's rules; a field's are places on a map."""
    path = folder / "rules.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    code = {name: value for name, value in CODE.get(game, {}).items() if name.isupper()}
    return {*numbers(table), *numbers(code)}


def literals(source: str) -> Iterator[tuple[str, float]]:
    """Yield the numbers of a script's code, each with the constant it belongs to, if any."""
    code = _UNREAD.sub("''", source)
    for statement in code.split(";"):
        named = _CONSTANT.match(statement)
        for number in _NUMBER.finditer(statement):
            if not _LAYOUT.search(statement[: number.start()]):
                yield named.group(1) if named else "", float(number.group().replace("_", ""))


def again(game: str, folder: Path) -> dict[str, str]:
    """Return the numbers of the rules that stand again in the scripts of a game, each with its name."""
    rules = rules_of(game, folder)
    return {
        f"{game} {script.name} {number:g}": name or "a literal"
        for script in sorted((folder / "web").glob("*.js"))
        for name, number in literals(script.read_text(encoding="utf-8"))
        if number in rules
    }


def test_no_script_has_a_number_of_the_rules_without_a_reason() -> None:
    found = {key: what for game, folder in packages().items() for key, what in again(game, folder).items()}
    assert found.keys() == ALLOWED.keys(), found


def test_the_numbers_in_the_code_of_a_game_are_read() -> None:
    assert {3, 4, 5, 6} <= rules_of("dice_extra", packages()["dice_extra"])


def test_a_number_is_found_where_it_decides_and_not_where_it_draws(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text("[options]\ntarget = 12\nnames = [7, 'x']\nsmall = 2\n")
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "play.js").write_text(
        'const MAX_ROWS = 12;\n// 12 of them\nconst left = 7 - points;\nsay("12", { n: `7` });\n'
        "const two = 2;\nh('circle', { x: 12, r: 7, y: y - 12 });\n"
    )
    assert again("toy", tmp_path) == {"toy play.js 12": "MAX_ROWS", "toy play.js 7": "a literal"}
