"""Records as they come from a field: in order, whole, each the one that follows from the one before."""

import threading
from collections.abc import Sequence
from typing import Annotated

import msgspec

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import Short
from fieldkit.hub.database import Conflict
from fieldkit.hub.store import Journal, MatchStart, Store
from fieldkit.journal.reading import Tip
from fieldkit.journal.record import Record, Row, wall_label
from fieldkit.phrases import N_

MAX_TRIES = 5
"""The number of tries for one push when another process of the hub is always first."""


Number = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
MatchName = Annotated[str, msgspec.Meta(pattern=r"^m[1-9][0-9]{0,8}$(?!\n)", description="a match like m3")]
"""The field's own name of a match."""
GameName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]{0,64}$(?!\n)")]
Recorded = Annotated[str, msgspec.Meta(max_length=8 * 1024**2)]
"""A text of a record, as long as the line of an archive may be. Nobody is shown it as it stands."""


class RecordFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record as a field sends it, with the names of its journal's columns."""

    id: Number
    match: MatchName
    seq: Number | None
    boot: Short
    mono_ns: Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
    wall: Short
    by: Short
    command_id: Short | None
    input: Recorded
    events: Recorded
    prev: Short
    hash: Short

    def record(self) -> Record:
        """Return the record itself; raises Unknown for a text that no database keeps."""
        row = msgspec.structs.astuple(self)[1:-2]
        if any("\0" in text for text in row if isinstance(text, str)):
            text = N_("Record {record} contains an invalid character.")
            raise Unknown("bad_record", text, None, record=self.id)
        return Record(self.id, Row(*row), self.prev, self.hash)


class Refusal(Rejected):
    """Records that are not taken: the hub has the journal up to ``have``, ``record`` is the first wrong."""

    def __init__(self, code: str, template: str, have: int | None, record: int, **params: object) -> None:
        super().__init__(code, template, None, record=record, **params)
        self.have, self.record = have, record


class Intake:
    """Takes records in; any thread, one push of a field after the other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: dict[Journal, threading.Lock] = {}
        self._guard = threading.Lock()
        self._ends: dict[Journal, Tip | None] = {}

    def have(self, journal: Journal) -> int | None:
        """Return the highest number without a gap; None before the first record. Raises NotStored."""
        end = self._end(journal)
        return None if end is None else end.number

    def known(self, journal: Journal) -> int | None:
        """As `have`, as it was last looked at."""
        end = self._ends[journal] if journal in self._ends else self._end(journal)
        return None if end is None else end.number

    def _end(self, journal: Journal) -> Tip | None:
        """Return the last record without a gap before it; None before the first. Raises NotStored."""
        known = self._ends.get(journal)
        if known is not None:
            # Looking for an end reads the whole journal; whether it still is one shows at once.
            near = self._store.hashes(journal, known.number, known.number + 1)
            if near.keys() == {known.number} and near[known.number][1] == known.hash:
                return known
        found = self._ends[journal] = self._store.end(journal)
        return found

    def take(
        self, journal: Journal, match: str, game: str, start: int, records: Sequence[Record]
    ) -> tuple[int, bool]:
        """Store what is new of consecutive records of one match, the first of them numbered ``start``.

        Returns how far the hub has the journal, whether anything was new. Raises Unknown, Refusal, NotStored.
        """
        if not records:
            raise Unknown("no_records", "A push holds at least one record.")
        with self._guard:
            lock = self._locks.setdefault(journal, threading.Lock())
        with lock:
            for _ in range(MAX_TRIES):
                try:
                    return self._taken(journal, match, game, start, records)
                except Conflict:
                    continue
        raise Rejected("busy", "Too many send this field's records at once; try again in a moment.")

    def _taken(
        self, journal: Journal, match: str, game: str, start: int, records: Sequence[Record]
    ) -> tuple[int, bool]:
        have = self.have(journal)
        _hold_together(match, start, records, have)
        # One more at each end, to see that they join.
        known = self._store.hashes(journal, start - 1, records[-1].id + 1)
        if others := [one.id for one in records if one.id in known and known[one.id][1] != one.hash]:
            text = N_(
                "The hub has another record {record} of this field: two kits send under one key, "
                "or the journal was changed."
            )
            raise Refusal("other_bytes", text, have, others[0])
        new = [one for one in records if one.id not in known]
        if not new:
            return have or 0, False
        self._join(have, new, known)
        last = self._store.last_seq(journal, match, new[0].id)
        for seq, one in enumerate((one for one in new if one.row.seq is not None), last + 1):
            if one.row.seq != seq:
                text = N_("Record {record} is not the next decision of its match: one before it is missing.")
                raise Refusal("broken_chain", text, have, one.id)
        is_first = any(one.row.seq == 1 for one in new)
        begun = [MatchStart(match, new[0].id, game, new[0].row.wall, wall_label())] if is_first else []
        self._store.add_records(journal, begun, new)
        if new[0].id == (have or new[0].id - 1) + 1 and records[-1].id + 1 not in known:
            self._ends[journal] = Tip(records[-1].id, records[-1].hash)
        else:
            self._ends.pop(journal, None)
        return self.have(journal) or 0, True

    @staticmethod
    def _join(have: int | None, new: Sequence[Record], known: dict[int, tuple[str, str]]) -> None:
        """Refuse records that leave a gap, or do not follow from those beside them."""
        first, last = new[0], new[-1]
        if have is None:
            return
        if first.id > have + 1:
            text = N_("Records {after} to {before} are missing: go on with {after}.")
            raise Refusal("gap", text, have, first.id, after=have + 1, before=first.id - 1)
        before, after = known.get(first.id - 1), known.get(last.id + 1)
        if (before and before[1] != first.prev) or (after and after[0] != last.hash):
            text = N_("Record {record} does not follow from what the hub has of this field.")
            raise Refusal("broken_chain", text, have, first.id)


def _hold_together(match: str, start: int, records: Sequence[Record], have: int | None) -> None:
    """Refuse records that are not what was written, or do not follow from each other."""
    prev = records[0].prev
    for number, one in enumerate(records, start):
        if one.id != number or one.row.match != match:
            text = N_("Record {record} is not where the address of the push says.")
            raise Refusal("broken_chain", text, have, one.id)
        if not one.sound or one.prev != prev or (one.id == 1 and prev):
            text = N_("Record {record} is not what the field wrote: the journal was changed or is damaged.")
            raise Refusal("broken_chain", text, have, one.id)
        prev = one.hash
