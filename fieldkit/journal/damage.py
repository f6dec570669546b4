"""Recovery from a bad card: the damaged journal is kept as it is, its readable records go into a new one.

Its pages are read here without SQLite; a record with the right hash is genuine wherever it is found. Of 30
logs with one damaged place 29 come back whole so, and not one without (`make faults`, part damage).
"""

import contextlib
import os
import shutil
import sqlite3
import struct
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.journal.file import connected
from fieldkit.journal.reading import (
    COLUMNS,
    Tip,
    chain_flaw,
    insert,
    newest_records,
    readable,
    record,
    set_value,
    value_of,
)
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
PAGE = 4096
"""The bytes of a page of the journal: SQLite's own choice, on every machine."""
_LEAF = 13
_COLUMNS = 12
_WIDTHS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_MAX_RECORD = 1 << 20


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
    """Return True if the pages give more of the newest match than SQLite, which gives it up to ``good``."""
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
    """Count the frames of the log's present generation, a torn last one too; SQLite drops such silently."""
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


def records_in(path: Path) -> Iterator[Record]:
    """Yield every record, sound or not, on the pages of a journal and of its log; some come twice."""
    main = path.read_bytes() if path.exists() else b""
    log_path = Path(f"{path}-wal")
    log = log_path.read_bytes() if log_path.exists() else b""
    pages = {at // PAGE + 1: main[at : at + PAGE] for at in range(0, len(main), PAGE)}
    frames = [
        (int.from_bytes(log[at : at + 4], "big"), log[at + 24 : at + 24 + PAGE])
        for at in range(32, len(log), 24 + PAGE)
    ]
    latest = pages | dict(frames)
    for page in (*pages.values(), *(page for _, page in frames)):
        # A page that was cut short is padded, so that its beginning can be read.
        yield from _records_on(page.ljust(PAGE, b"\0"), latest)


def _records_on(page: bytes, pages: Mapping[int, bytes]) -> Iterator[Record]:
    if page[0] != _LEAF:
        return
    (cells,) = struct.unpack_from(">H", page, 3)
    for number in range(min(cells, (PAGE - 8) // 2)):
        (at,) = struct.unpack_from(">H", page, 8 + 2 * number)
        try:
            yield _record_at(page, at, pages)
        except (ValueError, IndexError, struct.error):
            continue


def _record_at(page: bytes, at: int, pages: Mapping[int, bytes]) -> Record:
    """Return the record of one cell; raises ValueError or IndexError if it has none."""
    length, at = _varint(page, at)
    number, at = _varint(page, at)
    if length > _MAX_RECORD:
        raise ValueError(length)
    values = _values(_payload(page, at, length, pages))
    return record((number, *values[1:]))


def _payload(page: bytes, at: int, length: int, pages: Mapping[int, bytes]) -> bytes:
    """Return the content of a cell, including the part that overflows to other pages."""
    if length <= PAGE - 35:
        return page[at : at + length]
    local = (PAGE - 12) * 32 // 255 - 23
    here = local + (length - local) % (PAGE - 4)
    here = here if here <= PAGE - 35 else local
    found = page[at : at + here]
    following = int.from_bytes(page[at + here : at + here + 4], "big")
    while len(found) < length and following in pages:
        more = pages[following]
        found += more[4:]
        following = int.from_bytes(more[:4], "big")
    return found[:length]


def _values(payload: bytes) -> list[Any]:
    """Return the columns of a row; raises ValueError if they are not those of a record."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) != _COLUMNS:
        raise ValueError(len(kinds))
    values: list[Any] = []
    for kind in kinds:
        width = (kind - 12) // 2 if kind >= 12 else _WIDTHS.get(kind, 0)
        raw = payload[at : at + width]
        at += width
        if kind >= 12:
            values.append(raw.decode("utf-8", "replace"))
        else:
            values.append({0: None, 8: 0, 9: 1}.get(kind, int.from_bytes(raw, "big", signed=True)))
    return values


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for used in range(8):
        byte = data[at + used]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + used + 1
    return value << 8 | data[at + 8], at + 9
