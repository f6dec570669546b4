"""The lines of the result scene: they rise with the points, and lead to the rows of the table."""

from itertools import pairwise

import pygame
import pytest

from hardware.scoreboard.theme import SUN, Colour
from tests.support.scoreboard_views import SCENES, SIZES, board, draw

pytestmark = pytest.mark.slow

SIZE = (1280, 720)


def heights(surface: pygame.Surface, colour: Colour, x: int) -> list[int]:
    """Where a column of the screen has a colour, or nearly so, above the foot."""
    seen = {y: surface.get_at((x, y))[:3] for y in range(180, 545)}
    return [y for y, c in seen.items() if max(abs(a - b) for a, b in zip(c, colour, strict=True)) < 12]


def result(points: list[int]) -> pygame.Surface:
    """Return a result in which only the first team's points differ from 3."""
    others = dict.fromkeys(("blue", "green", "yellow"), 3)
    history = [others | {"red": value} for value in points]
    return draw(board("over", statistics={"points": history}), SIZE).surface


def test_a_line_rises_with_the_points() -> None:
    surface = result([3, 3, 3, 3, 8, 8, 8, 8, 8])
    left, right = 520, 660
    low, high = (heights(surface, SUN.team("red"), x) for x in (left, right))
    assert low
    assert high
    assert min(low) - max(high) > 100
    target = heights(surface, SUN.soft, left)
    assert target
    assert abs(max(high) - target[0]) < 20, "8 points lie at the line of the target"
    flat = [heights(surface, SUN.team("green"), x) for x in (left, right)]
    assert flat[0] == flat[1] != []


def test_lines_that_run_together_lie_side_by_side() -> None:
    surface = result([3, 3, 3])
    places = [heights(surface, SUN.team(id), 640) for id in ("red", "blue", "green", "yellow")]
    assert all(places)
    assert [max(a) < min(b) for a, b in pairwise(places)] == [True] * 3


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_lines_are_named_and_one_moment_alone_makes_none(size: tuple[int, int]) -> None:
    def said(scene: str) -> list[str]:
        return [box.what for box in draw(SCENES[scene], size).boxes if box.sort == "text"]

    assert "points by round" in said("over")
    assert "points by round" not in said("over_at_once")
