"""The console's bar while somebody guesses the PIN: a kit of its own, since the alarm stands for minutes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from fieldkit.referee.watches import MIN_GUESSES
from tests.browser.conftest import NewPage
from tests.browser.halls import in_turn, key, main
from tests.process.conftest import Kit

pytestmark = pytest.mark.browser

SIZES = ((1024, 768), (1280, 800), (1366, 768))


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Kit]:
    """Yield such a kit."""
    yield from Kit(tmp_path).running()


def test_a_loud_plate_hides_nothing_that_is_wrong_and_nothing_for_want_of_room(
    kit: Kit, new_page: NewPage
) -> None:
    in_turn(kit)
    page = new_page("/referee")
    main(page, "NEXT TURN")
    counters = page.locator(".hall-counters")
    expect(counters).to_contain_text("no horn")
    for guess in range(MIN_GUESSES):
        page.request.post(f"http://127.0.0.1:{kit.port}/api/session", data={"pin": f"{guess:08}"})
    plate = page.locator(".plate.is-alarm")
    expect(plate).to_contain_text("Somebody is guessing the PIN")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for shown in (counters.get_by_text("no horn"), plate, key(page, "More…")):
            expect(shown).to_be_in_viewport(ratio=1)
        expect(counters.get_by_text("phones")).to_be_hidden()
    kit.must("end_hall")
    kit.must("confirm_result")
    expect(page.locator(".hall-over")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for shown in (plate, page.locator(".plate", has_text="Another game")):
            expect(shown).to_be_in_viewport(ratio=1)
        expect(page.locator(".plate.is-all")).to_have_count(0)
