"""The golden pictures of a hub's screens: ``python -m tests.support.hub_pictures`` draws them again."""

import pygame

from tests.support.hub_views import LONG, TEAMS, all_scenes, draw
from tests.support.scoreboard_pictures import FOLDER

GOLDEN: dict[str, tuple[str, tuple[str, ...], tuple[int, int], str, str]] = {
    "event_fields": ("3 fields", TEAMS, (1280, 720), "sun", ""),
    "event_fields_eight": ("8 fields", LONG, (800, 480), "sun", ""),
    "event_fields_six_sides_dusk": ("six sides", LONG, (800, 480), "dusk", ""),
    "event_fields_no_link_portrait": ("4 fields", TEAMS, (480, 800), "sun", "14:32"),
    "event_field": ("South alone", TEAMS, (1280, 720), "sun", ""),
    "event_field_next_portrait": ("West alone", LONG, (480, 800), "dusk", ""),
    "event_standings": ("twelve teams", TEAMS, (1280, 720), "sun", ""),
    "event_standings_forty_dusk": ("forty teams", LONG, (800, 480), "dusk", ""),
    "event_schedule": ("schedule", TEAMS, (1280, 720), "sun", ""),
    "event_queue": ("queue of three", TEAMS, (1280, 720), "sun", ""),
    "event_queue_portrait_dusk": ("queue", LONG, (480, 800), "dusk", ""),
}
"""By file name: scene, names of the teams, size, theme, and since when the hub is away."""


def picture(name: str) -> pygame.Surface:
    """Return a golden picture as it would be drawn now."""
    scene, teams, size, theme, away = GOLDEN[name]
    return draw(all_scenes(teams, away)[scene], size, theme).surface


if __name__ == "__main__":
    pygame.font.init()
    for name in GOLDEN:
        pygame.image.save(picture(name), str(FOLDER / f"{name}.png"))
