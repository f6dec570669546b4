"""The running kit's uplink: a process of its own that nobody misses, and that nothing is lost with."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fieldkit.journal.reading import all_records, reading
from tests.process.conftest import Kit, until
from tests.support.fake_hub import KEY, FakeHub

pytestmark = pytest.mark.process


@pytest.fixture
def hub() -> Iterator[FakeHub]:
    """Yield a hub with the event ``spring`` and the field ``north``."""
    hub = FakeHub()
    yield hub
    hub.stop()


def join(kit: Kit, hub: FakeHub) -> None:
    """Make the kit belong to the event."""
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(f'[hub]\nurl = "{hub.url}"\nevent = "spring"\nfield = "north"\nkey = "{KEY}"\n')


def journal(kit: Kit) -> dict[int, str]:
    """Return the records of the kit, each with its hash."""
    with reading(kit.data / "journal.sqlite3") as db:
        return {record.id: record.hash for record in all_records(db)}


def sent(hub: FakeHub) -> dict[int, str]:
    with hub.lock:
        return {number: one["hash"] for number, one in hub.records.items()}


def hub_of(kit: Kit) -> dict[str, Any]:
    found: dict[str, Any] = kit.view["kit"]["hub"]
    return found


def test_every_record_gets_there_whatever_is_killed(new_kit: Kit, hub: FakeHub) -> None:
    kit = new_kit
    join(kit, hub)
    kit.start()
    kit.create()
    until(lambda: sent(hub) == journal(kit), 60, "the records")
    before = kit.signal("uplink", signal.SIGKILL)
    kit.open()
    kit.signal("referee", signal.SIGKILL)
    until(lambda: kit.pid("uplink") not in (0, before), 60, "another process")
    kit.phase("stopped", "grace", "break", "round", seconds=60)
    kit.give_up("rain")
    hub.stop()
    kit.create()
    kit.wait(lambda view: view["kit"]["hub"]["state"] == "waiting", 60)
    # A loaded machine may have been late with a blast; that is not what this is about.
    assert [one for one in kit.view["alarms"] if one["id"] != "cue"] == []
    hub.start()
    assert kit.ask("POST", "/api/hub/resend") == (200, {"ok": True})
    until(lambda: sent(hub) == journal(kit), 60, "the records")
    kit.wait(lambda view: view["kit"]["hub"]["state"] == "ok", 60)
    # It is told once a second.
    ends = len(journal(kit))
    until(
        lambda: [kit.ask("GET", "/api/health")[1]["hub"][end] for end in ("have", "of")] == [ends] * 2,
        60,
        "it",
    )
    assert json.loads((kit.data / "uplink" / "uplink.json").read_text())["first"] == 1
    assert [line for line in kit.said if "Traceback" in line] == []


def test_a_kit_without_a_hub_tells_nothing_of_one(kit: Kit) -> None:
    assert "hub" not in kit.view["kit"]


def test_alone_and_without_anybody_outside_it_ends_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fieldkit", "uplink", "--data", str(tmp_path / "data")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stdout == "The settings name neither a hub ([hub] url) nor a broker ([mqtt] host).\n"
