"""The island as data (DX-1, DX-2): what follows from its file, and every mistake in one is named."""

import copy
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w
from msgspec.structs import replace

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra.game import DiceExtra
from fieldkit.games.dice_extra.island import Land, land_of, read_island
from fieldkit.games.dice_extra.kinds import KINDS
from fieldkit.games.dice_extra.places import starts, why_not_start
from fieldkit.games.loading import load_games, settings_tables
from fieldkit.games.people import PlayerSetup
from fieldkit.messages import GameCommand
from fieldkit.settings.reading import parse

from .boards import FOLDER, ISLANDS, SIDES, position, tables, told

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


def test_the_published_island_is_as_it_was_printed() -> None:
    """19 hexes, a knight on each and two in the desert, 24 sites of which 12 may become cities (DX-1)."""
    found = land("published")
    assert Counter(hex.kind for hex in found.island.hexes) == Counter(
        {"grain": 4, "wool": 4, "ore": 4, "brick": 3, "lumber": 3, "desert": 1}
    )
    assert sorted(found.knights) == list(range(1, 21))
    assert [n for n, knight in found.knights.items() if knight.guards is None] == [10, 11]
    assert Counter(found.sites.values()) == {True: 12, False: 12}
    assert (len(found.coast), len(found.castles)) == (30, 4)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ISLANDS)
def test_a_start_is_lit_if_it_leaves_room_for_all_who_come_after(name: str, players: int) -> None:
    """Starts look ahead: every way to go on is tried, with distances measured another way (DX-2)."""
    found = land(name)
    distance = distances(found)
    free = {a: {b for b in found.coast if apart(found, distance, a, b)} for a in found.coast}

    def finds_room(left: frozenset[int], others: int) -> bool:
        return not others or any(finds_room(left & free[road], others - 1) for road in left)

    def look(taken: tuple[int, ...], left: frozenset[int]) -> int:
        state = position({side: [road] for side, road in zip(SIDES, taken, strict=False)}, island=name)
        state = replace(state, phase="starts", players=state.players[:players], active=len(taken))
        lit = {road for road in left if finds_room(left & free[road], players - len(taken) - 1)}
        assert set(starts(state)) == lit
        for road in left - lit:
            refused = why_not_start(state, road)
            assert (refused and refused.code, refused and refused.rule) == ("no_room", "DX-2")
            assert "no room" in str(refused)
        if len(taken) + 1 == players:
            return len(left - lit)
        ways = Random(len(taken)).sample(sorted(lit), min(len(lit), 6))
        return len(left - lit) + sum(look((*taken, road), left & free[road]) for road in ways)

    refused = look((), found.coast)
    assert (refused > 0) == (name == "published" and players == 4)


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
    """Return the kit's island with a change: ``hexes=(0, {"kind": "mud"})`` changes the first hex."""
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


def tiny() -> dict[str, Any]:
    """Return an island of four hexes in a row: every place can be reached, its coast has eighteen roads."""
    hexes: list[dict[str, Any]] = [{"x": x, "y": 0, "kind": "ore"} for x in (0, 2, 4, 6)]
    hexes[1] |= {"kind": "desert", "knights": [1, 2]}
    corners = [{"x": x, "y": -2} for x in (0, 2, 4, 6)]
    return {"hexes": hexes, "sites": corners[:2], "castles": corners}


def test_an_island_with_little_coast_is_played_by_those_it_has_room_for() -> None:
    """Any island loads whose places can be reached; a player too many is refused (DX-1, DX-2)."""
    small = DiceExtra(tables(FOLDER / "rules.toml"), tiny())
    assert [str(doubt) for doubt in small.doubts] == ["at most 2 people can start"]
    made = co.CreateMatch([PlayerSetup(id) for id in SIDES])
    with pytest.raises(Rejected, match="On this island at most 2 people can start"):
        small.start(GameCommand(made, 0, "tablet"), Random(1).randrange)
    made = co.CreateMatch(made.players[:2])
    (event,) = small.start(GameCommand(made, 0, "tablet"), Random(1).randrange)
    assert (event.options.island, len(event.island.hexes)) == ("own", 4)


def loaded(text: str = "") -> DiceExtra:
    game = load_games(parse(tomllib.loads(text), "kit.toml", settings_tables()))["dice_extra"]
    assert isinstance(game, DiceExtra)
    return game


def test_the_published_island_is_usual_and_the_kits_may_be_chosen(tmp_path: Path) -> None:
    """A file of one's own is the usual island where the settings name it and say nothing else (DX-1)."""
    own = tmp_path / "island.toml"
    own.write_text(tomli_w.dumps(tiny()), encoding="utf-8")
    named = f'[dice_extra_island]\nfile = "{own}"\n'
    for text, usual, names in (
        ("", "published", ["published", "kit"]),
        ('[dice_extra]\nisland = "kit"', "kit", ["published", "kit"]),
        (named, "own", ["own", "published", "kit"]),
        (f'{named}[dice_extra]\nisland = "published"', "published", ["own", "published", "kit"]),
    ):
        game = loaded(text)
        given = game.setup_view()
        assert (given["options"]["island"], list(given["islands"])) == (usual, names)
        for options, chosen in (({}, usual), ({"island": ""}, usual), ({"island": "kit"}, "kit")):
            made = co.CreateMatch([PlayerSetup("red"), PlayerSetup("blue")], options=options)
            events = game.start(GameCommand(made, 0, "tablet"), Random(1).randrange)
            view = game.view(told(game, None, events))
            assert view["options"]["island"] == chosen
            assert view["island"]["hexes"] == given["islands"][chosen]["hexes"]
    made = co.CreateMatch(made.players, options={"island": "own"})
    with pytest.raises(Unknown, match="island must be one of published, kit"):
        loaded().start(GameCommand(made, 0, "tablet"), Random(1).randrange)
