"""The journal as an outbox: records are read beside the referee who writes them, a handful at a time.

Each look opens the file, asks for what follows one number, and closes it: the write-ahead log is held by
nobody, a file that was replaced is seen, and half a million records before that number cost nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.journal.chain import COLUMNS, Tip
from fieldkit.journal.reading import MatchInfo, reading, record
from fieldkit.journal.record import Record
from fieldkit.phrases import N_

MAX_RECORDS = 200
"""The number of records that one push holds."""
PUSH_BYTES = 48 * 1024
"""The greatest size of a push; one record alone may be larger."""
MAX_RECORD_BYTES = 1024 * 1024
"""The largest record that a hub takes."""
_NAMES = tuple(name.strip() for name in COLUMNS.split(","))
_AFTER = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE id >= ? ORDER BY id LIMIT {MAX_RECORDS}"


class Unsound(FieldkitError):
    """A record of this kit's own journal does not hold."""


class Rewritten(FieldkitError):
    """The journal goes on otherwise than from the record that was read last."""


class Unreadable(FieldkitError):
    """There is no way to the journal just now."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive records of one match as a push takes them, and the end of the last of them."""

    match: str
    game: str
    start: int
    body: bytes
    end: Tip


@contextmanager
def looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a short look into the journal. Raises Unreadable, also in the block."""
    if not path.exists():
        raise Unreadable(N_("This kit has no record yet."))
    try:
        with reading(path) as db:
            yield db
    except (Unsound, Rewritten):
        raise
    except FieldkitError as error:
        raise Unreadable(N_("{why}"), why=error.said) from None


def batch(db: sqlite3.Connection, start: int, before: Tip | None = None) -> Batch | None:
    """Return the records from number ``start`` on that one push may hold; None if there is none yet.

    They must follow from ``before``, where it is known, and from each other. Raises Unsound and Rewritten.
    """
    parts: list[bytes] = []
    size, last, match = 0, before, ""
    for number, values in enumerate(db.execute(_AFTER, (start,)), start):
        found = record(values)
        match = match or found.row.match
        if found.row.match != match:
            break
        _check(found, number, last, is_first=number == start)
        part = msgspec.json.encode(dict(zip(_NAMES, values, strict=True)))
        if parts and size + len(part) > PUSH_BYTES:
            break
        parts.append(part)
        size, last = size + len(part), Tip(found.id, found.hash)
    if not parts or last is None:
        return None
    if size > MAX_RECORD_BYTES:
        raise Unsound(N_("Record {record} of this kit is too large for any hub."), record=start)
    return Batch(match, _game_of(db, match), start, b"[%b]" % b",".join(parts), last)


def _check(found: Record, number: int, last: Tip | None, is_first: bool) -> None:
    follows = last is None or found.prev == last.hash
    if found.id == number and found.sound and follows:
        return
    if is_first and found.id == number and found.sound:
        raise Rewritten(N_("The record of this kit has changed at {record}."), record=number)
    text = N_("Record {record} of this kit does not hold: nothing goes to the hub until that is settled.")
    raise Unsound(text, record=number)


def newest_match(db: sqlite3.Connection) -> MatchInfo | None:
    """Return the match that was created last."""
    return _match(db, "ORDER BY number DESC LIMIT 1")


def match_after(db: sqlite3.Connection, number: int) -> MatchInfo | None:
    """Return the first match with a higher number."""
    return _match(db, "WHERE number > ? ORDER BY number LIMIT 1", number)


def match_called(db: sqlite3.Connection, id: str) -> MatchInfo | None:
    """Return the match of that id."""
    return _match(db, "WHERE id = ?", id)


def beginning(db: sqlite3.Connection, match: str) -> Tip | None:
    """Return the first record of a match: its number, and the hash before it; None where it has none."""
    found = db.execute(
        "SELECT id, prev FROM records WHERE match = ? ORDER BY id LIMIT 1", (match,)
    ).fetchone()
    return Tip(*found) if found else None


def prev_of(db: sqlite3.Connection, number: int) -> str | None:
    """Return the hash before a record; None where it is not there."""
    found = db.execute("SELECT prev FROM records WHERE id = ?", (number,)).fetchone()
    return str(found[0]) if found else None


def _game_of(db: sqlite3.Connection, match: str) -> str:
    found = match_called(db, match)
    return found.game if found else ""


def _match(db: sqlite3.Connection, which: str, *values: Any) -> MatchInfo | None:
    found = db.execute(f"SELECT number, id, game, wall FROM matches {which}", values).fetchone()
    return MatchInfo(*found) if found else None
