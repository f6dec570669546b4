"""Full-Contact Catan as the kit sees it: the `Game` protocol over the rooms of this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from fieldkit.errors import Rejected
from fieldkit.games import Game, Headline, HoopFacet, LogLine, Spoken, Stamp, WhistleFacet, declared, line_of
from fieldkit.games.full_contact import (
    ball_events,
    bank,
    bank_events,
    correction_events,
    corrections,
    fairness,
    match_events,
    proposals,
    round_events,
    rounds,
    setup,
    shapes,
    sightings,
    spoken,
    view,
)
from fieldkit.games.full_contact import commands as co
from fieldkit.games.full_contact.ball_events import HeldRefused, numbered
from fieldkit.games.full_contact.events import MatchEvent
from fieldkit.games.full_contact.facets import FieldHoops, MatchWhistle
from fieldkit.games.full_contact.names import called
from fieldkit.games.full_contact.phases import STAGES
from fieldkit.games.full_contact.report import FullContactReport
from fieldkit.games.full_contact.rules import RULES
from fieldkit.games.full_contact.setup_view import limits, setup_view
from fieldkit.games.full_contact.state import FIELD, State, total
from fieldkit.games.report import GameReport
from fieldkit.messages import (
    BareRound,
    Chance,
    Deadline,
    DelayedOpening,
    GameCommand,
    Input,
    Interruption,
    Sighting,
)
from fieldkit.phrases import ENGLISH, N_, Language, Message, Term

EVENTS: Mapping[str, type] = {
    name: kind
    for room in (match_events, round_events, ball_events, bank_events, correction_events, proposals)
    for name, kind in declared(room, MatchEvent).items()
}
"""A name on the record to its dataclass."""


class FullContact(Game):
    """The game, made once from its numbers and its field."""

    name = "full_contact"
    title = Term("Full-Contact Catan")
    rules = RULES
    whistle: WhistleFacet | None = MatchWhistle()
    commands = co.COMMANDS
    create = "create_match"
    captains = co.CAPTAINS
    crew = co.CREW
    events = EVENTS
    stages = STAGES
    view_type: type = shapes.MatchView
    board_type: type = shapes.BoardView
    settled = ("round_seconds", "grace_seconds", "break_seconds", "colours")
    report: GameReport = FullContactReport()

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        super().__init__(numbers, field)
        self._setting = given = setup.setting(numbers, field)
        doubt = fairness.doubt(given.hoops, given.piles, given.raw["options"]["kinds"])
        self.doubts = () if doubt is None else (doubt,)
        self.hoops: HoopFacet | None = FieldHoops(given)
        self._limits = limits(given)

    def with_field(self, field: Mapping[str, Any]) -> Game:
        """Return the game on another field (FC-3); raise Rejected, in a sentence, for an unusable one."""
        setup.read_field(self.numbers, field)
        return FullContact(self.numbers, field)

    def setup_view(self) -> dict[str, Any]:
        """Return the field, the colours, the cards, and the options' defaults and limits."""
        return setup_view(self._setting)

    def start(self, order: GameCommand, chance: Chance) -> tuple[MatchEvent, ...]:
        assert isinstance(order.command, co.CreateMatch)
        return setup.create(self._setting, order.command, order.at)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[MatchEvent, ...]:
        """Return the events that follow from an input; raise Rejected, Unknown or Misread."""
        events = self._decided(state, given, chance)
        return (*events, *proposals.gone(state, events))

    def _decided(self, state: State, given: Input, chance: Chance) -> tuple[MatchEvent, ...]:
        match given:
            case GameCommand(command=co.EditSetup() as command):
                return setup.edit(self._setting, state, command, given.at)
            case GameCommand(command=co.Correct() as command):
                return corrections.correct(self._setting, state, command)
            case GameCommand():
                return _order(state, given, chance)
            case Sighting():
                return sightings.sighted(state, given)
            case Deadline():
                return rounds.due(state, given)
            case Interruption():
                return rounds.interrupted(state, given)
            case BareRound():
                return rounds.bare(state, given)
            case DelayedOpening():
                return rounds.slipped(state, given)
            case _:
                assert_never(given)

    def evolve(self, state: State | None, event: MatchEvent) -> State:
        return match_events.evolve(state, event)

    def numbered(self, state: State, seq: int) -> State:
        return numbered(state, seq)

    def broken(self, state: State) -> Message | None:
        """Return what could not be so, or None for a sound state (FC-13, FC-15, FC-20, FC-23)."""
        for account, stock in state.stocks.items():
            short = next((kind for kind, n in stock.items() if n < 0), None)
            if short:
                who = Term("The field") if account == FIELD else called(state.team(account))
                text = N_("{who} would have fewer than 0 {kind} balls")
                return Message(text, {"who": who, "kind": Term(short)})
        if any(n < 0 for n in state.deck.values()):
            return Message("More cards of one kind would be in play than exist")
        for team in state.teams:
            name = {"team": called(team)}
            if team.settlements_in_hand < 0 or team.placeable < 0:
                return Message("{team} would have placed a settlement that they did not have", name)
            if team.knights > team.players:
                return Message("{team} would have more knights than players", name)
            if team.owed > total(state.stocks[team.id]):
                return Message("{team} would owe more balls than they have", name)
        if any(n < 0 for n in state.refill.values()):
            return Message("More balls would be put back than were spent")
        return None

    def next_deadline(self, state: State) -> int | None:
        return rounds.deadline(state)

    def refuses(self, state: State) -> Rejected | None:
        return corrections.final(state)

    def stamp(self, state: State) -> Stamp:
        return Stamp(state.number, state.phase, STAGES[state.phase])

    def also(self, state: State, events: Sequence[MatchEvent]) -> Sequence[LogLine]:
        """Return a line for each ball that a start refused without its being judged (FC-11)."""
        refused = [event for event in events if isinstance(event, HeldRefused) and event.before is not None]
        return [line for event in refused if (line := line_of(event, state))]

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        return view.headline(state, translate)

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        return view.view(self._limits, state, translate)

    def spoken(self, state: State, translate: Language = ENGLISH) -> tuple[Spoken, ...]:
        return spoken.lines(state, translate)

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        return view.board(state, own)

    def ask(
        self, state: State, who: str, query: Mapping[str, str], translate: Language = ENGLISH
    ) -> dict[str, Any]:
        """Return what the captain of a team alone may see, asked for with ``own``."""
        if "own" not in query:
            return super().ask(state, who, query, translate)
        of_all = {"prices": view.prices(state), "card_list": view.cards_of(state)}
        return proposals.own(state, who, translate) | of_all


def _order(state: State, order: GameCommand, chance: Chance) -> tuple[MatchEvent, ...]:
    """Carry out a command (an order for another game cannot be decoded, so it never comes here)."""
    command, at = order.command, order.at
    if isinstance(command, co.CreateMatch):
        raise Rejected("match_running", "A match is running: end or abandon it first")
    timed = _TIMED.get(type(command))
    if timed is not None:
        return timed(state, command, at)
    if isinstance(command, co.Propose):
        return proposals.propose(state, command, order)
    if isinstance(command, co.AnswerProposal):
        return proposals.answer(state, command, order, chance)
    if isinstance(command, co.Deposit):
        return sightings.deposit(state, command, order)
    if isinstance(command, co.Place):
        return sightings.place(state, command, order)
    if isinstance(command, co.Buy):
        return bank.buy(state, command, chance)
    if isinstance(command, co.Discard):
        return bank.discard(state, command, chance)
    return _PLAIN[type(command)](state, command)


_TIMED: Mapping[type, Callable[[State, Any, int], tuple[MatchEvent, ...]]] = {
    co.StartRound: rounds.start,
    co.StopRound: rounds.stop,
    co.ResumeRound: rounds.resume,
    co.EndRound: rounds.end,
    co.VoidRound: rounds.void,
    co.SetBreakClock: rounds.break_clock,
    co.EndMatch: corrections.end_match,
    co.AbandonMatch: corrections.abandon,
}
_PLAIN: Mapping[type, Callable[[State, Any], tuple[MatchEvent, ...]]] = {
    co.Settle: sightings.settle,
    co.Trade: bank.trade,
    co.UseCard: bank.use,
    co.Refill: bank.refilled,
    co.SetMarkers: bank.markers_set,
    co.ConfirmResult: corrections.confirm,
    co.Note: corrections.note,
}
