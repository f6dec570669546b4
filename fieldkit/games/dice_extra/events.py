"""What can happen in a match. Events carry results, never recipes; fields are only added, with defaults."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar

from fieldkit.games.dice_extra.island import Island
from fieldkit.games.dice_extra.kinds import Kind, Piece
from fieldkit.games.dice_extra.state import Options, Player


@dataclass(frozen=True, slots=True)
class Happened:
    """What all events of the game share."""

    decision: ClassVar[bool] = True
    clock: ClassVar[bool] = False
    secret: ClassVar[Collection[str]] = ()


@dataclass(frozen=True, slots=True)
class MatchCreated(Happened):
    """A match is set up, with all that it is played by; ``fair`` is the secret of its dice."""

    clock: ClassVar[bool] = True
    secret: ClassVar[Collection[str]] = ("fair",)
    settled: ClassVar[Collection[str]] = ("options", "island")

    fair: str
    options: Options
    players: tuple[Player, ...]
    island: Island


@dataclass(frozen=True, slots=True)
class RoadStarted(Happened):
    """A player has marked the starting road (DX-2)."""

    side: str
    road: int


@dataclass(frozen=True, slots=True)
class Rolled(Happened):
    """The dice as they lie now; those of ``kept`` were not rolled.

    ``used`` is how many numbers of the match are used up by then: where an earlier roll is taken back, none
    is drawn twice all the same.
    """

    side: str
    faces: tuple[Kind, ...]
    kept: tuple[str, ...]
    used: int


@dataclass(frozen=True, slots=True)
class RollingStopped(Happened):
    """The player leaves the dice as they are."""

    side: str


@dataclass(frozen=True, slots=True)
class Built(Happened):
    """A piece was built, and these dice have paid (DX-5)."""

    side: str
    piece: Piece
    at: int
    paid: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnightUsed(Happened):
    """A die became another kind by a knight (DX-7)."""

    side: str
    knight: int
    die: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class TurnEnded(Happened):
    """The dice are passed on."""

    side: str


@dataclass(frozen=True, slots=True)
class MatchEnded(Happened):
    """The match was ended for time (DX-8)."""

    clock: ClassVar[bool] = True

    reason: str


Event = MatchCreated | RoadStarted | Rolled | RollingStopped | Built | KnightUsed | TurnEnded | MatchEnded
EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in Event.__args__}
"""An event's name on the record to its dataclass."""
