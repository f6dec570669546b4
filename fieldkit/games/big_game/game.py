"""Catan Big Game as the kit sees it: the `Game` protocol over the rooms of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games import Game, Headline, LogLine, Spoken, Stamp, WhistleFacet
from fieldkit.games.big_game import asks, claims, people, setup, shapes, spoken, turns, view, words
from fieldkit.games.big_game import commands as co
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.evolve import evolve
from fieldkit.games.big_game.facets import Whistle
from fieldkit.games.big_game.people import reason
from fieldkit.games.big_game.report import BigGameReport
from fieldkit.games.big_game.rules import RULES
from fieldkit.games.big_game.state import SEATED_BY, STAGES, State
from fieldkit.games.fair import Fortune
from fieldkit.games.report import GameReport
from fieldkit.messages import BareRound, Chance, Deadline, GameCommand, Input, Interruption
from fieldkit.phrases import ENGLISH, Language, Message, Term


class BigGame(Game):
    """The game, made once from its numbers: a whistle or horn for its turns, and no hoops."""

    name = "big_game"
    title = Term("Catan Big Game")
    commands = co.COMMANDS
    create = "open_hall"
    events = ev.EVENTS
    view_type: type = shapes.HallView
    board_type: type = shapes.HallBoard
    rules = RULES
    seated = co.SEATED
    report: GameReport = BigGameReport()

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        self._defaults = setup.defaults(numbers)
        self.whistle: WhistleFacet | None = Whistle()

    def setup_view(self) -> dict[str, Any]:
        """The options with their limits."""
        return view.setup_view(self._defaults)

    def start(self, order: GameCommand, chance: Chance) -> tuple[ev.Event, ...]:
        """The events that open a hall."""
        assert isinstance(order.command, co.OpenHall)
        return setup.opened(self._defaults, order.command, chance)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[ev.Event, ...]:
        """The events that follow from an input."""
        if state.phase == "over":
            if isinstance(given, GameCommand):
                raise _final()
            return ()
        match given:
            case GameCommand():
                return _ordered(state, given, chance)
            case Deadline():
                return turns.due(state, given)
            case Interruption():
                return turns.interrupted(state, given)
            case BareRound():
                return turns.whistled(state, given)
        return ()

    def rehearsed(self, state: State) -> State:
        """Without the cards that are to come: a dry run shuffles a deck of its own (BG-4)."""
        return replace(state, deck=(), card=0, kept=None, kept_robbers=None)

    def evolve(self, state: State | None, event: ev.Event) -> State:
        """The state after an event."""
        return evolve(state, event)

    def broken(self, state: State) -> Message | None:
        """What could not be so: a claim of an empty seat, or a turn that began over an open claim (BG-12)."""
        for claim in state.claims:
            person = state.people.get(claim.seat)
            if claim.standing in ("open", "confirmed") and not (person and person.plays):
                return Message("There would be a claim of an empty seat")
            # One that was put right later counts for the turn in which it was made.
            if claim.standing in ("open", "confirmed") and claim.turn < state.turn and not claim.again:
                return Message("A claim of turn {n} would be undecided", {"n": claim.turn})
        if state.step == "over" and state.winner is not None and claims.winner(state) is None:
            return Message("The winner would have no valid claim")
        return None

    def next_deadline(self, state: State) -> int | None:
        """The end of the clock that runs (BG-3)."""
        return turns.deadline(state)

    def fortune(self, state: State) -> Fortune | None:
        """The kit's dice: a roll that is taken back comes again (BG-4)."""
        return Fortune(state.seed, state.used) if state.seed else None

    def refuses(self, state: State) -> Rejected | None:
        """A hall that is over stays as it is (BG-12)."""
        return _final() if state.phase == "over" else None

    def stamp(self, state: State) -> Stamp:
        """The number of the turn, the phase and its stage."""
        return Stamp(state.turn, state.phase, STAGES[state.phase])

    def describe(self, state: State, events: Sequence[ev.Event]) -> LogLine | None:
        """One line for what was decided."""
        return words.describe(state, events)

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        """The turn with its clock, the groups and the legal commands."""
        return view.headline(state, translate)

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        """What the conductor sees."""
        return view.view(state, translate)

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        """What everybody sees: no claims, no calls, no seats, and no winner before they are announced."""
        public = {name: own[name] for name in shapes.HallBoard.__annotations__}
        return public | ({} if state.phase == "over" else {"winner": None})

    def spoken(self, state: State, translate: Language = ENGLISH) -> tuple[Spoken, ...]:
        """The conductor's line, for the kit's voice; a hall that waits for its first turn is silent."""
        if state.phase == "registration":
            return ()
        return (Spoken(spoken.key(state), spoken.aloud(state, translate)),)

    def ask(
        self, state: State, who: str, query: Mapping[str, str], translate: Language = ENGLISH
    ) -> dict[str, Any]:
        """A seat, a permission, a form, lists and the log book."""
        return asks.ask(state, who, query, translate)


def _final() -> Rejected:
    return Rejected("over", "The hall is over: its record stays as it is", "BG-12")


def _ordered(state: State, given: GameCommand, chance: Chance) -> tuple[ev.Event, ...]:
    command, now = _of_own_seat(state, given), given.at
    if state.alarm and isinstance(command, co.MOVES):
        raise Rejected("alarm", "Leave the hall: nothing moves until the alarm is lifted", "BG-5")
    match command:
        case co.NextTurn():
            return turns.next_turn(state, command, now, chance)
        case co.EndTurn():
            return turns.end_turn(state, now)
        case co.RollRobbers():
            return turns.roll_robbers(state, command, chance)
        case co.GoOn():
            return turns.go_on(state, now)
        case co.Advance():
            return turns.advance(state, now, chance)
    return _clocked(state, given, command)


def _clocked(state: State, given: GameCommand, command: object) -> tuple[ev.Event, ...]:
    now = given.at
    match command:
        case co.StopClock():
            return turns.hold(state, now, stopped=True)
        case co.HoldClock():
            return turns.hold(state, now, stopped=False)
        case co.RaiseAlarm():
            return turns.raise_alarm(state, now)
        case co.LiftAlarm():
            return turns.lift_alarm(state)
        case co.ChangeClock():
            return turns.change_clock(state, command, now)
        case co.TakeBackRoll():
            return turns.take_back(state, command)
        case co.RepeatLine():
            return (ev.LineRepeated(),)
        case co.CallBreak():
            return turns.call_break(state, command, now)
        case co.EndHall():
            return turns.end(state, command, now)
    return _claimed(state, given, command)


def _claimed(state: State, given: GameCommand, command: object) -> tuple[ev.Event, ...]:
    match command:
        case co.MakeClaim():
            return claims.make(state, command, given.by)
        case co.WithdrawClaim():
            own = given.by.removeprefix(SEATED_BY) if given.by.startswith(SEATED_BY) else None
            return claims.withdraw(state, command, own)
        case co.JudgeClaim():
            return claims.judge(state, command)
        case co.CloseClaims():
            return claims.close(state)
        case co.SetAward():
            return claims.set_award(state, command)
        case co.CallSteward():
            return claims.call(state, command)
        case co.CloseCall():
            return claims.close_call(state, command)
        case co.ConfirmResult():
            return claims.confirm(state)
        case co.AbandonHall():
            return (ev.HallAbandoned(reason(command.reason)),)
    return _registered(state, command)


def _registered(state: State, command: object) -> tuple[ev.Event, ...]:
    match command:
        case co.SetBoards():
            return setup.set_boards(state, command)
        case co.SetOptions():
            return setup.set_options(state, command)
        case co.ImportPlayers():
            return people.imported(state, command)
        case co.Register():
            return people.register(state, command)
        case co.Rename():
            return people.renamed(state, command)
        case co.Substitute():
            return people.substituted(state, command)
        case co.MarkAway():
            return people.marked(state, command)
        case co.Sanction():
            return people.sanctioned(state, command)
        case co.RemovePlayer():
            return people.removed(state, command)
        case co.Reinstate():
            return people.reinstated(state, command)
    raise AssertionError(f"a command that nobody decides: {command!r}")


def _of_own_seat(state: State, given: GameCommand) -> Any:
    """The command as it counts: a phone acts for its own seat, and a removed player not at all."""
    command: Any = given.command
    if not given.by.startswith(SEATED_BY):
        return command
    own = given.by.removeprefix(SEATED_BY)
    person = state.people.get(own)
    if person is not None and person.removed:
        raise Rejected("removed", "{name} was removed", "BG-13", name=person.name)
    if not hasattr(command, "seat"):
        return command
    if command.seat not in (None, own):
        raise Rejected("not_yours", "That is not your seat")
    return replace(command, seat=own)
