"""One kit as people run it, one Chromium, and pages that may not make a single mistake."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.browser.devices import Devices
from tests.browser.hearing import COMPLAINT
from tests.browser.link import Link
from tests.process.conftest import PIN, Kit
from tests.support.machine import chromium

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page that asks anybody else is told so, and says it.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE 10.77.0.*",
)
LANDSCAPE, PORTRAIT, SMALL, PHONE = (1280, 800), (600, 960), (1024, 600), (390, 844)
SIZES = (LANDSCAPE, PORTRAIT, SMALL, PHONE, (1366, 1024))
"""The screens that the tablet's page is made for."""
REFUSED = re.compile(r"the server responded with a status of (400|401|403|409|429|503)|net::ERR_FAILED")
"""What Chromium says of an answer that is no mistake, or of one that a test keeps from it."""
CHART = re.compile(r"/charts/\w+\.svg\?of=(\w+)-")
"""A chart's address with its match, of which there is none any more once the next match has begun."""
CUT = re.compile(r"net::ERR_\w+")
"""What it says besides of a link that a test cuts, wherever in an answer the cut falls."""

STILL_MS = 800
"""Longer than what has appeared by itself waits before it acts."""
TRIES = 10
"""How often a tap is tried while the screen has just changed."""
COUNT_HELD = """() => {
  window.heldTaps = 0;
  const count = (by) => () => { window.heldTaps += by; };
  addEventListener("click", count(1), { capture: true });
  const passed = () => document.documentElement.addEventListener("click", count(-1), { capture: true });
  addEventListener("DOMContentLoaded", passed);
}"""
"""Counts the taps that a page keeps from what they were aimed at, since its screen had just changed."""
PATIENCE_MS = 60_000
"""The longest that a page may take for what a test expects, unless the test is about that time."""
expect.set_options(timeout=PATIENCE_MS)

NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a running kit that all tests share; each makes its own match."""
    yield from Kit(tmp_path_factory.mktemp("kit")).running()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Yield the driver."""
    with sync_playwright() as driver:
        yield driver


def launched(playwright: Playwright) -> Browser:
    """Debian's Chromium, if possible as it is made to run without a window, or the one playwright brought."""
    return playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all tests."""
    browser = launched(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    """Return the pages that tests use one after the other."""
    return Devices(browser, f"({COUNT_HELD})()", PATIENCE_MS)


@pytest.fixture
def new_page(devices: Devices, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Yield a function that opens pages of the kit, or of an origin; none may fail or ask anybody else."""
    lent: list[Page] = []
    wrong: list[str] = []
    charts: dict[str, str] = {}

    def said(message: ConsoleMessage, weak_link: bool) -> None:
        text, address = message.text, message.location["url"]
        known = REFUSED.search(text) or COMPLAINT in text or (weak_link and CUT.search(text))
        if message.type not in ("error", "warning") or known:
            return
        told = f"{message.type}: {text} {address}"
        if chart := CHART.search(address):
            charts[told] = chart[1]
        else:
            wrong.append(told)

    def make(
        path: str,
        size: tuple[int, int] = LANDSCAPE,
        logged_in: bool = True,
        origin: str = "",
        weak_link: bool = False,
        unused: bool = False,
    ) -> Page:
        origin = origin or f"http://127.0.0.1:{request.getfixturevalue('kit').port}"

        def hears(event: str, told: Any) -> None:
            if event == "console":
                said(told, weak_link)
            else:
                wrong.append(str(told))

        page = devices.take(origin, size, hears, unused)
        lent.append(page)
        if logged_in:
            page.request.post(f"{origin}/api/session", data={"pin": PIN})
        page.goto(origin + path)
        return page

    yield make
    devices.give_back(lent)
    if charts:
        now = request.getfixturevalue("kit").view["match"]
        wrong += [told for told, match in charts.items() if match == now]
    assert not wrong


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Yield a test that fails tells what its pages show: the machine that it failed on may be far away."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser:
        pages = [page for context in browser.contexts for page in context.pages if page.url != "about:blank"]
        report.sections += map(shown, pages)
    return report


def shown(page: Page) -> tuple[str, str]:
    """Return a page's address, and its words as far as it still answers."""
    try:
        return f"{page.url} shows", page.inner_text("body", timeout=2_000)[:1_500]
    except Error as error:
        return f"{page.url} does not answer", error.message


@pytest.fixture(autouse=True)
def _press_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tap as a referee does: once more when the screen had just changed under the finger."""
    click = Locator.click

    def patient(target: Locator, *how: Any, **more: Any) -> None:
        for _ in range(TRIES):
            before = _held(target.page)
            click(target, *how, **more)
            # A trial only looks whether a finger could reach it.
            if more.get("trial") or _held(target.page) <= before:
                return
            target.page.wait_for_timeout(200)

    monkeypatch.setattr(Locator, "click", patient)


def held_until(target: Locator, done: Locator) -> None:
    """Keep a finger on a key until something is there; again where the screen had just changed."""
    page = target.page
    for _ in range(TRIES):
        target.hover()
        page.mouse.down()
        with suppress(AssertionError):
            expect(done).to_have_count(1, timeout=5_000)
        page.mouse.up()
        if done.count() or not target.is_visible():
            break
    expect(done).to_have_count(1)


def _held(page: Page) -> int:
    """How many taps the page has not taken; 0 while it turns to another."""
    try:
        return int(page.evaluate("window.heldTaps ?? 0"))
    except Error:
        return 0


@pytest.fixture
def link(kit: Kit) -> Iterator[Link]:
    """Yield a way to the kit that a test can cut."""
    link = Link(kit.port, kit.spectators)
    yield link
    link.close()


@pytest.fixture
def tablet(kit: Kit, new_page: NewPage) -> Page:
    """Return a tablet that is logged in, in a match that is ready."""
    kit.create(round_seconds=3, grace_seconds=1, break_seconds=300)
    page = new_page("/referee")
    page.locator(".breakScreen").wait_for()
    return page
