"""What a builder or a crew gets wrong one day hurts nothing, and the check finds what would."""

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from msgspec import structs

from hardware.wiring import power, symbols
from hardware.wiring.drawings import (
    LINE_BEARS,
    LINE_MIN_V,
    SHEETS,
    esp32_sheet,
    panel_sheet,
    power_sheet,
    rs485_sheet,
    siren_sheet,
    strip_sheet,
)
from hardware.wiring.nets import BATTERY_12V, CELL, Resistance
from hardware.wiring.sheet import Sheet
from hardware.wiring.shopping import shop
from tests.hardware.wiring.checks import PIN_TAKES_A, faults, mirrored, shorted, solved, turned, without


def _fed_by_batteries() -> list[Callable[[], Sheet]]:
    return [make for make in SHEETS if any(each.turned for each in make().terminals.values())]


def test_the_kits_and_the_radio_node_are_fed_by_batteries() -> None:
    assert {make().name for make in _fed_by_batteries()} >= {"power", "whistle", "strip", "esp32"}


def _guarded() -> list[Callable[[], Sheet]]:
    """Return the sheets on which a transistor keeps a turned battery off; D0 elsewhere blows a fuse."""
    return [make for make in _fed_by_batteries() if "d0.1" not in make().terminals]


@pytest.mark.parametrize("make", _guarded(), ids=lambda make: make().name)
def test_a_battery_the_wrong_way_round_harms_nothing_and_is_found_without_its_guard(
    make: Callable[[], Sheet],
) -> None:
    circuit = make().circuit()
    assert faults(turned(circuit)) == []
    gate, drain, source = next(
        (each.gate, each.drain, each.source)
        for each in circuit.channels
        if each.kind == "p" or each.drain == "q2.d"
    )
    melted = turned(shorted(circuit, drain, source, {}))
    assert any("come to what bears -0.6 V" in fault for fault in faults(melted)), gate


def test_a_battery_turned_round_reaches_nothing_behind_the_transistor() -> None:
    circuit = turned(power_sheet().circuit())
    assert faults(circuit) == []
    found = solved(circuit)
    assert found.at("s1.2") == pytest.approx(-BATTERY_12V, abs=0.1)
    for name in ("screen.plus", "hoops.plus", "drivers.horn", "drivers.lamps", "conv.plus", "ina.plus"):
        assert found.at(name) == pytest.approx(0, abs=0.01), name


@pytest.mark.parametrize("slip", ["none", "the wrong way round"])
def test_without_the_transistor_or_with_it_turned_a_reversed_battery_is_found(slip: str) -> None:
    circuit = power_sheet().circuit()
    q0 = next(each for each in circuit.channels if each.kind == "p")
    if slip == "none":
        other = shorted(circuit, q0.drain, q0.source, {})
    else:
        other = replace(circuit, channels=[replace(q0, drain=q0.source, source=q0.drain)])
    assert any("come to what bears -0.6 V" in fault for fault in faults(turned(other)))


def test_the_transistor_passes_the_battery_on_with_hardly_a_loss() -> None:
    found = solved(power_sheet().circuit())
    assert (found.at("q0.s") or 0) > BATTERY_12V - 0.1
    drive = (found.at("q0.g") or 0) - (found.at("q0.s") or 0)
    assert -13 < drive < -10


def test_a_gate_that_bears_too_little_is_found() -> None:
    circuit = power_sheet().circuit()
    weak = replace(circuit.channels[0], bears=8.0)
    assert any("at a gate that bears 8.0 V" in each for each in faults(replace(circuit, channels=[weak])))


def test_the_siren_s_current_returns_by_the_drivers_own_wire() -> None:
    """Pin 9 and the USB-C lead are a way back too: only the own wire keeps the siren's 2 A off them."""
    circuit = power_sheet().circuit()
    sounding = replace(circuit, bridges=[*circuit.bridges, Resistance("drivers.horn", "drivers.minus", 7.3)])
    lead = next(each for each in circuit.bridges if {each.a, each.b} == {"pi.minus", "pi.pin9"})
    assert 0 < abs(solved(sounding).amperes(lead)) < 0.2
    assert abs(solved(without(sounding, "own.1")).amperes(lead)) == pytest.approx(2, rel=0.05)


def test_the_converter_s_output_is_bonded_to_the_rail_once() -> None:
    """Without the bond and the drivers' wire an isolated converter leaves the siren no way back."""
    circuit = power_sheet().circuit()
    assert sum({"conv.common", "rail-bond"} <= group for group in power_sheet().circuit().groups()) == 1
    joined = [wire for wire in circuit.wires if "rail-bond" in wire and "bond" in wire]
    assert len(joined) == 1
    cut = without(replace(circuit, wires=[wire for wire in circuit.wires if wire not in joined]), "own.1")
    siren = Resistance("drivers.horn", "drivers.minus", 7.3)
    assert abs(solved(replace(cut, bridges=[*cut.bridges, siren])).amperes(siren)) < 0.001


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
    assert solved(driven).amperes(part) == pytest.approx(1, rel=0.02)
    assert abs(solved(without(driven, "rail.minus")).amperes(part)) < 0.01
    assert solved(circuit).amperes(part) < 0.01


@pytest.mark.parametrize(
    ("make", "drive", "gate", "drain"),
    [
        (siren_sheet, "pi.siren", "q.g", "q.d"),
        (strip_sheet, "pi.siren", "q.g", "q.d"),
        (panel_sheet, "round.out", "round-q.g", "round-q.d"),
        (panel_sheet, "alarm.out", "alarm-q.g", "alarm-q.d"),
    ],
)
def test_a_transistor_that_melts_leaves_the_pi_alive(
    make: Callable[[], Sheet], drive: str, gate: str, drain: str
) -> None:
    """Gate shorted to drain: what comes to the pin, and the heat in the gate's resistor, are borne."""
    broken = shorted(make().circuit(), gate, drain, {drive: 0.0})
    found = solved(broken)
    assert 0.001 < found.into(drive) < PIN_TAKES_A
    for bridge in broken.bridges:
        if bridge.watts is not None:
            assert found.watts(bridge) < bridge.watts / 2


def test_a_gate_resistor_that_is_too_small_burns_with_its_transistor() -> None:
    broken = shorted(siren_sheet().circuit(), "q.g", "q.d", {"pi.siren": 0.0})
    small = [replace(each, ohms=220) if each.a == "r1.1" else each for each in broken.bridges]
    weak = replace(broken, bridges=small)
    assert solved(weak).into("pi.siren") > 10 * PIN_TAKES_A
    assert any("W in what bears 0.25 W: r1.1" in fault for fault in faults(weak))


@pytest.mark.parametrize(
    ("part", "make"),
    [("screen", power_sheet), ("siren", siren_sheet), ("lamp", panel_sheet), ("converter", power_sheet)],
)
def test_a_part_that_is_bought_for_less_than_the_battery_gives_is_found(
    part: str, make: Callable[[], Sheet], monkeypatch: pytest.MonkeyPatch
) -> None:
    weak = structs.replace(shop().sizes[part], bears_v=12.6)
    found = structs.replace(shop(), sizes={**shop().sizes, part: weak})
    monkeypatch.setattr(symbols, "shop", lambda: found)
    assert any("14.6 V come to what bears 12.6 V" in fault for fault in faults(make().circuit()))


def test_a_part_that_does_not_say_what_it_bears_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match=r"parts.toml does not say what card bears"):
        symbols.bears_of("card")


def _plugs() -> list[tuple[Callable[[], Sheet], str]]:
    return [(make, name) for make in SHEETS for name, pairs in make().plugs.items() if len(pairs) == 4]


def test_the_line_s_plug_is_among_those_that_are_mirrored() -> None:
    assert (rs485_sheet, "plug") in _plugs()


@pytest.mark.parametrize(("make", "plug"), _plugs(), ids=lambda each: getattr(each, "__name__", each))
def test_a_plug_in_mirror_order_kills_nothing(make: Callable[[], Sheet], plug: str) -> None:
    circuit = mirrored(make(), plug)
    assert faults(circuit) == []
    polyfuse = next(each for each in circuit.bridges if each.a == "poly.1")
    assert abs(solved(circuit).amperes(polyfuse)) < power.budget()["cable"]["holds"]


def test_a_mirrored_plug_leaves_the_node_its_supply_the_right_way_round() -> None:
    for circuit in (rs485_sheet().circuit(), mirrored(rs485_sheet(), "plug")):
        found = solved(circuit)
        volts = (found.at("down.in") or 0) - (found.at("down.gnd") or 0)
        assert power.budget()["cable"]["node_min_volts"] < volts < BATTERY_12V


def test_a_whisker_from_12_v_to_a_kills_no_node() -> None:
    whisker = shorted(rs485_sheet().circuit(), "plug.plus-in", "plug.a-in", {})
    assert solved(whisker).at("chip.a") == pytest.approx(BATTERY_12V)
    assert faults(whisker) == []


def test_without_the_four_diodes_a_mirrored_plug_burns_the_node() -> None:
    """With the plug's supply straight on the step-down it is fed the wrong way round."""
    circuit = mirrored(rs485_sheet(), "plug")
    straight = [("bridge.plus", "bridge.a"), ("bridge.minus", "bridge.b")]
    old = replace(circuit, wires=[*circuit.wires, *straight], diodes=[])
    assert any("come to what bears -0.6 V" in fault and "down.in" in fault for fault in faults(old))


@pytest.mark.parametrize("order", list(itertools.permutations(("plus", "a", "b", "gnd"))))
def test_the_chip_bears_every_order_of_the_plug_and_a_usual_one_only_the_mirror(
    order: tuple[str, ...],
) -> None:
    """With a usual chip nothing burns only where 12 V changes places with ground, and A with B."""
    sheet = rs485_sheet()
    drawn = tuple(name.removeprefix("plug.") for _, name in sheet.plugs["plug"])
    sheet.plugs["plug"] = tuple((f"plug.{each}-in", f"plug.{each}") for each in order)
    mates = {frozenset(pair) for pair in zip(order, reversed(order), strict=True)}
    safe = frozenset(("plus", "gnd")) in mates
    circuit = mirrored(sheet, "plug")
    assert faults(circuit) == []
    usual = {
        name: replace(each, bears=LINE_BEARS, min_v=LINE_MIN_V)
        for name, each in circuit.terminals.items()
        if name in ("chip.a", "chip.b")
    }
    assert (faults(replace(circuit, terminals={**circuit.terminals, **usual})) == []) == safe
    if order == drawn:
        assert safe


def test_a_cell_in_the_wrong_way_round_reaches_nothing() -> None:
    circuit = turned(esp32_sheet().circuit())
    assert faults(circuit) == []
    found = solved(circuit)
    assert found.at("boost.in") == pytest.approx(0, abs=0.05)
    assert found.at("node.battery") == pytest.approx(0, abs=0.05)


def test_a_cell_without_its_transistor_is_found_when_it_is_turned() -> None:
    circuit = esp32_sheet().circuit()
    bare = turned(shorted(circuit, "q2.d", "q2.s", {}))
    assert any("come to what bears -0.6 V" in fault and "boost.in" in fault for fault in faults(bare))


def test_the_cell_s_transistor_costs_no_voltage() -> None:
    found = solved(esp32_sheet().circuit())
    assert (found.at("boost.in") or 0) == pytest.approx(CELL, abs=0.02)
    assert (found.at("cell.minus") or 0) == pytest.approx(0, abs=0.02)
