"""The shapes of a match's view, each declared here alone: pages and scoreboard are checked by them."""

from typing import Any, Literal, TypedDict

Face = Literal[1, 2, 3, 4, 5, 6]
Sum = Literal[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


class HonorPlayer(TypedDict):
    """A player: ``points`` of the board without the champion's, settlers ``sent`` and still in ``hand``."""

    id: str
    points: int
    laurels: int
    sent: int
    hand: int


class HonorPlace(TypedDict):
    """A place of the table, and whose settler is there."""

    number: Sum
    side: str | None


class HonorRoll(TypedDict):
    """The last roll of this turn with its outcome in words; ``laurel`` is who got one."""

    sort: Literal["production", "place"]
    rolls: list[tuple[Face, Face]]
    sum: Sum
    text: str
    again: str
    laurel: str | None
    victim: str | None


class HonorRefusal(TypedDict):
    """The reason why something cannot be done now."""

    text: str
    rule: str | None


class HonorChances(TypedDict):
    """A roll for a place: tries left, and how many of the pairs of dice are lost on the own places."""

    tries: int
    of: int
    lost: int


class HonorView(TypedDict):
    """The game's own part of both views; ``produced`` is the sum of this turn's production roll."""

    options: dict[str, str]
    target: int
    laurels: int
    most_laurels: int
    on_turn: str
    next: str
    champion: str | None
    laurels_left: int
    players: list[HonorPlayer]
    places: list[HonorPlace]
    produced: Sum | None
    roll: HonorRoll | None
    bought: list[int]
    chances: HonorChances | None
    offers: dict[str, Any]
    refusals: dict[str, HonorRefusal]
    sums: list[int]
    history: dict[str, list[int]]
    winner: str | None
