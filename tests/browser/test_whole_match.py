"""A whole match on one tablet, from set-up to a confirmed result, by nothing but taps and one thrown ball."""

import re

import pytest
from playwright.sync_api import Page, expect

from hardware.fakes.virtual_field import control
from tests.browser.conftest import NewPage, held_until
from tests.browser.test_pages import hoop, team, tile
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

NAMES = {"Red": "Foxes", "Blue": "Herons", "Green": "Otters", "Yellow": "Badgers"}


def set_up(kit: Kit, tablet: Page) -> dict[str, int]:
    """Four teams of four with a paper deck; the number of each team's start hoop."""
    tablet.get_by_role("button", name="New match").click()
    tablet.get_by_role("button", name="4 teams").click()
    for colour, name in NAMES.items():
        tablet.get_by_role("textbox", name=f"Name of the {colour} team").fill(name)
    for row in tablet.locator(".team-row").all():
        row.get_by_role("button", name="4 players").click()
    tablet.get_by_role("button", name="Options").click()
    tablet.get_by_role("button", name="a paper deck").click()
    tablet.get_by_role("button", name="Done").click()
    tablet.get_by_role("button", name="Set up the match").click()
    expect(tablet.locator("#bar h1")).to_have_text("Ready for round 1")
    return {each["team"]: int(each["id"][1:]) for each in kit.view["hoops"] if each["team"]}


def count(tablet: Page, number: int, *kinds: str) -> None:
    """Count balls by hand at a hoop, wherever the field is shown: two taps each."""
    for kind in kinds:
        hoop(tablet, number).click()
        tablet.locator(f".picker .kind-{kind}").click()


def reaches(tablet: Page, id: str, points: int) -> None:
    """Check that the team's card shows this many points."""
    expect(tablet.locator(f".team-card.team-{id} .points")).to_have_text(str(points))


def buy_knight(tablet: Page) -> None:
    """Buy a knight for the foxes, paid with wood."""
    tile(tablet, "red", "Knight").click()
    panel = tablet.locator(".panel-buy")
    if panel.is_visible():
        panel.get_by_role("button", name="2 ore, 1 wood").click()


def test_a_whole_match_by_tapping(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    kit.must("abandon_match", reason="a new one")
    tablet = new_page("/referee")
    homes = set_up(kit, tablet)

    tablet.locator("#start").click()
    expect(tablet.locator("#bar h1")).to_have_text("Round 1")
    count(tablet, homes["red"], "ore")
    expect(tablet.locator(".counted .row")).to_contain_text("Foxes")
    tablet.locator("#stop").click()
    tablet.get_by_role("button", name="Play it again from the start").click()
    tablet.locator("#start").click()
    count(tablet, homes["red"], "ore")
    expect(tablet.locator(".counted .row")).to_have_count(1)
    tablet.locator("#stop").click()
    tablet.get_by_role("button", name="It counts as played").click()
    first_break(kit, tablet, homes)

    tablet.locator("#start").click()
    expect(tablet.locator("#bar h1")).to_have_text("Round 2")
    count(tablet, homes["red"], "ore")
    hoop(tablet, 6).click()
    tablet.locator(".picker-place").get_by_role("button", name="Foxes").click()
    expect(hoop(tablet, 6)).to_have_accessible_name("Hoop 6, settlement of Foxes")
    expect(tablet.locator("body[data-phase=grace]")).to_have_count(1)
    control(kit.data / "hoops", f"h{homes['red']} press 4")
    tablet.locator(".held-ball").get_by_role("button", name="Accept").click()
    expect(tablet.locator("body[data-phase=break]")).to_have_count(1)
    reaches(tablet, "red", 7)
    expect(tablet.locator(".team-card.team-red .kind-ore .number")).to_have_text("2")
    buy_knight(tablet)
    tablet.locator("#confirm", has_text="Confirm: Foxes").click()
    held_until(tablet.locator(".panel .hold"), tablet.locator("body[data-phase=over]"))
    expect(tablet.locator(".over-head h2")).to_have_text("Foxes win the match")
    view = kit.view
    assert view["result"] == {"winners": ["red"], "final": True}
    assert {each["name"]: each["vp"] for each in view["teams"]} == {
        "Foxes": 8,
        "Herons": 3,
        "Otters": 3,
        "Badgers": 3,
    }
    assert team(kit, "red")["resources"] == {"wood": 0, "wheat": 0, "brick": 0, "ore": 0}
    assert team(kit, "blue")["resources"] == {"wood": 1, "wheat": 0, "brick": 0, "ore": 0}


def first_break(kit: Kit, tablet: Page, homes: dict[str, int]) -> None:
    """Count what was missed, trade a ball, buy a settlement, two knights and a card, and use the card."""
    tablet.get_by_role("button", name="Field & place").click()
    count(tablet, homes["red"], *["wood"] * 7, *["wheat"] * 3, *["brick"] * 2, *["ore"] * 2)
    count(tablet, homes["blue"], "ore")
    tablet.get_by_role("button", name="Close").last.click()
    stock = tablet.locator(".team-card.team-red .stock")
    expect(stock).to_have_text(re.compile(r"^7\s*3\s*2\s*3$"))

    tablet.get_by_role("button", name="Trade").click()
    for colour, ball in (("red", "wood"), ("blue", "ore")):
        tablet.locator(f".side.team-{colour}").get_by_role("button", name=f"One more {ball}").click()
    tablet.locator(".panel-actions").get_by_role("button", name="Trade").click()
    expect(stock).to_have_text(re.compile(r"^6\s*3\s*2\s*4$"))

    tile(tablet, "red", "Settlement").click()
    expect(tablet.locator(".team-card.team-red .in-hand")).to_contain_text("1")
    buy_knight(tablet)
    reaches(tablet, "red", 4)
    buy_knight(tablet)
    reaches(tablet, "red", 5)
    tile(tablet, "red", "Card").click()
    tablet.locator(".panel-buy").get_by_role("button", name="2 brick, 1 wheat").click()
    tablet.locator(".panel-buy").get_by_role("button", name="1 point").click()
    tablet.locator(".team-card.team-red .hand").get_by_role("button", name="1 point").click()
    tablet.get_by_role("button", name="Use it").click()
    reaches(tablet, "red", 6)
    expect(stock).to_have_text(re.compile(r"^1\s*0\s*0\s*0$"))
