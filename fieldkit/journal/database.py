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
under it in the same transaction. A repeat finds it and gets the same answer. `KeyFilter` tells of most ids
that they are new, without a look into the file.

**The chain.** Each record carries the hash of its own content and of the record before it, and ``meta`` holds
the newest hash. A record that was changed, left out or put in shows at that place, and a missing end shows by
the newest hash (`first_bad`). It tells of a bad card and of an edited file; somebody who computes the whole
chain again is not kept out.

**Torn ends.** A power cut may leave a half-written transaction in the log: SQLite leaves it out by its own
checksums, nobody was told of it, and `Journal.open` says that it did.

**Damage.** `Journal.open` looks at the whole file, and walks the chain of the newest match in the order of
the table. A file that SQLite finds fault with is set aside, and a new one is made of every record that its
pages still give (`damage.salvaged`). What then does not hold is a `Flaw`: nothing of that match is right
before somebody has chosen (`cut`, `take_copy`). What is dropped goes into ``aside``; nothing is ever deleted.

**Its place.** Someone may remove or replace the file while the kit runs. Before each commit the file at the
path must be the one that is open, else the open one is written back (`Journal.away`).
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import msgspec

from fieldkit.answers import Answer
from fieldkit.errors import NotStored
from fieldkit.journal.backup import durable, move_away, put_back
from fieldkit.journal.chain import Flaw, Tip, insert, remembered_tip, set_tip, tip_of
from fieldkit.journal.damage import (
    is_damage,
    salvaged,
    set_aside,
    torn_write,
    write_salvaged,
)
from fieldkit.journal.file import Place, connected, place_of
from fieldkit.journal.reading import (
    MatchInfo,
    backwards,
    chain_flaw,
    missing_end,
    newest_records,
)
from fieldkit.journal.record import Record, Row, digest
from fieldkit.journal.taken import KeyFilter
from fieldkit.journal.witness import bear_witness, witnessed
from fieldkit.messages import FrameId, Verdict
from fieldkit.phrases import N_, Message, Term
from fieldkit.sharing import share

_LOG_BYTES = 32 + 1010 * (24 + 4096)
"""What SQLite lets its log grow to (1000 pages) before it starts again from its beginning."""


@dataclass(slots=True)
class Batch:
    """What one commit takes: all of it or nothing."""

    matches: list[MatchInfo] = field(default_factory=list)
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
        self.flaw: Flaw | None = None
        """The first record of the newest match that does not hold; meanwhile nothing may be appended."""
        self.damaged = False
        """True once the open file has shown damage: it must be opened again."""
        self.away = 0
        """How often the file was found removed or replaced, and was written back."""
        self._db: sqlite3.Connection | None = None
        self._place: Place | None = None
        self._tip: Tip | None = None
        self._answered, self._framed = KeyFilter(), KeyFilter()

    def open(self) -> list[Message]:
        """Open the file, made if need be, and look whether all of it is what was written.

        Returns a sentence for each thing that was wrong. A damaged file is moved aside, and what can be read
        of it is taken over. Raises NotStored when there is no way to a file at all.
        """
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
            if self.flaw and self._would_mend(self.flaw, db, noted):
                return self._replace_damaged(Term("its newest records are broken"), noted)
            if self.flaw and self.flaw.why == "missing" and not missing_end(db, tip_of(db)):
                # Only the witness knows: from now on the file does too.
                set_tip(db, noted.hash)
            if torn and not self.flaw and db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1] < torn:
                text = N_(
                    "The last write to the journal was cut off; it was never confirmed and is left out."
                )
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
        """Go on from the last record that holds: what comes after it is set aside.

        Raises NotStored, and then nothing has changed.
        """
        good = self.flaw.good if self.flaw else 0
        with self._transaction() as db:
            set_aside(db, good)
            tip = tip_of(db)
            set_tip(db, tip.hash)
        self._tip, self.flaw = tip, None
        bear_witness(self.path, tip)

    def take_copy(self, copied: Path) -> list[Message]:
        """Set the file aside and go on with a copy of it; returns what is wrong there. Raises NotStored."""
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
            text = N_("The second copy {path} cannot be taken: {why}")
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
                db.execute("INSERT OR REPLACE INTO meta VALUES ('check', ?)", (batch.check,))
        self._tip = tip
        if batch.rows and tip:
            bear_witness(self.path, tip)

    def look(self) -> None:
        """Write the open journal back when the file at its path, or its log, is not the one that is open.

        What lies there is set aside. Raises NotStored when that fails; the open file stays as it is. It is
        raised too when one of the two was cut: then the file must be opened again.
        """
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
        except (sqlite3.Error, OSError) as error:
            text = N_("The journal {path} was removed and cannot be written back: {why}")
            raise NotStored(text, path=self.path, why=error) from error
        self.away += 1
        tip = tip_of(open_db)
        self.close()
        self._reopened()
        bear_witness(self.path, tip)

    def _chain(self, db: sqlite3.Connection, rows: list[Row]) -> Tip:
        """Write rows behind the last record; returns the new end."""
        tip = self._tip or tip_of(db)
        for row in rows:
            number = tip.number + 1
            found = Record(number, row, tip.hash, digest(number, row, tip.hash))
            insert(db, found)
            tip = Tip(number, found.hash)
        set_tip(db, tip.hash)
        return tip

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
        return int(found[0]) if found and str(found[0]).isdecimal() else 0

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

    def is_new(self) -> bool:
        """Whether nothing was ever on this record. Raises NotStored."""
        return self._one("SELECT 1 FROM meta WHERE name = 'tip'", ()) is None

    def newest(self) -> MatchInfo | None:
        """The match that was created last. Raises NotStored."""
        found = self._one("SELECT number, id, game, wall FROM matches ORDER BY number DESC LIMIT 1", ())
        return MatchInfo(*found) if found else None

    def reported(self) -> set[str]:
        """The ids of the cues that were last reported, more than a whistle remembers. Raises NotStored."""
        query = """SELECT json_extract(input, '$.id') FROM records
            WHERE seq IS NULL AND input LIKE '{"type":"cue_report"%' AND json_valid(input)
            ORDER BY id DESC LIMIT 1024"""
        with self._readable() as db:
            return {found[0] for found in db.execute(query)}

    def records(self) -> list[Record]:
        """All records of the newest match, in the order of the table. Raises NotStored."""
        with self._readable() as db:
            return newest_records(backwards(db))

    def _taken(self, taken: KeyFilter) -> KeyFilter:
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
        """The file opened once more, after it was closed by a failure: it must end where it ended."""
        noted = witnessed(self.path)
        db = self._connected()
        if missing_end(db, tip_of(db), noted):
            self.damaged = True
        return db

    def _connected(self) -> sqlite3.Connection:
        db = connected(self.path)
        share(*(Path(f"{self.path}{end}") for end in ("", "-wal", "-shm")))
        try:
            self._recall(db)
        except sqlite3.Error:
            db.close()
            raise
        self._db, self._place = db, place_of(self.path)
        return db

    def _recall(self, db: sqlite3.Connection) -> None:
        """Read which ids were taken."""
        for (id,) in db.execute("SELECT command_id FROM answers"):
            self._answered.add(id)
        for key in db.execute("SELECT hoop, boot, seq FROM frames"):
            self._framed.add(key)

    def _newest_flaw(self, db: sqlite3.Connection, noted: Tip) -> Flaw | None:
        """The first record of the newest match that does not hold."""
        last, newest, records = tip_of(db), self.newest(), newest_records(backwards(db))
        if flaw := chain_flaw(records) or missing_end(db, last, noted):
            return flaw
        known = newest and newest.id == f"m{newest.number}" and newest.id
        if (known or None) == (records[-1].row.match if records else None):
            return None
        # The match is not among the matches, or it has no records.
        return Flaw(last.number + 1, "missing", last.number)

    def _would_mend(self, flaw: Flaw, db: sqlite3.Connection, noted: Tip) -> bool:
        """Whether the pages of the file and its log give more of the newest match than SQLite does."""
        found = salvaged(self.path, noted)
        last = next((one for one in reversed(found) if one.sound), None)
        if last is None:
            return False
        other = chain_flaw(newest_records(reversed(found)))
        ends = {noted.hash or remembered_tip(db)}
        is_whole = other is None and ends <= {one.hash for one in found}
        return is_whole or (last.id if other is None else other.good) > flaw.good

    def _replace_damaged(self, why: object, noted: Tip) -> list[Message]:
        """Make a new journal of what can still be read of this one, which is kept under another name."""
        records = salvaged(self.path, noted)
        part = self.path.with_name(f"{self.path.name}.part")
        part.unlink(missing_ok=True)
        with contextlib.closing(connected(part, "DELETE")) as new:
            new.execute("BEGIN IMMEDIATE")
            write_salvaged(new, records, self.path, noted)
            new.execute("COMMIT")
        self.close()
        damaged = move_away(self.path, "damaged")
        os.replace(part, self.path)
        durable(self.path.parent)
        self.flaw = self._newest_flaw(self._connected(), noted)
        text = N_("The journal was damaged ({why}); it is kept as {file}, and a new journal was started.")
        if records:
            text = N_("The journal was damaged ({why}); it is kept as {file}, and {n} records were saved.")
        return [Message(text, {"why": why, "file": damaged.name, "n": len(records)})]
