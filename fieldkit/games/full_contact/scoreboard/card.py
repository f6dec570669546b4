"""A team's card: mark, name, points, the way to the target, what it has; and the field from above."""

import math
from collections.abc import Sequence
from itertools import combinations

import pygame
from pygame import Rect

from fieldkit.games.declared import Value
from fieldkit.games.full_contact.scoreboard.board import Board, buildings, leaders, team_of
from fieldkit.games.full_contact.shapes import HoopBoard, TeamBoard
from fieldkit.games.full_contact.words import hoop_label
from hardware.scoreboard.draw import Canvas, disc, part, rounded, row_of
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import after_icon, shares
from hardware.scoreboard.theme import Colour


def draw_field(canvas: Canvas, board: Board, rect: Rect) -> None:
    """Draw the hoops in ``rect``, the bottom row at the bottom; an owned one has its team's mark."""
    canvas.plate(rect, canvas.theme.grass, canvas.theme.line, 0.008)
    if not board["hoops"]:
        return
    size = round(min(rect.width * 0.11, rect.height * 0.24))
    inner = Rect(rect.left + size * 4 // 5, rect.top, rect.width - size * 11 // 5, rect.height)
    inner = inner.inflate(0, -size * 5 // 4)
    places = _places(board["hoops"], inner)
    apart = [math.dist(a, b) for a, b in combinations(places, 2) if a != b]
    near = min(apart, default=float(size))
    size = max(3, min(size, int(near * 0.72)))
    for hoop, place in zip(board["hoops"], places, strict=True):
        ring = Rect(place[0] - size // 2, place[1] - size // 2, size, size)
        canvas.places[f"hoop {hoop['id']}"] = ring
        _draw_hoop(canvas, hoop, ring)
        if team := team_of(board, hoop["team"]):
            mark = Rect(ring.right + 1, 0, size // 2, size // 2)
            mark.centery = ring.centery
            canvas.icon(f"mark-{team['mark']}", mark, canvas.theme.team(team["id"]))


def _places(hoops: list[HoopBoard], rect: Rect) -> list[tuple[int, int]]:
    left, low = min(hoop["x"] for hoop in hoops), min(hoop["y"] for hoop in hoops)
    wide, tall = max(hoop["x"] for hoop in hoops) - left, max(hoop["y"] for hoop in hoops) - low
    return [
        (
            rect.left + round(rect.width * ((hoop["x"] - left) / wide if wide else 0.5)),
            rect.bottom - round(rect.height * ((hoop["y"] - low) / tall if tall else 0.5)),
        )
        for hoop in hoops
    ]


def _draw_hoop(canvas: Canvas, hoop: HoopBoard, rect: Rect) -> None:
    theme = canvas.theme
    colour = theme.soft if hoop["team"] is None else theme.team(hoop["team"])
    if hoop.get("link") == "silent":
        halo = 2 * canvas.px(0.005)
        disc(canvas.surface, theme.plate_edge, rect.inflate(halo, halo))
    line = max(1, rect.width // (7 if hoop["team"] else 16))
    disc(canvas.surface, theme.card, rect, colour, line)
    if hoop["building"] != "none":
        canvas.icon(hoop["building"], rect.inflate(-rect.width * 2 // 5, -rect.height * 2 // 5), colour)
    else:
        # A number has the whole hoop: 10 must stand in as small a one as 7.
        inner = rect.inflate(-2 * line, -2 * line)
        size = inner.height * 0.62 / canvas.unit
        canvas.text(hoop_label(hoop["id"]), inner, size, theme.ink, Face.BOLD, "centre")


KINDS = ("wood", "wheat", "brick", "ore", "sheep")
"""The order in which kinds stand, everywhere."""


class _Item(Value):
    """An icon with its count; ``waiting`` is how many more of it wait to be placed."""

    name: str
    count: int
    colour: Colour
    waiting: int = 0


def draw_card(canvas: Canvas, board: Board, team: TeamBoard, rect: Rect, double: bool = False) -> None:
    """Draw the card of a team; ``double``: what it has in two rows each, on a narrow and high card."""
    theme, mark = canvas.theme, f"mark-{team['mark']}"
    colour = theme.team(team["id"])
    canvas.plate(rect, theme.card, theme.line)
    canvas.places[team["id"]] = Rect(rect)
    stripe = Rect(rect.left, rect.top, rect.width, canvas.px(0.022))
    rounded(canvas.surface, colour, stripe, canvas.px(0.012), below=False)
    inner = rect.inflate(-2 * canvas.px(0.02), 0)
    row, gap = canvas.px(0.062) * (2 if double else 1), canvas.px(0.006)
    name = Rect(inner.left, rect.top + canvas.px(0.026), inner.width, canvas.px(0.072))
    kinds = Rect(inner.left, rect.bottom - canvas.px(0.01) - row, inner.width, row)
    counts = Rect(inner.left, kinds.top - gap - row, inner.width, row)
    pips = Rect(inner.left, counts.top - gap - canvas.px(0.022), inner.width, canvas.px(0.018))
    middle = Rect(inner.left, name.bottom, inner.width, pips.top - name.bottom).inflate(0, -2 * gap)
    words = after_icon(canvas, mark, name, min(canvas.px(0.056), name.width // 4), canvas.px(0.014), colour)
    canvas.text(team["name"], words, 0.07, theme.ink, Face.BLACK)
    y = (counts.bottom + kinds.top) // 2
    pygame.draw.line(canvas.surface, theme.line, (inner.left, y), (inner.right, y), max(1, canvas.px(0.001)))
    if board["phase"] == "ready":
        canvas.icon(mark, middle, colour)
        players = canvas.translate.number("{n} player", "{n} players", team["players"])
        canvas.text(players, kinds, 0.045, theme.ink, Face.SEMI, "centre")
        _draw_row(canvas, team, shares(counts, [1.0, 1.0]), _things(canvas, board, team)[::2])
    else:
        _draw_points(canvas, board, team, middle.inflate(2 * canvas.px(0.014), 0))
        # A settlement's place has room for one that waits.
        cells = _cells(counts, [1.0, 1.5] if double else [1.0, 1.7, 1.0, 1.0], double)
        _draw_row(canvas, team, cells, _things(canvas, board, team))
        has = [(kind, team["resources"][kind]) for kind in KINDS if kind in team["resources"]]
        items = [_Item(kind, count, theme.kind(kind)) for kind, count in has]
        wide = -(-len(items) // 2) if double else len(items)
        _draw_row(canvas, team, _cells(kinds, [1.0] * wide, double)[: len(items)], items)
    canvas.pips(pips, team["vp"], board["target"], colour)


def _draw_points(canvas: Canvas, board: Board, team: TeamBoard, rect: Rect) -> None:
    """Draw the points; left of them a word if the team leads, below it what neither stands nor is on foot."""
    canvas.glow_plate(f"{team['id']} points", rect, canvas.theme.card)
    height = min(rect.height, canvas.px(0.212))
    ink = canvas.figures(str(team["vp"]), rect, height, canvas.theme.ink)
    canvas.places[f"{team['id']} beside"] = part(rect, left=ink.right + canvas.px(0.008))
    beside = part(rect, right=ink.left - canvas.px(0.01))
    leads, gap = canvas.translate.sentence("leads"), canvas.px(0.007)
    room = Rect(beside.left + gap, beside.top, beside.width - gap, canvas.px(0.048))
    if team["id"] in leaders(board) and canvas.fonts.width(leads, Face.SEMI, canvas.least) <= room.width:
        canvas.text(leads, room, 0.036, canvas.theme.soft)
    if "made" in team:
        _draw_other_points(canvas, team["made"]["cards"], team["made"]["extra"], beside)


def _draw_other_points(canvas: Canvas, cards: int, extra: int, rect: Rect) -> None:
    """Draw the points of used cards and the extra ones, from below, where there is room for them."""
    tall = canvas.px(0.048)
    line = Rect(rect.left, rect.bottom - tall, rect.width, tall)
    if extra:
        text = canvas.translate.sentence("{n} extra", n=f"{extra:+d}")
        if canvas.fonts.width(text, Face.SEMI, canvas.least) <= line.width:
            canvas.text(text, line, 0.036, canvas.theme.soft)
            line = line.move(0, -tall)
    text, size, gap = f"{cards:+d}", canvas.px(0.038), canvas.px(0.006)
    if cards and canvas.fonts.width(text, Face.SEMI, canvas.least) <= line.width - size - gap:
        words = after_icon(canvas, "card", line, size, gap, canvas.theme.soft)
        canvas.text(text, words, 0.036, canvas.theme.soft)


def _things(canvas: Canvas, board: Board, team: TeamBoard) -> list[_Item]:
    """Return a team's buildings, knights and cards, in the order that they have everywhere."""
    colour = canvas.theme.team(team["id"])
    return [
        _Item("city", buildings(board, team["id"], "city"), colour),
        _Item("settlement", buildings(board, team["id"], "settlement"), colour, team["settlements_in_hand"]),
        _Item("knight", team["knights"], colour),
        _Item("card", team["cards"], colour),
    ]


def _cells(rect: Rect, wide: Sequence[float], double: bool) -> list[Rect]:
    """Return ``rect`` cut into columns as wide as ``wide``, for ``double`` in each of two rows."""
    rows = [row_of(rect, number, rect.height // 2) for number in range(2)] if double else [rect]
    return [cell for row in rows for cell in shares(row, wide)]


def _draw_row(canvas: Canvas, team: TeamBoard, cells: Sequence[Rect], items: Sequence[_Item]) -> None:
    """Icons with their figures, in fixed places; what a team has none of is pale, its 0 is not."""
    size = min(canvas.px(0.046), min((cell.width for cell in cells), default=1) * 45 // 100)
    for cell, item in zip(cells, items, strict=True):
        inner = cell.inflate(-canvas.px(0.004), -canvas.px(0.006))
        canvas.glow_plate(f"{team['id']} {item.name}", inner, canvas.theme.card)
        pad = max(1, cell.width // 24)
        place = Rect(cell.left + pad, cell.top, size, cell.height)
        canvas.places[f"{team['id']} {item.name}"] = place
        half = Rect(place.left, cell.top, (cell.width - pad) // (2 if item.waiting else 1), cell.height)
        _draw_item(canvas, item.name, item.count, item.colour, half, size)
        if item.waiting:
            # Not painted yet: it has still to be put down.
            _draw_item(canvas, item.name, item.waiting, canvas.theme.card, half.move(half.width, 0), size)


def _draw_item(canvas: Canvas, name: str, count: int, colour: Colour, rect: Rect, size: int) -> None:
    room = after_icon(canvas, name, rect, size, canvas.px(0.007), colour, pale=not count)
    ink = canvas.theme.ink if count else canvas.theme.soft
    canvas.figures(str(count), room, min(canvas.px(0.037), size * 9 // 10), ink, align="left")
