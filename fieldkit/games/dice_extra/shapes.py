"""The shapes of what people see of a match, for the description of the interface. All of it is public."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class HexView(TypedDict):
    """A hex by its middle on the island's lattice."""

    x: int
    y: int
    kind: str
    knights: NotRequired[list[int]]


class IslandView(TypedDict):
    """The map: places as pairs of x and y, roads as pairs of corners, all by their numbers from 0."""

    hexes: list[HexView]
    corners: list[list[int]]
    roads: list[list[int]]
    sites: list[int]
    city_sites: list[int]
    castles: list[int]
    """The corner that each castle stands at."""


class DieView(TypedDict):
    """A die on the table; ``knight`` is the one who turned it."""

    id: str
    kind: str
    kept: NotRequired[bool]
    knight: NotRequired[int]
    paid: NotRequired[bool]


class BuildingView(TypedDict):
    """What stands on a corner."""

    at: int
    side: str
    city: bool


class KnightView(TypedDict):
    """A built knight; ``used`` when he has been a joker."""

    at: int
    side: str
    used: bool


class CastleView(TypedDict):
    """A built castle."""

    at: int
    side: str


class TrailView(TypedDict):
    """Who has the longest road, and which roads it is."""

    side: str
    roads: list[int]


class PartView(TypedDict):
    """One thing of a price, and the dice that pay for it: one of its kind, two of gold, or none."""

    kind: str
    dice: list[str]


class PieceOffer(TypedDict):
    """A piece: what of its price is there, the places open to it, and why it cannot be built now, if so."""

    parts: list[PartView]
    at: list[int]
    refused: NotRequired[str]
    rule: NotRequired[str]


class JokerOffer(TypedDict):
    """The knights that can be jokers now, and the kind each makes (None: any), or why there is none."""

    knights: dict[str, str | None]
    ready: int
    refused: NotRequired[str]
    rule: NotRequired[str]


class OffersView(TypedDict):
    """What the player on turn may do."""

    start: list[int]
    roll: bool
    stop: bool
    end_turn: bool
    build: dict[str, PieceOffer]
    joker: JokerOffer


class FairView(TypedDict):
    """What proves that the dice are fair: the secret is told when the match is over."""

    sha256: str
    drawn: int
    secret: NotRequired[str]


class ResultView(TypedDict):
    """Who has won, and why the match was ended if nobody had."""

    winners: list[str]
    reason: NotRequired[str]


class Statistics(TypedDict):
    """Points after each time around (none for the start), and how often each player rolled each kind."""

    points: list[list[int]]
    rolled: dict[str, dict[str, int]]


class MatchView(TypedDict):
    """The game's own part of both views."""

    target: int
    options: dict[str, Any]
    turn_of: str
    next_of: str
    rolls_left: int
    dice_in_play: int
    dice: list[DieView]
    island: IslandView
    roads: dict[str, list[int]]
    buildings: list[BuildingView]
    knights: list[KnightView]
    castles: list[CastleView]
    longest: dict[str, int]
    """How long each player's longest trail is."""
    trail: TrailView | None
    army: str | None
    offers: OffersView
    fair: FairView | None
    statistics: Statistics
    result: ResultView | None
    again: NotRequired[dict[str, Any]]
    """The command that begins a revenge match, when this one is over."""
