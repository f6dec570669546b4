"""A panel of the referee's tablet is over with the game or the match that it is about."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.halls import hall
from tests.process.conftest import Kit, until
from tests.support.fake_hub import KEY, FakeHub

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit on which one game follows another; the line about its hub is a second plate of the bar."""
    hub, kit = FakeHub(), Kit(tmp_path_factory.mktemp("panels"))
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(f'[hub]\nurl = "{hub.url}"\nevent = "spring"\nfield = "north"\nkey = "{KEY}"\n')
    try:
        kit.start()
        until(lambda: kit.view.get("event"), 60, "the event")
        yield kit
    finally:
        kit.end()
        hub.stop()


def opened(page: Page, name: str) -> None:
    """Open a panel of the field game over a match that is ready."""
    page.locator(".breakScreen").wait_for()
    page.get_by_role("button", name="More…").click()
    page.locator("#panel").get_by_role("button", name=name).click()
    expect(page.locator("#panel h2")).to_have_text(name)


def test_a_panel_closes_when_another_tablet_begins_another_game(kit: Kit, new_page: NewPage) -> None:
    """What was open is none of the other game's, and its screen can be tapped."""
    kit.create()
    page = new_page("/referee")
    opened(page, "Captains' phones")
    kit.give_up("the hall begins")
    hall(kit)
    expect(page.locator("body[data-game=big_game]")).to_be_visible()
    expect(page.locator("#panel")).to_be_hidden()
    expect(page.locator("#screen")).to_have_js_property("inert", False)


def test_a_panel_closes_when_the_next_match_of_its_own_game_is_made(kit: Kit, new_page: NewPage) -> None:
    """What was typed into it was meant for the teams of the match before."""
    kit.create()
    page = new_page("/referee")
    opened(page, "Names and lengths")
    kit.create()
    expect(page.locator("#panel")).to_be_hidden()
    opened(page, "Names and lengths")


def test_what_is_about_the_kit_stays_open_over_the_next_match(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    page = new_page("/referee", PHONE)
    kit.give_up("the next match")
    page.get_by_role("button", name="Menu (").click()
    kit.create()
    page.locator("body[data-stage=ready]").wait_for()
    expect(page.locator("#panel")).to_be_visible()


def test_another_game_is_chosen_from_the_menu_with_one_tap(kit: Kit, new_page: NewPage) -> None:
    """On a narrow screen the plate lies in a panel, which is over with the tap."""
    kit.create()
    kit.give_up("another game")
    page = new_page("/referee", PHONE)
    page.get_by_role("button", name="Menu (").click()
    page.locator("#panel").get_by_role("button", name="Another game").click()
    expect(page.locator(".chooser")).to_be_visible()
    expect(page.locator("#panel")).to_be_hidden()
