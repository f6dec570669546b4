"""The layout of the scenes: cards, the foot below them, the side of a break, the last events in words."""

from collections.abc import Sequence

from pygame import Rect

from fieldkit.games.declared import Value
from fieldkit.games.full_contact.scoreboard import board as bo
from fieldkit.games.full_contact.scoreboard.board import Board, News, colours, named, notices, ready_line
from fieldkit.games.full_contact.scoreboard.card import draw_card, draw_field
from fieldkit.games.full_contact.shapes import TeamBoard
from fieldkit.phrases import Message, Term
from fieldkit.referee.view import RecentBoard
from hardware.scoreboard.draw import Canvas, disc, part, row_of
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import after_icon, columns, shares
from hardware.scoreboard.theme import Colour

EVENTS = "events"
"""The place of the last events."""
_SIZE = 0.039
_ROWS = 3
"""The number of events that are told."""


class _Told(Value):
    """An event as it is set: its team, that team's name if it begins with it, the rows of the rest."""

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
        widths = (rect.width, rect.width)
        rows = canvas.fonts.wrap(ready_line(board), Face.STRONG, canvas.least, widths, _ROWS)
        tall = min(canvas.px(0.05), max(round(canvas.least * 1.15), rect.height // 6))
        rest.height -= tall * len(rows) + canvas.px(0.006)
        low = part(rect, top=rect.bottom - tall * len(rows))
        canvas.rows(rows, low, tall, 0.0, canvas.theme.ink, Face.STRONG)
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
        said = canvas.translate(Message("{kind}: {colour}", {"kind": Term(kind), "colour": Term(colour)}))
        words = part(cell, left=ball.right + canvas.px(0.012), right=cell.right - canvas.px(0.01))
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
    count = sum(len(event.rows) for event in told)
    tall = min(canvas.px(0.066), rect.height // max(1, min(most, _ROWS), count))
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
    team, name, rest = bo.team_of(board, recent.get("team")), named(board, recent.get("team")), recent["text"]
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
        gap, colour = canvas.px(0.012), canvas.theme.team(event.team["id"])
        size = _indent(canvas, line.width) - gap
        line = after_icon(canvas, f"mark-{event.team['mark']}", line, size, gap, colour)
    for number, row in enumerate(event.rows):
        room = line.move(0, number * line.height)
        if event.name and number == 0:
            end = room.left + _name_width(canvas, event.name, event.size, line.width)
            half = part(room, right=end - canvas.px(0.011))
            canvas.text(event.name, half, event.size, ink, Face.STRONG)
            room = part(room, left=end)
        canvas.text(row, room, event.size, ink, Face.TEXT)


_CARD = 0.306
"""The narrowest card that still shows two digits of points, as a share of the unit."""
_SIDE = (0.38, 0.6)
"""The narrowest and the widest side of a break, likewise."""


def draw_cards(canvas: Canvas, board: Board, room: Rect, gap: int) -> None:
    """Side by side on a wide screen, two in a row on a tall one."""
    per_row = len(board["teams"]) if canvas.wide else 2
    rows = [board["teams"][i : i + per_row] for i in range(0, len(board["teams"]), max(1, per_row))]
    tall = (room.height - gap * (len(rows) - 1)) // max(1, len(rows))
    for number, teams in enumerate(rows):
        row = row_of(room, number, tall).move(0, number * gap)
        for rect, team in zip(columns(row, len(teams), gap), teams, strict=True):
            draw_card(canvas, board, team, rect, double=tall > canvas.px(0.6))


def has_side(canvas: Canvas, board: Board, room: Rect) -> bool:
    """Return True if the cards leave room beside them for a large field."""
    return canvas.wide and _side(canvas, board, room) >= canvas.px(_SIDE[0])


def _side(canvas: Canvas, board: Board, room: Rect) -> int:
    return min(canvas.px(_SIDE[1]), room.width - len(board["teams"]) * (canvas.px(_CARD) + canvas.px(0.016)))


def draw_break(canvas: Canvas, board: Board, room: Rect, address: str) -> None:
    """High cards above what bodies do now; beside them a large field, what is ahead and what was."""
    gap, side = canvas.px(0.016), _side(canvas, board, room)
    cards = part(room, right=room.right - side - gap)
    if ready_line(board):
        cards.height -= canvas.px(0.056)
        line = Rect(cards.left, cards.bottom + canvas.px(0.006), cards.width, canvas.px(0.05))
        canvas.text(ready_line(board), line, 0.039, canvas.theme.ink, Face.STRONG)
    draw_cards(canvas, board, cards, gap)
    rest = part(room, left=cards.right + gap)
    field = row_of(rest, 0, canvas.px(0.3))
    draw_field(canvas, board, field)
    top, width = field.bottom + gap // 2, rest.width - canvas.px(0.082)
    for news in notices(board, canvas.translate)[:3]:
        rows = canvas.fonts.wrap(news.text, Face.BOLD, canvas.least, (width, width), 2)
        plate = Rect(rest.left, top, rest.width, canvas.px(0.048) * len(rows))
        canvas.notice(rows, plate, news.mark, news.team)
        top = plate.bottom + canvas.px(0.006)
    told = part(rest, top=top + gap // 2)
    code = canvas.px(0.16)
    if told.height > 2 * code:
        place = Rect(rest.right - code, rest.bottom - code, code, code)
        canvas.qr(address, place)
        draw_follow(canvas, part(place, left=rest.left, right=place.left - gap))
        told.height -= code + gap // 2
    draw_recent(canvas, board, told, rows=5)


def draw_foot(canvas: Canvas, board: Board, rect: Rect, address: str) -> None:
    """Draw the field, the last three events and what is ahead, the QR code."""
    if not canvas.wide:
        _draw_tall_foot(canvas, board, rect, address)
        return
    gap = canvas.px(0.03)
    field = Rect(rect.left, rect.top, min(canvas.px(0.29), rect.width // 3), rect.height)
    draw_field(canvas, board, field)
    news = notices(board, canvas.translate)[:3]
    right = rect.right
    if address:
        code = Rect(rect.right - rect.height, rect.top, rect.height, rect.height)
        right = code.left - gap // 2
        record = bo.record_address(board, address)
        canvas.qr(record or address, code)
        if not news:
            wide = canvas.px(0.26 if record else 0.15)
            words = Rect(right - wide, rect.top, wide, rect.height)
            right = draw_follow(canvas, words, bool(record)) - gap // 2
    words = middle = part(rect, left=field.right + gap, right=right)
    if news:
        words, middle = shares(middle, [1.25, 1.0], gap // 2)
    draw_told(canvas, board, words)
    _draw_notices(canvas, news, middle, min(rect.height // 3, canvas.px(0.062)))


def _draw_tall_foot(canvas: Canvas, board: Board, rect: Rect, address: str) -> None:
    """Draw the field, before the first round the code, and beside it the events and what is ahead."""
    gap = canvas.px(0.022)
    if board["phase"] == "ready":
        code = Rect(rect.left, rect.top, rect.height, rect.height)
        canvas.qr(address, code)
        draw_told(canvas, board, part(rect, left=code.right + gap))
        return
    field = Rect(rect.left, rect.top, min(canvas.px(0.4), rect.width * 2 // 5), rect.height)
    draw_field(canvas, board, field)
    words = row_of(part(rect, left=field.right + gap), 0, canvas.px(0.165))
    below = part(words, top=words.bottom + gap // 2, bottom=rect.bottom)
    news = notices(board, canvas.translate)[:3]
    if news:
        _draw_notices(canvas, news, below, below.height // 3)
    elif ready_line(board):
        draw_ready(canvas, board, below)
    elif address:
        record = bo.record_address(board, address)
        code = Rect(below.right - below.height, below.top, below.height, below.height)
        canvas.qr(record or address, code)
        below.width = code.left - gap // 2 - below.left
        draw_follow(canvas, below, bool(record))
    draw_recent(canvas, board, words)


def draw_follow(canvas: Canvas, rect: Rect, home: bool = False) -> int:
    """Draw the words beside the QR code; returns where they begin."""
    tall = canvas.px(0.045)
    said = (Term("take the"), Term("result home")) if home else (Term("follow"), Term("the match"))
    left = rect.right
    for number, word in enumerate(said):
        line = Rect(rect.left, rect.centery + (number - 1) * tall, rect.width, tall)
        ink = canvas.text(word, line, 0.036, canvas.theme.soft, align="right")
        left = min(left, ink.left)
    return left


def _draw_notices(canvas: Canvas, news: Sequence[News], rect: Rect, tall: int) -> None:
    gap = min(canvas.px(0.008), (rect.height - len(news) * tall) // 2) if rect.height > tall * 3 else 0
    for number, notice in enumerate(news):
        plate = Rect(rect.left, rect.top + number * (tall + gap), rect.width, tall)
        canvas.notice([notice.text], plate.inflate(0, -canvas.px(0.004)), notice.mark, notice.team)
