"""Each of the kit's processes is killed over and over, with commands, frames and rounds in flight."""

import contextlib
import json
import math
import random
import signal
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from fieldkit.clock import MS
from tests.faults.books import Books
from tests.faults.figures import Figure
from tests.faults.kits import CALLS, Played, edges, folder, in_lanes, in_play, running, wait_for_answer

NEEDS: tuple[str, ...] = ()
KILLS, LANES = 120, 5
"""How often each process is killed in all, and how many kits share that."""
SHORT_KILLS = 3
BESIDE = ("scoreboard", "spectators")
"""What dies beside the referee; a kit that has no such process is left alone."""
OPENED_MS = 150.0
"""An opening sounds at most this long after its moment; what comes later is no opening."""
OPENING_MS = 1100.0
"""Nothing but the end of a round sounds later than this after its opening."""
ON_TIME_MS = 250.0
"""The referee's death must not be heard; generous, since four kits share this machine."""


@dataclass
class Toll:
    """What some lanes have seen."""

    kills: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    repeated: int = 0
    acked: int = 0
    wrong: list[str] = field(default_factory=list)
    late_ms: list[float] = field(default_factory=list)
    open_rounds: int = 0
    """Rounds whose opening was heard, and no end of them."""
    healed_s: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def killed(self, name: str) -> None:
        """One more of these is dead."""
        with self.lock:
            self.kills[name] += 1

    def add(self, books: Books) -> None:
        """Put the books of a kit into the sum."""
        with self.lock:
            self.answered += len(books.answered)
            self.repeated += books.repeated
            self.acked += len(books.acked)


def run(short: bool) -> list[Figure]:
    """Kill the referee and what is beside it, and in other kits the whistle; all beside each other."""
    lanes = 1 if short else LANES
    each = SHORT_KILLS if short else KILLS // LANES
    whom = {"referee": _referee_lane, "whistle": _whistle_lane}
    with ThreadPoolExecutor(len(whom)) as pool:
        found = pool.map(lambda who: _beside_each_other(lanes, each, who, whom[who]), whom)
        return [figure for figures in found for figure in figures]


Lane = Callable[[Played, int, int, Toll], None]


def _beside_each_other(lanes: int, kills: int, who: str, lane: Lane) -> list[Figure]:
    toll = Toll()
    toll.wrong += in_lanes(lanes, lambda number: _lane(number, kills, toll, lane))
    died = ", ".join(f"{count} x {name}" for name, count in sorted(toll.kills.items()))
    worst = max(toll.late_ms, default=0.0)
    ended = f"{len(toll.late_ms)} ended by a blast, {_late(toll.late_ms)}"
    # A whistle that comes back ends a round that is overdue at once: how late, is the machine's.
    limit = ON_TIME_MS if who == "referee" else math.inf
    on_time = f", at most {limit:.0f} ms late" if who == "referee" else ""
    return [
        Figure(
            f"{who} killed: books",
            f"{died}; {toll.answered} commands answered ({toll.repeated} sent again), "
            f"{toll.acked} frames acknowledged; {'; '.join(toll.wrong) or 'all there once, chain whole'}",
            "each answered thing there, once",
            not toll.wrong,
        ),
        Figure(
            f"{who} killed: rounds",
            f"{ended}; {toll.open_rounds} left open",
            f"none left open{on_time}",
            toll.open_rounds == 0 and worst <= limit,
        ),
        Figure(f"{who} killed: back", spread(toll.healed_s), "always"),
    ]


def _late(late_ms: Sequence[float]) -> str:
    """How many were on time, and the worst."""
    on_time = sum(late <= ON_TIME_MS for late in late_ms)
    return f"{on_time} of them on time, the worst {max(late_ms, default=0.0):.0f} ms late"


def spread(seconds: Sequence[float]) -> str:
    """Return the middle and the worst of some times (s)."""
    ordered = sorted(seconds)
    if not ordered:
        return "nothing was measured"
    return f"p50 {ordered[len(ordered) // 2]:.2f} s, worst {ordered[-1]:.2f} s"


def _lane(number: int, kills: int, toll: Toll, lane: Lane) -> None:
    with folder() as place, running(place) as played:
        # One tablet: what sends more takes the machine from the kits.
        with in_play(played, tablets=1, name=f"k{number}-"):
            lane(played, number, kills, toll)
        wait_for_answer(played.kit.port)
        let_end(played)
        toll.wrong += played.wrong()
        toll.add(played.books)
        late, left_open = closings(played.journal, played.kit.trace)
        toll.late_ms += late
        toll.open_rounds += left_open


def _referee_lane(played: Played, number: int, kills: int, toll: Toll) -> None:
    chance = random.Random(number)
    with _killing_beside(played, kills, toll):
        for _ in range(kills):
            toll.healed_s.append(wait_for_answer(played.kit.port))
            time.sleep(chance.uniform(0.0, 0.5))
            played.kit.signal("referee", signal.SIGKILL)
            toll.killed("referee")


@contextlib.contextmanager
def _killing_beside(played: Played, kills: int, toll: Toll) -> Iterator[None]:
    """Kill the others too, as often, while the block runs and until it is done."""

    def kill(name: str) -> None:
        chance = random.Random(name)
        for _ in range(kills):
            time.sleep(chance.uniform(0.3, 1.0))
            with contextlib.suppress(AssertionError, ProcessLookupError):
                played.kit.signal(name, signal.SIGKILL)
                toll.killed(name)

    killers = [
        threading.Thread(target=kill, args=(name,), name=f"killer of {name}", daemon=True)
        for name in BESIDE
        if played.kit.pid(name)
    ]
    for killer in killers:
        killer.start()
    yield
    for killer in killers:
        killer.join()


def _whistle_lane(played: Played, number: int, kills: int, toll: Toll) -> None:
    chance = random.Random(number)
    for _ in range(kills):
        time.sleep(chance.uniform(0.2, 1.4))
        before = played.kit.signal("whistle", signal.SIGKILL)
        began = time.monotonic()
        while played.kit.pid("whistle") in (0, before):
            time.sleep(0.01)
        toll.healed_s.append(time.monotonic() - began)
        toll.killed("whistle")
        with contextlib.suppress(AssertionError):
            played.kit.wait(lambda view: view["kit"]["whistle"] != "away", 30)


def let_end(played: Played) -> None:
    """Wait until no round runs, so that the last one has its end too."""
    with contextlib.suppress(*CALLS):
        played.kit.wait(lambda view: not view["urgent"], 15)
    time.sleep(1.0)


def closings(journal: Path, trace: Path) -> tuple[list[float], int]:
    """How late (ms) each opened round was ended by a blast, and how many never were."""
    ons = [at for at, on in edges(trace) if on]
    # A round whose opening nobody heard needs no end.
    heard = [
        (opens, ends)
        for opens, ends in _rounds(journal)
        if any(opens - 20 <= at <= opens + OPENED_MS for at in ons)
    ]
    late: list[float] = []
    left_open = 0
    for (opens, ends), (following, _) in zip(heard, [*heard[1:], (math.inf, 0.0)], strict=True):
        blasts = [at for at in ons if opens + OPENING_MS < at <= following + OPENED_MS]
        # The last of them opens the next round; one that ends this round may sound just before.
        end = next(iter(blasts if following == math.inf else blasts[:-1]), None)
        if end is None:
            left_open += 1
        else:
            late.append(end - ends)
    return late, left_open


def _rounds(journal: Path) -> list[tuple[float, float]]:
    """When each round opened and was to end (ms), from the record."""
    with contextlib.closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as db:
        told = [json.loads(events) for (events,) in db.execute("SELECT events FROM records ORDER BY id")]
    found: list[tuple[float, float]] = []
    for event in (event for events in told for event in events):
        if event["type"] == "RoundMoved":
            found.pop()
        if event["type"] in ("RoundStarted", "RoundMoved"):
            found.append((event["opens"] / MS, event["ends"] / MS))
    return found
