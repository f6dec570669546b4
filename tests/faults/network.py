"""A match over a bad network: the kit on one side of the air, on the other tablets in a real Chromium, a
scoreboard's ear, spectators and a hoop behind a bridge. What was tapped must be in the journal once, what
starts a round in time or not at all, and soon after the fault every page must show what the kit shows.
"""

import contextlib
import math
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Error, Page, sync_playwright

from fieldkit.following import Listener, ParsedView
from hardware.fakes.virtual_field import VirtualField
from hardware.scoreboard.scenes import waiting
from tests.browser.conftest import LANDSCAPE, PHONE, launched
from tests.faults.accounts import HEALED_S, PLAYED_S, STARTED_S, Books, Seen
from tests.faults.air import FAIR, Air, Namespace, Weather
from tests.faults.far import Bridge, Screen, Tablet, until
from tests.faults.figures import Figure
from tests.process.conftest import PIN, Kit

NEEDS = ("browser", "namespaces")
NEAR, FAR = "10.77.0.1", "10.77.0.2"
LOSS = Weather("30 % lost", loss=0.3)
STALLS = Weather("stalls of 2 s", stall_s=2.0, every_s=4.0)
LATE = Weather("300 ms late", delay_s=0.3)
UNORDERED = Weather("out of order, some twice", delay_s=0.02, jitter_s=0.15, twice=0.1)
ALL = Weather("all of it", loss=0.15, twice=0.05, delay_s=0.1, jitter_s=0.1, stall_s=2.0, every_s=7.0)
LONG_S, SHORT_S = 12.0, 6.0
"""How long one plays in a weather."""
OPENED_S = 90.0
"""How long a new tablet may take to be there, with a loss that no referee would bear."""
NEW_TABLETS = 3
LOADED_S = 20.0
"""How long a page of a busy machine may take to have its first view."""
OUTAGE_S = 12.0
"""Longer than any patience of a page."""
KINDS = ("wood", "wheat", "brick", "ore")
SPENT = dict.fromkeys(KINDS, 0)
KNIGHTS = {"resources": {"wood": 1, "wheat": 0, "brick": 0, "ore": 2}, "knights": 1}
"""A knight's worth, and one way to pay."""


class _View(msgspec.Struct):
    rev: int
    now: float


class Scoreboard:
    """The ear of a scoreboard, and the newest view that it has."""

    def __init__(self, address: str) -> None:
        self.name = "scoreboard"
        self.rev = 0
        self._listener = Listener(address, self._read, 1.0, lambda line: None)
        self._listener.start()

    @property
    def is_whole(self) -> bool:
        """Whether it hears the kit."""
        return self._listener.linked

    def close(self) -> None:
        """Hang up."""
        self._listener.stop()

    def _read(self, raw: bytes) -> ParsedView:
        view = msgspec.json.decode(raw, type=_View)
        self.rev = view.rev
        return ParsedView(waiting("", ""), view.now, None)


class Field:
    """One match over the air; `play` plays on in a weather, `close` ends all."""

    def __init__(self, folder: Path, ground: contextlib.ExitStack) -> None:
        self.near, self.far = (_open(ground, Namespace(address)) for address in (NEAR, FAR))
        self.air = _open(ground, Air(self.near, self.far))
        self.hoops = _open(ground, VirtualField(folder / "hoops", {"h3": "hk1"}, seed=1))
        self.hoops.start()
        with self.far.entered():
            bridge = _open(ground, Bridge(folder / "hoops" / "h3"))
        self.kit = self._kit(folder, ground, bridge.port)
        self.origin = f"http://{NEAR}:{self.kit.port}"
        with self.far.entered():
            driver = ground.enter_context(sync_playwright())
            self.browser = _open(ground, launched(driver))
            self.scoreboard = _open(ground, Scoreboard(self.origin))
        address = f"{self.origin}/referee"
        self.tablets = [
            Tablet("tablet", _page(self.browser, LANDSCAPE, self.origin), address),
            Tablet("second tablet", _page(self.browser, PHONE, self.origin), address),
        ]
        self.screens = [
            Screen("spectators", _page(self.browser, PHONE), f"{self.origin}/"),
            Screen("screen", _page(self.browser, LANDSCAPE), f"{self.origin}/screen"),
        ]
        self.presses = 0

    def _kit(self, folder: Path, ground: contextlib.ExitStack, bridge: int) -> Kit:
        kit = Kit(folder)
        text = kit.settings.read_text(encoding="utf-8").replace("127.0.0.1", "0.0.0.0")
        link = f'[[links]]\nport = "socket://{FAR}:{bridge}"\nprotocol = "hk1"\n'
        kit.settings.write_text(text + link, encoding="utf-8")
        with self.near.entered():
            kit.start()
            ground.callback(kit.end)
        return kit

    @property
    def view(self) -> dict[str, Any]:
        """What the kit shows its referee, asked from beside it."""
        with self.near.entered():
            return self.kit.view

    def must(self, kind: str, **fields: Any) -> None:
        """Send a command from beside the kit, in no weather."""
        with self.near.entered():
            self.kit.must(kind, **fields)

    def play(self, weather: Weather, seconds: float) -> Seen:
        """Play rounds and breaks of a new match in a weather, then let it end and wait until all is well."""
        seen = Seen(weather.name)
        self._new_match()
        self.air.turn(weather)
        last = time.monotonic() + seconds
        turn = 0
        while turn == 0 or time.monotonic() < last:
            one, other = self.tablets if turn % 2 == 0 else self.tablets[::-1]
            if not self._round(one, other, turn, seen):
                break
            turn += 1
        self.air.turn(FAIR)
        self._heal(seen)
        return seen

    def _round(self, one: Tablet, other: Tablet, turn: int, seen: Seen) -> bool:
        """One round and its break; False when the weather held something up for ever."""
        steps: tuple[tuple[str, Callable[[], bool]], ...] = (
            ("start", lambda: self._start(one, seen)),
            ("balls", lambda: self._balls(turn, seen)),
            ("stop", lambda: self._stop(other, seen)),
            ("end of round", lambda: other.count_as_played() and self._phase(other, "break", PLAYED_S)),
            ("knights", lambda: self._knights(one, other)),
        )
        for name, step in steps:
            if not step():
                seen.stuck = f"{name} held up in {self.view['phase']}"
                return False
        return True

    def outage(self, seconds: float) -> Seen:
        """Let nothing pass in the middle of a round, and meanwhile count balls and touch STOP."""
        seen = Seen(f"nothing for {seconds:.0f} s")
        self._new_match()
        if not self._start(self.tablets[0], seen):
            seen.stuck = "start"
            return seen
        self.air.turn(Weather(seen.weather, loss=1.0))
        began = time.monotonic()
        for tablet in self.tablets:
            tablet.deposit(1, "wood")
        self.tablets[1].stop()
        until(self.tablets[0].page, lambda: time.monotonic() > began + seconds, 2 * seconds)
        self.air.turn(FAIR)
        took = until(self.tablets[0].page, lambda: self._is("stopped"), PLAYED_S)
        seen.stops_s.append(math.inf if took is None else took)
        self._heal(seen)
        return seen

    def _new_match(self) -> None:
        with self.near.entered():
            match = self.kit.create(round_seconds=60, grace_seconds=1, break_seconds=600)
        for tablet in self.tablets:
            until(tablet.page, lambda tablet=tablet: tablet.rev >= match["rev"], 10)  # type: ignore[misc]
        # The match before had rounds of the same numbers.
        for screen in (*self.tablets, *self.screens):
            screen.clocks(0)

    def _start(self, tablet: Tablet, seen: Seen) -> bool:
        """Tap START until a round is on; each time it comes, or the tablet says one sentence."""
        last = time.monotonic() + PLAYED_S
        while time.monotonic() < last:
            told = tablet.told
            if not tablet.start():
                continue
            seen.starts += 1

            def outcome(told: int = told) -> bool:
                return self._is("round") or tablet.told > told

            if until(tablet.page, outcome, STARTED_S) is None:
                seen.untold += 1
            elif self._is("round"):
                seen.started += 1
                return True
        return False

    def _balls(self, turn: int, seen: Seen) -> bool:
        """Both tablets count balls, and the hoop behind the bridge is pressed, until all is counted."""
        view = self.view
        ends_at = time.time() * 1000 + view["clock"]["ends_at"] - time.monotonic() * 1000
        for at, tablet in enumerate(self.tablets):
            for number in range(3):
                if not tablet.deposit(1 + at, KINDS[(turn + number) % len(KINDS)]):
                    return False
            self.hoops.hoops["h3"].press("1")
            self.presses += 1
        there = lambda: len(self.view["counted"]) == 8  # noqa: E731
        all_there = until(self.tablets[0].page, there, PLAYED_S) is not None
        for screen in (*self.tablets, *self.screens):
            seen.clock_s += [(end - ends_at) / 1000 for end in screen.clocks(view["round"])]
        return all_there

    def _stop(self, tablet: Tablet, seen: Seen) -> bool:
        began = time.monotonic()
        if not tablet.stop() or not self._phase(tablet, "stopped", PLAYED_S):
            return False
        seen.stops_s.append(time.monotonic() - began)
        return True

    def _knights(self, one: Tablet, other: Tablet) -> bool:
        """Each tablet buys a knight for a team that has been given what it takes."""
        # Its balls, two of each round, would be all there are.
        self.must("correct", team="green", set={"resources": SPENT}, reason="spent on paper")
        for tablet, team in ((one, "red"), (other, "blue")):
            self.must("correct", team=team, set=KNIGHTS, reason="what a knight takes")
            if not tablet.buy_knight(team):
                return False
        both = lambda: all(team["knights"] == 2 for team in self.view["teams"][:2])  # noqa: E731
        return until(one.page, both, PLAYED_S) is not None

    def _is(self, phase: str) -> bool:
        return bool(self.view["phase"] == phase)

    def _phase(self, tablet: Tablet, phase: str, seconds: float) -> bool:
        return until(tablet.page, lambda: self._is(phase), seconds) is not None

    def _heal(self, seen: Seen) -> None:
        """How long each takes to have what the kit has; something has just changed."""
        self.must("correct", team="green", set={"resources": {"wood": 1}}, reason="something new")
        began = time.monotonic()
        left: list[Screen | Scoreboard] = [*self.tablets, *self.screens, self.scoreboard]
        while left and time.monotonic() - began < 3 * HEALED_S:
            rev = self.view["rev"]
            for each in list(left):
                if each.rev == rev and each.is_whole:
                    left.remove(each)
                    seen.healed_s[each.name] = time.monotonic() - began
            self.tablets[0].page.wait_for_timeout(25)
        seen.healed_s |= dict.fromkeys((each.name for each in left), None)

    def opened(self, weather: Weather, times: int) -> Figure:
        """Open new tablets in a weather, each with nothing kept: how long until it shows what there is."""
        took = []
        for _ in range(times):
            page = _page(self.browser, LANDSCAPE, self.origin)
            self.air.turn(weather)
            began = time.monotonic()
            left = lambda began=began: 1000 * (began + OPENED_S - time.monotonic())  # noqa: E731
            with contextlib.suppress(Error):
                # A browser with a window asks again by itself.
                while left() > 0 and not _came(page, f"{self.origin}/referee"):
                    page.wait_for_timeout(1000)
                page.locator("body[data-phase]").wait_for(state="attached", timeout=max(left(), 1))
            took.append(time.monotonic() - began)
            self.air.turn(FAIR)
            page.context.close()
        seen = f"median {sorted(took)[times // 2]:.1f} s, last {max(took):.1f} s of {times}"
        return Figure(
            f"{weather.name}: a new tablet is there", seen, f"{OPENED_S:.0f} s", max(took) < OPENED_S
        )

    def compared(self, screens: Sequence[Screen]) -> Figure:
        """Hold what these pages show against one that is opened now, with nothing left of the fault."""
        unlike = []
        for each in screens:
            page = _page(self.browser, _size(each), self.origin)
            fresh = Screen("fresh", page, each.page.url)
            until(page, lambda fresh=fresh: fresh.rev > 0, LOADED_S)
            if until(page, _alike(each, fresh), 3) is None:
                unlike.append(each.name)
            page.context.close()
        return Figure(
            "unlike a page that was opened after it", ", ".join(unlike) or "none", "none", not unlike
        )


def _came(page: Page, address: str) -> bool:
    try:
        page.goto(address, wait_until="commit", timeout=1000 * OPENED_S)
    except Error:
        return False
    return True


def _alike(one: Screen, other: Screen) -> Callable[[], bool]:
    return lambda: one.shown == other.shown


def _size(screen: Screen) -> tuple[int, int]:
    size = screen.page.viewport_size or {"width": 0, "height": 0}
    return size["width"], size["height"]


def _open(ground: contextlib.ExitStack, what: Any) -> Any:
    ground.callback(what.close)
    return what


def _page(browser: Browser, size: tuple[int, int], origin: str = "") -> Any:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    if origin:
        context.request.post(f"{origin}/api/session", data={"pin": PIN})
    return context.new_page()


def run(short: bool) -> list[Figure]:
    """Play in each weather; the short form in all of it at once."""
    figures = []
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        ground = Field(Path(folder), stack)
        for weather in (ALL,) if short else (LOSS, STALLS, LATE, UNORDERED, ALL):
            before = ground.air.passed
            seen = ground.play(weather, SHORT_S if short else LONG_S)
            figures += seen.figures(ground.air.passed.since(before))
        if not short:
            before = ground.air.passed
            figures += ground.outage(OUTAGE_S).figures(ground.air.passed.since(before))
        books = Books.of(ground.tablets, ground.kit.data / "journal.sqlite3")
        left = [ground.tablets[0], ground.screens[0]] if short else [*ground.tablets, *ground.screens]
        figures.append(ground.compared(left))
        if not short:
            figures.append(ground.opened(LOSS, NEW_TABLETS))
        figures += books.figures(ground.presses)
    return figures
