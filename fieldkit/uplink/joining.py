"""From which record on a field belongs to an event: from the match on that is played when they first meet.

Between two matches it is the next one; ``[hub] since`` names an earlier one. What was agreed is kept, so that
a start again, or a hub that comes back after days, changes nothing; and it is only ever widened.
"""

from __future__ import annotations

import sqlite3

import msgspec

from fieldkit.phrases import N_, Message
from fieldkit.settings import HubLink
from fieldkit.uplink.push import beginning, match_after, match_called, newest_match, prev_of
from fieldkit.uplink.state import Agreement, BoardCopy, EventFiles


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
        """Return the record to go on with where the hub has the journal up to ``have``.

        None while there is nothing to send, or nobody can know yet: then ask again.
        """
        known = self._holding(db)
        joined = known or self._met(db, have, board)
        if joined is None:
            return None
        self._joined = joined = self._widened(db, self._with_first(db, joined))
        if known or have is None:
            self._keep(joined)
        if joined.first is None:
            return None
        return have if have is not None and joined.filled else joined.first

    def sent(self, last: int, have: int) -> None:
        """Note that all up to ``last`` was taken, and that the hub has the journal up to ``have``."""
        joined = self._joined
        if joined is not None:
            is_filled = joined.filled or last >= have
            self._keep(msgspec.structs.replace(joined, filled=is_filled))

    def _holding(self, db: sqlite3.Connection) -> Agreement | None:
        """Return what was agreed, if this is still the journal that it was agreed about."""
        joined = self._kept
        if joined is None:
            return None
        if joined.first is None:
            newest = newest_match(db)
            return joined if (newest.number if newest else 0) >= joined.newest else None
        return joined if prev_of(db, joined.first) == joined.prev else None

    def _met(self, db: sqlite3.Connection, have: int | None, board: BoardCopy | None) -> Agreement | None:
        event, field = self._hub.event, self._hub.field
        if have is not None:
            # They have met before, and this kit's note of it is lost; or it was another kit that met the hub.
            return Agreement(event, field, first=have, prev=prev_of(db, have) or "", filled=True)
        if board is None or board.in_doubt:
            return None
        newest = newest_match(db)
        if newest is None:
            return Agreement(event, field)
        if board.match == newest.id and board.stage == "over":
            return Agreement(event, field, newest.number)
        return Agreement(event, field, newest.number - 1)

    @staticmethod
    def _with_first(db: sqlite3.Connection, joined: Agreement) -> Agreement:
        """With the first record, once the match is there that it belongs to."""
        if joined.first is not None or (match := match_after(db, joined.newest)) is None:
            return joined
        begins = beginning(db, match.id)
        return msgspec.structs.replace(joined, first=begins.number, prev=begins.hash) if begins else joined

    def _widened(self, db: sqlite3.Connection, joined: Agreement) -> Agreement:
        """With the match that the settings name, if that is an earlier one."""
        self.says = None
        if not self._hub.since:
            return joined
        match = match_called(db, self._hub.since)
        begins = beginning(db, match.id) if match else None
        if match is None or begins is None:
            text = N_("[hub] since names {match}, which is not on the record of this kit.")
            self.says = Message(text, {"match": self._hub.since})
            return joined
        if joined.first is not None and joined.first <= begins.number:
            return joined
        return msgspec.structs.replace(
            joined, newest=match.number - 1, first=begins.number, prev=begins.hash, filled=False
        )

    def _keep(self, joined: Agreement) -> None:
        self._joined = joined
        if joined != self._kept:
            self._kept = joined
            self._files.join(joined)
