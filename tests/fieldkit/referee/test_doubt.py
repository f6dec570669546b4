"""A record that does not hold: nothing of it is shown as right until the referee has chosen how to go on."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fieldkit.cli.commands import main
from fieldkit.journal.backup import copy
from fieldkit.journal.file import witness_path
from fieldkit.journal.reading import all_records, first_bad, reading
from fieldkit.messages import CueReport, FrameId
from fieldkit.settings import JournalFile, Settings
from tests.support.forged import change, forge
from tests.support.refereeing import Table, press, table
from tests.support.toy_game import Toy

EVOLVE = Toy.evolve
DIGIT = "UPDATE records SET events = replace(events, ':2', ':9') WHERE seq = 3"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal of a match with three gifts of marbles, and make a second copy beside it."""
    path = tmp_path / "journal.sqlite3"
    with table(path) as kit:
        kit.begin()
        for marbles in (1, 2, 3):
            kit.clock.jump(60)
            kit.do("give", player="ann", marbles=marbles)
        copy(path, tmp_path / "second.sqlite3")
    return path


def settings(path: Path) -> Settings:
    return Settings(journal=JournalFile(copy_to=str(path.with_name("second.sqlite3"))))


def lost(decisions: int, minutes: int) -> dict[str, int]:
    return {"decisions": decisions, "ms": minutes * 60_000}


def verified(path: Path) -> bool:
    with reading(path) as db:
        return first_bad(db, "m1") is None


def test_a_changed_digit_is_named_and_nothing_of_the_match_is_shown(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change(path, DIGIT)
    with table(path, settings=settings(path)) as kit:
        view = kit.view
        assert view["doubt"] == {
            "record": 3,
            "decision": 3,
            "about": "ann: 9",
            "why": "was changed",
            "good": {"seq": 2, "about": "ann: 1", "score": "ann 1, bob 1", "gone": lost(2, 2)},
            "copy": {"seq": 4, "about": "ann: 3", "score": "ann 6, bob 6", "gone": lost(0, 0)},
            "stop": "halt",
        }
        assert kit.board["doubt"] == {"record": 3}
        assert view["can"] == {"trust_record": True}
        for frame in (view, kit.board):
            assert (frame["match"], frame["stage"], frame["sides"], frame["recent"]) == (
                None,
                "setup",
                [],
                [],
            )
            assert "jar" not in frame
        assert not kit.referee.health()["ok"]
        assert kit.whistle.lamp[-1] is True
    assert "in doubt" in caplog.text


@pytest.mark.parametrize(
    ("statement", "decision", "good", "copy"),
    [
        ("UPDATE records SET wall = 'x' WHERE seq = 1", 1, lost(4, 3), lost(0, 0)),
        ("DELETE FROM records WHERE seq = 4", None, lost(1, 1), lost(0, 0)),
        ("DELETE FROM records WHERE seq = 3", None, lost(2, 2), lost(0, 0)),
    ],
)
def test_each_choice_says_what_it_costs(
    path: Path, statement: str, decision: int | None, good: dict[str, int], copy: dict[str, int]
) -> None:
    change(path, statement)
    with table(path, settings=settings(path)) as kit:
        doubt = kit.view["doubt"]
        assert (doubt["decision"], doubt["good"]["gone"], doubt["copy"]["gone"]) == (decision, good, copy)


def test_a_second_copy_costs_what_came_after_it(path: Path) -> None:
    with table(path) as kit:
        kit.do("give", player="ann", marbles=4)
        kit.clock.jump(120)
        kit.do("give", player="ann", marbles=5)
    change(path, DIGIT)
    with table(path, settings=settings(path)) as kit:
        doubt = kit.view["doubt"]
        # How long the kit was off nobody knows: only the time that it saw counts.
        assert (doubt["good"]["gone"], doubt["copy"]["gone"]) == (lost(4, 4), lost(2, 2))


def test_a_decision_written_again_with_its_own_hash_is_the_one_quoted(path: Path) -> None:
    second, forged = path.with_name("second.sqlite3"), path.with_name("forged")
    shutil.copyfile(second, forged)
    with reading(forged) as db:
        row = next(found.row for found in all_records(db) if found.id == 3)
    forge(forged, 3, events=row.events.replace(":2", ":9"))
    with reading(forged) as db:
        made = next(found for found in all_records(db) if found.id == 3)
    change(path, f"UPDATE records SET events = '{made.row.events}', hash = '{made.hash}' WHERE id = 3")
    with table(path) as kit:
        doubt = kit.view["doubt"]
        assert (doubt["decision"], doubt["about"], doubt["good"]["seq"]) == (3, "ann: 9", 2)


def test_a_match_that_was_over_is_not_final_while_its_record_is_in_doubt(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with table(path) as kit:
        kit.begin()
        kit.do("give", player="ann", marbles=2)
        kit.do("finish", reason="rain")
        assert kit.view["stage"] == "over"
    change(path, "UPDATE records SET wall = 'later' WHERE seq = 2")
    with table(path) as kit:
        assert kit.view["stage"] == kit.board["stage"] == "setup"
        assert kit.do("begin", game="toy", players=[{"name": "eve"}]).status == 409
        kit.do("trust_record", choose="last_good")
        assert kit.view["stage"] == "ready"


@pytest.mark.parametrize("again", [False, True])
def test_the_referee_goes_on_from_the_last_good_decision(path: Path, again: bool) -> None:
    change(path, DIGIT)
    if again:
        with table(path) as kit:
            assert kit.view["doubt"]
    with table(path, settings=settings(path)) as kit:
        asked = {"id": "choice", "type": "trust_record", "choose": "last_good"}
        futures = [kit.referee.submit(asked, "tablet") for _ in range(2)]
        kit.referee.turn(0)
        answers = [future.result(0) for future in futures]
        assert [answer.status for answer in answers] == [200, 200]
        assert kit.view["doubt"] is None
        assert (kit.view["jar"], kit.view["seq"]) == (1, 3)
        assert "in doubt: play went on from decision 2" in kit.view["recent"][0]["text"]
        assert not kit.view["recent"][0]["can_strike"]
        assert kit.do("give", player="bob", marbles=5).status == 200
        repeated = kit.referee.submit(asked, "tablet")
        kit.referee.turn(0)
        assert repeated.result(0).body == answers[0].body
    assert verified(path)
    with table(path) as kit:
        assert (kit.view["doubt"], kit.view["jar"], kit.view["seq"]) == (None, 6, 4)


def test_the_referee_takes_the_second_copy_and_the_damaged_file_is_kept(path: Path) -> None:
    change(path, DIGIT)
    damaged = path.read_bytes()
    with table(path, settings=settings(path)) as kit:
        assert kit.do("trust_record", choose="second_copy").status == 200
        assert (kit.view["doubt"], kit.view["jar"], kit.view["seq"]) == (None, 6, 5)
        assert "the second copy was taken, up to decision 4" in kit.view["recent"][0]["text"]
    assert verified(path)
    assert len(path.with_name("journal.sqlite3.before-copy-1").read_bytes()) == len(damaged)


@pytest.mark.parametrize("spoil", ["gone", "shorter", "damaged", "another match"])
def test_a_second_copy_that_is_not_whole_and_longer_is_not_offered(path: Path, spoil: str) -> None:
    second = path.with_name("second.sqlite3")
    if spoil == "gone":
        second.unlink()
    elif spoil == "shorter":
        change(second, "DELETE FROM records WHERE id > 2")
        forge(second, 0)
    elif spoil == "damaged":
        change(second, "UPDATE records SET by = 'x' WHERE id = 4")
    else:
        forge(second, 1, wall="another day")
    change(path, DIGIT)
    with table(path, settings=settings(path)) as kit:
        assert kit.view["doubt"]["copy"] is None
        refused = kit.do("trust_record", choose="second_copy")
        assert (refused.status, refused.body["error"]["code"]) == (409, "no_copy")
        assert kit.view["doubt"]


def test_in_doubt_commands_are_refused_facts_wait_and_a_stop_sounds(path: Path) -> None:
    change(path, DIGIT)
    with table(path) as kit:
        refused = kit.do("give", player="ann", marbles=1)
        assert (refused.status, refused.body["error"]["code"]) == (409, "in_doubt")
        stopped = kit.do("halt")
        assert [cue.blast for cue in kit.whistle.sounded] == ["stop"]
        assert (stopped.status, stopped.body["error"]["message"]) == (503, "stopped, not yet recorded")
        kit.read("AA01")
        kit.read("AA01", frame=FrameId("h1", "0001", 1))
        assert kit.verdicts == []
        kit.hear(press("p", "stop", kit.clock))
        assert kit.whistle.answered == []
        kit.hear(CueReport("c", "warn", kit.clock.now(), "missed"))
        kit.do("trust_record", choose="last_good")
        assert kit.whistle.answered == ["p"]
        assert kit.verdicts == ["refused"]
        assert kit.do("give", player="ann", marbles=1).status == 200
    with reading(path) as db:
        given = [values for (values,) in db.execute("SELECT input FROM records WHERE by = 'whistle'")]
    assert len(given) == 1


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"choose": "last_good"}, 403, "not_yours"),
        ({"choose": "something"}, 400, "bad_command"),
        ({}, 400, "bad_command"),
    ],
)
def test_only_the_referee_chooses_and_only_what_there_is(
    path: Path, fields: dict[str, Any], status: int, code: str
) -> None:
    change(path, DIGIT)
    with table(path) as kit:
        by = "seat/ann" if status == 403 else "tablet"
        future = kit.referee.submit({"id": "c", "type": "trust_record", **fields}, by)
        kit.referee.turn(0)
        answer = future.result(0)
        assert (answer.status, answer.body["error"]["code"]) == (status, code)
        assert kit.view["doubt"]


def test_a_dry_run_of_the_choice_changes_nothing(path: Path) -> None:
    change(path, DIGIT)
    with table(path) as kit:
        assert kit.do("trust_record", choose="last_good", dry_run=True).status == 200
        assert kit.view["doubt"]


def test_a_record_that_holds_leaves_nothing_to_choose(path: Path) -> None:
    with table(path) as kit:
        refused = kit.do("trust_record", choose="last_good")
        assert (refused.status, refused.body["error"]["code"]) == (409, "not_in_doubt")
        assert kit.view["doubt"] is None


def _lost_at_two(self: Toy, state: Any, event: Any) -> Any:
    assert getattr(event, "marbles", 0) != 2
    return EVOLVE(self, state, event)


def test_records_that_make_no_sense_to_the_game_are_in_doubt_from_there_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Toy, "evolve", _lost_at_two)
        with table(path) as kit:
            assert (kit.view["doubt"]["record"], kit.view["doubt"]["why"]) == (3, "makes no sense")
            assert kit.view["doubt"]["good"]["seq"] == 2
            assert kit.do("trust_record", choose="last_good").status == 200
            assert kit.view["jar"] == 1
    assert verified(path)


def test_a_journal_that_was_removed_while_the_kit_was_off_is_missed(path: Path) -> None:
    path.unlink()
    with table(path, settings=settings(path)) as kit:
        doubt = kit.view["doubt"]
        assert (doubt["decision"], doubt["why"], doubt["good"]["seq"]) == (None, "is missing", 0)
        assert (doubt["copy"]["seq"], doubt["good"]["gone"]) == (4, lost(4, 3))
        assert kit.do("trust_record", choose="second_copy").status == 200
        assert kit.view["jar"] == 6
    path.unlink()
    path.with_name("second.sqlite3").unlink()
    with table(path) as kit:
        assert kit.do("trust_record", choose="last_good").status == 200
        assert kit.view["doubt"] is None
        kit.begin()
    assert verified(path)


def test_a_new_card_is_offered_the_old_ones_copy_until_somebody_has_chosen(
    path: Path, tmp_path: Path
) -> None:
    for name in ("untouched", "taken"):
        new = tmp_path / name / "journal.sqlite3"
        new.parent.mkdir()
        for _ in range(2):
            with table(new, settings=settings(path)) as kit:
                doubt = kit.view["doubt"]
                assert (doubt["record"], doubt["good"]["seq"], doubt["copy"]["seq"]) == (1, 0, 4)
                assert kit.do("begin", game="toy", players=[{"name": "eve"}]).status == 409
        with table(new, settings=settings(path)) as kit:
            chosen = "second_copy" if name == "taken" else "last_good"
            assert kit.do("trust_record", choose=chosen).status == 200
        with table(new, settings=settings(path)) as kit:
            assert (kit.view["doubt"], bool(kit.view["match"])) == (None, name == "taken")


def test_a_log_that_is_gone_is_missed_by_the_witness_also_when_that_is_lost_later(tmp_path: Path) -> None:
    path, left = tmp_path / "j", tmp_path / "left" / "j"
    left.parent.mkdir()
    with table(path) as kit:
        kit.begin()
        kit.journal.close()
        kit.do("give", player="ann", marbles=2)
        shutil.copyfile(path, left)
        shutil.copyfile(witness_path(path), witness_path(left))
    with table(left) as kit:
        assert (kit.view["doubt"]["record"], kit.view["doubt"]["why"]) == (2, "is missing")
    witness_path(left).unlink()
    with table(left) as kit:
        assert kit.view["doubt"]["record"] == 2


@pytest.mark.parametrize("witness", [b"", b"nonsense", bytes(200), None])
def test_a_witness_that_is_damaged_raises_no_doubt(path: Path, witness: bytes | None) -> None:
    if witness is None:
        witness_path(path).unlink()
    else:
        witness_path(path).write_bytes(witness)
    with table(path) as kit:
        assert (kit.view["doubt"], kit.view["jar"]) == (None, 6)


def test_verify_says_what_does_not_hold(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(path.parent)]
    assert main(["verify", "m1", *data]) == 0
    capsys.readouterr()
    change(path, "DELETE FROM records WHERE id = 4")
    assert main(["verify", "m1", *data]) == 1
    assert "record 4 and what follows it are missing" in capsys.readouterr().err


@pytest.fixture
def played(path: Path) -> Iterator[Table]:
    with table(path) as kit:
        yield kit


@pytest.mark.parametrize("what", ["removed", "replaced", "folder", "log"])
def test_a_journal_that_is_taken_away_from_a_running_kit_is_written_back(tmp_path: Path, what: str) -> None:
    path = tmp_path / "data" / "journal.sqlite3"
    path.parent.mkdir()
    with table(path) as kit:
        kit.begin()
        kit.do("give", player="ann", marbles=1)
        if what == "folder":
            shutil.rmtree(path.parent)
        else:
            Path(f"{path}-wal" if what == "log" else path).unlink()
        if what == "replaced":
            path.write_bytes(b"something else")
        assert kit.do("give", player="ann", marbles=2).status == 200
        assert kit.alarms == ["journal-away"]
        assert kit.do("give", player="ann", marbles=3).status == 200
        assert kit.journal.away == 1
    if what == "replaced":
        assert path.with_name("journal.sqlite3.replaced-1").read_bytes() == b"something else"
    assert verified(path)
    with table(path) as kit:
        assert (kit.view["doubt"], kit.view["jar"]) == (None, 6)


@pytest.mark.parametrize("end", ["", "-wal"])
def test_a_journal_that_is_cut_under_a_running_kit_is_read_again(tmp_path: Path, end: str) -> None:
    """What is answered afterwards is there at the next start: nothing is taken that is not kept."""
    path = tmp_path / "journal.sqlite3"
    with table(path) as kit:
        kit.begin()
        kit.do("give", player="ann", marbles=1)
        os.truncate(f"{path}{end}", 0)
        kit.wait(1)  # it shows
        kit.wait(1)  # it is read again
        if kit.view["doubt"]:
            assert kit.do("trust_record", choose="last_good").status == 200
            kit.begin()
        assert kit.do("give", player="bob", marbles=2).status == 200
        played = kit.view["jar"]
        left = tmp_path / "left"
        left.mkdir()
        for name in ("journal.sqlite3", "journal.sqlite3-wal", "journal.sqlite3-tip"):
            shutil.copyfile(tmp_path / name, left / name)
    with table(left / path.name) as kit:
        assert (kit.view["doubt"], kit.view["jar"]) == (None, played)


def test_an_idle_kit_writes_a_journal_back_that_was_removed(played: Table, path: Path) -> None:
    before = path.stat().st_ino
    path.rename(path.with_name("away"))
    played.wait(1)
    assert path.stat().st_ino != before
    path.with_name("away").replace(path)
    played.wait(1)
    assert played.do("give", player="ann", marbles=4).status == 200
    assert verified(path)


def test_damage_that_shows_while_the_kit_runs_is_mended_without_a_restart(played: Table, path: Path) -> None:
    """What the match was is still known: the file is read again, and a new one made."""
    played.journal.close()
    whole = bytearray(path.read_bytes())
    root = len(whole) - 4096
    whole[root : root + 4096] = bytes(4096)
    path.write_bytes(whole)
    played.do("give", player="ann", marbles=4)
    played.referee.turn(0)
    assert "disk" not in played.alarms
    if played.view["doubt"]:
        assert played.do("trust_record", choose="last_good").status == 200
    assert played.do("give", player="ann", marbles=4).status == 200
    assert list(path.parent.glob("journal.sqlite3.damaged-*"))
    assert verified(path)


def test_the_frames_doubt_is_there_without_a_match_too(kit: Table) -> None:
    assert kit.view["doubt"] is None
    assert msgspec.json.decode(kit.feed.latest.board)["doubt"] is None
