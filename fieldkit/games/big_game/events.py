"""The events of a hall: its set-up, breaks and ends; those of turns and of seats have their own modules.

An event says what was rolled and judged, so that nothing is decided again when a journal is replayed. It
carries its line for the record and its step of the state. Fields are only ever added, with defaults.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import ClassVar

from fieldkit.clock import NS
from fieldkit.games.big_game.base import LastingHallEvent
from fieldkit.games.big_game.state import Options, State, seat_called
from fieldkit.games.big_game.turn_events import started
from fieldkit.phrases import N_, Message


@dataclass(frozen=True, slots=True)
class HallOpened(LastingHallEvent):
    """A hall is set up; nobody may know its ``seed`` before it is over."""

    secret: ClassVar[Collection[str]] = ("seed",)
    settled: ClassVar[Collection[str]] = ("options",)

    boards: int
    options: Options
    seed: str
    rehearsal: bool = False

    def words(self, state: State) -> Message:
        text = (
            N_("Rehearsal with {boards} boards") if self.rehearsal else N_("Hall set up with {boards} boards")
        )
        return Message(text)

    def apply(self, state: State | None) -> State:
        return State(self.options, self.boards, self.seed, self.rehearsal)


@dataclass(frozen=True, slots=True)
class BoardsSet(LastingHallEvent):
    """The number of boards has changed (BG-1)."""

    said = N_("{boards} boards")

    boards: int

    def apply(self, state: State) -> State:
        return replace(state, boards=self.boards)


@dataclass(frozen=True, slots=True)
class OptionsSet(LastingHallEvent):
    """The options are now these (BG-5)."""

    options: Options

    def words(self, state: State) -> Message:
        early, late, target = self.options.turn_seconds, self.options.late_turn_seconds, self.options.target
        given = {"early": early, "late": late, "target": target}
        return Message("Turns of {early} and {late} s, target {target}", given)

    def apply(self, state: State) -> State:
        return replace(state, options=self.options)


@dataclass(frozen=True, slots=True)
class BreakCalled(LastingHallEvent):
    """A break between two turns; ``ends`` if somebody said when (ns)."""

    seconds: int
    ends: int | None

    def words(self, state: State) -> Message:
        return Message("Break of {n} min", {"n": self.seconds // 60}) if self.seconds else Message("Break")

    def apply(self, state: State) -> State:
        return started(replace(state, step="break"), self.ends, self.seconds * NS, self.seconds * NS)


@dataclass(frozen=True, slots=True)
class HallEnded(LastingHallEvent):
    """The hall is ended for time: now claim forms are collected, and the best wins (BG-12)."""

    reason: str = ""

    def words(self, state: State) -> Message:
        return Message("Ended for time: {reason}") if self.reason else Message("Ended for time")

    def apply(self, state: State) -> State:
        return replace(state, step="final", clock=None, seated=state.registered, reason=self.reason)


@dataclass(frozen=True, slots=True)
class ResultConfirmed(LastingHallEvent):
    """The hall is over (BG-12); ``winner`` is a seat, None when no claim was valid."""

    winner: str | None
    points: int = 0

    def words(self, state: State) -> Message:
        if self.winner is None:
            return Message("The hall is over: nobody has won")
        person = state.people.get(self.winner)
        given = {"name": person.name if person else "", "seat": seat_called(self.winner)}
        return Message("{name} ({seat}) wins with {points} points", given)

    def apply(self, state: State) -> State:
        return replace(state, step="over", clock=None, winner=self.winner)


@dataclass(frozen=True, slots=True)
class HallAbandoned(LastingHallEvent):
    """The hall ended without a winner."""

    reason: str = ""

    def words(self, state: State) -> Message:
        return Message("Hall abandoned: {reason}") if self.reason else Message("Hall abandoned")

    def apply(self, state: State) -> State:
        return replace(state, step="over", clock=None, winner=None, reason=self.reason)
