"""The game that a page writes, brought by a folder: no line of the shared code knows it.

The race has two sides, a die and turns, no whistle and no hoops. It is taken from `fieldkit/games/README.md`
and played on the tablet, the spectators' page and the scoreboard of a kit that also has its own games.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from playwright.sync_api import Browser, Page, expect

from fieldkit.games.loading import packages
from tests.browser.audit import measured, violations
from tests.browser.conftest import PHONE, SIZES, NewPage
from tests.process.conftest import PIN, Kit, until
from tests.support.fake_hub import KEY, FakeHub
from tests.support.page_game import files, games_in

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which the race is found."""
    return games_in(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory, games: dict[str, str]) -> Iterator[Kit]:
    """Yield a kit with the race among its games, and simulated teams that play the rounds of another one."""
    kit = Kit(tmp_path_factory.mktemp("page_game"), **games)
    yield from kit.running("--simulate")


@pytest.fixture
def tablet(kit: Kit, new_page: NewPage) -> Page:
    """Return the tablet with a race on it, chosen and started by tapping."""
    while kit.view["stage"] in ("ready", "play", "rest"):
        kit.must("roll")
    page = new_page("/referee")
    if kit.view["stage"] == "over":
        page.get_by_role("button", name="Another game").click()
    page.get_by_role("button", name="Race").click()
    page.get_by_role("button", name="Start the race").click()
    expect(page.locator("h1")).to_have_text("Red's turn")
    return page


def won(kit: Kit, tablet: Page) -> None:
    """Play the race to its end by tapping."""
    for _ in range(40):
        if kit.view["stage"] == "over":
            return
        turn = kit.view["number"]
        tablet.get_by_role("button", name="Roll for").click()
        until(lambda turn=turn: kit.view["number"] > turn, 5, "the roll")
    raise AssertionError("nobody won")


def test_in_an_event_its_bar_names_the_field_once(
    tmp_path: Path, games: dict[str, str], browser: Browser
) -> None:
    """The line of the event has the field, and the game tells nothing of its own below the title."""
    hub, kit = FakeHub(), Kit(tmp_path, **games)
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(f'[hub]\nurl = "{hub.url}"\nevent = "spring"\nfield = "north"\nkey = "{KEY}"\n')
    try:
        kit.start()
        until(lambda: kit.view.get("event_field"), 60, "the event")
        kit.must("start_race", game="race")
        page = browser.new_page()
        page.request.post(f"http://127.0.0.1:{kit.port}/api/session", data={"pin": PIN})
        page.goto(f"http://127.0.0.1:{kit.port}/referee")
        field = kit.view["event_field"]
        expect(page.locator(".bar-field")).to_have_text(field)
        assert page.locator(".bar").inner_text().count(field) == 1
        page.close()
    finally:
        kit.end()
        hub.stop()


def test_a_race_is_played_to_its_end_by_tapping(kit: Kit, tablet: Page, new_page: NewPage) -> None:
    spectators = new_page("/", PHONE, logged_in=False)
    expect(spectators.locator("h1")).to_have_text("Red's turn")
    won(kit, tablet)
    winner = max(kit.view["sides"], key=lambda side: side["score"])
    for page in (tablet, spectators):
        expect(page.locator("#screen")).to_contain_text(f"{winner['name']}: {winner['score']}")
    tablet.get_by_role("button", name="Roll for").click(force=True)
    expect(tablet.locator("#toast")).to_have_text("The race is over.")
    assert kit.view["can"].keys() >= {"start_race", "create_match"}


def test_the_choice_of_a_game_is_open_before_a_match_and_after_it(kit: Kit, tablet: Page) -> None:
    won(kit, tablet)
    tablet.get_by_role("button", name="Another game").click()
    tablet.get_by_role("button", name="Full-Contact Catan").click()
    expect(tablet.get_by_role("button", name="Set up the match")).to_be_visible()


def test_the_choice_can_be_read_and_hit_at_all_sizes(kit: Kit, tablet: Page) -> None:
    """The page's own game stands beside all of the kit's."""
    won(kit, tablet)
    tablet.get_by_role("button", name="Another game").click()
    cards = tablet.locator(".chooser .button:not(.is-practice)")
    expect(cards).to_have_count(len(packages()) + 1)
    expect(cards.first).to_contain_text("Full-Contact Catan")
    for card in cards.all():
        expect(card.locator("svg use")).to_have_count(1)
        expect(card.locator(".choice-players")).not_to_be_empty()
        expect(card.locator(".choice-about")).not_to_be_empty()
    wrong = {str(size): measured(tablet, *size) for size in reversed(SIZES)} | {"axe": violations(tablet)}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_roll_that_is_undone_is_the_same_roll_again(kit: Kit, tablet: Page) -> None:
    tablet.get_by_role("button", name="Roll for red").click()
    first = until(lambda: kit.view["die"], 5, "the die")
    kit.must("strike", seq=kit.view["seq"], reason="a slip")
    assert kit.view["die"] is None
    kit.must("roll")
    assert kit.view["die"] == first
    expect(tablet.locator("#screen")).to_contain_text(f"The die shows {first}")


def test_nothing_tells_the_secret_of_the_dice(kit: Kit, tablet: Page) -> None:
    assert "seed" not in json.dumps(kit.view)
    tried = kit.command("roll", dry_run=True)
    assert "seed" not in json.dumps([kit.command("roll"), tried])
    # A rehearsal draws other numbers: a score of them tell nothing of what comes.
    rehearsed = {str(kit.command("roll", dry_run=True)[1]["events"][0]["die"]) for _ in range(20)}
    assert len(rehearsed) > 1


def test_no_round_no_hoop_and_no_alarm(kit: Kit, tablet: Page) -> None:
    os.kill(kit.pid("whistle"), 10)  # SIGUSR1: the start button of simulated pins
    edges = kit.trace.read_text() if kit.trace.exists() else ""
    kit.must("roll")
    assert kit.view["stage"] == "play"
    assert [alarm for alarm in kit.view["alarms"] if "hoop" in alarm["id"]] == []
    assert (kit.trace.read_text() if kit.trace.exists() else "") == edges


def test_a_player_rolls_from_their_own_seat_and_only_in_their_turn(kit: Kit, tablet: Page) -> None:
    def roll(side: str, type_: str = "roll") -> tuple[int, str]:
        status, answer = kit.sent(kit.seat(side), {"type": type_})
        return status, answer.get("error", {}).get("code", "")

    assert roll("blue") == (403, "not_yours")
    assert roll("red", "strike") == (403, "not_yours")
    assert roll("red", "start_race") == (403, "not_yours")
    assert roll("red") == (200, "")
    assert roll("red") == (403, "not_yours")


@pytest.mark.usefixtures("tablet")
def test_the_scoreboard_shows_its_points(kit: Kit, tmp_path: Path, games: dict[str, str]) -> None:
    """Each roll is another picture, without a scene of its own."""
    url, drawn = f"http://127.0.0.1:{kit.port}", []
    for file in ("one.png", "two.png"):
        kit.must("roll")
        command = [sys.executable, "-m", "fieldkit", "scoreboard", "--url", url, "--snapshot"]
        environment = os.environ | games | {"SDL_VIDEODRIVER": "dummy"}
        subprocess.run([*command, str(tmp_path / file)], check=True, timeout=30, env=environment)
        drawn.append(pygame.image.tobytes(pygame.image.load(str(tmp_path / file)), "RGB"))
    assert drawn[0] != drawn[1]


def test_its_record_is_listed_replayed_checked_and_reported(
    kit: Kit, tablet: Page, tmp_path: Path, games: dict[str, str]
) -> None:
    match = kit.view["match"]

    def fieldkit(*words: str) -> str:
        command = [sys.executable, "-m", "fieldkit", *words, "--data", str(kit.data)]
        done = subprocess.run(
            command, check=True, timeout=60, env=os.environ | games, capture_output=True, text=True
        )
        return done.stdout

    assert "seed" not in fieldkit("export", match, "--format", "json")
    assert "seed" not in fieldkit("export", match, "--format", "csv")
    won(kit, tablet)
    # Now everybody may check the dice.
    assert "seed" in fieldkit("export", match, "--format", "json")
    assert re.search(rf"{match}\b.*race", fieldkit("matches"))
    shown: dict[str, Any] = json.loads(fieldkit("replay", match, "--json"))
    assert shown["sides"] == kit.view["sides"]
    page = tmp_path / "race.html"
    fieldkit("report", match, "--out", str(page))
    assert "Rolled" in page.read_text(encoding="utf-8")
    fieldkit("verify", match)
    assert "every decision follows from it" in fieldkit("fair", match)


def test_simulated_teams_sit_its_turns_out(kit: Kit, tablet: Page) -> None:
    kit.must("roll")
    won(kit, tablet)
    assert [line for line in kit.said if "Traceback" in line or "Error" in line] == []


def test_its_simulated_people_play_it_to_its_end(games: dict[str, str]) -> None:
    command = [sys.executable, "-m", "fieldkit", "demo", "--game", "race", "--speed", "20", "--until-over"]
    environment = os.environ | games
    played = subprocess.run(command, check=True, timeout=90, env=environment, capture_output=True, text=True)
    assert re.search(r"^(Red|Blue) won after \d+ turns", played.stdout, re.MULTILINE)


def test_the_page_writes_a_small_game() -> None:
    lines = {path: [line for line in text.splitlines() if line.strip()] for path, text in files().items()}
    assert sum(map(len, lines.values())) <= 100


def test_crew_and_paper_know_that_it_has_nothing_for_them(kit: Kit, tablet: Page, new_page: NewPage) -> None:
    crew = new_page("/crew", PHONE)
    expect(crew.locator("#screen")).to_have_text("This game needs nothing from a crew.")
    expect(new_page("/print/match").locator("#sheets")).to_have_text("There is no sheet for this game.")
    kit.must("roll")
    won(kit, tablet)
