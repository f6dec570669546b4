"""The race on the scoreboard: both names with their scores, and the dice under them."""

from __future__ import annotations

import msgspec

from fieldkit.errors import Misread
from hardware.scoreboard.scene import Notice, Picture


class _Side(msgspec.Struct, frozen=True):
    name: str
    score: int


class _Board(msgspec.Struct, frozen=True):
    title: str
    sides: tuple[_Side, _Side]
    dice: tuple[int, int] | None = None


def read(body: bytes, address: str) -> Picture:
    """The picture of a public board (JSON); ``address`` is the spectators' page. Raises Misread."""
    try:
        board = msgspec.json.decode(body, type=_Board)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Misread(f"a view that makes no sense: {error}") from None
    red, blue = board.sides
    dice = "" if board.dice is None else f"{board.dice[0]} + {board.dice[1]}"
    return Notice(board.title, f"{red.name} {red.score} : {blue.score} {blue.name}", dice, address)
