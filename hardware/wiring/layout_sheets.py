"""The drawings of what lies where: boxes with the lid off, their lids and walls with each hole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from hardware.wiring.packing import Block, Housing, blocks, housings, spacers
from hardware.wiring.pins import KIND_COLOURS, kinds, number_ink
from hardware.wiring.sheet import Sheet
from hardware.wiring.shopping import shop
from hardware.wiring.svg import CARD, CLOCK, INK, LINE, PLATE, SOFT, Rect, n, width_of

Face = Literal["lid", "bottom", "left", "right"]
CABLES = {"siren": "siren", "lamp": "lamp", "big_button": "START or STOP", "screen": "screen's 12 V"}
CABLES |= {
    "hdmi_lead": "HDMI",
    "usb_cable": "USB",
    "field_cable": "RS-485 line",
    "line_tee": "RS-485 line",
    "supply_lead": "supply",
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
        carries = self.block.place.carries
        called = ", ".join(CABLES[cable] + (f" ({k})" if k > 1 else "") for cable, k in carries.items())
        size = f"ø {n(self.mm[0])}" if len(self.mm) == 1 else f"{n(self.mm[0])} x {n(self.mm[1])}"
        return f"{called or self.block.place.name}: {size} at {n(self.x)} / {n(self.y)}"


def contents(kits: Iterable[str], box: str) -> list[Block]:
    """Return what lies in a box of any of these kits."""
    found = [each for kit in kits for each in blocks(shop().kits[kit], housings()[box])]
    return [each for place, each in enumerate(found) if each not in found[:place]]


def holes(housing: Housing, there: Iterable[Block], face: Face) -> list[Hole]:
    """Return the holes of a lid or wall, seen from outside with the lid up."""
    first, second = _AXES[face]
    outer = housing.outside
    found = []
    for each in there:
        mm = shop().sizes[each.place.part].hole_mm
        if each.place.on == face and mm:
            x, y = (each.body.middle[k] + (outer[k] - housing.inside[k]) / 2 for k in (first, second))
            found.append(Hole(each, outer[first] - x if face == "left" else x, y, mm))
    return found


def plan(sheet: Sheet, housing: Housing, there: Sequence[Block], view: Origin) -> list[str]:
    """Draw a box with its contents, their room dashed; return the words for small things with letters."""
    inside = housing.inside
    frame = view.box((0, 0), inside)
    sheet.rect(frame.grown(7), LINE, INK, 2.5, 10)
    sheet.rect(frame, PLATE, INK, 1.5, 3)
    for each in there:
        room, body = view.box(*each.room), view.box(*each.body)
        if room != body:
            sheet.line(room.outline, SOFT, 1.5, dashed=True)
        sheet.rect(body, "#e9f1e4" if each.place.part == "strip_board" else CARD, INK, 2, 3)
    words: list[str] = []
    for each in there:
        body = view.box(*each.body)
        name = each.place.name
        if not each.place.part and each.place.of and body.bottom - body.top < 20:
            continue
        above = [other for other in there if other is not each and other.room.low[2] >= each.body.high[2]]
        if any(view.box(*other.body).meets(body) for other in above):
            sheet.text(body.left + 2, body.top + 20, name, _LABEL, "bold")
            continue
        wide, high = body.right - body.left, body.bottom - body.top
        if width_of(name, _LABEL, "bold") > wide - 4 or high < 20:
            letter = chr(ord("A") + len(words))
            words.append(f"{letter} {name}")
            name = letter
        x, y = body.middle
        sheet.text(x, y + 6, name, _LABEL, "bold", "middle")
    return words


def face(
    sheet: Sheet, title: str, housing: Housing, there: Iterable[Block], which: Face, view: Origin
) -> list[str]:
    """Draw a lid or a wall from outside with its holes, numbered; return their words."""
    cut = holes(housing, there, which)
    size = [housing.outside[axis] for axis in _AXES[which]]
    sheet.rect(view.box((0, 0), size), CARD, INK, 2.5, 8)
    sheet.text(view.x, view.y - size[1] * view.scale - 12, title, 18, "bold")
    numbers: dict[tuple[float, float], list[str]] = {}
    for place, hole in enumerate(cut, 1):
        x, y = view.at(hole.x, hole.y)
        if len(hole.mm) == 1:
            sheet.disc(x, y, hole.mm[0] / 2 * view.scale, CLOCK, INK, 2)
        else:
            wide, high = (side / 2 * view.scale for side in hole.mm)
            sheet.rect(Rect(x - wide, y - high, x + wide, y + high), CLOCK, INK, 2, 2)
        numbers.setdefault((hole.x, hole.y), []).append(str(place))
    for hole in cut:
        x, y = view.at(hole.x, hole.y)
        radius = min(hole.mm) / 2 * view.scale
        if called := ", ".join(numbers.pop((hole.x, hole.y), [])):
            sheet.text(x, y + 6 if radius > 10 else y - radius - 14, called, 17, "head", "middle")
    return [f"{place} {hole.words}" for place, hole in enumerate(cut, 1)]


def listed(sheet: Sheet, x: float, y: float, lines: Sequence[str]) -> None:
    """Words in a column."""
    for place, line in enumerate(lines):
        sheet.text(x, y + place * _LIST_STEP, line, 17)


def box_plate_sheet() -> Sheet:
    """Draw the field's box from the front with the lid off, and its lower wall from below."""
    housing, there = housings()["box"], contents(["usb_readers", "rs485_readers"], "box")
    says = (
        "The box for a whole field with the lid off: fuse block and drivers on the left, two USB hubs one "
        "over the other in the middle, Pi over the converter on the right. Cables enter from below."
    )
    sheet = Sheet("box-plate", "The box for a whole field, lid off", says, height=1280)
    on_floor = [each for each in there if each.place.on == "floor" and each.place.part != "adapter"]
    flat = [each for each in on_floor if each.place.name != "hub 2"]
    size = " x ".join(map(n, housing.inside))
    sheet.text(40, 96, f"inside, {size} mm; dashed: room for plugs and wires", 18, "bold")
    listed(sheet, 40, 676, plan(sheet, housing, flat, Origin(40, 640, 2)))
    view = Origin(28, 984, 744 / housing.outside[0])
    words = face(sheet, "lower wall from outside, lid up", housing, there, "bottom", view)
    listed(sheet, 40, 1018, words[:5])
    listed(sheet, 400, 1018, words[5:])
    sheet.note(
        1148,
        "Holes: size at middle, in mm from the outer edges, left / rear.\n"
        "Hub 2 lies on hub 1. RS-485: the adapter lies there. Radio: nothing does.\n"
        "Pi: USB up, USB-C and HDMI to the right wall. Converter: its screws up.",
    )
    return sheet


def box_lid_sheet() -> Sheet:
    """Draw the lid of the field's box, its side walls, and the boxes of START and STOP."""
    housing = housings()["box"]
    there = contents(["usb_readers", "radio_readers"], "box")
    says = (
        "The lid of the box with the holes of the switch S1, the voltmeter and the off button; the left wall "
        "with the battery's socket, the right one with vent plug, HDMI and the bridge's USB; a button's box."
    )
    sheet = Sheet("box-lid", "The box's lid and side walls", says, height=1180)
    words = face(sheet, "lid, from outside", housing, there, "lid", Origin(28, 540, 1.5))
    listed(sheet, 612, 150, [line for each in words for line in each.replace(": ", ":\n").split("\n")])
    walls: tuple[tuple[Face, float], ...] = (("left", 28), ("right", 420))
    for which, x in walls:
        words = face(sheet, f"{which} wall, lid up", housing, there, which, Origin(x, 760, 1.2))
        listed(sheet, x, 792, words)
    there = contents(["whistle"], "button_box")
    face(sheet, "START, STOP: a box each", housings()["button_box"], there, "lid", Origin(28, 1050, 2))
    beside = (
        "The button's hole is in the lid, its gland below. The two\n"
        "boxes stand 30 cm apart or more, so that nobody presses\n"
        "STOP for START; each has its name on it in letters of 2 cm."
    )
    sheet.lines(240, 950, beside)
    sheet.note(
        1082,
        "Holes: size at middle, in mm from the outer edges, left / lower; walls left / rear.\n"
        "The USB hole is for the radio's bridge alone. The lid's wires are 40 cm long.",
    )
    return sheet


def whistle_box_sheet() -> Sheet:
    """Draw the whistle kit's box in two layers, and its lower wall with holes."""
    says = (
        "The whistle kit's box with the lid off, in two layers: converter, MOSFET module, INA219 and Pi with "
        "its HAT below; above them the fuse holder and the lever terminals. Cables come from below."
    )
    sheet = Sheet("whistle-box", "The whistle kit's box, lid off", says, height=842)
    _small_box(sheet, "whistle", "lamps", "hanging in their wires")
    sheet.note(
        704,
        "Letters are parts, numbers are holes: size at middle, in mm from the outer\n"
        "edges, left / rear. The lamps' holes are for later. The floor's template is 1:1.\n"
        "Pi: USB up, USB-C to the right, its antenna away from the converter. The box\n"
        "hangs by its brackets, this wall down: glands and vent stay free.",
    )
    return sheet


def strip_box_sheet() -> Sheet:
    """Draw the strip-board kit's box in two layers, and its two walls with holes."""
    says = (
        "The strip-board kit's box with the lid off, in two layers: converter and Pi below; above them "
        "the drivers' board on four spacers, Q0, fuse holder and lever terminals. Cables come from below."
    )
    sheet = Sheet("strip-box", "The box of the strip-board variant, lid off", says, height=1028)
    _small_box(sheet, "strip", "strip", "above it, board on spacers of 40 mm")
    housing, there = housings()["strip"], contents(["strip"], "strip")
    for board in there:
        if board.place.part == "strip_board":
            for low, high in spacers(board, housing.plate):
                sheet.rect(Origin(36, 346, 1.55).box(low, high), CARD, INK, 2, 5)
    right = face(sheet, "right wall, lid up", housing, there, "right", Origin(28, 860, 1.6))
    listed(sheet, 310, 800, right)
    sheet.note(
        890,
        "Letters are parts, numbers are holes: size at middle, in mm from the outer\n"
        "edges, left / rear. Pi: USB up, USB-C to the right. Converter: screws up.\n"
        "The small rings: the board's spacers. Q0, F2 and terminals hang in their wires.",
    )
    return sheet


def _small_box(sheet: Sheet, box: str, kit: str, upper: str) -> None:
    """Draw the floor of a whistle kit's box, what lies above it, and its lower wall."""
    housing, there = housings()[box], contents([kit], box)
    floor = [each for each in there if each.place.on == "floor"]
    for x, title, layer in (
        (36, "on the bottom", [each for each in floor if each.room.low[2] < UPPER_MM]),
        (414, upper, [each for each in floor if each.room.low[2] >= UPPER_MM]),
    ):
        sheet.text(x, 96, title, 18, "bold")
        listed(sheet, x, 378, plan(sheet, housing, layer, Origin(x, 346, 1.55)))
    lower = face(sheet, "lower wall from outside, lid up", housing, there, "bottom", Origin(28, 660, 2))
    listed(sheet, 528, 500, lower)


UPPER_MM = 40
"""The height from which things are in the upper layer of a small box."""
_CABLED, _RADIO = ("usb_readers", "rs485_readers"), ("radio_readers",)


def head_sheet() -> Sheet:
    """Draw a head from the front, what lies in it for cables and for radio, and its lower wall."""
    housing = housings()["head"]
    outer = housing.outside
    says = (
        f"A post's head, {n(outer[1])} mm high: the reader's antenna behind the upper front, five buttons "
        "below it, LED and buzzer at the bottom. Inside, the board lies at the back, far from the antenna."
    )
    sheet = Sheet("head", "The head of a post", says, height=1160)
    scale, floor = 1.55, 480.0
    left = (27.0, 287.0, 547.0)
    sheet.text(left[0], 96, "front", 18, "bold")
    front(sheet, Origin(left[0], floor + 11, scale))
    for x, title, kits in ((left[1], "inside, cable", _CABLED), (left[2], "inside, radio", _RADIO)):
        sheet.text(x, 96, title, 18, "bold")
        there = [each for each in contents(kits, "head") if each.place.on == "floor"]
        listed(sheet, x, floor + 42, plan(sheet, housing, there, Origin(x + 7, floor, scale)))
    there, view = contents((*_CABLED, *_RADIO), "head"), Origin(27, 930, 2)
    words = face(sheet, "lower wall from outside, front up", housing, there, "bottom", view)
    (pole,) = (each for each in contents(_CABLED, "head") if each.place.name == "pole")
    across, deep = (pole.body.middle[k] + (outer[k] - housing.inside[k]) / 2 for k in (0, 2))
    r = (pole.body.high[0] - pole.body.low[0]) / 2
    x, y = view.at(across, deep)
    sheet.disc(x, y, 2 * r, CLOCK, INK, 2)
    sheet.text(x, y + 6, "pole", 17, "head", "middle")
    listed(sheet, 376, 780, [*words, f"pole: ø {n(2 * r)}, or what yours has, at {n(across)} / {n(deep)}"])
    sheet.note(
        960,
        "The template gives the front's holes 1:1. Lower wall: size at middle, in mm\n"
        "from the outer edges, left / rear; of USB, line and cell switch what you need.\n"
        "The clamp holds a node's cable 5 cm from its board at most. The reader's\n"
        "antenna is glued behind the front, 5 cm from all metal; the ESP32's upper\n"
        "end is its antenna and sticks out over the board, free on all sides.",
    )
    return sheet


def front_blocks() -> list[Block]:
    """Return what is built into a head's front."""
    return [each for each in contents(_CABLED, "head") if each.place.on == "lid"]


def front(sheet: Sheet, view: Origin, named: bool = True) -> None:
    """Draw the front as a player sees it; without names where it is drawn small."""
    housing, kind_of = housings()["head"], dict(kinds())
    sheet.rect(view.box((0, 0), housing.outside), PLATE, INK, 2.5, 20 * view.scale)
    for hole in holes(housing, front_blocks(), "lid"):
        x, y = view.at(hole.x, hole.y)
        name = hole.block.place.name
        kind = kind_of[int(name)] if name.isdigit() else ""
        r = (15 if kind else hole.mm[0] / 2) * view.scale
        sheet.disc(x, y, r, KIND_COLOURS[kind] if kind else CLOCK, INK, 2)
        if named:
            sheet.text(x, y + r + 18, kind or name, 16, "text", "middle", SOFT)
        if named and kind:
            sheet.text(x, y + 8, name, 24, "head", "middle", number_ink(kind))
    antenna(sheet, view, *(["reader"] if named else []))


def antenna(sheet: Sheet, view: Origin, *words: str) -> None:
    """Draw the place of the reader's antenna behind the front."""
    housing = housings()["head"]
    wall = (housing.outside[0] - housing.inside[0]) / 2, (housing.outside[1] - housing.inside[1]) / 2
    (behind,) = (each for each in front_blocks() if each.place.of == "rdm6300")
    box = view.box(*([corner[k] + wall[k] for k in (0, 1)] for corner in behind.room))
    sheet.line(box.outline, SOFT, 2, dashed=True)
    x, y = box.middle
    for line, each in enumerate(words):
        at = y + 6 + 22 * (line - (len(words) - 1) / 2)
        sheet.text(x, at, each, 16, "text", "middle", SOFT)
