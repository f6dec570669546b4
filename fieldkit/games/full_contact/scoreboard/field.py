"""The field from above: each hoop in its place, with what stands in it."""

from __future__ import annotations

import math
import re

from pygame import Rect

from fieldkit.games.full_contact.scoreboard.board import Board, team_of
from fieldkit.games.full_contact.shapes import HoopBoard
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.smooth import disc


def hoop_name(id: str) -> str:
    """Return a hoop as people call it: ``h7`` is hoop 7."""
    numbered = re.fullmatch(r"h(\d+)", id)
    return numbered[1] if numbered else id


def draw_field(canvas: Canvas, board: Board, rect: Rect) -> None:
    """Draw the hoops in ``rect``, the bottom row at the bottom; an owned one has its team's mark."""
    canvas.plate(rect, canvas.theme.grass, canvas.theme.line, 0.008)
    if not board["hoops"]:
        return
    size = round(min(rect.width * 0.11, rect.height * 0.24))
    inner = Rect(rect.left + size * 4 // 5, rect.top, rect.width - size * 11 // 5, rect.height)
    inner = inner.inflate(0, -size * 5 // 4)
    places = _places(board["hoops"], inner)
    near = min(
        (math.dist(a, b) for i, a in enumerate(places) for b in places[:i] if a != b), default=float(size)
    )
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
        return
    # A number has the whole hoop: 10 must stand in as small a one as 7.
    inner = rect.inflate(-2 * line, -2 * line)
    canvas.text(
        hoop_name(hoop["id"]), inner, inner.height * 0.62 / canvas.unit, theme.ink, Face.BOLD, "centre"
    )
