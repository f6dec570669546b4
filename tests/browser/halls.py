"""Halls of Catan Big Game in the moments that the tests of its console look at."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.process.conftest import Kit

WON = {"settlements": 4, "cities": 7, "bonuses": 2, "vp_cards": 1, "route": True, "grain": 3, "ore": 1}
"""A claim form of 25 points."""
HOLD_MS = 1000
"""Longer than the main key must be held to end a turn early."""
STILL_MS = 800
"""Longer than what has just changed does nothing."""
NAMES = ("Ines Vogt", "Mara Lind", "Tom Reuter", "Aylin Kaya", "Jonas Weber", "Noah Sommer")


def ended(kit: Kit) -> None:
    """No hall is on."""
    kit.give_up("another one")


def listed(count: int, row: Callable[[int], str] = lambda n: f"{NAMES[n % 6]} {n},Club {n % 4}") -> str:
    """Return a list of players."""
    return "\n".join(("name,club", *(row(n) for n in range(1, count + 1))))


def hall(kit: Kit, boards: int = 6, rehearsal: bool = False, **options: Any) -> None:
    """Another hall, each seat taken, with long turns unless told."""
    ended(kit)
    chosen = {"dice": "real", "turn_seconds": 200, "late_turn_seconds": 200} | options
    kit.must("open_hall", game="big_game", boards=boards, options=chosen, rehearsal=rehearsal)
    if not rehearsal:
        kit.must("import_players", csv=listed(2 * boards))


def in_turn(kit: Kit, turns: int = 1, **options: Any) -> None:
    """Set up a hall in a turn whose clock runs."""
    hall(kit, **options)
    for dice in ([2, 3], [5, 1], [6, 4], [4, 5], [2, 4], [1, 2], [5, 3])[:turns]:
        kit.must("next_turn", early=True, dice=dice)


def judging(kit: Kit) -> None:
    """Two claims of one turn, of 29 and 27 points, wait for their judgement."""
    in_turn(kit)
    kit.must("claim", seat="4-sun", form=WON | {"cities": 9})
    kit.must("claim", seat="2-sun", form=WON | {"cities": 8})
    kit.must("next_turn", early=True)


def key(page: Page, name: str | re.Pattern[str]) -> Locator:
    """Return a button outside of what is listed: exact where it is a text."""
    return page.get_by_role("button", name=name, exact=isinstance(name, str))


def main(page: Page, words: str) -> Locator:
    """Return the main key, as soon as it says so."""
    found = page.locator("#main-key")
    expect(found).to_contain_text(words)
    return found


def held(page: Page) -> None:
    """Hold the main key down until it has acted."""
    box = page.locator("#main-key").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator("#main-key.is-held")).to_have_count(0)
    page.mouse.up()


def tap_dice(page: Page, first: int, second: int) -> None:
    """Tap what real dice show."""
    for die, face in (("One die", first), ("The other die", second)):
        page.get_by_role("group", name=die).get_by_role("button", name=str(face)).click()


def turned(kit: Kit, number: int) -> dict[str, Any]:
    """Wait until this turn is on, and return the view."""
    return kit.wait(lambda view: view["number"] == number)


def found(page: Page, board: int, seat: str) -> None:
    """Look a seat up at the desk."""
    page.get_by_label("Find a seat").fill(str(board))
    page.get_by_role("button", name=re.compile(f"^{seat}:")).first.click()
    expect(page.locator(".desk-tabs")).to_be_visible()


def seven(kit: Kit) -> None:
    """Roll a 7 from a turn on in which the robbers move: they are still to be rolled for."""
    hall(kit, robber_from=1)
    kit.must("next_turn", dice=[3, 4])


def busy(kit: Kit, **options: Any) -> None:
    """Play to the seventh turn, with a call, an open claim and one that was taken back."""
    in_turn(kit, 7, **options)
    kit.must("call_steward", seat="5-moon", text="Dispute over a harbour")
    kit.must("claim", seat="4-sun", form=WON | {"cities": 9})
    kit.must("claim", seat="2-sun", form=WON | {"cities": 8})
    kit.must("withdraw_claim", claim=1)


def won(kit: Kit) -> None:
    """Both claims are confirmed."""
    judging(kit)
    for _ in range(2):
        kit.must("judge_claim", claim=kit.view["judge"], verdict="confirmed")


def taken(kit: Kit) -> None:
    """Take back the only roll."""
    in_turn(kit)
    kit.must("take_back_roll")


def alarmed(kit: Kit) -> None:
    """Everybody leaves the hall."""
    busy(kit)
    kit.must("raise_alarm")


def over(kit: Kit) -> None:
    """Announce the winner."""
    won(kit)
    kit.must("confirm_result")


def rehearsed(kit: Kit) -> None:
    """Set up a rehearsal before its first turn."""
    hall(kit, rehearsal=True)
