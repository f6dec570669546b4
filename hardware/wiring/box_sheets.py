"""The drawings of the kit's box: the Pi's header, the siren's driver, lamps, buttons, battery measure."""

from __future__ import annotations

from hardware.wiring.devices import ina219
from hardware.wiring.nets import GROUND, SUPPLY_3V3, Terminal
from hardware.wiring.pins import I2C, Line, header, lines
from hardware.wiring.sheet import Sheet, legend
from hardware.wiring.svg import BLUE, CARD, CLOCK, INK, LINE, PLATE, SOFT, Box
from hardware.wiring.symbols import (
    board,
    capacitor,
    diode,
    fuse,
    ground,
    load,
    needs,
    pin,
    push_button,
    rail,
    resistor,
    supply,
    transistor,
)

GATE_OHMS, PULL_DOWN_OHMS = 4_700, 100_000
"""In a gate's lead, and from it to ground. The first saves the Pi's pin where a gate melts to its drain."""
LOOP_OHMS = 10_000, 2_700
"""The loop-back's divider: from the siren's line, and to ground (`hardware.whistle.pins`)."""
BUTTON_OHMS = 1_000
GROUNDS = {
    1: "3.3 V of the INA219",
    6: "ground of the INA219",
    9: "ground: drivers' reference",
    14: "ground of the buttons",
    39: "ground of the off button",
}
"""The header's supplies that are used, by pin."""
_COILS = 14.6
"""A stand-in for what a siren or a lamp passes at most (ohms): 1 A."""


def kit_line(name: str) -> Line:
    """One of the kit's lines by its name."""
    return next(line for line in lines() if line.name == name)


def header_sheet() -> Sheet:
    """The 40 pins of the Pi's header, the kit's own marked."""
    says = "The 40 pins of the Pi's header in two columns; " + ", ".join(
        f"pin {line.header} is GPIO {line.gpio}, {line.name}" for line in lines()
    )
    sheet = Sheet("header", "The Pi's header", says, height=1064)
    canvas = sheet.canvas
    used = {line.header: line for line in lines()}
    canvas.rect(Box(336, 92, 464, 880), INK, INK, 0, 12)
    for number, name in header().items():
        left, row = number % 2 == 1, (number - 1) // 2
        x, y = (372 if left else 428), 120 + row * 38.5
        line = used.get(number)
        label = f"GPIO {line.gpio} · {line.name}" if line else GROUNDS.get(number, "")
        fill = CLOCK if line else CARD if number in GROUNDS else "#3b372e"
        canvas.disc(x, y, 15, fill)
        canvas.text(x, y + 6, str(number), 17, "head", "middle", INK if label else "#d9d2c0")
        if label:
            box = Box(28, y - 16, 320, y + 16) if left else Box(480, y - 16, 772, y + 16)
            optional = line is not None and line.optional
            canvas.rect(box, PLATE if line else CARD, LINE if optional else INK, 2, 6)
            canvas.text((box.left + box.right) / 2, y + 6, label, 19, "bold", "middle")
        else:
            words = name.replace("GPIO", "GPIO ").replace("3V3", "3.3 V").replace("5V", "5 V")
            words = words.replace("GND", "ground")
            canvas.text(320 if left else 480, y + 5, words, 16, "text", "end" if left else "start", "#6b6455")
        if line:
            sheet.add(Terminal(f"pi.{number}", x, y, gpio=line.gpio))
    canvas.text(400, 910, "USB and network sockets are at this end", 19, "text", "middle", SOFT)
    sheet.note(
        936,
        "Pale frames are optional. All other pins stay empty.\n"
        "Seen from above, pins towards you. From the solder side all is mirrored: pin 1\n"
        "is then on the right. Mark it before you solder, and ring out pins 9 and 11.",
    )
    return sheet


def siren_sheet() -> Sheet:
    """The siren's driver, its way back to the minus rail, and its loop-back wire."""
    line, back = kit_line("siren"), kit_line("loop-back")
    says = (
        f"GPIO {line.gpio} drives through 4.7 kilohms the gate of a MOSFET, which 100 kilohms pull down. It "
        "switches the minus of one or two 12 volt sirens with a diode across them, and leads to the minus "
        f"rail of the fuse block by a wire of its own. A divider leads back to GPIO {back.gpio}."
    )
    sheet = Sheet("siren", "Siren driver", says, height=1010)
    _siren_parts(sheet, line, back)
    _siren_plus(sheet)
    _siren_gate(sheet)
    _siren_minus(sheet)
    sheet.canvas.text(206, 362, "loop-back, optional", 18, "bold", fill=BLUE)
    legend(sheet, 28, 110)
    sheet.note(
        822,
        "R2 holds the gate down while the Pi starts, is off or is dead: no sound.\n"
        "R1 saves the Pi's pin if Q1 breaks. The current goes back by the board's own\n"
        "minus wire, not by pin 9. D1's ring points to plus: turned round, F2 blows at\n"
        "the first blast. Fit it also where the siren has no coil. Q1: IRLZ44N, not IRFZ44N.\n"
        "Seen from its print, legs down: gate, drain, source. Its tab is the drain: 12 V.",
    )
    return sheet


def _siren_parts(sheet: Sheet, line: Line, back: Line) -> None:
    ports = [
        pin("loop", "right", 36, back.gpio, f"GPIO {back.gpio}, pin {back.header}"),
        pin("siren", "right", 204, line.gpio, f"GPIO {line.gpio}, pin {line.header}"),
        needs("gnd", "right", 284, "ground, pin 9"),
    ]
    board(sheet, "pi", Box(28, 376, 190, 690), "Raspberry Pi", ports)
    rail(sheet, "plus", 540, 122, "+12 V")
    fuse(sheet, "f", 540, 172, "down", "F2, 3 A", left=True)
    load(sheet, "siren", Box(398, 268, 548, 368), "Siren", "9 to 16 V", _COILS, "siren")
    load(sheet, "second", Box(560, 268, 690, 368), "Siren 2", "if you have", _COILS, "siren")
    diode(sheet, "d", 724, 322, "D1")
    transistor(sheet, "q", 540, 580, "Q1 IRLZ44N")
    resistor(sheet, "r1", 340, 580, "across", "R1, 4.7 kΩ", GATE_OHMS)
    resistor(sheet, "r2", 440, 660, "down", "R2\n100 kΩ", PULL_DOWN_OHMS, left=True)
    resistor(sheet, "r3", 340, 412, "across", "R9, 10 kΩ", LOOP_OHMS[0])
    resistor(sheet, "r4", 250, 462, "down", "R10\n2.7 kΩ", LOOP_OHMS[1])
    minus = [supply("minus", "left", 36, "", GROUND)]
    board(sheet, "rail", Box(620, 704, 772, 776), "Minus rail", minus, "of the fuse block")


def _siren_plus(sheet: Sheet) -> None:
    """From F2 through sirens and diode to the drain."""
    for name, x, y in (("n12", 540, 232), ("n12-2", 625, 232), ("drain", 540, 412), ("drain-2", 625, 412)):
        sheet.dot(name, x, y)
    sheet.wire("plus", "f.1")
    sheet.wire("f.2", "n12")
    sheet.wire("n12", "siren.1", (473, 232))
    sheet.wire("n12", "n12-2")
    sheet.wire("n12-2", "second.1", dashed=True)
    sheet.wire("n12-2", "d.1", (724, 232))
    sheet.wire("siren.2", "drain", (473, 412))
    sheet.wire("second.2", "drain-2", dashed=True)
    sheet.wire("drain", "drain-2")
    sheet.wire("drain-2", "d.2", (724, 412))
    sheet.wire("drain", "q.d")


def _siren_gate(sheet: Sheet) -> None:
    """The Pi's pin to the gate, and the loop-back."""
    sheet.dot("back", 250, 412)
    sheet.dot("gate", 440, 580)
    sheet.wire("siren.2", "r3.2", (473, 412), dashed=True)
    sheet.wire("r3.1", "back", dashed=True)
    sheet.wire("back", "pi.loop", dashed=True)
    sheet.wire("back", "r4.1", dashed=True)
    sheet.wire("pi.siren", "r1.1")
    sheet.wire("r1.2", "gate")
    sheet.wire("gate", "q.g")
    sheet.wire("gate", "r2.1")


def _siren_minus(sheet: Sheet) -> None:
    """All that leads back to the minus rail."""
    for name, x in (("m-back", 250), ("m-gate", 440), ("m-source", 540)):
        sheet.dot(name, x, 740)
    sheet.wire("pi.gnd", "m-back", (220, 660), (220, 740))
    sheet.wire("r4.2", "m-back", dashed=True)
    sheet.wire("m-back", "m-gate")
    sheet.wire("r2.2", "m-gate")
    sheet.wire("m-gate", "m-source")
    sheet.wire("q.s", "m-source")
    sheet.wire("m-source", "rail.minus")
    sheet.canvas.text(556, 768, "own wire, 0.75 mm²", 17, "text", "end")
    sheet.canvas.text(206, 768, "pin 9: reference only", 17, "text", "end")


def panel_sheet() -> Sheet:
    """The two lamps' drivers, the buttons, and what measures the battery."""
    names = ("round lamp", "alarm lamp", "start button", "stop button", "off button", *I2C)
    says = "; ".join(
        f"{line.name} at GPIO {line.gpio}, header pin {line.header}" for line in map(kit_line, names)
    )
    sheet = Sheet("panel", "Lamps, buttons, battery", says, height=1600)
    for x, name, colour in ((28, "round lamp", "green"), (400, "alarm lamp", "amber")):
        _lamp(sheet, x, 350, kit_line(name), colour)
    _lamps_minus(sheet)
    _rule(sheet, 546)
    _button(sheet, 28, 650, kit_line("start button"), "start", "START")
    _button(sheet, 400, 650, kit_line("stop button"), "stop", "STOP, contact closes")
    _off(sheet, 28, 890, kit_line("off button"))
    _button(sheet, 400, 890, kit_line("stop button"), "stop-nc", "STOP, contact opens", opens=True)
    _rule(sheet, 1042)
    _battery(sheet)
    sheet.note(
        1374,
        "The same transistor and resistors as for the siren. LED lamps need no diode.\n"
        "1 kΩ and 100 nF sit at the Pi's end of a button's cable (up to 10 m, two wires).\n"
        "A contact block's tabs: 13 and 14 close (NO), 11 and 12 open (NC). Use one pair.\n"
        "STOP at 11 and 12 with stop_opens = true: a broken wire counts as pressed, so it\n"
        "is found at once. At 13 and 14 (stop_opens = false) only a press finds it.\n"
        "OFF's ground is pin 39, START's and STOP's pin 14. The INA219 lives on 3.3 V;\n"
        "of the 12 V it sees Vin- alone, and it takes no ground but the Pi's.",
    )
    return sheet


def _rule(sheet: Sheet, y: float) -> None:
    sheet.canvas.rect(Box(28, y, 772, y + 2), LINE, LINE, 0, 0)


def _lamp(sheet: Sheet, x: float, y: float, line: Line, colour: str) -> None:
    name = line.name.split()[0]
    port = [pin("out", "right", 34, line.gpio, "")]
    board(sheet, name, Box(x, y - 34, x + 92, y + 34), f"GPIO {line.gpio}", port, f"pin {line.header}")
    rail(sheet, f"{name}-plus", x + 296, y - 212, "+12 V")
    box = Box(x + 220, y - 186, x + 372, y - 96)
    load(sheet, f"{name}-lamp", box, line.name.capitalize(), f"9 to 16 V, {colour}", _COILS, "lamp")
    transistor(sheet, f"{name}-q", x + 296, y, "Q")
    resistor(sheet, f"{name}-r1", x + 152, y, "across", "4.7 kΩ", GATE_OHMS)
    resistor(sheet, f"{name}-r2", x + 216, y + 70, "down", "100 kΩ", PULL_DOWN_OHMS, left=True)
    sheet.dot(f"{name}-gate", x + 216, y)
    sheet.dot(f"{name}-m-gate", x + 216, y + 148)
    sheet.dot(f"{name}-m", x + 296, y + 148)
    sheet.wire(f"{name}-plus", f"{name}-lamp.1")
    sheet.wire(f"{name}-lamp.2", f"{name}-q.d")
    sheet.wire(f"{name}.out", f"{name}-r1.1")
    sheet.wire(f"{name}-r1.2", f"{name}-gate")
    sheet.wire(f"{name}-gate", f"{name}-q.g")
    sheet.wire(f"{name}-gate", f"{name}-r2.1")
    sheet.wire(f"{name}-r2.2", f"{name}-m-gate")
    sheet.wire(f"{name}-q.s", f"{name}-m")
    sheet.wire(f"{name}-m-gate", f"{name}-m")


def _lamps_minus(sheet: Sheet) -> None:
    """Both lamps' way back to the minus rail, by the drivers' own wire."""
    minus = [supply("minus", "right", 36, "", GROUND)]
    board(sheet, "rail", Box(28, 462, 180, 534), "Minus rail", minus, "of the fuse block")
    sheet.wire("rail.minus", "round-m-gate")
    sheet.wire("round-m", "alarm-m-gate")


def _button(sheet: Sheet, x: float, y: float, line: Line, name: str, label: str, opens: bool = False) -> None:
    port = [pin("in", "right", 34, line.gpio, "")]
    board(sheet, name, Box(x, y - 34, x + 92, y + 34), f"GPIO {line.gpio}", port, f"pin {line.header}")
    resistor(sheet, f"{name}-r", x + 144, y, "across", "1 kΩ", BUTTON_OHMS)
    sheet.dot(f"{name}-in", x + 200, y)
    capacitor(sheet, f"{name}-c", x + 200, y + 64, "100 nF")
    push_button(sheet, f"{name}-button", x + 280, y, label, opens)
    ground(sheet, f"{name}-gnd-c", x + 200, y + 120)
    ground(sheet, f"{name}-gnd", x + 346, y + 120)
    sheet.wire(f"{name}.in", f"{name}-r.1")
    sheet.wire(f"{name}-r.2", f"{name}-in")
    sheet.wire(f"{name}-in", f"{name}-c.1")
    sheet.wire(f"{name}-c.2", f"{name}-gnd-c")
    sheet.wire(f"{name}-in", f"{name}-button.1")
    sheet.wire(f"{name}-button.2", f"{name}-gnd", (x + 346, y))


def _off(sheet: Sheet, x: float, y: float, line: Line) -> None:
    """The button in the lid, which needs no filter: its wire is short, and the boot overlay debounces it."""
    port = [pin("in", "right", 34, line.gpio, "")]
    board(sheet, "off", Box(x, y - 34, x + 92, y + 34), f"GPIO {line.gpio}", port, f"pin {line.header}")
    push_button(sheet, "off-button", x + 280, y, "OFF, in the lid")
    ground(sheet, "off-gnd", x + 346, y + 120)
    sheet.wire("off.in", "off-button.1")
    sheet.wire("off-button.2", "off-gnd", (x + 346, y))


def _battery(sheet: Sheet) -> None:
    """The INA219: its bus at the Pi, its input behind F7."""
    data, clock = (kit_line(name) for name in I2C)
    ports = [
        supply("three", "right", 60, "3.3 V, pin 1", SUPPLY_3V3),
        pin("sda", "right", 110, data.gpio, f"GPIO {data.gpio}, pin {data.header}"),
        pin("scl", "right", 160, clock.gpio, f"GPIO {clock.gpio}, pin {clock.header}"),
        supply("gnd", "right", 210, "ground, pin 6", GROUND),
    ]
    board(sheet, "pi", Box(28, 1090, 248, 1330), "", ports)
    sheet.canvas.text(120, 1122, "Raspberry Pi", 24, "head", "middle")
    ina219(sheet, "ina", Box(420, 1090, 590, 1330))
    rail(sheet, "ina-plus", 680, 1160, "+12 V")
    sheet.canvas.text(692, 1184, "behind F7", 18)
    for one, other in (("three", "vcc"), ("sda", "sda"), ("scl", "scl"), ("gnd", "gnd")):
        sheet.wire(f"pi.{one}", f"ina.{other}")
    sheet.wire("ina.vin", "ina-plus", (680, 1250))
