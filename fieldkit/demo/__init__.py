"""Simulated people at a running kit: what they share, and a package for each game they can play."""

from __future__ import annotations

from pathlib import Path

from fieldkit.games.loading import packages

_HERE = Path(__file__).parent


def simulated_games() -> dict[str, str]:
    """The games that simulated people can play, each with the module of these people.

    They are a package in this folder, or a module ``demo`` that a game brings in its own package.
    """
    brought = {
        name: f"fieldkit.games.{name}.demo" for name, at in packages().items() if any(at.glob("demo*"))
    }
    here = [package.parent.name for package in sorted(_HERE.glob("*/__init__.py"))]
    return brought | {name: f"fieldkit.demo.{name}" for name in here}
