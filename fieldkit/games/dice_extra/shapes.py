"""The shapes of what people see of a match, for the description of the interface. All of it is public."""

from typing import Any, NotRequired, TypedDict


class IslandView(TypedDict):
    """The map in few bytes: a hex is its middle and kind, then knights: ``[4, 6, "desert", 6, 7]``."""

    hexes: list[list[Any]]
    sites: list[int]
    city_sites: list[int]
    castles: list[int]


class DieView(TypedDict):
    """A die on the table; ``knight`` is the one who turned it."""

    id: str
    kind: str
    kept: NotRequired[bool]
    knight: NotRequired[int]
    paid: NotRequired[bool]


class TrailView(TypedDict):
    """The longest road and its holder."""

    side: str
    roads: list[int]


class PieceOffer(TypedDict):
    """A piece: the parts of its price with the dice that pay, the places open, and why not now."""

    parts: list[list[str]]
    at: list[int]
    worth: NotRequired[int]
    refused: NotRequired[str]
    rule: NotRequired[str]


class JokerOffer(TypedDict):
    """The knights that can be jokers now, and the kind each makes (None: any), or why there is none."""

    knights: dict[str, str | None]
    ready: int
    refused: NotRequired[str]
    rule: NotRequired[str]


class OffersView(TypedDict):
    """The moves of the player on turn."""

    start: list[int]
    roll: bool
    stop: bool
    end_turn: bool
    build: dict[str, PieceOffer]
    joker: JokerOffer


class DiceGameResult(TypedDict):
    """The winners, and why the match was ended if nobody had won."""

    winners: list[str]
    reason: NotRequired[str]


class DiceGameStatistics(TypedDict):
    """Points after each time around, all 0 at first, and how often each player rolled each of ``kinds``."""

    points: list[list[int]]
    kinds: list[str]
    rolled: dict[str, list[int]]


class DiceGameView(TypedDict):
    """The game's own part of both views."""

    target: int
    options: dict[str, Any]
    turn_of: str
    next_of: str
    rolls_left: int
    max_dice: NotRequired[int]
    dice_in_play: int
    dice: list[DieView]
    island: IslandView
    roads: dict[str, list[int]]
    settlements: dict[str, list[int]]
    cities: dict[str, list[int]]
    knights: dict[str, list[int]]
    used_knights: list[int]
    castles: dict[str, list[int]]
    longest: dict[str, int]
    """The length of each player's longest trail."""
    trail: TrailView | None
    army: str | None
    offers: OffersView
    statistics: NotRequired[DiceGameStatistics]
    result: DiceGameResult | None
    again: NotRequired[dict[str, Any]]
    """The command that begins a revenge match, when this one is over."""
