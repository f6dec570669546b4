"""The organisers' desk in a real browser, on a real hub: results, teams, schedule, people, screens."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from fieldkit.event.documents import Team
from fieldkit.hub import admitting, confirming, organising
from fieldkit.hub.access import Person
from fieldkit.hub.hub import Hub
from fieldkit.hub.live import FieldView
from fieldkit.hub.organising import Plan
from tests.browser.audit import measured, settled, violations
from tests.browser.conftest import LANDSCAPE, PATIENCE_MS, PHONE, PORTRAIT, REFUSED
from tests.browser.devices import Devices, wrongs
from tests.support.hubs import PIN, hub, play, send
from tests.web.conftest import RunningServer
from web.hub.site import create_site

pytestmark = pytest.mark.browser

ANN = Person("p-ann", "organiser", "Ann")
NAMES = ["Foxes", "Herons", "Otters", "Badgers", "Larks", "Moles", "Newts", "Owls"]
SIZES = (LANDSCAPE, PORTRAIT, PHONE)


@dataclass
class Desk:
    """A hub with its site, fields' journals, and pages of people who are logged in."""

    hub: Hub
    folder: Path
    origin: str
    open: Callable[..., Page]

    def recorded(self, field: str, scheduled: str = "", points: tuple[int, ...] = (3, 2, 1, 0)) -> None:
        """Let a field play a match of the schedule, or its first four teams any one, and send it."""
        match = self.hub.state.schedule.match(scheduled)
        teams = match.teams if match else ("foxes", "herons", "otters", "badgers")
        play(self.folder / field, teams, points, scheduled)
        send(self.hub, field, self.folder / field)
        self.hub.follow()

    def first(self, field: str) -> str:
        """Return the first match of a field."""
        return next(match.id for match in self.hub.state.schedule.matches if match.field == field)


@pytest.fixture
def desk(devices: Devices, tmp_path: Path) -> Iterator[Desk]:
    lent: list[Page] = []
    wrong: list[str] = []

    def open(part: str = "now", pin: str = PIN, size: tuple[int, int] = LANDSCAPE) -> Page:
        page = devices.take(origin, size, wrongs(wrong, REFUSED.pattern))
        lent.append(page)
        if pin:
            page.request.post(f"{origin}/v1/session", data={"pin": pin})
        page.goto(f"{origin}/organise#{part}")
        page.locator(".desk-part" if pin else "#pin").wait_for()
        return page

    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as made:
        admitting.put_teams(made, [Team(name.lower(), name) for name in NAMES], "Ann")
        organising.make_schedule(made, Plan(rounds=3, size=4, start="10:00"), "Ann")
        server = RunningServer(create_site(made, PIN, tmp_path))
        origin = f"http://127.0.0.1:{server.port}"
        yield Desk(made, tmp_path, origin, open)
        devices.give_back(lent)
        server.stop()
    assert not wrong


def until(page: Page, holds: Callable[[], Any]) -> None:
    """Wait until something holds at the hub."""
    for _ in range(PATIENCE_MS // 50):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came about")


def test_a_wrong_pin_is_told_and_a_right_one_opens_the_desk(desk: Desk) -> None:
    page = desk.open(pin="")
    page.fill("#pin", "wrong-pin-wrong")
    page.click("#enter")
    expect(page.locator("#said")).to_have_text("That is not a PIN of this hub.")
    page.fill("#pin", PIN)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Spring Cup")
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("#asked")).to_have_text("Your PIN")


def test_who_is_logged_in_is_listed_and_ended_on_the_desk(desk: Desk) -> None:
    _, pin = admitting.new_person(desk.hub, "referee", "Maximiliane Oberwasser-Schulz", "north")
    other, page = desk.open(pin=pin), desk.open("access")
    row = page.locator("li", has_text="Maximiliane").filter(has_text="since")
    expect(row).to_contain_text("Referee")
    expect(page.locator("li", has_text="this device").get_by_role("button")).to_have_count(0)
    row.get_by_role("button", name="Log out").click()
    expect(row).to_have_count(0)
    other.locator("#pin").wait_for()
    desk.open(pin=pin)
    page.goto(page.url.replace("access", "close"))
    page.get_by_role("button", name="Log everybody else out").click()
    page.locator(".panel-actions").get_by_role("button", name="Log everybody else out").click()
    until(page, lambda: len(desk.hub.access.sessions()) == 1)


def test_a_result_comes_by_itself_and_counts_once_it_is_confirmed(desk: Desk) -> None:
    page = desk.open()
    expect(page.get_by_text("No result waits.")).to_be_visible()
    match = desk.first("north")
    desk.recorded("north", match)
    card = page.locator(f".desk-result[data-match='{match}']")
    expect(card.locator(".desk-state")).to_have_text("Not confirmed")
    card.get_by_role("button", name="Confirm").click()
    expect(card).to_have_count(0)
    expect(page.locator("#toast")).to_have_text(f"Match {match} is confirmed and counts.")
    page.locator(".desk-just").get_by_role("button", name="Not confirmed after all").click()
    expect(page.locator("#toast")).to_have_text(f"Match {match} is open again.")
    assert not desk.hub.facts().results[match].confirmed
    card.get_by_role("button", name="Confirm").click()
    expect(page.locator(".desk-just")).to_be_visible()
    page.get_by_role("link", name="Standings").click()
    winner = desk.hub.state.schedule.match(match)
    assert winner is not None
    row = page.locator(".desk-table tbody tr").first
    expect(row.locator(".desk-name")).to_have_text(winner.teams[0].capitalize())
    expect(row.locator(".is-points")).to_have_text("4")


def test_two_results_stand_side_by_side_until_one_is_confirmed(desk: Desk) -> None:
    match = desk.first("south")
    desk.recorded("south", match)
    desk.recorded("south", match, points=(0, 1, 2, 3))
    page = desk.open()
    card = page.locator(f".desk-result[data-match='{match}']")
    expect(card.locator(".desk-state")).to_have_text("Disputed: two results")
    expect(card.locator(".desk-version")).to_have_count(2)
    card.get_by_role("button", name="Confirm this one").nth(1).click()
    # It counts, and still somebody should know that there is another one.
    expect(card.locator(".desk-version.is-counting")).to_have_count(1)
    expect(card.locator(".desk-version.is-counting .desk-sayers")).to_have_text(
        "Counts. Confirmed by organiser."
    )


def typed(place: Locator, text: str) -> None:
    """Type over what stands in a field."""
    place.click()
    place.page.keyboard.press("Control+a")
    place.page.keyboard.type(text)


def match_teams(desk: Desk, id: str) -> list[str]:
    """Return the names of a match's teams."""
    match = desk.hub.state.schedule.match(id)
    assert match is not None
    return [team.capitalize() for team in match.teams]


def test_a_result_is_corrected_with_a_reason(desk: Desk) -> None:
    match = desk.first("north")
    desk.recorded("north", match)
    page = desk.open()
    page.get_by_role("button", name="Correct …").click()
    panel = page.locator("#panel")
    save = panel.get_by_role("button", name="This is the result")
    save.click(force=True)
    expect(panel.locator(".desk-said")).to_have_text("Say why first.")
    typed(panel.locator("li:last-child input").first, "99")
    places = panel.locator("li input:nth-of-type(1)").and_(panel.get_by_label("Place"))
    assert [place.input_value() for place in places.all()] == ["2", "3", "4", "1"]
    last = match_teams(desk, match)[-1]
    expect(panel.locator(".desk-changes")).to_contain_text(f"{last} from 0 to 4")
    typed(places.nth(3), "3")
    expect(panel.locator("li").nth(3)).to_contain_text("(place by hand)")
    expect(panel.locator(".desk-trouble")).to_have_text(
        f"{match_teams(desk, match)[0]} has fewer points than {last} and no worse place."
    )
    typed(panel.get_by_label("Reason"), "a ball was counted twice")
    panel.get_by_role("button", name="It is the result anyway").click()
    expect(panel.locator(".desk-said")).to_contain_text("Places count from 1")
    panel.get_by_role("button", name="Places by points").click()
    save.click()
    expect(panel).to_be_hidden()
    until(page, lambda: match in desk.hub.state.corrections)
    _, correction = desk.hub.state.corrections[match]
    assert (correction.scores[0].score, correction.reason) == (99, "a ball was counted twice")
    page.get_by_role("link", name="Schedule").click()
    page.locator(f".desk-match[data-match='{match}']").click()
    expect(panel).to_contain_text("a ball was counted twice")
    panel.get_by_role("button", name="Take the correction back").click()
    panel.get_by_role("button", name="Take the correction back").click()
    until(page, lambda: match not in desk.hub.state.corrections)


def test_a_match_outside_the_schedule_is_attached(desk: Desk) -> None:
    desk.recorded("south")
    match = desk.first("north")
    page = desk.open()
    page.get_by_role("button", name="Attach …").click()
    panel = page.locator("#panel")
    panel.get_by_role("button", name="Attach").last.click(force=True)
    expect(panel.locator(".desk-said")).to_have_text("Fill in what is empty first.")
    panel.locator("select").first.select_option(match)
    expect(panel.locator("select").nth(1)).to_have_value("foxes")
    panel.get_by_role("button", name="Attach").last.click()
    expect(page.locator(f".desk-result[data-match='{match}']")).to_be_visible()
    expect(page.locator(".desk-loose")).to_have_count(0)


def test_a_field_that_is_refused_or_silent_says_so(desk: Desk) -> None:
    page = desk.open()
    north = page.locator("[data-field=north]")
    expect(north).to_contain_text("It has not been heard yet")
    state = desk.hub.state
    ack = {"teams": state.teams.version, "schedule": state.schedule.version}
    board: dict[str, Any] = {
        "match": None,
        "stage": "setup",
        "title": "Before the match",
        "now": 1,
        "sides": [],
    }
    desk.hub.show("north", FieldView("b", 1, 1.0, board, of=1240, ack=ack))
    desk.hub.follow()
    expect(north.locator(".desk-sync")).to_have_text("Hub has 0 of 1,240")
    expect(north.locator(".desk-trouble")).to_have_count(0)
    page.request.get(
        f"{desk.origin}/v1/events/cup/fields/north/hello?protocol=1",
        headers={"Authorization": "Bearer not-the-key-of-north"},
    )
    expect(north.locator(".desk-trouble.is-fail")).to_contain_text("This is not the key of field north")


def test_teams_come_from_a_table_and_mistakes_are_named(desk: Desk) -> None:
    organising.change(desk.hub, organising.Clear(), "Ann")
    page = desk.open("teams")
    page.get_by_role("button", name="Import …").click()
    panel = page.locator("#panel")
    panel.locator("textarea").click()
    page.keyboard.type("name,colour\n,red\nOwls,pink\n")
    expect(panel.locator(".desk-mistakes")).to_have_text(
        re.compile(r"\nline 2: .*\nline 3: .*pink"), use_inner_text=True
    )
    table = desk.folder / "teams.csv"
    table.write_bytes(b"x" * 7_000_000)
    panel.locator("input[type=file]").set_input_files(table)
    expect(panel.locator(".desk-said")).to_contain_text("at most 200 teams")
    table.write_bytes(
        "name;club;players\nFüchse;TSV;Änn, Ben, Cem\nOwls;SC;\nBees;SC;Dan/Eve\n".encode("cp1252")
    )
    panel.locator("input[type=file]").set_input_files(table)
    expect(panel.locator(".desk-first li")).to_have_text(
        ["Füchse · TSV · 3 players: Änn / Ben / Cem", "Owls · SC", "Bees · SC · 2 players: Dan / Eve"]
    )
    panel.get_by_role("button", name="Take over 3 teams").click()
    expect(panel).to_be_hidden()
    expect(page.locator(".desk-team")).to_have_count(3)
    assert [team.id for team in desk.hub.state.teams.teams] == ["fuchse", "owls", "bees"]


def test_a_team_is_put_right_where_it_stands(desk: Desk) -> None:
    page = desk.open("teams")
    panel = page.locator("#panel")
    page.get_by_role("button", name="More about Foxes").click()
    panel.get_by_role("button", name="Change …").click()
    expect(panel.get_by_label("Name")).to_have_value("Foxes")
    typed(panel.get_by_label("Name"), "Red Foxes")
    typed(panel.get_by_label("Players"), "Ada; Ben")
    panel.get_by_role("button", name="red", exact=True).click()
    panel.get_by_role("button", name="Save").click()
    expect(page.locator("[data-team=foxes]")).to_contain_text("Red Foxes2 players")
    assert desk.hub.state.teams.teams[0] == Team("foxes", "Red Foxes", "red", "", ("Ada", "Ben"))


def test_a_late_team_enters_and_another_does_not_come(desk: Desk) -> None:
    page = desk.open("teams")
    page.get_by_role("button", name="Add a team").click()
    panel = page.locator("#panel")
    panel.get_by_label("Name").fill("Wolves")
    panel.get_by_role("button", name="Add it").click()
    expect(panel).to_be_hidden()
    until(page, lambda: any("wolves" in match.teams for match in desk.hub.state.schedule.matches))
    moles = page.locator("[data-team=moles]")
    moles.get_by_role("button", name="More about Moles").click()
    panel.get_by_role("button", name="Does not come").click()
    expect(panel).to_contain_text("Moles is taken out of all matches that have not begun")
    panel.get_by_role("button", name="Does not come").click()
    expect(moles).to_contain_text("Does not come")
    assert desk.hub.state.schedule.absent == ("moles",)


def test_a_schedule_is_made_moved_and_called_off(desk: Desk) -> None:
    organising.change(desk.hub, organising.Clear(), "Ann")
    page = desk.open("schedule")
    page.get_by_role("button", name="Make the schedule").click()
    panel = page.locator("#panel")
    panel.get_by_label("Matches of each team").fill("11")
    panel.get_by_role("button", name="Make it").click()
    expect(panel.locator(".desk-said")).to_have_text("A team plays 2 to 10 matches, not 11.")
    typed(panel.get_by_label("Matches of each team"), "2")
    expect(panel.get_by_label("Minutes from one match")).to_have_value("35")
    typed(panel.get_by_label("Minutes from one match"), "30")
    panel.get_by_label("First match at").fill("10:00")
    expect(panel.locator(".desk-changes")).to_have_text(
        "4 matches, 10:00 to 11:30 · North stands idle for 1 slot, so that teams rest"
        " · South stands idle for 1 slot, so that teams rest"
    )
    panel.get_by_role("button", name="Make it").click()
    expect(page.locator(".desk-match")).to_have_count(4)
    expect(page.locator(".desk-balance")).to_contain_text("Two teams meet")
    last = page.locator(".desk-match").last
    id = str(last.get_attribute("data-match"))
    last.click()
    panel.get_by_role("button", name="Move it there").click(force=True)
    expect(panel.locator(".desk-said")).to_have_text("Choose another field or time first.")
    panel.get_by_label("Time").select_option(str(len(desk.hub.state.schedule.matches) - 1))
    panel.get_by_role("button", name="Move it there").click()
    expect(panel).to_be_hidden()
    page.locator(f".desk-match[data-match='{id}']").click()
    panel.get_by_role("button", name="Call it off").click()
    panel.get_by_role("button", name="Cancel").click()
    assert not any(match.called_off for match in desk.hub.state.schedule.matches)
    page.locator(f".desk-match[data-match='{id}']").click()
    panel.get_by_role("button", name="Call it off").click()
    panel.get_by_role("button", name="Call it off").click()
    expect(page.locator(f".desk-match[data-match='{id}']")).to_contain_text("called off")


def test_finals_are_chosen_looked_at_and_taken_out_again(desk: Desk) -> None:
    page = desk.open("schedule")
    panel = page.locator("#panel")
    page.get_by_role("button", name="Finals …").click()
    sizes = panel.get_by_label("How many teams").locator("option")
    expect(sizes).to_have_text([f"The best {n}" for n in (3, 4, 6, 7, 8)])
    panel.get_by_label("How many teams").select_option("6")
    expect(panel.locator(".rows li")).to_have_count(3)
    expect(panel.locator(".rows li").first).to_contain_text("Place 1 in the standings")
    panel.get_by_role("button", name="Add the finals").click()
    expect(page.locator(".desk-match[data-match^=F]")).to_have_count(3)
    page.get_by_role("button", name="Finals …").click()
    panel.get_by_role("button", name="Remove the finals").click()
    panel.get_by_role("button", name="Remove the finals").click()
    expect(page.locator(".desk-match[data-match^=F]")).to_have_count(0)


def test_times_change_and_a_break_comes_and_goes(desk: Desk) -> None:
    page = desk.open("schedule")
    panel = page.locator("#panel")
    times = page.get_by_role("button", name="Times and breaks …")
    times.click()
    panel.get_by_label("First match at").fill("09:30")
    panel.get_by_role("button", name="Set").first.click()
    expect(page.locator(".desk-grid tbody th").first).to_have_text("09:30")
    times.click()
    panel.get_by_role("button", name="Put it in").click()
    expect(page.locator(".desk-break")).to_have_text("Break: 15 minutes")
    times.click()
    panel.get_by_role("button", name="Leave it out").click()
    expect(page.locator(".desk-break")).to_have_count(0)


def test_lots_are_drawn_only_after_asking(desk: Desk) -> None:
    for field in ("north", "south"):
        match = desk.hub.state.schedule.match(desk.first(field))
        assert match is not None
        places = [confirming.CorrectedSide(team, 4 - n, n) for n, team in enumerate(match.teams, 1)]
        confirming.correct(desk.hub, match.id, places, "paper", ANN)
    page = desk.open("standings")
    level = page.locator(".desk-level")
    expect(level).to_have_count(4)
    level.first.get_by_role("button", name="Draw lots").click()
    panel = page.locator("#panel")
    expect(panel).to_contain_text("stay for good")
    assert desk.hub.state.draws == ()
    panel.get_by_role("button", name="Draw lots").click()
    expect(level).to_have_count(3)
    expect(page.locator(".desk-drawn li")).to_have_count(1)


def test_now_says_that_the_finals_wait_for_lots_and_names_no_ids(desk: Desk) -> None:
    played = {desk.first(field) for field in ("north", "south")}
    for match in desk.hub.state.schedule.matches:
        if match.id in played:
            places = [confirming.CorrectedSide(team, 4 - n, n) for n, team in enumerate(match.teams, 1)]
            confirming.correct(desk.hub, match.id, places, "paper", ANN)
        else:
            organising.change(desk.hub, organising.CallOff(match.id), "Ann")
    organising.make_schedule(desk.hub, Plan(stage="final", size=3, advance=1), "Ann")
    desk.hub.follow()
    page = desk.open()
    level = page.locator(".desk-level")
    expect(level).to_contain_text("are level, and only lots can say who plays.")
    expect(page.locator(".part .desk-count")).to_have_text("1")
    expect(page.locator(".desk-plays", has_text="Final")).to_contain_text("Place 3 in the standings")
    level.get_by_role("button", name="Draw lots").click()
    page.locator("#panel").get_by_role("button", name="Draw lots").click()
    expect(level).to_have_count(0)
    expect(page.locator(".desk-plays", has_text="Final")).not_to_contain_text("Place")


def test_the_name_of_a_field_is_typed_at_once(desk: Desk) -> None:
    page = desk.open("access")
    panel = page.locator("#panel")
    page.get_by_role("button", name="New field").click()
    page.keyboard.type("Field West")
    expect(panel.get_by_label("Name", exact=True)).to_have_value("Field West")
    page.keyboard.press("Enter")
    panel.get_by_role("button", name="I have it").click()
    page.get_by_role("button", name="Rename").first.click()
    expect(panel.get_by_label("Name", exact=True)).to_be_focused()


def test_a_team_whose_name_fills_its_field_is_told_so(desk: Desk) -> None:
    page = desk.open("teams", size=PHONE)
    page.get_by_role("button", name="Add a team").click()
    field = page.locator("#panel").get_by_label("Name", exact=True)
    field.press_sequentially("Sturmfalken Niederrhei")
    expect(page.locator(".limit")).to_be_hidden()
    field.press_sequentially("nes")
    expect(field).to_have_value("Sturmfalken Niederrheine")
    expect(page.locator(".limit")).to_have_text("24 of 24 letters")
    expect(page.locator(".limit")).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.locator(".limit")).to_be_hidden()


def test_a_key_and_a_pin_are_shown_once_and_open_what_they_are_for(desk: Desk) -> None:
    page = desk.open("access")
    panel = page.locator("#panel")
    page.get_by_role("button", name="New field").click()
    panel.get_by_label("Name", exact=True).fill("Field West")
    panel.get_by_role("button", name="Make its key").click()
    lines = panel.locator("pre")
    expect(lines).to_contain_text('field = "field-west"')
    key = re.search(r'key = "(.+)"', lines.inner_text())
    assert key is not None
    assert desk.hub.access.is_key(key[1], "field-west")
    panel.get_by_role("button", name="I have it").click()
    page.get_by_role("button", name="New person").click()
    panel.get_by_label("Name").fill("Ben")
    panel.locator("select").select_option("north")
    panel.get_by_role("button", name="Make a PIN").click()
    pin = panel.locator(".desk-pin").inner_text()
    panel.get_by_role("button", name="I have it").click()
    referee = desk.open(pin=pin.replace(" ", ""), size=PHONE)
    expect(referee.locator("h1")).to_have_text("Spring Cup")
    expect(referee.locator(".desk-field-card")).to_have_count(1)
    expect(referee.locator("#parts a")).to_have_count(0)
    # The list of who is logged in has the name too, until the next look at it.
    person = page.locator("li", has_text="Ben").filter(has_not_text="since")
    person.get_by_role("button", name="Revoke").click()
    panel.get_by_role("button", name="Revoke").click()
    expect(person).to_contain_text("revoked")
    expect(referee.locator("#asked")).to_have_text("Your PIN")


def test_a_pin_whose_answer_was_lost_is_made_once(desk: Desk) -> None:
    page = desk.open("access")
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        answer = route.fetch()
        if lost:
            return route.fulfill(response=answer)
        lost.append(answer.status)
        route.abort()

    page.route("**/access", lose_first)
    page.get_by_role("button", name="New person").click()
    page.get_by_label("Name").press_sequentially("Ben")
    make = page.get_by_role("button", name="Make a PIN")
    make.click()
    expect(page.locator(".desk-said")).not_to_be_empty()
    make.click()
    pin = page.locator(".desk-pin").inner_text()
    assert lost == [200]
    assert [key.name for key in desk.hub.access.listed() if key.role != "field"] == ["Ben"]
    expect(desk.open(pin=pin.replace(" ", ""), size=PHONE).locator("h1")).to_have_text("Spring Cup")


def test_a_referee_confirms_with_no_more_than_that(desk: Desk) -> None:
    _, pin = admitting.new_person(desk.hub, "referee", "Ben", "north")
    for field in ("north", "south"):
        desk.recorded(field, desk.first(field))
    page = desk.open(pin=pin, size=PHONE)
    expect(page.locator(".desk-result")).to_have_count(1)
    expect(page.get_by_role("button", name="Correct …")).to_have_count(0)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".desk-result")).to_have_count(0)


def test_the_crew_checks_teams_in_and_assigns_screens(desk: Desk) -> None:
    _, pin = admitting.new_person(desk.hub, "crew", "Cy")
    admitting.meet_screen(desk.hub, "hall", "Hall")
    page = desk.open("teams", pin=pin)
    foxes = page.locator("[data-team=foxes]")
    foxes.get_by_role("button", name="Check in").click()
    expect(foxes.get_by_role("button")).to_have_text("Here")
    until(page, lambda: desk.hub.state.here == {"foxes"})
    expect(page.get_by_role("button", name="Import …")).to_have_count(0)
    page.get_by_role("link", name="Screens").click()
    standings = page.locator("[data-screen=hall]").get_by_role("button", name="Standings")
    standings.click()
    expect(standings).to_have_attribute("aria-pressed", "true")
    assert admitting.meet_screen(desk.hub, "hall", "Hall") == "standings"


def test_without_a_link_the_desk_says_that_it_is_old(desk: Desk) -> None:
    page = desk.open()
    page.route("**/desk", lambda route: route.abort())
    expect(page.locator("#away")).to_contain_text("No link to the hub")
    page.unroute("**/desk")
    expect(page.locator("#away")).to_be_empty()


def test_every_part_and_panel_can_be_read_hit_and_heard(desk: Desk) -> None:
    page = desk.open()
    wrong: dict[str, object] = {}

    def look(what: str) -> None:
        settled(page)
        for size in SIZES:
            if found := measured(page, *size):
                wrong[f"{what} {size}"] = found
        page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
        if said := violations(page):
            wrong[f"{what} axe"] = said

    def look_into(name: str, what: str) -> None:
        page.get_by_role("button", name=name).first.click()
        page.locator("#panel h2").wait_for()
        look(what)
        page.keyboard.press("Escape")
        expect(page.locator("#panel")).to_be_hidden()

    page.get_by_role("link", name="Schedule", exact=True).click()
    look_into("Make it again …", "make again")
    busy(desk)
    page.get_by_role("link", name="Now").click()
    expect(page.get_by_text("Its kit calls itself Field 1")).to_have_count(2)
    panels = {
        "now": ("Correct …", "Attach …"),
        "teams": ("Import …", "Add a team", "More about Foxes"),
        "schedule": ("Times and breaks …", "Finals …", "One more round …"),
        "access": ("New field", "New person", "New key", "Another kit …"),
    }
    for part in ("now", "teams", "schedule", "standings", "access", "screens", "close"):
        page.goto(f"{desk.origin}/organise#{part}")
        page.locator(f".desk-of-{part}").wait_for()
        look(part)
        for name in panels.get(part, ()):
            look_into(name, f"{part} {name}")
    page.goto(f"{desk.origin}/organise#schedule")
    page.get_by_role("button", name="Make it again …").click(force=True)
    expect(page.locator("#toast")).to_contain_text("Matches have begun")
    assert wrong == {}


def test_an_event_that_begins_says_what_is_to_do(desk: Desk) -> None:
    organising.change(desk.hub, organising.Clear(), "Ann")
    page = desk.open()
    steps = page.locator(".desk-begin li")
    expect(steps).to_have_count(5)
    expect(steps.get_by_role("img", name="done")).to_have_count(2)
    settled(page)
    assert [found for size in reversed(SIZES) if (found := measured(page, *size))] == []
    steps.get_by_role("link", name="Fields").click()
    page.get_by_role("button", name="New field").click()
    page.get_by_label("Name", exact=True).click()
    page.keyboard.press("Enter")
    panel = page.locator("#panel")
    expect(panel.locator("pre")).to_contain_text('field = "field-1"')
    panel.get_by_role("button", name="Copy").click()
    expect(page.locator("#toast")).to_have_text("Copied.")
    page.mouse.click(5, 300)
    panel.get_by_role("button", name="I have it").click()
    page.get_by_role("button", name="New field").click()
    expect(page.get_by_label("Name", exact=True)).to_have_attribute("placeholder", "Field 2")
    page.mouse.click(5, 300)
    expect(panel).to_be_hidden()
    page.get_by_role("button", name="New person").click()
    page.get_by_label("Name", exact=True).press_sequentially("Ben")
    page.mouse.click(5, 300)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ben")


def test_teams_are_checked_in_on_a_phone(desk: Desk) -> None:
    page = desk.open("teams", size=PHONE)
    foxes = page.locator("[data-team=foxes]")
    name = foxes.locator(".desk-name").bounding_box()
    key = foxes.get_by_role("button", name="Check in").bounding_box()
    assert name is not None
    assert key is not None
    assert name["y"] + name["height"] <= key["y"]
    page.mouse.click(name["x"] + 5, name["y"] + 5)
    expect(foxes.get_by_role("button", name="Here")).to_be_visible()
    assert desk.hub.state.here == {"foxes"}
    assert page.locator("#plates").evaluate("place => place.scrollWidth <= place.clientWidth")


def busy(desk: Desk) -> None:
    """Something of everything that the desk can show."""
    made = desk.hub
    for field in ("north", "south"):
        desk.recorded(field, desk.first(field))
    desk.recorded("south", desk.first("south"), points=(0, 1, 2, 3))
    desk.recorded("north")
    organising.change(made, organising.PutBreak(2, 30), "Ann")
    organising.change(made, organising.NoShow("moles"), "Ann")
    admitting.check_in(made, "foxes", True, "Cy")
    admitting.new_person(made, "referee", "Ben", "north")
    id, _ = admitting.new_person(made, "reader", "Dan")
    admitting.revoke(made, id)
    admitting.meet_screen(made, "hall", "Hall")
    ack = {"teams": made.state.teams.version, "schedule": 0}
    board: dict[str, Any] = {
        "match": "m1",
        "stage": "rest",
        "title": "Break after round 1",
        "now": 1,
        "sides": [],
    }
    made.show("north", FieldView("b", 1, 1.0, board, of=40, ack=ack, kit={"alarms": 2, "name": "Field 1"}))
    made.show("south", FieldView("b", 1, 1.0, board, of=40, kit={"name": "Field 1"}))
    made.follow()
