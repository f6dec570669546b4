"""Simulated people at a running kit: what they share, those of a game are in its package."""

from collections.abc import Sequence

from fieldkit.games.loading import packages


def simulated_games() -> dict[str, str]:
    """Return the games that simulated people can play, each with the module of these people."""
    own = {name: f"fieldkit.games.{name}.demo" for name, at in packages().items() if any(at.glob("demo*"))}
    return {name: own.get(name, "fieldkit.demo.players") for name in packages()}


_PARTS = (("p50", 0.5), ("p99", 0.99), ("max", 1.0))


def percentiles(values: Sequence[float]) -> dict[str, float]:
    """Return the value below which half (``p50``) and 99 % (``p99``) lie, and ``max``; 0 without values."""
    ordered = sorted(values)
    if not ordered:
        return {name: 0.0 for name, _ in _PARTS}
    return {name: ordered[min(len(ordered) - 1, int(part * len(ordered)))] for name, part in _PARTS}
