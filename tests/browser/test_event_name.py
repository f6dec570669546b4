"""The event's name is on every page of a kit that belongs to one, and takes no room from what counts."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import scenes
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL, NewPage
from tests.browser.test_roles import code
from tests.process.conftest import Kit, until
from tests.support.fake_hub import KEY, FakeHub

pytestmark = pytest.mark.browser

NAME = "Twenty-Third Lower Rhine Spring Cup of the Gathering Society"
"""As long as a hub takes one."""
SIZES = ((360, 740), PHONE, (740, 360), PORTRAIT, LANDSCAPE, (1920, 1080))
TVS = ((1920, 1080), (1280, 720), (1080, 1920))
MEASURED = """(selector) => {
  const found = document.querySelector(selector);
  const name = found.querySelector("b");
  const box = found.getBoundingClientRect();
  const { fontSize } = getComputedStyle(name);
  const header = document.querySelector("#bar, .tv-bar")?.getBoundingClientRect();
  const isSeen = header && header.width && header.height;
  return {
    px: parseFloat(fontSize) * (name.currentCSSZoom ?? 1),
    cut: name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > box.height + 1,
    out: box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1,
    over: selector === "#event" && isSeen && box.top < header.bottom - 1 && header.top < box.bottom - 1,
    wide: document.documentElement.scrollWidth > innerWidth,
    high: document.documentElement.scrollHeight > innerHeight,
    height: box.height,
  };
}"""


@pytest.fixture(scope="module")
def hub() -> Iterator[FakeHub]:
    """Yield the hub of an event that is practice."""
    hub = FakeHub(event={"id": "spring", "name": NAME, "practice": True})
    yield hub
    hub.stop()


@pytest.fixture(scope="module")
def kit(hub: FakeHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a running kit that belongs to the event."""
    kit = Kit(tmp_path_factory.mktemp("named"))
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(f'[hub]\nurl = "{hub.url}"\nevent = "spring"\nfield = "north"\nkey = "{KEY}"\n')
    try:
        kit.start()
        until(lambda: kit.view.get("event") == NAME, 60, "the event")
        yield kit
    finally:
        kit.end()


def measured(page: Page, size: tuple[int, int], place: str = "#event") -> dict[str, Any]:
    """How the name lies at a size of the window."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, Any] = page.evaluate(MEASURED, place)
    return found


def shows(page: Page, place: str = "#event") -> None:
    """Check that the name is there, with its plate."""
    expect(page.locator(f"{place} b")).to_have_text(NAME)
    expect(page.locator(f"{place} .event-practice")).to_have_text("PRACTICE")


def phones(kit: Kit, new_page: NewPage) -> list[Page]:
    """Return the page of everybody, of the crew and of a captain."""
    captain = f"/captain#{code(kit, 'captain', team='red')}"
    paths = ("/", f"/crew#{code(kit, 'crew')}", captain)
    return [new_page(path, PHONE, logged_in=False) for path in paths]


def test_the_pages_on_phones_show_it_large_and_in_play_as_one_line(kit: Kit, new_page: NewPage) -> None:
    scenes.ready(kit)
    pages = phones(kit, new_page)
    for stage in ("ready", "rest"):
        if stage == "rest":
            kit.must("start_round")
            scenes.to_break(kit)
        for page in pages:
            page.locator(f"body[data-stage={stage}]").wait_for()
            shows(page)
            for size in SIZES:
                found = measured(page, size)
                where = (page.url, stage, size, found)
                assert not found["out"], where
                assert not found["over"], where
                assert not found["wide"], where
                if stage == "ready":
                    assert found["px"] >= 26, where
                    assert not found["cut"], where
                else:
                    assert found["px"] >= 20, where
                    assert found["height"] <= 32, where


def test_a_line_in_play_stays_while_the_page_is_scrolled(kit: Kit, new_page: NewPage) -> None:
    scenes.in_break(kit)
    page = new_page("/", PHONE, logged_in=False)
    page.locator("body[data-stage=rest]").wait_for()
    page.mouse.move(200, 400)
    page.mouse.wheel(0, 300)
    page.wait_for_function("scrollY > 200")
    expect(page.locator("#event")).to_be_in_viewport(ratio=0.9)
    found = measured(page, PHONE)
    assert not found["over"], found


@pytest.mark.parametrize(("scene", "least"), [("ready", 1.3), ("round", 1.0), ("over", 1.3)])
def test_a_screen_for_a_tv_shows_it_whole(kit: Kit, new_page: NewPage, scene: str, least: float) -> None:
    {"ready": scenes.ready, "round": scenes.in_round, "over": scenes.over}[scene](kit)
    page = new_page("/screen", logged_in=False)
    page.locator(".tv-card, .tv-winners").first.wait_for()
    shows(page)
    for width, height in TVS:
        found = measured(page, (width, height))
        unit = min(width, height / 1.75) if height > width else min(height, width / 1.6)
        assert found["px"] >= least * unit / 30, (width, height, found)
        assert not any(found[what] for what in ("cut", "out", "over", "wide", "high")), (width, height, found)
        box, scene_box = page.locator("#event").bounding_box(), page.locator(".tv").bounding_box()
        assert box is not None
        assert scene_box is not None
        above = box["y"] + box["height"] <= scene_box["y"] + 1
        assert above if scene != "round" else scene_box["y"] + scene_box["height"] <= box["y"] + 1


def test_a_screen_with_the_page_of_everybody_shows_it_whole(kit: Kit, new_page: NewPage) -> None:
    """Such a page is set as large as fits; the name is as large as on any other screen."""
    kit.give_up("another game")
    kit.must(
        "create_match",
        game="dice_extra",
        players=[{"id": "red", "name": "Mia"}, {"id": "blue", "name": "Ben"}],
    )
    page = new_page("/screen", TVS[0], logged_in=False)
    page.locator("body.is-board").wait_for()
    shows(page)
    for width, height in TVS:
        found = measured(page, (width, height))
        unit = min(width, height / 1.75) if height > width else min(height, width / 1.6)
        assert found["px"] >= unit / 30, (width, height, found)
        assert not any(found[what] for what in ("cut", "out", "over")), (width, height, found)


def test_a_stream_shows_it_small_over_the_points(kit: Kit, new_page: NewPage) -> None:
    scenes.in_break(kit)
    page = new_page("/overlay", (1280, 720), logged_in=False)
    shows(page, ".overlay-event")
    found = measured(page, (1280, 720), ".overlay-event")
    assert not found["out"], found
    assert not found["cut"], found
    name, strip = (page.locator(at).bounding_box() for at in (".overlay-event", ".overlay-strip"))
    assert name is not None
    assert strip is not None
    assert name["y"] + name["height"] <= strip["y"]


WITHOUT = "() => document.querySelectorAll('.bar-event').forEach((line) => line.remove())"
TOP = "() => document.querySelector('.top').offsetHeight"


def test_the_tablet_shows_it_and_its_bar_is_as_high_as_without(kit: Kit, new_page: NewPage) -> None:
    """Not a pixel higher on a tablet that lies, and by less than a line on a narrow one."""
    scenes.in_break(kit)
    kit.must("break_clock", hold=True)
    page = new_page("/referee")
    for size in (LANDSCAPE, SMALL, PORTRAIT, PHONE):
        shows(page, ".bar-event")
        found = measured(page, size, ".bar-event")
        assert found["px"] >= 18
        assert not found["out"], found
        assert not found["wide"], found
        assert found["height"] <= 20
        with_it = page.evaluate(TOP)
        page.evaluate(WITHOUT)
        more = with_it - page.evaluate(TOP)
        assert more <= (14 if size[0] < 861 else 0), more
        page.reload()


def test_in_a_round_it_is_on_the_tablet_too(kit: Kit, new_page: NewPage) -> None:
    scenes.in_round(kit)
    page = new_page("/referee", LANDSCAPE)
    page.locator("body[data-phase=round]").wait_for()
    shows(page, ".bar-event")
    for size in (LANDSCAPE, SMALL, PORTRAIT, PHONE):
        found = measured(page, size, ".bar-event")
        assert not found["out"], (size, found)
        assert not found["wide"], (size, found)
    event, stop = (page.locator(at).bounding_box() for at in (".bar-event", ".stop"))
    assert event is not None
    assert stop is not None
    assert event["y"] + event["height"] < stop["y"]
