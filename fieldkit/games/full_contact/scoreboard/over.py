"""The end of a match: the winner's mark large, the points by round as lines, all teams in their order."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pygame
from pygame import Rect

from fieldkit.games.declared import Value
from fieldkit.games.full_contact.scoreboard.board import Board, team_of
from fieldkit.games.full_contact.shapes import MadeView, TeamBoard
from fieldkit.phrases import N_, MessageList, Term
from hardware.scoreboard.draw import Canvas, part, row_of
from hardware.scoreboard.fonts import Face, icon
from hardware.scoreboard.scene import after_icon, band, columns, shares
from hardware.scoreboard.theme import Colour

_FINE = 3
"""The factor by which lines are drawn larger and then scaled down: pygame's own are ragged."""

Spot = tuple[float, float]
Stroke = tuple[Colour, float, Sequence[Spot]]
"""A line to draw, and how wide (px)."""


class _Scale(Value):
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
    canvas.text(Term("points by round"), foot, 0.034, canvas.theme.soft, align="centre")
    left = rect.left + canvas.px(0.045)
    plot = Rect(left, rect.top, max(1, rect.right - left), max(1, foot.top - rect.top - canvas.px(0.01)))
    values = [value for entry in history for value in entry.values()]
    low = min(values, default=0)
    scale = _Scale(plot, len(history) - 1, low, max(low + 1, board["target"], *values), canvas.px(0.009))
    _draw_target(canvas, board, rect, scale)
    strokes: list[Stroke] = []
    marks: list[tuple[TeamBoard, Spot]] = []
    for i, team in enumerate(board["teams"]):
        # Lines that run together lie side by side.
        aside = (i - (len(board["teams"]) - 1) / 2) * scale.thick * 1.2
        told = [entry.get(team["id"], low) for entry in history]
        spots = [scale.spot(number, value, aside) for number, value in enumerate(told)]
        changed = [number for number in range(1, len(told)) if told[number] != told[number - 1]]
        marks += [(team, spots[number]) for number in changed]
        if team["id"] in rows:
            strokes.insert(0, (canvas.theme.soft, scale.thick * 0.4, [spots[-1], rows[team["id"]]]))
        strokes.append((canvas.theme.outline, scale.thick * 1.7, spots))
        strokes.append((canvas.theme.team(team["id"]), scale.thick, spots))
    _blit_strokes(canvas, strokes, plot.unionall([Rect(x, y, 1, 1) for x, y in rows.values()]))
    size = canvas.px(0.03)
    for team, (x, y) in marks:
        # Not noted among the boxes, since lines may cross.
        colours = (canvas.theme.team(team["id"]), canvas.theme.outline)
        mark = icon(f"mark-{team['mark']}", size, *colours)
        canvas.surface.blit(mark, (round(x - size / 2), round(y - size / 2)))


def _draw_target(canvas: Canvas, board: Board, rect: Rect, scale: _Scale) -> None:
    if board["target"] < scale.low:
        return
    y = round(scale.spot(0, board["target"])[1])
    number = Rect(rect.left, y - canvas.px(0.025), scale.plot.left - rect.left, canvas.px(0.05))
    canvas.text(str(board["target"]), number, 0.034, canvas.theme.soft, align="centre")
    wide = canvas.px(0.0025)
    pygame.draw.line(canvas.surface, canvas.theme.soft, (scale.plot.left, y), (scale.plot.right, y), wide)


def _blit_strokes(canvas: Canvas, strokes: Sequence[Stroke], area: Rect) -> None:
    area = area.inflate(4 * canvas.px(0.009), 4 * canvas.px(0.009))
    fine = pygame.Surface((area.width * _FINE, area.height * _FINE), pygame.SRCALPHA)
    for colour, width, spots in strokes:
        moved = [((x - area.left) * _FINE, (y - area.top) * _FINE) for x, y in spots]
        for a, b in pairwise(moved):
            _blit_stroke(fine, colour, a, b, width * _FINE / 2)
    canvas.surface.blit(pygame.transform.smoothscale(fine, area.size), area)


def _blit_stroke(surface: pygame.Surface, colour: Colour, a: Spot, b: Spot, half: float) -> None:
    """Draw a straight stroke with round ends; ``half`` is its width to either side."""
    along = pygame.Vector2(b) - pygame.Vector2(a)
    if along.length() > 0:
        side = along.normalize().rotate(90) * half
        pygame.draw.polygon(surface, colour, [a + side, b + side, b - side, a - side])
    for end in (a, b):
        pygame.draw.circle(surface, colour, end, half)


_TABLE = 0.72
"""The width of the table beside the lines, as a share of the unit."""


def draw_over(canvas: Canvas, board: Board, room: Rect) -> None:
    """Draw the winners, the points by round and a table of teams; without a result only the latter two."""
    gap = canvas.px(0.022)
    result = board["result"]
    winners = [team for id in result["winners"] if (team := team_of(board, id))] if result else []
    if canvas.wide:
        first, rest = shares(room, [0.33, 0.67], gap) if _has_lines(board) else columns(room, 2, gap)
    else:
        half = (room.height - gap) * (35 if _has_lines(board) else 50) // 100
        first, rest = row_of(room, 0, half), part(room, top=room.top + half + gap)
    _draw_winners(canvas, winners, first)
    _draw_table(canvas, board, rest)


def _has_lines(board: Board) -> bool:
    """One moment alone makes no line."""
    return len(board["statistics"]["points"]) > 1


def _draw_winners(canvas: Canvas, winners: list[TeamBoard], rect: Rect) -> None:
    theme = canvas.theme
    canvas.plate(rect, theme.card, theme.line)
    inner = rect.inflate(-2 * canvas.px(0.03), -2 * canvas.px(0.02))
    if not winners:
        canvas.text(Term("No result"), inner, 0.12, theme.ink, Face.BLACK, "centre")
        return
    names = canvas.translate(MessageList([team["name"] for team in winners], N_("and"))).upper()
    lines = [canvas.translate.sentence("{teams} WIN", teams=names)]
    if len(winners) > 1:
        lines = [names, canvas.translate(Term("SHARE IT"))]
    tall, size = (canvas.px(0.15), 0.13) if len(lines) == 1 else (canvas.px(0.115), 0.105)
    words = part(inner, top=inner.bottom - tall * len(lines))
    marks = part(inner, bottom=words.top - canvas.px(0.015))
    if len(winners) == 1:
        marks, points = shares(marks, [0.5, 0.5], canvas.px(0.02))
        canvas.figures(str(winners[0]["vp"]), points, canvas.px(0.22), theme.ink)
    for cell, team in zip(columns(marks, len(winners), canvas.px(0.02)), winners, strict=True):
        canvas.icon(f"mark-{team['mark']}", cell, theme.team(team["id"]))
    # Room for a comma below a line and an accent above it.
    canvas.rows(lines, words, tall, size, theme.ink, Face.BLACK, "centre")


def _draw_table(canvas: Canvas, board: Board, rect: Rect) -> None:
    canvas.plate(rect, canvas.theme.card, canvas.theme.line)
    inner = rect.inflate(-2 * canvas.px(0.025), -2 * canvas.px(0.015))
    plot = Rect(inner)
    if _has_lines(board) and not canvas.wide:
        plot.height = canvas.px(0.2)
        inner.height -= plot.height + canvas.px(0.01)
        inner.top = plot.bottom + canvas.px(0.01)
    elif _has_lines(board):
        inner.width = min(inner.width, canvas.px(_TABLE))
        inner.right = plot.right
        plot.width = inner.left - canvas.px(0.05) - plot.left
    ranked = sorted(board["teams"], key=lambda team: -team["vp"])
    tall = inner.height // max(1, len(ranked))
    rows = [row_of(inner, number, tall) for number in range(len(ranked))]
    if _has_lines(board):
        ends = {team["id"]: (row.left, row.centery) for team, row in zip(ranked, rows, strict=True)}
        draw_lines(canvas, board, plot, ends if canvas.wide else {})
    for team, row in zip(ranked, rows, strict=True):
        _draw_line(canvas, team, row)


def _draw_line(canvas: Canvas, team: TeamBoard, rect: Rect) -> None:
    """Draw a team: mark, name and points; below the name how these came about."""
    theme = canvas.theme
    colour = theme.team(team["id"])
    gap = canvas.px(0.014)
    name = after_icon(canvas, f"mark-{team['mark']}", rect, canvas.px(0.056), gap, colour)
    points = Rect(rect.right - canvas.px(0.12), rect.top, canvas.px(0.12), rect.height)
    tall = min(canvas.px(0.1), rect.height * 3 // 4)
    canvas.figures(str(team["vp"]), points, tall, theme.ink, align="right")
    name.width = points.left - gap - name.left
    if "made" in team:
        name = band(name, 0.04, 0.5)
        below = Rect(name.left, name.bottom, name.width, rect.bottom - name.bottom)
        _draw_sum(canvas, team["made"], colour, below)
    canvas.text(team["name"], name, 0.06 if canvas.wide else 0.046, theme.ink, Face.BLACK)


def _draw_sum(canvas: Canvas, made: MadeView, colour: Colour, rect: Rect) -> None:
    """Draw the sum of the points: cities, settlements, knights, used cards and extra ones."""
    theme, size = canvas.theme, canvas.px(0.038)
    icons = {"city": "cities", "settlement": "settlements", "knight": "knights", "card": "cards"}
    cells = shares(rect, [0.84, 1.0, 1.0, 1.0, 1.4])
    for place, (cell, (name, source)) in enumerate(zip(cells, icons.items(), strict=False)):
        value = made[source]  # type: ignore[literal-required]
        room = _draw_plus(canvas, cell) if place else cell
        count = after_icon(canvas, name, room, size, canvas.px(0.006), colour, pale=not value)
        count.width = max(1, count.width - canvas.px(0.004))
        canvas.figures(str(value), count, canvas.px(0.032), theme.ink if value else theme.soft, align="left")
    ink = theme.ink if made["extra"] else theme.soft
    extra = canvas.translate.sentence("{n} extra", n=made["extra"])
    canvas.text(extra, _draw_plus(canvas, cells[-1]), 0.036, ink)


def _draw_plus(canvas: Canvas, cell: Rect) -> Rect:
    """Draw a plus sign at the left of a cell; returns what is left of it."""
    wide = canvas.px(0.026)
    canvas.text("+", Rect(cell.left, cell.top, wide, cell.height), 0.036, canvas.theme.soft, align="centre")
    return Rect(cell.left + wide, cell.top, cell.width - wide, cell.height)
