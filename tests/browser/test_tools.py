"""The referee's other tools, the alarms where the eye is, and a page that keeps still under a finger."""

from __future__ import annotations

import re
import signal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hardware.fakes import control
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL, NewPage
from tests.browser.test_pages import hoop, team, to_break
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

SLIP_MS = 350
"""Longer than two taps at one place count as a slip of the finger."""
LARGE, NARROW = (1366, 1024), (360, 740)
SIZES = [LANDSCAPE, SMALL, PORTRAIT, PHONE, LARGE]


def sized(page: Page, size: tuple[int, int]) -> None:
    """Give the tablet another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def open_tool(page: Page, name: str) -> None:
    """Open something that lies under More."""
    page.get_by_role("button", name="More…").click()
    page.locator(".panel").get_by_role("button", name=name).click()


def within(page: Page, selector: str, size: tuple[int, int]) -> None:
    """An element lies wholly on the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0], (selector, size, box)
    assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1], (selector, size, box)


# Tools


def test_a_hurt_player_is_on_the_record_and_no_longer_counted(kit: Kit, tablet: Page) -> None:
    open_tool(tablet, "A player hurt or changed")
    tablet.locator(".panel").get_by_role("button", name="Blue").click()
    tablet.get_by_role("button", name="Hurt, out").click()
    tablet.get_by_role("textbox", name="Player").fill("3")
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".panel-player")).to_have_count(0)
    assert team(kit, "blue")["players"] == 3
    expect(tablet.locator(".last-text")).to_have_text("Blue 3: Hurt, out")


def test_a_changed_player_is_only_noted_and_a_sent_off_knight_is_none(kit: Kit, tablet: Page) -> None:
    kit.must("correct", team="red", set={"knights": 4}, reason="x")
    open_tool(tablet, "A player hurt or changed")
    tablet.get_by_role("button", name="Changed").click()
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".last-text")).to_contain_text("Changed")
    assert team(kit, "red")["players"] == 4
    open_tool(tablet, "A player hurt or changed")
    tablet.get_by_role("button", name="Sent off").click()
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".last-text")).to_contain_text("Sent off")
    assert (team(kit, "red")["players"], team(kit, "red")["knights"]) == (3, 3)


def test_the_balls_on_the_field_are_counted_against_the_kit(kit: Kit, tablet: Page) -> None:
    to_break(kit, red={"resources": {"wood": 2}})
    open_tool(tablet, "Count the balls")
    panel = tablet.locator(".panel-count")
    expect(panel).to_contain_text("the kit says 10")
    panel.get_by_role("button", name="Correct the kit").click(force=True)
    expect(tablet.locator("#toast")).to_have_text("It is what the kit says.")
    panel.get_by_role("button", name="One less wood").click()
    panel.get_by_role("button", name="One more ore").click()
    expect(panel).to_contain_text("the kit says 10, 1 missing")
    expect(panel).to_contain_text("the kit says 12, 1 too many")
    panel.get_by_role("button", name="Correct the kit").click()
    expect(panel).to_have_count(0)
    view = kit.view
    assert view["field"] == {"wood": 9, "wheat": 12, "brick": 12, "ore": 13}
    assert team(kit, "red")["resources"]["wood"] == 2


def test_lots_give_every_team_a_start_hoop_of_its_own(kit: Kit, tablet: Page) -> None:
    kit.must("abandon_match", reason="a new one")
    tablet.get_by_role("button", name="New match").click()
    for _ in range(3):
        tablet.get_by_role("button", name="Draw lots").click()
        homes = tablet.locator(".setup-field .hoop:not(.is-free)")
        expect(homes).to_have_count(4)
    tablet.get_by_role("button", name="3 teams").click()
    expect(homes).to_have_count(3)
    tablet.get_by_role("button", name="4 teams").click()
    expect(homes).to_have_count(4)
    tablet.get_by_role("button", name="Full game").click()
    expect(tablet.locator(".setup-knights")).to_have_text("Every team starts with 2 knights. First to 9.")


def test_the_countdown_stays_in_sight_over_every_panel(kit: Kit, tablet: Page) -> None:
    to_break(kit)
    expect(tablet.locator("#start")).to_be_enabled()
    for size in SIZES:
        sized(tablet, size)
        tablet.get_by_role("button", name="Trade").click()
        expect(tablet.locator(".panel-clock")).to_have_text(re.compile(r"^(5:00|4:\d\d)$"))
        within(tablet, ".panel-clock", size)
        tablet.keyboard.press("Escape")


# Alarms


@pytest.mark.parametrize("size", SIZES)
def test_an_alarm_in_a_round_is_seen_with_its_cure_and_moves_nothing(
    kit: Kit, new_page: NewPage, size: tuple[int, int]
) -> None:
    kit.create(round_seconds=60)
    tablet = new_page("/referee", size)
    tablet.locator("#start").click()
    expect(tablet.locator("#stop")).to_be_enabled()
    watched = ["#stop", ".hoop[aria-label^='Hoop 1,']", ".hoop[aria-label^='Hoop 10,']", "#bar [data-clock]"]
    before = [tablet.locator(selector).bounding_box() for selector in watched]
    control(kit.data / "hoops", "h7 unplug")
    try:
        plate = tablet.locator(".plate", has_text="Hoop 7 is silent.")
        expect(plate).to_be_visible(timeout=15_000)
        within(tablet, ".plate.is-alarm", size)
        assert [tablet.locator(selector).bounding_box() for selector in watched] == before
        top = "([x, y]) => document.elementFromPoint(x, y).closest('button, [data-clock]')?.id"
        box = before[0]
        assert box is not None
        for dx, dy in ((4, 4), (box["width"] - 4, 4), (box["width"] / 2, box["height"] / 2)):
            assert tablet.evaluate(top, [box["x"] + dx, box["y"] + dy]) == "stop"
        plate.click()
        expect(tablet.locator(".panel-card")).to_have_count(0)
    finally:
        control(kit.data / "hoops", "h7 replug")
        kit.must("stop_round")
        kit.must("end_round")
    expect(tablet.locator(".plate", has_text="silent")).to_have_count(0, timeout=15_000)


def test_a_whistle_that_is_away_is_told_in_set_up_and_break(kit: Kit, tablet: Page) -> None:
    pid = kit.signal("whistle", signal.SIGKILL)
    expect(tablet.locator(".plate", has_text="The whistle does not answer.")).to_be_visible()
    expect(tablet.locator(".plate", has_text="The whistle")).to_have_count(0, timeout=15_000)
    assert kit.pid("whistle") != pid


# Keeping still


@pytest.mark.parametrize("size", SIZES)
def test_what_lies_under_a_finger_stays_while_views_arrive(
    kit: Kit, new_page: NewPage, size: tuple[int, int]
) -> None:
    kit.create(round_seconds=60, break_seconds=300)
    tablet = new_page("/referee", size)
    to_break(kit)
    expect(tablet.locator("#start")).to_be_enabled()
    tablet.evaluate("document.fonts.ready.then(() => true)")
    marks = _mark(tablet)
    kit.must(
        "correct", team="red", set={"resources": {"wood": 9, "wheat": 9, "ore": 4, "brick": 4}}, reason="x"
    )
    kit.must(
        "correct", team="red", set={"cards": ["robber", "monopoly"], "settlements_in_hand": 1}, reason="x"
    )
    kit.must("buy", team="red", item="knight", pay={"ore": 2, "wood": 1})
    kit.must("note", team="blue", player="4", text="A long story about a ball that two players held at once")
    expect(tablet.locator(".last-text")).to_contain_text("A long story")
    assert _mark(tablet) == marks

    kit.must("start_round")
    expect(tablet.locator("#stop")).to_be_enabled()
    marks = _mark(tablet)
    for place, kind in (("h1", "ore"), ("h2", "wood"), ("h3", "brick")) * 3:
        kit.must("deposit", hoop=place, kind=kind)
    expect(tablet.locator(".counted .row")).to_have_count(9)
    assert _mark(tablet) == marks
    kit.must("stop_round")
    kit.must("end_round")


def _mark(page: Page) -> dict[str, Any]:
    """Every button that can be seen: which element it is, and where; elements are numbered as they appear."""
    found: dict[str, Any] = page.evaluate(
        """() => {
          window.numbers ??= new WeakMap();
          window.last ??= 0;
          const seen = {};
          const still = "#bar button, #screen button:not(.hand *, .rows *)";
          for (const element of document.querySelectorAll(still)) {
            if (!window.numbers.has(element)) window.numbers.set(element, ++window.last);
            const { x, y, width, height } = element.getBoundingClientRect();
            seen[window.numbers.get(element)] = [x, y, width, height].map(Math.round).join(" ");
          }
          return seen;
        }"""
    )
    assert len(found) >= 10
    return found


# Sizes


@pytest.mark.parametrize("size", [*SIZES, NARROW])
def test_a_match_is_refereed_on_any_size(kit: Kit, new_page: NewPage, size: tuple[int, int]) -> None:
    kit.create(round_seconds=60, break_seconds=300)
    tablet = new_page("/referee", size)
    narrow = "document.documentElement.scrollWidth <= window.innerWidth"
    to_break(kit, green={"resources": {"ore": 2, "wood": 1}})
    expect(tablet.locator("#start")).to_be_enabled()
    within(tablet, "#start", size)
    assert tablet.evaluate(narrow)
    knight = tablet.locator(".team-card.team-green .tile", has_text="Knight")
    knight.click()
    expect(knight).to_have_attribute("aria-disabled", "true")
    assert team(kit, "green")["knights"] == 2
    for opened in ("Trade", "Field & place", "More…", "All"):
        tablet.get_by_role("button", name=opened, exact=True).click()
        assert tablet.evaluate(narrow), opened
        tablet.keyboard.press("Escape")
    tablet.locator("#start").click()
    expect(tablet.locator("#stop")).to_be_enabled()
    within(tablet, "#stop", size)
    within(tablet, "#bar [data-clock]", size)
    assert tablet.evaluate(narrow)
    hoop(tablet, 3).click()
    tablet.locator(".picker .kind-ore").click()
    expect(tablet.locator(".counted .row")).to_have_count(1)
    tablet.locator("#stop").click()
    tablet.wait_for_timeout(SLIP_MS)
    tablet.get_by_role("button", name="It counts as played").click()
    expect(tablet.locator("#start")).to_be_visible()
    kit.must("end_match", reason="time")
    tablet.wait_for_timeout(SLIP_MS)
    tablet.get_by_role("button", name="New match").click()
    within(tablet, "#begin", size)
    assert tablet.evaluate(narrow)
