"""The drawings of the guide, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hardware.wiring import layout_sheets as layout
from hardware.wiring import plan_sheets as plan
from hardware.wiring.schematics import schematic
from hardware.wiring.sheet import Sheet
from hardware.wiring.strip_sheets import board_sheet
from hardware.wiring.strips import boards

FOLDER = Path(__file__).parent / "drawings"

siren_sheet, panel_sheet, power_sheet = (partial(schematic, name) for name in ("siren", "panel", "power"))
pico_sheet, esp32_sheet, rs485_sheet = (partial(schematic, name) for name in ("pico", "esp32", "rs485"))
readers_sheet, whistle_sheet = partial(schematic, "readers"), partial(schematic, "whistle")
SHEETS: tuple[Callable[[], Sheet], ...] = (
    *(partial(schematic, "overview"), plan.header_sheet, siren_sheet, panel_sheet, power_sheet, pico_sheet),
    *(esp32_sheet, readers_sheet, rs485_sheet, plan.post_sheet, plan.label_sheet, plan.colours_sheet),
    *(partial(board_sheet, key) for key in boards()),
    *(whistle_sheet, layout.whistle_box_sheet, layout.box_plate_sheet, layout.box_lid_sheet),
    *(layout.head_sheet, layout.template_sheet),
)
