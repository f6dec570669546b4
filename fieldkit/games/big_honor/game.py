"""Big Game, Big Honor as the kit sees it: the `Game` protocol over the rooms of this package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games import Game, Headline, LogLine, Stamp
from fieldkit.games.big_honor import commands as co
from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor import moves, setup, shapes, view, words
from fieldkit.games.big_honor.evolve import evolve
from fieldkit.games.big_honor.guide import GUIDE
from fieldkit.games.big_honor.report import BigHonorReport
from fieldkit.games.big_honor.rules import RULES
from fieldkit.games.big_honor.state import PLACES, SETTLERS, STAGES, State, called, sent_by
from fieldkit.games.fair import Fortune
from fieldkit.games.report import GameReport
from fieldkit.messages import Chance, GameCommand, Input
from fieldkit.phrases import ENGLISH, Language, Message, Term


class BigHonor(Game):
    """The game, made once from its numbers: no whistle, no hoops and no clock."""

    name = "big_honor"
    title = Term("Big Game, Big Honor")
    commands = co.COMMANDS
    create = "open_table"
    events = ev.EVENTS
    view_type: type = shapes.HonorView
    board_type: type = shapes.HonorView
    rules = RULES
    guide = GUIDE
    seated = co.SEATED
    report: GameReport = BigHonorReport()

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        self._defaults = setup.defaults(numbers)

    def setup_view(self) -> dict[str, Any]:
        """The colours to choose from, how many may play, and the options."""
        return view.setup_view(self._defaults)

    def start(self, order: GameCommand, chance: Chance) -> tuple[ev.Event, ...]:
        """The events that open a match."""
        assert isinstance(order.command, co.OpenTable)
        return setup.opened(self._defaults, order.command, chance)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[ev.Event, ...]:
        """The events that follow from a command; nothing else that happens around it is of use here."""
        return moves.decide(state, given, chance) if isinstance(given, GameCommand) else ()

    def evolve(self, state: State | None, event: ev.Event) -> State:
        """The state after an event."""
        return evolve(state, event)

    def broken(self, state: State) -> Message | None:
        """What could not be so; None for a sound state (BH-1, BH-3, BH-4, BH-5)."""
        for player in state.players:
            name = {"player": called(player)}
            if player.laurels < 0:
                return Message("{player} would have spent laurels that they did not have", name)
            if sent_by(state, player.id) > SETTLERS:
                return Message("{player} would have sent more settlers than there are", name)
            if player.points < 0:
                return Message("{player} would have fewer than 0 points", name)
        if state.pool < 0 or not set(state.places) <= set(PLACES):
            return Message("There would be more laurels or places than there are")
        return state.fault

    def uprooted(self, was: State, now: State, events: Sequence[ev.Event]) -> Message | None:
        """Why a decision goes with what is taken back before it (BH-3)."""
        return next((why for event in events if (why := moves.uprooted(was, now, event))), None)

    def fortune(self, state: State) -> Fortune | None:
        """The kit's dice: a roll that is taken back and done again is the same roll (BH-4)."""
        return Fortune(state.seed, state.used) if state.seed else None

    def refuses(self, state: State) -> Rejected | None:
        """A match that is over stays as it is (BH-7)."""
        return moves.final() if state.phase == "over" else None

    def stamp(self, state: State) -> Stamp:
        """The number of the turn, the phase and its stage."""
        return Stamp(state.turn, state.phase, STAGES[state.phase])

    def describe(self, state: State, events: Sequence[ev.Event]) -> LogLine | None:
        """One line for what was decided."""
        return words.describe(state, events)

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        """Whose turn it is, the players and the legal commands."""
        return view.headline(state, translate)

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        """The table, as everybody sees it."""
        return view.view(state, translate)

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing is hidden."""
        return dict(own)
