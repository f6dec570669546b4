"""How many taps the referee's usual actions take, counted as real clicks that the page gets."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import STILL_MS, NewPage
from tests.browser.test_pages import hoop, team, tile, to_break
from tests.process.conftest import TEAMS, Kit

pytestmark = pytest.mark.browser

COUNT = """() => {
  window.taps = 0;
  document.addEventListener("pointerdown", () => { window.taps += 1; }, true);
}"""


class Taps:
    """A thumb that is counted by the page itself."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(COUNT)

    def tap(self, *targets: Locator) -> None:
        """Tap one after the other, never twice within the time that is taken for a slip of the finger."""
        for target in targets:
            target.click()

    @property
    def taps(self) -> int:
        """How many there were."""
        return int(self.page.evaluate("window.taps"))

    def since(self, before: int) -> int:
        """How many there were after the first ``before``."""
        return self.taps - before


def buys(page: Page, thumb: Taps, id: str, item: str, pay: str | None = None) -> int:
    """Buy something, choosing how to pay where there is a choice; the taps it took."""
    before = thumb.taps
    thumb.tap(tile(page, id, item))
    if pay:
        thumb.tap(page.locator(".panel-buy").get_by_role("button", name=pay))
    expect(page.locator(".panel-buy")).to_have_count(0)
    return thumb.since(before)


def trades(page: Page, thumb: Taps, a: tuple[str, str], b: tuple[str, str]) -> int:
    """Trade one ball for one; the taps it took."""
    before = thumb.taps
    thumb.tap(page.get_by_role("button", name="Trade"))
    panel = page.locator(".panel-trade")
    for id, kind in (a, b):
        thumb.tap(panel.locator(f".side.team-{id}").get_by_role("button", name=f"One more {kind}"))
    thumb.tap(panel.locator(".panel-actions").get_by_role("button", name="Trade"))
    expect(panel).to_have_count(0)
    return thumb.since(before)


def plays(page: Page, thumb: Taps, id: str, card: str) -> int:
    """Use a card without choices; the taps it took."""
    before = thumb.taps
    thumb.tap(page.locator(f".team-card.team-{id} .hand").get_by_role("button", name=card))
    thumb.tap(page.get_by_role("button", name="Use it"))
    expect(page.locator(".panel-card")).to_have_count(0)
    return thumb.since(before)


def stock(**kinds: int) -> dict[str, Any]:
    """Return what a team has, as a correction sets it."""
    return {"resources": kinds}


def test_a_whole_break_takes_at_most_twelve_taps(kit: Kit, tablet: Page) -> None:
    to_break(
        kit,
        red=stock(wood=4, wheat=3, ore=2) | {"cards": ["foresight"]},
        blue=stock(wood=2, wheat=1, brick=3),
        green=stock(wood=3, wheat=3, ore=1),
    )
    kit.must("correct", set={"hoop": {"id": "h5", "building": "settlement", "team": "green"}}, reason="x")
    expect(tile(tablet, "green", "City")).to_be_enabled()
    tablet.wait_for_timeout(STILL_MS)
    thumb = Taps(tablet)
    taps = [
        buys(tablet, thumb, "red", "Settlement"),
        buys(tablet, thumb, "red", "Knight", "2 ore, 1 wood"),
        buys(tablet, thumb, "blue", "Card", "2 brick, 1 wheat"),
        buys(tablet, thumb, "green", "City"),
    ]
    assert max(taps) <= 2, taps
    trade = trades(
        tablet,
        thumb,
        ("red", "wheat" if team(kit, "red")["resources"]["wheat"] else "wood"),
        ("blue", "brick"),
    )
    assert trade <= 4
    card = plays(tablet, thumb, "red", "Foresight")
    assert card <= 2
    assert thumb.taps == sum(taps) + trade + card <= 12
    view = kit.view
    assert view["next_round"]["foresight"] == "red"
    red, blue = team(kit, "red"), team(kit, "blue")
    assert (red["knights"], red["settlements_in_hand"], red["resources"]["brick"]) == (2, 1, 1)
    assert len(blue["cards"]) == 1
    assert next(each for each in view["hoops"] if each["id"] == "h5")["building"] == "city"


def test_a_deposit_by_hand_takes_two_taps(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60)
    tablet = new_page("/referee")
    tablet.locator("#start").click()
    expect(tablet.locator("#stop")).to_be_enabled()
    tablet.wait_for_timeout(STILL_MS)
    thumb = Taps(tablet)
    thumb.tap(hoop(tablet, 1), tablet.locator(".picker .kind-ore"))
    expect(tablet.locator(".counted .row")).to_have_count(1)
    assert thumb.taps == 2
    assert team(kit, "red")["resources"]["ore"] == 1


def test_a_late_ball_takes_one_tap_and_a_stop_one(kit: Kit, tablet: Page) -> None:
    tablet.locator("#start").click()
    expect(tablet.locator("#stop")).to_be_enabled()
    thumb = Taps(tablet)
    thumb.tap(tablet.locator("#stop"))
    expect(tablet.locator(".stop-choices")).to_be_visible()
    assert thumb.taps == 1
    thumb.tap(tablet.locator(".stop-choices .button").nth(2))
    expect(tablet.locator(".breakScreen")).to_be_visible()
    assert thumb.taps == 2


def test_the_same_teams_play_again_after_one_tap(kit: Kit, tablet: Page) -> None:
    kit.must("end_match", reason="time")
    before = {key: kit.view[key] for key in ("match", "full_game", "practice", "options")}
    thumb = Taps(tablet)
    again = tablet.get_by_role("button", name="Same teams again")
    again.wait_for()
    tablet.wait_for_timeout(STILL_MS)
    thumb.tap(again)
    expect(tablet.locator("#bar h1")).to_have_text("Ready for round 1")
    assert thumb.taps == 1
    view = kit.view
    assert view["match"] != before["match"]
    assert view["options"] | {"seed": 0} == before["options"] | {"seed": 0}
    assert [view[key] for key in ("full_game", "practice")] == [
        before[key] for key in ("full_game", "practice")
    ]
    homes = {each["team"]: each["id"] for each in view["hoops"] if each["team"]}
    assert homes == {each["id"]: each["start_hoop"] for each in TEAMS}


def test_a_new_match_of_four_teams_takes_two_taps(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    kit.must("abandon_match", reason="a new one")
    page = new_page("/referee")
    page.locator(".overScreen").wait_for()
    thumb = Taps(page)
    thumb.tap(page.get_by_role("button", name="New match"))
    expect(page.locator(".setup-games")).to_contain_text("Every team starts with 1 knight. First to 8.")
    thumb.tap(page.locator("#begin"))
    expect(page.locator("#bar h1")).to_have_text("Ready for round 1")
    assert thumb.taps == 2
    homes = {each["team"]: each["id"] for each in kit.view["hoops"] if each["team"]}
    assert homes == {"red": "h1", "blue": "h2", "green": "h3", "yellow": "h4"}
