"""What one turn of the referee takes, part by part, and how it grows with the record.

The real game, journal and feed, with the referee's turns taken here: a ball comes, is decided, stored, shown.
The parts are measured where the referee's own parts meet, so that they add up to the turn.
"""

import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from fieldkit.clock import MS
from fieldkit.games.loading import load_games
from fieldkit.journal.database import Batch, Journal
from fieldkit.messages import FrameId, Reading
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from tests.support.full_contact_match import TEAMS
from tests.support.refereeing import JumpingClock, NotedWhistle

RECORDS = (1_000, 10_000, 100_000)
BALLS = 20
TIMES = 3
APART_S = 0.01
"""Between two turns, as on a field: a turn that follows at once finds everything warm."""
PARTS = {
    "look up": ("answer", "verdict"),
    "decide": ("decide", "evolve", "describe", "next_deadline"),
    "append": ("append",),
    "views": ("headline", "view", "board"),
    "encode and hand over": ("publish",),
}


class _Watch:
    """Adds up how long the parts of a turn took (ns)."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = defaultdict(int)
        self._part = {name: part for part, names in PARTS.items() for name in names}
        self._inside = False

    def over(self, watched: Any, names: tuple[str, ...]) -> Any:
        """Watch these methods of an object; a part that calls another counts its time as its own."""
        for name in names:
            setattr(watched, name, self._timed(getattr(watched, name), self._part[name]))
        return watched

    def _timed(self, call: Callable[..., Any], part: str) -> Callable[..., Any]:
        def timed(*given: Any, **named: Any) -> Any:
            if self._inside:
                return call(*given, **named)
            self._inside, began = True, time.perf_counter_ns()
            try:
                return call(*given, **named)
            finally:
                self.spent[part] += time.perf_counter_ns() - began
                self._inside = False

        return timed


class _Field:
    """A referee in a round, whose parts are watched."""

    def __init__(self, path: Path) -> None:
        self.watch, self._clock = _Watch(), JumpingClock()
        games = load_games(Settings())
        self.watch.over(games["full_contact"], PARTS["decide"] + PARTS["views"])
        journal = self.watch.over(Journal(path), PARTS["append"] + PARTS["look up"])
        feed = self.watch.over(Feed(), PARTS["encode and hand over"])
        ports = Ports(NotedWhistle(), feed=feed)
        self._referee = Referee(journal, games, Settings(), self._clock, ports)
        self._referee.load()
        journal.make_room()
        self._sent = 0

    def do(self, kind: str, **fields: Any) -> None:
        """One command that has to be accepted."""
        asked = self._referee.submit({"id": uuid4().hex, "type": kind, **fields}, "tablet")
        self._referee.turn(0)
        assert asked.result(0).status == 200, asked.result(0)

    def open(self) -> None:
        """Start a round of a match that may hold many records already."""
        self.do("start_round")
        self._clock.jump(1)
        self._referee.turn(0)

    def turns(self) -> list[tuple[int, dict[str, int]]]:
        """One ball after the other: how long (ns) each turn took, and its parts."""
        found = []
        for n in range(BALLS):
            self._sent += 1
            now = self._clock.now()
            frame, button = FrameId("h1", "0A1B", self._sent), str(n % 4 + 1)
            time.sleep(APART_S)
            self._referee.take(Reading("h1", now, now, None, button, frame, lambda _: None))
            self.watch.spent.clear()
            began = time.perf_counter_ns()
            self._referee.turn(0)
            found.append((time.perf_counter_ns() - began, dict(self.watch.spent)))
        return found

    def close(self) -> None:
        """End it; the journal's file is closed."""
        self._referee.close()


def run() -> list[str]:
    """Return the figures, a line for each length of the record; takes about half a minute."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for records in RECORDS:
            lines += _grown(Path(folder) / f"{records}.sqlite3", records)
    return lines


def _grown(path: Path, records: int) -> list[str]:
    _record(path, records)
    began = time.perf_counter()
    field = _Field(path)
    loading = time.perf_counter() - began
    try:
        field.open()
        runs = [field.turns() for _ in range(TIMES)]
    finally:
        field.close()
    p50 = median(median(took for took, _ in turns) for turns in runs) / MS
    parts = {
        part: median(median(spent.get(part, 0) for _, spent in turns) for turns in runs) / MS
        for part in PARTS
    }
    rest = p50 - sum(parts.values())
    said = ", ".join(f"{part} {took:.2f}" for part, took in (*parts.items(), ("the rest", rest)))
    return [
        f"a turn with {records:6} records: p50 {p50:.2f} ms (aim < 0.8): {said}",
        f"  folding them at a start: {loading:.2f} s",
    ]


def _record(path: Path, records: int) -> None:
    """Write a match with this many notes on its record, all but the first in one commit."""
    field = _Field(path)
    options = {"round_seconds": 60, "balls_per_kind": 60, "grace_seconds": 0}
    field.do("create_match", game="full_contact", teams=TEAMS, seed=1, options=options)
    field.do("note", team="red", text="a foul")
    field.close()
    journal = Journal(path)
    journal.open()
    note = journal.records()[-1].row
    assert note.seq is not None
    rows = [replace(note, seq=note.seq + n, command_id=f"n{n}") for n in range(1, records)]
    journal.append(Batch(rows=rows))
    journal.close()


if __name__ == "__main__":
    print(*run(), sep="\n")
