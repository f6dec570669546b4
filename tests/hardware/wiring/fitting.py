"""What does not fit into a box: room, metal at antennas, buttons, a cable's clamp, parts and holes."""

import itertools
import math
from collections import Counter
from collections.abc import Mapping

from hardware.wiring.packing import GLOVES_MM, Block, Housing, Room, Size, blocks, in_use, layout, spacers
from hardware.wiring.shopping import BuildKit, shop

CLAMP_MM = 50
"""The farthest from its board that a node's cable is clamped."""


def _overlap(a: Room, b: Room) -> bool:
    return all(a.low[k] < b.high[k] and b.low[k] < a.high[k] for k in range(3))


def _meet(a: Block, b: Block) -> bool:
    """Return whether both take the same room somewhere; a thing and what it brings may."""
    if "" != a.place.part == b.place.of or "" != b.place.part == a.place.of:
        return False
    return _overlap(a.room, b.room)


def _inside(each: Block, size: Size) -> bool:
    return all(each.room.low[k] >= 0 and each.room.high[k] <= size[k] for k in range(3))


def distance(a: Block, b: Block) -> float:
    """Return how far the two things themselves are apart."""
    (low, high), (other_low, other_high) = a.body, b.body
    return math.hypot(*(max(other_low[k] - high[k], low[k] - other_high[k], 0) for k in range(3)))


def count(kit: BuildKit, housing: Housing) -> int:
    """Return how many of a box a kit has."""
    counts = in_use(kit)
    return 0 if housing.unless and counts[housing.unless] else counts[housing.each]


def faults(kit: BuildKit, housing: Housing) -> list[str]:
    """List what does not fit in this box: room, metal at antennas, buttons, the cable's clamp."""
    there = blocks(kit, housing)
    found = [f"{each.place.name} does not fit inside" for each in there if not _inside(each, housing.inside)]
    found += [
        f"{a.place.name} and {b.place.name} need the same room"
        for a, b in itertools.combinations(there, 2)
        if _meet(a, b)
    ]
    found += [
        f"{metal.place.name} is {distance(a, metal):.0f} mm from the {a.place.name}, "
        f"not {a.place.keep_off:.0f}"
        for a, metal in itertools.permutations(there, 2)
        if metal.metal and metal.place.part != a.place.of and distance(a, metal) < a.place.keep_off
    ]
    stands = [each for each in there if each.place.part == "strip_board" and each.place.on == "floor"]
    found += [
        f"a spacer of {board.place.name} cannot stand on the floor: {other.place.name} is there"
        for board in stands
        for other in there
        # The room of a thing's wires may be where a spacer stands.
        if any(_overlap(each, other.body) for each in spacers(board, housing.plate))
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
        if clamp is None or distance(clamp, at["pico"]) > CLAMP_MM:
            found.append(f"the node's cable is not clamped within {CLAMP_MM} mm of its board")
    return found


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
        if shop().sizes[part].built_in and not 0 <= spare <= layout().left_over.get(part, 0):
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
