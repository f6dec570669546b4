"""Reading the journal: its matches and records, also beside a kit that writes them."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fieldkit.errors import FieldkitError
from fieldkit.journal.record import Record, Row

COLUMNS = "id, match, seq, boot, mono_ns, wall, by, command_id, input, events, prev, hash"
"""What the table of records keeps of each, in its order."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match in the journal: ``number`` counts them, ``wall`` is when it was created (a label)."""

    number: int
    id: str
    game: str
    wall: str


def match_records(db: sqlite3.Connection, match: str) -> Iterator[Record]:
    """The records of one match, in order."""
    rows = db.execute(f"SELECT {COLUMNS} FROM records WHERE match = ? ORDER BY id", (match,))
    return (record(values) for values in rows)


def last_hash(db: sqlite3.Connection, match: str) -> str:
    """The hash of a match's last record, which changes with every record; "" without any."""
    found = db.execute(
        "SELECT hash FROM records WHERE match = ? ORDER BY id DESC LIMIT 1", (match,)
    ).fetchone()
    return str(found[0]) if found else ""


def all_records(db: sqlite3.Connection) -> Iterator[Record]:
    """All records of a journal, in order."""
    return (record(values) for values in db.execute(f"SELECT {COLUMNS} FROM records ORDER BY id"))


def record(values: tuple[Any, ...]) -> Record:
    """A record from its line in the table."""
    return Record(values[0], Row(*values[1:10]), values[10], values[11])


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The journal for one who only reads, beside a running kit. Raises FieldkitError when there is none."""
    if not path.exists():
        raise FieldkitError(f"there is no journal at {path}")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            yield db
    except sqlite3.Error as error:
        raise FieldkitError(f"the journal {path} cannot be read: {error}") from error


def played(db: sqlite3.Connection) -> list[Played]:
    """All matches of a journal, oldest first."""
    rows = db.execute("SELECT number, id, game, wall FROM matches ORDER BY number")
    return [Played(*values) for values in rows]


def first_bad(db: sqlite3.Connection, match: str) -> Record | str | None:
    """The first record up to a match's end that is not what was written; a sentence if the end is missing."""
    prev, last = "", 0
    end = db.execute("SELECT max(id) FROM records WHERE match = ?", (match,)).fetchone()[0]
    for found in all_records(db):
        last = found.id
        if found.id > (end or 0):
            return None
        if found.prev != prev or not found.sound:
            return found
        prev = found.hash
    tip = db.execute("SELECT value FROM meta WHERE name = 'tip'").fetchone()
    if (tip[0] if tip else "") != prev:
        return f"records after record {last} are missing"
    return None
