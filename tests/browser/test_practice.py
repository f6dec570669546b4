"""The led practice on a real tablet: played by taps to its end, with seeded slips and without any."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from fieldkit.games.full_contact.lesson import SLIPS, STEPS
from tests.browser.audit import measured
from tests.browser.conftest import SIZES, STILL_MS, NewPage
from tests.browser.test_pages import hoop, tile
from tests.process.conftest import TEAMS, Kit, until

pytestmark = pytest.mark.browser

Act = Callable[[Page], None]
LENGTHS = ("round_seconds = 3\ngrace_seconds = 1", "round_seconds = 6\nbreak_seconds = 20")
"""The lengths of the tests' kit, and those of this one: STOP can be reached, and a break awaited."""


NAMED = {"a": "Red", "b": "Blue", "c": "Green", "hoop_a": 1, "hoop_b": 2, "hoop_c": 3}
"""The teams and hoops in the sentences of the practice."""


@pytest.fixture(scope="module", name="kit")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit whose rounds and breaks have the lengths of a practice for tests."""
    kit = Kit(tmp_path_factory.mktemp("practice"))
    kit.settings.write_text(kit.settings.read_text(encoding="utf-8").replace(*LENGTHS), encoding="utf-8")
    yield from kit.running()


def late(answer: str) -> Act:
    """Return the tap on a late ball's key."""
    return lambda page: page.locator(".held-ball").get_by_role("button", name=answer).first.click()


def proposal(team: str, answer: str) -> Act:
    """Return the tap that answers a proposal on a team's card."""

    def act(page: Page) -> None:
        page.locator(f".team-card.team-{team} .proposal").get_by_role("button", name=answer).click()

    return act


def foul(team: str) -> Act:
    """Return the taps that note two balls held."""

    def act(page: Page) -> None:
        page.get_by_role("button", name="More…").click()
        page.locator("#panel").get_by_role("button", name="Note a foul").click()
        page.get_by_role("button", name=f"{team}: held two balls").click()

    return act


def buys(team: str, item: str) -> Act:
    """Return the taps that sell something; where two kinds would do the first pays."""

    def act(page: Page) -> None:
        tile(page, team, item).click()
        page.wait_for_timeout(300)
        if page.locator("#panel").is_visible():
            page.locator("#panel .choices .button").first.click()

    return act


def undo(page: Page) -> None:
    """Take back the ball that nobody threw, in its list or among the last actions."""
    line = page.locator(".counted button.row[aria-label*='wheat']").and_(page.locator(".team-red button"))
    if page.locator("body[data-phase=break]").count():
        page.locator(".last").get_by_role("button", name="All").click()
        page.locator(".panel-record .row", has_text="wheat").filter(has_text="Red").get_by_role(
            "button", name="Undo"
        ).first.click()
    else:
        line.first.click()
    page.get_by_role("button", name="Undo it").click()


def count(kind: str) -> Act:
    """Return the taps that count a ball at the silent hoop."""

    def act(page: Page) -> None:
        hoop(page, 2).click()
        page.locator(".picker").get_by_role("button", name=kind).click()

    return act


def choice(place: int) -> Act:
    """Return the tap on one of the choices after a stop."""
    return lambda page: page.locator(".stop-choices .button").nth(place).click()


def start(page: Page) -> None:
    """Tap START."""
    page.locator("#start").click()


def break_out(page: Page) -> None:
    """Wait for the end of the break."""
    expect(page.locator("#bar .is-over")).to_be_visible()


def nothing(_: Page) -> None:
    """Look on."""


RIGHT: Mapping[str, Act] = {
    "stop": lambda page: page.locator("#stop").click(),
    "void": choice(0),
    "late": late("Refuse"),
    "foul": foul("Blue"),
    "mistake": undo,
    "flying": late("Accept"),
    "trade": proposal("red", "Accept"),
    "knight": buys("green", "Knight"),
    "whole_break": break_out,
    "silent": count("Ore"),
    "unwanted": proposal("blue", "Refuse"),
    "late_alone": late("Refuse"),
    "foul_alone": foul("Green"),
    "card_alone": buys("red", "Card"),
}
"""The taps of a referee who does what the line says."""
WRONG: Mapping[str, Sequence[tuple[str, Act]]] = {
    "stop": [("not_stopped", nothing)],
    "void": [("not_cancelled", choice(1)), ("not_cancelled", choice(2))],
    "late": [("late_accepted", late("Accept"))],
    "foul": [("foul_wrong", foul("Red")), ("foul_missed", nothing)],
    "mistake": [("mistake_left", nothing)],
    "flying": [("flying_refused", late("Refuse"))],
    "trade": [("trade_refused", proposal("red", "Refuse")), ("trade_left", nothing)],
    "knight": [("bought_other", buys("red", "Card")), ("purchase_left", nothing)],
    "whole_break": [("started_early", start)],
    "silent": [("not_counted", nothing), ("counted_wrong", count("Wood"))],
    "unwanted": [("unwanted_accepted", proposal("blue", "Accept")), ("unwanted_left", nothing)],
    "late_alone": [("late_accepted", late("Accept"))],
    "foul_alone": [("foul_wrong", foul("Blue")), ("foul_missed", nothing)],
    "card_alone": [("purchase_left", nothing)],
}
"""The slips that a step invites, each with its taps."""


def lesson(kit: Kit, **options: float) -> None:
    """Begin a practice past the tablet, the match before it given up."""
    kit.give_up("a practice")
    kit.must("create_match", game="full_contact", teams=TEAMS, options=options, lesson=True)


def begun(page: Page) -> None:
    """Come from the choice of a game, or the end of a practice, into a new one."""
    page.locator(".chooser").get_by_role("button", name="First match, led by the hand").click()
    page.locator("#begin").click()
    page.locator(".lesson").wait_for()


def read(strip: Locator) -> str | None:
    """Return the step whose sentence stands in the line, None for what stands between two steps."""
    text = strip.inner_text() if strip.count() else ""
    return next((step.name for step in STEPS if step.says.format(**NAMED) == text.strip()), None)


def played(page: Page, acts: Mapping[str, Act]) -> list[str]:
    """Play a practice to its marks, each step once as soon as it is read; returns the steps that were."""
    strip, is_over = page.locator(".lesson p b"), page.locator(".lesson-marks")
    ready = page.locator(":is([data-phase=ready], [data-phase=break]) #start")
    done: list[str] = []

    def one_look() -> bool:
        step = read(strip)
        if step and step not in done:
            done.append(step)
            acts[step](page)
        elif ready.count():
            # As long as a person looks whether anything else comes.
            page.wait_for_timeout(STILL_MS)
            if read(strip) == step and ready.count():
                start(page)
                page.wait_for_timeout(STILL_MS)
        return bool(is_over.count())

    until(one_look, 240, "the marks of the practice")
    return done


def test_ten_seeded_slips_are_named_at_the_end(kit: Kit, new_page: NewPage) -> None:
    """A referee who slips at ten of the steps, by a seed, reads of each of them, and of nothing else."""
    rng = Random(10)
    steps = rng.sample([step for step in WRONG if step != "stop"], 10)
    slips = {step: rng.choice(WRONG[step]) for step in steps}
    page = new_page("/referee")
    begun(page)
    assert played(page, {**RIGHT, **{step: act for step, (_, act) in slips.items()}}) == list(RIGHT)
    missed = page.locator(".lesson-marks .is-warning p").all_inner_texts()
    assert sorted(missed) == sorted(" ".join(SLIPS[slip]) for slip, _ in slips.values())
    expect(page.locator(".over-head h2")).to_have_text("4 of 14 steps done right")


def test_the_line_fits_every_screen(kit: Kit, new_page: NewPage) -> None:
    """FC-11: over the cards, a long round, a stop, and with a late ball in the break."""
    lesson(kit, round_seconds=60)
    page = new_page("/referee")

    def fits(phase: str) -> None:
        expect(page.locator(f"body[data-phase={phase}] .lesson")).to_be_visible()
        for size in SIZES:
            assert measured(page, *size) == {}, (phase, size)

    fits("ready")
    kit.must("start_round")
    fits("round")
    kit.must("stop_round")
    fits("stopped")
    lesson(kit)
    kit.must("start_round")
    until(lambda: kit.view["phase"] == "break", 30, "the break")
    expect(page.locator(".lesson")).to_contain_text("Refuse it.")
    fits("break")
    kit.must("abandon_match", reason="enough")


def test_a_practice_without_a_slip_has_full_marks_and_can_be_played_again(
    kit: Kit, new_page: NewPage
) -> None:
    page = new_page("/referee")
    if kit.view["phase"] == "over":
        page.get_by_role("button", name="Practise again").click()
        page.locator("#begin").click()
        page.locator(".lesson").wait_for()
    else:
        begun(page)
    assert played(page, RIGHT) == list(RIGHT)
    expect(page.locator(".over-head h2")).to_have_text("14 of 14 steps done right")
    expect(page.locator(".lesson-marks .is-warning")).to_have_count(0)
    page.get_by_role("button", name="Practise again").click()
    expect(page.locator("#begin")).to_be_enabled()
