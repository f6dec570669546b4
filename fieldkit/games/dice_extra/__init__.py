"""The Catan Dice Game "Extra", the rules DX-1 to DX-9: one island, six dice, two to four people.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence.

    island       DX-1, DX-2   the island's file, checked, and the map that follows from it
    setup        DX-1, DX-2   the match from options, islands and players
    turn         DX-3, DX-7   what a command becomes: rolls, pieces, jokers, the end of a turn
    payment      DX-4, DX-9   which dice pay
    places       DX-2, DX-5, DX-6, DX-9   where something may stand, and why not elsewhere
    trail        DX-8         the longest trail, and who holds what
    state        the frozen values, points and winners (DX-8)
    kinds, commands, events, evolve   the words of the game, and how what happened changes the state
    offers, view, shapes, words       what people see, what they may do, and what it is all called
    report       what is told of a match that was played
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldkit.games import Game, register

NAME = "dice_extra"


def _made(numbers: Mapping[str, Any], field: Mapping[str, Any]) -> Game:
    """The game; the rules are imported here, since most processes only want to know that there is one."""
    from fieldkit.games.dice_extra.game import DiceExtra

    return DiceExtra(numbers, field)


register(
    NAME,
    _made,
    field="dice_extra_island",
    fields={"published": "published.toml", "kit": "field.toml"},
)
