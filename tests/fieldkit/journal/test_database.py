"""The journal: whole commits, the hash chain, torn ends, damaged files, the second copy."""

import multiprocessing
import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec
import pytest

from fieldkit.errors import Answer, FieldkitError, NotStored
from fieldkit.journal import file
from fieldkit.journal.backup import SecondCopy, copy
from fieldkit.journal.database import Batch, Journal
from fieldkit.journal.reading import (
    COLUMNS,
    Flaw,
    MatchInfo,
    all_records,
    first_bad,
    match_records,
    played,
    reading,
    whole_file,
)
from fieldkit.journal.record import Row, digest
from fieldkit.messages import FrameId
from tests.support.forged import change, forge

BEGUN = '{"type":"command","command":{"type":"begin","game":"toy"}}'


def row(seq: int | None, command_id: str | None = None) -> Row:
    given = BEGUN if seq == 1 else '{"type":"due"}'
    return Row("m1", seq, "boot", 1000 + (seq or 0), "2026-11-21", "tablet", command_id, given, "[]")


def batch(*seqs: int, **more: object) -> Batch:
    """Decisions of the first match, which the first of them begins."""
    if 1 in seqs:
        more["matches"] = [MatchInfo(1, "m1", "toy", "today")]
    return Batch(rows=[row(seq, f"c{seq}") for seq in seqs], **more)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    made = Journal(path)
    assert made.open() == []
    made.append(Batch(matches=[MatchInfo(1, "m1", "toy", "today")], rows=[row(1)]))
    yield made
    made.close()


def bad(path: Path, match: str = "m1") -> Flaw | None:
    with reading(path) as db:
        return first_bad(db, match)


def test_it_is_opened_so_that_a_commit_survives_the_power(journal: Journal) -> None:
    assert journal._db is not None
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_what_was_appended_is_read_again(journal: Journal, path: Path) -> None:
    frame = FrameId("h1", "00ff", 7)
    answer = Answer(409, {"error": {"code": "x"}})
    journal.append(batch(2, 3, answers={"c": answer}, frames={frame: "held"}))
    journal.close()
    again = Journal(path)
    assert again.open() == []
    assert again.answer("c") == answer
    assert again.answer("d") is None
    assert again.verdict(frame) == "held"
    assert again.verdict(FrameId("h1", "00ff", 8)) is None
    assert again.newest() == MatchInfo(1, "m1", "toy", "today")
    records = again.records()
    assert [record.row for record in records] == [row(1), row(2, "c2"), row(3, "c3")]
    assert [record.prev for record in records] == ["", *(record.hash for record in records[:-1])]
    assert all(record.sound for record in records)
    assert bad(path) is None
    again.close()


def test_a_check_is_worth_a_commit_and_nothing_is_not() -> None:
    assert not Batch()
    assert Batch(check="")


def test_a_commit_that_fails_leaves_nothing(journal: Journal, path: Path) -> None:
    journal.append(Batch(answers={"c": Answer(200, {})}))
    with pytest.raises(NotStored, match="cannot be written"):
        journal.append(batch(2, answers={"c": Answer(200, {})}))
    assert len(journal.records()) == 1
    journal.append(batch(2))
    assert bad(path) is None


def test_after_a_commit_that_failed_its_ids_are_free_again(journal: Journal, path: Path) -> None:
    journal.append(batch(2))
    given = batch(3, answers={"c": Answer(200, {})}, frames={FrameId("h1", "00ff", 7): "held"})
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert journal._db is not None
        journal._db.execute("PRAGMA busy_timeout = 10")
        with pytest.raises(NotStored):
            journal.append(given)
        other.execute("ROLLBACK")
    assert journal.answer("c") is None
    assert journal.verdict(FrameId("h1", "00ff", 7)) is None
    journal.append(given)
    assert journal.answer("c") == Answer(200, {})
    assert journal.verdict(FrameId("h1", "00ff", 7)) == "held"
    assert bad(path) is None


def test_what_is_new_is_known_without_asking_the_file(journal: Journal) -> None:
    journal.append(batch(2, answers={"c": Answer(200, {})}, frames={FrameId("h1", "00ff", 7): "held"}))
    journal.close()
    journal.open()
    asked: list[str] = []
    assert journal._db is not None
    journal._db.set_trace_callback(asked.append)
    assert journal.answer("d") is None
    assert journal.verdict(FrameId("h1", "00ff", 8)) is None
    assert asked == []
    assert journal.answer("c") == Answer(200, {})
    assert journal.verdict(FrameId("h1", "00ff", 7)) == "held"
    assert len(asked) == 2


def test_new_ids_that_look_like_taken_ones_are_told_apart(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "BITS", 8)
    journal = Journal(path)
    journal.open()
    journal.append(Batch(answers={f"c{n}": Answer(200, {"seq": n}) for n in range(100)}))
    assert [journal.answer(f"c{n}") for n in (0, 99)] == [Answer(200, {"seq": n}) for n in (0, 99)]
    assert not any(journal.answer(f"d{n}") for n in range(100))
    journal.close()


def test_a_file_that_is_held_by_another_is_not_waited_for_for_ever(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "_BUSY_S", 0.02)
    journal = Journal(path)
    journal.open()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotStored):
            journal.append(batch(1))
        other.execute("ROLLBACK")
    journal.append(batch(1))
    journal.close()


def test_a_full_disk_stores_nothing_and_then_all(journal: Journal, path: Path) -> None:
    assert journal._db is not None
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    large = Batch(rows=[row(seq) for seq in range(2, 500)])
    with pytest.raises(NotStored, match="full"):
        journal.append(large)
    assert len(journal.records()) == 1
    journal._db.execute("PRAGMA max_page_count = 100000")
    journal.append(large)
    assert bad(path) is None


@pytest.mark.parametrize("column", ["events = '[1]'", "mono_ns = 1", "seq = 9", "hash = 'x'", "prev = 'x'"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_record_that_was_changed_is_named_and_waits_for_a_choice(
    journal: Journal, path: Path, column: str, number: int
) -> None:
    journal.append(batch(2, 3))
    journal.append(Batch(answers={"c3": Answer(200, {})}))
    journal.close()
    change(path, f"UPDATE records SET {column} WHERE id = {number}")
    for _ in range(2):
        assert journal.open() == []
        assert journal.flaw is not None
        assert (journal.flaw.number, journal.flaw.why, journal.flaw.good) == (number, "changed", number - 1)
    assert journal.answer("c3") == Answer(200, {})
    journal.cut()
    assert [record.id for record in journal.records()] == list(range(1, number))
    assert journal.answer("c3") is None
    assert journal.open() == []
    assert journal.flaw is None
    journal.append(batch(number))
    assert bad(path) is None
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT id FROM aside").fetchall() == [(each,) for each in range(number, 4)]


@pytest.mark.parametrize(
    ("statement", "named", "why"),
    [
        ("UPDATE records SET by = 'nobody' WHERE id = 2", 2, "changed"),
        ("DELETE FROM records WHERE id = 2", 2, "missing"),
        ("DELETE FROM records WHERE id = 1", 1, "missing"),
        ("UPDATE records SET prev = 'x' WHERE id = 4", 4, "changed"),
    ],
)
def test_verify_names_the_first_bad_record(
    journal: Journal, path: Path, statement: str, named: int, why: str
) -> None:
    journal.append(batch(2, 3, 4, 5))
    change(path, statement)
    found = bad(path)
    assert found is not None
    assert (found.number, found.why) == (named, why)


def test_verify_sees_decisions_of_two_writers_and_a_record_that_was_written_again(
    journal: Journal, path: Path
) -> None:
    journal.append(batch(2, 3))
    journal.append(batch(3, 4))
    found = bad(path)
    assert found is not None
    assert (found.number, found.why, found.good) == (4, "number", 3)
    journal.close()
    change(path, "DELETE FROM records WHERE id > 3")
    with reading(path) as db:
        (second,) = [each for each in all_records(db) if each.id == 2]
    forge(path, 2, by="nobody")
    change(path, f"UPDATE records SET prev = '{second.hash}' WHERE id = 3")
    found = bad(path)
    assert found is not None
    assert found.number == 3
    with closing(sqlite3.connect(path)) as db:
        number, prev = 3, second.hash
        values = db.execute(f"SELECT {COLUMNS} FROM records WHERE id = 3").fetchone()
        sound = digest(number, Row(*values[1:10]), prev)
        db.execute("UPDATE records SET hash = ? WHERE id = 3", (sound,))
        db.commit()
    found = bad(path)
    assert found is not None
    assert (found.number, found.good) == (2, 1)


def test_verify_sees_a_missing_end_and_leaves_later_matches_alone(journal: Journal, path: Path) -> None:
    journal.append(batch(2))
    journal.append(
        Batch(
            matches=[MatchInfo(2, "m2", "toy", "today")],
            rows=[Row("m2", 1, "boot", 1, "w", "tablet", None, "{}", "[]")],
        )
    )
    change(path, "UPDATE records SET by = 'x' WHERE match = 'm2'")
    assert bad(path) is None
    assert bad(path, "m2") is not None
    change(path, "DELETE FROM records WHERE match = 'm2'")
    change(path, "DELETE FROM records WHERE id = 2")
    found = bad(path)
    assert found is not None
    assert (found.number, found.why, found.good) == (2, "missing", 1)


def test_an_index_that_hides_records_hides_none_from_the_check_or_the_start(
    journal: Journal, path: Path
) -> None:
    journal.append(batch(2, 3))
    journal.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        kept = db.execute("SELECT sql FROM sqlite_master WHERE name = 'records_of_match'").fetchone()
        db.execute("UPDATE sqlite_master SET sql = sql || ' WHERE id < 2' WHERE name = 'records_of_match'")
    change(path, "REINDEX records_of_match")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'records_of_match'", kept)
    with reading(path) as db:
        hidden = db.execute("SELECT count(*) FROM records WHERE match = 'm1'").fetchone()
        assert hidden == (1,)
        assert whole_file(db)
        assert first_bad(db, "m1") is None
    (said,) = journal.open()
    assert "3 records were saved" in str(said)
    assert [record.id for record in journal.records()] == [1, 2, 3]
    assert journal.flaw is None


@pytest.mark.parametrize("room", [0, 10_000])
def test_a_torn_write_ahead_log_loses_nothing_that_was_answered(
    path: Path, tmp_path: Path, room: int
) -> None:
    journal = Journal(path)
    journal.open()
    journal.append(batch(1))
    journal.append(batch(2))
    torn = tmp_path / "torn.sqlite3"
    torn.write_bytes(path.read_bytes())
    written = Path(f"{path}-wal").read_bytes().rstrip(b"\0")
    Path(f"{torn}-wal").write_bytes(written[:-100] + bytes(room))
    journal.close()
    again = Journal(torn)
    (said,) = again.open()
    assert "cut off" in str(said)
    assert [record.row.seq for record in again.records()] == [1]
    again.append(batch(2))
    again.close()
    assert bad(torn) is None


def test_commits_write_where_the_log_has_room_already(journal: Journal, path: Path) -> None:
    journal.make_room()
    log = Path(f"{path}-wal")
    length = log.stat().st_size
    for seq in range(2, 30):
        journal.append(batch(seq))
    assert log.stat().st_size == length


@pytest.mark.parametrize("commits", [0, 1, 40])
def test_what_was_committed_into_that_room_is_whole_after_the_power_was_cut(
    path: Path, tmp_path: Path, commits: int
) -> None:
    journal = Journal(path)
    journal.open()
    journal.make_room()
    for seq in range(1, commits + 1):
        journal.append(batch(seq))
    left = tmp_path / "left.sqlite3"
    left.write_bytes(path.read_bytes())
    Path(f"{left}-wal").write_bytes(Path(f"{path}-wal").read_bytes())
    journal.close()
    again = Journal(left)
    assert again.open() == []
    assert [record.row.seq for record in again.records()] == list(range(1, commits + 1))
    again.append(batch(commits + 1))
    again.close()
    assert bad(left) is None


@pytest.mark.parametrize(
    "rubbish", [b"this is no database, surely not one" * 40, b"SQLite format 3\x00" + bytes(4000)]
)
def test_a_file_that_is_no_database_is_moved_aside(path: Path, rubbish: bytes) -> None:
    path.write_bytes(rubbish)
    journal = Journal(path)
    (said,) = journal.open()
    assert "journal.sqlite3.damaged-1" in str(said)
    journal.append(batch(1))
    journal.close()
    assert path.with_name("journal.sqlite3.damaged-1").read_bytes() == rubbish
    path.write_bytes(rubbish)
    assert "damaged-2" in str(journal.open()[0])
    journal.close()


def test_what_can_be_read_of_a_damaged_file_is_taken_over(journal: Journal, path: Path) -> None:
    journal.append(Batch(answers={"c": Answer(200, {})}))
    for seq in range(2, 400):
        journal.append(batch(seq))
    journal.close()
    whole = bytearray(path.read_bytes())
    whole[-3 * 4096 :] = os.urandom(3 * 4096)
    path.write_bytes(whole)
    (said,) = journal.open()
    assert "records were saved" in str(said)
    records = journal.records()
    assert 50 < len(records) < 400
    assert journal.newest() is not None
    assert journal.answer("c") == Answer(200, {})
    journal.append(batch(len(records) + 1))
    assert bad(path) is None


def test_records_of_every_length_are_read_where_sqlite_reads_none(journal: Journal, path: Path) -> None:
    """Also those that are longer than a page, wherever SQLite cuts them."""
    lengths = [*range(3500, 4000, 20), *range(7940, 8000), 8200, 12_000, 30_000, 100_000]
    for seq, length in enumerate(lengths, 2):
        journal.append(Batch(rows=[msgspec.structs.replace(row(seq), events="x" * length)]))
    written = journal.records()
    journal.close()
    whole = path.read_bytes()
    path.write_bytes(bytes(100) + whole[100:])
    (said,) = journal.open()
    assert f"{len(written)} records were saved" in str(said)
    assert journal.records() == written


def test_a_last_record_that_was_changed_is_named_also_where_sqlite_reads_none(
    journal: Journal, path: Path
) -> None:
    journal.append(batch(2, 3))
    journal.close()
    change(path, "UPDATE records SET by = 'x' WHERE id = 3")
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    (said,) = journal.open()
    assert "3 records were saved" in str(said)
    assert journal.flaw is not None
    assert (journal.flaw.number, journal.flaw.why, journal.flaw.good) == (3, "changed", 2)


def test_nothing_is_written_to_a_file_that_was_cut_short(journal: Journal, path: Path) -> None:
    os.truncate(f"{path}-wal", 100)
    with pytest.raises(NotStored, match="its newest records are broken"):
        journal.append(batch(2))
    assert journal.damaged


def test_a_folder_in_the_way_is_no_journal(tmp_path: Path) -> None:
    with pytest.raises(NotStored, match="cannot be opened"):
        Journal(tmp_path).open()
    with pytest.raises(FieldkitError, match="no journal"), reading(tmp_path / "none"):
        pass


def _write_for_ever(path: Path, acknowledged: Connection) -> None:
    journal = Journal(path)
    journal.open()
    seq = 0
    while True:
        seq += 1
        journal.append(batch(seq))
        acknowledged.send(seq)


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_loses_nothing_it_acknowledged(path: Path) -> None:
    spawning = multiprocessing.get_context("spawn")
    last = 0
    for _ in range(2):
        ours, theirs = spawning.Pipe(duplex=False)
        writer = spawning.Process(target=_write_for_ever, args=(path, theirs))
        writer.start()
        theirs.close()
        for _ in range(30):
            assert ours.poll(30)
            last = ours.recv()
        assert writer.pid is not None
        os.kill(writer.pid, signal.SIGKILL)
        writer.join(10)
        while True:
            try:
                last = ours.recv()
            except EOFError:
                break
        ours.close()
        with reading(path) as db:
            seqs = [record.row.seq for record in all_records(db)]
        assert last in seqs
        for left in path.parent.iterdir():
            left.unlink()


def test_the_second_copy_is_whole_also_while_it_is_written_to(journal: Journal, tmp_path: Path) -> None:
    stop = threading.Event()

    def write() -> None:
        seq = 1
        while not stop.is_set():
            seq += 1
            journal.append(batch(seq))

    writer = threading.Thread(target=write)
    writer.start()
    folder = tmp_path / "stick"
    folder.mkdir()
    try:
        for _ in range(5):
            target = copy(journal.path, folder)
            assert target == folder / "journal.sqlite3"
            with reading(target) as db:
                assert played(db)[0].id == "m1"
                assert all(record.sound for record in match_records(db, "m1"))
                assert first_bad(db, "m1") is None
    finally:
        stop.set()
        writer.join(10)
    assert [each.name for each in folder.iterdir()] == ["journal.sqlite3"]


def test_a_copy_that_fails_leaves_the_one_before_it(journal: Journal, tmp_path: Path) -> None:
    target = copy(journal.path, tmp_path / "copy.sqlite3")
    before = target.read_bytes()
    (tmp_path / "copy.sqlite3.part").mkdir()
    with pytest.raises(FieldkitError, match="second copy"):
        copy(journal.path, target)
    assert target.read_bytes() == before


def test_a_copy_of_another_journal_is_kept_beside_the_new_one(journal: Journal, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    before = copy(journal.path, stick).read_bytes()
    new = Journal(tmp_path / "new.sqlite3")
    new.open()
    for seq in (1, 2):
        new.append(batch(seq))
        copy(new.path, stick / journal.path.name)
    new.close()
    assert (stick / "journal.sqlite3.other-1").read_bytes() == before
    assert len(list(stick.iterdir())) == 2
    (stick / journal.path.name).write_bytes(b"what SQLite cannot read")
    copy(journal.path, stick)
    assert (stick / "journal.sqlite3.other-2").read_bytes() == b"what SQLite cannot read"


def test_a_copy_never_takes_the_journals_own_place(journal: Journal, path: Path) -> None:
    for place in (path, path.parent):
        with pytest.raises(FieldkitError, match="that is the journal itself"):
            copy(path, place)
    journal.append(batch(2))
    assert journal.away == 0


def test_the_copying_thread_tells_how_it_went(journal: Journal, tmp_path: Path) -> None:
    told: list[str | None] = []
    heard = threading.Event()

    def tell(wrong: str | None) -> None:
        told.append(wrong)
        heard.set()

    copies = SecondCopy(journal.path, str(tmp_path / "copy"), tell)
    copies.start()
    copies.want()
    assert heard.wait(5)
    copies.close()
    assert not copies._thread.is_alive()
    assert told == [None]
    assert (tmp_path / "copy").exists()
