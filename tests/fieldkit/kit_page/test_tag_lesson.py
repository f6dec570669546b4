"""The lesson of the kit page: the file, the words, and a kit that knows what it has learned at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.kit_page.view import LessonView
from fieldkit.messages import FrameId
from fieldkit.tags.tag_book import TagFile
from tests.support.kit_table import KitTable, kit_table


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[KitTable]:
    with kit_table(tmp_path) as made:
        yield made


def lesson(kit: KitTable) -> LessonView:
    shown = kit.view["lesson"]
    assert shown is not None
    return shown


def hold(kit: KitTable, tag: str, hoop: str = "h1") -> LessonView:
    """Hold a tag to a reader and wait for what is said of it."""
    before = kit.view["lesson"]
    kit.read(tag, hoop)
    kit.soon(lambda: kit.view["lesson"] != before)
    return lesson(kit)


def test_tags_are_asked_for_learned_and_known_at_once(kit: KitTable) -> None:
    kit.order("learn")
    first = lesson(kit)
    assert (first["prompt"], first["said"], first["at"], first["learned"]) == (
        *("Hold ball 1 of wood to any reader (1 of 12).", ""),
        *(0, 0),
    )
    names = [sort["name"] for sort in first["sorts"]]
    assert names[:6] == [
        *("balls of wood", "balls of wheat", "balls of brick", "balls of ore", "balls of sheep"),
        "markers of Red",
    ]
    assert names[9] == "player 1 of Red"
    assert [sort["count"] for sort in first["sorts"][:4]] == [0, 0, 0, 1]
    said = hold(kit, "a1", "h7")
    assert (said["said"], said["refused"], said["learned"]) == ("A1 is ball 1 of wood.", False, 1)
    assert said["sorts"][0]["count"] == 1
    assert kit.verdicts == ["counted"]
    assert TagFile(kit.data).tags() == {"A1": ("ball", "wood")}
    kit.order("learn_end")
    assert kit.view["lesson"] is None
    kit.read("A1")
    assert kit.view["inputs"][0]["means"] == "wood"


def test_learned_ball_counts_in_the_next_round(kit: KitTable) -> None:
    kit.create()
    kit.order("learn")
    hold(kit, "A1")
    kit.command("start_round")
    assert kit.view["lesson"] is None
    kit.clock.jump(1)
    kit.read("A1")
    assert kit.match["counted"][0]["kind"] == "wood"


def test_tag_that_is_known_is_refused_at_the_node_and_on_the_page(kit: KitTable) -> None:
    kit.order("learn")
    known = hold(kit, "FF")
    assert (known["said"], known["refused"]) == ("FF is already ball 1 of ore; take another.", True)
    button = kit.view["lesson"]
    kit.read(button="1", frame=FrameId("h3", "0a1b", 1))
    kit.soon(lambda: kit.view["lesson"] != button)
    assert lesson(kit)["said"] == "That was a button; hold a tag to a reader."
    assert kit.verdicts == ["refused", "refused"]
    assert lesson(kit)["learned"] == 0


def test_repeated_frame_of_a_learned_tag_is_no_second_one(kit: KitTable) -> None:
    kit.order("learn")
    frame = FrameId("h3", "0a1b", 1)
    kit.read("A1", frame=frame)
    kit.soon(lambda: lesson(kit)["learned"] == 1)
    kit.read("A1", frame=frame)
    kit.order("learn", role="ball", value="wood")
    assert kit.verdicts == ["counted", "counted"]
    assert lesson(kit)["refused"] is False


def test_skip_choose_and_take_back(kit: KitTable) -> None:
    kit.order("learn", role="marker", value="red")
    assert lesson(kit)["prompt"] == "Hold marker 1 of Red to any reader."
    hold(kit, "A1")
    kit.order("learn_skip")
    assert lesson(kit)["said"] == "Skipped: markers of Red."
    assert lesson(kit)["prompt"] == "Hold marker 1 of Blue to any reader."
    kit.order("learn_undo")
    assert lesson(kit)["said"] == "A1 is no longer marker 1 of Red."
    assert lesson(kit)["at"] == 5
    assert TagFile(kit.data).tags() == {}
    kit.order("learn_end")
    kit.read("A1")
    assert kit.view["inputs"][0]["means"] is None


def test_lesson_of_the_last_sort_stays_open_for_taking_back(kit: KitTable) -> None:
    kit.order("learn", role="player", value="yellow/6")
    end = hold(kit, "A1")
    assert (end["prompt"], end["at"]) == ("", None)
    more = hold(kit, "A2")
    assert (more["said"], more["refused"]) == ("This kind is complete; choose another first.", True)
    assert kit.refused("learn_skip") == (409, "nothing_asked")
    assert kit.refused("learn", role="player", value="yellow/6") == (409, "all_known")
    kit.order("learn_undo")
    assert lesson(kit)["prompt"] == "Hold the band of player 6 of Yellow to any reader."


def test_what_cannot_be_done_is_said(kit: KitTable) -> None:
    assert kit.refused("learn_skip") == (409, "no_lesson")
    assert kit.refused("learn_undo") == (409, "no_lesson")
    assert kit.refused("learn", role="ball", value="clay") == (400, "unknown_sort")
    assert kit.view["lesson"] is None
    kit.order("learn")
    assert kit.refused("learn_undo") == (409, "nothing_learned")
    kit.order("check")
    assert kit.view["lesson"] is None
    kit.soon(lambda: "disk" in kit.grades())
    assert kit.refused("learn") == (409, "check_open")


def test_file_that_cannot_be_read_or_written_is_said_and_nothing_is_learned(kit: KitTable) -> None:
    file = kit.data / "tags.toml"
    file.write_text("[tags\n")
    status, code = kit.refused("learn")
    assert (status, code) == (409, "cannot")
    file.unlink()
    kit.order("learn")
    (kit.data / "tags.toml.new").mkdir()
    said = hold(kit, "A1")
    assert said["refused"]
    assert "cannot be written" in said["said"]
    assert said["learned"] == 0
    kit.order("learn_end")
    kit.read("A1")
    assert kit.view["inputs"][0]["means"] is None


def test_lesson_goes_on_where_an_earlier_one_ended(tmp_path: Path) -> None:
    TagFile(tmp_path).add("A1", "ball", "wood")
    with kit_table(tmp_path) as kit:
        kit.order("learn")
        assert lesson(kit)["prompt"] == "Hold ball 2 of wood to any reader (2 of 12)."
        assert lesson(kit)["learned"] == 0
