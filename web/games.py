"""Where the modules, styles and words of a game lie: the folder of its name, found and never named."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"


@cache
def folder_of(game: str) -> Path:
    """The folder of a game's pages: ``static/<game>`` here, else ``static`` in the game's own package."""
    own = STATIC / game
    if own.is_dir():
        return own
    spec = importlib.util.find_spec(f"fieldkit.games.{game}")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "static"


def having(games: list[str], file: str) -> list[str]:
    """The games that have this file for the pages: not every one has a crew or prints anything."""
    return [game for game in games if (folder_of(game) / file).is_file()]
