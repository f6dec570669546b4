"""A team's card: colour and mark, name, points, the way to the target, what it has."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.full_contact.board import Board, Team
from hardware.scoreboard.scene import shares
from hardware.scoreboard.theme import Colour

KINDS = ("wood", "wheat", "brick", "ore", "sheep")
"""The order in which kinds stand, everywhere."""


def draw_card(canvas: Canvas, board: Board, team: Team, rect: Rect) -> None:
    """The card of a team in ``rect``; before the first round its mark stands where its points will."""
    theme = canvas.theme
    colour = theme.team(team.id)
    canvas.plate(rect, theme.card, theme.line)
    canvas.places[team.id] = Rect(rect)
    _draw_band(canvas, rect, colour)
    inner = rect.inflate(-2 * canvas.px(0.02), 0)
    row, gap = canvas.px(0.062), canvas.px(0.006)
    name = Rect(inner.left, rect.top + canvas.px(0.026), inner.width, canvas.px(0.072))
    kinds = Rect(inner.left, rect.bottom - canvas.px(0.01) - row, inner.width, row)
    counts = Rect(inner.left, kinds.top - gap - row, inner.width, row)
    pips = Rect(inner.left, counts.top - gap - canvas.px(0.022), inner.width, canvas.px(0.018))
    middle = Rect(inner.left, name.bottom, inner.width, pips.top - name.bottom).inflate(0, -2 * gap)
    _draw_name(canvas, team, name)
    y = (counts.bottom + kinds.top) // 2
    pygame.draw.line(canvas.surface, theme.line, (inner.left, y), (inner.right, y), max(1, canvas.px(0.001)))
    _draw_counts(canvas, board, team, counts)
    if board.phase == "ready":
        canvas.icon(f"mark-{team.mark}", middle, colour)
        canvas.text(
            canvas.translate.number("{n} player", "{n} players", team.players),
            kinds,
            0.045,
            theme.ink,
            Face.SEMI,
            "centre",
        )
    else:
        _draw_points(canvas, team, middle)
        _draw_kinds(canvas, team, kinds)
    canvas.pips(pips, team.vp, board.target, colour)


def _draw_band(canvas: Canvas, rect: Rect, colour: Colour) -> None:
    band = Rect(rect.left, rect.top, rect.width, canvas.px(0.022))
    radius = min(canvas.px(0.012), band.height, band.width // 2)
    pygame.draw.rect(
        canvas.surface, colour, band, border_top_left_radius=radius, border_top_right_radius=radius
    )


def _draw_name(canvas: Canvas, team: Team, rect: Rect) -> None:
    mark = Rect(rect.left, rect.top, min(canvas.px(0.056), rect.width // 4), rect.height)
    canvas.icon(f"mark-{team.mark}", mark, canvas.theme.team(team.id))
    left = mark.right + canvas.px(0.014)
    words = Rect(left, rect.top, rect.right - left, rect.height)
    canvas.text(team.name, words, 0.07, canvas.theme.ink, Face.BLACK)


def _draw_points(canvas: Canvas, team: Team, rect: Rect) -> None:
    ground = canvas.glowing(f"{team.id} points", canvas.theme.card)
    if ground != canvas.theme.card:
        canvas.plate(rect, ground)
    height = min(rect.height, canvas.px(0.212))
    ink = canvas.figures(str(team.vp), rect, height, canvas.theme.ink)
    left = ink.right + canvas.px(0.008)
    canvas.places[f"{team.id} beside"] = Rect(left, rect.top, rect.right - left, rect.height)


def _draw_counts(canvas: Canvas, board: Board, team: Team, rect: Rect) -> None:
    settlements = str(board.buildings(team.id, "settlement"))
    if team.settlements_in_hand:
        settlements += f"+{team.settlements_in_hand}"
    items = [
        ("knight", str(team.knights)),
        ("card", str(team.cards)),
        ("city", str(board.buildings(team.id, "city"))),
        ("settlement", settlements),
    ]
    colour = canvas.theme.team(team.id)
    # The last is the widest: "1+1" are one settlement on the field and one to be placed.
    cells = shares(rect, [1.0, 1.0, 1.0, 1.4])
    if board.phase == "ready":
        items = [item for item in items if item[0] in ("knight", "city")]
        cells = shares(rect, [1.0, 1.0])
    _draw_row(canvas, team, cells, [(name, count, colour) for name, count in items])


def _draw_kinds(canvas: Canvas, team: Team, rect: Rect) -> None:
    kinds = [kind for kind in KINDS if kind in team.resources]
    row = [(kind, str(team.resources[kind]), canvas.theme.kind(kind)) for kind in kinds]
    _draw_row(canvas, team, shares(rect, [1.0] * len(kinds)), row)


def _draw_row(
    canvas: Canvas, team: Team, cells: Sequence[Rect], items: Sequence[tuple[str, str, Colour]]
) -> None:
    """Icons with their figures, in fixed places; what a team has none of is pale, its 0 is not."""
    size = min(canvas.px(0.046), min((cell.width for cell in cells), default=1) * 45 // 100)
    for cell, (name, count, colour) in zip(cells, items, strict=True):
        ground = canvas.glowing(f"{team.id} {name}", canvas.theme.card)
        if ground != canvas.theme.card:
            canvas.plate(cell.inflate(-canvas.px(0.004), -canvas.px(0.006)), ground)
        pad = max(1, cell.width // 24)
        none = count == "0"
        place = Rect(cell.left + pad, cell.top, size, cell.height)
        canvas.places[f"{team.id} {name}"] = canvas.icon(name, place, colour, pale=none)
        left = cell.left + pad + size + max(1, canvas.px(0.007))
        room = Rect(left, cell.top, cell.right - left, cell.height)
        ink = canvas.theme.soft if none else canvas.theme.ink
        canvas.figures(count, room, min(canvas.px(0.037), size * 9 // 10), ink, align="left")
