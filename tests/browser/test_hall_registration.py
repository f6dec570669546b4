"""A hall is set up by tapping, and its players come from a list or by hand."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.halls import ended, hall, key
from tests.process.conftest import Kit, new_kit

__all__ = ["new_kit"]

pytestmark = pytest.mark.browser


def test_a_hall_is_opened_by_tapping_and_its_players_come_from_a_list(
    kit: Kit, new_page: NewPage, tmp_path: Path
) -> None:
    hall(kit)
    ended(kit)
    page = new_page("/referee")
    key(page, "New hall").click()
    page.get_by_label("Boards", exact=True).fill("7")
    expect(page.locator(".ring-hint")).to_contain_text("7 boards make no ring: add 4 seats or leave 2.")
    page.get_by_label("Players", exact=True).fill("15")
    expect(page.locator(".size-seats")).to_have_text("18seats in the ring")
    page.get_by_role("button", name=re.compile("^Real dice")).click()
    page.get_by_role("group", name="Points that win").get_by_role("button", name="less").click()
    page.get_by_role("button", name=re.compile("^OPEN THE HALL")).click()
    expect(page.locator("#bar h1")).to_have_text("Registration")
    view = kit.view
    assert (view["boards"], view["options"]["dice"], view["options"]["target"]) == (9, "real", 24)
    key(page, "Import a list").click()
    page.get_by_label("Or paste the list here").fill("name;board;group\nMia;4;sun\nBen;40;moon\nCem;4;sun")
    key(page, "Register 3 players").click()
    expect(page.locator(".form-wrong li")).to_have_text(
        [
            "Nobody was registered.",
            "Row 3: There is no board 40: they are numbered 1 to 9",
            "Row 4: seat 4 A Sun is on the list twice",
        ]
    )
    assert kit.view["seats"]["players"] == 0
    path = tmp_path / "players.csv"
    path.write_bytes(b"name\n" * 1_400_000)
    page.get_by_label("Choose a file").set_input_files(path)
    expect(page.locator(".form-wrong")).to_contain_text("not a list of players: it has 7 million characters")
    expect(page.get_by_label("Or paste the list here")).to_have_value("")
    path.write_bytes("name;board;group\nMüller, Zoë;4;sun\n\nBen;;\nJosé;1;sun".encode("cp1252"))
    page.get_by_label("Choose a file").set_input_files(path)
    key(page, "Register 3 players").click()
    expect(page.locator(".seats-taken")).to_have_text("3of 18 seats are taken")
    with page.expect_download() as download:
        key(page, "Export the list").click()
    lines = Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert lines[0] == "name,board,kind,group,club,number,status"
    assert lines[1:] == ['"Müller, Zoë",4,A,sun,,1,plays', "Ben,1,A,moon,,2,plays", "José,1,A,sun,,3,plays"]


def test_a_long_list_goes_in_parts_and_is_everybody_or_nobody(kit: Kit, new_page: NewPage) -> None:
    ended(kit)
    kit.must("open_hall", game="big_game", boards=321)
    page = new_page("/referee")
    key(page, "Import a list").click()
    entry = page.get_by_label("Or paste the list here")
    rows = [f"Player {n},," for n in range(1, 641)]
    # Far behind the first part a row wants a seat that the first rows would have been given.
    rows[599] = "Late but seated,1,sun"
    wrong = ("Nobody's name is as long as this one can be read,,", "Not so fast,1,sun")
    entry.fill("\n".join(("name,board,group", *rows, *wrong)))
    key(page, "Register 642 players").click()
    expect(page.locator(".form-wrong li").last).to_have_text("Rows 601 and 643 name the same seat, 1 sun.")
    expect(page.locator(".form-wrong")).to_contain_text("Row 642: A player's name has")
    assert kit.view["seats"]["players"] == 0
    entry.fill("\n".join(("name,board,group", *rows)))
    key(page, "Register 640 players").click()
    expect(page.locator(".seats-taken")).to_have_text("640of 642 seats are taken")
    _, seat = kit.ask("GET", "/api/ask?what=seat&seat=1-sun")
    assert (seat["person"]["name"], seat["person"]["number"]) == ("Late but seated", 600)


def test_a_bar_with_room_shows_every_plate(new_kit: Kit, new_page: NewPage) -> None:
    """Set-up and registration hide nothing, least of all that there is no horn."""
    new_kit.start()
    page = new_page("/referee", origin=f"http://127.0.0.1:{new_kit.port}")
    folded = page.locator(".plate.is-all")
    for game in ("Big Game, Big Honor", "Catan Big Game"):
        page.get_by_role("button", name=re.compile(f"^{game}")).click()
        expect(page.get_by_role("button", name="Another game")).to_be_visible()
        expect(page.get_by_role("link", name="Check the kit")).to_be_visible()
        expect(folded).to_have_count(0)
        if game == "Big Game, Big Honor":
            page.get_by_role("button", name="Another game").click()
    page.get_by_role("button", name=re.compile("^OPEN THE HALL")).click()
    expect(page.get_by_role("button", name=re.compile("^No horn"))).to_be_visible()
    expect(folded).to_have_count(0)


def test_the_hall_after_its_rehearsal_begins_with_the_same_boards_and_options(
    kit: Kit, new_page: NewPage
) -> None:
    ended(kit)
    kit.must("open_hall", game="big_game", boards=102, rehearsal=True, options={"target": 21, "dice": "free"})
    ended(kit)
    page = new_page("/referee")
    key(page, "New hall").click()
    expect(page.get_by_label("Boards", exact=True)).to_have_value("102")
    page.get_by_role("button", name=re.compile("^OPEN THE HALL")).click()
    expect(page.locator("#bar h1")).to_have_text("Registration")
    view = kit.view
    assert (view["boards"], view["rehearsal"]) == (102, False)
    assert (view["options"]["target"], view["options"]["dice"]) == (21, "free")


def test_players_by_hand_and_another_ring(kit: Kit, new_page: NewPage) -> None:
    ended(kit)
    kit.must("open_hall", game="big_game", boards=3)
    page = new_page("/referee")
    key(page, "Register a player").click()
    page.get_by_label("Name").fill("Ada Sol")
    page.get_by_label("Number of the board").fill("2")
    key(page, "Moon").click()
    page.get_by_label("Club").fill("Space s")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Ada Sol is registered.")
    _, seat = kit.ask("GET", "/api/ask?what=seat&seat=2-moon")
    assert (seat["person"]["name"], seat["person"]["club"]) == ("Ada Sol", "Space s")
    assert kit.view["phase"] == "registration"
    page.keyboard.press("Escape")
    key(page, "Change the boards").click()
    page.get_by_role("group", name="Boards").get_by_role("button", name="more").click()
    key(page, "Take 6 boards").click()
    expect(page.locator(".seats-card h2")).to_contain_text("6 boards")
