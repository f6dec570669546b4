"""The drawings of the hoop nodes: a Pico and an ESP32 with buttons, reader, LED and buzzer."""

from __future__ import annotations

from fieldkit.settings import Settings
from hardware.wiring.nets import CELL, GROUND, SUPPLY_5V, Resistance
from hardware.wiring.pins import PICO_PINS, board_pins
from hardware.wiring.svg import BRICK, CARD, INK, ORE, SHEEP, WHEAT, WOOD, Rect
from hardware.wiring.symbols import Port, Schematic, Side, battery, needs, pin, supply

READER_OHMS = 10_000, 15_000
"""The RDM6300's divider: from its TX, and to ground; 5 V come out as 3 V."""
BATTERY_OHMS = 100_000, 100_000
"""The battery's divider; the firmware's ``battery_ratio`` undoes it."""
LED_OHMS = 100
"""12 mA at 3.3 V through a yellow LED: all that a pin of a Pico may give, and to be seen in the sun."""
FILTER_OHMS = 10
"""Before the reader's 5 V: with 1000 µF it keeps a converter's noise from the antenna."""
_STEP_UP_OHMS = 15.0
"""A stand-in for what the step-up takes of a cell (ohms)."""
KIND_COLOURS = {"wood": WOOD, "wheat": WHEAT, "brick": BRICK, "ore": ORE, "sheep": SHEEP}


PICO_TITLE, ESP32_TITLE = "Raspberry Pi Pico", "ESP32-DevKitC"
_BOX = Rect(262, 100, 442, 690)
"""A node's board on its sheet."""


def pin_label(board: str, gpio: int) -> str:
    """Return what stands beside a pin of a ``pico`` or an ``esp32``."""
    return f"GP{gpio}, pin {PICO_PINS[gpio]}" if board == "pico" else f"IO{gpio}"


def kinds() -> list[tuple[int, str]]:
    """Return the hoop's buttons: number and what it counts."""
    return [(int(number), kind) for number, kind in Settings().button_kinds.items()]


def number_ink(kind: str) -> str:
    """Return the colour of a number on a button: ink on the light ones, paper on the dark."""
    return INK if kind in ("wheat", "sheep") else CARD


def pico_sheet() -> Schematic:
    """Draw a Pico with buttons, a 125 kHz reader, LED and buzzer, on a USB cable."""
    says = _says("A Raspberry Pi Pico", "pico") + " A USB cable leads to the kit's hub."
    sheet = Schematic("pico", "Hoop node: Pico", says, height=1006)
    more = [Port("usb", "bottom", 90, "USB"), supply("five", "right", 125, "VBUS, pin 40", SUPPLY_5V)]
    _node(sheet, "pico", PICO_TITLE, more)
    sheet.board(
        "hub", Rect(252, 740, 452, 810), "Hub in the kit's box", [Port("usb", "top", 100)], "USB, 5 m at most"
    )
    sheet.wire("node.usb", "hub.usb")
    sheet.note(
        850,
        "R1 and R2 are not optional: the reader's TX is a 5 V signal, a pin bears 3.3 V.\n"
        "R6 and 1000 µF (stripe: minus) keep the reader's range. LED: long leg plus.\n"
        "Buttons need no resistor: the firmware switches the Pico's own pull-ups on.\n"
        "No reader? Leave it, R1, R2, R6 out. Button 5 only where sheep is in play.",
    )
    return sheet


def esp32_sheet() -> Schematic:
    """Draw an ESP32 with the same, on a cell, by radio."""
    says = _says("An ESP32", "esp32") + " A lithium cell feeds it through a 5 volt converter and is measured."
    sheet = Schematic("esp32", "Hoop node: ESP32 by radio", says, height=1404)
    pins = board_pins("esp32")
    more = [
        supply("five", "right", 125, "5V", SUPPLY_5V),
        needs("vin", "bottom", 45, "5V", 5.5),
        pin("battery", "bottom", 135, pins["battery"], pin_label("esp32", pins["battery"])),
    ]
    _node(sheet, "esp32", ESP32_TITLE, more)
    _cell(sheet)
    sheet.note(
        1224,
        "Q2, an IRLZ44N, lets nothing through while the cell is in the wrong way round.\n"
        "A strap holds the cell: a knock must not part it from its holder. 1000 µF (stripe:\n"
        "minus) carry the radio's peaks. R4 and R5 halve the cell's voltage for the tablet.\n"
        "Take a cell with protection. Charge it outside the node, in its charger, never in\n"
        "the sun or unwatched. Switch S2 off before you plug in the board's USB.",
    )
    return sheet


def _says(what: str, name: str) -> str:
    pins = board_pins(name)
    buttons = ", ".join(f"button {number} ({kind}) at {pins[f'button_{number}']}" for number, kind in kinds())
    rest = f"reader at {pins['reader_rx']}, LED at {pins['led']}, buzzer at {pins['buzzer']}"
    return f"{what} with {buttons}, {rest}."


def _node(sheet: Schematic, board: str, title: str, more: list[Port]) -> None:
    pins = board_pins(board)
    places: list[tuple[str, Side, float]]
    places = [("reader_rx", "right", 215), ("led", "right", 395), ("buzzer", "right", 490)]
    places += [(f"button_{number}", "left", 80 + 90 * place) for place, (number, _) in enumerate(kinds())]
    ports = [pin(name, side, along, pins[name], pin_label(board, pins[name])) for name, side, along in places]
    ports.append(supply("gnd", "left", 540, "GND, pin 13" if board == "pico" else "GND", GROUND))
    sheet.board("node", _BOX, "", [*ports, *more])
    sheet.canvas.text((_BOX.left + _BOX.right) / 2, _BOX.top + 36, title, 24, "head", "middle")
    _buttons(sheet, _BOX.top)
    _reader(sheet, _BOX.top)
    _signs(sheet, _BOX.top)


def _buttons(sheet: Schematic, top: float) -> None:
    for place, (number, kind) in enumerate(kinds()):
        y = top + 80 + 90 * place
        sheet.push_button(f"b{number}", 150, y, "")
        sheet.canvas.disc(100, y - 36, 15, KIND_COLOURS[kind], INK, 2.5)
        sheet.canvas.text(100, y - 30, str(number), 18, "head", "middle", number_ink(kind))
        sheet.canvas.text(172, y - 38, kind, 18, "bold")
        sheet.dots({f"bus{number}": (56, y)})
        sheet.wire(f"bus{number}", f"b{number}", f"node.button_{number}")
    sheet.dots({"bus": (56, top + 540)})
    sheet.grounds({"gnd-bus": (56, top + 570)})
    sheet.wire(*(f"bus{number}" for number, _ in kinds()), "bus", "node.gnd")
    sheet.wire("bus", "gnd-bus")


def _reader(sheet: Schematic, top: float) -> None:
    ports = [
        needs("five", "left", 30, "5V", 5.5),
        Port("tx", "left", 120, "TX", gives=SUPPLY_5V),
        needs("gnd", "bottom", 66, "GND"),
    ]
    sheet.board("reader", Rect(640, top + 95, 772, top + 285), "RDM6300", ports)
    sheet.grounds({"gnd-reader": (706, top + 300)})
    sheet.resistor("r1", 566, top + 215, "across", "R1, 10 kΩ", READER_OHMS[0])
    sheet.resistor("r2", 492, top + 275, "down", "R2\n15 kΩ", READER_OHMS[1])
    sheet.grounds({"gnd-r2": (492, top + 328)})
    sheet.resistor("r6", 516, top + 125, "across", "R6, 10 Ω", FILTER_OHMS)
    sheet.capacitor("c3", 600, top + 62, "1000 µF")
    sheet.canvas.text(578, top + 96, "+", 20, "bold", "middle")
    sheet.grounds({"gnd-c3": (740, top + 34)})
    sheet.dots({"rx": (492, top + 215), "quiet": (600, top + 125)})
    sheet.wire("node.five", "r6", "quiet", "reader.five")
    sheet.wire("quiet", "-c3", (740, top + 22), "gnd-c3")
    sheet.wire("reader.tx", "-r1", "rx", "r2", "gnd-r2")
    sheet.wire("rx", "node.reader_rx")
    sheet.wire("reader.gnd", "gnd-reader")


def _signs(sheet: Schematic, top: float) -> None:
    sheet.resistor("r3", 560, top + 395, "across", "R3, 100 Ω", LED_OHMS)
    sheet.lamp("led", 660, top + 435, "LED")
    sheet.grounds({"gnd-led": (660, top + 489)})
    ports = [Port("plus", "left", 30, "+"), needs("minus", "bottom", 76, "-")]
    sheet.board("buzzer", Rect(620, top + 540, 772, top + 620), "Buzzer", ports)
    sheet.grounds({"gnd-buzzer": (696, top + 634)})
    sheet.wire("node.led", "r3", (660, top + 395), "led", "gnd-led")
    sheet.wire("node.buzzer", (530, top + 490), (530, top + 570), "buzzer.plus")
    sheet.wire("buzzer.minus", "gnd-buzzer")


def _cell(sheet: Schematic) -> None:
    cell = [battery("plus", "right", 40, "+", CELL), Port("minus", "right", 100, "-")]
    sheet.board("cell", Rect(28, 860, 156, 990), "Cell", cell, "18650, strap")
    ports = [
        needs("in", "left", 20, "in", 5.5),
        supply("out", "top", 50, "", SUPPLY_5V),
        needs("gnd", "right", 70, "GND"),
    ]
    sheet.board("boost", Rect(380, 880, 540, 976), "", ports)
    sheet.canvas.text(450, 934, "5 V step-up", 22, "head", "middle")
    sheet.bridges.append(Resistance("boost.in", "boost.gnd", _STEP_UP_OHMS))
    sheet.switch("s2", 240, 900, "S2")
    sheet.transistor("q2", 240, 1030, "Q2")
    sheet.capacitor("c2", 190, 800, "1000 µF")
    sheet.canvas.text(170, 784, "+", 20, "bold", "middle")
    sheet.resistor("r4", 480, 1080, "across", "R4, 100 kΩ", BATTERY_OHMS[0])
    sheet.resistor("r5", 620, 1130, "down", "R5\n100 kΩ", BATTERY_OHMS[1], left=True)
    sheet.capacitor("c1", 690, 1130, "100 nF")
    sheet.dots({"gate": (180, 900), "cell-tap": (330, 900), "half": (620, 1080), "vin": (307, 760)})
    sheet.grounds({"gnd-boost": (570, 960), "gnd-cell": (240, 1092), "gnd-c2": (190, 842)})
    sheet.grounds({"gnd-r5": (620, 1172), "gnd-c1": (690, 1172)})
    sheet.wire("cell.plus", "gate", "s2", "cell-tap", "boost.in")
    sheet.wire("gate", (180, 1030), "q2.g")
    sheet.wire("cell.minus", (240, 960), "q2.d")
    sheet.wire("q2.s", "gnd-cell")
    sheet.wire("boost.gnd", (570, 950), "gnd-boost")
    sheet.wire("boost.out", (430, 760), "vin", "node.vin")
    sheet.wire("vin", "c2", "gnd-c2")
    sheet.wire("cell-tap", (330, 1080), "r4", "half", "r5", "gnd-r5")
    sheet.wire("half", (690, 1080), "c1", "gnd-c1")
    sheet.wire("half", (620, 810), (397, 810), "node.battery")
