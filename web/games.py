"""Where the modules, styles and words of a game lie: the folder of its name, found and never named."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fieldkit.games.loading import packages

STATIC = Path(__file__).parent / "static"


@cache
def folder_of(game: str) -> Path:
    """The folder of a game's pages: ``static/<game>`` here, else ``static`` in the game's own package."""
    own = STATIC / game
    brought = packages().get(game)
    return own if brought is None or own.is_dir() else brought / "static"


def having(games: list[str], file: str) -> list[str]:
    """The games that have this file for the pages: not every one has a crew or prints anything."""
    return [game for game in games if (folder_of(game) / file).is_file()]
