"""Labels to print and stick on: nodes, both ends of the box's wires, what all must know, the lid's list."""

from __future__ import annotations

from hardware.wiring.power import NODES
from hardware.wiring.power_sheets import FED, MAIN_FUSE
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import CARD, CLOCK, INK, RED, Box

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
"""What the crew goes through before a match; it is stuck into the lid."""
_LEFT, _WIDE, _HIGH, _GAP = 28.0, 177.0, 64.0, 12.0
_COLUMNS = 4
_LINE = 31


def wire_names() -> tuple[str, ...]:
    """The wires of the box, each of which has its name at both ends."""
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
    canvas.rect(Box(_LEFT, y + 22, 772, y + 122), RED, INK, 3)
    canvas.text(400, y + 86, "S1 SILENCES EVERYTHING", 48, "head", "middle", CARD)
    canvas.rect(Box(_LEFT, y + 144, 772, y + 144 + 60 + _LINE * (len(LID) - 1) + 24), CARD, INK, 3)
    canvas.text(48, y + 180, "Before each match", 26, "head")
    for place, words in enumerate(LID):
        at = y + 212 + _LINE * place
        canvas.rect(Box(48, at - 16, 66, at + 2), CARD, INK, 2, 3)
        canvas.text(80, at, words, 20)
    return sheet


def _grid(sheet: Sheet, names: tuple[str, ...] | list[str], top: float, size: float) -> float:
    """Labels side by side from ``top`` on; where they end."""
    high = _HIGH if size > 30 else 38.0
    for place, name in enumerate(names):
        left = _LEFT + (_WIDE + _GAP) * (place % _COLUMNS)
        y = top + (high + 8) * (place // _COLUMNS)
        sheet.canvas.rect(Box(left, y, left + _WIDE, y + high), CLOCK if size > 30 else CARD, INK, 2)
        sheet.canvas.text(left + _WIDE / 2, y + high / 2 + size * 0.34, name, size, "head", "middle")
    rows = -(-len(names) // _COLUMNS)
    return top + (high + 8) * rows - 8
