"""The end of a match: the winner's mark large, the others below it in their order."""

from __future__ import annotations

from pygame import Rect

from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.full_contact_board import Board, Team
from hardware.scoreboard.scene import columns


def draw_over(canvas: Canvas, board: Board, room: Rect) -> None:
    """Who has won, and a table of all teams; without a result only the table."""
    gap = canvas.px(0.022)
    if canvas.wide:
        first, table = columns(room, 2, gap)
    else:
        half = (room.height - gap) // 2
        first = Rect(room.left, room.top, room.width, half)
        table = Rect(room.left, first.bottom + gap, room.width, half)
    winners = [team for id in board.result.winners if (team := board.team(id))] if board.result else []
    _draw_winners(canvas, winners, first)
    _draw_table(canvas, board, table)


def _draw_winners(canvas: Canvas, winners: list[Team], rect: Rect) -> None:
    theme = canvas.theme
    canvas.plate(rect, theme.card, theme.line)
    inner = rect.inflate(-2 * canvas.px(0.03), -2 * canvas.px(0.02))
    if not winners:
        canvas.text("No result", inner, 0.12, theme.ink, Face.BLACK, "centre")
        return
    words = Rect(inner.left, inner.bottom - canvas.px(0.15), inner.width, canvas.px(0.15))
    marks = Rect(inner.left, inner.top, inner.width, words.top - inner.top)
    for cell, team in zip(columns(marks, len(winners), canvas.px(0.02)), winners, strict=True):
        canvas.icon(f"mark-{team.mark}", cell, theme.team(team.id))
    names = " and ".join(team.name for team in winners)
    verb = "WIN" if len(winners) == 1 else "SHARE IT"
    canvas.text(f"{names.upper()} {verb}", words, 0.13, theme.ink, Face.BLACK, "centre")


def _draw_table(canvas: Canvas, board: Board, rect: Rect) -> None:
    canvas.plate(rect, canvas.theme.card, canvas.theme.line)
    inner = rect.inflate(-2 * canvas.px(0.025), -2 * canvas.px(0.015))
    ranked = sorted(board.teams, key=lambda team: -team.vp)
    tall = inner.height // max(1, len(ranked))
    for number, team in enumerate(ranked):
        _draw_line(canvas, board, team, Rect(inner.left, inner.top + number * tall, inner.width, tall))


def _draw_line(canvas: Canvas, board: Board, team: Team, rect: Rect) -> None:
    theme = canvas.theme
    colour = theme.team(team.id)
    gap = canvas.px(0.014)
    mark = Rect(rect.left, rect.top, canvas.px(0.056), rect.height)
    canvas.icon(f"mark-{team.mark}", mark, colour)
    points = Rect(rect.right - canvas.px(0.13), rect.top, canvas.px(0.13), rect.height)
    canvas.figures(str(team.vp), points, canvas.px(0.074), theme.ink, align="right")
    counts = Rect(points.left - canvas.px(0.27), rect.top, canvas.px(0.26), rect.height)
    items = ("city", "settlement", "knight")
    values = (board.buildings(team.id, "city"), board.buildings(team.id, "settlement"), team.knights)
    for cell, icon, value in zip(columns(counts, 3, 0), items, values, strict=True):
        size = canvas.px(0.038)
        canvas.icon(icon, Rect(cell.left, cell.top, size, cell.height), colour, pale=not value)
        room = Rect(cell.left + size + gap // 2, cell.top, cell.width - size - gap, cell.height)
        canvas.figures(str(value), room, canvas.px(0.032), theme.ink if value else theme.soft, align="left")
    name = Rect(mark.right + gap, rect.top, counts.left - gap - mark.right - gap, rect.height)
    canvas.text(team.name, name, 0.06, theme.ink, Face.BLACK)
