"""Simulated people at a running kit: what they share, those of a game are in its package."""

from __future__ import annotations

from fieldkit.games.loading import packages


def simulated_games() -> dict[str, str]:
    """Return the games that simulated people can play, each with the module of these people."""
    own = {name: f"fieldkit.games.{name}.demo" for name, at in packages().items() if any(at.glob("demo*"))}
    return {name: own.get(name, "fieldkit.demo.players") for name in packages()}
