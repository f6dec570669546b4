"""The drawing of power: from the battery to everything that it feeds, and all the way back."""

from __future__ import annotations

from hardware.wiring import power
from hardware.wiring.nets import BATTERY_12V, GROUND, SUPPLY_5V, Resistance
from hardware.wiring.svg import Rect
from hardware.wiring.symbols import Port, Schematic, battery, needs, supply

_FUSES = power.circuits()
_SAID = {
    "horn": ("Drivers' board", "two sirens"),
    "conv": ("12 V to 5 V", "isolated, 5 A"),
    "screen": ("Screen", "for vehicles, 9 to 16 V"),
    "lamps": ("Drivers' board", "two LED lamps"),
    "hoops": ("Cable to the hoops", "RS-485 variant only"),
    "meter": ("Voltmeter and INA219", "what is left"),
}
FED = tuple((name, _FUSES[name].fuse, _FUSES[name].amperes, *said) for name, said in _SAID.items())
"""The battery's branches: name, fuse and its amperes, title, says."""
MAIN_FUSE = _FUSES["main"].amperes
GATE_OHMS, ZENER_V = 10_000, 12.0
"""The resistor that holds Q0's gate at minus, and the zener that guards it from more than it bears."""
WIRE_OHMS, USB_LEAD_OHMS = 0.01, 0.1
"""Half a metre of 0.75 mm² copper, and the minus of a short USB-C lead."""
_LOAD_OHMS = 100.0
_BUS, _RAIL = 230, 752
_ROWS = {"meter": 440, "hoops": 630, "screen": 724, "horn": 830, "lamps": 900, "conv": 1046}


def power_sheet() -> Schematic:
    """From the battery to everything that it feeds."""
    says = (
        "A 12.8 volt battery with a fuse in its lead and a keyed plug feeds through a switch and a "
        "transistor against reverse polarity, each with a fuse of its own: "
        + "; ".join(f"{title} ({says})" for _, _, _, title, says in FED)
        + ". All minus wires meet at one rail; the converter's output is bonded to it once."
    )
    sheet = Schematic("power", "Power", says, height=1580)
    _lead(sheet)
    for name, called, amperes, title, text in FED:
        _branch(sheet, name, f"{called}, {amperes} A", title, text)
    _meters(sheet)
    _drivers(sheet)
    _five_volts(sheet)
    _wires(sheet)
    sheet.note(
        1402,
        "F1 sits in the battery's lead, within 20 cm of its plus. Box and charger have the\n"
        "plug's male half. Q0 on its heat sink, seen from its print, legs down: gate, drain,\n"
        "source. Its tab is the drain. Zener: ring to the source. Wire: 1.5 mm² up to the\n"
        "fuses, 0.75 mm² after. Pin 9 is a reference: the siren's current goes by the\n"
        "drivers' own minus wire. Bond the converter's output to the rail once.",
    )
    return sheet


def _lead(sheet: Schematic) -> None:
    ports = [battery("plus", "right", 40, "+", BATTERY_12V), supply("minus", "right", 110, "-", GROUND)]
    sheet.board("battery", Rect(28, 130, 168, 280), "Battery", ports, "LiFePO4\n12.8 V\n20 Ah")
    sheet.fuse("f1", 232, 170, "across", f"F1, {MAIN_FUSE} A")
    sheet.plug("xt60", 340, 170, ["+", "-"], "XT60, keyed", 70)
    sheet.switch("s1", 438, 170, "S1")
    sheet.wire("battery.plus", "f1", "xt60.+-in")
    sheet.wire("battery.minus", "xt60.--in")
    sheet.wire("xt60.+", "s1.1")
    sheet.p_transistor("q0", 560, 170, "Q0 IRF4905")
    sheet.dots({"source": (660, 170), "gate": (560, 290)})
    sheet.diode("zener", 660, 230, "12 V", zener=ZENER_V)
    sheet.resistor("q0-r", 560, 340, "down", "10 kΩ", GATE_OHMS)
    sheet.wire("s1.2", "q0.d")
    sheet.wire("q0.s", "source", "zener", (660, 290), "gate")
    sheet.wire("q0.g", "gate", "q0-r.1")


def _branch(sheet: Schematic, name: str, label: str, title: str, says: str) -> None:
    y = _ROWS[name]
    sheet.dots({f"{name}-bus": (_BUS, y)})
    sheet.fuse(f"{name}-f", 320, y, "across", label)
    sheet.wire(f"{name}-bus", f"{name}-f.1")
    if name in ("hoops", "screen"):
        bears = 16.0 if name == "hoops" else "screen"
        ports = [needs("plus", "left", 34, "+", bears), needs("minus", "right", 34, "-")]
        sheet.board(name, Rect(430, y - 34, 640, y + 34), "", ports)
        sheet.canvas.text(535, y - 4, title, 22, "head", "middle")
        sheet.canvas.text(535, y + 20, says, 17, "text", "middle")
        sheet.bridges.append(Resistance(f"{name}.plus", f"{name}.minus", _LOAD_OHMS))
        sheet.wire(f"{name}-f.2", f"{name}.plus")


def _meters(sheet: Schematic) -> None:
    y = _ROWS["meter"]
    sheet.voltmeter("meter", 430, y + 64, "voltmeter\nin the lid")
    sheet.board("ina", Rect(560, y - 34, 690, y + 34), "", [needs("plus", "left", 34, "Vin-", "ina219")])
    sheet.canvas.text(650, y - 6, "INA219", 22, "head", "middle")
    sheet.canvas.text(625, y + 24, "rest at the Pi", 17, "text", "middle")
    sheet.dots({"meter-plus": (430, y)})
    sheet.wire("meter-f.2", "meter-plus", "meter.1")
    sheet.wire("meter-plus", "ina.plus")


def _drivers(sheet: Schematic) -> None:
    top = _ROWS["horn"] - 30
    ports = [
        needs("horn", "left", 30, "siren", "siren"),
        needs("lamps", "left", 100, "lamps", "lamp"),
        Port("minus", "right", 65, "-"),
        Port("ref", "bottom", 160, "ref."),
    ]
    sheet.board("drivers", Rect(430, top, 620, top + 130), "", ports)
    sheet.canvas.text(545, top + 60, "Drivers", 24, "head", "middle")
    for name in ("horn", "lamps"):
        sheet.wire(f"{name}-f.2", f"drivers.{name}")
    sheet.joins.append(("drivers.minus", "drivers.ref"))
    sheet.conductor("own", 676, top + 65, "across", "0.75 mm²", WIRE_OHMS)
    sheet.wire("drivers.minus", "own.1")


def _five_volts(sheet: Schematic) -> None:
    y = _ROWS["conv"]
    ports = [
        needs("plus", "left", 36, "in +", "converter"),
        needs("minus", "right", 36, "in -"),
        Port("out", "bottom", 40, "5 V", gives=SUPPLY_5V, against="common"),
        Port("common", "bottom", 130, "-"),
    ]
    sheet.board("conv", Rect(400, y - 36, 570, y + 84), "", ports)
    sheet.canvas.text(485, y + 36, "12 V to 5 V, isolated", 20, "head", "middle")
    ports = [
        Port("five", "top", 40, "USB-C", bears=5.5, against="minus"),
        Port("minus", "top", 130, "-"),
        Port("pin9", "right", 74, "pin 9"),
    ]
    sheet.board("pi", Rect(400, y + 194, 570, y + 300), "", ports)
    sheet.canvas.text(460, y + 262, "Pi, hubs", 22, "head", "middle")
    sheet.bridges.append(Resistance("pi.minus", "pi.pin9", USB_LEAD_OHMS))
    sheet.dots({"bond": (530, y + 140), "rail-bond": (_RAIL, y + 140)})
    sheet.wire("conv-f.2", "conv.plus")
    sheet.wire("conv.out", "pi.five")
    sheet.wire("conv.common", "bond", "pi.minus")
    sheet.wire("bond", "rail-bond")
    sheet.wire("drivers.ref", (590, y + 268), "pi.pin9")
    sheet.canvas.text(668, y + 132, "bond, once", 18, "bold", "middle")
    sheet.canvas.text(604, y + 274, "reference only", 18, "text")


def _wires(sheet: Schematic) -> None:
    sheet.wire("source", (728, 170), (728, 400), (_BUS, 400), *(f"{name}-bus" for name in _ROWS))
    sheet.canvas.text(_BUS - 16, 420, "fuse block", 18, "bold", "end")
    y = _ROWS["meter"]
    taps = {
        "meter.2": y + 104,
        "hoops.minus": _ROWS["hoops"],
        "screen.minus": _ROWS["screen"],
        "own.2": _ROWS["horn"] + 35,
        "conv.minus": _ROWS["conv"],
    }
    for name, at in taps.items():
        sheet.dots({f"rail-{name}": (_RAIL, at)})
        sheet.wire(name, f"rail-{name}")
    sheet.wire("xt60.-", (374, 380), "q0-r.2", (_RAIL, 380), *(f"rail-{name}" for name in taps), "rail-bond")
    sheet.canvas.text(_RAIL, y + 780, "minus rail", 18, "bold", "end")
