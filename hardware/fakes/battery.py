"""A battery of one file that holds its volts, for simulated pins: ``echo 12.2 > <data folder>/battery``."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from fieldkit.errors import FieldkitError
from fieldkit.phrases import N_

FILE = "battery"
"""Its name in the data folder."""
FULL_V = 13.3
"""The voltage (V) of a full one; a file that is not there is a full battery."""
MAX_V = 32.0
"""No INA219 measures more (V)."""
_MOST = 64
"""More bytes than any number of volts has."""


class FakeBattery:
    """Reads its file again each time, so that a test or a demonstration can let it run down."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> float:
        """Return the voltage (V). Raises FieldkitError for a file that cannot be read or holds none."""
        try:
            # A pipe without a writer would hold up who opens it.
            number = os.open(self._file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            return FULL_V
        except OSError as error:
            raise FieldkitError(
                N_("{file} cannot be read: {why}"), file=self._file, why=error.strerror
            ) from None
        try:
            if not stat.S_ISREG(os.fstat(number).st_mode):
                raise FieldkitError(N_("{file} is not a regular file"), file=self._file)
            held = os.read(number, _MOST)
        except OSError as error:
            raise FieldkitError(
                N_("{file} cannot be read: {why}"), file=self._file, why=error.strerror
            ) from None
        finally:
            os.close(number)
        return self._volts(held)

    def close(self) -> None:
        """Nothing is held open."""

    def _volts(self, held: bytes) -> float:
        try:
            volts = float(held.decode("ascii"))
        except ValueError:
            volts = -1.0
        if not 0 <= volts <= MAX_V:
            raise FieldkitError(N_("{file} must hold a voltage such as 12.8"), file=self._file)
        return volts
