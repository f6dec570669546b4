"""The tablet between and in rounds: what it says before it acts, what stays in its place, what fits."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.audit import measured
from tests.browser.conftest import PHONE, PORTRAIT, SIZES, SMALL, STILL_MS, NewPage, held_until
from tests.browser.scenes import LONG_NAMES, at_target, crowded, grace, in_break, new_match
from tests.browser.test_pages import team, tile, to_break
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

WHOLE = """() => [...document.querySelectorAll(".team-head b, .price, .foot .start > *")]
  .filter((words) => {
    const frame = words.closest(".team-head, .tile, .start").getBoundingClientRect();
    const { left, right } = words.getBoundingClientRect();
    const isShort = words.matches("small") && innerWidth > 520 && words.scrollHeight > words.clientHeight + 2;
    const isNarrow = words.scrollWidth > words.clientWidth + 1;
    return isShort || isNarrow || left < frame.left - 1 || right > frame.right + 1;
  }).map((words) => words.textContent)"""
"""The words of the cards and of START that stick out or are cut; a phone may end START's."""


STICKING_OUT = """() => [...document.querySelectorAll(".team-card :is(.stock li, .tile > *) > *")]
  .filter((each) => {
    const frame = each.closest(".stock, .tile").getBoundingClientRect();
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const isTall = top < frame.top - 1 || bottom > frame.bottom + 1;
    return isTall || left < frame.left - 1 || right > frame.right + 1;
  }).map((each) => each.closest(".tile, li").textContent)"""
"""The balls that lie outside the row of them, and the words outside their tile."""
BROKEN = """() => {
  const text = document.querySelector("#confirm b").firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
  }).map(([word]) => word);
}"""
"""The words of the result to confirm that go over two lines."""
OUTSIDE = """() => [...document.querySelectorAll(".plate, .foot .button, .hand:is(.of-1, .of-2) .button")]
  .filter((each) => {
    const place = each.parentElement.getBoundingClientRect();
    const { left, right } = each.getBoundingClientRect();
    const isCut = each.matches(".plate") && each.scrollWidth > each.clientWidth + 1;
    return isCut || left < place.left - 1 || right > place.right + 1;
  }).map((each) => each.textContent)"""
"""What one would have to scroll sideways for, and would not."""


def bottom(target: Locator) -> float:
    """Where it ends, in px from the top."""
    box = target.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def top(target: Locator) -> float:
    """Where it begins, in px from the top."""
    box = target.bounding_box()
    assert box is not None
    return box["y"]


def test_long_names_and_five_kinds_fit_on_every_screen(kit: Kit, new_page: NewPage) -> None:
    """FC-1, FC-2: names of 24 letters, ten balls of each of five kinds, announcements and cards."""
    crowded(kit)
    kit.must("use_card", team="red", card="foresight")
    kit.must("correct", team="blue", set={"cards": ["military_supremacy"]}, reason="a scene")
    kit.must("use_card", team="blue", card="military_supremacy")
    page = new_page("/referee")
    expect(page.locator("#start small")).to_contain_text(LONG_NAMES[0])
    for width, height in SIZES:
        assert measured(page, width, height) == {}, (width, height)
        assert page.evaluate(WHOLE) == [], (width, height)
    foot = page.locator(".foot")
    for size in (PORTRAIT, SMALL):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for card in page.locator(".team-card").all():
            assert bottom(card.locator(".tile").last) <= top(foot)
            assert bottom(card.locator(".hand")) <= top(foot)


def test_what_a_team_owns_can_be_read_on_every_tablet(kit: Kit, new_page: NewPage) -> None:
    """Twelve balls of each kind lie inside their team's card, and each purchase's words on its tile."""
    in_break(kit)
    for id in ("red", "blue", "green", "yellow"):
        stock = dict.fromkeys(("wood", "wheat", "brick", "ore"), 3)
        kit.must("correct", set={"balls": dict.fromkeys(stock, 48)}, reason="a scene")
        kit.must("correct", team=id, set={"resources": dict.fromkeys(stock, 12)}, reason="a scene")
    page = new_page("/referee")
    expect(page.locator(".stock .number").last).to_have_text("12")
    for size in (*SIZES, (1024, 768), (1133, 744), (800, 1280)):
        assert measured(page, *size) == {}, size
        assert page.evaluate(STICKING_OUT) == [], size


def test_neither_plates_nor_cards_nor_the_winner_are_cut(kit: Kit, new_page: NewPage) -> None:
    """The winners' names keep their words whole, and START's place its height."""
    at_target(kit)
    page = new_page("/referee")
    expect(page.locator("#confirm")).to_be_visible()
    for name in ("Foxes", LONG_NAMES[1]):
        kit.must("correct", team="red", set={"name": name, "bonus_vp": 3}, reason="a scene")
        expect(page.locator("#confirm b")).to_contain_text(name)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            assert page.evaluate(BROKEN) == [], (width, height)
            assert page.evaluate(OUTSIDE) == [], (width, height)
    page.set_viewport_size({"width": PORTRAIT[0], "height": PORTRAIT[1]})
    assert bottom(page.locator(".tile").last) <= top(page.locator(".foot"))
    new_match(kit)
    expect(page.locator(".ready-strip")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert page.evaluate(OUTSIDE) == [], (width, height)


def test_a_phone_jumps_to_a_team(kit: Kit, new_page: NewPage) -> None:
    in_break(kit)
    page = new_page("/referee", PHONE)
    strip = page.locator(".team-strip .button")
    expect(strip).to_have_text(["5", "5", "5", "5"])
    expect(page.locator(".team-card.team-yellow")).not_to_be_in_viewport(ratio=0.5)
    strip.nth(3).click()
    expect(page.locator(".team-card.team-yellow")).to_be_in_viewport(ratio=0.5)


def test_start_names_the_late_balls_and_asks_before_it_refuses_them(kit: Kit, new_page: NewPage) -> None:
    """FC-11: no start refuses a ball that nobody has spoken of."""
    grace(kit, 5)
    kit.phase("break")
    kit.must("break_clock", hold=True)
    page = new_page("/referee", PORTRAIT)
    start, panel = page.locator("#start"), page.locator(".panel-late")
    expect(start).to_contain_text("refuses 2 late balls")
    start.click()
    expect(panel.locator(".held-ball")).to_have_count(2)
    assert kit.view["phase"] == "break"
    panel.get_by_role("button", name="Accept").first.click()
    expect(panel.get_by_role("button", name="Accept")).to_have_count(1)
    panel.get_by_role("button", name="Refuse", exact=True).click()
    expect(page.locator("#toast")).to_contain_text("Lay the ball just outside the hoop")
    expect(panel).to_have_count(0)
    # With the panel goes its title, over which the sentence lay.
    assert bottom(page.locator("#toast p")) <= top(page.locator(".team-card").first) + 1
    expect(start).to_have_text(re.compile(r"^START ROUND \d$"))

    grace(kit, 5)
    kit.phase("break")
    expect(start).to_contain_text("refuses 2 late balls")
    start.click()
    panel.get_by_role("button", name="Start, refuse them").click()
    kit.phase("round")
    assert kit.view["pending"] == []


def test_what_counts_in_the_next_round_stands_on_cards_start_and_bar(kit: Kit, new_page: NewPage) -> None:
    """FC-20, FC-29, FC-30: who starts first, who alone are knights, and how many knights each team has."""
    in_break(kit)
    kit.must("correct", team="blue", set={"cards": ["military_supremacy"]}, reason="a scene")
    kit.must("use_card", team="red", card="foresight")
    page = new_page("/referee")
    expect(page.locator(".team-card.team-red .announced")).to_have_text("starts first")
    places = [each.bounding_box() for each in page.locator(".tile, .foot .button").all()]
    kit.must("use_card", team="blue", card="military_supremacy")
    expect(page.locator(".team-card.team-blue .announced")).to_have_text("all knights")
    expect(page.locator("#start")).to_contain_text("Foxes first · only Herons are knights")
    assert [each.bounding_box() for each in page.locator(".tile, .foot .button").all()] == places
    red = team(kit, "red")
    expect(tile(page, "red", "Knight").locator(".tile-count")).to_have_text(re.compile(f"{red['knights']}$"))
    expect(tile(page, "red", "City").locator(".tile-count")).to_have_text(
        re.compile(f"{red['buildings']['cities']}$")
    )
    expect(tile(page, "red", "Card").locator(".tile-count")).to_have_text(f"{kit.view['deck_left']} left")
    expect(page.locator("#bar p")).to_contain_text("First to 8")
    expect(page.locator("#bar p")).to_contain_text("min")
    kit.must("start_round")
    expect(page.locator("#bar h1")).to_have_text("Round 4: Foxes alone")
    expect(page.locator("#bar .head-mark")).to_have_count(2)
    expect(page.locator(".bar-knights.is-out")).to_have_count(3)
    expect(page.locator(".bar-points .team-blue .bar-knights")).to_have_text("4")


def test_a_break_that_is_over_says_since_when(kit: Kit, new_page: NewPage) -> None:
    """FC-17: the last seconds turn the clock's plate; then TIME, counting up, until the referee starts."""
    kit.create(break_seconds=300)
    to_break(kit)
    page = new_page("/referee")
    expect(page.locator("#bar .bar-clock")).not_to_have_class(re.compile("is-last"))
    kit.must("break_clock", seconds=2)
    expect(page.locator("#bar .bar-clock.is-last")).to_be_visible()
    expect(page.locator("#bar .is-over b")).to_have_text("TIME")
    since = page.locator("#bar [data-since]")
    expect(since).to_have_text(re.compile(r"^\+0:0[1-9]$"))
    expect(page.locator("#start.is-wanted")).to_be_visible()
    refused = page.get_by_role("button", name="Hold", exact=True)
    expect(refused).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="+30 s").click()
    expect(page.locator("#bar [data-clock]").first).to_have_text(re.compile(r"^0:[23]\d$"))
    expect(page.locator("#start.is-wanted")).to_have_count(0)


def test_undo_offers_what_can_be_undone_and_a_row_its_own(kit: Kit, new_page: NewPage) -> None:
    """FC-33: no entry of the clock takes the place of a purchase; in a round two taps take a ball back."""
    new_match(kit, round_seconds=60, break_seconds=300)
    to_break(kit, red={"resources": {"ore": 2, "wood": 1}})
    page, other = new_page("/referee"), new_page("/referee")
    tile(page, "red", "Knight").click()
    last = page.locator(".last-text")
    expect(last).to_contain_text("knight")
    page.get_by_role("button", name="Hold", exact=True).click()
    expect(page.locator("#bar p")).to_contain_text("held")
    expect(last).to_contain_text("knight")
    other.locator(".last").get_by_role("button", name="Undo").click()
    expect(other.get_by_role("button", name="Undo it")).to_be_visible()
    page.locator(".last").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo it").click()
    expect(page.locator(".panel-undo")).to_have_count(0)
    expect(other.locator(".panel-undo")).to_have_count(0)
    expect(other.locator("#toast")).to_have_text("Already undone on another tablet.")

    kit.must("start_round")
    kit.must("deposit", hoop="h1", kind="ore")
    kit.must("deposit", hoop="h2", kind="wood")
    expect(page.locator(".counted h2")).to_contain_text("2 counted")
    rows = page.locator(".counted button.row")
    expect(rows.first).to_contain_text("Herons")
    page.wait_for_timeout(STILL_MS)
    rows.nth(1).click()
    page.get_by_role("button", name="Undo it").click()
    expect(rows).to_have_count(1)
    assert [each["kind"] for each in kit.view["counted"]] == ["wood"]

    page.get_by_role("button", name="More…").click()
    page.locator("#panel").get_by_role("button", name="Last actions").click()
    set_up = page.locator(".panel-body .row").last
    expect(set_up).to_contain_text("set up")
    set_up.get_by_role("button", name="Undo").click(force=True)
    expect(page.locator("#toast")).to_contain_text("Change the set-up, before the first round")


def test_the_result_shows_how_points_come_about_and_asks_before_it_is_final(
    kit: Kit, new_page: NewPage
) -> None:
    """FC-31, FC-32: each source of points; while the break runs, the question."""
    at_target(kit)
    page = new_page("/referee")
    confirm = page.locator("#confirm")
    expect(confirm).to_contain_text("Confirm: Badgers")
    expect(page.locator("#start")).to_have_count(0)
    expect(page.locator(".team-card.is-there")).to_have_count(1)
    confirm.click()
    panel = page.locator(".panel-confirm")
    for each in kit.view["teams"]:
        parts = panel.locator(f".team-{each['id']} .made .number").all_inner_texts()
        assert sum(int(part.lstrip("+ ")) for part in parts) == each["vp"]
    expect(panel).to_contain_text("No team wants anything more.")
    assert kit.view["phase"] == "break"
    page.keyboard.press("Escape")
    held_until(confirm, panel)
    held_until(panel.locator(".hold"), page.locator("body[data-phase=over]"))
    expect(page.locator(".over-head h2")).to_have_text("Badgers win the match")
    expect(page.locator(".ranking .stock")).to_have_count(0)
    assert kit.view["result"] == {"winners": ["yellow"], "final": True}


def test_a_drawn_card_lies_face_down_until_a_finger_rests_on_it(kit: Kit, new_page: NewPage) -> None:
    new_match(kit, deck="kit", break_seconds=300)
    to_break(kit, red={"resources": {"brick": 2, "wood": 1}})
    page = new_page("/referee")
    tile(page, "red", "Card").click()
    expect(page.locator("#toast")).to_have_text("Foxes drew a card: hold it to look.")
    kit.must("correct", team="red", set={"cards": ["foresight"]}, reason="one that can be used")
    hand = page.locator(".team-card.team-red .hand")
    expect(hand.get_by_role("button", name="Foresight")).to_be_enabled()
    face = hand.locator(".card-face")
    expect(face).to_be_hidden()
    page.wait_for_timeout(STILL_MS)
    hand.locator("button").hover()
    page.mouse.down()
    expect(face).to_be_visible()
    page.mouse.up()
    expect(face).to_be_hidden()
    expect(page.locator("#panel")).to_be_hidden()
    hand.locator("button").click()
    expect(page.locator(".panel-card")).to_be_visible()


def test_a_settlement_in_hand_is_called_so_and_a_large_upright_tablet_has_large_words(
    kit: Kit, new_page: NewPage
) -> None:
    new_match(kit)
    to_break(kit, red={"settlements_in_hand": 1})
    page = new_page("/referee", (800, 1280))
    expect(page.locator(".team-card.team-red .in-hand")).to_contain_text("in hand")
    sizes = page.locator(".tile b, .price").evaluate_all(
        "(all) => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 22
    expect(new_page("/", PHONE).locator(".in-hand-words").first).to_have_text("1 settlement in hand")
    code = kit.ask("POST", "/api/session/code", {"role": "captain", "team": "red"})[1]["code"]
    phone = new_page(f"/captain#code={code}", PHONE, logged_in=False)
    expect(phone.locator(".captain-hand .in-hand")).to_have_text("1 settlement in hand")


def test_the_parts_of_the_kits_page_are_one_line_on_a_phone(kit: Kit, new_page: NewPage) -> None:
    new_match(kit)
    page = new_page("/kit#settings", PHONE)
    here = page.locator(".part[aria-current]")
    expect(here).to_be_in_viewport(ratio=0.99)
    assert bottom(page.locator(".top")) <= 160
    page.goto(page.url.replace("settings", "field"))
    metre = page.locator(".laid-metre").first
    assert metre.evaluate("(each) => each.getBoundingClientRect().height") >= 14


def test_a_sentence_goes_with_its_phase_and_lies_over_nothing_wanted(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60)
    page = new_page("/referee", PORTRAIT)
    told = page.locator("#toast p")
    tile(page, "red", "Settlement").click(force=True)
    expect(told).to_have_text("Teams buy and trade in the break after a round.")
    assert bottom(told) <= top(page.locator(".team-card").first) + 1
    kit.must("start_round")
    expect(page.locator("#stop")).to_be_enabled()
    expect(told).to_have_count(0)
