"""All sides stay apart for every eye: by colour, by lightness, and by a mark beside each colour."""

import itertools
import math
from collections.abc import Mapping

import pygame
import pytest
from pygame import Rect

from fieldkit.colours import SIDES
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.theme import DUSK, SUN, Colour, Theme, contrast
from tests.support.scoreboard_views import SCENES, draw

pytestmark = pytest.mark.slow

Matrix = tuple[tuple[float, float, float], ...]

SIGHTS: Mapping[str, Matrix] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""What an eye makes of linear red, green and blue: Machado, Oliveira and Fernandes (2009), severity 1."""
APART = 18.0
"""The least distance in CIELAB; about 2 can just be told apart side by side, 10 at a glance."""
GROUPS = ("sun", "moon")
"""A hall's two groups, which no player's colour ever stands beside."""
PLAYERS = tuple(name for name in SIDES if name not in GROUPS)
TEAMS = {"red": "triangle", "blue": "square", "green": "hexagon", "yellow": "star"}


def seen(colour: Colour, sight: Matrix) -> tuple[float, float, float]:
    """Return a colour in CIELAB (D65) as such an eye sees it."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    r, g, b = (min(1.0, max(0.0, _dot(row, linear))) for row in sight)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _dot(row: tuple[float, float, float], linear: list[float]) -> float:
    return sum(a * b for a, b in zip(row, linear, strict=True))


def marks(canvas: Canvas, within: Rect) -> set[str]:
    """Return the marks drawn within a part of the screen."""
    return {
        box.what.removeprefix("mark-")
        for box in canvas.boxes
        if box.sort == "icon" and box.what.startswith("mark-") and within.contains(box.rect)
    }


def coloured(canvas: Canvas, colour: Colour) -> list[tuple[int, int]]:
    """Where on the screen a colour stands, looked at every other pixel."""
    width, height = canvas.surface.get_size()
    wanted = canvas.surface.map_rgb(colour)
    pixels = pygame.PixelArray(canvas.surface)
    try:
        return [(x, y) for x in range(0, width, 2) for y in range(0, height, 2) if pixels[x, y] == wanted]  # type: ignore[index]
    finally:
        pixels.close()


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", [SUN, DUSK], ids=["sun", "dusk"])
def test_any_two_sides_stay_apart(theme: Theme, sight: str) -> None:
    for a, b in [*itertools.combinations(PLAYERS, 2), GROUPS]:
        distance = math.dist(seen(theme.team(a), SIGHTS[sight]), seen(theme.team(b), SIGHTS[sight]))
        assert distance >= APART, (a, b)


def test_the_distance_would_find_colours_that_only_look_apart_to_some() -> None:
    red, green = (200, 60, 45), (110, 120, 40)
    assert math.dist(seen(red, SIGHTS["full"]), seen(green, SIGHTS["full"])) > 60
    assert math.dist(seen(red, SIGHTS["deuteranopia"]), seen(green, SIGHTS["deuteranopia"])) < APART


@pytest.mark.parametrize("theme", [SUN, DUSK], ids=["sun", "dusk"])
def test_colours_of_sides_differ_in_lightness(theme: Theme) -> None:
    ladder = ("violet", "blue", "red", "green", "olive", "yellow")
    assert set(ladder) == set(PLAYERS)
    light = [contrast(theme.team(id), (0, 0, 0)) for id in ladder]
    assert light == sorted(light)
    assert all(b / a > 1.2 for a, b in itertools.pairwise(light))


@pytest.mark.parametrize("theme", [SUN, DUSK], ids=["sun", "dusk"])
def test_a_halls_two_groups_are_as_far_apart_as_day_and_night(theme: Theme) -> None:
    sun, moon = (theme.team(group) for group in GROUPS)
    assert contrast(sun, moon) >= 4.5


@pytest.mark.parametrize("size", [(1280, 720), (480, 800)], ids=["lying", "standing"])
@pytest.mark.parametrize("scene", ["ready", "round", "break", "stopped"])
def test_wherever_a_teams_colour_is_its_mark_is_near(scene: str, size: tuple[int, int]) -> None:
    """On its own card, which has its mark, or right beside a mark: on the field and in the last events."""
    canvas = draw(SCENES[scene], size)
    for id, mark in TEAMS.items():
        card, reach = canvas.places[id], canvas.px(0.12)
        assert mark in marks(canvas, card)
        shapes = [box.rect.inflate(reach, reach) for box in canvas.boxes if box.what == f"mark-{mark}"]
        spots = coloured(canvas, SUN.team(id))
        assert [spot for spot in spots if card.collidepoint(spot)]
        assert not [spot for spot in spots if Rect(spot, (1, 1)).collidelist([card, *shapes]) < 0]


def test_each_owned_hoop_has_its_teams_mark_beside_it_and_a_free_one_none() -> None:
    canvas = draw(SCENES["round"], (1280, 720))
    for hoop in SCENES["round"]["hoops"]:
        ring = canvas.places[f"hoop {hoop['id']}"]
        beside = Rect(ring.right, ring.top, ring.width * 3 // 4, ring.height)
        assert marks(canvas, beside) == ({TEAMS[hoop["team"]]} if hoop["team"] else set())


def test_a_head_start_shows_the_teams_mark_on_the_bar() -> None:
    canvas = draw(SCENES["head_start"], (1280, 720))
    assert marks(canvas, Rect(0, 0, 1280, 170)) == {"triangle"}
