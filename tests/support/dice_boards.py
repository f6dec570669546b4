"""Public boards of the dice game for the tests of its scoreboard: moments of one match of four."""

import json
from functools import cache
from random import Random
from typing import Any

import msgspec

from fieldkit.games.dice_extra.demo import choice
from fieldkit.games.people import PlayerSetup
from fieldkit.referee.view import Views
from tests.fieldkit.games.dice_extra.match import Played

NAMES = {"red": "Mia", "blue": "Benedict", "green": "Ida", "yellow": "Tom"}
MOMENTS = {"starts": 1, "roll": 120, "dice": 165, "over": 5000}
"""After how many decisions of the match, by phase."""


@cache
def boards(players: int = 4, seed: int = 5) -> dict[str, dict[str, Any]]:
    """Return a board of each phase."""
    sides = [PlayerSetup(*each) for each in list(NAMES.items())[:players]]
    match = Played(sides, {"castles": True}, seed, "published")
    views, rng, found = Views({"dice_extra": match.game}, 1.0), Random(seed), {}
    for number in range(max(MOMENTS.values())):
        phase = match.state.phase
        if phase not in found and (number >= MOMENTS[phase] or phase == "over"):
            _, board = views.match_view(match.match, {}, [], {})
            found[phase] = json.loads(msgspec.json.encode(board | {"rev": number, "now": 1000}))
        if phase == "over":
            break
        plain = choice(match.game.view(match.state), rng)
        kind = match.game.commands[plain.pop("type")]
        match.do(msgspec.convert(plain, kind))
    return found
