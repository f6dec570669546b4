"""README, the table of sentences, the code and the tests of Catan Big Game speak of the same rules."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import fieldkit
from fieldkit.games.big_game.rules import RULES
from fieldkit.games.big_game.setup import BOUNDS, CHOICES
from fieldkit.games.big_game.state import STAGES

ROOT = Path(fieldkit.__file__).parents[1]
GAME = ROOT / "fieldkit" / "games" / "big_game"
README = (GAME / "README.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"BG-\d+")


def carried_out(source: str) -> set[str]:
    """The rules that docstrings of functions and classes name, and refusals as their number."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found |= set(NUMBER.findall(ast.get_docstring(node) or ""))
        if isinstance(node, ast.Call):
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            found |= {text for text in texts if isinstance(text, str) and NUMBER.fullmatch(text)}
    return found


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading of README."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table[2:]]


def test_readme_tells_every_rule_and_begins_with_its_sentence() -> None:
    items = re.findall(r"^- \*\*(BG-\w+)\*\* (.+(?:\n  .+)*)", README, re.MULTILINE)
    page = {number: " ".join(text.split()) for number, text in items}
    assert list(page) == list(RULES)
    assert [n for n, sentence in RULES.items() if not page[n].startswith(str(sentence))] == []


def test_every_number_in_the_product_is_a_rule() -> None:
    for folder in ("fieldkit", "hardware", "web"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in {".py", ".js", ".html", ".toml", ".md", ".css"}:
                assert set(NUMBER.findall(path.read_text(encoding="utf-8"))) <= set(RULES), path


def test_every_rule_is_carried_out_by_code_and_has_a_test() -> None:
    code = {n for path in GAME.glob("*.py") for n in carried_out(path.read_text(encoding="utf-8"))}
    assert code == set(RULES)
    here = Path(__file__)
    tests = [path for path in here.parent.glob("test_*.py") if path != here]
    tables = [*(ROOT / "tests" / "tables" / "big_game").glob("*.txt")]
    named = {n for path in (*tests, *tables) for n in NUMBER.findall(path.read_text(encoding="utf-8"))}
    assert named >= set(RULES)


def test_a_sentence_fits_under_a_refusal() -> None:
    """It is shown in small type for six seconds; and it needs no filling."""
    for number, sentence in RULES.items():
        assert re.fullmatch(r"[A-Z0-9][^{}\n]{20,88}\.", str(sentence)), number


def test_readme_lists_the_options_with_their_defaults_and_what_they_may_be() -> None:
    numbers = tomllib.loads((GAME / "rules.toml").read_text(encoding="utf-8"))["options"]
    may_be = {name: ", ".join(values) for name, values in CHOICES.items()}
    may_be |= {name: f"{least} to {most}" for name, (least, most) in BOUNDS.items()}
    listed = {name: (default, allowed) for name, default, allowed in rows("Options of a hall")}
    assert listed == {name: (str(numbers[name]), may_be[name]) for name in may_be}


def test_readme_has_the_phases_and_their_stages() -> None:
    assert {phase: stage for phase, stage, _ in rows("Phases")} == STAGES
