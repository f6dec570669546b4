"""What was played, on the web: from a result home, the list of matches, a report, the season."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, PHONE, SMALL, NewPage
from tests.browser.scenes import over
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit with few matches: all of them are read for a page."""
    yield from Kit(tmp_path_factory.mktemp("records")).running()


def sound(page: Page, *sizes: tuple[int, int]) -> None:
    """Nothing of a page is too small, too pale, cut or unreadable."""
    for width, height in sizes:
        assert measured(page, width, height) == {}, (page.url, width)
    assert violations(page) == []


def test_a_result_is_taken_home(kit: Kit, new_page: NewPage) -> None:
    over(kit)
    match = kit.view["match"]
    tablet = new_page("/referee")
    home = tablet.get_by_role("complementary", name="Take it home")
    expect(home.get_by_role("link", name="The report")).to_have_attribute("href", f"/matches/{match}")
    code = home.get_by_role("img")
    expect(code).to_have_attribute("src", f"/qr.svg?match={match}")
    assert code.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
    sound(tablet, LANDSCAPE, SMALL, PHONE)
    tablet.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    assert code.evaluate("img => img.getBoundingClientRect().bottom") <= tablet.locator(".foot").evaluate(
        "foot => foot.getBoundingClientRect().top"
    ), "the code is not under the keys"


def test_matches_their_reports_and_the_season_are_for_everybody(kit: Kit, new_page: NewPage) -> None:
    over(kit)
    match = kit.view["match"]
    page = new_page("/matches", logged_in=False)
    newest = page.locator(".played").first
    expect(newest).to_have_attribute("id", match)
    expect(newest.get_by_role("heading")).to_contain_text(re.compile("win|share|No result"))
    # A page that was not whole yet looks again by itself.
    expect(page.locator("script[data-after]")).to_have_count(0)
    sound(page, LANDSCAPE, PHONE)
    newest.get_by_role("link", name="Report").click()
    expect(page).to_have_url(re.compile(f"/matches/{match}$"))
    expect(page.locator("h1")).to_contain_text(re.compile(r" \d+ : "))
    assert (
        page.evaluate("document.fonts.load('700 20px \"Barlow Condensed\"').then(found => found.length)") == 1
    )
    page.get_by_role("link", name="Season").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Season")
    expect(page.locator("script[data-after]")).to_have_count(0)
    sound(page, LANDSCAPE, PHONE)


def test_the_longest_names_are_as_wide_as_a_phone(kit: Kit, new_page: NewPage) -> None:
    over(kit)
    kit.create()
    for team in ("red", "blue", "green"):
        name = team[0].upper() * 23 + "W"
        kit.must("correct", team=team, set={"name": name}, reason="for the test")
    kit.must("end_match", reason="for the test")
    address = f"/matches/{kit.view['match']}"
    for path, shown in (
        ("/", ".board-result"),
        ("/matches", ".played"),
        (address, ".result"),
        ("/season", "table"),
    ):
        page = new_page(path, PHONE, logged_in=False)
        box = page.locator(shown).first
        expect(box).to_contain_text("RRRW")
        # Not by the page itself: a report lets no script run.
        until(lambda page=page: page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], 30, path)
        assert box.evaluate("box => box.scrollHeight < 3 * innerWidth"), path


def test_the_first_page_of_a_printed_report_is_used_well(kit: Kit, new_page: NewPage) -> None:
    over(kit)
    page = new_page(f"/matches/{kit.view['match']}", logged_in=False)
    page.set_viewport_size({"width": 703, "height": 1031})
    page.emulate_media(media="print")
    bottoms = page.locator(".chart").evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)")
    assert 600 < bottoms[-1] <= 1031, "both charts, and nothing but them"
    assert page.locator(".ways").is_hidden()
