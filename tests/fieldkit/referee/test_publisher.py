"""What the kit itself adds to the published views."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from fieldkit.messages import Battery, HoopStatus
from fieldkit.phrases import Message
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.publisher import Publisher
from fieldkit.referee.uplink import NUMBERS_S, SILENT_S, BrokerStatus, HubStatus
from fieldkit.settings import HubLink, Kit, Mqtt, Settings
from tests.support.games import kit_games
from tests.support.refereeing import NotedWhistle

NAMED = Settings(kit=Kit(name="Field 1"))


def published(spectators: Callable[[], str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the public board and the referee's view before any match."""
    feed = Feed()
    Publisher(Ports(NotedWhistle(), feed=feed, spectators=spectators), NAMED, {}, 1.0).publish(None)
    return json.loads(feed.latest.board), json.loads(feed.latest.match)


def test_both_views_tell_where_spectators_follow() -> None:
    for view in published(lambda: "http://10.42.0.1:8080/"):
        assert view["spectators"] == "http://10.42.0.1:8080/"


def test_before_a_match_both_views_tell_how_to_join_the_wifi() -> None:
    feed, wifi = Feed(), "WIFI:T:WPA;S:Field 1;P:abcdefgh;;"
    Publisher(Ports(NotedWhistle(), feed=feed, wifi=wifi), NAMED, {}, 1.0).publish(None)
    assert json.loads(feed.latest.board)["wifi"] == json.loads(feed.latest.match)["wifi"] == wifi
    assert all("wifi" not in view for view in published(str))


def test_a_node_from_elsewhere_is_nobodys_alarm() -> None:
    links = {"h1": HoopStatus("h1", "silent"), "h77": HoopStatus("h77", "silent")}
    feed = Feed()
    publisher = Publisher(Ports(NotedWhistle(), lambda: links, feed), NAMED, kit_games(), 1.0)
    publisher.publish(None)
    assert [alarm["id"] for alarm in json.loads(feed.latest.match)["alarms"]] == ["hoop-h1"]
    assert publisher.health()["hoops"] == {"h1": "silent"}


def test_health_tells_how_strong_the_radio_of_each_node_is() -> None:
    links = {
        "h1": HoopStatus("h1", "ok", rssi_dbm=-92, node="h1"),
        "h2": HoopStatus("h2", "ok", node="h2"),
        "h3": HoopStatus("h3", "ok", rssi_dbm=-50),
    }
    publisher = Publisher(Ports(NotedWhistle(), lambda: links, Feed()), NAMED, {}, 1.0)
    assert publisher.health()["signals"] == {"h1": -92}


def test_an_address_that_nobody_knows_is_left_out() -> None:
    for view in published(str):
        assert "spectators" not in view


def test_a_new_address_is_a_new_view() -> None:
    feed, addresses = Feed(), iter(("http://10.0.0.1/", "http://10.0.0.1/", "http://10.0.0.2/"))
    publisher = Publisher(
        Ports(NotedWhistle(), feed=feed, spectators=lambda: next(addresses)), NAMED, {}, 1.0
    )
    revs = []
    for _ in range(3):
        publisher.publish(None)
        revs.append(feed.latest.rev)
    assert revs == [1, 1, 2]


@pytest.mark.parametrize(
    ("battery", "text"),
    [
        (Battery("low", 12.4), "The kit's battery is low: 12.4 V."),
        (Battery("empty", 11.9), "The kit's battery is almost empty: 11.9 V."),
        (Battery("odd", 5.0), "The kit's battery reads 5.0 V; a 12 V battery has 9 to 16 V."),
        (Battery("away", why=Message("gone")), "The kit's battery is not measured: gone."),
    ],
)
def test_the_battery_is_shown_and_its_alarm_stands_until_it_is_well(battery: Battery, text: str) -> None:
    feed, now = Feed(), [battery]
    publisher = Publisher(Ports(NotedWhistle(), feed=feed, battery=lambda: now[0]), NAMED, {}, 1.0)
    assert publisher.publish(None)
    view = json.loads(feed.latest.match)
    assert [(alarm["id"], alarm["text"]) for alarm in view["alarms"]] == [("battery", text)]
    assert view["alarms"][0]["cure"]
    assert view["kit"].get("battery") == battery.volts
    assert publisher.health()["battery"] == {"state": battery.state, "volts": battery.volts}
    now[0] = Battery("ok", 13.2)
    assert not publisher.publish(None)
    assert json.loads(feed.latest.match)["kit"]["battery"] == 13.2


def test_a_battery_that_is_not_measured_is_in_no_view() -> None:
    feed = Feed()
    publisher = Publisher(Ports(NotedWhistle(), feed=feed), NAMED, {}, 1.0)
    publisher.publish(None)
    assert "battery" not in json.loads(feed.latest.match)["kit"]
    assert publisher.health()["battery"] is None


class Joined:
    """The views of a kit that belongs to an event, at moments (s) that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
        self.at = 0.0
        monkeypatch.setattr("fieldkit.referee.uplink.time.monotonic", lambda: self.at)
        self.feed = Feed()
        self.publisher = Publisher(Ports(NotedWhistle(), feed=self.feed), settings, {}, 1.0)

    def tell(self, broker: BrokerStatus | None = None, **hub: Any) -> None:
        self.feed.uplink.note(HubStatus(**hub), broker or BrokerStatus())

    @property
    def view(self) -> dict[str, Any]:
        self.publisher.publish(None)
        found: dict[str, Any] = json.loads(self.feed.latest.match)
        return found

    @property
    def board(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.feed.latest.board)
        return found


JOINED = Settings(hub=HubLink(url="http://hub.example"), mqtt=Mqtt(host="broker.example"))


def test_the_referee_sees_how_far_the_hub_is_and_everybody_which_event_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kit = Joined(monkeypatch, JOINED)
    assert kit.view["kit"]["hub"]["state"] == "waiting"
    assert "event" not in kit.board
    told: dict[str, Any] = {"event": "Spring Cup", "field": "North field", "practice": True}
    kit.tell(state="ok", have=1234, of=1240, last_contact_s=185.0, **told)
    view = kit.view
    assert view["kit"]["name"] == view["event_field"] == kit.board["event_field"] == "North field"
    wanted = {"state": "ok", "have": 1234, "of": 1240, "minutes": 3, "says": ""}
    assert view["kit"]["hub"] == wanted | {"event": "Spring Cup", "practice": True}
    assert view["event"] == kit.board["event"] == "Spring Cup"
    assert view["event_practice"] is kit.board["event_practice"] is True
    assert "kit" not in kit.board
    assert view["alarms"] == []
    health = kit.publisher.health()["hub"]
    assert health == {"have": 1234, "of": 1240, "last_contact_s": 185.0, "state": "ok"}


def test_a_hub_that_is_away_is_no_alarm_and_one_that_refuses_is(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Joined(monkeypatch, JOINED)
    kit.tell(state="waiting", says="The hub does not answer.")
    view = kit.view
    assert (view["kit"]["hub"]["says"], view["alarms"]) == ("The hub does not answer.", [])
    kit.tell(state="refused", says="The hub has another record 6 of this field.")
    (alarm,) = kit.view["alarms"]
    assert alarm["id"] == "hub"
    assert alarm["text"] == "Hub: The hub has another record 6 of this field."
    assert kit.feed.uplink.alarms == 1
    assert "alarms" not in kit.board
    kit.tell(state="ok")
    assert kit.view["alarms"] == []


def test_numbers_that_change_all_the_time_seldom_change_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Joined(monkeypatch, JOINED)
    revs = set()
    for second in range(60):
        kit.at = float(second)
        kit.tell(state="ok", have=second, of=second, last_contact_s=0.1)
        revs.add(kit.view["rev"])
    assert len(revs) == 60 / NUMBERS_S
    kit.tell(state="waiting", have=60, of=61, last_contact_s=3.0)
    assert kit.view["kit"]["hub"] | {"says": ""} == {
        "state": "waiting", "have": 60, "of": 61, "minutes": 0, "says": "", "event": "", "practice": False
    }  # fmt: skip


def test_a_process_that_says_nothing_is_told_of_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Joined(monkeypatch, JOINED)
    kit.tell(BrokerStatus("ok"), state="refused", says="No.", event="Spring Cup")
    assert kit.view["alarms"]
    assert kit.view["kit"]["mqtt"] == {"state": "ok", "says": ""}
    kit.at += SILENT_S
    view = kit.view
    assert view["alarms"] == []
    assert view["kit"]["hub"]["state"] == "off"
    assert view["kit"]["hub"]["says"] == "The process that sends to the hub is not running."
    assert view["kit"]["mqtt"]["state"] == "off"
    assert kit.board["event"] == "Spring Cup"
    assert "event_practice" not in kit.board


def test_a_kit_without_a_hub_tells_nothing_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = Joined(monkeypatch, NAMED)
    kit.tell(state="refused", says="No.", event="Spring Cup")
    view = kit.view
    assert not {"hub", "mqtt"} & view["kit"].keys()
    assert view["alarms"] == []
    assert "event" not in view
    assert "hub" not in kit.publisher.health()
