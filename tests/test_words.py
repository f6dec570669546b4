"""The words: what nobody says today is written nowhere, in code, pages or documents.

The English side of the catalogues is made from these files, so it is held to the same words.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INSTEAD: Mapping[str, str] = {
    r"shall": "must, will",
    r"anew": "again",
    r"mishaps?": "error",
    r"who(so)?ever": "the caller, the one who",
    r"but for": "except",
    r"so many(?! \w+ that)": "at most N, how many, this many",
    r"upon": "on",
    r"lest": "so that ... not",
    r"nought": "nothing, 0",
    r"(t?here|where)(by|in|of|upon|with)": "by it, in it",
    r"hither|thither|whither|whence|thence|hence": "here, there, from where, so",
    r"wants to be": "must be, needs",
    r"(is|are) to be": "must be",
    r"such as it is": "(leave it out)",
    r"by mouth": "with the hand whistle",
    r"(he|him|his|she|her|hers|himself|herself)": "they, them, their",
}
"""What is not said, and what is said instead."""
BANNED = re.compile(r"\b(?:" + "|".join(INSTEAD) + r")\b", re.IGNORECASE)
TEXTS = {
    ".py",
    ".js",
    ".css",
    ".html",
    ".md",
    ".toml",
    ".sh",
    ".service",
    ".target",
    ".conf",
    ".rules",
    ".txt",
    "",
}
EXCEPT = {
    "LICENSE": "the words of the licence are not ours",
    "CONTRIBUTING.md": "it names what not to say",
    "tests/test_contributing.py": "it holds that page to what it names",
    "tests/test_words.py": "the list itself",
}
MADE = re.compile(r"__pycache__|build|dist|.*\.egg-info|\.(?!ci$).*")
"""Names of files and folders that tools make."""


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if MADE.fullmatch(path.name) or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path)
        elif path.suffix in TEXTS and str(path.relative_to(ROOT)) not in EXCEPT:
            yield path


def _texts() -> Iterator[tuple[str, str]]:
    for path in _files(ROOT):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def _found(texts: Iterator[tuple[str, str]]) -> list[str]:
    return [
        f"{name}:{number}: {hit[0]}"
        for name, text in texts
        if BANNED.search(text)
        for number, line in enumerate(text.splitlines(), 1)
        for hit in BANNED.finditer(line)
    ]


def test_no_file_says_what_nobody_says_today() -> None:
    """Each word of `INSTEAD` has a plain one beside it: say that."""
    assert _found(_texts()) == []


@pytest.mark.parametrize(
    "line",
    [
        "It shall be so.",
        "anew = True",
        "Whoever asks",
        "all but for one",
        "Blow by mouth.",
        "as he likes",
        "thereof",
    ],
)
def test_the_search_finds_what_is_written(line: str) -> None:
    assert BANNED.search(line)


@pytest.mark.parametrize(
    "line", ["the hero", "marshall", "renewed", "so many balls that nobody counts", "the other"]
)
def test_the_search_leaves_other_words_alone(line: str) -> None:
    assert not BANNED.search(line)


def test_exceptions_are_files() -> None:
    assert [name for name in EXCEPT if not (ROOT / name).is_file()] == []
