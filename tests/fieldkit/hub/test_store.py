"""The hub's database: whole or not at all, over SQLite and PostgreSQL, and its tables brought up to date."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from fieldkit.errors import FieldkitError, NotStored
from fieldkit.hub.database import PROBE_S, Conflict, GuardedFile, engine_of
from fieldkit.hub.store import METADATA, DecisionRow, Journal, Key, MatchStart, Store
from fieldkit.journal.reading import Tip
from tests.support.hubs import play, pushes
from tests.support.postgres import Postgres

pytestmark = pytest.mark.slow
NORTH = Journal("cup", "north", 1)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    made.open()
    yield made
    made.close()


@contextmanager
def opened(path: Path) -> Iterator[Store]:
    """Yield the store of a SQLite file, closed in order."""
    store = Store(f"sqlite:///{path}")
    try:
        store.open()
        yield store
    finally:
        store.close()


@contextmanager
def straight_into(database: str) -> Iterator[sa.Connection]:
    """Yield a connection past the hub's own, in one transaction."""
    engine = engine_of(database)
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection
    engine.dispose()


def test_the_steps_make_the_tables_that_the_code_has(store: Store, database: str) -> None:
    with straight_into(database) as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_is_opened_again(store: Store) -> None:
    store.decide("cup", DecisionRow(1, "teams", "{}", "organiser", "now"))
    store.open()
    assert [each.n for each in store.decisions("cup")] == [1]


def test_a_database_of_an_older_hub_is_brought_up_to_date(store: Store, database: str) -> None:
    store.decide("cup", DecisionRow(1, "teams", "{}", "organiser", "now"))
    with straight_into(database) as connection:
        for step in (
            "DROP INDEX decisions_by_call",
            "ALTER TABLE decisions DROP COLUMN call",
            "UPDATE alembic_version SET version_num = 'a1'",
        ):
            connection.execute(sa.text(step))
    store.open()
    store.decide("cup", DecisionRow(2, "teams", "{}", "organiser", "now"), "a-call")
    assert [each.n for each in store.decisions("cup")] == [1, 2]
    assert (store.decided_on("cup", "a-call"), store.decided_on("cup", "another")) == (2, None)
    with pytest.raises(Conflict):
        store.decide("cup", DecisionRow(3, "teams", "{}", "organiser", "now"), "a-call")


def test_a_newer_database_is_refused_in_words(store: Store, database: str) -> None:
    with straight_into(database) as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'z9'"))
    newer = Store(database)
    with pytest.raises(FieldkitError, match="made by a newer hub; update this one"):
        newer.open()
    newer.close()


def test_a_database_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FieldkitError, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path}/nowhere/hub.sqlite3").open()


def test_records_come_back_as_they_were(store: Store, tmp_path: Path) -> None:
    play(tmp_path / "journal.sqlite3")
    ((match, game, start, records),) = pushes(tmp_path / "journal.sqlite3")
    store.add_records(NORTH, [MatchStart(match, start, game, "then", "now")], records)
    assert store.records(NORTH, match) == records == list(store.every_record(NORTH))
    assert store.end(NORTH) == Tip(len(records), records[-1].hash)
    assert store.tip(NORTH, match) == records[-1].hash
    assert store.matches("cup") == [(NORTH, MatchStart(match, 1, game, "then", "now"))]
    assert store.end(Journal("cup", "north", 2)) is None
    assert store.end(Journal("other", "north", 1)) is None


def test_the_end_is_the_last_before_a_gap(store: Store, tmp_path: Path) -> None:
    play(tmp_path / "journal.sqlite3")
    ((_, _, _, records),) = pushes(tmp_path / "journal.sqlite3")
    store.add_records(NORTH, [], [records[0], records[1], records[3]])
    assert store.end(NORTH) == Tip(2, records[1].hash)


def test_a_number_is_taken_once_and_nothing_of_the_rest_is_there(store: Store, tmp_path: Path) -> None:
    play(tmp_path / "journal.sqlite3")
    ((_, _, _, records),) = pushes(tmp_path / "journal.sqlite3")
    store.add_records(NORTH, [], records[1:2])
    with pytest.raises(Conflict):
        store.add_records(NORTH, [], records[:3])
    assert store.end(NORTH) == Tip(2, records[1].hash)


def test_who_decides_second_is_told(store: Store) -> None:
    store.decide("cup", DecisionRow(1, "teams", "{}", "one", "now"))
    with pytest.raises(Conflict):
        store.decide("cup", DecisionRow(1, "teams", "{}", "other", "now"))
    store.decide("other", DecisionRow(1, "teams", "{}", "other", "now"))
    assert [each.by for each in store.decisions("cup")] == ["one"]


def test_keys_are_revoked_for_good(store: Store) -> None:
    store.add_key("cup", Key("k1", "field", "north", "north", "hash", False, "now"))
    assert store.revoke("cup", "k1")
    assert not store.revoke("cup", "k2")
    assert [each.revoked for each in store.keys("cup")] == [True]


def test_a_screen_keeps_what_is_not_said_again(store: Store) -> None:
    store.set_screen("cup", "tv", name="TV left", at="1")
    store.set_screen("cup", "tv", show="standings")
    store.set_screen("cup", "tv", at="2")
    assert store.screens("cup") == [{"id": "tv", "name": "TV left", "show": "standings", "at": "2"}]


def test_a_database_that_takes_nothing_says_so(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/hub.sqlite3")
    store.open()
    with straight_into(f"sqlite:///{tmp_path}/hub.sqlite3") as connection:
        connection.exec_driver_sql("DROP TABLE decisions")
    with pytest.raises(NotStored, match="cannot be written: no such table: decisions"):
        store.decide("cup", DecisionRow(1, "teams", "{}", "one", "now"))
    store.close()


def test_a_file_that_another_program_holds_is_known_soon(tmp_path: Path) -> None:
    """Also while one that has to store waits for it in front."""
    path = tmp_path / "hub.sqlite3"
    with opened(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        assert store.takes_writes()
        other.execute("BEGIN IMMEDIATE")
        waiting = [Thread(target=store.set_view, args=("cup", field, "{}")) for field in ("north", "south")]
        for each in waiting:
            each.start()
        time.sleep(PROBE_S)
        began = time.monotonic()
        assert not store.takes_writes()
        assert time.monotonic() - began < 3
        other.execute("ROLLBACK")
        for each in waiting:
            each.join()
        time.sleep(PROBE_S)
        assert store.takes_writes()
        assert store.views("cup") == {"north": "{}", "south": "{}"}


def test_a_file_that_is_taken_away_under_the_hub_is_written_back(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite3"
    with opened(path) as store:
        store.decide("cup", DecisionRow(1, "teams", "{}", "one", "now"))
        for end in ("", "-wal", "-shm"):
            Path(f"{path}{end}").unlink()
        assert store.takes_writes()
        store.decide("cup", DecisionRow(2, "teams", "{}", "one", "now"))
        assert "was removed or replaced" in str(store.trouble)
        path.rename(tmp_path / "elsewhere")
        path.write_bytes(b"of somebody else")
    assert (tmp_path / "hub.sqlite3.replaced-1").read_bytes() == b"of somebody else"
    with opened(path) as store:
        assert [each.n for each in store.decisions("cup")] == [1, 2]
        assert store.trouble is None


def test_a_file_is_written_back_only_where_another_or_none_lies(tmp_path: Path) -> None:
    file = GuardedFile(tmp_path / "hub.sqlite3")
    file.open()
    found = [file.look()]
    (tmp_path / "hub.sqlite3").unlink()
    found += [file.look(), file.look()]
    file.close()
    assert found == [False, True, False]


def test_a_file_that_cannot_be_written_back_refuses_what_comes(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with opened(folder / "hub.sqlite3") as store:
        folder.rename(tmp_path / "gone")
        folder.write_text("no folder")
        with pytest.raises(NotStored, match="cannot be written back"):
            store.decide("cup", DecisionRow(1, "teams", "{}", "one", "now"))
        assert "cannot be written back" in str(store.trouble)
        assert store.decisions("cup") == []


@pytest.mark.parametrize("ends", [("",), ("", "-wal", "-shm")], ids=["file", "all"])
def test_less_than_there_was_is_refused_until_somebody_says_so(tmp_path: Path, ends: tuple[str, ...]) -> None:
    path = tmp_path / "hub.sqlite3"
    with opened(path) as store:
        store.decide("cup", DecisionRow(1, "teams", "{}", "one", "now"))
    for end in ends:
        Path(f"{path}{end}").unlink(missing_ok=True)
    with (
        pytest.raises(
            FieldkitError, match="has 0 decisions and records, and it had 1: its newest part is gone"
        ),
        opened(path),
    ):
        pass
    if "-wal" in ends:
        assert [each.name for each in tmp_path.iterdir()] == ["hub.sqlite3-tip"], (
            "nothing is made in its place"
        )
    (tmp_path / "hub.sqlite3-tip").unlink()
    with opened(path) as store:
        assert store.decisions("cup") == []


@pytest.mark.needs("postgres")
def test_a_server_that_is_away_takes_nothing() -> None:
    with Postgres() as server:
        store = Store(server.database())
        store.open()
        server.stop()
        assert not store.takes_writes()
        store.close()
