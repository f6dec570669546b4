"""Prices add up, and every part is named, priced and fit for what feeds it."""

import re
import tomllib
from functools import cache
from typing import Any

import pytest

from hardware.wiring import power
from hardware.wiring.drawings import SHEETS
from hardware.wiring.guide import PARTS, parts_list
from hardware.wiring.nets import BATTERY_12V
from hardware.wiring.shopping import KITS_FILE, PARTS_FILE, shop
from hardware.wiring.strips import boards

PARTS_RAW: dict[str, Any] = tomllib.loads(PARTS_FILE.read_text(encoding="utf-8"))
KITS_RAW: dict[str, Any] = tomllib.loads(KITS_FILE.read_text(encoding="utf-8"))
NUMBER = re.compile(r"\b(?:(?!GP\d|IO\d)[A-Z]{2,}\d{2,}[A-Z]*|SD-25A-5|1N\d{4}|TSR 1-\d+|U1V11F5)\b")
"""How a maker's number looks on a drawing."""
NOT_BOUGHT = {"RC522", "RS485"}
"""A reader that works as well, and the line's own name."""
DRAWN_FOR = {
    "whistle": ["whistle"],
    "strip": ["strip"],
    "trial": ["pico"],
    "usb_readers": ["siren", "panel", "power", "pico", "board-drivers"],
    "usb_nfc": ["readers"],
    "rs485_readers": ["rs485"],
    "radio_readers": ["esp32"],
}
"""Which drawings a kit is built by."""
NEEDS = {
    "pi": ["pi_heat_sink", "card", "jumpers"],
    "mosfet_module": ["screw_hat", "guard_diode", "fuse_holder"],
    "converter": ["usb_c_lead", "wire"],
    "battery": ["charger", "ring", "battery_case"],
    "battery_small": ["charger_small"],
    "battery_box": ["supply_lead", "fuses"],
    "battery_plug": ["battery_case"],
    "p_mosfet": ["zener"],
    "siren": ["siren_cable", "mast"],
    "big_button": ["button_box"],
    "screen": ["hdmi_lead"],
    "hub": ["hub_lead"],
    "button": ["faston", "label_sheet", "hook_wire"],
    "strip_board": ["resistors"],
    "box": ["vent", "heat_sink"],
    "clear_box": ["vent", "brackets"],
    "small_box": ["vent"],
    "base": ["foam", "small_box", "lacquer", "strip_board"],
    "rs485_chip": ["polyfuse", "line_tee", "plug", "cable_clamp"],
    "field_cable": ["adapter", "cable_bridge"],
    "holder": ["cell", "cell_switch", "cell_strap", "bulk_capacitor"],
    "bridge_box": ["mast", "cell_charger"],
}
"""What a part cannot be built in or used without."""
ONE_EACH = {"pi", "siren", "big_button", "hub", "small_box", "base", "rs485_chip", "holder"}
"""Of what these need there must be as many as of them."""
SHARED = {"lacquer", "cell_charger", "cable_bridge"}
LEAST_RESISTOR_OHMS = 1.0
"""Less is a wire's own resistance."""
FIELD_KITS = sorted(set(KITS_RAW["kits"]) - {"whistle", "strip", "lamps", "field", "trial"})


def test_every_part_is_in_a_kit_and_every_addition_too() -> None:
    found = shop()
    assert {part for kit in found.kits.values() for part in found.count(kit)} == set(found.parts)
    assert {name for kit in found.kits.values() for name in kit.additions} == set(found.additions)


def test_every_part_and_tool_has_a_price_and_two_suppliers() -> None:
    found = shop()
    assert not set(found.parts) & set(found.tools)
    for each in (*found.parts.values(), *found.tools.values()):
        assert each.euro > 0 or each in found.tools.values()
        assert len({supplier.split(":")[0] for supplier in each.at}) == 2, each.name
        assert each.name
        assert each.number


@pytest.mark.parametrize("name", KITS_RAW["kits"])
def test_a_kit_costs_what_its_parts_cost(name: str) -> None:
    cents = sum(
        round(100 * PARTS_RAW["parts"][part][1]) * count * times
        for addition, times in shop().kits[name].additions.items()
        for part, count in shop().additions[addition].parts.items()
    )
    found = shop()
    assert round(100 * found.euro(found.kits[name])) == cents
    assert f"{found.kits[name].title}: about {cents / 100:.0f} €" in parts_list()


@pytest.mark.parametrize("name", FIELD_KITS)
def test_a_kit_of_ten_hoops_is_the_whistle_kit_and_more(name: str) -> None:
    found = shop()
    counts = found.count(found.kits[name])
    assert counts > found.count(found.kits["lamps"])
    assert counts["siren"] == counts["mast"] - counts["bridge_box"] == 1
    assert counts["base"] == 10
    assert counts["pico"] + counts["esp32"] - counts["bridge_box"] == 11, "ten nodes and a spare one"
    assert counts["vent"] >= counts["box"] + counts["small_box"], "a vent plug in every box"


def test_what_the_battery_feeds_directly_bears_its_charging_voltage() -> None:
    for name in (
        "siren",
        "lamp",
        "screen",
        "converter",
        "usb_c_converter",
        "mosfet_module",
        "meter",
        "ina219",
    ):
        assert (shop().sizes[name].bears_v or 0) > BATTERY_12V, name


@pytest.mark.parametrize("name", KITS_RAW["kits"])
def test_a_list_holds_what_its_parts_need(name: str) -> None:
    counts = shop().count(shop().kits[name])
    for part in NEEDS.keys() & counts.keys():
        for needed in NEEDS[part]:
            least = counts[part] if part in ONE_EACH and needed not in SHARED else 1
            assert counts[needed] >= least, f"{part} needs {needed}"


@pytest.mark.parametrize(("part", "use"), [("battery_small", "whistle"), ("battery", "usb")])
def test_a_battery_is_as_large_as_the_budget_takes_it(part: str, use: str) -> None:
    assert f" {power.battery(use)['ampere_hours']:g} Ah" in shop().parts[part].name


@pytest.mark.parametrize("name", FIELD_KITS)
def test_the_spare_node_is_a_whole_head(name: str) -> None:
    counts = shop().count(shop().kits[name])
    heads = counts["pico"] + counts["esp32"] - counts["bridge_box"]
    assert heads == 11
    assert (counts["button"], counts["button_membrane"], counts["buzzer"]) == (5 * heads, 5 * heads, heads)
    assert counts["led"] - counts["bridge_box"] == counts["small_box"] == heads
    assert counts["strip_board"] == 1 + heads * (2 if counts["rs485_chip"] else 1)


def test_the_two_boards_of_a_node_on_the_line_are_not_cut_from_one() -> None:
    long, wide, _ = shop().sizes["strip_board"].mm or (0, 0, 0)
    node, line = boards()["pico"], boards()["line"]
    for board in (node, line):
        assert board.columns * 2.54 <= long
        assert board.rows * 2.54 <= wide
    assert (node.columns + line.columns) * 2.54 > long
    assert (node.rows + line.rows) * 2.54 > wide


def test_receptacles_fit_the_buttons() -> None:
    tabs = re.search(r"tabs ([\d.]+) mm", shop().parts["button"].name)
    assert tabs
    assert tabs[1] in shop().parts["faston"].name


def test_uhf_which_nobody_has_built_is_in_no_list() -> None:
    for each in shop().parts.values():
        assert not re.search(r"UHF|TTL-232R", f"{each.name} {each.number} {each.at}"), each.name


@pytest.mark.parametrize("name", sorted(set(KITS_RAW["kits"]) - {"trial"}))
def test_a_kit_with_a_siren_holds_plugs_for_ears_and_a_kit_for_a_field_a_meter(name: str) -> None:
    counts = shop().count(shop().kits[name])
    assert counts["ear_plugs"] >= 1
    assert counts["sound_meter"] == counts["test_lamp"] == (name not in ("whistle", "strip", "lamps"))


def test_buttons_are_sealed() -> None:
    assert "IP67" in shop().parts["button"].name
    assert "IP65" in shop().parts["big_button"].name


@cache
def _lettered() -> dict[str, str]:
    """All that is written on each drawing."""
    sheets = [make() for make in SHEETS]
    for sheet in sheets:
        sheet.finish()
    return {sheet.name: "\n".join(each.words for each in sheet.letterings) for sheet in sheets}


@pytest.mark.parametrize(
    ("kit", "drawing"), [(kit, name) for kit, names in DRAWN_FOR.items() for name in names]
)
def test_a_list_holds_what_its_drawing_names(kit: str, drawing: str) -> None:
    found, words = shop(), _lettered()[drawing]
    held = [found.parts[key] for key in found.count(found.kits[kit])]
    listed = "\n".join(f"{each.name} {each.number}" for each in held)
    numbers = set(NUMBER.findall(words)) - NOT_BOUGHT
    assert {each for each in numbers if each.replace(" ", "") not in listed.replace(" ", "")} == set()
    for farads in re.findall(r"\b\d+ [nµ]F", words):
        assert farads in listed
    for fuse in re.findall(r"\bF\d, (\d+) A", words):
        assert re.search(rf"fuses:.*\b{fuse}\b", listed)


def test_the_assortment_holds_every_resistor_that_is_drawn() -> None:
    held = shop().parts["resistors"].name
    ohms, kilo = (set(re.findall(r"[\d.]+", piece)) for piece in held.partition("(")[2].split(";"))
    for words in _lettered().values():
        for value, unit in re.findall(r"([\d.]+) (k?)Ω", words):
            if float(value) < LEAST_RESISTOR_OHMS and not unit:
                continue
            assert value in (kilo if unit else ohms), f"{value} {unit}Ω"


def test_the_page_of_parts_is_made_from_the_file() -> None:
    assert PARTS.read_text(encoding="utf-8") == parts_list(), "run make drawings"
