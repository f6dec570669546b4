"""The check of the kit page: the one that is open, or the last one that has ended."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from fieldkit.checkup.finding import Finding
from fieldkit.checkup.pre_match import Check
from fieldkit.clock import Clock
from fieldkit.errors import Rejected
from fieldkit.kit_page.view import CheckView, ended_check, open_check
from fieldkit.messages import CheckReport, Grade, HoopStatus, Press
from fieldkit.phrases import Language
from fieldkit.referee.inputs import bugs_logged
from fieldkit.service.worker import Worker

Look = Callable[[], Sequence[Finding]]
"""Runs the kit's own checks; it may take long."""


class CheckRun:
    """The open check, from any thread; ``wired``: there is a loop-back wire, ``record`` stores a verdict."""

    def __init__(
        self,
        field: Sequence[str],
        wired: bool,
        clock: Clock,
        translate: Language,
        statuses: Callable[[], Mapping[str, HoopStatus]],
        record: Callable[[CheckReport], None],
    ) -> None:
        self._field, self._wired, self._clock, self._translate = field, wired, clock, translate
        self._statuses, self._record = statuses, record
        self._lock = threading.Lock()
        self._open: Check | None = None
        self._ended: CheckReport | None = None
        self._look: Look = list
        self._worker = Worker("kit check")

    def start(self, look: Look) -> None:
        """Be ready for a check."""
        self._look = look
        self._worker.start()

    def close(self) -> None:
        """End; nobody waits for what is still looked at."""
        self._worker.close(0.0)

    @property
    def is_open(self) -> bool:
        """True while a check is open."""
        return self._open is not None

    @property
    def verdict(self) -> Grade | None:
        """Return what the check that has ended came to; None while there is none."""
        ended = self._ended
        return None if ended is None else ended.verdict

    def awaits(self, press: Press) -> bool:
        """Return True for the first press of each button while a check is open."""
        check = self._open
        return check is not None and check.awaits(press)

    def note(self, told: Callable[[Check], None]) -> None:
        """Let the open check note what a button, a hoop or the loop-back wire has told, if one is open."""
        with self._lock:
            if self._open is not None:
                told(self._open)

    def recall(self, ended: CheckReport | None) -> None:
        """Show a check that was made before this start; None for a match that needs a new one."""
        with self._lock:
            self._ended = ended

    def begin(self, allowed: Callable[[], None]) -> bool:
        """Open a check; False when one is open. ``allowed`` raises Rejected while there may be none."""
        check = Check(self._field, time.monotonic(), self._wired)
        with self._lock:
            allowed()
            if self._open is not None:
                return False
            self._open, self._ended = check, None
        self._worker.do(lambda: self._find(check))
        return True

    def answer(self, check: str, well: bool) -> None:
        """Note whether something was heard or seen. Raises Rejected when no check is open."""
        with self._lock:
            self._must_be_open().answer(check, well)

    def finish(self) -> None:
        """End the open check. Raises Rejected when none is."""
        self._must_be_open()
        self.end()

    def end(self) -> None:
        """End the check, if one is open: its verdict goes on the record."""
        statuses = self._statuses() if self._open is not None else {}
        with self._lock:
            if self._open is None:
                return
            now = self._clock.now()
            ended = self._ended = self._open.ended(statuses, time.monotonic(), now, self._translate)
            self._open = None
        self._record(ended)

    def view(self, statuses: Mapping[str, HoopStatus]) -> CheckView | None:
        """Return what to show; None before the first check of a match."""
        with self._lock:
            if self._open is not None:
                return open_check(self._open, statuses, self._translate)
            return None if self._ended is None else ended_check(self._ended)

    def _find(self, check: Check) -> None:
        if self._open is not check:
            return
        with bugs_logged():
            found = self._look()
            with self._lock:
                check.find(found)

    def _must_be_open(self) -> Check:
        if self._open is None:
            raise Rejected("no_check", "No check is open: begin one first.")
        return self._open
