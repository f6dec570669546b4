"""What a game's module finds in the shared pages: who sits at a phone, look-ups, the tokens of seat cards.

The race of `fieldkit/games/README.md` is played with seats that are no sides, as in a hall.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.process.conftest import Kit, until
from tests.support.page_game import games_in

pytestmark = pytest.mark.browser

ASK = """    def ask(self, state, who, query, translate):
        from fieldkit.errors import Rejected
        if query.get("what") != "seat":
            raise Rejected("unknown_question", "Nothing to look up.", None)
        return {"who": who, "seat": query["seat"]}

    def view("""
SEAT = """import { h } from "../dom.js";

export { words } from "./words.js";

export function seatOf(view, seat) {
  const [board, half] = seat.split("-");
  return half === "moon" ? { name: `Board ${board}`, colour: "blue", mark: "square" } : null;
}

export function screen(page) {
  globalThis.page = page;
  return h("p", { class: "sentence" }, `${page.side.name}, ${page.seat}`);
}
"""


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit with the race and its players in a hall; pages keep what they give the game's module."""
    folder = tmp_path_factory.mktemp("hall")
    found = games_in(folder)
    (folder / "race" / "web" / "seat.js").write_text(SEAT, encoding="utf-8")
    rules, tablet = folder / "race" / "game.py", folder / "race" / "web" / "tablet.js"
    rules.write_text(rules.read_text("utf-8").replace("    def view(", ASK), encoding="utf-8")
    shown = "export function screen({ view, say, send, tell }) {"
    kept = (
        "export function screen(tablet) {\n  const { view, say, send, tell } = (globalThis.tablet = tablet);"
    )
    tablet.write_text(tablet.read_text("utf-8").replace(shown, kept), encoding="utf-8")
    kit = Kit(tmp_path_factory.mktemp("kit"), **found)
    try:
        kit.start()
        kit.must("start_race", game="race")
        # A kit that has just started tells later where it serves its phones, and the tablet draws that.
        own = f":{kit.port}/"
        kit.wait(lambda view: not view["spectators"].endswith(own))
        yield kit
    finally:
        kit.end()


def card(kit: Kit, seat: str) -> str:
    """Return the token on the printed card of a seat."""
    return str(kit.ask("POST", "/api/session/seats", {"seats": [seat]})[1]["tokens"][seat])


def test_a_game_says_who_sits_at_a_phone_and_the_phone_looks_things_up(kit: Kit, new_page: NewPage) -> None:
    phone = new_page(f"/seat#{card(kit, '31-moon')}", PHONE, logged_in=False)
    expect(phone.locator("#bar h1")).to_have_text("Board 31")
    expect(phone.locator("#bar .team-blue use")).to_have_attribute("href", re.compile("#mark-square$"))
    expect(phone.locator("#screen .sentence")).to_have_text("Board 31, 31-moon")
    asked = phone.evaluate("page.ask({ what: 'seat', seat: '31-moon' })")
    assert asked == {"who": "seat/31-moon", "seat": "31-moon"}
    assert phone.evaluate("page.ask({ what: 'else' })") is None


def test_a_seat_that_the_game_does_not_know_says_so(kit: Kit, new_page: NewPage) -> None:
    phone = new_page(f"/seat#{card(kit, '31-sun')}", PHONE, logged_in=False)
    expect(phone.locator("#screen")).to_contain_text("Your colour does not play in this match.")
    expect(phone.locator("#bar h1")).to_have_text("Field 1")


@pytest.fixture
def tablet(kit: Kit, new_page: NewPage) -> Page:
    """Return the referee's tablet in the race."""
    page = new_page("/referee")
    page.get_by_role("button", name="Roll for").wait_for()
    until(lambda: page.evaluate("tablet.view.kit.screens") == 1, 10, "the tablet itself to be counted")
    return page


def test_the_tablet_looks_things_up(tablet: Page) -> None:
    asked: Any = tablet.evaluate("tablet.look({ what: 'seat', seat: '31-sun' })")
    assert asked == {"who": "tablet", "seat": "31-sun"}
    assert tablet.evaluate("tablet.look({ what: 'else' })") is None


def test_the_tablet_gets_the_tokens_of_a_whole_hall(kit: Kit, tablet: Page) -> None:
    hall = "Array.from({ length: 450 }, (_, n) => `${n + 1}-sun`)"
    tokens = tablet.evaluate(f"tablet.seatTokens({hall})")
    assert len(tokens) == 450
    assert tokens["450-sun"] == card(kit, "450-sun")
    assert tablet.evaluate("tablet.seatTokens(['Not a seat'])") is None
    expect(tablet.locator("#toast")).to_contain_text("Send the ids of 1 to 200 sides")


def test_the_tablet_counts_the_phones_and_draws_when_they_change(tablet: Page, new_page: NewPage) -> None:
    before = tablet.evaluate("tablet.phones")
    drawn = "() => { window.draws = 0; new MutationObserver(() => { window.draws += 1; })"
    tablet.evaluate(drawn + ".observe(document.body, { attributes: true }); }")

    def is_calm() -> bool:
        drawn = tablet.evaluate("window.draws")
        tablet.wait_for_timeout(2_500)
        return bool(tablet.evaluate("window.draws") == drawn)

    # Whatever another test has left on the page is drawn once more at most.
    until(is_calm, 15, "nothing more to draw")
    assert tablet.evaluate("tablet.phones") == before
    calm = tablet.evaluate("window.draws")
    new_page("/", PHONE, logged_in=False)
    until(lambda: tablet.evaluate("tablet.phones") == before + 1, 10, "one more phone")
    until(lambda: tablet.evaluate("window.draws") > calm, 5, "a drawing")
