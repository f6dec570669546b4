"""The public board of a match as the scoreboard reads it: the shape of the game with the frame around it."""

from __future__ import annotations

from typing import TypedDict

from fieldkit.games import Side
from fieldkit.games.big_honor.shapes import HonorPlayer, HonorView
from fieldkit.games.big_honor.state import Phase


class HonorLine(TypedDict):
    """One of the last lines of the record."""

    text: str


class HonorScreen(HonorView):
    """The public board with what the scoreboard shows of the frame."""

    match: str | None
    phase: Phase
    title: str
    subtitle: str
    sides: list[Side]
    recent: list[HonorLine]


def side_of(board: HonorScreen, id: str | None) -> Side | None:
    """Return the side of that id, if any."""
    return next((side for side in board["sides"] if side["id"] == id), None)


def player_of(board: HonorScreen, id: str) -> HonorPlayer:
    """Return the player of that id."""
    return next(player for player in board["players"] if player["id"] == id)


def paying(board: HonorScreen) -> int | None:
    """Return the place that gave a laurel or was won by the last roll."""
    roll = board["roll"]
    won = roll is not None and (roll["laurel"] is not None or roll["sort"] == "place")
    return roll["sum"] if roll is not None and won else None
