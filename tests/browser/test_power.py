"""The kit's battery on the tablet, and its machine switched off by two taps, never in a round."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.scenes import new_match
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.browser
SLIP_MS = 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the referee's own folder, in which systemd would look for its file."""
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[Kit]:
    """Yield a kit that measures a battery and believes itself a service."""
    kit = Kit(tmp_path_factory.mktemp("own"), RUNTIME_DIRECTORY=str(folder))
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write("\n[power]\nina219 = true\n")
    yield from kit.running()


def opened(own: Kit, new_page: NewPage, path: str, **more: Any) -> Page:
    """Return a page of that kit."""
    return new_page(path, origin=f"http://127.0.0.1:{own.port}", **more)


def test_the_battery_is_on_the_tablet_and_a_low_one_is_an_alarm(own: Kit, new_page: NewPage) -> None:
    page = opened(own, new_page, "/kit#power", size=PHONE)
    expect(page.locator(".battery-row")).to_contain_text("13.3\N{NO-BREAK SPACE}V")
    (own.data / "battery").write_text("11.9\n", encoding="ascii")
    # The shown value is the middle of nine readings, two seconds apart.
    expect(page.locator(".battery-row")).to_contain_text("It is almost empty", timeout=30_000)
    tablet = opened(own, new_page, "/referee")
    expect(tablet.get_by_text("The kit's battery is almost empty: 11.9 V.")).to_be_visible()
    expect(tablet.locator("#bar")).to_contain_text("11.9\N{NO-BREAK SPACE}V")
    (own.data / "battery").write_text("no volts\n", encoding="ascii")
    expect(page.locator(".battery-row")).to_contain_text("must hold a voltage", timeout=30_000)


def test_two_taps_switch_off_and_never_in_a_round(own: Kit, folder: Path, new_page: NewPage) -> None:
    new_match(own)
    page = opened(own, new_page, "/kit#power")
    off = page.get_by_role("button", name="Switch off", exact=True)
    own.must("start_round")
    expect(off).to_have_attribute("aria-disabled", "true")
    off.click(force=True)
    expect(page.locator("#toast")).to_contain_text("Not while a round runs")
    own.must("stop_round")
    own.give_up("the next step")
    expect(off).not_to_have_attribute("aria-disabled", "true")
    for name in ("Switch off", "Leave it on", "Switch off", "Switch off now"):
        # A second tap at one place is a slip of the finger.
        page.wait_for_timeout(SLIP_MS)
        assert not (folder / "off").exists()
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator(".kit-off")).to_contain_text("the green lamp blinks ten times")
    until(lambda: (folder / "off").exists(), 5, "the file that systemd waits for")
