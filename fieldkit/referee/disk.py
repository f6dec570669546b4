"""The journal's disk: writes are timed, and a failed one raises an alarm until the next succeeds."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Literal

from fieldkit.errors import NotStored
from fieldkit.journal.database import Batch, Journal
from fieldkit.phrases import N_, Message
from fieldkit.referee.alarms import Alarm, Alarms

LOG = logging.getLogger(__name__)
SLOW_S = 0.5
"""A disk is ``slow`` while a commit takes longer."""


class Disk:
    """The state of the journal's disk; may be read from any thread, even while a commit hangs."""

    def __init__(self) -> None:
        self.state: Literal["ok", "slow", "failing"] = "ok"
        self._began: float | None = None

    def begin(self) -> None:
        """Note that a commit begins."""
        self._began = time.monotonic()

    def end(self, stored: bool) -> None:
        """Note that the commit has ended."""
        slow = self._slow
        self._began = None
        self.state = "failing" if not stored else "slow" if slow else "ok"

    @property
    def now(self) -> str:
        """The present state: ``ok``, ``slow`` or ``failing``."""
        return "slow" if self._slow and self.state == "ok" else self.state

    @property
    def _slow(self) -> bool:
        began = self._began
        return began is not None and time.monotonic() - began > SLOW_S


class JournalWriter:
    """Writes for the referee's thread. ``starts`` is the number of this start in the journal."""

    def __init__(self, journal: Journal, disk: Disk, alarms: Alarms) -> None:
        self._journal, self._disk, self._alarms = journal, disk, alarms
        self.starts = 0

    @property
    def is_failing(self) -> bool:
        """True after a write that was not stored."""
        return self._disk.state == "failing"

    def commit(self, batch: Batch) -> None:
        """Store a turn's records; without any, check that the journal is there. Raises NotStored."""
        if batch:
            self._timed(lambda: self._journal.append(batch))
        elif self.is_failing:
            self._timed(self._count_start)
        else:
            self._journal.look()

    def store(self, batch: Batch) -> bool:
        """Store records outside a turn; return False, with an alarm, if that fails."""
        return self._stored(lambda: self._journal.append(batch))

    def probe(self) -> bool:
        """Store the number of this start, the smallest write there is; return False as `store` does."""
        return self._stored(self._count_start)

    def failed(self, error: NotStored) -> None:
        """Raise the alarm of a failed write."""
        if "disk" not in self._alarms:
            LOG.error("%s", error)
        self._disk.end(stored=False)
        self._alarms.disk(error)

    def tell(self, wrong: Sequence[Message]) -> None:
        """Raise an alarm for each fault of the record."""
        for number, line in enumerate(wrong):
            LOG.error("%s", line)
            cure = N_("Check the last actions against your notes.")
            self._alarms.set(f"journal-{number}", Alarm(N_("{why}"), cure, {"why": line}))

    def _count_start(self) -> None:
        self._journal.count_start(self.starts)

    def _timed(self, write: Callable[[], None]) -> None:
        self._disk.begin()
        try:
            write()
        except NotStored:
            self._disk.end(stored=False)
            raise
        self._disk.end(stored=True)
        self._alarms.set("disk", None)

    def _stored(self, write: Callable[[], None]) -> bool:
        try:
            self._timed(write)
        except NotStored as error:
            self.failed(error)
            return False
        return True
