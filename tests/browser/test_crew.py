"""The crew's page on a phone: balls to put back, hoops that need a look."""

import re

import pytest
from playwright.sync_api import Page, expect

from hardware.fakes.virtual_field import control
from tests.browser.audit import measured
from tests.browser.conftest import PHONE, PORTRAIT, NewPage
from tests.browser.test_pages import MEASURE, to_break
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser


def put_back_something(kit: Kit) -> None:
    """Bring a match to a break in which 3 wood, 2 wheat and 2 ore have gone back to the field."""
    to_break(kit, red={"resources": {"wood": 4, "wheat": 2, "ore": 2}})
    kit.must("buy", team="red", item="settlement")
    kit.must("buy", team="red", item="knight", pay={"ore": 2, "wood": 1})


@pytest.fixture
def crew(kit: Kit, new_page: NewPage) -> Page:
    """Return the crew's phone in a break with balls to put back."""
    kit.create(round_seconds=3, grace_seconds=1, break_seconds=300)
    put_back_something(kit)
    page = new_page("/crew", PHONE)
    page.locator(".crew-row").first.wait_for()
    return page


def test_the_crew_comes_in_by_its_own_code_and_no_further(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="The crew's phones").click()
    expect(tablet.get_by_role("link", name="Open the crew's page here")).to_have_attribute("href", "/crew")
    code = tablet.locator("p.code")
    expect(code).to_have_text(re.compile(r"^[a-z2-9]{4} [a-z2-9]{4}$"))
    phone = new_page("/crew", PHONE, logged_in=False)
    expect(phone.locator(".crew")).to_have_count(0)
    said = code.inner_text()
    expect(phone.locator("#keypad button")).to_have_text(["OK"])
    expect(phone.locator("#pin")).to_be_focused()
    expect(phone.locator("#pin")).to_have_attribute("type", "text")
    phone.keyboard.type(said[:4])
    assert measured(phone, *PHONE) == {}
    phone.keyboard.type(said[4:])
    expect(phone.locator("#bar h1")).to_have_text("The crew's page")
    expect(phone.locator(".crew")).to_contain_text("No ball has to go back.")
    status = phone.evaluate("async () => (await fetch('/api/match')).status")
    assert status == 403
    phone.goto(phone.url.replace("/crew", "/referee"))
    expect(phone.locator("#login")).to_be_visible()


def test_what_cannot_be_done_is_still_read(kit: Kit, crew: Page) -> None:
    """Ink on the card, never white on white, whichever button it is."""
    done = crew.locator(".crew-done").first
    dark = "(one) => { one.setAttribute('aria-disabled', 'true'); return getComputedStyle(one).color; }"
    ink = crew.evaluate("getComputedStyle(document.body).color")
    assert done.evaluate("(one) => getComputedStyle(one).color") == "rgb(255, 255, 255)"
    assert done.evaluate(dark) == ink


def test_what_goes_back_is_ticked_off_kind_by_kind(kit: Kit, crew: Page) -> None:
    wood = crew.locator(".crew-row.kind-wood")
    expect(wood.locator(".crew-count")).to_have_text("4 wood")
    expect(wood.locator(".piles li")).to_have_text([f"wood, row {row} up to 4" for row in (3, 2, 1)])
    wood.get_by_role("button", name="Done").click()
    expect(wood).to_have_count(0)
    assert {row["kind"]: row["count"] for row in kit.view["refill"]} == {"wheat": 2, "ore": 2}
    crew.locator(".crew-row.kind-ore").get_by_role("button", name="Done").click()
    crew.locator(".crew-row.kind-wheat").get_by_role("button", name="Done").click()
    expect(crew.locator(".crew")).to_contain_text("No ball has to go back.")
    assert kit.view["refill"] == []


def test_what_year_of_plenty_takes_is_fetched_from_the_lowest_piles_first(kit: Kit, crew: Page) -> None:
    """FC-25: until the next round starts."""
    kit.must("correct", team="blue", set={"cards": ["year_of_plenty"]}, reason="set up")
    kinds = {"wood": 3, "brick": 1}
    kit.must("use_card", team="blue", card="year_of_plenty", kinds=kinds)
    fetched = crew.locator(".card", has=crew.get_by_role("heading", name="Fetch for Year of Plenty"))
    expect(fetched.locator(".crew-count")).to_have_text(["3 wood", "1 brick"])
    lowest_first = [f"wood, row {row}" for row in (1, 2, 3)]
    expect(fetched.locator(".kind-wood .piles li")).to_have_text(lowest_first)
    kit.must("start_round")
    expect(fetched).to_have_count(0)


def test_what_one_phone_ticks_off_is_gone_on_the_other(kit: Kit, crew: Page, new_page: NewPage) -> None:
    other = new_page("/crew", PHONE)
    ore = other.locator(".crew-row.kind-ore")
    expect(ore).to_be_visible()
    crew.locator(".crew-row.kind-ore").get_by_role("button", name="Done").click()
    expect(ore).to_have_count(0)
    assert {row["kind"] for row in kit.view["refill"]} == {"wood", "wheat"}


def test_a_silent_hoop_and_a_low_battery_come_with_their_cure(kit: Kit, crew: Page) -> None:
    hoops = kit.data / "hoops"
    expect(crew.locator(".crew")).to_contain_text("All hoops work.")
    control(hoops, "h7 unplug")
    control(hoops, "h8 battery 3300")
    try:
        expect(crew.locator(".is-warning", has_text="Hoop 7 is silent.")).to_be_visible(timeout=15_000)
        low = crew.locator(".is-warning", has_text="Hoop 8: its battery is low (3.3 V).")
        expect(low).to_contain_text("Change its battery", timeout=15_000)
    finally:
        control(hoops, "h7 replug")
        control(hoops, "h8 battery 4100")
    expect(crew.locator(".crew")).to_contain_text("All hoops work.", timeout=15_000)


def test_everything_is_large_and_fits(crew: Page) -> None:
    for width, height in (PHONE, (360, 640), PORTRAIT, (1280, 800)):
        crew.set_viewport_size({"width": width, "height": height})
        assert crew.evaluate(MEASURE) == {"small": [], "narrow": [], "wide": False}, width
    for button in crew.locator(".crew-done").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 88
