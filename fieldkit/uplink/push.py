"""The journal as an outbox: records are read beside the referee who writes them, a handful at a time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.journal.reading import COLUMNS, MatchInfo, Tip, reading, record
from fieldkit.journal.record import Record
from fieldkit.phrases import N_, Message
from fieldkit.settings import HubLink
from fieldkit.uplink.state import Agreement, BoardCopy, EventFiles

MAX_RECORDS = 200
"""The number of records that one push holds."""
PUSH_BYTES = 48 * 1024
"""The greatest size of a push; one record alone may be larger."""
MAX_RECORD_BYTES = 1024 * 1024
"""The largest record that a hub takes."""
_NEWEST, _OF_ID = "ORDER BY number DESC LIMIT 1", "WHERE id = ?"
_AFTER = "WHERE number > ? ORDER BY number LIMIT 1"
_NAMES = tuple(name.strip() for name in COLUMNS.split(","))
_FROM = f"SELECT {COLUMNS} FROM records NOT INDEXED WHERE id >= ? ORDER BY id LIMIT {MAX_RECORDS}"


class Unsound(FieldkitError):
    """A record of this kit's own journal does not hold."""


class Rewritten(FieldkitError):
    """The journal goes on otherwise than from the record that was read last."""


class Unreadable(FieldkitError):
    """There is no way to the journal just now."""


class Push(msgspec.Struct, frozen=True):
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


def batch(db: sqlite3.Connection, start: int, before: Tip | None = None) -> Push | None:
    """Return the records from ``start`` on for one push, after ``before``. Raises Unsound, Rewritten."""
    parts: list[bytes] = []
    size, last, match = 0, before, ""
    for number, values in enumerate(db.execute(_FROM, (start,)), start):
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
    found_match = _match(db, _OF_ID, match)
    return Push(match, found_match.game if found_match else "", start, b"[%b]" % b",".join(parts), last)


def _check(found: Record, number: int, last: Tip | None, is_first: bool) -> None:
    follows = last is None or found.prev == last.hash
    if found.id == number and found.sound and follows:
        return
    if is_first and found.id == number and found.sound:
        raise Rewritten(N_("The record of this kit has changed at {record}."), record=number)
    text = N_("Record {record} of this kit does not hold: nothing goes to the hub until that is settled.")
    raise Unsound(text, record=number)


def beginning(db: sqlite3.Connection, match: str) -> Tip | None:
    """Return the first record of a match: its number, and the hash before it; None where it has none."""
    query = "SELECT id, prev FROM records WHERE match = ? ORDER BY id LIMIT 1"
    found = db.execute(query, (match,)).fetchone()
    return Tip(*found) if found else None


def prev_of(db: sqlite3.Connection, number: int) -> str | None:
    """Return the hash before a record; None where it is not there."""
    found = db.execute("SELECT prev FROM records WHERE id = ?", (number,)).fetchone()
    return str(found[0]) if found else None


def _match(db: sqlite3.Connection, which: str, *values: Any) -> MatchInfo | None:
    found = db.execute(f"SELECT number, id, game, wall FROM matches {which}", values).fetchone()
    return MatchInfo(*found) if found else None


class Joining:
    """The agreement of a field and an event; one thread."""

    def __init__(self, files: EventFiles, hub: HubLink) -> None:
        self._files, self._hub = files, hub
        self._joined = self._kept = files.joined()
        self.says: Message | None = None
        """The trouble with the settings, if there is any."""

    @property
    def first(self) -> int | None:
        """The first record that belongs to the event; None before there is one."""
        return self._joined.first if self._joined else None

    @property
    def is_filled(self) -> bool:
        """Return whether the hub has all from the first record on, up to the last that it has."""
        return self._joined is not None and self._joined.filled

    def before(self, of: int) -> int:
        """Return how many of ``of`` records stay here."""
        return of if self.first is None else self.first - 1

    def begins(self, db: sqlite3.Connection, have: int | None, board: BoardCopy | None) -> int | None:
        """Return the record to go on with where the hub has the journal up to ``have``, or None for now."""
        known = self._holding(db)
        joined = known or self._met(db, have, board)
        if joined is None:
            return None
        # The first record is known once the match is there that it belongs to.
        match = _match(db, _AFTER, joined.newest) if joined.first is None else None
        if match is not None and (begins := beginning(db, match.id)):
            joined = msgspec.structs.replace(joined, first=begins.number, prev=begins.hash)
        self._joined = joined = self._widened(db, joined)
        if known or have is None:
            self._keep(joined)
        if joined.first is None:
            return None
        return have if have is not None and joined.filled else joined.first

    def sent(self, last: int, have: int) -> None:
        """Note that all up to ``last`` was taken, and that the hub has the journal up to ``have``."""
        joined = self._joined
        if joined is not None:
            self._keep(msgspec.structs.replace(joined, filled=joined.filled or last >= have))

    def _holding(self, db: sqlite3.Connection) -> Agreement | None:
        """Return what was agreed, if this is still the journal that it was agreed about."""
        joined = self._kept
        if joined is None:
            return None
        if joined.first is None:
            newest = _match(db, _NEWEST)
            return joined if (newest.number if newest else 0) >= joined.newest else None
        return joined if prev_of(db, joined.first) == joined.prev else None

    def _met(self, db: sqlite3.Connection, have: int | None, board: BoardCopy | None) -> Agreement | None:
        event, field = self._hub.event, self._hub.field
        if have is not None:
            # They have met before, and this kit's note of it is lost; or it was another kit that met the hub.
            return Agreement(event, field, first=have, prev=prev_of(db, have) or "", filled=True)
        if board is None or board.in_doubt:
            return None
        newest = _match(db, _NEWEST)
        if newest is None:
            return Agreement(event, field)
        if board.match == newest.id and board.stage == "over":
            return Agreement(event, field, newest.number)
        return Agreement(event, field, newest.number - 1)

    def _widened(self, db: sqlite3.Connection, joined: Agreement) -> Agreement:
        """With the match that the settings name, if that is an earlier one."""
        self.says = None
        if not self._hub.since:
            return joined
        match = _match(db, _OF_ID, self._hub.since)
        begins = beginning(db, match.id) if match else None
        if match is None or begins is None:
            text = N_("[hub] since names {match}, which is not on the record of this kit.")
            self.says = Message(text, {"match": self._hub.since})
            return joined
        if joined.first is not None and joined.first <= begins.number:
            return joined
        new = {"newest": match.number - 1, "first": begins.number, "prev": begins.hash, "filled": False}
        return msgspec.structs.replace(joined, **new)

    def _keep(self, joined: Agreement) -> None:
        self._joined = joined
        if joined != self._kept:
            self._kept = joined
            self._files.join(joined)
