"""The thread that asks for the battery's voltage: what hangs there holds up nobody else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from fieldkit.battery import Gauge
from fieldkit.errors import FieldkitError
from fieldkit.messages import Battery
from fieldkit.phrases import N_, Message
from fieldkit.pi import kind_of_pins
from fieldkit.settings import Settings
from hardware.battery.ina219 import Ina219
from hardware.fakes.battery import FILE, FakeBattery

POLL_S = 2.0
"""Seconds from one reading to the next."""
SILENT_S = 5 * POLL_S
"""A reading that takes longer (s) is one that does not come."""


class Meter(Protocol):
    """A meter of the battery's voltage."""

    def read(self) -> float:
        """Return the voltage (V), within a second or two. Raises FieldkitError."""

    def close(self) -> None:
        """Let go of what it uses."""


def battery_meter(settings: Settings, data: Path) -> Meter:
    """Return the meter that the settings mean; nothing is opened before its first reading."""
    return Ina219() if kind_of_pins(settings.kit.pins) == "gpio" else FakeBattery(data / FILE)


class BatteryWatch:
    """Reads a meter every 2 s; `now` may be asked from any thread."""

    def __init__(self, meter: Meter, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._meter, self._monotonic = meter, monotonic
        self._gauge = Gauge()
        self._ended = threading.Event()
        self._asked: float | None = None
        self._thread = threading.Thread(target=self._run, name="battery", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def close(self) -> None:
        """End; nobody waits for a reading that hangs."""
        self._ended.set()

    def now(self) -> Battery | None:
        """Return how the battery does; None before the first reading."""
        asked = self._asked
        if asked is not None and self._monotonic() - asked > SILENT_S:
            return Battery("away", why=Message(N_("it no longer answers")))
        return self._gauge.now

    def look(self) -> None:
        """Take one reading."""
        self._asked = self._monotonic()
        try:
            self._gauge.take(self._meter.read())
        except FieldkitError as error:
            self._gauge.fail(error.said)
        finally:
            self._asked = None

    def _run(self) -> None:
        while not self._ended.is_set():
            self.look()
            self._ended.wait(POLL_S)
        self._meter.close()
