"""Golden pictures: what a scene looked like when somebody last looked at it."""

import pygame
import pytest

from tests.support.hall_views import HALL_SCENES
from tests.support.honor_views import HONOR_SCENES
from tests.support.scoreboard_pictures import FOLDER, GOLDEN, picture
from tests.support.scoreboard_views import SCENES, draw

pytestmark = pytest.mark.slow

FAR = 60
"""How much one of the three colours must differ before a pixel counts as another."""
SHARE = 0.001
"""The share of other pixels that another version of the font renderer may cause."""


def others(a: pygame.Surface, b: pygame.Surface) -> float:
    """Return the share of pixels that clearly differ."""
    apart = pygame.Surface(a.get_size(), 0, 32)
    for one, other in ((a, b), (b, a)):
        more = pygame.Surface(a.get_size(), 0, 32)
        more.blit(one, (0, 0))
        more.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
        apart.blit(more, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    near = (FAR, FAR, FAR)
    same = pygame.transform.threshold(None, apart, (0, 0, 0), near, set_behavior=0)  # type: ignore[arg-type]
    return 1 - same / (a.get_width() * a.get_height())


@pytest.mark.parametrize("name", GOLDEN)
def test_a_scene_looks_as_it_did(name: str) -> None:
    golden = pygame.image.load(str(FOLDER / f"{name}.png"))
    drawn = picture(name)
    assert drawn.get_size() == golden.get_size()
    assert others(drawn, golden) < SHARE


def test_every_scene_has_a_picture_and_all_of_them_are_small() -> None:
    for scenes in (SCENES, HONOR_SCENES, HALL_SCENES):
        drawn = {scenes[scene]["phase"] for scene, *_ in GOLDEN.values() if scene in scenes}
        assert drawn >= {view["phase"] for view in scenes.values()} - {"settling", "special"}
    rounds = {size for scene, size, *_ in GOLDEN.values() if scene == "round"}
    assert rounds == {(1920, 1080), (1280, 720), (800, 480)}
    assert any(size[0] < size[1] for _, size, *_ in GOLDEN.values())
    assert sum((FOLDER / f"{name}.png").stat().st_size for name in GOLDEN) < 3_000_000


def test_one_point_more_is_another_picture() -> None:
    golden = pygame.image.load(str(FOLDER / "scoreboard_round.png"))
    view = SCENES["round"] | {"teams": [dict(team) for team in SCENES["round"]["teams"]]}
    view["teams"][0]["vp"] += 1
    assert others(draw(view, (1280, 720)).surface, golden) >= SHARE
