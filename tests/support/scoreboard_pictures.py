"""The golden pictures of the scoreboard: ``python -m tests.support.scoreboard_pictures`` draws them again."""

from pathlib import Path

import pygame

from tests.support.hall_views import HALL_SCENES
from tests.support.honor_views import HONOR_SCENES
from tests.support.scoreboard_views import SCENES, draw

FOLDER = Path(__file__).parent.parent / "pictures"

GOLDEN: dict[str, tuple[str, tuple[int, int], str, bool]] = {
    "scoreboard_setup": ("setup", (800, 480), "sun", True),
    "scoreboard_ready": ("ready", (800, 480), "sun", True),
    "scoreboard_head_start": ("head_start", (800, 480), "sun", True),
    "scoreboard_round_1080": ("round", (1920, 1080), "sun", True),
    "scoreboard_round": ("round", (1280, 720), "sun", True),
    "scoreboard_round_480": ("round", (800, 480), "sun", True),
    "scoreboard_grace_dusk": ("grace", (800, 480), "dusk", True),
    "scoreboard_break_dusk": ("break", (1280, 720), "dusk", True),
    "scoreboard_stopped_portrait": ("stopped", (480, 800), "sun", True),
    "scoreboard_break_portrait": ("break_held", (480, 800), "sun", True),
    "scoreboard_over": ("over", (1280, 720), "sun", True),
    "scoreboard_over_no_link": ("over_shared", (800, 480), "sun", False),
    "scoreboard_honor_1080": ("honor_rolled", (1920, 1080), "sun", True),
    "scoreboard_honor_six_dusk": ("honor_six", (1280, 720), "dusk", True),
    "scoreboard_honor_place_480": ("honor_place", (800, 480), "sun", True),
    "scoreboard_honor_portrait": ("honor_to_roll", (480, 800), "sun", True),
    "scoreboard_honor_over": ("honor_over", (1280, 720), "sun", True),
    "scoreboard_hall_1080": ("hall_sun", (1920, 1080), "sun", True),
    "scoreboard_hall_moon": ("hall_moon", (1280, 720), "sun", True),
    "scoreboard_hall_all_dusk": ("hall_all", (1280, 720), "dusk", True),
    "scoreboard_hall_portrait": ("hall_robbers_moved", (1080, 1920), "sun", True),
    "scoreboard_hall_welcome": ("hall_registration", (1280, 720), "sun", True),
    "scoreboard_hall_seven_360": ("hall_seven", (640, 360), "sun", True),
    "scoreboard_hall_robbers_360": ("hall_robbers", (640, 360), "dusk", True),
    "scoreboard_hall_held_no_link": ("hall_held", (800, 480), "sun", False),
    "scoreboard_hall_ended_360": ("hall_ended", (640, 360), "sun", True),
    "scoreboard_hall_judging": ("hall_judging", (800, 480), "sun", True),
    "scoreboard_hall_break_dusk": ("hall_break", (800, 480), "dusk", True),
    "scoreboard_hall_final_portrait": ("hall_final", (480, 800), "sun", True),
    "scoreboard_hall_won": ("hall_won", (800, 480), "sun", True),
    "scoreboard_hall_alarm": ("hall_alarm", (1280, 720), "sun", True),
    "scoreboard_hall_over": ("hall_over_long", (1280, 720), "sun", True),
}
"""By file name: scene, size, theme, and whether the kit is heard."""


def picture(name: str) -> pygame.Surface:
    """Return a golden picture as it would be drawn now."""
    scene, size, theme, linked = GOLDEN[name]
    return draw((SCENES | HONOR_SCENES | HALL_SCENES)[scene], size, theme, linked).surface


if __name__ == "__main__":
    pygame.font.init()
    for name in GOLDEN:
        pygame.image.save(picture(name), str(FOLDER / f"{name}.png"))
