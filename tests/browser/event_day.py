"""An event's day for a test: the hub and its fields as processes, and people's real pages."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import COUNT_HELD, LANDSCAPE, PATIENCE_MS
from tests.support.event_table import Results, table
from tests.support.field_process import FieldProcess
from tests.support.hub_process import HubProcess

Match = dict[str, Any]
"""A match of the schedule, as everybody may read it."""
PHONE = (360, 740)
PATIENCE_S = PATIENCE_MS / 1000
ROWS = ".hub-table > tbody > tr:not(.hub-detail)"
"""The teams of the standings' page."""
CELLS = "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"


class Day:
    """The event's day: the hub, its fields, the organiser's desk and a spectator's phone with two pages."""

    def __init__(self, folder: Path, browser: Browser, running: ExitStack) -> None:
        self.folder, self.browser, self._running = folder, browser, running
        self.wrong: list[str] = []
        self.hub = running.enter_context(HubProcess(folder, {}))
        self.origin = f"http://127.0.0.1:{self.hub.port}"
        self.fields: dict[str, FieldProcess] = {}
        self.results: Results = {}
        """What counts by now: the points of the teams (their names) in each match."""
        self.names: set[str] = set()
        """The teams that there are by now."""
        self.desk = self.device(LANDSCAPE).new_page()
        self.phone = self.device(PHONE)
        self.home, self.standings = self.phone.new_page(), self.phone.new_page()

    def device(self, size: tuple[int, int]) -> BrowserContext:
        """Somebody's browser, whose pages may not make a single mistake."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        self._running.callback(context.close)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(f"({COUNT_HELD})()")
        context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        context.on("console", lambda said: self._said(said.type, said.text))
        return context

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.wrong.append(text)

    # The desk

    @property
    def panel(self) -> Locator:
        """What lies over the desk."""
        return self.desk.locator("#panel")

    def part(self, name: str) -> None:
        """Turn the desk to one of its parts."""
        self.desk.locator("#parts").get_by_role("link", name=name).click()
        expect(self.desk.locator("#parts [aria-current=page]")).to_contain_text(name)

    def tap(self, name: str, within: Locator | Page | None = None) -> None:
        """Tap a button of the desk."""
        (within or self.desk).get_by_role("button", name=name, exact=True).click()

    def confirm(self, match: str, scores: dict[str, int]) -> None:
        """See the result of a match come in as it was played, and say that it counts."""
        card = self.desk.locator(f".desk-result[data-match='{match}']")
        best_first = sorted(scores.items(), key=lambda one: -one[1])
        lines = card.locator(".desk-scores li")
        expect(lines).to_have_text(
            [re.compile(rf"^{n}\.\s*{name}\s*{score}$") for n, (name, score) in enumerate(best_first, 1)]
        )
        self.tap("Confirm", card)
        expect(card).to_have_count(0)
        self.results[match] = scores

    # The schedule and the fields

    @property
    def schedule(self) -> list[Match]:
        """The matches of the schedule that are played, as everybody may read them."""
        found = self.hub.must("GET", "/schedule")["matches"]
        return [match for match in found if match["state"] != "called_off"]

    def until(self, holds: Callable[[list[Match]], bool]) -> list[Match]:
        """Return the schedule once something holds of it; decisions become public a moment later."""
        last = time.monotonic() + PATIENCE_S
        while not holds(found := self.schedule):
            assert time.monotonic() < last, found
            self.desk.wait_for_timeout(50)
        return found

    def play(self, match: Match) -> dict[str, int]:
        """Play a match on its field."""
        return dict(self.fields[match["field"]].play(match["id"], match["teams"]))

    # What people look at

    def sees_standings(self) -> None:
        """Wait until the phone shows the standings that the test itself makes of what counts."""
        seen(self.standings, ROWS, self.table)

    @property
    def table(self) -> list[list[str]]:
        """The standings' rows: place, team, points, matches, won, scored."""
        rounds = {match: scores for match, scores in self.results.items() if not match.startswith("F")}
        return table(self.names, rounds)


def seen(page: Page, selector: str, wanted: list[list[str]]) -> None:
    """Wait until the rows of a table are these."""
    found: list[list[str]] = []
    for _ in range(PATIENCE_MS // 100):
        found = page.locator(selector).evaluate_all(CELLS)
        if found == wanted:
            return
        page.wait_for_timeout(100)
    assert found == wanted
