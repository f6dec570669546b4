"""The drawings of the kit's box: the Pi's header, the siren's driver, lamps and buttons, power."""

from __future__ import annotations

from hardware.wiring.nets import BATTERY_12V, GROUND, Bridge, Terminal
from hardware.wiring.pins import Line, header, lines
from hardware.wiring.sheet import Sheet, legend
from hardware.wiring.svg import BLUE, CARD, CLOCK, INK, LINE, PLATE, SOFT, Box, n
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

GATE_OHMS, PULL_DOWN_OHMS = 220, 100_000
LOOP_OHMS = 10_000, 2_700
"""The loop-back's divider: from the siren's line, and to ground (`hardware.whistle.pins`)."""
BUTTON_OHMS = 1_000
GROUNDS = {9: "ground of the drivers", 14: "ground of the buttons"}
_COILS = 60.0
"""A stand-in for what a siren or a lamp passes (ohms)."""


def kit_line(name: str) -> Line:
    """One of the kit's lines by its name."""
    return next(line for line in lines() if line.name == name)


def header_sheet() -> Sheet:
    """The 40 pins of the Pi's header, the kit's own marked."""
    says = "The 40 pins of the Pi's header in two columns; " + ", ".join(
        f"pin {line.header} is GPIO {line.gpio}, {line.name}" for line in lines()
    )
    sheet = Sheet("header", "The Pi's header: seven wires", says, height=960)
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
    canvas.text(400, 936, "Loop-back is optional. All other pins stay empty.", 19, "text", "middle", SOFT)
    return sheet


def siren_sheet() -> Sheet:
    """The siren's driver and its loop-back wire."""
    line, back = kit_line("siren"), kit_line("loop-back")
    says = (
        f"GPIO {line.gpio} drives through 220 ohms the gate of a MOSFET, which 100 kilohms pull down. It "
        "switches the minus of a 12 volt siren with a diode across it. A divider leads back to "
        f"GPIO {back.gpio}."
    )
    sheet = Sheet("siren", "Siren driver", says, height=912)
    canvas = sheet.canvas
    _siren_parts(sheet, line, back)
    sheet.wire("plus", "f.1")
    sheet.dot("n12", 540, 232)
    sheet.wire("f.2", "n12")
    sheet.wire("n12", "siren.1")
    sheet.wire("n12", "d.1", (680, 232))
    sheet.dot("drain", 540, 412)
    sheet.wire("siren.2", "drain")
    sheet.wire("drain", "d.2", (680, 412))
    sheet.wire("drain", "q.d")
    sheet.dot("back", 250, 412)
    sheet.wire("drain", "r3.2", dashed=True)
    sheet.wire("r3.1", "back", dashed=True)
    sheet.wire("back", "pi.loop", dashed=True)
    sheet.wire("back", "r4.1", dashed=True)
    sheet.wire("r4.2", "gnd-back", dashed=True)
    sheet.dot("gate", 440, 580)
    sheet.wire("pi.siren", "r1.1")
    sheet.wire("r1.2", "gate")
    sheet.wire("gate", "q.g")
    sheet.wire("gate", "r2.1")
    sheet.wire("r2.2", "gnd-gate")
    sheet.wire("q.s", "gnd-q")
    sheet.wire("pi.gnd", "gnd-pi", (250, 660))
    canvas.text(206, 362, "loop-back wire, optional", 18, "bold", fill=BLUE)
    legend(sheet, 28, 110)
    sheet.note(
        776,
        "R2 holds the gate down while the Pi starts, is off or is dead: no sound.\n"
        "D1's ring points to plus. Fit it also where the siren has no coil.\n"
        "Q1 seen from its print, legs down: gate, drain, source. Its tab is the drain.",
    )
    return sheet


def _siren_parts(sheet: Sheet, line: Line, back: Line) -> None:
    board(
        sheet,
        "pi",
        Box(28, 376, 190, 690),
        "Raspberry Pi",
        [
            pin("loop", "right", 36, back.gpio, f"GPIO {back.gpio}, pin {back.header}"),
            pin("siren", "right", 204, line.gpio, f"GPIO {line.gpio}, pin {line.header}"),
            supply("gnd", "right", 284, "ground, pin 9", GROUND),
        ],
    )
    rail(sheet, "plus", 540, 122, "+12 V")
    fuse(sheet, "f", 540, 172, "down", "F2, 3 A", left=True)
    load(sheet, "siren", Box(460, 268, 620, 368), "Siren", "12 V, steady tone", _COILS)
    diode(sheet, "d", 680, 322, "D1\n1N5819")
    transistor(sheet, "q", 540, 580, "Q1 IRLZ44N")
    resistor(sheet, "r1", 340, 580, "across", "R1, 220 Ω", GATE_OHMS)
    resistor(sheet, "r2", 440, 660, "down", "R2\n100 kΩ", PULL_DOWN_OHMS, left=True)
    resistor(sheet, "r3", 340, 412, "across", "R3, 10 kΩ", LOOP_OHMS[0])
    resistor(sheet, "r4", 250, 462, "down", "R4\n2.7 kΩ", LOOP_OHMS[1])
    for name, x, y in (
        ("gnd-back", 250, 506),
        ("gnd-gate", 440, 712),
        ("gnd-q", 540, 712),
        ("gnd-pi", 250, 712),
    ):
        ground(sheet, name, x, y)


def panel_sheet() -> Sheet:
    """The two lamps' drivers, and the start and stop buttons."""
    four = [kit_line(name) for name in ("round lamp", "alarm lamp", "start button", "stop button")]
    says = "; ".join(f"{line.name} at GPIO {line.gpio}, header pin {line.header}" for line in four)
    sheet = Sheet("panel", "Lamps and buttons", says, height=944)
    for x, line, colour in ((28, four[0], "green"), (400, four[1], "amber")):
        _lamp(sheet, x, 350, line, colour)
    sheet.canvas.rect(Box(28, 530, 772, 532), LINE, LINE, 0, 0)
    for x, line in ((28, four[2]), (400, four[3])):
        _button(sheet, x, 650, line)
    sheet.note(
        836,
        "The same transistor and resistors as for the siren. LED lamps need no diode.\n"
        "1 kΩ and 100 nF sit at the Pi's end of a button's cable (up to 10 m, two wires).",
    )
    return sheet


def _lamp(sheet: Sheet, x: float, y: float, line: Line, colour: str) -> None:
    name = line.name.split()[0]
    port = [pin("out", "right", 34, line.gpio, "")]
    board(sheet, name, Box(x, y - 34, x + 92, y + 34), f"GPIO {line.gpio}", port, f"pin {line.header}")
    rail(sheet, f"{name}-plus", x + 296, y - 212, "+12 V")
    box = Box(x + 220, y - 186, x + 372, y - 96)
    load(sheet, f"{name}-lamp", box, line.name.capitalize(), f"12 V LED, {colour}", _COILS)
    transistor(sheet, f"{name}-q", x + 296, y, "Q")
    resistor(sheet, f"{name}-r1", x + 152, y, "across", "220 Ω", GATE_OHMS)
    resistor(sheet, f"{name}-r2", x + 216, y + 70, "down", "100 kΩ", PULL_DOWN_OHMS, left=True)
    ground(sheet, f"{name}-gnd-gate", x + 216, y + 124)
    ground(sheet, f"{name}-gnd", x + 296, y + 124)
    sheet.dot(f"{name}-gate", x + 216, y)
    sheet.wire(f"{name}-plus", f"{name}-lamp.1")
    sheet.wire(f"{name}-lamp.2", f"{name}-q.d")
    sheet.wire(f"{name}.out", f"{name}-r1.1")
    sheet.wire(f"{name}-r1.2", f"{name}-gate")
    sheet.wire(f"{name}-gate", f"{name}-q.g")
    sheet.wire(f"{name}-gate", f"{name}-r2.1")
    sheet.wire(f"{name}-r2.2", f"{name}-gnd-gate")
    sheet.wire(f"{name}-q.s", f"{name}-gnd")


def _button(sheet: Sheet, x: float, y: float, line: Line) -> None:
    name = line.name.split()[0]
    port = [pin("in", "right", 34, line.gpio, "")]
    board(sheet, name, Box(x, y - 34, x + 92, y + 34), f"GPIO {line.gpio}", port, f"pin {line.header}")
    resistor(sheet, f"{name}-r", x + 144, y, "across", "1 kΩ", BUTTON_OHMS)
    sheet.dot(f"{name}-in", x + 200, y)
    capacitor(sheet, f"{name}-c", x + 200, y + 64, "100 nF")
    push_button(sheet, f"{name}-button", x + 280, y, line.name.split()[0].upper())
    ground(sheet, f"{name}-gnd-c", x + 200, y + 120)
    ground(sheet, f"{name}-gnd", x + 346, y + 120)
    sheet.wire(f"{name}.in", f"{name}-r.1")
    sheet.wire(f"{name}-r.2", f"{name}-in")
    sheet.wire(f"{name}-in", f"{name}-c.1")
    sheet.wire(f"{name}-c.2", f"{name}-gnd-c")
    sheet.wire(f"{name}-in", f"{name}-button.1")
    sheet.wire(f"{name}-button.2", f"{name}-gnd", (x + 346, y))


FED = (
    ("conv", "F3", 5, "12 V to 5 V, 5 A", "Pi by USB-C, hubs"),
    ("screen", "F4", 3, "Screen", "12 V input"),
    ("horn", "F2", 3, "Siren driver", "up to 2 A"),
    ("lamps", "F5", 2, "Lamp drivers", "two LED lamps"),
    ("hoops", "F6", 2, "Cable to the hoops", "RS-485 variant only"),
)
"""What the battery feeds: name, fuse and its amperes, title, says."""
MAIN_FUSE = 10


def power_sheet() -> Sheet:
    """From the battery to everything that it feeds."""
    says = "A 12.8 volt battery feeds through a fuse and a switch, each with a fuse of its own: " + "; ".join(
        f"{title} ({says})" for _, _, _, title, says in FED
    )
    sheet = Sheet("power", "Power", says, height=744)
    ports = [supply("plus", "right", 40, "+", BATTERY_12V), supply("minus", "right", 130, "-", GROUND)]
    board(sheet, "battery", Box(28, 288, 190, 458), "Battery", ports, "LiFePO4\n12.8 V 20 Ah")
    fuse(sheet, "f1", 252, 328, "across", f"F1, {MAIN_FUSE} A")
    _switch(sheet, 360, 328)
    ground(sheet, "gnd", 240, 440)
    sheet.wire("battery.plus", "f1.1")
    sheet.wire("f1.2", "s1.1")
    sheet.wire("battery.minus", "gnd", (240, 418))
    above = ""
    for place, (name, called, amperes, title, text) in enumerate(FED):
        y = 92 + 104 * place
        ports = [needs("plus", "left", 28, "", 16.0), needs("minus", "left", 62, "")]
        board(sheet, name, Box(560, y, 772, y + 82), title, ports, text)
        fuse(sheet, f"{name}-f", 494, y + 28, "across", f"{called}, {amperes} A")
        ground(sheet, f"{name}-gnd", 530, y + 66)
        sheet.dot(f"{name}-bus", 430, y + 28)
        sheet.wire(f"{name}-bus", f"{name}-f.1")
        sheet.wire(f"{name}-f.2", f"{name}.plus")
        sheet.wire(f"{name}.minus", f"{name}-gnd", (530, y + 62))
        if above:
            sheet.wire(above, f"{name}-bus")
        above = f"{name}-bus"
    sheet.wire("s1.2", "horn-bus")
    sheet.note(
        636,
        "F1 sits at the battery's plus, before anything else. All minus wires meet at the\n"
        "fuse block's minus rail. Wire: 1.5 mm² up to the fuses, 0.75 mm² after them.",
    )
    return sheet


def _switch(sheet: Sheet, x: float, y: float) -> None:
    """The main switch, 80 units across; the check takes it as closed."""
    sheet.add(Terminal("s1.1", x - 40, y))
    sheet.add(Terminal("s1.2", x + 40, y))
    sheet.bridges.append(Bridge("s1.1", "s1.2", 0.01))
    sheet.lead("s1.1", (x - 22, y))
    sheet.lead("s1.2", (x + 22, y))
    sheet.canvas.path(f"M{n(x - 22)} {n(y)}l42 -12", wide=4)
    for end in (x - 22, x + 22):
        sheet.canvas.disc(end, y, 5, CARD, INK, 2.5)
    sheet.canvas.text(x, y - 24, "S1", 18, "text", "middle")
