"""A disk that is full, hangs, or is not there: play goes on, commands are refused, facts are kept."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from fieldkit.errors import Answer
from fieldkit.journal import file as journal_module
from fieldkit.messages import FrameId
from fieldkit.settings import JournalFile, Settings
from tests.fieldkit.referee.test_referee_whistle import report
from tests.support.refereeing import Table, press, table


@contextmanager
def full_disk(kit: Table) -> Iterator[None]:
    """No page more for the journal."""
    db = kit.journal._db
    assert db is not None
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute("CREATE TABLE IF NOT EXISTS ballast (filling BLOB)")
    db.execute("PRAGMA max_page_count = 1")
    (least,) = db.execute("PRAGMA max_page_count").fetchone()
    with_room = least - pages
    assert with_room >= 0
    while True:
        try:
            db.execute("INSERT INTO ballast VALUES (zeroblob(200))")
        except sqlite3.OperationalError:
            break
    yield
    db.execute("PRAGMA max_page_count = 100000")


@contextmanager
def hanging_disk(kit: Table) -> Iterator[None]:
    """Another connection sits on the file and does not let go."""
    with closing(sqlite3.connect(kit.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "_BUSY_S", 0.02)


@pytest.mark.parametrize("trouble", [full_disk, hanging_disk])
def test_commands_are_refused_and_nothing_changes_while_the_disk_fails(
    kit: Table, caplog: pytest.LogCaptureFixture, trouble: object
) -> None:
    kit.begin()
    text = "x" * 4000
    with trouble(kit):  # type: ignore[operator]
        refused = kit.do("finish", id="f", reason=text)
        assert (refused.status, refused.body["error"]["code"]) == (503, "not_stored")
        assert kit.do("finish", id="f", reason=text).status == 503
        assert (kit.view["phase"], kit.view["seq"]) == ("ready", 1)
        assert kit.alarms == ["disk"]
        assert kit.view["kit"]["disk"] == "failing"
        assert kit.referee.health()["ok"] is False
        assert kit.referee.seconds_to_wait() == 0.5
    assert caplog.text.count("cannot be written") == 1
    assert kit.do("finish", id="f", reason=text).status == 200
    assert kit.view["phase"] == "over"
    assert kit.alarms == []
    assert kit.view["kit"]["disk"] == "ok"


def test_an_idle_referee_finds_out_that_the_disk_is_back(kit: Table) -> None:
    kit.begin()
    with hanging_disk(kit):
        kit.do("draw")
    kit.referee.turn(0)
    assert kit.alarms == []


def test_a_stop_sounds_is_answered_503_and_recorded_when_it_can_be(kit: Table) -> None:
    kit.running()
    at = kit.clock.now()
    with hanging_disk(kit):
        answer = kit.do("halt", id="s")
        assert [cue.id for cue in kit.whistle.sounded] == ["stop/s"]
        assert answer.status == 503
        assert answer.body["error"]["message"] == "stopped, not yet recorded"
        assert kit.whistle.plans[-1] == ()
        kit.clock.jump(0.1)
        assert kit.do("halt", id="s").body["error"]["message"] == "stopped, not yet recorded"
        assert len(kit.whistle.sounded) == 1
        assert kit.view["phase"] == "round"
    kit.wait(20)
    assert kit.view["phase"] == "stopped"
    repeated = kit.do("halt", id="s")
    assert repeated == Answer(200, {"seq": 3, "events": [{"type": "Halted", "at": at, "reason": None}]})


def test_facts_are_kept_in_the_order_of_their_moments(kit: Table) -> None:
    kit.running()
    with hanging_disk(kit):
        kit.read()
        kit.clock.jump(1)
        stopped = press("p", "stop", kit.clock)
        kit.clock.jump(1)
        kit.hear(report(kit, "close", "cancelled"))
        kit.hear(stopped)
        kit.read(frame=FrameId("h1", "0001", 1))
        assert kit.verdicts == []
    kit.wait(30)
    assert kit.verdicts == ["counted"]
    assert (kit.view["phase"], kit.view["jar"]) == ("stopped", 1)
    assert kit.referee._backlog == []


def test_while_the_disk_hangs_commands_wait_and_the_stop_sounds(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "_BUSY_S", 20.0)
    kit.running()
    kit.journal.close()
    begun = threading.Event()
    monkeypatch.setattr(kit.referee._publisher.disk, "begin", begun.set)
    with hanging_disk(kit):
        given = kit.referee.submit({"id": "g", "type": "give", "player": "ann", "marbles": 1}, "tablet")
        thread = threading.Thread(target=kit.referee.turn, args=(0,))
        thread.start()
        assert begun.wait(5)
        stopped = kit.referee.submit({"id": "s", "type": "halt"}, "tablet")
        joined = kit.referee.submit({"id": "s", "type": "halt"}, "tablet")
        assert joined is stopped
        assert [cue.blast for cue in kit.whistle.sounded] == ["stop"]
        assert not given.done()
    thread.join(10)
    kit.referee.turn(0)
    assert (given.result(0).status, stopped.result(0).status) == (200, 200)
    assert kit.view["phase"] == "stopped"


def test_a_start_press_that_cannot_be_stored_is_left_to_the_whistle(kit: Table) -> None:
    kit.begin()
    with hanging_disk(kit):
        kit.hear(press("p", "start", kit.clock))
    kit.wait(1)
    assert kit.whistle.answered == []
    assert kit.view["phase"] == "ready"


def test_deadlines_wait_for_the_disk_and_keep_their_moments(kit: Table) -> None:
    kit.running()
    with hanging_disk(kit):
        kit.wait(8)
        assert kit.view["phase"] == "round"
        assert kit.referee.seconds_to_wait() == 0.5
    kit.wait(5)
    assert kit.view["phase"] == "break"
    assert kit.referee.match.state.rest_ends < kit.clock.now() + 20_000_000_000  # type: ignore[union-attr]


def test_an_opening_put_off_that_cannot_be_stored_is_not_told_twice(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.begin()
    journal = kit.journal
    append = journal.append
    calls = []

    def slow_then_hung(batch: object) -> None:
        calls.append(batch)
        if len(calls) == 2:
            with hanging_disk(kit):
                append(batch)  # type: ignore[arg-type]
        append(batch)  # type: ignore[arg-type]
        if len(calls) == 1:
            kit.clock.jump(0.2)

    monkeypatch.setattr(journal, "append", slow_then_hung)
    kit.do("go")
    told = kit.whistle.plans[-1]
    assert kit.alarms == ["disk"]
    kit.wait(0.5)
    assert kit.whistle.plans[-1] == told
    assert kit.referee.match.state.opens == told[0].due  # type: ignore[union-attr]


def test_a_kit_without_a_way_to_its_journal_starts_and_takes_it_when_it_is_there(tmp_path: Path) -> None:
    folder = tmp_path / "away"
    with table(folder / "j") as kit:
        assert kit.alarms == ["disk"]
        assert kit.do("begin", game="toy", players=[{"name": "ann"}]).status == 503
        folder.mkdir()
        kit.begin()
        assert kit.alarms == []
        assert kit.view["match"] == "m1"


def test_a_second_copy_that_fails_is_an_alarm(tmp_path: Path) -> None:
    settings = Settings(journal=JournalFile(copy_to=str(tmp_path / "nowhere" / "copy")))
    with table(tmp_path / "j", settings=settings) as kit:
        kit.running()
        assert kit.referee._copies is not None
        kit.referee._copies.start()
        kit.wait(9)
        kit.referee._copies.close()
        kit.referee.turn(0)
        assert kit.alarms == ["copy"]
