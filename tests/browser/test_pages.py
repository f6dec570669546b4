"""The tablet and the spectators' page, tapped as a referee taps them."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from fieldkit.colours import KINDS, SIDES
from fieldkit.settings import Settings
from hardware.fakes.virtual_field import control
from tests.browser.conftest import PHONE, PORTRAIT, SMALL, NewPage
from tests.process.conftest import Kit
from tests.support.page_files import FOLDERS, STATIC, page_files, script_at, words_at
from tests.web.conftest import RunningKit
from web.language import lists

pytestmark = pytest.mark.browser

PAGES = Path(__file__).parents[2] / "web"
SCRIPTS = page_files(".js")


def tile(page: Page, team: str, item: str) -> Locator:
    """One of the four purchases of a team."""
    return page.locator(f".team-card.team-{team} .tile", has_text=item)


def hoop(page: Page, number: int) -> Locator:
    """Return a hoop on the drawn field."""
    return page.locator(f".hoop[aria-label^='Hoop {number},']")


def css(code: str) -> str:
    """Return a colour as a browser tells it."""
    return f"rgb({', '.join(str(int(code[at : at + 2], 16)) for at in (1, 3, 5))})"


def to_break(kit: Kit, **fixes: dict[str, Any]) -> dict[str, Any]:
    """Play an empty round, then give each team named what a correction sets."""
    kit.must("start_round")
    kit.must("stop_round")
    kit.must("end_round")
    for team, fix in fixes.items():
        kit.must("correct", team=team, set=fix, reason="for the test")
    return kit.view


def team(kit: Kit, id: str) -> dict[str, Any]:
    """Return a team as the kit has it."""
    return next(each for each in kit.view["teams"] if each["id"] == id)


# Logging in


def test_wrong_pins_are_told_and_then_have_to_wait(tmp_path: Path, new_page: NewPage) -> None:
    lonely = RunningKit(tmp_path, Settings())
    try:
        page = new_page("/referee", logged_in=False, origin=lonely.origin)
        for _ in range(5):
            for key in "0000":
                page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
            page.locator("#enter").click()
            expect(page.locator("#said")).to_have_text("Wrong. Try again.")
        page.locator("#pin").fill("0000")
        page.locator("#enter").click()
        expect(page.locator("#said")).to_have_text(
            re.compile(r"Too many wrong tries from here. Wait \d+ seconds")
        )
        expect(page.locator("#enter")).to_be_disabled()
        page.goto("about:blank")
    finally:
        lonely.stop()


def test_a_second_tablet_joins_by_a_code_and_logs_out(tablet: Page, new_page: NewPage) -> None:
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Another tablet").click()
    shown = tablet.locator("p.code")
    expect(shown).to_have_text(re.compile(r"^\d{6}$"))
    second = new_page("/referee", logged_in=False)
    second.get_by_role("button", name="I have a code").click()
    for digit in shown.inner_text():
        second.locator(".keypad").get_by_role("button", name=digit, exact=True).click()
    expect(second.locator(".breakScreen")).to_be_visible()
    second.get_by_role("button", name="More…").click()
    second.get_by_role("button", name="Log out").click()
    expect(second.locator("#login")).to_be_visible()
    expect(tablet.locator("#login")).to_have_count(0)


# A match


def test_a_short_tap_confirms_nothing(kit: Kit, tablet: Page) -> None:
    to_break(kit, red={"bonus_vp": 9})
    tablet.locator(".plate", has_text="confirm the result").click()
    tablet.locator(".panel .hold").click()
    assert kit.view["phase"] == "break"


def test_options_that_are_not_touched_stay_as_the_kit_has_them(kit: Kit, tablet: Page) -> None:
    kit.must("abandon_match", reason="a new one")
    tablet.get_by_role("button", name="New match").click()
    tablet.get_by_role("button", name="Practice").click()
    tablet.get_by_role("button", name="Options").click()
    tablet.get_by_role("button", name="One more Round, seconds").click()
    tablet.get_by_role("button", name="sheep").click()
    tablet.get_by_role("button", name="Done").click()
    tablet.get_by_role("button", name="Set up the match").click()
    expect(tablet.locator("#bar p")).to_contain_text("Practice")
    view = kit.view
    assert view["options"]["round_seconds"] == 4, "3 of the settings and one more"
    assert view["options"]["grace_seconds"] == 1
    assert view["options"]["kinds"] == ["wood", "wheat", "brick", "ore", "sheep"]
    assert view["practice"] is True


# A round


@pytest.fixture
def unhurried(kit: Kit, tablet: Page) -> Page:
    """Return a tablet whose round does not end by itself, however slow the machine."""
    kit.create(round_seconds=60)
    expect(tablet.locator("#bar h1")).to_have_text("Ready for round 1")
    expect(tablet.locator("#start")).to_be_enabled()
    return tablet


def test_stop_acts_at_the_first_touch_and_offers_to_play_again_first(kit: Kit, unhurried: Page) -> None:
    tablet = unhurried
    tablet.locator("#start").click()
    tablet.locator("#stop").hover()
    tablet.mouse.down()
    choices = tablet.locator(".stop-choices .button")
    expect(choices).to_have_count(3)
    tablet.mouse.up()
    assert kit.view["phase"] == "stopped"
    expect(choices.nth(0)).to_contain_text("Play it again from the start")
    expect(choices.nth(1)).to_contain_text(re.compile(r"Go on with (60\.0|[1-5]?\d\.\d) s"))
    choices.nth(1).click()
    expect(tablet.locator("#stop")).to_be_enabled()
    tablet.locator("#stop").click()
    choices.nth(0).click()
    expect(tablet.locator("#bar h1")).to_have_text("Ready for round 1")


def test_the_clock_shows_tenths_in_a_round_and_seconds_in_a_break(kit: Kit, tablet: Page) -> None:
    clock = tablet.locator("#bar [data-clock]")
    tablet.locator("#start").click()
    expect(clock).to_have_text(re.compile(r"^[0-3]\.\d$"))
    first = clock.inner_text()
    expect(clock).not_to_have_text(first)
    expect(tablet.locator("body[data-phase=grace]")).to_have_count(1)
    expect(tablet.locator("#bar .is-past")).to_have_text("0.0")
    expect(tablet.locator("#bar .grace-left")).to_be_visible()
    expect(tablet.locator("body[data-phase=break]")).to_have_count(1)
    expect(clock).to_have_text(re.compile(r"^(5:00|4:5\d)$"))
    tablet.get_by_role("button", name="Hold", exact=True).click()
    expect(tablet.locator("#bar p")).to_contain_text("held")
    before = kit.view["clock"]["remaining"]
    tablet.get_by_role("button", name="+30 s").click()
    view = kit.wait(lambda view: view["clock"].get("remaining", 0) > before)
    assert view["clock"]["remaining"] - before > 28_000


def test_a_late_ball_is_accepted_and_a_settlement_placed(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=5, grace_seconds=10)
    tablet = new_page("/referee")
    to_break(kit, blue={"settlements_in_hand": 1})
    tablet.locator("#start").click()
    hoop(tablet, 6).click()
    tablet.locator(".picker-place").get_by_role("button", name="Blue").click()
    expect(hoop(tablet, 6)).to_have_accessible_name("Hoop 6, settlement of Blue")
    expect(tablet.locator("body[data-phase=grace]")).to_have_count(1)
    control(kit.data / "hoops", "h1 press 1")
    row = tablet.locator(".held-ball")
    expect(row).to_contain_text("s late")
    row.get_by_role("button", name="Accept").click()
    expect(row).to_have_count(0)
    assert team(kit, "red")["resources"]["wood"] == 1


# A break


def test_a_refusal_is_a_sentence_that_moves_nothing(kit: Kit, tablet: Page) -> None:
    to_break(kit, red={"resources": {"ore": 1}})
    refused = tile(tablet, "red", "Knight")
    expect(refused).to_contain_text("2 ore + 1 wood or wheat")
    expect(refused).to_have_attribute("aria-disabled", "true")
    before, seq = refused.bounding_box(), kit.view["seq"]
    refused.click(force=True)
    told = tablet.locator("#toast p")
    expect(told).to_have_text(re.compile("^Red .*ore.*knight"))
    expect(told.locator(".rule")).to_have_text("FC-18 Teams buy only in a break, and pay exactly the price.")
    assert refused.bounding_box() == before
    assert kit.view["seq"] == seq


def test_a_purchase_asks_only_what_is_open(kit: Kit, tablet: Page) -> None:
    to_break(
        kit, red={"resources": {"wood": 7, "wheat": 6, "ore": 3}}, blue={"resources": {"ore": 2, "wood": 1}}
    )
    tile(tablet, "blue", "Knight").click()
    expect(tile(tablet, "blue", "Knight")).to_have_attribute("aria-disabled", "true")
    assert team(kit, "blue")["knights"] == 2
    tile(tablet, "red", "Knight").click()
    tablet.locator(".panel-buy").get_by_role("button", name="2 ore, 1 wheat").click()
    expect(tablet.locator(".team-card.team-red .stock .kind-ore .number")).to_have_text("1")
    assert team(kit, "red")["resources"] == {"wood": 7, "wheat": 5, "brick": 0, "ore": 1}
    for place in ("h5", "h6"):
        kit.must("correct", set={"hoop": {"id": place, "building": "settlement", "team": "red"}}, reason="x")
    tile(tablet, "red", "City").click()
    tablet.locator(".panel-buy .hoop[aria-label^='Hoop 6,']").click()
    expect(tile(tablet, "red", "City")).to_have_attribute("aria-disabled", "true")
    assert next(each for each in kit.view["hoops"] if each["id"] == "h6")["building"] == "city"


def test_a_paper_deck_asks_which_card_was_drawn(kit: Kit, new_page: NewPage) -> None:
    kit.create(deck="paper")
    to_break(kit, red={"resources": {"brick": 2, "wood": 1}})
    page = new_page("/referee")
    tile(page, "red", "Card").click()
    page.get_by_role("button", name="Monopoly").click()
    expect(page.locator(".team-card.team-red .hand")).to_contain_text("Monopoly")


def test_cards_say_what_they_do_and_ask_what_they_need(kit: Kit, tablet: Page) -> None:
    cards = ["year_of_plenty", "monopoly", "barbarians"]
    to_break(kit, red={"cards": cards}, blue={"resources": {"ore": 4}})
    kit.must("correct", set={"hoop": {"id": "h8", "building": "settlement", "team": "green"}}, reason="x")
    hand = tablet.locator(".team-card.team-red .hand")
    hand.get_by_role("button", name="Use a card (3)").click()
    expect(tablet.locator(".panel-card")).to_contain_text("only the captain of")
    tablet.locator(".panel-card").get_by_role("button", name="Year of Plenty").click()
    expect(tablet.locator(".number-line")).to_have_text("0 of 4")
    expect(tablet.get_by_role("button", name="Use it")).to_have_attribute("aria-disabled", "true")
    for _ in range(4):
        tablet.get_by_role("button", name="One more wheat").click()
    tablet.get_by_role("button", name="Use it").click()
    hand.get_by_role("button", name="Monopoly").click()
    tablet.locator(".panel-card").get_by_role("button", name="ore: 4").click()
    hand.get_by_role("button", name="Barbarians").click()
    tablet.locator(".panel .hoop[aria-label^='Hoop 8,']").click()
    tablet.get_by_role("button", name="Use it").click()
    expect(hand).to_have_text("no cards")
    assert team(kit, "red")["resources"] == {"wood": 0, "wheat": 4, "brick": 0, "ore": 4}
    assert next(each for each in kit.view["hoops"] if each["id"] == "h8")["building"] == "none"


def test_the_robber_lets_all_teams_discard_on_one_screen(kit: Kit, tablet: Page) -> None:
    stock = {"resources": {"wood": 2, "wheat": 2}}
    to_break(kit, red={"cards": ["robber"]}, blue=stock, green={"resources": {"wood": 3}})
    tablet.get_by_role("button", name="Robber").click()
    tablet.get_by_role("button", name="Use it").click()
    blue, green = (tablet.locator(f".panel-discard .side.team-{id}") for id in ("blue", "green"))
    expect(tablet.locator("#start")).to_have_attribute("aria-disabled", "true")
    # There is nothing to choose: all of the only kind.
    expect(green.get_by_role("button", name="Discard 2 of 2")).to_be_enabled()
    expect(blue.get_by_role("button", name="Discard 0 of 2")).to_have_attribute("aria-disabled", "true")
    lot, there = green.get_by_role("button", name="By lot"), green.bounding_box()
    box = lot.bounding_box()
    assert box is not None
    lot.click()
    expect(green).to_contain_text("done: 2 wood")
    tablet.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    now = green.bounding_box()
    assert now
    assert there
    assert (now["x"], now["width"]) == (there["x"], there["width"])
    assert team(kit, "blue")["resources"] == {"wood": 2, "wheat": 2, "brick": 0, "ore": 0}
    for _ in range(2):
        blue.get_by_role("button", name="One more wood").click()
    blue.get_by_role("button", name="Discard 2 of 2").click()
    expect(blue).to_contain_text("done: 2 wood")
    expect(tablet.locator(".panel-discard")).to_have_count(0)
    assert team(kit, "blue")["resources"]["wood"] == 0
    tablet.locator(".plate", has_text="Crew: put 4 balls back").click()
    tablet.get_by_role("button", name="All done").click()
    expect(tablet.get_by_text("No ball has to go back.")).to_be_visible()


def test_two_teams_trade(kit: Kit, tablet: Page) -> None:
    to_break(kit, red={"resources": {"wood": 2}}, green={"resources": {"ore": 1}})
    tablet.get_by_role("button", name="Trade").click()
    panel = tablet.locator(".panel-trade")
    panel.get_by_role("button", name="Red").click()
    panel.get_by_role("button", name="Green").click()
    panel.locator(".side.team-red").get_by_role("button", name="One more wood").click()
    panel.locator(".panel-actions").get_by_role("button", name="Trade").click()
    expect(tablet.locator("#toast")).to_contain_text("Both teams must give something")
    panel.locator(".side.team-green").get_by_role("button", name="One more ore").click()
    panel.locator(".panel-actions").get_by_role("button", name="Trade").click()
    expect(panel).to_have_count(0)
    assert (team(kit, "red")["resources"]["ore"], team(kit, "green")["resources"]["wood"]) == (1, 1)


def test_taking_back_shows_first_what_follows_from_it(kit: Kit, tablet: Page) -> None:
    kit.must("start_round")
    for kind in ("ore", "ore", "wood"):
        kit.must("deposit", hoop="h1", kind=kind)
    kit.must("stop_round")
    kit.must("end_round")
    kit.must("buy", team="red", item="knight")
    tablet.locator(".last").get_by_role("button", name="All").click()
    tablet.locator(".panel .row", has_text="brought wood").get_by_role("button", name="Undo").click()
    expect(tablet.locator(".panel-undo")).to_contain_text("bought a knight")
    assert team(kit, "red")["knights"] == 2, "a look changes nothing"
    tablet.get_by_role("button", name="Undo all 2").click()
    expect(tablet.locator(".panel-undo")).to_have_count(0)
    assert team(kit, "red")["knights"] == 1
    assert team(kit, "red")["resources"] == {"wood": 0, "wheat": 0, "brick": 0, "ore": 2}


def test_a_correction_sends_only_what_is_changed(kit: Kit, tablet: Page) -> None:
    to_break(kit)
    sent: list[dict[str, Any]] = []
    tablet.on("request", lambda request: sent.extend(_command(request)))
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Correct something").click()
    tablet.locator(".panel").get_by_role("button", name="Blue").click()
    tablet.get_by_role("button", name="One more Knights").click()
    tablet.get_by_role("button", name="One more ore").click()
    tablet.get_by_role("button", name="One more wood").click()
    tablet.get_by_role("button", name="One less wood").click()
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".panel-correct")).to_have_count(0)
    assert [(each["team"], each["set"]) for each in sent] == [
        ("blue", {"knights": 2, "resources": {"ore": 1}})
    ]


def test_a_foul_is_noted(kit: Kit, tablet: Page) -> None:
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Note a foul").click()
    tablet.get_by_role("textbox", name="Player").fill("3")
    tablet.get_by_role("button", name="Green: rough play").click()
    expect(tablet.locator("#toast")).to_contain_text("Noted: Green, rough play")
    green = team(kit, "green")["fouls"]
    assert (green["count"], green["players"]) == (1, {"3": 1})


def _command(request: Request) -> list[dict[str, Any]]:
    return [json.loads(request.post_data or "")] if request.url.endswith("/api/commands") else []


# The link


def test_a_tap_waits_for_the_kit_under_one_id_and_counts_once(kit: Kit, tablet: Page) -> None:
    sent: list[dict[str, Any]] = []
    tablet.on("request", lambda request: sent.extend(_command(request)))
    passed: list[Route] = []
    is_cut = True

    def weak(route: Route) -> None:
        if is_cut:
            return route.abort()
        passed.append(route)
        return route.continue_()

    tablet.route("**/api/commands", weak)
    to_break(kit, red={"resources": {"ore": 4, "wood": 2}})
    tile(tablet, "red", "Knight").click()
    expect(tablet.locator(".plate", has_text="1 tap is waiting for the kit")).to_be_visible()
    is_cut = False
    # The page is asked before the kit: the link above is cut by this thread, which must not sleep meanwhile.
    expect(tablet.locator(".plate.is-waiting")).to_have_count(0)
    assert len(sent) > 1
    assert len(passed) == 1
    assert len({each["id"] for each in sent}) == 1
    assert {each["round"] for each in sent} == {1}
    assert team(kit, "red")["knights"] == 2


def test_back_closes_what_is_open_and_does_not_leave_at_once(kit: Kit, tablet: Page) -> None:
    more = tablet.get_by_role("button", name="More…")
    more.click()
    tablet.locator(".panel-more").wait_for()
    tablet.go_back()
    expect(tablet.locator(".panel-more")).to_have_count(0)
    expect(tablet.locator(".breakScreen")).to_be_visible()
    more.click()
    tablet.keyboard.press("Escape")
    tablet.go_back()
    expect(tablet.locator("#toast")).to_contain_text("Go back again")
    expect(tablet.locator(".breakScreen")).to_be_visible()


def test_a_silent_kit_is_told_within_seconds_and_comes_back(kit: Kit, tablet: Page) -> None:
    pid = kit.signal("referee", signal.SIGSTOP)
    try:
        expect(tablet.locator("#away")).to_contain_text("No link to the kit", timeout=4_000)
    finally:
        kit.signal("referee", signal.SIGCONT)
    expect(tablet.locator("#away")).to_be_empty()
    assert kit.pid("referee") == pid
    expect(tablet.locator("#start")).to_be_enabled()


def test_a_hidden_page_lets_its_stream_go(tablet: Page) -> None:
    opened: list[str] = []
    closed: list[str] = []
    tablet.on("request", lambda request: opened.append(request.url) if "feed" in request.url else None)
    tablet.on("requestfailed", lambda request: closed.append(request.url) if "feed" in request.url else None)
    hide = "hidden => { Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    tablet.evaluate(hide, True)
    tablet.wait_for_timeout(200)
    assert (len(opened), len(closed)) == (0, 1)
    with tablet.expect_request("**/api/feed*"):
        tablet.evaluate(hide, False)


def test_no_view_replaces_what_a_finger_lies_on(kit: Kit, tablet: Page) -> None:
    to_break(kit)
    expect(tablet.locator(".breakScreen")).to_be_visible()
    start = tablet.locator("#start").element_handle()
    first = tile(tablet, "red", "Settlement").element_handle()
    box = first.bounding_box()
    kit.must(
        "correct", team="red", set={"resources": {"wood": 3, "wheat": 2}, "cards": ["monopoly"]}, reason="x"
    )
    expect(tile(tablet, "red", "Settlement")).to_be_enabled()
    assert first.evaluate("element => element.isConnected")
    assert start.evaluate("element => element.isConnected")
    assert first.bounding_box() == box


# Manners

MEASURE = """() => {
  const shown = element => element.checkVisibility() && element.getClientRects().length > 0;
  const own = element => [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const text = [...document.querySelectorAll("body *")].filter(element => shown(element) && own(element));
  const targets = [...document.querySelectorAll("button, input, a, select")].filter(shown);
  const name = element => `${element.className} ${element.textContent.trim().slice(0, 30)}`;
  const narrow = element => Math.min(element.offsetWidth, element.offsetHeight) < 64;
  return {
    small: text.filter(element => parseFloat(getComputedStyle(element).fontSize) < 18).map(name),
    narrow: targets.filter(element => element.tagName !== "A" && narrow(element)).map(name),
    wide: document.documentElement.scrollWidth > window.innerWidth,
  };
}"""


@pytest.mark.parametrize("size", [SMALL, PORTRAIT])
def test_start_and_stop_are_large_and_in_different_corners(
    kit: Kit, unhurried: Page, size: tuple[int, int]
) -> None:
    tablet, (width, height) = unhurried, size
    tablet.set_viewport_size({"width": width, "height": height})
    start = tablet.locator("#start").bounding_box()
    tablet.locator("#start").click()
    kit.phase("round")
    for place in ("h1", "h2", "h3") * 4:
        kit.must("deposit", hoop=place, kind="ore")
    expect(tablet.locator(".counted .row")).to_have_count(12)
    stop = tablet.locator("#stop").bounding_box()
    assert start is not None
    assert stop is not None
    for box in (start, stop):
        assert min(box["width"], box["height"]) >= 88
        assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height
    assert start["x"] + start["width"] <= stop["x"]
    kit.must("stop_round")
    choices = tablet.locator(".stop-choices .button")
    expect(choices).to_have_count(3)
    if width >= 1000:
        for choice in choices.all():
            box = choice.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= stop["x"]


# Spectators


def test_spectators_see_the_match_live(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60)
    page = new_page("/", PHONE, logged_in=False)
    expect(page.locator(".board-team")).to_have_count(3)
    expect(page.locator("#bar p")).to_contain_text("First to 8")
    kit.must("start_round")
    expect(page.locator("#bar [data-clock]")).to_have_text(re.compile(r"^(60\.0|[1-5]?\d\.\d)$"))
    kit.must("deposit", hoop="h1", kind="ore")
    expect(page.locator(".board-team.team-red .kind-ore .number")).to_have_text("1")
    expect(page.locator(".board-team.team-red .kind-ore .icon")).to_have_css("color", css(KINDS["ore"]))
    expect(page.locator(".board-team.team-red .team-label .icon")).to_have_css("color", css(SIDES["red"]))
    expect(page.locator(".board-recent")).to_contain_text("Red brought ore to hoop 1")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    kit.must("end_match", reason="rain")
    expect(page.locator(".board-result")).to_contain_text("first place")


# What the files say


OF_A_GAME = {
    "referee": "tablet.js",
    "captain": "captain.js",
    "crew": "crew.js",
    "board": "board.js",
    "print": "print.js",
}
"""The pages that a game has a part in, and the module of the game that has it."""


def modules_of(*entries: Path) -> set[Path]:
    """Return these scripts and all that they import, one from the other."""
    found, open_ones = set[Path](), list(entries)
    while open_ones:
        script = open_ones.pop()
        if script not in found:
            found.add(script)
            names = re.findall(r'from "(\.[^"]+)"', code_of(script))
            open_ones += [script_at(script, name) for name in names]
    return found


def code_of(script: Path) -> str:
    """Return a script without its comments; nothing of one that the kit makes."""
    text = script.read_text(encoding="utf-8") if script.exists() else ""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def words_in(scripts: set[Path]) -> set[str]:
    """Return the keys of all lists among these scripts."""
    return {key for script in scripts for key in words_at(script) or ()}


@pytest.mark.parametrize("page", ["referee", "captain", "crew", "board", "print", "kit", "login"])
def test_every_word_that_a_page_says_is_in_its_list(page: str) -> None:
    own = FOLDERS["full_contact/"] / OF_A_GAME[page] if page in OF_A_GAME else None
    shared = modules_of(STATIC / f"{page}.js")
    for scripts in (shared, shared | modules_of(own)) if own else (shared,):
        said = {key for file in scripts for key in re.findall(r'\bsay\(\s*"(\w+)"', code_of(file))}
        assert said
        assert said <= words_in(scripts)


def test_every_word_in_a_list_is_said_somewhere() -> None:
    # What the kit's own page says of a lamp, a blast or a grade is put together of their names.
    words = {folder / name for folder in FOLDERS.values() for name in lists(folder / "words.json")}
    text = "".join(script.read_text(encoding="utf-8") for script in SCRIPTS)
    begun = tuple(re.findall(r"`(\w+_)\$\{", text))
    said = set(re.findall(r'"(\w+)"', text))
    assert {
        key
        for key in words_in(words - {STATIC / "words" / "kit.js"})
        if key not in said and not key.startswith(begun)
    } == set()


def test_shared_pages_know_no_game_and_no_phase() -> None:
    """What stands outside a game's folder asks for the stage of a match alone."""
    phases = ("head_start", "grace", "stopped", "break", "ready", "round")
    own = rf"data-phase|\.phase\b|phase_({'|'.join(phases)})|full_contact"
    for file in [
        *STATIC.glob("*.js"),
        *STATIC.glob("*.css"),
        STATIC / "words.json",
        *STATIC.glob("kit/*.js"),
    ]:
        assert not re.search(own, file.read_text(encoding="utf-8")), file


def test_pages_have_no_inline_code_and_ask_nobody_else() -> None:
    for file in sorted(PAGES.rglob("*")):
        if file.suffix not in (".html", ".js", ".css"):
            continue
        text = file.read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[\w.-]+", text)) - {"http://www.w3.org"}
        assert not addresses, file
        if file.suffix == ".html":
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text), file


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_keep_to_what_plain_http_offers(script: Path) -> None:
    forbidden = r"randomUUID|crypto\.subtle|wakeLock|serviceWorker|clipboard|innerHTML|\beval\("
    # One place asks whether there is a wake lock.
    found = set(re.findall(forbidden, script.read_text(encoding="utf-8")))
    assert found == ({"wakeLock"} if script == STATIC / "device.js" else set())
