"""The file of learned tags: whole or not at all, and what people wrote into it stays."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from fieldkit.errors import FieldkitError, SettingsError
from fieldkit.settings import Settings
from fieldkit.settings.reading import parse
from fieldkit.tags.tag_book import HEAD, NAME, TagFile, with_learned

ONE, TWO = "62E3086CED", "01000734E0"


@pytest.fixture
def file(tmp_path: Path) -> TagFile:
    return TagFile(tmp_path)


def test_no_file_is_no_tags(file: TagFile, tmp_path: Path) -> None:
    assert file.tags() == {}
    assert with_learned(Settings(), tmp_path) == Settings()


def test_tags_are_added_in_order_and_taken_out(file: TagFile) -> None:
    file.add(ONE.lower(), "ball", "wood")
    file.add(TWO, "player", "red/3")
    assert file.path.read_text() == f'{HEAD}"{ONE}" = {{ ball = "wood" }}\n"{TWO}" = {{ player = "red/3" }}\n'
    file.remove(ONE)
    assert file.tags() == {TWO: ("player", "red/3")}
    file.remove(ONE)
    assert file.tags() == {TWO: ("player", "red/3")}


def test_what_people_wrote_into_it_stays(file: TagFile) -> None:
    text = f"# ours\n[tags]\n{ONE.lower()} = {{ ball = 'ore' }}  # the old one\n\n# spare"
    file.path.write_text(text)
    file.add(TWO, "marker", "red")
    assert file.path.read_text() == f'{text}\n"{TWO}" = {{ marker = "red" }}\n'
    file.remove(TWO)
    assert file.path.read_text() == text + "\n"
    file.remove(ONE)
    assert file.path.read_text() == "# ours\n[tags]\n\n# spare\n"


@pytest.mark.parametrize(
    "text", [f'[tags.{ONE}]\nball = "ore"\n', f'tags = {{ {ONE} = {{ ball = "ore" }} }}\n', "# nothing yet\n"]
)
def test_unusual_layout_is_written_as_a_plain_list(file: TagFile, text: str) -> None:
    file.path.write_text(text)
    known = file.tags()
    file.add(TWO, "marker", "red")
    assert file.tags() == known | {TWO: ("marker", "red")}
    assert file.path.read_text().startswith(HEAD)
    file.path.write_text(text)
    file.remove(ONE)
    assert file.tags() == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[tags", "is not TOML"),
        ("[web]\nport = 1", "[web]: unknown; allowed are tags"),
        ('[tags]\nXY = { ball = "wood" }', 'XY": a tag is written in hex digits'),
        ("[tags]\nAB = {}", "exactly one of ball, marker and player"),
        ('[tags]\nAB = { ball = "gold" }', "'gold' is not allowed; allowed are"),
        ('[tags]\nab = { ball = "wood" }\nAB = { ball = "ore" }', '"AB": stands there twice'),
        (b"\xff", "is not TOML"),
    ],
)
def test_mistake_in_it_is_named_with_the_file_and_nothing_is_written(
    file: TagFile, text: str | bytes, says: str
) -> None:
    file.path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SettingsError) as refused:
        with_learned(Settings(), file.path.parent)
    assert str(refused.value).startswith(f"{file.path}: ")
    assert says in str(refused.value)
    if "gold" not in says:
        with pytest.raises(SettingsError):
            file.add(ONE, "ball", "wood")
        assert file.path.read_bytes() == (text if isinstance(text, bytes) else text.encode())


def test_tags_of_the_settings_lie_over_the_learned_ones(file: TagFile, tmp_path: Path) -> None:
    file.add(ONE, "ball", "wood")
    file.add(TWO, "ball", "ore")
    settings = parse({"tags": {ONE.lower(): {"marker": "red"}}}, "kit.toml")
    merged = with_learned(settings, tmp_path)
    assert merged.tags == {TWO: {"ball": "ore"}, ONE.lower(): {"marker": "red"}}
    assert replace(merged, tags=settings.tags) == settings


@pytest.mark.parametrize("place", ["os.fsync", "pathlib.Path.replace"])
def test_kill_in_the_middle_of_a_write_loses_nothing(file: TagFile, place: str) -> None:
    file.add(ONE, "ball", "wood")
    # The process really dies at the moment named.
    program = f"""
import os, pathlib, sys
from fieldkit.tags.tag_book import TagFile
{place} = lambda *_: os.kill(os.getpid(), 9)
TagFile(pathlib.Path(sys.argv[1])).add({TWO!r}, "ball", "ore")
"""
    ended = subprocess.run([sys.executable, "-c", program, str(file.path.parent)], timeout=30, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert file.tags() == {ONE: ("ball", "wood")}
    file.add(TWO, "ball", "ore")
    assert list(file.tags()) == [ONE, TWO]
    assert [path.name for path in file.path.parent.iterdir()] == [NAME]


def test_full_disk_is_told_and_loses_nothing(file: TagFile, monkeypatch: pytest.MonkeyPatch) -> None:
    file.add(ONE, "ball", "wood")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FieldkitError, match="cannot be written: No space left"):
        file.add(TWO, "ball", "ore")
    assert file.tags() == {ONE: ("ball", "wood")}
