"""Every screen and panel of a hall's tablet: axe-core finds nothing, and all keeps to the bounds."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import LANDSCAPE, PHONE, NewPage
from tests.browser.german import GermanKit, Reader, at, audit, reader
from tests.browser.halls import (
    STILL_MS,
    alarmed,
    busy,
    ended,
    found,
    hall,
    held,
    in_turn,
    judging,
    key,
    main,
    over,
    rehearsed,
    seven,
    taken,
    won,
)
from tests.process.conftest import Kit

TABLETS = (LANDSCAPE, (1024, 768), (800, 1280))
"""The screens that the console is made for; smaller ones scroll."""

PLACES = {
    "/referee": (TABLETS, None),
    "/referee#desk": (TABLETS, ("registration", "busy", "judging", "over", "alarm")),
    "/referee#announcer": (TABLETS, ("registration", "seven", "busy", "won", "alarm")),
    "/": (((1920, 1080), PHONE), ("seven", "busy", "over")),
}
"""The sizes of each page, and the scenes in which it looks different."""

__all__ = ["audit", "reader"]

pytestmark = pytest.mark.browser


SCENES: dict[str, Callable[[Kit], None]] = {
    "registration": hall,
    "a rehearsal": rehearsed,
    "seven": seven,
    "busy": busy,
    "judging": judging,
    "won": won,
    "over": over,
    "a roll taken back": taken,
    "alarm": alarmed,
}


class GermanHall(GermanKit):
    """A German kit, in whose hall people call in German and clubs have no English names."""

    def must(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command that has to be accepted."""
        if "csv" in fields:
            fields["csv"] = fields["csv"].replace("Club", "Verein")
        return super().must(type_, **(fields | ({"text": "Streit am Hafen"} if "text" in fields else {})))


@pytest.fixture(scope="module")
def german_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GermanHall]:
    """Yield a running German kit."""
    yield from GermanHall(tmp_path_factory.mktemp("german_hall")).running()


def test_every_scene_in_german(german_hall: GermanHall, new_page: NewPage, reader: Reader) -> None:
    """No English word on the console, the desk and the screens, and the longer words fit."""
    pages = {place: new_page(place, **at(german_hall)) for place in PLACES}
    for scene, bring in SCENES.items():
        for page in pages.values():
            page.goto("about:blank")
        bring(german_hall)
        for place, page in pages.items():
            sizes, scenes = PLACES[place]
            if scenes and scene not in scenes:
                continue
            page.goto(f"http://127.0.0.1:{german_hall.port}{place}")
            expect(page.locator(f"body[data-phase={german_hall.view['phase']}]")).to_have_count(1)
            reader.read(page, f"{place}, {scene}", sizes)
    assert reader.seen == len(SCENES) + 13


PANELS = (
    ("All rolls",),
    ("Take back the 8",),
    ("Break, end, alarm",),
    ("Claim for a seat…",),
    ("More…",),
    ("More…", "Options"),
    ("More…", "Another tablet"),
    ("More…", "Players' phones"),
    ("More…", "The rules"),
)


def test_every_panel_keeps_to_the_bounds(kit: Kit, new_page: NewPage, audit: Reader) -> None:
    in_turn(kit, 7)
    page = new_page("/referee")

    def look(name: str) -> None:
        audit.read(page, name, TABLETS)

    for names in PANELS:
        for name in names:
            key(page, name).click()
        look(names[-1])
        page.keyboard.press("Escape")
    page.wait_for_timeout(STILL_MS)
    held(page)
    page.locator(".dice-row").first.wait_for()
    look("real dice")
    judging(kit)
    main(page, "JUDGE 2 CLAIMS").click()
    look("judge")
    key(page, "Reject…").click()
    look("reject")
    page.keyboard.press("Escape")
    kit.must("judge_claim", claim=1, verdict="confirmed")
    main(page, "CLOSE THE REST")
    page.locator(".claim-row").first.click()
    look("a claim that was judged")
    key(page, "Judge again…").click()
    key(page, "Confirm").click()
    look("why again")
    page.goto("about:blank")
    hall(kit)
    page.goto(f"http://127.0.0.1:{kit.port}/referee")
    for name in ("Import a list", "Register a player", "Change the boards", "Seat cards, phones"):
        key(page, name).click()
        look(name)
        page.keyboard.press("Escape")
    ended(kit)
    key(page, "New hall").click()
    page.get_by_label("Boards", exact=True).fill("7")
    look("set-up")


def test_every_tool_of_the_desk_keeps_to_the_bounds(kit: Kit, new_page: NewPage, audit: Reader) -> None:
    busy(kit)
    page = new_page("/referee#desk")
    found(page, 2, "2 B Sun")
    for name in ("Permission", "Route, army", "Claim", "Player"):
        key(page, name).click()
        if name == "Player":
            key(page, "Remove").click()
        audit.read(page, name, TABLETS)
    page.goto("about:blank")
    judging(kit)
    page.goto(f"http://127.0.0.1:{kit.port}/referee#desk")
    page.locator(".desk-left .call-seat").first.click()
    audit.read(page, "judging", TABLETS)
    key(page, "Reject…").click()
    audit.read(page, "rejecting", TABLETS)
