"""The parts of the process together: it follows a kit, sends its board, and tells how it stands."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import structs

from fieldkit.clock import Clock
from fieldkit.errors import Misread
from fieldkit.service.systemd import Watchdog
from fieldkit.settings import HubLink, Mqtt, Settings
from fieldkit.uplink import process
from fieldkit.uplink.process import KitAddress, Uplink, serve
from tests.fieldkit.uplink.conftest import QUICK, WAIT_S, until
from tests.support.fake_hub import KEY as HUB_KEY
from tests.support.fake_hub import FakeHub
from tests.web.conftest import RunningKit
from web.pin import crowd_key
from web.redirects import KEY

pytestmark = pytest.mark.slow

BOARD = {"stage": "ready", "phase": "ready", "match": "m1", "doubt": None, "clock": {"rate": 1.0}}


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "TELL_S", 0.01)


@pytest.fixture
def joined(tmp_path: Path, hub: FakeHub) -> Iterator[tuple[RunningKit, Settings]]:
    """Yield a kit that belongs to the hub's event, and its settings."""
    settings = Settings(hub=HubLink(url=hub.url, event="spring", field="north", key=HUB_KEY))
    kit = RunningKit(tmp_path, settings)
    yield kit, settings
    kit.stop()


def uplink_of(kit: RunningKit, settings: Settings) -> Uplink:
    place = KitAddress("127.0.0.1", kit.port, kit.data, {KEY: crowd_key(kit.data)})
    return Uplink(settings, place, Clock(), QUICK)


@contextmanager
def served(uplink: Uplink) -> Iterator[list[bool]]:
    """Yield the process's loop in a thread; what it returned."""
    stopping, ended, ready = threading.Event(), list[bool](), threading.Event()
    thread = threading.Thread(target=lambda: ended.append(serve(uplink, stopping, ready.set, Watchdog())))
    thread.start()
    assert ready.wait(WAIT_S)
    try:
        yield ended
    finally:
        stopping.set()
        thread.join(WAIT_S)
        assert not thread.is_alive()


def test_the_board_goes_to_the_hub_and_the_standing_to_the_referee(
    joined: tuple[RunningKit, Settings], hub: FakeHub
) -> None:
    kit, settings = joined
    rev = kit.referee.show(**BOARD, rev=1, sides=[{"id": "red"}])
    outside = kit.referee.feed.uplink
    outside.alarms = 4
    with served(uplink_of(kit, settings)) as ended:
        until(lambda: hub.views and hub.views[-1]["kit"]["alarms"] == 4)
        view = hub.views[-1]
        assert view["rev"] == rev
        assert view["board"] == BOARD | {"rev": 1, "sides": [{"id": "red"}]}
        assert abs(view["now"] - kit.referee.now) < 60_000
        until(lambda: outside.hub.event == "Spring Cup")
        hub.stop()
        until(lambda: outside.hub.state == "waiting" and outside.hub.says)
        hub.start()
        outside.ask_again()
        until(lambda: outside.hub.says != f"The hub {hub.url} does not answer.")
    assert ended == [True]
    assert len(kit.site.feed) == 0 or until(lambda: len(kit.site.feed) == 0)


def test_a_referee_that_is_away_is_no_reason_to_end(
    joined: tuple[RunningKit, Settings], hub: FakeHub
) -> None:
    kit, settings = joined
    uplink = uplink_of(kit, settings)
    kit.stop()
    with served(uplink) as ended:
        until(lambda: sum("hello" in call for call in hub.calls) > 2)
        assert ended == []


def test_without_its_package_the_referee_is_told_how_mqtt_begins(
    joined: tuple[RunningKit, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    kit, settings = joined
    monkeypatch.setitem(sys.modules, "paho", None)
    monkeypatch.setattr("fieldkit.extras.find_spec", lambda name: None)
    with served(uplink_of(kit, structs.replace(settings, mqtt=Mqtt(host="127.0.0.1")))):
        until(lambda: kit.referee.feed.uplink.broker.state == "refused")
        says = (
            f"MQTT needs one more package; install it with: {sys.executable} -m pip install 'fieldkit[mqtt]'"
        )
        assert kit.referee.feed.uplink.broker.says == says


def test_a_part_that_has_died_ends_the_process(
    joined: tuple[RunningKit, Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    uplink = uplink_of(*joined)
    assert uplink._sender is not None
    monkeypatch.setattr(uplink._sender, "_run", lambda: None)
    uplink._sender._thread = threading.Thread(target=lambda: None)
    with served(uplink) as ended:
        until(lambda: ended)
    assert ended == [False]


def test_a_view_that_makes_no_sense_is_left_out(joined: tuple[RunningKit, Settings]) -> None:
    uplink = uplink_of(*joined)
    with served(uplink):
        for wrong in (b"{", b"[]", b'{"rev": 5}', b'{"now": 5, "rev": "x"}'):
            with pytest.raises(Misread):
                uplink._take(wrong)
