"""What a power cut or a bad card leaves of a journal: it is set aside and never deleted."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.journal.chain import insert, set_tip
from fieldkit.journal.reading import COLUMNS, all_records, record
from fieldkit.phrases import N_, Message

_MAX_TAIL = 64
"""How many bad records at the end are set aside; more are no torn end."""


def set_tail_aside(db: sqlite3.Connection) -> list[Message]:
    """Put bad records at the end of the chain into the table ``aside``, the last ones at most."""
    newest = db.execute(f"SELECT {COLUMNS} FROM records ORDER BY id DESC LIMIT {_MAX_TAIL + 1}").fetchall()
    bad: list[tuple[Any, ...]] = []
    for values, before in zip_longest(newest, newest[1:]):
        found = record(values)
        if found.sound and (before is None or before[11] == found.prev):
            break
        bad.append(values)
    if not bad or len(bad) == len(newest) > 1:
        return [Message("The journal's records fail the check; run fieldkit verify.")] if bad else []
    db.execute("BEGIN IMMEDIATE")
    for values in bad:
        said = msgspec.json.encode([str(value) for value in values]).decode()
        db.execute("INSERT INTO aside VALUES (?, ?, 'does not fit its hash')", (values[0], said))
        db.execute("DELETE FROM records WHERE id = ?", (values[0],))
        db.execute("DELETE FROM answers WHERE command_id = ?", (values[7],))
    set_tip(db, newest[len(bad)][11] if len(bad) < len(newest) else "")
    db.execute("COMMIT")
    if len(bad) == 1:
        return [
            Message("The journal ended in an incomplete record: record {id} set aside.", {"id": bad[0][0]})
        ]
    text = N_("The journal ended in an incomplete record: records {first} to {last} set aside.")
    return [Message(text, {"first": bad[-1][0], "last": bad[0][0]})]


def take_over(damaged: Path, db: sqlite3.Connection) -> int:
    """Copy what can still be read of a damaged journal; returns the number of records."""
    saved = 0
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(damaged)) as old:
        for table in ("meta", "matches", "answers", "frames"):
            with contextlib.suppress(sqlite3.Error):
                for values in old.execute(f"SELECT * FROM {table}"):
                    marks = ", ".join("?" * len(values))
                    db.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", values)
        prev = ""
        for found in all_records(old):
            if found.prev != prev or not found.sound:
                break
            insert(db, found)
            set_tip(db, found.hash)
            prev, saved = found.hash, saved + 1
    return saved


def free_name(path: Path) -> Path:
    """A name for a damaged journal that no file has yet."""
    number = 1
    while (name := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return name


def torn_write(path: Path) -> int:
    """How many frames the write-ahead log holds of its present generation, a torn last one included.

    SQLite takes only those up to the last whole transaction and drops the rest in silence.
    """
    log = Path(f"{path}-wal")
    if not log.exists() or log.stat().st_size < 32:
        return 0
    with log.open("rb") as file:
        page, salts = struct.unpack(">8xI4x8s8x", file.read(32))
        frames = 0
        if page == 0:
            return 0  # room that nothing was written to yet
        while len(header := file.read(24)) == 24 and header[8:16] == salts:
            frames += 1
            file.seek(page, os.SEEK_CUR)
    return frames
