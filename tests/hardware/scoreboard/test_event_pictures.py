"""Golden pictures of a hub's screens: what a scene looked like when somebody last looked at it."""

import pygame
import pytest

from tests.hardware.scoreboard.test_pictures import SHARE, others
from tests.support.hub_pictures import FOLDER, GOLDEN, picture
from tests.support.hub_views import TEAMS, all_scenes, draw, heard, index, scene

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", GOLDEN)
def test_a_scene_looks_as_it_did(name: str) -> None:
    golden = pygame.image.load(str(FOLDER / f"{name}.png"))
    drawn = picture(name)
    assert drawn.get_size() == golden.get_size()
    assert others(drawn, golden) < SHARE


def test_every_sort_of_scene_has_a_picture_lying_and_in_both_themes() -> None:
    drawn = {type(all_scenes(TEAMS)[scene]) for scene, *_ in GOLDEN.values()}
    assert drawn == {type(each) for each in all_scenes(TEAMS).values()}
    assert {theme for *_, theme, _ in GOLDEN.values()} == {"sun", "dusk"}
    assert any(size[0] < size[1] for _, _, size, *_ in GOLDEN.values())
    assert sum((FOLDER / f"{name}.png").stat().st_size for name in GOLDEN) < 1_000_000


def test_one_point_more_is_another_picture() -> None:
    golden = pygame.image.load(str(FOLDER / "event_fields.png"))
    told = index(3)
    for more, differs in ((0, False), (1, True)):
        told["fields"][0]["frame"]["sides"][0]["score"] += more
        assert (others(draw(scene(heard(told), "fields"), (1280, 720)).surface, golden) >= SHARE) is differs
