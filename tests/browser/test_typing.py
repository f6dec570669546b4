"""Fields take a keyboard's letters, and Tab goes on from each: laptops, keyboard cases, switches."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.scenes import stopped
from tests.browser.test_pages import to_break
from tests.browser.test_roles import code
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

FIELDS = "input:not([type=file], [type=checkbox], [type=radio]), textarea"
NO_PANELS = ("Dark screen for the evening", "Full screen", "Log out")


def typed_through(page: Page, within: str = "body") -> int:
    """Type into each field and tab on from it; how many there are."""
    fields = page.locator(within).locator(FIELDS).filter(visible=True)
    for field in fields.all():
        field.focus()
        page.keyboard.press("ControlOrMeta+A")
        page.keyboard.type("12")
        expect(field).to_have_value("12")
        page.keyboard.press("Tab")
        expect(field).not_to_be_focused()
    return fields.count()


def test_every_panel_of_the_menu_can_be_typed_in(kit: Kit, tablet: Page) -> None:
    """Names, notes, players and reasons; the kit then takes what was typed."""
    panel = tablet.locator("#panel")
    tablet.get_by_role("button", name="More…").click()
    found = {}
    for name in panel.locator("button.menu-entry").all_inner_texts():
        if name in NO_PANELS:
            continue
        panel.get_by_role("button", name=name, exact=True).click()
        found[name] = typed_through(tablet, "#panel")
        panel.get_by_role("button", name="Back", exact=True).click()
    assert {name: count for name, count in found.items() if count} == {
        "Note a foul": 2,
        "Player injured or substituted": 1,
        "Correct something": 1,
        "Names and lengths": 3,
        "End the match": 1,
    }
    panel.get_by_role("button", name="Names and lengths").click()
    panel.get_by_label("Name of the Red team").focus()
    tablet.keyboard.press("ControlOrMeta+A")
    tablet.keyboard.type("Füchse")
    tablet.keyboard.press("Enter")
    kit.wait(lambda view: view["teams"][0]["name"] == "Füchse")


def test_what_a_stopped_round_asks_can_be_typed_in(kit: Kit, new_page: NewPage) -> None:
    stopped(kit)
    page = new_page("/referee")
    page.get_by_role("button", name="Other seconds").click()
    assert typed_through(page, "#panel") == 2


SET_UPS = {"Full-Contact Catan": 4, "Dice Game Extra": 2, "Big Game, Big Honor": 4, "Catan Big Game": 2}
"""How many fields each has."""


def test_every_set_up_can_be_typed_in(kit: Kit, new_page: NewPage) -> None:
    kit.give_up("the next test")
    page = new_page("/referee")
    for game, count in SET_UPS.items():
        page.get_by_role("button", name="Another game").click()
        page.locator(".chooser .button", has_text=game).click()
        expect(page.locator(FIELDS)).to_have_count(count)
        assert typed_through(page) == count
        page.reload()


def test_the_settings_can_be_typed_in(new_page: NewPage) -> None:
    page = new_page("/kit#settings")
    page.get_by_label("Name").wait_for()
    assert typed_through(page) == 6


def test_tab_goes_on_from_the_cards_that_a_captain_holds(kit: Kit, tablet: Page, new_page: NewPage) -> None:
    to_break(kit, red={"cards": ["monopoly"]})
    page = new_page(f"/captain#{code(kit, 'captain', team='red')}", PHONE, logged_in=False)
    cards = page.locator(".hold-cards")
    cards.focus()
    page.keyboard.press("Tab")
    expect(cards).not_to_be_focused()
