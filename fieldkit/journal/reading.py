"""The journal read, also beside its writer: its matches, the chain of its records, its end and first flaw."""

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec.structs import astuple, replace

from fieldkit.errors import FieldkitError
from fieldkit.journal.record import Record, Row

COLUMNS = "id, match, seq, boot, mono_ns, wall, by, command_id, input, events, prev, hash"
"""The columns of the table of records, in order."""
_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES ({', '.join('?' * 12)})"

Why = Literal["changed", "missing", "number", "unreadable"]
"""Changed; missing; the decision's number does not follow; the game cannot make sense of it."""


class Flaw(msgspec.Struct, frozen=True):
    """The first bad record: its number, itself if there is one, and the last ``good`` number (0: none)."""

    number: int
    why: Why
    good: int
    record: Record | None = None


class Tip(msgspec.Struct, frozen=True):
    """The end of a chain: the number and the hash of its last record."""

    number: int = 0
    hash: str = ""


NOBODY = Tip()
"""The noted end if nobody noted one."""


def insert(db: sqlite3.Connection, found: Record) -> None:
    """Write one record after the last."""
    db.execute(_INSERT, (found.id, *astuple(found.row), found.prev, found.hash))


def tip_of(db: sqlite3.Connection) -> Tip:
    """Return the end of the chain in the table."""
    found = db.execute("SELECT id, hash FROM records NOT INDEXED ORDER BY id DESC LIMIT 1").fetchone()
    return Tip(*found) if found else Tip()


Beside = Literal["tip", "begin", "starts", "check"]
"""The values beside the chain; ``tip`` is the newest hash, which reveals a missing end."""


def set_value(db: sqlite3.Connection, name: Beside, value: str) -> None:
    """Store a value beside the chain."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def value_of(db: sqlite3.Connection, name: Beside) -> str:
    """Return a value beside the chain, "" if there is none."""
    found = db.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return str(found[0]) if found else ""


def set_begin(db: sqlite3.Connection, before: Tip) -> None:
    """Store that a journal begins after another's record: that of a field that joined an event late."""
    set_value(db, "begin", f"{before.number} {before.hash}")


def begin_of(db: sqlite3.Connection) -> Tip:
    """Return the end that a journal's first record follows: usually nothing."""
    number, _, before = value_of(db, "begin").partition(" ")
    return Tip(int(number), before) if number.isdecimal() else Tip()


def held(records: Iterable[Record], flaw: Flaw | None) -> list[Record]:
    """Return the records before a flaw, or all of them without one."""
    return [one for one in records if flaw is None or one.id <= flaw.good]


def first_flaw(records: Iterable[Record], before: Tip = NOBODY) -> Flaw | None:
    """Return the first record that was changed, or does not follow the one ``before`` or its number."""
    seqs: dict[str, int] = {}
    last = None
    for found in records:
        good, seq = before.number, found.row.seq
        if found.id != good + 1:
            return Flaw(good + 1, "missing", good)
        if not found.sound:
            return Flaw(found.id, "changed", good, found)
        if found.prev != before.hash:
            # Its own hash holds, so it is the one before it that was written again.
            return Flaw(max(good, 1), "changed", max(good - 1, 0), last or found)
        if seq is not None:
            if seq != seqs.get(found.row.match, 0) + 1:
                return Flaw(found.id, "number", good, found)
            seqs[found.row.match] = seq
        before, last = Tip(found.id, found.hash), found
    return None


_IN_ORDER = f"SELECT {COLUMNS} FROM records NOT INDEXED"


class MatchInfo(msgspec.Struct, frozen=True):
    """A match in the journal; ``wall`` labels its creation, ``flaw`` is its first bad record if looked at."""

    number: int
    id: str
    game: str
    wall: str
    flaw: Flaw | None = None


def match_records(db: sqlite3.Connection, match: str) -> Iterator[Record]:
    """Return the records of one match, in order; a damaged index hides none between first and last."""
    ends = db.execute("SELECT min(id), max(id) FROM records WHERE match = ?", (match,)).fetchone()
    rows = db.execute(f"{_IN_ORDER} WHERE id BETWEEN ? AND ? AND match = ? ORDER BY id", (*ends, match))
    return (record(values) for values in rows)


def backwards(db: sqlite3.Connection) -> Iterator[Record]:
    """Return all records of a journal, the last one first, in the order of the table."""
    return (record(values) for values in db.execute(f"{_IN_ORDER} ORDER BY id DESC"))


def newest_records(last_first: Iterable[Record]) -> list[Record]:
    """Return the records of the newest match: all after the last sound one of another match."""
    found: list[Record] = []
    match = None
    for one in last_first:
        if one.sound:
            match = match or one.row.match
            if one.row.match != match:
                break
        found.append(one)
    return found[::-1]


def chain_flaw(records: Sequence[Record]) -> Flaw | None:
    """Return the first bad record of a match, or None, walking the chain from its beginning."""
    if not records:
        return None
    first = records[0]
    return first_flaw(records, Tip(first.id - 1, first.prev))


def last_hash(db: sqlite3.Connection, match: str) -> str:
    """Return the hash of a match's last record, which changes with every record; "" without any."""
    newest = "SELECT hash FROM records WHERE match = ? ORDER BY id DESC LIMIT 1"
    found = db.execute(newest, (match,)).fetchone()
    return str(found[0]) if found else ""


def all_records(db: sqlite3.Connection) -> Iterator[Record]:
    """Return all records of a journal, in order."""
    return (record(values) for values in db.execute(f"{_IN_ORDER} ORDER BY id"))


def record(values: tuple[Any, ...]) -> Record:
    """Return a record from its row in the table."""
    return Record(values[0], Row(*values[1:10]), values[10], values[11])


def readable(raw: bytes) -> str:
    """Decode a text of the journal, even a damaged one: its record then does not match its hash."""
    return raw.decode("utf-8", "replace")


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the journal for reading, even beside a running kit. Raises FieldkitError if there is none."""
    if not path.exists():
        raise FieldkitError(f"there is no journal at {path}")
    how = "mode=ro"
    if not (Path(f"{path}-wal").exists() or os.access(path.parent, os.W_OK)):
        # Nobody writes, and SQLite cannot make the log that it would otherwise need.
        how += "&immutable=1"
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True)) as db:
            db.text_factory = readable
            yield db
    except sqlite3.Error as error:
        raise FieldkitError(f"the journal {path} cannot be read: {error}") from error


def played(db: sqlite3.Connection) -> list[MatchInfo]:
    """Return all matches of a journal, oldest first."""
    rows = db.execute("SELECT number, id, game, wall FROM matches ORDER BY number")
    return [MatchInfo(*values) for values in rows]


def first_bad(db: sqlite3.Connection, match: str, noted: Tip = NOBODY) -> Flaw | None:
    """Return the first bad record up to a match's end, without the index; the newest has its known end."""
    (end,) = db.execute("SELECT max(id) FROM records NOT INDEXED WHERE match = ?", (match,)).fetchone()
    last = Tip()

    def up_to_the_end() -> Iterator[Record]:
        nonlocal last
        for found in all_records(db):
            if found.id <= (end or 0):
                last = Tip(found.id, found.hash)
                yield found

    flaw = first_flaw(up_to_the_end(), begin_of(db))
    (newest,) = db.execute("SELECT max(id) FROM records NOT INDEXED").fetchone()
    if flaw is None and newest == end:
        flaw = missing_end(db, last, noted)
    return flaw


def match_flaw(db: sqlite3.Connection, records: Sequence[Record]) -> Flaw | None:
    """Return the first bad one of a match's records, or None; the newest match must have its end."""
    last = tip_of(db)
    is_newest = not records or records[-1].id == last.number
    return chain_flaw(records) or (missing_end(db, last) if is_newest else None)


def looked_at(db: sqlite3.Connection, found: MatchInfo, records: Sequence[Record]) -> MatchInfo:
    """Return a match with the first of its bad records, if any."""
    return replace(found, flaw=match_flaw(db, records))


def whole_file(db: sqlite3.Connection) -> str | None:
    """Return what SQLite finds wrong with a journal's whole file, index and all, or None."""
    (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    return None if found == "ok" else str(found)


def missing_end(db: sqlite3.Connection, last: Tip, noted: Tip = NOBODY) -> Flaw | None:
    """Return a flaw if the file itself, or the note beside it, knows of a record after the last, or None."""
    is_behind = noted.number > last.number or (noted.number == last.number and noted.hash != last.hash)
    # A note of this end is as good as the file's own memory of it.
    is_other = value_of(db, "tip") != last.hash and noted != last
    return Flaw(last.number + 1, "missing", last.number) if is_behind or is_other else None
