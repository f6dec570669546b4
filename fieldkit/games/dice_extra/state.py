"""The state of a match: frozen values, and the questions one can ask of them. Points are never stored."""

from collections.abc import Mapping
from typing import Literal

from fieldkit.games import Stage
from fieldkit.games.declared import Value
from fieldkit.games.dice_extra.island import Land
from fieldkit.games.dice_extra.kinds import FIRST_DICE, MAX_DICE, POINTS, ROLLS, Kind
from fieldkit.games.people import Player

Phase = Literal["starts", "roll", "dice", "over"]
STAGES: Mapping[Phase, Stage] = {"starts": "play", "roll": "rest", "dice": "play", "over": "over"}
"""Before the first starting road the stage is ``ready``."""


class Options(Value):
    """The options of a match, all settled."""

    dice: Literal["kit", "real"]
    castles: bool
    target: int
    island: str = ""
    """Its name among those that could be chosen; "" in a match from before there was a choice."""


class Die(Value):
    """A die on the table: ``kept`` if not rolled last, ``knight`` that turned it, ``paid`` once used."""

    id: str
    kind: Kind
    kept: bool = False
    knight: int | None = None
    paid: bool = False


class Building(Value):
    """A settlement or city on a corner."""

    side: str
    city: bool = False


class Guard(Value):
    """A built knight: in which turn, and whether it has been a joker (DX-7)."""

    side: str
    turn: int
    used: bool = False


class State(Value):
    """A match at one moment. ``turn`` counts from 1, and is 0 while starting roads are chosen."""

    seed: str
    """The secret of the dice, empty where real ones are rolled."""
    options: Options
    players: tuple[Player, ...]
    land: Land
    used: int = 0
    phase: Phase = "starts"
    turn: int = 0
    active: int = 0
    rolls: int = 0
    """The turn's rolls that are gone: all, once something is built or rolling is stopped."""
    thrown: int = 0
    """The number of rolls in this turn."""
    dice: tuple[Die, ...] = ()
    roads: Mapping[int, str] = {}
    buildings: Mapping[int, Building] = {}
    knights: Mapping[int, Guard] = {}
    castles: Mapping[int, str] = {}
    trails: Mapping[str, frozenset[int]] = {}
    road_holder: str | None = None
    army_holder: str | None = None
    rolled: Mapping[str, Mapping[Kind, int]] = {}
    history: tuple[tuple[int, ...], ...] = ()
    """Points of each player after each time around."""
    ended: str | None = None
    """The reason why the match was ended before anybody had won."""

    @property
    def on_turn(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active]

    @property
    def side(self) -> str:
        """The colour of whose turn it is."""
        return self.on_turn.id

    @property
    def rolls_left(self) -> int:
        """The rolls that are left in this turn."""
        return ROLLS - self.rolls if self.phase in ("roll", "dice") else 0

    def score(self, side: str) -> int:
        """Return a player's victory points (DX-8, DX-9)."""
        own = [building for building in self.buildings.values() if building.side == side]
        return (
            sum(POINTS["city" if building.city else "settlement"] for building in own)
            + sum(POINTS["castle"] for owner in self.castles.values() if owner == side)
            + POINTS["road"] * (self.road_holder == side)
            + POINTS["army"] * (self.army_holder == side)
        )

    def player(self, side: str) -> Player:
        """Return the player of this colour."""
        return next(player for player in self.players if player.id == side)


def dice_in_play(turn: int) -> int:
    """Return the number of dice in a turn: three, then one more each turn, up to six (DX-3)."""
    return min(FIRST_DICE + max(turn, 1) - 1, MAX_DICE)


def winners(state: State) -> tuple[str, ...]:
    """Return the winners: the one on turn with the points or, if the match was ended, the best (DX-8)."""
    if state.phase != "over":
        return ()
    if state.ended is None:
        return (state.side,)
    best = max(state.score(player.id) for player in state.players)
    return tuple(player.id for player in state.players if state.score(player.id) == best)


def dice_ids(count: int) -> tuple[str, ...]:
    """Return the ids of the dice in play: each keeps its place on the table."""
    return tuple(f"d{n}" for n in range(1, count + 1))
