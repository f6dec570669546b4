"""The screen: a window, a full screen without a desktop, or off-screen where there is neither."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Protocol

import pygame

from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.following import GLANCE, SCREEN, START_S, Listener
from fieldkit.language.catalogue import load_language
from fieldkit.pi import SCREEN_PACKAGES, on_a_pi
from fieldkit.service.systemd import Watchdog, tell
from fieldkit.settings import Settings
from hardware.scoreboard import scenes
from hardware.scoreboard.stage import Animator, Picture, Stage
from hardware.scoreboard.theme import THEMES

Day = Callable[[], str]
"""A function that tells the time of day, "" where nobody knows it."""
FULL_HD = (1920, 1080)
LOG = logging.getLogger(__name__)
FRAME_S = 1 / 30
IDLE_S = 0.2
"""Seconds between two looks at the keyboard while nothing moves; a new view wakes at once."""
FIRST_VIEW_S = 5.0
"""Seconds a snapshot waits for a view."""
OFF_SCREEN = ("dummy", "offscreen")
SOCKETS = Path("/sys/class/drm")
"""The folder where the kernel tells which socket has a screen."""
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""Is there once systemd has set the clock from the internet."""
POLL_S = 2.0
"""Seconds between two looks for a screen that is plugged in later."""
AGAIN_S = 5.0
"""Seconds that a desktop may be away while the window becomes another one."""
UNSUITED_S = 30.0
"""Seconds before systemd may start a scoreboard again that lacks a library: a try costs a second."""


class PictureSource(Protocol):
    """The source of pictures: the feed of a kit, or of a hub. ``changed`` is set at each new one."""

    changed: threading.Event

    def start(self) -> None:
        """Begin to listen."""

    def stop(self) -> None:
        """End whatever listens."""

    @property
    def picture(self) -> Picture | None:
        """Return what stands there now, None before the first view."""

    @property
    def linked(self) -> bool:
        """Return whether that is so at the moment; else a banner says that there is no link."""

    def now_ms(self) -> float:
        """Return the moment, in ms of the clock that the pictures are drawn by."""


def run(settings: Settings, url: str, snapshot: Path | None, clock: Clock) -> int:
    """Show the feed of the kit at ``url`` until told to end; see `hardware.scoreboard.run`."""
    kit = settings.kit.name
    read, agent = partial(scenes.read, kit=kit, url=url), GLANCE if snapshot else SCREEN
    listener = Listener(url, read, clock.rate, LOG.warning, agent=agent, patience=START_S)
    return show(settings, listener, time_of_day, scenes.waiting(kit, url), snapshot, url)


def show(
    settings: Settings, source: PictureSource, day: Day, waiting: Picture, snapshot: Path | None, url: str
) -> int:
    """Show the pictures of ``source`` until told to end, or one to ``snapshot``; returns the exit code."""
    pygame.font.init()
    language = load_language(settings.scoreboard.language)
    stage = Stage(THEMES[settings.scoreboard.theme], language, day)
    source.start()
    try:
        if snapshot is not None:
            return _snapshot(settings, url, snapshot, source, stage, waiting)
        size, again = settings.scoreboard.size, True
        with _told_to_end() as told:
            while again:
                with _display(size) as window:
                    again = _show(window, waiting, source, stage, told)
        return 0
    except pygame.error as error:
        cause = "a desktop has it, or another program"
        if re.search("GL|renderer", str(error)):
            cause = f"EGL is missing; with internet: sudo apt-get install -y {SCREEN_PACKAGES}"
            # The kit must not count it as a screen meanwhile.
            source.stop()
            if Watchdog().armed:
                time.sleep(UNSUITED_S)
        raise FieldkitError(f"the screen cannot be had ({error}): {cause}") from None
    finally:
        source.stop()
        pygame.font.quit()


def _show(window: Window, waiting: Picture, source: PictureSource, stage: Stage, told: list[int]) -> bool:
    """Draw what is new until a key, the window's close or a signal ends it; True if a screen has come."""
    show, watchdog = Animator(stage), Watchdog()
    tell("READY=1")
    while not told and not _closed(window):
        at = time.monotonic()
        if window.awaited is not None and window.awaited.has_come(at):
            LOG.info("a screen was plugged in")
            return True
        picture = source.picture
        linked = picture is None or source.linked
        areas = show.draw(window.surface, picture or waiting, linked, source.now_ms(), at)
        if areas is None:
            pygame.display.flip()
        elif areas:
            pygame.display.update(areas)
        watchdog.look(at)
        pause = FRAME_S if show.moving(at) else IDLE_S
        source.changed.wait(max(0.005, at + pause - time.monotonic()))
        source.changed.clear()
    return False


def _closed(window: Window) -> bool:
    """Return whether ESC, q or the window's close was used; f switches to the full screen and back."""
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_f:
            window.switch()
        if event.type == pygame.VIDEOEXPOSE:
            pygame.display.flip()
    return False


@contextlib.contextmanager
def _told_to_end() -> Iterator[list[int]]:
    """Collect SIGTERM and SIGINT instead of dying of them."""
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class MissingScreen:
    """A bare screen that was not to be had: it may be plugged in after the kit was started."""

    def __init__(self) -> None:
        self._there = _plugged()
        self._next = 0.0

    def has_come(self, at: float) -> bool:
        """Return whether a socket has a screen that had none at the last look, at most every `POLL_S` s."""
        if at < self._next:
            return False
        before, self._there, self._next = self._there, _plugged(), at + POLL_S
        return not self._there <= before


def _plugged() -> frozenset[str]:
    """Return the sockets of this machine that have a screen in them."""
    found = set()
    for status in SOCKETS.glob("*/status"):
        with contextlib.suppress(OSError):
            if status.read_text().strip() == "connected":
                found.add(status.parent.name)
    return frozenset(found)


class Window:
    """The surface to draw on, of ``size`` px; ``awaited`` is the bare screen that it stands in for."""

    def __init__(self, size: tuple[int, int] | None, awaited: MissingScreen | None = None) -> None:
        self._size = size
        self.awaited = awaited
        self._full = False
        self._open()

    @property
    def surface(self) -> pygame.Surface:
        """The newest surface: another one after `switch`, and of another size when the window is resized."""
        return pygame.display.get_surface() or self._surface

    def switch(self) -> None:
        """Fill the screen, or be a window again; without a desktop there is nothing to switch."""
        driver = pygame.display.get_driver()
        if driver in (*OFF_SCREEN, "kmsdrm"):
            return
        # A new window instead of a changed one: without a window manager SDL leaves that where it was.
        pygame.display.quit()
        _open_again(driver)
        self._full = not self._full
        self._open()

    def _open(self) -> None:
        driver = pygame.display.get_driver()
        size, flags = self._size or (1280, 720), pygame.RESIZABLE
        if driver in OFF_SCREEN:
            size, flags = self._size or FULL_HD, 0
        elif driver == "kmsdrm" or self._full:
            size, flags = (0, 0) if self._full else self._size or (0, 0), pygame.FULLSCREEN
        self._surface = pygame.display.set_mode(size, flags)
        pygame.display.set_caption("Scoreboard")
        pygame.mouse.set_visible(False)


@contextlib.contextmanager
def _display(size: str) -> Iterator[Window]:
    """Yield the screen to draw on, opened and closed again; says in a line what it is."""
    awaited = None if _open_driver() else MissingScreen()
    try:
        driver = pygame.display.get_driver()
        version = ".".join(str(part) for part in pygame.get_sdl_version())
        LOG.info("video driver %s, SDL %s, pygame %s", driver, version, pygame.version.ver)
        if driver in OFF_SCREEN:
            LOG.warning("no display: drawing off-screen")
        yield Window(_pixels(size), awaited)
    finally:
        pygame.display.quit()


def driver() -> str:
    """Return the video driver of the display that is there, "" when no window can be opened on one."""
    _open_driver()
    try:
        found = pygame.display.get_driver()
        pygame.display.set_mode((64, 64), pygame.HIDDEN)
        return "" if found in OFF_SCREEN else found
    except pygame.error:
        return ""
    finally:
        pygame.display.quit()


def _open_driver() -> bool:
    """Start SDL's video: the desktop, else the bare screen, else none at all; False if the last."""
    named = os.environ.get("SDL_VIDEODRIVER")
    desktop = any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))
    if not desktop and sys.platform == "linux":
        os.environ["SDL_VIDEODRIVER"] = "kmsdrm"
    try:
        pygame.display.init()
        return True
    except pygame.error as error:
        if on_a_pi():
            # SDL says the same of a driver that it has not and of a screen that is not there.
            cure = f"plug a screen in; the bare screen needs Debian's {SCREEN_PACKAGES}"
            LOG.warning("no KMSDRM driver or no screen (%s): %s", error, cure)
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        return False
    finally:
        # Only SDL's start reads it; the next try must look for the screens again.
        os.environ.pop("SDL_VIDEODRIVER", None)
        if named:
            os.environ["SDL_VIDEODRIVER"] = named


def _open_again(driver: str) -> None:
    """Start SDL's video with the driver that it had, within `AGAIN_S`: an X server may start again."""
    last = time.monotonic() + AGAIN_S
    while time.monotonic() < last:
        with contextlib.suppress(pygame.error):
            pygame.display.init()
            if pygame.display.get_driver() == driver:
                return
        pygame.display.quit()
        time.sleep(FRAME_S)
    pygame.display.init()


def time_of_day() -> str:
    """Return the time of day, "" on a machine without a clock of its own that has not asked the internet."""
    return "" if on_a_pi() and not SYNCHRONISED.exists() else time.strftime("%H:%M")


def _pixels(size: str) -> tuple[int, int] | None:
    if size == "auto":
        return None
    width, height = size.split("x")
    return int(width), int(height)


def _snapshot(
    settings: Settings, url: str, path: Path, source: PictureSource, stage: Stage, waiting: Picture
) -> int:
    """Draw one view to a PNG; without a view in time, the waiting scene and exit code 1."""
    until = time.monotonic() + FIRST_VIEW_S
    while (picture := source.picture) is None and time.monotonic() < until:
        source.changed.wait(max(0.0, until - time.monotonic()))
        source.changed.clear()
    surface = pygame.Surface(_pixels(settings.scoreboard.size) or FULL_HD, 0, 32)
    stage.whole(surface, picture or waiting, source.now_ms(), True, {})
    png = io.BytesIO()
    pygame.image.save(surface, png, "snapshot.png")
    try:
        path.write_bytes(png.getvalue())
    except OSError as error:
        raise FieldkitError(f"{path} cannot be written: {error.strerror}") from None
    if picture is None:
        waited = f"no view from {url} within {FIRST_VIEW_S:.0f} s"
        raise FieldkitError(f"{waited}: {path} shows the scene that waits for it")
    return 0
