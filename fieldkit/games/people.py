"""Games of players at one table, who take turns: each has a colour, by which all know them, and a name."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games import Game, Headline, Side
from fieldkit.games.declared import Command, Event, Value
from fieldkit.messages import SEAT, Chance, GameCommand, Input
from fieldkit.phrases import ENGLISH, N_, Language, Message, MessageList, Term

COLOURS: Mapping[str, tuple[str, str]] = {
    "red": (N_("Red"), "triangle"),
    "blue": (N_("Blue"), "square"),
    "green": (N_("Green"), "hexagon"),
    "yellow": (N_("Yellow"), "star"),
    "olive": (N_("Olive"), "cross"),
    "violet": (N_("Violet"), "ring"),
}
"""Each colour with its name and its mark. A player's id is the colour."""
MAX_NAME_CHARS = 24


class PlayerSetup(Value):
    """A player of a new match; the id is the colour."""

    id: str
    name: str | None = None


class NewMatch(Command):
    """Set up a match of the ``players`` in the order of their turns; a game adds its name."""

    players: list[PlayerSetup]
    game: str = ""
    options: dict[str, Any] = {}


class Player(Value):
    """A player; the id is the colour."""

    id: str
    name: str


class TableState(Value):
    """The state of a small game; a larger one has its own, with ``players``, ``turn`` and ``on_turn``."""

    players: tuple[Player, ...]
    seed: str = ""
    used: int = 0
    turn: int = 1
    phase: str = "ready"
    scores: Mapping[str, int] = {}

    @property
    def on_turn(self) -> Player:
        """The player whose turn it is."""
        return self.players[(self.turn - 1) % len(self.players)]

    def score(self, id: str) -> int:
        """Return the points of a player."""
        return self.scores.get(id, 0)


class TableGame(Game):
    """A game of players who take turns without a clock."""

    turn_rule: str | None = None
    """The rule that says whose turn it is."""

    def decide(self, state: Any, given: Input, chance: Chance) -> tuple[Event, ...]:
        """Return the events that follow from a command; a player sends one only in the own turn."""
        if not isinstance(given, GameCommand):
            return ()
        check(self.refuses(state))
        if isinstance(given.command, self.commands[self.create]):
            raise Rejected("match_running", "A match is on: end it first.")
        self.check_seat(state, given)
        return self.play(state, given.command, chance)

    def check_seat(self, state: Any, given: GameCommand) -> None:
        """Raise Rejected for a command from the seat of somebody who is not on turn."""
        if given.by.startswith(SEAT) and given.by != SEAT + state.on_turn.id:
            text = N_("It is {player}'s turn.")
            raise Rejected("not_yours", text, self.turn_rule, player=called(state.on_turn))

    def play(self, state: Any, command: Any, chance: Chance) -> tuple[Event, ...]:
        """Return the events that follow from a command of the player on turn; raise Rejected or Unknown."""
        followed: tuple[Event, ...] = command.decide(state, chance)
        return followed

    def can(self, state: Any) -> dict[str, Any]:
        """Return the commands that are legal now, by type, each with what it may be sent for."""
        return {} if self.stamp(state).stage == "over" else dict.fromkeys(self.seated, True)

    def title_now(self, state: Any) -> Message:
        """Return whose turn it is, or who has won, for the top of every screen."""
        if self.stamp(state).stage == "over":
            best = max(state.score(player.id) for player in state.players)
            winners = [called(player) for player in state.players if state.score(player.id) == best]
            return Message("{players} won", {"players": MessageList(winners, N_("and"))})
        return Message("{player}'s turn", {"player": called(state.on_turn)})

    def subtitle_now(self, state: Any) -> Message:
        """Return a second line below it."""
        return Message("Turn {n}", {"n": state.turn})

    def headline(self, state: Any, translate: Language = ENGLISH) -> Headline:
        """Return whose turn it is, the points and the legal commands."""
        return {
            "title": translate(self.title_now(state)),
            "subtitle": translate(self.subtitle_now(state)),
            "clock": {"state": "idle", "total": 0, "tenths": False},
            "sides": [side_of(player, state.score(player.id), translate) for player in state.players],
            "can": self.can(state),
        }


def check_players(given: Sequence[PlayerSetup], colours: Collection[str], low: int, rule: str) -> list[str]:
    """Return the names of the players; raise Unknown or Rejected for people who cannot play together."""
    for player in given:
        if player.id not in colours:
            given_id = {"id": player.id, "names": MessageList([Term(id) for id in colours])}
            raise Unknown("unknown_player", "There is no colour {id}: {names}", rule, **given_id)
    if not low <= len(given) <= len(colours):
        text = N_("{least} to {most} people can play.")
        raise Rejected("player_count", text, rule, least=low, most=len(colours))
    if len({player.id for player in given}) < len(given):
        raise Rejected("same_colour", "Two players have the same colour.", rule)
    names = [name_of(player.name, COLOURS[player.id][0]) for player in given]
    for n, name in enumerate(names):
        if name.casefold() in map(str.casefold, names[:n]):
            text = N_("Two players are called {name}: call one of them something else.")
            raise Rejected("same_name", text, None, name=name)
    return names


def called(player: Player) -> str:
    """Return the player's name; one that is called by the colour is called so in every language."""
    colour = COLOURS[player.id][0]
    return Term(colour) if player.name == colour else player.name


def side_of(player: Player, score: int, translate: Language) -> Side:
    """Return a player as every screen shows them."""
    name, mark = translate(called(player)), COLOURS[player.id][1]
    return {"id": player.id, "name": name, "colour": player.id, "mark": mark, "score": score}


def colours_view(colours: Collection[str]) -> list[dict[str, Any]]:
    """Return the colours to choose from at set-up, with their names and marks."""
    return [{"id": id, "name": COLOURS[id][0], "mark": COLOURS[id][1]} for id in colours]


def name_of(given: str | None, colour: str) -> str:
    """Return a player's name; one who has none is called by the colour. Raises Rejected."""
    name = (given or "").strip() or colour
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        shown = "".join(filter(str.isprintable, name))[:12]
        text = N_("A player's name has at most {n} characters: shorten {name}….")
        raise Rejected("player_name", text, None, n=MAX_NAME_CHARS, name=shown)
    return name
