"""Printed seat cards: what a phone that photographs one gets, and what it keeps of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.link import Link
from tests.browser.test_dice_game import created
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser


def card(kit: Kit, side: str) -> str:
    """Return the token on the printed card of a side."""
    status, made = kit.ask("POST", "/api/session/seats", {"seats": [side]})
    assert status == 200
    return str(made["tokens"][side])


def sits(page: Page, name: str) -> None:
    """Check that the phone is that player's, and that its address and history say nothing of the card."""
    expect(page.locator("#bar h1")).to_have_text(name)
    assert page.evaluate("location.pathname + location.hash") == "/seat"
    page.reload()
    expect(page.locator("#bar h1")).to_have_text(name)


def photograph(page: Page, token: str) -> None:
    """Open the address of a card in a page of this kit that is open already."""
    page.evaluate("token => { location.href = `/seat#${token}`; }", token)


def test_a_card_seats_any_number_of_phones_and_leaves_no_token_behind(kit: Kit, new_page: NewPage) -> None:
    created(kit, 3)
    token = card(kit, "red")
    for _ in range(2):
        phone = new_page("/", PHONE, logged_in=False, unused=True)
        photograph(phone, token)
        sits(phone, "Mia")
        # Two steps at most: the board and the seat, never the address with the token.
        assert phone.evaluate("history.length") <= 3
        phone.go_back()
        expect(phone.locator("body.board-page")).to_have_count(1)
        phone.go_forward()
        sits(phone, "Mia")
        assert token.partition(".")[2] not in phone.content()


def test_another_card_seats_the_phone_elsewhere_and_its_own_changes_nothing(
    kit: Kit, new_page: NewPage
) -> None:
    created(kit, 3)
    phone = new_page(f"/seat#{card(kit, 'red')}", PHONE, logged_in=False)
    sits(phone, "Mia")
    photograph(phone, card(kit, "blue"))
    sits(phone, "Ben")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    photograph(phone, card(kit, "blue"))
    until(lambda: phone.evaluate("location.hash") == "", 5, "an address without a token")
    sits(phone, "Ben")
    assert not [url for url in asked if url.endswith("/api/session")]


def test_a_card_of_another_kit_says_so_and_the_digits_still_work(kit: Kit, new_page: NewPage) -> None:
    created(kit, 3)
    phone = new_page(f"/seat#red.{'0123456789abcdef' * 2}", PHONE, logged_in=False)
    expect(phone.locator("#said")).to_have_text(
        "That seat card is not of this kit, or from before a new PIN."
    )
    assert phone.evaluate("location.hash") == ""
    _, made = kit.ask("POST", "/api/session/code", {"role": "seat", "seat": "green"})
    for digit in made["code"]:
        phone.locator(".keypad").get_by_role("button", name=digit, exact=True).click()
    sits(phone, "Ida")
    photograph(phone, f"red.{'0123456789abcdef' * 2}")
    expect(phone.locator("#toast")).to_contain_text("That seat card is not of this kit")
    sits(phone, "Ida")


def test_a_card_that_finds_no_kit_is_tried_again(kit: Kit, link: Link, new_page: NewPage) -> None:
    created(kit, 3)
    token = card(kit, "red")
    phone = new_page("/seat", PHONE, logged_in=False, origin=f"http://127.0.0.1:{link.port}", weak_link=True)
    expect(phone.locator("#login")).to_be_visible()
    link.cut()
    photograph(phone, token)
    expect(phone.locator("#said")).to_contain_text(re.compile("Your card is tried again"))
    link.restore()
    sits(phone, "Mia")
