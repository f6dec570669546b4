"""The conductor's console by tapping, by touch and by keyboard."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.halls import (
    HOLD_MS,
    STILL_MS,
    WON,
    busy,
    hall,
    held,
    in_turn,
    judging,
    key,
    main,
    rehearsed,
    tap_dice,
    turned,
)
from tests.browser.link import Link
from tests.process.conftest import PIN, Kit, until

pytestmark = pytest.mark.browser


def test_turns_by_keyboard(kit: Kit, new_page: NewPage) -> None:
    hall(kit, dice="deck")
    page = new_page("/referee")
    main(page, "FIRST TURN")
    page.keyboard.press(" ")
    turned(kit, 1)
    if kit.view["phase"] == "seven":
        main(page, "GO ON")
        page.keyboard.press("Enter")
    main(page, "NEXT TURN")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("hold the key to end the turn early")
    page.keyboard.down(" ")
    expect(page.locator("#main-key")).to_have_class(re.compile("is-held"))
    page.wait_for_timeout(200)
    page.keyboard.up(" ")
    assert kit.view["number"] == 1
    page.keyboard.down(" ")
    turned(kit, 2)
    page.keyboard.up(" ")
    if kit.view["phase"] == "seven":
        main(page, "GO ON")
        page.keyboard.press(" ")
    main(page, "NEXT TURN")
    page.keyboard.press("s")
    kit.phase("held")
    main(page, "GO ON")
    page.keyboard.press("Enter")
    kit.phase("turn")
    # A button that a finger has touched does not keep Space from the main key; one that Tab has led to does.
    key(page, "Pause").click()
    kit.phase("held")
    main(page, "GO ON")
    page.keyboard.press(" ")
    kit.phase("turn")
    key(page, "Show it again").focus()
    page.keyboard.press("Enter")
    kit.wait(lambda view: view["said"] == 1)
    assert (kit.view["number"], kit.view["phase"]) == (2, "turn")


def test_no_key_acts_while_somebody_types_or_a_panel_is_open(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    page = new_page("/referee")
    key(page, "Claim for a seat…").click()
    page.get_by_label("Number of the board").focus()
    page.keyboard.type("s4 ")
    page.keyboard.press("Enter")
    expect(page.locator(".seat-found b")).to_have_text("Mara Lind 7")
    page.locator("#panel-title").focus()
    page.keyboard.down(" ")
    page.wait_for_timeout(HOLD_MS)
    page.keyboard.up(" ")
    assert (kit.view["number"], kit.view["phase"]) == (1, "turn")
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_be_hidden()


def test_a_key_that_another_console_has_just_changed_does_nothing(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    page = new_page("/referee")
    main(page, "NEXT TURN")
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
          watch.disconnect();
          document.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
        }).observe(document.getElementById("main-key"), { attributeFilter: ["data-acts"] })"""
    )
    kit.must("stop_clock")
    expect(page.locator("#toast")).to_contain_text("The screen has just changed")
    assert kit.view["phase"] == "held"


def test_turns_by_touch(kit: Kit, browser: Browser) -> None:
    hall(kit, dice="free", robber_from=99)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    context.request.post(f"http://127.0.0.1:{kit.port}/api/session", data={"pin": PIN})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{kit.port}/referee")
    main(page, "FIRST TURN").tap()
    turned(kit, 1)
    page.wait_for_timeout(STILL_MS)
    if kit.view["phase"] == "seven":
        main(page, "GO ON").tap()
    box = main(page, "NEXT TURN").bounding_box()
    assert box
    at = [{"x": box["x"] + 100, "y": box["y"] + 50}]
    touch = context.new_cdp_session(page)
    for is_held, number in ((False, 1), (True, 2)):
        page.wait_for_timeout(STILL_MS)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        page.wait_for_timeout(200)
        if is_held:
            expect(page.locator("#main-key.is-held")).to_have_count(0)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        turned(kit, number)
    assert len(kit.view["rolls"]) == 2
    context.close()


def test_a_seven_before_and_after_the_robbers_move(kit: Kit, new_page: NewPage) -> None:
    """BG-5, BG-6 with real dice: the clock waits for the discards, from then on for the robbers too."""
    hall(kit, robber_from=2)
    page = new_page("/referee")
    main(page, "FIRST TURN").click()
    tap_dice(page, 3, 4)
    main(page, "GO ON")
    assert kit.view["phase"] == "seven"
    expect(page.locator(".say-lines p").first).to_have_text("Seven.")
    main(page, "GO ON").click()
    main(page, "NEXT TURN")
    page.wait_for_timeout(STILL_MS)
    held(page)
    tap_dice(page, 1, 6)
    main(page, "ROLL FOR THE ROBBERS").click()
    tap_dice(page, 4, 6)
    main(page, "GO ON")
    assert kit.view["robbers"]["place"] == 10
    main(page, "GO ON").click()
    kit.phase("turn")
    key(page, "Take back the 7").click()
    expect(page.locator(".ask-once")).to_contain_text("Turn 2 of Moon with its 7 did not happen")
    expect(page.locator(".ask-once")).to_contain_text("The robbers\u2019 roll, a 10, goes with it.")
    page.get_by_role("dialog").get_by_role("button", name="Take back the 7").click()
    turned(kit, 1)
    assert kit.view["robbers"]["place"] is None
    main(page, "NEXT TURN").click()
    tap_dice(page, 2, 2)
    turned(kit, 2)
    key(page, "All rolls").click()
    rows = page.locator(".all-rolls li")
    expect(rows).to_have_count(2)
    expect(rows.first.get_by_role("img")).to_have_attribute("aria-label", "The dice show 2 and 2, 4 in all")


def test_the_clock_is_stopped_paused_and_changed(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit, turn_seconds=60)
    page = new_page("/referee")

    def left(view: dict[str, Any]) -> float:
        return float((view["clock"].get("remaining") or view["clock"]["ends_at"] - view["now"]) / 1000)

    page.locator("#stop").click()
    kit.phase("held")
    expect(page.locator("#stop")).to_have_attribute("aria-disabled", "true")
    page.locator("#stop").click(force=True)
    expect(page.locator("#toast")).to_have_text("No clock runs")
    before = left(kit.view)
    for name, by in (("+15 s", 15), ("Shorter by 15 s", -15)):
        key(page, name).click()
        before += by
        until(lambda wanted=before: abs(left(kit.view) - wanted) < 0.01, 10, "another length")  # type: ignore[misc]
    main(page, "GO ON").click()
    kit.phase("turn")
    expect(page.locator("#stop")).not_to_have_attribute("aria-disabled", "true")
    key(page, "Pause").click()
    kit.phase("held")


def test_claims_are_judged_when_the_clock_has_ended(kit: Kit, new_page: NewPage) -> None:
    """BG-12: entered for seats, equal ones judged by registration, one rejected, one confirmed."""
    in_turn(kit, turn_seconds=60)
    page = new_page("/referee")
    for board, name in ((4, "Mara Lind 7"), (2, "Aylin Kaya 3")):
        key(page, "Claim for a seat…").click()
        page.get_by_role("dialog").get_by_role("button", name=str(board), exact=True).click()
        expect(page.locator(".seat-found b")).to_have_text(name)
        key(page, "To the form").click()
        for part, count in (("Settlements", 5), ("Cities", 9), ("Victory point cards", 2)):
            for _ in range(count):
                page.get_by_role("group", name=part).get_by_role("button", name=f"{part}: more").click()
        expect(page.locator(".form-points")).to_have_text("25of 25 points")
        key(page, "Enter the claim").click()
        expect(page.locator("#panel")).to_be_hidden()
    rows = page.locator(".claim-row")
    expect(rows.nth(0)).to_contain_text("Mara Lind 7Waiting for judgement")
    expect(page.locator("#main-key")).to_contain_text("then 2 claims")
    kit.must("change_clock", by=-300)
    main(page, "JUDGE 2 CLAIMS").click()
    expect(page.locator("#panel-title")).to_have_text("Aylin Kaya 3, 2 B Sun, claims 25")
    page.get_by_label("Cities: less").click()
    key(page, "Confirm").click(force=True)
    expect(page.locator("#toast")).to_contain_text("23 points: 25 are needed.")
    key(page, "Reject…").click()
    page.get_by_role("dialog").get_by_role("button", name="23 points counted, 25 are needed").click()
    key(page, "Reject").click()
    expect(page.locator("#panel-title")).to_have_text("Mara Lind 7, 4 A Sun, claims 25")
    expect(rows.nth(1)).to_contain_text("Rejected: 23 points counted, 25 are needed23")
    key(page, "Confirm").click()
    main(page, "ANNOUNCE THE WINNER").click()
    page.get_by_role("dialog").get_by_role("button", name="Announce", exact=True).click()
    expect(page.locator(".winner-name")).to_have_text("Mara Lind 7")
    expect(page.locator(".winner-points")).to_have_text("25points")
    assert kit.view["winner"]["seat"] == "4-sun"


def test_a_break_and_the_end_for_time(kit: Kit, new_page: NewPage) -> None:
    """BG-5, BG-12: both also with the clock held, and the end of a turn without the next roll."""
    in_turn(kit)
    page = new_page("/referee")
    pause = key(page, "Break, end, alarm")
    pause.click()
    key(page, "End the turn").click()
    kit.phase("ended")
    main(page, "NEXT TURN").click()
    tap_dice(page, 2, 2)
    turned(kit, 2)
    page.locator("#stop").click()
    kit.phase("held")
    pause.click()
    expect(page.locator("#panel")).to_contain_text("A break ends turn 2.")
    key(page, "15 min").click()
    kit.phase("break")
    expect(page.locator("#bar .bar-clock")).to_have_text(re.compile(r"^1[45]:\d\d$"))
    pause.click()
    key(page, "End for time").click()
    expect(page.locator(".ask-once")).to_contain_text("No turn follows turn 2.")
    page.get_by_role("dialog").get_by_role("button", name="End for time").click()
    kit.phase("final")
    main(page, "END THE HALL").click()
    key(page, "End it").click()
    expect(page.locator(".winner-name")).to_have_text("Nobody has won")


def test_a_verdict_is_put_right_with_a_reason(kit: Kit, new_page: NewPage) -> None:
    """BG-12: until the winner is announced; a reason is chosen, and sent with a tap of its own."""
    judging(kit)
    page = new_page("/referee")
    dialog, rows = page.get_by_role("dialog"), page.locator(".claim-row")
    main(page, "JUDGE 2 CLAIMS").click()
    expect(page.locator("#panel-title")).to_have_text("Mara Lind 7, 4 A Sun, claims 29")
    key(page, "Confirm").click()
    expect(dialog).to_contain_text("Mara Lind 7 has 29 points, and 1 open form claims less.")
    key(page, "Close the rest").click()
    main(page, "ANNOUNCE THE WINNER")

    def again(verdict: str, reason: str, sent: str) -> None:
        rows.nth(0).click()
        key(page, "Judge again\u2026").click()
        key(page, verdict).click()
        key(page, sent).click(force=True)
        expect(page.locator("#toast")).to_contain_text("Choose a reason first")
        chosen = dialog.get_by_role("button", name=reason)
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")
        key(page, sent).click()
        expect(page.locator("#panel")).to_be_hidden()

    again("Reject\u2026", "a building is missing", "Reject")
    expect(rows.nth(0)).to_contain_text("Rejected: a building is missing")
    main(page, "JUDGE 1 CLAIM")
    again("Confirm", "a typing mistake", "Confirm")
    main(page, "CLOSE THE REST").click()
    main(page, "ANNOUNCE THE WINNER")
    assert kit.view["winner"]["seat"] == "4-sun"


def test_an_alarm_clears_the_hall(kit: Kit, new_page: NewPage) -> None:
    """BG-5: on every screen, from a key that is held; it is lifted by another one."""
    in_turn(kit)
    page = new_page("/referee")
    others = [new_page(path, logged_in=path != "/") for path in ("/", "/referee#announcer")]
    key(page, "Break, end, alarm").click()
    box = page.get_by_role("button", name="LEAVE THE HALL").bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    kit.phase("alarm")
    page.mouse.up()
    for screen in (page, *others):
        expect(screen.locator("body")).to_contain_text(
            re.compile("leave the.*hall", re.IGNORECASE | re.DOTALL)
        )
    main(page, "LIFT THE ALARM").click()
    expect(page.locator("#toast")).to_contain_text("Hold the key to lift the alarm.")
    page.wait_for_timeout(STILL_MS)
    held(page)
    kit.phase("held")


OVERLAPS = """form => [...form.querySelectorAll("li")].flatMap((row) => {
  const range = document.createRange();
  range.selectNodeContents(row.querySelector("p"));
  const words = [...range.getClientRects()];
  const keys = [...row.querySelectorAll("button")].map((key) => key.getBoundingClientRect());
  const besides = (a, b) => a.right < b.left + .5 || a.bottom < b.top + .5;
  const meets = (a, b) => !besides(a, b) && !besides(b, a);
  return words.some((word) => keys.some((key) => meets(word, key))) ? [row.innerText] : [];
})"""
"""The rows of a form whose words run under a key."""


def test_no_key_of_a_form_lies_over_its_words(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    page = new_page("/referee", (1024, 768))
    key(page, "Claim for a seat…").click()
    page.get_by_role("dialog").get_by_role("button", name="4", exact=True).click()
    key(page, "To the form").click()
    form = page.locator(".panel .claim-form")
    expect(form).to_be_visible()
    assert form.evaluate(OVERLAPS) == []
    page.keyboard.press("Escape")
    kit.must("claim", seat="4-sun", form=WON | {"grain": 38})
    kit.must("next_turn", early=True)
    main(page, "JUDGE 1 CLAIM").click()
    expect(form).to_contain_text("claimed: 38")
    assert form.evaluate(OVERLAPS) == []


NARROWER = ((1024, 768), (1280, 800), (1366, 768))


def test_a_title_is_read_whole(kit: Kit, new_page: NewPage) -> None:
    in_turn(kit)
    kit.must("end_hall")
    page = new_page("/referee")
    title = page.locator(".bar-title h1")
    expect(title).to_have_text("Ended for time")
    for width, height in NARROWER:
        page.set_viewport_size({"width": width, "height": height})
        assert title.evaluate("it => it.scrollWidth - it.clientWidth") <= 0, width


def test_a_hundred_forms_take_a_few_taps(kit: Kit, new_page: NewPage) -> None:
    """BG-12: from the key that ends the hall to its winner, where the best form is right."""
    hall(kit, boards=57)
    kit.must("next_turn", dice=[5, 3])
    page = new_page("/referee")
    page.evaluate("window.taps = 0, addEventListener('click', () => (window.taps += 1), true)")
    key(page, "Break, end, alarm").click()
    key(page, "End for time").click()
    page.get_by_role("dialog").get_by_role("button", name="End for time").click()
    kit.phase("final")
    for n in range(1, 111):
        form = {"settlements": 2 + n % 4, "cities": 1 + n % 7, "route": n == 83}
        kit.must("claim", seat=f"{(n + 1) // 2}-{('moon', 'sun')[n % 2]}", form=form)
    main(page, "JUDGE 110 CLAIMS").click()
    key(page, "Confirm").click()
    key(page, "Close the rest").click()
    main(page, "ANNOUNCE THE WINNER").click()
    key(page, "Announce").click()
    expect(page.locator(".winner-points")).to_have_text("21points")
    assert page.evaluate("window.taps") <= 12


def test_a_stop_that_the_kit_has_not_heard_says_so_and_no_roll_comes_late(
    kit: Kit, new_page: NewPage, link: Link
) -> None:
    in_turn(kit)
    page = new_page("/referee", origin=f"http://127.0.0.1:{link.port}", weak_link=True)
    main(page, "NEXT TURN")
    page.wait_for_timeout(STILL_MS)
    link.freeze()
    page.locator("#stop").click()
    expect(page.locator("#stop")).to_contain_text("NOT STOPPED")
    link.restore()
    kit.phase("held")
    main(page, "GO ON").click()
    kit.phase("turn")
    kit.must("change_clock", by=-300)
    kit.phase("ended")
    main(page, "NEXT TURN").click()
    link.freeze()
    tap_dice(page, 2, 2)
    expect(page.locator("#toast")).to_contain_text("That did not reach the kit.")
    link.restore()
    page.wait_for_timeout(1000)
    assert kit.view["number"] == 1


def test_letting_go_of_a_held_key_taps_nothing(kit: Kit, new_page: NewPage) -> None:
    """With an open claim the held key ends the clock; what it says then wants a tap of its own."""
    busy(kit)
    page = new_page("/referee")
    main(page, "NEXT TURN")
    page.wait_for_timeout(STILL_MS)
    held(page)
    expect(page.locator("body[data-phase=judging]")).to_have_count(1)
    page.wait_for_timeout(STILL_MS)
    expect(page.locator(".panel-judge")).to_have_count(0)
    main(page, "JUDGE 1 CLAIM").click()
    expect(page.locator(".panel-judge")).to_have_count(1)


def test_a_new_claim_begins_empty_and_a_form_goes_on_only_when_asked(kit: Kit, new_page: NewPage) -> None:
    """BG-12: what was left of another player's claim is never taken for this one's."""
    in_turn(kit)
    page = new_page("/referee")
    claim, more = key(page, "Claim for a seat…"), page.get_by_label("Settlements: more")
    board = page.get_by_label("Number of the board")
    claim.click()
    board.press_sequentially("2")
    page.get_by_role("dialog").get_by_role("button", name="To the form").click()
    more.click()
    key(page, "Another seat").click()
    expect(board).to_have_value("")
    board.press_sequentially("4")
    expect(page.locator(".seat-found b")).to_have_text("Mara Lind 7")
    page.keyboard.press("Escape")
    claim.click()
    page.get_by_role("dialog").get_by_role("button", name="4", exact=True).click()
    expect(board).to_have_value("4")
    key(page, "To the form").click()
    expect(page.locator("#panel-title")).to_have_text("Mara Lind 7, 4 A Sun")
    expect(page.locator(".form-points")).to_have_text("0of 25 points")
    page.keyboard.press("Escape")
    kit.must("claim", seat="2-sun", form=WON)
    claim.click()
    key(page, "Go on with Mara Lind 7, 4 A Sun").click()
    expect(page.locator("#panel-title")).to_have_text("Mara Lind 7, 4 A Sun")


def test_a_seat_that_cannot_claim_is_told_before_its_form(kit: Kit, new_page: NewPage) -> None:
    """BG-12: the other group, a seat that has claimed, one where nobody plays."""
    in_turn(kit)
    kit.must("claim", seat="2-sun", form=WON)
    kit.must("mark_away", seat="3-sun")
    page = new_page("/referee")
    key(page, "Claim for a seat…").click()
    page.get_by_label("Number of the board").press_sequentially("2")
    said, form = page.locator(".seat-picker .form-wrong"), key(page, "To the form")
    expect(said).to_contain_text("Aylin Kaya 3 has claimed this turn")
    expect(form).to_have_attribute("aria-disabled", "true")
    key(page, "Moon").click()
    expect(said).to_contain_text("It is the other group's turn: claim in your own")
    key(page, "Sun").click()
    key(page, "Delete the last digit").click()
    page.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
    expect(said).to_contain_text("does not play")


def test_a_key_that_is_held_goes_on_counting(kit: Kit, new_page: NewPage) -> None:
    """Nine cities are one touch: the count ends at the most that there can be (BG-2, BG-12)."""
    in_turn(kit)
    page = new_page("/referee")
    key(page, "Claim for a seat…").click()
    page.get_by_label("Number of the board").press_sequentially("2")
    key(page, "To the form").click()

    count = page.get_by_role("group", name="Cities").get_by_role("status")
    # A tap waits until the panel lies still under the finger; the touch after it counts at once.
    page.get_by_label("Cities: more").click()
    expect(count).to_have_text("1")
    page.get_by_label("Cities: more").hover()
    page.mouse.down()
    expect(count).to_have_text("9")
    page.mouse.up()
    page.get_by_label("Cities: less").click()
    expect(count).to_have_text("8")


def test_the_bar_says_ok_only_while_somebody_can_hear_a_blast(kit: Kit, new_page: NewPage) -> None:
    """A kit on simulated pins has no horn: its whistle's process alone sounds nothing."""
    hall(kit)
    page = new_page("/referee")

    def again() -> None:
        kit.must("next_turn", early=True, dice=[2, 3])
        page.wait_for_timeout(2_000)

    # A blast that a busy machine sounded late, in this hall or the one before, is told until one is on time.
    until(lambda: kit.view["kit"]["whistle"] == "ok" or again(), 60, "a blast on time")  # type: ignore[func-returns-value]
    page.get_by_role("listitem").get_by_role("button", name="no horn sound").click()
    expect(page.locator("#panel-title")).to_have_text("Sound and vibration")
    page.get_by_role("dialog").get_by_role("button", name="This tablet is the whistle").click()
    page.keyboard.press("Escape")
    expect(page.locator(".hall-counters")).to_contain_text("oksound")


def test_console_phone_and_paper_tell_the_same_guide(kit: Kit, new_page: NewPage) -> None:
    """BG-2, BG-5, BG-7, BG-10: with the numbers of this hall, so that it can be learned from each."""
    in_turn(kit, late_turn_seconds=95, robber_from=9)
    _, card = kit.ask("POST", "/api/session/code", {"role": "seat", "seat": "2-moon"})
    console, phone = new_page("/referee"), new_page(f"/seat#{card['code']}", PHONE, logged_in=False)
    key(console, "More…").click()
    key(console, "The rules").click()
    phone.get_by_text("The rules", exact=True).click()
    for told in (
        console.locator(".screen-guide"),
        phone.locator(".screen-guide"),
        new_page("/print").locator(".sheets"),
    ):
        expect(told).to_contain_text("95 s from turn 16 on")
        expect(told).to_contain_text("Before turn 9 the robbers do not move.")
        expect(told).to_contain_text("The dividing line cuts the island in two")
        expect(told).to_contain_text("Road Building: two roads, two ships or one of each")
        expect(told).to_contain_text("until then not a word of trade")
    for page in (console, phone):
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_only_a_hall_that_counts_has_the_key_for_the_log_book(kit: Kit, new_page: NewPage) -> None:
    page = new_page("/referee")
    for bring, count in ((in_turn, 1), (rehearsed, 0)):
        bring(kit)
        page.reload()
        key(page, "More…").click()
        expect(page.get_by_role("link", name="Cards, guides, map")).to_be_visible()
        expect(page.get_by_role("link", name="Log book")).to_have_count(count)
        page.keyboard.press("Escape")
        kit.must("abandon_hall", reason="enough")
        keys = page.locator(".over-keys")
        expect(keys).to_be_visible()
        expect(keys.get_by_role("link", name="Log book")).to_have_count(count)
        ends = [each.bounding_box() for each in (keys, keys.locator(".start"))]
        assert ends[0]
        assert ends[1]
        assert abs(ends[0]["x"] + ends[0]["width"] - ends[1]["x"] - ends[1]["width"]) < 2
