"""The check list: every limit has a source or a reason, and a kit made of the listed parts can pass."""

import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from fieldkit.battery import EMPTY_V, LOW_V
from fieldkit.messages import WEAK_DBM
from fieldkit.referee.alarms import LOW_MV
from fieldkit.settings import Settings
from hardware.hoops.hoop import SILENT_S
from hardware.wiring import loudness, power
from hardware.wiring.drawings import FOLDER, power_sheet
from hardware.wiring.nets import Resistance
from hardware.wiring.pins import header
from hardware.wiring.shopping import shop
from tests.hardware.wiring import loads
from tests.hardware.wiring.checks import solved, without

ROOT = Path(__file__).parents[3]
PAGE = (FOLDER.parent / "CHECKLIST.md").read_text(encoding="utf-8")
GROUND_PIN = 9
"""The pin of the Pi's header that the drivers' ground goes to."""
NAMES = re.compile(r"RS-485|class 2|ESP32|INA219|12 V on")
"""What is called so; the rail of the battery too."""


class Row(NamedTuple):
    """A check: what is looked at, how, what is good, and the tests that show it with simulated parts."""

    what: str
    how: str
    good: str
    shown: str


ROWS = [Row(*row) for row in re.findall(r"^\| ☐ \| (.+) \| (.+) \| (.+) \| (.+) \|$", PAGE, re.MULTILINE)]
ROWS = [row for row in ROWS if row.what != "what"]
_LIMIT = re.compile(r"^\| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
BY_HAND = {
    limit: (value, why)
    for limit, value, why in _LIMIT.findall(PAGE.partition("| limit | value | why |\n")[2])
}
"""The limits that nothing computes: what each is, its value, and the reason for it."""
VALUES = {limit: value for limit, (value, _) in BY_HAND.items()}
LARGE, SMALL = power.circuits(), power.circuits("whistle")


def _span(hours: list[float]) -> str:
    return f"{min(hours):.0f} to {max(hours):.0f} h"


LIMITS: dict[str, list[object]] = {
    "Q0 guards": ["Q0's own diode, V"],
    "Q0 cold": ["drain to source of Q0, V"],
    "One minus": [GROUND_PIN, "pin to minus rail, Ω"],
    "Silent when killed": ["whistle back, s"],
    "Transistor cold": [
        f"{Settings().whistle.max_on_ms / 1000:g}",
        "drain to source, V",
        "the same with two sirens, V",
    ],
    "The siren's fuse": [
        "the lamp that opens a fuse",
        LARGE["horn"].amperes,
        "until the fuse opens, minutes",
        SMALL["main"].amperes,
        LARGE["main"].amperes,
    ],
    "Loud enough *": [f"{loudness.NEEDED_DB:g}"],
    "Ears *": [f"{loudness.mast_m():g}", f"{loudness.REFEREE_DB:g}"],
    "Battery low": ["a full battery at rest, V", f"{LOW_V:.1f}", f"{EMPTY_V:.1f}"],
    "Battery run-down *": [_span([power.hours(use) for use in power.budget()["uses"]])],
    "Off": ["until the Pi is off, s"],
    "Button cable": ["cable of a button, m"],
    "Heat": ["heat of the Pi, °C"],
    "Set-up *": ["set-up, minutes"],
    "Reader *": ["tag to reader, cm"],
    "Long cables": ["USB cable, m"],
    "The last node's volts": [f"{loads.far_end_volts():.1f}"],
    "Radio range *": ["height of the bridge, m", WEAK_DBM],
    "Cell life": [_span([power.cell_hours(node) for node in power.budget()["cell"]["watts"]]), LOW_MV / 1000],
    "Node away": ["until an alarm, s"],
    "The hoop's edge": ["UHF, inside, cm", "UHF, outside, cm"],
}
"""The limits of each row in their order: what the kit has, or names from the table at the end of the page."""


def _numbers(text: str) -> list[str]:
    """Return the numbers of their own in a text, and not the end of a name like F2 or RS-485."""
    return re.findall(r"(?<![A-Za-z\d.])-?\d+(?:\.\d+)?", NAMES.sub("", text))


@pytest.mark.parametrize("row", ROWS, ids=[row.what for row in ROWS])
def test_a_row_s_limits_are_the_kit_s_or_have_a_reason(row: Row) -> None:
    limits = " ".join(str(VALUES.get(str(limit), limit)) for limit in LIMITS.get(row.what, []))
    assert _numbers(f"{row.how} {row.good}") == _numbers(limits)


def test_every_limit_is_one_of_a_row_and_every_one_by_hand_says_why() -> None:
    assert set(LIMITS) <= {row.what for row in ROWS}
    assert set(VALUES) <= {limit for limits in LIMITS.values() for limit in limits}
    assert len(VALUES) == 19
    assert all(len(why) > 25 for _, why in BY_HAND.values())
    assert header()[GROUND_PIN] == "GND"


def test_what_is_shown_is_shown_by_tests_and_the_rest_says_so() -> None:
    shown = [row.shown.strip("`") for row in ROWS if row.shown != "nothing"]
    assert [path for path in shown if not (ROOT / path).exists()] == []
    assert len(shown) < len(ROWS) / 2


def test_it_asks_for_what_only_people_can_see() -> None:
    said = "\n".join(row.what + row.how for row in ROWS).lower()
    topics = (
        "power-up, power cut, killed, without a pi, wrong way round, one minus, s1 silences, siren's fuse, "
    )
    topics += "loud enough, ears, run-down, the off button, hdmi, in sun, gloves, garden hose, radio range, "
    topics += "with all on, ring out"
    assert [topic for topic in topics.split(", ") if topic not in said] == []


def test_each_way_of_the_minus_is_measured_without_the_other() -> None:
    """Joined to the Pi, a board without its own wire still reaches the rail, by the Pi's supply."""
    circuit = power_sheet().circuit()
    siren = Resistance("drivers.horn", "drivers.minus", 7.3)
    lost = without(replace(circuit, bridges=[*circuit.bridges, siren]), "own.1")
    assert abs(solved(lost).amperes(siren)) > 1
    apart = replace(lost, wires=[wire for wire in lost.wires if "drivers.ref" not in wire])
    assert abs(solved(apart).amperes(siren)) < 0.001
    (row,) = (row for row in ROWS if row.what == "One minus")
    assert "the drivers' board off the Pi" in row.how
    assert "both times" in row.good


def test_nobody_is_told_to_short_a_battery() -> None:
    row = next(row for row in ROWS if row.what == "The siren's fuse")
    assert "lamp" in row.how
    assert "Goggles on" in row.how
    assert not re.search(r"a wire (from|between|across)", " ".join(row.how for row in ROWS), re.IGNORECASE)


def test_the_lamp_opens_the_siren_s_fuse_and_not_the_main_one() -> None:
    """A blade fuse opens within minutes from 1.35 times its amperes, and holds 1.1 times for hours."""
    volts, watts = map(float, re.findall(r"(\d+) [VW]", VALUES["the lamp that opens a fuse"]))
    lamp, machine = watts / volts, power.watts("pi") / volts
    assert lamp > 1.35 * max(LARGE["horn"].amperes, SMALL["horn"].amperes)
    assert lamp + machine < 1.1 * min(LARGE["main"].amperes, SMALL["main"].amperes)


def test_the_lamp_has_the_time_that_a_fuse_may_take() -> None:
    """Littelfuse 0287: 600 s at most at 1.35 times its amperes, 50 s at 1.6 times."""
    volts, watts = map(float, re.findall(r"(\d+) [VW]", VALUES["the lamp that opens a fuse"]))
    most_s = 50 if watts / volts >= 1.6 * SMALL["horn"].amperes else 600
    assert float(VALUES["until the fuse opens, minutes"]) * 60 >= most_s


def test_q0_is_found_when_it_is_turned_round_or_stays_off() -> None:
    flows, hot_ohms, own_diode_v = loads.circuit_amperes("main"), 0.03, 0.6
    assert flows * hot_ohms < float(VALUES["drain to source of Q0, V"]) < own_diode_v
    (row,) = (row for row in ROWS if row.what == "Q0 guards")
    assert "red at S1's end" in row.how


def test_what_the_rows_need_can_be_bought() -> None:
    found = shop()
    assert "goggles" in found.tools
    assert "aa_cells" in found.tools
    for name, kit in found.kits.items():
        if found.count(kit)["box"]:
            assert {"sound_meter", "test_lamp", "ear_plugs", "hand_whistle"} <= set(found.count(kit)), name


def test_the_referee_can_stand_where_the_list_wants_the_meter() -> None:
    assert loudness.level(loudness.mast_m()) <= loudness.REFEREE_DB


def test_the_least_signal_is_the_one_that_the_kit_warns_of() -> None:
    guide = (FOLDER.parent / "HOOPS.md").read_text(encoding="utf-8")
    assert f"under {WEAK_DBM} dBm they warn" in guide


def test_the_last_node_s_volts_keep_its_converter_on() -> None:
    assert loads.far_end_volts() > power.budget()["cable"]["node_min_volts"]


def test_an_alarm_comes_after_the_silence_that_it_tells_of() -> None:
    assert SILENT_S < float(VALUES["until an alarm, s"]) < 2 * SILENT_S
