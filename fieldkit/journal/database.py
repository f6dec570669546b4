"""The journal: one SQLite file for all matches of the kit, which survives power cuts.

``journal_mode=WAL`` with ``synchronous=FULL``: when `Journal.append` returns, the disk has confirmed the
whole transaction. One `Batch` is one transaction: the records of a turn, the answers to its commands and the
verdicts on its frames, so that a repeated command or frame finds its first answer. If a rollback fails, the
connection is closed, which undoes it. The room's README tells of the chain, of damage and of its place.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from fieldkit.errors import Answer, NotStored
from fieldkit.files import durable, share
from fieldkit.journal.backup import move_away, put_back
from fieldkit.journal.damage import is_damage, rebuild, set_aside, torn_write, would_mend
from fieldkit.journal.file import FileState, KeyFilter, bear_witness, connected, place_of, witnessed
from fieldkit.journal.reading import (
    Beside,
    Flaw,
    MatchInfo,
    Tip,
    backwards,
    chain_flaw,
    insert,
    missing_end,
    newest_records,
    set_value,
    tip_of,
    value_of,
)
from fieldkit.journal.record import Record, Row, digest
from fieldkit.messages import FrameId, Verdict
from fieldkit.phrases import N_, Message, Term

_LOG_BYTES = 32 + 1010 * (24 + 4096)
"""The size to which SQLite lets its log grow (1000 pages) before it begins again at the start."""


class Batch(msgspec.Struct):
    """The content of one commit: all of it or nothing."""

    matches: list[MatchInfo] = []
    rows: list[Row] = []
    answers: dict[str, Answer] = {}
    frames: dict[FrameId, Verdict] = {}
    check: str | None = None
    """The check that from now on waits for the next match, "" for none; None leaves it unchanged."""

    def __bool__(self) -> bool:
        return bool(self.matches or self.rows or self.answers or self.frames or self.check is not None)


class Journal:
    """The journal's writer, one thread at a time; it knows the end of the chain without asking the file."""

    def __init__(self, path: Path, connect: Callable[..., sqlite3.Connection] = sqlite3.connect) -> None:
        self.path = path
        self._connect = connect
        self.flaw: Flaw | None = None
        """The first bad record of the newest match, if any; meanwhile nothing may be appended."""
        self.damaged = False
        """True once the open file has shown damage: it must be opened again."""
        self.away = 0
        """The number of times that the file was removed or replaced, and was written back."""
        self._db: sqlite3.Connection | None = None
        self._place: FileState | None = None
        self._tip: Tip | None = None
        self._answered, self._framed = KeyFilter(), KeyFilter()

    def open(self) -> list[Message]:
        """Open and check the file, made if need be; return a sentence for each fault. Raises NotStored."""
        self.close()
        self.damaged, self.flaw = False, None
        try:
            torn, noted = torn_write(self.path), witnessed(self.path)
            try:
                db = self._connected()
                self.flaw = self._newest_flaw(db, noted)
            except Exception as error:
                if not is_damage(error, self.path):
                    raise
                return self._replace_damaged(error, noted)
            if self.flaw and would_mend(self.path, self.flaw.good, noted, value_of(db, "tip")):
                return self._replace_damaged(Term("its newest records are broken"), noted)
            if self.flaw and self.flaw.why == "missing" and not missing_end(db, tip_of(db)):
                # Only the witness knows of it: from now on the file does too.
                set_value(db, "tip", noted.hash)
            if torn and not self.flaw and db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1] < torn:
                text = N_("The last write to the journal was cut off. Nobody was told of it; it is dropped.")
                return [Message(text)]
        except (sqlite3.Error, OSError) as error:
            self.close()
            text = N_("The journal {path} cannot be opened: {why}")
            raise NotStored(text, path=self.path, why=error) from error
        return []

    def close(self) -> None:
        """Close the file; `append` opens it again."""
        if self._db is not None:
            self._db.close()
            self._db = self._place = self._tip = None

    def cut(self) -> None:
        """Go on from the last good record; those after it are set aside. Raises NotStored."""
        good = self.flaw.good if self.flaw else 0
        with self._transaction() as db:
            set_aside(db, good)
            tip = tip_of(db)
            set_value(db, "tip", tip.hash)
        self._tip, self.flaw = tip, None
        bear_witness(self.path, tip)

    def take_copy(self, copied: Path) -> list[Message]:
        """Set the file aside and go on with a copy of it; return as `open` does. Raises NotStored."""
        part = self.path.with_name(f"{self.path.name}.part")
        try:
            shutil.copyfile(copied, part)
            durable(part)
            self.close()
            move_away(self.path, "before-copy")
            os.replace(part, self.path)
            durable(self.path.parent)
            with contextlib.closing(sqlite3.connect(self.path)) as db:
                bear_witness(self.path, tip_of(db))
        except (OSError, sqlite3.Error) as error:
            text = N_("The second copy {path} cannot be used: {why}")
            raise NotStored(text, path=copied, why=error) from error
        return self.open()

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
                set_value(db, "check", batch.check)
        self._tip = tip
        if batch.rows and tip:
            bear_witness(self.path, tip)

    def look(self) -> None:
        """Write the open journal back if the file at its path, or its log, is another. Raises NotStored."""
        if self._db is None:
            return
        place, before = place_of(self.path), self._place
        if place and before and place.files == before.files:
            if place.was_cut(before):
                self.damaged = True
                why = Term("its newest records are broken")
                raise NotStored("The journal cannot be read: {why}", why=why)
            self._place = place
            return
        open_db = self._db
        try:
            put_back(open_db, self.path)
            tip = tip_of(open_db)
        except (sqlite3.Error, OSError) as error:
            text = N_("The journal {path} was removed and cannot be written back: {why}")
            raise NotStored(text, path=self.path, why=error) from error
        self.away += 1
        self.close()
        self._reopened()
        bear_witness(self.path, tip)

    def _chain(self, db: sqlite3.Connection, rows: list[Row]) -> Tip:
        tip = self._tip or tip_of(db)
        for row in rows:
            number = tip.number + 1
            found = Record(number, row, tip.hash, digest(number, row, tip.hash))
            insert(db, found)
            tip = Tip(number, found.hash)
        set_value(db, "tip", tip.hash)
        return tip

    def make_room(self) -> None:
        """Give the write-ahead log its later length: a commit that lengthens a file takes twice as long."""
        # A full disk shows at the next commit.
        with contextlib.suppress(OSError), Path(f"{self.path}-wal").open("ab") as log:
            missing = _LOG_BYTES - log.tell()
            if missing > 0:
                log.write(bytes(missing))
                log.flush()
                os.fsync(log.fileno())

    def starts(self) -> int:
        """Return the number of starts on the record. Raises NotStored."""
        found = self._value("starts")
        return int(found) if found.isdecimal() else 0

    def count_start(self, starts: int) -> None:
        """Put the number of starts on the record. Raises NotStored."""
        with self._transaction() as db:
            set_value(db, "starts", str(starts))

    def answer(self, command_id: str) -> Answer | None:
        """Return the first answer to a command, or None. Raises NotStored."""
        if command_id not in self._taken(self._answered):
            return None
        found = self._one("SELECT status, body FROM answers WHERE command_id = ?", (command_id,))
        return Answer(found[0], msgspec.json.decode(found[1])) if found else None

    def verdict(self, frame: FrameId) -> Verdict | None:
        """Return the verdict on a frame that was taken before, or None. Raises NotStored."""
        key = (frame.hoop, frame.boot, frame.seq)
        if key not in self._taken(self._framed):
            return None
        found = self._one("SELECT verdict FROM frames WHERE hoop = ? AND boot = ? AND seq = ?", key)
        verdict: Verdict | None = found[0] if found and found[0] in get_args(Verdict) else None
        return verdict

    def check(self) -> str:
        """Return the check that waits for the next match, "" for none. Raises NotStored."""
        return self._value("check")

    def is_new(self) -> bool:
        """Return True if nothing was ever recorded here. Raises NotStored."""
        return self._one("SELECT 1 FROM meta WHERE name = 'tip'", ()) is None

    def newest(self) -> MatchInfo | None:
        """Return the newest match, or None. Raises NotStored."""
        found = self._one("SELECT number, id, game, wall FROM matches ORDER BY number DESC LIMIT 1", ())
        return MatchInfo(*found) if found else None

    def reported(self) -> set[str]:
        """Return the ids of the last cues reported, more than a whistle remembers. Raises NotStored."""
        query = """SELECT json_extract(input, '$.id') FROM records
            WHERE seq IS NULL AND input LIKE '{"type":"cue_report"%' AND json_valid(input)
            ORDER BY id DESC LIMIT 1024"""
        with self._readable() as db:
            return {found[0] for found in db.execute(query)}

    def records(self) -> list[Record]:
        """Return all records of the newest match, in the order of the table. Raises NotStored."""
        with self._readable() as db:
            return newest_records(backwards(db))

    def _taken(self, taken: KeyFilter) -> KeyFilter:
        """Return a filter of the ids in the file, which is opened if need be. Raises NotStored."""
        with self._readable():
            return taken

    def _value(self, name: Beside) -> str:
        with self._readable() as db:
            return value_of(db, name)

    def _one(self, query: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        with self._readable() as db:
            found: tuple[Any, ...] | None = db.execute(query, values).fetchone()
            return found

    @contextlib.contextmanager
    def _readable(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._db or self._reopened()
        except sqlite3.Error as error:
            self.damaged = self.damaged or is_damage(error, self.path)
            raise NotStored("The journal cannot be read: {why}", why=error) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self.look()
            db = self._db or self._reopened()
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        except sqlite3.Error as error:
            self._undo()
            self.damaged = self.damaged or is_damage(error, self.path)
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

    def _reopened(self) -> sqlite3.Connection:
        """Open the file once more after a failure has closed it: its end must be the same."""
        noted = witnessed(self.path)
        db = self._connected()
        if missing_end(db, tip_of(db), noted):
            self.damaged = True
        return db

    def _connected(self) -> sqlite3.Connection:
        db = connected(self.path, connect=self._connect)
        share(*(Path(f"{self.path}{end}") for end in ("", "-wal", "-shm")))
        try:
            for (id,) in db.execute("SELECT command_id FROM answers"):
                self._answered.add(id)
            for key in db.execute("SELECT hoop, boot, seq FROM frames"):
                self._framed.add(key)
        except sqlite3.Error:
            db.close()
            raise
        self._db, self._place = db, place_of(self.path)
        return db

    def _newest_flaw(self, db: sqlite3.Connection, noted: Tip) -> Flaw | None:
        last, newest, records = tip_of(db), self.newest(), newest_records(backwards(db))
        if flaw := chain_flaw(records) or missing_end(db, last, noted):
            return flaw
        known = newest and newest.id == f"m{newest.number}" and newest.id
        if (known or None) == (records[-1].row.match if records else None):
            return None
        # The match is not among the matches, or it has no records.
        return Flaw(last.number + 1, "missing", last.number)

    def _replace_damaged(self, why: object, noted: Tip) -> list[Message]:
        """Make a new journal of the readable records; the old one is kept under another name."""
        part = self.path.with_name(f"{self.path.name}.part")
        n = rebuild(self.path, noted, part)
        self.close()
        damaged = move_away(self.path, "damaged")
        os.replace(part, self.path)
        durable(self.path.parent)
        self.flaw = self._newest_flaw(self._connected(), noted)
        text = N_("The journal was damaged ({why}); it is kept as {file}, and a new journal was started.")
        if n:
            text = N_("The journal was damaged ({why}); it is kept as {file}, and {n} records were saved.")
        return [Message(text, {"why": why, "file": damaged.name, "n": n})]
