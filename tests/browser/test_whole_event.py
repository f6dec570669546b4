"""A whole event, from an empty hub to its archive: real processes, people who tap and look on real pages."""

import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import LANDSCAPE
from tests.browser.event_day import PATIENCE_S, PHONE, ROWS, Day, Match, seen
from tests.process.conftest import until
from tests.support.event_table import gained
from tests.support.field_process import FieldProcess
from tests.support.hub_process import EVENT
from tests.support.hubs import PIN

pytestmark = pytest.mark.browser

FIELDS = {"north": "North", "south": "South", "west": "West"}
ABSENT, LATE = "Otters", "Wolves"
CSV = """name,club,colour,players
Foxes,Riverside,red,Ada;Ben;Cleo
Herons,Hilltop,blue,
Otters,Harbour,green,
Badgers,Riverside,yellow,
Owls,Hilltop,,
Lynxes,Harbour,,
Storks,Riverside,,
Beavers,Hilltop,,
Ravens,Harbour,,
Hedgehogs,Riverside,,
Kingfishers,Hilltop,,
Moles,Harbour,,
"""
TEAMS = [line.partition(",")[0] for line in CSV.splitlines()[1:]]
WHY = "a city was counted twice"
FIRST_LINES = "rows => rows.map(row => [...row.cells].map(cell => cell.firstChild?.textContent.trim()))"
"""The cells of a table without what is small in them."""


@pytest.fixture
def day(browser: Browser, tmp_path: Path) -> Iterator[Day]:
    with ExitStack() as running:
        day = Day(tmp_path, browser, running)
        running.callback(lambda: [field.end() for field in day.fields.values()])
        yield day
    assert day.wrong == []


def test_a_whole_event(day: Day) -> None:
    """12 teams on 3 fields: what people did is on every page at once, and in the archive for good."""
    opens(day)
    takes_fields_in(day)
    makes_the_schedule(day)
    a_team_does_not_come(day)
    for slot in (0, 2):
        plays(day, slot)
    a_team_enters_late(day)
    for slot in (4, 6):
        plays(day, slot)
    corrects(day)
    for slot in (8, 10):
        plays(day, slot)
    assert len(day.results) == 18
    opens_a_figure(day)
    winner = plays_finals(day)
    archive = closes(day)
    reads_from_folder(day, archive, winner)
    reads_again(day, archive, winner)


def opens(day: Day) -> None:
    """Let a spectator look at the empty event and stay, and the organiser log in."""
    day.home.goto(day.origin)
    day.standings.goto(f"{day.origin}/standings")
    for page in (day.home, day.standings):
        expect(page.locator(".hub-event")).to_have_text("Spring Cup")
        page.evaluate("() => { window.opened = 'once'; }")
    expect(day.home.locator("#hub")).to_contain_text("No field takes part yet.")
    day.desk.goto(f"{day.origin}/organise")
    day.desk.fill("#pin", PIN)
    day.desk.keyboard.press("Enter")
    expect(day.desk.locator("h1")).to_have_text("Spring Cup")


def takes_fields_in(day: Day) -> None:
    """Each field gets its lines from the page, starts with them, and is there."""
    day.part("Fields & people")
    for id, name in FIELDS.items():
        day.tap("New field")
        day.panel.get_by_label("Name", exact=True).fill(name)
        day.tap("Make its key", day.panel)
        lines = day.panel.locator("pre").inner_text()
        assert f'field = "{id}"' in lines
        day.fields[id] = FieldProcess(day.folder / id)
        day.fields[id].join(lines)
        day.tap("I have it", day.panel)
        expect(day.panel).to_be_hidden()
    day.part("Now")
    for id in FIELDS:
        field = day.desk.locator(f"[data-field={id}]")
        expect(field).to_be_visible()
        expect(field.locator(".desk-trouble", has_text="heard")).to_have_count(0)
    expect(day.home.locator(".hub-field h2")).to_have_text(list(FIELDS.values()))


def makes_the_schedule(day: Day) -> None:
    """Twelve teams come from a table, and each gets six matches."""
    day.part("Teams")
    file = day.folder / "teams.csv"
    file.write_text(CSV, encoding="utf-8-sig")
    day.tap("Import …")
    day.panel.locator("input[type=file]").set_input_files(file)
    day.tap("Take over 12 teams", day.panel)
    expect(day.desk.locator(".desk-team .desk-name")).to_have_text(TEAMS)
    day.names.update(TEAMS)
    seen(day.standings, ROWS, day.table)
    day.part("Schedule")
    day.tap("Make the schedule")
    day.panel.get_by_label("Matches of each team").fill("6")
    day.tap("Make it", day.panel)
    expect(day.desk.locator(".desk-match")).to_have_count(18)
    day.until(lambda all: len(all) == 18)
    played = [team for match in day.schedule for team in match["teams"]]
    assert {played.count(name.lower()) for name in TEAMS} == {6}
    assert {match["field"] for match in day.schedule} == set(FIELDS)


def a_team_does_not_come(day: Day) -> None:
    """Before the first match: all others are there, and everything goes on without it."""
    day.part("Teams")
    row = day.desk.locator(f"[data-team={ABSENT.lower()}]")
    day.tap(f"More about {ABSENT}", row)
    day.tap("Does not come", day.panel)
    expect(day.panel).to_contain_text("is taken out of all matches that have not begun")
    day.tap("Does not come", day.panel)
    expect(row).to_contain_text("Does not come")
    day.until(lambda all: sorted(len(match["teams"]) for match in all) == [3] * 6 + [4] * 12)
    assert all(ABSENT.lower() not in match["teams"] for match in day.schedule)


def a_team_enters_late(day: Day) -> None:
    """After two rounds: it has a match in each that is left, and the others keep theirs."""
    before = {match["id"]: match["teams"] for match in day.schedule}
    day.part("Teams")
    day.tap("Add a team")
    day.panel.get_by_label("Name").fill(LATE)
    day.tap("Add it", day.panel)
    expect(day.panel).to_be_hidden()
    expect(day.desk.locator(f"[data-team={LATE.lower()}]")).to_contain_text("4 matches")
    day.names.add(LATE)
    day.sees_standings()
    day.until(lambda all: sum(LATE.lower() in match["teams"] for match in all) == 4)
    now = {match["id"]: match["teams"] for match in day.schedule}
    assert {id: [team for team in teams if team != LATE.lower()] for id, teams in now.items()} == before


def plays(day: Day, slot: int) -> None:
    """All matches of a slot: played, seen by everybody, confirmed by a tap each, and in the standings."""
    matches = [match for match in day.schedule if match["slot"] == slot]
    assert len(matches) == 3
    day.part("Now")
    scores = {match["id"]: day.play(match) for match in matches}
    for match in matches:
        on_phone(day, match["field"], scores[match["id"]])
        day.confirm(match["id"], scores[match["id"]])
    expect(day.desk.get_by_text("No result waits.")).to_be_visible()
    expect(day.desk.get_by_text("It does not have the newest")).to_have_count(0)
    day.sees_standings()


def on_phone(day: Day, field: str, scores: dict[str, int]) -> None:
    """Check that the field's match is on the phone's first page, with the points of its teams."""
    card = day.home.locator(".hub-field", has=day.home.get_by_role("heading", name=FIELDS[field]))
    wanted = [re.compile(rf"{name}\s*{score}$") for name, score in scores.items()]
    expect(card.locator(".hub-sides li")).to_have_text(wanted)


def corrects(day: Day) -> None:
    """Make the best two of a match level after all: places, points and standings follow, and why is told."""
    match = day.schedule[4]["id"]
    assert len(day.results[match]) == 4
    first, second, *_ = sorted(day.results[match].items(), key=lambda one: -one[1])
    day.part("Schedule")
    day.desk.locator(f".desk-match[data-match='{match}']").click()
    day.tap("Correct …", day.panel)
    day.panel.get_by_label(f"{second[0]}: Points").fill(str(first[1]))
    day.panel.get_by_label("Reason").fill(WHY)
    day.tap("This is the result", day.panel)
    expect(day.panel).to_be_hidden()
    before = day.table
    day.results[match] = day.results[match] | {second[0]: first[1]}
    assert day.table != before
    day.sees_standings()
    page = day.phone.new_page()
    page.goto(f"{day.origin}/match/{match}")
    expect(page.locator("#hub")).to_contain_text("This result is confirmed and counts.")
    expect(page.locator("#hub")).to_contain_text(WHY)
    expect(page.locator("#hub .hub-place", has_text="Place 1")).to_have_count(2)
    page.close()


def opens_a_figure(day: Day) -> None:
    """Each team's points are those of the matches that its row opens to."""
    for _, name, points, _, _, scored in day.table:
        day.standings.get_by_role("button", name=name).click()
        own = {match: scores for match, scores in day.results.items() if name in scores}
        parts = [[f"Match {id}", *gained(scores, name)] for id, scores in own.items()]
        if parts:
            seen(day.standings, ".hub-detail table tr:has(td)", [*parts, ["Together", "", scored, points]])
        else:
            expect(day.standings.locator(".hub-detail")).to_contain_text("None of its matches counts yet.")
        day.standings.get_by_role("button", name=name).click()
        expect(day.standings.locator(".hub-detail")).to_have_count(0)


def plays_finals(day: Day) -> str:
    """Return the best eight meet, the first two of each match go on, and one wins; its name."""
    best = [name for _, name, *_ in day.table if name != ABSENT][:8]
    day.part("Schedule")
    day.tap("Finals …")
    day.panel.get_by_label("How many teams").select_option("8")
    day.tap("Add the finals", day.panel)
    expect(day.desk.locator(".desk-match")).to_have_count(21)
    wanted = {"F1": {best[at] for at in (0, 3, 4, 7)}, "F2": {best[at] for at in (1, 2, 5, 6)}}
    for id, names in wanted.items():
        for name in names:
            expect(day.desk.locator(f".desk-match[data-match={id}]")).to_contain_text(name)
    finals(day, "F1", "F2")
    on = [sorted(day.results[id], key=lambda name, id=id: -day.results[id][name])[:2] for id in wanted]
    wanted["F3"] = {*on[0], *on[1]}
    finals(day, "F3")
    assert {id: set(day.results[id]) for id in wanted} == wanted
    won = day.results["F3"]
    winner = max(won, key=lambda name: won[name])
    expect(day.standings.locator("#hub")).to_contain_text(f"{winner} win the final!")
    day.sees_standings()
    return winner


def finals(day: Day, *ids: str) -> None:
    """Play matches of the finals and confirm them."""
    known = day.until(
        lambda all: [match["id"] for match in all if match["id"] in ids and is_known(match)] == [*ids]
    )
    matches = [match for match in known if match["id"] in ids]
    day.part("Now")
    scores = {match["id"]: day.play(match) for match in matches}
    for id in ids:
        day.confirm(id, scores[id])


def is_known(match: Match) -> bool:
    """Whether all teams of a match are known."""
    return not any(":" in team for team in match["teams"])


def closes(day: Day) -> Path:
    """Return the desk says that all is done and how the archive is written; no page was ever loaded again."""
    day.part("The end")
    for said in ("All matches are played", "All results are confirmed.", "All fields have sent everything."):
        expect(day.desk.locator("#desk")).to_contain_text(said)
    program, group, *words = shlex.split(day.desk.locator("pre").inner_text())
    assert (program, group) == ("fieldkit", "hub")
    with day.desk.expect_download() as kept:
        day.desk.get_by_role("link", name="Download the archive").click()
    kept.value.save_as(day.folder / "downloaded.zip")
    for page in (day.home, day.standings):
        assert page.evaluate("() => window.opened") == "once"
        expect(page.locator("#link")).to_be_empty()
        page.close()
    day.desk.close()
    assert f"The archive of Spring Cup is in {EVENT}.zip.\n" in command(day, *words)
    for name in (f"{EVENT}.zip", "downloaded.zip"):
        assert "its results follow from its decisions" in command(day, "check", name)
    day.hub.end()
    return day.folder / f"{EVENT}.zip"


def command(day: Day, *words: str) -> str:
    """Run a command of the hub that has to go well, and return what it says."""
    made = [sys.executable, "-m", "fieldkit", "hub", *words]
    return subprocess.run(made, cwd=day.folder, check=True, capture_output=True, text=True).stdout


def reads_from_folder(day: Day, archive: Path, winner: str) -> None:
    """Check that the pages of the archive need nothing but a folder."""
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(day.folder / "archive")
    page = day.device(LANDSCAPE).new_page()
    page.goto((day.folder / "archive" / "site" / "index.html").as_uri())
    final = page.locator("section", has=page.get_by_role("heading", name="Match F3"))
    expect(final.locator("li").first).to_contain_text(winner)
    page.get_by_role("link", name="Standings").click()
    expect(page).to_have_url(re.compile(r"/site/standings\.html$"))
    rows = page.locator("tbody tr").evaluate_all(FIRST_LINES)
    wanted = [[at, name, n, won, points, scored] for at, name, points, n, won, scored in day.table]
    assert [row[:6] for row in rows] == wanted


def reads_again(day: Day, archive: Path, winner: str) -> None:
    """``hub open`` shows the event as its hub did."""
    with opened(archive, day.folder / "opened") as address:
        page = day.device(PHONE).new_page()
        page.goto(f"{address}standings")
        seen(page, ROWS, day.table)
        expect(page.locator("#hub")).to_contain_text(f"{winner} win the final!")
        page.goto(f"{address}match/F3")
        expect(page.locator(".board-team.is-winner")).to_contain_text(winner)
        page.close()


@contextmanager
def opened(archive: Path, said: Path) -> Iterator[str]:
    """Yield the address at which ``hub open`` shows an archive, while the block runs."""
    made = [sys.executable, "-m", "fieldkit", "hub", "open", str(archive), "--port", "0"]
    with said.open("wb") as output:
        process = subprocess.Popen(made, stdout=output, stderr=output)
    try:
        found = until(lambda: re.search(r"http://\S+/", said.read_text()), PATIENCE_S, "the address")
        assert found is not None
        yield found[0]
        process.terminate()
        process.wait(PATIENCE_S)
    finally:
        process.kill()
        process.wait()
