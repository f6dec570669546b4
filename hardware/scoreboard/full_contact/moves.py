"""What moves between two successive boards of one scene of Full-Contact Catan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hardware.scoreboard.full_contact.board import Board
from hardware.scoreboard.motion import Flight, Gain, Move


def moves(before: Board, after: Board) -> Sequence[Move]:
    """The balls that were counted meanwhile fly from hoop to card, and what a team gained rises there.

    A ball that was counted in both boards does not move, also when others were struck out before it.
    """
    new = Counter(after.counted) - Counter(before.counted)
    flown: list[Move] = [
        Flight(ball.kind, f"hoop {ball.hoop}", f"{ball.team} {ball.kind}") for ball in new.elements()
    ]
    points = {team.id: team.vp for team in before.teams}
    gained: list[Move] = [
        Gain(team.vp - points[team.id], f"{team.id} beside")
        for team in after.teams
        if team.id in points and team.vp != points[team.id]
    ]
    return flown + gained
