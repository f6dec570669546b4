"""The chain of records in the journal's file: how it grows, and where it ends."""

from __future__ import annotations

import sqlite3

from fieldkit.journal.reading import COLUMNS
from fieldkit.journal.record import Record

_INSERT = f"INSERT INTO records ({COLUMNS}) VALUES ({', '.join('?' * 12)})"


def insert(db: sqlite3.Connection, found: Record) -> None:
    """Write one record behind the last."""
    row = found.row
    values = (
        found.id, row.match, row.seq, row.boot, row.mono_ns, row.wall, row.by, row.command_id, row.given,
        row.events, found.prev, found.hash,
    )  # fmt: skip
    db.execute(_INSERT, values)


def tip_of(db: sqlite3.Connection) -> tuple[int, str]:
    """The number and the hash of the last record."""
    return db.execute("SELECT id, hash FROM records ORDER BY id DESC LIMIT 1").fetchone() or (0, "")


def set_tip(db: sqlite3.Connection, tip: str) -> None:
    """Remember the newest hash beside the chain, so that a missing end shows."""
    db.execute("INSERT OR REPLACE INTO meta VALUES ('tip', ?)", (tip,))
