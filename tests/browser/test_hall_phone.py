"""A player's own phone in a hall, by tapping and by keyboard: seat, turn, claim, steward, lost link."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.audit import measured, violations
from tests.browser.conftest import PHONE, NewPage
from tests.browser.link import Link
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser

SMALL_PHONE = (360, 640)
SIZES = (SMALL_PHONE, PHONE)
BOARDS = 33
LONG = "W" * 32
AROUND = (
    "name,board,group,club\nInes Vogt,31,moon,Essen\nJonas Haas,30,sun,\nAylin Demir,30,moon,\nTom,32,moon,\n"
)
WINS = {"settlements": 5, "cities": 9, "bonuses": 1}
ASKED_WITHIN_MS = 2_000
"""By lot within this time a phone asks after a new turn."""


def opened(kit: Kit, players: str = AROUND, **more: Any) -> None:
    """Another hall, with these players in a list."""
    kit.give_up("the next test")
    kit.must("open_hall", game="big_game", **{"boards": BOARDS, "options": {"turn_seconds": 300}, **more})
    if players:
        kit.must("import_players", csv=players)


def ended(kit: Kit) -> dict[str, Any]:
    """Let the clock of the turn run out; the view after it."""
    if kit.view["phase"] in ("seven", "robbers"):
        if kit.view["phase"] == "robbers":
            kit.must("roll_robbers")
        kit.must("go_on")
    kit.must("change_clock", by=-300)
    return kit.phase("ended", "judging", seconds=20)


def turned(kit: Kit) -> None:
    """Start the next turn with its clock running."""
    kit.must("next_turn")
    if kit.view["phase"] == "seven":
        kit.must("go_on")


def token(kit: Kit, seat: str) -> str:
    """Return what stands on the printed card of a seat."""
    status, made = kit.ask("POST", "/api/session/seats", {"seats": [seat]})
    assert status == 200, made
    return str(made["tokens"][seat])


def seated(kit: Kit, new_page: NewPage, seat: str = "31-sun", **more: Any) -> Page:
    """Return a phone that has photographed the card of a seat."""
    page = new_page(f"/seat#{token(kit, seat)}", PHONE, logged_in=False, **more)
    expect(page.locator(".hall-around li")).to_have_count(6)
    return page


def registered(kit: Kit, new_page: NewPage, **more: Any) -> Page:
    """Return the phone of Mia on 31 Sun, registered by the referee."""
    kit.must("register", name="Mia", seat="31-sun")
    page = seated(kit, new_page, **more)
    expect(page.get_by_role("button", name="Claim the victory")).to_be_visible()
    return page


def look(page: Page, screen: str, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
    """Nothing on the screen is too small, too faint, cut or beyond the edge."""
    page.emulate_media(reduced_motion="reduce")
    wrong: dict[str, Any] = {f"{screen} {size}": measured(page, *size) for size in reversed(sizes)}
    wrong[f"{screen}, axe"] = violations(page)
    assert not any(wrong.values()), wrong


def fill(page: Page, form: dict[str, int]) -> None:
    """Count a form by tapping."""
    names = {"settlements": "Settlements", "cities": "Cities", "bonuses": "Other territories"}
    for part, count in form.items():
        for _ in range(count):
            page.get_by_role("button", name=f"{names[part]}: more").click()


def test_a_free_seat_is_taken_by_keyboard_alone(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = seated(kit, new_page)
    expect(page.locator("#bar h1")).to_have_text("31 A Sun")
    expect(page.get_by_role("heading", name="Seat 31 A Sun is free")).to_be_visible()
    look(page, "registration")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("  Mia   Lind ")
    page.keyboard.press("Tab")
    page.keyboard.type("Essen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Seat 31 A Sun is free")).to_have_count(0)
    expect(page.get_by_role("button", name="Claim the victory")).to_be_visible()
    person = kit.ask("GET", "/api/ask?what=seat&seat=31-sun")[1]["person"]
    assert (person["name"], person["club"]) == ("Mia Lind", "Essen")
    assert kit.view["seats"]["players"] == 5


def test_a_seat_that_somebody_else_has_taken_meanwhile_says_so(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = seated(kit, new_page)
    kit.must("register", name="Noah", seat="31-sun")
    page.get_by_label("Your name").fill("Mia")
    page.get_by_role("button", name="Take this seat").click()
    expect(page.locator("#toast")).to_contain_text("Seat 31 A Sun belongs to Noah")
    expect(page.get_by_role("button", name="Claim the victory")).to_be_visible()


def test_a_turn_says_whose_it_is_what_was_rolled_and_who_trades(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players=AROUND.replace("Tom", LONG))
    page = registered(kit, new_page)
    expect(page.locator(".is-partner")).to_have_count(0)
    turned(kit)
    expect(page.locator(".hall-whose")).to_have_text("Your turn")
    dice = kit.view["dice"]
    expect(page.locator(".hall-roll")).to_have_attribute(
        "aria-label", f"The dice show {dice[0]} and {dice[1]}, {sum(dice)} in all"
    )
    expect(page.locator(".hall-roll .number")).to_have_text(str(sum(dice)))
    expect(page.locator(".hall-deals")).to_have_text("31 A Moon deals out for both")
    # All around are partners but the empty seat to the right (BG-1, BG-7).
    expect(page.locator(".is-partner .hall-name")).to_have_text(
        ["Aylin Demir", "Ines Vogt", LONG, "Jonas Haas"]
    )
    expect(page.locator(".is-empty")).to_have_text(re.compile("32 B Sun.*empty"))
    expect(page.locator(".hall-robbers")).to_contain_text("desert")
    look(page, "own turn")
    ended(kit)
    turned(kit)
    expect(page.locator(".hall-whose")).to_have_text("Moon's turn")
    expect(page.locator(".hall-deals")).to_have_text("Deals out for both players of the board")
    expect(page.locator(".is-partner .hall-name")).to_have_text(["Aylin Demir", "Ines Vogt", LONG])
    look(page, "the others' turn")


def test_a_phone_asks_once_a_turn_and_never_besides(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = registered(kit, new_page)
    asked: list[str] = []

    def note(request: Request) -> None:
        if (parts := urlsplit(request.url)).path == "/api/ask":
            asked.extend(parse_qs(parts.query)["what"])

    page.on("request", note)
    kit.must("register", name="Zoe", seat="1-sun")
    kit.must("set_award", seat="31-sun", award="route", count=6)
    turned(kit)
    expect(page.locator(".hall-deals")).to_have_text("31 A Moon deals out for both")
    kit.must("change_clock", by=20)
    kit.must("hold_clock")
    kit.must("go_on")
    kit.must("call_steward", seat="1-sun", text="not our board")
    expect(page.locator("#bar p")).to_have_text("Turn 1 · Sun")
    page.wait_for_timeout(ASKED_WITHIN_MS + 1_000)
    assert asked == ["seat"]


def test_a_claim_is_counted_made_taken_back_and_judged(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = registered(kit, new_page)
    turned(kit)
    expect(page.locator(".hall-whose")).to_have_text("Your turn")
    page.get_by_role("button", name="Claim the victory").click()
    expect(page.get_by_role("heading", name="Claim the victory")).to_be_focused()
    fill(page, WINS | {"bonuses": 0})
    expect(page.locator(".form-points .number")).to_have_text("23")
    more = page.get_by_role("button", name="Settlements: more")
    expect(more).to_be_disabled()
    claim = page.get_by_role("button", name="Claim", exact=True)
    claim.click(force=True)
    expect(page.locator("#toast")).to_contain_text("23 points: 25 are needed.")
    expect(page.locator("#toast")).to_contain_text("BG-12")
    look(page, "claim form")
    page.get_by_role("group", name="Longest trade route").get_by_role("button", name="Yes").click()
    expect(page.locator(".form-points .number")).to_have_text("25")
    page.reload()
    page.get_by_role("button", name="Claim the victory").click()
    expect(page.locator(".form-points .number")).to_have_text("25")
    claim.click()
    expect(page.locator(".hall-claim")).to_contain_text("Your claim of 25 points is in.")
    assert [(one["seat"], one["points"]) for one in kit.view["claims"]] == [("31-sun", 25)]
    look(page, "claimed")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator(".hall-claim")).to_contain_text("Your claim was taken back.")
    assert kit.view["open"] == 0
    page.get_by_role("button", name="Claim the victory").click()
    claim.click()
    expect(page.locator(".hall-claim")).to_contain_text("is in.")
    made = ended(kit)["judge"]
    kit.must("judge_claim", claim=made, verdict="rejected", reason="the route is 4 long")
    expect(page.locator(".hall-claim")).to_contain_text("Your claim was rejected: the route is 4 long.")


def test_both_of_a_board_may_claim_and_neither_learns_of_the_other(kit: Kit, new_page: NewPage) -> None:
    """BG-12: they are judged together; only the referee sees that two claim the same route."""
    opened(kit, options={"turn_seconds": 300, "groups": "all"})
    page = registered(kit, new_page)
    turned(kit)
    theirs = {"settlements": 4, "cities": 9, "route": True, "vp_cards": 1}
    kit.must("claim", seat="31-moon", form=theirs)
    page.get_by_role("button", name="Claim the victory").click()
    fill(page, WINS)
    page.get_by_role("group", name="Longest trade route").get_by_role("button", name="Yes").click()
    page.get_by_role("button", name="Claim", exact=True).click()
    expect(page.get_by_text("Your claim of 27 points is in.")).to_be_visible()
    assert [one["seat"] for one in kit.view["claims"]] == ["31-moon", "31-sun"]
    assert "claimed by the other" not in page.locator("body").inner_text()


def test_an_alarm_is_all_that_a_phone_shows(kit: Kit, new_page: NewPage) -> None:
    """BG-5: also over what was open; then it is as before."""
    opened(kit)
    page = registered(kit, new_page)
    page.get_by_role("button", name="Claim the victory").click()
    kit.must("raise_alarm")
    expect(page.locator(".hall-alarm")).to_have_text("Leave the hall.Let everything lie.")
    expect(page.locator(".hall button")).to_have_count(0)
    look(page, "alarm")
    kit.must("lift_alarm")
    expect(page.get_by_role("button", name="Claim", exact=True)).to_be_visible()


def test_outside_the_own_turn_a_claim_stays_dashed_and_says_why(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = registered(kit, new_page)
    page.get_by_role("button", name="Claim the victory").click()
    fill(page, WINS)
    claim = page.get_by_role("button", name="Claim", exact=True)
    claim.click(force=True)
    expect(page.locator("#toast")).to_contain_text("in your turn, until its clock ends")
    turned(kit)
    expect(claim).not_to_have_attribute("aria-disabled", "true")
    ended(kit)
    turned(kit)
    expect(claim).to_have_attribute("aria-disabled", "true")
    claim.click(force=True)
    expect(page.locator("#toast")).to_contain_text("It is the others' turn")
    assert kit.view["claims"] == []


def test_a_permission_is_three_questions_and_a_verdict(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = registered(kit, new_page)
    turned(kit)
    expect(page.locator(".hall-whose")).to_have_text("Your turn")
    page.get_by_role("button", name="May I build there?").click()
    page.get_by_role("button", name="To the left, board 30 C").click()
    questions = page.locator(".questions li")
    expect(questions).to_have_count(3)
    expect(questions.first).to_contain_text("Is it Jonas Haas's turn too?")
    expect(page.locator(".verdict")).to_contain_text("Ask Jonas Haas: only three times Yes forbids it")
    questions.nth(1).get_by_role("button", name="Yes").click()
    expect(questions.nth(1).get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    look(page, "permission")
    questions.nth(2).get_by_role("button", name="Yes").click()
    expect(page.locator(".verdict")).to_contain_text("Jonas Haas may refuse, and must build there at once")
    questions.nth(2).get_by_role("button", name="No").click()
    expect(page.locator(".verdict")).to_contain_text("Builds at once on board 30: nobody may forbid it")
    expect(page.locator(".verdict")).to_contain_text("BG-8")
    page.get_by_role("button", name="To the right, board 32 B").click()
    expect(page.locator(".verdict")).to_contain_text("Builds at once on board 32")
    expect(questions).to_have_count(0)


def test_a_steward_is_called_by_a_tap_or_in_own_words(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = registered(kit, new_page)
    page.get_by_role("button", name="Call a steward").click()
    expect(page.get_by_role("heading", name="Call a steward")).to_be_focused()
    look(page, "call")
    page.get_by_role("button", name="We disagree about a move").click()
    expect(page.locator(".hall-called")).to_have_text("A steward is on the way: We disagree about a move")
    call = kit.view["calls"][0]
    assert (call["seat"], call["text"]) == ("31-sun", "We disagree about a move")
    kit.must("close_call", call=call["id"])
    turned(kit)
    expect(page.locator(".hall-called")).to_have_count(0)
    page.get_by_role("button", name="Call a steward").press("Enter")
    page.get_by_label("Something else, in a few words").fill("Our desert has two robbers")
    page.keyboard.press("Enter")
    expect(page.locator(".hall-called")).to_contain_text("Our desert has two robbers")
    assert [one["text"] for one in kit.view["calls"]] == ["Our desert has two robbers"]


def test_the_winner_stands_on_the_own_phone_and_on_the_others(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players=AROUND.replace("Ines Vogt", LONG))
    page, other = registered(kit, new_page), seated(kit, new_page, "31-moon")
    turned(kit)
    kit.must("claim", seat="31-sun", form=WINS)
    kit.must("judge_claim", claim=ended(kit)["judge"], verdict="confirmed")
    expect(other.locator(".hall-say")).to_contain_text("A claim is confirmed.")
    expect(other.locator(".hall-winner")).to_have_count(0)
    kit.must("confirm_result")
    expect(page.locator(".hall-winner")).to_contain_text("You win!")
    expect(other.locator(".hall-winner")).to_contain_text("Mia wins")
    expect(other.locator(".hall-winner")).to_contain_text("31 A Sun · 25 points")
    look(other, "winner")


def test_a_phone_that_lost_the_link_says_so_and_keeps_the_clock(
    kit: Kit, link: Link, new_page: NewPage
) -> None:
    opened(kit)
    page = registered(kit, new_page, origin=f"http://127.0.0.1:{link.port}", weak_link=True)
    turned(kit)
    clock = page.locator("#bar [data-clock]")
    expect(clock).to_have_text(re.compile(r"^[45]:\d\d$"))
    expect(page.locator(".hall-deals")).to_have_text("31 A Moon deals out for both")
    link.cut()
    expect(page.locator("#away")).to_contain_text("No link to the kit.")
    shown = clock.inner_text()
    expect(clock).not_to_have_text(shown, timeout=3_000)
    left = kit.view["clock"]["ends_at"] - kit.view["now"]
    minutes, seconds = clock.inner_text().split(":")
    assert abs(int(minutes) * 60 + int(seconds) - left / 1000) < 3
    expect(page.locator(".is-partner")).to_have_count(4)
    link.restore()
    expect(page.locator("#away p")).to_have_count(0)


def test_a_seat_beyond_the_last_board_and_a_rehearsal_say_so(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players="", boards=30)
    page = new_page(f"/seat#{token(kit, '31-sun')}", PHONE, logged_in=False)
    expect(page.locator("#screen")).to_contain_text("does not play in this match")
    opened(kit, players="", rehearsal=True)
    expect(page.locator(".hall-plate")).to_contain_text("This is a rehearsal: nobody registers")
    expect(page.get_by_role("button", name="Take this seat")).to_have_count(0)


def test_who_is_marked_away_reads_it_at_the_next_turn(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = registered(kit, new_page)
    kit.must("mark_away", seat="31-sun")
    turned(kit)
    expect(page.locator(".hall-plate")).to_contain_text("You are marked as away.")
    expect(page.get_by_role("button", name="Claim the victory")).to_have_count(0)
    until(lambda: kit.view["seats"]["away"] == 1, 5, "the no-show")
