"""The layout of the scenes of Full-Contact Catan: cards, the foot below them, the side of a break."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from fieldkit.games.full_contact.scoreboard.board import Board, ready_line, record_address
from fieldkit.games.full_contact.scoreboard.card import draw_card
from fieldkit.games.full_contact.scoreboard.field import draw_field
from fieldkit.games.full_contact.scoreboard.recent import draw_ready, draw_recent, draw_told
from fieldkit.games.full_contact.scoreboard.words import News, notices
from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import columns, shares
from hardware.scoreboard.theme import Colour

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
        row = Rect(room.left, room.top + number * (tall + gap), room.width, tall)
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
    cards = Rect(room.left, room.top, room.width - side - gap, room.height)
    if ready_line(board):
        cards.height -= canvas.px(0.056)
        line = Rect(cards.left, cards.bottom + canvas.px(0.006), cards.width, canvas.px(0.05))
        canvas.text(ready_line(board), line, 0.039, canvas.theme.ink, Face.STRONG)
    draw_cards(canvas, board, cards, gap)
    rest = Rect(cards.right + gap, room.top, side, room.height)
    field = Rect(rest.left, rest.top, rest.width, canvas.px(0.3))
    draw_field(canvas, board, field)
    top = field.bottom + gap // 2
    for news in notices(board, canvas.translate)[:3]:
        top = _draw_news(canvas, news, rest, top)
    told = Rect(rest.left, top + gap // 2, rest.width, rest.bottom - top - gap // 2)
    code = canvas.px(0.16)
    if told.height > 2 * code:
        place = Rect(rest.right - code, rest.bottom - code, code, code)
        canvas.qr(address, place)
        draw_follow(canvas, Rect(rest.left, place.top, place.left - gap - rest.left, code))
        told.height -= code + gap // 2
    draw_recent(canvas, board, told, rows=5)


def _draw_news(canvas: Canvas, news: News, room: Rect, top: int) -> int:
    """News on a plate as high as its words need; returns where the next may begin."""
    width = room.width - canvas.px(0.082)
    rows = canvas.fonts.wrap(news.text, Face.BOLD, canvas.least, (width, width), 2)
    tall = canvas.px(0.048)
    plate = Rect(room.left, top, room.width, tall * len(rows))
    mark, colour = _mark(canvas, news)
    canvas.notice(rows, plate, mark, colour)
    return plate.bottom + canvas.px(0.006)


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
        record = record_address(board, address)
        canvas.qr(record or address, code)
        if not news:
            wide = canvas.px(0.26 if record else 0.15)
            right = (
                draw_follow(canvas, Rect(right - wide, rect.top, wide, rect.height), bool(record)) - gap // 2
            )
    middle = Rect(field.right + gap, rect.top, right - gap - field.right, rect.height)
    words = middle
    if news:
        words, middle = shares(middle, [1.25, 1.0], gap // 2)
    draw_told(canvas, board, words)
    _draw_notices(canvas, news, middle, min(rect.height // 3, canvas.px(0.062)))


def _draw_tall_foot(canvas: Canvas, board: Board, rect: Rect, address: str) -> None:
    """Draw the field as high as the foot; beside it the events, below these what is ahead, or the code.

    Before the first round the code is as high, and beside it stands what there is no other time to read.
    """
    gap = canvas.px(0.022)
    if board["phase"] == "ready":
        code = Rect(rect.left, rect.top, rect.height, rect.height)
        canvas.qr(address, code)
        draw_told(canvas, board, Rect(code.right + gap, rect.top, rect.right - gap - code.right, rect.height))
        return
    field = Rect(rect.left, rect.top, min(canvas.px(0.4), rect.width * 2 // 5), rect.height)
    draw_field(canvas, board, field)
    left = field.right + gap
    words = Rect(left, rect.top, rect.right - left, canvas.px(0.165))
    below = Rect(left, words.bottom + gap // 2, words.width, rect.bottom - words.bottom - gap // 2)
    news = notices(board, canvas.translate)[:3]
    if news:
        _draw_notices(canvas, news, below, below.height // 3)
    elif ready_line(board):
        draw_ready(canvas, board, below)
    elif address:
        record = record_address(board, address)
        code = Rect(below.right - below.height, below.top, below.height, below.height)
        canvas.qr(record or address, code)
        draw_follow(
            canvas, Rect(below.left, below.top, code.left - gap // 2 - below.left, below.height), bool(record)
        )
    draw_recent(canvas, board, words)


def draw_follow(canvas: Canvas, rect: Rect, home: bool = False) -> int:
    """Draw the words beside the QR code; returns where they begin."""
    tall = canvas.px(0.045)
    said = (Term("take the"), Term("result home")) if home else (Term("follow"), Term("the match"))
    left = rect.right
    for number, word in enumerate(said):
        line = Rect(rect.left, rect.centery + (number - 1) * tall, rect.width, tall)
        ink = canvas.text(canvas.translate(word), line, 0.036, canvas.theme.soft, align="right")
        left = min(left, ink.left)
    return left


def _draw_notices(canvas: Canvas, news: Sequence[News], rect: Rect, tall: int) -> None:
    gap = min(canvas.px(0.008), (rect.height - len(news) * tall) // 2) if rect.height > tall * 3 else 0
    for number, notice in enumerate(news):
        plate = Rect(rect.left, rect.top + number * (tall + gap), rect.width, tall)
        mark, colour = _mark(canvas, notice)
        canvas.notice([notice.text], plate.inflate(0, -canvas.px(0.004)), mark, colour)


def _mark(canvas: Canvas, news: News) -> tuple[str, Colour]:
    """Return the mark of the team that the news is about, and its colour; no mark where it is about none."""
    return (news.team["mark"], canvas.theme.team(news.team["id"])) if news.team else ("", canvas.theme.ink)
