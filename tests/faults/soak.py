"""Two hundred matches in a row in one kit, faults among them: nothing it holds may grow.

The matches are short, at eight times the speed of life. In the first half each process is killed now and
then; the second half leaves them alive, so that what they hold can be compared over a hundred matches.
"""

import contextlib
import os
import random
import signal
import socket
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from fieldkit.demo.client import Caller
from tests.faults.figures import Figure
from tests.faults.kills import BESIDE
from tests.faults.kits import Played, folder, verified, wait_for_answer, wired
from tests.process.conftest import PARTS, PIN, TEAMS, until

NEEDS: tuple[str, ...] = ()
MATCHES, SHORT_MATCHES = 80, 5
RATE = "8"
OPTIONS = {"round_seconds": 3, "grace_seconds": 0, "balls_per_kind": 60}
EVERY = 4
"""One fault in so few matches."""
SETTLED = 10
"""Samples of a process that are not counted: it is still filling its caches."""
ENDS = 20
"""How many samples at each end are compared."""
MORE_MB, MORE_THREADS, MORE_FILES = 8.0, 2, 5
"""What the end may have more than the beginning; the referee remembers each id that was answered."""
STEP_S = 20.0


@dataclass(frozen=True)
class _Sample:
    megabytes: float
    threads: int
    files: int


Series = dict[tuple[str, int], list[_Sample]]


def run(short: bool) -> list[Figure]:
    """Play them and compare; the figures of memory need the long form."""
    matches = SHORT_MATCHES if short else MATCHES
    samples: Series = defaultdict(list)
    faults: Counter[str] = Counter()
    began = time.monotonic()
    with folder() as place, wired(place) as played:
        try:
            played.kit.start("--rate", RATE)
            played.kit.wait(lambda view: view["kit"]["whistle"] == "ok")
            for number in range(matches):
                if number % EVERY == EVERY - 1:
                    faults[_fault(played, number, matches)] += 1
                _match(played, number)
                _sample(played, samples)
            took = time.monotonic() - began
            over = [match for match in range(1, matches + 1) if match % 20 == 0 or match == matches]
            wrong = played.wrong()
            wrong += filter(None, (verified(played.kit.data, f"m{match}") for match in over))
        finally:
            if played.kit.started:
                played.kit.end()
    done = ", ".join(f"{count} x {name}" for name, count in sorted(faults.items()))
    books = Figure(
        "soak: books",
        f"{matches} matches in {took:.0f} s; {done}; {played.books}; "
        f"{'; '.join(wrong) or 'all there once, chain whole'}",
        "each answered thing there, once",
        not wrong,
    )
    return [books] if short else [books, *_compared(samples)]


# The matches


def _match(played: Played, number: int) -> None:
    """Set up, a round with balls, a correction, a purchase, the end."""
    caller = Caller("127.0.0.1", played.kit.port, {"Authorization": f"Bearer {PIN}"})

    def do(step: str, **fields: Any) -> None:
        id = f"soak-{number}-{step}"
        played.books.sent.add(id)
        status, answer = caller.send({"id": id, "type": step, **fields}, STEP_S)
        if status == 200:
            played.books.answered[id] = int(answer["seq"])
        else:
            played.books.refused[f"{step}: {answer}"] += 1

    do("create_match", game="full_contact", teams=TEAMS, options=OPTIONS, seed=number)
    do("start_round")
    _bring(played, number)
    played.kit.phase("break", "stopped", seconds=STEP_S)
    do("correct", team="red", set={"resources": {"wood": 3, "wheat": 3, "brick": 2, "ore": 2}}, reason="soak")
    do("buy", team="red", item="knight")
    do("end_match", reason="soak")
    if played.kit.view["can"].get("confirm_result"):
        do("confirm_result")
    view = played.kit.wait(lambda view: view["stage"] == "over", STEP_S)
    assert view["match"] == f"m{number + 1}", view["match"]


def _bring(played: Played, number: int) -> None:
    """Bring some balls into each hoop, and wait until all are acknowledged."""
    chance = random.Random(number)
    before = {hoop.hoop: hoop.state()["seq"] for hoop in played.hoops}
    for hoop in played.hoops:
        for _ in range(chance.randrange(1, 4)):
            hoop.press(chance.choice("1234"))
    until(lambda: not any(hoop.state()["waiting"] for hoop in played.hoops), STEP_S, "all acknowledged")
    for hoop in played.hoops:
        state = hoop.state()
        new = {int(seq) for seq in state["verdicts"] if int(seq) > before[hoop.hoop]}
        played.books.pressed |= {(hoop.hoop, state["boot"], seq) for seq in new}
        played.books.acked |= {(hoop.hoop, state["boot"], seq) for seq in new}


# The faults


def _fault(played: Played, number: int, matches: int) -> str:
    """Do one thing to the kit; its name. In the second half nothing dies."""
    chance = random.Random(number)
    killed = [name for name in ("whistle", "referee", *BESIDE) if played.kit.pid(name)]
    kills = {f"{name} killed": lambda name=name: _kill(played, name) for name in killed}
    others: Mapping[str, Callable[[], None]] = {
        "cable pulled": lambda: _pull(played, chance),
        "noise": lambda: _noise(played, chance),
        "strangers": lambda: _strangers(played.kit.port),
        "referee held up": lambda: _hold(played),
    }
    faults = {**others, **kills} if number < matches // 2 else others
    name = list(faults)[(number // EVERY) % len(faults)]
    faults[name]()
    return name


def _kill(played: Played, name: str) -> None:
    before = played.kit.signal(name, signal.SIGKILL)
    until(lambda: played.kit.pid(name) not in (0, before), STEP_S, f"another {name}")
    wait_for_answer(played.kit.port)
    played.kit.wait(lambda view: view["kit"]["whistle"] == "ok")


def _pull(played: Played, chance: random.Random) -> None:
    hoop = chance.choice(played.hoops)
    hoop.unplug()
    time.sleep(0.1)
    hoop.replug()


def _noise(played: Played, chance: random.Random) -> None:
    line = chance.choice(played.hoops).line()
    assert line is not None
    with contextlib.suppress(BlockingIOError):
        os.write(line, chance.randbytes(4096))


def _strangers(port: int) -> None:
    """Thirty connections that say rubbish, half of them without hanging up before the others have."""
    callers = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(30)]
    for number, caller in enumerate(callers):
        with contextlib.suppress(OSError):
            caller.sendall(b"GET /api/feed HTTP/1.1\r\nHost: kit\r\n\r\n" if number % 2 else os.urandom(256))
    for caller in callers:
        caller.close()


def _hold(played: Played) -> None:
    pid = played.kit.signal("referee", signal.SIGSTOP)
    time.sleep(0.5)
    os.kill(pid, signal.SIGCONT)


# What it holds


def _sample(played: Played, samples: Series) -> None:
    for name in ("supervisor", *PARTS):
        pid = played.kit.process.pid if name == "supervisor" else played.kit.pid(name)
        if pid:
            # What dies in this moment is not sampled.
            with contextlib.suppress(OSError):
                samples[name, pid].append(_held(Path(f"/proc/{pid}")))


def _held(process: Path) -> _Sample:
    status = dict(
        line.split(":", 1) for line in (process / "status").read_text(encoding="ascii").splitlines()
    )
    files = len(list((process / "fd").iterdir()))
    return _Sample(int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), files)


def _compared(samples: Series) -> list[Figure]:
    """Each process that lived long enough, its beginning beside its end."""
    long = {name: series for (name, _), series in samples.items() if len(series) >= SETTLED + 2 * ENDS}
    return [_grown(name, series) for name, series in long.items()]


def _grown(name: str, series: Sequence[_Sample]) -> Figure:
    first, last = series[SETTLED : SETTLED + ENDS], series[-ENDS:]
    megabytes, threads, files = (
        tuple(median(getattr(each, what) for each in part) for part in (first, last))
        for what in ("megabytes", "threads", "files")
    )
    return Figure(
        f"soak: {name} over {len(series)} matches",
        f"{megabytes[0]:.1f} to {megabytes[1]:.1f} MB, {threads[0]:.0f} to {threads[1]:.0f} threads, "
        f"{files[0]:.0f} to {files[1]:.0f} open files",
        f"at most {MORE_MB:.0f} MB, {MORE_THREADS} threads, {MORE_FILES} files more",
        megabytes[1] - megabytes[0] <= MORE_MB
        and threads[1] - threads[0] <= MORE_THREADS
        and files[1] - files[0] <= MORE_FILES,
    )
