"""The kit's battery: an INA219 on the header's I²C lines, and the thread that asks it for the voltage.

GPIO 2 and 3. Only the chip's bus voltage is used; the shunt is not. Register 0 says how it measures, register
2 holds the bus voltage: 4 mV for each step, above three bits of flags. Both are 16 bits, the high byte first.
The chip keeps the register that was written last, so a question may be a write and a read.
"""

from __future__ import annotations

import errno
import fcntl
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from fieldkit.battery import Gauge
from fieldkit.errors import FieldkitError
from fieldkit.messages import Battery
from fieldkit.phrases import N_, Message
from fieldkit.pi import kind_of_pins
from fieldkit.settings import Settings
from hardware.fakes.battery import FILE, FakeBattery

POLL_S = 2.0
"""Seconds from one reading to the next."""
SILENT_S = 5 * POLL_S
"""A reading that takes longer (s) is one that does not come."""


def battery_meter(settings: Settings, data: Path) -> Ina219 | FakeBattery:
    """Return the meter that the settings mean; nothing is opened before its first reading."""
    return Ina219() if kind_of_pins(settings.kit.pins) == "gpio" else FakeBattery(data / FILE)


class BatteryWatch:
    """Reads a meter every 2 s in a thread of its own: what hangs there holds up nobody else.

    `now` may be asked from any thread.
    """

    def __init__(self, meter: Ina219 | FakeBattery, monotonic: Callable[[], float] = time.monotonic) -> None:
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


DEVICE, ADDRESS = "/dev/i2c-1", 0x40
"""The bus of a Pi's header, and the chip's address as it is sold."""
_CHOOSE = 0x0703
"""The kernel's I2C_SLAVE: whom what is written and read next is for."""
_SETUP, _BUS = 0, 2
_MEASURE = 0x3F9E
"""32 V, the mean of 128 samples, the bus alone, without end."""
_MEAN_S = 0.15
"""The mean of 128 samples is there after 68 ms."""
_STEP_V = 0.004


class I2cBus:
    """A chip on one of the machine's I²C buses. Raises OSError."""

    def __init__(self, device: str = DEVICE) -> None:
        self._file = os.open(device, os.O_RDWR | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            fcntl.ioctl(self._file, _CHOOSE, ADDRESS)
        except OSError:
            os.close(self._file)
            raise

    def exchange(self, written: bytes, count: int) -> bytes:
        """Write, then read ``count`` bytes."""
        os.write(self._file, written)
        return os.read(self._file, count) if count else b""

    def close(self) -> None:
        """Let go of the bus."""
        os.close(self._file)


class Ina219:
    """The chip; it is set up at the first reading and after each that failed."""

    def __init__(
        self, opens: Callable[[], I2cBus] = I2cBus, rest: Callable[[float], None] = time.sleep
    ) -> None:
        self._opens, self._rest = opens, rest
        self._bus: I2cBus | None = None

    def read(self) -> float:
        """Return the bus voltage (V). Raises FieldkitError when no chip answers, or another one."""
        try:
            bus = self._bus = self._bus or self._ready()
            return _number(bus.exchange(bytes([_BUS]), 2), 3) * _STEP_V
        except OSError as error:
            self.close()
            raise _said(error) from None

    def close(self) -> None:
        """Let go of the bus."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None

    def _ready(self) -> I2cBus:
        bus = self._opens()
        try:
            bus.exchange(bytes([_SETUP, *_MEASURE.to_bytes(2)]), 0)
            if _number(bus.exchange(bytes([_SETUP]), 2)) != _MEASURE:
                raise FieldkitError(N_("the chip at 0x40 is not an INA219"))
        except BaseException:
            bus.close()
            raise
        self._rest(_MEAN_S)
        return bus


def _number(read: bytes, flags: int = 0) -> int:
    if len(read) != 2:
        raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
    return int.from_bytes(read) >> flags


def _said(error: OSError) -> FieldkitError:
    match error.errno:
        case errno.ENOENT | errno.ENODEV:
            return FieldkitError(N_("this machine has no {device}"), device=DEVICE)
        case errno.EACCES | errno.EPERM:
            return FieldkitError(N_("the kit may not use {device}"), device=DEVICE)
        case _:
            return FieldkitError(N_("the INA219 does not answer at 0x40 of {device}"), device=DEVICE)
