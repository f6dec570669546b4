"""An event's pages in Firefox and in WebKit: live by the feed, opened by taps, and as a screen."""

from collections.abc import Iterator

import pytest

from fieldkit.hub import admitting
from tests.browser.event_pages import own, scored
from tests.browser.others import Firefox, WebKit
from tests.browser.test_other_browsers import SIZE, other
from tests.process.conftest import until
from tests.support.hub_documents import SampleSite

__all__ = ["other", "own"]

pytestmark = pytest.mark.browser

CUT_QUESTIONS = """() => {
  const real = window.fetch;
  const isIndex = (address) => String(address).endsWith("/v1/events/spring");
  window.fetch = (address, how) => isIndex(address) ? Promise.reject(new Error("cut")) : real(address, how);
}"""
"""From now on only the feed can bring anything new of the fields."""
POINTS = "() => document.querySelector('.hub-field .points')?.innerText"


@pytest.fixture
def faultless(other: Firefox | WebKit) -> Iterator[Firefox | WebKit]:
    """Yield a browser whose pages may not make a mistake."""
    other.mistakes()
    yield other
    assert other.mistakes() == []


def test_an_event_is_followed_and_opened_by_taps(own: SampleSite, faultless: Firefox | WebKit) -> None:
    event = own.event
    device = faultless.device(*SIZE)
    device.open(own.origin + "/")
    device.until(f"() => ({POINTS})() === '3'")
    assert faultless.mistakes() == []
    until(lambda: len(own.server.site.feed) >= 1, 60, "the feed")
    device.run(CUT_QUESTIONS)
    scored(event, 7)
    device.until(f"() => ({POINTS})() === '7'")
    device.tap(".hub-bar nav a", "Standings")
    device.until("() => document.querySelectorAll('.hub-table > tbody > tr').length === 12")
    assert faultless.mistakes() == []
    device.tap(".hub-opens", "Badgers")
    device.sees(".hub-detail", "Together")
    device.tap(".hub-detail a", "Match")
    device.sees("h1", "Match")
    device.tap(".board-team a")
    device.until("() => document.querySelector('.hub-team-head') !== null")
    assert faultless.mistakes() == []
    device.open(own.origin + "/screen?name=TV")
    device.until("() => document.querySelectorAll('.tv-box').length === 3")
    until(lambda: bool(admitting.screens(event.hub)), 60, "the screen")
    (found,) = admitting.screens(event.hub)
    admitting.assign_screen(event.hub, str(found["id"]), "standings")
    device.until("() => document.querySelectorAll('.tv-table tbody tr').length === 12")
