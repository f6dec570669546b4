"""The tablet outside play: logging in, the theme, More, keys and a clicker."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from fieldkit.colours import BALLS, DUSK, SUN
from fieldkit.settings import Settings
from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.browser.scenes import half_checked, in_break, in_round, new_match, ordered, play
from tests.process.conftest import PIN, Kit
from tests.web.conftest import RunningKit
from web.pin import read_pin

pytestmark = pytest.mark.browser


@pytest.fixture
def tablet(kit: Kit, new_page: NewPage) -> Page:
    """Return a tablet before the first round of a match, its screen drawn."""
    new_match(kit, round_seconds=60)
    page = new_page("/referee")
    page.locator("#start").wait_for()
    return page


def css(code: str) -> str:
    """Return a colour as a browser tells it."""
    return f"rgb({', '.join(str(int(code[at : at + 2], 16)) for at in (1, 3, 5))})"


def test_a_keyboard_logs_in_without_a_tap_and_nobody_reads_the_pin(kit: Kit, new_page: NewPage) -> None:
    page = new_page("/referee", logged_in=False)
    pin = page.locator("#pin")
    expect(pin).to_be_focused()
    page.keyboard.type(PIN)
    expect(pin).to_have_attribute("type", "password")
    page.get_by_role("button", name="Show").click()
    expect(pin).to_have_attribute("type", "text")
    expect(pin).to_have_value(PIN)
    pin.press("Enter")
    expect(page.locator("#screen > *").first).to_be_visible()
    expect(page.locator("#login")).to_have_count(0)


def test_a_pin_that_the_kit_drew_needs_no_ok(tmp_path: Path, new_page: NewPage) -> None:
    lonely = RunningKit(tmp_path, Settings())
    try:
        page = new_page("/referee", logged_in=False, origin=lonely.origin)
        # What comes after the log-in needs a game, and this kit has none.
        page.route("**/referee.js*", lambda route: route.abort())
        for key in read_pin(Settings(), tmp_path):
            page.locator(".keypad").get_by_role("button", name=key, exact=True).click()
        expect(page.locator("#login")).to_have_count(0)
        page.goto("about:blank")
    finally:
        lonely.stop()


def test_the_theme_is_the_devices_own_and_every_page_of_it_keeps_it(kit: Kit, new_page: NewPage) -> None:
    """Contrast, targets and what axe finds keep to their bounds at dusk too."""
    in_break(kit)
    kit.must("break_clock", hold=True)
    page = new_page("/referee")
    body = page.locator("body")
    expect(body).to_have_css("background-color", css(SUN["paper"]))
    page.get_by_role("button", name="More…").click()
    page.get_by_role("button", name="Dark screen").click()
    expect(body).to_have_css("background-color", css(DUSK["paper"]))
    assert not violations(page)
    wrong = {"more": measured(page, *LANDSCAPE)}
    page.keyboard.press("Escape")
    wrong["break"] = measured(page, *LANDSCAPE)
    for address in ("/", "/crew", "/kit"):
        page.goto(page.url.rsplit("/", 1)[0] + address)
        page.locator("main > *").first.wait_for()
        expect(body).to_have_css("background-color", css(DUSK["paper"]))
        wrong[address] = measured(page, *PHONE)
    for address in ("/", "/crew"):
        page.goto(page.url.rsplit("/", 1)[0] + address)
        switch = page.get_by_role("button", name="Light or dark")
        switch.click()
        expect(body).to_have_css("background-color", css(SUN["paper"]))
        switch.click()
        expect(body).to_have_css("background-color", css(DUSK["paper"]))
    in_round(kit)
    page.goto(page.url.rsplit("/", 1)[0] + "/referee")
    page.locator("#stop").wait_for()
    wrong["round"] = measured(page, *LANDSCAPE)
    assert not violations(page)
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_set_up_says_what_it_differs_in_and_draws_lots_only_for_two(kit: Kit, new_page: NewPage) -> None:
    """FC-4, FC-5."""
    new_match(kit)
    kit.must("abandon_match", reason="a new one")
    page = new_page("/referee")
    page.get_by_role("button", name="New match").click()
    hoops = page.locator(".hoop.is-open")
    lots = page.get_by_role("button", name="Draw lots")
    hoops.nth(2).click()
    expect(hoops.nth(2)).to_have_accessible_name("Hoop 3, city of Red")
    expect(lots).to_have_count(0)
    hoops.nth(2).click()
    expect(page.locator(".setup-lots")).to_contain_text("Red and Blue want hoop 3.")
    expect(page.locator("#begin")).to_have_attribute("aria-disabled", "true")
    lots.click()
    names = {hoops.nth(at).get_attribute("aria-label") for at in range(4)}
    assert {name.rsplit(" ", 1)[1] for name in names if name} == {"Red", "Blue", "Green", "Yellow"}
    options = page.get_by_role("button", name="Options")
    expect(options).to_contain_text("all as usual")
    options.click()
    for _ in range(2):
        page.get_by_role("button", name="One more Break, seconds").click()
    page.get_by_role("button", name="One less Break, seconds").click()
    changed = page.locator(".option.is-changed")
    expect(changed).to_contain_text("usually 60")
    page.get_by_role("button", name="All as usual").click()
    expect(changed).to_have_count(0)
    page.get_by_role("button", name="No", exact=True).first.click()
    page.get_by_role("button", name="Done").click()
    expect(options).to_contain_text("1 differs from the usual")
    page.reload()
    expect(page.get_by_role("button", name="New match")).to_be_visible()
    page.get_by_role("button", name="New match").click()
    expect(options).to_contain_text("1 differs from the usual")
    page.get_by_role("button", name="Full game").click()
    page.locator("#begin").click()
    kit.phase("ready")
    view = kit.view
    assert (view["options"]["gifts"], view["options"]["break_seconds"], view["full_game"]) == (
        False,
        60,
        True,
    )


def test_balls_have_the_colours_of_the_match_on_every_page(kit: Kit, new_page: NewPage) -> None:
    """FC-0: a colour belongs to one kind; one that another has changes places."""
    new_match(kit)
    kit.must("abandon_match", reason="a new one")
    page = new_page("/referee")
    page.get_by_role("button", name="New match").click()
    page.get_by_role("button", name="Options").click()
    kinds = page.locator(".colour-kinds .button")
    expect(kinds.nth(0)).to_contain_text("wood: brown balls")
    page.locator(".swatches").get_by_role("button", name="grey balls").click()
    expect(kinds.nth(0)).to_contain_text("wood: grey balls")
    expect(kinds.nth(3)).to_contain_text("ore: brown balls")
    page.get_by_role("button", name="Done").click()
    legend = page.locator(".ball-legend")
    expect(legend).to_contain_text("wood: grey balls")
    page.locator("#begin").click()
    kit.phase("ready")
    assert kit.view["options"]["colours"] == {
        "wood": "grey",
        "wheat": "yellow",
        "brick": "orange",
        "ore": "brown",
    }
    expect(page.locator(".ready-strip .ball-legend")).to_contain_text("ore: brown balls")
    expect(page.locator(".stock .kind-wood .icon").first).to_have_css("color", css(BALLS["grey"]))
    board = new_page("/", PHONE, logged_in=False)
    expect(board.locator(".stock .kind-wood .icon").first).to_have_css("color", css(BALLS["grey"]))
    expect(board.locator(".ball-legend")).to_contain_text("wood: grey balls")


def test_a_set_up_is_changed_before_the_first_start(kit: Kit, tablet: Page) -> None:
    """A misspelt name costs no match: it is put right while nothing has been whistled (FC-1, FC-5)."""
    tablet.get_by_role("button", name="Change the set-up").click()
    name = tablet.get_by_role("textbox", name="Name of the Red team")
    expect(name).to_have_value("Foxes")
    expect(tablet.get_by_role("button", name="Options")).to_contain_text("2 differ")
    name.fill("Vixens")
    tablet.get_by_role("button", name="Full game").click()
    tablet.get_by_role("button", name="Save the set-up").click()
    expect(tablet.locator(".team-card.team-red .team-label")).to_have_text("Vixens")
    view = kit.view
    assert (view["phase"], view["full_game"], view["options"]["round_seconds"]) == ("ready", True, 60)
    tablet.get_by_role("button", name="Change the set-up").click()
    kit.must("start_round")
    expect(tablet.locator("#stop")).to_be_visible()


def test_a_name_and_a_length_are_put_right_between_rounds(kit: Kit, new_page: NewPage) -> None:
    """Three taps and typing (FC-7, FC-33)."""
    in_break(kit)
    kit.must("break_clock", hold=True)
    page = new_page("/referee")
    page.get_by_role("button", name="More…").click()
    page.get_by_role("button", name="Names and lengths").click()
    name = page.get_by_role("textbox", name="Name of the Red team")
    name.click()
    name.fill("Vixens")
    name.press("Enter")
    expect(page.locator(".team-card.team-red .team-label")).to_have_text("Vixens")
    page.get_by_role("button", name="More…").click()
    page.get_by_role("button", name="Names and lengths").click()
    page.get_by_role("button", name="One less Round, seconds").click()
    page.get_by_role("button", name="Save").click()
    kit.wait(lambda view: view["options"]["round_seconds"] == 59)


def test_what_a_check_came_to_stays_in_sight(kit: Kit, new_page: NewPage) -> None:
    half_checked(kit)
    ordered(kit, do="check_end")
    page = new_page("/referee")
    expect(page.locator("a.plate")).to_have_text("Checked: the kit has faults")
    kit.must("abandon_match", reason="a new one")
    new_match(kit)
    assert kit.view["kit"]["check"] is None


def test_a_round_by_keys_alone(kit: Kit, tablet: Page) -> None:
    """What stops a round never starts one; the start has to be held (FC-7, FC-16)."""
    tablet.locator("body").click(position={"x": 2, "y": 2})
    for key in ("Space", "PageDown", "Enter", "MediaPlayPause"):
        tablet.keyboard.press(key)
    tablet.keyboard.press("?")
    expect(tablet.locator("#panel-title")).to_have_text("Keys and clicker")
    assert kit.view["phase"] == "ready"
    tablet.keyboard.press("Escape")
    tablet.keyboard.down("Enter")
    kit.phase("round")
    tablet.keyboard.up("Enter")
    expect(tablet.locator("#stop")).to_be_visible()
    tablet.keyboard.press("3")
    expect(tablet.locator(".picker")).to_contain_text("Hoop 3")
    tablet.keyboard.press("h")
    kit.wait(lambda view: [(ball["hoop"], ball["kind"]) for ball in view["counted"]] == [("h3", "wheat")])
    tablet.keyboard.press("Space")
    kit.phase("stopped")


def test_a_clicker_stops_under_an_open_panel_and_typing_keeps_its_keys(kit: Kit, tablet: Page) -> None:
    kit.must("start_round")
    tablet.locator("#stop").wait_for()
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Note a foul").click()
    words = tablet.get_by_role("textbox", name="What happened")
    words.click()
    words.press_sequentially("pushed 2 ? w")
    expect(words).to_have_value("pushed 2 ? w")
    assert kit.view["phase"] in ("head_start", "round")
    words.press("PageDown")
    kit.phase("stopped")


def test_a_key_asks_before_it_takes_back(kit: Kit, new_page: NewPage) -> None:
    new_match(kit, round_seconds=60)
    play(kit)
    page = new_page("/referee")
    page.locator("#start").wait_for()
    page.keyboard.press("Control+z")
    expect(page.locator("#panel-title")).to_have_text("Undo")
    expect(page.locator(".panel-body")).to_contain_text("Badgers")
    seq = kit.view["seq"]
    page.get_by_role("button", name="Undo it").click()
    kit.wait(lambda view: view["seq"] > seq)
