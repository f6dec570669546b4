"""Many measured values summed up in three numbers."""

from __future__ import annotations

from collections.abc import Sequence

_PARTS = (("p50", 0.5), ("p99", 0.99), ("max", 1.0))


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return the value below which half (``p50``) and 99 % (``p99``) lie, and ``max``; 0 without values."""
    ordered = sorted(values)
    if not ordered:
        return {name: 0.0 for name, _ in _PARTS}
    return {name: ordered[min(len(ordered) - 1, int(part * len(ordered)))] for name, part in _PARTS}
