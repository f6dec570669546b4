"""The supervisor of the kit's processes: starts them, restarts those that die or hang, ends them together."""

import contextlib
import ctypes
import fcntl
import math
import os
import queue
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.service.systemd import Limits, Watch

SETTLED_S = 5.0
"""A process that has run for this many seconds is restarted at once when it dies."""
MIN_WAIT_S = 0.1
MAX_WAIT_S = 1.0
"""Seconds before a process that dies again and again is restarted."""
STOP_S = 3.0
"""Seconds that a process may take to end before it is killed."""
ABORT_S = 0.25
"""Seconds that a hanging process may take to abort before it is killed."""
CLEAN_S = 5.0
"""Seconds that the cleaner of a part may take."""
OVERSLEPT_S = 0.5
"""A supervisor that wakes this many seconds late was held up itself, and cannot tell who hangs."""

_PR_SET_PDEATHSIG = 1


class Part(msgspec.Struct, frozen=True):
    """A process of the kit; ``after`` (s) delays its start, ``cleaner`` runs if it did not end by itself."""

    name: str
    argv: tuple[str, ...]
    after: float = 0.0
    limits: Limits | None = None
    cleaner: tuple[str, ...] = ()


def pause_before_restart(deaths: int) -> float:
    """Return the wait (s) before a restart: 0 after the first death in a row, then 0.1 doubling up to 1."""
    return 0.0 if deaths <= 1 else float(min(MAX_WAIT_S, MIN_WAIT_S * 2 ** min(deaths - 2, 10)))


class Supervisor:
    """Runs the parts until its end, from one thread: each child is to end with the thread that started it."""

    def __init__(self, parts: Sequence[Part], say: Callable[[str], None]) -> None:
        self._parts = {part.name: part for part in parts}
        self._say = say
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._watchers: list[threading.Thread] = []
        self._started: dict[str, float] = {}
        self._deaths: dict[str, int] = {}
        self._due: dict[str, float] = {}
        self._watches = {part.name: Watch(part.limits) for part in parts if part.limits is not None}
        self._aborted: dict[str, float] = {}
        self._codes: dict[str, int] = {}
        # SimpleQueue.put is the one that a signal may call while it interrupts a get.
        self._ended: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def end(self) -> None:
        """Make `run` end all parts and return; from any thread or a signal handler."""
        self._ended.put(None)

    def run(self) -> None:
        """Start all parts and keep them running until `end`."""
        try:
            now = time.monotonic()
            self._due = {name: now + part.after for name, part in self._parts.items()}
            while True:
                patience, asked = self._patience(), time.monotonic()
                try:
                    ended = self._ended.get(timeout=patience)
                except queue.Empty:
                    if patience is not None and time.monotonic() - asked - patience > OVERSLEPT_S:
                        for watch in self._watches.values():
                            watch.forgive()
                else:
                    if ended is None:
                        return
                    self._bury(ended)
                self._start_due()
                self._end_what_hangs()
        finally:
            self._end_all()

    def pid(self, name: str) -> int | None:
        """Return the process id of a part, or None while it is down."""
        child = self._children.get(name)
        return child.pid if child is not None else None

    def _start(self, name: str) -> None:
        self._started[name] = time.monotonic()
        # A group of its own: the terminal's Ctrl-C is for the supervisor, which ends them in order.
        watch = self._watches.get(name)
        env, argv = watch.environment() if watch else None, self._parts[name].argv
        child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, process_group=0, env=env)
        self._children[name] = child
        if watch:
            watch.begin(child.pid)

        def watch_it() -> None:
            child.wait()
            self._ended.put(name)

        watcher = threading.Thread(target=watch_it, name=f"watch {name}", daemon=True)
        self._watchers = [*(each for each in self._watchers if each.is_alive()), watcher]
        watcher.start()

    def _bury(self, name: str) -> None:
        code = self._codes[name] = self._children.pop(name).wait()
        self._aborted.pop(name, None)
        now = time.monotonic()
        settled = now - self._started[name] >= SETTLED_S
        deaths = self._deaths[name] = 1 if settled else self._deaths.get(name, 0) + 1
        self._due[name] = now + pause_before_restart(deaths)
        how = f"signal {-code}" if code < 0 else f"exit {code}"
        self._say(f"The {name} process ended ({how}); starting it again.")

    def _patience(self) -> float | None:
        """Return the seconds to the next start, watchdog check or kill, or None."""
        moments = [*self._due.values(), *self._aborted.values()]
        looks = [self._watches[name].pause for name in self._children if name in self._watches]
        waits = [*(at - time.monotonic() for at in moments), *looks]
        return max(0.0, min(waits)) if waits else None

    def _start_due(self) -> None:
        now = time.monotonic()
        for name in [name for name, due in self._due.items() if due <= now]:
            try:
                self._start(name)
            except OSError as error:
                self._say(f"The {name} process cannot be started: {error.strerror}.")
                self._due[name] = now + MAX_WAIT_S
            else:
                del self._due[name]

    def _end_what_hangs(self) -> None:
        """Abort processes that were silent for too long, and kill those that cannot even abort."""
        now = time.monotonic()
        for name, watch in self._watches.items():
            child = self._children.get(name)
            if child is None:
                continue
            watch.listen()
            if name in self._aborted:
                if now >= self._aborted[name]:
                    self._aborted[name] = math.inf
                    child.kill()
            elif watch.hangs:
                self._say(f"The {name} process hangs; ending it.")
                # Nobody wants a dump of all its memory.
                with contextlib.suppress(OSError):
                    resource.prlimit(child.pid, resource.RLIMIT_CORE, (0, 0))
                child.send_signal(signal.SIGABRT)
                self._aborted[name] = now + ABORT_S

    def _end_all(self) -> None:
        for child in self._children.values():
            child.terminate()
            # A stopped process takes no SIGTERM.
            child.send_signal(signal.SIGCONT)
        last = time.monotonic() + STOP_S
        for name, child in self._children.items():
            try:
                child.wait(max(0.0, last - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
            self._codes[name] = child.wait()
        self._children.clear()
        for watcher in self._watchers:
            watcher.join()
        for watch in self._watches.values():
            watch.close()
        for part in self._parts.values():
            if part.cleaner and self._codes.get(part.name):
                with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                    subprocess.run(part.cleaner, stdin=subprocess.DEVNULL, timeout=CLEAN_S, check=False)


def end_with(parent: int, number: signal.Signals) -> None:
    """Let the kernel send this process a signal when ``parent`` dies; exit at once if it is gone (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(number), 0, 0, 0)
    if os.getppid() != parent:
        raise SystemExit(0)


@contextlib.contextmanager
def locked(path: Path, refusal: str, patience: float = 0.0) -> Iterator[None]:
    """Hold a lock for the block, or until this process ends.

    Raises FieldkitError (``refusal``) if another process still holds it after ``patience`` seconds.
    """
    file, last = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), time.monotonic() + patience
    try:
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= last:
                    raise FieldkitError(refusal) from None
                time.sleep(0.05)
        yield
    finally:
        os.close(file)
