"""The scoreboard on a real X screen, whose pixels are read back."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from fieldkit.clock import Clock
from fieldkit.settings import Scoreboard, Settings
from hardware.scoreboard import run
from hardware.scoreboard.screen import Window, driver
from tests.hardware import until
from tests.support.scoreboard_feed import serving
from tests.support.scoreboard_views import URL, board, draw
from tests.support.x_screen import XScreen

SCREEN = (1280, 720)
WINDOW = (800, 480)
PATIENCE_S = 60.0
"""A machine with much else to do draws and reads back a few pictures a second."""
HELD = board(clock={"state": "held", "remaining": 5_300, "total": 8_000}, spectators=URL)


@pytest.fixture
def x_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[XScreen]:
    screen = XScreen(tmp_path, SCREEN)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", screen.display)
    yield screen
    screen.close()


def press(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


@pytest.mark.process
def test_the_window_shows_the_picture_fills_the_screen_and_shrinks_again(x_screen: XScreen) -> None:
    """What an off-screen surface holds is what the screen shows, at both sizes."""
    pygame.font.init()
    small, large = (pygame.image.tobytes(draw(HELD, size).surface, "RGB") for size in (WINDOW, SCREEN))
    window = Rect((0, 0), WINDOW)
    window.center = Rect((0, 0), SCREEN).center
    wrong: list[AssertionError] = []

    def shows(pixels: bytes, area: Rect) -> bool:
        return pygame.image.tobytes(x_screen.picture().subsurface(area), "RGB") == pixels

    def look() -> None:
        try:
            until(lambda: shows(small, window), PATIENCE_S)
            press(pygame.K_f)
            until(lambda: shows(large, Rect((0, 0), SCREEN)), PATIENCE_S)
            press(pygame.K_f)
            until(lambda: shows(small, window), PATIENCE_S)
        except AssertionError as error:
            wrong.append(error)
        finally:
            press(pygame.K_q)

    with serving(HELD, "kept") as server:
        watcher = threading.Thread(target=look)
        watcher.start()
        assert run(Settings(scoreboard=Scoreboard(size="800x480")), server.url, None, Clock()) == 0
        watcher.join()
    assert not wrong, wrong


def test_without_a_desktop_there_is_nothing_to_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    try:
        window = Window(WINDOW)
        before = window.surface
        window.switch()
        assert window.surface is before
        assert window.surface.get_size() == WINDOW
    finally:
        pygame.display.quit()


@pytest.mark.process
@pytest.mark.usefixtures("x_screen")
def test_a_driver_is_one_that_opens_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bare screen's driver starts without EGL, too."""
    assert driver() == "x11"

    def lacking(*given: object) -> None:
        raise pygame.error("Can't load EGL/GL library on window creation.")

    monkeypatch.setattr(pygame.display, "set_mode", lacking)
    assert driver() == ""


@pytest.mark.process
def test_a_desktop_that_is_away_while_the_window_changes_is_waited_for(x_screen: XScreen) -> None:
    """SDL would take a driver that shows nothing, and stay with it."""
    pygame.display.init()
    try:
        window = Window(WINDOW)
        assert pygame.display.get_driver() == "x11"
        os.environ["DISPLAY"] = ":no-such-screen"
        back = threading.Timer(0.3, os.environ.__setitem__, ("DISPLAY", x_screen.display))
        back.start()
        window.switch()
        back.join()
        assert (pygame.display.get_driver(), window.surface.get_size()) == ("x11", SCREEN)
    finally:
        pygame.display.quit()
