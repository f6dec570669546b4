"""The dice game by tapping: a whole match on tablet and phone, and the bounds of every screen."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fieldkit.games.dice_extra.demo import choice
from tests.browser.audit import settled
from tests.browser.conftest import PHONE, NewPage
from tests.browser.german import NARROW, Reader, audit
from tests.fieldkit.games.dice_extra.boards import ISLANDS, begun
from tests.process.conftest import Kit, until

__all__ = ["audit"]

pytestmark = pytest.mark.browser

OUTSIDE = """(all) => all.filter((part) => {
  const around = part.closest(".tile").getBoundingClientRect();
  return part.getBoundingClientRect().right > around.right - 2;
}).map((part) => part.textContent)"""
"""What stands over the right edge of its tile."""


@pytest.fixture
def tablet(kit: Kit, new_page: NewPage) -> Page:
    """Return the tablet, before a match."""
    kit.give_up("another test")
    page = new_page("/referee")
    if kit.view["stage"] == "over":
        page.get_by_role("button", name="Another game").click()
    page.get_by_role("button", name="Dice Game Extra").click()
    return page


def created(kit: Kit, players: int = 2, **options: Any) -> None:
    """Create a new match behind the pages' backs."""
    kit.give_up("another test")
    names = {"red": "Mia", "blue": "Ben", "green": "Ida", "yellow": "Tom"}
    sides = [{"id": id, "name": name} for id, name in list(names.items())[:players]]
    kit.must("create_match", game="dice_extra", players=sides, options=options)


def played(kit: Kit, rng: Random, until_: Any) -> None:
    """Let simulated players act until the view is as wanted."""
    for _ in range(3000):
        view = kit.view
        if until_(view):
            return
        move = choice(view, rng)
        kit.must(move.pop("type"), **move)
    raise AssertionError("it never came to that")


def mid_turn(kit: Kit) -> None:
    """Play to a later turn of three players, all rolled, with something to build."""

    def may_build(view: dict[str, Any]) -> bool:
        rolled = view["number"] > 12 and view["dice"] and not view["offers"]["roll"]
        return rolled and any("refused" not in each for each in view["offers"]["build"].values())

    created(kit, 3)
    played(kit, Random(7), may_build)


def joined(kit: Kit, new_page: NewPage, side: str) -> Page:
    """Return the phone of a player, who typed the code that the tablet shows."""
    _, made = kit.ask("POST", "/api/session/code", {"role": "seat", "seat": side})
    page = new_page(f"/seat#{made['code']}", PHONE, logged_in=False)
    # The page comes a second time, without the code.
    page.locator("#screen > *").first.wait_for()
    return page


def test_a_revenge_is_one_tap(kit: Kit, tablet: Page, new_page: NewPage) -> None:
    """DX-1: with the same players, and the other one starts."""
    for number, name in ((1, "Mia"), (2, "Ben")):
        tablet.get_by_label(f"Name of player {number}").fill(name)
    tablet.get_by_role("button", name="One less").click()
    tablet.get_by_role("button", name="PLAY", exact=True).click()
    expect(tablet.locator(".turn")).to_contain_text("Mia starts")
    assert kit.view["target"] == 9
    phone = joined(kit, new_page, "blue")
    expect(phone.locator("h1")).to_have_text("Ben")
    kit.must("end_match", reason="time is up")
    tablet.get_by_role("button", name="REVENGE").click()
    expect(tablet.locator(".turn")).to_contain_text("Ben starts")
    expect(phone.locator(".turn")).to_contain_text("Your turn")


def test_the_island_is_chosen_at_the_set_up(kit: Kit, tablet: Page) -> None:
    """DX-1: the published one unless the other is tapped, each with its picture; a revenge keeps it."""
    for name in ("original", "two bays"):
        expect(tablet.get_by_role("button", name=name).locator(".hex")).not_to_have_count(0)
    expect(tablet.get_by_role("button", name="original")).to_have_attribute("aria-pressed", "true")
    tablet.get_by_role("button", name="two bays").click()
    tablet.get_by_role("button", name="PLAY", exact=True).click()
    until(lambda: kit.view["stage"] == "ready", 5, "the match")
    assert kit.view["options"]["island"] == "kit"
    assert len(kit.view["island"]["hexes"]) == 21
    kit.must("end_match", reason="enough")
    assert kit.view["again"]["options"]["island"] == "kit"


def test_a_name_that_is_too_long_or_met_twice_is_told_and_not_cut(kit: Kit, tablet: Page) -> None:
    play = tablet.get_by_role("button", name="PLAY", exact=True)
    first, second = (tablet.get_by_label(f"Name of player {n}") for n in (1, 2))
    first.press_sequentially("Maximiliane von und zu Hohen")
    play.click()
    expect(tablet.locator("#toast")).to_contain_text("at most 24 characters: shorten Maximiliane")
    first.press("Control+a")
    first.press_sequentially("Ada")
    second.press_sequentially("ada")
    play.click()
    expect(tablet.locator("#toast")).to_contain_text("Two players are called ada")
    assert kit.view["stage"] in ("setup", "over")
    expect(tablet.locator(".setup-options")).to_contain_text("6 dice of one kind mark one: 2 points.")


def test_what_a_piece_is_worth_stands_within_its_tile(kit: Kit, new_page: NewPage) -> None:
    created(kit, 3, castles=True)
    page = new_page("/referee")
    expect(page.locator(".tile", has_text="Settlement")).to_contain_text("1 point")
    for width in (1024, 1100):
        page.set_viewport_size({"width": width, "height": 768})
        settled(page)
        assert page.locator(".tile *").evaluate_all(OUTSIDE) == []


def test_those_who_share_a_win_have_their_own_colours(kit: Kit, new_page: NewPage) -> None:
    """DX-8: each winner's mark, in the colour of that player."""
    created(kit)
    page = new_page("/referee")
    kit.must("end_match", reason="time is up")
    expect(page.locator(".winner .side-mark")).to_have_count(2)
    for colour in ("red", "blue"):
        expect(page.locator(f".winner .side-mark.team-{colour}")).to_have_count(1)


def test_a_phone_acts_only_on_its_own_turn(kit: Kit, new_page: NewPage) -> None:
    created(kit)
    phone = joined(kit, new_page, "blue")
    expect(phone.locator(".turn")).to_contain_text("Mia starts")
    expect(phone.locator("[data-piece]")).to_have_count(0)
    phone.locator(".roll").click(force=True)
    expect(phone.locator("#toast")).to_contain_text("It is Mia")
    kit.must("start_road", road=0)
    expect(phone.locator("[data-piece]")).not_to_have_count(0)
    phone.locator('[data-piece="start"][data-at="70"]').click()
    until(lambda: kit.view["phase"] == "roll", 5, "Ben's road")


def test_a_place_that_is_not_lit_says_why(kit: Kit, new_page: NewPage) -> None:
    """Tapping it asks the kit, which answers in one sentence with its rule, and changes nothing."""
    created(kit, dice="real")
    page = new_page("/referee")
    kit.must("start_road", road=0)
    kit.must("start_road", road=70)
    kit.must("roll", faces=["brick", "lumber", "ore"])
    expect(page.locator('[data-piece="road"]')).to_have_count(1)
    before = kit.view["seq"]
    page.get_by_role("img", name="Knight 12").click()
    expect(page.locator("#toast")).to_contain_text("A knight needs your road along the hex")
    expect(page.locator("#toast")).to_contain_text("DX-6")
    page.get_by_role("button", name="City").click(force=True)
    expect(page.locator("#toast")).to_contain_text("A city still needs 2 more ore and 2 more grain.")
    assert kit.view["seq"] == before


def test_real_dice_are_typed_in_and_a_knight_turns_a_die(kit: Kit, new_page: NewPage) -> None:
    """DX-3, DX-7: a tap for each die, one taken back; the knight's sheet asks for the die alone."""
    created(kit, dice="real")
    for road in (0, 70):
        kit.must("start_road", road=road)
    page = new_page("/referee")
    page.locator(".roll").click()
    for key in ("ore", "wool", "brick", "One back"):
        page.locator(".sheet-card").get_by_role("button", name=key).click()
    # What was typed outlives a mistaken ROLL and a closed sheet.
    page.locator(".roll").click(force=True)
    page.get_by_role("button", name="Close").click()
    page.locator(".roll").click()
    expect(page.get_by_role("img", name="Die 2: wool")).to_be_visible()
    page.get_by_role("button", name="OK").click(force=True)
    assert not kit.view["dice"]
    page.locator(".sheet-card").get_by_role("button", name="grain").click()
    page.get_by_role("button", name="OK").click()
    page.locator('[data-piece="knight"][data-at="1"]').click()
    until(lambda: kit.view["knights"]["red"] == [1], 5, "the knight")
    kit.must("end_turn")
    kit.must("roll", faces=["ore"] * 4)
    kit.must("end_turn")
    kit.must("roll", faces=["ore", "brick", "lumber", "grain", "ore"])
    page.get_by_role("button", name="Use a knight").click()
    page.get_by_role("button", name="Stop rolling").click()
    page.locator(".faces").get_by_role("button", name="ore").first.click()
    until(lambda: kit.view["dice"][0]["kind"] == "wool", 5, "the turned die")
    expect(page.locator('[data-piece="settlement"]')).not_to_have_count(0)


def test_a_player_says_which_dice_pay(kit: Kit, new_page: NewPage) -> None:
    """DX-4: dice that were tapped pay; else the kit chooses."""
    created(kit, dice="real")
    for road in (0, 70):
        kit.must("start_road", road=road)
    for faces in (["gold"] * 3, ["ore"] * 4):
        kit.must("roll", faces=faces)
        kit.must("end_turn")
    kit.must("roll", faces=["brick", "lumber", "lumber", "brick", "ore"])
    kit.must("stop_rolling")
    page = new_page("/referee")
    for n in (2, 3):
        page.locator(".dice > .dice-row li").nth(n).locator("button.die").click()
    page.locator('[data-piece="road"]').first.click()
    until(
        lambda: [n for n, die in enumerate(kit.view["dice"]) if die.get("paid")] == [2, 3], 5, "the payment"
    )


def test_the_last_action_is_taken_back_from_the_list(kit: Kit, new_page: NewPage) -> None:
    created(kit)
    kit.must("start_road", road=0)
    page = new_page("/referee")
    page.get_by_role("button", name="Last actions").click()
    page.locator("#panel").get_by_role("button", name="Take back: Mia marked a starting road").click()
    until(lambda: kit.view["roads"]["red"] == [], 5, "the road taken back")


def test_one_tap_takes_back_the_last_thing_on_tablet_and_phone(kit: Kit, new_page: NewPage) -> None:
    """DX-3: a road built by mistake gives the rolls back; a turn ended too early goes on."""
    created(kit, dice="real")
    for road in (0, 70):
        kit.must("start_road", road=road)
    page, mia, ben = new_page("/referee"), joined(kit, new_page, "red"), joined(kit, new_page, "blue")
    key = "Take back: Mia"
    for taker in (page, mia):
        kit.must("roll", faces=["brick", "lumber", "wool"])
        taker.locator('[data-piece="road"]').first.click()
        expect(mia.get_by_role("button", name=f"{key} built a road")).to_be_visible()
        expect(ben.get_by_role("button", name="Take back")).to_have_count(0)
        taker.get_by_role("button", name=f"{key} built a road").click()
        until(lambda: kit.view["rolls_left"] == 2, 5, "the rolls that were left")
        kit.must("end_turn")
        taker.get_by_role("button", name=f"{key} passed the dice on").click()
        until(lambda: kit.view["turn_of"] == "red" and kit.view["dice"], 5, "Mia's turn again")
        taker.get_by_role("button", name=f"{key} rolled").click()
        until(lambda: not kit.view["dice"], 5, "the dice in the hand")
    last = kit.must("roll", faces=["brick", "lumber", "wool"])["seq"]
    for side, seq in (("blue", last), ("red", 2)):
        status, body = kit.sent(kit.seat(side), {"type": "strike", "seq": seq, "reason": "not mine"})
        assert (status, body["error"]["code"]) == (409, "not_last")


def test_a_player_who_stopped_too_early_rolls_on(kit: Kit, new_page: NewPage) -> None:
    """DX-3: two taps; a roll that is taken back with its stop lists both."""
    created(kit)
    for road in (0, 70):
        kit.must("start_road", road=road)
    kit.must("roll")
    kit.must("stop_rolling")
    page = new_page("/referee")
    expect(page.locator(".roll")).to_contain_text("none left")
    page.get_by_role("button", name="Last actions").click()
    page.locator("#panel").get_by_role("button", name="Take back: Mia rolled").click()
    expect(page.locator("#panel")).to_contain_text("Mia stopped rolling")
    page.get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Last actions").click()
    page.locator("#panel").get_by_role("button", name="Take back: Mia stopped rolling").click()
    until(lambda: kit.view["rolls_left"] == 2, 5, "the rolls that were left")


def test_a_second_tap_on_the_same_dice_costs_no_roll(kit: Kit, new_page: NewPage) -> None:
    """DX-3: before the answer is there ROLL does nothing more."""
    created(kit)
    for road in (0, 70):
        kit.must("start_road", road=road)
    page = new_page("/referee")
    page.locator(".roll").evaluate("(button) => [1, 2, 3].forEach(() => button.click())")
    until(lambda: kit.view["rolls_left"] < 3, 5, "the roll")
    expect(page.locator(".roll")).to_contain_text("2 left")
    page.locator(".roll").click()
    expect(page.locator(".roll")).to_contain_text("1 left")
    assert kit.view["rolls_left"] == 1


@pytest.mark.parametrize("name", ISLANDS)
def test_the_pages_number_corners_and_roads_as_the_kit_does(tablet: Page, name: str) -> None:
    """DX-1: else a road would be drawn, and tapped, where another one is."""
    land = begun(island=name).land
    found = tablet.evaluate(
        """async (hexes) => {
          const { mapOf } = await import("/static/dice_extra/map.js");
          const { corners, roads } = mapOf({ hexes });
          return [corners, roads].map((places) => places.map(({ x, y }) => [x / 86.6, y / 50]));
        }""",
        [[hex.x, hex.y, hex.kind, *hex.knights] for hex in land.island.hexes],
    )
    middles = [
        [(land.corners[a][axis] + land.corners[b][axis]) / 2 for axis in range(2)] for a, b in land.roads
    ]
    for drawn, wanted in zip(found, (land.corners, middles), strict=True):
        assert [pytest.approx(list(place), abs=1e-6) for place in wanted] == drawn


def test_spectators_see_the_island(kit: Kit, new_page: NewPage) -> None:
    created(kit, players=3, castles=True)
    played(kit, Random(3), lambda view: view["number"] >= 8 and view["phase"] == "dice")
    page = new_page("/", PHONE, logged_in=False)
    expect(page.locator(".island .road:not(.is-lit)")).to_have_count(
        sum(len(roads) for roads in kit.view["roads"].values())
    )
    expect(page.locator("button:not(.theme-switch)")).to_have_count(0)
    assert "secret" not in json.dumps(kit.view)


def test_every_screen_keeps_to_the_bounds(kit: Kit, tablet: Page, audit: Reader, new_page: NewPage) -> None:
    """Text, targets and contrast at all sizes, and what axe-core finds."""
    audit.read(tablet, "set-up")
    created(kit, players=4, castles=True, target=6)
    spectators = new_page("/", PHONE, logged_in=False)
    phone = joined(kit, new_page, "red")
    rng, pages = Random(7), {tablet: "/referee", spectators: "/", phone: "/seat"}

    def come_to(wanted: Callable[[dict[str, Any]], object], *shown: Page) -> None:
        """Play behind the backs of the pages, and let these see where it has come to."""
        for page in pages:
            page.goto("about:blank")
        played(kit, rng, wanted)
        for page in shown:
            page.goto(f"http://127.0.0.1:{kit.port}{pages[page]}")
            page.locator("#screen > *").first.wait_for()

    come_to(lambda view: True, tablet)
    audit.read(tablet, "starting roads")
    come_to(lambda view: view["number"] >= 8 and view["phase"] == "dice" and view["rolls_left"] == 1, tablet)
    audit.read(tablet, "rolling")
    come_to(lambda view: view["turn_of"] == "red" and view["offers"]["joker"]["knights"], *pages)
    audit.read(tablet, "building")
    tablet.get_by_role("button", name="Use a knight").click()
    audit.read(tablet, "using a knight")
    for name in ("Last actions", "More"):
        tablet.get_by_role("button", name=name).click()
        audit.read(tablet, name, NARROW)
        tablet.get_by_role("button", name="Close").last.click()
    expect(phone.locator(".turn")).to_contain_text("Your turn")
    audit.read(phone, "phone", (PHONE,))
    audit.read(spectators, "spectators", NARROW)
    come_to(lambda view: view["stage"] == "over", *pages)
    tablet.locator(".winner").wait_for()
    for page, path in pages.items():
        audit.read(page, f"result on {path}", NARROW)


def test_the_game_can_be_learned_from_tablet_phone_and_paper(
    kit: Kit, tablet: Page, new_page: NewPage
) -> None:
    """DX-1 to DX-9 with their numbers, the target being that of the match (DX-8)."""
    created(kit, target=8)
    tablet.reload()
    tablet.get_by_role("button", name="More").click()
    tablet.get_by_role("button", name="The rules").click()
    phone = new_page("/", PHONE, logged_in=False)
    phone.get_by_text("The rules").click()
    for page in (tablet, phone, new_page("/print/rules", logged_in=False)):
        book = page.locator(".rulebook")
        expect(book.locator("li")).to_have_count(9)
        expect(book).to_contain_text("A city costs 3 ore and 2 grain.")
        expect(book).to_contain_text("you have 8 points, you win")
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
