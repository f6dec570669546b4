"""The kit's one clock: CLOCK_MONOTONIC in nanoseconds, the same in every process of the machine."""

from __future__ import annotations

import time
from dataclasses import dataclass

NS = 1_000_000_000
"""Nanoseconds in a second."""
MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True)
class Clock:
    """CLOCK_MONOTONIC, for a demonstration run ``rate`` times as fast.

    At the rate 1 a kit's nanosecond is a real one. At the rate 20 all processes started with that rate
    still agree with each other, since all derive it from the same clock.
    """

    rate: float = 1.0

    def now(self) -> int:
        """The moment, in ns of the kit's clock."""
        real = time.monotonic_ns()
        return real if self.rate == 1.0 else int(real * self.rate)

    def seconds_until(self, at: int) -> float:
        """Real seconds from now until the kit's clock shows ``at`` (ns); 0 when that is past."""
        return max(0.0, (at - self.now()) / NS / self.rate)

    def real_ns(self, span: int) -> int:
        """A span of the kit's clock (ns) in real nanoseconds."""
        return span if self.rate == 1.0 else int(span / self.rate)
