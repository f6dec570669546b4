"""The hub's database: SQLite or PostgreSQL, through SQLAlchemy Core. What it has taken survives the power.

Every method is one transaction and may be called from any thread. What cannot be stored raises NotStored, and
then nothing of it is there. On PostgreSQL the other processes of a hub are told of each change (NOTIFY); a
SQLite file has one process.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite

from fieldkit.errors import FieldkitError, NotStored
from fieldkit.hub.place import Kept
from fieldkit.hub.tables import (
    ACCESS,
    DECISIONS,
    DERIVED,
    MATCHES,
    OUTCOMES,
    RECORDS,
    SCREENS,
    VIEWS,
)
from fieldkit.journal.record import Record, Row
from fieldkit.phrases import N_, Message

CHANNEL = "fieldkit"
"""On which the processes of a hub tell each other what is new."""
PATIENCE_S = 5
"""How long (s) a server may take to be reached."""
BUSY_S = 5.0
"""How long (s) a change waits for a SQLite file that another program holds."""
HASTE_S = 1.0
"""How long (s) the look whether anything could be stored waits: for its turn, and for the file."""
PROBE_S = 1.0
"""How long (s) it counts that the database was, or was not, found to take what comes."""
_MIGRATIONS = Path(__file__).with_name("migrations")
_RECORD = (
    "match", "seq", "boot", "mono_ns", "wall", "by", "command_id", "input", "events", "prev", "hash",
)  # fmt: skip


class Taken(Exception):
    """Another process was first: what is known must be read again, and decided again."""


@dataclass(frozen=True, slots=True)
class Journal:
    """Which journal of which field: a field that gets another kit begins its next ``generation``."""

    event: str
    field: str
    generation: int

    @property
    def where(self) -> dict[str, Any]:
        """Its place, as columns."""
        return {"event": self.event, "field": self.field, "generation": self.generation}


@dataclass(frozen=True, slots=True)
class Begun:
    """A match of a journal: the number of its first record, its game, and a label of when it began.

    ``came`` is the hub's own label of when it heard of it: a field's time of day may be a year off.
    """

    match: str
    number: int
    game: str
    wall: str
    came: str


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision of the organisers, as it is stored."""

    n: int
    kind: str
    body: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class Key:
    """Who may come in: a field (role ``field``) or a person; ``secret`` is the hash of what they show."""

    id: str
    role: str
    name: str
    field: str
    secret: str
    revoked: bool
    at: str


def engine_of(database: str) -> sa.Engine:
    """The database behind a URL; nothing is opened yet."""
    if database.startswith("postgresql://"):
        database = database.replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        is_file = database.startswith("sqlite")
        # Who asks for a server that is away must not wait for minutes.
        given = {} if is_file else {"connect_timeout": PATIENCE_S}
        engine = sa.create_engine(database, pool_size=8, pool_pre_ping=not is_file, connect_args=given)
    except sa.exc.ArgumentError as error:
        raise FieldkitError(N_("[hub] database: {why}"), why=error) from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "do_connect", _existing)
        sa.event.listen(engine, "connect", _careful)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _existing(_: object, __: object, args: list[Any], params: dict[str, Any]) -> None:
    """Make no file where the hub's own was taken away: what is kept open is written back (`Kept`)."""
    args[0] = f"{Path(args[0]).as_uri()}?mode=rw"
    params["uri"] = True


def _careful(connection: sqlite3.Connection, _: object) -> None:
    """What a commit has said is there after a power cut, as in the fields' journals."""
    connection.isolation_level = None  # so that `_begin` decides
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    options = connection.get_execution_options()
    writes, patience = options.get("writes"), options.get("patience", BUSY_S)
    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * patience)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Store:
    """One database. ``name`` is how it is told of in sentences: without a password."""

    def __init__(self, database: str) -> None:
        self._engine = engine_of(database)
        self.name = self._engine.url.render_as_string(hide_password=True)
        self.is_shared = self._engine.dialect.name == "postgresql"
        """Whether other processes may write too."""
        self._kept = None if self.is_shared else Kept(Path(self._engine.url.database or "").absolute())
        self._turn, self._probing = threading.Lock(), threading.Lock()
        self._is_well, self._probe_at = True, 0.0

    @property
    def is_there(self) -> bool:
        """False for a file that nobody has made yet."""
        return self.is_shared or Path(self._engine.url.database or "").exists()

    def open(self) -> None:
        """Bring the tables up to date.

        Raises FieldkitError for one of a newer hub, none at all, or one with less in it than there was.
        """
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS))
        newest = ScriptDirectory.from_config(config)
        try:
            if self._kept is not None:
                self._kept.open()
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                if self.is_shared:
                    # Two processes that start together take turns.
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(7346)"))
                now = MigrationContext.configure(connection).get_current_revision()
                if now is not None and now not in {each.revision for each in newest.walk_revisions()}:
                    text = N_("The database {name} was made by a newer hub; update this one")
                    raise FieldkitError(text, name=self.name)
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
            if self._kept is not None:
                self._kept.check()
        except (sa.exc.SQLAlchemyError, sqlite3.Error) as error:
            text = N_("The database {name} cannot be opened: {why}")
            raise FieldkitError(text, name=self.name, why=_why(error)) from None

    def close(self) -> None:
        """Let all connections go."""
        with contextlib.suppress(NotStored):
            self.look()
        self._engine.dispose()
        if self._kept is not None:
            self._kept.close()

    def look(self) -> None:
        """Write the file back where it was removed or replaced under the hub. Raises NotStored."""
        if self._kept is not None and self._kept.look():
            # A connection that still reads the old file is closed when it is given back.
            self._engine.dispose()

    def takes_writes(self) -> bool:
        """Whether a decision could be stored now; looked up at most every `PROBE_S`."""
        with self._probing:
            now = time.monotonic()
            if now >= self._probe_at:
                self._is_well = self._probe()
                self._probe_at = time.monotonic() + PROBE_S
            return self._is_well

    def _probe(self) -> bool:
        """Try to begin a transaction, with less patience than for one that has something to store."""
        # One that waits for the file has the turn, and may be the first of several.
        if not self._turn.acquire(timeout=HASTE_S):
            return False
        try:
            self.look()
            with self._transaction((), HASTE_S):
                return True
        except (NotStored, Taken):
            return False
        finally:
            self._turn.release()

    @property
    def trouble(self) -> Message | None:
        """What was wrong with the database's place since the hub began."""
        return None if self._kept is None else self._kept.trouble

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read from. Raises NotStored when the database is away."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise NotStored(N_("The hub's database cannot be read: {why}"), why=_why(error)) from error

    @contextlib.contextmanager
    def writing(self, *notices: str) -> Iterator[sa.Connection]:
        """One transaction, with what other processes are told once it is there.

        Raises NotStored when it cannot be, Taken when another process was first.
        """
        if self._kept is None:
            with self._transaction(notices) as db:
                yield db
            return
        # SQLite lets one write at a time in any case.
        with self._turn:
            self.look()
            with self._transaction(notices) as db:
                yield db
            self._kept.note()

    @contextlib.contextmanager
    def _transaction(self, notices: Sequence[str], patience: float = BUSY_S) -> Iterator[sa.Connection]:
        options = {"writes": True, "patience": patience}
        try:
            with self._engine.connect().execution_options(**options) as connection, connection.begin():
                yield connection
                if self.is_shared:
                    for notice in notices:
                        connection.execute(sa.text("SELECT pg_notify(:c, :p)"), {"c": CHANNEL, "p": notice})
        except sa.exc.IntegrityError as error:
            raise Taken from error
        except sa.exc.SQLAlchemyError as error:
            raise NotStored(N_("The hub's database cannot be written: {why}"), why=_why(error)) from error

    @contextlib.contextmanager
    def listening(self) -> Iterator[Callable[[float], list[str]]]:
        """What waits so long (s) for notices of other processes (PostgreSQL alone). Raises NotStored."""
        import psycopg

        try:
            fairy = self._engine.raw_connection()
            try:
                line = fairy.driver_connection
                assert isinstance(line, psycopg.Connection)
                fairy.detach()
                line.autocommit = True
                line.execute(f"LISTEN {CHANNEL}")
                yield lambda seconds: [each.payload for each in line.notifies(timeout=seconds)]
            finally:
                fairy.close()
        except (psycopg.Error, sa.exc.SQLAlchemyError) as error:
            raise NotStored(N_("The hub's database cannot be read: {why}"), why=error) from error

    # Records

    def add_records(self, journal: Journal, begun: Iterable[Begun], records: Sequence[Record]) -> None:
        """Store records, and the matches that begin with them. Raises NotStored, Taken."""
        rows = [
            journal.where
            | {"number": one.id, "prev": one.prev, "hash": one.hash, "input": one.row.given}
            | {name: getattr(one.row, name) for name in _RECORD if name not in ("prev", "hash", "input")}
            for one in records
        ]
        matches = [journal.where | {name: getattr(one, name) for name in Begun.__slots__} for one in begun]
        notice = f"{journal.event} records {journal.field} {records[0].row.match}"
        with self.writing(notice) as db:
            if matches:
                db.execute(MATCHES.insert(), matches)
            db.execute(RECORDS.insert(), rows)

    def ends(self, journal: Journal) -> tuple[int, int, str] | None:
        """The lowest number, the highest without a gap above it, and that one's hash; None without any."""
        mine = [RECORDS.c[name] == value for name, value in journal.where.items()]
        numbers = RECORDS.c.number
        with self.reading() as db:
            query = sa.select(sa.func.min(numbers), sa.func.max(numbers), sa.func.count()).where(*mine)
            low, high, count = db.execute(query).one()
            if low is None:
                return None
            if high - low + 1 != count:
                after = RECORDS.alias()
                follows = [after.c[name] == value for name, value in journal.where.items()]
                is_last = ~sa.exists().where(*follows, after.c.number == numbers + 1)
                high = db.execute(sa.select(sa.func.min(numbers)).where(*mine, is_last)).scalar_one()
            tip = db.execute(sa.select(RECORDS.c.hash).where(*mine, numbers == high)).scalar_one()
        return int(low), int(high), str(tip)

    def hashes(self, journal: Journal, first: int, last: int) -> dict[int, tuple[str, str]]:
        """The hashes before and of each known record from ``first`` to ``last``, by number."""
        columns = RECORDS.c
        mine = [columns[name] == value for name, value in journal.where.items()]
        query = sa.select(columns.number, columns.prev, columns.hash).where(
            *mine, columns.number.between(first, last)
        )
        with self.reading() as db:
            return {number: (prev, own) for number, prev, own in db.execute(query)}

    def last_seq(self, journal: Journal, match: str, before: int) -> int:
        """The number of the match's last decision before the record ``before``; 0 for none."""
        columns = RECORDS.c
        mine = [columns[name] == value for name, value in journal.where.items()]
        query = sa.select(sa.func.max(columns.seq)).where(
            *mine, columns.match == match, columns.number < before
        )
        with self.reading() as db:
            return int(db.execute(query).scalar() or 0)

    def records(self, journal: Journal, match: str) -> list[Record]:
        """All records of a match, in order."""
        mine = [RECORDS.c[name] == value for name, value in journal.where.items()]
        columns = [RECORDS.c.number, *(RECORDS.c[name] for name in _RECORD)]
        query = sa.select(*columns).where(*mine, RECORDS.c.match == match).order_by(RECORDS.c.number)
        with self.reading() as db:
            return [_record(values) for values in db.execute(query)]

    def every_record(self, journal: Journal) -> Iterator[Record]:
        """All records of a journal, in order, read as they are asked for."""
        mine = [RECORDS.c[name] == value for name, value in journal.where.items()]
        columns = [RECORDS.c.number, *(RECORDS.c[name] for name in _RECORD)]
        query = sa.select(*columns).where(*mine).order_by(RECORDS.c.number)
        with self.reading() as db:
            for values in db.execution_options(yield_per=500).execute(query):
                yield _record(values)

    def matches(self, event: str) -> list[tuple[Journal, Begun]]:
        """All matches of an event, field by field."""
        columns = MATCHES.c
        query = sa.select(MATCHES).where(columns.event == event)
        query = query.order_by(columns.field, columns.generation, columns.number)
        with self.reading() as db:
            return [
                (
                    Journal(row.event, row.field, row.generation),
                    Begun(row.match, row.number, row.game, row.wall, row.came),
                )
                for row in db.execute(query)
            ]

    def tip(self, journal: Journal, match: str) -> str:
        """The hash of a match's last record, "" without any."""
        columns = RECORDS.c
        mine = [columns[name] == value for name, value in journal.where.items()]
        query = sa.select(columns.hash).where(*mine, columns.match == match)
        with self.reading() as db:
            return str(db.execute(query.order_by(columns.number.desc()).limit(1)).scalar() or "")

    # Decisions

    def decisions(self, event: str, after: int = 0) -> list[Decided]:
        """The decisions of an event that follow number ``after``."""
        columns = DECISIONS.c
        query = sa.select(columns.n, columns.kind, columns.body, columns.by, columns.at)
        query = query.where(columns.event == event, columns.n > after).order_by(columns.n)
        with self.reading() as db:
            return [Decided(*values) for values in db.execute(query)]

    def decided_on(self, event: str, call: str) -> int | None:
        """The number of the decision that was made on a call."""
        columns = DECISIONS.c
        with self.reading() as db:
            query = sa.select(columns.n).where(columns.event == event, columns.call == call)
            found: int | None = db.execute(query).scalar()
            return found

    def decide(self, event: str, made: Decided, call: str = "") -> None:
        """Store the next decision. Raises NotStored, Taken when its number or its call is taken already."""
        row = {"n": made.n, "kind": made.kind, "body": made.body, "by": made.by, "at": made.at}
        row["call"] = call or None
        with self.writing(f"{event} decided") as db:
            db.execute(DECISIONS.insert(), [{"event": event} | row])

    # What follows from them

    def outcomes(self, event: str) -> list[tuple[Journal, str, str, str]]:
        """The journal, match, tip and body of every outcome that is known."""
        query = sa.select(OUTCOMES).where(OUTCOMES.c.event == event)
        with self.reading() as db:
            return [
                (Journal(row.event, row.field, row.generation), row.match, row.tip, row.body)
                for row in db.execute(query)
            ]

    def set_outcome(self, journal: Journal, match: str, tip: str, body: str) -> None:
        """Keep what follows from a match."""
        key = journal.where | {"match": match}
        self._put(OUTCOMES, key, {"tip": tip, "body": body}, f"{journal.event} outcome {journal.field}")

    def drop_derived(self, event: str) -> None:
        """Forget everything that follows from the sources."""
        with self.writing() as db:
            for table in DERIVED:
                db.execute(table.delete().where(table.c.event == event))

    # Who may come in

    def keys(self, event: str) -> list[Key]:
        """Everybody who may, or might once."""
        columns = ACCESS.c
        query = sa.select(*(columns[name] for name in Key.__slots__)).where(columns.event == event)
        with self.reading() as db:
            return [Key(*values) for values in db.execute(query.order_by(columns.at, columns.id))]

    def add_key(self, event: str, key: Key) -> None:
        """Let one more in. Raises NotStored, Taken where the id is taken."""
        row = {"event": event} | {name: getattr(key, name) for name in Key.__slots__}
        with self.writing(f"{event} access") as db:
            db.execute(ACCESS.insert(), [row])

    def revoke(self, event: str, id: str) -> bool:
        """Let somebody in no longer; False where there is no such one."""
        columns = ACCESS.c
        with self.writing(f"{event} access") as db:
            done = db.execute(
                ACCESS.update().where(columns.event == event, columns.id == id).values(revoked=True)
            )
            return done.rowcount > 0

    def drop_keys(self, event: str, ids: Collection[str]) -> None:
        """Forget some of them, as if they had never been. Raises NotStored."""
        if ids:
            with self.writing(f"{event} access") as db:
                db.execute(ACCESS.delete().where(ACCESS.c.event == event, ACCESS.c.id.in_(list(ids))))

    # What is only the newest

    def set_view(self, event: str, field: str, body: str) -> None:
        """Keep a field's newest view."""
        self._put(VIEWS, {"event": event, "field": field}, {"body": body}, f"{event} view {field}")

    def views(self, event: str) -> dict[str, str]:
        """The newest view of each field."""
        query = sa.select(VIEWS.c.field, VIEWS.c.body).where(VIEWS.c.event == event)
        with self.reading() as db:
            return {field: body for field, body in db.execute(query)}

    def screens(self, event: str) -> list[Mapping[str, Any]]:
        """The screens that are known."""
        columns = SCREENS.c
        query = sa.select(columns.id, columns.name, columns.show, columns.at).where(columns.event == event)
        with self.reading() as db:
            return [dict(row._mapping) for row in db.execute(query.order_by(columns.name, columns.id))]

    def set_screen(self, event: str, id: str, **values: str) -> None:
        """Keep what is new about a screen: its ``name``, what it has to ``show``, when it was seen."""
        key = {"event": event, "id": id}
        with self.reading() as db:
            query = sa.select(SCREENS.c.name, SCREENS.c.show, SCREENS.c.at)
            query = query.where(SCREENS.c.event == event, SCREENS.c.id == id)
            known = db.execute(query).one_or_none()
        old = {"name": "", "show": "", "at": ""} if known is None else dict(known._mapping)
        self._put(SCREENS, key, old | values, f"{event} screens")

    def forget_screen(self, event: str, id: str) -> None:
        """Keep nothing more of a screen."""
        with self.writing(f"{event} screens") as db:
            db.execute(SCREENS.delete().where(SCREENS.c.event == event, SCREENS.c.id == id))

    def _put(self, table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any], notice: str) -> None:
        """Insert or replace one row."""
        # Both databases have it; another process may put the same row at the same moment.
        insert = (postgresql if self.is_shared else sqlite).insert(table).values({**key, **values})
        with self.writing(notice) as db:
            db.execute(insert.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def _record(values: Sequence[Any]) -> Record:
    number, match, seq, boot, mono_ns, wall, by, command_id, given, events, prev, own = values
    return Record(number, Row(match, seq, boot, mono_ns, wall, by, command_id, given, events), prev, own)


def _why(error: Exception) -> str:
    """What the database itself says, in one line."""
    told = getattr(error, "orig", None) or error
    return str(told).strip().split("\n")[0]
