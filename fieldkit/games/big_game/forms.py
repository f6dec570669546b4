"""The claim form, and route and army: worth, limits and holders (BG-2, BG-9, BG-11, BG-12)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.games.declared import Value
from fieldkit.phrases import Term

Group = Literal["sun", "moon"]
Award = Literal["route", "army"]

RESOURCES = ("grain", "ore", "brick", "lumber", "wool")
"""In the order of the tie-break (BG-12)."""
COUNTED: Mapping[str, tuple[int, int]] = {
    "settlements": (1, 5),
    "cities": (2, 9),
    "bonuses": (2, 5),
    "vp_cards": (1, 5),
}
"""The parts of a form that are counted: points for each and maximum (BG-12)."""
AWARD_POINTS: Mapping[Award, int] = {"route": 2, "army": 2}
AWARD_COUNTS: Mapping[Award, tuple[int, int]] = {"route": (5, 30), "army": (3, 14)}
"""The count from which on somebody holds it, and the highest possible count (BG-2, BG-11)."""
PARTS: Mapping[str, Term] = {
    "settlements": Term("Settlements"),
    "cities": Term("Cities"),
    "bonuses": Term("Other territories"),
    "vp_cards": Term("Victory point cards"),
    "route": Term("Longest trade route"),
    "army": Term("Largest army"),
}
MAX_IN_HAND = 57
"""The cards of one resource on the own board and the two beside it (BG-2, BG-7)."""
AT_HOME = 3
"""The buildings that each begins with (BG-2)."""


class Holding(Value):
    """Longest route or largest army of one board (BG-11): the count of each player, and the holder."""

    sun: int = 0
    moon: int = 0
    holder: Group | None = None


class Form(Value):
    """A claim form: buildings and cards on the board and in hand when the clock ends (BG-9, BG-12)."""

    settlements: int = 0
    cities: int = 0
    bonuses: int = 0
    vp_cards: int = 0
    route: bool = False
    army: bool = False
    grain: int = 0
    ore: int = 0
    brick: int = 0
    lumber: int = 0
    wool: int = 0


@lru_cache(maxsize=4096)
def points(form: Form) -> int:
    """Return the points of a form (BG-12)."""
    counted = sum(worth * int(getattr(form, part)) for part, (worth, _) in COUNTED.items())
    return counted + sum(worth for award, worth in AWARD_POINTS.items() if getattr(form, award))


def limits() -> dict[str, dict[str, Any]]:
    """Return all that a page needs to draw a form; the cards stand in the order of the tie-break."""
    return {
        "counted": {part: list(worth_and_max) for part, worth_and_max in COUNTED.items()},
        "held": {award: worth for award, worth in AWARD_POINTS.items()},
        "hand": dict.fromkeys(RESOURCES, MAX_IN_HAND),
        "awards": {award: list(counts) for award, counts in AWARD_COUNTS.items()},
    }


def impossible(form: Form) -> Rejected | None:
    """Refuse a form that cannot be true, whatever the other player of the board has (BG-9, BG-12)."""
    for part, (_, most) in COUNTED.items():
        if not 0 <= getattr(form, part) <= most:
            return Rejected("form", "{part}: 0 to {n}", "BG-12", part=PARTS[part], n=most)
    if not all(0 <= getattr(form, resource) <= MAX_IN_HAND for resource in RESOURCES):
        return Rejected("form", "In hand: 0 to {n} cards of each resource", "BG-2", n=MAX_IN_HAND)
    if form.settlements + form.cities < AT_HOME or not form.cities:
        return Rejected("form", "Everybody begins with {n} buildings, one of them a city", "BG-2", n=AT_HOME)
    if form.bonuses > max(0, form.settlements + form.cities - AT_HOME):
        return Rejected("form", "There are more other territories than buildings away from home", "BG-9")
    return None


def counted(before: Holding, award: Award, group: Group, count: int) -> Holding:
    """Change one player's count; the holder keeps the award until the other has more of enough (BG-11)."""
    now = replace(before, sun=count) if group == "sun" else replace(before, moon=count)
    enough = {each: n for each, n in (("sun", now.sun), ("moon", now.moon)) if n >= AWARD_COUNTS[award][0]}
    holder = now.holder if now.holder in enough else None
    for each, n in enough.items():
        if holder is None or n > enough[holder]:
            holder = "sun" if each == "sun" else "moon"
    return replace(now, holder=holder)
