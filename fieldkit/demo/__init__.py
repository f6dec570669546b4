"""Simulated people at a running kit: what they share, and a package for each game they can play."""

from __future__ import annotations

import pkgutil


def simulated_games() -> list[str]:
    """The games that simulated people can play."""
    return [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
