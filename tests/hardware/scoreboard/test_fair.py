"""The line of fair dice stands below every scene of such a match, and takes nothing from the scene."""

import json
from typing import Any

import pytest

from hardware.scoreboard import scenes
from hardware.scoreboard.scenes import FairPicture
from tests.hardware.scoreboard.test_motion import WOOD
from tests.support.scoreboard_views import URL, board, draw

FAIR = {"fair": {"hash": "3f9a22c1" * 8, "version": 1, "words": "", "used": 4}}


def read(view: dict[str, Any]) -> Any:
    return scenes.read(json.dumps(view).encode(), "Field 1", URL).picture


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (800, 480)])
def test_the_line_is_the_lowest_and_the_scene_keeps_its_words(size: tuple[int, int]) -> None:
    plain, fair = draw(board(), size), draw(board() | FAIR, size)
    line = next(box for box in fair.boxes if box.what == "Fair dice: 3f9a 22c1")
    others = [box for box in fair.boxes if box is not line]
    assert line.rect.bottom <= size[1]
    assert all(box.rect.bottom <= line.rect.top for box in others)
    assert [box.what for box in others] == [box.what for box in plain.boxes]


def test_figures_and_moves_are_those_of_the_scene() -> None:
    before, after = board(counted=[]), board(counted=[WOOD])
    plain, fair = ([read(view | more) for view in (before, after)] for more in ({}, FAIR))
    assert all(isinstance(picture, FairPicture) for picture in fair)
    assert not any(isinstance(picture, FairPicture) for picture in plain)
    assert fair[1].figures() == plain[1].figures()
    assert fair[1].scene == plain[1].scene
    assert fair[1].running == plain[1].running
    assert fair[1].moves(fair[0]) == plain[1].moves(plain[0]) != []
    assert fair[1].moves(plain[0]) == plain[1].moves(plain[0])


def test_a_match_without_such_dice_has_no_line() -> None:
    assert not any("Fair" in box.what for box in draw(board(), (1920, 1080)).boxes)
