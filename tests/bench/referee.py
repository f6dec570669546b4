"""How many commands a second become durable, and how long a long record takes to fold."""

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from fieldkit.clock import Clock
from fieldkit.journal.database import Journal
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from tests.support.refereeing import NotedWhistle
from tests.support.toy_game import Toy

BURST = 10
BURSTS = 100
FOLDED = 10_000


def run() -> list[str]:
    """Return the figures, one line each."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        lines = [_bursts(path)]
        _fill(path)
        return [*lines, *_folds(path)]


def _referee(path: Path) -> Referee:
    return Referee(Journal(path), {"toy": Toy()}, Settings(), Clock(), Ports(NotedWhistle()))


def _give(number: int) -> dict[str, Any]:
    return {"id": f"c{number}", "type": "give", "player": "ann", "marbles": 1}


def _bursts(path: Path) -> str:
    referee = _referee(path)
    referee.start()
    create = {"id": "create", "type": "begin", "game": "toy", "players": [{"name": "ann"}]}
    referee.submit(create, "tablet").result(10)
    waits = []
    began = time.perf_counter()
    for burst in range(BURSTS):
        started = time.perf_counter()
        futures = [referee.submit(_give(burst * BURST + n), "tablet") for n in range(BURST)]
        for future in futures:
            assert future.result(10).status == 200
        waits.append(time.perf_counter() - started)
    rate = BURST * BURSTS / (time.perf_counter() - began)
    referee.close()
    burst_ms = median(waits) * 1e3
    return f"referee: {rate:.0f} durable commands/s in bursts of {BURST}, a burst p50 {burst_ms:.1f} ms"


def _fill(path: Path) -> None:
    referee = _referee(path)
    referee.load()
    missing = FOLDED - BURST * BURSTS
    futures = [referee.submit(_give(10_000 + n), "tablet") for n in range(missing)]
    referee.turn(0)
    assert all(future.result(0).status == 200 for future in futures)
    referee.close()


def _folds(path: Path) -> list[str]:
    began = time.perf_counter()
    referee = _referee(path)
    referee.load()
    loading = time.perf_counter() - began
    began = time.perf_counter()
    future = referee.submit({"id": "strike", "type": "strike", "seq": 5, "reason": "bench"}, "tablet")
    referee.turn(0)
    striking = time.perf_counter() - began
    assert future.result(0).status == 200
    referee.close()
    return [
        f"referee: a start with a record of {FOLDED} decisions {loading:.2f} s",
        f"referee: a strike in it {striking:.2f} s",
    ]


if __name__ == "__main__":
    print(*run(), sep="\n")
