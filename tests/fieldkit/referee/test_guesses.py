"""The alarm about wrong guesses at the PIN."""

import logging

import pytest

from fieldkit.referee.alarms import Alarms
from fieldkit.referee.watches import GUESSES_S, MAX_GUESSES, MIN_GUESSES, Guesses


class Time:
    at = 0.0

    def __call__(self) -> float:
        return self.at


def told(alarms: Alarms) -> list[str]:
    return [each["text"] for each in alarms.listed({}) if each["id"] == "guesses"]


def test_the_alarm_names_the_address_while_it_guesses(caplog: pytest.LogCaptureFixture) -> None:
    time, alarms = Time(), Alarms()
    guesses = Guesses(time)
    for _ in range(MIN_GUESSES - 1):
        guesses.note("10.42.0.17")
        guesses.watch(alarms)
    assert told(alarms) == []
    with caplog.at_level(logging.WARNING):
        for _ in range(100):
            guesses.note("10.42.0.17")
            guesses.watch(alarms)
    assert told(alarms) == ["Somebody is guessing the PIN (10.42.0.17)."]
    assert [record.getMessage() for record in caplog.records] == [
        "wrong PINs again and again, most of them from 10.42.0.17"
    ]
    guesses.note("10.42.0.18")
    guesses.watch(alarms)
    assert told(alarms) == ["Somebody is guessing the PIN (mostly 10.42.0.17)."]
    time.at = GUESSES_S + 1
    guesses.watch(alarms)
    assert told(alarms) == []


def test_very_many_guesses_take_no_more_room() -> None:
    guesses = Guesses(Time())
    for n in range(3 * MAX_GUESSES):
        guesses.note(f"fd00::{n:x}")
    assert len(guesses._wrong) == MAX_GUESSES
