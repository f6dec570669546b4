"""The event's name is on every scene of a field that belongs to one: whole, readable, in nothing's way."""

import json
from typing import Any

import pytest

from fieldkit.language.catalogue import load_language
from hardware.scoreboard import scenes
from hardware.scoreboard.draw import Box, Canvas
from hardware.scoreboard.event.board import Field
from hardware.scoreboard.event.rotation import own_board
from hardware.scoreboard.scenes import LARGE, EventPicture
from hardware.scoreboard.stage import Stage
from hardware.scoreboard.theme import SUN
from tests.hardware.scoreboard.test_fair import FAIR
from tests.hardware.scoreboard.test_motion import WOOD
from tests.hardware.scoreboard.test_scenes import clashes, outside, words
from tests.support.dice_boards import boards
from tests.support.hall_views import HALL_SCENES
from tests.support.honor_views import HONOR_SCENES
from tests.support.scoreboard_views import NO_MATCH, SCENES, SIZES, URL, board, draw

NAME = "Twenty-Third Lower Rhine Spring Cup of the Gathering Society"
"""As long as a hub takes one."""
SPRING = {"event": "Spring Cup"}
LONG = {"event": NAME, "event_practice": True}
DOUBT = NO_MATCH | {"doubt": {"record": 7}}
EVERY = {
    **SCENES,
    **HONOR_SCENES,
    **HALL_SCENES,
    **{f"dice_{phase}": view for phase, view in boards(4).items()},
    "doubt": DOUBT,
}


def read(view: dict[str, Any]) -> Any:
    return scenes.read(json.dumps(view).encode(), "Field 1", URL).picture


def named(canvas: Canvas, name: str = NAME) -> list[Box]:
    """Return the rows of the event's name."""
    rows = [box for box in canvas.boxes if box.sort == "text" and box.what and box.what in name]
    assert " ".join(box.what for box in rows) == name, words(canvas)
    return rows


@pytest.mark.slow
@pytest.mark.parametrize("scene", EVERY)
def test_a_long_name_is_whole_and_large_enough_on_every_scene(scene: str, sizes: dict[str, int]) -> None:
    """Above all else before a match and after it, else below; on nothing, and nothing on it."""
    view = EVERY[scene] | LONG
    for width, height in SIZES[::2]:
        canvas = draw(view, (width, height))
        rows = named(canvas)
        unit = min(height, width / 1.6) if width >= height else min(width, height / 1.75)
        least = 1.3 if view["stage"] in LARGE else 1
        assert min(sizes[row.what] for row in rows) >= least * unit / 30 - 1, (width, height)
        # Some games lay figures and icons on each other themselves.
        assert not [pair for pair in clashes(canvas) if "text" in (pair[0].sort, pair[1].sort)], (
            width,
            height,
        )
        assert not outside(canvas), (width, height)
        plate = next(box for box in canvas.boxes if box.what == "PRACTICE" and box.rect.left > width / 2)
        others = [box.rect for box in canvas.boxes if box not in rows and box.what != "PRACTICE"]
        if view["stage"] in LARGE:
            assert max(row.rect.bottom for row in rows) <= min(rect.top for rect in others)
        elif "fair" not in view:
            assert min(row.rect.top for row in rows) >= max(rect.bottom for rect in others)
        assert plate.rect.left > max(row.rect.right for row in rows)


@pytest.mark.parametrize("scene", ["setup", "ready", "round", "over"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_short_name_takes_one_row(scene: str, size: tuple[int, int]) -> None:
    canvas = draw(SCENES[scene] | SPRING, size, linked=False)
    assert len(named(canvas, "Spring Cup")) == 1
    assert "PRACTICE" not in words(canvas)
    assert not clashes(canvas)
    assert not outside(canvas)


def test_it_is_largest_before_a_match_and_after_it() -> None:
    tall = {scene: named(draw(SCENES[scene] | SPRING, (1280, 720)), "Spring Cup")[0].rect.height for scene in
            ("setup", "ready", "round", "break", "over")}  # fmt: skip
    assert min(tall["setup"], tall["ready"], tall["over"]) > 1.7 * max(tall["round"], tall["break"])


def test_a_name_without_blanks_is_cut_and_never_leaves_its_place() -> None:
    for scene in ("setup", "round", "over"):
        for size in SIZES:
            canvas = draw(SCENES[scene] | LONG | {"event": "W" * 60}, size)
            assert any(word.startswith("WWW") for word in words(canvas))
            assert not clashes(canvas)
            assert not outside(canvas)


def test_the_line_of_fair_dice_and_the_name_share_a_line_where_there_is_room() -> None:
    for size in SIZES:
        canvas = draw(board() | FAIR | LONG, size)
        fair = next(box.rect for box in canvas.boxes if box.what == "Fair dice: 3f9a 22c1")
        name = named(canvas)[0].rect
        if size[0] > size[1]:
            assert fair.right < name.left
            assert abs(fair.centery - name.centery) < fair.height
        else:
            assert fair.bottom <= name.top
        assert not clashes(canvas)


def test_the_plate_is_in_the_language_of_the_screen() -> None:
    canvas = draw(SCENES["setup"] | LONG, (1280, 720), stage=Stage(SUN, load_language("de")))
    assert {"ÜBUNG", NAME} <= set(words(canvas))


def test_a_field_without_an_event_shows_the_scene_alone() -> None:
    for scene, view in EVERY.items():
        assert not isinstance(read(view), EventPicture), scene
        assert not isinstance(read(view | {"event": ""}), EventPicture), scene
        assert isinstance(read(view | SPRING), EventPicture), scene


def test_figures_and_moves_are_those_of_the_scene() -> None:
    before, after = board(counted=[]), board(counted=[WOOD])
    for more in ({}, FAIR):
        plain, event = ([read(view | more | has) for view in (before, after)] for has in ({}, SPRING))
        assert event[1].figures() == plain[1].figures() != {}
        assert event[1].running == plain[1].running
        assert event[1].scene == event[0].scene
        assert event[1].moves(event[0]) == plain[1].moves(plain[0]) != []
    assert read(SCENES["ready"] | SPRING).scene != read(SCENES["round"] | SPRING).scene


def test_a_screen_of_the_hub_says_it_once() -> None:
    """Its own bar has the name; the field's board tells it too."""
    document = json.dumps({"id": "north", "name": "North", "board": board() | SPRING}).encode()
    own = own_board(document, Field(id="north", name="North"), "")
    assert own is not None
    assert not isinstance(own.picture, EventPicture)
