"""Recovery from a bad card: the damaged journal is kept as it is, its readable records go into a new one."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from fieldkit.journal.chain import COLUMNS, Tip, insert, set_value, value_of
from fieldkit.journal.file import connected
from fieldkit.journal.pages import PAGE, records_in
from fieldkit.journal.reading import chain_flaw, newest_records, readable
from fieldkit.journal.record import Record

_TROUBLE = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR,
}  # fmt: skip
"""SQLite's errors for a file that is in use or a disk that fails: the file itself may be sound."""
_MAX_PAGES = 1 << 20
"""A header that claims more (4 GB) is damaged itself."""
_UNKNOWN = "unknown"
"""The newest hash where nobody knows it: no chain ends with it."""


def is_damage(error: BaseException, path: Path) -> bool:
    """Return True for an error caused by the file's content, not by the disk or by another process."""
    if not isinstance(error, sqlite3.Error):
        return not isinstance(error, OSError)
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    # A byte in the file's header can say that nobody may write to it.
    return code not in _TROUBLE or (code == sqlite3.SQLITE_READONLY and _writable(path))


def _writable(path: Path) -> bool:
    try:
        with path.open("r+b"):
            return os.access(path.parent, os.W_OK)
    except OSError:
        return False


def salvaged(path: Path, noted: Tip) -> list[Record]:
    """Return all records that the pages of a journal still give, in order, preferring its newest chain.

    The chain is followed back from its end: the last record that links to the ``noted`` one, else the newest.
    Where it breaks, the search goes on with earlier records, and a changed record stands in for a lost one.
    """
    sound: dict[str, Record] = {}
    broken: dict[int, Record] = {}
    for found in records_in(path):
        if found.sound:
            sound[found.hash] = found
        else:
            broken.setdefault(found.id, found)
    by_number = sorted(sound.values(), key=lambda one: one.id)
    end = sound.get(noted.hash)
    if end is not None:
        by_prev = {one.prev: one for one in by_number}
        while following := by_prev.get(end.hash):
            end = following
    chain: list[Record] = []
    here = end or (by_number[-1] if by_number else None)
    while here is not None:
        chain.append(here)
        before = sound.get(here.prev)
        while before is None and by_number and here.prev:
            last = by_number.pop()
            before = last if last.id < here.id else None
        here = before
    there = {one.id for one in chain}
    highest = max(there, default=0)
    chain += [one for number, one in broken.items() if number not in there and number <= highest + 1]
    return sorted(chain, key=lambda one: one.id)


def would_mend(path: Path, good: int, noted: Tip, remembered: str) -> bool:
    """Return True if the pages of a journal give more of the newest match than SQLite does.

    SQLite gives it up to record ``good``; ``noted`` is its end by the witness, ``remembered`` by the file.
    """
    found = salvaged(path, noted)
    last = next((one for one in reversed(found) if one.sound), None)
    if last is None:
        return False
    flaw = chain_flaw(newest_records(reversed(found)))
    is_whole = flaw is None and (noted.hash or remembered) in {one.hash for one in found}
    return is_whole or (last.id if flaw is None else flaw.good) > good


def rebuild(damaged: Path, noted: Tip, new: Path) -> int:
    """Make a new journal of the readable records of a damaged one; return their number."""
    records = salvaged(damaged, noted)
    new.unlink(missing_ok=True)
    with contextlib.closing(connected(new, "DELETE")) as db:
        db.execute("BEGIN IMMEDIATE")
        _write_salvaged(db, records, damaged, noted)
        db.execute("COMMIT")
    return len(records)


def _write_salvaged(db: sqlite3.Connection, records: Sequence[Record], damaged: Path, noted: Tip) -> None:
    """Write records, and whatever else can be read of their file, into a new journal."""
    ends = {noted.hash}
    with contextlib.ExitStack() as opened, contextlib.suppress(Exception):
        old = opened.enter_context(_opened_padded(damaged))
        _take_tables(old, db)
        ends.add(value_of(old, "tip"))
    for found in records:
        with contextlib.suppress(sqlite3.Error, OverflowError):
            insert(db, found)
            _recover(db, found)
    # The chain is whole if it has every end that is known.
    known, held = ends - {""}, {found.hash for found in records if found.sound}
    lost = next(iter(known - held), "" if known else _UNKNOWN)
    set_value(db, "tip", lost or records[-1].hash)
    started = db.execute("SELECT 1 FROM meta WHERE name = 'starts'").fetchone()
    if not started:
        # Views are numbered by it and must not go back; no kit is started once a minute.
        db.execute("INSERT INTO meta VALUES ('starts', ?)", (str(int(time.time() / 60)),))


def set_aside(db: sqlite3.Connection, good: int) -> None:
    """Move the records after ``good`` to the table ``aside``; their commands may be given again."""
    for values in db.execute(f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE id > ?", (good,)).fetchall():
        said = msgspec.json.encode([str(value) for value in values]).decode()
        db.execute("INSERT INTO aside VALUES (?, ?, 'after the last good record')", (values[0], said))
        db.execute("DELETE FROM answers WHERE command_id = ?", (values[7],))
    db.execute("DELETE FROM records WHERE id > ?", (good,))
    db.execute("DELETE FROM matches WHERE id NOT IN (SELECT match FROM records)")


def _recover(db: sqlite3.Connection, found: Record) -> None:
    """Restore the match that a record begins, and the answer to its command, if they are lost."""
    row = found.row
    if not found.sound:
        return
    if row.seq == 1:
        game = msgspec.json.decode(row.given).get("command", {}).get("game", "")
        number = int(row.match[1:])
        db.execute("DELETE FROM matches WHERE number = ? OR id = ?", (number, row.match))
        db.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", (number, row.match, game, row.wall))
    if row.command_id:
        body = msgspec.json.encode({"seq": row.seq, "events": []}).decode()
        db.execute("INSERT OR IGNORE INTO answers VALUES (?, 200, ?)", (row.command_id, body))


def _take_tables(old: sqlite3.Connection, db: sqlite3.Connection) -> None:
    for table in ("meta", "answers", "frames", "aside"):
        with contextlib.suppress(Exception):
            for values in old.execute(f"SELECT * FROM {table}"):
                marks = ", ".join("?" * len(values))
                db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)


@contextlib.contextmanager
def _opened_padded(damaged: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of a damaged journal, with zeros for the pages that were cut off."""
    work = damaged.with_name(f"{damaged.name}.reading")
    try:
        for end in ("", "-wal"):
            if Path(f"{damaged}{end}").exists():
                shutil.copyfile(f"{damaged}{end}", f"{work}{end}")
        with work.open("r+b") as file:
            (pages,) = struct.unpack(">I", file.read(32)[28:])
            if 0 < pages <= _MAX_PAGES and pages * PAGE > work.stat().st_size:
                file.truncate(pages * PAGE)
        with contextlib.closing(sqlite3.connect(work)) as old:
            old.text_factory = readable
            yield old
    finally:
        for end in ("", "-wal", "-shm"):
            Path(f"{work}{end}").unlink(missing_ok=True)


def free_name(path: Path, what: str = "damaged") -> Path:
    """Return an unused name for a journal that is set aside."""
    number = 1
    while (name := path.with_name(f"{path.name}.{what}-{number}")).exists():
        number += 1
    return name


def torn_write(path: Path) -> int:
    """Count the frames of the write-ahead log's present generation, including a torn last one.

    SQLite takes only those up to the last whole transaction and silently drops the rest.
    """
    log = Path(f"{path}-wal")
    if not log.exists() or log.stat().st_size < 32:
        return 0
    with log.open("rb") as file:
        page, salts = struct.unpack(">8xI4x8s8x", file.read(32))
        frames = 0
        if page != PAGE:
            return 0  # room that is still empty, or no log
        while len(header := file.read(24)) == 24 and header[8:16] == salts:
            frames += 1
            file.seek(page, os.SEEK_CUR)
    return frames
