"""The set-up of a match and its end. A strike takes neither out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar

from fieldkit.games import LogLine
from fieldkit.games.full_contact.events import ClockEvent, MatchEvent, filled
from fieldkit.games.full_contact.options import Options
from fieldkit.games.full_contact.points import in_order
from fieldkit.games.full_contact.round_events import with_round
from fieldkit.games.full_contact.state import FIELD, Hoop, Numbers, Pile, State, Team
from fieldkit.phrases import N_


def evolve(state: State | None, event: MatchEvent) -> State:
    """Return the state after an event; the first one is `MatchCreated`."""
    after: State = event.apply(state)
    if isinstance(event, MatchCreated) or after.options.tie != "first":
        return after
    return in_order(after)


@dataclass(frozen=True, slots=True)
class MatchCreated(ClockEvent):
    """A match is set up, with all that it was played by."""

    secret: ClassVar[Collection[str]] = ("options.seed",)
    sort: ClassVar[str] = "setup"
    sentence: ClassVar[str] = N_("Match set up")

    key: str
    options: Options
    numbers: Numbers
    full_game: bool
    practice: bool
    teams: tuple[Team, ...]
    hoops: tuple[Hoop, ...]
    piles: tuple[Pile, ...]

    def apply(self, state: State | None) -> State:
        none = dict.fromkeys(self.options.kinds, 0)
        balls = dict.fromkeys(self.options.kinds, self.options.balls_per_kind)
        return State(
            key=self.key,
            options=self.options,
            numbers=self.numbers,
            full_game=self.full_game,
            practice=self.practice,
            target=self.options.target,
            teams=self.teams,
            hoops=self.hoops,
            piles=self.piles,
            stocks={FIELD: balls} | {team.id: none for team in self.teams},
            balls=balls,
            deck=self.numbers.deck,
            refill=none,
            returned=none,
        )


@dataclass(frozen=True, slots=True)
class SetupChanged(MatchCreated):
    """The match is set up again before its first start; its ``key`` stays."""

    sentence: ClassVar[str] = N_("Set-up changed")


@dataclass(frozen=True, slots=True)
class ResultConfirmed(ClockEvent):
    """The winners stand (FC-32)."""

    sort: ClassVar[str] = "result"
    sentence: ClassVar[str] = N_("{teams} win")

    winners: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="over", winners=self.winners, before=None)

    def line(self, state: State) -> LogLine:
        team = self.winners[0] if len(self.winners) == 1 else None
        return replace(filled(state, self, self.sentence), team=team)


@dataclass(frozen=True, slots=True)
class MatchEnded(ResultConfirmed):
    """Ended for time, dark or weather (FC-32)."""

    sentence: ClassVar[str] = N_("Match ended ({reason}): {teams} win")

    reason: str
    at: int
    sound: bool = False

    def apply(self, state: State) -> State:
        return replace(_stopped_for_good(state, self.at, self.sound), winners=self.winners)


@dataclass(frozen=True, slots=True)
class MatchAbandoned(ClockEvent):
    """Given up without a result."""

    sort: ClassVar[str] = "result"
    sentence: ClassVar[str] = N_("Match abandoned: {reason}")

    reason: str
    at: int
    sound: bool = False

    def apply(self, state: State) -> State:
        return _stopped_for_good(state, self.at, self.sound)


def _stopped_for_good(state: State, at: int, sound: bool) -> State:
    if sound:
        state = with_round(state, {"until": at}, sound_stop=True)
    return replace(state, phase="over", before=None)
