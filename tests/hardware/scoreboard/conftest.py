"""Fonts for every picture, stages in both themes, and the sizes that texts were set in."""

from collections.abc import Iterator
from typing import Any

import pygame
import pytest

from hardware.scoreboard.fonts import Face, Fonts
from hardware.scoreboard.stage import Stage
from hardware.scoreboard.theme import THEMES


@pytest.fixture(autouse=True, scope="module")
def _fonts() -> Iterator[None]:
    pygame.font.init()
    yield
    pygame.font.quit()


@pytest.fixture(scope="module")
def stages(_fonts: None) -> dict[str, Stage]:
    return {name: Stage(theme) for name, theme in THEMES.items()}


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Return the size in which each text was last set, while a test draws."""
    sizes: dict[str, int] = {}
    setting = Fonts.text

    def noted(fonts: Fonts, text: str, face: Face, size: int, colour: Any) -> pygame.Surface:
        sizes[text] = size
        return setting(fonts, text, face, size, colour)

    monkeypatch.setattr(Fonts, "text", noted)
    return sizes
