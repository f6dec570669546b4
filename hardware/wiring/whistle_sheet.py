"""The whistle kit's one drawing: from the battery to the siren, with START and STOP."""

from __future__ import annotations

from hardware.wiring import power
from hardware.wiring.box_sheets import BUTTON_OHMS, GATE_OHMS, PULL_DOWN_OHMS, kit_line
from hardware.wiring.nets import BATTERY_12V, GROUND, SUPPLY_5V
from hardware.wiring.sheet import COLOURS
from hardware.wiring.svg import Rect
from hardware.wiring.symbols import Schematic, battery, needs, pin, supply

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


def _battery(sheet: Schematic) -> None:
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


def _button(sheet: Schematic, y: float, name: str, number: int) -> None:
    label = f"R{6 + number}, {BUTTON_OHMS / 1000:g} kΩ"
    sheet.resistor(f"{name}-r", 330, y, "across", label, BUTTON_OHMS)
    sheet.dots({f"{name}-in": (410, y)})
    sheet.capacitor(f"{name}-c", 410, y + 50, f"C{number}, 100 nF")
    sheet.push_button(f"{name}-button", 560, y, name.upper())
    sheet.grounds({f"{name}-gnd-c": (410, y + 92), f"{name}-gnd": (660, y + 40)})
    sheet.wire(f"pi.{name}", f"{name}-r", f"{name}-in", f"{name}-c", f"{name}-gnd-c")
    sheet.wire(f"{name}-in", f"{name}-button", (660, y), f"{name}-gnd")


def _legend(sheet: Schematic, y: float) -> None:
    for x, (words, colour) in zip((28, 160, 360, 500, 650), COLOURS.items(), strict=True):
        sheet.canvas.line([(x, y), (x + 40, y)], colour)
        sheet.canvas.text(x + 50, y + 6, words, 18)
