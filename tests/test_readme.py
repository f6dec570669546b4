"""README and the rooms' pages hold: their commands parse; its folders and pictures are there."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from tests.support.command_lines import parsed

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ROOMS = (
    "web",
    "hardware",
    "systemd",
    "fieldkit/hub",
    "fieldkit/journal",
    *map(str, (ROOT / "fieldkit" / "games").glob("*")),
)
ALL = README + "".join(
    page.read_text(encoding="utf-8") for room in ROOMS if (page := ROOT / room / "README.md").is_file()
)
BLOCKS = [line.strip() for line in ALL.splitlines() if line.startswith("    ")]
SPANS = re.findall(r"`([^`\n]+)`", ALL)
FOLDERS = {row[0]: row[1] for row in re.findall(r"^\| `([^`]+)/` \| (.+) \|$", README, re.MULTILINE)}
HOSTS: frozenset[str] = frozenset()
"""The outside hosts that README needs: the kit works in a field without any."""


def _command_lines() -> list[str]:
    """Return what these pages tell one to type after ``fieldkit``, remarks left out."""
    found = [
        re.fullmatch(r"(?:\.venv/bin/)?fieldkit( .*)", line.split(" # ")[0].strip())
        for line in BLOCKS + SPANS
    ]
    return sorted({match[1].strip() for match in found if match})


def _targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def test_every_make_target_it_names_is_there() -> None:
    named = {found[1] for text in BLOCKS + SPANS if (found := re.match(r"make ([a-z-]+)", text))}
    assert {"run", "test", "test-fast", "demo", "check", "bench"} <= named
    assert named <= _targets()


@pytest.mark.parametrize("line", _command_lines())
def test_every_command_line_of_it_parses(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    if line == "--help":
        assert main([line]) == 0
        return
    command = parsed(shlex.split(line))
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: fieldkit {command}")


def test_it_names_command_lines() -> None:
    assert {line.split()[0] for line in _command_lines()} >= {"run", "hoop", "matches", "replay", "verify"}


def test_the_table_of_folders_is_the_tree() -> None:
    tops = {folder.split("/")[0] for folder in FOLDERS}
    there = {
        path.parent.relative_to(ROOT).parts[0]
        for kind in ("*/*.py", "*/*.service")
        for path in ROOT.glob(kind)
        if not path.relative_to(ROOT).parts[0].startswith((".", "build", "dist"))
    }
    assert tops == there
    for folder, says in FOLDERS.items():
        for each in (folder, *(f"{folder}/{inner}" for inner in re.findall(r"`([^`]+)/`", says))):
            assert (ROOT / each).is_dir(), each


def test_what_it_shows_and_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert any(link.endswith(".png") for link in links)
    assert [link for link in links if "://" not in link and not (ROOT / link).is_file()] == []


def test_it_names_no_outside_host() -> None:
    assert set(re.findall(r"\w+://([^/\s)>]+)", README)) <= HOSTS


def test_it_names_the_pythons_that_the_project_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least, beyond = re.findall(r"3\.(\d+)", project["requires-python"])
    named = re.findall(r"\b3\.(\d+)", README)
    assert named == [str(minor) for minor in range(int(least), int(beyond))]
