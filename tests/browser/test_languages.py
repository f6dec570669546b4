"""A German kit: no screen of it says an English word, and the longer words still fit.

A word is English if the catalogue's English sentences use it and its German ones do not, so that a text which
bypasses the catalogue is found as well as one that it lacks.
"""

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pygame
import pytest
from playwright.sync_api import Page, expect

from fieldkit.language.catalogue import catalogue
from tests.browser.audit import measured, settled
from tests.browser.conftest import LANDSCAPE, PHONE, PORTRAIT, SMALL, NewPage
from tests.browser.scenes import SCENES, crowded, in_break, kit_screens, new_match, owing
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

SIZES = (LANDSCAPE, SMALL, PORTRAIT, PHONE)
PLACEHOLDER = re.compile(r"\{\w+\}")
FOREIGN = re.compile(r"https?://\S+|[\w.-]+:\d+\S*|(?:/[\w.-]+)+|FC-\d+|\b[0-9a-f]{4}(?: [0-9a-f]{4})+")
"""Addresses, paths and rule numbers are in no language."""
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {"foxes", "herons", "otters", "badgers"}
LEAVES = ("Abmelden", "Kit: Prüfen, Probe, Chips", "Vollbild")
"""What ends the page, or takes its size from the test, instead of opening a panel."""
TEXTS = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const around = walker.currentNode.parentElement;
    // The letters of a code may happen to be a word.
    if (!around.closest("script, style, noscript, p.code")) {
      texts.push(walker.currentNode.data);
    }
  }
  for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
    for (const name of ["aria-label", "placeholder", "title", "alt"]) {
      const text = element.getAttribute(name);
      if (text) texts.push(text);
    }
  }
  return texts.filter((text) => text.trim());
}"""


def words_of(texts: Iterator[str] | list[str]) -> set[str]:
    """All words of some texts, in lower case."""
    return {
        word.lower() for text in texts for word in WORD.findall(PLACEHOLDER.sub(" ", FOREIGN.sub(" ", text)))
    }


def only_english() -> set[str]:
    """Return the words of the catalogue's English sentences that its German ones do without."""
    own = catalogue("de")
    german = [
        *own.language.sentences.values(),
        *(form for forms in own.language.forms.values() for form in forms),
    ]
    return words_of([*own.language.sentences, *own.language.forms]) - words_of(german) - NAMES


class GermanKit(Kit):
    """A kit whose settings ask for German, and whose referee gives German reasons."""

    def __init__(self, folder: Any) -> None:
        super().__init__(folder)
        asked = self.settings.read_text(encoding="utf-8")
        asked = asked.replace("[kit]", '[kit]\nname = "Platz 1"')
        for room in ("[web]", "[scoreboard]"):
            asked = asked.replace(room, f'{room}\nlanguage = "de"')
        self.settings.write_text(asked, encoding="utf-8")

    def must(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command that has to be accepted, its reason in German."""
        return super().must(type_, **(fields | ({"reason": "Probe"} if "reason" in fields else {})))


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GermanKit]:
    """Yield a running German kit."""
    kit = GermanKit(tmp_path_factory.mktemp("german"))
    try:
        kit.start()
        yield kit
    finally:
        kit.end()


class Reader:
    """Reads one screen after the other and remembers its English words, and what does not fit."""

    def __init__(self) -> None:
        self.english = only_english()
        self.wrong: dict[str, object] = {}
        self.seen = 0

    def read(self, page: Page, screen: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
        """Read what the page shows now, and measure it at all sizes."""
        self.seen += 1
        texts: list[str] = page.evaluate(TEXTS)
        left = sorted({text.strip() for text in texts if words_of([text]) & self.english})
        if left:
            self.wrong[screen] = left
        for width, height in reversed(sizes):
            if found := measured(page, width, height):
                self.wrong[f"{screen} {width}x{height}"] = found


@pytest.fixture
def reader() -> Iterator[Reader]:
    """Fails at the end of the test with all that was found, screen by screen."""
    reader = Reader()
    yield reader
    lines = [f"{screen}: {found}" for screen, found in reader.wrong.items()]
    assert not reader.wrong, "\n".join(lines)
    assert reader.seen


def at(kit: Kit) -> Mapping[str, str]:
    """Where a page of this kit is asked for."""
    return {"origin": f"http://127.0.0.1:{kit.port}"}


def test_the_reader_knows_english_when_it_sees_it() -> None:
    english = only_english()
    assert {"wood", "settlement", "hoop", "break", "the"} <= english
    assert not {"tablet", "holz", "reifen"} & english


def test_log_in_set_up_and_other_pages(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    new_match(german)
    german.must("abandon_match", reason="x")
    page = new_page("/referee", logged_in=False, **at(german))
    assert page.evaluate("document.documentElement.lang") == "de"
    reader.read(page, "log-in")
    page.locator("#other").click()
    page.locator("#pin").fill("1")
    page.locator("#enter").click()
    expect(page.locator("#said")).not_to_be_empty()
    reader.read(page, "a wrong code")
    page = new_page("/referee", **at(german))
    page.get_by_role("button", name="Neues Spiel").click()
    reader.read(page, "set-up")
    page.get_by_role("button", name="4 Teams").click()
    page.get_by_role("button", name="Optionen").click()
    reader.read(page, "set-up with options")


@pytest.mark.parametrize("scene", SCENES)
def test_every_phase(german: GermanKit, new_page: NewPage, reader: Reader, scene: str) -> None:
    SCENES[scene](german)
    phase = german.view["phase"]
    for path, sizes in (("/referee", SIZES), ("/", (PHONE, LANDSCAPE))):
        page = new_page(path, **at(german))
        if german.view["phase"] != phase:
            # On a slow machine a short phase ends while it is looked at.
            SCENES[scene](german)
        expect(page.locator(f"body[data-phase={phase}]")).to_have_count(1)
        reader.read(page, f"{path}, {scene}", sizes)


def test_every_panel(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    in_break(german)
    german.must("break_clock", hold=True)
    page = new_page("/referee", **at(german))
    page.locator(".team-card").first.wait_for()
    selectors = (
        "button.plate",
        ".others .button",
        ".last .button",
        ".hand .button",
        ".team-card.team-red .tile",
    )
    for selector in selectors:
        for i in range(page.locator(selector).count()):
            _open(page, page.locator(selector).nth(i), reader)
    page.get_by_role("button", name="Mehr …").click()
    entries = page.locator(".panel-body .button").count()
    page.keyboard.press("Escape")
    for i in range(entries):
        page.get_by_role("button", name="Mehr …").click()
        _open(page, page.locator(".panel-body .button").nth(i), reader)
    assert reader.seen >= 10


@pytest.mark.parametrize("size", [LANDSCAPE, (1024, 768)])
def test_the_clocks_comma_stays_in_the_bar(
    german: GermanKit, new_page: NewPage, size: tuple[int, int]
) -> None:
    new_match(german, round_seconds=60)
    german.must("start_round")
    page = new_page("/referee", size, **at(german))
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
    german.must("stop_round")


def test_long_names_and_five_kinds_fit(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    crowded(german)
    page = new_page("/referee", **at(german))
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
    paper = new_page("/print/match", **at(german))
    table = paper.locator(".match-sheet")
    table.wait_for()
    assert table.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    german.must("start_round")
    expect(page.locator("#bar [data-clock]")).to_have_text(re.compile(r"^\d+,\d$"))
    for kind in ("wood", "brick"):
        german.must("deposit", hoop="h1", kind=kind)
    expect(page.locator(".counted .row")).to_have_count(2)
    reader.read(page, "a crowded round")
    german.must("stop_round")


def test_what_a_robber_leaves(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    owing(german)
    page = new_page("/referee", **at(german))
    page.locator("button.plate").first.wait_for()
    settled(page)
    for i in range(page.locator("button.plate").count()):
        _open(page, page.locator("button.plate").nth(i), reader)
    assert reader.seen >= 2


def test_pages_for_crew_and_paper(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    in_break(german)
    for address in ("/crew", "/print"):
        page = new_page(address, **at(german))
        page.locator("main > *").first.wait_for()
        reader.read(page, address, ())


def test_every_part_of_the_kits_own_page(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    page = new_page("/crew", **at(german))
    for screen in kit_screens(german, page):
        reader.read(page, screen)
        cut = page.locator(".button").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        assert not cut, screen
    assert reader.seen == 9


def test_a_refusal_is_german_and_the_record_is_not(german: GermanKit) -> None:
    german.create()
    status, body = german.command("buy", team="red", item="city")
    assert (status, body["error"]["message"]) == (409, "Gekauft wird nach der ersten Runde")
    german.must("start_round")
    german.must("deposit", hoop="h1", kind="wood")
    assert german.view["recent"][0]["text"] == "Rot: Holz in Reifen 1"
    german.must("stop_round")
    german.must("end_round")
    assert german.view["can"]["buy"]["red"]["card"]["refused"] == "Rot: noch 2 Lehm für Karte"
    assert (
        german.ask("GET", "/api/nirgendwo")[1]["error"]["message"] == "Unter dieser Adresse gibt es nichts."
    )


def _open(page: Page, button: Any, reader: Reader) -> None:
    """Read the panel behind a button, if it has one."""
    name = " ".join(button.inner_text().split())
    if name in LEAVES or button.get_attribute("aria-disabled"):
        page.keyboard.press("Escape")
        return
    before = page.locator("#panel h2").inner_text() if page.locator("#panel").is_visible() else ""
    # What the tap before has bought may just now have greyed it: then it says why, and opens nothing.
    button.click(force=True)
    panel = page.locator("#panel")
    if panel.is_visible() and page.locator("#panel h2").inner_text() != before:
        reader.read(page, f"panel of {name}", (LANDSCAPE, PHONE))
    page.keyboard.press("Escape")
