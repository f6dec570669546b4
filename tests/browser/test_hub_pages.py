"""The pages of an event: live by feed and by questions, readable, harmless, and on paper."""

import re
import time
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, Route, expect

from fieldkit.event.documents import Score
from fieldkit.event.state import CheckIn, Confirm, Correct, ScheduleDecision
from tests.browser.audit import measured, settled, violations
from tests.browser.conftest import CUT
from tests.browser.event_pages import (
    LONG,
    LONG_EVENT,
    PHONE,
    SIZES,
    TV,
    Open,
    clipped,
    meanwhile,
    opened,
    own,
    scored,
    shared,
)
from tests.browser.link import Link
from tests.browser.test_markup import SHORT, WATCH
from tests.browser.test_pages import STATIC, code_of, modules_of, words_in
from tests.browser.test_print import BOXES, PAPER_PX, sheets_of_paper
from tests.process.conftest import until
from tests.support.hub_documents import PLAYED_SLOTS, SampleEvent, SampleSite

__all__ = ["opened", "own", "shared"]

pytestmark = pytest.mark.browser

PAGES = (
    *("/", "/field/north", "/field/south", "/schedule", "/standings", "/team/foxes", "/announcer"),
    *("/match/1", "/match/9", "/match/10", "/match/16"),
)
SCRIPTS = (
    *("fields", "field", "schedule", "standings", "team", "match", "queue", "announcer", "paper", "screen"),
)
PAPER = {"/print/schedule": 1, "/print/team/foxes": 1, "/print/teams": 12, "/print/receipt/1": 1}
"""What goes to paper, and how many pages it may take."""
INDEX = re.compile(r"/v1/events/spring$")
FEED = "**/api/feed"
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def points(page: Page, field: int = 0) -> list[str]:
    """Return the points of a field's sides."""
    return page.locator(".hub-field").nth(field).locator(".points").all_inner_texts()


# How they look


def test_each_page_is_readable_at_every_size(shared: SampleSite, opened: Open) -> None:
    page, dusk = opened(shared.origin + "/"), opened(shared.origin + "/", PHONE, theme="dusk")
    for each in (page, dusk):
        each.emulate_media(reduced_motion="reduce")
    for address in PAGES:
        for each in (page, dusk):
            each.goto(shared.origin + address)
            each.locator("#hub > *:not(.sentence)").first.wait_for()
        for width, height in SIZES:
            assert measured(page, width, height) == {}, (address, width)
        assert violations(page) == []
        expect(page.locator(".hub-event")).to_contain_text("Spring Cup")
        assert measured(dusk, *PHONE) == {}, (address, "dusk")


def test_names_as_long_as_they_may_be_fit_everywhere(tmp_path: Path, opened: Open) -> None:
    """Also the event's own name, and a practice says so on each page."""
    names = tuple(f"{name[:22]}{at}" for at, name in enumerate(LONG))
    event = SampleEvent(tmp_path, LONG_EVENT, True, names=names)
    event.fill()
    site = SampleSite(event)
    try:
        for address in ("/", "/field/north", "/schedule", "/standings", "/match/1", "/announcer"):
            page = opened(site.origin + address, PHONE)
            expect(page.locator(".hub-practice")).to_have_text("Practice")
            assert measured(page, *PHONE) == {}, address
        page = opened(site.origin + "/queue", TV)
        expect(page.locator(".tv-practice")).to_be_visible()
        assert clipped(page, BOXED) == []
    finally:
        site.stop()


BOXED = ".tv-place, .tv-main, .tv-fields"
"""The boxes of the check-in's screen."""


def test_the_check_in_screen_is_read_from_ten_metres(shared: SampleSite, opened: Open) -> None:
    page = opened(shared.origin + "/queue", TV)
    expect(page.locator(".tv-place.is-next li").first).to_be_visible()
    for width, height in (TV, (1280, 720), (1080, 1920)):
        page.set_viewport_size({"width": width, "height": height})
        assert clipped(page, BOXED) == []
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        for selector, share in ((".is-next .fit", 0.05), (".tv-place .fit", 0.034), (".tv-here span", 0.034)):
            sizes = page.locator(selector).evaluate_all(
                "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
            )
            assert min(sizes) >= share * min(width, height), (selector, sizes)
    assert violations(page) == []
    next_up = page.locator(".is-next").first
    expect(next_up.locator(".is-here")).to_have_text(["here", "here"])
    expect(next_up).to_contain_text("check in!")


def test_eight_fields_take_turns_on_the_check_in_screen(tmp_path: Path, opened: Open) -> None:
    fields = {f"f{at}": f"Field {at}" for at in range(1, 9)}
    event = SampleEvent(tmp_path, fields=fields)
    event.plan(rounds=3)
    event.settle()
    site = SampleSite(event)
    try:
        page = opened(site.origin + "/queue", TV)
        expect(page.locator(".tv-field-column")).to_have_count(4)
        first = page.locator(".tv-field-column h2").first.inner_text()
        other = {"Field 1": "Field 5", "Field 5": "Field 1"}[first]
        expect(page.locator(".tv-field-column h2").first).to_have_text(other)
        assert clipped(page, BOXED) == []
    finally:
        site.stop()


# How they stay young


def test_points_come_by_the_feed_alone(own: SampleSite, opened: Open) -> None:
    page = opened(own.origin + "/", fails=CUT.pattern)
    expect(page.locator(".hub-field")).to_have_count(3)
    until(lambda: len(own.server.site.feed) == 1, 60, "the feed")
    page.route(INDEX, lambda route: route.abort())
    scored(own.event, 7)
    expect(page.locator(".hub-field").first.locator(".points").first).to_have_text("7")


def test_a_page_that_the_feed_has_no_room_for_asks_and_comes_back_when_told(
    own: SampleSite, opened: Open
) -> None:
    """By its own timer: never earlier than the hub said."""
    tried: list[float] = []

    def full(route: Route) -> None:
        tried.append(time.monotonic())
        route.fulfill(status=503, headers={"Retry-After": "2"}, body="{}")

    page = opened(own.origin + "/", fails=r"503|net::ERR_FAILED")
    page.context.route(FEED, full)
    page.reload()
    expect(page.locator(".hub-field")).to_have_count(3)
    scored(own.event, 6)
    expect(page.locator(".hub-field").first.locator(".points").first).to_have_text("6")
    expect(page.locator("#link")).to_be_empty()
    until(meanwhile(page, lambda: len(tried) >= 3), 60, "the second try")
    assert all(later - before >= 1.95 for before, later in pairwise(tried))
    page.context.unroute(FEED)
    until(meanwhile(page, lambda: len(own.server.site.feed) >= 1), 60, "the feed")
    page.route(INDEX, lambda route: route.abort())
    scored(own.event, 8)
    expect(page.locator(".hub-field").first.locator(".points").first).to_have_text("8")


def test_without_a_link_it_says_how_old_it_is_and_no_clock_runs(own: SampleSite, opened: Open) -> None:
    link = Link(own.server.port)
    try:
        page = opened(f"http://127.0.0.1:{link.port}/", fails=CUT.pattern)
        clock = page.locator("[data-clock]").first
        expect(clock).to_have_text(re.compile(r"^\d+$"))
        link.cut()
        expect(page.locator("#link")).to_have_text(
            re.compile(r"^No link\. What you see is \d+ seconds? old\.$")
        )
        expect(clock).to_be_empty()
        assert points(page) == ["3", "3", "3", "3"]
        link.restore()
        expect(page.locator("#link")).to_be_empty()
        own.event.show("north")
        expect(clock).to_have_text(re.compile(r"^\d+$"))
    finally:
        link.close()


def test_a_hidden_page_asks_for_nothing_and_is_young_again_when_it_is_seen(
    own: SampleSite, opened: Open
) -> None:
    page = opened(own.origin + "/")
    until(lambda: len(own.server.site.feed) == 1, 60, "the feed")
    page.evaluate(HIDE, True)
    until(meanwhile(page, lambda: len(own.server.site.feed) == 0), 60, "its end")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    scored(own.event, 5)
    page.wait_for_timeout(6000)
    assert asked == []
    page.evaluate(HIDE, False)
    expect(page.locator(".hub-field").first.locator(".points").first).to_have_text("5")


def test_a_field_that_is_silent_shows_no_clock(tmp_path: Path, opened: Open) -> None:
    event = SampleEvent(tmp_path)
    event.plan()
    event.settle()
    site = SampleSite(event)
    try:
        page = opened(site.origin + "/", PHONE)
        card = page.locator(".hub-field").first
        expect(card).to_contain_text("This field has not been heard yet")
        expect(card.locator("[data-clock]")).to_be_empty()
        assert measured(page, *PHONE) == {}
    finally:
        site.stop()


def test_other_documents_follow_when_the_index_says_that_they_have_moved(
    own: SampleSite, opened: Open
) -> None:
    event = own.event
    standings, schedule = opened(own.origin + "/standings"), opened(own.origin + "/schedule")
    queue, match = opened(own.origin + "/queue", TV), opened(own.origin + "/match/9")
    row = standings.locator("tbody tr").filter(has_text="Herons")
    expect(row.locator("td").nth(2)).to_have_text("2")
    expect(schedule.locator(".hub-past")).to_contain_text("Not confirmed yet")
    expect(match.locator("#hub")).to_contain_text("This result is not confirmed yet")
    last = next(one for one in event.versions() if one.scheduled == "9")
    event.decide(Confirm("9", last.id, last))
    event.decide(CheckIn("ravens", True))
    expect(row.locator("td").nth(2)).to_have_text("3")
    expect(schedule.locator(".hub-past")).not_to_contain_text("Not confirmed yet")
    expect(match.locator("#hub")).to_contain_text("This result is confirmed and counts.")
    expect(queue.locator(".is-next").first.locator(".is-here")).to_have_count(3)


NARROWS = """async (address) => {
  const { HubClock, dated } = await import(address);
  const clock = new HubClock();
  const found = [clock.now()];
  const start = Date.now() - performance.now();
  const hub = () => start + performance.now();
  for (const past of [900, 400, 100, 650]) clock.heard(hub() - past, 1000);
  found.push(clock.now() - hub());
  clock.heard(hub() - 30, 500);
  clock.heard(hub() - 4000, 500);
  found.push(clock.now() - hub());
  clock.heard(hub() + 60000, 500);
  found.push(clock.now() - hub());
  clock.forget();
  found.push(clock.now());
  const head = new Headers({ Date: "Tue, 24 Nov 2026 09:00:00 GMT", Age: "3" });
  return [...found, dated(head, 20), dated(new Headers(), 20)];
}"""
"""What a page believes of the hub's clock (ms off) after: nothing, four answers' dates, a beat and one that
was held up, a clock that was set, and a sleep; then what an answer's head tells."""


def test_the_hubs_clock_is_narrowed_down_from_whole_seconds(shared: SampleSite, opened: Open) -> None:
    page = opened(shared.origin + "/")
    at = page.locator("script[src$='fields.js']").get_attribute("src") or ""
    none, by_dates, by_beat, set_ahead, slept, told, nothing = page.evaluate(
        NARROWS, at.replace("fields.js", "live.js")
    )
    assert (none, slept, nothing) == (None, None, None)
    assert abs(by_dates) <= 160
    assert abs(by_beat) <= 160
    assert 59_900 <= set_ahead <= 60_600
    assert told == {"low": 1795510800000 + 3000, "width": 2020}


# What they tell


def test_each_figure_of_the_standings_opens_to_its_matches(shared: SampleSite, opened: Open) -> None:
    page = opened(shared.origin + "/standings", PHONE)
    rows = page.locator(".hub-table > tbody > tr")
    expect(rows).to_have_count(12)
    first = rows.first
    first.get_by_role("button").click()
    detail = page.locator(".hub-detail")
    expect(detail.locator("tbody tr")).to_have_count(PLAYED_SLOTS + 1)
    given = detail.locator("tbody tr:not(.is-sum) td:last-child").all_inner_texts()
    total = first.locator(".points").inner_text()
    assert sum(map(int, given)) == int(total)
    expect(detail.locator(".is-sum td").last).to_have_text(total)
    detail.get_by_role("link", name="Match").first.click()
    expect(page.locator("h1")).to_have_text(re.compile("Match"))


def test_who_did_not_come_is_told_beside_the_match(own: SampleSite, opened: Open) -> None:
    planned = own.event.schedule
    last = msgspec.structs.replace(planned.matches[-1], without=("owls",))
    own.event.decide(
        ScheduleDecision(msgspec.structs.replace(planned, matches=(*planned.matches[:-1], last)))
    )
    expect(opened(own.origin + "/schedule").locator("#hub")).to_contain_text("Without Owls")


def test_a_device_remembers_its_team(shared: SampleSite, opened: Open) -> None:
    page = opened(shared.origin + "/schedule", PHONE)
    page.get_by_label("Team").select_option("owls")
    expect(page.locator(".hub-row")).to_have_count(6)
    assert page.url.endswith("/schedule?team=owls")
    page.get_by_role("button", name="This is my team").click()
    page.goto(shared.origin + "/")
    mine = page.locator(".hub-own")
    expect(mine).to_contain_text("Owls")
    expect(mine).to_contain_text("Plays now on North")
    mine.click()
    expect(page.locator("h1")).to_have_text("Owls")
    page.get_by_role("button", name="Not my team any more").click()
    page.goto(shared.origin + "/")
    expect(page.locator(".hub-field")).to_have_count(3)
    expect(page.locator(".hub-own")).to_have_count(0)


def test_a_match_tells_that_it_was_corrected_and_leads_to_its_report(
    shared: SampleSite, opened: Open
) -> None:
    page = opened(shared.origin + "/match/1")
    expect(page.locator(".hub-standing")).to_contain_text(
        "The organisers have corrected it: a city was not counted"
    )
    expect(page.locator(".hub-row")).to_contain_text("Does not count")
    page.get_by_role("link", name="Report with charts").click()
    expect(page.locator("h1")).to_have_text(re.compile("HERONS 8 : FOXES 6", re.IGNORECASE))
    expect(page.locator(".chart").first).to_be_visible()
    page.get_by_role("link", name="Standings").click()
    expect(page.locator("h1")).to_have_text("Standings")
    for address, said in (
        ("/match/77", "There is no such match at this event."),
        ("/team/nobody", "There is no such team at this event."),
        ("/field/east", "There is no such field at this event."),
    ):
        lost = opened_alone(page, shared.origin + address)
        expect(lost.locator("#hub")).to_have_text(said)


def opened_alone(page: Page, address: str) -> Page:
    """Another page beside one, which may miss what it asks for."""
    other = page.context.new_page()
    other.goto(address)
    return other


def test_the_announcer_reads_what_is_new(own: SampleSite, opened: Open) -> None:
    page = opened(own.origin + "/announcer")
    expect(page.locator("#hub")).to_contain_text("Badgers lead the standings with 10 points.")
    line = page.locator(
        ".hub-line", has_text="Match 8: Badgers win with 8, ahead of Lynxes 6, Ravens 5, and Foxes 3."
    )
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")
    scores = tuple(
        Score(side, team.title(), score, place, team)
        for side, team, score, place in (
            ("red", "foxes", 20, 1),
            ("blue", "ravens", 5, 2),
            ("green", "lynxes", 3, 3),
        )
    )
    own.event.decide(Correct("8", scores, "they had mixed up the bands"))
    again = page.locator(".hub-line", has_text="Match 8: Foxes win with 20, ahead of Ravens 5 and Lynxes 3.")
    expect(again).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#hub")).to_contain_text("Foxes climb to place")


def test_names_that_look_like_markup_are_harmless(tmp_path: Path, opened: Open) -> None:
    names = tuple(f"{SHORT[at % 4][:22]}{at}" for at in range(12))
    event = SampleEvent(
        tmp_path,
        "<img/src=x onerror=pwn()>",
        fields={"north": "<x-p onclick=pwn()>", "south": "S"},
        names=names,
    )
    event.fill()
    site = SampleSite(event)
    first = event.teams[0]
    try:
        addresses = (
            "/",
            "/field/north",
            "/schedule",
            "/standings",
            f"/team/{first.id}",
            "/match/1",
            "/queue",
            "/announcer",
        )
        for address in (*addresses, "/print/schedule", f"/print/team/{first.id}", "/print/receipt/1"):
            page = opened(site.origin + address, ahead=WATCH)
            settled(page)
            expect(page.locator("body")).to_contain_text("<")
            assert page.evaluate("window.pwned ?? false") is False, address
            assert page.locator("x-p, [onerror], [onload], [onclick], #pwned").count() == 0, address
    finally:
        site.stop()


@pytest.mark.parametrize("page", SCRIPTS)
def test_every_word_that_a_page_says_is_in_its_list(page: str) -> None:
    scripts = {one for one in modules_of(STATIC / "hub" / f"{page}.js") if one.parent.name == "hub"}
    code = "".join(map(code_of, scripts))
    said = set(re.findall(r'\bsay\(\s*"(\w+)"', code))
    assert said
    assert said <= words_in({STATIC / "hub" / "words.js", STATIC / "words.js"})


def test_no_word_of_the_list_is_left_over() -> None:
    """A key that is written nowhere else, not even in a list of keys."""
    pages = {one for name in SCRIPTS for one in modules_of(STATIC / "hub" / f"{name}.js")}
    scripts = [one for one in pages if one.parent.name == "hub"]
    written = set(re.findall(r'"(\w+)"|\b(\w+):', "".join(map(code_of, scripts))))
    known = {key for pair in written for key in pair}
    columns = {f"column_{key}" for key in known}
    assert words_in({STATIC / "hub" / "words.js"}) - known - columns == set()


# Paper


def test_what_goes_to_paper_takes_just_its_pages(shared: SampleSite, opened: Open) -> None:
    page = opened(shared.origin + "/")
    for address, count in PAPER.items():
        page.set_viewport_size({"width": PAPER_PX[0], "height": 800})
        page.goto(shared.origin + address)
        expect(page.locator(".sheet")).to_have_count(count)
        settled(page)
        assert violations(page) == [], address
        assert sheets_of_paper(page) == count, address
        page.emulate_media(media="print")
        for box in page.locator(".sheet").evaluate_all(BOXES):
            assert box["width"] == pytest.approx(PAPER_PX[0], abs=1), address
            assert box["over"] <= 1, (address, box)
        expect(page.locator(".paper-event").first).to_have_text("Spring Cup")
        page.emulate_media(media="null")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
