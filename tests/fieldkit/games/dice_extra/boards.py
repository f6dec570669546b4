"""Boards for the tests of the dice game: the kit's own island, another one, and random positions."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

import fieldkit
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra.game import DiceExtra
from fieldkit.games.dice_extra.state import Building, Die, Guard, State
from fieldkit.games.people import PlayerSetup
from fieldkit.messages import GameCommand

FOLDER = Path(fieldkit.__file__).parent / "games" / "dice_extra"
ISLANDS = {
    "own": FOLDER / "field.toml",
    "second": Path(__file__).with_name("second_island.toml"),
    "published": FOLDER / "published.toml",
}
SIDES = ("red", "blue", "green", "yellow")


def tables(path: Path) -> dict[str, Any]:
    """Return a TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def game(island: str = "own") -> DiceExtra:
    """Return the game on one of `ISLANDS`."""
    return DiceExtra(tables(FOLDER / "rules.toml"), tables(ISLANDS[island]))


@cache
def begun(players: int = 2, island: str = "own", seed: int = 1, **options: Any) -> State:
    """Return a match before the first starting road."""
    made = co.CreateMatch([PlayerSetup(id) for id in SIDES[:players]], options=options)
    return told(
        game(island), None, game(island).start(GameCommand(made, 0, "tablet"), Random(seed).randrange)
    )


def told(of: DiceExtra, state: State | None, events: Sequence[Any]) -> State:
    """Return the state after these events."""
    for event in events:
        state = of.evolve(state, event)
    assert state is not None
    return state


def position(
    roads: Mapping[str, Sequence[int]],
    buildings: Mapping[int, Building] | None = None,
    dice: str = "",
    island: str = "own",
    **changes: Any,
) -> State:
    """Return a board in the middle of a match: red is on turn, and the last roll shows these dice."""
    state = begun(len(SIDES), island, castles=True)
    faces = dice.split()
    return replace(
        state,
        phase="dice" if faces else "roll",
        turn=9,
        rolls=3,
        dice=tuple(Die(f"d{n}", face) for n, face in enumerate(faces, 1)),  # type: ignore[arg-type]
        roads={road: side for side, each in roads.items() for road in each},
        buildings=dict(buildings or {}),
        **changes,
    )


def random_board(seed: int, most_roads: int = 12) -> State:
    """Return a random board: roads that hang together, as players build, or not, buildings and knights."""
    rng = Random(seed)
    island = rng.choice(list(ISLANDS))
    land = begun(island=island).land
    roads: dict[int, str] = {}
    for side in SIDES[: rng.randint(2, 4)]:
        own: set[int] = set()
        for _ in range(rng.randint(1, most_roads)):
            beside = {n for road in own for corner in land.roads[road] for n in land.meeting[corner]}
            free = sorted((beside if rng.random() < 0.9 else set(range(len(land.roads)))) - roads.keys())
            if free or not own:
                road = rng.choice(free or sorted(set(range(len(land.roads))) - roads.keys()))
                roads[road] = side
                own.add(road)
    corners = sorted({corner for road in roads for corner in land.roads[road]})
    sites = [corner for corner in corners if corner in land.sites]
    buildings = {
        corner: Building(rng.choice(SIDES), land.sites[corner] and rng.random() < 0.4)
        for corner in rng.sample(sites, rng.randint(0, len(sites)))
    }
    knights = {n: Guard(rng.choice(SIDES), rng.randint(1, 9)) for n in land.knights if rng.random() < 0.3}
    by_side = {side: [road for road, owner in roads.items() if owner == side] for side in SIDES}
    return position(by_side, buildings, island=island, knights=knights)
