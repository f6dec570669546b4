"""The tree of exceptions that `fieldkit.errors` draws, held to the classes of the whole house."""

import re
from collections.abc import Iterable
from pathlib import Path

from fieldkit import errors

ROOT = Path(__file__).parents[1]
Tree = set[tuple[str, str]]
"""Pairs of a class and what it is made from."""


def drawn(text: str) -> Tree:
    """Return the pairs that a drawing shows: the parent of a name is the last one before it further left."""
    tree, above = set(), list[tuple[int, str]]()
    for line in re.findall(r"^ {4}[│├└─ ]*[A-Z]\w* {2,}.*$", text, re.MULTILINE):
        name = re.search(r"[A-Z]\w*", line)
        assert name
        while above and above[-1][0] >= name.start():
            above.pop()
        tree.add((name[0], above[-1][1] if above else "Exception"))
        above.append((name.start(), name[0]))
    return tree


def defined(sources: Iterable[str]) -> Tree:
    """Return the pairs that source texts define, from `Exception` down."""
    pairs = {
        (name, base.strip())
        for source in sources
        for name, bases in re.findall(r"^[ \t]*class (\w+)\(([^)]*)\)?", source, re.MULTILINE)
        for base in bases.split(",")
    }
    known = {"Exception"}
    while more := {name for name, base in pairs if base in known} - known:
        known |= more
    return {(name, base) for name, base in pairs if base in known}


def test_the_tree_is_drawn_as_it_stands() -> None:
    sources = [
        path.read_text(encoding="utf-8")
        for top in ("fieldkit", "hardware", "web")
        for path in (ROOT / top).rglob("*.py")
        if "firmware" not in path.parts
    ]
    assert drawn(errors.__doc__ or "") == defined(sources)


def test_a_class_that_is_missing_or_moved_is_found() -> None:
    source = "class A(Exception): ...\nclass B(A): ...\nclass C(A): ...\nclass Other(dict): ..."
    assert defined([source]) == {("A", "Exception"), ("B", "A"), ("C", "A")}
    assert drawn("    A    one\n    ├── B    two\n    └── C    three\n") == defined([source])
    assert drawn("    A    one\n    └── B    two\n        └── C    three\n") == {
        ("A", "Exception"),
        ("B", "A"),
        ("C", "B"),
    }
