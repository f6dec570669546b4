"""The public board of a match as the scoreboard reads it: the shape of the game with the frame around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NotRequired, TypedDict

from fieldkit.games import Side
from fieldkit.games.dice_extra.island import Hex, Island, Land, land_of
from fieldkit.games.dice_extra.shapes import DiceGameView
from fieldkit.games.dice_extra.state import Phase

MAX_HEXES = 80
MAX_STEPS = 200
"""Bounds of an island that a screen draws."""


class DiceLine(TypedDict):
    """One of the last lines of the record."""

    text: str
    team: NotRequired[str | None]


class DiceScreen(DiceGameView):
    """The public board with what the scoreboard shows of the frame."""

    match: str | None
    phase: Phase
    title: str
    subtitle: str
    sides: list[Side]
    recent: list[DiceLine]


def side_of(board: DiceScreen, id: str | None) -> Side | None:
    """Return the player of that id, or None."""
    return next((side for side in board["sides"] if side["id"] == id), None)


def owner_of(board: DiceScreen, owned: Mapping[str, Sequence[int]], at: int) -> Side | None:
    """Return the player whose thing of a sort stands at a place."""
    return next((side_of(board, id) for id, places in owned.items() if at in places), None)


def land_on(board: DiceScreen) -> Land:
    """Return the map that follows from the hexes; raise ValueError for hexes that make no sense."""
    hexes = board["island"]["hexes"]
    if len(hexes) > MAX_HEXES:
        raise ValueError(f"an island has at most {MAX_HEXES} hexes, not {len(hexes)}")
    return _land(tuple(_hex(each) for each in hexes))


def _hex(told: list[Any]) -> Hex:
    x, y, kind, *knights = told
    if not isinstance(kind, str) or not all(type(n) is int and abs(n) <= MAX_STEPS for n in (x, y, *knights)):
        raise ValueError(f"a hex is x, y, kind and knights, not {told}")
    return Hex(x, y, kind, tuple(knights))


@lru_cache(maxsize=2)
def _land(hexes: tuple[Hex, ...]) -> Land:
    """Return the map without sites and castles: the board names those by the numbers of their corners."""
    return land_of(Island(hexes, (), ()))
