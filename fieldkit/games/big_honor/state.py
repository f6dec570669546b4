"""The frozen state of a match of Big Game, Big Honor, and what follows from it without deciding."""

from collections.abc import Mapping
from typing import Literal, get_args

import fieldkit.games.people as people
from fieldkit.games import Stage
from fieldkit.games.declared import Value
from fieldkit.phrases import N_, Message

SUMS = tuple(range(2, 13))
PLACES = tuple(number for number in SUMS if number != 7)
"""The places of the table: a number for each sum of two dice but 7 (BH-1a)."""
SETTLERS = 6
"""The settlers of each player, and so the most that can be at the table (BH-1, BH-3)."""
LAURELS = 24
"""The laurels of the match (BH-1)."""
MAX_LAURELS = 6
"""The most that a player may have (BH-4)."""
CHAMPION_FROM = 3
"""The settlers sent that make somebody the first champion (BH-6)."""
CHAMPION_POINTS = 1
FIRST_POINTS = 2
"""The points of the two settlements with which everybody begins."""
MAX_POINTS = 25
"""More than any board gives."""
TARGET = 12
"""The points that win in the own turn (BH-7)."""
TRIES = 2
"""The rolls for a place in one turn at a full table (BH-3)."""
SPECIAL_FROM = 5
"""From this many players on a special building phase follows each turn (BH-1)."""
PRICES = (1, 2, 3, 4, 5)
"""The things that laurels buy, each by its price (BH-5)."""

Place = int
Dice = tuple[int, int]
Pay = Literal["wool", "grain"]
PAYS: tuple[Pay, ...] = get_args(Pay)
PAY_NAMES: Mapping[Pay, str] = {"wool": N_("wool"), "grain": N_("grain")}
"""The resources that pay for a settler (BH-3)."""
Phase = Literal["settling", "to_roll", "rolled", "special", "over"]
STAGES: Mapping[Phase, Stage] = {
    "settling": "ready",
    "to_roll": "rest",
    "rolled": "play",
    "special": "rest",
    "over": "over",
}

Outcome = Literal["laurel", "empty", "full", "none_left", "tied", "taken", "own", "put"]
"""The outcome of a production roll, up to ``tied`` on a 7, or of a roll for a place."""


class Options(Value):
    """The options of a match: who rolls, the kit or the players (BH-4)."""

    dice: Literal["kit", "real"] = "kit"


class Player(people.Player):
    """A player; the id is the colour. ``points`` are those of the board, without the champion's."""

    points: int = FIRST_POINTS
    laurels: int = 0
    earned: int = 0
    spent: int = 0


class Roll(Value):
    """The last roll; ``rolls`` are the dice, those of a 7 again before them, ``side`` is who gained by it."""

    sort: Literal["production", "place"]
    player: str
    rolls: tuple[Dice, ...]
    outcome: Outcome
    side: str | None = None
    victim: str | None = None
    pay: Pay | None = None

    @property
    def total(self) -> int:
        """Return the sum that counts."""
        return sum(self.rolls[-1])


class State(Value):
    """A match at one moment. ``players`` are in turn order; ``turn`` counts all turns from 1.

    ``sent``, ``tried`` and ``bought`` are this turn's. ``crowned``: the last settler made somebody champion.
    ``fault`` says what could not have happened, once something else was undone.
    """

    players: tuple[Player, ...]
    options: Options
    seed: str
    used: int = 0
    phase: Phase = "settling"
    turn: int = 0
    places: Mapping[Place, str] = {}
    champion: str | None = None
    crowned: bool = False
    sent: int = 0
    tried: int = 0
    bought: tuple[int, ...] = ()
    roll: Roll | None = None
    sums: tuple[int, ...] = ()
    history: tuple[tuple[int, ...], ...] = ()
    winner: str | None = None
    fault: Message | None = None

    @property
    def on_turn(self) -> Player:
        """Return the player whose turn it is; before the first turn the last player puts a settler first."""
        if self.phase == "settling":
            return self.players[len(self.players) - 1 - min(len(self.places), len(self.players) - 1)]
        return self.players[(self.turn - 1) % len(self.players)]

    @property
    def next_player(self) -> Player:
        """Return the player of the next turn, or before the first turn of the next settler."""
        if self.phase == "settling":
            return self.players[max(self.players.index(self.on_turn) - 1, 0)]
        return self.players[self.turn % len(self.players)]

    def player(self, id: str) -> Player:
        """Return the player of a colour; raises KeyError for one who does not play."""
        found = next((player for player in self.players if player.id == id), None)
        if found is None:
            raise KeyError(id)
        return found

    def score(self, id: str) -> int:
        """Return a player's points: those of the board, and the champion's (BH-6, BH-7)."""
        return self.player(id).points + (CHAMPION_POINTS if self.champion == id else 0)

    @property
    def free(self) -> tuple[Place, ...]:
        """Return the places where nobody is."""
        return tuple(place for place in PLACES if place not in self.places)

    @property
    def pool(self) -> int:
        """Return the laurels that are left to win (BH-4)."""
        return LAURELS - sum(player.laurels for player in self.players)


def sent_by(state: State, id: str) -> int:
    """Count the settlers of a player at the table now: "sent" means that (BH-6)."""
    return sum(1 for side in state.places.values() if side == id)


def may_win(state: State) -> bool:
    """Tell if the player whose turn it is has enough points to win (BH-7)."""
    return state.phase in ("to_roll", "rolled") and state.score(state.on_turn.id) >= TARGET
