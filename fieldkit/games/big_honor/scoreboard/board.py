"""The public board of a match as the scoreboard reads it: the shape of the game with the frame around it."""

from __future__ import annotations

from fieldkit.games.big_honor.shapes import HonorPlayer, HonorView
from fieldkit.games.big_honor.state import Phase
from hardware.scoreboard.scene import ScreenFrame


class HonorScreen(ScreenFrame, HonorView):
    """The whole public board."""

    phase: Phase


def player_of(board: HonorScreen, id: str) -> HonorPlayer:
    """Return the player of that id."""
    return next(player for player in board["players"] if player["id"] == id)


def paying(board: HonorScreen) -> int | None:
    """Return the place that gave a laurel or was won by the last roll."""
    roll = board["roll"]
    won = roll is not None and (roll["laurel"] is not None or roll["sort"] == "place")
    return roll["sum"] if roll is not None and won else None
