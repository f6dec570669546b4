"""The drawings of a post's head: its front, its inside, its lower wall, and the drilling template 1:1."""

from __future__ import annotations

from hardware.wiring.hoop_sheets import KIND_COLOURS, kinds, number_ink
from hardware.wiring.layout_sheets import Hole, Origin, contents, face, holes, listed, outside, plan
from hardware.wiring.packing import GLOVES_MM, Block, housings
from hardware.wiring.sheet import BAR, Sheet
from hardware.wiring.svg import CLOCK, INK, PLATE, SOFT, n

A4_MM = 210, 297
UNITS_PER_MM = 4.0
"""The template's scale; its file says how large that is on paper."""
RULER_MM = 100
_CABLED, _RADIO = ("usb_readers", "rs485_readers"), ("radio_readers",)


def head_sheet() -> Sheet:
    """Draw a head from the front, what lies in it for cables and for radio, and its lower wall."""
    housing = housings()["head"]
    outer = outside(housing)
    says = (
        f"A post's head, {n(outer[1])} mm high: the reader's antenna behind the upper front, five buttons "
        "below it, LED and buzzer at the bottom. Inside, the board lies at the back, far from the antenna."
    )
    sheet = Sheet("head", "The head of a post", says, height=1160)
    scale, floor = 1.55, 480.0
    left = (27.0, 287.0, 547.0)
    sheet.canvas.text(left[0], 96, "front", 18, "bold")
    front(sheet, Origin(left[0], floor + 11, scale))
    for x, title, kits in ((left[1], "inside, cable", _CABLED), (left[2], "inside, radio", _RADIO)):
        sheet.canvas.text(x, 96, title, 18, "bold")
        there = [each for each in contents(kits, "head") if each.place.on == "floor"]
        listed(sheet, x, floor + 42, plan(sheet, housing, there, Origin(x + 7, floor, scale)))
    cut = holes(housing, contents((*_CABLED, *_RADIO), "head"), "bottom")
    words = face(sheet, "lower wall from outside, front up", (outer[0], outer[2]), cut, Origin(27, 930, 2))
    (pole,) = (each for each in contents(_CABLED, "head") if each.place.name == "pole")
    across, deep = (
        (pole.body_low[k] + pole.body_high[k]) / 2 + (outer[k] - housing.inside[k]) / 2 for k in (0, 2)
    )
    r = (pole.body_high[0] - pole.body_low[0]) / 2
    x, y = Origin(27, 930, 2).at(across, deep)
    sheet.canvas.disc(x, y, 2 * r, CLOCK, INK, 2)
    sheet.canvas.text(x, y + 6, "pole", 17, "head", "middle")
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


def _front_blocks() -> list[Block]:
    there = contents(_CABLED, "head")
    return [each for each in there if each.place.on == "lid"]


def front(sheet: Sheet, view: Origin, named: bool = True) -> None:
    """Draw the front as a player sees it; without names where it is drawn small."""
    canvas, housing, kind_of = sheet.canvas, housings()["head"], dict(kinds())
    canvas.rect(view.box((0, 0), outside(housing)), PLATE, INK, 2.5, 20 * view.scale)
    for hole in holes(housing, _front_blocks(), "lid"):
        x, y = view.at(hole.x, hole.y)
        name = hole.block.place.name
        kind = kind_of[int(name)] if name.isdigit() else ""
        r = (15 if kind else hole.mm[0] / 2) * view.scale
        canvas.disc(x, y, r, KIND_COLOURS[kind] if kind else CLOCK, INK, 2)
        if named:
            canvas.text(x, y + r + 18, kind or name, 16, "text", "middle", SOFT)
        if named and kind:
            canvas.text(x, y + 8, name, 24, "head", "middle", number_ink(kind))
    _antenna(sheet, view, *(["reader"] if named else []))


def _antenna(sheet: Sheet, view: Origin, *words: str) -> None:
    housing = housings()["head"]
    wall = (outside(housing)[0] - housing.inside[0]) / 2, (outside(housing)[1] - housing.inside[1]) / 2
    (antenna,) = (each for each in _front_blocks() if each.place.of == "rdm6300")
    low = [antenna.low[k] + wall[k] for k in (0, 1)]
    high = [antenna.high[k] + wall[k] for k in (0, 1)]
    box = view.box(low, high)
    corners = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
    sheet.canvas.line([*corners, corners[0]], SOFT, 2, dashed=True)
    middle = (box.left + box.right) / 2
    for line, each in enumerate(words):
        y = (box.top + box.bottom) / 2 + 6 + 22 * (line - (len(words) - 1) / 2)
        sheet.canvas.text(middle, y, each, 16, "text", "middle", SOFT)


def template_sheet() -> Sheet:
    """Draw the front's holes in their true size, to print on A4 and to prick through."""
    housing = housings()["head"]
    outer = outside(housing)
    wide, high = (side * UNITS_PER_MM for side in A4_MM)
    says = (
        f"Drilling template of a head's front, {n(outer[0])} x {n(outer[1])} mm, in true size on A4: "
        f"five holes for buttons, one each for LED and buzzer, a line of {RULER_MM} mm to check the print."
    )
    title = "Head's front, 1:1: print at 100 %, A4"
    sheet = Sheet("template", title, says, int(wide), int(high), UNITS_PER_MM)
    view = Origin((wide - outer[0] * UNITS_PER_MM) / 2, BAR + 20 + outer[1] * UNITS_PER_MM, UNITS_PER_MM)
    canvas = sheet.canvas
    canvas.rect(view.box((0, 0), outer), "#ffffff", INK, 2, 0)
    canvas.line([view.at(outer[0] / 2, 0), view.at(outer[0] / 2, 12)], SOFT, 1.5)
    canvas.line([view.at(outer[0] / 2, outer[1] - 12), view.at(outer[0] / 2, outer[1])], SOFT, 1.5)
    for hole in holes(housing, _front_blocks(), "lid"):
        _drilled(sheet, hole, view)
    _antenna(sheet, view, "reader's antenna", "behind: no hole")
    _ruler(sheet, view.x, view.y + 54)
    canvas.text(
        view.x + (RULER_MM + 6) * UNITS_PER_MM, view.y + 46, f"{RULER_MM} mm: measure it first", 18, "bold"
    )
    canvas.text(view.x + (RULER_MM + 6) * UNITS_PER_MM, view.y + 72, f"buttons {GLOVES_MM} mm apart", 18)
    return sheet


def _drilled(sheet: Sheet, hole: Hole, view: Origin) -> None:
    """Draw a hole in true size with its cross, its use, and how far its middle is from the edges."""
    x, y = view.at(hole.x, hole.y)
    r = hole.mm[0] / 2 * view.scale
    sheet.canvas.disc(x, y, r, "none", INK, 1.5)
    sheet.canvas.path(
        f"M{n(x - r - 12)} {n(y)}H{n(x + r + 12)}M{n(x)} {n(y - r - 12)}V{n(y + r + 12)}", wide=1
    )
    name = hole.block.place.name
    called = f"button {name}" if name.isdigit() else name
    sheet.canvas.text(x, y + r + 32, f"{called}, ø {n(hole.mm[0])}", 17, "bold", "middle")
    sheet.canvas.text(x, y + r + 54, f"{n(hole.x)} / {n(hole.y)}", 17, "text", "middle", SOFT)


def _ruler(sheet: Sheet, x: float, y: float) -> None:
    for tens in range(0, RULER_MM + 1, 10):
        tall = 18 if tens % 50 == 0 else 10
        at = x + tens * UNITS_PER_MM
        sheet.canvas.line([(at, y - tall), (at, y)], INK, 1.5)
    sheet.canvas.line([(x, y), (x + RULER_MM * UNITS_PER_MM, y)], INK, 2)
