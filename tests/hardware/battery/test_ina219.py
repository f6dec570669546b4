"""The INA219: what is written to it and read from it, and a sentence for each way of not being there."""

import os
from pathlib import Path
from typing import cast

import pytest

from fieldkit.errors import FieldkitError
from hardware.battery.watch import I2cBus, Ina219


class Chip:
    """The registers of one: the first byte written chooses, two more change what was chosen."""

    def __init__(self, volts: float = 13.2) -> None:
        self.registers = {0: 0x399F, 2: round(volts / 0.004) << 3 | 0b010}
        self.opened = self.closed = 0
        self.here = True
        self._chosen = 0

    def open(self) -> I2cBus:
        self.opened += 1
        return cast("I2cBus", self)

    def exchange(self, written: bytes, count: int) -> bytes:
        if not self.here:
            raise OSError(121, "Remote I/O error")
        self._chosen = written[0]
        if len(written) == 3:
            self.registers[self._chosen] = int.from_bytes(written[1:])
        return self.registers[self._chosen].to_bytes(2)[:count]

    def close(self) -> None:
        self.closed += 1


class Other(Chip):
    """Something else at that address: it keeps nothing that is written."""

    def exchange(self, written: bytes, count: int) -> bytes:
        return bytes(count)


def meter(chip: Chip) -> Ina219:
    return Ina219(chip.open, lambda seconds: None)


@pytest.mark.parametrize("volts", [0.0, 5.0, 12.512, 14.6, 26.0])
def test_it_tells_the_bus_voltage(volts: float) -> None:
    assert meter(Chip(volts)).read() == pytest.approx(volts, abs=0.002)


def test_it_is_set_up_once_to_the_mean_of_128_samples_of_the_bus() -> None:
    chip = Chip()
    ina219 = meter(chip)
    assert [ina219.read(), ina219.read()] == [pytest.approx(13.2)] * 2
    assert chip.registers[0] == 0b0011_1111_1001_1110
    assert (chip.opened, chip.closed) == (1, 0)


def test_one_that_is_gone_is_said_and_set_up_again_when_it_is_back() -> None:
    chip = Chip()
    ina219 = meter(chip)
    ina219.read()
    chip.here, chip.registers[0] = False, 0x399F
    with pytest.raises(FieldkitError, match="INA219 does not answer at 0x40"):
        ina219.read()
    chip.here = True
    assert ina219.read() == pytest.approx(13.2)
    assert chip.registers[0] == 0x3F9E
    assert (chip.opened, chip.closed) == (2, 1)


def test_another_chip_is_not_taken_for_one() -> None:
    chip = Other()
    with pytest.raises(FieldkitError, match="not an INA219"):
        meter(chip).read()
    assert chip.closed == 1


def test_a_machine_without_the_bus_says_so(tmp_path: Path) -> None:
    with pytest.raises(FieldkitError, match="this machine has no /dev/i2c-1"):
        Ina219(lambda: I2cBus(str(tmp_path / "none"))).read()


def test_what_is_no_bus_is_let_go_of() -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(FieldkitError, match="does not answer"):
        Ina219(lambda: I2cBus("/dev/null")).read()
    assert len(os.listdir("/proc/self/fd")) == before
