"""What can happen in a hall. Events say what was rolled and judged; fields are only ever added."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import fieldkit.games as games
from fieldkit.games.big_game.state import Award, Dice, Form, Options


@dataclass(frozen=True, slots=True)
class HallOpened(games.LastingEvent):
    """A hall is set up; nobody may know its ``seed`` before it is over."""

    secret: ClassVar[Collection[str]] = ("seed",)
    settled: ClassVar[Collection[str]] = ("options",)

    boards: int
    options: Options
    seed: str
    rehearsal: bool = False


@dataclass(frozen=True, slots=True)
class BoardsSet(games.LastingEvent):
    """The number of boards has changed (BG-1)."""

    boards: int


@dataclass(frozen=True, slots=True)
class OptionsSet(games.LastingEvent):
    """The options are now these (BG-5)."""

    options: Options


@dataclass(frozen=True, slots=True)
class Entry:
    """A player for a seat."""

    seat: str
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class PlayersImported(games.Event):
    """Players were registered from a list, in its order (BG-1)."""

    players: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class PlayerRegistered(games.Event):
    """A player has a seat."""

    seat: str
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRenamed(games.Event):
    """Name or club were corrected."""

    seat: str
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReplaced(games.Event):
    """Somebody else has taken over the seat."""

    seat: str
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class AwayMarked(games.Event):
    """A no-show, or somebody who came after all (BG-1)."""

    seat: str
    away: bool


@dataclass(frozen=True, slots=True)
class PlayerSanctioned(games.Event):
    """A player got a sanction (BG-13)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerRemoved(games.Event):
    """A player was sent off (BG-13)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerReinstated(games.Event):
    """A removal was wrong (BG-12, BG-13)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class AwardSet(games.Event):
    """The length of a player's route, or how many knights they have played (BG-11)."""

    seat: str
    award: Award
    count: int


@dataclass(frozen=True, slots=True)
class DeckMade(games.LastingEvent):
    """The dice deck was shuffled, and these of its cards are used in turn (BG-4)."""

    secret: ClassVar[Collection[str]] = ("cards",)

    cards: tuple[Dice, ...]
    used: int


@dataclass(frozen=True, slots=True)
class TurnBegan(games.LastingEvent):
    """A turn has its roll (BG-3); ``ends`` is None after a 7, until the conductor goes on (BG-5).

    ``seconds`` is how long the clock runs; ``used`` is how far the secret stream is drawn now.
    """

    turn: int
    dice: Dice
    at: int
    seconds: int
    ends: int | None
    used: int = 0


@dataclass(frozen=True, slots=True)
class RobbersRolled(games.LastingEvent):
    """Where the robbers move (BG-6)."""

    dice: Dice
    used: int = 0


@dataclass(frozen=True, slots=True)
class ClockStarted(games.LastingEvent):
    """The clock runs to this moment."""

    ends: int


@dataclass(frozen=True, slots=True)
class ClockHeld(games.LastingEvent):
    """The clock is held with so much left (ns); ``stopped`` by five blasts."""

    left: int
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class AlarmRaised(games.LastingEvent):
    """Everybody leaves the hall: a clock that ran is held with so much ``left`` (ns) (BG-5)."""

    at: int
    left: int


@dataclass(frozen=True, slots=True)
class AlarmLifted(games.LastingEvent):
    """The alarm is over (BG-5)."""


@dataclass(frozen=True, slots=True)
class ClockChanged(games.LastingEvent):
    """The clock was made longer or shorter (s): what is ``left`` (ns), and when it ends if it runs."""

    by: int
    ends: int | None
    left: int


@dataclass(frozen=True, slots=True)
class TurnEnded(games.LastingEvent):
    """The clock of a turn has ended; ``shortened`` is what the conductor cut off (ns) (BG-5)."""

    turn: int
    shortened: int = 0


@dataclass(frozen=True, slots=True)
class ClockLost(games.LastingEvent):
    """The machine has started again: ``left`` of the clock is held; all moments moved by ``shift`` (ns)."""

    left: int
    shift: int


@dataclass(frozen=True, slots=True)
class BareTurn(games.LastingEvent):
    """The whistle ran a turn by itself while the referee was away: there was no roll."""

    id: str


@dataclass(frozen=True, slots=True)
class RollTakenBack(games.LastingEvent):
    """The last roll is taken back; it comes again (BG-4)."""

    turn: int
    dice: Dice
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LineRepeated(games.Event):
    """The line to say was asked for once more."""

    decision: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ClaimMade(games.Event):
    """A player has claimed the victory (BG-12)."""

    claim: int
    seat: str
    form: Form


@dataclass(frozen=True, slots=True)
class ClaimWithdrawn(games.Event):
    """A claim was taken back."""

    claim: int
    seat: str


@dataclass(frozen=True, slots=True)
class ClaimJudged(games.Event):
    """A claim was judged with what was counted; ``again`` puts an earlier judgement right (BG-12)."""

    claim: int
    seat: str
    verdict: Literal["confirmed", "rejected"]
    form: Form
    reason: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class ClaimsClosed(games.Event):
    """So many forms that claim less than the best confirmed one stay unjudged (BG-12)."""

    count: int


@dataclass(frozen=True, slots=True)
class StewardCalled(games.Event):
    """A seat calls for a steward."""

    call: int
    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class CallClosed(games.Event):
    """A steward was there."""

    call: int
    seat: str


@dataclass(frozen=True, slots=True)
class BreakCalled(games.LastingEvent):
    """A break between two turns; ``ends`` if somebody said when (ns)."""

    seconds: int
    ends: int | None


@dataclass(frozen=True, slots=True)
class HallEnded(games.LastingEvent):
    """The hall is ended for time: now claim forms are collected, and the best wins (BG-12)."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResultConfirmed(games.LastingEvent):
    """The hall is over (BG-12); ``winner`` is a seat, None when no claim was valid."""

    winner: str | None
    points: int = 0


@dataclass(frozen=True, slots=True)
class HallAbandoned(games.LastingEvent):
    """The hall ended without a winner."""

    reason: str = ""


OfASeat = (
    PlayerRegistered
    | PlayerRenamed
    | PlayerReplaced
    | AwayMarked
    | PlayerSanctioned
    | PlayerRemoved
    | PlayerReinstated
    | AwardSet
    | ClaimMade
    | ClaimWithdrawn
    | ClaimJudged
    | StewardCalled
    | CallClosed
)
OfTheHall = (
    HallOpened
    | BoardsSet
    | OptionsSet
    | PlayersImported
    | DeckMade
    | TurnBegan
    | RobbersRolled
    | ClockStarted
    | ClockHeld
    | AlarmRaised
    | AlarmLifted
    | ClockChanged
    | TurnEnded
    | ClockLost
    | BareTurn
    | RollTakenBack
    | LineRepeated
    | ClaimsClosed
    | BreakCalled
    | HallEnded
    | ResultConfirmed
    | HallAbandoned
)
Event = OfASeat | OfTheHall
EVENTS: Mapping[str, type] = {kind.__name__: kind for kind in (*OfASeat.__args__, *OfTheHall.__args__)}
