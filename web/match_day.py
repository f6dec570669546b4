"""The match day, a mark in a file (0600): every session and code of captains and crew is good for one.

It ends when a referee or ``fieldkit logout`` logs everybody out, when the machine was off while no match was
on, and when none has been on for `DAY_S` and nobody has logged in with the PIN.
"""

import hashlib
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.files import save
from web.pin import look, read_stored

log = logging.getLogger(__name__)

FILE = "day.json"
"""The file of the data folder."""
DAY_S = 12 * 3600.0
"""A day is over when for so long (s) no match was on and nobody logged in with the PIN."""
LOOK_S = 5.0
"""Interval (s) of looking whether a match is on."""


class CurrentMatch(NamedTuple):
    """The match that is on, its stage (empty before the first view), and the names of its sides by id."""

    match: str | None
    stage: str
    sides: Mapping[str, str]

    @property
    def is_on(self) -> bool:
        """Tell whether a match is on, as far as anybody knows."""
        return self.stage not in ("setup", "over")


class _Day(msgspec.Struct, frozen=True):
    """The content of the file: the day's mark, and the boot of the machine that it was last seen in."""

    mark: str
    boot: str


def new_day(data: Path) -> None:
    """Begin a new day, which logs everybody out, also of a running kit. Raises FieldkitError."""
    _store(data / FILE, _fresh())


class MatchDay:
    """Knows the day's mark, for any thread. Raises FieldkitError when it is made."""

    def __init__(self, data: Path, seconds: Callable[[], float], present: Callable[[], CurrentMatch]) -> None:
        self._file, self._seconds, self._present = data / FILE, seconds, present
        self._lock = threading.Lock()
        self._boot = Clock().boot()
        day = read_stored(self._file, _Day)
        if day is None:
            day = _fresh()
            _store(self._file, day)
        self._day = day
        self._seen = look(self._file)
        self._active = self._next_look = seconds()

    def mark(self, stamp: bytes) -> bytes:
        """Return what sessions and codes are made under today, with the PIN and key of ``stamp``."""
        with self._lock:
            seen = look(self._file)
            if seen != self._seen:
                self._seen = seen
                self._day = read_stored(self._file, _Day) or self._day
            self._end_if_over()
            return hashlib.sha256(stamp + self._day.mark.encode()).digest()

    def logged_in(self) -> None:
        """Let the day go on: somebody logged in with the PIN."""
        self._active = self._seconds()

    def end(self) -> None:
        """Begin a new day; raises FieldkitError where that holds only until the next start."""
        with self._lock:
            self._begin()
        self._write()

    def _end_if_over(self) -> None:
        now, is_new_boot = self._seconds(), self._day.boot != self._boot
        if not is_new_boot and now < self._next_look:
            return
        self._next_look = now + LOOK_S
        present = self._present()
        if not present.stage:
            return
        if present.is_on:
            # Switched off in the middle of a match was a power cut, and else the end of a day.
            self._active = now
            if is_new_boot:
                self._day = _Day(self._day.mark, self._boot)
                self._write_soon()
        elif is_new_boot or now - self._active > DAY_S:
            self._begin()
            self._write_soon()

    def _begin(self) -> None:
        self._day, self._active = _fresh(), self._seconds()

    def _write_soon(self) -> None:
        """Store it in a thread: the one that asks may be the one that answers a stop."""

        def write() -> None:
            try:
                self._write()
            except FieldkitError as error:
                log.warning("the new match day holds until the next start: %s", error)

        threading.Thread(target=write, name="match day", daemon=True).start()

    def _write(self) -> None:
        with self._lock:
            day = self._day
        _store(self._file, day)
        with self._lock:
            if self._day is day:
                self._seen = look(self._file)


def _fresh() -> _Day:
    return _Day(secrets.token_hex(16), Clock().boot())


def _store(file: Path, day: _Day) -> None:
    save(file, msgspec.json.encode(day))
