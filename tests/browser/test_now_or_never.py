"""What whistles is done at once or not at all, and no stop is believed that the kit has not heard."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.browser.link import Link
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser

AWAY_MS = 3200
"""Longer than a start is wanted, and long enough for the banner."""
STUBS = """() => {
  window.buzzed = 0;
  window.beeped = 0;
  navigator.vibrate = () => Boolean(++window.buzzed);
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    destination = {};
    resume() {}
  };
  window.OscillatorNode = class {
    connect() {}
    start() { window.beeped += 1; }
    stop() {}
  };
}"""
WATCH = """([at, touch, before, after]) => {
  window.seen = {};
  const look = (name) => {
    const button = document.querySelector(at);
    window.seen[name] = [button.className, button.innerText];
  };
  // The page's own timers come in the order of their moments, however slow the machine is; but what it draws
  // meanwhile goes by the clock, which may have come to the moment before a late look.
  addEventListener(touch, () => {
    const touched = performance.now();
    const isLate = () => performance.now() - touched > (before + after) / 2;
    queueMicrotask(() => look("touched"));
    setTimeout(() => isLate() ? window.seen.before = window.seen.touched : look("before"), before);
    setTimeout(function again() {
      look("after");
      // A slow machine draws it late.
      if (window.seen.after[1] === window.seen.touched[1]) {
        delete window.seen.after;
        setTimeout(again, 20);
      }
    }, after);
  }, { once: true });
}"""
"""Notes what a button says when it is touched, before a moment and after it (ms)."""

INSIDE = """() => {
  const stop = document.getElementById("stop").getBoundingClientRect();
  return [...document.querySelectorAll("#stop *")].every((words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return left >= stop.left && right <= stop.right && top >= stop.top && bottom <= stop.bottom;
  });
}"""
"""Whether the words of STOP stay within it."""


@pytest.fixture
def tablets(kit: Kit, link: Link, new_page: NewPage) -> list[Page]:
    """Return a tablet and a phone at the end of the link, in a match that is ready."""
    kit.create(round_seconds=60, break_seconds=300)
    origin = f"http://127.0.0.1:{link.port}"
    pages = [new_page("/referee", size, origin=origin, weak_link=True) for size in (LANDSCAPE, PHONE)]
    for page in pages:
        expect(page.locator("#start")).to_be_enabled()
    return pages


def lose(link: Link, how: str) -> None:
    """Cut the link, or let it keep what is sent for later."""
    (link.cut if how == "cut" else link.freeze)()


def opened(kit: Kit) -> int:
    """How many rounds the whistle has opened."""
    return sum(name == "open" for _, name in kit.blasts())


def back(link: Link, pages: list[Page]) -> None:
    """Restore the link and wait until every tablet has seen it."""
    link.restore()
    for page in pages:
        expect(page.locator("#away")).to_be_empty(timeout=15_000)
        expect(page.locator(".plate.is-waiting")).to_have_count(0)


def sent(link: Link, kind: str) -> list[dict[str, Any]]:
    """Return the commands of a kind that have reached the kit."""
    return [command for command in link.commands if command["type"] == kind]


@pytest.mark.parametrize("how", ["cut", "freeze"])
def test_a_start_that_was_tapped_without_a_link_never_whistles(
    kit: Kit, link: Link, tablets: list[Page], how: str
) -> None:
    rounds = opened(kit)
    lose(link, how)
    for page in tablets:
        page.locator("#start").click(force=True)
    for page in tablets:
        expect(page.locator("#toast")).to_contain_text("Not started: no link to the kit.")
    tablets[0].wait_for_timeout(AWAY_MS)
    for page in tablets:
        expect(page.locator("#start")).to_have_attribute("aria-disabled", "true")
    back(link, tablets)
    for page in tablets:
        expect(page.locator("#start")).to_be_enabled()
    if how == "freeze":
        until(lambda: len(sent(link, "start_round")) == len(tablets), 10, "what was frozen")
        assert all(isinstance(command["not_after"], int) for command in sent(link, "start_round"))
    view = kit.view
    assert (view["phase"], view["round"], view["seq"], opened(kit)) == ("ready", 0, 1, rounds)


@pytest.mark.parametrize("how", ["cut", "freeze"])
def test_a_round_does_not_go_on_by_a_tap_that_had_no_link(
    kit: Kit, link: Link, tablets: list[Page], how: str
) -> None:
    kit.open()
    kit.must("stop_round")
    for page in tablets:
        expect(page.locator(".stop-choices .button").nth(1)).to_be_enabled()
    seq, rounds = kit.view["seq"], opened(kit)
    lose(link, how)
    for page in tablets:
        page.locator(".stop-choices .button").nth(1).click(force=True)
    for page in tablets:
        expect(page.locator("#toast")).to_contain_text("Not gone on: no link to the kit.")
    tablets[0].wait_for_timeout(AWAY_MS)
    for page in tablets:
        choices = page.locator(".stop-choices .button")
        expect(choices.nth(1)).to_have_attribute("aria-disabled", "true")
        expect(choices.nth(0)).to_be_enabled()
    back(link, tablets)
    if how == "freeze":
        until(lambda: len(sent(link, "resume_round")) == len(tablets), 10, "what was frozen")
    view = kit.view
    assert (view["phase"], view["seq"], opened(kit)) == ("stopped", seq, rounds)


def test_a_start_with_a_link_still_starts_and_says_until_when(
    kit: Kit, link: Link, tablets: list[Page]
) -> None:
    before = kit.view["now"]
    tablets[0].locator("#start").click()
    kit.phase("round")
    (start,) = sent(link, "start_round")
    assert before < start["not_after"] <= kit.view["now"] + 1500
    expect(tablets[0].locator("#toast")).to_be_empty()


@pytest.mark.parametrize(
    ("kind", "at", "says"),
    [
        ("start_round", "#start", "Starting…"),
        ("resume_round", ".stop-choices .button:nth-child(2)", "Sending…"),
    ],
)
def test_what_starts_answers_under_the_finger_and_says_that_nothing_comes_back(
    kit: Kit, link: Link, tablets: list[Page], kind: str, at: str, says: str
) -> None:
    """Nobody taps again before a round for want of a sign; after the refusal it can be tapped at once."""
    if kind == "resume_round":
        kit.open()
        kit.must("stop_round")
    page = tablets[0]
    words = page.locator(at).inner_text()
    link.freeze()
    page.evaluate(WATCH, [at, "click", 400, 600])
    box = page.locator(at).bounding_box()
    for _ in range(2):
        page.locator(at).click(force=True)
    until(lambda: page.evaluate("Boolean(window.seen.after)"), 10, "what it says")
    seen = page.evaluate("window.seen")
    assert seen["touched"][1] == seen["before"][1] == says
    assert seen["after"][1] == "No link yet…"
    assert page.locator(at).bounding_box() == box
    expect(page.locator("#toast")).to_contain_text("no link to the kit")
    expect(page.locator(at)).to_have_text(re.compile(re.escape(words.split("\n")[0])))
    link.restore()
    until(lambda: sent(link, kind), 10, "what was frozen")
    assert len({command["id"] for command in sent(link, kind)}) == 1


@pytest.mark.parametrize("how", ["cut", "freeze"])
def test_a_stop_that_nobody_heard_says_so_until_it_is_heard(
    kit: Kit, link: Link, tablets: list[Page], how: str
) -> None:
    kit.open()
    asked: dict[Page, list[str]] = {page: [] for page in tablets}
    for page in tablets:
        expect(page.locator("#stop")).to_be_enabled()
        page.on("request", lambda request, page=page: asked[page].extend(_stops(request)))
        page.evaluate(STUBS)
        page.evaluate(WATCH, ["#stop", "pointerdown", 250, 350])
    lose(link, how)
    for page in tablets:
        box = page.locator("#stop").bounding_box()
        page.locator("#stop").click(force=True)
        expect(page.locator("#stop")).to_contain_text("No link: red button, or shout!")
        until(lambda page=page: page.evaluate("Boolean(window.seen.after)"), 10, "the faces")  # type: ignore[misc]
        seen = page.evaluate("window.seen")
        assert "is-touched" in seen["touched"][0]
        assert seen["touched"][1] == seen["before"][1] == "stopping…"
        assert "is-unheard" in seen["after"][0]
        assert re.match(r"NOT\s+STOPPED", seen["after"][1])
        assert page.locator("#stop").bounding_box() == box
        assert page.evaluate("window.buzzed > 0 && window.beeped > 0")
        assert page.evaluate(INSIDE)
    for page in tablets:
        until(lambda page=page: len(asked[page]) >= 3 or page.wait_for_timeout(50), 15, "repeats")  # type: ignore[misc]
        expect(page.get_by_role("button", name="Forget")).to_have_count(0)
    assert kit.view["phase"] == "round"
    link.restore()
    kit.phase("stopped")
    for page in tablets:
        expect(page.locator(".stop-choices")).to_be_visible(timeout=15_000)
        assert len(set(asked[page])) == 1, "always the same stop"
    quiet = tablets[0].evaluate("new Promise(done => setTimeout(done, 3000)).then(() => 0)")
    counts = [len(asked[page]) for page in tablets]
    tablets[0].wait_for_timeout(1500)
    assert [len(asked[page]) + quiet for page in tablets] == counts, "nothing is repeated any more"


def test_every_touch_of_stop_goes_out_at_once(kit: Kit, link: Link, tablets: list[Page]) -> None:
    kit.open()
    page = tablets[0]
    asked: list[str] = []
    expect(page.locator("#stop")).to_be_enabled()
    link.freeze()
    page.on("request", lambda request: asked.extend(_stops(request)))
    for _ in range(3):
        page.locator("#stop").click(force=True)
    until(lambda: len(asked) >= 3 or page.wait_for_timeout(20), 5, "three stops")
    assert len(set(asked)) == 1
    link.restore()
    kit.phase("stopped")


def _stops(request: Request) -> list[str]:
    """Return the id of the stop that a request brings."""
    if not request.url.endswith("/api/commands"):
        return []
    command = json.loads(request.post_data or "{}")
    return [command["id"]] if command["type"] == "stop_round" else []
