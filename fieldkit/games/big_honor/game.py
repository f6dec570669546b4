"""Big Game, Big Honor as the kit sees it: the `Game` over the modules of this package."""

from collections.abc import Mapping
from typing import Any, cast

from fieldkit.errors import Rejected
from fieldkit.games.big_honor import commands as co
from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor import shapes, view
from fieldkit.games.big_honor.report import BigHonorReport
from fieldkit.games.big_honor.rules import GUIDE, RULES
from fieldkit.games.big_honor.state import PLACES, SETTLERS, STAGES, Options, State, sent_by
from fieldkit.games.declared import Event, commands, declared
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import TableGame, called
from fieldkit.messages import SEAT, Chance, GameCommand
from fieldkit.phrases import Message, Term


class BigHonor(TableGame):
    """The game, made once from its numbers: no whistle, no hoops and no clock. Nothing is hidden."""

    name = "big_honor"
    title = Term("Big Game, Big Honor")
    picture = "cup"
    commands = commands(co)
    create = "open_table"
    turn_rule = "BH-1"
    last_rule = "BH-7"
    events = declared(Event, ev)
    stages = STAGES
    view_type = board_type = shapes.HonorView
    rules = RULES
    guide = GUIDE
    seated = frozenset({"strike", *commands}) - {"open_table", "abandon_table"}
    """A player may send these from their own seat, each for themselves."""
    report = BigHonorReport()
    can = staticmethod(view.can)
    title_now = staticmethod(view.title)
    subtitle_now = staticmethod(view.subtitle)
    evolve = staticmethod(ev.evolve)

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        self._options = MatchOptions(Options, numbers, "big_honor")

    def setup_view(self) -> dict[str, Any]:
        """Return the colours to choose from, how many may play, and the options."""
        return view.setup_view(self._options)

    def start(self, order: GameCommand, chance: Chance) -> tuple[Event, ...]:
        """Return the event that opens a match."""
        return (cast(co.OpenTable, order.command).opened(self._options, chance),)

    def check_seat(self, state: State, given: GameCommand) -> None:
        """Raise Rejected for a turn, or for the points, of somebody else."""
        if not isinstance(given.command, co.ChangePoints):
            super().check_seat(state, given)
        elif given.by.startswith(SEAT) and given.by != SEAT + given.command.player:
            raise Rejected("not_yours", "Each player enters their own points.", "BH-7")

    def broken(self, state: State) -> Message | None:
        """Name what could not be so (BH-1, BH-3, BH-4, BH-5)."""
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

    view = staticmethod(view.view)
