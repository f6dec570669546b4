"""The public board of Big Game, Big Honor as the scoreboard reads it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Number = Annotated[int, msgspec.Meta(ge=2, le=12)]
MAX_LAURELS = 6


class Side(msgspec.Struct, frozen=True):
    """A player as every screen knows them."""

    id: str
    name: str
    colour: str
    mark: Literal["triangle", "square", "hexagon", "star", "cross", "ring"]
    score: Points = 0


class Player(msgspec.Struct, frozen=True):
    """What a player has at the table."""

    id: str
    laurels: Annotated[int, msgspec.Meta(ge=0, le=MAX_LAURELS)] = 0
    sent: Count = 0


class Place(msgspec.Struct, frozen=True):
    """A place of the table, and whose settler is there."""

    number: Number
    side: str | None = None


class Roll(msgspec.Struct, frozen=True):
    """The last roll, and what it came to."""

    sort: str
    rolls: list[tuple[Face, Face]]
    sum: Number
    text: str
    laurel: str | None = None


class Recent(msgspec.Struct, frozen=True):
    """One of the last things that happened, in words."""

    text: str
    team: str | None = None


class Board(msgspec.Struct, frozen=True):
    """The whole view, with defaults for what a screen can do without."""

    phase: Literal["settling", "to_roll", "rolled", "special", "over"]
    title: str = ""
    subtitle: str = ""
    match: str | None = None
    number: Count = 0
    seq: Count = 0
    on_turn: str | None = None
    champion: str | None = None
    winner: str | None = None
    laurels_left: Count = 0
    sides: list[Side] = []
    players: list[Player] = []
    places: list[Place] = []
    roll: Roll | None = None
    recent: list[Recent] = []

    def side(self, id: str | None) -> Side | None:
        """The side of that id, None where there is none."""
        return next((side for side in self.sides if side.id == id), None)

    def player(self, id: str) -> Player:
        """What the player of that id has; nothing where there is no such player."""
        return next((player for player in self.players if player.id == id), Player(id))

    @property
    def paying(self) -> int | None:
        """The place that gave a laurel or was won by the last roll."""
        won = self.roll is not None and (self.roll.laurel is not None or self.roll.sort == "place")
        return self.roll.sum if self.roll is not None and won else None
