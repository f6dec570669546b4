"""A screen that turns under a finger: what nobody asked for here acts only after it was there for a while."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LANDSCAPE, PHONE, STILL_MS, NewPage
from tests.browser.scenes import crowded, grace, in_break, in_round, new_match, press
from tests.browser.test_pages import team, tile, to_break
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser

SIZES = (LANDSCAPE, PHONE)
RICH = {"resources": {"wood": 2, "wheat": 2, "brick": 2, "ore": 2}}
TAP_AT = """([x, y]) => {
  const under = document.elementFromPoint(x, y);
  const how = { bubbles: true, cancelable: true, button: 0, detail: 1, clientX: x, clientY: y };
  for (const kind of ["pointerdown", "pointerup"]) under.dispatchEvent(new PointerEvent(kind, how));
  under.dispatchEvent(new MouseEvent("click", how));
}"""
TAP_WHEN_IT_TURNS = (
    """([x, y, phase]) => {
  const tap = """
    + TAP_AT
    + """;
  if (document.body.dataset.phase === phase) throw new Error(`it had turned to ${phase} already`);
  window.turns = 0;
  new MutationObserver(() => {
    if (document.body.dataset.phase !== phase) return;
    window.turned ??= performance.now();
    if (performance.now() - window.turned > 500) return;
    window.turns += 1;
    tap([x, y]);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
)


TAP_WHEN_THEY_ARE_GONE = (
    """([x, y]) => {
  const tap = """
    + TAP_AT
    + """;
  window.gone = false;
  new MutationObserver((_, watch) => {
    if (document.querySelector(".late")) return;
    watch.disconnect();
    window.gone = true;
    tap([x, y]);
  }).observe(document.body, { childList: true, subtree: true });
}"""
)


def middle(target: Locator) -> list[float]:
    """Where a finger would come down on it."""
    box = target.bounding_box()
    assert box is not None
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def boxes(page: Page) -> list[Any]:
    """Return the choices for the late balls: where they are, and which elements."""
    found: list[Any] = page.evaluate(
        """() => [...document.querySelectorAll(".held-choice .button")].map((one, i) => {
          one.mark ??= `choice ${i}`;
          const { x, y, width, height } = one.getBoundingClientRect();
          return [one.mark, x, y, width, height];
        })"""
    )
    return found


def late_match(kit: Kit, played: int = 3, seconds: int = 10) -> None:
    """Start a round of four teams that could buy anything, and a grace after it; both in seconds."""
    new_match(kit, round_seconds=played, grace_seconds=seconds, break_seconds=300)
    for id in ("red", "blue", "green", "yellow"):
        kit.must("correct", team=id, set=RICH, reason="a scene")
    kit.open()


def bought(kit: Kit) -> list[Any]:
    """Return what teams have besides balls."""
    return [
        (each["knights"], each["settlements_in_hand"], each["cards"], each["vp"])
        for each in kit.view["teams"]
    ]


# Late balls


@pytest.mark.parametrize("size", SIZES)
def test_late_balls_lie_in_the_break_where_they_lay_in_the_grace(
    kit: Kit, new_page: NewPage, size: tuple[int, int]
) -> None:
    tablet = new_page("/referee", size)
    late_match(kit)
    kit.phase("grace")
    press(kit, h3="4", h4="1")
    expect(tablet.locator(".late .held-ball")).to_have_count(2)
    before, had = boxes(tablet), bought(kit)
    # The thumb comes down on Accept in the moment in which the break is there.
    x, y = middle(tablet.locator(".late .button").nth(2))
    tablet.evaluate(TAP_WHEN_IT_TURNS, [x, y, "break"])
    kit.phase("break", seconds=30)
    expect(tablet.locator(".breakScreen")).to_be_visible()
    assert boxes(tablet)[:2] == before[:2]
    until(lambda: tablet.evaluate("window.turns > 0"), 10, "a tap")
    view = kit.wait(lambda view: len(view["pending"]) == 1)
    assert bought(kit) == had
    assert view["pending"][0]["hoop"] == "h3", "it was the second ball that was accepted"
    # What lies under the last row comes up later than a second tap would come.
    tablet.evaluate(TAP_WHEN_THEY_ARE_GONE, [x, y])
    tablet.locator(".late .button").first.click()
    kit.wait(lambda view: not view["pending"])
    until(lambda: tablet.evaluate("window.gone"), 10, "a tap")
    assert tablet.locator(".panel-card").count() == 0
    assert bought(kit) == had


@pytest.mark.parametrize("size", SIZES)
def test_a_thumb_on_the_field_buys_nothing_when_the_break_is_there(
    kit: Kit, new_page: NewPage, size: tuple[int, int]
) -> None:
    tablet = new_page("/referee", size)
    # Long enough for a slow machine to look before it ends.
    kit.create(round_seconds=6, grace_seconds=1, break_seconds=300)
    to_break(kit, red=RICH, blue=RICH, green=RICH)
    there = middle(tile(tablet, "red", "Knight"))
    had = bought(kit)
    kit.open()
    tablet.evaluate(TAP_WHEN_IT_TURNS, [*there, "break"])
    kit.phase("break")
    expect(tablet.locator("#toast p")).to_have_text("The screen has just changed: press again.")
    tablet.wait_for_timeout(STILL_MS)
    assert bought(kit) == had
    expect(tablet.locator(".panel-card")).to_have_count(0)
    tablet.evaluate(TAP_AT, there)
    expect(tablet.locator(".panel-buy")).to_have_count(1)


@pytest.mark.parametrize("size", SIZES)
def test_where_stop_was_no_ball_is_accepted(kit: Kit, new_page: NewPage, size: tuple[int, int]) -> None:
    tablet = new_page("/referee", size)
    # Long enough for a slow machine to see it.
    late_match(kit, played=8, seconds=6)
    there = middle(tablet.locator("#stop"))
    tablet.evaluate(TAP_WHEN_IT_TURNS, [*there, "grace"])
    kit.phase("grace")
    press(kit, h3="4", h4="1")
    expect(tablet.locator(".late .held-ball")).to_have_count(2)
    expect(tablet.locator("#stop")).to_have_attribute("aria-disabled", "true")
    assert tablet.evaluate("window.turns > 0")
    if size == PHONE:
        stop = tablet.locator("#stop").bounding_box()
        late = tablet.locator(".late").bounding_box()
        assert stop is not None
        assert late is not None
        assert late["y"] + late["height"] <= stop["y"]
    tablet.mouse.click(*there)
    view = kit.phase("break")
    assert len(view["pending"]) == 2


# Another tablet


def test_what_another_tablet_brings_up_does_nothing_at_first(kit: Kit, new_page: NewPage) -> None:
    tablet = new_page("/referee", LANDSCAPE)
    kit.create(break_seconds=300)
    to_break(kit)
    knight = tile(tablet, "red", "Knight")
    expect(knight).to_have_attribute("aria-disabled", "true")
    there = middle(knight)
    tablet.evaluate(
        """([x, y]) => new MutationObserver((_, watch) => {
          const under = document.elementFromPoint(x, y).closest("button");
          if (under.getAttribute("aria-disabled")) return;
          watch.disconnect();
          ("""
        + TAP_AT
        + """)([x, y]);
        }).observe(document.body, { subtree: true, attributes: true })""",
        there,
    )
    kit.must("correct", team="red", set={"resources": {"ore": 2, "wood": 1}}, reason="x")
    expect(tablet.locator("#toast p")).to_have_text("The screen has just changed: press again.")
    assert team(kit, "red")["knights"] == 1
    tablet.wait_for_timeout(STILL_MS)
    tablet.evaluate(TAP_AT, there)
    kit.wait(lambda view: view["teams"][0]["knights"] == 2)


def test_what_an_own_tap_brings_up_acts_at_once(kit: Kit, new_page: NewPage) -> None:
    tablet = new_page("/referee", LANDSCAPE)
    kit.create(round_seconds=60)
    tablet.evaluate(
        """() => {
          const tap = """
        + TAP_AT
        + """;
          window.held = 0;
          new MutationObserver((_, watch) => {
            const hoop = document.querySelector(".roundScreen .hoop[aria-label^='Hoop 1,']");
            if (!hoop) return;
            watch.disconnect();
            const { x, y, width, height } = hoop.getBoundingClientRect();
            // As soon as the answer to the start is here, long before anybody could have aimed.
            setTimeout(() => tap([x + width / 2, y + height / 2]), 200);
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    tablet.locator("#start").click()
    expect(tablet.locator(".picker")).to_be_visible()
    expect(tablet.locator("#toast")).to_be_empty()


# Thousands of taps

FAKES = """() => {
  const refusal = JSON.stringify({ error: { message: "no" } });
  let now = 1_000_000;
  performance.now = () => now;
  window.pass = (ms) => { now += ms; };
  window.feed = null;
  const read = () => new Promise((done) => { window.feed = done; });
  window.show = async (view) => {
    window.feed({ value: new TextEncoder().encode(`event: match\\ndata: ${JSON.stringify(view)}\\n\\n`) });
    for (let turn = 0; turn < 20; turn += 1) await null;
  };
  window.fetch = (url) => {
    if (url === "/api/commands")
      return Promise.resolve({ status: 409, headers: new Headers(), text: () => Promise.resolve(refusal) });
    return url.startsWith("/api/feed")
      ? Promise.resolve({ ok: true, body: { getReader: () => ({ read }) } })
      : new Promise(() => null);
  };
  // Links would leave the page.
  addEventListener("click", (event) => event.target.closest?.("a") && event.preventDefault());
}"""
"""A page whose clock, feed and answers are the test's: every change comes from elsewhere."""

RANDOM_TAPS = (
    """async ({ views, taps, seed }) => {
  const tap = """
    + TAP_AT
    + """;
  // mulberry32
  const random = () => {
    seed = (seed + 0x6D2B79F5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const acts = "a, button, input, select, textarea";
  const points = Array.from({ length: 16 }, () => ({}));
  const at = ({ x, y }) => {
    const element = document.elementFromPoint(x, y)?.closest(acts) ?? null;
    const cannot = element?.getAttribute("aria-disabled");
    return { element, does: element && `${cannot} ${element.textContent}` };
  };
  // What lies under each point, since when, and whether a tap here has brought it.
  const note = (own, when) => {
    for (const point of points) {
      const { element, does } = at(point);
      if (element === point.element && does === point.does) continue;
      Object.assign(point, { element, does, since: performance.now(), own, when });
    }
  };
  const found = { wrong: [], taps: 0, passed: 0, held: 0, stops: 0, lateStops: 0 };
  await window.show(views[0]);
  for (let i = 0; found.taps < taps; i += 1) {
    // Other points again and again: a few that are chosen badly lie on nothing that ever changes.
    if (i % 400 === 0) {
      const other = () => ({ x: random() * innerWidth, y: random() * innerHeight });
      for (const point of points) Object.assign(point, other());
      note(true, "at first");
    }
    if (i % 12 === 0) {
      await window.show(views[Math.floor(random() * views.length)]);
      note(false, "a view");
    }
    if (i % 100 === 0) {
      await new Promise((done) => setTimeout(done));
      note(false, "nothing but time");
    }
    window.pass(random() * 160);
    const reached = points.filter((each) => each.element);
    // A panel may lie open with nothing under any of the points: the next round closes it.
    if (!reached.length) continue;
    found.taps += 1;
    const point = reached[Math.floor(random() * reached.length)];
    const { element } = point;
    let acted = false;
    const act = () => { acted = true; };
    element.addEventListener("click", act, { capture: true, once: true });
    const [age, { own, does, when }] = [performance.now() - point.since, { ...point }];
    tap([point.x, point.y]);
    element.removeEventListener("click", act, { capture: true });
    // What the kit answers to the tap belongs to it.
    for (let answer = 0; answer < 50; answer += 1) await null;
    if (element.id === "stop") {
      found.stops += 1;
      found.lateStops += !acted;
    } else if (!acted) found.held += 1;
    else {
      found.passed += 1;
      if (age < 700 && !own) found.wrong.push(`${Math.round(age)} ms after ${when}: ${does}, tap ${i}`);
    }
    note(true, "a tap");
  }
  return found;
}"""
)


@pytest.fixture(scope="module")
def views(kit: Kit) -> list[dict[str, Any]]:
    """Return what a tablet is told in all moments of a match, with late balls and without."""
    found: list[dict[str, Any]] = []
    new_match(kit)
    found.append(kit.view)
    in_round(kit)
    found.append(kit.view)
    kit.must("stop_round")
    found.append(kit.view)
    in_break(kit)
    found.append(kit.view)
    crowded(kit)
    found.append(kit.view)
    grace(kit, 10)
    found.append(kit.view)
    found.append(kit.phase("break"))
    for each in found[-1]["pending"]:
        kit.must("settle", pending=each["id"], accept=True)
        found.append(kit.view)
    kit.must("end_match", reason="dark")
    found.append(kit.view)
    assert {view["phase"] for view in found} == {"ready", "round", "stopped", "break", "grace", "over"}
    return found


def test_none_of_thousands_of_taps_acts_on_what_has_just_appeared(
    new_page: NewPage, views: list[dict[str, Any]]
) -> None:
    tablet = new_page("/referee", PHONE)
    tablet.add_init_script(f"({FAKES})()")
    tablet.reload()
    until(lambda: tablet.evaluate("Boolean(window.feed)"), 10, "the feed")
    tablet.evaluate("(view) => window.show(view)", views[0])
    tablet.locator("body[data-game=full_contact]").wait_for()
    tablet.evaluate("document.fonts.ready.then(() => null)")
    # The browser takes none of these taps for a person's.
    tablet.evaluate("() => { document.documentElement.requestFullscreen = async () => {}; }")
    asked = {"views": views, "taps": 1_500, "seed": 390}
    found = tablet.evaluate(RANDOM_TAPS, asked)
    assert found["wrong"] == []
    assert found["lateStops"] == 0
    assert min(found["passed"], found["held"]) > 100, json.dumps(found)
    assert found["stops"] > 0
