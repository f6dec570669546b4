"""Every page, phase and panel: axe-core finds nothing, and text, targets and contrast keep to the bounds."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser, Page, expect

from fieldkit.clock import Clock
from fieldkit.games import Game
from fieldkit.settings import Settings
from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL, TRIES, NewPage
from tests.browser.scenes import SCENES, in_break, kit_screens, new_match, owing
from tests.process.conftest import Kit
from tests.web.conftest import SmallGame, SmallKitPage, SmallReferee
from web.app import create_app

pytestmark = pytest.mark.browser

SIZES = (LANDSCAPE, SMALL, PORTRAIT, PHONE)
NARROW = (LANDSCAPE, PHONE)
"""For what grows with its text alone: panels and plain pages."""
PLATES = "button.plate"
BUTTONS = (PLATES, ".others .button", ".last .button", ".hand .button", ".team-card.team-red .tile")
"""What opens a panel in a break."""
LEAVES = ("Log out", "The kit: check, test, tags", "Full screen")
"""What ends the page instead, or changes its size."""


OF_A_TV = ("/screen", "/overlay")
OF_HTTPS = "/trust"
"""Only there where the kit speaks https."""
"""What no hand holds: its words grow with the screen (`test_screen`), so no bounds in pixels hold for it."""


class Audit:
    """Looks at screens one after the other and remembers what is wrong with each."""

    def __init__(self) -> None:
        self.wrong: dict[str, object] = {}
        self.seen = 0

    def look(
        self,
        page: Page,
        screen: str,
        sizes: Sequence[tuple[int, int]] = NARROW,
        brought: Callable[[], None] = lambda: None,
    ) -> None:
        """Audit what is shown at each size, the scene brought first; the page is left at the first size."""
        self.seen += 1
        page.emulate_media(reduced_motion="reduce")
        for width, height in reversed(sizes):
            brought()
            if found := measured(page, width, height):
                self.wrong[f"{screen} {width}x{height}"] = found
        brought()
        if found_by_axe := violations(page):
            self.wrong[f"{screen}, axe"] = found_by_axe


@pytest.fixture
def audit() -> Iterator[Audit]:
    """Fails at the end of the test with all that was found, screen by screen."""
    audit = Audit()
    yield audit
    lines = [f"{screen}: {found}" for screen, found in audit.wrong.items()]
    assert not audit.wrong, "\n".join(lines)
    assert audit.seen


def opened(page: Page, selector: str) -> Iterator[str]:
    """Open, one after the other, each panel that a button of the selector leads to."""
    for i in range(page.locator(selector).count()):
        button = page.locator(selector).nth(i)
        name = " ".join(button.inner_text().split())
        if name in LEAVES or button.get_attribute("aria-disabled"):
            continue
        # What the one before has bought may just now have greyed it: then it opens nothing.
        button.click(force=True)
        if page.locator("#panel").is_visible():
            yield name
            page.keyboard.press("Escape")


def pages(folder: Path) -> list[str]:
    """Return the addresses of all pages for people, as the web interface itself lists them."""
    games = {"full_contact": cast(Game, SmallGame())}
    site = create_app(SmallReferee(), Settings(), folder, games, Clock(), SmallKitPage())
    try:
        rules = [rule for rule in site.flask.url_map.iter_rules() if "GET" in (rule.methods or ())]
        return sorted(rule.rule for rule in rules if not rule.arguments and "." not in rule.rule
                      and not rule.rule.startswith(("/api", *OF_A_TV, OF_HTTPS)))  # fmt: skip
    finally:
        site.release()


def test_pages_without_a_match(kit: Kit, new_page: NewPage, audit: Audit) -> None:
    new_match(kit)
    kit.must("abandon_match", reason="a new one")
    page = new_page("/referee", logged_in=False)
    audit.look(page, "log-in", SIZES)
    page = new_page("/referee")
    page.get_by_role("button", name="New match").wait_for()
    audit.look(page, "abandoned")
    page.get_by_role("button", name="New match").click()
    audit.look(page, "set-up", SIZES)
    page.get_by_role("button", name="4 teams").click()
    page.get_by_role("button", name="Options").click()
    audit.look(page, "set-up with options", SIZES)


@pytest.mark.parametrize("scene", SCENES)
def test_the_tablet_and_the_spectators_page_in_every_phase(
    kit: Kit, new_page: NewPage, audit: Audit, scene: str
) -> None:
    SCENES[scene](kit)
    phase = kit.view["phase"]
    tablet, board = new_page("/referee"), new_page("/", PHONE, logged_in=False)
    for page, name, sizes in ((tablet, "tablet", SIZES), (board, "board", (PHONE, PORTRAIT))):

        def brought(page: Page = page) -> None:
            """On a slow machine a short phase ends while it is looked at: then it is played once more."""
            seen = page.locator(f"body[data-phase={phase}]")
            for _ in range(TRIES):
                if kit.view["phase"] != phase:
                    SCENES[scene](kit)
                with suppress(AssertionError):
                    return expect(seen).to_have_count(1, timeout=5_000)
            raise AssertionError(f"{page.url} never showed {phase}")

        audit.look(page, f"{name}, {scene}", sizes, brought)


def test_axe_finds_nothing_on_what_a_tv_shows(kit: Kit, new_page: NewPage) -> None:
    in_break(kit)
    for address in OF_A_TV:
        page = new_page(address, (1280, 720), logged_in=False)
        expect(page.locator(".tv-card, .overlay-side").first).to_be_visible()
        page.emulate_media(reduced_motion="reduce")
        assert violations(page) == [], address


def test_the_field_of_a_round_with_a_hoop_chosen(kit: Kit, new_page: NewPage, audit: Audit) -> None:
    SCENES["round"](kit)
    page = new_page("/referee")
    for hoop in ("Hoop 1,", "Hoop 10"):
        page.locator(f".hoop[aria-label^='{hoop}']").click()
        page.locator(".picker").wait_for()
        audit.look(page, f"{hoop} chosen", SIZES)
        page.locator(".picker-head .button").click()


def test_every_panel_of_a_break(kit: Kit, new_page: NewPage, audit: Audit) -> None:
    in_break(kit)
    kit.must("break_clock", hold=True)
    page = new_page("/referee")
    page.locator(".team-card").first.wait_for()
    for selector in BUTTONS:
        for name in opened(page, selector):
            audit.look(page, name)
    assert audit.seen >= 6


def test_everything_under_more(kit: Kit, new_page: NewPage, audit: Audit) -> None:
    in_break(kit)
    kit.must("break_clock", hold=True)
    page = new_page("/referee")
    more = page.get_by_role("button", name="More…")
    more.click()
    entries = [" ".join(text.split()) for text in page.locator(".panel-body .button").all_inner_texts()]
    page.keyboard.press("Escape")
    for entry in entries:
        if entry in LEAVES:
            continue
        more.click()
        page.locator(".panel-body .button").nth(entries.index(entry)).click()
        if page.locator("#panel").is_visible():
            audit.look(page, entry)
        page.keyboard.press("Escape")
    assert audit.seen >= 4


def test_what_the_plates_of_a_break_lead_to(kit: Kit, new_page: NewPage, audit: Audit) -> None:
    owing(kit)
    page = new_page("/referee")
    page.locator(PLATES).first.wait_for()
    for name in opened(page, PLATES):
        audit.look(page, name)
    assert audit.seen >= 2
    kit.must("correct", team="red", set={"bonus_vp": 9}, reason="for the test")
    page.locator(".plate.is-result").click()
    audit.look(page, "the result to confirm")


def test_every_other_page(kit: Kit, new_page: NewPage, audit: Audit, tmp_path: Path) -> None:
    in_break(kit)
    for address in pages(tmp_path):
        page = new_page(address)
        page.locator("main > *").first.wait_for()
        # A page whose records are still being read asks for itself again.
        expect(page.locator("script[data-after]")).to_have_count(0)
        audit.look(page, address)
    assert audit.seen >= 3


def test_every_part_of_the_kits_own_page(kit: Kit, new_page: NewPage, audit: Audit) -> None:
    page = new_page("/crew")
    for screen in kit_screens(kit, page):
        audit.look(page, screen, SIZES)
    assert audit.seen == 9


def test_the_answer_to_an_address_that_leads_nowhere(kit: Kit, browser: Browser, audit: Audit) -> None:
    with browser.new_page() as page:
        page.goto(f"http://127.0.0.1:{kit.port}/nowhere")
        audit.look(page, "nowhere")
