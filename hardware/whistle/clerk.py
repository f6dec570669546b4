"""The whistle's writing: its trace, the note of the round that runs, and its log."""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec

from fieldkit.errors import SettingsError
from fieldkit.messages import BareRound, Cue

LOG = logging.getLogger(__name__)


class Clerk:
    """Writes trace lines, notes and sentences in a thread of its own, in the order they came."""

    def __init__(self, trace: int | None, memory: Memory) -> None:
        self._trace = trace
        self._memory = memory
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="clerk", daemon=True)
        self._thread.start()

    def edge(self, real: int, on: bool) -> None:
        """One edge of the whistle at the real moment ``real`` (ns)."""
        if self._trace is not None:
            self._jobs.put(partial(_write, self._trace, f"{real} {int(on)}\n"))

    def say(self, sentence: str) -> None:
        """One line in the log."""
        self._jobs.put(partial(LOG.warning, sentence))

    def keep(self, round: RunningRound | None) -> None:
        """Save the round that runs now, for the next process should this one be killed."""
        self._jobs.put(partial(self._memory.keep, round))

    def close(self) -> None:
        """Write what is left, within a second, and end."""
        self._jobs.put(None)
        self._thread.join(1.0)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()


def _write(trace: int, line: str) -> None:
    try:
        os.write(trace, line.encode())
    except OSError as error:
        LOG.error("an edge is missing in the trace: %s", error.strerror)


def open_trace(name: str, silent: int | None = None) -> int | None:
    """Return the trace file, ended at ``silent`` (real ns) where it was left on; raises SettingsError."""
    if not name:
        return None
    path = Path(name).expanduser()
    try:
        # A pipe that nobody reads yet opens at once only for both ways.
        trace = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise SettingsError(f"[whistle] trace: {path} cannot be written: {error.strerror}") from None
    with contextlib.suppress(OSError):
        # A pipe has no size.
        size = os.fstat(trace).st_size
        if silent is not None and size > 1 and os.pread(trace, 2, size - 2) == b"1\n":
            os.write(trace, f"{silent} 0\n".encode())
    return trace


FILE = "whistle.round"
"""Its name in the data folder."""
_BYTES = 4096


class RunningRound(msgspec.Struct, frozen=True):
    """The blasts of a round that were not yet heard to their end; ``bare``: the whistle runs it by itself."""

    cues: tuple[Cue, ...]
    bare: BareRound | None = None


class _Note(msgspec.Struct, frozen=True):
    boot: str
    round: RunningRound


class Memory:
    """The round that runs, as the whistle's next process must know it if this one is killed.

    It is a small file that outlives the process at once. It need not outlive the machine, and must not: the
    moments are on another clock then. So it is never synced, names the ``boot``, and keeps its size, for a
    disk that fills. Without a file it forgets.
    """

    def __init__(self, path: Path, boot: str) -> None:
        self._boot = boot
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            self._file = None

    def recall(self) -> RunningRound | None:
        """Return the round of the process before, if that was killed in one since the machine was started."""
        if self._file is None:
            return None
        try:
            noted = msgspec.json.decode(os.pread(self._file, _BYTES, 0), type=_Note)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return noted.round if noted.boot == self._boot else None

    def keep(self, round: RunningRound | None) -> None:
        """Note the round that runs, or that none does."""
        if self._file is None:
            return
        text = b"" if round is None else msgspec.json.encode(_Note(self._boot, round))
        with contextlib.suppress(OSError):
            os.pwrite(self._file, (text if len(text) <= _BYTES else b"").ljust(_BYTES), 0)

    def close(self) -> None:
        """Give the file back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
