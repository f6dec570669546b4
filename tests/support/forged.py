"""A journal that somebody has changed: by hand, with its hashes made again, or as by a bad card."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.journal.file import witness_path
from fieldkit.journal.reading import all_records, insert, set_value
from fieldkit.journal.record import Record, digest


def change(path: Path, statement: str) -> None:
    """Run one statement on a journal that nobody has open."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def forge(path: Path, number: int, **fields: Any) -> None:
    """Change a record and make the whole chain again, and let nobody know better."""
    with closing(sqlite3.connect(path)) as db, db:
        prev = ""
        for found in list(all_records(db)):
            row = msgspec.structs.replace(found.row, **fields) if found.id == number else found.row
            made = Record(found.id, row, prev, digest(found.id, row, prev))
            db.execute("DELETE FROM records WHERE id = ?", (found.id,))
            insert(db, made)
            prev = made.hash
        set_value(db, "tip", prev)
    witness_path(path).unlink(missing_ok=True)
