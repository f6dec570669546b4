"""What can happen in a match. Events say what was rolled, chosen and paid; fields are only ever added.

Who earns a laurel and who is champion is not on the record: it follows from the places, so that undoing a
settler also undoes what they earned.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

import fieldkit.games as games
from fieldkit.games.big_honor.state import Dice, Options, Pay, Player


@dataclass(frozen=True, slots=True)
class TableOpened(games.LastingEvent):
    """A match is set up; nobody may know its ``seed`` before it is over."""

    secret: ClassVar[Collection[str]] = ("seed",)
    settled: ClassVar[Collection[str]] = ("options",)

    players: tuple[Player, ...]
    options: Options
    seed: str


@dataclass(frozen=True, slots=True)
class SettlerPut(games.Event):
    """The settler of the second settlement stands on their place (BH-2)."""

    player: str
    place: int


@dataclass(frozen=True, slots=True)
class Rolled(games.Event):
    """The production roll of a turn; ``used`` is how far the secret stream is drawn now (BH-4)."""

    player: str
    dice: Dice
    used: int = 0


@dataclass(frozen=True, slots=True)
class SettlerSent(games.Event):
    """A settler was sent to a free place for this price (BH-3)."""

    player: str
    pay: Pay
    place: int


@dataclass(frozen=True, slots=True)
class SettlerTried(games.Event):
    """A place was rolled for at a full table; the last of the ``rolls`` counts, each before is a 7 (BH-3)."""

    player: str
    pay: Pay
    rolls: tuple[Dice, ...]
    used: int = 0


@dataclass(frozen=True, slots=True)
class LaurelsSpent(games.Event):
    """Laurels went back for what they buy (BH-5)."""

    player: str
    laurels: int


@dataclass(frozen=True, slots=True)
class PointsChanged(games.Event):
    """The points of the board went up or down (BH-7)."""

    player: str
    by: int


@dataclass(frozen=True, slots=True)
class TurnEnded(games.Event):
    """A player's turn is over (BH-1)."""

    player: str


@dataclass(frozen=True, slots=True)
class BuildingEnded(games.Event):
    """The special building phase after a player's turn is over (BH-1)."""

    player: str


@dataclass(frozen=True, slots=True)
class TableWon(games.LastingEvent):
    """A player has won with these points (BH-7)."""

    player: str
    points: int


@dataclass(frozen=True, slots=True)
class TableAbandoned(games.LastingEvent):
    """The match ended without a winner."""

    reason: str | None = None


OfAPlayer = (
    SettlerPut
    | Rolled
    | SettlerSent
    | SettlerTried
    | LaurelsSpent
    | PointsChanged
    | TurnEnded
    | BuildingEnded
    | TableWon
)
Event = TableOpened | OfAPlayer | TableAbandoned
EVENTS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (
        TableOpened,
        SettlerPut,
        Rolled,
        SettlerSent,
        SettlerTried,
        LaurelsSpent,
        PointsChanged,
        TurnEnded,
        BuildingEnded,
        TableWon,
        TableAbandoned,
    )
}
