"""What a hub does with records: how many a second it takes in, and how long it takes to read them all again.

Each push is an HTTP request with 200 records of one match, answered when they are on the disk; in the
background the hub follows what it has taken. The same is asked of a hub with SQLite and of one with a real
PostgreSQL, which flushes to the same disk. Last the time in which the largest schedule is made.
"""

import contextlib
import http.client
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import mean, median

import msgspec

from fieldkit.event.making import drafts, make
from fieldkit.games.loading import load_games
from fieldkit.hub.files import PublicFiles
from fieldkit.hub.hub import Hub
from fieldkit.hub.intake import RecordFrom
from fieldkit.hub.settings import EventTable, HubSettings
from fieldkit.hub.store import Journal, MatchStart, Store
from fieldkit.journal.record import Record
from fieldkit.settings import Settings
from tests.bench.event_hub import (
    FIELDS,
    GAME,
    ROUNDS,
    TEAMS_OF_EVENT,
    Chain,
    event_hub,
    left_out,
    played,
    processor_s,
)
from tests.bench.kit import at_part
from tests.process.conftest import until
from tests.support.hub_process import EVENT, HubProcess
from tests.support.hubs import PIN
from tests.support.postgres import Postgres

PUSHED = 200
"""Records of one push: a long match."""
ALONE, TOGETHER = 8, 2
"""How many pushes of a field, when it is the only one and when all of them push."""
TIMES = 3
MATCHES = 500
SCHEDULES = 9
LOOK_S, IDLE, PATIENCE_S = 0.3, 0.1, 60.0
"""A hub that takes no more of a processor than this over such a time (s) has followed what it has taken."""
SQLITE, POSTGRES = "SQLite", "PostgreSQL"
_TOLD = ("match", "seq", "boot", "mono_ns", "wall", "by", "command_id", "events")


def run() -> Iterator[str]:
    """Yield the figures, in about 40 s."""
    with _databases() as found:
        yield from _pushes(found)
        yield from _rebuilds(found)
        if POSTGRES not in found:
            yield f"with a PostgreSQL: {left_out('postgres')}"
    yield _schedule()


@contextlib.contextmanager
def _databases() -> Iterator[Mapping[str, Sequence[str]]]:
    """Two URLs of each kind of database, empty for the file that a hub makes itself."""
    with contextlib.ExitStack() as running:
        found = {SQLITE: ("", "")}
        if not left_out("postgres"):
            server = running.enter_context(Postgres(durable=True))
            found[POSTGRES] = (server.database(), server.database())
        yield found


# Pushes


class _Field:
    """A field that pushes the records that it has, as they go over the wire."""

    def __init__(self, name: str, bodies: Sequence[bytes]) -> None:
        self._name, self._bodies, self._sent = name, bodies, 0

    def push(self, port: int, count: int) -> list[float]:
        """Push this many more of them; how long (s) each took."""
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        head = {"Authorization": f"Bearer {FIELDS[self._name]}", "Content-Type": "application/json"}
        took = []
        for _ in range(count):
            first = self._sent * PUSHED + 1
            path = f"/v1/events/{EVENT}/fields/{self._name}/matches/m{self._sent + 1}/records/{first}"
            began = time.monotonic()
            line.request("PUT", f"{path}?game={GAME}", self._bodies[self._sent], head)
            answer = line.getresponse()
            said = msgspec.json.decode(answer.read())
            took.append(time.monotonic() - began)
            assert said == {"have": first + PUSHED - 1}, said
            self._sent += 1
        line.close()
        return took


def _body(records: Sequence[Record]) -> bytes:
    return msgspec.json.encode(
        [
            RecordFrom(
                id=one.id,
                input=one.row.given,
                prev=one.prev,
                hash=one.hash,
                **{name: getattr(one.row, name) for name in _TOLD},
            )
            for one in records
        ]
    )


def _pushes(found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    # Each field may send the same, since its chain is its own.
    chain = Chain(played(14)[0][:PUSHED])
    bodies = [_body(chain.match()) for _ in range(TIMES * (ALONE + TOGETHER))]
    size = mean(map(len, bodies)) / PUSHED
    rates: dict[str, dict[str, float]] = {}
    with contextlib.ExitStack() as running:
        hubs = {}
        for name, (database, _) in found.items():
            folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
            more = f'database = "{database}"\n' if database else ""
            fields = [_Field(field, bodies) for field in FIELDS]
            hubs[name] = running.enter_context(event_hub(folder, more)), fields
        for how, count, together in (("from one field", ALONE, 1), ("from eight at once", TOGETHER, 8)):
            runs: dict[str, list[tuple[float, list[float]]]] = {name: [] for name in hubs}
            for _ in range(TIMES):
                for name, (hub, fields) in hubs.items():
                    runs[name].append(_pushed(hub, fields[:together], count))
            rates[how] = {name: median(rate for rate, _ in each) for name, each in runs.items()}
            for name, each in runs.items():
                took = sorted(seconds * 1000 for _, one in each for seconds in one)
                yield (
                    f"records a second into a hub with {name} {how}: {rates[how][name]:.0f} "
                    f"(pushes of {PUSHED} of {size:.0f} bytes, median of {TIMES}; a push p50 "
                    f"{at_part(took, 0.5):.0f} ms, p99 {at_part(took, 0.99):.0f} ms)"
                )
            if POSTGRES in rates[how]:
                yield f"  ratio {rates[how][POSTGRES] / rates[how][SQLITE]:.2f}"


def _pushed(hub: HubProcess, fields: Sequence[_Field], count: int) -> tuple[float, list[float]]:
    """Push, let the hub follow, and return the records a second and how long (s) each push took."""
    with ThreadPoolExecutor(len(fields)) as pool:
        began = time.monotonic()
        took = list(pool.map(lambda field: field.push(hub.port, count), fields))
        seconds = time.monotonic() - began
    until(lambda: _is_idle(hub.pid), PATIENCE_S, "the hub to follow")
    return len(fields) * count * PUSHED / seconds, [each for one in took for each in one]


def _is_idle(pid: int) -> bool:
    before = processor_s(pid)
    time.sleep(LOOK_S)
    return processor_s(pid) - before < IDLE * LOOK_S


# Reading all again


def _rebuilds(found: Mapping[str, Sequence[str]]) -> Iterator[str]:
    match = played(5)[0]
    took = {}
    for name, (_, database) in found.items():
        with tempfile.TemporaryDirectory() as folder:
            took[name] = _rebuilt(database or f"sqlite:///{folder}/hub.sqlite3", Path(folder), match)
        yield (
            f"rebuild of {MATCHES} matches with {MATCHES * len(match)} records, {name}: {took[name]:.1f} s, "
            f"{took[name] / MATCHES * 1000:.1f} ms a match"
        )
    if POSTGRES in took:
        yield f"  ratio {took[POSTGRES] / took[SQLITE]:.2f}"


def _rebuilt(database: str, folder: Path, match: Sequence[Record]) -> float:
    given, store = HubSettings(EventTable(EVENT, "Spring Cup")), Store(database)
    hub = Hub(given, store, PIN, load_games(Settings()), PublicFiles(folder / "public"))
    try:
        # Not started: a hub would read beside it what comes in.
        store.open()
        for n, field in enumerate(FIELDS):
            chain = Chain(match)
            matches = [chain.match() for _ in range(n, MATCHES, len(FIELDS))]
            begun = [
                MatchStart(one[0].row.match, one[0].id, GAME, one[0].row.wall, one[0].row.wall)
                for one in matches
            ]
            store.add_records(Journal(EVENT, field, 1), begun, [one for each in matches for one in each])
        began = time.monotonic()
        assert hub.rebuild() == MATCHES
        return time.monotonic() - began
    finally:
        hub.close()


# The schedule


def _schedule() -> str:
    teams = [f"t{n}" for n in range(TEAMS_OF_EVENT)]
    drafts()
    took = []
    for _ in range(SCHEDULES):
        began = time.perf_counter()
        made = make(teams, list(FIELDS), ROUNDS, 4)
        took.append((time.perf_counter() - began) * 1000)
    return (
        f"schedule of {len(made.matches)} matches for {TEAMS_OF_EVENT} teams, {ROUNDS} matches each, on "
        f"{len(FIELDS)} fields: {median(took):.1f} ms (median of {SCHEDULES})"
    )


if __name__ == "__main__":
    for line in run():
        print(line, flush=True)
