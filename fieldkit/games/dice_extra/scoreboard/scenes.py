"""The scenes of the dice game: the island for all, every player's points, and the dice on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame
from pygame import Rect

from fieldkit.games import Side
from fieldkit.games.dice_extra.kinds import MAX_DICE, PICTURES
from fieldkit.games.dice_extra.scoreboard.island import DiceScreen, draw_island, read_board
from fieldkit.games.dice_extra.shapes import DieView
from fieldkit.phrases import Term
from hardware.scoreboard.draw import Canvas, centred, part, rounded, row_of
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, columns, shares, side_of
from hardware.scoreboard.stage import Picture
from hardware.scoreboard.theme import Colour

MAX_ROWS = 3
"""Of the last events."""


def read(body: bytes, address: str) -> DiceTable:
    """Make a picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    return DiceTable(read_board(body), address)


@dataclass(frozen=True, slots=True)
class DiceTable(Picture):
    """One public board, ready to be drawn; no clock runs and nothing flies."""

    board: DiceScreen
    address: str

    @property
    def scene(self) -> object:
        """The match."""
        return self.board["match"]

    def figures(self) -> Mapping[str, object]:
        """Return points, and the counts below them."""
        shown: dict[str, object] = {f"{side['id']} points": side["score"] for side in self.board["sides"]}
        for side in self.board["sides"]:
            shown |= {f"{side['id']} {name}": count for name, count in _counts(self.board, side)}
        return shown

    def still(self, canvas: Canvas) -> None:
        """Draw turn and dice in the bar, the island, a card for each player, the last events, the QR code."""
        canvas.surface.fill(canvas.theme.paper, canvas.area)
        _draw_bar(canvas, self.board)
        margin, gap = canvas.px(0.03), canvas.px(0.02)
        room = canvas.area.inflate(-2 * margin, 0)
        room = part(room, top=_bar_rect(canvas).bottom + gap, bottom=room.bottom - gap)
        if canvas.wide:
            island, rest = shares(room, [5.1, 4.9], gap)
        else:
            island = row_of(room, 0, min(room.width, round(room.height * 0.52)))
            rest = part(room, top=island.bottom + gap)
        draw_island(canvas, self.board, island)
        _draw_rest(canvas, self.board, rest, gap, self.address)


def _bar_rect(canvas: Canvas) -> Rect:
    """Return the top bar: lower than that of a game with a clock, so that the points can be large."""
    return Rect(canvas.area.topleft, (canvas.area.width, canvas.px(0.165 if canvas.wide else 0.33)))


def _draw_bar(canvas: Canvas, board: DiceScreen) -> None:
    """Draw whose turn it is, and the dice; when the match is over the winner's mark."""
    whole = _bar_rect(canvas)
    canvas.surface.fill(canvas.theme.bar, whole)
    bar = whole.inflate(-2 * canvas.px(0.035), 0)
    if canvas.wide:
        words, table = shares(bar, [4.4, 5.6], canvas.px(0.03))
    else:
        words, table = band(bar, 0.03, 0.5), band(bar, 0.5, 0.97)
    winners = board["result"]["winners"] if board["result"] else []
    side = side_of(board, winners[0] if winners else board["turn_of"])
    if side:
        size = min(canvas.px(0.11), words.height)
        mark = Rect(words.left, words.top + (words.height - size) // 2, size, size)
        canvas.icon(f"mark-{side['mark']}", mark, canvas.theme.team(side["colour"]), on_bar=True)
        words = part(words, left=mark.right + canvas.px(0.025))
    canvas.text(board["title"], band(words, 0.1, 0.62), 0.085, canvas.theme.bar_ink, Face.BLACK)
    canvas.text(board["subtitle"], band(words, 0.64, 0.92), 0.045, canvas.theme.bar_soft)
    if board["phase"] in ("roll", "dice"):
        _draw_dice(canvas, board, table)


def _draw_dice(canvas: Canvas, board: DiceScreen, rect: Rect) -> None:
    """Draw the dice in their columns; a place is dashed until its die was rolled."""
    for number, cell in enumerate(columns(rect, MAX_DICE, canvas.px(0.014))[: board["dice_in_play"]]):
        size = min(cell.width, canvas.px(0.15), round(cell.height * 0.86))
        box = centred(cell.center, size)
        die = board["dice"][number] if number < len(board["dice"]) else None
        if die is None:
            rounded(canvas.surface, None, box, size // 6, canvas.theme.bar_soft, canvas.px(0.003))
        else:
            _draw_die(canvas, die, box)


def _draw_die(canvas: Canvas, die: DieView, box: Rect) -> None:
    """Draw a face on paper with its word; one that has paid is only an outline."""
    theme, kind = canvas.theme, die["kind"]
    picture = PICTURES.get(kind)
    radius, has_paid = box.width // 6, die.get("paid", False)
    if has_paid:
        rounded(canvas.surface, None, box, radius, theme.bar_soft, canvas.px(0.003))
    else:
        kept = theme.clock if die.get("kept") else None
        rounded(canvas.surface, theme.bar_ink, box, radius, kept, max(2, canvas.px(0.008)))
    word = canvas.translate(Term(kind))
    has_words = canvas.fonts.width(word, Face.BOLD, canvas.least) <= box.width * 0.9
    has_words = has_words and box.height * 0.26 >= canvas.least
    if picture:
        face = band(box, 0.1, 0.68) if has_words else band(box, 0.16, 0.84)
        canvas.icon(picture, face, theme.kind(picture), pale=has_paid, on_bar=has_paid)
    if has_words:
        ink = theme.bar_soft if has_paid else theme.bar
        canvas.text(word, band(box, 0.7, 0.95), 0.036, ink, Face.BOLD, "centre")


def _draw_rest(canvas: Canvas, board: DiceScreen, rect: Rect, gap: int, address: str) -> None:
    """Draw cards two in a row, and below them the last events beside the QR code."""
    rows = [board["sides"][i : i + 2] for i in range(0, len(board["sides"]), 2)]
    foot = canvas.px(0.135 if canvas.wide else 0.15)
    tall = (rect.height - foot - gap * len(rows)) // max(1, len(rows))
    for number, sides in enumerate(rows):
        row = Rect(rect.left, rect.top + number * (tall + gap), rect.width, min(tall, canvas.px(0.42)))
        for cell, side in zip(columns(row, 2, gap), sides, strict=False):
            _draw_card(canvas, board, side, cell)
        foot = rect.bottom - row.bottom - gap
    last = part(rect, top=rect.bottom - foot)
    foot = min(foot, canvas.px(0.3))
    _draw_recent(canvas, board, part(last, right=last.right - foot - gap))
    canvas.qr(address, Rect(last.right - foot, last.bottom - foot, foot, foot))


def _counts(board: DiceScreen, side: Side) -> list[tuple[str, int]]:
    owned = {"settlement": board["settlements"], "city": board["cities"], "knight": board["knights"]}
    if board["island"]["castles"]:
        owned["castle"] = board["castles"]
    return [(name, len(places.get(side["id"], ()))) for name, places in owned.items()]


def _draw_card(canvas: Canvas, board: DiceScreen, side: Side, rect: Rect) -> None:
    """Draw name, counts, and points as large as they can be; the card on turn has a heavy edge."""
    theme, colour = canvas.theme, canvas.theme.team(side["colour"])
    won = board["result"] is not None and side["id"] in board["result"]["winners"]
    is_marked = won or (board["result"] is None and board["turn_of"] == side["id"])
    canvas.plate(rect, theme.ink if is_marked else theme.line)
    edge = canvas.px(0.005 if is_marked else 0.002)
    inside = rect.inflate(-2 * edge, -2 * edge)
    canvas.plate(inside, theme.plate if won else canvas.glowing(f"{side['id']} points", theme.card))
    top = row_of(inside, 0, canvas.px(0.02))
    rounded(canvas.surface, colour, top, canvas.px(0.008))
    inner = part(inside, top=top.bottom).inflate(-2 * canvas.px(0.012), -2 * canvas.px(0.008))
    head = row_of(inner, 0, canvas.px(0.05))
    canvas.icon(f"mark-{side['mark']}", part(head, right=head.left + canvas.px(0.048)), colour)
    ink = theme.plate_ink if won else theme.ink
    canvas.text(side["name"], part(head, left=head.left + canvas.px(0.058)), 0.055, ink, Face.BLACK)
    left, right = shares(part(inner, top=head.bottom), [9, 11], canvas.px(0.006))
    _draw_counts(canvas, board, side, left, ink)
    canvas.figures(str(side["score"]), right, min(canvas.px(0.24), right.height), ink, align="right")


def _held(board: DiceScreen, side: Side) -> list[tuple[str, int]]:
    """Return the longest road and the largest army of their holder."""
    id, trail = side["id"], board["trail"]
    held = [("road", board["longest"].get(id, 0))] if trail and trail["side"] == id else []
    return held + [("army", len(board["knights"].get(id, ())))] * (board["army"] == id)


def _badge(canvas: Canvas, name: str, rect: Rect, colour: Colour) -> None:
    """Draw the longest road as a bar, the largest army as a shield."""
    size = min(rect.width, rect.height, canvas.px(0.06))
    box = centred(rect.center, size)
    if name == "army":
        canvas.icon("knight", box, colour)
        return
    thick = max(2, size // 5)
    a, b = (box.left + thick, box.bottom - thick), (box.right - thick, box.top + thick)
    pygame.draw.line(canvas.surface, canvas.theme.outline, a, b, thick + max(2, thick // 2))
    pygame.draw.line(canvas.surface, colour, a, b, thick)


def _draw_counts(canvas: Canvas, board: DiceScreen, side: Side, rect: Rect, ink: Colour) -> None:
    """Draw the counts of buildings, two in a row, and below them road and army."""
    colour = canvas.theme.team(side["colour"])
    tall = rect.height // 3
    for number, (name, count) in enumerate(_counts(board, side)):
        icon, figure = _pair(canvas, columns(row_of(rect, number // 2, tall), 2, 0)[number % 2])
        canvas.icon(name, icon, colour, pale=count == 0)
        canvas.figures(str(count), figure, canvas.px(0.036), ink, align="left")
    for cell, (name, count) in zip(columns(row_of(rect, 2, tall), 2, 0), _held(board, side), strict=False):
        icon, figure = _pair(canvas, cell)
        _badge(canvas, name, icon, colour)
        canvas.figures(str(count), figure, canvas.px(0.036), ink, Face.BLACK, "left")


def _pair(canvas: Canvas, cell: Rect) -> tuple[Rect, Rect]:
    """Return the places of an icon and of its figure."""
    icon = part(cell, right=cell.left + min(canvas.px(0.04), cell.width // 2))
    return icon, part(cell, left=icon.right + canvas.px(0.006))


def _draw_recent(canvas: Canvas, board: DiceScreen, rect: Rect) -> None:
    """Draw the last events, the newest first; a long one takes two rows."""
    indent = canvas.px(0.045)
    tall = min(rect.height // MAX_ROWS, canvas.px(0.05))
    rest, ink = rect, canvas.theme.ink
    for line in board["recent"]:
        rows = canvas.lines(line["text"], 0.04, rect.width - indent)
        if rest.top + len(rows) * tall > rect.top + MAX_ROWS * tall:
            return
        if side := side_of(board, line.get("team")):
            mark = Rect(rest.left, rest.top, canvas.px(0.032), tall)
            canvas.icon(f"mark-{side['mark']}", mark, canvas.theme.team(side["colour"]))
        canvas.rows(rows, part(rest, left=rest.left + indent), tall, 0.04, ink)
        rest, ink = part(rest, top=rest.top + len(rows) * tall), canvas.theme.soft
