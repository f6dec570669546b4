"""The wiring's drawings in a real browser: set in their own letters, as wide as they were measured."""

import pytest
from playwright.sync_api import Browser

from hardware.wiring.drawings import FOLDER, SHEETS
from hardware.wiring.svg import width_of

pytestmark = pytest.mark.browser


def test_letters_are_as_wide_as_they_were_measured(browser: Browser) -> None:
    page = browser.new_page()
    for make in SHEETS:
        sheet = make()
        page.set_content((FOLDER / f"{sheet.name}.svg").read_text(encoding="utf-8"))
        # As on paper: a screen rounds every letter to its own pixels.
        page.add_style_tag(content="text { text-rendering: geometricPrecision }")
        page.evaluate("() => document.fonts.ready.then(() => undefined)")
        loaded = page.evaluate("() => [...document.fonts].map((font) => font.status)")
        assert set(loaded) == {"loaded"}
        shown = page.evaluate(
            """() => [...document.querySelectorAll("text")].map((text) => [
                text.textContent, parseFloat(text.getAttribute("font-size")),
                text.getAttribute("font-family"), text.getAttribute("font-weight"),
                text.getComputedTextLength()])"""
        )
        for words, size, family, weight, wide in shown:
            face = "head" if "Barlow" in family else "bold" if weight == "700" else "text"
            assert wide == pytest.approx(width_of(words, size, face), rel=0.04, abs=2), words
    page.close()
