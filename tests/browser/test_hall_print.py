"""A hall on paper, as a printer gets it: guides, seat cards, map and names, log book, claim forms."""

import json
import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.audit import settled
from tests.browser.conftest import PHONE, NewPage
from tests.browser.test_hall_phone import LONG, ended, opened
from tests.browser.test_print import sheets_of_paper
from tests.process.conftest import Kit, new_kit
from tests.support.page_files import FOLDERS
from web.language import lists

__all__ = ["new_kit"]

pytestmark = pytest.mark.browser

PAPER_PX = 703
"""The width of the paper within its margins: 186 mm."""
PLAYERS = (
    "name,board,group,club\n"
    f"{LONG},33,moon,{LONG}\n"
    "Zoe Abel,1,sun,Essen\nädel Lind,2,sun,\nAda Thoma,32,moon,\nTom Reuter,1,moon,\n"
)
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
    || [...box.querySelectorAll("*")].some((inner) => {
      const [a, b] = [box.getBoundingClientRect(), inner.getBoundingClientRect()];
      return b.width > 1 && (b.right > a.right + 1 || b.bottom > a.bottom + 1 || b.left < a.left - 1);
    }))
  .map((box) => box.textContent.slice(0, 60))"""
OVER = """() => [...document.querySelectorAll(".hall-card")].filter((card) => {
  const box = (part) => card.querySelector(part).getBoundingClientRect();
  return box(".hall-card-name").bottom > box(".hall-card-trade").top + 1;
}).map((card) => card.textContent)"""


def longer(text: str) -> str:
    """Return a sentence as long as it may become in German."""
    return re.sub(
        r"(?<![{\w])([A-Za-z]{4,})(?![\w}])", lambda hit: hit[1] + ("en" if len(hit[1]) < 7 else "ung"), text
    )


def stretched(entry: str | Mapping[str, str]) -> str | dict[str, str]:
    """Return an entry of a list of words, each sentence `longer`."""
    return longer(entry) if isinstance(entry, str) else {key: longer(each) for key, each in entry.items()}


def printing(new_page: NewPage, paper: str = "", long_words: bool = False) -> Page:
    """Return the page for paper with one of the hall's papers chosen."""
    page = new_page("/print")
    if long_words:
        served = lists(FOLDERS["big_game/"] / "words.json")

        def answer(route: Route) -> None:
            name = route.request.url.partition("/big_game/")[2]
            words = json.dumps({key: stretched(entry) for key, entry in served[name].items()})
            route.fulfill(content_type="text/javascript", body=f"export const words = {words}")

        page.context.route(re.compile(r"/big_game/words(/\w+)?\.js$"), answer)
        page.reload()
    if not long_words and page.get_by_role("button", name="Catan Big Game").count():
        page.get_by_role("button", name="Catan Big Game").click()
    expect(page.locator(".hall-papers [aria-pressed=true]")).to_have_count(1)
    if paper:
        page.locator(".hall-papers").get_by_role(
            "button", name=longer(paper) if long_words else paper
        ).click()
    settled(page)
    return page


def on_paper(page: Page, selector: str) -> list[str]:
    """Return what of these boxes is cut off on an A4 page."""
    page.set_viewport_size({"width": PAPER_PX, "height": 1000})
    page.emulate_media(media="print")
    settled(page)
    found: list[str] = page.evaluate(CUT, selector)
    page.emulate_media(media="null")
    return found


def cards(page: Page, first: int, last: int) -> None:
    """Have the cards of these boards made, and wait until their codes are drawn."""
    page.get_by_label("From board").fill(str(first))
    page.get_by_label("to board").fill(str(last))
    page.get_by_role("button", name="Make the cards").click()


def test_the_guide_is_two_sides_of_an_a5_and_names_its_rules(kit: Kit, new_page: NewPage) -> None:
    opened(kit, options={"target": 18, "turn_seconds": 35, "late_turn_seconds": 50, "robber_from": 9})
    page = printing(new_page)
    guides = page.locator(".hall-guide")
    expect(guides).to_have_count(4)
    expect(page.locator(".sheet h2").first).to_have_text("Catan Big Game")
    said = " ".join(guides.all_inner_texts())
    for number in (2, 3, 6, 7, 8, 9, 10, 11, 12):
        assert f"BG-{number}" in said
    expect(guides.first).to_contain_text("First to 18 points")
    expect(guides.first).to_contain_text("35 s at first, 50 s from turn 16 on")
    expect(guides.first).to_contain_text("Before turn 9 the robbers do not move")
    for back in (guides.nth(2), guides.nth(3)):
        expect(back).to_contain_text("Catan is a trademark of Catan GmbH")
        expect(back).to_contain_text("not affiliated")
    assert sheets_of_paper(page) == 2
    assert on_paper(page, ".hall-half, .hall-guide-columns") == []


@pytest.mark.parametrize("groups", ["sun_moon", "all"])
def test_in_longer_words_nothing_of_guide_and_forms_is_cut_off(
    kit: Kit, new_page: NewPage, groups: str
) -> None:
    opened(kit, options={"groups": groups})
    page = printing(new_page, long_words=True)
    expect(page.locator(".hall-guide").first).to_contain_text("settlementsung")
    assert on_paper(page, ".hall-half, .hall-guide-columns") == []
    assert sheets_of_paper(page) == 2
    for paper, pages in (("Claim forms", 1), ("Without the kit", 2)):
        page.locator(".hall-papers").get_by_role("button", name=longer(paper)).click()
        assert on_paper(page, ".hall-half") == []
        assert sheets_of_paper(page) == pages


def test_where_everybody_acts_the_guide_says_so(kit: Kit, new_page: NewPage) -> None:
    opened(kit, options={"groups": "all"})
    guide = printing(new_page).locator(".hall-guide").first
    expect(guide).to_contain_text("Everybody acts in every turn.")
    expect(guide).not_to_contain_text("Sun begins")
    expect(guide).not_to_contain_text("the three across")


def test_every_seat_gets_a_card_with_its_neighbours_and_its_way_in(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players=PLAYERS)
    page = printing(new_page, "Seat cards")
    expect(page.locator(".hall-card")).to_have_count(0)
    cards(page, 27, 33)
    expect(page.locator(".hall-paper-choice [role=status]")).to_contain_text("2 sheets are ready")
    expect(page.locator(".hall-card")).to_have_count(14)
    last = page.locator(".hall-card").nth(13)
    expect(last.locator(".hall-card-seat")).to_have_text("33 CMoon")
    expect(last.locator(".hall-card-name")).to_have_text(LONG + LONG)
    expect(last.locator(".hall-card-trade li")).to_have_text(["1 A", "33 C", "32 B"] * 2)
    expect(last.locator(".is-across")).to_have_text(["1 A", "33 C", "32 B"])
    sun = page.locator(".hall-card").nth(12)
    expect(sun.locator(".hall-card-trade li")).to_have_text(["32 B", "33 C", "1 A"] * 2)
    expect(sun.locator(".hall-card-name")).to_have_text("Name")
    code = str(last.locator("img").get_attribute("src")).partition("seat=")[2]
    assert code.startswith("33-moon.")
    assert kit.ask("POST", "/api/session", {"code": code})[0] == 200
    assert page.evaluate("[...document.images].every((image) => image.naturalWidth > 100)")
    assert on_paper(page, ".hall-card") == []
    assert page.evaluate(OVER) == []
    assert sheets_of_paper(page) == 2


def test_at_most_sixty_boards_get_their_cards_at_once(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players="", boards=1200)
    page = printing(new_page, "Seat cards")
    expect(page.get_by_label("to board")).to_have_value("60")
    cards(page, 1, 61)
    said = page.locator(".hall-paper-choice [role=status]")
    expect(said).to_contain_text("at most 60 boards at a time")
    cards(page, 9, 8)
    expect(said).to_contain_text("Choose boards from 1 to 1200")
    expect(page.locator(".hall-card")).to_have_count(0)
    cards(page, 1141, 1200)
    expect(said).to_contain_text("15 sheets are ready", timeout=60_000)
    expect(page.locator(".hall-card")).to_have_count(120)
    expect(page.locator(".hall-card-seat b").last).to_have_text("1200 C")
    assert on_paper(page, ".hall-card") == []
    assert sheets_of_paper(page) == 15


def test_the_console_leads_to_the_cards_which_go_on_and_lead_back(kit: Kit, new_page: NewPage) -> None:
    """Opened at the machine itself, the addresses for others are those that others can open."""
    opened(kit, players="", boards=102)

    def as_at_home(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(r'(data-origin=)"[^"]*"', r'\1"http://10.42.0.7:8080"', answer.text())
        route.fulfill(response=answer, body=body)

    page = new_page("/referee")
    page.context.route(re.compile(r"/(referee|print)$"), as_at_home)
    page.reload()
    page.get_by_role("button", name="More…").click()
    page.get_by_role("button", name="Another tablet").click()
    expect(page.locator(".address")).to_have_text("http://10.42.0.7:8080/referee#desk")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Seat cards, phones").click()
    expect(page.locator(".address")).to_have_text("http://10.42.0.7:8080")
    with page.context.expect_page() as opens:
        page.get_by_role("link", name="Print the seat cards").click()
    paper = opens.value
    expect(paper.locator(".hall-paper-choice")).to_contain_text(
        "The codes on the cards lead to http://10.42.0.7:8080."
    )
    cards(paper, 1, 60)
    paper.get_by_role("button", name="The next boards (42)").click()
    expect(paper.locator(".hall-card-seat b").first).to_have_text("61 A")
    expect(paper.locator(".hall-card")).to_have_count(84)
    expect(paper.get_by_role("button", name="The next")).to_have_count(0)
    paper.get_by_role("link", name="Back to the tablet").click()
    expect(paper.locator("#main-key")).to_contain_text("FIRST TURN")


def test_the_map_hangs_at_the_door_and_names_go_by_the_alphabet(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players=PLAYERS)
    kit.must("remove_player", seat="1-moon", reason="left")
    page = printing(new_page, "Map and names")
    rows = page.locator(".hall-ring ul")
    expect(rows).to_have_count(4)
    expect(rows.first.locator("li")).to_have_count(10)
    expect(rows.last).to_have_class("is-back is-last")
    expect(rows.last.locator("li")).to_have_text(["31A", "32B", "33C"])
    # Neighbours stand beside or below each other: the 10th and the 11th at the same edge.
    boxes = [page.locator(".hall-ring li").nth(at).bounding_box() for at in (9, 10)]
    assert boxes[0]
    assert boxes[1]
    assert abs(boxes[0]["x"] - boxes[1]["x"]) < 2
    expect(page.locator(".hall-names li > span:first-child")).to_have_text(
        ["Ada Thoma", "ädel Lind", LONG, "Zoe Abel"]
    )
    expect(page.locator(".hall-names li b")).to_have_text(["32 B", "2 B", "33 C", "1 A"])
    assert on_paper(page, ".hall-ring, .hall-names") == []
    assert sheets_of_paper(page) == 2


def test_the_log_book_has_every_turn_claim_and_sanction(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players=PLAYERS, options={"robber_from": 1, "turn_seconds": 300, "late_turn_seconds": 300})
    kit.must("sanction", seat="2-sun", reason="took a card late")
    for _ in range(104):
        if kit.must("next_turn", early=True) and kit.view["phase"] in ("robbers", "seven"):
            kit.must("roll_robbers")
            kit.must("go_on")
    kit.must("next_turn", early=True)
    if kit.view["phase"] == "robbers":
        kit.must("roll_robbers")
        kit.must("go_on")
    form = {"settlements": 5, "cities": 9, "bonuses": 1, "grain": 3}
    kit.must("claim", seat="1-sun", form=form)
    kit.must("claim", seat="2-sun", form=form | {"route": True})
    verdicts = (("rejected", "a settlement too many"), ("confirmed", ""))
    for claim, (verdict, reason) in zip(ended(kit)["claims"], verdicts, strict=True):
        kit.must("judge_claim", claim=claim["id"], verdict=verdict, reason=reason)
    kit.must("confirm_result")
    page = printing(new_page, "Log book")
    head, turns, claims = (page.locator(".hall-log").nth(at) for at in range(3))
    expect(head).to_contain_text("ädel Lind, seat 2 B Sun, wins with 27 points.")
    expect(head.locator(".hall-facts")).to_contain_text("5 of 66 seats")
    log = kit.ask("GET", "/api/ask?what=rolls")[1]["rolls"]
    expect(turns.locator("tbody tr")).to_have_count(105)
    first, last = log[0], turns.locator("tbody tr").last
    expect(turns.locator("tbody tr").first).to_contain_text(f"{first['dice'][0]} + {first['dice'][1]}")
    expect(turns.locator("tbody tr").first).to_contain_text(re.compile(r"1Sun0:00\d\d:\d\d:\d\d"))
    expect(turns.locator("tbody tr").first).to_contain_text(re.compile(r"ended \d+ s early"))
    expect(last).to_contain_text("1 A Sun: 25 points rejected; 2 B Sun: 27 points confirmed")
    counts = head.locator(".hall-sums tr").nth(1).locator("td").all_inner_texts()
    assert list(map(int, counts)) == [sum(roll["sum"] == n for roll in log) for n in range(2, 13)]
    robbed = next(roll for roll in log if roll["robbers"])
    expect(turns.locator("tbody tr").nth(robbed["turn"] - 1)).to_contain_text(
        f"{robbed['robbers'][0]} + {robbed['robbers'][1]} = {sum(robbed['robbers'])}"
    )
    expect(claims.locator(".hall-claims tbody tr").first).to_contain_text("a settlement too many")
    expect(claims.locator(".hall-claims tbody tr").first).to_contain_text("In hand: Grain 3")
    expect(claims.locator(".hall-sanctions")).to_contain_text("took a card late")
    for who in ("Referee", "Witness 1", "Witness 2", "Steward 1"):
        expect(claims.locator(".hall-signatures")).to_contain_text(who)
    assert on_paper(page, ".hall-log") == []
    assert 5 <= sheets_of_paper(page) <= 6
    alone = new_page("/print/match")
    expect(alone.locator(".hall-log")).to_have_count(3)
    expect(alone.locator(".hall-papers")).to_have_count(0)


def test_a_rehearsal_has_no_log_book_and_says_why(kit: Kit, new_page: NewPage) -> None:
    opened(kit, players="", rehearsal=True)
    kit.must("next_turn")
    page = printing(new_page, "Log book")
    expect(page.locator(".sheet .sentence")).to_have_text(
        "This was a rehearsal: nothing of it counts, so it has no log book."
    )
    expect(page.locator(".hall-log")).to_have_count(0)


def test_without_the_kit_the_conductor_goes_on_with_the_next_turn(kit: Kit, new_page: NewPage) -> None:
    opened(kit, options={"turn_seconds": 300})
    kit.must("next_turn")
    page = printing(new_page, "Without the kit")
    expect(page.locator(".hall-callout")).to_have_count(2)
    expect(page.locator(".hall-callout-steps li")).to_have_count(9)
    rows = page.locator(".hall-callout-table tbody tr")
    expect(rows).to_have_count(62)
    expect(rows.first).to_contain_text("2Moon")
    expect(rows.last).to_contain_text("63Sun")
    assert on_paper(page, ".hall-callout") == []
    assert sheets_of_paper(page) == 2


def test_two_claim_forms_lie_on_a_sheet(kit: Kit, new_page: NewPage) -> None:
    opened(kit)
    page = printing(new_page, "Claim forms")
    forms = page.locator(".hall-form")
    expect(forms).to_have_count(2)
    expect(forms.first.locator(".hall-form-counts tbody tr")).to_have_count(6)
    expect(forms.first.locator("tr", has_text="Cities")).to_contain_text("at most 9")
    expect(forms.first.locator(".hall-form-hand li")).to_have_count(5)
    assert on_paper(page, ".hall-half") == []
    assert sheets_of_paper(page) == 1
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_before_any_hall_cards_are_blank_and_a_map_says_why_there_is_none(
    new_kit: Kit, new_page: NewPage
) -> None:
    new_kit.start()
    page = new_page("/print", origin=f"http://127.0.0.1:{new_kit.port}")
    page.get_by_role("button", name="Catan Big Game").click()
    page.locator(".hall-papers").get_by_role("button", name="Seat cards").click()
    page.get_by_label("Boards in the hall").fill("6")
    cards(page, 5, 6)
    expect(page.locator(".hall-paper-choice [role=status]")).to_contain_text("1 sheet is ready")
    expect(page.locator(".hall-card-name")).to_have_text(["Name"] * 4)
    expect(page.locator(".hall-card").last.locator(".hall-card-trade li").first).to_have_text("1 A")
    page.locator(".hall-papers").get_by_role("button", name="Map and names").click()
    expect(page.locator(".sheet .sentence")).to_have_text(
        "There is no hall yet. Set one up on the tablet first."
    )
