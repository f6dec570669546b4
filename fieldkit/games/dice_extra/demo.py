"""Simulated players of the dice game, whose choices are a pure function of the view and of chance."""

from collections.abc import Sequence
from random import Random
from typing import Any

from fieldkit.clock import Clock
from fieldkit.demo.client import Client, View
from fieldkit.demo.players import Players, play_turns
from fieldkit.demo.stage import Field, Stage
from fieldkit.games.dice_extra.island import Hex, bare_land
from fieldkit.games.dice_extra.kinds import COLOURS, KINDS, MIN_PLAYERS

Command = dict[str, Any]

GAME = "dice_extra"
THINKING_S = (1.0, 1.0)
"""Time between two decisions, in seconds of the kit's clock."""
LIKES = {"castle": 9, "city": 6, "settlement": 5, "knight": 3, "road": 2}
"""A player's liking for each piece."""


def play(stage: Stage) -> None:
    """Play a match to its end and say how it went. Raises FieldkitError."""
    players = stage.people(MIN_PLAYERS, len(COLOURS), len(COLOURS))
    play_turns(stage, new_match(players), choice, THINKING_S)


def crowd(client: Client, field: Field, clock: Clock) -> Players:
    """Return players who take every turn of a match that somebody sets up."""
    return Players(client, clock, GAME, choice, THINKING_S)


def new_match(players: int) -> Command:
    """Return the command that sets up a match of this many players."""
    return {"type": "create_match", "game": GAME, "players": [{"id": colour} for colour in COLOURS[:players]]}


def choice(view: View, rng: Random) -> Command:
    """Return the next command of the player on turn."""
    offers = view["offers"]
    if offers["start"]:
        return {"type": "start_road", "road": _towards_sites(view, offers["start"], rng)}
    if not view["dice"]:
        return {"type": "roll", **_thrown(view, view["dice_in_play"], rng)}
    if offers["roll"]:
        keep = _wanted(view)
        left = len(view["dice"]) - len(keep)
        return (
            {"type": "roll", "keep": keep, **_thrown(view, left, rng)} if left else {"type": "stop_rolling"}
        )
    return _build(view, rng) or _joker(view) or {"type": "end_turn"}


def _thrown(view: View, dice: int, rng: Random) -> Command:
    """Return faces for real dice; nothing where the kit rolls."""
    return {"faces": rng.choices(KINDS, k=dice)} if view["options"]["dice"] == "real" else {}


def _wanted(view: View) -> list[str]:
    """Return the dice worth keeping: those for the best piece that is nearly there, then for the next."""
    kept: list[str] = []
    left = len(view["dice"])
    for _, parts in sorted(_aims(view), key=lambda aim: -aim[0]):
        paying = [die for _, *dice in parts for die in dice]
        if not set(paying) & set(kept) and left >= len(parts):
            kept += paying
            left -= len(parts)
    return kept


def _aims(view: View) -> list[tuple[float, list[list[str]]]]:
    """Return each piece that has a place, by how likely it is and how much it is liked."""
    found = []
    for piece, offer in view["offers"]["build"].items():
        missing = sum(len(part) == 1 for part in offer["parts"])
        if offer["at"] and len(offer["parts"]) <= len(view["dice"]):
            found.append((LIKES[piece] / (1 + missing) ** 1.5, offer["parts"]))
    return found


def _build(view: View, rng: Random) -> Command | None:
    built = view["offers"]["build"]
    for piece in sorted(LIKES, key=lambda each: -LIKES[each]):
        # A match may be without one of them.
        offer = built.get(piece)
        if offer is not None and "refused" not in offer:
            at = _towards_sites(view, offer["at"], rng) if piece == "road" else rng.choice(offer["at"])
            return {"type": "build", "piece": piece, "at": at}
    return None


def _joker(view: View) -> Command | None:
    """Turn a die that pays for nothing, where that is all a piece still needs."""
    for parts in (offer["parts"] for offer in view["offers"]["build"].values() if offer["at"]):
        missing = [kind for kind, *dice in parts if not dice]
        paying = {die for _, *dice in parts for die in dice}
        spare = [die["id"] for die in view["dice"] if not die.get("paid") and die["id"] not in paying]
        for knight, kind in view["offers"]["joker"]["knights"].items():
            if len(missing) == 1 and spare and kind in (None, missing[0]):
                return {"type": "use_knight", "knight": int(knight), "die": spare[0], "kind": missing[0]}
    return None


def _towards_sites(view: View, roads: Sequence[int], rng: Random) -> int:
    """Choose one of the roads, preferably one that leads to a free site."""
    built = [*view["settlements"].values(), *view["cities"].values()]
    free = set(view["island"]["sites"]) - {at for each in built for at in each}
    hexes = (Hex(x, y, kind, tuple(knights)) for x, y, kind, *knights in view["island"]["hexes"])
    ends = bare_land(tuple(hexes)).roads
    leading = [road for road in roads if free.intersection(ends[road])]
    return rng.choice(leading or list(roads))
