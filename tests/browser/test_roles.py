"""Captains' phones, the crew's phone and a second tablet: by a code each, and all at once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenes
from tests.browser.conftest import LANDSCAPE, PHONE, STILL_MS, NewPage
from tests.browser.link import Link
from tests.browser.test_pages import MEASURE, to_break
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

NARROW = (320, 640)
FOUR = [
    {"id": id, "name": name, "players": 4, "start_hoop": hoop}
    for id, name, hoop in (
        ("red", "Foxes", "h1"),
        ("blue", "Herons", "h2"),
        ("green", "Owls", "h3"),
        ("yellow", "Bees", "h4"),
    )
]
RICH = {"wood": 3, "wheat": 3, "brick": 3, "ore": 3}
COUNT_TAPS = (
    "() => { window.taps = 0; addEventListener('click', () => { window.taps += 1; }, { capture: true }); }"
)


def code(kit: Kit, role: str, **more: str) -> str:
    """Make a code as the tablet does, and return what stands behind its address."""
    status, made = kit.ask("POST", "/api/session/code", {"role": role, **more})
    assert status == 200, made
    return str(made["address"]).partition("#")[2]


@pytest.fixture
def four(kit: Kit) -> Kit:
    """Return a break of four teams with enough of everything; the Foxes hold a card."""
    options = {"round_seconds": 3, "grace_seconds": 1, "break_seconds": 300}
    kit.give_up("the next test")
    kit.must("create_match", game="full_contact", teams=FOUR, options=options)
    to_break(kit, **{id: {"resources": RICH} for id in ("red", "blue", "green", "yellow")})
    kit.must("correct", team="red", set={"cards": ["monopoly", "victory_point"]}, reason="for the test")
    return kit


@pytest.fixture
def captain(kit: Kit, new_page: NewPage) -> Callable[..., Page]:
    """Return a function that opens the phone of a team's captain, as the QR code does."""

    def make(team: str, size: tuple[int, int] = PHONE, **more: Any) -> Page:
        page = new_page(f"/captain#{code(kit, 'captain', team=team)}", size, logged_in=False, **more)
        page.locator(".captain-buy").wait_for()
        page.wait_for_timeout(STILL_MS)  # what has just appeared does not act yet
        return page

    return make


def test_a_second_tablet_joins_with_two_taps_and_no_typing(kit: Kit, tablet: Page, new_page: NewPage) -> None:
    tablet.evaluate(COUNT_TAPS)
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Another tablet").click()
    drawn = tablet.locator(".join img")
    expect(drawn).to_be_visible()
    assert tablet.evaluate("window.taps - window.heldTaps") == 2
    address = drawn.get_attribute("src") or ""
    found = re.fullmatch(r"/qr\.svg\?referee=(\d{6})", address)
    assert found, address
    expect(tablet.locator("p.code")).to_have_text(found[1])
    other = new_page(f"/referee#code={found[1]}", LANDSCAPE, logged_in=False)
    expect(other.locator(".breakScreen")).to_be_visible()
    assert "#" not in other.url


def test_a_break_of_four_teams_through_captains_takes_eight_taps(
    four: Kit, captain: Callable[..., Page], new_page: NewPage
) -> None:
    """Four purchases, a trade and a card: two captains and the crew at their phones, and the tablet."""
    tablet = new_page("/referee")
    tablet.locator(".breakScreen").wait_for()
    crew = new_page(f"/crew#{code(four, 'crew')}", PHONE, logged_in=False)
    red, blue = captain("red"), captain("blue", NARROW)
    red.locator(".tile", has_text="Knight").click()
    red.locator(".captain-sheet-buy .choices .button").first.click()
    expect(red.locator(".sent-row")).to_have_text(
        [re.compile("Foxes: knight for 2 ore, 1 w.*waits for the referee")]
    )
    blue.get_by_role("button", name="Settlement 3 wood").click()
    for team, item in (("green", "card"), ("yellow", "knight")):
        proposed_by(four, team, {"type": "buy", "item": item})
    red.get_by_role("button", name="Offer a trade").click()
    red.get_by_role("button", name="One more brick").first.click()
    red.get_by_role("button", name="One more wheat").last.click()
    red.locator(".captain-sheet-trade .main").click()
    rows = tablet.locator(".proposal:not(.is-settled)")
    expect(rows).to_have_count(5)
    waiting = rows.filter(has_text="waits for Herons")
    expect(waiting.get_by_role("button", name="Accept")).to_have_attribute("aria-disabled", "true")
    blue.get_by_role("button", name="Agree").click()
    expect(waiting).to_have_count(0)
    red.get_by_role("button", name="Use a card…").click()
    red.get_by_role("button", name="1 point").click()
    red.locator(".captain-sheet-card .main").click()
    expect(rows).to_have_count(6)
    tablet.wait_for_timeout(STILL_MS)
    tablet.evaluate(COUNT_TAPS)
    taps = 0
    for left in range(5, -1, -1):
        rows.get_by_role("button", name="Accept").first.click()
        expect(rows).to_have_count(left)
        taps += 1
    assert tablet.evaluate("window.taps - window.heldTaps") == taps == 6
    assert [team["knights"] for team in four.view["teams"]] == [2, 1, 1, 2]
    assert four.view["teams"][0]["used_cards"] == ["victory_point"]
    expect(red.locator(".sent-row.is-accepted")).to_have_count(3)
    expect(crew.locator(".crew-row.kind-wheat")).to_be_visible()
    tablet.locator("#start").click()
    tablet.locator(".roundScreen").wait_for()
    assert tablet.evaluate("window.taps - window.heldTaps") == 7
    expect(red.locator(".sent-row")).to_have_count(0)
    expect(red.locator(".tile").first).to_have_attribute("aria-disabled", "true")


def test_fc_12_a_settlement_for_which_no_hoop_is_free_is_sold_after_a_warning(
    four: Kit, captain: Callable[..., Page], new_page: NewPage
) -> None:
    for hoop in four.view["hoops"]:
        if hoop["building"] == "none":
            fix = {"id": hoop["id"], "building": "settlement", "team": "green"}
            four.must("correct", set={"hoop": fix}, reason="for the test")
    red, tablet = captain("red"), new_page("/referee")
    warning = "No hoop is free: the settlement stays in hand until one is"
    red.get_by_role("button", name="Settlement 3 wood").click()
    expect(red.locator(".captain-sheet-buy .is-warning")).to_have_text(warning)
    assert four.view["proposals"] == []
    red.locator(".captain-sheet-buy .choices .button").click()
    expect(tablet.locator(".proposal")).to_contain_text("Foxes: settlement for 3 wood, 2 wheat")
    tablet.wait_for_timeout(STILL_MS)
    tablet.locator(".team-blue").get_by_role("button", name="Settlement").click()
    panel = tablet.locator("#panel, dialog, .panel").filter(has_text=warning).first
    expect(panel).to_be_visible()
    assert four.view["teams"][1]["settlements_in_hand"] == 0
    panel.get_by_role("button", name="3 wood, 2 wheat").click()
    four.wait(lambda view: view["teams"][1]["settlements_in_hand"] == 1)


def proposed_by(kit: Kit, team: str, command: dict[str, Any]) -> None:
    """Propose a command as a captain whose phone is not on this screen."""
    phone = kit.joined("captain", team=team)
    status, body = kit.sent(phone, {"type": "propose", "command": command})
    assert status == 200, body


def test_what_waits_moves_nothing_and_a_second_tap_meets_nothing_else(four: Kit, new_page: NewPage) -> None:
    tablet = new_page("/referee")
    tablet.locator(".breakScreen").wait_for()
    before = tablet.evaluate(PLACES)
    for item in ("knight", "settlement"):
        proposed_by(four, "green", {"type": "buy", "item": item})
    rows = tablet.locator(".team-green .proposal")
    expect(rows).to_have_count(2)
    assert tablet.evaluate(PLACES) == before
    second = rows.nth(1).bounding_box()
    tablet.wait_for_timeout(STILL_MS)
    rows.first.get_by_role("button", name="Refuse").click()
    expect(tablet.locator(".team-green .proposal.is-settled")).to_have_count(1)
    assert rows.nth(1).bounding_box() == second
    expect(tablet.locator(".toast")).to_be_empty()
    assert [one["text"] for one in four.view["proposals"]] == ["Owls: settlement for 3 wood, 2 wheat"]


PLACES = """() => [...document.querySelectorAll(".tile, .foot .button, .bar .button")]
  .map((one) => JSON.stringify(one.getBoundingClientRect()))"""


def test_cards_are_seen_by_who_holds_a_finger_on_them_and_by_no_other_phone(
    four: Kit, captain: Callable[..., Page], new_page: NewPage
) -> None:
    red, blue = captain("red"), captain("blue")
    board = new_page("/", PHONE, logged_in=False)
    cards = red.locator(".hold-cards")
    expect(cards).not_to_contain_text("Monopoly")
    cards.scroll_into_view_if_needed()
    box = cards.bounding_box()
    assert box is not None
    red.mouse.move(box["x"] + 40, box["y"] + 30)
    red.mouse.down()
    expect(cards).to_contain_text("Monopoly")
    red.mouse.up()
    expect(cards).not_to_contain_text("Monopoly")
    assert "Monopoly" not in board.content()
    assert "Monopoly" not in blue.content()
    told = blue.evaluate(
        "async () => [await (await fetch('/api/board')).text(), (await fetch('/api/match')).status]"
    )
    assert "monopoly" not in told[0].replace('"deck"', "")
    assert told[1] == 403
    assert blue.evaluate("async () => (await (await fetch('/api/ask?own')).json()).team") == "blue"


def test_a_captains_phone_is_large_and_says_why_not(four: Kit, captain: Callable[..., Page]) -> None:
    phone = captain("red")
    for size in (PHONE, NARROW):
        phone.set_viewport_size({"width": size[0], "height": size[1]})
        assert phone.evaluate(MEASURE) == {"small": [], "narrow": [], "wide": False}, size
        phone.get_by_role("button", name="Offer a trade").click()
        assert phone.evaluate(MEASURE) == {"small": [], "narrow": [], "wide": False}, size
        phone.get_by_role("button", name="Back").click()
    city = phone.locator(".tile", has_text="City")
    expect(city).to_contain_text("Foxes have no settlement to build up")
    city.click(force=True)
    expect(phone.locator(".toast")).to_contain_text("Foxes have no settlement to build up")
    expect(phone.locator(".toast")).to_contain_text("FC-19")
    assert four.view["proposals"] == []


def test_a_captains_taps_wait_while_the_link_is_cut(
    four: Kit, captain: Callable[..., Page], link: Link
) -> None:
    phone = captain("red", origin=f"http://127.0.0.1:{link.port}", weak_link=True)
    link.cut()
    expect(phone.locator(".away")).to_contain_text("No link to the kit")
    phone.get_by_role("button", name="Settlement 3 wood").click()
    expect(phone.locator(".phone-waits")).to_contain_text("1 tap is waiting")
    link.restore()
    expect(phone.locator(".away")).to_be_empty()
    expect(phone.locator(".sent-row")).to_contain_text("Foxes: settlement for 3 wood, 2 wheat")
    assert len(four.view["proposals"]) == 1


def test_a_referee_ends_a_captains_phones(four: Kit, captain: Callable[..., Page], new_page: NewPage) -> None:
    red, blue = captain("red"), captain("blue")
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Who is logged in").click()
    row = tablet.locator(".logins .row", has_text="Captains of Foxes")
    expect(row).to_contain_text(re.compile(r"\d+ phone"))
    row.get_by_role("button", name="End").click()
    expect(row).to_have_count(0)
    expect(red.locator("#login")).to_be_visible()
    expect(blue.locator(".captain-buy")).to_be_visible()


def test_without_an_event_no_page_shows_anything_of_one(kit: Kit, new_page: NewPage) -> None:
    scenes.ready(kit)
    pages = [new_page(path) for path in ("/", "/screen", "/overlay", "/referee", "/crew")]
    pages.append(new_page(f"/captain#{code(kit, 'captain', team='red')}", PHONE, logged_in=False))
    for page in pages:
        expect(page.locator("#screen > *").first).to_be_visible()
        expect(page.locator("#event, .bar-event, .overlay-event").filter(visible=True)).to_have_count(0)
        expect(page.locator("body")).not_to_contain_text("PRACTICE")
