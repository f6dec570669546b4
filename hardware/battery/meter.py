"""The meter of a kit's battery: the chip on a Pi, a file where the pins are simulated."""

from __future__ import annotations

from pathlib import Path

from fieldkit.pi import kind_of_pins
from fieldkit.settings import Settings
from hardware.battery.ina219 import Ina219
from hardware.battery.watch import Meter
from hardware.fakes.battery import FILE, FakeBattery


def battery_meter(settings: Settings, data: Path) -> Meter:
    """Return the meter that the settings mean; nothing is opened before its first reading."""
    return Ina219() if kind_of_pins(settings.kit.pins) == "gpio" else FakeBattery(data / FILE)
