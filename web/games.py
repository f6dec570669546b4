"""Finds the modules, styles and words of a game: the folder of its name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fieldkit.games.loading import packages

STATIC = Path(__file__).parent / "static"


@cache
def folder_of(game: str) -> Path:
    """Return the folder of a game's pages: ``web`` in its package."""
    return packages()[game] / "web"


def having(games: list[str], file: str) -> list[str]:
    """Return the games that have this file for the pages: not every one has a crew or prints anything."""
    return [game for game in games if (folder_of(game) / file).is_file()]
