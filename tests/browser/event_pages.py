"""An event's site, and pages of it that may not make a single mistake."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page

from fieldkit.event.documents import Score
from fieldkit.event.finals import known, tree
from fieldkit.event.state import Correct, ScheduleDecision
from tests.browser.audit import settled
from tests.browser.devices import Devices, origin_of, wrongs
from tests.support.hub_documents import SIDES, SampleEvent, SampleSite

PHONE, SMALL, LAPTOP, TV = (360, 740), (768, 1024), (1280, 800), (1920, 1080)
SIZES = (TV, LAPTOP, SMALL, PHONE)
LONG = ("Ultramarine Kingfishers", "Wwwwwwwwwwwwwwwwwwwwwwww", "The Very Long Named Team", "Ox") * 3
LONG_EVENT = "The Twenty-Fifth International Open Spring Championships"
CLIPPED = """places => places
  .filter(each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
  .map(each => each.innerText)"""

Open = Callable[..., Page]


def _site(folder: Path) -> Iterator[SampleSite]:
    event = SampleEvent(folder)
    event.fill()
    site = SampleSite(event)
    yield site
    site.stop()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleSite]:
    """Yield an event in its fourth slot, to look at."""
    yield from _site(tmp_path_factory.mktemp("event"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[SampleSite]:
    """Such an event of the test's own, which it may change."""
    yield from _site(tmp_path / "event")


@pytest.fixture
def opened(devices: Devices) -> Iterator[Open]:
    """Yield a function that opens pages; none may fail at anything, except at what a test keeps from it.

    ``ahead`` runs before each of its scripts; with ``clock`` the test moves the page's time on.
    """
    lent: list[Page] = []
    wrong: list[str] = []

    def make(
        address: str,
        size: tuple[int, int] = LAPTOP,
        theme: str = "",
        fails: str = "",
        ahead: str = "",
        clock: bool = False,
    ) -> Page:
        page = devices.take(origin_of(address), size, wrongs(wrong, fails))
        lent.append(page)
        if theme:
            page.context.add_cookies([{"name": "theme", "value": theme, "url": address}])
        if ahead or clock:
            page.add_init_script(ahead)
        if clock:
            page.clock.install()
        page.goto(address)
        page.locator("#hub > *:not(.sentence)").first.wait_for()
        return page

    yield make
    devices.give_back(lent)
    assert wrong == [], wrong


def meanwhile(page: Page, look: Callable[[], bool]) -> Callable[[], bool]:
    """``look`` for one who waits for it and lets the page go on."""

    def looked() -> bool:
        page.wait_for_timeout(50)
        return look()

    return looked


def scored(event: SampleEvent, points: int) -> None:
    """On the first field red is corrected to this number of points."""
    event.kits["north"].do("correct", team="red", set={"bonus_vp": points - 3}, reason="for the test")
    event.push("north")
    event.show("north")


def clipped(page: Page, places: str) -> list[str]:
    """Return the boxes of a screen that do not show all of what is in them."""
    settled(page)
    found: list[str] = page.locator(places).evaluate_all(CLIPPED)
    return found


# The finals of an event


def plan_finals(event: SampleEvent, size: int, advance: int = 2) -> None:
    """Add the finals of the best ``size`` to the schedule, in the slots after all others."""
    planned = event.schedule
    matches = (*planned.matches, *tree(tuple(event.kits), 8, size, advance))
    event.decide(ScheduleDecision(msgspec.structs.replace(planned, matches=matches)))
    event.settle()


def fill_in(event: SampleEvent) -> None:
    """Put the best of the standings in place, as if all matches before the finals had been played."""
    order = [row.team for row in event.hub.shown.standings.rows]
    event.decide(ScheduleDecision(known(event.schedule, order, ())))
    event.settle()


def win(event: SampleEvent, match: str, *order: int) -> None:
    """End a final: its teams, known by now, in this order of their numbers (0 to 3), the winner first."""
    planned = event.hub.shown.schedule.match(match)
    assert planned is not None
    ranked = [planned.teams[at] for at in order or range(len(planned.teams))]
    scores = [
        Score(side, event.names[team], 9 - place, place + 1, team)
        for place, (side, team) in enumerate(zip(SIDES, ranked, strict=False))
    ]
    event.decide(Correct(match, tuple(scores), "as it was played"))
    event.settle()
