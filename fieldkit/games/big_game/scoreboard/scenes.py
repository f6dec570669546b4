"""The scenes of Catan Big Game: the turns with their sum and clock, and the screens between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from pygame import Rect

from fieldkit.errors import Misread
from fieldkit.games.big_game.scoreboard.board import HallScreen, left_ms
from fieldkit.games.big_game.scoreboard.centre import draw_roll
from fieldkit.games.big_game.scoreboard.layout import Places, places
from fieldkit.games.big_game.scoreboard.pages import (
    break_clock,
    draw_after,
    draw_alarm,
    draw_break,
    draw_break_clock,
    draw_ended,
    draw_final,
    draw_judging,
    draw_no_winner,
    draw_welcome,
    draw_winner,
)
from fieldkit.games.big_game.scoreboard.record import draw_record, draw_robbers
from fieldkit.games.big_game.scoreboard.sides import (
    draw_clock,
    draw_group,
    draw_panel,
    panel_parts,
    shows_clock,
)
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.motion import Move, Scene


def read(body: bytes, address: str) -> HallPicture:
    """Make the picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    try:
        return HallPicture(msgspec.json.decode(body, type=HallScreen), address)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a view that makes no sense: {error}") from None


@dataclass(frozen=True, slots=True)
class HallPicture:
    """One public board, ready to be drawn."""

    board: HallScreen
    address: str

    @property
    def running(self) -> bool:
        """True while a clock runs: to its end, also when nothing more is heard."""
        return self.board["clock"]["state"] == "running" and self.board["phase"] in ("turn", "break")

    @property
    def scene(self) -> object:
        """The match and its phase: nothing flies."""
        return self.board["match"], self.board["phase"]

    def moves(self, before: Scene) -> Sequence[Move]:
        """Nothing flies."""
        return ()

    def figures(self) -> Mapping[str, object]:
        """Return the roll, which glows while it is new."""
        if self.board["sum"] is None or self.board["phase"] not in _WITH_SUM:
            return {}
        return {"sum": (self.board["turn"]["number"], self.board["sum"])}

    def still(self, canvas: Canvas) -> None:
        """Draw the whole scene but its clock."""
        board, at = self.board, places(canvas)
        canvas.surface.fill(canvas.theme.paper, canvas.area)
        if board["phase"] == "registration":
            draw_welcome(canvas, board, at, self.address)
        elif board["phase"] == "alarm":
            draw_alarm(canvas, board)
        elif board["phase"] == "over":
            _draw_result(canvas, board, at)
        elif board["phase"] in ("break", "final"):
            (draw_break if board["phase"] == "break" else draw_final)(canvas, board, at)
            _draw_foot(canvas, board, at)
        else:
            _draw_turn(canvas, board, at)

    def clock_areas(self, canvas: Canvas) -> Sequence[Rect]:
        """Return the place of the ring, or of the clock of a break."""
        at = places(canvas)
        if self.board["phase"] == "break":
            return [break_clock(canvas, at)]
        return [panel_parts(canvas, at.panel)[1]] if shows_clock(self.board) else []

    def moving(self, canvas: Canvas, now_ms: float) -> None:
        """Draw the clock, told from its end."""
        at, left = places(canvas), left_ms(self.board, now_ms)
        if self.board["phase"] == "break":
            if self.board["clock"]["state"] == "running":
                draw_break_clock(canvas, self.board, at, left)
        elif shows_clock(self.board):
            draw_clock(canvas, self.board, panel_parts(canvas, at.panel)[1], left)


_WITH_SUM = ("seven", "robbers", "turn", "held")


def _draw_turn(canvas: Canvas, board: HallScreen, at: Places) -> None:
    draw_group(canvas, board, at)
    draw_panel(canvas, board, at.panel)
    if board["phase"] == "ended":
        draw_ended(canvas, board, at.centre)
    elif board["phase"] in ("judging", "won"):
        draw_judging(canvas, board, at.centre)
    else:
        draw_roll(canvas, board, at.centre)
    _draw_foot(canvas, board, at)


def _draw_foot(canvas: Canvas, board: HallScreen, at: Places) -> None:
    draw_record(canvas, board, at)
    draw_robbers(canvas, board, at.strip)


def _draw_result(canvas: Canvas, board: HallScreen, at: Places) -> None:
    if board["winner"] is None:
        draw_no_winner(canvas, board, at)
    else:
        draw_winner(canvas, board, board["winner"], at)
    draw_after(canvas, board, at)
