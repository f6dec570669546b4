"""The journal: one SQLite file for all matches of the kit. What it has taken survives the power.

**Durable.** ``journal_mode=WAL`` with ``synchronous=FULL``: when `Journal.append` returns, the disk has said
that the whole transaction is on it; until then nothing of it is answered or shown. With WAL a commit is one
write at the end of a log and one sync, and those who only read (`reading`) are not in the writer's way. With
NORMAL in place of FULL the last commits before a power cut could be lost.

**Whole or not at all.** One `Batch` is one transaction: the records of a turn, the answers to its commands
and the verdicts on its frames. There is no moment at which a ball is on the record and its frame is not, or a
command has an answer and no record. What failed is rolled back, and if even that fails the connection is
closed, which undoes it.

**Exactly once.** Senders repeat what was not answered, because an answer may be lost on the way. So every
command carries an id and every frame of a node its hoop, boot and number, and what was decided is stored
under it in the same transaction. A repeat finds it and is told the same again. `Taken` says of most ids that
they are surely new, without a look into the file.

**The chain.** Each record carries the hash of its own content and of the record before it, and ``meta`` holds
the newest hash. A record that was changed, left out or put in shows at that place, and a missing end shows by
the newest hash (`first_bad`). It tells of a bad card and of an edited file; somebody who computes the whole
chain again is not kept out.

**Torn ends.** A power cut may leave a half-written transaction in the log: SQLite leaves it out by its own
checksums, nobody was told of it, and `Journal.open` says that it did. A card that loses what it had confirmed
may leave records that do not fit their hash: those at the end (a few dozen at most) go into the table
``aside``, and the match goes on from the last sound one. A file that is no database any more is moved aside
whole, and all that can be read of it is taken over into a new one. Nothing is ever deleted.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import msgspec

from fieldkit.answers import Answer
from fieldkit.errors import NotStored
from fieldkit.journal.chain import insert, set_tip, tip_of
from fieldkit.journal.damage import free_name, set_tail_aside, take_over, torn_write
from fieldkit.journal.reading import Played, match_records
from fieldkit.journal.record import Record, Row, digest
from fieldkit.journal.taken import Taken
from fieldkit.messages import FrameId, Verdict
from fieldkit.phrases import N_, Message

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS matches (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, wall TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS records (
    id INTEGER PRIMARY KEY, match TEXT NOT NULL, seq INTEGER, boot TEXT NOT NULL, mono_ns INTEGER NOT NULL,
    wall TEXT NOT NULL, by TEXT NOT NULL, command_id TEXT, input TEXT NOT NULL, events TEXT NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS records_of_match ON records (match, id);
CREATE TABLE IF NOT EXISTS answers (command_id TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS frames (hoop TEXT, boot TEXT, seq INTEGER, verdict TEXT NOT NULL,
    PRIMARY KEY (hoop, boot, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS aside (id INTEGER, record TEXT NOT NULL, why TEXT NOT NULL);
"""
_BUSY_S = 1.0
_LOG_BYTES = 32 + 1010 * (24 + 4096)
"""What SQLite lets its log grow to (1000 pages) before it starts again from its beginning."""


@dataclass(slots=True)
class Batch:
    """What one commit takes: all of it or nothing."""

    matches: list[Played] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    frames: dict[FrameId, Verdict] = field(default_factory=dict)
    check: str | None = None
    """The check that waits for the next match from now on, "" for none; None leaves it as it is."""

    def __bool__(self) -> bool:
        return bool(self.matches or self.rows or self.answers or self.frames or self.check is not None)


class Journal:
    """The journal's writer; one thread at a time, one process.

    Being the only writer, it knows the end of the chain, and which ids are new, without asking the file. Both
    are read again with each opening, and the end also after a write that failed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None
        self._tip: tuple[int, str] | None = None
        self._answered, self._framed = Taken(), Taken()

    def open(self) -> list[Message]:
        """Open the file, made if need be, and set aside what a power cut or a bad card left of its end.

        Returns a sentence for each thing that was wrong. A damaged file is moved aside, and what can be read
        of it is taken over. Raises NotStored when there is no way to a file at all.
        """
        self.close()
        try:
            torn = torn_write(self.path)
            try:
                db = self._connected()
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError as error:
                return self._replace_damaged(error)
            said = set_tail_aside(db)
            if torn and db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1] < torn:
                text = N_(
                    "The last write to the journal was cut off; it was never confirmed and is left out."
                )
                said.append(Message(text))
        except (sqlite3.Error, OSError) as error:
            self.close()
            text = N_("The journal {path} cannot be opened: {why}")
            raise NotStored(text, path=self.path, why=error) from error
        return said

    def close(self) -> None:
        """Close the file; `append` opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = None
            self._tip = None

    def append(self, batch: Batch) -> None:
        """Make a batch durable. Raises NotStored, and then nothing of it is there."""
        with self._transaction() as db:
            for m in batch.matches:
                db.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", (m.number, m.id, m.game, m.wall))
            tip = self._chain(db, batch.rows) if batch.rows else self._tip
            for id, answer in batch.answers.items():
                self._answered.add(id)
                body = msgspec.json.encode(answer.body).decode()
                db.execute("INSERT INTO answers VALUES (?, ?, ?)", (id, answer.status, body))
            for frame, verdict in batch.frames.items():
                key = (frame.hoop, frame.boot, frame.seq)
                self._framed.add(key)
                db.execute("INSERT INTO frames VALUES (?, ?, ?, ?)", (*key, verdict))
            if batch.check is not None:
                db.execute("INSERT OR REPLACE INTO meta VALUES ('check', ?)", (batch.check,))
        self._tip = tip

    def _chain(self, db: sqlite3.Connection, rows: list[Row]) -> tuple[int, str]:
        """Write rows behind the last record; returns the number and the hash of the new end."""
        number, last = self._tip or tip_of(db)
        for row in rows:
            number += 1
            prev, last = last, digest(number, row, last)
            insert(db, Record(number, row, prev, last))
        set_tip(db, last)
        return number, last

    def make_room(self) -> None:
        """Give the write-ahead log the length that it will have sooner or later.

        A commit that lengthens a file makes the file system write where the file is as well, and takes twice
        as long. SQLite reads no further than the last whole transaction, and writes over what is behind it.
        """
        # A full disk is the next commit's to tell.
        with contextlib.suppress(OSError), Path(f"{self.path}-wal").open("ab") as log:
            missing = _LOG_BYTES - log.tell()
            if missing > 0:
                log.write(bytes(missing))
                log.flush()
                os.fsync(log.fileno())

    def starts(self) -> int:
        """How often the journal was taken into use. Raises NotStored."""
        found = self._one("SELECT value FROM meta WHERE name = 'starts'", ())
        return int(found[0]) if found else 0

    def count_start(self, starts: int) -> None:
        """Put the number of starts on the record. Raises NotStored."""
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES ('starts', ?)", (str(starts),))

    def answer(self, command_id: str) -> Answer | None:
        """The first answer to a command, None when it has not been answered. Raises NotStored."""
        if command_id not in self._taken(self._answered):
            return None
        found = self._one("SELECT status, body FROM answers WHERE command_id = ?", (command_id,))
        return Answer(found[0], msgspec.json.decode(found[1])) if found else None

    def verdict(self, frame: FrameId) -> Verdict | None:
        """What became of a frame that was taken before, None for a new one. Raises NotStored."""
        key = (frame.hoop, frame.boot, frame.seq)
        if key not in self._taken(self._framed):
            return None
        found = self._one("SELECT verdict FROM frames WHERE hoop = ? AND boot = ? AND seq = ?", key)
        verdict: Verdict | None = found[0] if found and found[0] in get_args(Verdict) else None
        return verdict

    def check(self) -> str:
        """The check that waits for the next match, "" for none. Raises NotStored."""
        found = self._one("SELECT value FROM meta WHERE name = 'check'", ())
        return str(found[0]) if found else ""

    def newest(self) -> Played | None:
        """The match that was created last. Raises NotStored."""
        found = self._one("SELECT number, id, game, wall FROM matches ORDER BY number DESC LIMIT 1", ())
        return Played(*found) if found else None

    def reported(self) -> set[str]:
        """The ids of the cues that were last reported, more than a whistle remembers. Raises NotStored."""
        query = """SELECT json_extract(input, '$.id') FROM records
            WHERE seq IS NULL AND input LIKE '{"type":"cue_report"%' AND json_valid(input)
            ORDER BY id DESC LIMIT 1024"""
        with self._readable() as db:
            return {found[0] for found in db.execute(query)}

    def records(self, match: str) -> list[Record]:
        """All records of a match in their order. Raises NotStored when they cannot be read."""
        with self._readable() as db:
            return list(match_records(db, match))

    def _taken(self, taken: Taken) -> Taken:
        """The ids as they are in the file, which is opened if need be. Raises NotStored."""
        with self._readable():
            return taken

    def _one(self, query: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        with self._readable() as db:
            found: tuple[Any, ...] | None = db.execute(query, values).fetchone()
            return found

    @contextlib.contextmanager
    def _readable(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._db or self._connected()
        except sqlite3.Error as error:
            raise NotStored("The journal cannot be read: {why}", why=error) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            db = self._db or self._connected()
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        except sqlite3.Error as error:
            self._undo()
            raise NotStored("The journal cannot be written: {why}", why=error) from error

    def _undo(self) -> None:
        self._tip = None
        if self._db is None or not self._db.in_transaction:
            return
        try:
            self._db.execute("ROLLBACK")
        except sqlite3.Error:
            # A connection that cannot even roll back is broken; closing it undoes what it had begun.
            self.close()

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            if not _has_schema(db):
                db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
            # A damaged page shows itself only when it is read.
            db.execute("SELECT max(length(events) + length(hash)) FROM records").fetchone()
            self._recall(db)
        except sqlite3.Error:
            db.close()
            raise
        self._db = db
        return db

    def _recall(self, db: sqlite3.Connection) -> None:
        """Read which ids were taken."""
        for (id,) in db.execute("SELECT command_id FROM answers"):
            self._answered.add(id)
        for key in db.execute("SELECT hoop, boot, seq FROM frames"):
            self._framed.add(key)

    def _replace_damaged(self, error: sqlite3.Error) -> list[Message]:
        """Move a file that is no sound database aside and start a new one with what can still be read."""
        damaged = free_name(self.path)
        for end in ("", "-wal", "-shm"):
            part = Path(f"{self.path}{end}")
            if part.exists():
                os.replace(part, f"{damaged}{end}")
        db = self._connected()
        db.execute("BEGIN IMMEDIATE")
        saved = take_over(damaged, db)
        db.execute("COMMIT")
        self._recall(db)
        text = N_("The journal was damaged ({why}); it is kept as {file}, and a new journal was started.")
        if saved:
            text = N_("The journal was damaged ({why}); it is kept as {file}, and {n} records were saved.")
        return [Message(text, {"why": error, "file": damaged.name, "n": saved})]


def _has_schema(db: sqlite3.Connection) -> bool:
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'aside'").fetchone() is not None
