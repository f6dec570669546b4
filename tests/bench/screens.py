"""How long a screen takes to show what was done: a tap on the tablet, a ball's frame on the scoreboard.

The tablet is a real Chromium on a real kit. A tap is timed inside the page, from the moment that the browser
gives the pointer's event to the frame that paints the changed stock; the way from the glass is not in it.

The scoreboard is the program itself in a window that nobody sees, in this process, listening to the real kit.
A ball is timed from the last byte written to the hoop's line to the return of the flip that put the changed
pixels below the bar on that screen.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
from playwright.sync_api import Page, sync_playwright

from fieldkit.clock import MS, Clock
from fieldkit.settings import Scoreboard, Settings
from hardware.hoops.frames import sealed
from hardware.scoreboard import run as show
from tests.bench.kit import OPTIONS, wired_kit
from tests.browser.conftest import LANDSCAPE, launched
from tests.browser.scenes import new_match, to_break
from tests.process.conftest import PIN, Kit, until
from tests.support.machine import cures, missing

TAPS = 40
BALLS = 24
APART_S = 0.8
"""Seconds between two taps: a tablet takes none on what another has just changed."""
SIZE = (1280, 720)
BAR = 0.4
"""The part of the screen's height in which the clock runs."""
REST_S = 2.2
"""Seconds between two balls: longer than a changed figure glows, so each finds the screen at rest."""

_TIMED = """() => {
  const stock = document.querySelector(".team-card.team-red .stock");
  window.taps = [];
  let began = 0;
  document.addEventListener("pointerdown", (event) => (began = event.timeStamp), {capture: true});
  new MutationObserver(() => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      if (began) window.taps.push(performance.now() - began);
      began = 0;
    };
    channel.port2.postMessage(0);
  })).observe(stock, {subtree: true, childList: true, characterData: true});
}"""
"""Counts a tap as shown when the frame that draws the changed stock has been handed over."""


def run() -> list[str]:
    """Return the figures, one line each, in a minute and a half; without a browser only the scoreboard's."""
    if missing(["browser"]):
        return [
            "tap on a purchase to the changed page: left out, no browser",
            *cures(["browser"]),
            _scoreboard(),
        ]
    return [_tablet(), _scoreboard()]


def _line(what: str, took: list[float], aim: str, wanted: int) -> str:
    took.sort()
    p50, p99 = (took[int(part * (len(took) - 1))] for part in (0.5, 0.99))
    return f"{what}: p50 {p50:.1f} ms, p99 {p99:.1f} ms ({aim}; {len(took)} of {wanted} seen)"


# The tablet


def _tablet() -> str:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        kit, browser = Kit(Path(folder)), launched(playwright)
        try:
            kit.start()
            new_match(kit, break_seconds=600)
            kit.must("start_round")
            to_break(kit)
            _stock_up(kit)
            width, height = LANDSCAPE
            context = browser.new_context(viewport={"width": width, "height": height})
            context.request.post(f"http://127.0.0.1:{kit.port}/api/session", data={"pin": PIN})
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{kit.port}/referee")
            took = _taps(kit, page)
        finally:
            browser.close()
            kit.end()
    return _line("tap on a purchase to the changed page", took, "aim p50 < 60", TAPS)


def _stock_up(kit: Kit) -> None:
    """Give the foxes what a knight costs, in the one way to pay, and a player for it."""
    fix = {"resources": {"wood": 1, "ore": 2}, "knights": 1}
    kit.must("correct", team="red", set=fix, reason="to measure")


def _taps(kit: Kit, page: Page) -> list[float]:
    ready = page.locator(".team-card.team-red .tile:not([aria-disabled])", has_text="Knight")
    ready.wait_for()
    page.evaluate(_TIMED)
    for n in range(TAPS):
        _stock_up(kit)
        ready.wait_for()
        page.wait_for_timeout(APART_S * 1000)
        ready.click()
        until(lambda n=n: page.evaluate("window.taps.length") > n, 10, "a tap on the page")  # type: ignore[misc]
    took: list[float] = page.evaluate("window.taps")
    return took


# The scoreboard


class _Screen:
    """Watches what the scoreboard puts on the screen below its bar, where no clock runs."""

    def __init__(self) -> None:
        self.changed_at = 0
        self._changed = threading.Event()
        self._last = 0
        self._flip, self._update = pygame.display.flip, pygame.display.update

    def __enter__(self) -> _Screen:
        pygame.display.flip = self._watched(self._flip)
        pygame.display.update = self._watched(self._update)
        return self

    def __exit__(self, *_: object) -> None:
        pygame.display.flip, pygame.display.update = self._flip, self._update

    def _watched(self, put: Callable[..., None]) -> Callable[..., None]:
        def watched(*areas: Any) -> None:
            put(*areas)
            now = time.monotonic_ns()
            screen = pygame.display.get_surface()
            seen = screen.get_view("0").raw[int(screen.get_height() * BAR) * screen.get_pitch() :]
            shown = zlib.crc32(seen)
            if shown != self._last:
                self._last, self.changed_at = shown, now
                self._changed.set()

        return watched

    def change(self, act: Callable[[], int]) -> float:
        """Do something at a moment (ns) and wait for the first change after it; how long it took (ms)."""
        self._changed.clear()
        moment = act()
        assert self._changed.wait(5), "nothing changed on the screen"
        return (self.changed_at - moment) / MS


def _scoreboard() -> str:
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    settings = Settings(scoreboard=Scoreboard(size=f"{SIZE[0]}x{SIZE[1]}"))
    took: list[float] = []
    with wired_kit() as (kit, line), _Screen() as screen:
        new_match(kit, **OPTIONS)
        kit.must("start_round")
        kit.phase("round")
        balls = threading.Thread(target=_balls, args=(line, screen, took))
        balls.start()
        try:
            show(settings, f"http://127.0.0.1:{kit.port}", None, Clock())
        finally:
            balls.join(10)
    return _line("hoop's frame to the changed pixels of the scoreboard", took, "aim p50 < 50", BALLS)


def _balls(line: int, screen: _Screen, took: list[float]) -> None:
    """Send one ball after the other, each when the screen is at rest; then close the window."""
    try:
        until(lambda: screen.changed_at, 10, "the first view")
        for n in range(1, BALLS + 1):
            time.sleep(REST_S)
            took.append(screen.change(lambda n=n: _sent(line, n)))  # type: ignore[misc]
    finally:
        pygame.event.post(pygame.event.Event(pygame.QUIT))


def _sent(line: int, n: int) -> int:
    os.write(line, sealed(f"HK1 h1 0001 {n} 0 BTN {n % 4 + 1}"))
    return time.monotonic_ns()
