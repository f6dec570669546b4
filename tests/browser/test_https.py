"""https with the kit's own certificates, as a browser takes it."""

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.audit import measured, violations
from tests.browser.conftest import ARGUMENTS, LANDSCAPE, PHONE, NewPage
from tests.process.conftest import PIN, Kit
from tests.support.machine import chromium
from web.tls import Certificates

pytestmark = pytest.mark.browser
NAME = "kit.local"
"""A browser is less strict with what it knows to be its own machine."""


def test_a_tablet_logs_in_by_https_and_by_http_again_when_that_is_switched_off(
    playwright: Playwright, kit: Kit
) -> None:
    certificates = Certificates(kit.data)
    certificates.make("Field 1")
    led = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, led])
    try:
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.add_init_script("if (navigator.wakeLock) navigator.wakeLock.request = async (on) => held = on;")
        for scheme in ("https", "http"):
            page.goto(f"{scheme}://{NAME}:{kit.port}/referee")
            page.locator("#pin").fill(PIN)
            page.locator("#enter").click()
            expect(page.locator("#pin")).to_have_count(0)
            # By http no browser has a lock that keeps the screen on.
            held = "screen" if scheme == "https" else None
            expect(page.locator("#bar h1")).to_be_visible()
            assert page.evaluate("window.held ?? null") == held
            certificates.switch_off()
    finally:
        certificates.switch_off()
        browser.close()


def test_the_page_that_brings_the_root_is_read_as_all_others(kit: Kit, new_page: NewPage) -> None:
    certificates = Certificates(kit.data)
    certificates.make("Field 1")
    try:
        page = new_page("/trust", PHONE, logged_in=False)
        expect(page.locator(".fingerprint")).not_to_be_empty()
        assert not measured(page, *LANDSCAPE)
        assert not measured(page, *PHONE)
        assert not violations(page)
    finally:
        certificates.switch_off()
