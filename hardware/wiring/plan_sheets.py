"""The drawings without a schematic: the kit at a glance, a hoop's post, and sheets to print and cut out."""

from __future__ import annotations

from hardware.wiring.hoop_sheets import KIND_COLOURS, kinds, number_ink
from hardware.wiring.layout_sheets import Origin, front
from hardware.wiring.power import NODES
from hardware.wiring.power_sheets import FED, MAIN_FUSE
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import CARD, CLOCK, GREEN, INK, PLATE, RED, SOFT, Rect, n
from hardware.wiring.symbols import Port, Schematic

POST_MM = {
    "hoop": 800,
    "plate": 400,
    "plate high": 20,
    "spring": 80,
    "padding": 110,
    "buttons": 890,
    "reader": 1020,
    "top": 1050,
    "head": 160,
    "head high": 240,
}
"""The post's measures in mm: widths across, heights over the ground for the lower buttons, reader and top."""
READ_CM = 2, 5
"""The distance (cm) at which a coin tag is read."""
_SCALE = 0.62
BLUE_FOAM = "#d7e0f0"


def overview_sheet() -> Schematic:
    """Draw all boxes and what leads from one to the other."""
    says = (
        "The kit's box holds Pi, drivers, converter, fuses and USB hub, fed by a battery in its own case. "
        "Siren, lamps, start and stop button hang on it, the screen on HDMI, tablets on its Wi-Fi, the "
        "hoops on USB cables, one RS-485 line, or radio."
    )
    sheet = Schematic("overview", "The kit at a glance", says, height=960)
    canvas = sheet.canvas
    canvas.rect(Rect(248, 96, 552, 560), PLATE, INK, 3, 14)
    canvas.text(400, 132, "The kit's box", 28, "head", "middle")
    _inside(sheet)
    _around(sheet)
    _hoops(sheet)
    return sheet


def _inside(sheet: Schematic) -> None:
    pi = [
        Port("hdmi", "right", 50, "HDMI"),
        Port("wifi", "right", 120, "Wi-Fi"),
        Port("buttons", "left", 60, "pins"),
        Port("pins", "bottom", 116),
    ]
    sheet.board("pi", Rect(284, 150, 516, 286), "", pi)
    sheet.canvas.text(400, 180, "Raspberry Pi 4", 24, "head", "middle")
    sheet.canvas.text(366, 248, "whistle, referee,", 18, "text", "middle", SOFT)
    sheet.canvas.text(366, 270, "scoreboard", 18, "text", "middle", SOFT)
    sheet.board(
        "drivers", Rect(284, 318, 516, 388), "Drivers", [Port("out", "left", 35), Port("in", "top", 116)]
    )
    sheet.board("supply", Rect(284, 408, 516, 472), "Fuses, 12 V to 5 V", [Port("in", "right", 32)])
    sheet.board("usb", Rect(284, 488, 516, 548), "USB hub or adapter", [Port("out", "bottom", 116)])
    sheet.wire("pi.pins", "drivers.in")


def _around(sheet: Schematic) -> None:
    for name, y, title, text, to in (
        ("start", 116, "START", "green button", "pi.buttons"),
        ("stop", 222, "STOP", "red button", "pi.buttons"),
        ("lamps", 328, "Lamps", "round, alarm", "drivers.out"),
        ("siren", 434, "Siren", "12 V", "drivers.out"),
    ):
        sheet.board(name, Rect(28, y, 178, y + 84), title, [Port("in", "right", 42)], text)
        meet = f"meet-{to}"
        if meet not in sheet.terminals:
            sheet.dots({meet: (214, sheet.terminals[to].y)})
            sheet.wire(meet, to)
        sheet.wire(f"{name}.in", (214, y + 42), meet)
    for name, y, title, text, to in (
        ("screen", 158, "Scoreboard", "HDMI, 9 to 16 V", "pi.hdmi"),
        ("tablet", 254, "Tablet", "and crew's phones", "pi.wifi"),
        ("battery", 398, "Battery", "in a case of its own", "supply.in"),
    ):
        at = sheet.terminals[to].y - y
        sheet.board(name, Rect(602, y, 772, y + 84), title, [Port("out", "left", at)], text)
        sheet.wire(f"{name}.out", to, dashed=name == "tablet")


def _hoops(sheet: Schematic) -> None:
    canvas = sheet.canvas
    canvas.text(416, 618, "one of three ways to the ten hoops", 20, "bold")
    sheet.dots({"fork": (400, 644)})
    sheet.wire("usb.out", "fork")
    for name, x, title, text in (
        ("cable", 28, "USB cables", "Pico nodes, up to 5 m:\nbench and hall"),
        ("line", 284, "RS-485 line", "Pico nodes, one cable\nround the field"),
        ("radio", 540, "ESP-NOW radio", "ESP32 nodes on cells:\nopen field"),
    ):
        sheet.board(name, Rect(x, 690, x + 232, 806), title, [Port("in", "top", 116)], text)
        sheet.wire("fork", (x + 116, 644), f"{name}.in", dashed=name == "radio")
    for place, (number, kind) in enumerate(kinds()):
        x = 266 + 100 * place
        canvas.disc(x, 862, 22, KIND_COLOURS[kind], INK, 3)
        canvas.text(x, 870, str(number), 22, "head", "middle", number_ink(kind))
        canvas.text(x, 912, kind, 18, "text", "middle", SOFT)
    canvas.text(28, 869, "A hoop's buttons", 20, "bold")


def post_sheet() -> Sheet:
    """Draw the post in a hoop, and its head as a player sees it."""
    says = (
        f"A padded, springy post stands in the middle of the hoop: buttons {POST_MM['buttons']} mm and "
        f"reader {POST_MM['reader']} mm over the ground, padding {POST_MM['padding']} mm across."
    )
    sheet = Sheet("post", "Hoop post", says, height=1090)
    _post(sheet)
    _head(sheet)
    sheet.note(
        930,
        "A player will run into it: it bends at the spring, has no hard edge, no screw\n"
        "head outside and nothing that a hand or a shirt can catch on.\n"
        "The cable lies under rubber cable bridges, never loose where people run.\n"
        "Weight in the plate (5 kg rubber), never stakes. Lift the plate: nothing sharp.",
    )
    return sheet


def _post(sheet: Sheet) -> None:
    canvas, x, floor = sheet.canvas, 292.0, 856.0
    up = {name: floor - mm * _SCALE for name, mm in POST_MM.items()}
    half = {name: mm * _SCALE / 2 for name, mm in POST_MM.items()}
    canvas.rect(Rect(28, floor, 556, floor + 6), GREEN, GREEN, 0, 0)
    for side in (-1, 1):
        canvas.disc(x + side * half["hoop"], floor - 8, 8, CLOCK, INK, 2.5)
    plate = floor - POST_MM["plate high"] * _SCALE
    canvas.path(
        f"M{n(x - half['plate'])} {n(floor)}L{n(x - half['plate'] + 16)} {n(plate)}"
        f"H{n(x + half['plate'] - 16)}L{n(x + half['plate'])} {n(floor)}Z",
        SOFT,
    )
    spring = plate - POST_MM["spring"] * _SCALE
    turns = "".join(
        f"L{n(x + (18 if k % 2 else -18))} {n(plate - (k + 0.5) * (plate - spring) / 6)}" for k in range(6)
    )
    canvas.path(f"M{n(x)} {n(plate)}{turns}L{n(x)} {n(spring)}", wide=4)
    head = up["top"] + POST_MM["head high"] * _SCALE
    canvas.rect(Rect(x - half["padding"], head - 10, x + half["padding"], spring), BLUE_FOAM, INK, 3, 16)
    canvas.path(f"M{n(x)} {n(spring)}V{n(head)}", edge="#9fb3d6", wide=6)
    front(sheet, Origin(x - half["head"], head, _SCALE), named=False)
    _height(sheet, 64, up["top"], floor, f"{POST_MM['top']} mm", 60)
    _height(sheet, 196, up["buttons"], floor, f"{POST_MM['buttons']} mm", 60, True)
    _width(sheet, x, half["hoop"], floor + 34, f"hoop {POST_MM['hoop']} mm")
    for words, y, at in (
        ("foam, 30 mm all round", (head + spring) / 2 - 40, x + half["padding"] + 12),
        ("spring joint", (plate + spring) / 2 + 6, x + 34),
    ):
        canvas.text(at, y, words, 18)


def _height(
    sheet: Sheet, x: float, top: float, floor: float, words: str, down: float, left: bool = False
) -> None:
    ends = "".join(f"M{n(x - 8)} {n(y)}H{n(x + 8)}" for y in (top, floor))
    sheet.canvas.path(f"M{n(x)} {n(top)}V{n(floor)}{ends}", edge=SOFT, wide=2)
    sheet.canvas.text(x - 10 if left else x + 10, top + down, words, 19, "bold", "end" if left else "start")


def _width(sheet: Sheet, x: float, half: float, y: float, words: str) -> None:
    ends = "".join(f"M{n(x + side * half)} {n(y - 8)}V{n(y + 8)}" for side in (-1, 1))
    sheet.canvas.path(f"M{n(x - half)} {n(y)}H{n(x + half)}{ends}", edge=SOFT, wide=2)
    sheet.canvas.text(x, y + 24, words, 19, "bold", "middle")


def _head(sheet: Sheet) -> None:
    canvas, left, right = sheet.canvas, 556.0, 772.0
    canvas.text((left + right) / 2, 122, "the head, from the front", 19, "bold", "middle")
    scale = (right - left) / POST_MM["head"]
    front(sheet, Origin(left, 140 + POST_MM["head high"] * scale, scale))
    canvas.lines(
        left,
        556,
        f"Reader behind 2 to 3 mm\nof plastic, no metal\nwithin 5 cm: it reads a\n"
        f"tag {READ_CM[0]} to {READ_CM[1]} cm away.",
        18,
    )
    canvas.lines(
        left,
        668,
        "Head: round corners of\n20 mm, foam on all sides\nbut the front, rain lip\nover the buttons.",
        18,
    )


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
