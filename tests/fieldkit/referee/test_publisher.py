"""What the kit itself adds to the published views."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from fieldkit.games.loading import load_games
from fieldkit.messages import Battery, HoopStatus
from fieldkit.phrases import Message
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.publisher import Publisher
from fieldkit.settings import Settings
from tests.support.refereeing import NotedWhistle


def published(spectators: Callable[[], str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The public board and the referee's view before any match."""
    feed = Feed()
    Publisher(Ports(NotedWhistle(), feed=feed, spectators=spectators), "Field 1", {}, 1.0).publish(None)
    return json.loads(feed.latest.board), json.loads(feed.latest.match)


def test_both_views_tell_where_spectators_follow() -> None:
    for view in published(lambda: "http://10.42.0.1:8080/"):
        assert view["spectators"] == "http://10.42.0.1:8080/"


def test_before_a_match_both_views_tell_how_to_join_the_wifi() -> None:
    feed, wifi = Feed(), "WIFI:T:WPA;S:Field 1;P:abcdefgh;;"
    Publisher(Ports(NotedWhistle(), feed=feed, wifi=wifi), "Field 1", {}, 1.0).publish(None)
    assert json.loads(feed.latest.board)["wifi"] == json.loads(feed.latest.match)["wifi"] == wifi
    assert all("wifi" not in view for view in published(str))


def test_a_node_from_elsewhere_is_nobodys_alarm() -> None:
    links = {"h1": HoopStatus("h1", "silent"), "h77": HoopStatus("h77", "silent")}
    feed = Feed()
    publisher = Publisher(Ports(NotedWhistle(), lambda: links, feed), "Field 1", load_games(Settings()), 1.0)
    publisher.publish(None)
    assert [alarm["id"] for alarm in json.loads(feed.latest.match)["alarms"]] == ["hoop-h1"]
    assert publisher.health()["hoops"] == {"h1": "silent"}


def test_health_tells_how_strong_the_radio_of_each_node_is() -> None:
    links = {
        "h1": HoopStatus("h1", "ok", rssi_dbm=-92, node="h1"),
        "h2": HoopStatus("h2", "ok", node="h2"),
        "h3": HoopStatus("h3", "ok", rssi_dbm=-50),
    }
    publisher = Publisher(Ports(NotedWhistle(), lambda: links, Feed()), "Field 1", {}, 1.0)
    assert publisher.health()["signals"] == {"h1": -92}


def test_an_address_that_nobody_knows_is_left_out() -> None:
    for view in published(str):
        assert "spectators" not in view


def test_a_new_address_is_a_new_view() -> None:
    feed, addresses = Feed(), iter(("http://10.0.0.1/", "http://10.0.0.1/", "http://10.0.0.2/"))
    publisher = Publisher(
        Ports(NotedWhistle(), feed=feed, spectators=lambda: next(addresses)), "Field 1", {}, 1.0
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
    publisher = Publisher(Ports(NotedWhistle(), feed=feed, battery=lambda: now[0]), "Field 1", {}, 1.0)
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
    publisher = Publisher(Ports(NotedWhistle(), feed=feed), "Field 1", {}, 1.0)
    publisher.publish(None)
    assert "battery" not in json.loads(feed.latest.match)["kit"]
    assert publisher.health()["battery"] is None
