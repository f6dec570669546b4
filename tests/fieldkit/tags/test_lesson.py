"""`fieldkit tags learn`: what is asked for, duplicates, undo, skip, quit, and a lesson at real lines."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.errors import Rejected, Unknown
from fieldkit.service.supervisor import locked
from fieldkit.settings import Settings
from fieldkit.tags.lesson import KEYS, Lesson, TagKind, Word, tag_kinds, teach
from fieldkit.tags.tag_book import TagFile, with_learned
from hardware.fakes.virtual_field import VirtualField
from tests.support.games import kit_games
from tests.support.hoop_kit import as_toml

SORTS = [TagKind("ball", "wood", 2), TagKind("marker", "red", None), TagKind("player", "red/1", 1)]


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return Lesson(SORTS, TagFile(tmp_path), {"FF": ("ball", "ore")})


def test_everything_the_game_knows_is_asked_for() -> None:
    found = tag_kinds(kit_games(), 2)
    kinds = ["wood", "wheat", "brick", "ore", "sheep"]
    assert [(sort.role, sort.value, sort.wanted) for sort in found[:9]] == [
        *[("ball", kind, 12) for kind in kinds],
        *[("marker", team, None) for team in ("red", "blue", "green", "yellow")],
    ]
    assert [sort.value for sort in found[9:11]] == ["red/1", "red/2"]
    assert len(found) == 17
    assert len(tag_kinds(kit_games(), 0)) == 9


def test_asks_for_ball_after_ball_and_goes_on_to_the_next_sort(lesson: Lesson, tmp_path: Path) -> None:
    assert str(lesson.prompt()) == "Hold ball 1 of wood to any reader (1 of 2)."
    assert str(lesson.learn_tag("a1")) == "A1 is ball 1 of wood."
    assert str(lesson.prompt()) == "Hold ball 2 of wood to any reader (2 of 2)."
    assert TagFile(tmp_path).tags() == {"A1": ("ball", "wood")}
    lesson.learn_tag("A2")
    assert str(lesson.prompt()) == "Hold marker 1 of red to any reader."
    lesson.learn_tag("A3")
    assert str(lesson.prompt()) == "Hold marker 2 of red to any reader."
    assert str(lesson.skip()) == "Skipped: markers of red."
    assert str(lesson.prompt()) == "Hold the band of player 1 of red to any reader."
    lesson.learn_tag("A4")
    assert lesson.over
    assert lesson.learned == 4


def test_tag_that_is_known_is_not_learned_again(lesson: Lesson, tmp_path: Path) -> None:
    lesson.learn_tag("A1")
    assert str(lesson.learn_tag("a1")) == "A1 is already ball 1 of wood; take another."
    assert str(lesson.learn_tag("FF")) == "FF is already ball 1 of ore; take another."
    assert list(TagFile(tmp_path).tags()) == ["A1"]
    assert str(lesson.prompt()).startswith("Hold ball 2 of wood")


def test_undo_takes_back_one_by_one_and_asks_again(lesson: Lesson, tmp_path: Path) -> None:
    for tag in ("A1", "A2", "A3"):
        lesson.learn_tag(tag)
    assert str(lesson.undo()[1]) == "A3 is no longer marker 1 of red."
    assert str(lesson.undo()[1]) == "A2 is no longer ball 2 of wood."
    assert str(lesson.prompt()) == "Hold ball 2 of wood to any reader (2 of 2)."
    assert list(TagFile(tmp_path).tags()) == ["A1"]
    lesson.undo()
    with pytest.raises(Rejected, match="Nothing to undo yet"):
        lesson.undo()
    assert str(lesson.learn_tag("A2")) == "A2 is ball 1 of wood."


def test_a_sort_can_be_chosen_unless_all_of_it_are_known(lesson: Lesson) -> None:
    lesson.ask_for("player", "red/1")
    assert lesson.place == 2
    lesson.learn_tag("A9")
    assert lesson.place is None
    with pytest.raises(Rejected, match="Already complete: player 1 of red"):
        lesson.ask_for("player", "red/1")
    with pytest.raises(Unknown, match="There are no tags for clay"):
        lesson.ask_for("ball", "clay")
    lesson.ask_for("ball", "wood")
    assert str(lesson.prompt()) == "Hold ball 1 of wood to any reader (1 of 2)."


def test_second_lesson_goes_on_where_the_first_ended(lesson: Lesson, tmp_path: Path) -> None:
    for tag in ("A1", "A2", "A3"):
        lesson.learn_tag(tag)
    assert lesson.meaning("a3") == ("marker", "red")
    again = Lesson(SORTS, TagFile(tmp_path), {})
    assert str(again.prompt()) == "Hold marker 2 of red to any reader."
    assert again.learned == 0


def test_keys_and_what_is_no_key(lesson: Lesson) -> None:
    said: list[str] = []
    words: list[Word] = [("tag", "A1"), ("tag", "A2"), *(("key", key) for key in ["x", "", *"uuusss"])]
    teach(lesson, iter(words), said.append)
    spoken = [line for line in said if not line.startswith("Hold")]
    assert spoken == [
        KEYS,
        "A1 is ball 1 of wood.",
        "A2 is ball 2 of wood.",
        KEYS,
        "A2 is no longer ball 2 of wood.",
        "A1 is no longer ball 1 of wood.",
        "Nothing to undo yet.",
        "Skipped: balls of wood.",
        "Skipped: markers of red.",
        "Skipped: player 1 of red.",
    ]


class Console:
    """The command in a process of its own, with somebody at its keys."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "fieldkit", "tags", "learn", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.said = ""

    def until(self, words: str) -> None:
        """Read on to these words."""
        end = time.monotonic() + 15
        assert self.process.stdout
        while words not in self.said:
            assert select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0], self.said
            chunk = os.read(self.process.stdout.fileno(), 4096)
            assert chunk, self.said
            self.said += chunk.decode()
        self.said = self.said.partition(words)[2]

    def key(self, key: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(key.encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


Start = Callable[..., Console]


@pytest.fixture
def start() -> Iterator[Start]:
    with ExitStack() as running:

        def make(*arguments: str) -> Console:
            console = Console(*arguments)
            running.callback(console.close)
            return console

        yield make


@pytest.mark.process
def test_whole_lesson_at_readers_of_every_sort(tmp_path: Path, start: Start) -> None:
    data, settings = tmp_path / "data", tmp_path / "kit.toml"
    hoops = VirtualField(tmp_path / "hoops", {"h1": "rdm6300", "h2": "hk1", "h3": "pn532", "h4": "r200"})
    lines = [as_toml(link) for link in hoops.links()]
    settings.write_text("".join(lines) + '[tags]\n0000000001 = { ball = "ore" }\n')
    hoops.start()
    try:
        console = start("--settings", str(settings), "--data", str(data), "--players", "1")
        console.until("Hold ball 1 of wood to any reader (1 of 12).")
        # The port may be opened only now, and what came before is lost as on any line.
        hoops.hoops["h1"].hold("62E3086CED", 10)
        console.until("62E3086CED is ball 1 of wood.")
        hoops.hoops["h2"].press("1")
        hoops.hoops["h2"].tag("0000000001")
        console.until("0000000001 is already ball 1 of ore; take another.")
        hoops.hoops["h3"].tag("04A1B2C3D4E5F6")
        console.until("04A1B2C3D4E5F6 is ball 2 of wood.")
        console.key("u")
        console.until("04A1B2C3D4E5F6 is no longer ball 2 of wood.")
        console.key("s")
        console.until("Hold ball 1 of wheat")
        hoops.hoops["h4"].tag("30751FEB705C5904E3D50D70")
        console.until("30751FEB705C5904E3D50D70 is ball 1 of wheat.")
        console.key("q")
        console.until(f"2 tags learned into {data / 'tags.toml'}; the kit knows them from its next start.")
        assert console.process.wait(10) == 0
    finally:
        hoops.close()
    assert with_learned(Settings(), data).tags == {
        "62E3086CED": {"ball": "wood"},
        "30751FEB705C5904E3D50D70": {"ball": "wheat"},
    }


@pytest.mark.process
def test_lesson_ends_with_its_keys_and_says_which_hoop_cannot_be_read(tmp_path: Path, start: Start) -> None:
    settings = tmp_path / "kit.toml"
    settings.write_text(f'[[links]]\nport = "{tmp_path}/none"\nprotocol = "id12"\nhoop = "h7"\n')
    console = start("--settings", str(settings), "--data", str(tmp_path / "data"))
    console.until("Check the cable of hoop h7, then its reader.")
    assert console.process.stdin
    console.process.stdin.close()
    assert console.process.wait(10) == 0
    console.process.stdin = None


@pytest.mark.parametrize("name", ["kit", "referee"])
def test_kit_that_runs_is_to_be_ended_first(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "kit.toml"
    settings.write_text('[[links]]\nport = "loop://"\nprotocol = "id12"\nhoop = "h7"\n')
    with locked(tmp_path / f"{name}.lock", ""):
        assert main(["tags", "learn", "--settings", str(settings), "--data", str(tmp_path)]) == 1
    assert (
        capsys.readouterr().err
        == "The kit is running and uses the readers; stop it first, then learn the tags.\n"
    )


def test_kit_without_readers_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tags", "learn", "--data", str(tmp_path)]) == 1
    assert "no [[links]]" in capsys.readouterr().err
