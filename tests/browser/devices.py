"""Tablets, phones and screens that tests use one after the other.

A page that is loaded again costs a third of a new one, whose scripts have to come and to be compiled first.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page

HEARD = ("console", "pageerror")
FOR_GOOD = ("on", "once", "add_init_script", "expose_function", "set_default_timeout")
"""What a test does to a page that nobody can take back: it is thrown away after it."""
IDLE = 6
"""How many pages wait for the next test, at most."""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"

Hears = Callable[[str, Any], None]
"""Is told each event of `HEARD` with what came with it."""


def wrongs(wrong: list[str], fails: str = "") -> Hears:
    """Return what notes all that a page complains of, except what matches the pattern ``fails``."""

    def hears(event: str, told: Any) -> None:
        if event == "pageerror":
            wrong.append(str(told))
        elif event == "console" and told.type in ("error", "warning"):
            wrong.extend([] if fails and re.search(fails, told.text) else [told.text])

    return hears


def origin_of(address: str) -> str:
    """Return an address without its path."""
    return "{0.scheme}://{0.netloc}".format(urlsplit(address))


class Devices:
    """Pages, each with cookies and storage of its own; one that comes back forgets them."""

    def __init__(self, browser: Browser, ahead: str, timeout_ms: int) -> None:
        self._browser, self._ahead, self._timeout_ms = browser, ahead, timeout_ms
        self._idle: list[tuple[str, Page]] = []
        self._lent: dict[Page, tuple[str, Hears]] = {}
        self._spent: set[Page] = set()

    def take(self, origin: str, size: tuple[int, int], hears: Hears, unused: bool = False) -> Page:
        """Return a page that shows nothing yet: if it may be used, one that was at this origin before."""
        viewport = {"width": size[0], "height": size[1]}
        found = next((one for one in self._idle if one[0] == origin and not unused), None)
        if found:
            self._idle.remove(found)
            page = found[1]
            if page.viewport_size != viewport:
                page.set_viewport_size(viewport)  # type: ignore[arg-type]
        else:
            page = self._new(viewport)
        self._lent[page] = (origin, hears)
        return page

    def _new(self, viewport: dict[str, int]) -> Page:
        page = self._browser.new_context(viewport=viewport).new_page()  # type: ignore[arg-type]
        page.add_init_script(self._ahead)
        page.set_default_timeout(self._timeout_ms)
        for event in HEARD:
            page.on(event, lambda told, event=event: self._heard(page, event, told))  # type: ignore[call-overload]
        for name in FOR_GOOD:
            setattr(page, name, self._spends(page, getattr(page, name)))
        return page

    def _heard(self, page: Page, event: str, told: Any) -> None:
        if page in self._lent:
            self._lent[page][1](event, told)

    def _spends(self, page: Page, does: Callable[..., Any]) -> Callable[..., Any]:
        def spending(*how: Any, **more: Any) -> Any:
            self._spent.add(page)
            return does(*how, **more)

        return spending

    def give_back(self, pages: Iterable[Page]) -> None:
        """Let the next test have these pages; one that is not what it was is closed."""
        # First none is listened to any more: they may miss servers that have stopped.
        origins = [(page, self._lent.pop(page)[0]) for page in pages]
        for page, origin in origins:
            self._give_back(page, origin)

    def _give_back(self, page: Page, origin: str) -> None:
        context = page.context
        try:
            if page in self._spent or context.pages != [page]:
                raise Error("not what it was")
            page.unroute_all(behavior="ignoreErrors")
            context.unroute_all(behavior="ignoreErrors")
            if page.url.startswith("http"):
                page.evaluate(FORGET)
            page.goto("about:blank")
            page.emulate_media(media="null", reduced_motion="null", color_scheme="null")
            context.clear_cookies()
            context.set_offline(False)
        except Error:
            self._spent.discard(page)
            context.close()
            return
        self._idle.append((origin, page))
        while len(self._idle) > IDLE:
            self._idle.pop(0)[1].context.close()
