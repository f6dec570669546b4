"""Catan Big Game as the kit sees it: the `Game` over the modules of this package."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from fieldkit.clock import NS
from fieldkit.errors import Rejected
from fieldkit.games import Game, Spoken, WhistleFacet
from fieldkit.games.big_game import asks, claims, people, seat_events, setup, shapes, spoken, turns, view
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.base import HallCommand, seat_of
from fieldkit.games.big_game.report import BigGameReport
from fieldkit.games.big_game.state import STAGES, WARN_SECONDS, State, seconds_of_turn
from fieldkit.games.declared import Event, Events, LogLine, declared
from fieldkit.messages import BareRound, Blast, Chance, Cue, Deadline, GameCommand, Input, Interruption
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term

_COMMANDS = declared(HallCommand, setup, people, turns, claims).values()
RULES: Mapping[str, Message] = {
    "BG-1": Message("Boards stand in a ring, by threes; at each sit one Sun and one Moon player."),
    "BG-2": Message("Everybody begins with 3 settlements, one of them soon a city, a ship and a road."),
    "BG-3": Message("Sun and Moon act in turn; one roll for everybody opens a turn, and one clock ends it."),
    "BG-4": Message("Rolls come from 31 of the 36 cards of the dice deck, then it is shuffled again."),
    "BG-5": Message("The conductor's clock runs for each turn; after a 7 it waits for discards and robbers."),
    "BG-6": Message("On a 7 eight cards or more are halved; later both robbers move to a rolled number."),
    "BG-7": Message("Active players trade with five neighbours, waiting players with the three active ones."),
    "BG-8": Message("Only an active player who builds there at once forbids building on a neighbour board."),
    "BG-9": Message("The first settlement in each of five other territories scores 2 points more."),
    "BG-10": Message("One development card is played in a turn, and never in the turn it was bought."),
    "BG-11": Message("The first of a board with a route of 5 or 3 knights has it until the other has more."),
    "BG-12": Message("A claim with the target's points in the own turn wins, once it was confirmed."),
    "BG-13": Message(
        "What nobody objected to in the turn stands; the referee may sanction and remove players."
    ),
}
"""Each rule in one sentence, which a refusal cites for the hall to hear; README.md has them in full."""


class Whistle:
    """The turns as the whistle, or a horn in its place, ends them (BG-3, BG-5)."""

    buttons: Mapping[str, object] = {"start": turns.Advance(), "stop": turns.StopClock()}
    at_once: Mapping[str, Blast] = {"stop_clock": "stop"}

    def cues(self, state: State) -> Sequence[Cue]:
        """Return the warning and end of the clock that runs or has just ended, of a break, of an alarm."""
        if state.alarm:
            return (Cue(state.alarm.key, "stop", state.alarm.ends or 0),)
        cut = (Cue(f"{state.cut.key}/cut", "close", state.cut.ends or 0),) if state.cut else ()
        return (*cut, *self._of_the_clock(state))

    def _of_the_clock(self, state: State) -> Sequence[Cue]:
        clock = state.clock
        if clock is None or clock.ends is None:
            return ()
        if state.step == "break":
            return (Cue(f"{clock.key}/ready", "ready", clock.ends),)
        warn = clock.ends - WARN_SECONDS * NS
        close = Cue(f"{clock.key}/close", "close", clock.ends)
        # A clock that was started or changed shortly before its end warns of nothing.
        if clock.left <= WARN_SECONDS * NS:
            return (close,)
        return (Cue(f"{clock.key}/warn", "warn", warn), close)

    def running(self, state: State) -> bool:
        """Tell if the clock of a turn runs."""
        return state.step == "turn"

    def opening(self, state: State) -> int | None:
        """Return None: the conductor's word opens a turn, no blast."""
        return None

    def urgent(self, state: State) -> bool:
        """Tell if a stop would sound."""
        return state.step == "turn"

    def round_seconds(self, state: State) -> float:
        """Return the length of the next turn, should the whistle have to run it alone."""
        return seconds_of_turn(state.options, state.turn + 1)


class BigGame(Game):
    """The game, made once from its numbers: a whistle or horn for its turns, and no hoops."""

    name = "big_game"
    title = Term("Catan Big Game")
    picture = "sun"
    commands: Mapping[str, type] = {kind.type: kind for kind in _COMMANDS}
    create = "open_hall"
    events: Mapping[str, type] = declared(Event, ev, seat_events)
    stages = STAGES
    view_type: type = shapes.HallView
    board_type: type = shapes.HallBoard
    rules = RULES
    seated = frozenset(kind.type for kind in _COMMANDS if kind.seated)
    report = BigGameReport()
    whistle: WhistleFacet | None = Whistle()
    headline = staticmethod(view.headline)
    ask = staticmethod(asks.ask)

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
                # The end of a break is announced and no more.
                ends = self.next_deadline(state) if state.phase == "turn" else None
                return (ev.TurnEnded(state.turn),) if ends and given.at >= ends else ()
            case Interruption(same_clock=False):
                # The screens have shown the clock's end, and it stays: the whistle is told its blasts again.
                left = turns.left_ns(state, given.last)
                return (ev.ClockLost(left, given.at - given.last),)
            case BareRound(stopped=None):
                return (ev.BareTurn(given.id),)
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
        """Return the end of the clock of a turn (BG-3)."""
        return state.clock.ends if state.step == "turn" and state.clock else None

    def refuses(self, state: State) -> Rejected | None:
        """Refuse to change a hall that is over (BG-12)."""
        if state.phase != "over":
            return None
        return Rejected("over", "The hall is over: its record stays as it is", "BG-12")

    def describe(self, state: State, events: Sequence[Any]) -> LogLine | None:
        """Return the line of the last event that has one: what came of a decision, not what led to it."""
        return super().describe(state, events[::-1])

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return what everybody sees: no claims, calls or seats, and no winner before the announcement."""
        return super().board(state, own) | ({} if state.phase == "over" else {"winner": None})

    def spoken(self, state: State, translate: Language = ENGLISH) -> tuple[Spoken, ...]:
        """Return the conductor's line, for the kit's voice; before the first turn the hall is silent."""
        if state.phase == "registration":
            return ()
        return (Spoken(spoken.key(state), " ".join(map(translate, spoken.lines(state)))),)

    view = staticmethod(view.view)


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
