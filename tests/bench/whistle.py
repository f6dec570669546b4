"""How late the whistle's edges are: its real process, beside a thread of a busy Python process.

The whistle is measured by its trace, which holds the moment at which the line was switched; the thread by the
moment at which it woke. Both wait for deadlines about 20 ms apart.
"""

import contextlib
import json
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from fieldkit.clock import MS, NS
from fieldkit.messages import Cue
from tests.process.whistle_process import Hand, WhistleProcess

CUES = 200
PLANNED = 5
"""How many wait at once, as in a round and its break."""
APART_MS = 400
RATE = 20.0
"""At this clock rate a short blast lasts 12.5 ms, so that many fit into a few seconds."""
BUSY = "while True: pass"
_WORK = [{"hoop": f"h{n}", "resources": {"wood": n, "ore": 2 * n}} for n in range(500)]


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Yield the given number of other processes that compute without a pause."""
    children = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(processes)]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


def whistle_lateness() -> list[float]:
    """Return the lateness (ms) of many first edges of the real process."""
    with tempfile.TemporaryDirectory() as folder:
        whistle = WhistleProcess(Path(folder), rate=RATE)
        try:
            hand = Hand(whistle)
            try:
                dues: list[int] = []
                while len(dues) < CUES:
                    first = whistle.clock.now() + int(0.2 * NS * RATE)
                    planned = [first + n * APART_MS * MS for n in range(PLANNED)]
                    hand.link.plan([Cue(str(due), "head_start", due) for due in planned])
                    dues += planned
                    edges = whistle.wait_for(2 * len(dues))
            finally:
                hand.close()
        finally:
            whistle.close()
    ons = [at for at, on in edges if on]
    return [(at - whistle.clock.real_ns(due)) / MS for at, due in zip(ons, dues, strict=True)]


def thread_lateness() -> list[float]:
    """Return the lateness (ms) of a thread that waits for deadlines while its process encodes JSON."""
    ended: queue.SimpleQueue[list[float]] = queue.SimpleQueue()

    def wait() -> None:
        found = []
        deadline = time.monotonic_ns()
        for _ in range(CUES):
            deadline += int(APART_MS * MS / RATE)
            time.sleep(max(0, deadline - time.monotonic_ns()) / NS)
            found.append((time.monotonic_ns() - deadline) / MS)
        ended.put(found)

    thread = threading.Thread(target=wait)
    thread.start()
    while thread.is_alive():
        json.dumps(_WORK)
    thread.join()
    return ended.get()


def _line(name: str, late: list[float]) -> str:
    late = sorted(late)
    p50, p99 = (late[int(len(late) * share)] for share in (0.5, 0.99))
    return f"{name:<44} p50 {p50:7.3f}  p99 {p99:7.3f}  max {late[-1]:7.3f} ms"


def run() -> list[str]:
    """Lateness with an idle machine and with two busy processes."""
    lines = []
    for processes, name in ((0, "idle"), (2, "two busy processes")):
        with busy(processes):
            lines.append(_line(f"whistle process, {name}", whistle_lateness()))
            lines.append(_line(f"thread of a busy process, {name}", thread_lateness()))
    return lines
