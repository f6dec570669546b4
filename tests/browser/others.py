"""Firefox and WebKit as Debian has them, behind the few things that a test does with a page."""

import json
import os
import shutil
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.machine import PUPPETEER, minibrowser
from tests.support.x_screen import XScreen

DRIVER = Path(__file__).parents[1] / "support" / "firefox.mjs"
WAIT_S = 30.0
"""The longest that a page may take for what a test waits for."""
START_S = 60.0
"""The longest that a browser may take for one thing that it is asked."""
POLL_S = 0.05
MIDDLE = """(css, words) => {
  const fits = (one) => one.checkVisibility() && one.innerText.toLowerCase().includes(words.toLowerCase());
  const found = [...document.querySelectorAll(css)].find(fits);
  if (!found) return null;
  found.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = found.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  const under = document.elementFromPoint(...at);
  return under && (found.contains(under) || under.contains(found)) ? at : null;
}"""
"""Where a finger would come down on the first element with these words that nothing lies over."""
HELD = """() => {
  if (window.heldTaps === undefined) {
    window.heldTaps = 0;
    addEventListener("click", () => { window.heldTaps += 1; }, { capture: true });
    document.documentElement.addEventListener("click", () => { window.heldTaps -= 1; }, { capture: true });
  }
  return window.heldTaps;
}"""
"""How many taps the page has kept from what they were aimed at, since its screen had just changed."""
TRIES = 10
MISTAKES = """() => {
  if (window.mistakes === undefined) {
    window.mistakes = [];
    // A size that changes twice in one frame is looked at again in the next: that is no mistake.
    const again = /^ResizeObserver loop/;
    addEventListener("error", ({ message }) => again.test(message) || window.mistakes.push(message));
    addEventListener("unhandledrejection", ({ reason }) => window.mistakes.push(String(reason)));
  }
  return window.mistakes;
}"""
"""What has gone wrong on the page since the first look."""


class Device(ABC):
    """A page on a screen of its own, with a pointer and a keyboard."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    @abstractmethod
    def run(self, function: str, *given: Any) -> Any:
        """Run a JavaScript function and return what it returns."""

    @abstractmethod
    def down(self, x: float, y: float) -> None:
        """Press the pointer there (px)."""

    @abstractmethod
    def up(self) -> None:
        """Let go of the pointer."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into what has the focus."""

    @abstractmethod
    def enter(self) -> None:
        """Press Enter."""

    @abstractmethod
    def picture(self, path: Path) -> None:
        """Save what it shows."""

    def until(self, function: str, *given: Any) -> Any:
        """Return the first true result of a function; fails after `WAIT_S`."""
        last = time.monotonic() + WAIT_S
        while not (found := self.run(function, *given)):
            assert time.monotonic() < last, f"{function} {given}: not within {WAIT_S} s"
            threading.Event().wait(POLL_S)
        return found

    def sees(self, css: str, words: str = "") -> None:
        """Wait until an element is there that has these words."""
        look = (
            "(css, words) => [...document.querySelectorAll(css)].some((one) => one.innerText.includes(words))"
        )
        self.until(look, css, words)

    def at(self, css: str, words: str = "") -> tuple[float, float]:
        """Where a finger would come down on an element, once it can be reached."""
        x, y = self.until(MIDDLE, css, words)
        return x, y

    def tap(self, css: str, words: str = "") -> None:
        """Tap an element as a referee does: once more when the screen had just changed under the finger."""
        for _ in range(TRIES):
            before = self.run(HELD)
            self.down(*self.at(css, words))
            self.up()
            if self.run(HELD) <= before:
                return
            threading.Event().wait(4 * POLL_S)


class Firefox:
    """A Firefox without a window, from construction to `close`."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("firefox-esr") or shutil.which("firefox")
        assert program
        self._process = subprocess.Popen(
            ["node", DRIVER, PUPPETEER, program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"},
            text=True,
        )

    def ask(self, what: str, *given: Any) -> Any:
        """Let the driver do something; its answer. Raises RuntimeError with its complaint."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        watchdog = threading.Timer(START_S, self._process.kill)
        watchdog.start()
        try:
            self._process.stdin.write(json.dumps({"do": what, "with": given}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        finally:
            watchdog.cancel()
        said = json.loads(line or '{"error": "Firefox ended"}')
        if "error" in said:
            raise RuntimeError(f"{what}: {said['error']}")
        return said["answer"]

    def device(self, width: int, height: int) -> Device:
        """Another device, with cookies of its own."""
        return _FirefoxPage(self.ask, self.ask("window", width, height))

    def mistakes(self) -> list[str]:
        """Return what went wrong in its pages since the last look."""
        found: list[str] = self.ask("wrong")
        return found

    def close(self) -> None:
        """End it."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()


class _FirefoxPage(Device):
    def __init__(self, ask: Callable[..., Any], number: int) -> None:
        self._ask = ask
        self._number = number

    def open(self, address: str) -> None:
        self._ask("open", self._number, address)

    def run(self, function: str, *given: Any) -> Any:
        return self._ask("run", self._number, function, *given)

    def down(self, x: float, y: float) -> None:
        self._ask("down", self._number, x, y)

    def up(self) -> None:
        self._ask("up", self._number)

    def type(self, text: str) -> None:
        self._ask("type", self._number, text)

    def enter(self) -> None:
        self._ask("enter", self._number)

    def picture(self, path: Path) -> None:
        self._ask("picture", self._number, str(path))


class WebKit:
    """WebKitGTK's small browser on a virtual screen, from construction to `close`. It has one page."""

    def __init__(self, folder: Path, width: int = 1280, height: int = 800) -> None:
        from selenium import webdriver

        # The frame of the window takes its share.
        self._screen = XScreen(folder, (width + 80, height + 200))
        program = minibrowser()
        assert program
        options = webdriver.WebKitGTKOptions()
        options.binary_location = program
        options.add_argument("--automation")
        environment = os.environ | {
            "DISPLAY": self._screen.display,
            "HOME": str(folder),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        }
        service = webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"), env=environment)
        try:
            self._driver = webdriver.WebKitGTK(options=options, service=service)
        except BaseException:
            self._screen.close()
            raise
        self._driver.set_script_timeout(START_S)
        self._size = (width, height)

    def device(self, width: int, height: int) -> Device:
        """Return the page, in this size if the window's frame lets it."""
        self._driver.set_window_size(width, height)
        return _WebKitPage(self._driver)

    def mistakes(self) -> list[str]:
        """Return what went wrong in the page that is open since it was first looked at."""
        found: list[str] = self._driver.execute_script(f"return ({MISTAKES})()")
        return found

    def close(self) -> None:
        """End it and its screen."""
        try:
            self._driver.quit()
        finally:
            self._screen.close()


class _WebKitPage(Device):
    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def open(self, address: str) -> None:
        self._driver.get(address)

    def run(self, function: str, *given: Any) -> Any:
        return self._driver.execute_script(f"return ({function})(...arguments)", *given)

    def down(self, x: float, y: float) -> None:
        self._pointer().move_to_location(round(x), round(y)).pointer_down()
        self._actions.perform()

    def up(self) -> None:
        self._pointer().pointer_up()
        self._actions.perform()

    def type(self, text: str) -> None:
        self._driver.switch_to.active_element.send_keys(text)

    def enter(self) -> None:
        from selenium.webdriver.common.keys import Keys

        self._driver.switch_to.active_element.send_keys(Keys.ENTER)

    def picture(self, path: Path) -> None:
        self._driver.save_screenshot(str(path))

    def _pointer(self) -> Any:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        self._actions = ActionBuilder(self._driver, duration=0)
        return self._actions.pointer_action
