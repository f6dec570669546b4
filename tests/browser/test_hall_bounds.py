"""Every screen and panel of a hall's tablet: axe-core finds nothing, and all keeps to the bounds."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, NewPage
from tests.browser.halls import (
    STILL_MS,
    alarmed,
    busy,
    ended,
    found,
    hall,
    held,
    in_turn,
    judging,
    key,
    kit,
    main,
    over,
    rehearsed,
    seven,
    taken,
    won,
)
from tests.process.conftest import Kit

TABLETS = (LANDSCAPE, (1024, 768), (800, 1280))
"""The screens that the console is made for; smaller ones scroll."""

__all__ = ["kit"]

pytestmark = pytest.mark.browser


SCENES: dict[str, Callable[[Kit], None]] = {
    "registration": hall,
    "a rehearsal": rehearsed,
    "seven": seven,
    "busy": busy,
    "judging": judging,
    "won": won,
    "over": over,
    "a roll taken back": taken,
    "alarm": alarmed,
}


def wrong_with(page: Page, sizes: Sequence[tuple[int, int]] = TABLETS) -> dict[str, Any]:
    """Return what axe-core and our own bounds hold against a page."""
    page.emulate_media(reduced_motion="reduce")
    found: dict[str, Any] = {f"{w}x{h}": wrong for w, h in reversed(sizes) if (wrong := measured(page, w, h))}
    return found | ({"axe": axe} if (axe := violations(page)) else {})


def test_every_scene_keeps_to_the_bounds(kit: Kit, new_page: NewPage) -> None:
    hall(kit)
    pages = {place: new_page(f"/referee{place}") for place in ("", "#desk", "#announcer")}
    wrong = {}
    for scene, bring in SCENES.items():
        for page in pages.values():
            page.goto("about:blank")
        bring(kit)
        for place, page in pages.items():
            page.goto(f"http://127.0.0.1:{kit.port}/referee{place}")
            expect(page.locator(f"body[data-phase={kit.view['phase']}]")).to_have_count(1)
            if found_there := wrong_with(page):
                wrong[f"{place or 'console'}, {scene}"] = found_there
    assert not wrong, "\n".join(f"{screen}: {found}" for screen, found in wrong.items())


PANELS = (
    ("All rolls",),
    ("Take back the 8",),
    ("Break, end, alarm",),
    ("Claim for a seat…",),
    ("More…",),
    ("More…", "Options"),
    ("More…", "Another tablet"),
    ("More…", "Players' phones"),
    ("More…", "The rules"),
)


def test_every_panel_keeps_to_the_bounds(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit, 7)
    page = new_page("/referee")
    wrong = {}

    def look(name: str) -> None:
        if found_there := wrong_with(page):
            wrong[name] = found_there

    for names in PANELS:
        for name in names:
            key(page, name).click()
        look(names[-1])
        page.keyboard.press("Escape")
    page.wait_for_timeout(STILL_MS)
    held(page)
    page.locator(".dice-row").first.wait_for()
    look("real dice")
    judging(kit)
    main(page, "JUDGE 2 CLAIMS").click()
    look("judge")
    key(page, "Reject…").click()
    look("reject")
    page.keyboard.press("Escape")
    kit.must("judge_claim", claim=1, verdict="confirmed")
    main(page, "CLOSE THE REST")
    page.locator(".claim-row").first.click()
    look("a claim that was judged")
    key(page, "Judge again…").click()
    key(page, "Confirm").click()
    look("why again")
    page.goto("about:blank")
    hall(kit)
    page.goto(f"http://127.0.0.1:{kit.port}/referee")
    for name in ("Import a list", "Register a player", "Change the boards", "Seat cards, phones"):
        key(page, name).click()
        look(name)
        page.keyboard.press("Escape")
    ended(kit)
    key(page, "New hall").click()
    page.get_by_label("Boards", exact=True).fill("7")
    look("set-up")
    assert not wrong, "\n".join(f"{screen}: {found}" for screen, found in wrong.items())


def test_every_tool_of_the_desk_keeps_to_the_bounds(kit: Kit, new_page: NewPage) -> None:
    busy(kit)
    page = new_page("/referee#desk")
    found(page, 2, "2 B Sun")
    wrong = {}
    for name in ("Permission", "Route, army", "Claim", "Player"):
        key(page, name).click()
        if name == "Player":
            key(page, "Remove").click()
        page.wait_for_timeout(300)
        if found_there := wrong_with(page):
            wrong[name] = found_there
    page.goto("about:blank")
    judging(kit)
    page.goto(f"http://127.0.0.1:{kit.port}/referee#desk")
    page.locator(".desk-left .call-seat").first.click()
    for name in ("judging", "Reject…"):
        if name != "judging":
            key(page, name).click()
        page.wait_for_timeout(300)
        if found_there := wrong_with(page):
            wrong[name] = found_there
    assert not wrong, "\n".join(f"{screen}: {found}" for screen, found in wrong.items())
