"""README, the table of sentences, the code and the tests speak of the same rules and options."""

import ast
import re
import tomllib
from pathlib import Path

import fieldkit
from fieldkit.games.full_contact.words import RULES

from .driver import README, full_contact

ROOT = Path(fieldkit.__file__).parents[1]
GAME = ROOT / "fieldkit" / "games" / "full_contact"
NUMBERS = tomllib.loads((GAME / "rules.toml").read_text(encoding="utf-8"))
CITED = re.compile(r"FC-(\d+)(?: to FC-(\d+))?")
NUMBER = re.compile(r"FC-\d+")
RANGE = re.compile(r"FC-\d+ to FC-\d+")
BY_PEOPLE = {"FC-8", "FC-9", "FC-14"}
"""The rules that no code carries out: what bodies do."""
TEXT = {".py", ".js", ".html", ".toml", ".md", ".css"}


def numbers(text: str) -> set[str]:
    """Return the rules that a text names, ranges spelled out."""
    found = ((int(first), int(last or first)) for first, last in CITED.findall(text))
    return {f"FC-{n}" for first, last in found for n in range(first, last + 1)}


def carried_out(source: str) -> set[str]:
    """Return the rules that docstrings of functions and classes name one by one, and refusals by number."""
    tree, found = ast.parse(source), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found |= set(NUMBER.findall(RANGE.sub("", ast.get_docstring(node) or "")))
        if isinstance(node, ast.Call):
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            found |= {text for text in texts if isinstance(text, str) and NUMBER.fullmatch(text)}
    return found


def told() -> dict[str, str]:
    """Return each rule's text in README, in one line."""
    items = re.findall(r"^- \*\*(FC-\d+)\*\* (.+(?:\n  .+)*)", README, re.MULTILINE)
    assert len(items) == len(dict(items))
    return {number: " ".join(text.split()) for number, text in items}


def test_readme_tells_every_rule_and_begins_with_its_sentence() -> None:
    page = told()
    assert list(page) == list(RULES) == [f"FC-{n}" for n in range(len(RULES))]
    assert [n for n, sentence in RULES.items() if not page[n].startswith(str(sentence))] == []


def test_every_number_in_the_product_is_a_rule() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {number}"
        for folder in ("fieldkit", "hardware", "web")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in TEXT
        for number in numbers(path.read_text(encoding="utf-8")) - set(RULES)
    }
    assert found == set()


def test_every_rule_is_carried_out_by_code_or_by_people() -> None:
    """A module's own docstring is no proof: a function, a class or a refusal must name the rule."""
    code = {n for path in GAME.glob("*.py") for n in carried_out(path.read_text(encoding="utf-8"))}
    assert code | BY_PEOPLE == set(RULES)
    assert not code & BY_PEOPLE


def test_every_rule_has_a_test() -> None:
    """A range in a docstring is no proof here."""
    sources = [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").rglob("test_*.py")
        if path != Path(__file__)
    ]
    found = {number for text in sources for number in NUMBER.findall(RANGE.sub("", text))}
    assert set(RULES) - found == set()


def test_numbers_are_found_in_docstrings_and_refusals() -> None:
    function = 'def f(x):\n    """FC-2, and FC-3 to FC-5."""\n    raise Rejected("x", "y", "FC-7")  # FC-9\n'
    assert carried_out(f'"""FC-1."""\n{function}') == {"FC-2", "FC-7"}
    assert numbers("FC-99 to FC-101, FC-3") == {"FC-3", "FC-99", "FC-100", "FC-101"}


def test_a_sentence_fits_under_a_refusal() -> None:
    """It is shown in small type for six seconds; and it needs no filling."""
    for number, sentence in RULES.items():
        assert re.fullmatch(r"[A-Z][^{}\n]{20,88}\.", str(sentence)), number


def test_readme_tells_the_usual_targets() -> None:
    """The options themselves stand in the reference of the settings."""
    start = NUMBERS["start"]
    assert f"the target is {start['target']} unless it is set, {start['full_game_target']} in" in README


def test_the_game_hands_out_its_rules() -> None:
    assert full_contact().rules is RULES
