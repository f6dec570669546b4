"""The dice game's README, its sentences, the code and the tests speak of the same rules and options."""

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import fields

from fieldkit.games.dice_extra.rules import RULES
from fieldkit.games.dice_extra.state import STAGES, Options

from .boards import FOLDER, game

README = (FOLDER / "README.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"DX-\d+")


def rows(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading of README."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table[2:]]


def test_readme_tells_every_rule_and_begins_with_its_sentence() -> None:
    items = re.findall(r"^- \*\*(DX-\d+)\*\* (.+(?:\n  .+)*)", README, re.MULTILINE)
    told = {number: " ".join(text.split()) for number, text in items}
    assert list(told) == list(RULES) == [f"DX-{n}" for n in range(1, 10)]
    assert [n for n, sentence in RULES.items() if not told[n].startswith(str(sentence))] == []
    assert game().rules is RULES


def test_a_sentence_fits_under_a_refusal() -> None:
    for number, sentence in RULES.items():
        assert re.fullmatch(r"[A-Z][^{}\n]{20,88}\.", str(sentence)), number


def test_every_rule_is_carried_out_and_tested() -> None:
    """Each stands in the docstring of code that is more than a sentence, and of a test of its own."""
    code = [path for path in FOLDER.glob("*.py") if path.name not in ("__init__.py", "rules.py")]
    assert told_by(code) == set(RULES)
    assert told_by(Path(__file__).parent.glob("test_*.py")) >= set(RULES)


def told_by(paths: Iterable[Path]) -> set[str]:
    """Return the rules that the docstrings of functions and classes name one by one."""
    trees = [ast.walk(ast.parse(path.read_text(encoding="utf-8"))) for path in paths]
    kinds = (ast.FunctionDef, ast.ClassDef)
    said = [ast.get_docstring(node) or "" for tree in trees for node in tree if isinstance(node, kinds)]
    return {number for text in said for number in NUMBER.findall(re.sub(r"DX-\d+ to DX-\d+", "", text))}


def test_readme_lists_the_options_and_phases() -> None:
    raw = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    defaults = {name: str(value).lower() for name, value in raw["options"].items()}
    assert {name: default for name, default, _ in rows("Options of a match")} == defaults
    assert list(defaults) == [field.name for field in fields(Options)]
    limits = {name: f"{least} to {most}" for name, (least, most) in raw["limits"].items()}
    assert {name: allowed for name, _, allowed in rows("Options of a match") if " to " in allowed} == limits
    assert [phase for phase, _, _ in rows("Phases")] == list(STAGES)
