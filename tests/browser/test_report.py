"""The charts after the match on the spectators' page, and the report: opened from a file, and printed."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fieldkit.cli.commands import main
from tests.browser.audit import settled
from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.process.conftest import Kit
from tests.support import reported_match

pytestmark = [pytest.mark.browser, pytest.mark.process]
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """() => [...document.querySelectorAll("svg text")].filter((text) => {
  const [inner, outer] = [text.getBoundingClientRect(), text.closest("svg").getBoundingClientRect()];
  return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
}).map((text) => text.textContent)"""
"""The texts of charts that leave their drawing."""
OVERLAP = """() => {
  const texts = [...document.querySelectorAll("svg .name, svg .small")];
  const boxes = texts.map((text) => [text, text.getBoundingClientRect()]);
  return boxes.flatMap(([a, r], i) => boxes.slice(i + 1).filter(([, s]) =>
    r.left < s.right && s.left < r.right && r.top + 4 < s.bottom && s.top + 4 < r.bottom
  ).map(([b]) => `${a.textContent} / ${b.textContent}`));
}"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a match."""
    folder = tmp_path_factory.mktemp("report")
    reported_match.play(folder / "journal.sqlite3")
    out = folder / "m1.html"
    assert main(["report", "m1", "--data", str(folder), "--out", str(out)]) == 0
    return out


def test_a_report_opens_from_a_file_and_asks_nobody(browser: Browser, report: Path) -> None:
    page = browser.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url.partition(",")[0]))
    page.goto(report.as_uri())
    page.evaluate("document.fonts.ready")
    assert page.locator("h1").inner_text() == "HERONS 5 : FOXES & <FRIENDS> 4 : OTTERS 4"
    assert page.evaluate("document.fonts.check('700 20px \"Barlow Condensed\"')")
    for width, height in (LANDSCAPE, PHONE, (794, 1123)):
        page.set_viewport_size({"width": width, "height": height})
        settled(page)
        assert page.evaluate(OVERFLOW) == 0, width
        assert page.evaluate(CUT) == [], width
        assert page.evaluate(OVERLAP) == [], width
    assert {url for url in asked if not url.startswith("data:font/ttf")} == {report.as_uri()}
    assert said == []
    page.close()


def test_a_report_prints_on_a4(browser: Browser, report: Path, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(report.as_uri())
    printed = page.pdf(path=tmp_path / "m1.pdf", prefer_css_page_size=True, print_background=True)
    context.close()
    assert printed.startswith(b"%PDF")
    pages = printed.count(b"/Type /Page\n") or printed.count(b"/Type /Page ")
    assert 2 <= pages <= 4
    assert b"/MediaBox [0 0 594.95" in printed or b"/MediaBox [0 0 595" in printed


def test_the_spectators_see_the_charts_when_the_match_is_over(kit: Kit, new_page: NewPage) -> None:
    kit.create()
    for hoop, kind in (("h1", "wood"), ("h1", "ore"), ("h2", "brick")):
        kit.must("deposit", hoop=hoop, kind=kind)
    page = new_page("/", PHONE, logged_in=False)
    page.locator(".board-team").first.wait_for()
    assert page.locator(".chart").count() == 0
    kit.must("end_match", reason="rain")
    for name, alt in (("points", "Red: 3 points; "), ("collected", "Red: 1 wood, 1 ore; Blue: 1 brick; ")):
        picture = page.locator(f"img[src^='/charts/{name}.svg']")
        picture.wait_for()
        assert (picture.get_attribute("alt") or "").startswith(alt)
        assert picture.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") > 0
    assert page.evaluate(OVERFLOW) == 0
    kit.create()
    page.locator(".chart").first.wait_for(state="detached")
