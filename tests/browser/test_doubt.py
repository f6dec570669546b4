"""A record that does not hold, on every page: nothing is shown as right until the referee has chosen."""

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANDSCAPE, PHONE, NewPage, held_until
from tests.process.conftest import Kit
from tests.support.forged import change
from tests.support.full_contact_match import TEAMS, FullContactMatch

pytestmark = pytest.mark.needs("browser")
TAP = """(key) => {
  for (const end of ['down', 'up']) key.dispatchEvent(new PointerEvent(`pointer${end}`));
  key.click();
}"""
"""However busy the machine is: between the two ends of a click it may take longer than a hold."""


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Kit]:
    """Yield a kit whose record had the Foxes win, before a digit of their purchase was changed."""
    kit = Kit(tmp_path)
    match = FullContactMatch(kit.data / "journal.sqlite3")
    teams = [team | {"name": name} for team, name in zip(TEAMS, ("Foxes", "Herons", "Otters"), strict=True)]
    match.do("create_match", game="full_contact", teams=teams, seed=1)
    match.play(h1="11122", h2="441")
    match.do("buy", team="red", item="settlement")
    match.do("end_match", reason="dark")
    match.close()
    bought = "events = replace(events, '\"wood\":3', '\"wood\":1')"
    change(kit.data / "journal.sqlite3", f"UPDATE records SET {bought} WHERE input LIKE '%settlement%'")
    yield from kit.running()


def test_a_doubt_is_told_on_every_page_until_the_referee_has_chosen(damaged: Kit, new_page: NewPage) -> None:
    kit_at = f"http://127.0.0.1:{damaged.port}"
    crowd_at = f"http://127.0.0.1:{damaged.spectators}"
    tablet = new_page("/referee", LANDSCAPE, origin=kit_at)
    expect(tablet.locator(".doubt h2")).to_have_text(re.compile(r"^Decision \d+ was changed\.$"))
    changed = int(re.sub(r"\D", "", tablet.locator(".doubt h2").inner_text()))
    expect(tablet.locator(".doubt-reads")).to_contain_text("It now reads: Foxes")
    expect(tablet.locator("#last_good")).to_contain_text(f"Decision {changed - 1}: ")
    expect(tablet.locator("#last_good .doubt-gone")).to_have_text(
        "2 decisions and less than a minute would go."
    )
    expect(tablet.locator("#last_good")).to_contain_text("Foxes 3")
    expect(tablet.locator("#second_copy")).to_have_count(0)
    expect(tablet.locator("#stop")).to_be_visible()
    assert _fits(tablet)
    phone = new_page("/referee", PHONE, origin=kit_at)
    expect(phone.locator("#last_good")).to_be_visible()
    assert _fits(phone)
    board = new_page("/", PHONE, logged_in=False, origin=crowd_at)
    screen = new_page("/screen", LANDSCAPE, logged_in=False, origin=crowd_at)
    overlay = new_page("/overlay", LANDSCAPE, logged_in=False, origin=crowd_at)
    for page in (board, screen, overlay):
        expect(page.locator("body")).to_contain_text("The record is in doubt")
        expect(page.locator("body")).not_to_contain_text("Foxes")
    matches = new_page("/matches", PHONE, logged_in=False, origin=crowd_at)
    expect(matches.locator("#m1-result")).to_have_text("The record is in doubt")
    report = new_page("/matches/m1", PHONE, logged_in=False, origin=crowd_at)
    expect(report.locator(".result")).to_contain_text("The record is in doubt")
    expect(report.locator(".team")).to_have_count(0)

    # A tap is not enough: nobody chooses by mistake.
    tablet.locator("#last_good").evaluate(TAP)
    expect(tablet.locator("#toast")).to_contain_text("Press and hold.")
    held_until(tablet.locator("#last_good"), tablet.locator("body:not(:has(.doubt))"))
    expect(board.locator("body")).to_contain_text("Foxes")
    with urllib.request.urlopen(f"{kit_at}/api/board") as answer:
        shown = json.load(answer)
    assert (shown["doubt"], shown["stage"]) == (None, "rest")
    expect(overlay.locator("body")).to_contain_text("Foxes")


def _fits(page: Page) -> bool:
    """Whether nothing lies beyond the right edge."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
