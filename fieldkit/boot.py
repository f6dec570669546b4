"""Which boot of the machine a moment belongs to: the clock of each is its own."""

from __future__ import annotations

from pathlib import Path


def boot_label(rate: float) -> str:
    """Which clock moments are on: this boot of the machine, and the rate of a demonstration."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        boot = "unknown"
    return boot if rate == 1.0 else f"{boot}*{rate:g}"
