"""The field laid on the kit's page, the map of it on paper, and the settings that the kit keeps."""

import re
import tomllib
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from fieldkit.games.full_contact.field import read, ways
from fieldkit.games.loading import game_file
from tests.browser.conftest import PHONE, PORTRAIT, NewPage
from tests.process.conftest import Kit, until
from tests.support.fake_hub import KEY, FakeHub

pytestmark = pytest.mark.browser
KINDS = ("wood", "wheat", "brick", "ore")
PAPER_MM = 186
"""An A4 sheet within its margins is this wide."""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    """Yield a kit whose settings and field these tests change; its file sets the length of a round."""
    yield from Kit(tmp_path_factory.mktemp("own")).running()


def opened(own: Kit, new_page: NewPage, path: str, **more: Any) -> Page:
    """Return a page of that kit."""
    return new_page(path, origin=f"http://127.0.0.1:{own.port}", **more)


def thing(page: Page, name: str) -> Locator:
    """Return a hoop or pile that lies on the field."""
    return page.locator(f".laid-thing[aria-label^='{name}:']")


def shown(page: Page) -> dict[str, float]:
    """Return the metres beside the bars."""
    rows = page.locator(".ways .number").all()
    return {str(row.get_attribute("data-hoop")): float(row.inner_text().split()[0]) for row in rows}


def in_python(page: Page, field: dict[str, Any]) -> None:
    """Check that the page has computed what the kit computes."""
    hoops, piles = read(field, 4, KINDS)
    assert shown(page) == {hoop: pytest.approx(m, abs=0.051) for hoop, m in ways(hoops, piles, KINDS).items()}


def test_a_field_is_laid_by_finger_and_keys_and_the_next_match_has_it(own: Kit, new_page: NewPage) -> None:
    page = opened(own, new_page, "/kit#field", size=PORTRAIT)
    field = game_file("full_contact", "field.toml")
    wood = thing(page, "wood, row 1")
    expect(wood).to_have_attribute("aria-label", "wood, row 1: 2 m to the right, 3 m up")
    in_python(page, field)
    expect(page.locator(".fair-verdict.is-unfair")).to_have_count(0)
    box, far = wood.bounding_box(), thing(page, "wheat, row 1").bounding_box()
    assert box
    assert far
    metre = (far["x"] - box["x"]) / 14
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(
        box["x"] + box["width"] / 2 + 2.1 * metre, box["y"] + box["height"] / 2 - 4.6 * metre, steps=5
    )
    page.mouse.up()
    moved = thing(page, "wood, row 2 A")
    expect(moved).to_have_attribute("aria-label", "wood, row 2 A: 4 m to the right, 7.5 m up")
    expect(thing(page, "wood, row 2 B")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(moved).to_have_attribute("aria-label", "wood, row 2 A: 3.5 m to the right, 7 m up")
    field["piles"][0] |= {"x": 3.5, "y": 7.0}
    in_python(page, field)
    expect(page.locator(".fair-verdict[data-teams='4']")).to_contain_text(
        "4 teams: not fair with hoops 1, 2, 3, 4"
    )
    page.get_by_role("button", name="Undo").click()
    expect(moved).to_have_attribute("aria-label", "wood, row 2 A: 3.5 m to the right, 7.5 m up")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast")).to_have_text("Saved. It counts from the next match.")
    expect(page.locator(".kit-foot p")).to_have_text("Your own field")
    saved = tomllib.loads((own.data / "field.toml").read_text(encoding="utf-8"))
    assert [(pile["x"], pile["y"], pile["row"]) for pile in saved["piles"] if pile["id"] == "wood-2a"] == [
        (3.5, 7.5, 2)
    ]
    tablet = opened(own, new_page, "/referee")
    tablet.get_by_role("button", name="Full-Contact Catan").click()
    expect(tablet.locator(".setup-hoops .is-warning")).to_contain_text("The field is not fair: ")
    assert own.create()["stage"] == "ready"
    paper = opened(own, new_page, "/print")
    expect(paper.locator(".map-tape tr", has_text="wood, row 2 A")).to_contain_text("8.28")


def test_a_broken_field_is_refused_and_the_default_one_comes_back(own: Kit, new_page: NewPage) -> None:
    page = opened(own, new_page, "/kit#field")
    page.get_by_role("button", name="brick", exact=True).click()
    added = page.locator(".laid-thing.is-chosen")
    expect(added).to_have_attribute("aria-label", re.compile("^brick, row 2 A:"))
    expect(page.locator(".laid-thing.kind-brick")).to_have_count(4)
    page.get_by_role("button", name="Remove this pile").click()
    expect(page.locator(".laid-thing.kind-brick")).to_have_count(3)
    thing(page, "Hoop 1").focus()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast")).to_have_text("Hoops 1 and 2 are less than 1.5 m apart")
    expect(page.locator(".kit-foot p")).to_have_text("Not saved yet")
    page.get_by_role("button", name="Default field").click()
    in_python(page, game_file("full_contact", "field.toml"))
    if (own.data / "field.toml").exists():
        page.get_by_role("button", name="Save").click()
    until(lambda: not (own.data / "field.toml").exists(), 5, "the default field")
    expect(page.locator(".kit-foot p")).to_have_text("The default field")


def test_settings_are_saved_and_the_kit_starts_again_with_its_match(own: Kit, new_page: NewPage) -> None:
    match = own.create()["match"]
    page = opened(own, new_page, "/kit#settings", size=PHONE, weak_link=True)
    more = page.locator(".setting", has_text="Round, seconds").get_by_role("button").last
    expect(more).to_be_disabled()
    page.locator(".setting", has_text="Break, seconds").get_by_role("button").last.click()
    page.get_by_label("wood").select_option("green")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#toast")).to_have_text("Saved.")
    settings = own.ask("GET", "/api/kit")[1]["settings"]["games"]["full_contact"]["options"]
    assert (settings["break_seconds"], settings["colours"]["wood"]) == (70, "green")
    page.get_by_label("Name").fill("Bolzplatz")
    page.get_by_role("group", name="Colours of the pages").get_by_role("button", name="For dusk").click()
    own.open()
    restart = page.get_by_role("button", name="Save and restart")
    expect(restart).to_have_attribute("aria-disabled", "true")
    own.must("stop_round")
    own.must("void_round")
    expect(restart).not_to_have_attribute("aria-disabled", "true")
    before = own.pid("referee")
    page.wait_for_timeout(800)
    restart.click()
    until(lambda: own.pid("referee") not in (0, before), 15, "another referee")
    view = own.wait(lambda view: view["kit"]["name"] == "Bolzplatz")
    assert (view["match"], view["stage"]) == (match, "ready")
    expect(page.locator("html")).to_have_attribute("data-theme", "dusk")
    expect(page.get_by_label("Name")).to_have_value("Bolzplatz")


def test_a_field_joins_an_event_by_what_the_organisers_page_shows(own: Kit, new_page: NewPage) -> None:
    """The key goes to the kit and is never shown again."""
    own.give_up("an event")
    hub = FakeHub()
    try:
        page = opened(own, new_page, "/kit#settings", weak_link=True)
        page.get_by_label("Paste all of it here").click()
        lines = f'[hub]\nurl = "{hub.url}"\nevent = "spring"\nfield = "north"\nkey = "{KEY}"\n'
        page.keyboard.insert_text(lines)
        expect(page.get_by_label("Address of the hub")).to_have_value(hub.url)
        expect(page.get_by_label("Key")).to_have_value(KEY)
        page.get_by_role("button", name="Save and restart").click()
        own.wait(lambda view: view.get("event") == "Spring Cup" and view["kit"]["name"] == "North", 60)
        saved = own.ask("GET", "/api/kit")[1]["settings"]["tables"]["hub"]
        assert saved == {"url": hub.url, "event": "spring", "field": "north", "key": ""}
        expect(page.get_by_label("Key")).to_have_value("")
    finally:
        hub.stop()


NUMBER = r"(-?\d*\.?\d+)"


def widest_line_mm(pdf: bytes) -> float:
    """How far across (mm) the widest path goes that the drawing commands of a printed page have."""
    widest = 0.0
    for found in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(found[1]).decode("latin-1")
        except zlib.error:
            continue
        if " cm\n" not in text:
            continue  # a letter of a font
        scale, kept, across = 1.0, list[float](), [0.0]
        for line in text.splitlines():
            if line == "q":
                kept.append(scale)
            elif line == "Q" and kept:
                scale = kept.pop()
            elif matrix := re.fullmatch(rf"{NUMBER}(?: {NUMBER}){{5}} cm", line):
                scale *= float(matrix[1])
            elif point := re.fullmatch(rf"{NUMBER} {NUMBER} ([ml])", line):
                across = [float(point[1])] if point[3] == "m" else [*across, float(point[1])]
                widest = max(widest, (max(across) - min(across)) * abs(scale))
    return widest * 25.4 / 72


def test_the_map_fills_one_sheet_of_paper(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    kit.give_up("only its map")
    page = new_page("/print")
    page.locator(".map-sheet").wait_for()
    page.evaluate("document.querySelectorAll('.sheet:not(.map-sheet)').forEach((sheet) => sheet.remove())")
    expect(page.locator(".map-size")).to_have_text("18 m wide, 14 m high")
    rows = page.locator(".map-tape tbody tr")
    expect(rows).to_have_count(10 + 12)
    expect(rows.filter(has_text="Hoop 10")).to_contain_text(re.compile(r"15\.81\s*15\.81"))
    expect(page.locator(".map-pile").first).to_contain_text("brown balls")
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    assert 0.8 * PAPER_MM <= widest_line_mm(printed) <= PAPER_MM
