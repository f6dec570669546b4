"""The chain of records in the journal's file: how it grows, its end, and the first place it does not hold."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from fieldkit.journal.record import Record

COLUMNS = "id, match, seq, boot, mono_ns, wall, by, command_id, input, events, prev, hash"
"""What the table of records keeps of each, in its order."""
_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES ({', '.join('?' * 12)})"

Why = Literal["changed", "missing", "number", "unreadable"]
"""Changed; not there; its decision's number does not follow; what was written makes no sense to the game."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first record that does not hold: its number, and the record itself where there is one.

    ``good`` is the number of the last record before it that does, 0 for none.
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
    """Write one record behind the last."""
    row = found.row
    values = (
        found.id, row.match, row.seq, row.boot, row.mono_ns, row.wall, row.by, row.command_id, row.given,
        row.events, found.prev, found.hash,
    )  # fmt: skip
    db.execute(_INSERT, values)


def tip_of(db: sqlite3.Connection) -> Tip:
    """The end of the chain as the table has it."""
    found = db.execute("SELECT id, hash FROM records NOT INDEXED ORDER BY id DESC LIMIT 1").fetchone()
    return Tip(*found) if found else Tip()


def set_tip(db: sqlite3.Connection, tip: str) -> None:
    """Remember the newest hash beside the chain, so that a missing end shows."""
    db.execute("INSERT OR REPLACE INTO meta VALUES ('tip', ?)", (tip,))


def remembered_tip(db: sqlite3.Connection) -> str:
    """The newest hash as it is remembered beside the chain, "" for none."""
    found = db.execute("SELECT value FROM meta WHERE name = 'tip'").fetchone()
    return str(found[0]) if found else ""


def set_begin(db: sqlite3.Connection, before: Tip) -> None:
    """Remember that a journal begins behind another's record: that of a field that joined an event late."""
    db.execute("INSERT OR REPLACE INTO meta VALUES ('begin', ?)", (f"{before.number} {before.hash}",))


def begin_of(db: sqlite3.Connection) -> Tip:
    """What the first record of a journal follows; a journal of its own follows nothing."""
    found = db.execute("SELECT value FROM meta WHERE name = 'begin'").fetchone()
    number, _, before = str(found[0]).partition(" ") if found else ("", "", "")
    return Tip(int(number), before) if number.isdecimal() else Tip()


def held(records: Iterable[Record], flaw: Flaw | None) -> list[Record]:
    """The records before a flaw, all of them without one."""
    return [one for one in records if flaw is None or one.id <= flaw.good]


def first_flaw(records: Iterable[Record], before: Tip = Tip()) -> Flaw | None:
    """The first of these records that is not what was written, or does not follow from the one before it.

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
