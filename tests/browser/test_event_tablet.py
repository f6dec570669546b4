"""The tablet of a field that belongs to an event: the next match in one tap, and the line about the hub."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import settled
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL, NewPage
from tests.process.conftest import Kit, until
from tests.support.fake_hub import KEY, FakeHub

pytestmark = pytest.mark.browser

TEAMS = {
    "version": 1,
    "teams": [
        {"id": "foxes", "name": "Foxes", "colour": "yellow", "players": ["Ann", "Bob", "Cat", "Dan", "Eve"]},
        {"id": "herons", "name": "Herons", "colour": "red", "players": ["Fay", "Gus", "Hal"]},
        {"id": "otters", "name": "Otters", "colour": "red"},
        {"id": "badgers", "name": "Badgers"},
    ],
}
SCHEDULE = {
    "version": 1,
    "start": "10:00",
    "slot_minutes": 20,
    "fields": ["north", "south"],
    "matches": [
        {"id": "11", "slot": 1, "field": "south", "teams": ["foxes", "herons", "otters"]},
        {"id": "12", "slot": 2, "field": "north", "teams": ["foxes", "herons", "otters"]},
        {"id": "13", "slot": 3, "field": "", "teams": ["badgers", "otters", "foxes", "herons"]},
        {"id": "14", "slot": 4, "field": "north", "teams": ["badgers", "otters"], "title": "Friendly"},
        {"id": "F1", "slot": 5, "field": "north", "teams": ["place:1", "place:2", "place:3"]},
    ],
}
AS_TWELVE = {"id": "12", "teams": {"yellow": "foxes", "red": "herons", "blue": "otters"}}
SIZES = (LANDSCAPE, SMALL, (1024, 768), PHONE)
WHOLE = """(line) => [...line.querySelectorAll("span")].every((one) =>
  one.scrollWidth <= one.clientWidth + 1
  && one.getBoundingClientRect().right <= line.getBoundingClientRect().right + 1)"""
"""Whether nothing of the line but the event is cut."""
OF_RED = "Another kit sends under this field's key."


@pytest.fixture(scope="module")
def hub() -> Iterator[FakeHub]:
    """Yield the event's hub."""
    hub = FakeHub(teams=TEAMS, schedule=SCHEDULE)
    yield hub
    hub.stop()


@pytest.fixture(scope="module")
def kit(hub: FakeHub, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a running kit that belongs to the event."""
    kit = Kit(tmp_path_factory.mktemp("kit"))
    named = f'[hub]\nurl = "{hub.url}"\nevent = "spring"\nfield = "north"\nkey = "{KEY}"\n'
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(named)
    try:
        kit.start()
        until(lambda: kit.ask("GET", "/api/event")[1]["next"], 60, "the schedule")
        yield kit
    finally:
        kit.end()


@pytest.fixture
def calm(kit: Kit) -> Kit:
    """Return the kit with no match on it."""
    kit.give_up("the next test")
    return kit


def set_up(page: Page) -> None:
    """Go where the next match is set up."""
    other = page.get_by_role("button", name="New match")
    expect(page.locator(".screen")).to_be_visible()
    if other.count():
        other.click()
    page.locator(".next-match").wait_for()


def hub_of(kit: Kit) -> dict[str, Any]:
    found: dict[str, Any] = kit.view["kit"]["hub"]
    return found


def test_the_next_match_is_one_tap(calm: Kit, hub: FakeHub, new_page: NewPage) -> None:
    hub.here = ["foxes"]
    until(lambda: not calm.ask("GET", "/api/event")[1]["next"][0]["teams"][1]["here"], 60, "who is there")
    page = new_page("/referee")
    set_up(page)
    expect(page.locator(".bar-title")).to_contain_text("Event: Spring Cup · North")
    first = page.locator(".next-match")
    expect(first.locator("b")).to_have_text("Next match: 12")
    wanted = ["10:40 · Foxes, Herons, and Otters", "Not checked in: Herons and Otters"]
    expect(first.locator("small")).to_have_text(wanted)
    page.get_by_role("button", name="Set up match 12").click()
    page.locator(".breakScreen").wait_for()
    view = calm.view
    assert [(team["id"], team["name"], team["players"]) for team in view["teams"]] == [
        ("yellow", "Foxes", 4),
        ("red", "Herons", 3),
        ("blue", "Otters", 3),
    ]
    assert view["scheduled"] == AS_TWELVE
    homes = {hoop["team"]: hoop["x"] for hoop in view["hoops"] if hoop["starting"]}
    assert homes["yellow"] < homes["red"] < homes["blue"]
    until(lambda: any("Scheduled" in one["events"] for one in list(hub.records.values())), 60, "the record")


def test_before_the_next_match_it_is_said_what_the_event_was_played_by_otherwise(
    calm: Kit, hub: FakeHub, new_page: NewPage
) -> None:
    hub.schedule = SCHEDULE | {"version": 2, "played_by": {"full_contact": {"round_seconds": 6, "target": 8}}}
    try:
        until(lambda: calm.ask("GET", "/api/event")[1]["played_by"], 60, "the options")
        page = new_page("/referee")
        set_up(page)
        said = "Round, seconds: 3 here, but the event was played with 6."
        expect(page.locator(".next-match small").last).to_have_text(said)
    finally:
        hub.schedule = SCHEDULE | {"version": 3}
        until(lambda: not calm.ask("GET", "/api/event")[1]["played_by"], 60, "the options")


def test_the_bar_names_field_and_match_in_every_phase_and_the_field_once_at_the_end(
    calm: Kit, new_page: NewPage
) -> None:
    set_up_twelve(calm)
    page = new_page("/referee")
    line = page.locator(".bar-event")
    for phase, step in (("ready", "start_round"), ("round", "stop_round"), ("stopped", "")):
        page.locator(f"body[data-phase={phase}]").wait_for()
        expect(line.locator("span")).to_have_text(["North", "Match 12"])
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            settled(page)
            assert line.evaluate(WHOLE), (width, phase)
        if step:
            calm.must(step)
    calm.give_up("rain")
    page.locator("body[data-stage=over]").wait_for()
    expect(line.locator("span")).to_have_text(["North", "Match 12"])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        assert page.locator(".bar").inner_text().count("North") == 1, width


def test_what_is_none_of_the_schedule_is_one_tap_away_and_so_is_the_way_back(
    calm: Kit, new_page: NewPage
) -> None:
    page = new_page("/referee")
    set_up(page)
    page.get_by_role("button", name="Something else").click()
    page.locator(".setupScreen, .chooser").wait_for()
    page.get_by_role("button", name="Back to the next match").click()
    expect(page.locator(".next-match")).to_be_visible()


def set_up_twelve(kit: Kit) -> None:
    """Set up match 12 on this kit."""
    sides = (("yellow", "Foxes", "h1"), ("red", "Herons", "h2"), ("blue", "Otters", "h3"))
    teams = [{"id": id, "name": name, "players": 4, "start_hoop": hoop} for id, name, hoop in sides]
    kit.must("create_match", game="full_contact", teams=teams, scheduled=AS_TWELVE)


def test_who_changes_colour_stays_the_team_of_the_event(calm: Kit, new_page: NewPage) -> None:
    set_up_twelve(calm)
    page = new_page("/referee")
    page.get_by_role("button", name="Change the set-up").click()
    page.locator(".team-row.team-blue").get_by_role("button").first.click()
    page.get_by_role("button", name="Let Green play instead of Otters").click()
    page.locator(".team-row.team-green input").fill("Otters")
    expect(page.locator(".next-match")).to_have_count(0)
    page.locator("#begin").click()
    page.locator(".breakScreen").wait_for()
    wanted = {"id": "12", "teams": {"yellow": "foxes", "red": "herons", "green": "otters"}}
    calm.wait(lambda view: view["scheduled"] == wanted, 60)


def test_other_matches_are_offered_and_what_this_game_cannot_play_says_why(
    calm: Kit, new_page: NewPage
) -> None:
    set_up_twelve(calm)
    calm.give_up("rain")
    page = new_page("/referee", PORTRAIT)
    set_up(page)
    page.get_by_role("button", name="Other matches").click()
    rows = page.locator(".panel .next-tap")
    expect(rows.locator("b")).to_have_text(
        ["Match 13, for the next free field", "Match 14 · Friendly", "Match 12, which was set up here before"]
    )
    rows.nth(1).click(force=True)
    expect(page.locator(".toast")).to_contain_text("This game cannot be played by 2 teams.")
    rows.nth(2).click()
    page.locator(".breakScreen").wait_for()
    assert calm.view["scheduled"] == AS_TWELVE


def test_the_line_says_how_far_the_hub_is_and_is_quiet_while_it_is_away(
    calm: Kit, hub: FakeHub, new_page: NewPage
) -> None:
    calm.create()
    until(lambda: hub_of(calm)["have"] == hub_of(calm)["of"] > 0, 60, "all of it")
    page = new_page("/referee", PHONE)
    page.get_by_role("button", name="More").click()
    page.locator(".panel").get_by_role("button", name="Hub").click()
    line = page.locator(".panel .sentence").first
    expect(line).to_have_text(re.compile(r"^Hub has \d+ of \d+ · just now$"))
    expect(page.locator(".panel")).to_contain_text("Nothing waits on this kit.")
    hub.stop()
    expect(page.locator(".panel")).to_contain_text("does not answer")
    assert not page.locator(".is-alarm").count()
    assert not page.locator(".panel .is-warning").count()
    hub.start()
    page.get_by_role("button", name="Send again").click()
    expect(page.locator(".toast")).to_contain_text("Asking the hub now.")
    expect(page.locator(".panel")).not_to_contain_text("does not answer")


def test_a_hub_that_hears_nothing_for_long_is_the_crews_to_look_after(calm: Kit, new_page: NewPage) -> None:
    page = new_page("/crew")
    told: dict[str, Any] = {"alarms": [], "can": {}}
    page.route("**/api/crew", lambda route: route.fulfill(json=told))
    for state, minutes, is_told in (("waiting", 4, False), ("waiting", 5, True), ("ok", 9, False)):
        told["hub"] = {"state": state, "minutes": minutes}
        with page.expect_response("**/api/crew"):
            page.reload()
        card = page.locator(".crew-card.is-warning")
        expect(card).to_have_count(int(is_told))
        if is_told:
            expect(card).to_contain_text("The hub has not heard of this field for 5 minutes.")


def test_what_the_hub_refuses_is_an_alarm_with_its_cure(calm: Kit, hub: FakeHub, new_page: NewPage) -> None:
    calm.create()
    hub.faults = [lambda call: "/records/" in call.path and call.refuse(409, "other_bytes", OF_RED)]
    try:
        calm.must("start_round")
        calm.phase("stopped", "round")
        calm.must("stop_round")
        calm.wait(lambda view: hub_of(calm)["state"] == "refused", 60)
        page = new_page("/referee")
        page.locator(".plate.is-alarm", has_text=OF_RED).click()
        alarm = page.locator(".panel .row", has_text=OF_RED)
        expect(alarm).to_contain_text("Play on: nothing is lost.")
        crew = new_page("/crew")
        expect(crew.locator(".crew-card", has_text=OF_RED)).to_contain_text("Tell the organisers.")
        everybody = new_page("/", logged_in=False)
        expect(everybody.locator("body")).not_to_contain_text(OF_RED)
    finally:
        hub.faults = []
    alarm.get_by_role("button", name="Send again").click()
    expect(alarm).to_have_count(0)
    until(lambda: hub_of(calm)["have"] == hub_of(calm)["of"], 60, "all of it")
