"""A TV with a browser as a screen of an event: found, assigned from the desk, and read from ten metres."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from fieldkit.hub import admitting
from fieldkit.hub.hub import Hub
from tests.browser.audit import settled, violations
from tests.browser.conftest import CUT, TRIES
from tests.browser.event_pages import (
    CLIPPED,
    LAPTOP,
    LONG,
    LONG_EVENT,
    TV,
    Open,
    fill_in,
    meanwhile,
    opened,
    own,
    plan_finals,
    shared,
    win,
)
from tests.browser.link import Link
from tests.process.conftest import until
from tests.support.hub_documents import PIN, SampleEvent, SampleSite

__all__ = ["opened", "own", "shared"]

pytestmark = pytest.mark.browser

TVS = (TV, (1280, 720), (1080, 1920))
SCENES = {
    "rotation": ".tv-box",
    "fields": ".tv-box",
    "field:south": ".tv-one",
    "standings": ".tv-table",
    "schedule": ".tv-plan",
    "queue": ".tv-place",
}
"""What a screen may have to show, and what stands on it then."""
ON_TIME_MS = 15_000
"""As long as one scene stands, by the screen's own clock."""
BOXES = ".tv-main, .tv-main > *, .tv-box, .tv-sides, .tv-cards, .tv-cards li, .tv-plan > li, .tv-table, .tree"
FAULTS = """() => {
  const tall = innerHeight > innerWidth;
  const [wide, high] = tall ? [1.35, .54] : [.5625, 1];
  const unit = Math.min(innerWidth * wide, innerHeight * high);
  const says = ({ nodeType, data }) => nodeType === 3 && data.trim();
  const said = [...document.querySelectorAll("body *:not(script, noscript)")]
    .filter((each) => each.checkVisibility() && [...each.childNodes].some(says));
  const size = (each) => parseFloat(getComputedStyle(each).fontSize);
  const out = said.filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  });
  const { scrollWidth, scrollHeight } = document.documentElement;
  return {
    small: said.filter((each) => size(each) < unit / 30 - 0.1).map((each) => each.textContent),
    out: out.map((each) => each.textContent),
    scrolls: scrollWidth > innerWidth || scrollHeight > innerHeight,
  };
}"""
"""What a crowd could not read: the smallest text is a thirtieth of the height."""
NOTHING: dict[str, Any] = {"small": [], "out": [], "scrolls": False}
FILLED = "document.fullscreenElement !== null"
AS = "localStorage.setItem('hub-screen', '{}');"


def listed(hub: Hub) -> dict[str, str]:
    """Return what each screen of the event has to show, by its name."""
    return {str(one["name"]): str(one["show"]) for one in admitting.screens(hub)}


def assigned(hub: Hub, show: str) -> str:
    """Return a screen that has to show this before it comes; the script that makes a page this screen."""
    id = "tv-" + show.replace(":", "-")
    admitting.meet_screen(hub, id, id)
    admitting.assign_screen(hub, id, show)
    return AS.format(id)


def readable(page: Page, *sizes: tuple[int, int]) -> None:
    """Check that a crowd can read it on TVs of all sizes, and that nothing is cut."""
    for width, height in sizes or TVS:
        page.set_viewport_size({"width": width, "height": height})
        # A scene that has turned just now is fitted in its next frame.
        for _ in range(TRIES):
            settled(page)
            found, cut = page.evaluate(FAULTS), page.locator(BOXES).evaluate_all(CLIPPED)
            if (found, cut) == (NOTHING, []):
                break
        assert (found, cut) == (NOTHING, []), (width, height)
    assert violations(page) == []


def desk(page: Page, origin: str) -> Page:
    """Return the organisers' list of screens, on a device of its own."""
    browser = page.context.browser
    assert browser is not None
    context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]})
    context.request.post(f"{origin}/v1/session", data={"pin": PIN})
    page = context.new_page()
    page.goto(f"{origin}/organise#screens")
    return page


def test_an_organiser_finds_a_tv_by_its_name_and_says_what_it_shows(own: SampleSite, opened: Open) -> None:
    """Nobody touches the TV, and it knows its place when it is switched on again."""
    tv = opened(own.origin + "/screen?name=TV+left", TV)
    expect(tv.locator(".tv-box")).to_have_count(3)
    expect(tv.locator("h1")).to_have_text("Spring Cup")
    expect(tv.locator("#foot")).to_have_text("This is TV left. Organisers choose what it shows.")
    organiser = desk(tv, own.origin)
    card = organiser.locator(".desk-screen", has_text="TV left")
    for choice, selector in (
        ("Standings", ".tv-table"),
        ("North", ".tv-one"),
        ("Check-in", ".tv-place"),
        ("Schedule", ".tv-plan"),
    ):
        card.get_by_role("button", name=choice, exact=True).click()
        expect(tv.locator(selector).first).to_be_visible()
        expect(tv.locator("#foot")).to_be_empty()
    tv.reload()
    expect(tv.locator(".tv-plan")).to_be_visible()
    expect(tv.locator("#scene")).to_have_text("Next matches")
    card.get_by_role("button", name="All in turn").click()
    expect(tv.locator(".tv-box").first).to_be_visible()
    expect(tv.locator("#foot")).to_be_empty()
    assert listed(own.event.hub) == {"TV left": "rotation"}
    organiser.context.close()


@pytest.mark.parametrize("asked", ["", "?name=%07"])
def test_a_tv_without_a_name_has_a_short_code(own: SampleSite, opened: Open, asked: str) -> None:
    """So has one with a name that the hub does not take."""
    tv = opened(own.origin + "/screen" + asked, TV, fails="409")
    until(meanwhile(tv, lambda: bool(listed(own.event.hub))), 60, "the screen")
    (found,) = admitting.screens(own.event.hub)
    assert re.fullmatch(r"tv-[0-9a-f]{16}", found["id"])
    assert found["name"] == f"Screen {found['id'][-4:].upper()}"
    expect(tv.locator("#foot")).to_contain_text(found["name"])


def test_all_in_turn_goes_round_by_itself(own: SampleSite, opened: Open) -> None:
    plan_finals(own.event, 8)
    tv = opened(own.origin + "/screen", TV, clock=True)
    for selector, title in (
        (".tv-table", "Standings"),
        (".tree", "Finals"),
        (".tv-place", "Check-in"),
        (".tv-plan", "Next matches"),
        (".tv-box", ""),
    ):
        tv.clock.fast_forward(ON_TIME_MS)
        expect(tv.locator(selector).first).to_be_visible()
        expect(tv.locator("#scene")).to_have_text(title)


def test_without_the_hub_a_tv_keeps_what_it_shows_and_says_how_old_it_is(
    own: SampleSite, opened: Open
) -> None:
    hub, link = own.event.hub, Link(own.server.port)
    try:
        tv = opened(
            f"http://127.0.0.1:{link.port}/screen", TV, fails=CUT.pattern, ahead=assigned(hub, "standings")
        )
        expect(tv.locator(".tv-table").first).to_be_visible()
        link.cut()
        expect(tv.locator("#link")).to_have_text(
            re.compile(r"^No link\. What you see is \d+ seconds? old\.$")
        )
        admitting.assign_screen(hub, "tv-standings", "queue")
        expect(tv.locator(".tv-table").first).to_be_visible()
        readable(tv, TV)
        link.restore()
        expect(tv.locator(".tv-place").first).to_be_visible()
        expect(tv.locator("#link")).to_be_empty()
    finally:
        link.close()


@pytest.mark.parametrize("show", ["rotation", "field:north"])
def test_an_alarm_in_a_hall_takes_the_whole_screen(own: SampleSite, opened: Open, show: str) -> None:
    """BG-5: whatever the screen has to show, until it is lifted; one field's own screen tells of no other."""
    event, ahead = own.event, assigned(own.event.hub, show)
    event.show("north", event.kits["north"].board | {"phase": "alarm", "stage": "rest", "title": "Alarm"})
    tv = opened(own.origin + "/screen", TV, ahead=ahead)
    alarm = tv.locator(".tv-alarm")
    expect(alarm).to_contain_text("Leave the hall.")
    expect(alarm).to_contain_text("North")
    expect(tv.locator(".tv-main > *")).to_have_count(1)
    expect(tv.locator("#scene")).to_be_empty()
    readable(tv)
    assert alarm.locator("h2").evaluate("it => parseFloat(getComputedStyle(it).fontSize)") > TVS[-1][0] / 9
    elsewhere = opened(own.origin + "/screen", TV, ahead=assigned(event.hub, "field:south"))
    expect(elsewhere.locator(".tv-one")).to_be_visible()
    expect(elsewhere.locator(".tv-alarm")).to_have_count(0)
    event.show("north")
    expect(tv.locator(SCENES.get(show, ".tv-one")).first).to_be_visible()
    expect(alarm).to_have_count(0)


def test_each_scene_is_read_from_ten_metres(shared: SampleSite, opened: Open) -> None:
    tv = opened(f"{shared.origin}/screen", TV)
    for show, selector in SCENES.items():
        tv.evaluate(assigned(shared.event.hub, show))
        for theme, sizes in (("dusk", (TV,)), ("sun", TVS)):
            tv.goto(f"{shared.origin}/screen?theme={theme}")
            expect(tv.locator(selector).first).to_be_visible()
            readable(tv, *sizes)


@pytest.mark.parametrize("size", [8, 32])
def test_the_finals_are_read_from_ten_metres(own: SampleSite, opened: Open, size: int) -> None:
    plan_finals(own.event, size)
    if size <= 8:
        fill_in(own.event)
        for match in own.event.schedule.matches:
            if match.stage == "final":
                win(own.event, match.id)
    tv = opened(own.origin + "/screen", TV, ahead=assigned(own.event.hub, "standings"), clock=True)
    expect(tv.locator(".tv-table").first).to_be_visible()
    tv.clock.fast_forward(ON_TIME_MS)
    expect(tv.locator(".tree")).to_be_visible()
    readable(tv, TV, (1280, 720))
    rows = tv.locator(".tree-match li, .tree-head")
    cut = rows.evaluate_all(
        "all => all.filter(one => one.scrollHeight > one.clientHeight + 2).map(one => one.innerText)"
    )
    assert cut == []
    tv.set_viewport_size({"width": 1080, "height": 1920})
    expect(tv.locator(".tree-lines")).to_have_count(0)
    readable(tv, (1080, 1920))


def test_names_as_long_as_they_may_be_fit_on_every_scene(tmp_path: Path, opened: Open) -> None:
    """Also the event's own name, and a practice says so."""
    names = tuple(f"{name[:22]}{at}" for at, name in enumerate(LONG))
    fields = {"north": "Wwwwwwwwwwwwwwwwwwwwwwww", "south": "The Far Side", "west": "W", "e": "East"}
    event = SampleEvent(tmp_path, LONG_EVENT, True, fields=fields, names=names)
    event.fill()
    site = SampleSite(event)
    try:
        for show, selector in SCENES.items():
            tv = opened(site.origin + "/screen", TV, ahead=assigned(event.hub, show))
            expect(tv.locator(selector).first).to_be_visible()
            expect(tv.locator(".tv-practice")).to_have_text("Practice")
            readable(tv)
            # A TV that is on asks for more, and complains of a hub that has stopped.
            tv.close()
    finally:
        site.stop()


def test_the_address_says_the_theme_and_else_the_device(shared: SampleSite, opened: Open) -> None:
    for asked, kept, shown in (
        ("?theme=dusk", "sun", "dusk"),
        ("", "dusk", "dusk"),
        ("?theme=no", "", "sun"),
    ):
        tv = opened(f"{shared.origin}/screen{asked}", TV, theme=kept)
        expect(tv.locator("html")).to_have_attribute("data-theme", shown)


def test_a_tap_or_f_fills_the_screen(shared: SampleSite, opened: Open) -> None:
    tv = opened(shared.origin + "/screen", TV)
    assert tv.evaluate("getComputedStyle(document.body).cursor") == "none"
    for press in (lambda: tv.keyboard.press("f"), lambda: tv.mouse.click(400, 400)):
        press()
        until(meanwhile(tv, lambda: bool(tv.evaluate(FILLED))), 60, "the whole screen")
        tv.evaluate("document.exitFullscreen()")
        until(meanwhile(tv, lambda: not tv.evaluate(FILLED)), 60, "the window")


TURNS = """async ([address, show, known, isWide]) => {
  const { turns } = await import(address);
  const told = ({ scene, which, page, pages }) => `${scene} ${which} ${page + 1}/${pages}`;
  return turns(show, known, isWide).map(told);
}"""
GOES = """async ([address, steps]) => {
  const { Rotation } = await import(address);
  const rotation = new Rotation();
  const all = (scenes) => scenes.map((scene) => ({ scene, which: "", page: 0 }));
  return steps.map(([scenes, now]) => rotation.turn(all(scenes), now).scene);
}"""


def test_what_stands_on_a_screen_follows_from_what_there_is(shared: SampleSite, opened: Open) -> None:
    page = opened(shared.origin + "/screen", TV)
    at = page.locator("script[src$='hub/screen.js']").get_attribute("src") or ""
    address = at.replace("screen.js", "turns.js")

    def turns(show: str, fields: int, rows: int = 0, planned: int = 0, wide: bool = True) -> list[str]:
        playing = {"id": "1"} if planned else None
        known = {
            "index": {"fields": [{"id": f"f{n}", "now": playing, "next": None} for n in range(fields)]},
            "docs": {
                "standings": {"rows": [{"played": 1}] * rows, "finals": []},
                "schedule": {"matches": [{"state": "planned", "slot": n} for n in range(planned)]},
            },
        }
        found: list[str] = page.evaluate(TURNS, [address, show, known, wide])
        return found

    assert turns("rotation", 0) == ["fields  1/1"]
    assert turns("rotation", 1) == ["field f0 1/1"]
    assert turns("rotation", 5, 30, 20) == [
        *("fields  1/2", "fields  2/2", "standings  1/2", "standings  2/2", "queue  1/2", "queue  2/2"),
        "schedule  1/4",
    ]
    assert turns("something new", 2) == turns("rotation", 2)
    assert turns("field:f1", 2) == ["field f1 1/1"]
    assert turns("field:gone", 2) == ["fields  1/1"]
    assert turns("schedule", 2, 0, 13) == ["schedule  1/3", "schedule  2/3", "schedule  3/3"]
    assert turns("queue", 3, wide=False) == ["queue  1/2", "queue  2/2"]
    three, without = ["fields", "queue", "schedule"], ["fields", "schedule"]
    steps = [
        [three, 0],
        [three, 14_999],
        [three, 15_000],
        [without, 16_000],
        [without, 31_000],
        [three, 40_000],
    ]
    assert page.evaluate(GOES, [address, steps]) == [
        *("fields", "fields", "queue", "schedule", "fields", "fields")
    ]
