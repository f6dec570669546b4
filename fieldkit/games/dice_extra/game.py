"""The game as the kit sees it: the `Game` over the modules of this package, and the set-up (DX-1, DX-2)."""

from collections.abc import Mapping
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games import Stamp
from fieldkit.games.declared import Event, commands, declared
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra import shapes, view
from fieldkit.games.dice_extra.island import land_of, read_island, room
from fieldkit.games.dice_extra.kinds import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from fieldkit.games.dice_extra.report import DiceReport
from fieldkit.games.dice_extra.rules import GUIDE, RULES
from fieldkit.games.dice_extra.state import STAGES, Options, State
from fieldkit.games.fair import new_secret
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import Player, TableGame, check_players
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import Message

OWN = "own"
"""The name of an island from a file of the kit's owner."""


class DiceOptions(MatchOptions):
    """The options of a match; the island "" is the usual one."""

    def checked(self, name: str, value: Any) -> Any:
        """Return the value of an option; raise Unknown or Rejected."""
        return self.defaults[name] if (name, value) == ("island", "") else super().checked(name, value)


class DiceExtra(TableGame):
    """The game, made once from its numbers and its island: no whistle, no hoops, no clock."""

    name = "dice_extra"
    picture = "die"
    rules = RULES
    guide = GUIDE
    commands = commands(co)
    seated = co.SEATED
    create = "create_match"
    events = declared(Event, ev)
    stages = STAGES
    view_type = board_type = shapes.DiceGameView
    report = DiceReport()
    turn_rule = "DX-3"
    last_rule = "DX-8"
    play = staticmethod(co.play)
    can = staticmethod(view.can)
    title_now = staticmethod(view.title)
    subtitle_now = staticmethod(view.subtitle)

    def __init__(self, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> None:
        """Check default options and islands once, before anything starts. Raises SettingsError."""
        of_the_kit = numbers.get("fields", {})
        own = {} if field in of_the_kit.values() else {OWN: field}
        self._islands = {name: read_island(tables) for name, tables in {**own, **of_the_kit}.items()}
        options = numbers["options"]
        defaults = {**options, "island": options["island"] or next(iter(self._islands))}
        choices = {"island": list(self._islands)}
        self._options = DiceOptions(Options, {**numbers, "options": defaults}, self.name, choices)
        seats = room(land_of(self._islands[OWN])) if own else MAX_PLAYERS
        if seats < MAX_PLAYERS:
            self.doubts = [Message("at most {n} people can start", {"n": seats})]

    def setup_view(self) -> dict[str, Any]:
        """Return what a page needs to set a match up: the colours, the options' defaults and limits."""
        return view.setup_view(self._options, self._islands)

    def start(self, order: GameCommand, chance: Chance) -> tuple[Event, ...]:
        """Return the events that open a match. The secret is drawn before any roll."""
        command = order.command
        assert isinstance(command, co.CreateMatch)
        names = check_players(command.players, COLOURS, MIN_PLAYERS, "DX-1")
        players = tuple(Player(player.id, name) for player, name in zip(command.players, names, strict=True))
        options = Options(**self._options.settled(command.options))
        island = self._islands[options.island]
        if (seats := room(land_of(island))) < len(players):
            raise Rejected("no_room", "On this island at most {n} people can start.", "DX-2", n=seats)
        return (ev.MatchCreated(new_secret(chance), options, players, island),)

    def evolve(self, state: State | None, event: Event) -> State:
        """Return the state after an event, over as soon as somebody has won."""
        return ev.judged(event.apply(state))

    def stamp(self, state: State) -> Stamp:
        """Return the number of the turn; before the first starting road the match is only ready."""
        fresh = state.phase == "starts" and not state.roads
        return Stamp(state.turn, state.phase, "ready" if fresh else STAGES[state.phase])

    view = staticmethod(view.view)
