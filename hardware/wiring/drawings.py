"""The drawings of the guide, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from hardware.wiring.layout_sheets import (
    box_lid_sheet,
    box_plate_sheet,
    head_sheet,
    template_sheet,
    whistle_box_sheet,
)
from hardware.wiring.plan_sheets import colours_sheet, header_sheet, label_sheet, post_sheet
from hardware.wiring.schematics import schematic
from hardware.wiring.sheet import Sheet
from hardware.wiring.strip_sheets import board_sheet
from hardware.wiring.strips import boards

FOLDER = Path(__file__).parent / "drawings"

siren_sheet, panel_sheet, power_sheet = (partial(schematic, name) for name in ("siren", "panel", "power"))
pico_sheet, esp32_sheet, rs485_sheet = (partial(schematic, name) for name in ("pico", "esp32", "rs485"))
readers_sheet, whistle_sheet = partial(schematic, "readers"), partial(schematic, "whistle")
SHEETS: tuple[Callable[[], Sheet], ...] = (
    *(
        partial(schematic, "overview"),
        header_sheet,
        siren_sheet,
        panel_sheet,
        power_sheet,
        pico_sheet,
        esp32_sheet,
    ),
    *(readers_sheet, rs485_sheet, post_sheet, label_sheet, colours_sheet),
    *(partial(board_sheet, key) for key in boards()),
    *(whistle_sheet, whistle_box_sheet, box_plate_sheet, box_lid_sheet, head_sheet, template_sheet),
)


def draw_all() -> dict[str, str]:
    """Return each drawing's SVG by its name."""
    return {sheet.name: sheet.finish().svg() for sheet in (make() for make in SHEETS)}
