"""Templates to print in true size on A4: the front of a head, and the floor of the whistle kit's box."""

import itertools

from hardware.wiring.layout_sheets import UPPER_MM, Hole, Origin, antenna, contents, front_blocks, holes
from hardware.wiring.packing import GLOVES_MM, housings
from hardware.wiring.sheet import BAR, Sheet
from hardware.wiring.svg import INK, SOFT, n

A4_MM = 210, 297
UNITS_PER_MM = 4.0
"""The template's scale; its file says how large that is on paper."""
RULER_MM = 100
_PI_HOLES_MM = (3.5, 61.5), (3.5, 52.5)
"""The middles of the Pi's holes, from the corner at its card: along it, across it."""
_HOLE_MM = 3.0


def template_sheet() -> Sheet:
    """Draw the front's holes in their true size, to print on A4 and to prick through."""
    housing = housings()["head"]
    across, along = housing.outside[:2]
    says = (
        f"Drilling template of a head's front, {n(across)} x {n(along)} mm, in true size on A4: "
        "five holes for buttons, one each for LED and buzzer"
    )
    sheet, view = _true_size(
        "template", "Head's front", says, (across, along), f"buttons {GLOVES_MM} mm apart"
    )
    sheet.line([view.at(across / 2, 0), view.at(across / 2, 12)], SOFT, 1.5)
    sheet.line([view.at(across / 2, along - 12), view.at(across / 2, along)], SOFT, 1.5)
    for hole in holes(housing, front_blocks(), "lid"):
        _drilled(sheet, hole, view)
    antenna(sheet, view, "reader's antenna", "behind: no hole")
    return sheet


def floor_sheet() -> Sheet:
    """Draw the floor of the whistle kit's box, left wall up: the Pi's holes, and places of the rest."""
    along, across, _ = housings()["whistle"].inside
    says = (
        "Template of the floor of the whistle kit's box in true size on A4: four holes for the Pi, and the "
        "places of converter, MOSFET module and INA219"
    )
    sheet, view = _true_size("whistle-floor", "Whistle kit's floor", says, (across, along), "holes of 3 mm")
    sheet.text(*view.at(across / 2, along - 6), "left wall", 18, "text", "middle", SOFT)
    sheet.text(*view.at(3, along / 2), "glands", 18, "text", "start", SOFT)
    for each in contents(["whistle"], "whistle"):
        if each.place.on != "floor" or each.room.low[2] >= UPPER_MM or each.place.of:
            continue
        (x, y, _), (right, top, _) = each.body
        body = view.box((y, along - right), (top, along - x))
        sheet.line(body.outline, INK, 1.5)
        for line, word in enumerate(each.place.name.split()):
            sheet.text(body.middle[0], body.middle[1] + 24 * line, word, 20, "bold", "middle")
        for b, a in itertools.product(*_PI_HOLES_MM) if each.place.part == "pi" else ():
            _cross(sheet, *view.at(y + b, along - (right - a)), _HOLE_MM / 2 * view.scale)
    return sheet


def _true_size(
    name: str, title: str, says: str, size: tuple[float, float], beside: str
) -> tuple[Sheet, Origin]:
    """Return a sheet of A4 with a frame of that size (mm) and a ruler below it, and the frame's view."""
    wide, high = (side * UNITS_PER_MM for side in A4_MM)
    says = f"{says}, a line of {RULER_MM} mm to check the print."
    sheet = Sheet(name, f"{title}, 1:1: print at 100 %, A4", says, int(wide), int(high), UNITS_PER_MM)
    view = Origin((wide - size[0] * UNITS_PER_MM) / 2, BAR + 20 + size[1] * UNITS_PER_MM, UNITS_PER_MM)
    sheet.rect(view.box((0, 0), size), "#ffffff", INK, 2, 0)
    y = view.y + 54
    for tens in range(0, RULER_MM + 1, 10):
        at, tall = view.x + tens * UNITS_PER_MM, 18 if tens % 50 == 0 else 10
        sheet.line([(at, y - tall), (at, y)], INK, 1.5)
    sheet.line([(view.x, y), (view.x + RULER_MM * UNITS_PER_MM, y)], INK, 2)
    words = view.x + (RULER_MM + 6) * UNITS_PER_MM
    sheet.text(words, y - 8, f"{RULER_MM} mm: measure it", 18, "bold")
    sheet.text(words, y + 18, beside, 18)
    return sheet, view


def _cross(sheet: Sheet, x: float, y: float, r: float) -> None:
    """Draw a hole in true size with its cross."""
    sheet.disc(x, y, r, "none", INK, 1.5)
    far = r + 12
    sheet.path(f"M{-far} 0H{far}M0 {-far}V{far}", wide=1, at=(x, y))


def _drilled(sheet: Sheet, hole: Hole, view: Origin) -> None:
    """Draw a hole with its use, and how far its middle is from the edges."""
    x, y = view.at(hole.x, hole.y)
    r = hole.mm[0] / 2 * view.scale
    _cross(sheet, x, y, r)
    name = hole.block.place.name
    called = f"button {name}" if name.isdigit() else name
    sheet.text(x, y + r + 32, f"{called}, ø {n(hole.mm[0])}", 17, "bold", "middle")
    sheet.text(x, y + r + 54, f"{n(hole.x)} / {n(hole.y)}", 17, "text", "middle", SOFT)
