"""The finals as a tree: on a page of any width, on a TV and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import measured, settled, violations
from tests.browser.event_pages import LAPTOP, PHONE, SIZES, Open, fill_in, opened, own, plan_finals, win
from tests.browser.test_print import BOXES, PAPER_PX, sheets_of_paper
from tests.support.hub_documents import SampleSite

__all__ = ["opened", "own"]

pytestmark = pytest.mark.browser

ENDS = """() => {
  const box = (element) => element.getBoundingClientRect();
  const middle = (element) => (box(element).top + box(element).bottom) / 2;
  const rows = [...document.querySelectorAll(".tree-match li")];
  const levels = [...document.querySelectorAll(".tree-level")];
  return levels.slice(1).flatMap((level, before) => {
    const svg = level.querySelector(".tree-lines");
    const unit = box(svg).height / svg.viewBox.baseVal.height;
    return [...svg.querySelectorAll("path")].map((path) => {
      const [start, end] = [path.getPointAtLength(0), path.getPointAtLength(path.getTotalLength())]
        .map(({ y }) => box(svg).top + y * unit);
      const to = rows.find((row) => level.contains(row) && Math.abs(middle(row) - end) < 4);
      const from = rows.find((row) => levels[before].contains(row) && Math.abs(middle(row) - start) < 4);
      return [from?.querySelector(".name").textContent, to?.querySelector(".name").textContent];
    });
  });
}"""
"""Which line of a match each line of the tree joins to which, by the names that stand there."""


def match(page: Page, id: str) -> list[str]:
    """Who stands in a match, with the points."""
    return page.locator(f"[data-match={id}] li").all_inner_texts()


def test_teams_come_into_the_tree_as_soon_as_they_are_known(own: SampleSite, opened: Open) -> None:
    event = own.event
    plan_finals(event, 8)
    page = opened(own.origin + "/standings")
    expect(page.locator(".tree-match")).to_have_count(3)
    assert match(page, "F1")[0] == "Place 1 in the standings"
    assert match(page, "F3") == ["Winner of F1", "Winner of F2", "Second of F2", "Second of F1"]
    assert page.locator(".hub-table").bounding_box()["y"] < page.locator(".tree").bounding_box()["y"]  # type: ignore[index]
    fill_in(event)
    expect(page.locator("[data-match=F1]")).to_contain_text("Badgers")
    win(event, "F1")
    final = page.locator("[data-match=F3] li")
    expect(final.first).to_contain_text("Badgers")
    expect(final.last).to_contain_text("Owls")
    expect(final.nth(1)).to_contain_text("Winner of F2")
    expect(page.locator("[data-match=F1] .is-winner")).to_contain_text("Badgers")
    assert page.locator(".hub-table").bounding_box()["y"] > page.locator(".tree").bounding_box()["y"]  # type: ignore[index]
    win(event, "F1", 3, 0, 1, 2)
    expect(final.first).to_contain_text("Otters")
    expect(final.last).to_contain_text("Badgers")
    win(event, "F2")
    expect(page.locator(".tree-champion")).to_have_count(0)
    win(event, "F3", 2, 0, 1, 3)
    winner = page.locator("[data-match=F3] .is-winner")
    expect(winner.get_by_role("img", name="Winner")).to_be_visible()
    name = winner.locator(".name").inner_text()
    expect(page.locator(".tree-champion")).to_have_text(f"{name} win the final!")


def test_lines_lead_from_who_goes_on_to_where(own: SampleSite, opened: Open) -> None:
    event = own.event
    plan_finals(event, 12, 1)
    fill_in(event)
    win(event, "F1", 2, 0, 1, 3)
    page = opened(own.origin + "/standings")
    expect(page.locator("[data-match=F4] li").first).not_to_contain_text("Winner")
    settled(page)
    joined = page.evaluate(ENDS)
    first = page.locator("[data-match=F1] .is-winner .name").inner_text()
    assert [first, first] in joined
    assert sorted(to for _, to in joined) == sorted([first, "Winner of F2", "Winner of F3"])
    page.set_viewport_size({"width": 900, "height": 700})
    settled(page)
    assert page.evaluate(ENDS) == joined


@pytest.mark.parametrize(("size", "advance"), [(16, 2), (12, 1)])
def test_the_tree_is_readable_at_every_size_and_a_list_for_who_hears_it(
    own: SampleSite, opened: Open, size: int, advance: int
) -> None:
    plan_finals(own.event, size, advance)
    if size <= 12:
        fill_in(own.event)
        win(own.event, "F1")
    page = opened(own.origin + "/standings")
    page.emulate_media(reduced_motion="reduce")
    for width, height in SIZES:
        assert measured(page, width, height) == {}, width
    assert violations(page) == []
    tops = page.locator(".tree-level").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert tops == sorted(set(tops)), "on a phone they stand below each other"
    expect(page.locator(".tree-lines")).to_have_count(0)
    page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    expect(page.locator(".tree-lines").first).to_be_visible()
    assert violations(page) == []
    levels = page.locator("ol.tree > li")
    assert levels.locator("h3").all_inner_texts()[-2:] == ["Semi-final", "Final"]
    assert len(set(levels.evaluate_all("all => all.map(one => one.getBoundingClientRect().top)"))) == 1
    expect(levels.last.get_by_role("listitem").first).to_contain_text("Final F")


@pytest.mark.parametrize("size", [8, 32])
def test_the_finals_hang_on_the_wall_as_one_page(own: SampleSite, opened: Open, size: int) -> None:
    plan_finals(own.event, size)
    if size == 8:
        fill_in(own.event)
        for id in ("F1", "F2", "F3"):
            win(own.event, id)
    page = opened(own.origin + "/print/finals", (PAPER_PX[0], 800))
    page.locator(".tree-match").first.wait_for()
    settled(page)
    assert violations(page) == []
    assert sheets_of_paper(page) == 1
    page.emulate_media(media="print")
    (box,) = page.locator(".sheet").evaluate_all(BOXES)
    assert box["width"] == pytest.approx(PAPER_PX[0], abs=1)
    assert box["over"] <= 1
    if size == 8:
        expect(page.locator(".tree-champion")).to_have_text("Badgers win the final!")
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


LEVELS = """async ([address, finals]) => {
  const { levelsOf } = await import(address);
  return levelsOf(finals).map((level) => level.map(({ id }) => id));
}"""


def test_levels_follow_from_the_names_and_later_from_the_teams(own: SampleSite, opened: Open) -> None:
    """And a schedule that makes no sense still draws something."""
    page = opened(own.origin + "/standings")
    at = page.locator("script[src$='standings.js']").get_attribute("src") or ""
    address = at.replace("standings.js", "tree.js")

    def final(id: str, *teams: str) -> dict[str, object]:
        return {"id": id, "teams": [{"id": team, "name": team} for team in teams], "result": None}

    named = [final("F1", "place:1"), final("F2", "place:2"), final("F3", "winner:F1", "winner:F2")]
    assert page.evaluate(LEVELS, [address, named]) == [["F1", "F2"], ["F3"]]
    known = [final("F1", "a", "b"), final("F2", "c", "d"), final("F3", "a", "c"), final("F4", "a", "x")]
    assert page.evaluate(LEVELS, [address, known]) == [["F1", "F2"], ["F3"], ["F4"]]
    circle = [final("F1", "winner:F2"), final("F2", "winner:F1"), final("F3", "winner:F9")]
    found = page.evaluate(LEVELS, [address, circle])
    assert sorted(id for level in found for id in level) == ["F1", "F2", "F3"]


def test_a_final_that_waits_for_its_confirmation_says_so(own: SampleSite, opened: Open) -> None:
    event = own.event
    plan_finals(event, 8)
    page = opened(own.origin + "/match/F3")
    expect(page.locator("h1")).to_have_text("Final F3")
    expect(page.locator("#hub")).to_contain_text("Winner of F1")
    page.get_by_role("link", name="Standings").click()
    expect(page.locator("[data-match=F3] .tree-head")).to_have_text(
        re.compile(r"Final F3\s*\d\d:\d\d · North")
    )
