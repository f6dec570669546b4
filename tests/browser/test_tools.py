"""The referee's other tools, the alarms where the eye is, and a page that keeps still under a finger."""

import os
import re
import signal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fieldkit.referee.watches import MIN_GUESSES
from hardware.fakes.virtual_field import control
from tests.browser.audit import measured, settled
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SIZES, SMALL, NewPage
from tests.browser.scenes import grace, press
from tests.browser.test_pages import hoop, team, to_break
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

SLIP_MS = 350
"""Longer than two taps at one place count as a slip of the finger."""
NARROW = (360, 740)


def sized(page: Page, size: tuple[int, int]) -> None:
    """Give the tablet another size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def open_tool(page: Page, name: str) -> None:
    """Open something that lies under More."""
    page.get_by_role("button", name="More…").click()
    page.locator(".panel").get_by_role("button", name=name).click()


def within(page: Page, selector: str, size: tuple[int, int]) -> None:
    """Check that an element lies wholly on the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0], (selector, size, box)
    assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1], (selector, size, box)


# Tools


def test_a_hurt_player_is_on_the_record_and_no_longer_counted(kit: Kit, tablet: Page) -> None:
    open_tool(tablet, "Player injured or substituted")
    tablet.locator(".panel").get_by_role("button", name="Blue").click()
    tablet.get_by_role("button", name="Injured, out").click()
    tablet.get_by_role("textbox", name="Player").fill("3")
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".panel-player")).to_have_count(0)
    assert team(kit, "blue")["players"] == 3
    expect(tablet.locator(".last-text")).to_have_text("Blue 3: Injured, out")


def test_a_changed_player_is_only_noted_and_a_sent_off_knight_is_none(kit: Kit, tablet: Page) -> None:
    kit.must("correct", team="red", set={"knights": 4}, reason="x")
    open_tool(tablet, "Player injured or substituted")
    tablet.get_by_role("button", name="Substituted").click()
    tablet.get_by_role("button", name="Save").click()
    expect(tablet.locator(".last-text")).to_contain_text("Substituted")
    assert team(kit, "red")["players"] == 4
    open_tool(tablet, "Player injured or substituted")
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
    expect(tablet.locator("#toast")).to_have_text("It matches the kit.")
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
    homes = tablet.locator(".setup-field .hoop:not(.is-free)")
    for number in (1, 2, 3):
        for colour in ("Red", "Blue", "Green"):
            tablet.locator(f".mark-button[aria-label='{colour}']").click()
            tablet.locator(f".hoop[aria-label^='Hoop {number},']").click()
        expect(homes).to_have_count(2)
        tablet.get_by_role("button", name="Draw lots").click()
        expect(homes).to_have_count(4)
    tablet.get_by_role("button", name="3 teams").click()
    expect(homes).to_have_count(3)
    tablet.get_by_role("button", name="4 teams").click()
    expect(homes).to_have_count(4)
    full = tablet.get_by_role("button", name="Full game")
    expect(full).to_contain_text("Every team starts with 2 knights. First to 9.")


def test_any_three_colours_play_and_a_reload_keeps_the_form(kit: Kit, tablet: Page) -> None:
    kit.must("abandon_match", reason="a new one")
    tablet.get_by_role("button", name="New match").click()
    tablet.get_by_role("button", name="3 teams").click()
    tablet.get_by_role("textbox", name="Name of the Blue team").fill("Herons")
    tablet.get_by_role("button", name="Let Yellow play instead of Herons").click()
    tablet.reload()
    again = tablet.get_by_role("button", name="New match")
    again.or_(tablet.locator("#begin")).first.wait_for()
    if again.is_visible():
        again.click()
    expect(tablet.get_by_role("button", name="Let Herons play instead of Yellow")).to_be_visible()
    tablet.locator("#begin").click()
    tablet.locator("#start").wait_for()
    assert [team["id"] for team in kit.view["teams"]] == ["red", "yellow", "green"]
    homes = {hoop["team"] for hoop in kit.view["hoops"] if hoop["starting"]}
    assert homes == {"red", "yellow", "green"}


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


@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_an_alarm_in_a_round_is_seen_with_its_cure_and_moves_nothing(
    kit: Kit, new_page: NewPage, size: tuple[int, int]
) -> None:
    kit.create(round_seconds=60)
    tablet = new_page("/referee", size)
    tablet.locator("#start").click()
    expect(tablet.locator("#stop")).to_be_enabled()
    watched = ["#stop", ".hoop[aria-label^='Hoop 1,']", ".hoop[aria-label^='Hoop 10,']", "#bar [data-clock]"]
    before = [tablet.locator(selector).bounding_box() for selector in watched]
    kit.wait(lambda view: view["hoops"][6]["link"] == "ok")
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
    # One that is killed at once is back before a slow browser has looked.
    pid = kit.signal("whistle", signal.SIGSTOP)
    expect(tablet.locator(".plate", has_text="The whistle does not answer.")).to_be_visible()
    os.kill(pid, signal.SIGKILL)
    expect(tablet.locator(".plate", has_text="does not answer")).to_have_count(0, timeout=15_000)
    expect(tablet.locator(".plate", has_text="The whistle hung and was started again.")).to_be_visible()
    assert kit.pid("whistle") != pid
    # A blast on time takes it back.
    kit.must("start_round")
    kit.must("stop_round")


def test_whatever_wants_the_eye_in_a_break_can_be_reached(kit: Kit, new_page: NewPage) -> None:
    to_break_with_all(kit)
    tablet = new_page("/referee")
    tablet.locator("button.plate").first.wait_for()
    for size in (LANDSCAPE, SMALL, PORTRAIT, PHONE):
        sized(tablet, size)
        settled(tablet)
        for plate in tablet.locator("#plates .plate").all():
            expect(plate).to_be_in_viewport(ratio=1)
        everything = tablet.locator(".plate.is-all")
        if everything.count():
            everything.click()
        tablet.locator("button.plate:visible", has_text="must discard").last.click()
        expect(tablet.locator(".panel-discard")).to_be_visible()
        tablet.keyboard.press("Escape")
        expect(tablet.locator(".panel-discard")).to_have_count(0)


def test_plates_take_what_room_the_bar_leaves_them_also_when_that_changes_later(
    kit: Kit, new_page: NewPage
) -> None:
    """As a font does that comes after the first view: nothing is told, nobody turns the tablet."""
    to_break_with_all(kit)
    tablet = new_page("/referee", (1920, 1000))
    plates, everything = tablet.locator("#plates .plate"), tablet.locator(".plate.is-all")
    expect(plates.first).to_be_visible()
    settled(tablet)
    assert plates.count() >= 2
    expect(everything).to_have_count(0)
    widen = "width => { document.getElementById('bar').style.minWidth = width }"
    tablet.evaluate(widen, "1600px")
    expect(everything).to_be_visible()
    tablet.evaluate(widen, "")
    expect(everything).to_have_count(0)


def test_a_plate_says_the_most_important_inside_its_box_and_the_rest_behind_it(
    kit: Kit, new_page: NewPage
) -> None:
    kit.create(break_seconds=300)
    to_break(kit)
    tablet = new_page("/referee")
    for guess in range(MIN_GUESSES):
        tablet.request.post(f"http://127.0.0.1:{kit.port}/api/session", data={"pin": f"{guess:08}"})
    plate = tablet.locator(".plate.is-alarm")
    expect(plate).to_contain_text("Somebody is guessing the PIN (127.0.0.1).")
    for size in SIZES:
        assert measured(tablet, *size) == {}, size
    plate.click()
    expect(tablet.locator(".panel")).to_contain_text("Take that device off the Wi-Fi.")


def to_break_with_all(kit: Kit) -> None:
    """Bring a match to a break with a discard that is owed, a head start to come and balls to put back."""
    kit.create(round_seconds=60, break_seconds=300)
    stock = {"resources": {"wood": 4, "ore": 4}}
    to_break(
        kit, red=stock | {"cards": ["robber", "foresight"]}, blue={"resources": {"wheat": 4, "brick": 4}}
    )
    kit.must("buy", team="red", item="knight", pay={"ore": 2, "wood": 1})
    kit.must("use_card", team="red", card="foresight")
    kit.must("use_card", team="red", card="robber")


# Keeping still


@pytest.mark.parametrize("size", [LANDSCAPE, PHONE])
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


def _choices(page: Page) -> list[dict[str, float] | None]:
    """Where the choices for the late balls are, each of them wholly in sight and under a finger."""
    buttons = page.locator(".held-choice .button").all()
    for button in buttons:
        expect(button).to_be_in_viewport(ratio=1)
        button.click(trial=True)
    return [dict(box) if (box := button.bounding_box()) else None for button in buttons]  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE])
def test_late_balls_keep_their_places(kit: Kit, new_page: NewPage, size: tuple[int, int]) -> None:
    tablet = new_page("/referee", size)
    grace(kit, 10)
    tablet.set_default_timeout(4000)
    expect(tablet.locator(".held-ball")).to_have_count(2)
    before = _choices(tablet)
    assert len(before) == 4
    if size == LANDSCAPE:
        press(kit, h2="1")
        expect(tablet.locator(".held-choice")).to_have_count(3)
        assert _choices(tablet)[:4] == before
    tablet.locator(".held-choice .button").first.click()
    expect(tablet.locator(".held-ball.is-settled")).to_have_count(1)
    assert _choices(tablet)[:2] == before[2:]
    kit.phase("break")


def test_a_stop_that_has_just_appeared_under_a_finger_stops(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60, break_seconds=300)
    tablet = new_page("/referee", SMALL)
    box = tablet.get_by_role("button", name="More…").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # The finger comes down as soon as STOP is there, before any answer from here could.
    tablet.evaluate(
        """([x, y]) => {
          new MutationObserver((_, watch) => {
            const under = document.elementFromPoint(x, y);
            if (under?.id !== "stop") return;
            watch.disconnect();
            const how = { bubbles: true, button: 0, clientX: x, clientY: y };
            under.dispatchEvent(new PointerEvent("pointerdown", how));
          }).observe(document.body, { childList: true, subtree: true, attributes: true });
        }""",
        [x, y],
    )
    kit.must("start_round")
    kit.phase("stopped")


def test_a_stopped_round_still_takes_a_ball_by_hand_and_a_settlement(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60, break_seconds=300)
    to_break(kit, red={"settlements_in_hand": 1})
    kit.must("start_round")
    kit.must("stop_round")
    tablet = new_page("/referee", PHONE)
    tablet.get_by_role("button", name="Field & place").click()
    hoop(tablet, 1).click()
    tablet.locator(".picker .kind-ore").click()
    kit.wait(lambda view: len(view["counted"]) == 1)
    hoop(tablet, 7).click()
    tablet.locator(".picker-place").get_by_role("button", name="Red").click()
    kit.wait(lambda view: next(one for one in view["hoops"] if one["id"] == "h7")["team"] == "red")


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


@pytest.mark.parametrize("size", [SMALL, NARROW])
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


# At once, in a round


@pytest.mark.parametrize("size", [LANDSCAPE, PHONE])
def test_a_ball_counted_by_hand_is_taken_back_in_the_round_with_stop_in_reach(
    kit: Kit, new_page: NewPage, size: tuple[int, int]
) -> None:
    kit.create(round_seconds=60)
    tablet = new_page("/referee", size)
    kit.must("start_round")
    expect(tablet.locator("#stop")).to_be_enabled()
    kit.must("deposit", hoop="h1", kind="ore")
    expect(tablet.locator(".counted .row")).to_have_count(1)
    _apart(tablet, ".round-tools .button", ".hoop, #stop")
    tablet.locator(".round-tools").get_by_role("button", name="Last actions").click()
    tablet.locator(".panel .row", has_text="hoop 1").get_by_role("button", name="Undo").click()
    kit.must("deposit", hoop="h2", kind="wood")
    expect(tablet.locator(".counted .row")).to_have_count(2)
    _apart(tablet, ".panel-card", "#stop, #bar [data-clock]")
    tablet.get_by_role("button", name="Undo it").click()
    expect(tablet.locator(".panel-card")).to_have_count(0)
    assert [entry["hoop"] for entry in kit.view["counted"]] == ["h2"]
    tablet.locator(".round-tools").get_by_role("button", name="More…").click()
    _apart(tablet, ".panel-card", "#stop, #bar [data-clock]")
    tablet.locator("#stop").click()
    assert kit.phase("stopped")["phase"] == "stopped"
    kit.must("end_round")


def _apart(page: Page, these: str, those: str) -> None:
    """None of these elements lies over any of those, nor within 8 px of it."""
    over = page.evaluate(
        """([these, those]) => {
          const box = (element) => element.getBoundingClientRect();
          const boxes = (selector) => [...document.querySelectorAll(selector)].map(box);
          return boxes(these).flatMap((a) => boxes(those).filter((b) =>
            a.left < b.right + 8 && b.left < a.right + 8 && a.top < b.bottom + 8 && b.top < a.bottom + 8));
        }""",
        [these, those],
    )
    assert over == []


def test_late_balls_stay_in_reach_beside_a_panel_in_the_grace(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=3, grace_seconds=8)
    tablet = new_page("/referee")
    kit.must("start_round")
    kit.phase("grace")
    control(kit.data / "hoops", "h1 press 1")
    expect(tablet.locator(".held-ball")).to_have_count(1)
    tablet.locator(".round-tools").get_by_role("button", name="Last actions").click()
    tablet.locator(".held-ball").get_by_role("button", name="Accept").click()
    kit.wait(lambda view: not view["pending"] and len(view["counted"]) == 1)
    kit.phase("break")


def test_a_stop_in_a_head_start_says_that_its_rest_comes_first_and_resumes_with_other_seconds(
    kit: Kit, new_page: NewPage
) -> None:
    kit.create(round_seconds=60, head_start_seconds=10)
    to_break(kit, red={"cards": ["foresight"]})
    kit.must("use_card", team="red", card="foresight")
    kit.must("start_round")
    kit.phase("head_start")
    tablet = new_page("/referee")
    tablet.locator("#stop").click()
    left = kit.phase("stopped")["clock"]["head_start_remaining"]
    assert 0 < left <= 10_000
    choice = tablet.locator(".stop-choices .button", has_text="Go on with")
    expect(choice).to_contain_text(f"The rest of the head start comes first: {left // 100 / 10:.1f} s.")
    tablet.get_by_role("button", name="Other seconds…").click()
    panel = tablet.locator(".panel-decide")
    panel.get_by_role("spinbutton", name="Seconds to play").fill("12.5")
    panel.get_by_role("button", name="Injury").click()
    panel.get_by_role("button", name="Go on with 12.5 s").click()
    expect(panel).to_have_count(0)
    kit.phase("head_start")
    tablet.locator("#stop").click()
    stopped = kit.phase("stopped")
    assert stopped["clock"]["remaining"] == 12_500
    expect(choice).to_contain_text("Go on with 12.5 s")
    kit.must("void_round")


def test_a_new_match_over_a_result_says_so_and_leads_back_to_it(kit: Kit, tablet: Page) -> None:
    to_break(kit)
    kit.must("end_match", reason="time")
    tablet.locator(".overScreen").get_by_role("button", name="New match").click()
    expect(tablet.locator("#bar h1")).to_have_text("New match")
    tablet.wait_for_timeout(SLIP_MS)
    tablet.get_by_role("button", name="Back to the result").click()
    expect(tablet.locator(".overScreen .ranking")).to_be_visible()
    expect(tablet.locator("#bar h1")).to_have_text("The match is over")


def test_only_the_winners_are_to_be_confirmed_after_a_tie(kit: Kit, new_page: NewPage) -> None:
    kit.create(target=3, tie="extra_round")
    to_break(kit, red={"bonus_vp": 3}, blue={"bonus_vp": 2})
    tablet = new_page("/referee")
    assert kit.view["result"] == {"winners": ["red"], "final": False}
    expect(tablet.locator(".plate.is-result")).to_have_text("Red reached 3: confirm the result")


def test_the_log_in_leads_to_the_spectators_by_a_target_for_a_thumb(new_page: NewPage) -> None:
    page = new_page("/referee", logged_in=False)
    box = page.get_by_role("link", name="To the spectators' page").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 64


def test_icons_that_are_first_shown_after_the_link_is_gone_are_there(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60)
    tablet = new_page("/referee", weak_link=True)
    tablet.locator(".team-card .icon").first.wait_for()
    tablet.wait_for_load_state("load")
    tablet.context.set_offline(True)
    drawn = """() => [...document.querySelectorAll("#panel use")].map((use) => use.getBBox().width)"""
    tablet.get_by_role("button", name="Field & place").click()
    hoop(tablet, 3).click()
    expect(tablet.locator(".picker .kind-brick use")).to_have_count(1)
    tablet.wait_for_timeout(SLIP_MS)
    assert min(tablet.evaluate(drawn)) > 0


# What the kit gives decides what there is


def test_an_option_that_the_rules_gain_is_on_the_tablet(tablet: Page) -> None:
    """The form knows no option by its name: titles and labels come with the view."""
    drawn = tablet.evaluate(
        """async () => {
            const { optionsPanel } = await import("/static/full_contact/options.js");
            const { patch } = await import("/static/dom.js");
            const fields = [
                { name: "longest_throw", title: "Longest throw", sort: "number", least: 2, most: 9, step: 1 },
                { name: "dogs", title: "Dogs", sort: "switch" },
                { name: "weather", title: "Weather", sort: "choice", of: ["sun", "rain"],
                  labels: { sun: "sun", rain: "rain" } },
            ];
            const view = await (await fetch("/api/match")).json();
            const given = view.setup.full_contact;
            Object.assign(given, { fields });
            Object.assign(given.options, { longest_throw: 4, dogs: true, weather: "rain" });
            const memory = { editing: true };
            const tablet = { view, memory, say: (key) => key, close() {}, draw() {} };
            const place = document.createElement("div");
            patch(place, optionsPanel(tablet, {}).body);
            [...place.querySelectorAll("button")].find((one) => one.textContent === "sun").click();
            const pressed = place.querySelectorAll("[aria-pressed=true]").length;
            const asked = memory.setup.options;
            return { text: place.textContent, pressed, asked };
        }"""
    )
    assert all(word in drawn["text"] for word in ("Longest throw", "4", "Dogs", "Weather", "sun", "rain"))
    assert drawn["pressed"] == 2
    assert drawn["asked"] == {"weather": "sun"}


def test_what_the_rules_gain_may_be_corrected(tablet: Page) -> None:
    """The form lists the cards of the match's own deck and the numbers that the kit offers."""
    drawn = tablet.evaluate(
        """async () => {
            const { correctPanel } = await import("/static/full_contact/correct.js");
            const { patch } = await import("/static/dom.js");
            const team = { id: "red", name: "Red", mark: "triangle", resources: {}, cards: [], dogs: 41 };
            const card_list = [{ id: "windfall", name: "Windfall", count: 2 }];
            const given = { card_list, limits: {}, corrections: ["dogs"] };
            const view = { teams: [team], owed: [], field: {}, hoops: [], ...given };
            const place = document.createElement("div");
            patch(place, correctPanel({ view, say: (key) => key, draw: () => {} }, {}).body);
            return place.textContent;
        }"""
    )
    assert "Windfall" in drawn
    assert "Robber" not in drawn
    assert all(word in drawn for word in ("fix_dogs", "41"))
    assert "fix_knights" not in drawn
