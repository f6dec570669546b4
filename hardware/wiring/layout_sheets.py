"""The drawings of what lies where: boxes with the lid off, their lids and walls with each hole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from hardware.wiring.packing import Block, Housing, Size, blocks, housings, sizes, spacers
from hardware.wiring.sheet import Sheet
from hardware.wiring.shopping import shop
from hardware.wiring.svg import CARD, CLOCK, INK, LINE, PLATE, SOFT, Rect, n, width_of

Face = Literal["lid", "bottom", "left", "right"]
CABLES = {
    "siren": "siren",
    "lamp": "lamp",
    "big_button": "START or STOP",
    "screen": "screen's 12 V",
    "hdmi_lead": "HDMI",
    "usb_cable": "USB",
    "field_cable": "RS-485 line",
    "line_tee": "RS-485 line",
}
"""The names of cables beside their holes."""
_LABEL = 16.0
_LIST_STEP = 23.0
_AXES: dict[Face, tuple[int, int]] = {"lid": (0, 1), "bottom": (0, 2), "left": (1, 2), "right": (1, 2)}


@dataclass(frozen=True, slots=True)
class Origin:
    """A view: the lower left of what it shows in the drawing, and its units per mm."""

    x: float
    y: float
    scale: float

    def at(self, a: float, b: float) -> tuple[float, float]:
        """Return a place in the drawing for mm across and up."""
        return self.x + a * self.scale, self.y - b * self.scale

    def box(self, low: Sequence[float], high: Sequence[float]) -> Rect:
        """Return a rectangle between two corners given in mm."""
        (left, bottom), (right, top) = self.at(low[0], low[1]), self.at(high[0], high[1])
        return Rect(left, top, right, bottom)


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole to cut: its middle in mm from the outer edges, as they lie for who looks at that face."""

    block: Block
    x: float
    y: float
    mm: tuple[float, ...]

    @property
    def words(self) -> str:
        """Return what it is for, how large, and where."""
        carries = self.block.place.carries or {}
        called = ", ".join(
            f"{CABLES[cable]} ({k})" if k > 1 else CABLES[cable] for cable, k in carries.items()
        )
        size = f"ø {n(self.mm[0])}" if len(self.mm) == 1 else f"{n(self.mm[0])} x {n(self.mm[1])}"
        return f"{called or self.block.place.name}: {size} at {n(self.x)} / {n(self.y)}"


def contents(kits: Iterable[str], box: str) -> list[Block]:
    """Return what lies in a box of any of these kits."""
    found = [each for kit in kits for each in blocks(shop().kits[kit], housings()[box])]
    return [each for place, each in enumerate(found) if each not in found[:place]]


def outside(housing: Housing) -> Size:
    """Return a box's outer size, lying as its inside does (mm); KeyError where `parts.toml` does not say."""
    mm = sizes()[housing.part].mm
    if mm is None:
        raise KeyError(f"{housing.part} has no mm")
    return (mm[1], mm[0], mm[2]) if housing.inside[0] < housing.inside[1] else mm


def holes(housing: Housing, there: Iterable[Block], face: Face) -> list[Hole]:
    """Return the holes of a lid or wall, seen from outside with the lid up."""
    first, second = _AXES[face]
    outer = outside(housing)
    found = []
    for each in there:
        mm = sizes()[each.place.part].hole_mm if each.place.part else ()
        if each.place.on == face and mm:
            middle = [
                (each.body_low[k] + each.body_high[k]) / 2 + (outer[k] - housing.inside[k]) / 2
                for k in (first, second)
            ]
            x = outer[first] - middle[0] if face == "left" else middle[0]
            found.append(Hole(each, x, middle[1], mm))
    return found


def plan(sheet: Sheet, housing: Housing, there: Sequence[Block], view: Origin) -> list[str]:
    """Draw a box with its contents, their room dashed; return the words for small things with numbers."""
    canvas, inside = sheet.canvas, housing.inside
    frame = view.box((0, 0), inside)
    canvas.rect(Rect(frame.left - 7, frame.top - 7, frame.right + 7, frame.bottom + 7), LINE, INK, 2.5, 10)
    canvas.rect(frame, PLATE, INK, 1.5, 3)
    for each in there:
        room = view.box(each.low, each.high)
        body = view.box(each.body_low, each.body_high)
        corners = [
            (room.left, room.top),
            (room.right, room.top),
            (room.right, room.bottom),
            (room.left, room.bottom),
        ]
        if room != body:
            canvas.line([*corners, corners[0]], SOFT, 1.5, dashed=True)
        canvas.rect(body, "#e9f1e4" if each.place.part == "strip_board" else CARD, INK, 2, 3)
    return _named(sheet, there, view)


def _named(sheet: Sheet, there: Sequence[Block], view: Origin) -> list[str]:
    """Write each thing's name on it; a small one gets a number. Return the words of those."""
    words: list[str] = []
    for each in there:
        body = view.box(each.body_low, each.body_high)
        name = each.place.name
        if not each.place.part and each.place.of and body.bottom - body.top < 20:
            continue
        above = [other for other in there if other is not each and _covers(other, each)]
        if above:
            sheet.canvas.text(body.left + 2, body.top + 20, name, _LABEL, "bold")
            continue
        wide, high = body.right - body.left, body.bottom - body.top
        if width_of(name, _LABEL, "bold") > wide - 4 or high < 20:
            words.append(f"{len(words) + 1} {name}")
            name = str(len(words))
        middle = (body.left + body.right) / 2
        sheet.canvas.text(middle, (body.top + body.bottom) / 2 + 6, name, _LABEL, "bold", "middle")
    return words


def _covers(upper: Block, lower: Block) -> bool:
    return upper.low[2] >= lower.body_high[2] and all(
        upper.body_low[k] < lower.body_high[k] and lower.body_low[k] < upper.body_high[k] for k in (0, 1)
    )


def face(sheet: Sheet, title: str, size: tuple[float, float], cut: Sequence[Hole], view: Origin) -> list[str]:
    """Draw a lid or a wall from outside with its holes, numbered; return their words."""
    canvas = sheet.canvas
    canvas.rect(view.box((0, 0), size), CARD, INK, 2.5, 8)
    canvas.text(view.x, view.y - size[1] * view.scale - 12, title, 18, "bold")
    numbers: dict[tuple[float, float], list[str]] = {}
    for place, hole in enumerate(cut, 1):
        _cut(sheet, hole, view)
        numbers.setdefault((hole.x, hole.y), []).append(str(place))
    for hole in cut:
        x, y = view.at(hole.x, hole.y)
        radius = min(hole.mm) / 2 * view.scale
        if called := ", ".join(numbers.pop((hole.x, hole.y), [])):
            canvas.text(x, y + 6 if radius > 10 else y - radius - 14, called, 17, "head", "middle")
    return [f"{place} {hole.words}" for place, hole in enumerate(cut, 1)]


def _cut(sheet: Sheet, hole: Hole, view: Origin) -> None:
    x, y = view.at(hole.x, hole.y)
    if len(hole.mm) == 1:
        sheet.canvas.disc(x, y, hole.mm[0] / 2 * view.scale, CLOCK, INK, 2)
    else:
        wide, high = (side / 2 * view.scale for side in hole.mm)
        sheet.canvas.rect(Rect(x - wide, y - high, x + wide, y + high), CLOCK, INK, 2, 2)


def listed(sheet: Sheet, x: float, y: float, lines: Sequence[str], size: float = 17) -> None:
    """Words in a column."""
    for place, line in enumerate(lines):
        sheet.canvas.text(x, y + place * _LIST_STEP, line, size)


def box_plate_sheet() -> Sheet:
    """Draw the field's box from the front with the lid off, and its lower wall from below."""
    housing, there = housings()["box"], contents(["usb_readers", "rs485_readers"], "box")
    outer = outside(housing)
    says = (
        "The box for a whole field with the lid off: fuse block and drivers on the left, two USB hubs one "
        "over the other in the middle, Pi over the converter on the right. Cables enter from below."
    )
    sheet = Sheet("box-plate", "The box for a whole field, lid off", says, height=1280)
    on_floor = [each for each in there if each.place.on == "floor" and each.place.part != "adapter"]
    flat = [each for each in on_floor if each.place.name != "hub 2"]
    sheet.canvas.text(
        40, 96, f"inside, {_by(housing.inside)} mm; dashed: room for plugs and wires", 18, "bold"
    )
    listed(sheet, 40, 676, plan(sheet, housing, flat, Origin(40, 640, 2)))
    cut = holes(housing, there, "bottom")
    view = Origin(28, 984, 744 / outer[0])
    words = face(sheet, "lower wall from outside, lid up", (outer[0], outer[2]), cut, view)
    listed(sheet, 40, 1018, words[:5])
    listed(sheet, 400, 1018, words[5:])
    sheet.note(
        1148,
        "Holes: size at middle, in mm from the outer edges, left / rear.\n"
        "Hub 2 lies on hub 1. RS-485: the adapter lies there. Radio: nothing does.\n"
        "Pi: USB up, USB-C and HDMI to the right wall. Converter: its screws up.",
    )
    return sheet


def _by(size: Sequence[float]) -> str:
    return " x ".join(n(side) for side in size)


def box_lid_sheet() -> Sheet:
    """Draw the lid of the field's box, its side walls, and the boxes of START and STOP."""
    housing = housings()["box"]
    there = contents(["usb_readers", "radio_readers"], "box")
    outer = outside(housing)
    says = (
        "The lid of the box with the holes of the switch S1, the voltmeter and the off button; the left wall "
        "with the battery's socket, the right one with vent plug, HDMI and the bridge's USB; a button's box."
    )
    sheet = Sheet("box-lid", "The box's lid and side walls", says, height=1180)
    words = face(sheet, "lid, from outside", outer[:2], holes(housing, there, "lid"), Origin(28, 540, 1.5))
    listed(sheet, 612, 150, [line for each in words for line in _broken(each)])
    left = face(sheet, "left wall, lid up", outer[1:], holes(housing, there, "left"), Origin(28, 760, 1.2))
    listed(sheet, 28, 792, left)
    right = face(
        sheet, "right wall, lid up", outer[1:], holes(housing, there, "right"), Origin(420, 760, 1.2)
    )
    listed(sheet, 420, 792, right)
    button = housings()["button_box"]
    there = contents(["whistle"], "button_box")
    face(
        sheet,
        "START, STOP: a box each",
        outside(button)[:2],
        holes(button, there, "lid"),
        Origin(28, 1050, 2),
    )
    sheet.canvas.lines(
        240,
        950,
        "The button's hole is in the lid, its gland below. The two\n"
        "boxes stand 30 cm apart or more, so that nobody presses\n"
        "STOP for START; each has its name on it in letters of 2 cm.",
    )
    sheet.note(
        1082,
        "Holes: size at middle, in mm from the outer edges, left / lower; walls left / rear.\n"
        "The USB hole is for the radio's bridge alone. The lid's wires are 40 cm long.",
    )
    return sheet


def _broken(words: str) -> list[str]:
    name, rest = words.split(": ")
    return [f"{name}:", rest]


def whistle_box_sheet() -> Sheet:
    """Draw the whistle kit's box in two layers, and its two walls with holes."""
    housing, there = housings()["whistle"], contents(["lamps"], "whistle")
    outer = outside(housing)
    says = (
        "The whistle kit's box with the lid off, in two layers: converter, Q0 and Pi below; above them "
        "the drivers' board on four spacers, the fuse holder and the lever terminals. Cables come from below."
    )
    sheet = Sheet("whistle-box", "The whistle kit's box, lid off", says, height=1028)
    floor = [each for each in there if each.place.on == "floor"]
    scale = 1.55
    for x, title, layer in (
        (36, "on the bottom", [each for each in floor if each.low[2] < 40]),
        (414, "above it, board on spacers of 40 mm", [each for each in floor if each.low[2] >= 40]),
    ):
        sheet.canvas.text(x, 96, title, 18, "bold")
        listed(sheet, x, 378, plan(sheet, housing, layer, Origin(x, 346, scale)))
    for board in floor:
        if board.place.part == "strip_board":
            for low, high in spacers(board, housing.plate):
                sheet.canvas.rect(Origin(36, 346, scale).box(low, high), CARD, INK, 2, 5)
    cut = holes(housing, there, "bottom")
    words = face(sheet, "lower wall from outside, lid up", (outer[0], outer[2]), cut, Origin(28, 660, 2))
    listed(sheet, 528, 500, words)
    side = holes(housing, there, "right")
    words = face(sheet, "right wall, lid up", outer[1:], side, Origin(28, 860, 1.6))
    listed(sheet, 310, 800, words)
    sheet.note(
        890,
        "Holes: size at middle, in mm from the outer edges, left / rear.\n"
        "Pi: USB up, USB-C to the right. Converter: screws up. Q0's sink touches nothing.\n"
        "The small rings: the board's spacers. F2 and terminals hang in their wires.",
    )
    return sheet
