"""The check of the wiring: no drawing has a fault, and every fault that would burn something is found."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.settings import Settings
from hardware.wiring import power, symbols
from hardware.wiring.drawings import (
    SHEETS,
    esp32_sheet,
    panel_sheet,
    pico_sheet,
    power_sheet,
    readers_sheet,
    rs485_sheet,
    siren_sheet,
)
from hardware.wiring.nets import (
    BATTERY_12V,
    GROUND,
    PIN_BEARS,
    SUPPLY_5V,
    Circuit,
    Diode,
    Resistance,
    Terminal,
    nets,
)
from hardware.wiring.sheet import Sheet
from tests.hardware.wiring.checks import faults, solved, without

PIN = Terminal("pin", 0, 0, bears=PIN_BEARS, gpio=17)
PLUS = Terminal("plus", 1, 0, gives=BATTERY_12V, rail=True)
FIVE = Terminal("five", 2, 0, gives=SUPPLY_5V, rail=True)
GND = Terminal("gnd", 3, 0, gives=GROUND, rail=True)


def _found(terminals: list[Terminal], *wires: tuple[str, str], bridges: tuple[Resistance, ...] = ()) -> str:
    return "; ".join(faults(Circuit({each.name: each for each in terminals}, wires, bridges)))


def _without(sheet: Sheet, *cut: str) -> str:
    """Return the faults of a sheet whose wires at these terminals came off."""
    return "; ".join(faults(without(sheet.circuit(), *cut)))


@pytest.mark.parametrize("make", SHEETS, ids=lambda make: make().name)
def test_no_drawing_has_a_fault(make: Callable[[], Sheet]) -> None:
    assert faults(make().circuit()) == []


def test_supplies_on_a_pin_are_found() -> None:
    assert _found([PIN, PLUS], ("pin", "plus")) == "14.6 V come to what bears 3.6 V: pin, plus"
    assert "5.2 V come to" in _found([PIN, FIVE], ("five", "pin"))


def test_supplies_that_meet_are_found() -> None:
    assert "supplies of different voltage meet: gnd, plus" in _found([PLUS, GND], ("plus", "gnd"))


def test_a_wire_to_nowhere_and_a_part_on_nothing_are_found() -> None:
    assert _found([PIN], ("pin", "nowhere")) == "a wire ends at nowhere, which is not there"
    ends = [PIN, Terminal("r.1", 4, 0), Terminal("r.2", 5, 0)]
    assert (
        _found(ends, ("pin", "r.1"), bridges=(Resistance("r.1", "r.2", 100),)) == "r.2 is joined to nothing"
    )


def test_two_pins_joined_are_found() -> None:
    other = Terminal("other", 4, 0, bears=PIN_BEARS, gpio=27)
    assert "two pins of a board are joined" in _found([PIN, other], ("pin", "other"))


def test_terminals_are_joined_over_others() -> None:
    assert nets("abcd", [("a", "b"), ("c", "b")]) == [frozenset("abc"), frozenset("d")]


@given(st.floats(1, 1e6), st.floats(1, 1e6), st.floats(0.1, 24))
def test_a_divider_divides(upper: float, lower: float, volts: float) -> None:
    sheet = Sheet("t", "t", "t")
    for each in (Terminal("in", 0, 0, gives=volts, rail=True), Terminal("gnd", 1, 0, gives=0.0, rail=True)):
        sheet.add(each)
    sheet.dots(dict.fromkeys(("a.1", "a.2", "b.1", "b.2"), (0, 0)))
    sheet.bridges += [Resistance("a.1", "a.2", upper), Resistance("b.1", "b.2", lower)]
    for wire in (("in", "a.1"), ("a.2", "b.1"), ("b.2", "gnd")):
        sheet.wire(*wire)
    assert sheet.circuit().solve()["b.1"] == pytest.approx(volts * lower / (upper + lower), rel=1e-2)


@pytest.mark.parametrize(
    ("make", "cut"), [(pico_sheet, "r2.2"), (esp32_sheet, "r2.2"), (siren_sheet, "r4.2")]
)
def test_a_divider_without_its_lower_half_is_found(make: Callable[[], Sheet], cut: str) -> None:
    assert "come to what bears 3.6 V" in _without(make(), cut)


def test_dividers_leave_a_level_that_a_pin_reads_as_high() -> None:
    assert 2.0 < (siren_sheet().circuit().solve()["pi.loop"] or 0) < 3.3
    assert 2.0 < (pico_sheet().circuit().solve()["node.reader_rx"] or 0) < 3.3
    assert (esp32_sheet().circuit().solve()["node.battery"] or 0) == pytest.approx(2.1, rel=5e-3)


@pytest.mark.parametrize(
    ("make", "gate"), [(siren_sheet, "q.g"), (panel_sheet, "round-q.g"), (panel_sheet, "alarm-q.g")]
)
def test_a_gate_is_down_when_nobody_drives_it(make: Callable[[], Sheet], gate: str) -> None:
    sheet = make()
    assert sheet.circuit().solve()[gate] == 0
    group = next(group for group in sheet.circuit().groups() if gate in group)
    grounded = {bridge.ohms for bridge in sheet.bridges if {bridge.a, bridge.b} & group}
    assert 100_000 in grounded


def test_the_siren_has_a_diode_whose_ring_is_at_plus() -> None:
    sheet = siren_sheet()
    groups = sheet.circuit().groups()
    assert any({"d.1", "siren.1", "second.1", "f.2"} <= group for group in groups)
    assert any({"d.2", "siren.2", "second.2", "q.d"} <= group for group in groups)


def test_the_line_ends_in_its_resistance_at_both_ends_only() -> None:
    ends = [bridge for bridge in rs485_sheet().bridges if bridge.ohms == 120]
    assert [(end.a, end.b) for end in ends] == [("t1.1", "t1.2"), ("t2.1", "t2.2")]


def test_every_branch_has_its_fuse() -> None:
    fed = {
        "meter": {"meter-plus", "meter.1", "ina.plus"},
        "hoops": {"hoops.plus"},
        "screen": {"screen.plus"},
        "horn": {"drivers.horn"},
        "lamps": {"drivers.lamps"},
        "conv": {"conv.plus"},
    }
    groups = power_sheet().circuit().groups()
    for name, taking in fed.items():
        assert {f"{name}-f.2", *taking} in groups
    assert {"battery.plus", "f1.1"} in groups
    assert {"main", *fed} == set(power.circuits())


def test_a_reader_gets_no_more_than_it_bears() -> None:
    sheet = readers_sheet()
    assert sheet.circuit().solve()["rc522.vcc"] == pytest.approx(3.4)
    swapped = dict(sheet.terminals)
    swapped["node.three-right"] = Terminal("node.three-right", 0, 0, gives=SUPPLY_5V, rail=True)
    assert any("rc522.vcc" in fault for fault in faults(replace(sheet.circuit(), terminals=swapped)))


def test_a_resistor_has_the_value_that_is_lettered() -> None:
    sheet = symbols.Schematic("t", "t", "t")
    sheet.resistor("r1", 100, 100, "R1, 4.7 kΩ")
    sheet.resistor("r2", 100, 300, "R2\n220 Ω")
    assert [bridge.ohms for bridge in sheet.bridges] == [4_700, 220]
    with pytest.raises(ValueError, match="r3 has no value"):
        sheet.resistor("r3", 100, 500, "R3")


def test_a_note_that_does_not_fit_its_plate_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="too long for the plate: words"):
        Sheet("t", "t", "t").note(100, "words " * 30)


def test_stop_s_pin_is_down_at_rest_where_its_contact_opens() -> None:
    """With the Pi's pull-up the pin is low until STOP is pressed or its wire breaks: `stop_opens = true`."""
    circuit = panel_sheet().circuit()
    for name, rest in (("stop-nc", 0.1), ("stop", 3.3), ("start", 3.3), ("off", 3.3)):
        pulled = {f"{name}.in": Resistance("pi.three", f"{name}.in", 50_000)}
        at = solved(replace(circuit, bridges=[*circuit.bridges, *pulled.values()])).at(f"{name}.in")
        assert (at or 0) == pytest.approx(rest, abs=0.15), name
    for name in ("stop", "stop-nc"):
        assert circuit.terminals[f"{name}.in"].gpio == Settings().buttons.stop


@given(st.floats(0.1, 14.6), st.floats(10, 1e5))
def test_a_diode_passes_one_way_and_a_zener_holds(volts: float, ohms: float) -> None:
    ends = {name: Terminal(name, 0, 0) for name in ("in", "mid")}
    ends["plus"], ends["gnd"] = Terminal("plus", 0, 0, gives=volts), GND
    parts = {"bridges": [Resistance("in", "mid", ohms)]}
    wires = [("plus", "in")]
    blocked = solved(Circuit(ends, wires, parts["bridges"], [Diode("gnd", "mid")]))
    assert blocked.at("mid") == pytest.approx(volts, abs=0.01)
    passed = solved(Circuit(ends, wires, parts["bridges"], [Diode("mid", "gnd", drop=0.4)]))
    assert passed.at("mid") == pytest.approx(min(volts, 0.4), abs=0.2)
    held = solved(Circuit(ends, wires, parts["bridges"], [Diode("gnd", "mid", zener=5.0)]))
    assert held.at("mid") == pytest.approx(min(volts, 5.0), abs=0.15)


def test_a_silent_line_is_high_at_the_adapter() -> None:
    """560 ohms each way against 60 ohms of both ends: a receiver wants 0.2 V."""
    found = solved(rs485_sheet().circuit())
    assert (found.at("adapter.a") or 0) - (found.at("adapter.b") or 0) > 0.2


@pytest.mark.parametrize("make", [pico_sheet, esp32_sheet])
def test_the_reader_has_a_filter_of_its_own_and_the_led_is_bright(make: Callable[[], Sheet]) -> None:
    sheet = make()
    groups = sheet.circuit().groups()
    assert {"r6.2", "quiet", "reader.five", "c3.2"} in groups
    led = next(each for each in sheet.bridges if each.a == "r3.1")
    assert 0.010 < (3.3 - 2.1) / led.ohms <= 0.012
