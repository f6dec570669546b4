"""The drawings of the kit's box and of the whistle kit: header, siren's driver, lamps, buttons, battery."""

from __future__ import annotations

from hardware.wiring import power
from hardware.wiring.nets import BATTERY_12V, GROUND, PIN_BEARS, SUPPLY_3V3, SUPPLY_5V, Resistance, Terminal
from hardware.wiring.pins import I2C, PiLine, header, lines
from hardware.wiring.sheet import COLOURS, Sheet, legend
from hardware.wiring.svg import BLUE, CARD, CLOCK, INK, LINE, PLATE, SOFT, Rect
from hardware.wiring.symbols import Port, Schematic, battery, needs, pin, supply

GATE_OHMS, PULL_DOWN_OHMS = 4_700, 100_000
"""In a gate's lead, and from it to ground. The first saves the Pi's pin where a gate melts to its drain."""
LOOP_OHMS = 10_000, 2_700
"""The loop-back's divider: from the siren's line, and to ground (`hardware.whistle.pins`)."""
BUTTON_OHMS = 1_000
_INA219_OHMS = 320_000
"""Between the measured input of an INA219 and ground."""
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


def kit_line(name: str) -> PiLine:
    """One of the kit's lines by its name."""
    return next(line for line in lines() if line.name == name)


def header_sheet() -> Sheet:
    """Draw the 40 pins of the Pi's header, the kit's own marked."""
    says = "The 40 pins of the Pi's header in two columns; " + ", ".join(
        f"pin {line.header} is GPIO {line.gpio}, {line.name}" for line in lines()
    )
    sheet = Sheet("header", "The Pi's header", says, height=1064)
    canvas = sheet.canvas
    used = {line.header: line for line in lines()}
    canvas.rect(Rect(336, 92, 464, 880), INK, INK, 0, 12)
    for number, name in header().items():
        left, row = number % 2 == 1, (number - 1) // 2
        x, y = (372 if left else 428), 120 + row * 38.5
        line = used.get(number)
        label = f"GPIO {line.gpio} · {line.name}" if line else GROUNDS.get(number, "")
        fill = CLOCK if line else CARD if number in GROUNDS else "#3b372e"
        canvas.disc(x, y, 15, fill)
        canvas.text(x, y + 6, str(number), 17, "head", "middle", INK if label else "#d9d2c0")
        if label:
            box = Rect(28, y - 16, 320, y + 16) if left else Rect(480, y - 16, 772, y + 16)
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


def siren_sheet() -> Schematic:
    """Draw the siren's driver, its way back to the minus rail, and its loop-back wire."""
    line, back = kit_line("siren"), kit_line("loop-back")
    says = (
        f"GPIO {line.gpio} drives through 4.7 kilohms the gate of a MOSFET, which 100 kilohms pull down. It "
        "switches the minus of one or two 12 volt sirens with a diode across them, and leads to the minus "
        f"rail of the fuse block by a wire of its own. A divider leads back to GPIO {back.gpio}."
    )
    sheet = Schematic("siren", "Siren driver", says, height=1010)
    _siren_parts(sheet, line, back)
    sheet.wire("plus", "f", "n12", "n12-2", (724, 232), "d", (724, 412), "drain-2")
    sheet.wire("n12", (473, 232), "siren", (473, 412), "drain", "drain-2")
    sheet.wire("n12-2", "second", "drain-2", dashed=True)
    sheet.wire("siren.2", (473, 412), "-r3", "back", "pi.loop", dashed=True)
    sheet.wire("back", "r4", "m-back", dashed=True)
    sheet.wire("pi.siren", "r1", "gate", "r2", "m-gate")
    sheet.wire("gate", "q.g")
    sheet.wire("drain", "q.d")
    sheet.wire("q.s", "m-source")
    sheet.wire("pi.gnd", (220, 660), (220, 740), "m-back", "m-gate", "m-source", "rail.minus")
    sheet.canvas.text(556, 768, "own wire, 0.75 mm²", 17, "text", "end")
    sheet.canvas.text(206, 768, "pin 9: reference only", 17, "text", "end")
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


def _siren_parts(sheet: Schematic, line: PiLine, back: PiLine) -> None:
    ports = [
        pin("loop", "right", 36, back.gpio, back.label),
        pin("siren", "right", 204, line.gpio, line.label),
        needs("gnd", "right", 284, "ground, pin 9"),
    ]
    sheet.board("pi", Rect(28, 376, 190, 690), "Raspberry Pi", ports)
    sheet.rail("plus", 540, 122, "+12 V")
    sheet.fuse("f", 540, 172, "down", "F2, 3 A", left=True)
    sheet.load("siren", Rect(398, 268, 548, 368), "Siren", "9 to 16 V", _COILS, "siren")
    sheet.load("second", Rect(560, 268, 690, 368), "Siren 2", "if you have", _COILS, "siren")
    sheet.diode("d", 724, 322, "D1")
    sheet.transistor("q", 540, 580, "Q1 IRLZ44N")
    sheet.resistor("r1", 340, 580, "across", "R1, 4.7 kΩ", GATE_OHMS)
    sheet.resistor("r2", 440, 660, "down", "R2\n100 kΩ", PULL_DOWN_OHMS, left=True)
    sheet.resistor("r3", 340, 412, "across", "R9, 10 kΩ", LOOP_OHMS[0])
    sheet.resistor("r4", 250, 462, "down", "R10\n2.7 kΩ", LOOP_OHMS[1])
    minus = [supply("minus", "left", 36, "", GROUND)]
    sheet.board("rail", Rect(620, 704, 772, 776), "Minus rail", minus, "of the fuse block")
    sheet.dots({"n12": (540, 232), "n12-2": (625, 232), "drain": (540, 412), "drain-2": (625, 412)})
    sheet.dots({"back": (250, 412), "gate": (440, 580)})
    sheet.dots({"m-back": (250, 740), "m-gate": (440, 740), "m-source": (540, 740)})


def panel_sheet() -> Schematic:
    """Draw the two lamps' drivers, the buttons, and what measures the battery."""
    names = ("round lamp", "alarm lamp", "start button", "stop button", "off button", *I2C)
    says = "; ".join(
        f"{line.name} at GPIO {line.gpio}, header pin {line.header}" for line in map(kit_line, names)
    )
    sheet = Schematic("panel", "Lamps, buttons, battery", says, height=1600)
    for x, name, colour in ((28, "round lamp", "green"), (400, "alarm lamp", "amber")):
        _lamp(sheet, x, 350, kit_line(name), colour)
    minus = [supply("minus", "right", 36, "", GROUND)]
    sheet.board("rail", Rect(28, 462, 180, 534), "Minus rail", minus, "of the fuse block")
    sheet.wire("rail.minus", "round-m-gate", "round-m", "alarm-m-gate", "alarm-m")
    sheet.rule(546)
    _button(sheet, 28, 650, kit_line("start button"), "start", "START")
    _button(sheet, 400, 650, kit_line("stop button"), "stop", "STOP, contact closes")
    # The button in the lid has no filter: its wire is short, and the boot overlay debounces it.
    _at_pin(sheet, 28, 890, kit_line("off button"), "off", "in")
    sheet.push_button("off-button", 308, 890, "OFF, in the lid")
    sheet.grounds({"off-gnd": (374, 1010)})
    sheet.wire("off.in", "off-button", (374, 890), "off-gnd")
    _button(sheet, 400, 890, kit_line("stop button"), "stop-nc", "STOP, contact opens", opens=True)
    sheet.rule(1042)
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


def _at_pin(sheet: Schematic, x: float, y: float, line: PiLine, name: str, port: str) -> None:
    box = Rect(x, y - 34, x + 92, y + 34)
    ports = [pin(port, "right", 34, line.gpio, "")]
    sheet.board(name, box, f"GPIO {line.gpio}", ports, f"pin {line.header}")


def _lamp(sheet: Schematic, x: float, y: float, line: PiLine, colour: str) -> None:
    name = line.name.split()[0]
    _at_pin(sheet, x, y, line, name, "out")
    sheet.rail(f"{name}-plus", x + 296, y - 212, "+12 V")
    box = Rect(x + 220, y - 186, x + 372, y - 96)
    sheet.load(f"{name}-lamp", box, line.name.capitalize(), f"9 to 16 V, {colour}", _COILS, "lamp")
    sheet.transistor(f"{name}-q", x + 296, y, "Q")
    sheet.resistor(f"{name}-r1", x + 152, y, "across", "4.7 kΩ", GATE_OHMS)
    sheet.resistor(f"{name}-r2", x + 216, y + 70, "down", "100 kΩ", PULL_DOWN_OHMS, left=True)
    sheet.dots({f"{name}-gate": (x + 216, y)})
    sheet.dots({f"{name}-m-gate": (x + 216, y + 148), f"{name}-m": (x + 296, y + 148)})
    sheet.wire(f"{name}-plus", f"{name}-lamp", f"{name}-q.d")
    sheet.wire(f"{name}.out", f"{name}-r1", f"{name}-gate", f"{name}-r2", f"{name}-m-gate")
    sheet.wire(f"{name}-gate", f"{name}-q.g")
    sheet.wire(f"{name}-q.s", f"{name}-m")


def _button(
    sheet: Schematic, x: float, y: float, line: PiLine, name: str, label: str, opens: bool = False
) -> None:
    _at_pin(sheet, x, y, line, name, "in")
    sheet.resistor(f"{name}-r", x + 144, y, "across", "1 kΩ", BUTTON_OHMS)
    sheet.dots({f"{name}-in": (x + 200, y)})
    sheet.capacitor(f"{name}-c", x + 200, y + 64, "100 nF")
    sheet.push_button(f"{name}-button", x + 280, y, label, opens)
    sheet.grounds({f"{name}-gnd-c": (x + 200, y + 120), f"{name}-gnd": (x + 346, y + 120)})
    sheet.wire(f"{name}.in", f"{name}-r", f"{name}-in", f"{name}-c", f"{name}-gnd-c")
    sheet.wire(f"{name}-in", f"{name}-button", (x + 346, y), f"{name}-gnd")


def _battery(sheet: Schematic) -> None:
    data, clock = (kit_line(name) for name in I2C)
    ports = [
        supply("three", "right", 60, "3.3 V, pin 1", SUPPLY_3V3),
        pin("sda", "right", 110, data.gpio, data.label),
        pin("scl", "right", 160, clock.gpio, clock.label),
        supply("gnd", "right", 210, "ground, pin 6", GROUND),
    ]
    sheet.board("pi", Rect(28, 1090, 248, 1330), "", ports)
    sheet.canvas.text(120, 1122, "Raspberry Pi", 24, "head", "middle")
    chip = [
        Port("vcc", "left", 60, "VCC", bears=SUPPLY_5V),
        Port("sda", "left", 110, "SDA", bears=PIN_BEARS),
        Port("scl", "left", 160, "SCL", bears=PIN_BEARS),
        Port("gnd", "left", 210, "GND"),
        needs("vin", "right", 160, "Vin-", "ina219"),
    ]
    sheet.board("ina", Rect(420, 1090, 590, 1330), "", chip)
    sheet.canvas.text(505, 1122, "INA219", 24, "head", "middle")
    sheet.bridges.append(Resistance("ina.vin", "ina.gnd", _INA219_OHMS))
    sheet.rail("ina-plus", 680, 1160, "+12 V")
    sheet.canvas.text(692, 1184, "behind F7", 18)
    for one, other in (("three", "vcc"), ("sda", "sda"), ("scl", "scl"), ("gnd", "gnd")):
        sheet.wire(f"pi.{one}", f"ina.{other}")
    sheet.wire("ina.vin", (680, 1250), "ina-plus")


_FUSES = power.circuits("whistle")
MAIN_FUSE_A, SIREN_FUSE_A = _FUSES["main"].amperes, _FUSES["horn"].amperes
Q0_GATE_OHMS = 10_000
_SIREN_OHMS = 60.0
_PLUS_X = 756


def whistle_sheet() -> Schematic:
    """Draw all of the whistle kit: battery, F1, S1, Q0, converter, Pi, siren's driver, two buttons."""
    siren, start, stop = (kit_line(name) for name in ("siren", "start button", "stop button"))
    says = (
        f"A 12.8 volt battery feeds through F1, {MAIN_FUSE_A} amperes, a keyed plug, the switch S1 and the "
        "transistor Q0, which lets nothing through the wrong way round, a converter to 5 volts for the Pi "
        f"and, through F2, {SIREN_FUSE_A} amperes, the siren. GPIO {siren.gpio} switches the siren's minus "
        f"through Q1; START at GPIO {start.gpio} and STOP at GPIO {stop.gpio} close to ground. The minus of "
        "the converter's output is joined to the battery's minus once."
    )
    sheet = Schematic("whistle", "The whistle kit", says, height=1526)
    _whistle_battery(sheet)
    _pi_and_converter(sheet)
    _siren(sheet)
    for y, line, number in ((1110, start, 1), (1250, stop, 2)):
        _whistle_button(sheet, y, line.name.split()[0], number)
    for x, (words, colour) in zip((28, 160, 360, 500, 650), COLOURS.items(), strict=True):
        sheet.canvas.line([(x, 1400), (x + 40, 1400)], colour)
        sheet.canvas.text(x + 50, 1406, words, 18)
    sheet.note(
        1424,
        "Every ground sign is the one minus terminal. F1: 20 cm from plus, or less.\n"
        "Q0 and Q1 seen from their print, legs down: gate, drain, source. D1's ring: plus.",
    )
    return sheet


def _whistle_battery(sheet: Schematic) -> None:
    stored = power.battery("whistle")["ampere_hours"]
    ports = [battery("plus", "right", 40, "+", BATTERY_12V), supply("minus", "right", 120, "-", GROUND)]
    sheet.board("battery", Rect(28, 110, 190, 260), "Battery", ports, f"LiFePO4\n12.8 V {stored:g} Ah")
    sheet.fuse("f1", 250, 150, "across", f"F1, {MAIN_FUSE_A} A")
    sheet.plug("plug", 357, 150, ("+", "-"), "XT60", 80)
    sheet.switch("s1", 460, 150, "S1")
    sheet.p_transistor("q0", 580, 150, "Q0 IRF4905")
    sheet.diode("z0", 666, 204, "12 V\nzener", zener=12.0)
    sheet.resistor("r0", 580, 300, "down", "10 kΩ", Q0_GATE_OHMS, left=True)
    sheet.dots({"q0-source": (666, 150), "q0-gate": (580, 250), "plus": (_PLUS_X, 150)})
    sheet.grounds({"gnd-q0": (580, 350), "gnd-battery": (460, 250)})
    sheet.wire("battery.plus", "f1", "plug.+-in")
    sheet.wire("plug.+", "s1", "q0.d")
    sheet.wire("q0.s", "q0-source", "plus")
    sheet.wire("q0-source", "z0", (666, 250), "q0-gate", "r0", "gnd-q0")
    sheet.wire("q0.g", "q0-gate")
    sheet.wire("battery.minus", "plug.--in")
    sheet.wire("plug.-", (460, 230), "gnd-battery")


def _pi_and_converter(sheet: Schematic) -> None:
    lines = {name: kit_line(name) for name in ("siren", "start button", "stop button")}
    places = (("siren", "siren", 490), ("start", "start button", 700), ("stop", "stop button", 840))
    ports = [pin(port, "right", y, lines[name].gpio, lines[name].label) for port, name, y in places]
    ports += [
        needs("five", "right", 35, "USB-C, 5 V", 5.5),
        needs("minus", "right", 85, "its minus"),
        needs("gnd-siren", "right", 570, "pin 9"),
        needs("gnd-buttons", "right", 770, "pin 14"),
    ]
    sheet.board("pi", Rect(28, 410, 230, 1310), "Raspberry Pi", ports)
    sides = [
        supply("five", "left", 35, "5.1 V", SUPPLY_5V),
        needs("out-minus", "left", 85, "-"),
        needs("plus", "right", 35, "+", "converter"),
        needs("in-minus", "right", 85, "-"),
    ]
    sheet.board("conv", Rect(440, 410, 690, 530), "Converter", sides, "SD-25A-5")
    sheet.dots({"plus-conv": (_PLUS_X, 445), "out-minus": (400, 495), "joint": (565, 570)})
    sheet.grounds({"gnd-joint": (565, 590)})
    sheet.wire("plus", "plus-conv", "conv.plus")
    sheet.wire("conv.five", "pi.five")
    sheet.wire("conv.out-minus", "out-minus", "pi.minus")
    sheet.wire("out-minus", (400, 570), "joint", "gnd-joint")
    sheet.wire("conv.in-minus", (722, 495), (722, 570), "joint")
    sheet.canvas.text(534, 600, "joined here, once", 18, "bold", "end")
    for port, y in (("gnd-siren", 980), ("gnd-buttons", 1180)):
        sheet.grounds({port: (270, y + 16)})
        sheet.wire(f"pi.{port}", (270, y), port)


def _siren(sheet: Schematic) -> None:
    sheet.fuse("f2", 700, 670, "across", f"F2, {SIREN_FUSE_A} A")
    sheet.load("siren", Rect(540, 706, 680, 796), "Siren", "9 to 16 V", _SIREN_OHMS, "siren")
    sheet.diode("d", 430, 750, "D1\n1N5819")
    sheet.transistor("q", 610, 900, "Q1 IRLZ44N")
    sheet.resistor("r1", 340, 900, "across", f"R1, {GATE_OHMS / 1000:g} kΩ", GATE_OHMS)
    sheet.resistor("r2", 470, 960, "down", f"R2\n{PULL_DOWN_OHMS / 1000:g} kΩ", PULL_DOWN_OHMS, left=True)
    sheet.dots({"plus-siren": (_PLUS_X, 670), "n12": (610, 670), "drain": (610, 830), "gate": (470, 900)})
    sheet.grounds({"gnd-gate": (470, 1010), "gnd-q": (610, 1010)})
    sheet.wire("plus-conv", "plus-siren", "-f2", "n12", "siren", "drain", "q.d")
    sheet.wire("n12", (430, 670), "d", (430, 830), "drain")
    sheet.wire("pi.siren", "r1", "gate", "r2", "gnd-gate")
    sheet.wire("gate", "q.g")
    sheet.wire("q.s", "gnd-q")


def _whistle_button(sheet: Schematic, y: float, name: str, number: int) -> None:
    label = f"R{6 + number}, {BUTTON_OHMS / 1000:g} kΩ"
    sheet.resistor(f"{name}-r", 330, y, "across", label, BUTTON_OHMS)
    sheet.dots({f"{name}-in": (410, y)})
    sheet.capacitor(f"{name}-c", 410, y + 50, f"C{number}, 100 nF")
    sheet.push_button(f"{name}-button", 560, y, name.upper())
    sheet.grounds({f"{name}-gnd-c": (410, y + 92), f"{name}-gnd": (660, y + 40)})
    sheet.wire(f"pi.{name}", f"{name}-r", f"{name}-in", f"{name}-c", f"{name}-gnd-c")
    sheet.wire(f"{name}-in", f"{name}-button", (660, y), f"{name}-gnd")
