"""A field plays as if there were no hub: its whistle beside that of a kit without one, in the same minute."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.process.conftest import Kit
from tests.support.hub_process import EVENT, HubProcess
from tests.support.hubs import KEYS

pytestmark = [pytest.mark.process, pytest.mark.alone]

ROUNDS = 2
MAX_LATE_MS = 50.0
"""A blast that is later is on the record as late."""


@contextmanager
def kits(folder: Path, hub: HubProcess) -> Iterator[tuple[Kit, Kit]]:
    """Yield a kit that reports to the hub, and one that knows of none."""
    with ExitStack() as running:
        found = []
        for name in ("with", "without"):
            (folder / name).mkdir()
            kit = Kit(folder / name)
            if name == "with":
                with kit.settings.open("a", encoding="utf-8") as file:
                    file.write(f'[hub]\nurl = "http://127.0.0.1:{hub.port}"\nevent = "{EVENT}"\n')
                    file.write(f'field = "north"\nkey = "{KEYS["north"]}"\n')
            running.callback(lambda kit=kit: kit.started and kit.end())
            kit.start()
            found.append(kit)
        yield found[0], found[1]


def lateness(kit: Kit) -> list[float]:
    """How late (ms) the opening and the closing blast of one round were."""
    view = kit.open()
    ends, length = view["clock"]["ends_at"], view["clock"]["total"]
    late = [kit.sounded("open", ends - length), kit.sounded("close", ends)]
    kit.phase("break")
    return late


def test_the_whistle_is_on_time_whatever_becomes_of_the_hub(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    late: dict[str, list[float]] = {"with": [], "without": []}
    with HubProcess(tmp_path) as hub, kits(tmp_path, hub) as (told, alone):
        for kit in (told, alone):
            kit.create(round_seconds=3, grace_seconds=1)
        for number in range(ROUNDS):
            # Killed in one round, started in the next, in both fed with records and views.
            meddle = threading.Thread(target=hub.kill if number == 0 else hub.start)
            others = threading.Thread(target=lambda: late["without"].extend(lateness(alone)))
            others.start()
            meddle.start()
            late["with"].extend(lateness(told))
            others.join()
            meddle.join()
    with capsys.disabled():
        worst = {name: max(map(abs, found)) for name, found in late.items()}
        print(f"\nworst lateness with a hub {worst['with']:.2f} ms, without {worst['without']:.2f} ms")
    assert len(late["with"]) == len(late["without"]) == 2 * ROUNDS
    assert max(map(abs, late["with"])) < MAX_LATE_MS
