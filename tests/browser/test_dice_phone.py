"""The dice game in German on a phone: what is tapped together is seen together, and no word is covered."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import settled
from tests.browser.conftest import PHONE, PORTRAIT, SMALL, NewPage
from tests.browser.german import GermanKit, german_kit
from tests.browser.test_dice_game import created, joined, played

__all__ = ["german_kit"]

pytestmark = pytest.mark.browser

BOX = "(element) => { const box = element.getBoundingClientRect(); return [box.top, box.bottom]; }"
ACROSS = (
    "(all) => all.map((key) => { const box = key.getBoundingClientRect(); return [box.left, box.right]; })"
)
CUT = """(all) => all.filter((element) => {
  const around = element.closest(".button, .strip").getBoundingClientRect();
  const own = element.getBoundingClientRect();
  return element.scrollWidth > element.clientWidth + 1 || own.right > around.right;
}).map((element) => element.textContent)"""
CLIPPED = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)"
MEET = """(all) => all.filter((badge) => {
  const name = badge.closest(".tile").querySelector(".tile-name");
  const [a, b] = [badge, name].map((each) => each.getBoundingClientRect());
  return a.top < b.bottom && b.left < a.right && a.left < b.right;
}).length"""


def box(page: Page, selector: str) -> tuple[float, float]:
    """Where the first of these begins and ends, from the top of the screen."""
    top, bottom = page.locator(selector).first.evaluate(BOX)
    return top, bottom


def may_build(view: dict[str, Any]) -> bool:
    """Return a later turn with a kept die, a roll left and something to build."""
    kept = any(die.get("kept") for die in view["dice"])
    built = view["offers"]["build"].values()
    return view["number"] > 12 and kept and view["rolls_left"] == 1 and any("refused" not in b for b in built)


def test_a_phone_keeps_the_island_in_sight_of_what_is_tapped(kit: GermanKit, new_page: NewPage) -> None:
    """Island over the tiles, dice in two rows with or without kept ones, and no word is cut."""
    created(kit, 4)
    played(kit, Random(7), may_build)
    seat = joined(kit, new_page, kit.view["turn_of"])
    for page in (new_page("/referee", PHONE), seat):
        page.locator(".tile").last.evaluate("(tile) => tile.scrollIntoView({ block: 'center' })")
        below, island, foot = (box(page, each) for each in (".top", ".island-card", ".turn-foot"))
        assert below[1] <= island[0] + 8
        assert island[1] <= box(page, ".tiles")[0] + 8
        assert box(page, ".tile:last-child")[1] <= foot[0] + 8
        dice = box(page, ".dice .dice-row"), box(page, ".tray .dice-row")
        assert dice[0] == dice[1]
        spans = sorted(page.locator(".bar-title, .bar-buttons > *:visible").evaluate_all(ACROSS))
        assert all(left[1] <= right[0] for left, right in pairwise(spans))
        assert page.locator(".turn-foot b, .legend, .legend span").evaluate_all(CUT) == []


def test_the_bar_of_a_phone_says_its_players_name_once(kit: GermanKit, new_page: NewPage) -> None:
    """In the own turn, where the title begins with the name, the bar tells which turn it is."""
    created(kit, 2)
    played(kit, Random(7), lambda view: view["phase"] != "starts")
    on_turn = kit.view["turn_of"]
    (other,) = {"red", "blue"} - {on_turn}
    title, subtitle = kit.view["title"], kit.view["subtitle"]
    mine, theirs = joined(kit, new_page, on_turn), joined(kit, new_page, other)
    expect(mine.locator("#bar h1")).to_have_text(title.split()[0])
    expect(mine.locator("#bar p")).to_have_text(subtitle.split(" · ")[0])
    expect(theirs.locator("#bar p")).to_have_text(title)
    assert mine.locator("#bar p").evaluate("(line) => line.scrollWidth <= line.clientWidth")


def test_turn_and_target_are_read_whole_beside_the_keys(kit: GermanKit, new_page: NewPage) -> None:
    created(kit, 3)
    played(kit, Random(7), lambda view: view["number"] > 12 and view["dice"])
    page = new_page("/referee")
    page.locator(".undo-key").wait_for()
    for width, height in (PHONE, (360, 740), PORTRAIT):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        assert page.locator(".bar-title :is(h1, p)").evaluate_all(CLIPPED) == []
        assert page.locator(".bar-title p").inner_text() == f"Zug {kit.view['number']} · bis 10 Punkte"
        # The island below sticks under a bar of this height.
        assert box(page, ".top")[1] <= 88


def test_the_winner_stands_above_all_else_on_a_phone(kit: GermanKit, new_page: NewPage) -> None:
    """The title is one line beside three keys, and no key lies on the winner."""
    created(kit, 3)
    page = new_page("/referee", PHONE)
    kit.must("end_match", reason="Zeit")
    expect(page.locator(".winner")).to_be_visible()
    assert box(page, ".winner")[1] <= box(page, ".turn-foot")[0]
    top, bottom = box(page, "h1")
    assert bottom - top < 36
    spans = sorted(page.locator(".on-bar, .plates > .plate").evaluate_all(ACROSS))
    assert all(left[1] <= right[0] for left, right in pairwise(spans))


def test_what_gold_pays_for_covers_no_word(kit: GermanKit, new_page: NewPage) -> None:
    """DX-4: two gold stand for any of the kinds, and the tile still says what it builds."""
    created(kit, dice="real")
    for road in (0, 70):
        kit.must("start_road", road=road)
    kit.must("roll", faces=["gold", "gold", "lumber"])
    page = new_page("/referee")
    page.locator(".badge").first.wait_for()
    for width, height in (PHONE, PORTRAIT, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        assert page.locator(".badge").evaluate_all(MEET) == 0, width


def test_four_games_stand_in_two_rows_of_two(kit: GermanKit, new_page: NewPage) -> None:
    created(kit)
    kit.must("end_match", reason="Zeit")
    page = new_page("/referee")
    page.locator(".plates > .plate").last.click()
    spans = page.locator(".chooser .button:not(.is-practice)").evaluate_all(ACROSS)
    assert len(spans) == 4
    assert len({left for left, _ in spans}) == 2
