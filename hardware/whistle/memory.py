"""The round that runs, as the whistle's next process must know it if this one is killed.

The referee sends its plan to every whistle that greets it, but it may be gone, hang, or wait for a disk. So
the whistle notes the round in a small file. What is written there outlives the process at once. It need not
outlive the machine, and must not: after another start of the machine nobody runs any more, and the moments
are on another clock. So the file is never synced, names the boot, and keeps its size, for a disk that fills.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from fieldkit.messages import BareRound, Cue

FILE = "whistle.round"
"""Its name in the data folder."""
_BYTES = 4096


@dataclass(frozen=True, slots=True)
class RunningRound:
    """The blasts of a round that were not yet heard to their end; ``bare``: the whistle runs it by itself."""

    cues: tuple[Cue, ...]
    bare: BareRound | None = None


@dataclass(frozen=True, slots=True)
class _Note:
    boot: str
    round: RunningRound


class Memory:
    """The note of one whistle; ``boot`` names the clock of its moments. Without a file it forgets."""

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
