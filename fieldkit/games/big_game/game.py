"""Catan Big Game as the kit sees it: the `Game` over the modules of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from fieldkit.errors import Rejected
from fieldkit.games import Game, Headline, LogLine, Spoken, WhistleFacet, declared
from fieldkit.games.big_game import (
    asks,
    claims,
    people,
    seat_events,
    setup,
    shapes,
    spoken,
    turn_events,
    turns,
    view,
)
from fieldkit.games.big_game import events as hall_events
from fieldkit.games.big_game import whistle as clock
from fieldkit.games.big_game.base import Command, Events, HallEvent, seat_of
from fieldkit.games.big_game.report import BigGameReport
from fieldkit.games.big_game.rules import RULES
from fieldkit.games.big_game.state import STAGES, State
from fieldkit.messages import BareRound, Chance, Deadline, GameCommand, Input, Interruption
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term

_COMMANDS: list[type[Command]] = [
    kind for module in (setup, people, turns, claims) for kind in declared(module, Command).values()
]
_EVENTS = (declared(module, HallEvent) for module in (hall_events, turn_events, seat_events))


class BigGame(Game):
    """The game, made once from its numbers: a whistle or horn for its turns, and no hoops."""

    name = "big_game"
    title = Term("Catan Big Game")
    commands: Mapping[str, type] = {kind.type: kind for kind in _COMMANDS}
    create = "open_hall"
    events: Mapping[str, type] = {name: kind for found in _EVENTS for name, kind in found.items()}
    stages = STAGES
    view_type: type = shapes.HallView
    board_type: type = shapes.HallBoard
    rules = RULES
    seated = frozenset(kind.type for kind in _COMMANDS if kind.seated)
    report = BigGameReport()
    whistle: WhistleFacet | None = clock.Whistle()

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        self._options = setup.match_options(numbers)

    def setup_view(self) -> dict[str, Any]:
        """Return the options with their limits."""
        return view.setup_view(self._options)

    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        """Return the events that open a hall."""
        return cast(setup.OpenHall, order.command).opened(self._options, chance)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[Any, ...]:
        """Return the events that follow from an input."""
        if refused := self.refuses(state):
            if isinstance(given, GameCommand):
                raise refused
            return ()
        match given:
            case GameCommand():
                command = _of_own_seat(state, given)
                if state.alarm and command.waits:
                    text = N_("Leave the hall: nothing moves until the alarm is lifted")
                    raise Rejected("alarm", text, "BG-5")
                return cast(Events, command.decide(state, given, chance))
            case Deadline():
                return clock.due(state, given)
            case Interruption():
                return clock.interrupted(state, given)
            case BareRound():
                return clock.whistled(given)
        return ()

    def rehearsed(self, state: State) -> State:
        """Return the state without the cards to come: a dry run shuffles a deck of its own (BG-4)."""
        return replace(state, deck=(), card=0, kept=None, kept_robbers=None)

    def broken(self, state: State) -> Message | None:
        """Name a claim of an empty seat, or a turn that began over an open claim (BG-12)."""
        for claim in filter(lambda each: each.counts, state.claims):
            person = state.people.get(claim.seat)
            if not (person and person.plays):
                return Message("There would be a claim of an empty seat")
            # One that was put right later counts for the turn in which it was made.
            if claim.turn < state.turn and not claim.again:
                return Message("A claim of turn {n} would be undecided", {"n": claim.turn})
        if state.step == "over" and state.winner is not None and claims.winner(state) is None:
            return Message("The winner would have no valid claim")
        return None

    def next_deadline(self, state: State) -> int | None:
        """Return the end of the clock that runs (BG-3)."""
        return clock.deadline(state)

    def refuses(self, state: State) -> Rejected | None:
        """Refuse to change a hall that is over (BG-12)."""
        if state.phase != "over":
            return None
        return Rejected("over", "The hall is over: its record stays as it is", "BG-12")

    def describe(self, state: State, events: Sequence[Any]) -> LogLine | None:
        """Return the line of the last event that has one: what came of a decision, not what led to it."""
        return super().describe(state, events[::-1])

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        """Return the turn with its clock, the groups and the legal commands."""
        return view.headline(state, translate)

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        """Return what the conductor sees."""
        return view.view(state, translate)

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return what everybody sees: no claims, calls or seats, and no winner before the announcement."""
        return super().board(state, own) | ({} if state.phase == "over" else {"winner": None})

    def spoken(self, state: State, translate: Language = ENGLISH) -> tuple[Spoken, ...]:
        """Return the conductor's line, for the kit's voice; before the first turn the hall is silent."""
        if state.phase == "registration":
            return ()
        return (Spoken(spoken.key(state), " ".join(map(translate, spoken.lines(state)))),)

    def ask(
        self, state: State, who: str, query: Mapping[str, str], translate: Language = ENGLISH
    ) -> dict[str, Any]:
        """Answer a question for a seat, a permission, a form, lists or the log book."""
        return asks.ask(state, who, query, translate)


def _of_own_seat(state: State, given: GameCommand) -> Any:
    """Return the command as it counts: a phone acts for its own seat, and a removed player not at all."""
    command: Any = given.command
    own = seat_of(given.by)
    if own is None:
        return command
    person = state.people.get(own)
    if person is not None and person.removed:
        raise Rejected("removed", "{name} was removed", "BG-13", name=person.name)
    if not hasattr(command, "seat"):
        return command
    if command.seat not in (None, own):
        raise Rejected("not_yours", "That is not your seat")
    return replace(command, seat=own)
