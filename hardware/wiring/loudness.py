"""The siren's loudness where people stand, its reach, and what a day beside it does to an ear.

A point source in the open loses 20 dB for every tenfold of the distance. Wind, wet grass and people between
take up to 10 dB more; a meter on the field decides. The dose is the daily exposure over eight hours,
set against the action values of the European directive 2003/10/EC.
"""

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from hardware.wiring import power
from hardware.wiring.shopping import shop

SHOUTING_DB, ABOVE_DB = 75.0, 10.0
"""A field on which people shout, and how far a signal must stand above it (dB)."""
NEEDED_DB = SHOUTING_DB + ABOVE_DB
"""The level that must arrive at the farthest hoop, in dB(A)."""
REFEREE_DB = 95.0
"""The most in a blast where the referee or the crew stand, in dB(A)."""
LOWER_DB, UPPER_DB = 80.0, 85.0
"""The European action values of LEX,8h in dB(A): plugs are offered from the first, worn from the second."""
DISTANCES_M = 1, 3, 6, 9, 18, 25, 50
SHIFTS_H = 4, 8
DAY_H = 8.0
_EDGE_M = 1.0
"""The lines are this far beyond the outermost hoop or pile."""

Placement = tuple[float, float]


def siren_db() -> float:
    """Return the listed siren's level at one metre, in dB(A); ValueError if its maker says nothing."""
    decibels = shop().sizes["siren"].db
    if decibels is None:
        raise ValueError("parts.toml does not say how loud the siren is: give it db")
    return decibels


def mast_m() -> float:
    """Return how far at least, in whole metres, the siren's mast stands from referee, box and line."""
    return float(math.ceil(reach(REFEREE_DB)))


def level(metres: float) -> float:
    """Return what arrives of one siren at a distance, in dB(A)."""
    return siren_db() - 20 * math.log10(metres)


def reach(decibels: float) -> float:
    """Return how far from one siren (m) this level still arrives; nearer, it is louder."""
    return float(10 ** ((siren_db() - decibels) / 20))


def together(levels: Sequence[float]) -> float:
    """Several sirens at one place: their powers add up, so two that are alike give 3 dB more."""
    return 10 * math.log10(sum(10 ** (each / 10) for each in levels))


def dose(decibels: float, hours: float) -> float:
    """Return LEX,8h in dB(A) after ``hours`` where the blasts of a usual match arrive at this level."""
    return decibels + 10 * math.log10(power.shares()["siren"] * hours / DAY_H)


@cache
def field() -> Mapping[str, Placement]:
    """Hoops and piles of the field that has rounds, by name, in metres from a corner of the field."""
    folder, _ = power.game_with_rounds()
    found = tomllib.loads((folder / "field.toml").read_text(encoding="utf-8"))
    return {each["id"]: (each["x"], each["y"]) for each in (*found["hoops"], *found["piles"])}


def size() -> Placement:
    """Width and height of the field between its lines, in metres."""
    width, height = (math.ceil(max(place[axis] for place in field().values())) for axis in (0, 1))
    return width + _EDGE_M, height + _EDGE_M


def masts(sirens: int) -> list[Placement]:
    """Return where the masts stand: one beside the middle of a long side, two beyond two opposite corners.

    ValueError for any other number, for which the guide gives no place.
    """
    width, height = size()
    if sirens == 1:
        return [(width / 2, -mast_m())]
    if sirens == 2:
        out = mast_m() / math.sqrt(2)
        return [(-out, -out), (width + out, height + out)]
    raise ValueError("one or two sirens")


def heard(sirens: int, at: Placement) -> float:
    """Return what arrives at a place of the field, in dB(A)."""
    return together([level(math.dist(mast, at)) for mast in masts(sirens)])


def farthest(sirens: int) -> tuple[str, float]:
    """Return the hoop or pile where least arrives, and how much that is, in dB(A)."""
    return min(((name, heard(sirens, at)) for name, at in field().items()), key=lambda each: each[1])
