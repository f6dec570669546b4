"""The island as data (DX-1): what its file says, checked on loading, and the map that follows from it.

A file says where the hexes lie; corners and roads follow from them. Places are whole numbers on a lattice
whose steps are half a hex wide (``x``) and half a side high (``y``): a hex at (x, y) has its neighbours at
(x ± 2, y) and (x ± 1, y ± 3). Corners and roads are numbered from 0, from the top and from left to right.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from fieldkit.errors import SettingsError
from fieldkit.games.declared import Value
from fieldkit.games.dice_extra.kinds import APART, CASTLES, DESERT, KINDS, MAX_PLAYERS, WILD_KNIGHTS

Place = tuple[int, int]
"""A place on the lattice: x to the right, y down."""

AROUND: Sequence[Place] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The corners of a hex, seen from its middle."""
TABLE = "dice_extra_island"
"""The table of the settings that may name another island's file."""


class Hex(Value):
    """A hex by its middle; its knights guard what it yields, those of the desert any kind (DX-7)."""

    x: int
    y: int
    kind: str
    knights: tuple[int, ...] = ()


class Site(Value):
    """A corner for a settlement; ``city`` where that may become a city (DX-6)."""

    x: int
    y: int
    city: bool = False


class Castle(Value):
    """The coast corner that a castle stands at (DX-9)."""

    x: int
    y: int


class Island(Value):
    """An island as its file describes it; a match keeps the one that it is played on."""

    hexes: tuple[Hex, ...]
    sites: tuple[Site, ...]
    castles: tuple[Castle, ...]


class Knight(Value):
    """A knight's place: the kind that is guarded (None: any), and the corners of the hex."""

    guards: str | None
    corners: frozenset[int]


class Land(Value):
    """The map that follows from an island: all that the rules ask of it, by numbers."""

    island: Island
    corners: tuple[Place, ...]
    roads: tuple[tuple[int, int], ...]
    """The two corners of each road."""
    meeting: tuple[tuple[int, ...], ...]
    """The roads that meet at each corner."""
    coast: frozenset[int]
    """The roads with the sea at one side."""
    sites: Mapping[int, bool]
    """By corner: True if a settlement may become a city there."""
    knights: Mapping[int, Knight]
    castles: tuple[int, ...]
    """The corner of each castle."""
    apart: tuple[int, ...]
    """For each road the coast roads where another player may start, as a set of bits (DX-2)."""
    all_starts: int
    """The roads of the coast as such a set."""


@lru_cache(maxsize=16)
def land_of(island: Island) -> Land:
    """Return the map of an island (DX-1)."""
    around = [[(hex.x + x, hex.y + y) for x, y in AROUND] for hex in island.hexes]
    corners = tuple(sorted({place for each in around for place in each}, key=lambda at: (at[1], at[0])))
    number = {place: n for n, place in enumerate(corners)}
    sides: dict[tuple[int, int], int] = {}
    for each in around:
        for a, b in zip(each, [*each[1:], each[0]], strict=True):
            side = (min(number[a], number[b]), max(number[a], number[b]))
            sides[side] = sides.get(side, 0) + 1
    roads = tuple(sorted(sides))
    meeting = tuple(tuple(n for n, ends in enumerate(roads) if c in ends) for c in range(len(corners)))
    coast = frozenset(n for n, ends in enumerate(roads) if sides[ends] == 1)
    return Land(
        island,
        corners,
        roads,
        meeting,
        coast,
        {number[site.x, site.y]: site.city for site in island.sites if (site.x, site.y) in number},
        {
            n: Knight(None if hex.kind == DESERT else hex.kind, frozenset(number[at] for at in each))
            for hex, each in zip(island.hexes, around, strict=True)
            for n in hex.knights
        },
        tuple(number[at.x, at.y] for at in island.castles if (at.x, at.y) in number),
        _apart(roads, meeting, coast),
        sum(1 << n for n in coast),
    )


def bare_land(hexes: tuple[Hex, ...]) -> Land:
    """Return the map of hexes alone, without sites and castles."""
    return land_of(Island(hexes, (), ()))


def _apart(
    roads: Sequence[tuple[int, int]], meeting: Sequence[Sequence[int]], coast: Collection[int]
) -> tuple[int, ...]:
    """Return the coast roads far enough from each road for two players to start there (DX-2)."""
    found = []
    for ends in roads:
        near = _within(roads, meeting, ends, APART - 1)
        found.append(sum(1 << n for n in coast if not near.intersection(roads[n])))
    return tuple(found)


def _within(
    roads: Sequence[tuple[int, int]], meeting: Sequence[Sequence[int]], corners: Sequence[int], steps: int
) -> set[int]:
    """Return the corners that are at most this many roads away."""
    reached, edge = set(corners), set(corners)
    for _ in range(steps):
        edge = {corner for at in edge for road in meeting[at] for corner in roads[road]} - reached
        reached |= edge
    return reached


def has_room(land: Land, free: int, players: int) -> bool:
    """Return True if ``players`` can start far apart on the roads of ``free``, a set of bits (DX-2)."""
    while free and players > 0:
        road = free.bit_length() - 1
        free ^= 1 << road
        if has_room(land, free & land.apart[road], players - 1):
            return True
    return players <= 0


def room(land: Land) -> int:
    """Return how many players can start on an island (DX-2)."""
    return next((n for n in range(MAX_PLAYERS, 0, -1) if has_room(land, land.all_starts, n)), 0)


def read_island(tables: Mapping[str, Any]) -> Island:
    """Return the island of a file (DX-1); raise SettingsError with what is wrong and what is allowed."""
    unknown = set(tables) - {"hexes", "sites", "castles"}
    if unknown:
        raise _wrong(f"{', '.join(sorted(unknown))}: unknown; allowed are hexes, sites, castles")
    hexes = [_hex(entry, f"hex {n}") for n, entry in _entries(tables, "hexes")]
    sites = [_place(Site, entry, f"site {n}") for n, entry in _entries(tables, "sites")]
    castles = [_place(Castle, entry, f"castle {n}") for n, entry in _entries(tables, "castles")]
    island = Island(tuple(hexes), tuple(sites), tuple(castles))
    _check_hexes(island)
    land = land_of(island)
    _check_places(land)
    _check_roads(land)
    return island


def _wrong(text: str) -> SettingsError:
    return SettingsError(f"[{TABLE}] file: {text}")


def _entries(tables: Mapping[str, Any], name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    entries = tables.get(name)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries) or not entries:
        raise _wrong(f"[[{name}]]: must be a list of tables, with one at least")
    return iter(enumerate(entries, 1))


def _hex(entry: Mapping[str, Any], where: str) -> Hex:
    knights = entry.get("knights", [])
    if not isinstance(knights, list) or not all(type(n) is int and n > 0 for n in knights):
        raise _wrong(f"{where} knights: must be a list of numbers from 1")
    kind = entry.get("kind")
    if kind not in (*KINDS, DESERT):
        raise _wrong(f"{where} kind: must be one of {', '.join((*KINDS, DESERT))}")
    bare = {key: value for key, value in entry.items() if key not in ("kind", "knights")}
    at = _place(Castle, bare, where)
    return Hex(at.x, at.y, kind, tuple(knights))


def _place(sort: Any, entry: Mapping[str, Any], where: str) -> Any:
    """Return a site or a castle, with each value's type checked."""
    allowed = {"x": int, "y": int} | ({"city": bool} if sort is Site else {})
    for key, value in entry.items():
        if key not in allowed:
            raise _wrong(f"{where} {key}: unknown; allowed are {', '.join(allowed)}")
        if type(value) is not allowed[key]:
            is_number = allowed[key] is int
            raise _wrong(f"{where} {key}: must be {'a whole number' if is_number else 'true or false'}")
    for key in ("x", "y"):
        if key not in entry:
            raise _wrong(f"{where} {key}: missing")
    return sort(**entry)


def _check_hexes(island: Island) -> None:
    """Hexes lie side by side and not on each other; one knight to a hex, two in the desert (DX-1)."""
    first = island.hexes[0]
    for n, hex in enumerate(island.hexes, 1):
        rows, odd = divmod(hex.y - first.y, 3)
        if odd or (hex.x - first.x - rows) % 2:
            raise _wrong(f"hex {n}: ({hex.x}, {hex.y}) does not fit beside the first hex")
        high = WILD_KNIGHTS if hex.kind == DESERT else 1
        if len(hex.knights) > high or (hex.kind == DESERT and len(hex.knights) < high):
            raise _wrong(f"hex {n} knights: a desert has {WILD_KNIGHTS}, any other hex at most 1")
    if sum(hex.kind == DESERT for hex in island.hexes) != 1:
        raise _wrong("kind: exactly one hex must be the desert")
    _check_once("hex", [(hex.x, hex.y) for hex in island.hexes])
    _check_once("knight", [n for hex in island.hexes for n in hex.knights])


def _check_places(land: Land) -> None:
    """Sites lie on corners, the four castles on corners of the coast (DX-1)."""
    island, coast = land.island, {land.corners[c] for road in land.coast for c in land.roads[road]}
    for n, site in enumerate(island.sites, 1):
        if (site.x, site.y) not in land.corners:
            raise _wrong(f"site {n}: ({site.x}, {site.y}) is no corner of a hex")
    for n, castle in enumerate(island.castles, 1):
        if (castle.x, castle.y) not in coast:
            raise _wrong(f"castle {n}: ({castle.x}, {castle.y}) is no corner of the coast")
    if len(island.castles) != CASTLES:
        raise _wrong(f"[[castles]]: must be {CASTLES}, not {len(island.castles)}")
    _check_once("site", [(site.x, site.y) for site in island.sites])
    _check_once("castle", [(castle.x, castle.y) for castle in island.castles])


def _check_once(what: str, found: Sequence[object]) -> None:
    twice = [each for n, each in enumerate(found) if each in found[:n]]
    if twice:
        raise _wrong(f"{what} {twice[0]}: there is one already")


def _check_roads(land: Land) -> None:
    """Every place can be reached (DX-1)."""
    reached = _within(land.roads, land.meeting, land.roads[0], len(land.corners))
    for n, site in enumerate(land.island.sites, 1):
        if land.corners.index((site.x, site.y)) not in reached:
            raise _wrong(f"site {n}: ({site.x}, {site.y}) cannot be reached by road from every coast")
    if len(reached) < len(land.corners):
        raise _wrong("[[hexes]]: all must hang together")
