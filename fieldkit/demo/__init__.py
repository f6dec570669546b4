"""Simulated people at a running kit: what they share, and a package for each game they can play."""

from __future__ import annotations

from pathlib import Path


def simulated_games() -> list[str]:
    """The games that simulated people can play."""
    return sorted(package.parent.name for package in Path(__file__).parent.glob("*/__init__.py"))
