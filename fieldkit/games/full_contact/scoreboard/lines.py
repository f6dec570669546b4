"""The teams' points by round as lines, each with a thin one that leads to its team's row of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame
from pygame import Rect

from fieldkit.games.full_contact.scoreboard.board import Board
from fieldkit.games.full_contact.shapes import TeamBoard
from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.theme import Colour

_FINE = 3
"""The factor by which lines are drawn larger and then scaled down: pygame's own are ragged."""

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Stroke:
    """A line to draw, and how wide (px)."""

    colour: Colour
    width: float
    spots: Sequence[Spot]


@dataclass(frozen=True, slots=True)
class _Scale:
    """The place in ``plot`` of a number of points after a round."""

    plot: Rect
    rounds: int
    low: int
    high: int
    thick: int

    def spot(self, number: int, value: float, aside: float = 0.0) -> Spot:
        room = self.plot.inflate(-2 * self.thick, -6 * self.thick)
        x = room.left + room.width * number / max(1, self.rounds)
        return x, room.bottom - room.height * (value - self.low) / (self.high - self.low) + aside


def draw_lines(canvas: Canvas, board: Board, rect: Rect, rows: Mapping[str, Spot]) -> None:
    """Draw the lines in ``rect``, each with a thin one from its end to its place in ``rows``, by team id."""
    history = board["statistics"]["points"]
    foot = Rect(rect.left, rect.bottom - canvas.px(0.05), rect.width, canvas.px(0.05))
    canvas.text(canvas.translate(Term("points by round")), foot, 0.034, canvas.theme.soft, align="centre")
    left = rect.left + canvas.px(0.045)
    plot = Rect(left, rect.top, max(1, rect.right - left), max(1, foot.top - rect.top - canvas.px(0.01)))
    values = [value for entry in history for value in entry.values()]
    low = min(values, default=0)
    scale = _Scale(plot, len(history) - 1, low, max(low + 1, board["target"], *values), canvas.px(0.009))
    _draw_target(canvas, board, rect, scale)
    strokes: list[_Stroke] = []
    marks: list[tuple[TeamBoard, Spot]] = []
    for i, team in enumerate(board["teams"]):
        # Lines that run together lie side by side.
        aside = (i - (len(board["teams"]) - 1) / 2) * scale.thick * 1.2
        told = [entry.get(team["id"], low) for entry in history]
        spots = [scale.spot(number, value, aside) for number, value in enumerate(told)]
        changed = [number for number in range(1, len(told)) if told[number] != told[number - 1]]
        marks += [(team, spots[number]) for number in changed]
        if team["id"] in rows:
            strokes.insert(0, _Stroke(canvas.theme.soft, scale.thick * 0.4, [spots[-1], rows[team["id"]]]))
        strokes.append(_Stroke(canvas.theme.outline, scale.thick * 1.7, spots))
        strokes.append(_Stroke(canvas.theme.team(team["id"]), scale.thick, spots))
    _blit_strokes(canvas, strokes, plot.unionall([Rect(x, y, 1, 1) for x, y in rows.values()]))
    for team, (x, y) in marks:
        _blit_mark(canvas, team, x, y)


def _draw_target(canvas: Canvas, board: Board, rect: Rect, scale: _Scale) -> None:
    if board["target"] < scale.low:
        return
    y = round(scale.spot(0, board["target"])[1])
    number = Rect(rect.left, y - canvas.px(0.025), scale.plot.left - rect.left, canvas.px(0.05))
    canvas.text(str(board["target"]), number, 0.034, canvas.theme.soft, align="centre")
    wide = canvas.px(0.0025)
    pygame.draw.line(canvas.surface, canvas.theme.soft, (scale.plot.left, y), (scale.plot.right, y), wide)


def _blit_mark(canvas: Canvas, team: TeamBoard, x: float, y: float) -> None:
    """Draw a mark on a line: not noted among the boxes, since lines may cross."""
    size = canvas.px(0.03)
    theme = canvas.theme
    icon = canvas.icons.icon(f"mark-{team['mark']}", size, theme.team(team["id"]), theme.outline, None, False)
    canvas.surface.blit(icon, (round(x - size / 2), round(y - size / 2)))


def _blit_strokes(canvas: Canvas, strokes: Sequence[_Stroke], area: Rect) -> None:
    area = area.inflate(4 * canvas.px(0.009), 4 * canvas.px(0.009))
    fine = pygame.Surface((area.width * _FINE, area.height * _FINE), pygame.SRCALPHA)
    for stroke in strokes:
        moved = [((x - area.left) * _FINE, (y - area.top) * _FINE) for x, y in stroke.spots]
        for a, b in pairwise(moved):
            _blit_stroke(fine, stroke.colour, a, b, stroke.width * _FINE / 2)
    canvas.surface.blit(pygame.transform.smoothscale(fine, area.size), area)


def _blit_stroke(surface: pygame.Surface, colour: Colour, a: Spot, b: Spot, half: float) -> None:
    """Draw a straight stroke with round ends; ``half`` is its width to either side."""
    along = pygame.Vector2(b) - pygame.Vector2(a)
    if along.length() > 0:
        side = along.normalize().rotate(90) * half
        corners = [pygame.Vector2(a) + side, pygame.Vector2(b) + side]
        corners += [pygame.Vector2(b) - side, pygame.Vector2(a) - side]
        pygame.draw.polygon(surface, colour, corners)
    for end in (a, b):
        pygame.draw.circle(surface, colour, end, half)
