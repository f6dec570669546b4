"""The disk under the record is full, slow, read-only or fails, with commands and frames in flight.

A stop must sound at once whatever the disk does, nothing may be answered that is not stored, and all goes on
when the disk does.
"""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tests.faults.ext4 import Disk, disk
from tests.faults.figures import Figure
from tests.faults.kits import CALLS, OPTIONS, Played, edges, folder, in_play, wait_for_answer, wired
from tests.process.conftest import until

NEEDS = ("loop",)
BAD_S, SHORT_BAD_S = 6.0, 1.5
"""How long a disk stays as it is, a round and a stop in it."""
STOP_MS = 500.0
"""How soon a stop must sound; generous, for a busy machine."""
HEAL_S = 60.0
AT_ONCE = 2
FULL_S = 20.0


@dataclass
class _Seen:
    tapped_ms: float = 0.0
    stop_ms: float | None = None
    """How soon after the tap the stop sounded; None if it did not."""
    said: int = 0
    """What the stop was answered with."""
    healed_s: float = 0.0


Fault = Callable[[Played, Disk], contextlib.AbstractContextManager[None]]


def run(short: bool) -> list[Figure]:
    """Each disk under a kit of its own, two at a time."""
    faults: dict[str, Fault] = {"full": _full, "slow": _slow, "read-only": _read_only, "failing": _failing}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        tried = pool.map(lambda name: _tried(name, faults[name], short), faults)
        return [figure for figures in tried for figure in figures]


def _tried(name: str, fault: Fault, short: bool) -> list[Figure]:
    seen = _Seen()
    with folder() as place, wired(place) as played, disk(place, played.kit.data) as under:
        kit = played.kit
        try:
            kit.start()
            kit.wait(lambda view: view["kit"]["whistle"] == "ok")
            kit.create(**(OPTIONS | {"round_seconds": 60}))
            with in_play(played, rounds=False):
                kit.open()
                time.sleep(0.5)
                with fault(played, under):
                    time.sleep(0.3)
                    _stop(played, seen)
                    time.sleep(SHORT_BAD_S if short else BAD_S)
                began = time.monotonic()
                kit.wait(_stores(played), HEAL_S)
                seen.healed_s = time.monotonic() - began
            kit.phase("stopped", "break", seconds=HEAL_S)
            _sounded(played, seen)
            wrong = played.wrong()
        finally:
            if kit.started:
                kit.end()
    return _figures(name, played, seen, wrong)


def _figures(name: str, played: Played, seen: _Seen, wrong: list[str]) -> list[Figure]:
    sounded = "never sounded" if seen.stop_ms is None else f"sounded after {seen.stop_ms:.0f} ms"
    return [
        Figure(
            f"disk {name}: books",
            f"{played.books}, {played.books.unstored} times told that it was not stored; "
            f"{'; '.join(wrong) or 'all there once, chain whole'}",
            "each answered thing there, once",
            not wrong,
        ),
        Figure(
            f"disk {name}: stop",
            f"{sounded}, answered {seen.said or 'nothing'}; stores again after {seen.healed_s:.1f} s",
            f"at most {STOP_MS:.0f} ms",
            seen.stop_ms is not None and seen.stop_ms <= STOP_MS,
        ),
    ]


def _stop(played: Played, seen: _Seen) -> None:
    """Tap STOP; the answer may have to wait for the disk."""
    seen.tapped_ms = time.monotonic_ns() / 1e6

    def tap() -> None:
        with contextlib.suppress(*CALLS):
            seen.said = played.kit.command("stop_round")[0]

    tapping = threading.Thread(target=tap, daemon=True)
    tapping.start()
    # With the answer, if there is one in time.
    tapping.join(5.0)


def _sounded(played: Played, seen: _Seen) -> None:
    """Look at the whistle's line. Its moments are kept by a thread that may have waited for the disk."""
    with contextlib.suppress(AssertionError):
        found = until(
            lambda: [at for at, on in edges(played.kit.trace) if on and at > seen.tapped_ms], 5, "a blast"
        )
        seen.stop_ms = found[0] - seen.tapped_ms


def _stores(played: Played) -> Callable[[object], bool]:
    def look(_: object) -> bool:
        return played.kit.command("note", team="red", text="does it store?")[0] == 200

    return look


@contextlib.contextmanager
def _full(played: Played, under: Disk) -> Iterator[None]:
    ballast = under.fill()
    # The log has room of its own for a while.
    until(lambda: played.books.unstored, FULL_S, "a command that could not be stored")
    yield
    ballast.unlink()


@contextlib.contextmanager
def _slow(played: Played, under: Disk) -> Iterator[None]:
    with under.frozen():
        yield


@contextlib.contextmanager
def _read_only(played: Played, under: Disk) -> Iterator[None]:
    under.turn_read_only()
    yield
    _again(played, under.repair)


@contextlib.contextmanager
def _failing(played: Played, under: Disk) -> Iterator[None]:
    under.cut()
    yield

    def replace() -> None:
        under.unmount()
        under.mount()

    _again(played, replace)


def _again(played: Played, mend: Callable[[], None]) -> None:
    """Do what a person does about a broken card: end the kit, mend it, and start the kit on the same port."""
    port = played.kit.port
    played.kit.process.send_signal(signal.SIGKILL)
    played.kit.process.wait()
    until(
        lambda: not any(played.kit.pid(name) for name in ("referee", "whistle", "scoreboard")), 10, "the end"
    )
    mend()
    played.kit.start("--port", str(port))
    wait_for_answer(port)
