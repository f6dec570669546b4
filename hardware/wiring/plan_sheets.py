"""The drawings without a schematic: the Pi's header, a hoop's post, and sheets to print and cut out."""

from hardware.wiring.layout_sheets import Origin, front
from hardware.wiring.loudness import mast_m
from hardware.wiring.nets import Terminal
from hardware.wiring.pins import KIND_COLOURS, header, kinds, lines, number_ink
from hardware.wiring.power import NODES, circuits
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import CARD, CLOCK, GREEN, INK, LINE, PLATE, RED, SOFT, Rect

GROUNDS = {1: "3.3 V of the INA219", 6: "ground of the INA219", 9: "ground: drivers' reference"}
GROUNDS |= {14: "ground of the buttons", 39: "ground of the off button"}
"""The header's supplies that are used, by pin."""
POST_MM = {"hoop": 800, "plate": 400, "plate high": 20, "spring": 80, "padding": 110, "buttons": 890}
POST_MM |= {"reader": 1020, "top": 1050, "head": 160, "head high": 240}
"""The post's measures in mm: widths across, heights over the ground for the lower buttons, reader and top."""
READ_CM = 2, 5
"""The distance (cm) at which a coin tag is read."""
_SCALE = 0.62
BLUE_FOAM = "#d7e0f0"


def header_sheet() -> Sheet:
    """Draw the 40 pins of the Pi's header, the kit's own marked."""
    says = "The 40 pins of the Pi's header in two columns; " + ", ".join(
        f"pin {line.header} is GPIO {line.gpio}, {line.name}" for line in lines()
    )
    sheet = Sheet("header", "The Pi's header", says, height=1064)
    used = {line.header: line for line in lines()}
    sheet.rect(Rect(336, 92, 464, 880), INK, INK, 0, 12)
    for number, name in header().items():
        left, row = number % 2 == 1, (number - 1) // 2
        x, y = (372 if left else 428), 120 + row * 38.5
        line = used.get(number)
        label = f"GPIO {line.gpio} · {line.name}" if line else GROUNDS.get(number, "")
        fill = CLOCK if line else CARD if number in GROUNDS else "#3b372e"
        sheet.disc(x, y, 15, fill)
        sheet.text(x, y + 6, str(number), 17, "head", "middle", INK if label else "#d9d2c0")
        if label:
            box = Rect(28, y - 16, 320, y + 16) if left else Rect(480, y - 16, 772, y + 16)
            optional = line is not None and line.optional
            sheet.rect(box, PLATE if line else CARD, LINE if optional else INK, 2, 6)
            sheet.text(box.middle[0], y + 6, label, 19, "bold", "middle")
        else:
            words = name.replace("GPIO", "GPIO ").replace("3V3", "3.3 V").replace("5V", "5 V")
            words = words.replace("GND", "ground")
            sheet.text(320 if left else 480, y + 5, words, 16, "text", "end" if left else "start", "#6b6455")
        if line:
            sheet.add(Terminal(f"pi.{number}", x, y, gpio=line.gpio))
    sheet.text(400, 910, "USB and network sockets are at this end", 19, "text", "middle", SOFT)
    sheet.note(
        936,
        "Pale frames are optional. All other pins stay empty.\n"
        "Seen from above, pins towards you. From the solder side all is mirrored: pin 1\n"
        "is then on the right. Mark it before you solder, and ring out pins 9 and 11.",
    )
    return sheet


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
        "The weight is in the plate (5 kg rubber), never in the head; no stakes.",
    )
    return sheet


def _post(sheet: Sheet) -> None:
    x, floor = 292.0, 856.0
    up = {name: floor - mm * _SCALE for name, mm in POST_MM.items()}
    half = {name: mm * _SCALE / 2 for name, mm in POST_MM.items()}
    sheet.rect(Rect(28, floor, 556, floor + 6), GREEN, GREEN, 0, 0)
    for side in (-1, 1):
        sheet.disc(x + side * half["hoop"], floor - 8, 8, CLOCK, INK, 2.5)
    plate = floor - POST_MM["plate high"] * _SCALE
    wide = half["plate"]
    sheet.path(f"M{-wide} {floor}L{16 - wide} {plate}H{wide - 16}L{wide} {floor}Z", SOFT, at=(x, 0))
    spring = plate - POST_MM["spring"] * _SCALE
    turns = "".join(f"L{18 if k % 2 else -18} {plate - (k + 0.5) * (plate - spring) / 6}" for k in range(6))
    sheet.path(f"M0 {plate}{turns}L0 {spring}", wide=4, at=(x, 0))
    head = up["top"] + POST_MM["head high"] * _SCALE
    sheet.rect(Rect(x - half["padding"], head - 10, x + half["padding"], spring), BLUE_FOAM, INK, 3, 16)
    sheet.path(f"M0 {spring}V{head}", edge="#9fb3d6", wide=6, at=(x, 0))
    front(sheet, Origin(x - half["head"], head, _SCALE), named=False)
    _height(sheet, 64, up["top"], floor, f"{POST_MM['top']} mm", 60)
    _height(sheet, 196, up["buttons"], floor, f"{POST_MM['buttons']} mm", 60, True)
    _width(sheet, x, half["hoop"], floor + 34, f"hoop {POST_MM['hoop']} mm")
    for words, y, at in (
        ("foam, 30 mm all round", (head + spring) / 2 - 40, x + half["padding"] + 12),
        ("spring joint", (plate + spring) / 2 + 6, x + 34),
    ):
        sheet.text(at, y, words, 18)


def _height(
    sheet: Sheet, x: float, top: float, floor: float, words: str, down: float, left: bool = False
) -> None:
    shape = f"M0 {top}V{floor}M-8 {top}H8M-8 {floor}H8"
    sheet.path(shape, edge=SOFT, wide=2, at=(x, 0))
    sheet.text(x - 10 if left else x + 10, top + down, words, 19, "bold", "end" if left else "start")


def _width(sheet: Sheet, x: float, half: float, y: float, words: str) -> None:
    shape = f"M{-half} 0H{half}M{-half} -8V8M{half} -8V8"
    sheet.path(shape, edge=SOFT, wide=2, at=(x, y))
    sheet.text(x, y + 24, words, 19, "bold", "middle")


def _head(sheet: Sheet) -> None:
    left, right = 556.0, 772.0
    sheet.text((left + right) / 2, 122, "the head, from the front", 19, "bold", "middle")
    scale = (right - left) / POST_MM["head"]
    front(sheet, Origin(left, 140 + POST_MM["head high"] * scale, scale))
    words = "Reader behind 2 to 3 mm\nof plastic, no metal\nwithin 5 cm: it reads a\ntag {} to {} cm away."
    sheet.lines(left, 556, words.format(*READ_CM), 18)
    words = (
        "Head: foam on all sides, a\nrim of it 25 mm proud of\n"
        "the front: no button sticks\nout. Corners of 20 mm."
    )
    sheet.lines(left, 668, words, 18)


NODE_NAMES = (*(f"h{number}" for number in range(1, NODES + 1)), "spare1", "bridge")
LID = (
    "Battery charged, plug clean",
    "Hand whistle on the referee's neck",
    f"Siren masts, {mast_m():g} m off, ear plugs",
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
_COLUMNS, _LINE = 4, 31


def wire_names() -> tuple[str, ...]:
    """Return the wires of the box, each of which has its name at both ends."""
    others = "minus rail, siren 1, siren 2, START, STOP, lamp green, lamp amber, OFF button"
    return (*(f"{each.fuse} {each.amperes} A" for each in circuits().values()), *others.split(", "))


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
    sheet.rect(Rect(_LEFT, y + 22, 772, y + 122), RED, INK, 3)
    sheet.text(400, y + 86, "S1 SILENCES EVERYTHING", 48, "head", "middle", CARD)
    sheet.rect(Rect(_LEFT, y + 144, 772, y + 144 + 60 + _LINE * (len(LID) - 1) + 24), CARD, INK, 3)
    sheet.text(48, y + 180, "Before each match", 26, "head")
    for place, words in enumerate(LID):
        at = y + 212 + _LINE * place
        sheet.rect(Rect(48, at - 16, 66, at + 2), CARD, INK, 2, 3)
        sheet.text(80, at, words, 20)
    return sheet


def colours_sheet() -> Sheet:
    """One sheet of A4 in true size: the colours below the buttons' hoods, for ten posts and a spare."""
    says = f"Discs of {DISC_MM} mm to cut out, {POSTS} of each kind, with the button's number and its kind."
    size = 210 * _PER_MM, 297 * _PER_MM
    sheet = Sheet("colours", "Buttons' colours: print at 100 %", says, *size, per_mm=_PER_MM)
    step, r = (DISC_MM + 2) * _PER_MM, DISC_MM * _PER_MM / 2
    discs = [each for each in kinds() for _ in range(POSTS)]
    for place, (number, kind) in enumerate(discs):
        row, column = divmod(place, _DISCS_A_ROW)
        x, y = 80 + column * step, 150 + row * step
        ink = number_ink(kind)
        sheet.disc(x, y, r, KIND_COLOURS[kind], INK, 1)
        sheet.text(x, y + 4, str(number), 40, "head", "middle", ink)
        sheet.text(x, y + 26, kind, 16, "bold", "middle", ink)
    down = 150 + step * (1 + (len(discs) - 1) // _DISCS_A_ROW)
    words = (
        f"Each disc must measure {DISC_MM} mm. Laminate the sheet before you cut.\n"
        "A disc lies on the button's cap, the clear hood over both."
    )
    sheet.lines(28, down, words)
    return sheet


def _grid(sheet: Sheet, names: tuple[str, ...] | list[str], top: float, size: float) -> float:
    """Draw labels side by side from ``top`` on; return where they end."""
    high = _HIGH if size > 30 else 38.0
    for place, name in enumerate(names):
        left = _LEFT + (_WIDE + _GAP) * (place % _COLUMNS)
        y = top + (high + 8) * (place // _COLUMNS)
        sheet.rect(Rect(left, y, left + _WIDE, y + high), CLOCK if size > 30 else CARD, INK, 2)
        sheet.text(left + _WIDE / 2, y + high / 2 + size * 0.34, name, size, "head", "middle")
    rows = -(-len(names) // _COLUMNS)
    return top + (high + 8) * rows - 8
