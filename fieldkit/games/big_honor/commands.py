"""What can be asked in this game, as it comes over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fieldkit.games.big_honor.state import Pay


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """A player of a new match; the id is the colour."""

    id: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Set up a match of the ``players`` in turn order (BH-1)."""

    players: list[PlayerSetup]
    game: str = "big_honor"
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PutSettler:
    """Put a settler on a free place, free of charge, with the second settlement (BH-2)."""

    place: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll for production (BH-4); ``dice`` are what real dice show."""

    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SendSettler:
    """Pay and send a settler (BH-3): to a free ``place``, or at a full table to the one that is rolled."""

    pay: Pay
    place: int | None = None
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SpendLaurels:
    """Give laurels back for what they buy (BH-5)."""

    laurels: int


@dataclass(frozen=True, slots=True)
class ChangePoints:
    """Enter the points of the board, one up or down (BH-7)."""

    player: str
    by: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Pass the dice on (BH-1)."""


@dataclass(frozen=True, slots=True)
class EndBuilding:
    """End the special building phase (BH-1)."""


@dataclass(frozen=True, slots=True)
class ConfirmWin:
    """The one whose turn it is has won (BH-7)."""


@dataclass(frozen=True, slots=True)
class AbandonTable:
    """End the match without a winner."""

    reason: str | None = None


COMMANDS: Mapping[str, type] = {
    "open_table": OpenTable,
    "put_settler": PutSettler,
    "roll": Roll,
    "send_settler": SendSettler,
    "spend_laurels": SpendLaurels,
    "change_points": ChangePoints,
    "end_turn": EndTurn,
    "end_building": EndBuilding,
    "confirm_win": ConfirmWin,
    "abandon_table": AbandonTable,
}
SEATED = frozenset(COMMANDS) - {"open_table", "abandon_table"} | {"strike"}
"""What players may do from their own seat, each for themselves."""
