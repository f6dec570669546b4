"""The hub's SQLite file stays at its place and is not less than it was, as the fields' journals are kept.

Somebody may remove or replace the file while the hub runs: the open one is written back before the next
commit, and what lay there is kept beside it. Somebody may do so while no hub runs: the witness beside the
file knows how many decisions and records there were.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from pathlib import Path

from fieldkit.errors import FieldkitError, NotStored
from fieldkit.journal.backup import put_back
from fieldkit.journal.chain import Tip
from fieldkit.journal.file import Place, place_of
from fieldkit.journal.witness import bear_witness, witness_path, witnessed
from fieldkit.phrases import N_, Message

log = logging.getLogger(__name__)

_ENDS = "SELECT (SELECT ifnull(max(rowid), 0) FROM decisions) + (SELECT ifnull(max(rowid), 0) FROM records)"
"""The counts by which a shorter file is known: of neither table anything is ever deleted."""


class GuardedFile:
    """The file of a hub, open from `open` to `close`; any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._place: Place | None = None
        self._noted = 0
        self.trouble: Message | None = None
        """The trouble with the file's place since the hub began."""

    def open(self) -> None:
        """Hold on to the file, which is made if need be.

        Raises sqlite3.Error, FieldkitError where it is gone: nothing is made in its place.
        """
        if self._db is None:
            if not self._path.exists():
                self._refuse_less(0)
            self._hold()

    def check(self) -> None:
        """Raise FieldkitError for a file with less in it than there was."""
        have = self._count()
        self._refuse_less(have)
        self._noted = have

    def _refuse_less(self, have: int) -> None:
        had = witnessed(self._path).number
        if have < had:
            text = N_(
                "The database {path} has {have} decisions and records, and it had {had}: its newest part is "
                "gone. Put the right file back, with those whose names begin like it; to go on without, "
                "remove {tip}."
            )
            tip = witness_path(self._path).name
            raise FieldkitError(text, path=self._path, have=have, had=had, tip=tip)

    def look(self) -> bool:
        """Write the open file back where another one, or none, lies at its place; whether it was so.

        Raises NotStored where that cannot be; the open file stays as it is.
        """
        with self._lock:
            place = place_of(self._path)
            if self._db is None or (place and self._place and place.files == self._place.files):
                return False
            try:
                put_back(self._db, self._path)
                self._db.close()
                self._hold()
            except (sqlite3.Error, OSError) as error:
                text = N_("The database {path} was removed and cannot be written back: {why}")
                self.trouble = Message(text, {"path": self._path, "why": error})
                raise NotStored(text, path=self._path, why=error) from error
            text = N_(
                "The hub's database was removed or replaced, and was written back. Leave {path} alone while "
                "the hub runs; what lay in its place is kept beside it."
            )
            self.trouble = Message(text, {"path": self._path})
            log.error("%s", self.trouble)
            return True

    def note(self) -> None:
        """Let the witness know of what was committed."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if self._db is not None and (count := self._count()) > self._noted:
                bear_witness(self._path, Tip(count, ""))
                self._noted = count

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None

    def _hold(self) -> None:
        self._db = sqlite3.connect(self._path, timeout=5.0, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._place = place_of(self._path)

    def _count(self) -> int:
        assert self._db is not None
        return int(self._db.execute(_ENDS).fetchone()[0])
