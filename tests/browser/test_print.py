"""What goes to paper: the slips before a match, and the match on one page."""

import re

import pytest
from playwright.sync_api import Page, expect

from fieldkit.games.loading import packages
from tests.browser.conftest import PHONE, NewPage
from tests.browser.scenes import LONG_NAMES, crowded, new_match
from tests.browser.test_pages import to_break
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

PAPER_PX = (703, 1031)
"""What lies within the margins of A4, in CSS pixels: 186 x 273 mm."""
BOXES = """sheets => sheets.map(sheet => {
  const { width, height, right, bottom } = sheet.getBoundingClientRect();
  const inside = [...sheet.querySelectorAll("*")].map(each => each.getBoundingClientRect());
  const over = Math.max(...inside.map(each => Math.max(each.right - right, each.bottom - bottom)));
  return { width, height, over, class: sheet.className };
})"""
"""The size of each sheet, and how far anything in it reaches over its edge."""


def sheets_of_paper(page: Page) -> int:
    """How many A4 pages a printer would get."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


def test_the_slips_say_prices_cards_map_and_tags(kit: Kit, new_page: NewPage) -> None:
    new_match(kit)
    kit.must("abandon_match", reason="only slips")
    page = new_page("/print")
    slips = page.locator(".slip")
    expect(slips).to_have_count(4)
    red = slips.first
    expect(red).to_contain_text("Red")
    settlement = red.locator("tr", has_text="Settlement").first.inner_text()
    assert re.sub(r"\s+", " ", re.sub(r"\([a-z]+\)", "", settlement)).strip() == "Settlement 3 wood 2 wheat"
    city = red.locator("tr", has_text="City").first
    expect(city.locator(".paper-kind")).to_contain_text(["wood", "wheat", "ore"])
    expect(red.locator("tr", has_text="Knight").first.locator(".paper-cost").last).to_contain_text("or")
    expect(red.locator("tr", has_text="Monopoly")).to_contain_text("hands over all it has of one kind")
    expect(red.locator("tr", has_text="Foresight")).to_contain_text("Nobody tags before the whistle for all.")
    rows = page.locator(".sheet", has=page.get_by_role("heading", name="Tags")).locator("tbody tr")
    expect(rows).to_have_count(48)
    expect(rows.first).to_contain_text("a ball: wood")


def test_every_sheet_is_one_page_of_paper(kit: Kit, new_page: NewPage) -> None:
    """Each as wide as the paper allows, and none of them spills a row onto a page of its own."""
    new_match(kit)
    kit.must("abandon_match", reason="only slips")
    page = new_page("/print")
    choice = page.get_by_role("navigation", name="What to print")
    expect(choice.get_by_role("button", name="Deck")).to_be_visible()
    names = choice.get_by_role("button").all_inner_texts()
    assert len(names) > 8
    page.set_viewport_size({"width": PAPER_PX[0], "height": 800})
    for name in names:
        choice.get_by_role("button", name=name, exact=True).click()
        expect(choice.locator("[aria-pressed=true]")).to_have_text(name)
        count = page.locator(".sheet").count()
        page.emulate_media(media="print")
        for box in page.locator(".sheet").evaluate_all(BOXES):
            assert box["width"] == pytest.approx(PAPER_PX[0], abs=1), (name, box)
            assert box["height"] <= PAPER_PX[1], (name, box)
            assert box["over"] <= 1, (name, box)
        assert sheets_of_paper(page) == count, name
        page.emulate_media(media="screen")
    assert count == 2, "48 tags"


def test_the_rules_on_paper_are_for_everybody_and_of_the_match(kit: Kit, new_page: NewPage) -> None:
    kit.create(target=11, round_seconds=12)
    page = new_page("/print/rules", logged_in=False)
    expect(page.locator(".sheet")).to_have_count(2)
    players, referees = page.locator(".sheet").all()
    expect(players.get_by_role("heading", level=2)).to_have_text("Full-Contact Catan")
    expect(players).to_contain_text("The first team with 11 points wins.")
    expect(players).to_contain_text("One whistle starts the round for all, two end it: 12 s.")
    expect(players).to_contain_text("Only knights tag, with both hands.")
    expect(players.locator(".paper-prices tr")).to_have_count(4)
    expect(referees).to_contain_text("Accept: it had left the hand when the whistle blew")
    expect(referees).to_contain_text("stopwatch at 12 s")
    expect(page.locator(".paper-choice")).to_have_count(0)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert sheets_of_paper(page) == 2


def test_before_a_match_a_tap_says_for_which_game_the_slips_are(kit: Kit, new_page: NewPage) -> None:
    new_match(kit)
    kit.must("abandon_match", reason="only slips")
    page = new_page("/print")
    expect(page.locator(".print-bar [aria-pressed=true]")).to_have_text("Full-Contact Catan")
    others = page.locator(".print-bar [aria-pressed=false]")
    expect(others).to_have_count(len(packages()) - 1)
    for name in others.all_inner_texts():
        page.get_by_role("button", name=name).click()
        expect(page.locator(".print-bar [aria-pressed=true]")).to_have_text(name)
        expect(page.locator(".sheet h2").first).to_have_text(re.compile(f"^{re.escape(name)}"))
        expect(page.locator(".slip")).to_have_count(0)
    kit.create()
    page.reload()
    expect(page.locator(".print-bar [aria-pressed]")).to_have_count(0)
    expect(page.locator(".slip")).to_have_count(3)


def test_the_slips_of_a_match_have_its_own_prices_and_teams(kit: Kit, new_page: NewPage) -> None:
    crowded(kit)
    price = kit.view["prices"]["city"]
    assert "sheep|ore" in price or "ore|sheep" in price
    page = new_page("/print")
    red = page.locator(".slip").first
    expect(red.locator("h2")).to_have_text(LONG_NAMES[0])
    expect(red.locator("tr", has_text="City").first).to_contain_text(re.compile(r"(sheep|wool).*or.*ore"))


def test_the_match_goes_on_on_one_page(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    to_break(
        kit,
        red={"resources": {"wood": 3, "wheat": 2}, "cards": ["robber", "monopoly"]},
        blue={"resources": {"ore": 4}},
    )
    kit.must("buy", team="red", item="settlement")
    kit.must("use_card", team="red", card="robber")
    page = new_page("/print/match")
    sheet = page.locator(".match-sheet")
    expect(sheet.locator("h2")).to_have_text("Break after round 1")
    red = sheet.locator("tbody tr", has_text="Red").first
    points = next(team["vp"] for team in kit.view["teams"] if team["id"] == "red")
    expect(red.locator("td").first).to_have_text(str(points))
    expect(red).to_contain_text("Monopoly")
    expect(sheet).to_contain_text("Blue must discard 2")
    expect(sheet).to_contain_text("Balls for the crew: 3 wood, 2 wheat")
    expect(sheet.locator("tr", has_text="Hoop 2")).to_contain_text("Blue, City")
    expect(sheet.locator("tr", has_text="Hoop 7")).to_contain_text("empty")
    assert sheets_of_paper(page) == 1
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_paper_is_for_the_referee_and_linked_from_the_tablet(kit: Kit, new_page: NewPage) -> None:
    stranger = new_page("/print/match", logged_in=False)
    expect(stranger.locator("#login")).to_be_visible()
    kit.create()
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="More…").click()
    expect(tablet.get_by_role("link", name="Sheets to print")).to_have_attribute("href", "/print")
    expect(tablet.get_by_role("link", name="The match on paper")).to_have_attribute("href", "/print/match")


def test_one_person_with_the_listed_tapes_reaches_everything(kit: Kit, new_page: NewPage) -> None:
    """FC-0, FC-3: both tapes are long enough for the farthest pile."""
    new_match(kit)
    kit.must("abandon_match", reason="only slips")
    page = new_page("/print")
    rows = page.locator(".map-tape td")
    expect(rows.first).to_be_visible()
    farthest = max(float(metres) for metres in rows.all_inner_texts())
    need = page.locator("tr", has_text="Measuring tapes")
    length = int(re.search(r"(\d+) m or longer", need.inner_text())[1])  # type: ignore[index]
    assert farthest <= length <= farthest + 5
    expect(need.locator("td").first).to_have_text("2")
    expect(page.locator("body")).not_to_contain_text("one person holds the tape")
    expect(page.get_by_text("The team chooses who are its knights").first).to_be_visible()
