"""From a field to the hub's page: a command at a kit until the pages show it that follow the hub, or ask it.

All of the way is real: the kit's processes, its uplink, the hub, and phones that have the first document from
the hub's feed or ask for it every 2 to 5 s.
"""

import random
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.bench.event_hub import phones, quantiles, waited
from tests.process.conftest import Kit, until
from tests.support.hub_process import EVENT, HubProcess
from tests.support.hubs import KEYS

CHANGES = 14
APART_S = (0.6, 1.2)
"""At no moment that field or hub could be in step with."""
LAST_S = 6.0
"""How long the last of those who ask may take."""
LISTENERS, POLLERS = 20, 50
FIELD = "north"
START_S = 60.0


def joined_kit(folder: Path, hub: HubProcess) -> Kit:
    """Return a kit that reports to the hub as its field in the north; not started yet."""
    folder.mkdir()
    kit = Kit(folder)
    with kit.settings.open("a", encoding="utf-8") as file:
        file.write(f'[hub]\nurl = "http://127.0.0.1:{hub.port}"\nevent = "{EVENT}"\n')
        file.write(f'field = "{FIELD}"\nkey = "{KEYS[FIELD]}"\n')
    return kit


def run() -> Iterator[str]:
    """Yield the figures, in about 30 s."""
    with tempfile.TemporaryDirectory() as folder, HubProcess(Path(folder)) as hub:
        kit = joined_kit(Path(folder) / "kit", hub)
        try:
            kit.start()
            kit.create()
            until(lambda: (hub.field(FIELD)["frame"] or {}).get("match"), START_S, "the match at the hub")
            with (
                phones("listen", hub.port, LISTENERS) as following,
                phones("poll", hub.port, POLLERS, "look") as asking,
            ):
                changes = _changes(kit)
                for name, crowd in (("follows the feed", following), ("asks every 2 to 5 s", asking)):
                    took = waited(changes, crowd.figures()["seen"])
                    found = list(chain.from_iterable(took.values()))
                    yield (
                        f"a command at a kit to the hub's page that {name}: {quantiles(found)} "
                        f"({len(found)} of {len(changes) * len(next(iter(took.values())))} seen)"
                    )
        finally:
            if kit.started:
                kit.end()


def _changes(kit: Kit) -> dict[int, int]:
    """Raise the first side's score again and again: when (ns) each command was sent, by the score."""
    lots = random.Random(1)
    found = {}
    for extra in range(1, CHANGES + 1):
        began = time.monotonic_ns()
        kit.must("correct", team="red", set={"bonus_vp": extra}, reason="measured")
        found[int(kit.view["sides"][0]["score"])] = began
        time.sleep(lots.uniform(*APART_S))
    time.sleep(LAST_S)
    return found


if __name__ == "__main__":
    for line in run():
        print(line, flush=True)
