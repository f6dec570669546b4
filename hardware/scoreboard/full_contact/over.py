"""The end of a match: the winner's mark large, how the points came about, all teams in their order."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from fieldkit.phrases import N_, MessageList, Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.full_contact.board import Board, Team
from hardware.scoreboard.full_contact.card import KINDS
from hardware.scoreboard.full_contact.lines import draw_lines
from hardware.scoreboard.scene import columns, shares
from hardware.scoreboard.theme import Colour

_TABLE = 0.62
"""How wide the table beside the lines is, as a share of the unit."""


def draw_over(canvas: Canvas, board: Board, room: Rect) -> None:
    """Who has won, the points by round, and a table of all teams; without a result only the latter two."""
    gap = canvas.px(0.022)
    winners = [team for id in board.result.winners if (team := board.team(id))] if board.result else []
    if canvas.wide:
        first, rest = shares(room, [0.36, 0.64], gap) if _has_lines(board) else columns(room, 2, gap)
    else:
        half = (room.height - gap) * (40 if _has_lines(board) else 50) // 100
        first = Rect(room.left, room.top, room.width, half)
        rest = Rect(room.left, first.bottom + gap, room.width, room.bottom - first.bottom - gap)
    _draw_winners(canvas, winners, first)
    _draw_table(canvas, board, rest)


def _has_lines(board: Board) -> bool:
    """One moment alone makes no line."""
    return len(board.statistics.points) > 1


def _draw_winners(canvas: Canvas, winners: list[Team], rect: Rect) -> None:
    theme = canvas.theme
    canvas.plate(rect, theme.card, theme.line)
    inner = rect.inflate(-2 * canvas.px(0.03), -2 * canvas.px(0.02))
    if not winners:
        canvas.text(canvas.translate(Term("No result")), inner, 0.12, theme.ink, Face.BLACK, "centre")
        return
    names = canvas.translate(MessageList([team.name for team in winners], N_("and"))).upper()
    lines = [canvas.translate.sentence("{teams} WIN", teams=names)]
    if len(winners) > 1:
        lines = [names, canvas.translate(Term("SHARE IT"))]
    tall, size = (canvas.px(0.15), 0.13) if len(lines) == 1 else (canvas.px(0.115), 0.105)
    words = Rect(inner.left, inner.bottom - tall * len(lines), inner.width, tall)
    marks = Rect(inner.left, inner.top, inner.width, words.top - canvas.px(0.015) - inner.top)
    for cell, team in zip(columns(marks, len(winners), canvas.px(0.02)), winners, strict=True):
        canvas.icon(f"mark-{team.mark}", cell, theme.team(team.id))
    for number, line in enumerate(lines):
        # Room for a comma below a line and an accent above it.
        canvas.text(line, words.move(0, number * tall), size, theme.ink, Face.BLACK, "centre")


def _draw_table(canvas: Canvas, board: Board, rect: Rect) -> None:
    canvas.plate(rect, canvas.theme.card, canvas.theme.line)
    inner = rect.inflate(-2 * canvas.px(0.025), -2 * canvas.px(0.015))
    plot = Rect(inner)
    if _has_lines(board):
        inner.width = min(inner.width, canvas.px(_TABLE))
        inner.right = plot.right
        plot.width = inner.left - canvas.px(0.05) - plot.left
    ranked = sorted(board.teams, key=lambda team: -team.vp)
    tall = inner.height // max(1, len(ranked))
    rows = [Rect(inner.left, inner.top + n * tall, inner.width, tall) for n in range(len(ranked))]
    if _has_lines(board):
        ends = {team.id: (row.left, row.centery) for team, row in zip(ranked, rows, strict=True)}
        draw_lines(canvas, board, plot, ends)
    for team, row in zip(ranked, rows, strict=True):
        _draw_line(canvas, board, team, row)


def _draw_line(canvas: Canvas, board: Board, team: Team, rect: Rect) -> None:
    """A team: mark, name, what it built and its points; below the name the balls that it collected."""
    theme = canvas.theme
    colour = theme.team(team.id)
    gap = canvas.px(0.014)
    balls = board.statistics.collected.get(team.id, {})
    kinds = [kind for kind in KINDS if kind in balls]
    mark = Rect(rect.left, rect.top, canvas.px(0.056), rect.height)
    canvas.icon(f"mark-{team.mark}", mark, colour)
    points = Rect(rect.right - canvas.px(0.09), rect.top, canvas.px(0.09), rect.height)
    canvas.figures(str(team.vp), points, canvas.px(0.074), theme.ink, align="right")
    upper = rect.height // 2 if kinds else rect.height
    counts = Rect(points.left - canvas.px(0.27), rect.top, canvas.px(0.26), upper)
    built = [(what, board.buildings(team.id, what), colour) for what in ("city", "settlement")]
    _draw_counts(canvas, counts, [*built, ("knight", team.knights, colour)])
    name = Rect(mark.right + gap, rect.top, counts.left - gap - mark.right - gap, upper)
    canvas.text(team.name, name, 0.06, theme.ink, Face.BLACK)
    if kinds:
        below = Rect(name.left, rect.top + upper, counts.right - name.left, rect.height - upper)
        _draw_counts(canvas, below, [(kind, balls[kind], theme.kind(kind)) for kind in kinds])


def _draw_counts(canvas: Canvas, rect: Rect, items: Sequence[tuple[str, int, Colour]]) -> None:
    """Icons with their numbers side by side."""
    theme, gap, size = canvas.theme, canvas.px(0.007), canvas.px(0.038)
    for cell, (icon, value, colour) in zip(columns(rect, len(items), 0), items, strict=True):
        canvas.icon(icon, Rect(cell.left, cell.top, size, cell.height), colour, pale=not value)
        room = Rect(cell.left + size + gap, cell.top, cell.width - size - 2 * gap, cell.height)
        canvas.figures(str(value), room, canvas.px(0.032), theme.ink if value else theme.soft, align="left")
