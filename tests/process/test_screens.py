"""A scoreboard that goes dark is missed on the tablet; a phone is not."""

import contextlib
import http.client
from collections.abc import Iterator

import pytest

from tests.process.conftest import Kit

pytestmark = pytest.mark.process


@contextlib.contextmanager
def listening(kit: Kit, agent: str) -> Iterator[None]:
    """Somebody who listens to the feed."""
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=5)
    with contextlib.closing(connection):
        connection.request("GET", "/api/feed", headers={"User-Agent": agent})
        with contextlib.closing(connection.getresponse()) as feed:
            assert feed.status == 200
            yield


def test_a_scoreboard_is_missed_and_a_phone_is_not(new_kit: Kit) -> None:
    new_kit.start()
    new_kit.wait(lambda view: view["kit"]["screens"] == 1)
    with listening(new_kit, "Mozilla/5.0"), listening(new_kit, "fieldkit-scoreboard/2"):
        new_kit.wait(lambda view: view["kit"]["screens"] == 2)
    alarms = new_kit.wait(lambda view: view["alarms"])["alarms"]
    assert [(alarm["id"], alarm["text"]) for alarm in alarms] == [
        ("screen", "A scoreboard is not connected.")
    ]
    with listening(new_kit, "fieldkit-scoreboard/2"):
        new_kit.wait(lambda view: not view["alarms"])
