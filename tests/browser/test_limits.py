"""A field that takes no more letters says so where they are typed."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.audit import settled, violations
from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

LONGEST = "Sturmfalken Niederrheine"
"""As long as the name of a team may be."""


def says(page: Page, field: Locator, text: str) -> None:
    """Check that the field says that it is full: at its upper edge, and whole on the screen."""
    told = page.locator(".limit")
    expect(told).to_have_text(text)
    expect(told).to_be_in_viewport(ratio=1)
    here, there = told.bounding_box(), field.bounding_box()
    assert here
    assert there
    assert abs(here["x"] + here["width"] - there["x"] - there["width"]) < 2
    assert 0 < here["y"] + here["height"] - there["y"] < 12


@pytest.mark.parametrize(
    ("game", "label"),
    [
        ("Full-Contact Catan", "Name of the Red team"),
        ("Dice Game Extra", "Name of player 1"),
        ("Big Game, Big Honor", "Name of Red"),
    ],
)
def test_a_set_up_says_that_a_name_is_too_long(kit: Kit, new_page: NewPage, game: str, label: str) -> None:
    """More is not cut there: it counts what is too much, until it is taken away."""
    kit.give_up("a set-up")
    page = new_page("/referee")
    if kit.view["stage"] == "over":
        page.locator(".plates > .plate").last.click()
        page.locator(".chooser, #panel .all-plates").wait_for()
        if page.locator("#panel").is_visible():
            page.locator("#panel").get_by_role("button", name="Another game").click()
    page.locator(".chooser").get_by_role("button", name=game).click()
    field = page.get_by_label(label, exact=True)
    field.fill("")
    field.press_sequentially(LONGEST[:-1])
    expect(page.locator(".limit")).to_be_hidden()
    field.press_sequentially(LONGEST[-1])
    says(page, field, "24 of 24 letters")
    field.press_sequentially("n")
    for width, height in (LANDSCAPE, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        says(page, field, "25 of 24 letters")
    assert violations(page) == []
    field.blur()
    expect(page.locator(".limit")).to_be_hidden()


def test_a_name_that_is_changed_says_that_its_field_is_full(tablet: Page) -> None:
    tablet.get_by_role("button", name="More…").click()
    tablet.locator("#panel").get_by_role("button", name="Names and lengths").click()
    field = tablet.locator("#panel .team-red .input")
    field.fill("")
    field.press_sequentially(f"{LONGEST}n")
    expect(field).to_have_value(LONGEST)
    says(tablet, field, "24 of 24 letters")
    tablet.keyboard.press("Escape")
    expect(tablet.locator(".limit")).to_be_hidden()
