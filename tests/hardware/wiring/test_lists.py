"""Prices add up, and the battery's hours, the fuses and the cable are what the figures on file make them."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from hardware.wiring import power
from hardware.wiring.box_sheets import FED, MAIN_FUSE
from hardware.wiring.guide import PARTS, parts_list
from hardware.wiring.shopping import FILE, shop

RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def test_every_part_is_in_a_set_and_every_set_in_a_variant() -> None:
    found = shop()
    used = {name for each in found.sets.values() for name in each.parts}
    assert used | {"pn532"} == set(found.parts)
    assert {name for each in found.variants.values() for name in each.sets} == set(found.sets)


def test_every_part_has_a_price_and_two_suppliers() -> None:
    for part in shop().parts.values():
        assert part.euro > 0
        assert len({supplier.split(":")[0] for supplier in part.at}) == 2, part.name
        assert part.name
        assert part.number


@pytest.mark.parametrize("variant", RAW["variants"])
def test_a_variant_costs_what_its_parts_cost(variant: str) -> None:
    cents = sum(
        round(100 * RAW["parts"][part]["euro"]) * count * times
        for name, times in RAW["variants"][variant]["sets"].items()
        for part, count in RAW["sets"][name]["parts"].items()
    )
    found = shop()
    assert round(100 * found.euro(found.variants[variant])) == cents
    assert f"{found.variants[variant].title}: about {cents / 100:.0f} €" in parts_list()


def test_the_page_of_parts_is_made_from_the_file() -> None:
    assert PARTS.read_text(encoding="utf-8") == parts_list(), "run make drawings"


def test_the_siren_s_share_is_its_blasts_in_a_usual_turn() -> None:
    assert power.shares()["siren"] == pytest.approx((1.0 + 2 * 0.6 + 3 * 0.2 + 2 * 0.2) / (8 + 2 + 60))
    assert power.shares()["round"] == pytest.approx(8 / 70)


def test_a_battery_lasts_as_long_as_it_holds() -> None:
    # 230 Wh; the Pi 4.0 W and the bridge 0.6 W at 72 %, siren and lamps by their share of the time.
    loads = (4.0 + 0.6) / 0.72 + 12.8 * (0.5 * 3.2 + 0.3 * 8) / 70
    assert power.hours("bare") == pytest.approx(12.8 * 20 * 0.9 / loads)
    assert power.hours("usb") < power.hours("radio") < power.hours("bare")
    assert power.cell_hours("radio node with RDM6300") == pytest.approx(3.6 * 3 * 0.9 * 0.85 / 0.85)


@pytest.mark.parametrize(("circuit", "fuse"), [(name, amperes) for name, _, amperes, _, _ in FED])
def test_a_fuse_carries_what_flows_and_the_main_one_all(circuit: str, fuse: int) -> None:
    assert 0 < power.HEADROOM * power.circuit_amperes(circuit) <= fuse < MAIN_FUSE
    assert power.HEADROOM * sum(power.circuit_amperes(name) for name, *_ in FED) <= MAIN_FUSE


def test_the_cable_leaves_the_farthest_node_enough() -> None:
    last = power.far_end_volts()
    assert last > power.budget()["cable"]["node_least_volts"] + 1
    # Where the nodes' watts flow the drops add up: from the far end back to the battery.
    cable, watts = power.budget()["cable"], power.watts("line_nodes", most=True) / power.NODES
    ohms = 2 * cable["metres"] * cable["ohms_per_metre"] / cable["conductors"] / power.NODES
    volts, amperes = last, 0.0
    for _ in range(power.NODES):
        amperes += watts / volts
        volts += ohms * amperes
    assert volts == pytest.approx(power.budget()["battery"]["least_volts"])
