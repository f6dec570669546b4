"""A whole match with everybody around the field: tablet, two captains, the crew, a TV and an overlay."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANDSCAPE, PHONE, STILL_MS, NewPage, held_until
from tests.browser.test_pages import hoop
from tests.browser.test_roles import FOUR, RICH, code
from tests.process.conftest import PIN, Kit

pytestmark = pytest.mark.browser

TV = (1920, 1080)


def shows(pages: list[Page], phase: str) -> None:
    """Wait until every page has come to a phase."""
    for page in pages:
        expect(page.locator(f"body[data-phase={phase}]")).to_have_count(1)


def propose_a_knight(captain: Page) -> None:
    """Ask for a knight paid with wood."""
    captain.locator(".tile", has_text="Knight").click()
    captain.locator(".captain-sheet-buy .choices .button", has_text="wood").first.click()
    expect(captain.locator(".sent-row.is-waiting, .sent-row").first).to_contain_text("waits for the referee")


def test_a_whole_match_with_everybody_around_the_field(kit: Kit, new_page: NewPage) -> None:
    kit.give_up("the next test")
    options = {"round_seconds": 4, "grace_seconds": 1, "break_seconds": 300, "target": 4}
    kit.must("create_match", game="full_contact", teams=FOUR, options=options)
    # As the code on the kit's own console has it.
    tablet = new_page(f"/referee#pin={PIN}", LANDSCAPE, logged_in=False)
    red = new_page(f"/captain#{code(kit, 'captain', team='red')}", PHONE, logged_in=False)
    blue = new_page(f"/captain#{code(kit, 'captain', team='blue')}", PHONE, logged_in=False)
    crew = new_page(f"/crew#{code(kit, 'crew')}", PHONE, logged_in=False)
    tv = new_page("/screen", TV, logged_in=False)
    overlay = new_page("/overlay", TV, logged_in=False)
    title = overlay.locator(".overlay-title")
    everybody = [tablet, red, blue, crew, tv]
    shows(everybody, "ready")

    tablet.locator("#start").click()
    shows(everybody, "round")
    expect(title).to_have_text("Round 1")
    hoop(tablet, 1).click()
    tablet.locator(".picker .kind-wood").click()
    expect(red.locator("body")).to_contain_text("wood")
    # The whistle closes it by itself.
    shows(everybody, "break")
    expect(title).to_have_text("Break after round 1")
    for team in ("red", "blue"):
        kit.must("correct", team=team, set={"resources": RICH}, reason="for the test")

    propose_a_knight(red)
    propose_a_knight(blue)
    rows = tablet.locator(".proposal:not(.is-settled)")
    expect(rows).to_have_count(2)
    tablet.wait_for_timeout(STILL_MS)
    for left in (1, 0):
        rows.get_by_role("button", name="Accept").first.click()
        expect(rows).to_have_count(left)
    for captain in (red, blue):
        expect(captain.locator(".sent-row.is-accepted")).to_have_count(1)
    # Both stand at the target: they share first place, as soon as no team wants anything more.
    assert kit.view["at_target"] == ["red", "blue"]
    for left in (1, 0):
        crew.locator(".crew-done").first.click()
        expect(crew.locator(".crew-done")).to_have_count(left)
    assert kit.view["refill"] == []
    kit.must("break_clock", seconds=0)
    held_until(tablet.locator(".hold"), tablet.locator("body[data-phase=over]"))
    shows(everybody, "over")
    expect(title).to_have_text("The match is over")
    assert kit.view["result"] == {"winners": ["red", "blue"], "final": True}
    both = re.compile("Foxes.*Herons", re.DOTALL | re.IGNORECASE)
    for page in (tablet, tv):
        expect(page.locator("body")).to_contain_text(both)
    expect(tv.locator(".tv-winners")).to_contain_text(both)
