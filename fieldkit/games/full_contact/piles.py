"""The piles of balls: their sizes for any number of balls, and in which order they are filled or emptied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fieldkit.games.full_contact.state import Kinds, Pile


def scaled(piles: Sequence[Pile], balls_per_kind: int) -> tuple[Pile, ...]:
    """Return the piles with sizes that add up to the balls of each kind, as the field spreads them (FC-3).

    What does not divide evenly goes to the piles with the largest rest, of equal ones to the lowest on the
    field, where it is fetched first.
    """
    sizes: dict[str, int] = {}
    for kind in dict.fromkeys(pile.kind for pile in piles):
        own = [pile for pile in piles if pile.kind == kind]
        whole = sum(pile.capacity for pile in own)
        shares = {pile.id: divmod(pile.capacity * balls_per_kind, whole) for pile in own}
        rest = balls_per_kind - sum(share for share, _ in shares.values())
        order = sorted(own, key=lambda pile: (-shares[pile.id][1], pile.row))
        more = {pile.id for pile in order[:rest]}
        sizes |= {id: share + (id in more) for id, (share, _) in shares.items()}
    return tuple(replace(pile, capacity=sizes[pile.id]) for pile in piles)


def refill(piles: Sequence[Pile], kinds: Kinds) -> list[dict[str, Any]]:
    """Return the balls to put back, by kind: higher piles first, each up to its size (FC-22)."""
    rows = sorted(piles, key=lambda pile: -pile.row)
    return [
        {
            "kind": kind,
            "count": count,
            "piles": [pile.id for pile in rows if pile.kind == kind],
            "fill": [{"pile": pile.id, "upto": pile.capacity} for pile in rows if pile.kind == kind],
        }
        for kind, count in kinds.items()
        if count > 0
    ]


def fetch(piles: Sequence[Pile], kinds: Kinds) -> list[dict[str, Any]]:
    """Return the balls to bring to a team, by kind: from the lowest piles first (FC-25)."""
    rows = sorted(piles, key=lambda pile: pile.row)
    return [
        {"kind": kind, "count": count, "piles": [pile.id for pile in rows if pile.kind == kind]}
        for kind, count in kinds.items()
        if count > 0
    ]
