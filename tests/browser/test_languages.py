"""Every page, phase and panel of a German kit: no English word, all fits, and axe-core finds nothing."""

import io
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pygame
import pytest
from playwright.sync_api import Browser, Page, expect

from fieldkit.clock import Clock
from fieldkit.games import Game
from fieldkit.settings import Settings
from tests.browser.audit import settled, violations
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL, TRIES, NewPage
from tests.browser.german import NARROW, SIZES, GermanKit, Reader, german_kit, only_english, reader
from tests.browser.scenes import SCENES, crowded, in_break, kit_screens, new_match, owing
from tests.web.conftest import SmallGame, SmallKitPage, SmallReferee
from web.app import create_app

__all__ = ["german_kit", "reader"]

pytestmark = pytest.mark.browser

LEAVES = ("Abmelden", "Kit: Prüfen, Probe, Chips", "Vollbild")
"""What ends the page, or takes its size from the test, instead of opening a panel."""
PANELS = ("button.plate", ".others .button", ".last .button", ".hand .button", ".team-card.team-red .tile")
"""What opens a panel in a break."""
OF_A_TV = ("/screen", "/overlay")
"""What no hand holds: its words grow with the screen (`test_screen`), so no bounds in pixels hold for it."""
OF_HTTPS = "/trust"
"""Only there where the kit speaks https."""


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


def _open(page: Page, button: Any, reader: Reader) -> None:
    """Read the panel behind a button, if it has one."""
    name = " ".join(button.inner_text().split())
    if name not in LEAVES and not button.get_attribute("aria-disabled"):
        before = page.locator("#panel h2").inner_text() if page.locator("#panel").is_visible() else ""
        # What the tap before has bought may just now have greyed it: then it says why, and opens nothing.
        button.click(force=True)
        panel = page.locator("#panel")
        if panel.is_visible() and page.locator("#panel h2").inner_text() != before:
            reader.read(page, f"panel of {name}", NARROW)
    page.keyboard.press("Escape")


def test_the_reader_knows_english_when_it_sees_it() -> None:
    english = only_english()
    assert {"wood", "settlement", "hoop", "break", "the"} <= english
    assert not {"tablet", "holz", "reifen"} & english


def test_log_in_and_set_up(kit: GermanKit, new_page: NewPage, reader: Reader) -> None:
    new_match(kit)
    kit.must("abandon_match", reason="x")
    page = new_page("/referee", logged_in=False)
    assert page.evaluate("document.documentElement.lang") == "de"
    reader.read(page, "log-in")
    page.locator("#other").click()
    page.locator("#pin").fill("1")
    page.locator("#enter").click()
    expect(page.locator("#said")).not_to_be_empty()
    reader.read(page, "a wrong code", NARROW)
    page = new_page("/referee")
    page.get_by_role("button", name="Neues Spiel").wait_for()
    reader.read(page, "abandoned", NARROW)
    page.get_by_role("button", name="Neues Spiel").click()
    reader.read(page, "set-up")
    page.get_by_role("button", name="4 Teams").click()
    page.get_by_role("button", name="Optionen").click()
    reader.read(page, "set-up with options")


def test_the_tablet_and_the_spectators_page_in_every_phase(
    kit: GermanKit, new_page: NewPage, reader: Reader
) -> None:
    tablet, board = new_page("/referee"), new_page("/", PHONE, logged_in=False)
    for scene, bring in SCENES.items():
        for page in (tablet, board):
            page.goto("about:blank")
        bring(kit)
        phase = kit.view["phase"]
        for page, path, sizes in ((tablet, "/referee", SIZES), (board, "/", (PHONE, PORTRAIT, LANDSCAPE))):
            page.goto(f"http://127.0.0.1:{kit.port}{path}")

            def brought(page: Page = page, phase: str = phase, bring: Any = bring) -> None:
                """On a slow machine a short phase ends while it is looked at: then it is played once more."""
                seen = page.locator(f"body[data-phase={phase}]")
                for _ in range(TRIES):
                    if kit.view["phase"] != phase:
                        bring(kit)
                    with suppress(AssertionError):
                        return expect(seen).to_have_count(1, timeout=5_000)
                raise AssertionError(f"{page.url} never showed {phase}")

            reader.read(page, f"{path}, {scene}", sizes, brought)
    assert reader.seen == 2 * len(SCENES)


def test_axe_finds_nothing_on_what_a_tv_shows(kit: GermanKit, new_page: NewPage) -> None:
    in_break(kit)
    for address in OF_A_TV:
        page = new_page(address, (1280, 720), logged_in=False)
        expect(page.locator(".tv-card, .overlay-side").first).to_be_visible()
        page.emulate_media(reduced_motion="reduce")
        assert violations(page) == [], address


def test_the_field_of_a_round_with_a_hoop_chosen(kit: GermanKit, new_page: NewPage, reader: Reader) -> None:
    SCENES["round"](kit)
    page = new_page("/referee")
    for hoop in ("Reifen 1,", "Reifen 10"):
        page.locator(f".hoop[aria-label^='{hoop}']").click()
        page.locator(".picker").wait_for()
        reader.read(page, f"{hoop} chosen")
        page.locator(".picker-head .button").click()


def test_every_panel_of_a_break(kit: GermanKit, new_page: NewPage, reader: Reader) -> None:
    in_break(kit)
    kit.must("break_clock", hold=True)
    page = new_page("/referee")
    page.locator(".team-card").first.wait_for()
    for selector in PANELS:
        for i in range(page.locator(selector).count()):
            _open(page, page.locator(selector).nth(i), reader)
    more = page.get_by_role("button", name="Mehr …")
    more.click()
    entries = page.locator(".panel-body .button").count()
    page.keyboard.press("Escape")
    for i in range(entries):
        more.click()
        _open(page, page.locator(".panel-body .button").nth(i), reader)
    assert reader.seen >= 10


def test_what_a_robber_leaves(kit: GermanKit, new_page: NewPage, reader: Reader) -> None:
    owing(kit)
    page = new_page("/referee")
    page.locator("button.plate").first.wait_for()
    settled(page)
    for i in range(page.locator("button.plate").count()):
        _open(page, page.locator("button.plate").nth(i), reader)
    assert reader.seen >= 2
    kit.must("correct", team="red", set={"bonus_vp": 9}, reason="x")
    page.locator(".plate.is-result").click()
    reader.read(page, "the result to confirm", NARROW)


def test_every_other_page(kit: GermanKit, new_page: NewPage, reader: Reader, tmp_path: Path) -> None:
    in_break(kit)
    page = new_page("/crew")
    for address in pages(tmp_path):
        page.goto(f"http://127.0.0.1:{kit.port}{address}")
        page.locator("main > *").first.wait_for()
        # A page whose records are still being read asks for itself again.
        expect(page.locator("script[data-after]")).to_have_count(0)
        reader.read(page, address, NARROW)
    assert reader.seen >= 3


def test_the_answer_to_an_address_that_leads_nowhere(
    kit: GermanKit, browser: Browser, reader: Reader
) -> None:
    with browser.new_page() as page:
        page.goto(f"http://127.0.0.1:{kit.port}/nowhere")
        reader.read(page, "nowhere", NARROW)


def test_every_part_of_the_kits_own_page(kit: GermanKit, new_page: NewPage, reader: Reader) -> None:
    page = new_page("/crew")
    for screen in kit_screens(kit, page):
        reader.read(page, screen)
        cut = page.locator(".button").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        assert not cut, screen
    assert reader.seen == 9


def test_the_clocks_comma_stays_in_the_bar(kit: GermanKit, new_page: NewPage) -> None:
    new_match(kit, round_seconds=60)
    kit.must("start_round")
    page = new_page("/referee", (1024, 768))
    clock = page.locator(".bar-clock[data-clock], .bar-clock [data-clock]").first
    expect(clock).to_have_text(re.compile(r"\d,\d"))
    settled(page)
    bar, digits = page.locator(".top").bounding_box(), clock.bounding_box()
    assert bar
    assert digits
    below = {"x": digits["x"], "y": bar["y"] + bar["height"], "width": digits["width"], "height": 12}
    seen = pygame.image.load(io.BytesIO(page.screenshot(clip=below)))  # type: ignore[arg-type]
    colours = {
        tuple(seen.get_at((x, y)))[:3] for x in range(seen.get_width()) for y in range(seen.get_height())
    }
    assert not [one for one in colours if one[0] > 200 and one[2] < 120], "the clock's yellow"
    kit.must("stop_round")


def test_long_names_and_five_kinds_fit(kit: GermanKit, new_page: NewPage, reader: Reader) -> None:
    crowded(kit)
    page = new_page("/referee")
    expect(page.locator("#start")).to_have_text("RUNDE 2 STARTEN")
    reader.read(page, "a crowded break")
    for last in page.locator(".team-card .stock li:last-child .number").all():
        expect(last).to_be_in_viewport()
    for button in (*page.locator(".others .button").all()[:2], page.locator(".hand .button")):
        button.click(force=True)
        reader.read(page, "a crowded panel", (PHONE, SMALL, LANDSCAPE))
        page.keyboard.press("Escape")
    for entry in range(4):
        page.get_by_role("button", name="Mehr …").click()
        page.locator(".panel-body .button").nth(entry).click()
        reader.read(page, f"crowded entry {entry}", (PHONE, LANDSCAPE))
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Mehr …").click()
    page.get_by_role("button", name="Beenden").click()
    holds = page.locator(".panel-actions .hold")
    expect(holds.first).to_contain_text("Spiel abbrechen")
    for hold in holds.all():
        expect(hold).to_contain_text("Gedrückt halten.")
    paper = new_page("/print/match")
    table = paper.locator(".match-sheet")
    table.wait_for()
    assert table.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    kit.must("start_round")
    expect(page.locator("#bar [data-clock]")).to_have_text(re.compile(r"^\d+,\d$"))
    for kind in ("wood", "brick"):
        kit.must("deposit", hoop="h1", kind=kind)
    expect(page.locator(".counted .row")).to_have_count(2)
    reader.read(page, "a crowded round")
    kit.must("stop_round")


def test_a_refusal_is_german_and_the_record_is_not(kit: GermanKit) -> None:
    kit.create()
    status, body = kit.command("buy", team="red", item="city")
    assert (status, body["error"]["message"]) == (409, "Gekauft wird nach der ersten Runde")
    kit.must("start_round")
    kit.must("deposit", hoop="h1", kind="wood")
    assert kit.view["recent"][0]["text"] == "Rot: Holz in Reifen 1"
    kit.must("stop_round")
    kit.must("end_round")
    assert kit.view["can"]["buy"]["red"]["card"]["refused"] == "Rot: noch 2 Lehm für Karte"
    assert kit.ask("GET", "/api/nirgendwo")[1]["error"]["message"] == "Unter dieser Adresse gibt es nichts."
