"""The numbers and lists of the rules for pages and paper: for the set-up, and the same ones of a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from fieldkit.games.full_contact import corrections, rounds, shapes
from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.fairness import FAIR
from fieldkit.games.full_contact.field import EDGE_M, HOOPS_APART_M, size
from fieldkit.games.full_contact.options import option_fields, step
from fieldkit.games.full_contact.setup import Setting
from fieldkit.games.full_contact.state import COLOURS, Numbers


def setup_view(given: Setting) -> dict[str, Any]:
    """Return what a page needs to set a match up."""
    teams, options = given.raw["teams"], given.raw["options"]
    return {
        "teams": [{"id": id, "name": name, "mark": mark} for id, (name, mark) in COLOURS.items()],
        "hoops": [{"id": h.id, "x": h.x, "y": h.y, "row": h.row, "start": h.start} for h in given.hoops],
        "piles": [shown(pile, shapes.PileView) | {"row": pile.row} for pile in given.piles],
        "prices": {item: dict(price) for item, price in given.numbers.prices.items()},
        "deck": dict(given.numbers.deck),
        "card_list": card_list(given.numbers, options["head_start_seconds"]),
        "points": dict(given.numbers.points),
        "plenty": given.numbers.plenty,
        "warn_seconds": given.numbers.warn_seconds,
        "limits": {
            "teams": {"min": teams["least"], "max": teams["most"]},
            "players": {"min": teams["least_players"], "max": teams["most_players"]},
        },
        "field_limits": {"fair": FAIR, "hoops_apart_m": HOOPS_APART_M, "edge_m": EDGE_M},
        "options": dict(options),
        "fields": option_fields(given.raw),
        "field_size": dict(zip("wh", size(given.hoops, given.piles), strict=True)),
        "short_team_vp": teams["short_team_vp"],
        "targets": {
            "usual": given.raw["start"]["target"],
            "full_game": given.raw["start"]["full_game_target"],
        },
        "knights": {
            "usual": given.raw["start"]["knights"],
            "full_game": given.raw["start"]["full_game_knights"],
        },
    }


def card_list(numbers: Numbers, head_start_seconds: float) -> list[dict[str, Any]]:
    """Return the cards of the deck as `CardView`: English sentences, for the page to translate and fill."""
    fill = {"plenty": numbers.plenty, "s": head_start_seconds}
    return [
        {"id": id, "name": card.name, "effect": card.effect, "note": card.note, "fill": fill}
        | {"asks": card.asks, "count": numbers.deck[id]}
        for id, card in CARDS.items()
        if id in numbers.deck
    ]


def limits(given: Setting) -> dict[str, dict[str, float]]:
    """Return the range and the step of each number that may be corrected."""
    count = (0, corrections.MAX_COUNT)
    found = {
        **corrections.limits(given),
        **dict.fromkeys(("resources", "balls", "cards"), count),
        "resume_seconds": (1, rounds.MAX_ROUND_S),
    }
    return {
        name: {"min": low, "max": high, "step": step(given.raw, name)} for name, (low, high) in found.items()
    }


def shown(value: object, shape: type, **more: Any) -> dict[str, Any]:
    """Return a value in a shape: its own fields of the shape's names, and ``more``."""
    kind: type = type(value)
    names, fields = _fields(kind, shape)
    return dict(zip(names, fields(value), strict=True)) | more


@cache
def _fields(kind: type, shape: type) -> tuple[tuple[str, ...], Callable[[object], tuple[Any, ...]]]:
    """Return the names that a class of values shares with a shape, and what reads them; views are many."""
    names = tuple(name for name in shape.__annotations__ if hasattr(kind, name))
    return names, attrgetter(*names)
