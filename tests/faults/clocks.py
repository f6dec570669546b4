"""The time of day jumps in a round, and the whole kit is suspended: the match and its record go on.

libfaketime stands between the kit and the time of day; CLOCK_MONOTONIC stays as it is.
"""

import contextlib
import os
import random
import signal
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path

from hardware.whistle.blasts import PATTERNS
from tests.faults.figures import Figure
from tests.faults.kills import ON_TIME_MS, closings
from tests.faults.kits import Played, edges, folder, in_play, running, wait_for_answer

NEEDS = ("clock",)
STEPS = ("-6h", "+366d", "@1970-01-01 00:00:10", "+40y", "-1s", "+0")
"""What the time of day is set to, one after the other, each in a round."""
SUSPENDS, SHORT_SUSPENDS = 8, 1
SUSPENDED_S = (0.5, 6.0)
CLOSE_S = sum(on + off for on, off in PATTERNS["close"]) / 1000
"""How long the line goes on and off at the end of a round."""
AWAKE_S = 5.0
"""How soon after a suspension the kit must answer; generous, for a busy machine."""
CLOSE_DUE_MS = 3000.0
"""An end that is longer overdue than this is not sounded any more as one: the round is stopped."""


def run(short: bool) -> list[Figure]:
    """Step the clock, then suspend all processes, in rounds with commands and frames in flight."""
    return [*stepped(STEPS[:3] if short else STEPS * 2), *_suspended(SHORT_SUSPENDS if short else SUSPENDS)]


def faked(step: Path) -> Mapping[str, str]:
    """Return the environment of a process whose time of day is what the file ``step`` says."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(step),
        "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }


def stepped(steps: tuple[str, ...]) -> list[Figure]:
    """Set the time of day to one after the other, a round and commands under way."""
    with folder() as place:
        step = place / "step"
        step.write_text("+0\n", encoding="ascii")
        with running(place, environment=faked(step)) as played:
            with in_play(played):
                for each in steps:
                    step.write_text(f"{each}\n", encoding="ascii")
                    time.sleep(2.2)
            played.kit.wait(lambda view: not view["urgent"])
            time.sleep(1.0)
            wrong = played.wrong()
            late, left_open = closings(played.journal, played.kit.trace)
            years = _years(played.journal)
    worst = max(late, default=0.0)
    return [
        Figure(
            "clock steps: books",
            f"{len(steps)} steps over the years {', '.join(sorted(years))}; {played.books}; "
            f"{'; '.join(wrong) or 'all there once, chain whole'}",
            "each answered thing there, once",
            not wrong and len(years) > 1,
        ),
        Figure(
            "clock steps: rounds",
            f"{len(late)} ended by a blast, at most {worst:.0f} ms late; {left_open} left open",
            f"none left open, at most {ON_TIME_MS:.0f} ms late",
            bool(late) and not left_open and worst <= ON_TIME_MS,
        ),
    ]


def _years(journal: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(journal)) as db:
        return {wall[:4] for (wall,) in db.execute("SELECT wall FROM records")}


def _suspended(times: int) -> list[Figure]:
    chance = random.Random(1)
    woke: list[float] = []
    with folder() as place, running(place) as played:
        with in_play(played):
            for _ in range(times):
                time.sleep(chance.uniform(0.5, 2.5))
                woke.append(_suspend(played, chance.uniform(*SUSPENDED_S)))
                time.sleep(0.5)
        played.kit.wait(lambda view: not view["urgent"])
        time.sleep(CLOSE_S + 0.5)
        wrong = played.wrong()
        late, left_open = closings(played.journal, played.kit.trace)
        on = edges(played.kit.trace)[-1][1]
    return [
        Figure(
            "suspend: books",
            f"{times} suspensions; {played.books}; {'; '.join(wrong) or 'all there once, chain whole'}",
            "each answered thing there, once",
            not wrong,
        ),
        Figure(
            "suspend: rounds",
            f"{len(late)} ended by a blast, {left_open} left open; the line is {'on' if on else 'off'}",
            "none left open, line off",
            not left_open and not on,
        ),
        Figure(
            "suspend: awake", f"answers within {max(woke):.2f} s", f"{AWAKE_S:.0f} s", max(woke) <= AWAKE_S
        ),
    ]


def _suspend(played: Played, seconds: float) -> float:
    """Stop every process of the kit for a while; how long (s) it takes to answer afterwards."""
    kit = played.kit
    pids = [kit.process.pid, *_children(kit.process.pid)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(seconds)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    return wait_for_answer(kit.port)


def _children(parent: int) -> list[int]:
    return [
        int(pid)
        for task in Path(f"/proc/{parent}/task").iterdir()
        for pid in (task / "children").read_text(encoding="ascii").split()
    ]
