"""A hall's screen in a browser: a projector shows what the scoreboard shows, a phone the same in a column."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.audit import measured, settled, violations
from tests.browser.conftest import NewPage
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser

PROJECTOR, PHONE, STANDING = (1920, 1080), (390, 844), (1080, 1920)
NAMES = ("Wilhelmina Wunderwaldner", "W" * 32, "Mara Lind", "Jonas Weber", "Aylin Kaya", "Tom Reuter")
CLUB = "Brettspielfreunde Castro"
FORM = {"settlements": 4, "cities": 3}
"""Ten points (BG-12)."""
LEFT = """() => {
  const whole = document.querySelector(".hall").getBoundingClientRect();
  const leaves = (each) => {
    const box = each.getBoundingClientRect();
    const part = each.closest("section")?.getBoundingClientRect() ?? whole;
    // A giant number's line is lower than its box says, and its figures are lower than its line.
    const isGiant = each.matches(".hall-sum, .hall-count");
    const tall = !isGiant && each.matches("p, h2, h3, b, li, svg");
    const over = tall && (box.top < part.top - 1 || box.bottom > part.bottom + 1);
    return box.left < part.left - 1 || box.right > part.right + 1 || over;
  };
  return [...document.querySelectorAll(".hall *")]
    .filter((each) => each.checkVisibility() && !each.closest(".is-hidden, .hall-sky") && leaves(each))
    .map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 30)}`);
}"""
"""What leaves its own part of the screen, which cuts it off."""
CUT = """() => [...document.querySelectorAll(".fit")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
"""Lines that end in dots."""
OVERFLOW = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".hall *")]
  .filter((each) => !each.closest(".is-hidden"))
  .filter((each) => [...each.childNodes].some(({ nodeType }) => nodeType === 3))
  .map((each) => parseFloat(getComputedStyle(each).fontSize)))"""


def opened(kit: Kit, rehearsal: bool = False, **options: Any) -> None:
    """Another hall of three boards, with six players who have long names."""
    kit.give_up("another one")
    chosen = {"dice": "real", "target": 10, "robber_from": 3, "late_turn_seconds": 60, "turn_seconds": 60}
    kit.must("open_hall", game="big_game", boards=3, options=chosen | options, rehearsal=rehearsal)
    if not rehearsal:
        rows = [f"{name},{at // 2 + 1},{('sun', 'moon')[at % 2]},{CLUB}" for at, name in enumerate(NAMES)]
        kit.must("import_players", csv="\n".join(["name,board,group,club", *rows]))


def turn(kit: Kit, *rolls: tuple[int, int], **options: Any) -> None:
    """Set up a hall and roll these, every turn but the last one cut short."""
    opened(kit, **options)
    for roll in rolls:
        kit.must("next_turn", dice=list(roll), early=True)


def held(kit: Kit) -> None:
    turn(kit, (3, 5))
    kit.must("hold_clock")


def seven(kit: Kit) -> None:
    turn(kit, (3, 4))


def robbers(kit: Kit) -> None:
    turn(kit, (3, 5), (6, 4), (1, 6))


def robbers_moved(kit: Kit) -> None:
    robbers(kit)
    kit.must("roll_robbers", dice=[6, 6])


def judging(kit: Kit, seats: tuple[str, ...] = ("1-sun", "2-sun")) -> None:
    turn(kit, (3, 5))
    for seat in seats:
        kit.must("claim", seat=seat, form=FORM)
    kit.must("next_turn", early=True, dice=[1, 2])


def ended(kit: Kit) -> None:
    judging(kit, ("2-sun",))
    kit.must("judge_claim", claim=kit.view["judge"], verdict="rejected", reason="one city less")


def won(kit: Kit) -> None:
    judging(kit, ("1-sun",))
    kit.must("judge_claim", claim=kit.view["judge"], verdict="confirmed")


def over(kit: Kit) -> None:
    won(kit)
    kit.must("confirm_result")


def taken(kit: Kit) -> None:
    turn(kit, (3, 5))
    kit.must("take_back_roll")


def alarm(kit: Kit) -> None:
    turn(kit, (3, 5))
    kit.must("raise_alarm")


def in_break(kit: Kit) -> None:
    ended(kit)
    kit.must("call_break", minutes=10)


def final(kit: Kit) -> None:
    ended(kit)
    kit.must("end_hall", reason="the hall closes")


Scene = tuple[Callable[[Kit], None], str, tuple[str, ...]]
SCENES: Mapping[str, Scene] = {
    "welcome": (opened, "registration", ("WELCOME", "of 6 seats are taken", "ask a steward")),
    "rehearsal": (
        lambda kit: opened(kit, rehearsal=True),
        "registration",
        ("REHEARSAL", "nothing of it counts"),
    ),
    "sun": (lambda kit: turn(kit, (3, 5)), "turn", ("SUN", "Moon deals out", "TURN 1", "10", "Moon, turn 2")),
    "moon": (
        lambda kit: turn(kit, (3, 5), (6, 5)),
        "turn",
        ("MOON", "Sun deals out", "TURN 2", "Sun, turn 3"),
    ),
    "all": (lambda kit: turn(kit, (6, 4), groups="all"), "turn", ("ALL", "each deals out", "next", "Turn 2")),
    "seven": (seven, "seven", ("8 cards or more:", "discard half", "DISCARD")),
    "robbers": (robbers, "robbers", ("discard half", "DISCARD", "TURN 3")),
    "robbers_moved": (robbers_moved, "seven", ("MOVE", "one on the 12, the other in its desert")),
    "held": (held, "held", ("Clock stopped", "hands off")),
    "ended": (ended, "ended", ("TIME", "IS UP", "Moon is next")),
    "judging": (judging, "judging", ("CLAIMS ARE", "BEING JUDGED", "2 claims")),
    "won": (won, "won", ("A CLAIM IS", "CONFIRMED", "hands off", "the boards")),
    "taken": (
        taken,
        "ended",
        ("SUN", "TURN 1", "we roll", "The 8 is taken back.", "was dealt.", "new roll pays."),
    ),
    "alarm": (alarm, "alarm", ("LEAVE THE", "HALL.", "Let everything lie.")),
    "break": (in_break, "break", ("BREAK", "then Moon, turn 2")),
    "final": (final, "final", ("TIME IS UP", "The best claim form wins")),
    "over": (
        over,
        "over",
        (
            "Winner",
            "for Sun",
            "Wilhelmina",
            "Wunderwaldner",
            "1 A Sun",
            CLUB,
            "POINTS",
            "6 players at 3 boards",
        ),
    ),
}


def screen(kit: Kit, new_page: NewPage, phase: str, size: tuple[int, int]) -> Page:
    """Return the spectators' page in that phase."""
    page = new_page("/", size, logged_in=False)
    expect(page.locator(f"body[data-phase={phase}] .hall")).to_have_count(1)
    settled(page)
    return page


def test_each_phase_is_told_whole_on_a_projector_and_on_a_phone(kit: Kit, new_page: NewPage) -> None:
    page = new_page("/", PROJECTOR, logged_in=False)
    page.emulate_media(reduced_motion="reduce")
    for scene, (bring, phase, told) in SCENES.items():
        page.goto("about:blank")
        bring(kit)
        page.goto(f"http://127.0.0.1:{kit.port}/")
        expect(page.locator(f"body[data-phase={phase}] .hall")).to_have_count(1)
        for words in told:
            expect(page.locator(".hall")).to_contain_text(words)
        for size in (PROJECTOR, (1280, 720), STANDING, PHONE):
            where = (scene, size)
            assert measured(page, *size) == {}, where
            assert page.evaluate(LEFT) == [], where
            assert page.evaluate(CUT) == [], where
            wide, tall = page.evaluate(OVERFLOW)
            assert wide <= 0, where
            assert tall <= 0 or size == PHONE, where
        assert violations(page) == [], scene


def test_the_sum_is_more_than_half_as_high_as_a_projectors_screen(kit: Kit, new_page: NewPage) -> None:
    """BG-3: read from 60 m. The figures are 0.7 of the size that they are set in."""
    for roll in ((3, 5), (5, 5), (6, 6)):
        turn(kit, roll, dice="real")
        page = screen(kit, new_page, "turn", PROJECTOR)
        expect(page.locator(".hall-sum")).to_have_text(str(sum(roll)))
        size = page.locator(".hall-sum").evaluate("(sum) => parseFloat(getComputedStyle(sum).fontSize)")
        assert 0.7 * size >= 0.54 * 1080
        assert page.evaluate(SMALLEST) >= 36


def shown(clock: Locator) -> int:
    """Return the seconds that a clock shows as minutes and seconds."""
    minutes, _, seconds = clock.inner_text().partition(":")
    return int(minutes) * 60 + int(seconds)


def test_the_ring_runs_by_itself_when_the_kit_is_gone(kit: Kit, new_page: NewPage) -> None:
    """BG-5: the clock is told from its end."""
    turn(kit, (3, 5), turn_seconds=300)
    page = new_page("/", PROJECTOR, logged_in=False, weak_link=True)
    seconds = page.locator(".hall-seconds")
    expect(seconds).to_have_text(re.compile("4:"))
    page.context.set_offline(True)
    share = page.locator(".hall-ring").evaluate("(ring) => Number(ring.style.getPropertyValue('--left'))")
    before = shown(seconds)
    until(lambda: shown(seconds) <= before - 3, 15, "three seconds")
    clock = (view := kit.view)["clock"]
    assert abs(shown(seconds) - (clock["ends_at"] - view["now"]) / 1000) < 2
    now = page.locator(".hall-ring").evaluate("(ring) => Number(ring.style.getPropertyValue('--left'))")
    assert 0.9 < now < share < 1


def test_the_last_ten_seconds_fill_the_ring(kit: Kit, new_page: NewPage) -> None:
    turn(kit, (3, 5), turn_seconds=60)
    page = screen(kit, new_page, "turn", PROJECTOR)
    expect(page.locator(".hall-ring.is-last")).to_have_count(0)
    kit.must("change_clock", by=-50)
    expect(page.locator(".hall-ring.is-last .disc")).to_be_visible()
    kit.must("hold_clock")
    expect(page.locator(".hall-ring.is-held .disc")).to_be_hidden()


def test_a_group_is_never_written_on_its_colour(kit: Kit, new_page: NewPage) -> None:
    turn(kit, (3, 5))
    page = screen(kit, new_page, "turn", PROJECTOR)
    assert page.locator(".hall-sky").inner_text().strip() == ""
    sky, plate = (page.locator(f".hall-{part}").bounding_box() for part in ("sky", "plate"))
    assert sky
    assert plate
    assert sky["y"] + sky["height"] <= plate["y"] + 1


def test_a_name_of_the_widest_letters_is_held(kit: Kit, new_page: NewPage) -> None:
    turn(kit, (3, 5), (6, 5))
    kit.must("claim", seat="1-moon", form=FORM)
    kit.must("next_turn", early=True, dice=[1, 2])
    kit.must("judge_claim", claim=kit.view["judge"], verdict="confirmed")
    kit.must("confirm_result")
    page = screen(kit, new_page, "over", PROJECTOR)
    for size in (PROJECTOR, (1280, 720), STANDING):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        settled(page)
        expect(page.locator(".hall-name")).to_have_text("W" * 32)
        assert page.evaluate(CUT) == [], size
        assert page.evaluate(LEFT) == [], size


def test_a_tvs_page_shows_a_hall_as_the_spectators_page_does(new_page: NewPage, kit: Kit) -> None:
    turn(kit, (2, 3))
    page = new_page("/screen", size=PROJECTOR, logged_in=False)
    expect(page.locator(".hall-sum")).to_have_text("5")
    box = page.locator(".hall").bounding_box()
    assert box is not None
    assert (round(box["width"]), round(box["height"])) == PROJECTOR
    assert page.evaluate(OVERFLOW) == [0, 0]
