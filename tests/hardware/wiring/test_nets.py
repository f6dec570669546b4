"""The check of the wiring: no drawing has a fault, and every fault that would burn something is found."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.wiring import power, symbols
from hardware.wiring.box_sheets import kit_line, panel_sheet, siren_sheet
from hardware.wiring.drawings import SHEETS
from hardware.wiring.hoop_sheets import esp32_sheet, pico_sheet
from hardware.wiring.line_sheets import PLUG, readers_sheet, rs485_sheet
from hardware.wiring.nets import (
    BATTERY_12V,
    CELL,
    GROUND,
    PIN_BEARS,
    PIN_TAKES_A,
    SUPPLY_5V,
    Bridge,
    Circuit,
    Diode,
    Terminal,
    nets,
)
from hardware.wiring.power_sheets import FED, power_sheet
from hardware.wiring.sheet import Sheet
from hardware.wiring.shopping import shop
from hardware.wiring.whistle_sheet import whistle_sheet

PIN = Terminal("pin", 0, 0, bears=PIN_BEARS, gpio=17)
PLUS = Terminal("plus", 1, 0, gives=BATTERY_12V, rail=True)
FIVE = Terminal("five", 2, 0, gives=SUPPLY_5V, rail=True)
GND = Terminal("gnd", 3, 0, gives=GROUND, rail=True)


def _found(terminals: list[Terminal], *wires: tuple[str, str], bridges: tuple[Bridge, ...] = ()) -> str:
    return "; ".join(Circuit({each.name: each for each in terminals}, wires, bridges).faults())


def _without(sheet: Sheet, *cut: str) -> str:
    """The faults of a sheet whose wires at these terminals came off."""
    return "; ".join(sheet.circuit().without(*cut).faults())


@pytest.mark.parametrize("make", SHEETS, ids=lambda make: make.__name__)
def test_no_drawing_has_a_fault(make: Callable[[], Sheet]) -> None:
    assert make().faults() == []


def test_supplies_on_a_pin_are_found() -> None:
    assert _found([PIN, PLUS], ("pin", "plus")) == "14.6 V come to what bears 3.6 V: pin, plus"
    assert "5.2 V come to" in _found([PIN, FIVE], ("five", "pin"))


def test_supplies_that_meet_are_found() -> None:
    assert "supplies of different voltage meet: gnd, plus" in _found([PLUS, GND], ("plus", "gnd"))


def test_a_wire_to_nowhere_and_a_part_on_nothing_are_found() -> None:
    assert _found([PIN], ("pin", "nowhere")) == "a wire ends at nowhere, which is not there"
    ends = [PIN, Terminal("r.1", 4, 0), Terminal("r.2", 5, 0)]
    assert _found(ends, ("pin", "r.1"), bridges=(Bridge("r.1", "r.2", 100),)) == "r.2 is joined to nothing"


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
    for name in ("a.1", "a.2", "b.1", "b.2"):
        sheet.dot(name, 0, 0)
    sheet.bridges += [Bridge("a.1", "a.2", upper), Bridge("b.1", "b.2", lower)]
    for wire in (("in", "a.1"), ("a.2", "b.1"), ("b.2", "gnd")):
        sheet.wire(*wire)
    assert sheet.volts()["b.1"] == pytest.approx(volts * lower / (upper + lower), rel=1e-2)


@pytest.mark.parametrize(
    ("make", "cut"), [(pico_sheet, "r2.2"), (esp32_sheet, "r2.2"), (siren_sheet, "r4.2")]
)
def test_a_divider_without_its_lower_half_is_found(make: Callable[[], Sheet], cut: str) -> None:
    assert "come to what bears 3.6 V" in _without(make(), cut)


def test_dividers_leave_a_level_that_a_pin_reads_as_high() -> None:
    assert 2.0 < (siren_sheet().volts()["pi.loop"] or 0) < 3.3
    assert 2.0 < (pico_sheet().volts()["node.reader_rx"] or 0) < 3.3
    assert (esp32_sheet().volts()["node.battery"] or 0) == pytest.approx(2.1, rel=5e-3)


@pytest.mark.parametrize(
    ("make", "gate"), [(siren_sheet, "q.g"), (panel_sheet, "round-q.g"), (panel_sheet, "alarm-q.g")]
)
def test_a_gate_is_down_when_nobody_drives_it(make: Callable[[], Sheet], gate: str) -> None:
    sheet = make()
    assert sheet.volts()[gate] == 0
    group = next(group for group in sheet.groups() if gate in group)
    grounded = {bridge.ohms for bridge in sheet.bridges if {bridge.a, bridge.b} & group}
    assert 100_000 in grounded


def test_the_siren_has_a_diode_whose_ring_is_at_plus() -> None:
    sheet = siren_sheet()
    groups = sheet.groups()
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
    groups = power_sheet().groups()
    for name, taking in fed.items():
        assert {f"{name}-f.2", *taking} in groups
    assert {"battery.plus", "f1.1"} in groups
    assert set(fed) == {name for name, *_ in FED}


def test_a_reader_gets_no_more_than_it_bears() -> None:
    sheet = readers_sheet()
    assert sheet.volts()["rc522.vcc"] == pytest.approx(3.4)
    swapped = dict(sheet.terminals)
    swapped["node.three-right"] = Terminal("node.three-right", 0, 0, gives=SUPPLY_5V, rail=True)
    assert any("rc522.vcc" in fault for fault in replace(sheet.circuit(), terminals=swapped).faults())


def _fed_by_batteries() -> list[Callable[[], Sheet]]:
    return [make for make in SHEETS if any(each.turned for each in make().terminals.values())]


def test_the_kits_and_the_radio_node_are_fed_by_batteries() -> None:
    assert {make().name for make in _fed_by_batteries()} >= {"power", "whistle", "esp32"}


@pytest.mark.parametrize("make", _fed_by_batteries(), ids=lambda make: make.__name__)
def test_a_battery_the_wrong_way_round_harms_nothing_and_is_found_without_its_guard(
    make: Callable[[], Sheet],
) -> None:
    circuit = make().circuit()
    assert circuit.turned().faults() == []
    gate, drain, source = next(
        (each.gate, each.drain, each.source)
        for each in circuit.channels
        if each.kind == "p" or each.drain == "q2.d"
    )
    melted = circuit.shorted(drain, source, {}).turned()
    assert any("come to what bears -0.6 V" in fault for fault in melted.faults()), gate


def test_a_battery_turned_round_reaches_nothing_behind_the_transistor() -> None:
    circuit = power_sheet().circuit().turned()
    assert circuit.faults() == []
    found = circuit.solve()
    assert found.at("s1.2") == pytest.approx(-BATTERY_12V, abs=0.1)
    for name in ("screen.plus", "hoops.plus", "drivers.horn", "drivers.lamps", "conv.plus", "ina.plus"):
        assert found.at(name) == pytest.approx(0, abs=0.01), name


@pytest.mark.parametrize("slip", ["none", "the wrong way round"])
def test_without_the_transistor_or_with_it_turned_a_reversed_battery_is_found(slip: str) -> None:
    circuit = power_sheet().circuit()
    q0 = next(each for each in circuit.channels if each.kind == "p")
    if slip == "none":
        turned = circuit.turned().shorted(q0.drain, q0.source, {})
    else:
        other = replace(q0, drain=q0.source, source=q0.drain)
        turned = replace(circuit, channels=[other]).turned()
    assert any("come to what bears -0.6 V" in fault for fault in turned.faults())


def test_the_transistor_passes_the_battery_on_with_hardly_a_loss() -> None:
    found = power_sheet().solve()
    assert (found.at("q0.s") or 0) > BATTERY_12V - 0.1
    drive = (found.at("q0.g") or 0) - (found.at("q0.s") or 0)
    assert -13 < drive < -10


def test_a_gate_that_bears_too_little_is_found() -> None:
    circuit = power_sheet().circuit()
    weak = replace(circuit.channels[0], bears=8.0)
    assert any("at a gate that bears 8.0 V" in each for each in replace(circuit, channels=[weak]).faults())


def test_the_siren_s_current_returns_by_the_drivers_own_wire() -> None:
    """Pin 9 and the USB-C lead are a way back too: only the own wire keeps the siren's 2 A off them."""
    circuit = power_sheet().circuit()
    sounding = replace(circuit, bridges=[*circuit.bridges, Bridge("drivers.horn", "drivers.minus", 7.3)])
    lead = next(each for each in circuit.bridges if {each.a, each.b} == {"pi.minus", "pi.pin9"})
    assert 0 < abs(sounding.solve().amperes(lead)) < 0.2
    assert abs(sounding.without("own.1").solve().amperes(lead)) == pytest.approx(2, rel=0.05)


def test_the_converter_s_output_is_bonded_to_the_rail_once() -> None:
    """Without the bond and the drivers' wire an isolated converter leaves the siren no way back."""
    circuit = power_sheet().circuit()
    assert sum({"conv.common", "rail-bond"} <= group for group in power_sheet().groups()) == 1
    joined = [wire for wire in circuit.wires if "rail-bond" in wire and "bond" in wire]
    assert len(joined) == 1
    cut = replace(circuit, wires=[wire for wire in circuit.wires if wire not in joined]).without("own.1")
    siren = Bridge("drivers.horn", "drivers.minus", 7.3)
    assert abs(replace(cut, bridges=[*cut.bridges, siren]).solve().amperes(siren)) < 0.001


@pytest.mark.parametrize(
    ("make", "drive", "load"),
    [
        (siren_sheet, "pi.siren", "siren"),
        (panel_sheet, "round.out", "round-lamp"),
        (panel_sheet, "alarm.out", "alarm-lamp"),
    ],
)
def test_a_driven_gate_closes_the_way_to_the_minus_rail(
    make: Callable[[], Sheet], drive: str, load: str
) -> None:
    circuit = make().circuit()
    driven = replace(
        circuit, terminals={**circuit.terminals, drive: replace(circuit.terminals[drive], gives=3.2)}
    )
    part = next(each for each in circuit.bridges if each.a == f"{load}.1")
    assert driven.solve().amperes(part) == pytest.approx(1, rel=0.02)
    assert abs(driven.without("rail.minus").solve().amperes(part)) < 0.01
    assert circuit.solve().amperes(part) < 0.01


@pytest.mark.parametrize(
    ("make", "drive", "gate", "drain"),
    [
        (siren_sheet, "pi.siren", "q.g", "q.d"),
        (whistle_sheet, "pi.siren", "q.g", "q.d"),
        (panel_sheet, "round.out", "round-q.g", "round-q.d"),
        (panel_sheet, "alarm.out", "alarm-q.g", "alarm-q.d"),
    ],
)
def test_a_transistor_that_melts_leaves_the_pi_alive(
    make: Callable[[], Sheet], drive: str, gate: str, drain: str
) -> None:
    """Gate shorted to drain: what comes to the pin, and the heat in the gate's resistor, are borne."""
    broken = make().circuit().shorted(gate, drain, {drive: 0.0})
    found = broken.solve()
    assert 0.001 < found.into(drive) < PIN_TAKES_A
    for bridge in broken.bridges:
        if bridge.watts is not None:
            assert found.watts(bridge) < bridge.watts / 2


def test_a_gate_resistor_that_is_too_small_burns_with_its_transistor() -> None:
    broken = siren_sheet().circuit().shorted("q.g", "q.d", {"pi.siren": 0.0})
    small = [replace(each, ohms=220) if each.a == "r1.1" else each for each in broken.bridges]
    weak = replace(broken, bridges=small)
    assert weak.solve().into("pi.siren") > 10 * PIN_TAKES_A
    assert any("W in what bears 0.25 W: r1.1" in fault for fault in weak.faults())


@pytest.mark.parametrize(
    ("part", "make"),
    [("screen", power_sheet), ("siren", siren_sheet), ("lamp", panel_sheet), ("converter", power_sheet)],
)
def test_a_part_that_is_bought_for_less_than_the_battery_gives_is_found(
    part: str, make: Callable[[], Sheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = shop()
    parts = {**found.parts, part: replace(found.parts[part], bears_v=12.6)}
    monkeypatch.setattr(symbols, "shop", lambda: replace(found, parts=parts))
    assert any("14.6 V come to what bears 12.6 V" in fault for fault in make().faults())


def test_a_part_that_does_not_say_what_it_bears_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match=r"parts.toml does not say what card bears"):
        symbols.bears_of("card")


def test_a_resistor_that_is_lettered_with_another_value_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match=r"r1 has 4.7 kΩ, its label says R1, 220 Ω"):
        symbols.resistor(Sheet("t", "t", "t"), "r1", 100, 100, "across", "R1, 220 Ω", 4_700)


def test_a_note_that_does_not_fit_its_plate_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="too long for the plate: words"):
        Sheet("t", "t", "t").note(100, "words " * 30)


def test_stop_s_pin_is_down_at_rest_where_its_contact_opens() -> None:
    """With the Pi's pull-up the pin is low until STOP is pressed or its wire breaks: `stop_opens = true`."""
    circuit = panel_sheet().circuit()
    for name, rest in (("stop-nc", 0.1), ("stop", 3.3), ("start", 3.3), ("off", 3.3)):
        pulled = {f"{name}.in": Bridge("pi.three", f"{name}.in", 50_000)}
        at = replace(circuit, bridges=[*circuit.bridges, *pulled.values()]).solve().at(f"{name}.in")
        assert (at or 0) == pytest.approx(rest, abs=0.15), name
    for name in ("stop", "stop-nc"):
        assert circuit.terminals[f"{name}.in"].gpio == kit_line("stop button").gpio


@given(st.floats(0.1, 14.6), st.floats(10, 1e5))
def test_a_diode_passes_one_way_and_a_zener_holds(volts: float, ohms: float) -> None:
    ends = {name: Terminal(name, 0, 0) for name in ("in", "mid")}
    ends["plus"], ends["gnd"] = Terminal("plus", 0, 0, gives=volts), GND
    parts = {"bridges": [Bridge("in", "mid", ohms)]}
    wires = [("plus", "in")]
    blocked = Circuit(ends, wires, parts["bridges"], [Diode("gnd", "mid")]).solve()
    assert blocked.at("mid") == pytest.approx(volts, abs=0.01)
    passed = Circuit(ends, wires, parts["bridges"], [Diode("mid", "gnd", drop=0.4)]).solve()
    assert passed.at("mid") == pytest.approx(min(volts, 0.4), abs=0.2)
    held = Circuit(ends, wires, parts["bridges"], [Diode("gnd", "mid", zener=5.0)]).solve()
    assert held.at("mid") == pytest.approx(min(volts, 5.0), abs=0.15)


def _plugs() -> list[tuple[Callable[[], Sheet], str]]:
    return [(make, name) for make in SHEETS for name, pairs in make().plugs.items() if len(pairs) == 4]


def test_the_line_s_plug_is_among_those_that_are_mirrored() -> None:
    assert (rs485_sheet, "plug") in _plugs()


@pytest.mark.parametrize(("make", "plug"), _plugs(), ids=lambda each: getattr(each, "__name__", each))
def test_a_plug_in_mirror_order_kills_nothing(make: Callable[[], Sheet], plug: str) -> None:
    mirrored = make().circuit(plug)
    assert mirrored.faults() == []
    polyfuse = next(each for each in mirrored.bridges if each.a == "poly.1")
    assert abs(mirrored.solve().amperes(polyfuse)) < power.budget()["cable"]["holds"]


def test_a_mirrored_plug_leaves_the_node_its_supply_the_right_way_round() -> None:
    for mirrored in ("", "plug"):
        found = rs485_sheet().circuit(mirrored).solve()
        volts = (found.at("down.in") or 0) - (found.at("down.gnd") or 0)
        assert power.budget()["cable"]["node_least_volts"] < volts < BATTERY_12V


def test_without_the_four_diodes_a_mirrored_plug_burns_the_node() -> None:
    """With the plug's supply straight on the step-down A and B are 12 V below the node's ground."""
    mirrored = rs485_sheet().circuit("plug")
    straight = [("bridge.plus", "bridge.a"), ("bridge.minus", "bridge.b")]
    old = replace(mirrored, wires=[*mirrored.wires, *straight], diodes=[])
    assert any("come to what bears -7.5 V" in fault and "chip.a" in fault for fault in old.faults())


@pytest.mark.parametrize("order", list(itertools.permutations(("plus", "a", "b", "gnd"))))
def test_the_pin_table_is_one_that_bears_its_mirror(order: tuple[str, ...]) -> None:
    """Only where 12 V changes places with ground, and A with B, does nothing burn."""
    sheet = rs485_sheet()
    sheet.plugs["plug"] = tuple((f"plug.{each}-in", f"plug.{each}") for each in order)
    mates = {frozenset(pair) for pair in zip(order, reversed(order), strict=True)}
    safe = frozenset(("plus", "gnd")) in mates
    assert (sheet.circuit("plug").faults() == []) == safe
    if order == tuple(PLUG):
        assert safe


def test_a_silent_line_is_high_at_the_adapter() -> None:
    """560 ohms each way against 60 ohms of both ends: a receiver wants 0.2 V."""
    found = rs485_sheet().solve()
    assert (found.at("adapter.a") or 0) - (found.at("adapter.b") or 0) > 0.2


def test_a_cell_in_the_wrong_way_round_reaches_nothing() -> None:
    circuit = esp32_sheet().circuit().turned()
    assert circuit.faults() == []
    found = circuit.solve()
    assert found.at("boost.in") == pytest.approx(0, abs=0.05)
    assert found.at("node.battery") == pytest.approx(0, abs=0.05)


def test_a_cell_without_its_transistor_is_found_when_it_is_turned() -> None:
    circuit = esp32_sheet().circuit()
    bare = circuit.shorted("q2.d", "q2.s", {}).turned()
    assert any("come to what bears -0.6 V" in fault and "boost.in" in fault for fault in bare.faults())


def test_the_cell_s_transistor_costs_no_voltage() -> None:
    found = esp32_sheet().solve()
    assert (found.at("boost.in") or 0) == pytest.approx(CELL, abs=0.02)
    assert (found.at("cell.minus") or 0) == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("make", [pico_sheet, esp32_sheet])
def test_the_reader_has_a_filter_of_its_own_and_the_led_is_bright(make: Callable[[], Sheet]) -> None:
    sheet = make()
    groups = sheet.groups()
    assert {"r6.2", "quiet", "reader.five", "c3.2"} in groups
    led = next(each for each in sheet.bridges if each.a == "r3.1")
    assert 0.010 < (3.3 - 2.1) / led.ohms <= 0.012
