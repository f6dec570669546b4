"""The stand-in whistle: what plays the kit's blasts does so on time, once, and says that it does."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from hardware.whistle.blasts import PATTERNS, RANK
from tests.browser.conftest import NewPage
from tests.browser.hearing import begins_ms, forget_the_try, listen_in
from tests.browser.link import Link
from tests.process.conftest import Kit, until
from web.language import STATIC

LATE_MS = 300
"""What no blast may be late by; how exact they are is measured by `tests.bench.standin`."""

WHISTLES = re.compile("whistle here|tand-in")
"""The plate of what stands in for the horn; a slow machine may have an alarm of the whistle beside it."""


def test_its_blasts_are_those_of_the_whistle() -> None:
    source = (STATIC / "standin.js").read_text(encoding="utf-8")

    def table(name: str) -> dict[str, object]:
        text = re.search(rf"const {name} = (\{{.*?\}});", source, re.DOTALL)
        assert text is not None
        quoted = re.sub(r"(\w+):", r'"\1":', text[1])
        return dict(json.loads(re.sub(r",(\s*)\}", r"\1}", quoted)))

    assert table("PATTERNS") == {name: [list(part) for part in parts] for name, parts in PATTERNS.items()}
    assert table("RANK") == dict(RANK)


@pytest.fixture
def new_page(kit: Kit, new_page: NewPage) -> NewPage:
    """Return what opens pages of the kit, once nobody whistles for it any more."""
    until(lambda: not kit.view.get("sounding", {}).get("stand_ins"), 15, "silence")
    return new_page


def whistle_here(page: Page) -> None:
    """Touch the whistle's page: its button may be gone before the finger has left it."""
    page.locator("#start").wait_for()
    box = page.locator("#start").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.alone
@pytest.mark.browser
def test_the_whistles_page_plays_each_blast_once_at_its_time_also_through_a_cut_link(
    kit: Kit, link: Link, new_page: NewPage
) -> None:
    kit.create(round_seconds=3, grace_seconds=0, break_seconds=300)
    page = new_page("/", weak_link=True, origin=f"http://127.0.0.1:{link.port}")
    listen_in(page)
    page.goto(f"http://127.0.0.1:{link.port}/whistle")
    whistle_here(page)
    expect(page.locator(".whistle-on")).to_contain_text("This page whistles")
    forget_the_try(page)
    until(lambda: kit.view["sounding"]["stand_ins"], 10, "the stand-in's name")
    kit.must("start_round")
    due = {cue["blast"]: cue["at"] for cue in kit.view["cues"]}
    expect(page.locator(".whistle .row")).to_have_count(1)
    link.cut()
    kit.phase("break")
    link.restore()
    expect(page.locator(".whistle .row")).to_have_count(2, timeout=15_000)
    expect(page.locator(".whistle .row").first).to_contain_text("Closing whistle")
    page.wait_for_timeout(1500)
    heard = begins_ms(page)
    assert len(heard) == 2, heard
    # The opening blast is told 90 ms ahead, the closing one 3 s.
    assert -LATE_MS < heard[0] - due["open"] < LATE_MS
    assert -LATE_MS < heard[1] - due["close"] < LATE_MS
    kit.must("start_round")
    kit.must("stop_round")
    expect(page.locator(".whistle .row").first).to_contain_text("Stop whistle")
    page.wait_for_timeout(3500)
    assert page.locator(".whistle .row", has_text="Closing whistle").count() == 1
    page.reload()
    expect(page.locator("#start")).to_contain_text("LET THIS PAGE WHISTLE")


@pytest.mark.browser
def test_a_tablet_whistles_at_a_tap_and_asks_again_after_a_reload(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60, grace_seconds=1, break_seconds=300)
    page, other = new_page("/referee"), new_page("/referee")
    plate = page.locator("#plates .plate", has_text=WHISTLES)
    expect(plate).to_contain_text("No horn: tap to whistle here")
    expect(plate).to_contain_text("/whistle")
    plate.click()
    expect(plate).to_have_text("Stand-in whistle: this tablet")
    expect(other.locator("#plates .plate", has_text=WHISTLES)).to_have_text("Stand-in whistle: a tablet")
    computer = new_page("/whistle", logged_in=False)
    whistle_here(computer)
    expect(plate).to_have_text("2 stand-in whistles: this one and the kit's computer")
    computer.get_by_role("button", name="Stop whistling here").click()
    expect(plate).to_have_text("Stand-in whistle: this tablet")
    page.reload()
    expect(plate).to_contain_text("SILENT: tap to whistle here")
    plate.click()
    expect(plate).to_have_text("Stand-in whistle: this tablet")
    plate.click()
    switch = page.get_by_role("button", name="This tablet is the whistle")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    ticks = page.get_by_role("button", name="Ticks:")
    expect(ticks).to_have_attribute("aria-pressed", "false")
    ticks.click()
    page.reload()
    expect(page.locator("#plates .plate", has_text=WHISTLES)).to_contain_text("No horn")
    assert page.evaluate("localStorage.getItem('fieldkit-ticks')") == "on"


@pytest.mark.browser
def test_a_break_reminds_of_the_horn_that_is_not_there(kit: Kit, new_page: NewPage) -> None:
    """Without a word in play, and with the switch behind it."""
    kit.create(round_seconds=60, break_seconds=300)
    kit.must("start_round")
    page = new_page("/referee")
    plate = page.locator("#plates .plate", has_text="No horn")
    expect(page.locator("#stop")).to_be_visible()
    expect(plate).to_have_count(0)
    kit.must("stop_round")
    kit.must("end_round")
    expect(plate).to_have_text("No horn")
    expect(plate).to_have_class(re.compile("is-quiet"))
    plate.click()
    page.get_by_role("button", name="This tablet is the whistle").click()
    expect(page.locator("#plates .plate", has_text=WHISTLES)).to_have_text("Stand-in whistle: this tablet")


@pytest.mark.alone
@pytest.mark.browser
def test_stop_on_the_tablet_that_whistles_sounds_without_the_kit(
    kit: Kit, link: Link, new_page: NewPage
) -> None:
    kit.create(round_seconds=60, grace_seconds=1, break_seconds=300)
    origin = f"http://127.0.0.1:{link.port}"
    page = new_page("/referee", weak_link=True, origin=origin)
    listen_in(page)
    page.reload()
    page.locator("#plates .plate", has_text=WHISTLES).click()
    expect(page.locator("#plates .plate", has_text=WHISTLES)).to_have_text("Stand-in whistle: this tablet")
    forget_the_try(page)
    kit.open()
    until(lambda: begins_ms(page), 10, "the opening blast")
    expect(page.locator("#stop")).to_be_enabled()
    page.wait_for_timeout(1500)
    link.freeze()
    page.locator("#stop").click(force=True)
    until(lambda: len(begins_ms(page)) == 2, 10, "the stop, without an answer")
    assert kit.view["phase"] == "round"
    link.restore()
    kit.phase("stopped")
    expect(page.locator(".stop-choices")).to_be_visible(timeout=15_000)
    page.wait_for_timeout(2500)
    # NOT STOPPED beeps meanwhile; of blasts there are two.
    assert [cue["blast"] for cue in kit.view["cues"]] == ["stop"]


@pytest.mark.browser
def test_no_second_is_felt_twice_when_the_clocks_estimate_moves(kit: Kit, new_page: NewPage) -> None:
    kit.create(round_seconds=60, grace_seconds=0, break_seconds=300)
    page = new_page("/referee")
    page.get_by_role("button", name="More…").click()
    felt = page.evaluate(
        """async () => {
          const felt = [];
          navigator.vibrate = (how) => Boolean(felt.push(how.join()));
          const { countDown } = await import("/static/feedback.js?own");
          let looks = 0;
          const now = () => performance.now() - (looks++ ? 60 : 0);
          const clock = { state: "running", ends_at: performance.now() + 2300, total: 9000 };
          countDown({ stage: "rest", clock }, { now, rate: 1 });
          await new Promise((done) => setTimeout(done, 3500));
          return felt;
        }"""
    )
    assert felt == ["20", "20"]


@pytest.mark.browser
def test_a_tablet_buzzes_for_a_ball_a_refusal_and_the_last_seconds_and_not_when_switched_off(
    kit: Kit, new_page: NewPage
) -> None:
    kit.create(round_seconds=60, grace_seconds=0, break_seconds=300)
    page = new_page("/referee")
    page.evaluate(
        "() => { window.felt = []; navigator.vibrate = (how) => Boolean(window.felt.push(how.join())); }"
    )
    page.get_by_role("button", name="More…").click()
    page.keyboard.press("Escape")
    kit.open()
    kit.must("deposit", hoop="h1", kind="wood")
    until(lambda: page.evaluate("window.felt.at(-1)") == "40", 10, "a short buzz")
    kit.must("stop_round")
    kit.must("end_round")
    kit.must("break_clock", seconds=6)
    until(lambda: (view := kit.view)["now"] > view["clock"].get("ends_at", 0), 15, "the end of the break")
    page.wait_for_timeout(500)
    # Each of the last five seconds at most once; a slow page may have come after the first of them.
    assert 3 <= page.evaluate("window.felt.filter((how) => how === '20').length") <= 5
    page.evaluate("window.felt.length = 0")
    page.get_by_role("button", name="More…").click()
    page.get_by_role("button", name="Sound and vibration").click()
    page.get_by_role("button", name="Vibration").click()
    kit.must("deposit", hoop="h1", kind="wood")
    page.wait_for_timeout(500)
    assert page.evaluate("window.felt") == []
