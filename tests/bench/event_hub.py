"""What the measurements of an event share: a hub with eight fields, their records, views and watchers."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.journal.record import Record, digest
from tests.bench.kit import ROOT, at_part
from tests.support.full_contact_match import TEAMS, FullContactMatch
from tests.support.hub_process import EVENT, HubProcess
from tests.support.hubs import pushes
from tests.support.machine import NEEDS, missing

FIELDS = {f"field-{n}": f"key-of-the-field-{n}" for n in range(1, 9)}
GAME = "full_contact"
TEAMS_OF_EVENT, ROUNDS = 40, 10
ALIVE_S = 5.0
"""How often (s) each field shows its view, also where nothing has changed."""
MANY = 1_000_000
"""What the changing score begins at, so that no other score of the page is taken for it."""
_NOTHING = dict.fromkeys(("wood", "wheat", "brick", "ore"), 0)


def left_out(*needs: str) -> str:
    """Return the line for a measurement for which this machine lacks something; empty if it lacks nothing."""
    lacking = missing(needs)
    return f"left out: {NEEDS[lacking[0]].brings} (no {', no '.join(lacking)})" if lacking else ""


def quantiles(took: Sequence[float], form: str = ".0f") -> str:
    """Return the middle and the end of what something took (ms)."""
    ordered = sorted(took)
    return f"p50 {at_part(ordered, 0.5):{form}} ms, p99 {at_part(ordered, 0.99):{form}} ms"


# What fields send


def played(rounds: int) -> tuple[list[Record], dict[str, Any]]:
    """Return a match over this many rounds as the referee records it, and the board at its end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        match = FullContactMatch(path)
        try:
            match.do("create_match", game=GAME, teams=TEAMS, seed=1)
            for _ in range(rounds):
                match.play(h1="11122", h2="144", h3="332")
                match.do("trade", a="red", b="blue", a_gives={"wood": 1}, b_gives={"ore": 1})
                for team in TEAMS:
                    given = {"resources": _NOTHING}
                    match.do("correct", team=team["id"], set=given, reason="back to the piles")
            board = match.board
            match.do("end_match", reason="time is up")
        finally:
            match.close()
        return [record for *_, part in pushes(path) for record in part], board


class Chain:
    """The journal of one field, which plays the same match again and again under other names."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._records = records
        self._number, self._prev, self._matches = 0, "", 0

    def match(self) -> list[Record]:
        """Return the records of one more match."""
        self._matches += 1
        made = []
        for one in self._records:
            self._number += 1
            row = replace(one.row, match=f"m{self._matches}")
            own = digest(self._number, row, self._prev)
            made.append(Record(self._number, row, self._prev, own))
            self._prev = own
        return made


# A hub


def make_plan(hub: HubProcess) -> None:
    """Give a hub its teams and its schedule: as much as an event can have."""
    teams = [{"id": f"t{n}", "name": f"Team {n}"} for n in range(1, TEAMS_OF_EVENT + 1)]
    hub.must("PUT", "/teams", {"teams": teams})
    wanted = {"stage": "group", "rounds": ROUNDS, "size": 4, "fields": list(FIELDS)}
    hub.must("POST", "/schedule", wanted)


@contextlib.contextmanager
def event_hub(folder: Path, more: str = "") -> Iterator[HubProcess]:
    """Yield a running hub with all fields, teams and matches."""
    with HubProcess(folder, FIELDS, more=more) as hub:
        make_plan(hub)
        yield hub


class Fields:
    """While it is entered, all fields show that they are there; the first one changes as it is told."""

    def __init__(self, port: int, board: dict[str, Any]) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._board = board
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._rest)
        self.changes: dict[int, int] = {}
        """When (ns) each score of the first field was shown."""
        self._score = MANY

    def __enter__(self) -> Fields:
        """Begin."""
        for field in FIELDS:
            self._show(field, 1, self._board)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self._over.set()
        self._thread.join()
        self._line.close()

    def play(self, seconds: float, apart_s: float) -> None:
        """Change again and again for so long, each time by one more score."""
        last = time.monotonic() + seconds
        while (now := time.monotonic()) < last:
            self._score += 1
            side, *others = self._board["sides"]
            board = {**self._board, "sides": [{**side, "score": self._score}, *others]}
            self.changes[self._score] = time.monotonic_ns()
            self._show(next(iter(FIELDS)), self._score, board)
            time.sleep(max(0.0, now + apart_s - time.monotonic()))

    def _rest(self) -> None:
        while not self._over.wait(ALIVE_S):
            for field in FIELDS:
                # An older view than the one that is shown: it tells no more than that the field is there.
                self._show(field, 1, self._board)

    def _show(self, field: str, rev: int, board: dict[str, Any]) -> None:
        view = {"boot": "b", "rev": rev, "now": time.monotonic_ns() // MS, "board": board, "of": 97}
        head = {"Authorization": f"Bearer {FIELDS[field]}", "Content-Type": "application/json"}
        with self._lock:
            path = f"/v1/events/{EVENT}/fields/{field}/view"
            self._line.request("PUT", path, json.dumps(view), head)
            answer = self._line.getresponse()
            body = answer.read()
        assert answer.status == 200, body


# Who watches


class Phones:
    """A process of phones: it is told to count from now on, and what it has met."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.pid = process.pid
        self._process = process

    def begin(self) -> None:
        """Forget what was met until now."""
        self._tell("begin")
        assert self._said() == "begun"

    def figures(self) -> dict[str, Any]:
        """Return what was met since the phones were told to begin."""
        self._tell("figures")
        found: dict[str, Any] = json.loads(self._said())
        return found

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextlib.contextmanager
def phones(what: str, port: int, count: int, *more: str) -> Iterator[Phones]:
    """Yield this many phones that ask (``poll``) or follow the feed (``listen``), once all are answered."""
    command = [sys.executable, "-m", "tests.bench.event_phones", what, str(port), str(count), *more]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield Phones(process)
        finally:
            process.kill()


def waited(changes: dict[int, int], seen: list[dict[str, int]]) -> dict[int, list[float]]:
    """How long (ms) each watcher waited for each change, by its score.

    ``seen`` has, for each watcher, the moment (ns) at which it first saw a score. A score that was overtaken
    before anybody was shown it counts as seen with the next one.
    """
    found: dict[int, list[float]] = {score: [] for score in changes}
    for one in seen:
        moments = sorted((int(score), at) for score, at in one.items())
        for score, began in changes.items():
            at = next((at for shown, at in moments if shown >= score), None)
            if at is not None:
                found[score].append((at - began) / MS)
    return found


# What processes use


def processor_s(*pids: int) -> float:
    """Return the processor time (s) that these processes have used, with that of their children."""
    ticks = os.sysconf("SC_CLK_TCK")
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text(encoding="ascii").rpartition(") ")[2].split()
            if int(stat.parent.name) in pids or int(fields[1]) in pids:
                total += int(fields[11]) + int(fields[12])
    return total / ticks


class Shares:
    """What part of a processor some processes take from now on."""

    def __init__(self, **pids: int) -> None:
        self._pids = pids
        self._began = time.monotonic_ns()
        self._before = {name: processor_s(pid) for name, pid in pids.items()}

    def found(self) -> dict[str, float]:
        """Each one's part; 1 is a whole processor."""
        seconds = (time.monotonic_ns() - self._began) / NS
        return {name: (processor_s(pid) - self._before[name]) / seconds for name, pid in self._pids.items()}


def told(shares: dict[str, float]) -> str:
    """Parts of a processor in words."""
    return ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
