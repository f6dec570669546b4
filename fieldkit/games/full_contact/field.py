"""The field (FC-3): reading its tables, checking that it can be laid and played on, and its size."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games.full_contact.names import hoop_label
from fieldkit.games.full_contact.options import ALL_KINDS
from fieldkit.games.full_contact.state import Hoop, Pile
from fieldkit.phrases import N_, Message, Term

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
    """Return hoops and piles from a field's tables.

    There are start hoops for ``teams`` teams and a pile of each of ``kinds``. Raises Rejected for a field
    that cannot be used, with one sentence.
    """
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
    for wrong in _too_near(hoops, piles):
        raise _broken(wrong.template, **wrong.params)
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
    """Return one hoop or pile, with each value's type checked."""
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
    for key, least, most in (
        ("x", 0, MAX_M),
        ("y", 0, MAX_M),
        ("row", 1, MAX_ROW),
        ("capacity", 1, MAX_CAPACITY),
    ):
        # Written so that it holds for what is no number at all (nan), too.
        if key in entry and not least <= entry[key] <= most:
            raise _broken(f"{where} {key}: must be from {least} to {most}")
    return kind(**entry)


def _too_near(hoops: Sequence[Hoop], piles: Sequence[Pile]) -> Iterator[Message]:
    """Yield what lies closer together than feet and balls allow."""
    for one, two in combinations(hoops, 2):
        if math.dist((one.x, one.y), (two.x, two.y)) < HOOPS_APART_M:
            given = {"one": hoop_label(one.id), "two": hoop_label(two.id), "m": HOOPS_APART_M}
            yield Message(N_("Hoops {one} and {two} are less than {m} m apart"), given)
    for pile in piles:
        kind = Term(pile.kind)
        for hoop in hoops:
            if math.dist((pile.x, pile.y), (hoop.x, hoop.y)) < PILE_FROM_HOOP_M:
                given = {"kind": kind, "hoop": hoop_label(hoop.id), "m": PILE_FROM_HOOP_M}
                yield Message(N_("A pile of {kind} is less than {m} m from hoop {hoop}"), given)
    for pile, other in combinations(piles, 2):
        if math.dist((pile.x, pile.y), (other.x, other.y)) < PILES_APART_M:
            given = {"kind": Term(pile.kind), "other": Term(other.kind), "m": PILES_APART_M}
            yield Message(N_("Piles of {kind} and {other} are less than {m} m apart"), given)
