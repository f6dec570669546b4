"""Big Game, Big Honor by tapping: on one tablet, on the players' own phones, and before spectators."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.browser.german import SIZES, GermanKit, Reader, at, german_beside, reader
from tests.browser.german import german as in_german
from tests.browser.test_taps import Taps
from tests.process.conftest import Kit, until

__all__ = ["german_beside", "reader"]

pytestmark = pytest.mark.browser

NAMES = {"red": "Mia", "blue": "Jonas", "green": "Aylin", "yellow": "Noah", "olive": "Ben", "violet": "Zoe"}
PLACES = (8, 6, 9, 5, 10, 4)
COUNT_FLIGHTS = """() => {
  const flies = (node) => node.classList?.contains("is-flying");
  const count = (changes) => changes.forEach(({ addedNodes }) => {
    window.flown = (window.flown ?? 0) + [...addedNodes].filter(flies).length;
  });
  new MutationObserver(count).observe(document.body, { childList: true });
}"""


def opened(kit: Kit, count: int = 4, dice: str = "kit", names: dict[str, str] = NAMES) -> None:
    """Another match, set up over HTTP."""
    kit.give_up("another one")
    players = [{"id": id, "name": names[id]} for id in list(NAMES)[:count]]
    kit.must("open_table", game="big_honor", players=players, options={"dice": dice})


def settled(kit: Kit, count: int = 4, dice: str = "kit", names: dict[str, str] = NAMES) -> None:
    """Another match in its first turn."""
    opened(kit, count, dice, names)
    for place in PLACES[:count]:
        kit.must("put_settler", place=place)


def rolled(kit: Kit, dice: Sequence[int] = (5, 3), count: int = 4, names: dict[str, str] = NAMES) -> None:
    """Start a match with real dice, and roll for the first player."""
    settled(kit, count, "real", names)
    kit.must("roll", dice=list(dice))


def joined(new_page: NewPage, tablet: Page, name: str) -> Page:
    """Return the phone of a player, let in by the code that the tablet shows."""
    tablet.get_by_role("button", name="More…").click()
    tablet.get_by_role("button", name="Players' phones").click()
    tablet.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    code = tablet.locator("p.code")
    expect(code).to_have_text(re.compile(r"^\d{6}$"))
    expect(tablet.locator(".seat-code img")).to_have_attribute("src", f"/qr.svg?seat={code.inner_text()}")
    phone = new_page(f"/seat#{code.inner_text()}", PHONE, logged_in=False)
    expect(phone.locator("#bar h1")).to_have_text(name)
    assert "#" not in phone.url
    tablet.get_by_role("button", name="Close").click()
    return phone


def test_a_match_on_the_players_phones(kit: Kit, new_page: NewPage) -> None:
    """Each acts in the own turn alone, and enters the own points at any time."""
    opened(kit, 3, "real")
    tablet = new_page("/referee")
    phones = {name: joined(new_page, tablet, name) for name in ("Mia", "Jonas", "Aylin")}
    expect(phones["Mia"].get_by_role("button", name="Place 8, free")).to_have_count(0)
    for name, place in (("Aylin", 8), ("Jonas", 6), ("Mia", 5)):
        phones[name].get_by_role("button", name=f"Place {place}, free").click()
    expect(tablet.locator("#bar h1")).to_have_text("Mia has the dice")
    mia, jonas = phones["Mia"], phones["Jonas"]
    expect(jonas.get_by_role("button", name="ROLL")).to_have_count(0)
    mia.get_by_role("button", name="ROLL").click()
    tap_dice(mia, "2", "6")
    expect(jonas.locator(".outcome")).to_have_text("Place 8: a laurel for Aylin")
    mia.get_by_role("button", name="1 grain").click()
    mia.get_by_role("button", name="Place 9, free").click()
    expect(mia.locator(".seat-own .sent-words")).to_have_text("2 sent")
    jonas.get_by_role("button", name="Jonas: a point more on the board").click()
    expect(tablet.get_by_label("Jonas: 3 points")).to_be_visible()
    mia.get_by_role("button", name="END TURN").click()
    expect(jonas.get_by_role("button", name="ROLL")).to_be_visible()
    expect(mia.get_by_role("button", name="END TURN")).to_have_count(0)
    assert [line["text"] for line in kit.view["recent"][:2]] == [
        "Mia ends the turn",
        "Jonas goes up to 3 points",
    ]


def test_a_phone_asks_again_after_a_seven_and_before_the_end(kit: Kit, new_page: NewPage) -> None:
    """BH-3, BH-7: a question can be left; it shows the table and what is left to win."""
    full_table(kit)
    tablet = new_page("/referee")
    jonas = joined(new_page, tablet, "Jonas")
    expect(jonas.locator(".seat-stadium")).to_contain_text(f"{kit.view['laurels_left']}of 24 laurels")
    places = {f"{place['number']}": NAMES[place["side"]] for place in kit.view["places"]}
    for place, name in places.items():
        expect(jonas.get_by_role("img", name=f"Place {place}, {name}", exact=True)).to_have_count(1)
    back, before = jonas.get_by_role("button", name="Back", exact=True), kit.view["seq"]
    jonas.get_by_role("button", name="1 wool").click()
    expect(jonas.get_by_role("button", name="END TURN")).to_have_count(0)
    back.click()
    jonas.get_by_role("button", name="1 wool").click()
    tap_dice(jonas, "3", "4")
    expect(jonas.locator("#toast")).to_contain_text("A 7: roll again, then tap what the dice show.")
    assert kit.view["seq"] == before
    tap_dice(jonas, "5", "3")
    expect(jonas.locator(".outcome")).to_have_text("Place 8: Aylin goes home, Jonas is there now")
    expect(back).to_have_count(0)
    jonas.get_by_role("button", name="has Jonas won?").click()
    back.click()
    expect(jonas.get_by_role("button", name="END TURN")).to_be_visible()
    jonas.get_by_role("button", name="has Jonas won?").click()
    expect(jonas.locator(".seat-turn")).to_contain_text("the match is over for good")
    assert kit.view["phase"] == "rolled"
    jonas.get_by_role("button", name="Jonas has won").click()
    expect(jonas.locator(".winner")).to_contain_text("Jonas wins")


def tap_dice(phone: Page, first: str, second: str) -> None:
    """Tap what real dice show."""
    for die, face in (("One die", first), ("The other die", second)):
        phone.get_by_role("group", name=die).get_by_role("button", name=face).click()


def test_a_code_is_good_once_and_a_seat_of_another_match_is_told(kit: Kit, new_page: NewPage) -> None:
    opened(kit, 4)
    tablet = new_page("/referee")
    phone = joined(new_page, tablet, "Noah")
    tablet.goto("about:blank")
    opened(kit, 3)
    expect(phone.locator("#screen")).to_contain_text("Your colour does not play in this match.")
    _, made = kit.ask("POST", "/api/session/code", {"role": "seat", "seat": "red"})
    for status in (200, 401):
        assert kit.ask("POST", "/api/session", {"code": made["code"]}, {"Authorization": ""})[0] == status


def test_a_roll_that_is_taken_back_is_the_same_roll_again(kit: Kit, new_page: NewPage) -> None:
    settled(kit)
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="ROLL").click()
    first = until(lambda: kit.view["roll"], 10, "the dice")
    tablet.get_by_role("button", name=re.compile("^Take back: Mia rolls")).click()
    until(lambda: kit.view["phase"] == "to_roll", 10, "no dice")
    expect(tablet.locator(".rolled")).to_have_count(0)
    tablet.get_by_role("button", name="ROLL").click()
    assert until(lambda: kit.view["roll"], 10, "the dice") == first


def test_a_phone_keeps_the_dice_and_what_they_came_to_off_the_places(kit: Kit, new_page: NewPage) -> None:
    """BH-4: a 7's long sentence stands below the places, and the points begin in the first screen."""
    full_table(kit)
    kit.must("end_turn")
    kit.must("roll", dice=[3, 4])
    tablet = new_page("/referee", PHONE)
    tablet.locator(".rolled .sum").wait_for()
    within = tablet.evaluate(
        """() => {
          const box = (element) => element.getBoundingClientRect();
          const [dice, pitch, said] = [".rolled", ".pitch", ".outcome-below"]
            .map((each) => box(document.querySelector(each)));
          const places = [...document.querySelectorAll(".place")].map(box);
          const isBelow = places.every(({ bottom }) => bottom <= said.top);
          return isBelow && dice.left > pitch.left && dice.right < pitch.right;
        }"""
    )
    assert within
    assert tablet.locator(".player").first.evaluate("(card) => card.getBoundingClientRect().top") < PHONE[1]


def test_taking_back_an_early_action_takes_what_depends_on_it(kit: Kit, new_page: NewPage) -> None:
    rolled(kit)
    kit.must("end_turn")
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="Last actions").click()
    tablet.get_by_role("button", name=re.compile("^Take back: Mia rolls 8")).click()
    expect(tablet.locator(".panel-undo")).to_contain_text("Mia ends the turn")
    tablet.get_by_role("button", name="Undo 2 actions").click()
    until(lambda: kit.view["phase"] == "to_roll" and kit.view["on_turn"] == "red", 10, "the turn before")


def test_what_cannot_be_done_says_why_with_its_rule(kit: Kit, new_page: NewPage) -> None:
    settled(kit)
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="END TURN").click(force=True)
    expect(tablet.locator("#toast")).to_contain_text("First comes the production roll of the turn.")
    expect(tablet.locator("#toast")).to_contain_text("BH-4")
    tablet.get_by_role("button", name="free road").click(force=True)
    expect(tablet.locator("#toast")).to_contain_text("Mia has 0 of 4 laurels for this.")
    assert kit.view["phase"] == "to_roll"


def test_five_players_have_a_special_building_phase(kit: Kit, new_page: NewPage) -> None:
    rolled(kit, count=5)
    tablet = new_page("/referee")
    tablet.get_by_role("button", name="END TURN").click()
    expect(tablet.locator("#bar h1")).to_have_text("All others may build")
    expect(tablet.get_by_role("button", name="ROLL")).to_have_attribute("aria-disabled", "true")
    tablet.get_by_role("button", name="ALL HAVE BUILT").click()
    expect(tablet.locator("#bar h1")).to_have_text("Jonas has the dice")


def test_a_turn_takes_few_taps(kit: Kit, new_page: NewPage) -> None:
    """One each: what laurels buy, a payment, its place, a point, taking it back, the end; real dice two."""
    mid_match(kit)
    page = new_page("/referee")
    thumb = Taps(page)
    page.locator(".turn-roll").wait_for()
    for count, named, done in (
        (1, "robber off", "Noah gives 1 laurel: the robber goes to the desert"),
        (2, "1 wool", None),
        (3, "Place 4, free", "Noah sends a settler to 4 for 1 wool"),
        (4, "Noah: a point more on the board", "Noah goes up to 7 points"),
        (5, "Take back: Noah goes up to 7 points", "Undone: Noah goes up to 7 points (tapped by mistake)"),
        (6, "END TURN", "Noah ends the turn"),
        (7, re.compile("^ROLL"), None),
    ):
        thumb.tap(page.get_by_role("button", name=named))
        if done:
            expect(page.locator(".last-lines li").first).to_have_text(done)
        assert thumb.taps == count
    for die in ("One die", "The other die"):
        thumb.tap(page.get_by_role("group", name=die).get_by_role("button", name="1"))
    expect(page.locator(".last-lines li").first).to_have_text("Mia rolls 2: a laurel for Mia")
    # The table is full now: a tap pays, and two say what the dice show.
    thumb.tap(page.get_by_role("button", name="1 grain"))
    for die in ("One die", "The other die"):
        thumb.tap(page.get_by_role("group", name=die).get_by_role("button", name="4"))
    expect(page.locator(".last-lines li").first).to_contain_text("Mia pays 1 grain and rolls 8")
    assert thumb.taps == 12


def test_a_laurel_flies_to_its_owner(kit: Kit, new_page: NewPage) -> None:
    settled(kit, dice="real")
    tablet = new_page("/referee")
    expect(tablet.locator("[data-leaf='yellow-1']")).to_have_class(re.compile("is-empty"))
    tablet.evaluate(COUNT_FLIGHTS)
    kit.must("roll", dice=[5, 3])
    until(lambda: tablet.evaluate("window.flown") == 1, 10, "the flight")
    expect(tablet.locator(".is-flying")).to_have_count(0)
    expect(tablet.locator("[data-leaf='yellow-1']")).not_to_have_class(re.compile("is-empty"))
    kit.must("change_points", player="red", by=1)
    expect(tablet.get_by_label("Mia: 3 points")).to_be_visible()
    assert tablet.evaluate("window.flown") == 1


THROWS = ((6, 3, 8), (4, 4, 10), (3, 3, 11), (5, 4, 0), (4, 4, 2), (6, 4, 3), (2, 4, 12))
"""The dice of the first turns, and the place to which a settler is sent after them, if it is free."""


def mid_match(kit: Kit, count: int = 4) -> None:
    """Play to the eighth turn, with laurels, a champion and points."""
    settled(kit, count, "real")
    for a, b, place in THROWS:
        kit.must("roll", dice=[a, b])
        if place in (kit.view["can"].get("send_settler") or {}).get("places", ()):
            kit.must("send_settler", pay="wool", place=place)
        kit.must("end_turn")
        if "end_building" in kit.view["can"]:
            kit.must("end_building")
    for id, more in zip(list(NAMES)[:count], (7, 5, 6, 4, 3, 5), strict=False):
        for _ in range(more):
            kit.must("change_points", player=id, by=1)
    kit.must("roll", dice=[5, 3])


def crowded_table(kit: Kit) -> None:
    """Play as far with six players."""
    mid_match(kit, 6)


def six_with_long_names(kit: Kit) -> None:
    long = {id: f"{name} von Obertshausenberg"[:24] for id, name in NAMES.items()}
    rolled(kit, count=6, names=long)
    for _ in range(10):
        kit.must("change_points", player="violet", by=1)


def others_build(kit: Kit) -> None:
    six_with_long_names(kit)
    kit.must("end_turn")


def full_table(kit: Kit) -> None:
    """All ten places are taken, and the one whose turn it is may win."""
    settled(kit, 3, "real")
    for place in (2, 3, 4, 5, 10, 11, 12):
        kit.must("roll", dice=[4, 4])
        kit.must("send_settler", pay="wool", place=place)
        kit.must("end_turn")
    kit.must("roll", dice=[4, 4])
    for _ in range(10):
        kit.must("change_points", player=kit.view["on_turn"], by=1)


def won(kit: Kit) -> None:
    full_table(kit)
    kit.must("confirm_win")


SCENES: dict[str, tuple[Callable[[Kit], None], str | None]] = {
    "settling": (opened, None),
    "a free place to choose": (rolled, "1 wool"),
    "six with long names": (six_with_long_names, None),
    "in the middle": (mid_match, None),
    "others build": (others_build, None),
    "a full table": (full_table, None),
    "won": (won, None),
}
"""The moments that the screens must look good in, and what is tapped before looking."""


def seat_of(kit: Kit, page: Page, side: str) -> None:
    """Let a page in as a player's phone."""
    _, made = kit.ask("POST", "/api/session/code", {"role": "seat", "seat": side})
    page.goto(f"http://127.0.0.1:{kit.port}/seat#{made['code']}")
    page.locator("#bar h1").wait_for()


def test_the_bar_of_a_phone_says_its_players_name_once(german: GermanKit, new_page: NewPage) -> None:
    """A name that the title begins with stands above it already, unless it is the beginning of another's."""
    settled(german, 3, names={**NAMES, "red": "Mia", "blue": "Mi"})
    for side, name, line in (("red", "Mia", "subtitle"), ("blue", "Mi", "title")):
        phone = new_page("/", PHONE, logged_in=False, **at(german))
        seat_of(german, phone, side)
        expect(phone.locator("#bar h1")).to_have_text(name)
        expect(phone.locator("#bar p")).to_have_text(german.view[line].split(" · ")[0])


ON_PHONES = ("a free place to choose", "six with long names", "in the middle", "won")
"""Of these moments the ones that look different on phones."""


def test_every_scene_in_german(german: GermanKit, new_page: NewPage, reader: Reader) -> None:
    """No English word, and all fits: on the tablet, its panels, the phones and the spectators' page."""
    opened(german)
    tablet, board = new_page("/referee", **at(german)), new_page("/", PHONE, logged_in=False, **at(german))
    phone = new_page("/", PHONE, logged_in=False, **at(german))
    seat_of(german, phone, "red")
    pages = {tablet: ("/referee", SIZES), board: ("/", (PHONE, LANDSCAPE)), phone: ("/seat", (PHONE,))}
    for scene, (bring, tap) in SCENES.items():
        for page in pages:
            page.goto("about:blank")
        bring(german)
        for page, (path, sizes) in pages.items():
            if page is not tablet and scene not in ON_PHONES:
                continue
            page.goto(f"http://127.0.0.1:{german.port}{path}")
            page.locator(f"body[data-phase={german.view['phase']}]").wait_for()
            if tap and page is not board:
                page.get_by_role("button", name=in_german(tap)).click()
            reader.read(page, f"{path}, {scene}", sizes)
    tablet.locator(".foot .button:not(.start)").click()
    reader.read(tablet, "set-up")
    rolled(german)
    for entry in (".on-bar >> nth=0", ".on-bar >> nth=1"):
        tablet.locator(entry).click()
        reader.read(tablet, f"panel of {entry}", (LANDSCAPE, PHONE))
        tablet.keyboard.press("Escape")
    tablet.locator(".on-bar").last.click()
    for entry in range(tablet.locator(".panel-body button").count()):
        tablet.locator(".panel-body button").nth(entry).click()
        reader.read(tablet, f"entry {entry}", (LANDSCAPE, PHONE))
        tablet.keyboard.press("Escape")
        tablet.locator(".on-bar").last.click()
    tablet.keyboard.press("Escape")
    german.must("end_turn")
    tablet.get_by_role("button", name=in_german("ROLL")).click()
    reader.read(tablet, "real dice", (LANDSCAPE, PHONE))
    for address in ("/print", "/print/match"):
        page = new_page(address, **at(german))
        page.locator("main .sheet").first.wait_for()
        expect(page.locator("main")).to_contain_text(in_german("Big Game, Big Honor"))
        reader.read(page, address, (LANDSCAPE,))
