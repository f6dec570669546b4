"""A hall in German: no English word on the console, the desk and the screens, and the longer words fit."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.browser.test_hall_bounds import SCENES, TABLETS
from tests.browser.test_languages import GermanKit, Reader, at, reader

pytestmark = pytest.mark.browser
__all__ = ["reader"]
PLACES = {
    "/referee": TABLETS,
    "/referee#desk": TABLETS,
    "/referee#announcer": TABLETS,
    "/": ((1920, 1080), LANDSCAPE, PHONE),
}


class GermanHall(GermanKit):
    """A German kit, in whose hall people call in German and clubs have no English names."""

    def must(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command that has to be accepted."""
        if "csv" in fields:
            fields["csv"] = fields["csv"].replace("Club", "Verein")
        return super().must(type_, **(fields | ({"text": "Streit am Hafen"} if "text" in fields else {})))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GermanHall]:
    """Yield a running German kit."""
    kit = GermanHall(tmp_path_factory.mktemp("german_hall"))
    try:
        kit.start()
        yield kit
    finally:
        kit.end()


@pytest.mark.parametrize("scene", SCENES)
def test_every_scene(hall: GermanHall, new_page: NewPage, reader: Reader, scene: str) -> None:
    SCENES[scene](hall)
    for path, sizes in PLACES.items():
        page = new_page(path, **at(hall))
        expect(page.locator(f"body[data-phase={hall.view['phase']}]")).to_have_count(1)
        reader.read(page, f"{path}, {scene}", sizes)
