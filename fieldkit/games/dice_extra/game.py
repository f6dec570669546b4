"""The game as the kit sees it: the `Game` over the modules of this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games import Event, Stamp, declared
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra import setup, shapes, view
from fieldkit.games.dice_extra.report import DiceReport
from fieldkit.games.dice_extra.rules import GUIDE, RULES
from fieldkit.games.dice_extra.state import STAGES, State
from fieldkit.games.people import TableGame
from fieldkit.messages import Chance, GameCommand


class DiceExtra(TableGame):
    """The game, made once from its numbers and its island: no whistle, no hoops, no clock."""

    name = "dice_extra"
    rules = RULES
    guide = GUIDE
    commands = co.COMMANDS
    seated = co.SEATED
    create = "create_match"
    events = declared(ev, Event)
    stages = STAGES
    view_type = board_type = shapes.DiceGameView
    report = DiceReport()
    turn_rule = "DX-3"
    play = staticmethod(co.play)
    can = staticmethod(view.can)
    title_now = staticmethod(view.title)
    subtitle_now = staticmethod(view.subtitle)

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        self._setting = setup.setting(numbers, field)
        self.doubts = setup.doubts(self._setting)

    def setup_view(self) -> dict[str, Any]:
        """Return what a page needs to set a match up: the colours, the options' defaults and limits."""
        return view.setup_view(self._setting)

    def start(self, order: GameCommand, chance: Chance) -> tuple[Event, ...]:
        """Return the events that open a match."""
        assert isinstance(order.command, co.CreateMatch)
        return setup.create(self._setting, order.command, chance)

    def evolve(self, state: State | None, event: Event) -> State:
        """Return the state after an event, over as soon as somebody has won."""
        return ev.judged(event.apply(state))

    def refuses(self, state: State) -> Rejected | None:
        """Return why a match that is over stays as it is."""
        return Rejected("over", "The match is over.", "DX-8") if state.phase == "over" else None

    def stamp(self, state: State) -> Stamp:
        """Return the number of the turn; before the first starting road the match is only ready."""
        fresh = state.phase == "starts" and not state.roads
        return Stamp(state.turn, state.phase, "ready" if fresh else STAGES[state.phase])

    view = staticmethod(view.view)
