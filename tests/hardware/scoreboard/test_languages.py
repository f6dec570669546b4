"""The scoreboard in German: every scene says its own words in it, whole and in their places."""

import json

import pygame
import pytest

from fieldkit.language.catalogue import file_of, load_language
from fieldkit.phrases import ENGLISH
from hardware.scoreboard import scenes
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face, Fonts
from hardware.scoreboard.stage import Stage
from hardware.scoreboard.theme import SUN
from tests.hardware.scoreboard.test_scenes import clashes, outside
from tests.support.scoreboard_views import NOW, SCENES, SIZES, URL

pytestmark = pytest.mark.slow

SPOKEN = {"first", "match", "round", "points", "the", "late", "knights", "silent", "follow", "result"}
"""Words that English scenes say and no German one does; the last events come from the kit in its language."""


@pytest.fixture(scope="module")
def german() -> Stage:
    """Return a stage that speaks German."""
    pygame.font.init()
    return Stage(SUN, load_language("de"))


def drawn(stage: Stage, scene: str, size: tuple[int, int], linked: bool = True) -> Canvas:
    """Return a scene without the sentences that the kit says in its own language."""
    board = SCENES[scene] | {"recent": [], "get_ready": ""}
    picture = scenes.read(json.dumps(board).encode(), "Platz 1", URL).picture
    return stage.whole(pygame.Surface(size, 0, 32), picture, NOW, linked, {})


def words(canvas: Canvas) -> set[str]:
    """All words on it, in lower case."""
    return {
        word.strip(":,.").lower() for box in canvas.boxes if box.sort == "text" for word in box.what.split()
    }


@pytest.mark.parametrize("scene", SCENES)
def test_a_german_scene_is_german_and_fits(german: Stage, scene: str) -> None:
    for size in SIZES:
        for linked in (True, False):
            canvas = drawn(german, scene, size, linked)
            assert not words(canvas) & SPOKEN, size
            assert not outside(canvas)
            assert not clashes(canvas)
            assert not [box.what for box in canvas.boxes if box.what.endswith("…")], size


def test_the_same_scenes_in_english_say_those_words() -> None:
    stage = Stage(SUN, ENGLISH)
    said = set[str]().union(*(words(drawn(stage, scene, (1920, 1080), False)) for scene in SCENES))
    assert said >= SPOKEN


@pytest.mark.parametrize("face", Face)
def test_every_character_of_every_sentence_is_in_the_fonts(german: Stage, face: Face) -> None:
    """None is drawn as the box that stands for what a font does not have."""
    font = Fonts().font(face, 40)

    def drawn_as(character: str) -> bytes:
        return pygame.image.tobytes(font.render(character, True, (0, 0, 0)), "RGBA")

    box = drawn_as("\ue000")
    said = set(file_of("de").read_text(encoding="utf-8"))
    assert not [letter for letter in said if letter.isprintable() and drawn_as(letter) == box]
