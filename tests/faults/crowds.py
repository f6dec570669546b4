"""Crowds: a stranger with thousands of sockets beside a referee who taps and stops.

The referee's tablet is at another address than the stranger; a kept connection and a new one each time carry
a tap and a STOP in turn. What the machine does beside it is measured first, with nobody there.
"""

import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fieldkit.demo import percentiles
from tests.bench.kit import listeners
from tests.faults.figures import Figure
from tests.faults.strangers import MODES
from tests.process.conftest import PIN, Kit, until

NEEDS: tuple[str, ...] = ()
ROOT = Path(__file__).parents[2]
SOCKETS, FEW_SOCKETS = 9000, 600
LONG_S, SHORT_S = 12.0, 2.0
"""How long each crowd stays, in ``make faults`` and in the form of CI."""
LISTENERS, FEW_LISTENERS = 2000, 100
AIM_MS = 250
"""How much longer (ms) than with nobody there 99 of 100 answers may take; the form of CI asserts no time."""
TABLET = "127.0.0.2"
"""The tablet's address: neither the stranger's nor the one that the kit's own machine has."""
PAUSE_S = 0.05
"""Between two taps."""
PATIENCE_S = 6.0
OPTIONS = {"round_seconds": 60, "grace_seconds": 0}


def run(short: bool) -> list[Figure]:
    """Measure what each sort of crowd does to the referee."""
    sockets, seconds = (FEW_SOCKETS, SHORT_S) if short else (SOCKETS, LONG_S)
    with tempfile.TemporaryDirectory(prefix="crowds-") as folder:
        kit = Kit(Path(folder))
        try:
            kit.start()
            kit.create(**OPTIONS)
            kit.wait(lambda view: view["spectators"].endswith(f":{kit.spectators}/"))
            quiet = Crowd(kit, 0, "idle", seconds, None)
            figures, most = list(quiet.tried()), None if short else quiet.p99() + AIM_MS
            for mode in ("idle", "hasty") if short else MODES:
                figures += Crowd(kit, sockets, mode, seconds, most).tried()
            return [*figures, listened(kit, FEW_LISTENERS if short else LISTENERS)]
        finally:
            if kit.started:
                kit.end()


@dataclass
class Tapped:
    """What one way of tapping came to: how long (ms) each answer took, and what was not answered."""

    took: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def p99(self) -> float:
        """Return what 99 of 100 taps did not exceed (ms)."""
        return percentiles(self.took)["p99"] if self.took else float("inf")


@dataclass
class Crowd:
    """A stranger's crowd of one sort. ``most`` is how long (ms) an answer may take; None asks for no time."""

    kit: Kit
    sockets: int
    mode: str
    seconds: float
    most: float | None
    ways: dict[str, Tapped] = field(default_factory=dict)

    def p99(self) -> float:
        """Return the longer of both ways' (ms)."""
        return max(tapped.p99() for tapped in self.ways.values())

    def tried(self) -> Iterator[Figure]:
        """Yield the taps and STOPs of a tablet meanwhile, and what the kit said of it."""
        before = len(self.kit.said)
        with tapping(self.kit) as both, stranger(self.kit.port, self.sockets, self.mode) as counts:
            time.sleep(self.seconds)
        self.ways = dict(zip(("kept", "new"), both, strict=True))
        said = self.kit.said[before:]
        whom = f"{self.sockets} {self.mode} sockets of a stranger" if self.sockets else "no crowd"
        for way, tapped in self.ways.items():
            yield self._figure(f"{whom}: taps over {way} connections", tapped)
        told = ", ".join(f"{value} {name}" for name, value in counts.items())
        yield Figure(f"{whom}: the log", f"{len(said)} lines ({told})", "silent", not said)

    def _figure(self, what: str, tapped: Tapped) -> Figure:
        seen = f"p99 {tapped.p99():.0f} ms, {len(tapped.failed)} of {len(tapped.took)} failed"
        if tapped.failed:
            seen += f" ({tapped.failed[0]})"
        in_time = self.most is None or tapped.p99() <= self.most
        aim = "none failed" if self.most is None else f"p99 {self.most:.0f} ms, none failed"
        return Figure(what, seen, aim, in_time and not tapped.failed)


def listened(kit: Kit, number: int) -> Figure:
    """How many connections the referee's process holds for a crowd that follows the board."""
    before = _connections(kit)
    with listeners(kit.spectators, number):
        counted = until(lambda: kit.ask("POST", "/api/beat")[1]["phones"] >= number, 30, "the count")
        more = _connections(kit) - before
    what = f"{number} phones follow the board: connections at the referee"
    return Figure(what, f"{more} more", "none more than the one", bool(counted) and more <= 1)


def _connections(kit: Kit) -> int:
    """How many sockets the referee's process has open."""
    folder = Path(f"/proc/{kit.pid('referee')}/fd")
    return sum(
        os.readlink(each).startswith("socket:") for each in list(folder.iterdir()) if each.is_symlink()
    )


@contextlib.contextmanager
def stranger(port: int, sockets: int, mode: str) -> Iterator[dict[str, int]]:
    """Yield a stranger at a port while the block runs; afterwards what it came to."""
    command = [sys.executable, "-m", "tests.faults.strangers", str(port), str(sockets), mode]
    counts: dict[str, int] = {}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            yield counts
            told, _ = process.communicate(timeout=30)
            counts.update(json.loads(told))
        finally:
            process.kill()


@contextlib.contextmanager
def tapping(kit: Kit) -> Iterator[tuple[Tapped, Tapped]]:
    """Yield a tablet that taps and stops while the block runs, over a kept connection and over new ones."""
    end = threading.Event()
    cookie = _logged_in(kit.port)
    both = Tapped(), Tapped()
    threads = [
        threading.Thread(target=_tap, args=(kit.port, cookie, tapped, end, keeps))
        for tapped, keeps in zip(both, (True, False), strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        yield both
    finally:
        end.set()
        for thread in threads:
            thread.join()


def _tap(port: int, cookie: str, tapped: Tapped, end: threading.Event, keeps: bool) -> None:
    line = _line(port)
    turn = 0
    while not end.wait(PAUSE_S):
        turn += 1
        began = time.monotonic()
        try:
            if not keeps:
                line.close()
                line = _line(port)
            what = {"type": "stop_round"} if turn % 2 else {"type": "note", "text": "a foul"}
            status = _sent(line, port, cookie, what)
            if status not in (200, 409):
                tapped.failed.append(f"answered {status}")
        except (OSError, http.client.HTTPException) as error:
            tapped.failed.append(type(error).__name__)
            line.close()
            line = _line(port)
        tapped.took.append((time.monotonic() - began) * 1000)
    line.close()


def _sent(line: http.client.HTTPConnection, port: int, cookie: str, command: dict[str, str]) -> int:
    body = json.dumps({"id": os.urandom(8).hex(), **command})
    headers = {"Cookie": cookie, "Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
    line.request("POST", "/api/commands", body, headers)
    answer = line.getresponse()
    answer.read()
    return answer.status


def _line(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S, source_address=(TABLET, 0))


def _logged_in(port: int) -> str:
    """Return the cookie of a tablet."""
    line = _line(port)
    with contextlib.closing(line):
        line.request("POST", "/api/session", json.dumps({"pin": PIN}))
        return str(line.getresponse().headers["set-cookie"]).partition(";")[0]
