"""The kit's battery by its voltage: which value is low, and one that does not flicker under the siren's load.

A LiFePO4 battery of 12.8 V keeps nearly the same voltage until it is almost empty, so nothing here tells a
share that is left.
"""

from __future__ import annotations

from collections import deque
from statistics import median

from fieldkit.messages import Battery, BatteryState
from fieldkit.phrases import Message

LOW_V, EMPTY_V = 12.5, 12.0
"""Below these (V) it wants charging, and is empty soon."""
CLEAR_V = 0.2
"""An alarm stands until the battery is so much (V) above what raised it: it recovers after each blast."""
LEAST_V, MOST_V = 9.0, 16.0
"""No battery of 12.8 V, empty or at its charger, is outside these (V): something else is measured."""
KEPT = 9
"""How many readings the shown value is the middle of: a blast pulls down fewer than half of them."""
FAILED = 3
"""This many readings in turn must fail before the battery counts as not measured."""
_MOVED_V = 0.08
"""The shown value stays until the measured one is so far (V) from it, else its last digit would waver."""


class Gauge:
    """Makes what is shown of readings in turn; one may fail. Not safe for several threads at once."""

    def __init__(self) -> None:
        self._readings: deque[float] = deque(maxlen=KEPT)
        self._failed = 0
        self.now: Battery | None = None

    def take(self, volts: float) -> None:
        """Note a reading (V)."""
        self._failed = 0
        self._readings.append(volts)
        middle = median(self._readings)
        shown = self.now.volts if self.now is not None else None
        if shown is None or abs(middle - shown) >= _MOVED_V:
            shown = round(middle, 1)
        self.now = Battery(state_of(middle, self.now.state if self.now is not None else "ok"), shown)

    def fail(self, why: Message) -> None:
        """Note that a reading failed; the third in turn forgets those before."""
        self._failed += 1
        if self._failed >= FAILED:
            self._readings.clear()
            self.now = Battery("away", why=why)


def state_of(volts: float, before: BatteryState = "ok") -> BatteryState:
    """How a battery at ``volts`` does, if it did ``before`` as told."""
    if not LEAST_V <= volts <= MOST_V:
        return "odd"
    if volts < EMPTY_V + (CLEAR_V if before == "empty" else 0):
        return "empty"
    return "low" if volts < LOW_V + (CLEAR_V if before in ("low", "empty") else 0) else "ok"
