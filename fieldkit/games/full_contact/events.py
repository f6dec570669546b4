"""What can happen in a match. Events carry results, never recipes; fields are only ever added, with defaults.

``decision`` is False for what only explains; ``clock`` is True for what a strike may not take out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import fieldkit.games as games
from fieldkit.games.full_contact.offers import OfferEvent
from fieldkit.games.full_contact.options import Options
from fieldkit.games.full_contact.state import Hoop, Kinds, Numbers, Pile, Team


@dataclass(frozen=True, slots=True)
class Shown(games.Event):
    """What is shown and changes no account."""

    decision: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class MatchCreated(games.LastingEvent):
    """A match is set up, with all that it was played by."""

    secret: ClassVar[Collection[str]] = ("options.seed",)

    key: str
    options: Options
    numbers: Numbers
    full_game: bool
    practice: bool
    teams: tuple[Team, ...]
    hoops: tuple[Hoop, ...]
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class SetupChanged(MatchCreated):
    """The match is set up again before its first start; its ``key`` stays."""


@dataclass(frozen=True, slots=True)
class RoundStarted(games.LastingEvent):
    """A round opens at ``opens`` and ends at ``ends``; one team may open at ``head_opens`` (FC-29)."""

    number: int
    at: int
    opens: int
    ends: int
    head_team: str | None = None
    head_opens: int | None = None
    supremacy: str | None = None
    bare: str | None = None
    refused: tuple[str, ...] = ()
    extra: bool = False


@dataclass(frozen=True, slots=True)
class RoundMoved(games.LastingEvent):
    """The opening was put off (a slow disk), or the whistle had opened by itself (``bare``)."""

    opens: int
    ends: int
    head_opens: int | None = None
    bare: str | None = None


@dataclass(frozen=True, slots=True)
class HeadStartEnded(games.LastingEvent):
    """The general whistle: everybody plays."""

    at: int


@dataclass(frozen=True, slots=True)
class RoundClosed(games.LastingEvent):
    """The closing whistle; late balls are held until the grace ends."""

    at: int


@dataclass(frozen=True, slots=True)
class RoundStopped(games.LastingEvent):
    """The round is stopped with ``left`` to go (ns), ``head_left`` of the head start (FC-16)."""

    at: int
    left: int
    head_left: int = 0
    reason: str | None = None
    sound: bool = False


@dataclass(frozen=True, slots=True)
class RoundResumed(games.LastingEvent):
    """The opening blast resumes a stopped round (FC-16)."""

    at: int
    opens: int
    ends: int
    head_opens: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RoundEnded(games.LastingEvent):
    """A stopped round ended as played (FC-16)."""

    at: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RoundVoided(games.LastingEvent):
    """A round is cancelled (FC-16)."""

    at: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class BreakStarted(games.LastingEvent):
    """The break runs until ``ends``; None: it is held with ``left`` to go (FC-17)."""

    at: int
    ends: int | None
    total: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class BreakClockSet(games.LastingEvent):
    """The break was lengthened, held, or goes on."""

    at: int
    ends: int | None
    total: int
    left: int = 0


@dataclass(frozen=True, slots=True)
class BreakEnded(games.LastingEvent):
    """The break is over; ``held`` when the next round would start by itself but must not."""

    at: int
    held: bool = False


@dataclass(frozen=True, slots=True)
class ClockLost(games.LastingEvent):
    """The machine started again: earlier moments are of another clock.

    ``began`` is the match's first opening blast, told by the new one.
    """

    at: int
    began: int | None = None


@dataclass(frozen=True, slots=True)
class DepositCounted(games.Event):
    """A ball is collected (FC-10); ``at_clock`` is what was left on the clock (ns)."""

    hoop: str
    team: str
    kind: str
    by: str
    at_clock: int | None = None
    tag: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class DepositHeld(games.Event):
    """A ball waits for the referee (FC-11, FC-13); ``why`` is a key of `words.REASONS`."""

    id: str
    hoop: str
    team: str
    kind: str
    why: str
    late_by: int | None = None
    at_clock: int | None = None
    tag: str | None = None
    player: str | None = None
    params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HeldAccepted(games.Event):
    """The referee accepted a held ball."""

    id: str
    team: str
    kind: str
    hoop: str


@dataclass(frozen=True, slots=True)
class HeldRefused(games.Event):
    """The referee refused a held ball, or started the round ``before`` without judging it."""

    id: str
    kind: str
    hoop: str
    team: str | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class SightingRefused(Shown):
    """A sighting that counts nothing, with the reason."""

    hoop: str
    why: str
    kind: str | None = None
    params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerSeen(Shown):
    """A player's wristband at a hoop; the next ball there is theirs."""

    hoop: str
    player: str
    at: int


@dataclass(frozen=True, slots=True)
class SettlementPlaced(games.Event):
    """A bought settlement stands in a hoop (FC-15)."""

    team: str
    hoop: str
    by: str


@dataclass(frozen=True, slots=True)
class SettlementBought(games.Event):
    """A settlement is handed to a team (FC-15, FC-18)."""

    team: str
    paid: Kinds


@dataclass(frozen=True, slots=True)
class CityBuilt(games.Event):
    """A settlement became a city (FC-19)."""

    team: str
    hoop: str
    paid: Kinds


@dataclass(frozen=True, slots=True)
class KnightBought(games.Event):
    """A player became a knight (FC-20)."""

    team: str
    paid: Kinds


@dataclass(frozen=True, slots=True)
class CardBought(games.Event):
    """A card was drawn; ``reshuffled`` when the used ones became the deck first (FC-24)."""

    team: str
    card: str
    paid: Kinds
    reshuffled: bool = False


@dataclass(frozen=True, slots=True)
class Traded(games.Event):
    """Two teams traded (FC-21)."""

    a: str
    b: str
    a_gives: Kinds
    b_gives: Kinds


@dataclass(frozen=True, slots=True)
class CardUsed(games.Event):
    """A card was used, with its results.

    ``taken`` maps whom it came from (a team or the field) to balls that now are the team's (FC-25, FC-26);
    ``owed`` maps teams to what they must discard (FC-27); ``hoop`` of ``victim`` now holds ``building``
    (FC-28).
    """

    team: str
    card: str
    taken: Mapping[str, Kinds] = field(default_factory=dict)
    owed: Mapping[str, int] = field(default_factory=dict)
    kind: str | None = None
    victim: str | None = None
    hoop: str | None = None
    building: str | None = None


@dataclass(frozen=True, slots=True)
class Discarded(games.Event):
    """A team gave up balls to the field (FC-27)."""

    team: str
    kinds: Kinds
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class PilesRefilled(games.Event):
    """The crew put balls back (FC-22)."""

    kinds: Kinds


@dataclass(frozen=True, slots=True)
class Corrected(games.Event):
    """The referee set the record right (FC-33): absolute values, None for what stays."""

    reason: str
    team: str | None = None
    resources: Kinds | None = None
    knights: int | None = None
    players: int | None = None
    bonus_vp: int | None = None
    settlements_in_hand: int | None = None
    cards: tuple[str, ...] | None = None
    owed: int | None = None
    hoop: str | None = None
    building: str | None = None
    hoop_team: str | None = None
    balls: Kinds | None = None
    target: int | None = None
    name: str | None = None
    round_seconds: float | None = None
    grace_seconds: float | None = None
    break_seconds: float | None = None
    was: Mapping[str, Any] = field(default_factory=dict)
    """What it was before, by the same names; of `resources` and `balls` the kinds named."""


@dataclass(frozen=True, slots=True)
class Noted(games.Event):
    """A foul or a sending-off (FC-33)."""

    text: str
    team: str | None = None
    player: str | None = None
    foul: str | None = None
    """A key of `words.FOULS`; ``text`` may then be empty."""


@dataclass(frozen=True, slots=True)
class MarkersSet(games.Event):
    """The crew has put right the markers in these hoops (FC-19, FC-28)."""

    hoops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResultConfirmed(games.LastingEvent):
    """The winners stand (FC-32)."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded(games.LastingEvent):
    """Ended for time, dark or weather (FC-32)."""

    winners: tuple[str, ...]
    reason: str
    at: int
    sound: bool = False


@dataclass(frozen=True, slots=True)
class MatchAbandoned(games.LastingEvent):
    """Given up without a result."""

    reason: str
    at: int
    sound: bool = False


Event = (
    MatchCreated
    | SetupChanged
    | RoundStarted
    | RoundMoved
    | HeadStartEnded
    | RoundClosed
    | RoundStopped
    | RoundResumed
    | RoundEnded
    | RoundVoided
    | BreakStarted
    | BreakClockSet
    | BreakEnded
    | ClockLost
    | DepositCounted
    | DepositHeld
    | HeldAccepted
    | HeldRefused
    | SightingRefused
    | PlayerSeen
    | SettlementPlaced
    | SettlementBought
    | CityBuilt
    | KnightBought
    | CardBought
    | Traded
    | CardUsed
    | Discarded
    | PilesRefilled
    | MarkersSet
    | Corrected
    | Noted
    | ResultConfirmed
    | MatchEnded
    | MatchAbandoned
    | OfferEvent
)
"""All events of the game."""

EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in Event.__args__}
"""A name on the record to its dataclass."""
