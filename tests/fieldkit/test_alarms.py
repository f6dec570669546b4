"""The alarms, and the wall clock that jumps."""

from __future__ import annotations

import time

import pytest

from fieldkit.alarms import Alarm, Alarms, WallClock


def test_an_alarm_stands_until_it_is_taken_back() -> None:
    alarms = Alarms()
    alarms.set("a", Alarm("It burns.", "Put it out."))
    assert alarms.listed({}) == [{"id": "a", "text": "It burns.", "cure": "Put it out."}]
    alarms.set("a", None)
    alarms.set("a", None)
    assert "a" not in alarms


def test_a_jump_of_the_wall_clock_is_said_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000_000_000_000, 5_000_000_000]
    monkeypatch.setattr(time, "time_ns", lambda: now[0])
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[1])
    alarms, wall = Alarms(), WallClock()

    def go_by(wall_seconds: float, seconds: float) -> bool:
        now[0] += int(wall_seconds * 1e9)
        now[1] += int(seconds * 1e9)
        wall.watch(alarms)
        return "clock" in alarms

    assert not go_by(3, 2)
    assert go_by(3600, 1)
    assert "3600 s" in alarms.listed({})[0]["text"]
    assert go_by(59, 59)
    assert not go_by(2, 2)
    assert go_by(-100, 1)
