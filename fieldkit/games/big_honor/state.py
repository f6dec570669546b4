"""What a match of Big Game, Big Honor knows: frozen values, and what follows from them without deciding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from fieldkit.games import Stage
from fieldkit.phrases import N_, Message, Term

SUMS = tuple(range(2, 13))
PLACES = tuple(number for number in SUMS if number != 7)
"""The places of the table: a number for each sum of two dice but 7 (BH-1a)."""
SETTLERS = 6
"""How many settlers a player has, so how many there can be at the table (BH-1, BH-3)."""
LAURELS = 24
"""How many laurels there are in all (BH-1)."""
MOST_LAURELS = 6
"""How many a player may have (BH-4)."""
CHAMPION_FROM = 3
"""With how many settlers sent somebody becomes the first champion (BH-6)."""
CHAMPION_POINTS = 1
FIRST_POINTS = 2
"""What the two settlements are worth with which everybody begins."""
MOST_POINTS = 25
"""More than any board gives."""
TARGET = 12
"""How many points win in the own turn (BH-7)."""
TRIES = 2
"""How often a player may roll for a place in a turn when the table is full (BH-3)."""
SPECIAL_FROM = 5
"""With how many players a special building phase follows each turn (BH-1)."""
PRICES = (1, 2, 3, 4, 5)
"""What can be had for laurels, by how many it costs (BH-5)."""

Place = int
Dice = tuple[int, int]
Pay = Literal["wool", "grain"]
PAYS: tuple[Pay, ...] = get_args(Pay)
PAY_NAMES: Mapping[Pay, str] = {"wool": N_("wool"), "grain": N_("grain")}
"""What a settler is paid with (BH-3)."""
Phase = Literal["settling", "to_roll", "rolled", "special", "over"]
STAGES: Mapping[Phase, Stage] = {
    "settling": "ready",
    "to_roll": "rest",
    "rolled": "play",
    "special": "rest",
    "over": "over",
}
"""What a phase is to shared pages; before a match is set up the stage is ``setup``."""

COLOURS: Mapping[str, tuple[str, str]] = {
    "red": (N_("Red"), "triangle"),
    "blue": (N_("Blue"), "square"),
    "green": (N_("Green"), "hexagon"),
    "yellow": (N_("Yellow"), "star"),
    "olive": (N_("Olive"), "cross"),
    "violet": (N_("Violet"), "ring"),
}
"""Each colour with its name and its mark (BH-1)."""

Outcome = Literal["laurel", "empty", "full", "none_left", "tied", "taken", "own", "put"]
"""What a roll came to.

Of a production roll: a laurel, nobody there, the one who is there has six, none is left, or a tie on a 7.
Of a roll for a place: taken over from an opponent, one's own, or put where nobody was.
"""


@dataclass(frozen=True, slots=True)
class Options:
    """What was chosen at set-up: who rolls, the kit or the players (BH-4)."""

    dice: Literal["kit", "real"] = "kit"


@dataclass(frozen=True, slots=True)
class Player:
    """A player; the id is the colour. ``points`` are those of the board, without the champion's."""

    id: str
    name: str
    points: int = FIRST_POINTS
    laurels: int = 0
    earned: int = 0
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Roll:
    """The last roll: for production or for a place; ``rolls`` are the dice, those of a 7 again before them.

    ``side`` is who gained by it, ``victim`` whose settler went home.
    """

    sort: Literal["production", "place"]
    player: str
    rolls: tuple[Dice, ...]
    outcome: Outcome
    side: str | None = None
    victim: str | None = None
    pay: Pay | None = None

    @property
    def total(self) -> int:
        """The sum that counts."""
        return sum(self.rolls[-1])


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment. ``players`` are in turn order; ``turn`` counts all turns from 1.

    ``used`` is how many numbers of the secret stream have been drawn. ``sent`` and ``tried`` are what was
    sent in this turn, to a free place and by rolling; ``bought`` the prices that were paid in it.
    ``crowned``: the last settler made somebody champion. ``fault`` says what could not have happened, once
    something else was undone.
    """

    players: tuple[Player, ...]
    options: Options
    seed: str
    used: int = 0
    phase: Phase = "settling"
    turn: int = 0
    places: Mapping[Place, str] = field(default_factory=dict)
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
        """Whose turn it is; before the first turn who puts the next settler, the last player first."""
        if self.phase == "settling":
            return self.players[len(self.players) - 1 - min(len(self.places), len(self.players) - 1)]
        return self.players[(self.turn - 1) % len(self.players)]

    @property
    def next_player(self) -> Player:
        """Whose turn the next one is; before the first turn who puts the next settler, if anybody does."""
        if self.phase == "settling":
            return self.players[max(self.players.index(self.on_turn) - 1, 0)]
        return self.players[self.turn % len(self.players)]

    def player(self, id: str) -> Player:
        """The player of a colour; KeyError for one who does not play."""
        found = next((player for player in self.players if player.id == id), None)
        if found is None:
            raise KeyError(id)
        return found

    @property
    def free(self) -> tuple[Place, ...]:
        """The places where nobody is."""
        return tuple(place for place in PLACES if place not in self.places)

    @property
    def pool(self) -> int:
        """How many laurels are left to win (BH-4)."""
        return LAURELS - sum(player.laurels for player in self.players)


def sent_by(state: State, id: str) -> int:
    """How many settlers of a player are at the table now: what "sent" means (BH-6)."""
    return sum(1 for side in state.places.values() if side == id)


def points(state: State, player: Player) -> int:
    """A player's points: those of the board, and the champion's (BH-6, BH-7)."""
    return player.points + (CHAMPION_POINTS if state.champion == player.id else 0)


def called(player: Player) -> str:
    """A player's name; one who is called by the colour is called so in every language."""
    known = COLOURS[player.id][0]
    return Term(known) if player.name == known else player.name


def may_win(state: State) -> bool:
    """Whether the one whose turn it is has enough points to win (BH-7)."""
    return state.phase in ("to_roll", "rolled") and points(state, state.on_turn) >= TARGET
