"""The list of good sessions in a file (0600): a log-in counts at once, a log-out once it is on the disk."""

import contextlib
import logging
import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

from fieldkit.phrases import N_
from web.wire import Refused

log = logging.getLogger(__name__)

FILE = "sessions.sqlite3"
"""The file of the data folder."""
MAX_EACH = 64
"""Maximum of sessions that act as the same one (the referee, the crew, a team's captain); a new one takes the
place of the oldest. So nobody who may log in often pushes others out."""
MAX_OF_A_SEAT = 8
"""Maximum of phones on one seat, likewise: anybody who sees a printed card may take its picture."""

_TABLE = """CREATE TABLE IF NOT EXISTS sessions
    (number INTEGER PRIMARY KEY, id TEXT NOT NULL, mark TEXT NOT NULL, who TEXT NOT NULL, lasting TEXT NOT
    NULL)"""


class Sessions:
    """The sessions of the day ``mark``, from any thread; `holds` never waits for the disk."""

    def __init__(self, data: Path) -> None:
        self._file = data / FILE
        self._lock = threading.Lock()
        self._disk = threading.Lock()
        self._mark = ""
        self._good: dict[str, tuple[str, str]] = {}
        self._of: dict[str, OrderedDict[str, None]] = {}
        self._db = _opened(self._file)
        self._read()

    def holds(self, mark: bytes, id: str) -> bool:
        """Tell whether a session is good."""
        return id in self._good and self._mark == mark.hex()

    def listed(self, mark: bytes) -> list[tuple[str, str, str]]:
        """Return all that are good: id, who, and the id of the lasting code that it came with."""
        with self._lock:
            return [(id, *one) for id, one in self._good.items()] if self._mark == mark.hex() else []

    def add(self, mark: bytes, id: str, who: str, lasting: str) -> None:
        """Let a session be good from now on, at least until the kit starts again."""
        with self._lock:
            if self._mark != mark.hex():
                self._mark = mark.hex()
                self._good, self._of = {}, {}
            gone = self._note(id, who, lasting)
        statements = [
            ("DELETE FROM sessions WHERE mark != ? OR id = ?", (mark.hex(), gone)),
            (
                "INSERT INTO sessions (id, mark, who, lasting) VALUES (?, ?, ?, ?)",
                (id, mark.hex(), who, lasting),
            ),
        ]
        try:
            self._write(statements, durable=False)
        except sqlite3.Error as error:
            log.warning("a log-in holds until the next start: %s", error)

    def remove(self, ids: Iterable[str]) -> None:
        """End sessions, as they end in any case until the next start; raises Refused (503)."""
        with self._lock:
            ended = [id for id in ids if self._forget(id)]
        if not ended:
            return
        try:
            self._write([("DELETE FROM sessions WHERE id = ?", (id,)) for id in ended], durable=True)
        except sqlite3.Error:
            text = N_("This holds only until the kit restarts: it could not be stored.")
            raise Refused(503, "not_stored", text) from None

    def _note(self, id: str, who: str, lasting: str) -> str:
        """Take one into the list; returns the id of the one that had to go for it, or nothing."""
        self._good[id] = (who, lasting)
        same = self._of.setdefault(who, OrderedDict())
        same[id] = None
        if len(same) <= (MAX_OF_A_SEAT if who.startswith("seat/") else MAX_EACH):
            return ""
        oldest, _ = same.popitem(last=False)
        del self._good[oldest]
        return oldest

    def _forget(self, id: str) -> bool:
        found = self._good.pop(id, None)
        if found is None:
            return False
        self._of[found[0]].pop(id, None)
        return True

    def _read(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._db is not None:
                query = "SELECT id, mark, who, lasting FROM sessions ORDER BY number"
                for id, mark, who, lasting in self._db.execute(query):
                    self._mark = self._mark or mark
                    self._note(id, who, lasting)

    def _write(self, statements: Iterable[tuple[str, tuple[str, ...]]], durable: bool) -> None:
        with self._disk:
            self._db = self._db or _opened(self._file)
            if self._db is None:
                raise sqlite3.OperationalError(f"{self._file} cannot be opened")
            self._db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
            with self._db:
                self._db.execute("BEGIN")
                for statement, values in statements:
                    self._db.execute(statement, values)


def _opened(file: Path) -> sqlite3.Connection | None:
    """Open the file, empty in place of one that is no database; None where it cannot be had."""
    for _ in range(2):
        try:
            with contextlib.suppress(FileExistsError):
                os.close(os.open(file, os.O_CREAT | os.O_EXCL, 0o600))
            db = sqlite3.connect(file, timeout=1.0, isolation_level=None, check_same_thread=False)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(_TABLE)
            db.execute("SELECT max(number), id, mark, who, lasting FROM sessions").fetchone()
            return db
        except sqlite3.OperationalError as error:
            log.warning("the list of sessions cannot be opened: %s", error)
            return None
        except (OSError, sqlite3.DatabaseError) as error:
            log.warning("a new list of sessions is made: %s", error)
            for ending in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    file.with_name(file.name + ending).unlink(missing_ok=True)
    return None
