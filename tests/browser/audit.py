"""What makes a page hard to read, to hit or to hear: axe-core's findings and the bounds of our own."""

from importlib import resources
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
MEASURE = Path(__file__).with_name("audit.js").read_text(encoding="utf-8").strip().removesuffix(";")
BOUNDS = {"text": 18, "target": 64, "gap": 8, "contrast": 7, "strong": 12}
"""Pixels of text, of a target and between two; contrast of text, and of the points and the clock."""
_SETTLED = """() => document.fonts.ready.then(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))))"""
"""Three frames: one lays the page out, one lets it draw what has room now, one shows that."""
_RUN = """() => axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(
  ({id, help, nodes}) => nodes.map(({html, failureSummary}) =>
    `${id} (${help}): ${html.slice(0, 120)} ${failureSummary}`)))"""


def violations(page: Page) -> list[str]:
    """Return what axe-core, with all the rules it runs by itself, holds against the page as shown now."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(_RUN)
    return found


def settled(page: Page) -> None:
    """Wait until the page's fonts are there and it has drawn itself with them."""
    page.evaluate(_SETTLED)


def measured(page: Page, width: int, height: int) -> dict[str, list[str]]:
    """Return what breaks the bounds on a screen of that size, by kind; empty when nothing does."""
    page.set_viewport_size({"width": width, "height": height})
    settled(page)
    found: dict[str, Any] = page.evaluate(f"({MEASURE})({_json(BOUNDS)})")
    return {kind: wrong for kind, wrong in found.items() if wrong}


def _json(bounds: dict[str, int]) -> str:
    return "{" + ", ".join(f"{name}: {number}" for name, number in bounds.items()) + "}"
