"""The public board of Catan Big Game as the hall's screens read it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Points = Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]
Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]
Sum = Annotated[int, msgspec.Meta(ge=2, le=12)]
Ms = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]
Group = Literal["sun", "moon"]
Phase = Literal[
    "registration",
    "seven",
    "robbers",
    "turn",
    "held",
    "ended",
    "judging",
    "won",
    "break",
    "final",
    "over",
    "alarm",
]
WARN_MS = 10_000
"""From here on the clock of a turn warns, as the whistle does (BG-5)."""


class Ticking(msgspec.Struct, frozen=True):
    """The clock: ``ends_at`` (ms of the kit's clock) while it runs, else ``remaining`` (ms)."""

    state: Literal["idle", "running", "held"] = "idle"
    ends_at: Ms | None = None
    remaining: Ms | None = None
    total: Ms | None = None


class Side(msgspec.Struct, frozen=True):
    """A group as every screen knows it."""

    id: str
    name: str


class Turn(msgspec.Struct, frozen=True):
    """A turn, who acts in it (None: everybody) and who deals out (None: each for themselves)."""

    number: Count = 0
    group: Group | None = None
    deals: Group | None = None


class Robbers(msgspec.Struct, frozen=True):
    """Where the robbers are, in one sentence; ``moved`` while that is news (BG-6)."""

    text: str = ""
    moved: bool = False


class Roll(msgspec.Struct, frozen=True):
    """One of the last rolls."""

    turn: Count
    sum: Sum
    group: Group | None = None


class Winner(msgspec.Struct, frozen=True):
    """Who has won: the seat, the seat in words, name, club and points."""

    seat: str
    label: str
    name: str
    club: str = ""
    points: Points = 0

    @property
    def group(self) -> Group | None:
        """The group of the seat."""
        group = self.seat.partition("-")[2]
        return "sun" if group == "sun" else "moon" if group == "moon" else None


class Board(msgspec.Struct, frozen=True):
    """The whole view, with defaults for what a screen can do without."""

    phase: Phase
    match: str | None = None
    clock: Ticking = Ticking()
    sides: list[Side] = []
    target: Count = 0
    boards: Count = 0
    players: Count = 0
    rehearsal: bool = False
    turn: Turn = Turn()
    next: Turn | None = None
    dice: tuple[Pips, Pips] | None = None
    sum: Sum | None = None
    robber_dice: tuple[Pips, Pips] | None = None
    robbers: Robbers = Robbers()
    rolls: list[Roll] = []
    sums: list[Count] = []
    taken: Count = 0
    say: list[str] = []
    open: Count = 0
    winner: Winner | None = None

    def named(self, group: Group | None) -> str:
        """A group's name in the kit's language."""
        return next((side.name for side in self.sides if side.id == group), (group or "").title())

    @property
    def following(self) -> Turn:
        """The turn after this one; an empty one when the hall is over."""
        return self.next or Turn()

    @property
    def shown(self) -> Turn:
        """The turn that the sides of the screen tell of: a roll that is taken back comes again (BG-5)."""
        return self.following if self.is_taken else self.turn

    @property
    def is_taken(self) -> bool:
        """True while boards undo what a roll brought that is taken back (BG-5)."""
        return self.phase == "ended" and self.taken > 0

    def left_ms(self, now_ms: float) -> float:
        """What the clock has left at a moment of the kit's clock, in ms; never more than its total."""
        if self.clock.state == "running" and self.clock.ends_at is not None:
            left = max(0.0, self.clock.ends_at - now_ms)
            return left if self.clock.total is None else min(left, self.clock.total)
        return max(0.0, self.clock.remaining or 0.0)
