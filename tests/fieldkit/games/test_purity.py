"""The games and the value modules are pure: no clock, no chance, no file, no foreign package."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fieldkit

ROOT = Path(fieldkit.__file__).parent
LOADER = ROOT / "games" / "loading.py"
"""The one file of the room that reads files, and no game imports it."""
PARTS = {"web", "scoreboard", "demo"}
"""What a game has besides its rules: its screens draw, its simulated people call a running kit."""
GAMES = [
    path
    for path in sorted((ROOT / "games").rglob("*.py"))
    if path != LOADER and not PARTS & {*path.with_suffix("").parts}
]
VALUES = [
    ROOT / "phrases.py",
    ROOT / "errors.py",
    ROOT / "messages.py",
    ROOT / "clock.py",
    ROOT / "colours.py",
]
ALLOWED = {
    "__future__",
    "abc",
    "collections",
    "collections.abc",
    "contextlib",
    "copy",
    "csv",
    "dataclasses",
    "enum",
    "fieldkit.clock",
    "fieldkit.colours",
    "fieldkit.errors",
    "fieldkit.games",
    "fieldkit.messages",
    "fieldkit.phrases",
    "fractions",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "math",
    "msgspec",
    "msgspec.structs",
    "operator",
    "re",
    "types",
    "typing",
    "unicodedata",
}
MORE = {"clock.py": {"time", "pathlib"}}
"""What one module may import besides: the boot's id is a file,."""
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}


def imported(source: str, package: str) -> Iterator[str]:
    """Every module that a source text imports, relative ones resolved within ``package``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            yield ".".join(part for part in (base, node.module or "") if part)


def impure(source: str, package: str, more: frozenset[str] = frozenset()) -> set[str]:
    """Return what a source text imports or calls although it may not."""
    wrong = {
        name
        for name in imported(source, package)
        if (name not in ALLOWED | more and not name.startswith("fieldkit.games."))
        or name.startswith("fieldkit.games.loading")
    }
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            wrong.add(f"{node.func.id}()")
        if isinstance(node, ast.Global):
            wrong.add("global")
    return wrong


def name(path: Path) -> str:
    """Return a module's path below the package, for the name of a test."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", GAMES + VALUES, ids=name)
def test_a_pure_module_imports_nothing_impure(path: Path) -> None:
    package = ".".join(path.parent.relative_to(ROOT.parent).parts)
    own = MORE.get(path.relative_to(ROOT).as_posix(), ())
    assert impure(path.read_text(encoding="utf-8"), package, frozenset(own)) == set()


@pytest.mark.parametrize("path", [p for p in GAMES if p.parent != ROOT / "games"], ids=name)
def test_a_game_does_not_even_take_the_clock(path: Path) -> None:
    """A game is handed its moments: it takes the clock's units and no clock."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "fieldkit.clock"
        for alias in node.names
    }
    assert names <= {"NS", "MS"}


def test_there_are_games_to_read() -> None:
    assert any(path.parent.name == "full_contact" for path in GAMES)
    assert all(path.exists() for path in VALUES)


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "import random",
        "from datetime import datetime",
        "from pathlib import Path",
        "import tomllib",
        "def f():\n    import os",
        "from fieldkit.settings import load",
        "from fieldkit.games.loading import load_games",
        "from ...settings import load",
        "from .. import settings",
        "open('x')",
    ],
)
def test_what_is_impure_is_found(source: str) -> None:
    if source == "from .. import settings":
        assert impure(source, "fieldkit.games") == {"fieldkit"}
    else:
        assert impure(source, "fieldkit.games.full_contact")
