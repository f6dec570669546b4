"""The tables of the hub, read and written; every method is one transaction, from any thread."""

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict, astuple
from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

from fieldkit.errors import FieldkitError
from fieldkit.hub.database import Database
from fieldkit.journal.reading import Tip
from fieldkit.journal.record import Record, Row

METADATA = MetaData()
_ID = String(64)
_MATCH = ("event", "field", "generation", "match")


def _key(*names: str) -> list[Column[Any]]:
    numbers = ("generation", "number", "n")
    kinds = [(name, Integer() if name in numbers else _ID) for name in names]
    return [Column(name, kind, primary_key=True, autoincrement=False) for name, kind in kinds]


def _given(kind: Any, *names: str) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False) for name in names]


RECORDS = Table(
    "records",
    METADATA,
    *_key("event", "field", "generation", "number"),
    *_given(_ID, "match"),
    Column("seq", Integer),
    *_given(Text, "boot"),
    *_given(BigInteger, "mono_ns"),
    *_given(Text, "wall", "by"),
    Column("command_id", Text),
    *_given(Text, "input", "events"),
    *_given(_ID, "prev", "hash"),
    Index("records_of_match", *_MATCH, "number"),
)
"""A field's records, as they stand in its journal; ``generation`` counts the journals that a field had."""

_BEGAN = (*_given(Integer, "number"), *_given(Text, "game", "wall", "came"))
MATCHES = Table("matches", METADATA, *_key(*_MATCH), *_BEGAN)
"""The matches of these records; ``number`` and ``wall`` are those of the first, ``came`` when it came."""

_SAID = (*_given(String(32), "kind"), *_given(Text, "body", "by", "at"), Column("call", _ID))
_BY_CALL = Index("decisions_by_call", "event", "call", unique=True)
DECISIONS = Table("decisions", METADATA, *_key("event", "n"), *_SAID, _BY_CALL)
"""The organisers' decisions, one after the other; ``body`` is JSON, ``at`` a label of the time of day,
``call`` the id of the call it was decided on."""

ACCESS = Table(
    "access",
    METADATA,
    *_key("event", "id"),
    *_given(String(16), "role"),
    *_given(Text, "name"),
    *_given(_ID, "field", "secret"),
    *_given(Boolean, "revoked"),
    *_given(Text, "at"),
)
"""Keys of fields and people's PINs, by the hash of each; who is logged in, and the key of the cookies. They
are in no archive."""

OUTCOMES = Table("outcomes", METADATA, *_key(*_MATCH), *_given(_ID, "tip"), *_given(Text, "body"))
"""The outcome of each match, and the hash of the last record that was read for it."""

VIEWS = Table("views", METADATA, *_key("event", "field"), *_given(Text, "body"))
"""The newest view of each field, and when it came."""

SCREENS = Table("screens", METADATA, *_key("event", "id"), *_given(Text, "name", "show", "at"))
"""The screens that are there, and what each of them is to show."""

_RECORD = (
    "match", "seq", "boot", "mono_ns", "wall", "by", "command_id", "input", "events", "prev", "hash",
)  # fmt: skip


class Journal(msgspec.Struct, frozen=True):
    """One journal of a field: a field that gets another kit begins its next ``generation``."""

    event: str
    field: str
    generation: int

    @property
    def where(self) -> dict[str, Any]:
        """Its place, as columns."""
        return asdict(self)


class MatchStart(msgspec.Struct, frozen=True):
    """A match of a journal: its first record, its game, when it began, and when the hub heard of it."""

    match: str
    number: int
    game: str
    wall: str
    came: str


class DecisionRow(msgspec.Struct, frozen=True):
    """One decision of the organisers, as it is stored."""

    n: int
    kind: str
    body: str
    by: str
    at: str


class Key(msgspec.Struct, frozen=True):
    """The access of a field (role ``field``) or a person; ``secret`` is the hash of what they show."""

    id: str
    role: str
    name: str
    field: str
    secret: str
    revoked: bool
    at: str


class Store(Database):
    """The tables of the hub, read and written."""

    def _rows(self, query: sa.Select[Any]) -> Sequence[Any]:
        with self.reading() as db:
            return db.execute(query).all()

    # Records

    def add_records(self, journal: Journal, begun: Iterable[MatchStart], records: Sequence[Record]) -> None:
        """Store records, and the matches that begin with them. Raises NotStored, Conflict."""
        rows = []
        for one in records:
            values = (*astuple(one.row), one.prev, one.hash)
            rows.append(journal.where | {"number": one.id} | dict(zip(_RECORD, values, strict=True)))
        matches = [journal.where | asdict(one) for one in begun]
        with self.writing(f"{journal.event} records {journal.field} {records[0].row.match}") as db:
            if matches:
                db.execute(MATCHES.insert(), matches)
            db.execute(RECORDS.insert(), rows)

    def end(self, journal: Journal) -> Tip | None:
        """Return the last record without a gap before it, or None."""
        numbers, mine = RECORDS.c.number, _of(journal)
        query = sa.select(sa.func.min(numbers), sa.func.max(numbers), sa.func.count())
        with self.reading() as db:
            low, high, count = db.execute(query.where(*mine)).one()
            if low is None:
                return None
            if high - low + 1 != count:
                after = RECORDS.alias()
                is_last = ~sa.exists().where(*_of(journal, after), after.c.number == numbers + 1)
                high = db.execute(sa.select(sa.func.min(numbers)).where(*mine, is_last)).scalar_one()
            tip = db.execute(sa.select(RECORDS.c.hash).where(*mine, numbers == high)).scalar_one()
        return Tip(int(high), str(tip))

    def hashes(self, journal: Journal, first: int, last: int) -> dict[int, tuple[str, str]]:
        """Return the hashes before and of each known record from ``first`` to ``last``, by number."""
        columns = RECORDS.c
        query = sa.select(columns.number, columns.prev, columns.hash)
        found = self._rows(query.where(*_of(journal), columns.number.between(first, last)))
        return {number: (prev, own) for number, prev, own in found}

    def last_seq(self, journal: Journal, match: str, before: int) -> int:
        """Return the number of the match's last decision before the record ``before``; 0 for none."""
        columns = RECORDS.c
        query = sa.select(sa.func.max(columns.seq))
        query = query.where(*_of(journal), columns.match == match, columns.number < before)
        return int(self._rows(query)[0][0] or 0)

    def records(self, journal: Journal, match: str) -> list[Record]:
        """Return all records of a match, in order."""
        return list(self.every_record(journal, RECORDS.c.match == match))

    def every_record(self, journal: Journal, *which: sa.ColumnElement[bool]) -> Iterator[Record]:
        """Yield all records of a journal, in order, read as they are asked for."""
        columns = [RECORDS.c.number, *(RECORDS.c[name] for name in _RECORD)]
        query = sa.select(*columns).where(*_of(journal), *which).order_by(RECORDS.c.number)
        with self.reading() as db:
            for values in db.execution_options(yield_per=500).execute(query):
                number, *row, prev, own = values
                yield Record(number, Row(*row), prev, own)

    def matches(self, event: str) -> list[tuple[Journal, MatchStart]]:
        """Return all matches of an event, field by field."""
        columns = MATCHES.c
        query = sa.select(MATCHES).where(columns.event == event)
        rows = self._rows(query.order_by(columns.field, columns.generation, columns.number))
        return [(Journal(*row[:3]), MatchStart(*row[3:])) for row in rows]

    def tip(self, journal: Journal, match: str) -> str:
        """Return the hash of a match's last record, "" without any."""
        query = sa.select(RECORDS.c.hash).where(*_of(journal), RECORDS.c.match == match)
        found = self._rows(query.order_by(RECORDS.c.number.desc()).limit(1))
        return str(found[0][0]) if found else ""

    # Decisions

    def decisions(self, event: str, after: int = 0) -> list[DecisionRow]:
        """Return the decisions of an event that follow number ``after``."""
        columns = DECISIONS.c
        query = sa.select(columns.n, columns.kind, columns.body, columns.by, columns.at)
        query = query.where(columns.event == event, columns.n > after).order_by(columns.n)
        return [DecisionRow(*values) for values in self._rows(query)]

    def decided_on(self, event: str, call: str) -> int | None:
        """Return the number of the decision that was made on a call."""
        columns = DECISIONS.c
        found = self._rows(sa.select(columns.n).where(columns.event == event, columns.call == call))
        return found[0][0] if found else None

    def decide(self, event: str, made: DecisionRow, call: str = "") -> None:
        """Store the next decision. Raises NotStored, Conflict if its number or call is taken."""
        row = {"event": event, "call": call or None} | asdict(made)
        with self.writing(f"{event} decided") as db:
            db.execute(DECISIONS.insert(), [row])

    # What follows from them

    def outcomes(self, event: str) -> list[tuple[Journal, str, str, str]]:
        """Return the journal, match, tip and body of every outcome that is known."""
        rows = self._rows(sa.select(OUTCOMES).where(OUTCOMES.c.event == event))
        return [(Journal(*row[:3]), row.match, row.tip, row.body) for row in rows]

    def set_outcome(self, journal: Journal, match: str, tip: str, body: str) -> None:
        """Keep what follows from a match."""
        key = journal.where | {"match": match}
        self.put(OUTCOMES, key, {"tip": tip, "body": body}, f"{journal.event} outcome {journal.field}")

    def drop_derived(self, event: str) -> None:
        """Forget everything that follows from the sources."""
        with self.writing() as db:
            db.execute(OUTCOMES.delete().where(OUTCOMES.c.event == event))

    # Who may come in

    def keys(self, event: str) -> list[Key]:
        """Everybody who may, or might once."""
        columns = ACCESS.c
        query = sa.select(*(columns[name] for name in Key.__struct_fields__)).where(columns.event == event)
        return [Key(*values) for values in self._rows(query.order_by(columns.at, columns.id))]

    def add_key(self, event: str, key: Key) -> None:
        """Let one more in. Raises NotStored, Conflict where the id is taken."""
        with self.writing(f"{event} access") as db:
            db.execute(ACCESS.insert(), [{"event": event} | asdict(key)])

    def revoke(self, event: str, id: str) -> bool:
        """Let somebody in no longer; False where there is no such one."""
        change = ACCESS.update().where(ACCESS.c.event == event, ACCESS.c.id == id).values(revoked=True)
        with self.writing(f"{event} access") as db:
            return db.execute(change).rowcount > 0

    def drop_keys(self, event: str, ids: Collection[str]) -> None:
        """Forget some of them, as if they had never been. Raises NotStored."""
        if ids:
            with self.writing(f"{event} access") as db:
                db.execute(ACCESS.delete().where(ACCESS.c.event == event, ACCESS.c.id.in_(list(ids))))

    # What is only the newest

    def set_view(self, event: str, field: str, body: str) -> None:
        """Keep a field's newest view."""
        self.put(VIEWS, {"event": event, "field": field}, {"body": body}, f"{event} view {field}")

    def views(self, event: str) -> dict[str, str]:
        """Return the newest view of each field."""
        rows = self._rows(sa.select(VIEWS.c.field, VIEWS.c.body).where(VIEWS.c.event == event))
        return {field: body for field, body in rows}

    def screens(self, event: str) -> list[Mapping[str, Any]]:
        """Return the screens that are known."""
        columns = SCREENS.c
        query = sa.select(columns.id, columns.name, columns.show, columns.at).where(columns.event == event)
        return [dict(row._mapping) for row in self._rows(query.order_by(columns.name, columns.id))]

    def set_screen(self, event: str, id: str, **values: str) -> None:
        """Keep what is new about a screen: its ``name``, what it has to ``show``, when it was seen."""
        known = next((one for one in self.screens(event) if one["id"] == id), {})
        new = {name: values.get(name, known.get(name, "")) for name in ("name", "show", "at")}
        self.put(SCREENS, {"event": event, "id": id}, new, f"{event} screens")

    def forget_screen(self, event: str, id: str) -> None:
        """Keep nothing more of a screen."""
        with self.writing(f"{event} screens") as db:
            db.execute(SCREENS.delete().where(SCREENS.c.event == event, SCREENS.c.id == id))


def _of(journal: Journal, table: sa.FromClause = RECORDS) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in journal.where.items()]


log = logging.getLogger(__name__)

WAIT_S = 1.0
"""The time (s) that one wait for a notice lasts; the end of the process is looked for in between."""
AGAIN_S = 2.0
"""After this many seconds a listener whose database went away tries again."""


class Notices:
    """Hears what other processes have stored, in a thread; ``heard`` gets "" where some were missed."""

    def __init__(self, store: Store, heard: Callable[[str], None]) -> None:
        self._store, self._heard = store, heard
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        if self._store.is_shared:
            self._thread.start()

    def close(self) -> None:
        """Listen no more; waits for the thread."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join(2 * WAIT_S)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._store.listening() as notices:
                    self._heard("")
                    while not self._closing.is_set():
                        for notice in notices(WAIT_S):
                            self._heard(notice)
            except FieldkitError as error:
                log.warning("other processes of the hub are not heard: %s", error)
                self._closing.wait(AGAIN_S)
