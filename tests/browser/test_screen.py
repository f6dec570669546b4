"""The screen for a TV and the overlay of a stream: every phase at any size, read from afar and never cut."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenes
from tests.browser.conftest import PHONE, NewPage
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

TVS = ((1920, 1080), (1280, 720), (1080, 1920))
LAYOUT = Path(__file__).parent / "screen_layout.json"
"""Where the parts of each scene lie at each size, in percent of the screen: the pages carry their fonts."""
NEAR = 2.5
"""How many percent another version of the browser may move an edge."""
PARTS = {
    "bar": ".tv-bar",
    "clock": ".tv-clock",
    "first": ".tv-card:first-child",
    "last": ".tv-card:last-child",
    "field": ".tv-field",
    "news": ".tv-news",
    "code": ".tv-qr",
    "ready": ".tv-ready",
    "winners": ".tv-winners",
    "table": ".tv-table",
}
BOXES = """(parts) => Object.fromEntries(Object.entries(parts).flatMap(([name, selector]) => {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility()) return [];
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const [wide, high] = [innerWidth / 100, innerHeight / 100];
  return [[name, [left / wide, top / high, right / wide, bottom / high].map(Math.round)]];
}))"""
FAULTS = """() => {
  const tall = innerHeight > innerWidth;
  const unit = tall ? Math.min(innerWidth, innerHeight / 1.75) : Math.min(innerHeight, innerWidth / 1.6);
  const seen = [...document.querySelectorAll(".tv *")].filter((each) => each.checkVisibility());
  const says = ({ nodeType, data }) => nodeType === 3 && data.trim();
  const said = seen.filter((each) => [...each.childNodes].some(says));
  const size = (each) => parseFloat(getComputedStyle(each).fontSize);
  const small = said.filter((each) => size(each) < unit / 30 - 0.1);
  const out = said.filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const { scrollWidth, scrollHeight } = document.documentElement;
  const points = [...document.querySelectorAll(".tv-card .tv-points")].map(size);
  const clock = [...document.querySelectorAll(".tv-clock")].map(size);
  return {
    small: small.map((each) => each.textContent),
    out: out.map((each) => each.textContent),
    scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight,
    points: Math.min(9, ...points.map((px) => (px * DIGIT) / unit)),
    clockMinusPoints: Math.min(9, ...clock.map((px) => px - Math.max(...points))),
  };
}""".replace("DIGIT", "0.727")
"""What a crowd could not read; the digits of the heaviest letters are 0.727 of their size."""


DRAWN = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => null)));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
"""Waits until all of a page is drawn, its letters and codes too."""
WORDS_OF = """(selector) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  const { left, top, bottom } = range.getBoundingClientRect();
  return { left, middle: (top + bottom) / 2 };
}"""
"""Where the words of an element lie."""
CUT_NAMES = """(selector) => [...document.querySelectorAll(selector)].filter((name) =>
  name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2
).map((name) => name.textContent)"""
"""The names that end before their last letter."""


def held(kit: Kit) -> None:
    """Hold the clock of a break in which two teams must discard."""
    scenes.owing(kit)
    kit.must("break_clock", hold=True)


SCENES: dict[str, tuple[Callable[[Kit], None], str]] = {
    "ready": (scenes.ready, "GET READY"),
    "head_start": (scenes.head_start, "HERONS"),
    "round": (scenes.in_round, "ROUND 3"),
    "break": (held, "BREAK"),
    "stopped": (scenes.stopped, "STOPPED"),
    "over": (scenes.over, "THE MATCH IS OVER"),
}


def measured(page: Page) -> dict[str, Any]:
    """Return the boxes of a scene by size, and nothing that a crowd could not read."""
    found: dict[str, Any] = {}
    for width, height in TVS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        faults = page.evaluate(FAULTS)
        name = f"{width}x{height}"
        assert not faults["small"], (name, faults["small"])
        assert not faults["out"], (name, faults["out"])
        assert not faults["scrolls"], name
        assert faults["points"] >= 0.2, name
        assert faults["clockMinusPoints"] > 0, name
        found[name] = page.evaluate(BOXES, PARTS)
    return found


def test_every_phase_fills_a_tv_and_lies_where_it_lay(new_page: NewPage, kit: Kit) -> None:
    golden = json.loads(LAYOUT.read_text(encoding="utf-8"))
    scenes.ready(kit)
    page = new_page("/screen", logged_in=False)
    assert page.evaluate("getComputedStyle(document.body).cursor") == "none"
    far = []
    for name, (play, title) in SCENES.items():
        page.goto("about:blank")
        play(kit)
        page.goto(f"http://127.0.0.1:{kit.port}/screen")
        expect(page.locator(".tv-title").first).to_have_text(title)
        expect(page.locator(".tv-moment")).to_have_count(0)
        for size, boxes in measured(page).items():
            known = golden[name][size]
            assert boxes.keys() == known.keys(), (name, size)
            edges = [(part, a, b) for part in known for a, b in zip(known[part], boxes[part], strict=True)]
            far += [(name, size, *edge) for edge in edges if abs(edge[1] - edge[2]) > NEAR]
    assert not far
    scenes.crowded(kit)
    expect(page.locator(".tv-card").first).to_contain_text(scenes.LONG_NAMES[0])
    for width, height in TVS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_NAMES, ".tv-card .fit") == [], (width, height)
    phone = new_page("/", PHONE, logged_in=False)
    expect(phone.locator(".board-team").first).to_contain_text(scenes.LONG_NAMES[0])
    assert phone.evaluate(CUT_NAMES, ".board-team .team-label b") == []
    scenes.over(kit)
    expect(page.locator(".tv-winners")).to_contain_text("8")
    sums = page.locator(".tv-sum").first
    expect(sums).to_have_text("2120" + "3 extra")
    assert "/qr.svg?match=" in (page.locator(".tv-qr").get_attribute("src") or "")


IN_TWO = """(selector) => [...document.querySelectorAll(selector)].flatMap((name) =>
  [...name.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(name.firstChild, index);
    range.setEnd(name.firstChild, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word)
)"""
"""The words that are broken in two."""
BELOW = """() => {
  const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  return bottom(".tv-recent li:first-child") - bottom(".tv-told");
}"""
"""How far the newest event reaches out of its place."""


def test_the_newest_event_is_whole_and_who_leads_has_no_cup_before_the_end(
    new_page: NewPage, kit: Kit
) -> None:
    names = [name for name in scenes.LONG_NAMES if " " in name]
    teams = [team | {"name": name} for team, name in zip(scenes.TEAMS, names, strict=False)]
    scenes.new_match(kit, teams)
    kit.must("start_round")
    scenes.to_break(kit)
    kit.must("break_clock", hold=True)
    stock = {"wood": 4, "wheat": 2}
    kit.must("correct", team="green", set={"bonus_vp": 1, "resources": stock}, reason="a scene")
    kit.must("buy", team="green", item="settlement")
    page, phone = new_page("/screen", logged_in=False), new_page("/", PHONE, logged_in=False)
    told = page.locator(".tv-recent li").first
    for more, news in ((1, 0), (4, 1)):
        kit.must("correct", team="green", set={"bonus_vp": more}, reason="a scene with a reason that is long")
        expect(page.locator(f".news-{news}")).to_be_visible()
        expect(told).to_contain_text("a reason that is long")
        for width, height in TVS[:2]:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT_NAMES, ".tv-recent li:first-child p") == [], (news, width)
            assert page.evaluate(BELOW) <= 1
    expect(page.locator(".tv-leads")).to_have_text(["leads"])
    expect(phone.locator(".board-figure small")).to_have_text(["leads"])
    assert phone.evaluate(IN_TWO, ".board-team .team-label b") == []
    assert phone.evaluate("document.querySelectorAll('[href$=\"#cup\"]').length") == 0
    kit.must("correct", team="green", set={"bonus_vp": 9}, reason="a scene")
    kit.must("confirm_result", teams_done=True)
    expect(phone.locator(".board-first")).to_have_count(1)


def test_a_clock_that_began_in_minutes_stays_in_minutes(new_page: NewPage, kit: Kit) -> None:
    page = new_page("/screen", logged_in=False)
    faces = page.evaluate("""async () => {
      const { seconds } = await import("/static/format.js");
      return [seconds(98_000, 110_000), seconds(98_000, 98_000), seconds(101_000)];
    }""")
    assert faces == ["1:38", "98", "1:41"]


def test_an_event_stands_large_and_an_overlay_tells_it_on_nothing(new_page: NewPage, kit: Kit) -> None:
    scenes.ready(kit)
    page = new_page("/screen?theme=dusk", logged_in=False)
    overlay = new_page("/overlay?position=top", logged_in=False)
    expect(page.locator(".ball-legend")).to_contain_text("brown")
    assert page.evaluate("document.documentElement.dataset.theme") == "dusk"
    scenes.in_break(kit)
    expect(page.locator(".tv-title").first).to_have_text("BREAK")
    kit.must("correct", team="blue", set={"knights": 3}, reason="a scene")
    expect(page.locator(".tv-moment")).to_have_text("KNIGHT for Herons!")
    expect(page.locator(".tv-moment")).to_have_count(0)
    strip = overlay.locator(".overlay-strip")
    expect(strip).to_contain_text("Foxes")
    expect(strip.locator(".overlay-side .number")).to_have_text(
        [str(team["vp"]) for team in kit.view["teams"]]
    )
    assert overlay.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    box = strip.bounding_box()
    assert box is not None
    assert box["y"] < 100
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1280
    title, clock = (
        overlay.locator(".overlay-title").bounding_box(),
        overlay.locator(".overlay-clock").bounding_box(),
    )
    assert title is not None
    assert clock is not None
    words = overlay.evaluate(WORDS_OF, ".overlay-title")
    assert words["left"] - title["x"] >= 8
    assert abs(words["middle"] - clock["y"] - clock["height"] / 2) <= 3


def test_a_spectator_finds_the_rules_the_winner_and_the_way_to_everything(
    new_page: NewPage, kit: Kit
) -> None:
    scenes.ready(kit)
    page = new_page("/", size=PHONE, logged_in=False)
    expect(page.locator(".board-about li")).to_have_count(5)
    expect(page.locator(".board-said")).to_contain_text("One foot in a hoop")
    for address in ("/matches", "/season", "/referee"):
        expect(page.locator(f".board-ways a[href='{address}']")).to_be_visible()
    expect(page.locator(".for-tv")).to_be_hidden()
    page.locator("summary", has_text="What the icons mean").click()
    expect(page.locator(".board-legend")).to_contain_text("Cards in hand")
    scenes.over(kit)
    expect(page.locator(".board-team").first).to_contain_text("Badgers")
    expect(page.locator(".board-sum").first).to_have_text("2 + 1 + 2 + 0 cards + 3 extra = 8")
    expect(page.locator(".board-home")).to_have_attribute("href", f"/matches/{kit.view['match']}")
    page.set_viewport_size({"width": 844, "height": 390})
    tops = page.locator(".board-team").evaluate_all("(all) => all.map((each) => each.offsetTop)")
    assert len(set(tops)) == 1
    page.set_viewport_size({"width": 1920, "height": 1080})
    expect(page.locator(".for-tv")).to_have_attribute("href", "/screen")
    expect(page.locator(".for-tv")).to_be_visible()
