"""The shapes of what the referee and everybody else see of a match, for the description of the interface."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class TeamView(TypedDict):
    """A team as the referee sees it."""

    id: str
    name: str
    mark: str
    players: int
    knights: int
    resources: dict[str, int]
    vp: int
    bonus_vp: int
    settlements_in_hand: int
    cards: list[str]
    used_cards: list[str]


class TeamBoard(TypedDict):
    """A team as everybody sees it: cards are a number."""

    id: str
    name: str
    mark: str
    players: int
    knights: int
    resources: dict[str, int]
    vp: int
    bonus_vp: int
    settlements_in_hand: int
    cards: int
    used_cards: list[str]


class HoopBoard(TypedDict):
    """A hoop as everybody sees it; the kit adds how its link does."""

    id: str
    x: float
    y: float
    team: str | None
    building: str
    link: NotRequired[str]
    battery_mv: NotRequired[int]


class HoopView(HoopBoard):
    """A hoop as the referee sees it."""

    row: int
    starting: bool


class CountedBoard(TypedDict):
    """A deposit of this round as everybody sees it; ``at_clock`` in ms left."""

    hoop: str
    team: str
    kind: str
    at_clock: int | None


class CountedView(CountedBoard):
    """A deposit of this round as the referee sees it."""

    by: str
    player: NotRequired[str]


class RefusedView(TypedDict):
    """A sighting that counted nothing."""

    hoop: str
    reason: str
    kind: NotRequired[str]


class PendingView(TypedDict):
    """A ball that waits for the referee; ``late_by`` in ms."""

    id: str
    hoop: str
    kind: str
    team: str
    reason: str
    late_by: NotRequired[int]


class OwedView(TypedDict):
    """What a team must discard."""

    team: str
    discard: int


class NextRound(TypedDict):
    """What cards have set for the next round."""

    foresight: str | None
    supremacy: str | None


class RefillView(TypedDict):
    """Balls to put back, and the piles in the order to fill them."""

    kind: str
    count: int
    piles: list[str]


class ResultView(TypedDict):
    """Who wins; ``final`` once confirmed."""

    winners: list[str]
    final: bool


class Blocked(TypedDict):
    """Why no round may start now."""

    text: str
    rule: str | None


class Statistics(TypedDict):
    """The numbers of the match: points when each round began and now, balls by team and kind, by player."""

    points: list[dict[str, int]]
    collected: dict[str, dict[str, int]]
    players: dict[str, int]


class Shared(TypedDict):
    """What both views show alike; the frame comes besides."""

    bare: bool
    practice: bool
    full_game: bool
    target: int
    options: dict[str, Any]
    field: dict[str, int]
    owed: list[OwedView]
    next_round: NextRound
    supremacy: str | None
    deck_left: int
    result: ResultView | None
    statistics: Statistics


class MatchView(Shared):
    """The game's own part of what the referee sees."""

    deck: dict[str, int]
    corrections: list[str]
    teams: list[TeamView]
    hoops: list[HoopView]
    counted: list[CountedView]
    prices: dict[str, dict[str, int]]
    refill: list[RefillView]
    refused: list[RefusedView]
    pending: list[PendingView]
    blocked: Blocked | None
    warnings: list[str]


class BoardView(Shared):
    """The game's own part of what everybody sees."""

    teams: list[TeamBoard]
    hoops: list[HoopBoard]
    counted: list[CountedBoard]
