"""The whistle kit's one drawing: from the battery to the siren, with START and STOP."""

from __future__ import annotations

from hardware.wiring import power
from hardware.wiring.box_sheets import BUTTON_OHMS, GATE_OHMS, PULL_DOWN_OHMS, kit_line
from hardware.wiring.devices import p_transistor, plug, switch
from hardware.wiring.nets import BATTERY_12V, GROUND, SUPPLY_5V
from hardware.wiring.sheet import COLOURS, Sheet
from hardware.wiring.svg import Box
from hardware.wiring.symbols import (
    battery,
    board,
    capacitor,
    diode,
    fuse,
    ground,
    load,
    needs,
    pin,
    push_button,
    resistor,
    supply,
    transistor,
)

_FUSES = power.circuits("whistle")
MAIN_FUSE_A, SIREN_FUSE_A = _FUSES["main"].amperes, _FUSES["horn"].amperes
Q0_GATE_OHMS = 10_000
_SIREN_OHMS = 60.0
_PLUS_X = 756


def whistle_sheet() -> Sheet:
    """All of the whistle kit: battery, F1, S1, Q0, converter, Pi, siren's driver, two buttons."""
    siren, start, stop = (kit_line(name) for name in ("siren", "start button", "stop button"))
    says = (
        f"A 12.8 volt battery feeds through F1, {MAIN_FUSE_A} amperes, a keyed plug, the switch S1 and the "
        "transistor Q0, which lets nothing through the wrong way round, a converter to 5 volts for the Pi "
        f"and, through F2, {SIREN_FUSE_A} amperes, the siren. GPIO {siren.gpio} switches the siren's minus "
        f"through Q1; START at GPIO {start.gpio} and STOP at GPIO {stop.gpio} close to ground. The minus of "
        "the converter's output is joined to the battery's minus once."
    )
    sheet = Sheet("whistle", "The whistle kit", says, height=1526)
    _battery(sheet)
    _pi_and_converter(sheet)
    _siren(sheet)
    for y, line, number in ((1110, start, 1), (1250, stop, 2)):
        _button(sheet, y, line.name.split()[0], number)
    _legend(sheet, 1400)
    sheet.note(
        1424,
        "Every ground sign is the one minus terminal. F1: 20 cm from plus, or less.\n"
        "Q0 and Q1 seen from their print, legs down: gate, drain, source. D1's ring: plus.",
    )
    return sheet


def _battery(sheet: Sheet) -> None:
    stored = power.battery("whistle")["ampere_hours"]
    ports = [battery("plus", "right", 40, "+", BATTERY_12V), supply("minus", "right", 120, "-", GROUND)]
    board(sheet, "battery", Box(28, 110, 190, 260), "Battery", ports, f"LiFePO4\n12.8 V {stored:g} Ah")
    fuse(sheet, "f1", 250, 150, "across", f"F1, {MAIN_FUSE_A} A")
    plug(sheet, "plug", 357, 150, ("+", "-"), "XT60", 80)
    switch(sheet, "s1", 460, 150, "S1")
    _reverse_guard(sheet, 580, 150)
    ground(sheet, "gnd-battery", 460, 250)
    sheet.dot("plus", _PLUS_X, 150)
    for a, b in (
        ("battery.plus", "f1.1"),
        ("f1.2", "plug.+-in"),
        ("plug.+", "s1.1"),
        ("s1.2", "q0.d"),
        ("q0.s", "q0-source"),
        ("q0-source", "plus"),
        ("battery.minus", "plug.--in"),
    ):
        sheet.wire(a, b)
    sheet.wire("plug.-", "gnd-battery", (460, 230))


def _reverse_guard(sheet: Sheet, x: float, y: float) -> None:
    """Q0, 100 units across from drain to source, with its zener diode and its gate's way to minus."""
    p_transistor(sheet, "q0", x, y, "Q0 IRF4905")
    sheet.dot("q0-source", x + 86, y)
    sheet.dot("q0-gate", x, y + 100)
    diode(sheet, "z0", x + 86, y + 54, "12 V\nzener", zener=12.0)
    resistor(sheet, "r0", x, y + 150, "down", "10 kΩ", Q0_GATE_OHMS, left=True)
    ground(sheet, "gnd-q0", x, y + 200)
    sheet.wire("q0-source", "z0.1")
    sheet.wire("z0.2", "q0-gate", (x + 86, y + 100))
    sheet.wire("q0.g", "q0-gate")
    sheet.wire("q0-gate", "r0.1")
    sheet.wire("r0.2", "gnd-q0")


def _pi_and_converter(sheet: Sheet) -> None:
    lines = {name: kit_line(name) for name in ("siren", "start button", "stop button")}
    places = (("siren", "siren", 490), ("start", "start button", 700), ("stop", "stop button", 840))
    ports = [
        pin(port, "right", y, lines[name].gpio, f"GPIO {lines[name].gpio}, pin {lines[name].header}")
        for port, name, y in places
    ]
    ports += [
        needs("five", "right", 35, "USB-C, 5 V", 5.5),
        needs("minus", "right", 85, "its minus"),
        needs("gnd-siren", "right", 570, "pin 9"),
        needs("gnd-buttons", "right", 770, "pin 14"),
    ]
    board(sheet, "pi", Box(28, 410, 230, 1310), "Raspberry Pi", ports)
    sides = [
        supply("five", "left", 35, "5.1 V", SUPPLY_5V),
        needs("out-minus", "left", 85, "-"),
        needs("plus", "right", 35, "+", "converter"),
        needs("in-minus", "right", 85, "-"),
    ]
    board(sheet, "conv", Box(440, 410, 690, 530), "Converter", sides, "SD-25A-5")
    sheet.dot("plus-conv", _PLUS_X, 445)
    sheet.dot("out-minus", 400, 495)
    sheet.dot("joint", 565, 570)
    ground(sheet, "gnd-joint", 565, 590)
    sheet.wire("plus", "plus-conv")
    sheet.wire("plus-conv", "conv.plus")
    sheet.wire("conv.five", "pi.five")
    sheet.wire("conv.out-minus", "out-minus")
    sheet.wire("out-minus", "pi.minus")
    sheet.wire("out-minus", "joint", (400, 570))
    sheet.wire("conv.in-minus", "joint", (722, 495), (722, 570))
    sheet.wire("joint", "gnd-joint")
    sheet.canvas.text(534, 600, "joined here, once", 18, "bold", "end")
    for port, y in (("gnd-siren", 980), ("gnd-buttons", 1180)):
        ground(sheet, port, 270, y + 16)
        sheet.wire(f"pi.{port}", port, (270, y))


def _siren(sheet: Sheet) -> None:
    sheet.dot("plus-siren", _PLUS_X, 670)
    fuse(sheet, "f2", 700, 670, "across", f"F2, {SIREN_FUSE_A} A")
    load(sheet, "siren", Box(540, 706, 680, 796), "Siren", "9 to 16 V", _SIREN_OHMS, "siren")
    diode(sheet, "d", 430, 750, "D1\n1N5819")
    transistor(sheet, "q", 610, 900, "Q1 IRLZ44N")
    resistor(sheet, "r1", 340, 900, "across", f"R1, {GATE_OHMS / 1000:g} kΩ", GATE_OHMS)
    resistor(sheet, "r2", 470, 960, "down", f"R2\n{PULL_DOWN_OHMS / 1000:g} kΩ", PULL_DOWN_OHMS, left=True)
    for name, x, y in (("n12", 610, 670), ("drain", 610, 830), ("gate", 470, 900)):
        sheet.dot(name, x, y)
    ground(sheet, "gnd-gate", 470, 1010)
    ground(sheet, "gnd-q", 610, 1010)
    sheet.wire("plus-conv", "plus-siren")
    sheet.wire("plus-siren", "f2.2")
    sheet.wire("f2.1", "n12")
    sheet.wire("n12", "siren.1")
    sheet.wire("n12", "d.1", (430, 670))
    sheet.wire("d.2", "drain", (430, 830))
    sheet.wire("siren.2", "drain")
    sheet.wire("drain", "q.d")
    for a, b in (("pi.siren", "r1.1"), ("r1.2", "gate"), ("gate", "q.g"), ("gate", "r2.1")):
        sheet.wire(a, b)
    sheet.wire("r2.2", "gnd-gate")
    sheet.wire("q.s", "gnd-q")


def _button(sheet: Sheet, y: float, name: str, number: int) -> None:
    label = f"R{6 + number}, {BUTTON_OHMS / 1000:g} kΩ"
    resistor(sheet, f"{name}-r", 330, y, "across", label, BUTTON_OHMS)
    sheet.dot(f"{name}-in", 410, y)
    capacitor(sheet, f"{name}-c", 410, y + 50, f"C{number}, 100 nF")
    push_button(sheet, f"{name}-button", 560, y, name.upper())
    ground(sheet, f"{name}-gnd-c", 410, y + 92)
    ground(sheet, f"{name}-gnd", 660, y + 40)
    sheet.wire(f"pi.{name}", f"{name}-r.1")
    sheet.wire(f"{name}-r.2", f"{name}-in")
    sheet.wire(f"{name}-in", f"{name}-c.1")
    sheet.wire(f"{name}-c.2", f"{name}-gnd-c")
    sheet.wire(f"{name}-in", f"{name}-button.1")
    sheet.wire(f"{name}-button.2", f"{name}-gnd", (660, y))


def _legend(sheet: Sheet, y: float) -> None:
    """What the wires' colours mean, in one row."""
    for x, (words, colour) in zip((28, 160, 360, 500, 650), COLOURS.items(), strict=True):
        sheet.canvas.line([(x, y), (x + 40, y)], colour)
        sheet.canvas.text(x + 50, y + 6, words, 18)
