"""The chain of records in the journal's file: its growth, its end, and its first flaw."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from fieldkit.journal.record import Record

COLUMNS = "id, match, seq, boot, mono_ns, wall, by, command_id, input, events, prev, hash"
"""The columns of the table of records, in order."""
_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES ({', '.join('?' * 12)})"

Why = Literal["changed", "missing", "number", "unreadable"]
"""Changed; missing; the decision's number does not follow; the game cannot make sense of it."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first bad record: its number, and the record itself if there is one.

    ``good`` is the number of the last good record before it, 0 for none.
    """

    number: int
    why: Why
    good: int
    record: Record | None = None


@dataclass(frozen=True, slots=True)
class Tip:
    """The end of a chain: the number and the hash of its last record."""

    number: int = 0
    hash: str = ""


def insert(db: sqlite3.Connection, found: Record) -> None:
    """Write one record after the last."""
    row = found.row
    values = (
        found.id, row.match, row.seq, row.boot, row.mono_ns, row.wall, row.by, row.command_id, row.given,
        row.events, found.prev, found.hash,
    )  # fmt: skip
    db.execute(_INSERT, values)


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


def first_flaw(records: Iterable[Record], before: Tip = Tip()) -> Flaw | None:
    """Return the first of these records that was changed or does not follow from the one before it.

    ``before`` is the record that they follow. Decisions count up by one in each match.
    """
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
