"""What a view tells of blasts, so that other devices can play them, and who does."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fieldkit.clock import MS
from fieldkit.journal import file as journal_module
from fieldkit.messages import Cue, CueReport
from fieldkit.referee.cues import Cues
from fieldkit.referee.sounding import HEARD_S, MAX_CUES, MAX_STAND_INS, StandIns, sound_frame
from tests.fieldkit.referee.test_referee_disk import hanging_disk
from tests.support.refereeing import Table, press, table


@pytest.fixture
def kit(tmp_path: Path) -> Any:
    with table(tmp_path / "journal.sqlite3") as kit:
        yield kit


def told(view: Any) -> list[tuple[str, int]]:
    return [(cue["blast"], cue["at"]) for cue in view["cues"]]


def test_everybody_is_told_the_blasts_to_come_and_no_match_has_none(kit: Table) -> None:
    assert kit.view["cues"] == []
    assert "sounding" not in kit.view
    kit.begin()
    kit.do("go")
    due = kit.whistle.due
    for view in (kit.view, kit.board):
        assert told(view) == [("open", due["open"] // MS), ("close", due["close"] // MS)]
        assert len({cue["id"] for cue in view["cues"]}) == 2


def test_a_stop_at_once_is_told_under_its_commands_id_and_takes_the_closing_blast_away(kit: Table) -> None:
    kit.running()
    at = kit.clock.now()
    kit.do("halt", id="s")
    assert kit.board["cues"] == [{"id": "stop/s", "blast": "stop", "at": at // MS}]


@pytest.mark.slow
def test_a_stop_that_cannot_be_stored_is_told_and_nothing_after_it(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "_BUSY_S", 0.02)
    kit.running()
    with hanging_disk(kit):
        assert kit.do("halt", id="s").status == 503
        assert [cue["id"] for cue in kit.board["cues"]] == ["stop/s"]


def test_the_stop_of_the_button_is_told_as_the_whistle_tells_it(kit: Table) -> None:
    kit.running()
    pressed = press("p3", "stop", kit.clock)
    kit.hear(pressed, CueReport("w1/p3", "stop", pressed.at, "sounded", pressed.at, 0))
    assert told(kit.board) == [("stop", pressed.at // MS)]


def test_a_new_match_knows_nothing_of_the_last_ones_stop(kit: Table) -> None:
    kit.begin()
    match = kit.referee.match
    assert match is not None
    cues = Cues(kit.whistle)
    cues.stopped(match, Cue("stop/s", "stop", 5))
    assert [cue.id for cue in cues.told(match)] == ["stop/s"]
    assert cues.told(replace(match, id="m2")) == cues.told(None) == ()


def test_a_view_tells_at_most_six(kit: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    kit.begin()
    match = kit.referee.match
    assert match is not None
    assert match.game.whistle is not None
    many = [Cue(f"c{n}", "warn", n * MS) for n in range(20)]
    monkeypatch.setattr(match.game.whistle, "cues", lambda state: many)
    assert [cue.due // MS for cue in Cues(kit.whistle).told(match)] == list(range(20 - MAX_CUES, 20))


def test_who_stands_in_is_named_until_it_says_otherwise_or_falls_silent(kit: Table) -> None:
    kit.begin()
    kit.referee.stand_in("b1", "tablet", True)
    kit.referee.turn(0)
    kit.referee.stand_in("a1", "computer", True)
    kit.referee.turn(0)
    both = [{"id": "a1", "device": "computer"}, {"id": "b1", "device": "tablet"}]
    assert kit.view["sounding"]["stand_ins"] == kit.board["sounding"]["stand_ins"] == both
    rev = kit.view["rev"]
    kit.referee.stand_in("a1", "computer", True)
    kit.referee.turn(0)
    assert kit.view["rev"] == rev
    kit.referee.stand_in("a1", "computer", False)
    kit.referee.turn(0)
    assert kit.view["sounding"] == {"horn": True, "stand_ins": both[1:]}


def test_a_kit_without_a_horn_says_so_unless_the_match_has_no_blasts() -> None:
    assert sound_frame(True, horn=False)["sounding"] == {"horn": False, "stand_ins": []}
    assert "sounding" not in sound_frame(False, horn=False)


def test_a_device_that_says_nothing_is_forgotten_and_no_more_than_eight_are_known() -> None:
    now = 100.0
    devices = StandIns(lambda: now)
    assert devices.note("t", "tablet", True)
    assert not devices.note("t", "tablet", True)
    assert not devices.note("u", "tablet", False)
    now += HEARD_S - 0.1
    assert [each["id"] for each in devices.listed()] == ["t"]
    now += 0.2
    assert devices.listed() == []
    assert devices.note("t", "tablet", True)
    for number in range(20):
        devices.note(f"d{number}", "tablet", True)
    assert len(devices.listed()) == MAX_STAND_INS
