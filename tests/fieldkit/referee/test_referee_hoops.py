"""Readings of the hoops: what they stand for, their verdicts, and frames that come again."""

from pathlib import Path

import pytest

from fieldkit.messages import FrameId, HoopStatus, Reading
from fieldkit.settings import Settings
from fieldkit.tags.tag_book import TagBook
from tests.support.refereeing import Table, table

TAGS = Settings(
    tags={"aa01": {"ball": "wood"}, "BB02": {"marker": "red"}, "CC03": {"player": "red/3"}},
    button_kinds={"1": "ore"},
)


@pytest.mark.parametrize(
    ("tag", "button", "role", "value", "seen"),
    [
        ("Aa01", None, "ball", "wood", "AA01"),
        ("bb02", None, "marker", "red", "BB02"),
        ("CC03", None, "player", "red/3", "CC03"),
        ("dd04", None, "unknown", "DD04", "DD04"),
        (None, "1", "ball", "ore", None),
        (None, "9", "unknown", "9", None),
    ],
)
def test_the_settings_say_what_a_reading_stands_for(
    tag: str | None, button: str | None, role: str, value: str, seen: str | None
) -> None:
    found = TagBook(TAGS).sighting(Reading("h1", 5, 7, tag, button, None, lambda _: None))
    assert (found.hoop, found.at, found.arrived) == ("h1", 5, 7)
    assert (found.role, found.value, found.tag) == (role, value, seen)


def test_a_reading_is_answered_with_its_verdict_once_it_is_stored(kit: Table) -> None:
    kit.running()
    kit.read()
    kit.read("FFFF")
    kit.read(button="1")
    assert kit.verdicts == ["counted", "refused", "counted"]
    assert kit.view["jar"] == 2


def test_without_a_match_or_at_an_unknown_hoop_a_ball_is_refused(kit: Table) -> None:
    kit.read()
    kit.running()
    kit.read(hoop="h9")
    assert kit.verdicts == ["refused", "refused"]


def test_a_refused_sighting_is_on_the_record_and_moves_no_seq(kit: Table) -> None:
    kit.begin()
    kit.read()
    assert kit.view["seq"] == 1
    assert kit.referee.match.state.ignored == 1  # type: ignore[union-attr]


def test_a_frame_that_comes_again_gets_its_verdict_again_and_counts_nothing(tmp_path: Path) -> None:
    frame, other = FrameId("h1", "7f2a", 1), FrameId("h1", "7f2b", 1)
    with table(tmp_path / "j") as kit:
        kit.running()
        kit.read(frame=frame)
        kit.read(frame=frame)
        now = kit.clock.now()
        for _ in range(3):
            kit.referee.take(Reading("h1", now, now, "AA01", None, other, kit.verdicts.append))
        kit.referee.turn(0)
        assert kit.verdicts == ["counted"] * 5
        assert kit.view["jar"] == 2
        clock = kit.clock
    again = Table(tmp_path / "j", clock=clock)
    again.referee.load()
    again.read(frame=frame)
    assert again.verdicts == ["counted"]
    assert again.view["jar"] == 2
    again.referee.close()


def test_a_hoop_that_cannot_be_told_does_not_stop_the_match(
    kit: Table, caplog: pytest.LogCaptureFixture
) -> None:
    kit.running()

    def gone(verdict: object) -> None:
        raise OSError("the port is gone")

    now = kit.clock.now()
    kit.referee.take(Reading("h1", now, now, "AA01", None, None, gone))
    kit.read()
    assert kit.verdicts == ["counted"]
    assert "the port is gone" in caplog.text


def test_a_silent_hoop_is_an_alarm_with_its_cure(kit: Table) -> None:
    kit.begin()
    kit.hoops["h1"] = HoopStatus("h1", "ok", battery_mv=3900)
    kit.referee.wake()
    kit.referee.turn(0)
    assert kit.view["hoops"][0] == {"id": "h1", "link": "ok", "battery_mv": 3900}
    kit.hoops["h1"] = HoopStatus("h1", "silent", cure="Plug it in.")
    kit.referee.wake()
    kit.referee.turn(0)
    alarm = {"id": "hoop-h1", "text": "Hoop 1 is silent.", "cure": "Plug it in."}
    assert kit.view["alarms"] == [alarm]
    assert kit.view["hoops"][0]["link"] == "silent"
    assert kit.referee.health()["hoops"] == {"h1": "silent"}
    assert kit.whistle.lamp[-1] is True
