"""The kit's games as every kit has them, made once in a process: they are pure, so tests share them."""

from functools import cache

from fieldkit.games import Game
from fieldkit.games.loading import load_games
from fieldkit.settings import Settings


@cache
def _made() -> dict[str, Game]:
    return load_games(Settings())


def kit_games() -> dict[str, Game]:
    """Return all games with their default settings, in a dictionary of the caller's own."""
    return dict(_made())
