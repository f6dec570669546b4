"""A match on the tablet in Firefox and in WebKit: by tapping, over a cut link, and when the screen turns."""

import re
from collections.abc import Iterator

import pytest

from tests.browser.link import Link
from tests.browser.others import Device, Firefox, WebKit
from tests.browser.scenes import new_match
from tests.browser.test_fingers import TAP_WHEN_IT_TURNS
from tests.process.conftest import PIN, Kit

pytestmark = pytest.mark.browser

BROWSERS = {"firefox": Firefox, "webkit": WebKit}
SIZE = (1280, 800)
RICH = {"resources": {"wood": 6, "wheat": 6, "brick": 6, "ore": 6}}


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=pytest.mark.needs(name)) for name in BROWSERS]
)
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Firefox | WebKit]:
    """One of the two browsers."""
    browser = BROWSERS[request.param](tmp_path_factory.mktemp(request.param))
    yield browser
    browser.close()


@pytest.fixture
def tablet(other: Firefox | WebKit, kit: Kit, link: Link) -> Iterator[Device]:
    """Yield a tablet at the end of a link that can be cut, logged in by typing the PIN and Enter."""
    tablet = other.device(*SIZE)
    tablet.open(f"http://127.0.0.1:{link.port}/referee")
    if tablet.run("() => document.getElementById('pin') !== null"):
        tablet.tap("#pin")
        tablet.type(PIN)
        tablet.enter()
    tablet.until("() => document.querySelector('#screen')?.childElementCount > 0")
    assert other.mistakes() == []
    yield tablet
    assert other.mistakes() == []


def in_phase(tablet: Device, *phases: str) -> None:
    """Wait until the tablet shows one of these phases."""
    tablet.until("(...phases) => phases.includes(document.body.dataset.phase)", *phases)


def test_a_match_by_tapping(kit: Kit, tablet: Device) -> None:
    """From the set-up of a match to its confirmed result (FC-7, FC-10, FC-16, FC-18, FC-32)."""
    new_match(kit, round_seconds=60, grace_seconds=1, break_seconds=300, target=4)
    in_phase(tablet, "ready")
    tablet.tap("#start")
    kit.phase("round")
    in_phase(tablet, "round")
    tablet.tap(".hoop[aria-label^='Hoop 1,']")
    tablet.tap(".picker .kind-wood")
    kit.wait(lambda view: [each["kind"] for each in view["counted"]] == ["wood"])
    tablet.sees(".counted", "Foxes")
    tablet.tap("#stop")
    kit.phase("stopped")
    tablet.tap(".stop-choices .button", "It counts as played")
    kit.phase("break")
    in_phase(tablet, "break")
    kit.must("correct", team="red", set=RICH, reason="a scene")
    tablet.tap(".team-card.team-red .tile", "Knight")
    tablet.until("() => document.querySelector('.panel-buy') !== null")
    tablet.tap(".panel-buy .button", "wood")
    kit.wait(lambda view: view["teams"][0]["knights"] == 2)
    kit.must("correct", team="red", set={"bonus_vp": 1}, reason="a scene")
    kit.must("break_clock", seconds=0)
    kit.wait(lambda view: view["can"].get("confirm_result"))
    tablet.until("() => document.querySelector('.hold, #plates .plate') !== null")
    confirm(kit, tablet)
    in_phase(tablet, "over")
    assert kit.view["result"] == {"winners": ["red"], "final": True}


def confirm(kit: Kit, tablet: Device) -> None:
    """Hold the choice that ends the match, wherever it stands."""
    if not tablet.run("() => document.querySelector('.hold') !== null"):
        tablet.tap("#plates .plate", "Foxes")
    tablet.down(*tablet.at(".hold"))
    kit.phase("over")
    tablet.up()


def test_a_cut_link_starts_nothing_and_says_so_of_a_stop(kit: Kit, link: Link, tablet: Device) -> None:
    """A start over a cut link never whistles; STOP is not believed before the kit has heard it (FC-16)."""
    new_match(kit, round_seconds=60, break_seconds=300)
    in_phase(tablet, "ready")
    tablet.until("() => document.getElementById('start')?.getAttribute('aria-disabled') !== 'true'")
    link.cut()
    tablet.tap("#start")
    tablet.sees("#toast", "Not started")
    tablet.sees("#away")
    assert kit.view["phase"] == "ready"
    link.restore()
    tablet.until("() => document.getElementById('away').innerText === ''")
    assert kit.view["phase"] == "ready"
    kit.open()
    in_phase(tablet, "round")
    link.cut()
    tablet.tap("#stop")
    tablet.sees("#stop", "NOT STOPPED")
    assert kit.view["phase"] == "round"
    link.restore()
    kit.phase("stopped")
    in_phase(tablet, "stopped")


def test_what_turns_under_a_finger_does_nothing(kit: Kit, tablet: Device) -> None:
    """At the end of the grace time the break's screen comes by itself: a thumb on its way buys nothing."""
    # Long enough for a slow machine to look before it ends.
    new_match(kit, round_seconds=8, grace_seconds=1, break_seconds=300)
    kit.must("correct", team="green", set=RICH, reason="a scene")
    kit.must("start_round")
    in_phase(tablet, "round")
    kit.must("stop_round")
    kit.must("end_round")
    in_phase(tablet, "break")
    x, y = tablet.at(".team-card.team-green .tile", "Settlement")
    kit.open()
    in_phase(tablet, "round")
    tablet.run(TAP_WHEN_IT_TURNS, [x, y, "break"])
    kit.phase("break")
    in_phase(tablet, "break")
    assert tablet.until("() => window.turns > 0")
    tablet.tap(".team-card.team-green .tile", "Settlement")
    # The tap after the guard is the first that buys.
    view = kit.wait(lambda view: view["teams"][2]["settlements_in_hand"] > 0)
    assert view["teams"][2]["settlements_in_hand"] == 1
    assert re.search("Otters", view["recent"][0]["text"])
