"""The shapes of a hall's views, each declared here alone: pages and screens are checked by them."""

from typing import Any, Literal, NotRequired, TypedDict

from fieldkit.games.big_game.forms import Group
from fieldkit.games.big_game.state import Groups

Face = Literal[1, 2, 3, 4, 5, 6]
Sum = Literal[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


class HallRoll(TypedDict):
    """A roll: ``group`` acted, None when all did; ``robbers`` is a sum, where they were rolled for."""

    turn: int
    group: Group | None
    sum: Sum
    robbers: NotRequired[Sum]


class HallTurn(TypedDict):
    """A turn and who acts in it; ``deals`` is the group that deals out, None where everybody does."""

    number: int
    group: Group | None
    deals: Group | None


class HallRobbers(TypedDict):
    """The place of the robbers: its number, None for the deserts; ``text`` says it (BG-6)."""

    place: int | None
    moved: bool
    text: str


class HallWinner(TypedDict):
    """The winner: seat, the seat in words, name, club and points."""

    seat: str
    label: str
    name: str
    club: str
    points: int


class HallBoard(TypedDict):
    """The public board of a hall, under 2 KB with its frame.

    ``say`` is what the conductor says now, line by line; ``said`` counts how often it was asked for again.
    ``dice`` and ``sum`` are of the last roll, ``robber_dice`` of its robbers; ``sums`` counts the rolls of 2
    to 12; ``taken`` is that of a roll that was taken back, until it comes again. ``card`` and ``cards`` tell
    where the deck is, None without one. ``open`` counts open claims.
    ``next`` is None when the hall is over.
    """

    target: int
    groups: Groups
    boards: int
    players: int
    rehearsal: bool
    turn: HallTurn
    next: HallTurn | None
    dice: tuple[Face, Face] | None
    sum: Sum | None
    robber_dice: tuple[Face, Face] | None
    robbers: HallRobbers
    rolls: list[HallRoll]
    sums: list[int]
    card: int | None
    cards: int | None
    taken: int
    say: list[str]
    said: int
    open: int
    winner: HallWinner | None


class HallClaim(TypedDict):
    """A claim as the conductor sees it; ``may_judge`` for one that can be judged now, or judged again."""

    id: int
    seat: str
    label: str
    board: int
    kind: str
    group: str
    name: str
    turn: int
    points: int
    standing: str
    may_judge: bool
    reason: str
    form: dict[str, Any]


class HallCall(TypedDict):
    """An open call for a steward."""

    id: int
    seat: str
    label: str
    text: str


class HallSeats(TypedDict):
    """The count of seats in all, of those with a player, empty, with no-shows, with removed players."""

    seats: int
    players: int
    empty: int
    away: int
    removed: int


class HallGuide(TypedDict):
    """The numbers of a hall that its guide tells, with those of a claim form (`forms.limits`)."""

    target: int
    groups: str
    turn_seconds: int
    late_turn_seconds: int
    robber_from: int
    late_from: int
    form: dict[str, dict[str, Any]]


class HallRing(TypedDict):
    """The numbers of boards that make a ring: ``least`` to ``most``, one of each of ``kinds`` at a time."""

    least: int
    most: int
    kinds: list[str]


class HallView(HallBoard):
    """The conductor's view: the board, the last claims, the open calls, and what may be done.

    ``fields`` are the options that may change now, ``main`` is the command of the main key. ``claims`` stand
    in the order they came in; ``judge`` comes first, ``best`` is the best confirmed one.
    """

    options: dict[str, Any]
    fields: list[dict[str, Any]]
    ring: HallRing
    guide: HallGuide
    main: str
    judge: int | None
    best: HallWinner | None
    claims: list[HallClaim]
    calls: list[HallCall]
    seats: HallSeats
    refusals: dict[str, dict[str, Any]]
