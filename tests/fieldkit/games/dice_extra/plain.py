"""The rules of building once more, plainly and slowly: what the game is held against.

Nothing here comes from the game but the numbers of corners and roads: sets are asked by the words of the
rules, trails are tried one by one, and a turn's buildings in every order.
"""

from collections import Counter
from dataclasses import dataclass

from fieldkit.games.dice_extra.state import State

COSTS = {
    "road": "brick lumber",
    "settlement": "brick lumber wool grain",
    "knight": "ore wool grain",
    "city": "ore ore ore grain grain",
}


@dataclass(frozen=True)
class Plain:
    """A board in plain sets; ``me`` builds."""

    ends: tuple[frozenset[int], ...]
    sites: frozenset[int]
    city_sites: frozenset[int]
    hexes: tuple[tuple[int, frozenset[int]], ...]
    mine: frozenset[int]
    theirs: frozenset[int]
    houses: frozenset[int]
    cities: frozenset[int]
    foreign: frozenset[int]
    knights: frozenset[int]
    castles: frozenset[int]


def plain(state: State, me: str) -> Plain:
    """Return a state as plain sets."""
    land = state.land
    own = {at for at, building in state.buildings.items() if building.side == me}
    return Plain(
        tuple(frozenset(pair) for pair in land.roads),
        frozenset(land.sites),
        frozenset(corner for corner, city in land.sites.items() if city),
        tuple((n, knight.corners) for n, knight in land.knights.items()),
        frozenset(road for road, side in state.roads.items() if side == me),
        frozenset(road for road, side in state.roads.items() if side != me),
        frozenset(at for at in own if not state.buildings[at].city),
        frozenset(at for at in own if state.buildings[at].city),
        frozenset(state.buildings) - own,
        frozenset(state.knights),
        frozenset(state.castles),
    )


def longest(board: Plain) -> int:
    """Return the length of the longest trail, every trail tried."""
    return max(
        (_on(board, corner, board.mine, 0) for road in board.mine for corner in board.ends[road]), default=0
    )


def _on(board: Plain, corner: int, left: frozenset[int], length: int) -> int:
    if length and corner in board.foreign:
        return length
    further = [
        _on(board, other, left - {road}, length + 1)
        for road in left
        if corner in board.ends[road]
        for other in board.ends[road] - {corner}
    ]
    return max(further, default=length)


def places(board: Plain, piece: str) -> set[int]:
    """Every place where a piece may stand, by the words of the rules."""
    reached = {corner for road in board.mine for corner in board.ends[road]}
    own = board.houses | board.cities
    if piece == "road":
        open_corners = {c for c in reached if c in own or c not in board.sites} - board.foreign
        free = set(range(len(board.ends))) - board.mine - board.theirs
        return {road for road in free if board.ends[road] & open_corners}
    if piece == "settlement":
        return (reached & board.sites) - own - board.foreign
    if piece == "city":
        return set(board.houses & board.city_sites)
    if piece == "knight":
        beside = {n for n, corners in board.hexes for road in board.mine if board.ends[road] <= corners}
        return (beside | {n for n, corners in board.hexes if corners & own}) - board.knights
    return set(range(4)) - board.castles


def sequences(board: Plain, dice: Counter[str]) -> int:
    """In how many orders something can be built with these dice, nothing at all counted as one."""
    found = 1
    for piece in (*COSTS, "castle"):
        after = paid(dice, piece)
        if after is not None:
            found += sum(sequences(_with(board, piece, at), after) for at in places(board, piece))
    return found


def paid(dice: Counter[str], piece: str) -> Counter[str] | None:
    """Return what is left of the dice when they have paid for a piece; None if they cannot."""
    if piece == "castle":
        return Counter() if max(dice.values(), default=0) == 6 else None
    cost = Counter(COSTS[piece].split())
    missing = (cost - dice).total()
    left = dice - cost
    if left["gold"] < 2 * missing:
        return None
    return left - Counter(gold=2 * missing)


def _with(board: Plain, piece: str, at: int) -> Plain:
    changed = dict(vars(board))
    name = {
        "road": "mine",
        "settlement": "houses",
        "city": "cities",
        "knight": "knights",
        "castle": "castles",
    }[piece]
    changed[name] |= {at}
    if piece == "city":
        changed["houses"] -= {at}
    return Plain(**changed)
