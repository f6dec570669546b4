"""The island as data (DX-1, DX-2): what follows from its file, and every mistake in one is named."""

from __future__ import annotations

import copy
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from fieldkit.errors import SettingsError
from fieldkit.games.dice_extra.island import Land, land_of, read_island, without_a_start
from fieldkit.games.dice_extra.kinds import KINDS

from .boards import ISLANDS, tables

SLOW_APART = 5


def land(name: str) -> Land:
    return land_of(read_island(tables(ISLANDS[name])))


@pytest.mark.parametrize("name", ISLANDS)
def test_corners_and_roads_follow_from_the_hexes(name: str) -> None:
    """Euler's formula holds, no corner has more than three roads, and each coast is a closed line (DX-1)."""
    found = land(name)
    assert len(found.corners) - len(found.roads) + len(found.island.hexes) == 1
    assert {len(meeting) for meeting in found.meeting} == {2, 3}
    along = Counter(corner for road in found.coast for corner in found.roads[road])
    assert set(along.values()) == {2}
    for x, y in (found.corners[a] for a, b in found.roads):
        assert isinstance(x, int)
        assert isinstance(y, int)


def test_the_kits_island_has_what_the_rules_name() -> None:
    """Sites of both sorts, a desert with two wild knights, four castles, four hexes of each kind (DX-1)."""
    found = land("own")
    kinds = Counter(hex.kind for hex in found.island.hexes)
    assert kinds == Counter({kind: 4 for kind in KINDS if kind != "gold"} | {"desert": 1})
    assert sum(knight.guards is None for knight in found.knights.values()) == 2
    guarded = Counter(knight.guards for knight in found.knights.values() if knight.guards)
    assert set(guarded.values()) == {2}
    assert len(guarded) == 5
    assert len(found.castles) == 4
    assert Counter(found.sites.values()) == {True: 12, False: 12}


@pytest.mark.parametrize("name", ISLANDS)
def test_a_fourth_start_is_there_whatever_the_first_three_are(name: str) -> None:
    """Every choice is tried here too, with distances measured another way (DX-1, DX-2)."""
    found = land(name)
    distance = distances(found)
    coast = sorted(found.coast)
    free = {a: {b for b in coast if apart(found, distance, a, b)} for a in coast}
    for a, b in combinations(coast, 2):
        if b in free[a]:
            assert free[a] & free[b]
            assert all(free[a] & free[b] & free[c] for c in free[a] & free[b])
    assert without_a_start(found) == ()


def distances(found: Land) -> list[list[int]]:
    """Between all corners, by Floyd and Warshall."""
    n = len(found.corners)
    table = [[0 if a == b else 999 for b in range(n)] for a in range(n)]
    for a, b in found.roads:
        table[a][b] = table[b][a] = 1
    for over in range(n):
        for a in range(n):
            for b in range(n):
                table[a][b] = min(table[a][b], table[a][over] + table[over][b])
    return table


def apart(found: Land, distance: list[list[int]], a: int, b: int) -> bool:
    return min(distance[x][y] for x in found.roads[a] for y in found.roads[b]) >= SLOW_APART


def changed(**change: Any) -> dict[str, Any]:
    """The kit's island with a change: ``hexes=(0, {"kind": "mud"})`` changes the first hex."""
    found = copy.deepcopy(tables(ISLANDS["own"]))
    for name, (n, fields) in change.items():
        found[name][n] = {key: value for key, value in (found[name][n] | fields).items() if value is not None}
    return found


@pytest.mark.parametrize(
    ("island", "says"),
    [
        ({}, r"\[\[hexes\]\]: must be a list of tables"),
        ({"hexes": 3}, r"\[\[hexes\]\]: must be a list of tables"),
        (changed() | {"lakes": []}, "lakes: unknown; allowed are hexes, sites, castles"),
        (changed(hexes=(0, {"kind": "mud"})), "hex 1 kind: must be one of brick, lumber"),
        (changed(hexes=(0, {"x": 1})), r"hex 2: .* does not fit beside the first hex"),
        (changed(hexes=(1, {"x": 0})), r"hex \(0, 0\): there is one already"),
        (changed(hexes=(0, {"x": "a"})), "hex 1 x: must be a whole number"),
        (changed(hexes=(0, {"colour": "a"})), "hex 1 colour: unknown; allowed are x, y"),
        (changed(hexes=(0, {"y": None})), "hex 1 y: missing"),
        (changed(hexes=(0, {"knights": [1, 20]})), "hex 1 knights: a desert has 2, any other hex at most 1"),
        (changed(hexes=(10, {"knights": [6]})), "hex 11 knights: a desert has 2"),
        (changed(hexes=(0, {"knights": "x"})), "hex 1 knights: must be a list of numbers from 1"),
        (changed(hexes=(0, {"knights": [12]})), "knight 12: there is one already"),
        (changed(hexes=(10, {"kind": "ore", "knights": []})), "exactly one hex must be the desert"),
        (changed(sites=(0, {"x": 0, "y": 0})), r"site 1: \(0, 0\) is no corner of a hex"),
        (changed(sites=(0, {"x": 6})), r"site \(6, -2\): there is one already"),
        (changed(sites=(0, {"city": 1})), "site 1 city: must be true or false"),
        (changed(castles=(0, {"x": 4, "y": 4})), r"castle 1: \(4, 4\) is no corner of the coast"),
        (changed(castles=(0, {"x": 9})), r"castle \(9, -1\): there is one already"),
    ],
)
def test_a_mistake_in_the_file_is_named(island: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingsError, match=rf"\[dice_extra_island\] file: .*{says}"):
        read_island(island)


@pytest.mark.parametrize(
    ("sites", "says"),
    [
        ([{"x": 20, "y": -2}], r"site 25: \(20, -2\) cannot be reached by road"),
        ([], "all must hang together"),
    ],
)
def test_a_hex_far_away_is_refused(sites: list[dict[str, int]], says: str) -> None:
    island = changed()
    island["hexes"].append({"x": 20, "y": 0, "kind": "ore"})
    island["sites"] += sites
    with pytest.raises(SettingsError, match=says):
        read_island(island)


def test_a_file_with_three_castles_is_refused() -> None:
    island = changed()
    del island["castles"][0]
    with pytest.raises(SettingsError, match=r"\[\[castles\]\]: must be 4, not 3"):
        read_island(island)


def test_an_island_without_room_for_the_next_start_is_refused() -> None:
    """The usual round shape: after three roads ten apart on its coast of thirty there is no fourth (DX-2)."""
    rows = ((2, 4, 6), (1, 3, 5, 7), (0, 2, 4, 6, 8), (1, 3, 5, 7), (2, 4, 6))
    hexes: list[dict[str, Any]] = [
        {"x": x, "y": 3 * r, "kind": "ore"} for r, row in enumerate(rows) for x in row
    ]
    hexes[9] |= {"kind": "desert", "knights": [1, 2]}
    corners = [{"x": x, "y": -2} for x in (2, 4, 6)] + [{"x": 2, "y": 14}]
    with pytest.raises(SettingsError, match="there is no coast left for the next"):
        read_island({"hexes": hexes, "sites": corners[:1], "castles": corners})
    found = land_of(read_island(tables(ISLANDS["own"])))
    assert len(found.coast) > 30
