"""The referee's commands in this game, as they come over the wire."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal


@dataclass(frozen=True, slots=True)
class TeamSetup:
    """A team of a new match; its id is its colour."""

    id: str
    players: int
    start_hoop: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class CreateMatch:
    """Set up a match (FC-1 to FC-6)."""

    secret: ClassVar[Collection[str]] = ("seed",)

    teams: list[TeamSetup]
    game: str = "full_contact"
    full_game: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    seed: int | str | None = None
    practice: bool = False


@dataclass(frozen=True, slots=True)
class EditSetup(CreateMatch):
    """Set the match up again before its first start; without a seed it keeps its own (FC-1 to FC-6)."""


@dataclass(frozen=True, slots=True)
class StartRound:
    """Open the next round; ``refuse_pending`` refuses the late balls that still wait (FC-7, FC-11)."""

    refuse_pending: bool = False


@dataclass(frozen=True, slots=True)
class StopRound:
    """Stop the running round (FC-16)."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class ResumeRound:
    """Go on with the time that was left, or with ``seconds`` (FC-16)."""

    reason: str | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class EndRound:
    """End a stopped round as played (FC-16)."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Take a round back (FC-16)."""

    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Deposit:
    """Count a ball by hand (FC-10)."""

    hoop: str
    kind: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Accept or refuse a held ball (FC-11, FC-13)."""

    pending: str
    accept: bool


@dataclass(frozen=True, slots=True)
class Buy:
    """A purchase (FC-18); ``hoop`` for a city, ``card`` with a paper deck."""

    team: str
    item: str
    pay: dict[str, int] | None = None
    hoop: str | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A bought settlement was put into a hoop (FC-15)."""

    team: str
    hoop: str


@dataclass(frozen=True, slots=True)
class Trade:
    """Two teams trade (FC-21)."""

    a: str
    b: str
    a_gives: dict[str, int] = field(default_factory=dict)
    b_gives: dict[str, int] = field(default_factory=dict)
    gift: bool = False


@dataclass(frozen=True, slots=True)
class UseCard:
    """A team uses a card (FC-24 to FC-30)."""

    team: str
    card: str
    kinds: dict[str, int] | None = None
    kind: str | None = None
    victim: str | None = None
    hoop: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A team discards what the Robber asks of it, its choice or by lot (FC-27)."""

    team: str
    kinds: dict[str, int] | None = None
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class Refill:
    """The crew has put balls back on the piles (FC-22)."""

    kinds: dict[str, int]


@dataclass(frozen=True, slots=True)
class SetMarkers:
    """The crew has put right the markers in these hoops (FC-19, FC-28)."""

    hoops: list[str]


@dataclass(frozen=True, slots=True)
class SetBreakClock:
    """Set what is left of the break (s), hold it, or let it go on (FC-17)."""

    seconds: float | None = None
    hold: bool | None = None


@dataclass(frozen=True, slots=True)
class HoopFix:
    """The building in a hoop."""

    id: str
    building: Literal["none", "settlement", "city"]
    team: str | None = None


@dataclass(frozen=True, slots=True)
class TeamFix:
    """The values of a team that a correction sets; the tablet offers the whole numbers (FC-33)."""

    resources: dict[str, int] | None = None
    players: int | None = None
    knights: int | None = None
    bonus_vp: int | None = None
    settlements_in_hand: int | None = None
    cards: list[str] | None = None
    owed: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Fix(TeamFix):
    """The values that a correction sets, None for those that stay; lengths in s (FC-7, FC-33)."""

    hoop: HoopFix | None = None
    balls: dict[str, int] | None = None
    target: int | None = None
    round_seconds: float | None = None
    grace_seconds: float | None = None
    break_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct the record (FC-33)."""

    set: Fix
    reason: str
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Put a foul or a sending-off on the record (FC-33): in words, or as one of the sport's own fouls."""

    text: str = ""
    team: str | None = None
    player: int | str | None = None
    foul: str | None = None


@dataclass(frozen=True, slots=True)
class Proposable:
    """The fields of a `Buy`, `Trade`, `UseCard`, `Discard` or `Place`, which a captain may propose."""

    type: Literal["buy", "trade", "use_card", "discard", "place"]
    team: str | None = None
    item: str | None = None
    pay: dict[str, int] | None = None
    hoop: str | None = None
    card: str | None = None
    a: str | None = None
    b: str | None = None
    a_gives: dict[str, int] | None = None
    b_gives: dict[str, int] | None = None
    gift: bool | None = None
    kinds: dict[str, int] | None = None
    kind: str | None = None
    victim: str | None = None
    by_lot: bool | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """A captain proposes what only the referee can decide (FC-15, FC-18, FC-21, FC-24, FC-27)."""

    secret: ClassVar[Collection[str]] = ("command",)

    command: Proposable


@dataclass(frozen=True, slots=True)
class AnswerProposal:
    """The referee accepts or refuses, the other team of a trade agrees or declines, its own captain takes
    it back.

    ``card``: which one was drawn from a paper deck (FC-24).
    """

    proposal: str
    accept: bool
    card: str | None = None


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """The result stands; ``teams_done``: no team wants anything more in this break (FC-32)."""

    teams_done: bool = False


@dataclass(frozen=True, slots=True)
class EndMatch:
    """End for time, dark or weather: the most points win (FC-32)."""

    reason: str


@dataclass(frozen=True, slots=True)
class AbandonMatch:
    """Give the match up without a result."""

    reason: str


COMMANDS: Mapping[str, type] = {
    "create_match": CreateMatch,
    "edit_setup": EditSetup,
    "start_round": StartRound,
    "stop_round": StopRound,
    "resume_round": ResumeRound,
    "end_round": EndRound,
    "void_round": VoidRound,
    "deposit": Deposit,
    "settle": Settle,
    "buy": Buy,
    "place": Place,
    "trade": Trade,
    "use_card": UseCard,
    "discard": Discard,
    "refilled": Refill,
    "markers_set": SetMarkers,
    "break_clock": SetBreakClock,
    "correct": Correct,
    "note": Note,
    "propose": Propose,
    "answer_proposal": AnswerProposal,
    "confirm_result": ConfirmResult,
    "end_match": EndMatch,
    "abandon_match": AbandonMatch,
}
"""A command's type on the wire to its dataclass."""

CAPTAINS: Collection[str] = ("propose", "answer_proposal")
"""The commands of captains."""
CREW: Collection[str] = ("refilled", "markers_set")
"""The commands of the crew."""
