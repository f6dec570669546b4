"""CONTRIBUTING holds: what it tells one to run is there, and so is every file that it names."""

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
BLOCKS = [line.split(" #")[0].strip() for line in PAGE.splitlines() if line.startswith("    ")]
SPANS = re.findall(r"`([^`\n]+)`", PAGE)


def test_every_make_target_it_names_is_there() -> None:
    named = {words[1] for text in BLOCKS + SPANS if (words := text.split())[0] == "make" and words[1:]}
    assert {"test", "test-fast", "test-bare", "check", "bench", "catalogue"} <= named
    assert named <= set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def test_every_file_and_folder_it_names_is_there() -> None:
    named = {text for text in SPANS if re.fullmatch(r"[\w.-]*(/[\w.-]*)+|\w+\.md", text)}
    named |= {word for text in BLOCKS for word in shlex.split(text) if word.startswith("tests/")}
    assert {".ci/run", "tests/tables/", "web/README.md", "CHANGELOG.md"} <= named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_it_is_one_to_two_screens() -> None:
    assert 40 < len(PAGE.splitlines()) < 100


def test_readme_leads_to_it() -> None:
    assert "(CONTRIBUTING.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("word", ["shall", "anew", "mishap", "whoever", "but for"])
def test_it_keeps_to_its_own_words(word: str) -> None:
    """Each is named once, in quotes, as what not to say."""
    assert len(re.findall(rf"\b{word}\b", PAGE)) == len(re.findall(rf'"{word}"', PAGE)) == 1
