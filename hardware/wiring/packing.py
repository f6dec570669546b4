"""The contents of each box, and whether they fit: `layout.toml` against the sizes in `parts.toml`.

Each thing is a block in a box: the room that it needs with its plugs and bent wires. All lengths are in mm,
from the inside's lower left corner at the back; x runs along the box, y up, z towards the lid.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct, toml
from msgspec.structs import replace

from hardware.wiring.shopping import BuildKit, shop

LAYOUT_FILE = Path(__file__).with_name("layout.toml")
GLOVES_MM = 45
"""The least distance between the middles of two of a hoop's buttons, for a hand in a glove."""
SPACER_MM = 6
"""The width of a spacer under a board's corner."""
CLAMP_MM = 50
"""The farthest from its board that a node's cable is clamped."""

Size = tuple[float, float, float]
Wall = Literal["floor", "lid", "bottom", "top", "left", "right"]


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `layout.toml`: what lies where. ``part`` is empty for a thing that is no part of its own."""

    name: str = ""
    part: str = ""
    on: Wall = "floor"
    at: tuple[float, ...] = ()
    turn: int = 0
    mm: Size | None = None
    of: str = ""
    only: tuple[str, ...] = ()
    carries: dict[str, int] = {}
    keep_off: float = 0.0


class Housing(Struct, frozen=True, forbid_unknown_fields=True):
    """A box with its inside, how far its plate stands off its back, and its places.

    A kit has as many as of the part ``each``, and none if it has the part ``unless``.
    """

    part: str
    plate: float
    places: tuple[Placement, ...]
    each: str = ""
    unless: str = ""
    upright: bool = False
    inside: Size = (0, 0, 0)


class _Layout(Struct):
    left_over: dict[str, int]
    housings: dict[str, Housing]


class Room(NamedTuple):
    """The room between two corners."""

    low: Size
    high: Size

    def meets(self, other: Room) -> bool:
        """Return whether both take the same room somewhere."""
        return all(self.low[k] < other.high[k] and other.low[k] < self.high[k] for k in range(3))

    @property
    def middle(self) -> Size:
        """Its middle."""
        across, up, deep = ((a + b) / 2 for a, b in zip(self.low, self.high, strict=True))
        return across, up, deep


@dataclass(frozen=True, slots=True)
class Block:
    """A thing in its place: its own ``body``, and the ``room`` that it takes with its plugs."""

    place: Placement
    room: Room
    body: Room
    metal: bool

    def meets(self, other: Block) -> bool:
        """Return whether both take the same room somewhere; a thing and what it brings may."""
        if "" != self.place.part == other.place.of or "" != other.place.part == self.place.of:
            return False
        return self.room.meets(other.room)

    def inside(self, size: Size) -> bool:
        """Return whether this lies wholly in a box of that inside."""
        return all(self.room.low[k] >= 0 and self.room.high[k] <= size[k] for k in range(3))

    def distance(self, other: Block) -> float:
        """Return how far the two things themselves are apart."""
        (low, high), (other_low, other_high) = self.body, other.body
        return math.hypot(*(max(other_low[k] - high[k], low[k] - other_high[k], 0) for k in range(3)))


@cache
def _layout() -> _Layout:
    return toml.decode(LAYOUT_FILE.read_bytes(), type=_Layout)


@cache
def housings() -> Mapping[str, Housing]:
    """Return each box with its places; KeyError for a box whose part has no inside."""
    return {name: _housing(found) for name, found in _layout().housings.items()}


def _housing(found: Housing) -> Housing:
    inside = shop().sizes[found.part].inside_mm
    if inside is None:
        raise KeyError(f"parts.toml does not say what {found.part} holds")
    places = (replace(each, name=each.name or each.part.replace("_", " ")) for each in found.places)
    return replace(
        found,
        each=found.each or found.part,
        inside=(inside[1], inside[0], inside[2]) if found.upright else inside,
        places=tuple(places),
    )


def block(housing: Housing, place: Placement) -> Block:
    """Return the room that a place takes in a box."""
    measures = shop().sizes[place.part]
    mm = place.mm or measures.mm
    if mm is None:
        raise KeyError(f"{place.name} has no mm in parts.toml")
    room = mm if place.mm else measures.room or mm
    if place.turn not in (0, 90, 180, 270):
        raise ValueError(f"a turn is 0, 90, 180 or 270 degrees, not {place.turn}")
    (long, wide, deep), (x, y), (length, width, height) = room, measures.room_at, mm
    for _ in range(place.turn // 90):
        x, y, long, wide, length, width = wide - y - width, x, wide, long, width, length
    left, lower, under = (*place.at, housing.plate if place.on == "floor" else 0.0)[:3]
    around = _laid(housing.inside, place.on, (left, lower, under), (long, wide, deep))
    itself = _laid(housing.inside, place.on, (left + x, lower + y, under), (length, width, height))
    return Block(place, around, itself, measures.metal)


def _laid(inside: Size, on: Wall, low: Size, size: Size) -> Room:
    """Return the room of what stands on a wall, in the box's own directions."""
    (a, b, c), (long, wide, deep) = low, size
    far = {"right": inside[0], "top": inside[1], "lid": inside[2]}.get(on, deep) - deep
    match on:
        case "floor":
            return Room((a, b, c), (a + long, b + wide, c + deep))
        case "lid":
            return Room((a, b, far), (a + long, b + wide, far + deep))
        case "bottom" | "top":
            return Room((a, far, b), (a + long, far + deep, b + wide))
        case "left" | "right":
            return Room((far, a, b), (far + deep, a + long, b + wide))


def in_use(kit: BuildKit) -> Counter[str]:
    """Count the parts that a kit has in use: an addition once for each post, so without the spare node."""
    additions = {name: min(times, kit.additions.get("post", times)) for name, times in kit.additions.items()}
    return shop().count(BuildKit(kit.title, additions, kit.bring))


def count(kit: BuildKit, housing: Housing) -> int:
    """Return how many of a box a kit has."""
    counts = in_use(kit)
    return 0 if housing.unless and counts[housing.unless] else counts[housing.each]


def blocks(kit: BuildKit, housing: Housing) -> list[Block]:
    """Return what lies in a box of this kit."""
    counts = in_use(kit)
    return [
        block(housing, place)
        for place in housing.places
        if (not place.only or any(name in kit.additions for name in place.only))
        and all(counts[part] for part in (place.part, place.of) if part)
    ]


def faults(kit: BuildKit, housing: Housing) -> list[str]:
    """List what does not fit in this box: room, metal at antennas, buttons, the cable's clamp."""
    there = blocks(kit, housing)
    found = [f"{each.place.name} does not fit inside" for each in there if not each.inside(housing.inside)]
    found += [
        f"{a.place.name} and {b.place.name} need the same room"
        for a, b in itertools.combinations(there, 2)
        if a.meets(b)
    ]
    found += [
        f"{metal.place.name} is {a.distance(metal):.0f} mm from the {a.place.name}, "
        f"not {a.place.keep_off:.0f}"
        for a, metal in itertools.permutations(there, 2)
        if metal.metal and metal.place.part != a.place.of and a.distance(metal) < a.place.keep_off
    ]
    stands = [each for each in there if each.place.part == "strip_board" and each.place.on == "floor"]
    found += [
        f"a spacer of {board.place.name} cannot stand on the floor: {other.place.name} is there"
        for board in stands
        for other in there
        # The room of a thing's wires may be where a spacer stands.
        if any(each.meets(other.body) for each in spacers(board, housing.plate))
    ]
    buttons = [each for each in there if each.place.part == "button"]
    found += [
        f"buttons {a.place.name} and {b.place.name} are nearer than {GLOVES_MM} mm"
        for a, b in itertools.combinations(buttons, 2)
        if math.dist(a.body.middle[:2], b.body.middle[:2]) < GLOVES_MM
    ]
    at = {each.place.part: each for each in there}
    if {"plug_gland", "pico"} <= at.keys():
        clamp = at.get("cable_clamp")
        if clamp is None or clamp.distance(at["pico"]) > CLAMP_MM:
            found.append(f"the node's cable is not clamped within {CLAMP_MM} mm of its board")
    return found


def spacers(board: Block, plate: float) -> list[Room]:
    """Return the four spacers that carry a board; none for a board that lies on the plate."""
    (left, lower, under), (right, upper, _) = board.body
    if under <= plate:
        return []
    corners = itertools.product((left, right - SPACER_MM), (lower, upper - SPACER_MM))
    return [Room((x, y, plate), (x + SPACER_MM, y + SPACER_MM, under)) for x, y in corners]


def missing(kit: BuildKit, boxes: Mapping[str, Housing]) -> list[str]:
    """Return which parts of a kit have no place, and which places of these boxes the kit has no part for."""
    counts, placed = in_use(kit), Counter[str]()
    found = []
    times = {name: count(kit, housing) for name, housing in boxes.items()}
    if not any(times.values()):
        return []
    for name, housing in boxes.items():
        there = Counter(each.place.part for each in blocks(kit, housing) if each.place.part and times[name])
        for part, number in there.items():
            placed[part] += times[name] * number
            if name not in shop().sizes[part].built_in:
                found.append(f"{part} is placed in {name} and does not say so")
    for part, number in counts.items():
        spare = number - placed[part]
        if shop().sizes[part].built_in and not 0 <= spare <= _layout().left_over.get(part, 0):
            found.append(f"{number} of {part} are in use, {placed[part]} have a place")
    return found


def entries(kit: BuildKit, boxes: Mapping[str, Housing]) -> list[str]:
    """List what is wrong with the cables' holes: too few, too many cables in one, a plug that is too big."""
    through: Counter[tuple[str, str]] = Counter()
    found = []
    for name, housing in boxes.items():
        for each in blocks(kit, housing) if count(kit, housing) else ():
            hole, carries = shop().sizes[each.place.part], each.place.carries
            if sum(carries.values()) > hole.cables:
                found.append(f"{each.place.name} in {name} takes {hole.cables} cables")
            for cable, number in carries.items():
                through[cable, name] += number * count(kit, housing)
                if shop().sizes[cable].entry == "plug" and hole.passes != "plug":
                    found.append(f"the plug of {cable} does not pass {each.place.name} in {name}")
    for part, number in in_use(kit).items():
        for end in shop().sizes[part].enters:
            if any(count(kit, boxes[name]) for name in end):
                ways = sum(through[part, name] for name in end)
                if ways < number:
                    found.append(f"{number} of {part} enter {' or '.join(end)}, {ways} have a hole")
    return found
