"""README, the sentences of the rules, the code and the tests of both Big Games speak of the same rules."""

import ast
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import fieldkit
from tests.support.games import kit_games

ROOT = Path(fieldkit.__file__).parents[1]
GAMES = kit_games()


class Page(NamedTuple):
    """A game with its README."""

    name: str
    numbers: str
    options: str

    @property
    def game(self) -> Any:
        return GAMES[self.name]

    @property
    def folder(self) -> Path:
        return ROOT / "fieldkit" / "games" / self.name

    @property
    def readme(self) -> str:
        return (self.folder / "README.md").read_text(encoding="utf-8")

    def rows(self, heading: str) -> list[list[str]]:
        """Return the rows of the table under a heading."""
        section = self.readme.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        table = [line for line in section.splitlines() if line.startswith("|")]
        return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table[2:]]

    def numbers_of(self, source: str) -> set[str]:
        """Return the rules that docstrings of functions and classes name, and refusals as their number."""
        found = set[str]()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found |= set(re.findall(self.numbers, ast.get_docstring(node) or ""))
            if isinstance(node, ast.Call):
                texts = [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
                found |= {text for text in texts if re.fullmatch(self.numbers, text)}
        return found


PAGES = [
    Page("big_game", r"BG-\d+", "Options of a hall"),
    Page("big_honor", r"BH-\d+a?", "Options of a match"),
]


@pytest.fixture(params=PAGES, ids=lambda page: page.name)
def page(request: pytest.FixtureRequest) -> Page:
    found: Page = request.param
    return found


def test_readme_tells_every_rule_and_begins_with_its_sentence(page: Page) -> None:
    items = re.findall(r"^- \*\*(B\w-\w+)\*\* (.+(?:\n  .+)*)", page.readme, re.MULTILINE)
    told = {number: " ".join(text.split()) for number, text in items}
    assert list(told) == list(page.game.rules)
    assert [n for n, sentence in page.game.rules.items() if not told[n].startswith(str(sentence))] == []


def test_every_number_in_the_product_is_a_rule(page: Page) -> None:
    for folder in ("fieldkit", "hardware", "web"):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in {".py", ".js", ".json", ".html", ".toml", ".md", ".css"}:
                text = path.read_text(encoding="utf-8")
                assert set(re.findall(page.numbers, text)) <= set(page.game.rules), path


def test_every_rule_is_carried_out_by_code_and_has_a_test(page: Page) -> None:
    sources = [path.read_text(encoding="utf-8") for path in page.folder.glob("*.py")]
    assert set[str]().union(*map(page.numbers_of, sources)) == set(page.game.rules)
    tests = [*(Path(__file__).parent / page.name).glob("test_*.py")]
    tests += (ROOT / "tests" / "tables" / page.name).glob("*.txt")
    named = {n for path in tests for n in re.findall(page.numbers, path.read_text(encoding="utf-8"))}
    assert named >= set(page.game.rules)


def test_a_sentence_fits_under_a_refusal(page: Page) -> None:
    """It is shown in small type for six seconds; and it needs no filling."""
    for number, sentence in page.game.rules.items():
        assert re.fullmatch(r"[A-Z0-9][^{}\n]{20,88}\.", str(sentence)), number


def test_readme_lists_the_options_with_their_defaults_and_what_they_may_be(page: Page) -> None:
    setup = page.game.setup_view()
    told = {
        field["name"]: ", ".join(field["of"]) if "of" in field else f"{field['least']} to {field['most']}"
        for field in setup["fields"]
    }
    listed = {name: (default, allowed) for name, default, allowed in page.rows(page.options)}
    assert listed == {name: (str(setup["options"][name]), told[name]) for name in told}


def test_readme_has_the_phases_and_their_stages(page: Page) -> None:
    assert {phase: stage for phase, stage, _ in page.rows("Phases")} == page.game.stages
