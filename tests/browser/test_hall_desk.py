"""The steward's desk, and the screen of a second announcer."""

from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.audit import settled
from tests.browser.conftest import NewPage
from tests.browser.halls import HOLD_MS, WON, alarmed, found, in_turn, judging, key, main
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

SLOW_SEATS = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (String(asked[0]).includes("what=seat&")) await new Promise((done) => setTimeout(done, 600));
    return answer;
  };
}"""
"""What the kit tells of a seat is old by the time that it comes, as on a full Wi-Fi."""


def test_the_desk_answers_who_trades_and_who_may_build(kit: Kit, new_page: NewPage) -> None:
    """BG-7 and BG-8: three questions and a verdict; a neighbour who waits or is away cannot forbid."""
    in_turn(kit)
    kit.must("mark_away", seat="3-sun")
    page = new_page("/referee#desk")
    expect(page.locator("#main-key")).to_have_count(0)
    found(page, 2, "2 B Sun")
    expect(page.locator(".seat-head h2")).to_have_text("Aylin Kaya 3")
    expect(page.locator(".seat-head")).to_contain_text("Acts now")
    expect(page.locator(".seat-head")).to_contain_text("2 B Moon deals out for both")
    lit = page.locator(".map-seat.is-lit")
    expect(lit).to_have_count(4)
    verdict = page.locator(".verdict b")
    expect(verdict).to_have_text("Ask Mara Lind 1: only three times Yes forbids it")
    rows = page.locator(".questions li")
    for answers, said in (
        (("Yes", "Yes"), "Mara Lind 1 may refuse, and must build there at once"),
        (("Yes", "No"), "Builds at once on board 1: nobody may forbid it"),
        (("No", "Yes"), "Builds at once on board 1: nobody may forbid it"),
    ):
        for place, answer in enumerate(answers, 1):
            rows.nth(place).get_by_role("button", name=answer).click()
        expect(verdict).to_have_text(said)
    key(page, "Right: 3 C").click()
    expect(page.locator(".permission-where + .sentence")).to_have_text("No permission is needed there.")
    expect(verdict).to_have_text("Builds at once on board 3: nobody may forbid it")
    lit.filter(has_text="Ines").first.click()
    expect(page.locator(".seat-head")).to_contain_text("Waits")
    expect(page.locator(".map-seat.is-lit")).to_have_count(2)
    expect(verdict).to_have_text("Waits for their turn: nobody builds out of turn")
    expect(page.locator(".questions, .permission-where + .sentence")).to_have_count(0)


def test_a_steward_notes_awards_players_and_claims(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    kit.must("call_steward", seat="5-moon", text="Dispute over a harbour")
    page = new_page("/referee#desk")
    page.evaluate(SLOW_SEATS)
    page.locator(".call-seat").click()
    expect(page.locator(".seat-who .seat-tag")).to_contain_text("5 B")
    key(page, "Done: the call of 5 B Moon").click()
    expect(page.locator(".calls-card")).to_contain_text("Nobody calls.")
    found(page, 5, "5 B Sun")
    key(page, "Route, army").click()
    more = page.get_by_label("Longest trade route, Sun: more")
    for _ in range(5):
        more.click()
        page.wait_for_timeout(250)
    expect(page.locator(".award-row").first).to_contain_text("Sun has it")
    _, seat = kit.ask("GET", "/api/ask?what=seat&seat=5-sun")
    assert seat["route"] == {"sun": 5, "moon": 0, "holder": "sun"}
    key(page, "Claim").click()
    for part, count in (("Cities", 9), ("Settlements", 5)):
        for _ in range(count):
            page.get_by_label(f"{part}: more").click()
    page.get_by_role("group", name="Longest trade route").get_by_role("button", name="Yes").click()
    expect(page.locator(".form-points")).to_have_text("25of 25 points")
    # A turn that begins leaves the desk as it is: it closes panels, and the desk is none.
    kit.must("stop_clock")
    kit.must("go_on")
    key(page, "Enter the claim").click()
    expect(page.locator(".seat-claims")).to_contain_text("Turn 1: 25 points")
    key(page, "Player").click()
    key(page, "Sanction").click()
    key(page, "rude to others").click()
    key(page, "Note the sanction").click()
    expect(page.locator(".seat-head")).to_contain_text("sanction: rude to others")
    key(page, "Mark as away").click()
    expect(page.locator(".seat-head")).to_contain_text("Away: a no-show")
    key(page, "Came after all").click()
    key(page, "Remove").click()
    expect(page.locator(".player-details")).to_contain_text("leaves the game for good")
    page.get_by_label("Reason").fill("threw the dice away")
    key(page, "Remove for good").click()
    expect(page.locator(".seat-head")).to_contain_text("Removed by the referee")
    assert [claim["standing"] for claim in kit.view["claims"]] == ["withdrawn"]


def test_any_desk_judges_what_it_has_counted(kit: Kit, new_page: NewPage) -> None:
    """BG-12: in any order; a wrong verdict, and a wrong removal, are put right where they were made."""
    judging(kit)
    page = new_page("/referee#desk")
    waiting = page.locator(".desk-left .call-seat")
    expect(waiting).to_have_count(2)
    waiting.nth(1).click()
    expect(page.locator(".seat-head h2")).to_have_text("Aylin Kaya 3")
    page.get_by_label("Cities: less").click()
    key(page, "Reject\u2026").click()
    key(page, "counted again").is_visible()
    key(page, "a building is missing").click()
    key(page, "Reject").click()
    expect(page.locator(".seat-claims")).to_contain_text("Rejected: a building is missing")
    expect(waiting).to_have_count(1)
    key(page, "Judge again\u2026").click()
    page.get_by_label("Cities: more").click()
    key(page, "Confirm").click()
    key(page, "counted again").click()
    key(page, "Confirm").click()
    expect(page.locator(".seat-claims")).to_contain_text("Confirmed")
    key(page, "Player").click()
    key(page, "Remove").click()
    key(page, "left the board").click()
    key(page, "Remove for good").click()
    expect(page.locator(".seat-head")).to_contain_text("Removed by the referee")
    key(page, "Let play again").click()
    key(page, "a typing mistake").click()
    key(page, "Plays again").click()
    expect(page.locator(".seat-head")).not_to_contain_text("Removed")
    assert [claim["standing"] for claim in kit.view["claims"]] == ["open", "withdrawn"]


def test_the_announcers_screen_has_nothing_to_tap(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    page = new_page("/referee#announcer")
    expect(page.locator(".say-lines p")).to_have_text(["Five.", "Moon deals out.", "Sun builds."])
    expect(page.locator("#bar .bar-clock")).not_to_be_empty()
    roles: tuple[Literal["button", "link", "textbox"], ...] = ("button", "link", "textbox")
    for role in roles:
        expect(page.get_by_role(role)).to_have_count(0)
    page.keyboard.press("s")
    page.keyboard.down(" ")
    page.wait_for_timeout(HOLD_MS)
    page.keyboard.up(" ")
    assert (kit.view["number"], kit.view["phase"]) == (1, "turn")


def test_the_console_turns_to_the_desk_and_back(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    page = new_page("/referee")
    key(page, "More…").click()
    key(page, "Steward\u2019s desk").click()
    expect(page.get_by_label("Find a seat")).to_be_visible()
    key(page, "To the console").click()
    main(page, "NEXT TURN")


def test_an_alarm_leaves_nothing_on_the_desk_but_its_words(kit: Kit, new_page: NewPage) -> None:
    """BG-5: as large as on the announcer's screen, and nothing there to tap; then the desk is back."""
    in_turn(kit)
    desk = new_page("/referee#desk")
    found(desk, 2, "2 B Sun")
    alarmed(kit)
    announcer = new_page("/referee#announcer")
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        large = []
        for page in (desk, announcer):
            page.set_viewport_size({"width": width, "height": height})
            first = page.locator(".say-lines p").first
            expect(first).to_have_text("Leave the hall.")
            settled(page)
            large.append(first.evaluate("it => parseFloat(getComputedStyle(it).fontSize)"))
        assert large[0] >= large[1] - 1, width
    assert (
        desk.locator(".say-card").evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(163, 15, 25)"
    )
    expect(desk.locator("#screen").get_by_role("button")).to_have_count(0)
    expect(desk.get_by_role("searchbox")).to_have_count(0)
    kit.must("lift_alarm")
    expect(desk.locator(".desk-tabs")).to_be_visible()


def test_all_seats_stand_on_a_narrow_desk(kit: Kit, new_page: NewPage) -> None:
    """Before one is chosen, on a phone too."""
    in_turn(kit)
    page = new_page("/referee#desk", (390, 844))
    row = page.locator(".found-rows li").first
    expect(row).to_be_visible()
    list_box, box = page.locator(".found-rows").bounding_box(), row.bounding_box()
    assert list_box
    assert box
    assert box["x"] + box["width"] <= list_box["x"] + list_box["width"] + 1


def test_no_target_is_named_after_the_end_for_time(kit: Kit, new_page: NewPage) -> None:
    """BG-12: the best form wins then, whatever it is worth."""
    in_turn(kit)
    kit.must("claim", seat="4-sun", form=WON)
    kit.must("end_hall")
    page = new_page("/referee#desk")
    page.locator(".desk-left .call-seat").click()
    page.get_by_label("Cities: less").click()
    expect(page.locator(".form-points")).to_have_text("23points")
    key(page, "Reject\u2026").click()
    expect(page.locator(".reject-reasons")).to_contain_text("a building is missing")
    expect(page.locator(".reject-reasons")).not_to_contain_text("needed")
