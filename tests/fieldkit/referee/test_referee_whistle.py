"""The referee and the whistle: cues, buttons, the stop that does not wait, and starts in a running round."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from fieldkit.clock import MS, NS, Clock
from fieldkit.journal.reading import all_records, reading
from fieldkit.messages import BareRound, Cue, CueReport, StopHeld, WhistleAway, WhistleHello
from fieldkit.referee import referee as referee_module
from tests.support.refereeing import JumpingClock, Table, press, table
from tests.support.toy_game import ROUND_NS, State, ToyWhistle


def report(kit: Table, blast: str, outcome: Any = "sounded", late_ns: int = 0) -> CueReport:
    cue = next(cue for plan in reversed(kit.whistle.plans) for cue in plan if cue.blast == blast)
    return CueReport(cue.id, cue.blast, cue.due, outcome, cue.due + late_ns, late_ns)


def inputs(path: Path) -> list[str]:
    with reading(path) as db:
        return [record.row.given.split('"')[3] for record in all_records(db)]


def test_a_start_orders_both_blasts_within_100_ms(kit: Table) -> None:
    kit.begin()
    kit.do("go")
    now = kit.clock.now()
    assert kit.whistle.blasts == ["open", "close"]
    assert now < kit.whistle.due["open"] <= now + 100 * MS
    assert kit.whistle.due["close"] == kit.whistle.due["open"] + 8 * NS
    assert kit.whistle.bares == [8 * NS]


def test_the_plan_is_sent_only_when_it_changes_and_without_what_has_sounded(kit: Table) -> None:
    kit.begin()
    kit.do("go")
    plans = len(kit.whistle.plans)
    kit.do("give", player="ann", marbles=1)
    assert len(kit.whistle.plans) == plans
    kit.hear(report(kit, "open"))
    assert kit.whistle.blasts == ["close"]


def test_a_cue_is_reported_once_and_moves_no_seq(kit: Table) -> None:
    kit.begin()
    kit.do("go")
    opened = report(kit, "open")
    kit.hear(opened, opened)
    kit.hear(opened, WhistleHello("w1", reports=(opened,)))
    assert inputs(kit.path).count("cue_report") == 1
    assert kit.view["seq"] == 2


@pytest.mark.parametrize(("outcome", "word"), [("late", "80 ms"), ("missed", "did not sound")])
def test_a_late_or_missed_blast_is_an_alarm_until_the_next_one_on_time(
    kit: Table, outcome: str, word: str
) -> None:
    kit.begin()
    kit.do("go")
    kit.hear(report(kit, "open", outcome, 80 * MS))
    assert kit.alarms == ["cue"]
    assert word in kit.view["alarms"][0]["text"]
    assert kit.view["kit"]["whistle"] == "late"
    assert kit.whistle.lamp[-1] is True
    kit.hear(report(kit, "close"))
    assert kit.alarms == []
    assert kit.whistle.lamp[-1] is False


def test_the_whistle_away_is_an_alarm_at_once_and_its_return_gets_the_plan_again(kit: Table) -> None:
    kit.running()
    kit.hear(WhistleAway())
    assert kit.alarms == ["whistle"]
    assert kit.view["kit"]["whistle"] == "away"
    assert kit.referee.health()["whistle"] == "away"
    plans = len(kit.whistle.plans)
    kit.hear(WhistleHello("w2"))
    assert kit.alarms == []
    assert len(kit.whistle.plans) == plans + 1
    assert kit.whistle.blasts == ["close"]
    assert kit.view["phase"] == "round"


@pytest.mark.parametrize(
    ("silent", "boot", "alarms"), [(True, "w2", ["whistle-hung"]), (True, "w1", []), (False, "w2", [])]
)
def test_a_whistle_that_hung_and_was_started_again_is_an_alarm_until_it_sounds(
    kit: Table, silent: bool, boot: str, alarms: list[str]
) -> None:
    kit.running()
    kit.hear(WhistleHello("w1"))
    kit.hear(WhistleAway(silent))
    kit.hear(WhistleAway())
    assert kit.alarms == ["whistle"]
    kit.hear(WhistleHello(boot))
    assert kit.alarms == alarms
    kit.hear(report(kit, "close"))
    assert kit.alarms == []


def test_the_stop_sounds_in_the_hands_of_whoever_hands_it_in(kit: Table) -> None:
    kit.running()
    at = kit.clock.now()
    future = kit.referee.submit({"id": "s", "type": "halt"}, "tablet")
    assert [(cue.id, cue.blast, cue.due) for cue in kit.whistle.sounded] == [("stop/s", "stop", at)]
    kit.clock.jump(0.2)
    kit.referee.turn(0)
    assert future.result(0).body["events"][0] == {"type": "Halted", "at": at, "reason": None}
    assert kit.whistle.plans[-1] == ()


@pytest.mark.parametrize("fields", [{"round": 9}, {"dry_run": True}, {"speed": 3}])
def test_a_stop_that_cannot_be_meant_does_not_sound(kit: Table, fields: dict[str, Any]) -> None:
    kit.running()
    kit.do("halt", **fields)
    assert kit.whistle.sounded == []
    assert kit.view["phase"] == "round"


def test_a_stop_that_came_too_late_does_not_sound_and_one_that_sounded_counts(kit: Table) -> None:
    kit.running()
    now = kit.clock.now() // MS
    assert kit.do("halt", not_after=now - 1).body["error"]["code"] == "too_late"
    assert kit.whistle.sounded == []
    sounded = kit.referee.submit({"id": "h", "type": "halt", "not_after": now + 100}, "tablet")
    assert len(kit.whistle.sounded) == 1
    kit.clock.jump(0.5)
    kit.referee.turn(0)
    assert sounded.result(0).status == 200


def test_a_stop_outside_a_round_does_not_sound(kit: Table) -> None:
    kit.begin()
    assert kit.do("halt").status == 409
    assert kit.whistle.sounded == []


def test_a_stop_while_the_whistle_is_away_says_so(kit: Table) -> None:
    kit.running()
    kit.whistle.here = False
    assert kit.do("halt").status == 200
    kit.referee.turn(0)
    assert kit.alarms == ["whistle"]


def test_a_stop_that_the_whistle_never_heard_is_ordered_again_when_it_is_back(kit: Table) -> None:
    kit.running()
    kit.whistle.here = False
    kit.do("halt")
    kit.clock.jump(2)
    kit.whistle.here = True
    kit.hear(WhistleHello("w1"))
    first, again = kit.whistle.sounded
    assert first == again
    kit.hear(CueReport(again.id, "stop", again.due, "late", kit.clock.now(), 2 * NS))
    kit.hear(WhistleHello("w1"))
    assert len(kit.whistle.sounded) == 2


def test_a_stop_before_the_first_message_after_a_restart_sounds_when_the_whistle_is_there(kit: Table) -> None:
    kit.running()
    kit.whistle.here = False
    stopped = kit.referee.submit({"id": "s", "type": "halt"}, "tablet")
    kit.whistle.here = True
    kit.hear(WhistleHello("w1"))
    assert stopped.result(0).status == 200
    assert [cue.id for cue in kit.whistle.sounded] == ["stop/s", "stop/s"]


def test_an_old_stop_that_is_told_again_cancels_nothing_on_a_full_disk(kit: Table) -> None:
    kit.running()
    closing = kit.whistle.plans[-1][-1]
    kit.journal._connect = failing
    kit.journal.close()
    kit.hear(WhistleHello("w1", (closing.id,), presses=(press("old", "stop", kit.clock),)))
    assert kit.whistle.plans[-1] != ()
    kit.hear(WhistleHello("w1", (), presses=(press("new", "stop", kit.clock),)))
    assert kit.whistle.plans[-1] == ()


def failing(*_: object, **__: object) -> sqlite3.Connection:
    raise sqlite3.OperationalError("disk I/O error")


def test_a_stop_that_is_not_wanted_any_more_is_on_record_as_missed(kit: Table) -> None:
    kit.running()
    kit.whistle.here = False
    kit.do("halt")
    kit.clock.jump(11)
    kit.hear(WhistleHello("w1"))
    assert len(kit.whistle.sounded) == 1
    assert "cue" in kit.alarms


def test_the_start_button_is_answered_once_stored_or_refused(kit: Table) -> None:
    kit.hear(press("p0", "start", kit.clock))
    assert kit.whistle.answered == ["p0"]
    kit.begin()
    kit.hear(press("p1", "start", kit.clock))
    assert kit.view["phase"] == "round"
    kit.hear(press("p2", "start", kit.clock))
    assert kit.whistle.answered == ["p0", "p1", "p2"]
    assert kit.view["round"] == 1


def test_a_start_that_waited_too_long_is_the_whistles_own(kit: Table) -> None:
    kit.begin()
    late = press("p1", "start", kit.clock)
    kit.clock.jump(0.4)
    kit.hear(late)
    assert kit.whistle.answered == []
    assert kit.view["phase"] == "ready"


def test_the_stop_button_counts_at_its_moment_and_once(kit: Table) -> None:
    kit.running()
    pressed = press("p3", "stop", kit.clock)
    kit.clock.jump(0.5)
    kit.hear(pressed)
    assert kit.view["phase"] == "stopped"
    assert kit.whistle.sounded == []
    seq = kit.view["seq"]
    kit.hear(WhistleHello("w1", presses=(pressed,)))
    assert kit.view["seq"] == seq


def test_a_bare_round_is_taken_once_also_after_a_restart(tmp_path: Path) -> None:
    clock = JumpingClock()
    bare = BareRound("b1", clock.now(), clock.now() + 8 * NS)
    with table(tmp_path / "j", clock=clock) as kit:
        kit.begin()
        kit.hear(bare)
        kit.hear(WhistleHello("w1", bares=(bare,)))
        kit.wait(9)
        assert (kit.view["round"], kit.view["phase"]) == (1, "break")
        seq = kit.view["seq"]
    again = Table(tmp_path / "j", clock=clock).open(WhistleHello("w1", bares=(bare,)))
    assert again.view["seq"] == seq
    again.referee.close()


def test_a_bare_round_from_before_the_match_is_not_taken_into_it(kit: Table) -> None:
    bare = BareRound("b0", kit.clock.now(), kit.clock.now() + 8 * NS)
    kit.hear(bare)
    kit.begin()
    kit.hear(WhistleHello("w1", bares=(bare,)))
    assert kit.view["round"] == 0


def test_an_opening_that_the_disk_made_late_is_put_off_and_told_before_it_is_stored(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.begin()
    append = kit.journal.append
    told: list[int] = []

    def slow(batch: Any) -> None:
        told.append(len(kit.whistle.plans))
        append(batch)
        if len(told) == 1:
            kit.clock.jump(0.2)

    monkeypatch.setattr(kit.journal, "append", slow)
    kit.do("go")
    assert kit.whistle.due["open"] == kit.clock.now() + 60 * MS
    assert kit.whistle.due["close"] == kit.whistle.due["open"] + 8 * NS
    assert told[1] == told[0] + 1
    assert inputs(kit.path)[-1] == "slipped"
    kit.wait(1)
    assert inputs(kit.path)[-1] == "slipped"


def test_an_opening_that_nobody_expects_any_more_does_not_sound(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.begin()
    append = kit.journal.append

    def hang(batch: Any) -> None:
        append(batch)
        if kit.view["phase"] != "round":
            kit.clock.jump(3)

    monkeypatch.setattr(kit.journal, "append", hang)
    kit.do("go")
    assert "open" not in kit.whistle.blasts
    assert inputs(kit.path)[-1] == "interrupted"


def test_a_referee_that_starts_again_rejoins_the_round_the_whistle_still_runs(tmp_path: Path) -> None:
    clock = JumpingClock()
    with table(tmp_path / "j", clock=clock) as kit:
        kit.running()
        close = kit.whistle.plans[-1][-1]
        opened = report(kit, "open")
    clock.jump(1)
    again = Table(tmp_path / "j", clock=clock)
    again.open(WhistleHello("w1", waiting=(close.id,), reports=(opened,)))
    assert again.view["phase"] == "round"
    assert set(again.whistle.plans) == {(close,)}
    again.wait(8)
    assert again.view["phase"] == "break"
    again.referee.close()


def test_a_round_that_closed_while_the_referee_was_away_goes_on_at_its_moments(tmp_path: Path) -> None:
    clock = JumpingClock()
    with table(tmp_path / "j", clock=clock) as kit:
        kit.running()
        closed = report(kit, "close")
    clock.jump(10)
    again = Table(tmp_path / "j", clock=clock).open(WhistleHello("w1", reports=(closed,)))
    assert again.view["phase"] == "break"
    assert inputs(tmp_path / "j")[-2:] == ["due", "cue_report"]
    again.referee.close()


def test_a_round_that_the_whistle_no_longer_has_is_interrupted(tmp_path: Path) -> None:
    clock = JumpingClock()
    with table(tmp_path / "j", clock=clock) as kit:
        kit.running()
    again = Table(tmp_path / "j", clock=clock).open(WhistleHello("w2"))
    assert again.view["phase"] == "stopped"
    assert again.whistle.plans[-1] == ()
    again.referee.close()


def test_without_a_word_of_the_whistle_a_round_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referee_module, "HELLO_S", 0.01)
    clock = JumpingClock()
    with table(tmp_path / "j", clock=clock) as kit:
        kit.running()
    with table(tmp_path / "j", clock=clock) as again:
        assert again.view["phase"] == "stopped"
        assert again.alarms == ["whistle"]


def test_after_another_boot_old_deadlines_mean_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path / "j") as kit:
        kit.running()
    monkeypatch.setattr(Clock, "boot", lambda clock: "another boot")
    clock = JumpingClock(at=5000 * NS)
    with table(tmp_path / "j", clock=clock) as again:
        assert again.view["phase"] == "stopped"
        assert inputs(tmp_path / "j")[-1] == "interrupted"


def test_a_blast_that_was_due_on_the_clock_of_another_boot_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cues(self: ToyWhistle, state: State) -> list[Cue]:
        """Return the close for as long as the match knows its round, as a game may that tells it again."""
        return [Cue("round/close", "close", state.opens + ROUND_NS)] if state.opens else []

    monkeypatch.setattr(ToyWhistle, "cues", cues)
    with table(tmp_path / "j") as kit:
        kit.begin()
        kit.do("go")
        assert kit.whistle.blasts == ["close"]
    monkeypatch.setattr(Clock, "boot", lambda clock: "another boot")
    for _ in range(2):
        with table(tmp_path / "j", clock=JumpingClock(at=10 * NS)) as again:
            assert not any(again.whistle.plans)
    with reading(tmp_path / "j") as db:
        assert [one.row.given for one in all_records(db)][-1].count('"missed"') == 1


def test_inputs_that_come_before_the_whistles_first_word_wait_for_it(tmp_path: Path) -> None:
    clock = JumpingClock()
    with table(tmp_path / "j", clock=clock) as kit:
        kit.running()
        close = kit.whistle.plans[-1][-1]
    again = Table(tmp_path / "j", clock=clock)
    future = again.referee.submit({"id": "g", "type": "give", "player": "ann", "marbles": 1}, "tablet")
    again.open(WhistleHello("w1", waiting=(close.id,)))
    assert future.result(0).status == 200
    assert again.view["phase"] == "round"
    again.referee.close()


STOP_HELD_ANSWER = "STOP is held down or its wire is broken: release or fix it, then start."


@pytest.mark.parametrize("at_once", [WhistleHello("w1", stop_held=True), StopHeld(True)])
def test_while_stop_is_down_no_round_starts_and_the_answer_says_why(
    tmp_path: Path, at_once: WhistleHello | StopHeld
) -> None:
    with table(tmp_path / "j") as kit:
        kit.begin()
        kit.hear(at_once)
        answer = kit.do("go")
        assert answer.status == 409
        assert (answer.body["error"]["code"], answer.body["error"]["message"]) == (
            "stop_held",
            STOP_HELD_ANSWER,
        )
        assert kit.do("go", dry_run=True).status == 409
        kit.hear(press("p1", "start", kit.clock))
        assert kit.view["phase"] == "ready"
        assert kit.whistle.answered == ["p1"], "the whistle runs no round by itself"
        kit.hear(StopHeld(False))
        assert kit.do("go").status == 200


def test_without_the_whistle_a_stop_that_was_down_prevents_no_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fieldkit.referee.alarms.STOP_HELD_S", 0.0)
    with table(tmp_path / "j") as kit:
        kit.begin()
        kit.hear(StopHeld(True))
        kit.hear(WhistleAway())
        assert kit.alarms == ["whistle"]
        assert kit.do("go").status == 200
        kit.hear(WhistleHello("w2", stop_held=True))
        assert kit.alarms == ["stop-held"]


def test_a_running_round_and_all_else_goes_on_while_stop_is_down(tmp_path: Path) -> None:
    with table(tmp_path / "j") as kit:
        kit.running()
        kit.hear(StopHeld(True))
        kit.read()
        assert kit.verdicts == ["counted"]


def test_a_deadline_tells_the_game_that_stop_is_down(tmp_path: Path) -> None:
    """Then nothing may start by itself."""
    with table(tmp_path / "j") as kit:
        kit.running()
        kit.hear(StopHeld(True))
        kit.wait(ROUND_NS / NS + 1)
        assert kit.view["phase"] == "break"
    with reading(tmp_path / "j") as db:
        given = [json.loads(one.row.given) for one in all_records(db) if one.row.by == "clock"]
    assert [each["held"] for each in given] == [True]


def test_a_stop_that_stays_down_is_an_alarm_until_it_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path / "j") as kit:
        kit.begin()
        kit.hear(StopHeld(True))
        assert "stop-held" not in kit.alarms, "so it is at every press"
        monkeypatch.setattr("fieldkit.referee.alarms.STOP_HELD_S", 0.0)
        kit.wait(4)
        assert "stop-held" in kit.alarms
        health = kit.referee.health()
        assert (health["stop"], health["ok"]) == ("down", False)
        kit.hear(StopHeld(True), StopHeld(False))
        assert "stop-held" not in kit.alarms
