"""The check list: every limit has a source or a reason, and a kit made of the listed parts can pass."""

from __future__ import annotations

import re
import string
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from fieldkit.messages import WEAK_DBM
from fieldkit.referee.alarms import LOW_MV
from hardware.hoops.hoop import SILENT_S
from hardware.wiring import checks, loudness, power
from hardware.wiring.checks import BenchCheck
from hardware.wiring.drawings import power_sheet
from hardware.wiring.nets import Resistance
from hardware.wiring.shopping import shop

ROOT = Path(__file__).parents[3]
ROWS = checks.checks().rows
PAGE = checks.PAGE.read_text(encoding="utf-8")
DIGIT = re.compile(r"(?<![A-Za-z])\d")
"""A number of its own, and not the end of a name like F2 or RS-485."""
NAMES = re.compile(r"RS-485|class 2|ESP32|INA219|12 V on")
"""What is called so; the rail of the battery too."""

each_row = pytest.mark.parametrize("row", ROWS, ids=[row.what for row in ROWS])


def _braces(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _own_numbers(row: BenchCheck) -> list[str]:
    text = NAMES.sub("", re.sub(r"\{\w+\}", "", row.how + row.good))
    return DIGIT.findall(text)


def test_the_page_is_made_from_the_file() -> None:
    assert checks.checklist() == PAGE, "run make drawings"


@each_row
def test_no_limit_has_a_number_of_its_own(row: BenchCheck) -> None:
    assert _own_numbers(row) == []


def test_a_number_of_its_own_is_seen() -> None:
    assert _own_numbers(replace(ROWS[0], good="under 100 dB"))
    assert not _own_numbers(replace(ROWS[0], good="F2 opens, S1 off, at {minus_ohms} Ω over RS-485"))


def test_every_value_is_used_and_every_one_by_hand_says_why() -> None:
    used = set().union(*(_braces(row.how + row.good) for row in ROWS))
    assert used == set(checks.values())
    assert not set(checks.figures()) & set(checks.checks().by_hand)
    for each in checks.checks().by_hand.values():
        assert len(each.why) > 25, each.limit
        assert f"| {each.limit} | {each.value} | {each.why} |" in PAGE


def test_every_group_has_rows_and_a_heading() -> None:
    assert {row.group for row in ROWS} == set(checks.checks().groups)
    for title in checks.checks().groups.values():
        assert f"## {title}\n" in PAGE


def test_what_is_shown_is_shown_by_tests_and_the_rest_says_so() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ☐ | ") and "what" not in line[:10]]
    assert len(lines) == len(ROWS)
    for row, line in zip(ROWS, lines, strict=True):
        assert line.endswith(f"| `{row.shown}` |" if row.shown else "| nothing |")
        assert not row.shown or (ROOT / row.shown).exists(), row.what
    assert sum(not row.shown for row in ROWS) > len(ROWS) / 2


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
    lost = replace(circuit, bridges=[*circuit.bridges, siren]).without("own.1")
    assert abs(lost.solve().amperes(siren)) > 1
    apart = replace(lost, wires=[wire for wire in lost.wires if "drivers.ref" not in wire])
    assert abs(apart.solve().amperes(siren)) < 0.001
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
    volts, watts = map(float, re.findall(r"(\d+) [VW]", checks.values()["lamp"]))
    large, small = power.circuits(), power.circuits("whistle")
    lamp, machine = watts / volts, power.watts("pi") / volts
    assert lamp > 1.35 * max(large["horn"].amperes, small["horn"].amperes)
    assert lamp + machine < 1.1 * min(large["main"].amperes, small["main"].amperes)


def test_the_lamp_has_the_time_that_a_fuse_may_take() -> None:
    """Littelfuse 0287: 600 s at most at 1.35 times its amperes, 50 s at 1.6 times."""
    volts, watts = map(float, re.findall(r"(\d+) [VW]", checks.values()["lamp"]))
    most_s = 50 if watts / volts >= 1.6 * power.circuits("whistle")["horn"].amperes else 600
    assert float(checks.values()["opens_min"]) * 60 >= most_s


def test_q0_is_found_when_it_is_turned_round_or_stays_off() -> None:
    flows, hot_ohms, own_diode_v = power.circuit_amperes("main"), 0.03, 0.6
    assert flows * hot_ohms < float(checks.values()["guard_volts"]) < own_diode_v
    (row,) = (row for row in ROWS if row.what == "Q0 guards")
    assert "red at S1's end" in row.how


def test_what_the_rows_need_can_be_bought() -> None:
    found = shop()
    assert "goggles" in found.tools
    assert "aa_cells" in found.tools
    for name, kit in found.kits.items():
        if found.count(kit)["siren"] > 1:
            assert {"sound_meter", "test_lamp", "ear_plugs", "hand_whistle"} <= set(found.count(kit)), name


def test_the_referee_can_stand_where_the_list_wants_the_meter() -> None:
    assert loudness.level(float(checks.values()["mast_m"])) <= float(checks.values()["referee_db"])


def test_the_hours_are_those_of_the_budget() -> None:
    hours = [power.hours(use) for use in power.budget()["uses"]]
    assert checks.values()["hours"] == f"{min(hours):.0f} to {max(hours):.0f} h"


def test_a_low_cell_is_the_alarm_s() -> None:
    assert float(checks.values()["low_cell"]) * 1000 == LOW_MV


def test_the_least_signal_is_the_one_that_the_kit_warns_of() -> None:
    assert int(checks.values()["signal_dbm"]) == WEAK_DBM
    guide = checks.FILE.with_name("HOOPS.md").read_text(encoding="utf-8")
    assert f"under {WEAK_DBM} dBm they warn" in guide


def test_the_last_node_s_volts_keep_its_converter_on() -> None:
    assert float(checks.values()["node_volts"]) > power.budget()["cable"]["node_min_volts"]


def test_an_alarm_comes_after_the_silence_that_it_tells_of() -> None:
    assert SILENT_S < float(checks.values()["silent_alarm_s"]) < 2 * SILENT_S


def test_a_row_with_too_many_cells_is_refused() -> None:
    row = tomllib.loads(checks.FILE.read_text(encoding="utf-8"))["checks"]["box"][0]
    with pytest.raises(TypeError):
        BenchCheck("box", *row, "shown", "9")
