"""The whole kit, as processes: from a ball to the screens, commands, refolding, start, memory, the whistle.

Each figure stands with its aim. The kit has mock pins, an off-screen scoreboard and one hoop line, whose
other end is here; what listens and sends is a process of its own (`tests.bench.callers`).
"""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from fieldkit.clock import MS
from fieldkit.games.loading import load_games
from fieldkit.journal.reading import match_records, reading
from fieldkit.referee.match import loaded
from fieldkit.settings import Settings
from tests.bench.whistle import busy
from tests.process.conftest import PARTS, PIN, Kit, until
from tests.support.full_contact_match import TEAMS, FullContactMatch

ROOT = Path(__file__).parents[2]
LISTENERS = 200
IDLE_MB = "160 RSS, 115 PSS"
BURSTS, AT_ONCE, TIMES = 100, 10, 3
FOLDED = 10_000
FOLDS = 5
STARTS = 3
RATE = 5.0
"""How many times as fast as life the rounds are whose whistle is measured."""
ROUNDS_S = 20.0
OPTIONS = {"round_seconds": 60, "balls_per_kind": 60, "grace_seconds": 0}


def run() -> list[str]:
    """Return the figures, one line each, in about a minute and a half."""
    lines = [*_starts(), _fold()]
    with wired_kit() as (kit, _):
        lines.append(f"memory idle (aim {IDLE_MB}): {_memory(kit)}")
        with listeners(kit.port, LISTENERS):
            lines.append(f"memory with {LISTENERS} listeners: {_memory(kit)}")
        kit.create(**OPTIONS)
        lines += _commands(kit)
    return [*lines, _whistle()]


# From a ball to the screens


@contextlib.contextmanager
def wired_kit(*more: str, settings: str = "") -> Iterator[tuple[Kit, int]]:
    """Yield a running kit, and the far end of its hoop line."""
    line, near = os.openpty()
    tty.setraw(near)
    try:
        with tempfile.TemporaryDirectory() as folder:
            kit = Kit(Path(folder))
            with kit.settings.open("a", encoding="utf-8") as file:
                file.write(f'[[links]]\nport = "{os.ttyname(near)}"\nprotocol = "hk1"\n{settings}')
            try:
                kit.start(*more)
                kit.wait(lambda view: view["phase"] == "setup" and view["kit"]["whistle"] == "ok")
                yield kit, line
            finally:
                if kit.started:
                    kit.end()
    finally:
        os.close(line)
        os.close(near)


class Heard:
    """What the listeners' process has to tell."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def arrivals(self) -> dict[int, list[int]]:
        """Return the moments (ns) at which each decision arrived; ends the listening."""
        answer, _ = self._process.communicate("done\n", timeout=30)
        return {int(seq): moments for seq, moments in json.loads(answer).items()}


@contextlib.contextmanager
def listeners(port: int, screens: int) -> Iterator[Heard]:
    """Yield this many listeners to the feed at a port."""
    command = [sys.executable, "-m", "tests.bench.callers", "listen", str(port), str(screens)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            yield Heard(process)
        finally:
            process.kill()


# Commands and folding


def _commands(kit: Kit) -> list[str]:
    lines = []
    for at_once, bursts, aim in ((1, 2 * BURSTS, 600), (AT_ONCE, BURSTS, 1500)):
        runs = [_took(kit, at_once, bursts) for _ in range(TIMES)]
        rate = median(at_once * bursts / sum(took) * 1000 for took in runs)
        p50, p99 = (median(at_part(took, share) for took in runs) for share in (0.5, 0.99))
        what = "one by one" if at_once == 1 else f"in bursts of {at_once}"
        lines.append(
            f"durable commands over HTTP {what}: {rate:.0f} a second (aim {aim}), "
            f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"
        )
    return lines


def _took(kit: Kit, at_once: int, bursts: int) -> list[float]:
    """How long (ms) each burst of commands took, the shortest first."""
    command = [sys.executable, "-m", "tests.bench.callers", "send", str(kit.port), PIN]
    said = subprocess.run(
        [*command, str(bursts), str(at_once)],
        capture_output=True, text=True, check=True, timeout=130, cwd=ROOT,
    )  # fmt: skip
    return sorted(ns / MS for ns in json.loads(said.stdout))


def _fold() -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        _long_match(path)
        with reading(path) as db:
            records = list(match_records(db, "m1"))[:FOLDED]
    game = load_games(Settings())["full_contact"]
    took = []
    for _ in range(FOLDS):
        began = time.perf_counter()
        _, wrong = loaded("m1", game, records)
        took.append(time.perf_counter() - began)
        assert not wrong
    return f"refolding {len(records)} records: {median(took):.2f} s (aim < 1 s; median of {FOLDS})"


def _long_match(path: Path) -> None:
    """Play as many rounds as the measure needs, and give back all that is won after each."""
    match = FullContactMatch(path)
    nothing = dict.fromkeys(("wood", "wheat", "brick", "ore"), 0)
    try:
        match.do("create_match", game="full_contact", teams=TEAMS, seed=1)
        while match.do("note", team="red", text="a foul") < FOLDED:
            match.play(h1="11122", h2="144", h3="332")
            match.do("trade", a="red", b="blue", a_gives={"wood": 1}, b_gives={"ore": 1})
            for team in TEAMS:
                match.do("correct", team=team["id"], set={"resources": nothing}, reason="back to the piles")
    finally:
        match.close()


# Start and memory


def _starts() -> list[str]:
    """Measure starts like any but the first one, which compiles the kit's modules."""
    lines = []
    with tempfile.TemporaryDirectory() as compiled:
        for command, name in (("referee", "referee"), ("run", "whole kit")):
            took = [_first_answer(command, compiled) for _ in range(STARTS + 1)][1:]
            lines.append(f"start of the {name} to its first answer: {median(took):.2f} s (aim < 0.6 s)")
    return lines


def _first_answer(command: str, compiled: str) -> float:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "PYTHONPYCACHEPREFIX": compiled}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "fieldkit", command, "--data", folder, "--port", str(port)]
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, *arguments],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        try:
            until(lambda: _answers(port), 20, "an answer")
            return time.monotonic() - began
        finally:
            process.terminate()
            process.wait(15)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/health")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _memory(kit: Kit) -> str:
    """Each process's resident memory, and of all together also without counting shared pages twice."""
    sizes = {"supervisor": kit.process.pid} | {part: pid for part in PARTS if (pid := kit.pid(part))}
    found = {name: megabytes(pid) for name, pid in sizes.items()}
    rss, pss = (sum(each[n] for each in found.values()) for n in (0, 1))
    each = ", ".join(f"{name} {resident:.0f}" for name, (resident, _) in found.items())
    return f"{rss:.0f} MB RSS, {pss:.0f} MB PSS ({each})"


def megabytes(pid: int) -> tuple[float, float]:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    kilobytes = {line.split(":")[0]: float(line.split()[1]) for line in lines[1:]}
    return kilobytes["Rss"] / 1024, kilobytes["Pss"] / 1024


# The whistle


def _whistle() -> str:
    """How late the first edges of openings and closings are, in one short round after the other."""
    with wired_kit("--rate", str(RATE)) as (kit, _), listeners(kit.port, 50), busy(2):
        real_time = os.sched_getscheduler(kit.pid("whistle")) == os.SCHED_FIFO
        # The grace is longer than the closing blast, which the next opening would wait for.
        kit.create(round_seconds=3, grace_seconds=2)
        last = time.monotonic() + ROUNDS_S
        while time.monotonic() < last:
            kit.must("start_round")
            kit.phase("break")
        late = sorted(_reported(kit))
    how = "real-time" if real_time else "normal"
    return (
        f"whistle beside 50 listeners and two busy processes, {how} scheduling, {len(late)} blasts: "
        f"p50 {at_part(late, 0.5):.3f} ms, p99 {at_part(late, 0.99):.3f} ms (aim p99 < 0.5 with real-time)"
    )


def _reported(kit: Kit) -> Iterator[float]:
    """Yield the lateness (ms) of every blast on the record."""
    with reading(kit.data / "journal.sqlite3") as db:
        for record in match_records(db, "m1"):
            given = json.loads(record.row.given)
            if given["type"] == "cue_report" and given["late_ns"] is not None:
                yield given["late_ns"] / MS


def at_part(ordered: Sequence[float], share: float) -> float:
    """Return the value that this share of ordered values does not exceed."""
    return ordered[int(share * (len(ordered) - 1))]


if __name__ == "__main__":
    print(*run(), sep="\n")
