"""The screen: a window, a full screen without a desktop, or off-screen where there is neither."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from types import FrameType

import pygame
from pygame import Rect

from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.settings import Settings
from hardware.scoreboard import scenes
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Fonts
from hardware.scoreboard.icons import Icons
from hardware.scoreboard.listen import Listener
from hardware.scoreboard.scene import Picture, draw_no_link
from hardware.scoreboard.theme import THEMES, Theme

FULL_HD = (1920, 1080)
GLOW = 1.5
"""Seconds that a changed figure glows."""
FRAME = 1 / 30
IDLE = 0.2
"""Seconds between two looks at the keyboard while nothing moves; a new view wakes at once."""
FIRST_VIEW = 5.0
"""Seconds a snapshot waits for a view."""
OFF_SCREEN = ("dummy", "offscreen")
MODEL = Path("/proc/device-tree/model")


def log(line: str) -> None:
    """Say one line on standard error."""
    print(f"scoreboard: {line}", file=sys.stderr, flush=True)


class Glow:
    """Which figures have just changed."""

    def __init__(self) -> None:
        self._shown: Mapping[str, object] = {}
        self._since: dict[str, float] = {}

    def see(self, figures: Mapping[str, object], at: float) -> None:
        """Compare with the figures before; one that was not there before does not glow."""
        for name, value in figures.items():
            if name in self._shown and self._shown[name] != value:
                self._since[name] = at
        self._shown = figures

    def levels(self, at: float) -> dict[str, float]:
        """How fresh each change is, from 1 down to 0; settled ones are left out."""
        self._since = {name: since for name, since in self._since.items() if at - since < GLOW}
        return {name: 1 - (at - since) / GLOW for name, since in self._since.items()}


class Stage:
    """A surface on which pictures are drawn, whole or only where their clock stands."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._fonts = Fonts()
        self._icons = Icons()
        self._still: pygame.Surface | None = None

    def whole(
        self,
        surface: pygame.Surface,
        picture: Picture,
        now_ms: float,
        linked: bool,
        glow: Mapping[str, float],
    ) -> Canvas:
        """Draw all of it; without a link a banner takes the lower edge. Returns the canvas it is drawn on."""
        canvas = Canvas(surface, self._theme, self._fonts, self._icons, surface.get_rect(), glow)
        if not linked:
            tall = canvas.px(0.075)
            banner = Rect(0, surface.get_height() - tall, surface.get_width(), tall)
            canvas.area = Rect(0, 0, surface.get_width(), banner.top)
            draw_no_link(canvas, banner)
        picture.still(canvas)
        self._still = surface.copy()
        picture.moving(canvas, now_ms)
        return canvas

    def clock(self, canvas: Canvas, picture: Picture, now_ms: float) -> list[Rect]:
        """Draw the clock anew on what `whole` drew; returns where."""
        areas = list(picture.clock_areas(canvas))
        if self._still is not None:
            for area in areas:
                canvas.surface.blit(self._still, area, area)
        picture.moving(canvas, now_ms)
        return areas


def run(settings: Settings, url: str, snapshot: Path | None, clock: Clock) -> int:
    """Show the feed of the kit at ``url`` until told to end; see `hardware.scoreboard.run`."""
    kit = settings.kit.name
    try:
        listener = Listener(url, partial(scenes.read, kit=kit, url=url), clock.rate, log)
    except FieldkitError as error:
        log(str(error))
        return 1
    pygame.font.init()
    listener.start()
    try:
        stage = Stage(THEMES[settings.scoreboard.theme])
        if snapshot is not None:
            return _snapshot(settings, url, snapshot, listener, stage)
        with _told_to_end() as told, _display(settings.scoreboard.size) as surface:
            _show(surface, scenes.waiting(kit, url), listener, stage, told)
        return 0
    finally:
        listener.stop()
        pygame.font.quit()


def _show(
    surface: pygame.Surface, waiting: Picture, listener: Listener, stage: Stage, told: list[int]
) -> None:
    """Draw what is new until a key, the window's close or a signal ends it."""
    glow, shown, canvas, glowing = Glow(), None, None, False
    while not told and not _closed():
        at = time.monotonic()
        picture = listener.picture
        surface = pygame.display.get_surface() or surface
        key = (picture, picture is None or listener.linked, surface.get_size())
        if key != shown and picture is not None:
            glow.see(picture.figures(), at)
        drawn = picture or waiting
        levels = glow.levels(at)
        if canvas is None or key != shown or levels or glowing:
            canvas = stage.whole(surface, drawn, listener.now_ms(), key[1], levels)
            pygame.display.flip()
        elif drawn.running:
            pygame.display.update(stage.clock(canvas, drawn, listener.now_ms()))
        shown, glowing = key, bool(levels)
        listener.changed.wait(FRAME if drawn.running or levels else IDLE)
        listener.changed.clear()


def _closed() -> bool:
    """Whether ESC, q or the window's close was used; f switches to the full screen and back."""
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_q):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_f:
            pygame.display.toggle_fullscreen()
    return False


@contextlib.contextmanager
def _told_to_end() -> Iterator[list[int]]:
    """Collects SIGTERM and SIGINT instead of dying of them."""
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _display(size: str) -> Iterator[pygame.Surface]:
    """The screen to draw on, opened and closed again; says in a line what it is."""
    _open_driver()
    try:
        driver = pygame.display.get_driver()
        version = ".".join(str(part) for part in pygame.get_sdl_version())
        log(f"video driver {driver}, SDL {version}, pygame {pygame.version.ver}")
        if driver in OFF_SCREEN:
            log("no display: drawing off-screen")
            surface = pygame.display.set_mode(_pixels(size) or FULL_HD)
        elif driver == "kmsdrm":
            surface = pygame.display.set_mode(_pixels(size) or (0, 0), pygame.FULLSCREEN)
        else:
            surface = pygame.display.set_mode(_pixels(size) or (1280, 720), pygame.RESIZABLE)
        pygame.display.set_caption("Scoreboard")
        pygame.mouse.set_visible(False)
        yield surface
    finally:
        pygame.display.quit()


def _open_driver() -> None:
    """Start SDL's video: the desktop, else the bare screen, else none at all."""
    desktop = any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))
    if not desktop and sys.platform == "linux":
        os.environ["SDL_VIDEODRIVER"] = "kmsdrm"
    try:
        pygame.display.init()
    except pygame.error as error:
        if on_a_pi():
            log(f"no KMSDRM driver ({error}): install Debian's python3-pygame to use the bare screen")
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()


def on_a_pi() -> bool:
    """Whether this machine is a Raspberry Pi."""
    with contextlib.suppress(OSError):
        return b"Raspberry Pi" in MODEL.read_bytes()
    return False


def _pixels(size: str) -> tuple[int, int] | None:
    """Width and height; None for ``auto``."""
    if size == "auto":
        return None
    width, height = size.split("x")
    return int(width), int(height)


def _snapshot(settings: Settings, url: str, path: Path, listener: Listener, stage: Stage) -> int:
    """Draw one view to a PNG; without a view in time, the waiting scene and exit code 1."""
    until = time.monotonic() + FIRST_VIEW
    while listener.picture is None and time.monotonic() < until:
        listener.changed.wait(max(0.0, until - time.monotonic()))
    picture = listener.picture
    surface = pygame.Surface(_pixels(settings.scoreboard.size) or FULL_HD, 0, 32)
    stage.whole(surface, picture or scenes.waiting(settings.kit.name, url), listener.now_ms(), True, {})
    png = io.BytesIO()
    pygame.image.save(surface, png, "snapshot.png")
    try:
        path.write_bytes(png.getvalue())
    except OSError as error:
        log(f"{path} cannot be written: {error.strerror}")
        return 1
    if picture is None:
        log(f"no view from {url} within {FIRST_VIEW:.0f} s: {path} shows the scene that waits for it")
        return 1
    return 0
