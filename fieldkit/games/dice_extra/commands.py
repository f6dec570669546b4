"""The commands of the game, as they come over the wire."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from fieldkit.games.dice_extra.kinds import Kind, Piece
from fieldkit.games.people import NewMatch


@dataclass(frozen=True, slots=True)
class CreateMatch(NewMatch):
    """Set up a match; the players clockwise, and the first of them starts (DX-1, DX-2)."""

    game: str = "dice_extra"


@dataclass(frozen=True, slots=True)
class StartRoad:
    """Mark a starting road (DX-2)."""

    road: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll all dice but those of ``keep``; with real dice ``faces`` says what was rolled (DX-3)."""

    keep: list[str] = field(default_factory=list)
    faces: list[Kind] | None = None


@dataclass(frozen=True, slots=True)
class StopRolling:
    """Leave the dice as they are, though rolls are left (DX-3)."""


@dataclass(frozen=True, slots=True)
class Build:
    """Build a piece at a place; ``pay`` are the dice that pay, chosen by the kit if not named (DX-5).

    ``at`` is the number of a road, of a corner, of a knight or of a castle.
    """

    piece: Piece
    at: int
    pay: list[str] | None = None


@dataclass(frozen=True, slots=True)
class UseKnight:
    """Make a die the kind that a knight guards; one from the desert needs a ``kind`` (DX-7)."""

    knight: int
    die: str
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Pass the dice on; what is left over is lost (DX-5)."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """End the match for time: the most points win (DX-8)."""

    reason: str


COMMANDS: Mapping[str, type] = {
    "create_match": CreateMatch,
    "start_road": StartRoad,
    "roll": Roll,
    "stop_rolling": StopRolling,
    "build": Build,
    "use_knight": UseKnight,
    "end_turn": EndTurn,
    "end_match": EndMatch,
}
"""A command's type on the wire to its dataclass."""
SEATED: Collection[str] = ("start_road", "roll", "stop_rolling", "build", "use_knight", "end_turn", "strike")
"""The commands that players may send from their own seats."""
