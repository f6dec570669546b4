"""Fairness of a field (FC-3): the way from each start hoop to one pile of every kind.

``fieldkit/games/full_contact/web/fairness.js`` computes the same while a field is being edited.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from fieldkit.games.full_contact.names import hoop_label
from fieldkit.games.full_contact.state import Hoop, Pile
from fieldkit.phrases import N_, Message, tenths

FAIR = 1.1
"""The longest way may be so much longer than the shortest: 10 %."""


def ways(hoops: Sequence[Hoop], piles: Sequence[Pile], kinds: Sequence[str]) -> dict[str, float]:
    """Return for each start hoop the sum over ``kinds`` of the way (m) to the nearest pile."""
    return {hoop.id: sum(_way(hoop, piles, kind) for kind in kinds) for hoop in hoops if hoop.start}


def _way(hoop: Hoop, piles: Sequence[Pile], kind: str) -> float:
    """Return the way (m) to the nearest pile of a kind; 0 for a kind without one."""
    lying = [pile for pile in piles if pile.kind == kind]
    return min((math.dist((hoop.x, hoop.y), (pile.x, pile.y)) for pile in lying), default=0.0)


def unfair_choices(way: dict[str, float], teams: int) -> list[tuple[str, ...]]:
    """Return the choices of start hoops for that many teams that are not fair."""
    return [
        chosen
        for chosen in combinations(way, teams)
        if max(way[id] for id in chosen) > FAIR * min(way[id] for id in chosen)
    ]


def doubt(hoops: Sequence[Hoop], piles: Sequence[Pile], kinds: Sequence[str]) -> Message | None:
    """Return a warning, in one sentence, if the start hoops are not alike; None for a fair field."""
    way = ways(hoops, piles, kinds)
    near, far = min(way, key=lambda id: way[id]), max(way, key=lambda id: way[id])
    if way[far] <= FAIR * way[near]:
        return None
    text = N_(
        "The field is not fair: to one pile of each kind it is {most} m from hoop {far}, {least} m from "
        "hoop {near}; 10 % more is allowed"
    )
    labels = {"far": hoop_label(far), "near": hoop_label(near)}
    return Message(text, labels | {"most": tenths(way[far]), "least": tenths(way[near])})
