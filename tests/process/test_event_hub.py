"""Three kits and a hub, all real processes: whatever happens, nothing is lost and nothing is there twice."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fieldkit.hub.store import Journal, Store
from fieldkit.journal.reading import all_records, reading
from fieldkit.journal.record import digest
from tests.faults.clocks import faked
from tests.process.conftest import Kit, until
from tests.support.hub_process import EVENT, HubProcess, Wire

pytestmark = [pytest.mark.process, pytest.mark.needs("clock", "root")]

FIELDS = {"north": "key-of-the-north", "south": "key-of-the-south", "east": "key-of-the-east-"}
TEAMS = [{"id": f"t{n}", "name": f"Team {n}"} for n in range(1, 10)]
PATIENCE_S = 120.0
RATE = "20"
"""The kits' clocks run this many times as fast as life."""
YEAR = "-365d"


class Venue:
    """A hub, three kits that report to it through lines that can be cut."""

    def __init__(self, folder: Path, running: ExitStack) -> None:
        self.disk = folder / "disk"
        self.disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(self.disk)]
        subprocess.run(mount, check=True)
        running.callback(lambda: subprocess.run(["umount", "-l", str(self.disk)], check=False))
        self.hub = running.enter_context(HubProcess(folder, FIELDS, self.disk / "hub"))
        self.hub.must("PUT", "/teams", {"teams": TEAMS})
        plan = {"stage": "group", "rounds": 2, "size": 3, "fields": list(FIELDS)}
        self.hub.must("POST", "/schedule", plan)
        self.wires = {id: Wire(self.hub.port) for id in FIELDS}
        self.kits = {id: self._kit(folder / id, id) for id in FIELDS}
        for wire in self.wires.values():
            running.callback(wire.close)
        for kit in self.kits.values():
            running.callback(lambda kit=kit: kit.started and kit.end())
            kit.start("--rate", RATE)

    def _kit(self, folder: Path, id: str) -> Kit:
        folder.mkdir()
        (folder / "step").write_text(f"{YEAR}\n" if id == "east" else "+0\n", encoding="ascii")
        kit = Kit(folder, **(faked(folder / "step") if id == "east" else {}))
        self.settle(kit, id, FIELDS[id])
        return kit

    def settle(self, kit: Kit, id: str, key: str) -> None:
        """Let a kit report as a field."""
        text = kit.settings.read_text(encoding="utf-8").partition("[hub]")[0]
        hub = f'[hub]\nurl = "http://127.0.0.1:{self.wires[id].port}"\nevent = "{EVENT}"\n'
        kit.settings.write_text(f'{text}{hub}field = "{id}"\nkey = "{key}"\n', encoding="utf-8")

    def play(self, id: str) -> str:
        """Play the next scheduled match at a field, to its end; its id."""
        kit = self.kits[id]
        ahead = until(
            lambda: [one for one in kit.ask("GET", "/api/event")[1].get("next", ()) if not one["set_up"]],
            PATIENCE_S,
            f"what is next at {id}",
        )[0]
        sides = list(zip(("red", "blue", "green"), ahead["teams"], strict=True))
        kit.must(
            "create_match",
            game="full_contact",
            teams=[
                {"id": side, "name": team["name"], "players": 3, "start_hoop": f"h{n}"}
                for n, (side, team) in enumerate(sides, 1)
            ],
            scheduled={"id": ahead["id"], "teams": {side: team["team"] for side, team in sides}},
        )
        kit.must("start_round")
        kit.phase("break", seconds=PATIENCE_S)
        kit.must("correct", team="red", set={"bonus_vp": 2}, reason="played so")
        kit.must("end_match", reason="time is up")
        return str(ahead["id"])

    def records(self, id: str) -> list[Any]:
        """All records of a field's journal."""
        with reading(self.kits[id].data / "journal.sqlite3") as db:
            return list(all_records(db))

    def resend(self, id: str) -> None:
        """Tap the button on the tablet: a line that has waited long tries again at once."""
        self.kits[id].ask("POST", "/api/hub/resend", {})

    def until_whole(self, *ids: str) -> None:
        """Wait until the hub has all records of these fields, each once and in order."""
        for id in ids or FIELDS:
            self.resend(id)
            until(
                lambda id=id: self.hub.field(id)["have"] == len(self.records(id)),
                PATIENCE_S,
                f"all records of {id}",
            )

    def stored(self, id: str) -> list[Any]:
        """Return what the hub's database holds of a field, read without asking the hub."""
        store = Store(f"sqlite:///{self.disk / 'hub' / 'hub.sqlite3'}")
        found = list(store.every_record(Journal(EVENT, id, 1)))
        store.close()
        return found

    def alarm(self, id: str, *, words: str) -> None:
        """Wait for the alarm about the hub on a field's tablet."""
        until(
            lambda: [
                one for one in self.kits[id].view["alarms"] if one["id"] == "hub" and words in one["text"]
            ],
            PATIENCE_S,
            f"the alarm {words!r} at {id}, which says {self.kits[id].view['kit']['hub']}",
        )


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with ExitStack() as running:
        yield Venue(tmp_path_factory.mktemp("venue"), running)


def test_every_field_reports_and_a_result_is_there(venue: Venue) -> None:
    """One of the kits has a time of day that is a year behind, which decides nothing."""
    played = {id: venue.play(id) for id in FIELDS}
    venue.until_whole()
    for id, match in played.items():
        assert venue.stored(id) == venue.records(id)
        found = until(
            lambda match=match: venue.hub.must("GET", f"/matches/{match}")["result"], PATIENCE_S, match
        )
        assert {score["place"] for score in found["scores"]} == {1, 2}
    entries = {entry["id"]: entry for entry in venue.hub.must("GET", "")["fields"]}
    assert abs(entries["east"]["lag"] - entries["north"]["lag"]) <= 5
    old = [one.row.wall[:4] for one in venue.records("east")]
    assert set(old).isdisjoint(one.row.wall[:4] for one in venue.records("north"))


def test_a_full_disk_of_the_hub_is_waited_for(venue: Venue) -> None:
    kit, filler = venue.kits["north"], venue.disk / "filler"
    kit.must("create_match", game="full_contact", teams=venue_teams(), options={}, seed=1)
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(65536))
        except OSError:
            pass
    have = venue.hub.field("north")["have"]
    for _ in range(60):
        kit.must("note", text="while the disk is full " + "x" * 300)
    venue.resend("north")
    kit.wait(lambda view: "written" in view["kit"]["hub"]["says"], PATIENCE_S)
    assert [one for one in kit.view["alarms"] if one["id"] == "hub"] == []
    assert venue.hub.field("north")["have"] < len(venue.records("north"))
    assert venue.hub.field("north")["have"] >= have
    filler.unlink()
    venue.until_whole()
    assert venue.stored("north") == venue.records("north")


def test_two_kits_with_one_name_are_told_apart_in_words(venue: Venue) -> None:
    south = venue.kits["south"]
    for id in ("north", "south"):
        if not venue.stored(id):
            venue.play(id)
    venue.until_whole("north", "south")
    before = venue.stored("north")
    south.end()
    venue.settle(south, "north", FIELDS["north"])
    south.start("--rate", RATE)
    venue.alarm("south", words="another kit sends under its key")
    assert venue.stored("north") == before
    # Play goes on as ever, and back under its own name nothing is lost.
    south.give_up("the next test")
    south.must("create_match", game="full_contact", teams=venue_teams(), options={}, seed=1)
    south.end()
    venue.settle(south, "south", FIELDS["south"])
    south.start("--rate", RATE)
    venue.until_whole("south")
    assert venue.stored("south") == venue.records("south")


def test_a_wrong_key_and_a_wrong_event_are_told(venue: Venue) -> None:
    south = venue.kits["south"]
    south.end()
    venue.settle(south, "south", "some-other-key-1")
    south.start("--rate", RATE)
    venue.alarm("south", words="not the key of field south")
    south.end()
    venue.settle(south, "south", FIELDS["south"])
    south.start("--rate", RATE)
    venue.until_whole("south")


def test_a_journal_that_was_tampered_with_is_refused(venue: Venue) -> None:
    """Somebody who writes a whole new chain fools the kit itself, and not the hub."""
    east = venue.kits["east"]
    if not venue.stored("east"):
        venue.play("east")
    venue.until_whole("east")
    before = venue.stored("east")
    east.end()
    path = east.data / "journal.sqlite3"
    kept = path.parent / "kept"
    kept.mkdir()
    # What is not yet in the file itself lies in its log.
    for each in path.parent.glob("journal.sqlite3*"):
        shutil.copy(each, kept)
    rewrite(path)
    east.start("--rate", RATE)
    east.give_up("the next test")
    east.must("create_match", game="full_contact", teams=venue_teams(), options={}, seed=1)
    venue.alarm("east", words="the journal was changed")
    assert venue.stored("east") == before
    east.end()
    for old in path.parent.glob("journal.sqlite3*"):
        old.unlink()
    for each in kept.iterdir():
        shutil.copy(each, path.parent)
    east.start("--rate", RATE)
    venue.until_whole("east")
    assert venue.stored("east") == venue.records("east")


def venue_teams() -> list[dict[str, Any]]:
    """Three teams that belong to no schedule."""
    return [
        {"id": side, "players": 3, "start_hoop": f"h{n}"}
        for n, side in enumerate(("red", "blue", "green"), 1)
    ]


def rewrite(path: Path) -> None:
    """Change one decision of a journal, and write every hash after it again."""
    with closing(sqlite3.connect(path)) as db, db:
        with reading(path) as found:
            records = list(all_records(found))
        prev = ""
        for one in records:
            row = replace(one.row, command_id="forged") if one.id == 2 else one.row
            own = digest(one.id, row, prev)
            values = (row.command_id, prev, own, one.id)
            db.execute("UPDATE records SET command_id = ?, prev = ?, hash = ? WHERE id = ?", values)
            prev = own
        db.execute("INSERT OR REPLACE INTO meta VALUES ('tip', ?)", (prev,))
    for witness in path.parent.glob(f"{path.name}-tip"):
        os.unlink(witness)
