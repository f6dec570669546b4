"""The page that checks dice: pure JavaScript, against hashlib, from a file and from the kit."""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from fieldkit.games.fair import Fortune, draw
from fieldkit.language.catalogue import load_language
from fieldkit.records.fair import checked_match
from fieldkit.records.fair_page import page as made
from fieldkit.records.fair_page import write
from tests.browser.audit import measured, violations
from tests.browser.conftest import LANDSCAPE, PHONE
from tests.fieldkit.records.test_fair import GAMES, ROLLS, change, play
from tests.support.fair_toy import FairToy
from tests.support.refereeing import table

pytestmark = pytest.mark.browser

Opened = Callable[..., Page]
PLACES = """([secret, words, sides]) =>
  [...Array(20).keys()].map((place) => draw({ secret, words }, place, BigInt(sides)))"""
"""The first twenty numbers of a stream, by the page."""


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite3"
    with table(path, game=FairToy()) as kit:
        play(kit, words="Sonne & Würfel </script>")
    return path


@pytest.fixture
def opened(browser: Browser, journal: Path, tmp_path: Path) -> Iterator[Opened]:
    """Yield a function that opens the page of the match as a file; ``edit`` is done to its text first."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
    wrong: list[str] = []

    def make(edit: Callable[[str], str] = str) -> Page:
        file = tmp_path / "page.html"
        write(journal, GAMES, "m1", file, "Field 1")
        file.write_text(edit(file.read_text(encoding="utf-8")), encoding="utf-8")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", lambda asked: wrong.append(asked.url) if asked.url.startswith("http") else None)
        page.goto(file.as_uri())
        return page

    yield make
    context.close()
    assert wrong == []


def test_hashes_and_numbers_are_those_of_python(opened: Opened) -> None:
    page = opened()
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 300):
        text = ("ä5" * length)[:length]
        assert page.evaluate("(text) => hex(sha256(utf8(text)))", text) == (
            hashlib.sha256(text.encode()).hexdigest()
        )
        key = hashlib.sha256(text.encode()).digest()
        assert page.evaluate("([key, text]) => hex(hmac(unhex(key), utf8(text)))", [key.hex(), text]) == (
            hmac.digest(key, text.encode(), "sha256").hex()
        )
    secret = hashlib.sha256(b"secret").hexdigest()
    for words in ("", "sun", "Würfel"):
        for sides in (2, 6, 36, 1000, 2**52 + 1):
            numbers = page.evaluate(PLACES, [secret, words, str(sides)])
            assert numbers == [draw(Fortune(secret, place, words), sides) for place in range(20)]


def test_a_number_thrown_away_is_drawn_again_as_in_python(opened: Opened) -> None:
    page, secret, sides = opened(), hashlib.sha256(b"secret").hexdigest(), 2**255 + 1
    drawn = page.evaluate(PLACES, [secret, "", str(sides)])
    assert drawn == [float(draw(Fortune(secret, place), sides)) for place in range(20)]


def test_a_match_is_right_and_its_faces_are_shown(opened: Opened, journal: Path) -> None:
    page = opened()
    expect(page.locator("#verdict h2")).to_have_text("Every roll is right.")
    assert page.locator("#verdict p").count() == 0
    shown = [int(text) for text in page.locator("#faces .count").all_inner_texts()]
    assert shown == list(checked_match(journal, GAMES, "m1").histogram.values())
    assert sum(shown) == ROLLS
    # The one that was undone is told as well.
    expect(page.locator("#rolls li")).to_have_count(ROLLS + 1)
    expect(page.locator("#rolls s")).to_have_count(1)
    expect(page.locator("dd").last).to_have_text("Sonne & Würfel </script>")


def test_a_roll_changed_on_the_record_is_found(opened: Opened, journal: Path) -> None:
    change(journal, "m1", r'"number":[1-5]', '"number":6')
    page = opened()
    expect(page.locator("#verdict h2")).to_have_text("Something is wrong.")
    expect(page.locator("#verdict p")).to_have_text(
        re.compile(r"^Decision \d+ does not follow from the dice")
    )


def test_a_number_changed_on_the_page_is_found(opened: Opened) -> None:
    def forge(text: str) -> str:
        return re.sub(r'"numbers":\[\[7,6,(\d)\]', lambda m: f'"numbers":[[7,6,{(int(m[1]) + 1) % 6}]', text)

    page = opened(forge)
    expect(page.locator("#verdict p")).to_have_text(
        re.compile(r"^Number 8 in decision \d+ is not the one of the dice")
    )


def test_a_number_that_was_left_out_is_found(opened: Opened) -> None:
    page = opened(lambda text: text.replace('"counted":1', '"counted":2', 1))
    expect(page.locator("#verdict p")).to_have_text(
        re.compile(r"^Decision \d+ drew other numbers than it counts")
    )


def test_another_secret_is_found(opened: Opened, journal: Path) -> None:
    change(journal, "m1", '"key":".{8}', '"key":"00000000')
    page = opened()
    expect(page.locator("#verdict p").first).to_have_text("The secret does not fit the hash that was shown.")


def test_it_can_be_read_on_every_screen(opened: Opened) -> None:
    page = opened()
    expect(page.locator("#verdict h2")).to_be_visible()
    wrong = {str(size): measured(page, *size) for size in (LANDSCAPE, PHONE)} | {"axe": violations(page)}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_it_speaks_the_language_of_the_kit(browser: Browser, journal: Path) -> None:
    german = load_language("de")
    page = browser.new_page()
    page.set_content(made(checked_match(journal, GAMES, "m1", german), "Feld 1", german))
    expect(page.locator("#verdict h2")).to_have_text("Jeder Wurf stimmt.")
    page.close()
