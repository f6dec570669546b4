"""The contents of each box: `layout.toml` with the sizes in `parts.toml`.

Each thing is a block in a box: the room that it needs with its plugs and bent wires. All lengths are in mm,
from the inside's lower left corner at the back; x runs along the box, y up, z towards the lid.
"""

import itertools
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
    """A box with its inside, how far its plate stands off its back, its places, and its ``outside`` if told.

    A kit has as many as of the part ``each``, and none if it has the part ``unless``.
    """

    part: str
    plate: float
    places: tuple[Placement, ...]
    each: str = ""
    unless: str = ""
    upright: bool = False
    inside: Size = (0, 0, 0)
    outside: Size = (0, 0, 0)


class Layout(Struct):
    """The boxes, and how many of a part a kit holds beyond them."""

    left_over: dict[str, int]
    housings: dict[str, Housing]


class Room(NamedTuple):
    """The room between two corners."""

    low: Size
    high: Size

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


@cache
def layout() -> Layout:
    """Return `layout.toml` as it stands."""
    return toml.decode(LAYOUT_FILE.read_bytes(), type=Layout)


@cache
def housings() -> Mapping[str, Housing]:
    """Return each box with its places and its sizes as it lies; KeyError for a part without inside."""
    return {name: _housing(found) for name, found in layout().housings.items()}


def _housing(found: Housing) -> Housing:
    sizes = [shop().sizes[found.part].inside_mm, shop().sizes[found.part].mm]
    inside, outside = ((mm[1], mm[0], mm[2]) if mm and found.upright else mm for mm in sizes)
    if inside is None:
        raise KeyError(f"parts.toml does not say what {found.part} holds")
    places = (replace(each, name=each.name or each.part.replace("_", " ")) for each in found.places)
    return replace(
        found, each=found.each or found.part, inside=inside, outside=outside or inside, places=tuple(places)
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


def blocks(kit: BuildKit, housing: Housing) -> list[Block]:
    """Return what lies in a box of this kit."""
    counts = in_use(kit)
    return [
        block(housing, place)
        for place in housing.places
        if (not place.only or any(name in kit.additions for name in place.only))
        and all(counts[part] for part in (place.part, place.of) if part)
    ]


def spacers(board: Block, plate: float) -> list[Room]:
    """Return the four spacers that carry a board; none for a board that lies on the plate."""
    (left, lower, under), (right, upper, _) = board.body
    if under <= plate:
        return []
    corners = itertools.product((left, right - SPACER_MM), (lower, upper - SPACER_MM))
    return [Room((x, y, plate), (x + SPACER_MM, y + SPACER_MM, under)) for x, y in corners]
