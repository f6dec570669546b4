"""Draws the pictures of all screens again: ``python -m tests.make_pictures``, a real kit in a real browser.

The scoreboard's are the golden ones of its own tests. All land in ``tests/pictures``.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import halls
from tests.browser.conftest import LANDSCAPE, PHONE, STILL_MS, launched
from tests.browser.scenes import (
    TEAMS,
    at_target,
    field_test,
    grace,
    half_checked,
    in_break,
    in_round,
    lesson,
    over,
    ready,
    stopped,
)
from tests.browser.test_big_honor import crowded_table, mid_match
from tests.browser.test_dice_game import mid_turn
from tests.browser.test_roles import code
from tests.process.conftest import PIN, Kit
from tests.support import hub_documents
from tests.support.hub_documents import SampleEvent, SampleSite

FOLDER = Path(__file__).parent / "pictures"
NAMES = [str(team["name"]) for team in TEAMS]
SIZE_MAX = 350_000
"""Bytes of a picture at most: they live in the repository."""


def setup(kit: Kit) -> None:
    """No match yet."""


def short_round(kit: Kit) -> None:
    """Play a round of eight seconds until a moment after its balls came in."""
    in_round(kit, 8)


def conducted(kit: Kit) -> None:
    """Open a hall of sixty players, in a turn of the usual length."""
    halls.busy(kit, boards=30, turn_seconds=55)


TABLET: dict[str, Callable[[Kit], None]] = {
    "tablet_games": setup,
    "tablet_setup": setup,
    "tablet_ready": ready,
    "tablet_round": short_round,
    "tablet_grace": grace,
    "tablet_break": in_break,
    "tablet_stopped": stopped,
    "tablet_confirm": at_target,
    "tablet_result": over,
}
"""The scene of each picture of the tablet, in an order that starts without a match."""
PHASES = {"tablet_games": "setup", "tablet_confirm": "break", "tablet_result": "over"}
"""The phases that are not named like their pictures."""
ALSO: dict[str, tuple[str, tuple[int, int], Callable[[Kit], None]]] = {
    "tablet_honor": ("/referee", LANDSCAPE, mid_match),
    "tablet_honor_six": ("/referee", LANDSCAPE, crowded_table),
    "tablet_honor_phone": ("/referee", PHONE, mid_match),
    "spectators_honor": ("/", PHONE, mid_match),
    "tablet_dice": ("/referee", LANDSCAPE, mid_turn),
    "spectators_dice": ("/", PHONE, mid_turn),
    "tablet_hall": ("/referee", LANDSCAPE, conducted),
    "tablet_hall_desk": ("/referee#desk", LANDSCAPE, conducted),
    "spectators_hall": ("/", PHONE, conducted),
}
"""Pictures of the games that have no field: the page, the screen and the scene."""
AROUND: dict[str, tuple[str, tuple[int, int], Callable[[Kit], None]]] = {
    "captain": ("/captain", PHONE, in_break),
    "crew": ("/crew", PHONE, in_break),
    "screen_break": ("/screen", (1280, 720), in_break),
    "screen_round": ("/screen", (1280, 720), in_round),
    "tablet_dusk": ("/referee", LANDSCAPE, in_break),
    "tablet_field": ("/kit#field", LANDSCAPE, ready),
    "report": ("/matches/{match}", LANDSCAPE, over),
    "paper_rules": ("/print/rules", LANDSCAPE, ready),
}
"""What everybody around the field sees: the page, the screen and the scene."""
OTHERS: dict[str, tuple[str, Callable[[Kit], None]]] = {
    "tablet_phone": ("/referee", in_break),
    "spectators": ("/", in_break),
    "spectators_result": ("/", over),
}
"""Pictures on a phone: the page and the scene."""
OWN: dict[str, tuple[str, Callable[[Kit], None]]] = {
    "tablet_check": ("/kit", half_checked),
    "tablet_field_test": ("/kit#test", field_test),
    "tablet_tags": ("/kit#tags", lesson),
}
"""Pictures of the kit's own page on a tablet: the page and the scene."""
HUB: dict[str, tuple[str, str]] = {
    "hub_fields": ("/", ".hub-field"),
    "hub_standings": ("/standings", ".hub-table tbody tr"),
    "hub_desk": ("/organise", ".desk-field-card"),
}
"""Pictures of an event's pages on a laptop: the page, and what must be there before."""


def main() -> int:
    """Draw them all; 1 when one came out too large."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        kit, browser = Kit(Path(folder)), launched(playwright)
        try:
            kit.start()
            _of_the_tablet(kit, browser)
            for name, (path, scene) in OTHERS.items():
                scene(kit)
                _take(_page(kit, browser, path, PHONE), name)
            for name, (path, size, scene) in AROUND.items():
                scene(kit)
                _take(_around(kit, browser, name, path, size), name)
            for name, (path, size, scene) in ALSO.items():
                kit.give_up("the next picture")
                scene(kit)
                _take(_page(kit, browser, path, size), name)
            kit.give_up("the next picture")
            for name, (path, scene) in OWN.items():
                scene(kit)
                _take(_page(kit, browser, path, LANDSCAPE), name)
        finally:
            browser.close()
            kit.end()
    _of_the_hub()
    subprocess.run([sys.executable, "-m", "tests.support.scoreboard_pictures"], check=True)
    large = [path.name for path in sorted(FOLDER.glob("*.png")) if path.stat().st_size > SIZE_MAX]
    print(f"too large: {', '.join(large)}" if large else f"drawn in {FOLDER}")
    return 1 if large else 0


def _of_the_hub() -> None:
    """Take the pictures of an event's pages in its fourth slot."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        event, browser = SampleEvent(Path(folder)), launched(playwright)
        event.fill()
        _in_full_swing(event)
        site = SampleSite(event)
        try:
            for name, (path, shown) in HUB.items():
                page = _hub_page(browser, site, path)
                page.locator(shown).first.wait_for()
                _take(page, name)
        finally:
            browser.close()
            site.stop()


def _in_full_swing(event: SampleEvent) -> None:
    """Give the sides of each field points, and let all fields hold what the hub has told them."""
    for at, (field, kit) in enumerate(event.kits.items()):
        for more, side in enumerate(hub_documents.SIDES):
            points = (more * 3 + at * 2 + 1) % 5
            kit.do("correct", team=side, set={"bonus_vp": points}, reason="for the picture")
        event.push(field)
        event.show(field)
        view, state = event.hub.live.of(field), event.hub.state
        assert view is not None
        ack = {"teams": state.teams.version, "schedule": state.schedule.version}
        event.hub.show(field, replace(view, rev=view.rev + 1, ack=ack))
    event.settle()


def _hub_page(browser: Browser, site: SampleSite, path: str) -> Page:
    """Return a page of the event, as an organiser's laptop shows it."""
    width, height = LANDSCAPE
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    context.request.post(f"{site.origin}/v1/session", data={"pin": hub_documents.PIN})
    page = context.new_page()
    page.goto(site.origin + path)
    return page


def _around(kit: Kit, browser: Browser, name: str, path: str, size: tuple[int, int]) -> Page:
    """Return a page of somebody around the field, who comes in by a code where one is needed."""
    if name == "captain":
        path = f"/captain#{code(kit, 'captain', team='red')}"
    elif name == "crew":
        path = f"/crew#{code(kit, 'crew')}"
    page = _page(
        kit, browser, path.format(match=kit.view["match"]), size, logged_in=path.startswith(("/kit", "/ref"))
    )
    if name == "tablet_dusk":
        page.evaluate("() => { document.documentElement.dataset.theme = 'dusk'; }")
    page.locator(_SHOWN.get(name, "main > *")).first.wait_for()
    return page


_SHOWN = {
    "captain": ".captain-buy",
    "crew": ".crew-row",
    "tablet_field": "main svg",
    "screen_break": ".tv-card",
}
"""What must be there before the picture, where that is no matter of course."""


def _of_the_tablet(kit: Kit, browser: Browser) -> None:
    page = _page(kit, browser, "/referee", LANDSCAPE, logged_in=False)
    page.locator("#login").wait_for()
    _take(page, "tablet_login")
    page = _page(kit, browser, "/referee", LANDSCAPE)
    for name, scene in TABLET.items():
        scene(kit)
        phase = PHASES.get(name, name.removeprefix("tablet_"))
        page.locator(f"body[data-phase={phase}]").wait_for()
        if name in TAPS:
            TAPS[name](page)
        _take(page, name)


def _choices(page: Page) -> None:
    page.locator(".choice-picture").first.wait_for()


def _set_up(page: Page) -> None:
    page.get_by_role("button", name="Full-Contact Catan").click()
    page.get_by_role("button", name="4 teams", exact=True).click()
    for name, field in zip(NAMES, page.locator(".team-row .input").all(), strict=True):
        field.fill(name)
    for row in page.locator(".team-row").all():
        row.get_by_role("button", name="4 players").click()
    page.locator(".mark-button").first.click()
    for number in (1, 2, 3, 4):
        page.locator(f".hoop[aria-label^='Hoop {number},']").click()


def _confirm(page: Page) -> None:
    page.locator("#confirm").wait_for()
    page.wait_for_timeout(STILL_MS)  # what has just appeared does not act yet
    page.locator("#confirm").click()
    page.locator(".panel-card").wait_for()


def _later(page: Page) -> None:
    page.wait_for_timeout(1_800)


TAPS: dict[str, Callable[[Page], None]] = {
    "tablet_games": _choices,
    "tablet_setup": _set_up,
    "tablet_round": _later,
    "tablet_confirm": _confirm,
}
"""What is done on the page before its picture."""


def _page(kit: Kit, browser: Browser, path: str, size: tuple[int, int], logged_in: bool = True) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )  # without its glow a picture is the same each time
    origin = f"http://127.0.0.1:{kit.port}"
    if logged_in:
        context.request.post(f"{origin}/api/session", data={"pin": PIN})
    page = context.new_page()
    page.goto(origin + path)
    return page


def _take(page: Page, name: str) -> None:
    page.locator("main > *").first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    sys.exit(main())
