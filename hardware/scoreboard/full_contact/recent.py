"""The last events in words: one that is too long for its line goes on below it, rather than being cut."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.full_contact.board import Board, Recent, Team
from hardware.scoreboard.theme import Colour

_SIZE = 0.039
_ROWS = 3
"""How many events are told, and how many rows one may take."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An event as it is set: its team, that team's name where it begins with it, and the rows of the rest.

    ``size`` is a share of the unit.
    """

    team: Team | None
    name: str
    rows: list[str]
    size: float


def draw_recent(canvas: Canvas, board: Board, rect: Rect) -> None:
    """The last three events in ``rect``, or as many of them as have room for all their rows."""
    most = max(_ROWS, int(rect.height / (canvas.least * 1.1)))
    told: list[_Told] = []
    for recent in board.recent[:_ROWS]:
        event = _set(canvas, board, recent, rect.width)
        if told and sum(len(other.rows) for other in told) + len(event.rows) > most:
            break
        told.append(event)
    tall = rect.height // max(_ROWS, sum(len(event.rows) for event in told))
    top = rect.top
    for number, event in enumerate(told):
        ink = canvas.theme.soft if number else canvas.theme.ink
        _draw(canvas, event, Rect(rect.left, top, rect.width, tall), ink)
        top += tall * len(event.rows)


def _indent(canvas: Canvas, width: int) -> int:
    """How far words stand from the left of their team's mark, in px."""
    return min(canvas.px(0.036), width // 8) + canvas.px(0.012)


def _set(canvas: Canvas, board: Board, recent: Recent, width: int) -> _Told:
    """The rows of an event: one, if need be of smaller letters, or several of the smallest."""
    team, name, rest = board.team(recent.team), board.named(recent.team), recent.text
    room = width - (_indent(canvas, width) if team else 0)
    if name and rest.startswith((f"{name} ", f"{name}: ")):
        rest = rest[len(name) :].removeprefix(":").strip()
    else:
        name = ""
    least = canvas.least / canvas.unit
    for size in (_SIZE, (_SIZE + least) / 2, least):
        first = room - _name_width(canvas, name, size, room)
        if canvas.fonts.width(rest, Face.TEXT, max(canvas.least, canvas.px(size))) <= first:
            return _Told(team, name, [rest], size)
    return _Told(team, name, canvas.fonts.wrap(rest, Face.TEXT, canvas.least, (first, room), _ROWS), least)


def _name_width(canvas: Canvas, name: str, size: float, room: int) -> int:
    """What a name takes of its row, in px: no more than half."""
    if not name:
        return 0
    wide = canvas.fonts.width(name, Face.STRONG, max(canvas.least, canvas.px(size)))
    return min(room // 2, wide) + canvas.px(0.011)


def _draw(canvas: Canvas, event: _Told, line: Rect, ink: Colour) -> None:
    """The rows of an event from ``line`` down, its team's mark before the first."""
    if event.team:
        wide = _indent(canvas, line.width)
        mark = Rect(line.left, line.top, wide - canvas.px(0.012), line.height)
        canvas.icon(f"mark-{event.team.mark}", mark, canvas.theme.team(event.team.id))
        line = Rect(line.left + wide, line.top, line.width - wide, line.height)
    for number, row in enumerate(event.rows):
        room = line.move(0, number * line.height)
        if event.name and number == 0:
            wide = _name_width(canvas, event.name, event.size, line.width)
            half = Rect(room.left, room.top, wide - canvas.px(0.011), room.height)
            canvas.text(event.name, half, event.size, ink, Face.STRONG)
            room = Rect(room.left + wide, room.top, room.width - wide, room.height)
        canvas.text(row, room, event.size, ink, Face.TEXT)
