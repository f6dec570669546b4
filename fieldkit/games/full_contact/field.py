"""The field (FC-3): reading its tables, its size and fairness, and its piles of balls (FC-22, FC-25)."""

import math
import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.games.full_contact.options import ALL_KINDS
from fieldkit.games.full_contact.state import Hoop, Kinds, Pile
from fieldkit.games.full_contact.words import hoop_label
from fieldkit.phrases import N_, Message, Term, tenths

MAX_HOOPS, MAX_PILES = 30, 60
MAX_M = 60
"""The farthest that anything may lie from the field's lower left corner (m), to the right and up."""
MAX_ROW, MAX_CAPACITY = 12, 60
HOOPS_APART_M, PILE_FROM_HOOP_M, PILES_APART_M = 1.5, 1.0, 0.5
"""The smallest distances between them, from centre to centre (m)."""
EDGE_M = 1
"""The margin (m) of the field beyond the outermost hoop or pile."""
_ID = re.compile(r"[a-z0-9-]{1,16}")

Field = tuple[tuple[Hoop, ...], tuple[Pile, ...]]
"""Hoops and piles."""


def read(field: Mapping[str, Any], teams: int, kinds: Sequence[str]) -> Field:
    """Return hoops and piles for a number of teams and these kinds; raise Rejected for an unusable field."""
    unknown = set(field) - {"hoops", "piles"}
    if unknown:
        raise _broken(f"{', '.join(sorted(unknown))}: unknown; allowed are hoops, piles")
    hoops = tuple(_entry(Hoop, entry, f"hoop {n}") for n, entry in _entries(field, "hoops", MAX_HOOPS))
    piles = tuple(_entry(Pile, entry, f"pile {n}") for n, entry in _entries(field, "piles", MAX_PILES))
    for what, ids in (("hoop", [h.id for h in hoops]), ("pile", [p.id for p in piles])):
        twice = {id for id in ids if ids.count(id) > 1}
        if twice:
            raise _broken(f"{what} {', '.join(sorted(twice))}: named twice; each needs its own id")
    if sum(hoop.start for hoop in hoops) < teams:
        raise _broken(f"start: at least {teams} hoops with start = true are needed")
    for kind in kinds:
        if all(pile.kind != kind for pile in piles):
            raise _broken(N_("There is no pile of {kind}"), kind=Term(kind))
    _check_distances(hoops, piles)
    return hoops, piles


def size(hoops: Sequence[Hoop], piles: Sequence[Pile]) -> tuple[int, int]:
    """Return width and height (m) of the field whose lower left corner is (0, 0)."""
    things: list[Hoop | Pile] = [*hoops, *piles]
    width, height = max(thing.x for thing in things), max(thing.y for thing in things)
    return math.ceil(width) + EDGE_M, math.ceil(height) + EDGE_M


def _broken(text: str, **params: object) -> Rejected:
    return Rejected("broken_field", text, "FC-3", **params)


def _entries(field: Mapping[str, Any], name: str, most: int) -> list[tuple[int, Any]]:
    entries = field.get(name, [])
    if not isinstance(entries, list):
        raise _broken(f"[[{name}]] must be a list of tables")
    if len(entries) > most:
        raise _broken(f"[[{name}]]: at most {most} are allowed")
    return list(enumerate(entries, 1))


def _entry(kind: Any, entry: Any, where: str) -> Any:
    if not isinstance(entry, dict):
        raise _broken(f"{where} must be a table")
    allowed = {"id": str, "x": float, "y": float, "row": int}
    allowed |= {"start": bool} if kind is Hoop else {"kind": str, "capacity": int}
    for key, value in entry.items():
        if key not in allowed:
            raise _broken("{where} {key}: unknown; allowed are " + ", ".join(allowed), where=where, key=key)
        number = allowed[key] is float and isinstance(value, int) and not isinstance(value, bool)
        if type(value) is not allowed[key] and not number:
            raise _broken(f"{where} {key}: must be of the type {allowed[key].__name__}")
    missing = [key for key in allowed if key not in entry and key != "start"]
    if missing:
        raise _broken(f"{where} {missing[0]}: missing")
    if kind is Pile and entry["kind"] not in ALL_KINDS:
        raise _broken(f"{where} kind: must be one of {', '.join(ALL_KINDS)}")
    if not _ID.fullmatch(entry["id"]):
        raise _broken(f"{where} id: 1 to 16 small letters, digits and dashes are allowed")
    limits = {"x": (0, MAX_M), "y": (0, MAX_M), "row": (1, MAX_ROW), "capacity": (1, MAX_CAPACITY)}
    for key, (least, most) in limits.items():
        # Written so that it holds for what is no number at all (nan), too.
        if key in entry and not least <= entry[key] <= most:
            raise _broken(f"{where} {key}: must be from {least} to {most}")
    return kind(**entry)


def _check_distances(hoops: Sequence[Hoop], piles: Sequence[Pile]) -> None:
    """Raise Rejected for what lies closer together than feet and balls allow."""
    things: list[Hoop | Pile] = [*hoops, *piles]
    for one, two in combinations(things, 2):
        if isinstance(two, Hoop):
            apart, text = HOOPS_APART_M, N_("Hoops {one} and {two} are less than {m} m apart")
            names: dict[str, object] = {"one": hoop_label(one.id), "two": hoop_label(two.id)}
        elif isinstance(one, Hoop):
            apart, text = PILE_FROM_HOOP_M, N_("A pile of {kind} is less than {m} m from hoop {hoop}")
            names = {"kind": Term(two.kind), "hoop": hoop_label(one.id)}
        else:
            apart, text = PILES_APART_M, N_("Piles of {kind} and {other} are less than {m} m apart")
            names = {"kind": Term(one.kind), "other": Term(two.kind)}
        if math.dist((one.x, one.y), (two.x, two.y)) < apart:
            raise _broken(text, **names, m=apart)


FAIR = 1.1
"""The longest way may be so much longer than the shortest: 10 %."""


def ways(hoops: Sequence[Hoop], piles: Sequence[Pile], kinds: Sequence[str]) -> dict[str, float]:
    """Return for each start hoop the sum over ``kinds`` of the way (m) to the nearest pile."""

    def way(hoop: Hoop, kind: str) -> float:
        lying = [math.dist((hoop.x, hoop.y), (pile.x, pile.y)) for pile in piles if pile.kind == kind]
        return min(lying, default=0.0)

    return {hoop.id: sum(way(hoop, kind) for kind in kinds) for hoop in hoops if hoop.start}


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


def scaled(piles: Sequence[Pile], balls_per_kind: int) -> tuple[Pile, ...]:
    """Return the piles with sizes that add up to the balls of each kind, as the field spreads them (FC-3)."""
    sizes: dict[str, int] = {}
    for kind in dict.fromkeys(pile.kind for pile in piles):
        own = [pile for pile in piles if pile.kind == kind]
        whole = sum(pile.capacity for pile in own)
        shares = {pile.id: divmod(pile.capacity * balls_per_kind, whole) for pile in own}
        rest = balls_per_kind - sum(share for share, _ in shares.values())
        # What does not divide evenly goes to the largest rests, of equal ones to the lowest on the field.
        order = sorted(own, key=lambda pile: (-shares[pile.id][1], pile.row))
        more = {pile.id for pile in order[:rest]}
        sizes |= {id: share + (id in more) for id, (share, _) in shares.items()}
    return tuple(replace(pile, capacity=sizes[pile.id]) for pile in piles)


def refill(piles: Sequence[Pile], kinds: Kinds) -> list[dict[str, Any]]:
    """Return the balls to put back, by kind: higher piles first, each up to its size (FC-22)."""
    fill = {pile.id: {"pile": pile.id, "upto": pile.capacity} for pile in piles}
    rows = _by_kind(sorted(piles, key=lambda pile: -pile.row), kinds)
    return [row | {"fill": [fill[id] for id in row["piles"]]} for row in rows]


def fetch(piles: Sequence[Pile], kinds: Kinds) -> list[dict[str, Any]]:
    """Return the balls to bring to a team, by kind: from the lowest piles first (FC-25)."""
    return _by_kind(sorted(piles, key=lambda pile: pile.row), kinds)


def _by_kind(piles: Sequence[Pile], kinds: Kinds) -> list[dict[str, Any]]:
    lying = {kind: [pile.id for pile in piles if pile.kind == kind] for kind, n in kinds.items() if n > 0}
    return [{"kind": kind, "count": kinds[kind], "piles": ids} for kind, ids in lying.items()]
