"""The whistle of a kit with a hub beside that of a kit without one, which play at the same time.

The kit reports every round to a real hub, which is killed and started again all the while. Both kits are on
this machine, as is the hub, so that they have the same load and one of them the uplink on top.
"""

import json
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from fieldkit.clock import MS
from fieldkit.journal.reading import match_records, reading
from tests.bench.event_page import FIELD, joined_kit
from tests.bench.kit import at_part
from tests.process.conftest import Kit, until
from tests.support.hub_process import HubProcess

PLAY_S = 18.0
RATE = 10.0
"""How many times as fast as life they play, so that many blasts fit in."""
UP_S, DOWN_S = 3.0, 2.0
"""How long the hub runs, and how long it is away."""
START_S = 60.0


def run() -> Iterator[str]:
    """Yield the figures, in about 30 s."""
    with tempfile.TemporaryDirectory() as name, HubProcess(Path(name)) as hub, ExitStack() as running:
        folder = Path(name)
        kits = {"with a hub": joined_kit(folder / "with", hub)}
        (folder / "without").mkdir()
        kits["without one"] = Kit(folder / "without")
        for kit in kits.values():
            running.callback(lambda kit=kit: kit.started and kit.end())
            kit.start("--rate", str(RATE))
        real_time = all(os.sched_getscheduler(kit.pid("whistle")) == os.SCHED_FIFO for kit in kits.values())
        kills = _play(list(kits.values()), hub)
        late = {name: sorted(_reported(kit)) for name, kit in kits.items()}
        known = until(lambda: hub.field(FIELD)["have"], START_S, "records at the hub")
        how = "real-time" if real_time else "normal"
        yield f"{how} scheduling; the hub was killed (-9) {kills} times, and has {known} records in the end"
        for name, found in late.items():
            yield f"whistle of a kit {name}, {len(found)} blasts: {_said(*_of(found))}"
        differ = (one - other for one, other in zip(*map(_of, late.values()), strict=True))
        yield f"  the difference: {_said(*differ)}"


def _play(kits: list[Kit], hub: HubProcess) -> int:
    """Let all kits play for a while, and the hub come and go; how often it was killed."""
    last, kills = time.monotonic() + PLAY_S, 0
    with ExitStack() as playing:
        for kit in kits:
            thread = threading.Thread(target=_rounds, args=(kit, last))
            thread.start()
            playing.callback(thread.join)
        while time.monotonic() < last - UP_S - DOWN_S:
            time.sleep(UP_S)
            hub.kill()
            kills += 1
            time.sleep(DOWN_S)
            hub.start()
    return kills


def _rounds(kit: Kit, last: float) -> None:
    # The grace is longer than the closing blast, which the next opening would wait for.
    kit.create(round_seconds=3, grace_seconds=2)
    while time.monotonic() < last:
        kit.must("start_round")
        kit.phase("break")
        kit.must("note", text="a foul")


def _reported(kit: Kit) -> Iterator[float]:
    """How late (ms) every blast on the record was."""
    with reading(kit.data / "journal.sqlite3") as db:
        for record in match_records(db, "m1"):
            given = json.loads(record.row.given)
            if given["type"] == "cue_report" and given["late_ns"] is not None:
                yield given["late_ns"] / MS


def _of(late: list[float]) -> tuple[float, float, float]:
    return at_part(late, 0.5), at_part(late, 0.99), late[-1]


def _said(p50: float, p99: float, worst: float) -> str:
    return f"p50 {p50:.3f} ms, p99 {p99:.3f} ms, worst {worst:.3f} ms"


if __name__ == "__main__":
    for line in run():
        print(line, flush=True)
