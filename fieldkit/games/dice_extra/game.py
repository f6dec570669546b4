"""The game as the kit sees it: the `Game` protocol over the modules of this package."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games import Game, Headline, LogLine, Stamp
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra import setup, shapes, turn, view, words
from fieldkit.games.dice_extra.evolve import evolve
from fieldkit.games.dice_extra.guide import GUIDE
from fieldkit.games.dice_extra.report import DiceReport
from fieldkit.games.dice_extra.rules import RULES
from fieldkit.games.dice_extra.state import STAGES, State
from fieldkit.games.fair import Fortune
from fieldkit.games.report import Reported
from fieldkit.messages import Chance, GameCommand, Input
from fieldkit.phrases import ENGLISH, Language, Message


class DiceExtra(Game):
    """The game, made once from its numbers and its island: no whistle, no hoops, no clock."""

    name = "dice_extra"
    rules = RULES
    guide = GUIDE
    commands = co.COMMANDS
    seated: Collection[str] = co.SEATED
    create = "create_match"
    events = ev.EVENTS
    view_type: type = shapes.DiceGameView
    board_type: type = shapes.DiceGameView
    report: Reported = DiceReport()

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        self._setting = setup.setting(numbers, field)
        self.doubts = setup.doubts(self._setting)

    def setup_view(self) -> dict[str, Any]:
        """What a page needs to set a match up: the colours, the options' defaults and limits."""
        return view.setup_view(self._setting)

    def start(self, order: GameCommand, chance: Chance) -> tuple[ev.Event, ...]:
        """The events that open a match."""
        assert isinstance(order.command, co.CreateMatch)
        return setup.create(self._setting, order.command, chance)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[ev.Event, ...]:
        """The events that follow from a command; the game has no use for anything else that happens."""
        return turn.decide(state, given, chance) if isinstance(given, GameCommand) else ()

    def evolve(self, state: State | None, event: ev.Event) -> State:
        """The state after an event."""
        return evolve(state, event)

    def uprooted(self, was: State, now: State, events: Sequence[ev.Event]) -> Message | None:
        """Why a decision goes with what is taken back before it (DX-3, DX-4, DX-7)."""
        return next((why for event in events if (why := turn.uprooted(was, now, event))), None)

    def refuses(self, state: State) -> Rejected | None:
        """A match that is over stays as it is."""
        return turn.over() if state.phase == "over" else None

    def stamp(self, state: State) -> Stamp:
        """The number of the turn; before the first starting road the match is only ready."""
        fresh = state.phase == "starts" and not state.roads
        return Stamp(state.turn, state.phase, "ready" if fresh else STAGES[state.phase])

    def fortune(self, state: State) -> Fortune | None:
        """The dice: a roll that is taken back and done again is the same roll (DX-3); real dice need none."""
        return Fortune(state.secret, state.used) if state.options.dice == "kit" else None

    def describe(self, state: State, events: Sequence[ev.Event]) -> LogLine | None:
        """One line for what was decided."""
        return words.describe(state, events)

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        """Whose turn it is, the points and the legal commands."""
        return view.headline(state, translate)

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        """What everybody sees of the game, in the kit's language."""
        return view.view(state, translate)

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing is hidden: a player's phone draws the same as the tablet."""
        return dict(own)
