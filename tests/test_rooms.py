"""The rooms' pages hold: what each of them names is there, and what it lists is all there is."""

import ast
import re
import sqlite3
import tomllib
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from fieldkit.journal.database import Journal
from hardware.hoops.formats import FORMATS
from tests.test_layers import FLOOR, GAMES

ROOT = Path(__file__).parents[1]
DESIGN = ROOT / "fieldkit" / "README.md"
HARDWARE = ROOT / "hardware" / "README.md"
HOOPS = ROOT / "hardware" / "hoops" / "README.md"
JOURNAL = ROOT / "fieldkit" / "journal" / "README.md"
TESTS = ROOT / "tests" / "README.md"
A_GAME = ROOT / "fieldkit" / "games" / "README.md"
EVENTS = (ROOT / "fieldkit" / "hub" / "README.md", ROOT / "fieldkit" / "uplink" / "README.md")
PAGES = (
    DESIGN,
    A_GAME,
    HARDWARE,
    HOOPS,
    JOURNAL,
    TESTS,
    *EVENTS,
    ROOT / "web" / "README.md",
    ROOT / "tests" / "sim" / "README.md",
    ROOT / "CONTRIBUTING.md",
)
ENDINGS = r"(?:py|js|css|toml|md|txt|html)"
FILE = re.compile(rf"`((?:[\w<>.-]+/)+[\w-]+\.{ENDINGS})(?::(\w+(?:\.\w+)?))?`")
FOLDER = re.compile(r"`((?:fieldkit|hardware|web|tests|systemd)/(?:[\w<>-]+/)*)`")


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def named(page: str) -> list[tuple[str, str]]:
    """Return the files that a page names, each once for every game there is, and what to look for in them."""
    return [(file.replace("<game>", game), thing) for file, thing in FILE.findall(page) for game in GAMES]


@cache
def names_in(source: str) -> set[str]:
    """Return what a module of Python defines or imports, methods and fields as ``Class.name``."""
    found = set[str]()
    for node in ast.parse(source).body:
        found |= own_names(node)
        if isinstance(node, ast.ImportFrom):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for inner in node.body for name in own_names(inner)}
    return found


def own_names(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    return set()


def is_there(file: str, thing: str) -> bool:
    """Whether the project has this file and, in it, what to look for."""
    path = ROOT / file
    if not path.is_file():
        return False
    if not thing:
        return True
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return thing in names_in(source)
    return (
        re.search(rf"^export (?:async )?(?:function|class|const) {thing}\b", source, re.MULTILINE) is not None
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    assert [each for each in named(text(page)) if not is_there(*each)] == []
    folders = [folder.replace("<game>", game) for folder in FOLDER.findall(text(page)) for game in GAMES]
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text(page))]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize(
    ("file", "thing", "there"),
    [
        ("fieldkit/clock.py", "", True),
        ("fieldkit/clock.py", "Clock.now", True),
        ("fieldkit/clock.py", "Clock.gone", False),
        ("fieldkit/gone.py", "", False),
        ("hardware/hoops/formats.py", "FORMATS", True),
        ("web/static/dom.js", "button", True),
        ("web/static/dom.js", "gone", False),
    ],
)
def test_the_search_finds_what_is_there_and_misses_what_is_not(file: str, thing: str, there: bool) -> None:
    assert is_there(file, thing) is there


def test_the_design_names_files_functions_and_folders() -> None:
    found = named(text(DESIGN))
    assert ("fieldkit/journal/database.py", "Journal.append") in found
    assert len(found) > 50
    assert FOLDER.findall("`fieldkit/demo/<game>/`") == ["fieldkit/demo/<game>/"]


def test_the_design_has_every_room_in_the_order_of_its_floor() -> None:
    rooms = re.findall(r"^\| `fieldkit/(\w+)/` \| \S", text(DESIGN), re.MULTILINE)
    assert rooms == [room for room in FLOOR if (ROOT / "fieldkit" / room).is_dir()]
    words = re.search(r"^\| the files of `fieldkit/` \| (.+) \|$", text(DESIGN), re.MULTILINE)
    assert words is not None
    files = {path.stem for path in (ROOT / "fieldkit").glob("*.py")} - {"__init__", "__main__"}
    assert set(re.findall(r"`(\w+)`", words[1])) == files


def test_the_design_is_about_three_screens() -> None:
    assert 120 < len(text(DESIGN).splitlines()) < 200


def test_readme_leads_to_every_page() -> None:
    links = set(re.findall(r"\]\(([^)]+)\)", text(ROOT / "README.md")))
    assert {page.relative_to(ROOT).as_posix() for page in PAGES} <= links


def test_the_hardware_page_has_every_wire_format() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\w+) \|", text(HOOPS), re.MULTILINE)
    kinds = {
        name: (str(form.baud), "nodes" if form.nodes else "asked" if form.asker else "reader")
        for name, form in FORMATS.items()
    }
    assert {name: (baud, kind) for name, baud, kind in rows} == kinds


def test_the_journal_page_has_the_columns_of_a_record(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite3")
    journal.open()
    journal.close()
    with closing(sqlite3.connect(journal.path)) as db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(records)")]
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert re.findall(r"^\| `(\w+)` \| \S", text(JOURNAL), re.MULTILINE) == columns
    beside = text(JOURNAL).split("\nBeside the records ")[1].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)`", beside)) == tables - {"records"}


def test_the_tests_page_has_every_folder_and_every_mark() -> None:
    folders = {path.parent.relative_to(ROOT / "tests").parts[0] for path in (ROOT / "tests").glob("*/*")}
    assert set(re.findall(r"`tests/(\w+)/`", text(TESTS))) == folders - {"__pycache__"}
    marked = text(TESTS).split("\n## Marks\n")[1].split("\n## ")[0]
    marks = re.findall(r"^\| `(\w+)` \| \S", marked, re.MULTILINE)
    project = tomllib.loads(text(ROOT / "pyproject.toml"))
    known = {re.split(r"[:(]", mark)[0] for mark in project["tool"]["pytest"]["ini_options"]["markers"]}
    assert set(marks) == known
