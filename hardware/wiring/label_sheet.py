"""Sheets to print and cut out: labels of nodes and wires, the lid's list, and the colours of the buttons."""

from __future__ import annotations

from hardware.wiring.hoop_sheets import KIND_COLOURS, kinds, number_ink
from hardware.wiring.power import NODES
from hardware.wiring.power_sheets import FED, MAIN_FUSE
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import CARD, CLOCK, INK, RED, Rect

NODE_NAMES = (*(f"h{number}" for number in range(1, NODES + 1)), "spare1", "bridge")
LID = (
    "Battery charged, plug clean",
    "Hand whistle on the referee's neck",
    "Siren masts, 6 m off, ear plugs",
    "START, STOP, lamps: each tried at /kit",
    "Posts: each button once, labels read",
    "Screen, tablet, spare node, spare fuses",
    "Paper and pencil",
)
"""The crew's list before a match; it is stuck into the lid."""
DISC_MM = 18
"""The cap of a button for a 22 mm hole."""
POSTS = NODES + 1
"""Ten hoops and the spare node."""
_PER_MM, _DISCS_A_ROW = 4, 9
_LEFT, _WIDE, _HIGH, _GAP = 28.0, 177.0, 64.0, 12.0
_COLUMNS = 4
_LINE = 31


def wire_names() -> tuple[str, ...]:
    """Return the wires of the box, each of which has its name at both ends."""
    fuses = [f"F1 {MAIN_FUSE} A", *(f"{called} {amperes} A" for _, called, amperes, _, _ in FED)]
    return (
        *fuses,
        "minus rail",
        "siren 1",
        "siren 2",
        "START",
        "STOP",
        "lamp green",
        "lamp amber",
        "OFF button",
    )


def label_sheet() -> Sheet:
    """One sheet of A4 of labels for a whole kit: nodes, wires and plugs, and the list for the lid."""
    says = (
        f"Labels to cut out: {len(NODE_NAMES)} nodes, the box's {len(wire_names())} wires twice each, "
        "S1 silences everything, and the list for the lid."
    )
    sheet = Sheet("labels", "Labels: print at 100 %, cut, stick under clear tape", says, height=1131)
    y = _grid(sheet, NODE_NAMES, 88, 40)
    twice = [name for name in wire_names() for _ in range(2)]
    y = _grid(sheet, twice, y + 22, 24)
    canvas = sheet.canvas
    canvas.rect(Rect(_LEFT, y + 22, 772, y + 122), RED, INK, 3)
    canvas.text(400, y + 86, "S1 SILENCES EVERYTHING", 48, "head", "middle", CARD)
    canvas.rect(Rect(_LEFT, y + 144, 772, y + 144 + 60 + _LINE * (len(LID) - 1) + 24), CARD, INK, 3)
    canvas.text(48, y + 180, "Before each match", 26, "head")
    for place, words in enumerate(LID):
        at = y + 212 + _LINE * place
        canvas.rect(Rect(48, at - 16, 66, at + 2), CARD, INK, 2, 3)
        canvas.text(80, at, words, 20)
    return sheet


def colours_sheet() -> Sheet:
    """One sheet of A4 in true size: the colours below the buttons' hoods, for ten posts and a spare."""
    says = f"Discs of {DISC_MM} mm to cut out, {POSTS} of each kind, with the button's number and its kind."
    sheet = Sheet(
        "colours",
        "Buttons' colours: print at 100 %",
        says,
        210 * _PER_MM,
        297 * _PER_MM,
        units_per_mm=_PER_MM,
    )
    step, r = (DISC_MM + 2) * _PER_MM, DISC_MM * _PER_MM / 2
    discs = [each for each in kinds() for _ in range(POSTS)]
    for place, (number, kind) in enumerate(discs):
        row, column = divmod(place, _DISCS_A_ROW)
        x, y = 80 + column * step, 150 + row * step
        ink = number_ink(kind)
        sheet.canvas.disc(x, y, r, KIND_COLOURS[kind], INK, 1)
        sheet.canvas.text(x, y + 4, str(number), 40, "head", "middle", ink)
        sheet.canvas.text(x, y + 26, kind, 16, "bold", "middle", ink)
    down = 150 + step * (1 + (len(discs) - 1) // _DISCS_A_ROW)
    sheet.canvas.lines(
        28,
        down,
        f"Each disc must measure {DISC_MM} mm. Laminate the sheet before you cut.\n"
        "A disc lies on the button's cap, the clear hood over both.",
    )
    return sheet


def _grid(sheet: Sheet, names: tuple[str, ...] | list[str], top: float, size: float) -> float:
    """Draw labels side by side from ``top`` on; return where they end."""
    high = _HIGH if size > 30 else 38.0
    for place, name in enumerate(names):
        left = _LEFT + (_WIDE + _GAP) * (place % _COLUMNS)
        y = top + (high + 8) * (place // _COLUMNS)
        sheet.canvas.rect(Rect(left, y, left + _WIDE, y + high), CLOCK if size > 30 else CARD, INK, 2)
        sheet.canvas.text(left + _WIDE / 2, y + high / 2 + size * 0.34, name, size, "head", "middle")
    rows = -(-len(names) // _COLUMNS)
    return top + (high + 8) * rows - 8
