"""The readers of whole hoops are told when a round runs, and the very moment at which it ended."""

from pathlib import Path

import pytest

from fieldkit.messages import BareRound, WhistleHello
from tests.support.refereeing import Table, press
from tests.support.toy_game import ROUND_NS


def ends(kit: Table) -> list[tuple[bool, int]]:
    """Each change of what was told."""
    found: list[tuple[bool, int]] = []
    for running, at in kit.rounds:
        if running != (found[-1][0] if found else False):
            found.append((running, at))
    return found


def test_nothing_runs_before_a_round(kit: Table) -> None:
    kit.begin()
    assert ends(kit) == []


def test_a_round_ends_at_its_deadline_however_late_the_turn_comes(kit: Table) -> None:
    kit.running()
    assert [running for running, _ in ends(kit)] == [True]
    closes = kit.whistle.due["close"]
    kit.wait(60)
    assert ends(kit)[1:] == [(False, closes)]


def test_a_stopped_round_ends_at_the_stop(kit: Table) -> None:
    kit.running()
    kit.clock.jump(1)
    stopped = kit.clock.now()
    assert kit.do("halt").status == 200
    kit.wait(5)
    assert ends(kit)[1:] == [(False, stopped)]


def test_a_press_of_the_stop_button_ends_it_when_it_was_pressed(kit: Table) -> None:
    kit.running()
    pressed = press("p1", "stop", kit.clock)
    kit.clock.jump(0.2)
    kit.hear(pressed)
    assert ends(kit)[1:] == [(False, pressed.at)]


def test_a_bare_round_runs_from_the_word_of_it(kit: Table) -> None:
    kit.begin()
    opened = kit.clock.now()
    kit.hear(BareRound("b1", opened, opened + ROUND_NS))
    assert ends(kit) == [(True, opened)]
    kit.wait(4)
    stopped = kit.clock.now()
    kit.do("halt")
    assert ends(kit)[1:] == [(False, stopped)]


def test_a_bare_round_that_is_over_when_it_is_told_never_ran(kit: Table) -> None:
    kit.begin()
    opened = kit.clock.now()
    kit.clock.jump(30)
    kit.hear(BareRound("b1", opened, opened + ROUND_NS))
    assert ends(kit) == []


def test_a_referee_that_starts_in_a_round_tells_it_before_it_takes_a_ball(kit: Table, tmp_path: Path) -> None:
    kit.running()
    waiting = tuple(cue.id for cue in kit.whistle.plans[-1])
    kit.referee.close()
    again = Table(kit.path, kit.clock)
    try:
        again.referee.take(WhistleHello("w", waiting))
        again.referee.load()
        assert again.rounds == [(True, kit.clock.now())]
        again.referee.rejoin()
        again.wait(60)
        assert [running for running, _ in ends(again)] == [True, False]
    finally:
        again.referee.close()


def test_a_round_that_the_whistle_lost_has_ended(kit: Table) -> None:
    kit.running()
    kit.referee.close()
    again = Table(kit.path, kit.clock)
    try:
        again.open(WhistleHello("other"))
        assert [running for running, _ in ends(again)] == [True, False]
    finally:
        again.referee.close()


def test_readers_that_cannot_be_told_do_not_stop_the_match(
    kit: Table, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(running: bool, at: int) -> None:
        raise OSError("no readers")

    monkeypatch.setattr(kit, "round_runs", gone)
    kit.running()
    assert kit.view["phase"] == "round"
    assert "no readers" in caplog.text
