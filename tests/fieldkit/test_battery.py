"""The battery's voltage: which is low, and that a blast, a lost reading or a wavering digit alarms nobody."""

import tomllib
from pathlib import Path

import pytest

from fieldkit.battery import EMPTY_V, KEPT, LOW_V, Gauge, state_of
from fieldkit.messages import Battery
from fieldkit.phrases import Message

GONE = Message("gone")
POWER = Path(__file__).parents[2] / "hardware" / "wiring" / "power.toml"


def fed(*volts: float) -> Gauge:
    gauge = Gauge()
    for each in volts:
        gauge.take(each)
    return gauge


@pytest.mark.parametrize(
    ("volts", "state"),
    [(14.6, "ok"), (12.5, "ok"), (12.49, "low"), (12.0, "low"), (11.9, "empty"), (5.0, "odd"), (19.0, "odd")],
)
def test_each_voltage_has_its_state(volts: float, state: str) -> None:
    assert state_of(volts) == state
    assert fed(volts).now == Battery(state, round(volts, 1))  # type: ignore[arg-type]


def test_the_limits_are_those_of_the_wiring() -> None:
    """The guide and the kit say the same of the same battery."""
    said = tomllib.loads(POWER.read_text(encoding="utf-8"))["battery"]
    assert (said["low_volts"], said["empty_volts"]) == (LOW_V, EMPTY_V)


def test_a_blast_pulls_the_voltage_down_and_alarms_nobody() -> None:
    gauge = fed(*[12.9] * KEPT)
    for _ in range(KEPT // 2):
        gauge.take(11.8)
        assert gauge.now == Battery("ok", 12.9)
    gauge.take(11.8)
    assert gauge.now == Battery("empty", 11.8)


def test_an_alarm_ends_only_well_above_what_raised_it() -> None:
    assert state_of(12.6, "low") == "low"
    assert state_of(12.7, "low") == "ok"
    assert state_of(12.1, "empty") == "empty"
    assert state_of(12.2, "empty") == "low"
    assert state_of(12.6, "ok") == "ok"


def test_the_last_digit_does_not_waver() -> None:
    gauge = fed(13.2)
    shown = set()
    for tenth in range(40):
        gauge.take(13.24 if tenth % 2 else 13.26)
        assert gauge.now is not None
        shown.add(gauge.now.volts)
    assert shown == {13.2}
    for _ in range(KEPT):
        gauge.take(13.31)
    assert gauge.now == Battery("ok", 13.3)


def test_one_lost_reading_is_nothing_and_three_are_an_alarm() -> None:
    gauge = fed(13.2)
    gauge.fail(GONE)
    gauge.fail(GONE)
    assert gauge.now == Battery("ok", 13.2)
    gauge.fail(GONE)
    assert gauge.now == Battery("away", why=GONE)
    gauge.take(12.2)
    assert gauge.now == Battery("low", 12.2)
