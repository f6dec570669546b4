"""The public board of the dice game as the scoreboard reads it."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from fieldkit.games.dice_extra.island import Castle, Hex, Island, Land, Site, land_of

Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Step = Annotated[int, msgspec.Meta(ge=-200, le=200)]
Owned = dict[str, list[Count]]
MAX_HEXES = 80


class Side(msgspec.Struct, frozen=True):
    """A player: colour, mark and points."""

    id: str
    name: str
    colour: str
    mark: Literal["triangle", "square", "hexagon", "star"]
    score: Count = 0


class Die(msgspec.Struct, frozen=True):
    """A die on the table."""

    id: str
    kind: str
    kept: bool = False
    paid: bool = False


class Map(msgspec.Struct, frozen=True):
    """The island: its hexes as x, y, kind and knights; the corners of its sites and castles."""

    hexes: Annotated[list[list[Any]], msgspec.Meta(max_length=MAX_HEXES)] = []
    sites: list[Count] = []
    city_sites: list[Count] = []
    castles: list[Count] = []


class Trail(msgspec.Struct, frozen=True):
    """The longest road and its holder."""

    side: str
    roads: list[Count] = []


class Recent(msgspec.Struct, frozen=True):
    """One of the last things that happened, in words."""

    text: str
    team: str | None = None


class Result(msgspec.Struct, frozen=True):
    """The winners."""

    winners: list[str] = []


class Board(msgspec.Struct, frozen=True):
    """The whole view, with defaults for what a screen can do without."""

    phase: Literal["starts", "roll", "dice", "over"]
    match: str | None = None
    title: str = ""
    subtitle: str = ""
    number: Count = 0
    target: Count = 10
    sides: Annotated[list[Side], msgspec.Meta(max_length=4)] = []
    turn_of: str = ""
    rolls_left: Count = 0
    dice_in_play: Annotated[int, msgspec.Meta(ge=0, le=6)] = 6
    dice: Annotated[list[Die], msgspec.Meta(max_length=6)] = []
    island: Map = Map()
    roads: Owned = {}
    settlements: Owned = {}
    cities: Owned = {}
    knights: Owned = {}
    used_knights: list[Count] = []
    castles: Owned = {}
    longest: dict[str, Count] = {}
    trail: Trail | None = None
    army: str | None = None
    recent: list[Recent] = []
    result: Result | None = None

    def side(self, id: str | None) -> Side | None:
        """Return the player of that id, or None."""
        return next((side for side in self.sides if side.id == id), None)

    def owner(self, owned: Owned, at: int) -> Side | None:
        """Return the player whose thing of a sort stands at a place."""
        return next((self.side(id) for id, places in owned.items() if at in places), None)

    def land(self) -> Land:
        """Return the map that follows from the hexes; raise ValueError for hexes that make no sense."""
        hexes = tuple(_hex(each) for each in self.island.hexes)
        return _land(hexes)


def _hex(told: list[Any]) -> Hex:
    x, y, kind, *knights = told
    if not isinstance(kind, str) or not all(type(n) is int and abs(n) < 1000 for n in (x, y, *knights)):
        raise ValueError(f"a hex is x, y, kind and knights, not {told}")
    return Hex(x, y, kind, tuple(knights))


@lru_cache(maxsize=2)
def _land(hexes: tuple[Hex, ...]) -> Land:
    """Return the map without sites and castles: the board names those by the numbers of their corners."""
    sites: tuple[Site, ...] = ()
    castles: tuple[Castle, ...] = ()
    return land_of(Island(hexes, sites, castles))
