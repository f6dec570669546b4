"""The journal's file: its tables, opening, place on the disk and witness, and a filter of its ids."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import zlib
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path

import msgspec

from fieldkit.journal.reading import Tip, readable, whole_file

_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS matches (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, wall TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS records (
    id INTEGER PRIMARY KEY, match TEXT NOT NULL, seq INTEGER, boot TEXT NOT NULL, mono_ns INTEGER NOT NULL,
    wall TEXT NOT NULL, by TEXT NOT NULL, command_id TEXT, input TEXT NOT NULL, events TEXT NOT NULL,
    prev TEXT NOT NULL, hash TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS records_of_match ON records (match, id);
CREATE TABLE IF NOT EXISTS answers (command_id TEXT PRIMARY KEY, status INTEGER NOT NULL, body TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS frames (hoop TEXT, boot TEXT, seq INTEGER, verdict TEXT NOT NULL,
    PRIMARY KEY (hoop, boot, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS aside (id INTEGER, record TEXT NOT NULL, why TEXT NOT NULL);
"""
_TABLES = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"
_BUSY_S = 1.0
BITS = 1 << 20
"""128 KB; with a hundred thousand ids one new id in ten is looked up in the file all the same."""
_FORM = re.compile(rb"(([0-9]{20}) ([0-9a-f]{64})) ([0-9a-f]{8})\n")


def connected(
    path: Path, mode: str = "WAL", connect: Callable[..., sqlite3.Connection] = sqlite3.connect
) -> sqlite3.Connection:
    """Open a journal's file, made if need be, and let SQLite check all of it. Raises sqlite3.Error."""
    db = connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        db.text_factory = readable
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.execute("PRAGMA synchronous = FULL")
        if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
        if not _schema() <= set(db.execute(_TABLES)):
            raise sqlite3.DatabaseError("its tables are not those of a journal")
        # A damaged page shows itself only when it is read.
        if wrong := whole_file(db):
            raise sqlite3.DatabaseError(wrong)
    except sqlite3.Error:
        db.close()
        raise
    return db


class FileState(msgspec.Struct, frozen=True):
    """The file at a journal's path and the log beside it: their inodes and lengths (bytes)."""

    files: tuple[tuple[int, int], ...]
    lengths: tuple[int, ...]

    def was_cut(self, since: FileState) -> bool:
        """Return True if one of the two has become shorter; SQLite only ever makes them longer."""
        return any(now < before for now, before in zip(self.lengths, since.lengths, strict=True))


def place_of(path: Path) -> FileState | None:
    """Return the files at a journal's path; None if the file or its log is missing."""
    try:
        found = path.stat(), Path(f"{path}-wal").stat()
    except OSError:
        return None
    return FileState(tuple((one.st_dev, one.st_ino) for one in found), tuple(one.st_size for one in found))


@cache
def _schema() -> frozenset[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_SCHEMA)
        return frozenset(db.execute(_TABLES))


class KeyFilter:
    """Tells of most keys that they are not in a table: a bit for the hash of each key that was added."""

    def __init__(self) -> None:
        self._bits = bytearray(BITS // 8)

    def add(self, key: Hashable) -> None:
        """Note that this key may be there from now on."""
        place, bit = divmod(hash(key) % BITS, 8)
        self._bits[place] |= 1 << bit

    def __contains__(self, key: Hashable) -> bool:
        place, bit = divmod(hash(key) % BITS, 8)
        return bool(self._bits[place] >> bit & 1)


def witness_path(journal: Path) -> Path:
    """Return the path of a journal's witness."""
    return Path(f"{journal}-tip")


def bear_witness(journal: Path, tip: Tip) -> None:
    """Note the end of the chain; a failing disk shows at the next commit."""
    said = f"{tip.number:020} {tip.hash or '0' * 64}".encode()
    with contextlib.suppress(OSError):
        file = os.open(witness_path(journal), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.pwrite(file, said + f" {zlib.crc32(said):08x}\n".encode(), 0)
        finally:
            os.close(file)


def witnessed(journal: Path) -> Tip:
    """Return the end of the chain as last noted; an empty one if unknown."""
    try:
        with witness_path(journal).open("rb") as file:
            found = _FORM.fullmatch(file.read(128))
    except OSError:
        return Tip()
    if found is None or zlib.crc32(found[1]) != int(found[4], 16):
        return Tip()
    return Tip(int(found[2]), found[3].decode()) if int(found[2]) else Tip()
