"""The golden pictures of the dice game's scoreboard: ``python -m tests.support.dice_pictures`` draws them."""

import pygame

from tests.support.dice_boards import boards
from tests.support.scoreboard_pictures import FOLDER
from tests.support.scoreboard_views import draw

GOLDEN: dict[str, tuple[int, str, tuple[int, int], str]] = {
    "scoreboard_dice": (4, "dice", (1280, 720), "sun"),
    "scoreboard_dice_over_1080": (4, "over", (1920, 1080), "sun"),
    "scoreboard_dice_two_480_dusk": (2, "dice", (800, 480), "dusk"),
    "scoreboard_dice_portrait": (3, "roll", (480, 800), "sun"),
}
"""By file name: players, phase, size and theme."""


def picture(name: str) -> pygame.Surface:
    """Return a golden picture as it would be drawn now."""
    players, phase, size, theme = GOLDEN[name]
    return draw(boards(players)[phase], size, theme).surface


if __name__ == "__main__":
    pygame.font.init()
    for name in GOLDEN:
        pygame.image.save(picture(name), str(FOLDER / f"{name}.png"))
