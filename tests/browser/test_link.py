"""The link to the kit cut, frozen or losing answers in the middle of a purchase: no loss, no double."""

import json
import re
import time
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from tests.browser import audit
from tests.browser.conftest import PHONE, NewPage
from tests.browser.link import Link
from tests.browser.scenes import to_break as end_round
from tests.browser.test_in_play import bottom, top
from tests.browser.test_pages import team, tile, to_break
from tests.process.conftest import PIN, Kit, until

pytestmark = pytest.mark.browser

KNIGHTS = {"resources": {"wood": 2, "ore": 4}}
"""Two knights' worth, and one way to pay."""


@pytest.fixture
def tablet(kit: Kit, link: Link, new_page: NewPage) -> Page:
    """Return a tablet at the end of the link, in a break in which two teams can buy knights."""
    kit.create(round_seconds=3, grace_seconds=1, break_seconds=300)
    to_break(kit, red=KNIGHTS, blue=KNIGHTS)
    page = new_page("/referee", origin=f"http://127.0.0.1:{link.port}", weak_link=True)
    expect(tile(page, "blue", "Knight")).not_to_have_attribute("aria-disabled", "true")
    return page


def waiting(page: Page, taps: int) -> None:
    """Check that this many taps are shown to wait for the kit."""
    expect(page.locator(".plate.is-waiting")).to_contain_text(re.compile(rf"^{taps} taps? (is|are) waiting"))


def settled(page: Page) -> None:
    """Nothing waits any more and nobody is away."""
    expect(page.locator(".plate.is-waiting")).to_have_count(0, timeout=15_000)
    expect(page.locator("#away")).to_be_empty()


def test_a_purchase_whose_answer_is_lost_is_made_once(kit: Kit, link: Link, tablet: Page) -> None:
    link.lose_answers()
    tile(tablet, "red", "Knight").click()
    waiting(tablet, 1)
    until(lambda: len(link.commands) >= 3, 10, "repeats")
    assert team(kit, "red")["knights"] == 2, "it had reached the kit"
    link.restore()
    settled(tablet)
    assert len(link.ids) == 1
    assert team(kit, "red")["knights"] == 2
    assert team(kit, "red")["resources"] == {"wood": 1, "wheat": 0, "brick": 0, "ore": 2}


def test_what_is_tapped_while_the_link_is_cut_is_kept_in_its_order(
    kit: Kit, link: Link, tablet: Page
) -> None:
    link.cut()
    tile(tablet, "red", "Knight").click()
    tile(tablet, "blue", "Knight").click()
    waiting(tablet, 2)
    expect(tablet.locator("#away")).to_contain_text("No link to the kit")
    assert (team(kit, "red")["knights"], team(kit, "blue")["knights"]) == (1, 1)
    link.restore()
    settled(tablet)
    assert (team(kit, "red")["knights"], team(kit, "blue")["knights"]) == (2, 2)
    bought = list({command["id"]: command["team"] for command in link.commands}.values())
    assert bought == ["red", "blue"]
    expect(tablet.locator(".last-text")).to_contain_text("Blue")


def test_a_tap_that_waits_outlives_a_reload_of_the_page(kit: Kit, tablet: Page) -> None:
    """It goes out again under the same id, and is made once."""
    ids = []

    def lose(route: Route) -> None:
        ids.append(json.loads(route.request.post_data or "{}")["id"])
        route.abort()

    tablet.route("**/api/commands", lose)
    tile(tablet, "red", "Knight").click()
    waiting(tablet, 1)
    tablet.unroute("**/api/commands")
    with tablet.expect_request(lambda request: request.url.endswith("/api/commands")) as sent:
        tablet.reload()
    kit.wait(lambda view: view["teams"][0]["knights"] == 2)
    assert json.loads(sent.value.post_data or "{}")["id"] == ids[0]
    settled(tablet)
    tablet.wait_for_function("sessionStorage.getItem('fieldkit-taps') === '[]'")


def test_an_undo_that_another_tablet_made_first_closes_its_panel(kit: Kit, link: Link, tablet: Page) -> None:
    tile(tablet, "red", "Knight").click()
    kit.wait(lambda view: view["teams"][0]["knights"] == 2)
    seq = kit.view["seq"]
    tablet.locator(".last").get_by_role("button", name="Undo").click()
    expect(tablet.get_by_role("button", name="Undo it")).to_be_visible()
    link.freeze()
    kit.must("strike", seq=seq, reason="another tablet")
    tablet.get_by_role("button", name="Undo it").click()
    link.restore()
    expect(tablet.locator("#toast")).to_contain_text("undone")
    expect(tablet.locator(".panel-undo")).to_have_count(0)


def test_the_lost_link_is_told_in_the_bar_and_in_the_words_of_the_moment(
    kit: Kit, link: Link, tablet: Page
) -> None:
    """It covers neither a team nor the field; a clock that has run down without it says so."""
    away, played = tablet.locator("#away p"), "The whistle goes on by itself"
    link.cut()
    expect(away).to_contain_text("START needs the link")
    for width, height in ((1280, 800), (1024, 768), (600, 960)):
        tablet.set_viewport_size({"width": width, "height": height})
        audit.settled(tablet)
        assert bottom(away) <= top(tablet.locator(".team-card").first) + 1, (width, height)
    tablet.set_viewport_size({"width": 1280, "height": 800})
    link.restore()
    settled(tablet)
    kit.must("start_round")
    expect(tablet.locator("#stop")).to_be_enabled()
    link.cut()
    expect(away).to_contain_text(played)
    assert bottom(away) <= top(tablet.locator(".roundScreen")) + 1
    expect(tablet.locator("#bar h1")).to_have_text("Time is over")
    expect(tablet.locator("#bar p")).to_have_text("Waiting for the kit")
    link.restore()
    settled(tablet)
    expect(tablet.locator("#bar h1")).not_to_have_text("Time is over")


def test_a_purchase_is_made_once_over_a_link_that_froze_under_it(kit: Kit, link: Link, tablet: Page) -> None:
    link.freeze()
    tile(tablet, "red", "Knight").click()
    waiting(tablet, 1)
    # Longer than the page's patience with one answer: it has given up on the first and sent a second.
    tablet.wait_for_timeout(5_800)
    link.restore()
    settled(tablet)
    assert len(link.ids) == 1
    assert len(link.commands) >= 2
    assert team(kit, "red")["knights"] == 2


def test_a_tap_that_was_under_way_into_the_next_round_is_refused_in_words(
    kit: Kit, link: Link, tablet: Page
) -> None:
    link.freeze()
    tile(tablet, "red", "Knight").click()
    waiting(tablet, 1)
    kit.must("start_round")
    end_round(kit)
    link.restore()
    expect(tablet.locator("#toast")).to_contain_text(re.compile(r"round", re.IGNORECASE), timeout=15_000)
    settled(tablet)
    assert team(kit, "red")["knights"] == 1, "the same purchase would have been legal in this break"
    assert team(kit, "red")["resources"]["ore"] == 4


def test_a_second_tap_on_what_waits_is_told_and_buys_nothing_more(kit: Kit, link: Link, tablet: Page) -> None:
    link.cut()
    tile(tablet, "red", "Knight").click()
    waiting(tablet, 1)
    expect(tile(tablet, "red", "Knight")).to_have_class(re.compile("is-waiting"))
    tile(tablet, "red", "Knight").click()
    expect(tablet.locator("#toast")).to_have_text("This tap is still waiting for the kit.")
    link.restore()
    settled(tablet)
    assert team(kit, "red")["knights"] == 2
    expect(tile(tablet, "red", "Knight")).not_to_have_class(re.compile("is-waiting"))


def test_the_referee_may_forget_what_waits(kit: Kit, link: Link, tablet: Page) -> None:
    link.cut()
    tile(tablet, "red", "Knight").click()
    waiting(tablet, 1)
    tablet.get_by_role("button", name="Discard waiting taps").click()
    expect(tablet.locator(".plate.is-waiting")).to_have_count(0)
    link.restore()
    settled(tablet)
    tile(tablet, "blue", "Knight").click()
    kit.wait(lambda view: view["teams"][1]["knights"] == 2)
    assert team(kit, "red")["knights"] == 1


@pytest.mark.alone
@pytest.mark.parametrize("page", ["/referee", "/"])
def test_the_banner_comes_after_two_seconds_of_silence_and_goes_with_the_first_word(
    kit: Kit, link: Link, new_page: NewPage, page: str
) -> None:
    kit.create(round_seconds=3)
    shown = new_page(page, PHONE, origin=f"http://127.0.0.1:{link.port}", weak_link=True)
    expect(shown.locator("body[data-phase=ready]")).to_have_count(1)
    link.freeze()
    frozen = time.monotonic()
    expect(shown.locator("#away")).not_to_be_empty(timeout=4_000)
    # The last beat may be a second old.
    assert 0.9 < time.monotonic() - frozen < 3.2
    expect(shown.locator("body[data-phase=ready]")).to_have_count(1)
    link.restore()
    expect(shown.locator("#away")).to_be_empty(timeout=4_000)


def test_a_hidden_page_holds_no_stream_and_shows_what_it_missed_when_it_is_seen_again(
    kit: Kit, link: Link, tablet: Page
) -> None:
    hide = "hidden => { Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    until(lambda: link.streams == 1, 5, "a stream")
    tablet.evaluate(hide, True)
    until(lambda: link.streams == 0, 5, "the stream's end")
    kit.must("buy", team="red", item="knight")
    tablet.evaluate(hide, False)
    expect(tablet.locator(".last-text")).to_contain_text("Red")
    assert link.streams == 1


def test_another_game_waits_for_the_link(kit: Kit, link: Link, tablet: Page) -> None:
    """Its part of the page has not come yet, and cannot come over a cut link."""
    kit.give_up("rain")
    tablet.get_by_role("button", name="Another game").click()
    link.cut()
    expect(tablet.locator("#away p")).to_have_count(1)
    other = tablet.get_by_role("button", name="Dice Game Extra")
    other.click(force=True)
    expect(tablet.locator("#toast p")).to_contain_text("No link to the kit.")
    link.restore()
    expect(tablet.locator("#away p")).to_have_count(0)
    other.click()
    expect(tablet.locator("body[data-game=dice_extra]")).to_have_count(1)


@pytest.mark.parametrize(
    "part", ["base.css", "referee.js", "full_contact/tablet.js", "full_contact/parts.css"]
)
def test_a_page_of_which_a_part_did_not_come_asks_for_itself_again(
    kit: Kit, browser: Browser, part: str
) -> None:
    kit.create(round_seconds=3)
    with closing(browser.new_context(viewport={"width": 1280, "height": 800})) as context:
        context.request.post(f"http://127.0.0.1:{kit.port}/api/session", data={"pin": PIN})
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        unkept: list[str] = []
        page.on("response", lambda response: unkept.extend(_unkept(response)))
        page.route(f"**/{part}", lambda route: route.abort("connectionreset"), times=1)
        # Nothing answers the first time.
        with page.expect_response(re.compile(rf"/static/[^/]+/{part}$"), timeout=30_000):
            page.goto(f"http://127.0.0.1:{kit.port}/referee", wait_until="commit")
        expect(page.locator("body[data-phase=ready]")).to_have_count(1, timeout=15_000)
        assert len([url for url in asked if re.search(rf"/static/[^/]+/{part}$", url)]) == 2
        assert unkept == []


def _unkept(response: Response) -> list[str]:
    """Return the address of a script or a style that a browser would ask for again."""
    is_part = response.request.resource_type in ("script", "stylesheet") and "/static/" in response.url
    return [response.url] if is_part and "immutable" not in response.headers["cache-control"] else []
