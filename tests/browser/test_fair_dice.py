"""Dice that everybody may check, on the pages: the hash from the start, words mixed in, the secret."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, PHONE, SIZES, NewPage
from tests.process.conftest import Kit, until
from tests.support.page_game import games_in

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit with a game whose dice everybody may check."""
    games = games_in(tmp_path_factory.mktemp("games"))
    yield from Kit(tmp_path_factory.mktemp("fair_dice"), **games).running()


@pytest.fixture
def tablet(kit: Kit, new_page: NewPage) -> Page:
    """Return the tablet with a race that has just been made."""
    finish(kit)
    kit.must("start_race", game="race", goal=12)
    page = new_page("/referee")
    expect(page.locator("h1")).to_have_text("Red's turn")
    return page


def finish(kit: Kit) -> None:
    """Play what is on to its end."""
    while kit.view["stage"] in ("ready", "play", "rest"):
        kit.must("roll")


def short(digits: str) -> str:
    return f"{digits[:4]} {digits[4:8]}"


def test_the_hash_is_shown_before_the_first_roll_and_the_secret_after_the_last(
    kit: Kit, tablet: Page, new_page: NewPage
) -> None:
    spectators = new_page("/", PHONE, logged_in=False)
    fair = kit.view["fair"]
    line = f"Fair dice: {short(fair['hash'])}"
    expect(tablet.locator(".fair-line")).to_have_text(line)
    expect(spectators.locator(".fair-line")).to_have_text(line)
    expect(spectators.locator("a.fair-line")).to_have_count(0)
    finish(kit)
    secret = until(lambda: kit.view["fair"].get("secret"), 5, "the secret")
    over = f"{line} · secret {short(secret)}"
    expect(tablet.locator(".fair-line")).to_have_text(over)
    expect(spectators.locator("a.fair-line")).to_have_text(over)


def test_words_are_mixed_in_by_tapping_until_the_first_roll(kit: Kit, tablet: Page) -> None:
    tablet.locator(".fair-line").click()
    tablet.get_by_label("Words for the dice").fill("sun and wind")
    tablet.get_by_role("button", name="Mix in").click()
    expect(tablet.locator("#panel q")).to_have_text("sun and wind")
    expect(tablet.locator(".fair-line q")).to_have_text("sun and wind")
    expect(tablet.get_by_label("Words for the dice")).to_have_value("")
    kit.must("roll")
    expect(tablet.get_by_role("button", name="Mix in")).to_have_count(0)
    assert kit.view["fair"]["words"] == "sun and wind"


@pytest.mark.parametrize("is_over", [False, True])
def test_line_and_panel_can_be_read_and_hit_at_all_sizes(
    kit: Kit, tablet: Page, new_page: NewPage, is_over: bool
) -> None:
    kit.must("call_words", words="a long row of words that the players have called out loud")
    if is_over:
        finish(kit)
    spectators = new_page("/", PHONE, logged_in=False)
    expect(spectators.locator(".fair-line")).to_be_visible()
    tablet.emulate_media(reduced_motion="reduce")
    wrong = {}
    for opens in (False, True):
        if opens:
            tablet.locator(".fair-line").click()
        for width, height in reversed(SIZES):
            wrong[f"{opens} {width}x{height}"] = measured(tablet, width, height)
        wrong[f"{opens} axe"] = violations(tablet)
    wrong["spectators"] = measured(spectators, *PHONE) or measured(spectators, *LANDSCAPE)
    wrong["spectators, axe"] = violations(spectators)
    assert {name: found for name, found in wrong.items() if found} == {}


def test_every_roll_is_checked_in_the_browser_once_the_match_is_over(kit: Kit, tablet: Page) -> None:
    address = f"http://127.0.0.1:{kit.port}/fair"
    assert tablet.request.get(f"{address}/{kit.view['match']}").status == 404
    finish(kit)
    tablet.locator(".fair-line").click()
    tablet.get_by_role("link", name="Check every roll").click()
    expect(tablet.locator("#verdict h2")).to_have_text("Every roll is right.")
    expect(tablet.locator("#faces .count").first).to_be_visible()
    assert tablet.request.get(f"{address}/m999").status == 404
    assert tablet.request.get(f"{address}/no-match").status == 404
