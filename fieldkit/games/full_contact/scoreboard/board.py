"""The public board of Full-Contact Catan as a screen reads it, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fieldkit.errors import Misread
from fieldkit.games.full_contact.phases import STAGES
from fieldkit.games.full_contact.shapes import BoardView, TeamBoard
from fieldkit.referee.view import BoardFrame


class Board(BoardFrame, BoardView):
    """The whole view."""


def decode(body: bytes) -> Board:
    """Return the board of a view (JSON); raises Misread."""
    try:
        board = msgspec.json.decode(body, type=Board)
        if board["phase"] not in STAGES or board["round"] < 0:
            raise msgspec.ValidationError(f"no round {board['round']} in phase {board['phase']}")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a view that makes no sense: {error}") from None
    return board


def team_of(board: Board, id: str | None) -> TeamBoard | None:
    """Return the team of that id or None."""
    return next((team for team in board["teams"] if team["id"] == id), None)


def named(board: Board, id: str | None) -> str:
    """Return a team's name, its id where no such team plays."""
    team = team_of(board, id)
    return (id or "") if team is None else team["name"]


def colours(board: Board) -> Mapping[str, str]:
    """Return the colour of the balls of each kind by its name (FC-0); older matches have none."""
    chosen: Mapping[str, str] = board["options"].get("colours") or {}
    return chosen


def resting(board: Board) -> bool:
    """Return True while nobody plays, so that there is time to look at more than clock and points."""
    return board["phase"] in ("ready", "break", "stopped", "over")


def ready_line(board: Board) -> str:
    """Return what bodies do, while there is time to read it."""
    return board["get_ready"] if board["phase"] in ("ready", "break") and board["result"] is None else ""


def extra_round(board: Board) -> bool:
    """Return True in a round that teams which tied at the target play on in (FC-32)."""
    running = board["phase"] in ("head_start", "round", "grace", "stopped")
    began = board["statistics"]["points"][-2:-1] if running else []
    return any(sum(points >= board["target"] for points in each.values()) > 1 for each in began)


def tied(board: Board) -> bool:
    """Return True in a break where teams stand at the target and none has won: they will play on (FC-32)."""
    there = sum(team["vp"] >= board["target"] for team in board["teams"])
    return board["phase"] == "break" and board["result"] is None and there > 1 and board["target"] > 0


def leaders(board: Board) -> list[str]:
    """Return who stands first, nobody while all stand alike."""
    points = [team["vp"] for team in board["teams"]]
    if board["phase"] in ("ready", "over") or len(set(points)) < 2:
        return []
    return [team["id"] for team in board["teams"] if team["vp"] == max(points)]


def match_points(board: Board) -> list[TeamBoard]:
    """Return who lacks one point to the target, while nobody is there."""
    teams, target = board["teams"], board["target"]
    if board["phase"] in ("ready", "over") or any(team["vp"] >= target for team in teams):
        return []
    return [team for team in teams if team["vp"] == target - 1]


def record_address(board: Board, address: str) -> str:
    """Return where the record of a match that is over is shown, else ""; ``address`` is the kit's."""
    over = board["phase"] == "over" and board["match"] is not None and bool(address)
    return f"{address.rstrip('/')}/matches/{board['match']}" if over else ""


def buildings(board: Board, team: str, building: str) -> int:
    """Return how many hoops hold such a building of the team."""
    return sum(hoop["team"] == team and hoop["building"] == building for hoop in board["hoops"])


def left_ms(board: Board, now_ms: float) -> float:
    """Return what the clock has left at a moment of the kit's clock, in ms; never more than its total."""
    clock = board["clock"]
    if clock["state"] == "running" and "ends_at" in clock:
        return min(max(0.0, clock["ends_at"] - now_ms), clock["total"])
    return max(0.0, clock.get("remaining", 0.0))
