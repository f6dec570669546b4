"""The kit's one clock: CLOCK_MONOTONIC in nanoseconds, the same in every process of the machine."""

import time
from dataclasses import dataclass
from pathlib import Path

NS = 1_000_000_000
"""Nanoseconds in a second."""
MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True)
class Clock:
    """CLOCK_MONOTONIC, for a demonstration run ``rate`` times as fast; processes of one rate agree."""

    rate: float = 1.0

    def now(self) -> int:
        """Return the moment, in ns of the kit's clock."""
        real = time.monotonic_ns()
        return real if self.rate == 1.0 else int(real * self.rate)

    def seconds_until(self, at: int) -> float:
        """Return the real seconds until the kit's clock shows ``at`` (ns); 0 when that is past."""
        return max(0.0, (at - self.now()) / NS / self.rate)

    def real_ns(self, span: int) -> int:
        """Return a span of the kit's clock (ns) in real nanoseconds."""
        return span if self.rate == 1.0 else int(span / self.rate)

    def boot(self) -> str:
        """Return the name of what moments are on: this boot of the machine, and the rate if not 1."""
        try:
            boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except OSError:
            boot = "unknown"
        return boot if self.rate == 1.0 else f"{boot}*{self.rate:g}"
