"""The battery's hours, the fuses, the wires and the cable are what the figures on file make them."""

import copy
import re
from typing import Any

import pytest

from hardware.wiring import power
from hardware.wiring.drawings import power_sheet
from hardware.wiring.nets import BATTERY_12V
from hardware.wiring.shopping import shop
from tests.hardware.wiring import loads


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return a copy of the figures on file, to be spoilt."""
    raw = copy.deepcopy(power.budget())
    monkeypatch.setattr(power, "budget", lambda: raw)
    return raw


def test_the_siren_s_share_is_its_blasts_in_a_usual_turn() -> None:
    assert power.shares()["siren"] == pytest.approx((1.0 + 2 * 0.6 + 3 * 0.2 + 2 * 0.2) / (8 + 2 + 60))
    assert power.shares()["round"] == pytest.approx(8 / 70)


def test_a_battery_lasts_as_long_as_it_holds() -> None:
    # 230 Wh; the Pi 4.0 W and the bridge 0.6 W at 72 %, sirens and lamps by their share of the time.
    watts = (4.0 + 0.6) / 0.72 + 12.8 * (2 * 0.5 * 3.2 + 0.3 * 8) / 70 + 12.8 * 0.02
    assert power.hours("bare") == pytest.approx(12.8 * 20 * 0.9 / watts)
    assert power.hours("usb_pi5") < power.hours("usb") < power.hours("radio") < power.hours("bare")
    assert power.cell_hours("radio node with RDM6300") == pytest.approx(3.6 * 3 * 0.9 * 0.85 / 0.85)


def test_the_whistle_kit_lasts_by_its_own_smaller_battery() -> None:
    assert power.battery("whistle")["ampere_hours"] == 7
    assert power.hours("whistle") == pytest.approx(12.8 * 7 * 0.9 / (4 / 0.72 + 12.8 * 0.5 * 3.2 / 70))
    assert power.hours("whistle") > 10


@pytest.mark.parametrize(("key", "use"), [("battery", "usb"), ("battery_small", "whistle")])
def test_the_battery_is_the_one_in_the_parts_list(key: str, use: str) -> None:
    said = re.search(r"([\d.]+) V, ([\d.]+) Ah", shop().parts[key].name)
    assert said is not None
    assert (float(said[1]), float(said[2])) == (
        power.battery(use)["volts"],
        power.battery(use)["ampere_hours"],
    )
    assert "14.6 V" in shop().parts[{"battery": "charger", "battery_small": "charger_small"}[key]].name
    assert BATTERY_12V == 14.6


def test_every_fuse_bears_its_load_and_every_wire_its_fuse() -> None:
    assert loads.misfits() == []


def test_the_drawing_shows_the_fuses_on_file() -> None:
    lettered = {each.words for each in power_sheet().letterings}
    assert {str(each) for each in power.circuits().values()} <= lettered


def test_the_main_fuse_carries_all_that_one_use_takes() -> None:
    fuses = power.circuits()
    main = fuses.pop("main")
    by_circuit = {name: loads.circuit_amperes(name) for name in fuses}
    assert all(by_circuit[name] < each.amperes < main.amperes for name, each in fuses.items())
    assert max(by_circuit.values()) < loads.circuit_amperes("main") < sum(by_circuit.values())


def test_two_sirens_hang_on_one_fuse() -> None:
    alone = power.watts("siren", peak=True) / power.budget()["battery"]["min_volts"]
    assert loads.circuit_amperes("horn") == pytest.approx(2 * alone)
    assert loads.circuit_amperes("horn", "whistle") == pytest.approx(alone)


def test_a_truck_horn_on_the_siren_s_fuse_is_found(figures: dict[str, Any]) -> None:
    figures["loads"]["siren"]["peak"] = 15.0
    said = loads.misfits()
    assert "field: F2 is 3 A, its load 32.0 A" in said
    assert any(each.startswith("field: F1 is 10 A") for each in said)
    assert any(each.startswith("whistle: F1 is 5 A") for each in said)


def test_a_wire_that_burns_before_its_fuse_is_found(figures: dict[str, Any]) -> None:
    figures["kits"]["field"]["circuits"]["main"]["wire"] = "0.75"
    figures["kits"]["whistle"]["circuits"]["main"]["amperes"] = 10
    assert loads.misfits() == [
        "field: F1 is 10 A, its wire bears 6 A",
        "whistle: F1 is 10 A, its wire bears 6 A",
    ]


def test_a_fuse_for_nothing_is_found(figures: dict[str, Any]) -> None:
    for use in figures["uses"].values():
        use["loads"] = [load for load in use["loads"] if load != "lamps"]
    assert loads.misfits() == ["field: F5 is 2 A, its load 0.0 A"]


def test_a_resettable_fuse_that_a_node_trips_is_found(figures: dict[str, Any]) -> None:
    figures["cable"]["holds"] = 0.1
    assert loads.misfits() == ["a node's resettable fuse holds 0.1 A, its load is 0.11 A"]


def test_the_resettable_fuse_is_the_one_in_the_parts_list_and_in_the_guide() -> None:
    holds = f"{power.budget()['cable']['holds']:g} A"
    assert f"holds {holds}" in shop().parts["polyfuse"].name
    page = " ".join((power.FILE.parent / "HOOPS.md").read_text(encoding="utf-8").split())
    assert f"It holds {holds}; a far node takes {loads.node_amperes():.2f} A at most" in page


def test_the_converter_bears_a_pi_5_and_the_hubs() -> None:
    assert loads.converter_amperes() == pytest.approx(2.7 + 1.6)
    assert loads.converter_amperes() < power.budget()["converter"]["amperes"]
    assert "5 V, 5 A" in shop().parts["converter"].name


def test_the_cable_leaves_the_farthest_node_enough() -> None:
    last = loads.far_end_volts()
    assert last > power.budget()["cable"]["node_min_volts"] + 1
    # Where the nodes' watts flow the drops add up: from the far end back to the battery.
    cable, watts = power.budget()["cable"], power.watts("line_nodes", peak=True) / power.NODES
    ohms = 2 * cable["metres"] * cable["ohms_per_metre"] / cable["conductors"] / power.NODES
    volts, amperes = last, 0.0
    for _ in range(power.NODES):
        amperes += watts / volts
        volts += ohms * amperes
    assert volts == pytest.approx(power.budget()["battery"]["min_volts"])
