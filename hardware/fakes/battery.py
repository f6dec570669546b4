"""A battery of one file that holds its volts, for simulated pins: ``echo 12.2 > <data folder>/battery``."""

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
        # A pipe without a writer would hold up who opens it.
        if self._file.exists() and not self._file.is_file():
            raise FieldkitError(N_("{file} is not a regular file"), file=self._file)
        try:
            with self._file.open("rb") as file:
                held = file.read(_MOST)
        except FileNotFoundError:
            return FULL_V
        except OSError as error:
            raise FieldkitError(
                N_("{file} cannot be read: {why}"), file=self._file, why=error.strerror
            ) from None
        try:
            volts = float(held.decode("ascii"))
        except ValueError:
            volts = -1.0
        if not 0 <= volts <= MAX_V:
            raise FieldkitError(N_("{file} must hold a voltage such as 12.8"), file=self._file)
        return volts

    def close(self) -> None:
        """Nothing is held open."""
