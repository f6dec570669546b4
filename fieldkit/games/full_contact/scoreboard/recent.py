"""The parts in words: the last events, what bodies do now, and the colours of the balls.

What is too long for its line goes on below it, rather than being cut.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from fieldkit.games.full_contact.scoreboard.board import Board, colours, named, ready_line, team_of
from fieldkit.games.full_contact.scoreboard.moves import EVENTS
from fieldkit.games.full_contact.shapes import TeamBoard
from fieldkit.phrases import Message, Term
from fieldkit.referee.view import RecentBoard
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import shares
from hardware.scoreboard.smooth import disc
from hardware.scoreboard.theme import Colour

_SIZE = 0.039
_ROWS = 3
"""The number of events that are told."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An event as it is set: its team, that team's name where it begins with it, and the rows of the rest.

    ``size`` is a share of the unit.
    """

    team: TeamBoard | None
    name: str
    rows: list[str]
    size: float


def draw_told(canvas: Canvas, board: Board, rect: Rect) -> None:
    """Before the first round the colours of the balls, later the last events; below, what bodies do now."""
    rest = draw_ready(canvas, board, rect)
    if board["phase"] == "ready" and colours(board):
        _draw_colours(canvas, board, rest)
    else:
        draw_recent(canvas, board, rest)


def draw_ready(canvas: Canvas, board: Board, rect: Rect) -> Rect:
    """Draw what bodies do now in rows at the bottom of ``rect``; returns what is left above them."""
    rest = Rect(rect)
    if ready_line(board):
        rows = canvas.fonts.wrap(
            ready_line(board), Face.STRONG, canvas.least, (rect.width, rect.width), _ROWS
        )
        tall = min(canvas.px(0.05), max(round(canvas.least * 1.15), rect.height // 6))
        rest.height -= tall * len(rows) + canvas.px(0.006)
        for number, row in enumerate(rows):
            place = Rect(rect.left, rect.bottom - tall * (len(rows) - number), rect.width, tall)
            canvas.text(row, place, 0.0, canvas.theme.ink, Face.STRONG)
    return rest


def _draw_colours(canvas: Canvas, board: Board, rect: Rect) -> None:
    """Draw a ball in its colour for each kind, with both names (FC-0)."""
    kinds = list(colours(board).items())
    per_row = 3 if len(kinds) > 4 and canvas.wide else 2
    tall = min(canvas.px(0.062), rect.height // -(-len(kinds) // per_row))
    for number, (kind, colour) in enumerate(kinds):
        row, column = divmod(number, per_row)
        cell = shares(Rect(rect.left, rect.top + row * tall, rect.width, tall), [1.0] * per_row)[column]
        size = min(tall * 8 // 10, canvas.px(0.045))
        ball = Rect(cell.left, cell.centery - size // 2, size, size)
        disc(canvas.surface, canvas.theme.kind(kind), ball, canvas.theme.outline, canvas.px(0.003))
        left = ball.right + canvas.px(0.012)
        said = canvas.translate(Message("{kind}: {colour}", {"kind": Term(kind), "colour": Term(colour)}))
        words = Rect(left, cell.top, cell.right - left - canvas.px(0.01), tall)
        canvas.text(said, words, _SIZE, canvas.theme.ink, Face.TEXT)


def draw_recent(canvas: Canvas, board: Board, rect: Rect, rows: int = 3) -> None:
    """Draw the last three events in ``rect``, of at most ``rows`` each, or as many as have room."""
    canvas.places[EVENTS] = Rect(rect)
    most = int(rect.height / (canvas.least * 1.1))
    told: list[_Told] = []
    for recent in board["recent"][:_ROWS]:
        event = _set(canvas, board, recent, rect.width, rows)
        if sum(len(other.rows) for other in told) + len(event.rows) > most:
            break
        told.append(event)
    tall = min(
        canvas.px(0.066), rect.height // max(1, min(most, _ROWS), sum(len(event.rows) for event in told))
    )
    top = rect.top
    for number, event in enumerate(told):
        ink = canvas.theme.soft if number else canvas.theme.ink
        _draw(canvas, event, Rect(rect.left, top, rect.width, tall), ink)
        top += tall * len(event.rows)


def _indent(canvas: Canvas, width: int) -> int:
    """Return the distance of words from the left of their team's mark, in px."""
    return min(canvas.px(0.036), width // 8) + canvas.px(0.012)


def _set(canvas: Canvas, board: Board, recent: RecentBoard, width: int, most: int) -> _Told:
    """Return the rows of an event: one, if need be of smaller letters, or several of the smallest."""
    team, name, rest = team_of(board, recent.get("team")), named(board, recent.get("team")), recent["text"]
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
    return _Told(team, name, canvas.fonts.wrap(rest, Face.TEXT, canvas.least, (first, room), most), least)


def _name_width(canvas: Canvas, name: str, size: float, room: int) -> int:
    """Return the width of a name in its row, in px: no more than half."""
    if not name:
        return 0
    wide = canvas.fonts.width(name, Face.STRONG, max(canvas.least, canvas.px(size)))
    return min(room // 2, wide) + canvas.px(0.011)


def _draw(canvas: Canvas, event: _Told, line: Rect, ink: Colour) -> None:
    """Draw the rows of an event from ``line`` down, its team's mark before the first."""
    if event.team:
        wide = _indent(canvas, line.width)
        mark = Rect(line.left, line.top, wide - canvas.px(0.012), line.height)
        canvas.icon(f"mark-{event.team['mark']}", mark, canvas.theme.team(event.team["id"]))
        line = Rect(line.left + wide, line.top, line.width - wide, line.height)
    for number, row in enumerate(event.rows):
        room = line.move(0, number * line.height)
        if event.name and number == 0:
            wide = _name_width(canvas, event.name, event.size, line.width)
            half = Rect(room.left, room.top, wide - canvas.px(0.011), room.height)
            canvas.text(event.name, half, event.size, ink, Face.STRONG)
            room = Rect(room.left + wide, room.top, room.width - wide, room.height)
        canvas.text(row, room, event.size, ink, Face.TEXT)
