"""The hub's database, through SQLAlchemy Core: SQLite, guarded as the fields' journals are, or PostgreSQL."""

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite

from fieldkit.errors import FieldkitError, NotStored
from fieldkit.journal.backup import put_back
from fieldkit.journal.file import FileState, bear_witness, place_of, witness_path, witnessed
from fieldkit.journal.reading import Tip
from fieldkit.phrases import N_, Message

CHANNEL = "fieldkit"
"""On which the processes of a hub tell each other what is new."""
PATIENCE_S = 5
"""The time (s) a server may take to be reached."""
BUSY_S = 5.0
"""The time (s) a change waits for a SQLite file that another program holds."""
HASTE_S = 1.0
"""The time (s) the look whether anything could be stored waits: for its turn, and for the file."""
PROBE_S = 1.0
"""The time (s) for which it counts that the database was, or was not, found to take what comes."""
_MIGRATIONS = Path(__file__).with_name("migrations")


class Conflict(Exception):
    """Another process was first: what is known must be read again, and decided again."""


def engine_of(database: str) -> sa.Engine:
    """Return the database behind a URL; nothing is opened yet."""
    if database.startswith("postgresql://"):
        database = database.replace("postgresql://", "postgresql+psycopg://", 1)
    is_file = database.startswith("sqlite")
    # Who asks for a server that is away must not wait for minutes.
    given = {} if is_file else {"connect_timeout": PATIENCE_S}
    try:
        engine = sa.create_engine(database, pool_size=8, pool_pre_ping=not is_file, connect_args=given)
    except sa.exc.ArgumentError as error:
        raise FieldkitError(N_("[hub] database: {why}"), why=error) from None
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "do_connect", _existing)
        sa.event.listen(engine, "connect", _careful)
        sa.event.listen(engine, "begin", _begin)
    return engine


def _existing(_: object, __: object, args: list[Any], params: dict[str, Any]) -> None:
    """Make no file where the hub's own was taken away: what is kept open is written back (`GuardedFile`)."""
    args[0] = f"{Path(args[0]).as_uri()}?mode=rw"
    params["uri"] = True


def _careful(connection: sqlite3.Connection, _: object) -> None:
    """Make what a commit has said survive a power cut, as in the fields' journals."""
    connection.isolation_level = None  # so that `_begin` decides
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    options = connection.get_execution_options()
    writes, patience = options.get("writes"), options.get("patience", BUSY_S)
    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * patience)}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class Database:
    """One database. ``name`` is how it is told of in sentences: without a password."""

    def __init__(self, database: str) -> None:
        self._engine = engine_of(database)
        self.name = self._engine.url.render_as_string(hide_password=True)
        self.is_shared = self._engine.dialect.name == "postgresql"
        """True if other processes may write too."""
        self._kept = None if self.is_shared else GuardedFile(Path(self._engine.url.database or "").absolute())
        self._turn, self._probing = threading.Lock(), threading.Lock()
        self._is_well, self._probe_at = True, 0.0

    @property
    def is_there(self) -> bool:
        """False for a file that nobody has made yet."""
        return self.is_shared or Path(self._engine.url.database or "").exists()

    def open(self) -> None:
        """Bring the tables up to date. Raises FieldkitError for a newer one, or with less than it had."""
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
        """Return whether a decision could be stored now; looked up at most every `PROBE_S`."""
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
        except (NotStored, Conflict):
            return False
        finally:
            self._turn.release()

    @property
    def trouble(self) -> Message | None:
        """Return what was wrong with the database's place since the hub began."""
        return None if self._kept is None else self._kept.trouble

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection to read from. Raises NotStored when the database is away."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise NotStored(N_("The hub's database cannot be read: {why}"), why=_why(error)) from error

    @contextlib.contextmanager
    def writing(self, *notices: str) -> Iterator[sa.Connection]:
        """One transaction, and what others are told of it. Raises NotStored, Conflict if one was first."""
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
            raise Conflict from error
        except sa.exc.SQLAlchemyError as error:
            raise NotStored(N_("The hub's database cannot be written: {why}"), why=_why(error)) from error

    @contextlib.contextmanager
    def listening(self) -> Iterator[Callable[[float], list[str]]]:
        """Yield a wait (s) for notices of other processes (PostgreSQL alone). Raises NotStored."""
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

    def put(self, table: sa.Table, key: Mapping[str, Any], values: Mapping[str, Any], notice: str) -> None:
        """Insert or replace one row."""
        # Both databases have it; another process may put the same row at the same moment.
        insert = (postgresql if self.is_shared else sqlite).insert(table).values({**key, **values})
        with self.writing(notice) as db:
            db.execute(insert.on_conflict_do_update(index_elements=list(key), set_=dict(values)))


def _why(error: Exception) -> str:
    told = getattr(error, "orig", None) or error
    return str(told).strip().split("\n")[0]


log = logging.getLogger(__name__)

_ENDS = "SELECT (SELECT ifnull(max(rowid), 0) FROM decisions) + (SELECT ifnull(max(rowid), 0) FROM records)"
"""The counts by which a shorter file is known: of neither table anything is ever deleted."""


class GuardedFile:
    """The file of a hub, open from `open` to `close`; any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._place: FileState | None = None
        self._noted = 0
        self.trouble: Message | None = None
        """The trouble with the file's place since the hub began."""

    def open(self) -> None:
        """Hold on to the file, made if it is new. Raises sqlite3.Error, FieldkitError where it is gone."""
        if self._db is None:
            if not self._path.exists():
                self.check()
            self._hold()

    def check(self) -> None:
        """Raise FieldkitError for a file with less in it than there was."""
        had, have = witnessed(self._path).number, 0 if self._db is None else self._count()
        self._noted = have
        if have < had:
            text = N_(
                "The database {path} has {have} decisions and records, and it had {had}: its newest part is "
                "gone. Put the right file back, with those whose names begin like it; to go on without, "
                "remove {tip}."
            )
            raise FieldkitError(text, path=self._path, have=have, had=had, tip=witness_path(self._path).name)

    def look(self) -> bool:
        """Write the open file back where another one, or none, lies; whether it was so. Raises NotStored."""
        with self._lock:
            place = place_of(self._path)
            if self._db is None or (place and self._place and place.files == self._place.files):
                return False
            try:
                put_back(self._db, self._path)
                self._db.close()
                self._hold()
            except (sqlite3.Error, OSError) as error:
                text = N_("The database {path} was removed and cannot be written back: {why}")
                failure = NotStored(text, path=self._path, why=error)
                self.trouble = failure.said
                raise failure from error
            text = N_(
                "The hub's database was removed or replaced, and was written back. Leave {path} alone while "
                "the hub runs; what lay in its place is kept beside it."
            )
            self.trouble = Message(text, {"path": self._path})
            log.error("%s", self.trouble)
            return True

    def note(self) -> None:
        """Let the witness know of what was committed."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if self._db is not None and (count := self._count()) > self._noted:
                bear_witness(self._path, Tip(count, ""))
                self._noted = count

    def close(self) -> None:
        """Let the file go."""
        with self._lock:
            if self._db is not None:
                self._db.close()
            self._db = None

    def _hold(self) -> None:
        self._db = sqlite3.connect(self._path, timeout=5.0, isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._place = place_of(self._path)

    def _count(self) -> int:
        assert self._db is not None
        return int(self._db.execute(_ENDS).fetchone()[0])
