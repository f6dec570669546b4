"""The kit's battery by its voltage, which hardly falls before it is empty: limits, and a calm reading."""

from collections import deque
from statistics import median

from fieldkit.messages import Battery, BatteryState
from fieldkit.phrases import Message

LOW_V, EMPTY_V = 12.5, 12.0
"""Below these (V) it needs charging, and is almost empty."""
CLEAR_V = 0.2
"""An alarm stands until the battery is so much (V) above what raised it: it recovers after each blast."""
MIN_V, MAX_V = 9.0, 16.0
"""Outside these (V) it is no battery of 12.8 V, empty or charging: something else is measured."""
KEPT = 9
"""The shown value is the median of this many readings: a blast pulls down fewer than half of them."""
FAILED = 3
"""This many readings must fail in a row before the battery counts as not measured."""
_MOVED_V = 0.08
"""The shown value stays until the measured one is so far (V) from it, or its last digit would flicker."""


class Gauge:
    """Turns readings into the value that is shown; one may fail. Not thread-safe."""

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
        """Note that a reading failed; the third in a row forgets those before."""
        self._failed += 1
        if self._failed >= FAILED:
            self._readings.clear()
            self.now = Battery("away", why=why)


def state_of(volts: float, before: BatteryState = "ok") -> BatteryState:
    """Return the state of a battery at ``volts``, given its state ``before``."""
    if not MIN_V <= volts <= MAX_V:
        return "odd"
    if volts < EMPTY_V + (CLEAR_V if before == "empty" else 0):
        return "empty"
    return "low" if volts < LOW_V + (CLEAR_V if before in ("low", "empty") else 0) else "ok"
