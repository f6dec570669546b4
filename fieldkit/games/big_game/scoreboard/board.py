"""The public board of a hall as its screens read it: the shape of the game with the frame around it."""

from __future__ import annotations

from fieldkit.games import Clock, Side
from fieldkit.games.big_game.forms import Group
from fieldkit.games.big_game.shapes import HallBoard, HallTurn, HallWinner
from fieldkit.games.big_game.state import WARN_SECONDS, Phase, split_seat

WARN_MS = WARN_SECONDS * 1000
"""From here on the clock of a turn warns, as the whistle does (BG-5)."""


class HallScreen(HallBoard):
    """The public board with what the screens show of the frame."""

    match: str | None
    phase: Phase
    clock: Clock
    sides: list[Side]


def named(board: HallScreen, group: Group | None) -> str:
    """Return a group's name in the kit's language."""
    return next((side["name"] for side in board["sides"] if side["id"] == group), (group or "").title())


def following(board: HallScreen) -> HallTurn:
    """Return the turn after this one; an empty one when the hall is over."""
    return board["next"] or {"number": 0, "group": None, "deals": None}


def shown(board: HallScreen) -> HallTurn:
    """Return the turn that the sides of the screen tell of: a roll that is taken back comes again (BG-5)."""
    return following(board) if is_taken(board) else board["turn"]


def is_taken(board: HallScreen) -> bool:
    """Tell if boards undo what a roll brought that is taken back (BG-5)."""
    return board["phase"] == "ended" and board["taken"] > 0


def group_of(winner: HallWinner) -> Group:
    """Return the group of the winner's seat."""
    return split_seat(winner["seat"])[1]


def left_ms(board: HallScreen, now_ms: float) -> float:
    """Return what the clock has left at a moment of the kit's clock, in ms; never more than its total."""
    clock = board["clock"]
    if clock["state"] == "running" and "ends_at" in clock:
        return min(max(0.0, clock["ends_at"] - now_ms), clock["total"])
    return max(0.0, clock.get("remaining", 0))
