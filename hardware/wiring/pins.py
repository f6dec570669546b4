"""The lines and their pins: the Pi's from the kit's settings, the nodes' from the firmware's own files."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from gpiozero import PiBoardInfo

from fieldkit.settings import Settings
from hardware.wiring.svg import BRICK, CARD, INK, ORE, SHEEP, WHEAT, WOOD

FIRMWARE = Path(__file__).parents[1] / "firmware" / "boards"
PI_4B = 0xC03115
"""The revision of a Raspberry Pi 4 Model B; the header is the same from the Pi 2 to the Pi 5."""
I2C = {"battery data": 2, "battery clock": 3}
"""The Pi's only I²C that needs no setting: where the optional INA219 is. Both are pulled up on the board."""

PICO_PINS = {
    **{0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17},
    **{14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34},
}
"""GPIO to pin of a Raspberry Pi Pico, counted round the board from the left of the USB socket."""

KIND_COLOURS = {"wood": WOOD, "wheat": WHEAT, "brick": BRICK, "ore": ORE, "sheep": SHEEP}
"""The colour of each kind's button."""
_LINES = (
    ("siren", "whistle", "gpio", "siren driver, gate", 0),
    ("start button", "buttons", "start", "green button to ground", 0),
    ("stop button", "buttons", "stop", "red button to ground", 0),
    ("round lamp", "lamps", "round", "lamp driver, gate", 0),
    ("alarm lamp", "lamps", "alarm", "lamp driver, gate", 0),
    ("loop-back", "whistle", "loopback", "siren's line", 25),
    ("off button", "buttons", "off", "off button to ground", 26),
)
"""The kit's lines: name, table and key of the settings, what it leads to, and the guide's pin of an optional
one, which is free, and quiet at power-up."""


@dataclass(frozen=True, slots=True)
class PiLine:
    """One of the kit's lines on the Pi's header."""

    name: str
    setting: str
    gpio: int
    to: str
    optional: bool = False

    @property
    def header(self) -> int:
        """The number of its pin on the 40-pin header."""
        return header_pins()[self.gpio]

    @property
    def label(self) -> str:
        """Return what stands beside its pin."""
        return f"GPIO {self.gpio}, pin {self.header}"


@cache
def header() -> dict[int, str]:
    """Return what each pin of the 40-pin header is called, by its number."""
    pins = PiBoardInfo.from_revision(PI_4B).headers["J8"].pins
    return {number: pins[number].name for number in sorted(pins)}


@cache
def header_pins() -> dict[int, int]:
    """GPIO to pin of the 40-pin header."""
    pins = header().items()
    return {int(name.removeprefix("GPIO")): number for number, name in pins if name.startswith("GPIO")}


def lines(settings: Settings | None = None) -> list[PiLine]:
    """Return the kit's lines as the settings have them (None: the defaults), the optional last."""
    kit = settings or Settings()
    found = []
    for name, table, key, to, free in _LINES:
        gpio = getattr(getattr(kit, table), key)
        found.append(PiLine(name, f"[{table}] {key}", free if gpio is None else gpio, to, bool(free)))
    return found + [PiLine(name, "[power] ina219", gpio, "INA219", True) for name, gpio in I2C.items()]


@cache
def board_file(name: str) -> dict[str, Any]:
    """Return the firmware's default settings of a node: ``pico``, ``esp32`` or ``bridge``."""
    found: dict[str, Any] = json.loads((FIRMWARE / f"{name}.json").read_text(encoding="utf-8"))
    return found


def board_pins(name: str) -> dict[str, int]:
    """Return the GPIOs of a node by what they are for."""
    found: dict[str, int] = board_file(name)["pins"]
    return found


def pin_label(board: str, gpio: int) -> str:
    """Return what stands beside a pin of a ``pico`` or an ``esp32``."""
    return f"GP{gpio}, pin {PICO_PINS[gpio]}" if board == "pico" else f"IO{gpio}"


def kinds() -> list[tuple[int, str]]:
    """Return the hoop's buttons: number and what it counts."""
    return [(int(number), kind) for number, kind in Settings().button_kinds.items()]


def number_ink(kind: str) -> str:
    """Return the colour of a number on a button: ink on the light ones, paper on the dark."""
    return INK if kind in ("wheat", "sheep") else CARD
