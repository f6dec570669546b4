"""The dice game on the scoreboard: every phase at every size, in both themes, legible from afar."""

import copy
import json

import pygame
import pytest

from fieldkit.errors import Misread
from fieldkit.games.dice_extra.scoreboard.island import plan_of
from fieldkit.games.dice_extra.scoreboard.scenes import read
from tests.hardware.scoreboard.test_pictures import SHARE, others
from tests.support.dice_boards import MOMENTS, boards
from tests.support.dice_pictures import FOLDER, GOLDEN, picture
from tests.support.scoreboard_views import SIZES, draw

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("theme", ["sun", "dusk"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("phase", MOMENTS)
def test_every_phase_fits_every_screen(phase: str, size: tuple[int, int], theme: str) -> None:
    canvas = draw(boards()[phase], size, theme)
    inside = canvas.surface.get_rect()
    assert [box for box in canvas.boxes if not inside.contains(box.rect)] == []
    assert [box.what for box in canvas.boxes if box.sort == "text" and box.rect.height < 5] == []
    shown = [box.what for box in canvas.boxes if box.sort == "text"]
    assert {"Mia", "Benedict", "Ida", "Tom"} <= set(shown)
    words = [box for box in canvas.boxes if box.sort == "text"]
    assert [(a, b) for n, a in enumerate(words) for b in words[:n] if a.rect.colliderect(b.rect)] == []


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] > size[1]])
def test_points_are_read_from_afar(size: tuple[int, int]) -> None:
    """On a screen that lies they take a fifth of its height, also the two digits of the winner."""
    for phase in ("dice", "over"):
        board = boards()[phase]
        canvas = draw(board, size)
        points = sorted((box.rect.height for box in canvas.boxes if box.sort == "figure"), reverse=True)[:4]
        assert min(points) >= canvas.unit * (0.2 if phase == "dice" else 0.13)
        assert sum(box.what == f"mark-{side['mark']}" for side in board["sides"] for box in canvas.boxes) >= 4


@pytest.mark.parametrize("name", GOLDEN)
def test_a_scene_looks_as_it_did(name: str) -> None:
    golden = pygame.image.load(str(FOLDER / f"{name}.png"))
    drawn = picture(name)
    assert drawn.get_size() == golden.get_size()
    assert others(drawn, golden) < SHARE


def test_one_road_more_is_another_picture() -> None:
    board = copy.deepcopy(boards()["dice"])
    free = set(range(72)) - {road for each in board["roads"].values() for road in each}
    before = draw(board, (1280, 720)).surface
    board["roads"]["red"] = [*board["roads"]["red"], min(free)]
    assert others(draw(board, (1280, 720)).surface, before) > 0


def test_what_changed_glows() -> None:
    board = copy.deepcopy(boards()["dice"])
    before = read(json.dumps(board).encode(), "").figures()
    board["sides"][0]["score"] += 1
    after = read(json.dumps(board).encode(), "").figures()
    assert {name for name in after if after[name] != before[name]} == {"red points"}


@pytest.mark.parametrize("wrong", [b"no board", b'{"phase": "round"}', b'{"phase": "dice"}'])
def test_nonsense_is_misread(wrong: bytes) -> None:
    with pytest.raises(Misread):
        read(wrong, "")


@pytest.mark.parametrize(
    "hexes", [[[1, 2]], [["a", 2, "ore"]], [[1, 100_000, "ore"]], [[n % 9, n, "ore"] for n in range(81)]]
)
def test_an_island_that_makes_no_sense_is_misread(hexes: list[list[object]]) -> None:
    board = boards()["dice"]
    with pytest.raises(Misread):
        read(json.dumps(board | {"island": board["island"] | {"hexes": hexes}}).encode(), "")


def test_an_empty_island_is_drawn_as_sea() -> None:
    board = boards()["dice"]
    empty = board | {"island": board["island"] | {"hexes": []}}
    assert plan_of(empty, pygame.Rect(0, 0, 10, 10)) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"dice_in_play": 7},
        {"dice_in_play": -1},
        {"sides": [{"id": "red", "name": "Mia", "colour": "red", "mark": "moon", "score": 1}]},
        {"sides": 3 * boards()["dice"]["sides"]},
        {"island": boards()["dice"]["island"] | {"sites": [-200]}},
        {"island": boards()["dice"]["island"] | {"castles": [200]}},
    ],
)
def test_a_board_that_cannot_be_drawn_is_misread(wrong: dict[str, object]) -> None:
    with pytest.raises(Misread):
        read(json.dumps(boards()["dice"] | wrong).encode(), "")
