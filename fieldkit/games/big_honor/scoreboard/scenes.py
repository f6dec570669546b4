"""The scenes of Big Game, Big Honor: the table while it is played, and the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect

from fieldkit.games.big_honor.scoreboard import players as pl
from fieldkit.games.big_honor.scoreboard.players import HonorScreen, leaf_colour, player_of
from fieldkit.games.big_honor.scoreboard.stadium import draw_stadium
from fieldkit.games.declared import Value
from hardware.scoreboard.draw import Canvas, part, row_of
from hardware.scoreboard.fonts import Face
from hardware.scoreboard.scene import band, decoded, draw_join, fill_bar
from hardware.scoreboard.stage import FLIGHT_S, Gain, Move, Picture, flying
from hardware.scoreboard.theme import Colour

_BAR = 0.15
_RECENT = 3


def read(body: bytes, address: str) -> HonorPicture:
    """Make the picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    return HonorPicture(decoded(body, HonorScreen), address)


class LaurelFlight(Value):
    """A laurel that flies from the place that paid to the player who won it."""

    start: str
    end: str
    seconds: float = FLIGHT_S

    def draw(self, canvas: Canvas, share: float) -> Rect | None:
        """Draw the laurel on its way; None where it has no way on this screen."""
        at = flying(canvas, self.start, self.end, share, 0.07, 0.12)
        return at and canvas.icon("laurel", at, leaf_colour(canvas)).inflate(4, 4)


@dataclass(frozen=True, slots=True)
class HonorPicture(Picture):
    """One public board, ready to be drawn."""

    board: HonorScreen
    address: str

    @property
    def scene(self) -> object:
        """The match and whether it is over: between others nothing flies."""
        return self.board["match"], self.board["phase"] == "over"

    def moves(self, before: Picture) -> Sequence[Move]:
        """Return the laurel of a roll, and points won or lost."""
        if not isinstance(before, HonorPicture):
            return ()
        was, now = before.board, self.board
        flown: list[Move] = []
        winner = now["roll"]["laurel"] if now["roll"] is not None and now["roll"] != was["roll"] else None
        if winner is not None and player_of(now, winner)["laurels"] > player_of(was, winner)["laurels"]:
            start = f"place {pl.paying(now)}" if now["roll"] and now["roll"]["sum"] != 7 else "pitch"
            flown.append(LaurelFlight(start, f"{winner} laurels"))
        scores = {side["id"]: side["score"] for side in was["sides"]}
        changed = [side for side in now["sides"] if scores.get(side["id"], side["score"]) != side["score"]]
        gained = [(side["id"], side["score"] - scores[side["id"]]) for side in changed]
        return [*flown, *(Gain(points, f"{id} beside") for id, points in gained)]

    def figures(self) -> Mapping[str, object]:
        """Return the points of all players."""
        return {f"{side['id']} points": side["score"] for side in self.board["sides"]}

    def still(self, canvas: Canvas) -> None:
        """Draw the whole scene."""
        canvas.surface.fill(canvas.theme.paper, canvas.area)
        bar = Rect(canvas.area.topleft, (canvas.area.width, canvas.px(_BAR)))
        _draw_bar(canvas, self.board, bar)
        room = canvas.area.inflate(-2 * canvas.px(0.03), 0)
        top = bar.bottom + canvas.px(0.022)
        room = part(room, top=top, bottom=top + room.bottom - bar.bottom - canvas.px(0.045))
        if self.board["phase"] == "over":
            _draw_over(canvas, self.board, room, self.address)
        else:
            _draw_table(canvas, self.board, room, self.address)


def _draw_bar(canvas: Canvas, board: HonorScreen, rect: Rect) -> None:
    """Draw whose turn it is, and how many laurels are left to win."""
    theme = canvas.theme
    fill_bar(canvas, rect)
    inner = rect.inflate(-2 * canvas.px(0.04), 0)
    left = part(inner, right=inner.right - canvas.px(0.26))
    canvas.text(board["title"], band(left, 0.1, 0.58), 0.08, theme.bar_ink, Face.BLACK)
    canvas.text(board["subtitle"], band(left, 0.66, 0.93), 0.042, theme.bar_soft)
    size, gap = canvas.px(0.08), canvas.px(0.015)
    leaf = Rect(left.right + canvas.px(0.03), rect.centery - canvas.px(0.04), size, size)
    canvas.icon("laurel", leaf, leaf_colour(canvas), on_bar=True)
    count, left_to_win = part(inner, left=leaf.right + gap), str(board["laurels_left"])
    template = str(board["laurels"])
    canvas.figures(left_to_win, count, canvas.px(0.088), theme.bar_ink, align="right", template=template)


def _draw_table(canvas: Canvas, board: HonorScreen, room: Rect, address: str) -> None:
    """Draw the stadium; at its right, or on a tall screen below it, the players and the last events."""
    stadium = Rect(room)
    if canvas.wide:
        stadium.width = min(round(room.width * 0.57), round(room.height * 1.34))
        gap, foot = canvas.px(0.03), canvas.px(0.17)
        left, top, tall = stadium.right + gap, room.top, room.height - foot - gap // 2
    else:
        stadium.height = min(room.width, round(room.height * 0.53))
        gap, foot = canvas.px(0.025), canvas.px(0.2)
        left, top, tall = room.left, stadium.bottom + gap, room.bottom - stadium.bottom - foot - 2 * gap
    draw_stadium(canvas, board, stadium)
    players = Rect(left, top, room.right - left, tall)
    pl.draw_players(canvas, board, board["sides"], players, 1 if canvas.wide else 2)
    _draw_foot(canvas, board, Rect(left, room.bottom - foot, players.width, foot), address)


def _draw_foot(canvas: Canvas, board: HonorScreen, rect: Rect, address: str) -> None:
    """Draw the last events in words, and the way to the spectators' page."""
    code = Rect(rect.right - rect.height, rect.top, rect.height, rect.height)
    if address:
        canvas.qr(address, code)
    right = (code.left if address else rect.right) - canvas.px(0.02)
    words = part(rect, right=right)
    rows = _told(canvas, board, words.width)
    for number, (line, ink) in enumerate(rows):
        canvas.text(line, row_of(words, number, words.height // max(4, len(rows))), 0.038, ink)


def _told(canvas: Canvas, board: HonorScreen, width: int) -> list[tuple[str, Colour]]:
    """Return the rows of the last events: as many as have room, each in one row or in two."""
    rows: list[tuple[str, Colour]] = []
    for recent in board["recent"][:_RECENT]:
        lines = canvas.lines(recent["text"], 0.038, width)
        if rows and len(rows) + len(lines) > 4:
            break
        ink = canvas.theme.soft if rows else canvas.theme.ink
        rows += [(line, ink) for line in lines]
    return rows


def _draw_over(canvas: Canvas, board: HonorScreen, room: Rect, address: str) -> None:
    """Draw the winner, all players by their points, and the way to the charts."""
    top, gap = row_of(room, 0, canvas.px(0.26)), canvas.px(0.03)
    pl.draw_winner(canvas, board, top)
    rest = part(room, top=top.bottom + gap)
    ordered = sorted(board["sides"], key=lambda side: -side["score"])
    if canvas.wide:
        code = part(rest, left=rest.right - canvas.px(0.46))
        cards, per_row = part(rest, right=code.left - gap), 2 if len(ordered) > 3 else 1
    else:
        code = part(rest, top=rest.bottom - canvas.px(0.5))
        cards, per_row = part(rest, bottom=code.top - gap), 1
    pl.draw_players(canvas, board, ordered, cards, per_row)
    if address:
        draw_join(canvas, address, code)
