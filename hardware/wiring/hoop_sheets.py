"""The drawings of the hoop nodes: a Pico and an ESP32 with buttons, reader, LED and buzzer."""

from __future__ import annotations

from dataclasses import dataclass

from fieldkit.settings import Settings
from hardware.wiring.devices import switch
from hardware.wiring.nets import CELL, GROUND, SUPPLY_5V, Bridge
from hardware.wiring.pins import PICO_PINS, board_pins
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import BRICK, CARD, INK, ORE, SHEEP, WHEAT, WOOD, Box
from hardware.wiring.symbols import (
    Port,
    battery,
    board,
    capacitor,
    ground,
    lamp,
    needs,
    pin,
    push_button,
    resistor,
    supply,
    transistor,
)

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


@dataclass(frozen=True, slots=True)
class Board:
    """A node's board as it is drawn: its name in the firmware, its title, and how it calls a GPIO."""

    name: str
    title: str
    word: str
    box: Box

    def label(self, gpio: int) -> str:
        """What stands beside a pin."""
        return f"GP{gpio}, pin {PICO_PINS[gpio]}" if self.name == "pico" else f"{self.word}{gpio}"


PICO = Board("pico", "Raspberry Pi Pico", "GP", Box(262, 100, 442, 690))
ESP32 = Board("esp32", "ESP32-DevKitC", "IO", Box(262, 100, 442, 690))


def kinds() -> list[tuple[int, str]]:
    """The hoop's buttons: number and what it counts."""
    return [(int(number), kind) for number, kind in Settings().button_kinds.items()]


def number_ink(kind: str) -> str:
    """The colour of a number on a button: ink on the light ones, paper on the dark."""
    return INK if kind in ("wheat", "sheep") else CARD


def pico_sheet() -> Sheet:
    """A Pico with buttons, a 125 kHz reader, LED and buzzer, on a USB cable."""
    says = _says("A Raspberry Pi Pico", "pico") + " A USB cable leads to the kit's hub."
    sheet = Sheet("pico", "Hoop node: Pico", says, height=1006)
    more = [Port("usb", "bottom", 90, "USB"), supply("five", "right", 125, "VBUS, pin 40", SUPPLY_5V)]
    _node(sheet, PICO, more)
    board(
        sheet,
        "hub",
        Box(252, 740, 452, 810),
        "Hub in the kit's box",
        [Port("usb", "top", 100)],
        "USB, 5 m at most",
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


def esp32_sheet() -> Sheet:
    """An ESP32 with the same, on a cell, by radio."""
    says = _says("An ESP32", "esp32") + " A lithium cell feeds it through a 5 volt converter and is measured."
    sheet = Sheet("esp32", "Hoop node: ESP32 by radio", says, height=1404)
    pins = board_pins("esp32")
    more = [
        supply("five", "right", 125, "5V", SUPPLY_5V),
        needs("vin", "bottom", 45, "5V", 5.5),
        pin("battery", "bottom", 135, pins["battery"], ESP32.label(pins["battery"])),
    ]
    _node(sheet, ESP32, more)
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


def _node(sheet: Sheet, which: Board, more: list[Port]) -> None:
    pins = board_pins(which.name)
    lead = {"reader_rx": 215, "led": 395, "buzzer": 490}
    ports = [pin(name, "right", along, pins[name], which.label(pins[name])) for name, along in lead.items()]
    ports += [
        pin(
            f"button_{number}",
            "left",
            80 + 90 * place,
            pins[f"button_{number}"],
            which.label(pins[f"button_{number}"]),
        )
        for place, (number, _) in enumerate(kinds())
    ]
    ports.append(supply("gnd", "left", 540, "GND, pin 13" if which.name == "pico" else "GND", GROUND))
    board(sheet, "node", which.box, "", [*ports, *more])
    middle = (which.box.left + which.box.right) / 2
    sheet.canvas.text(middle, which.box.top + 36, which.title, 24, "head", "middle")
    _buttons(sheet, which)
    _reader(sheet, which)
    _signs(sheet, which)


def _buttons(sheet: Sheet, which: Board) -> None:
    """The coloured buttons, all to one ground."""
    above = ""
    for place, (number, kind) in enumerate(kinds()):
        y = which.box.top + 80 + 90 * place
        push_button(sheet, f"b{number}", 150, y, "")
        sheet.canvas.disc(100, y - 36, 15, KIND_COLOURS[kind], INK, 2.5)
        sheet.canvas.text(100, y - 30, str(number), 18, "head", "middle", number_ink(kind))
        sheet.canvas.text(172, y - 38, kind, 18, "bold")
        sheet.dot(f"bus{number}", 56, y)
        sheet.wire(f"b{number}.2", f"node.button_{number}")
        sheet.wire(f"b{number}.1", f"bus{number}")
        if above:
            sheet.wire(above, f"bus{number}")
        above = f"bus{number}"
    sheet.dot("bus", 56, which.box.top + 540)
    sheet.wire(above, "bus")
    sheet.wire("bus", "node.gnd")
    ground(sheet, "gnd-bus", 56, which.box.top + 570)
    sheet.wire("bus", "gnd-bus")


def _reader(sheet: Sheet, which: Board) -> None:
    """The RDM6300 and its divider."""
    top = which.box.top
    ports = [
        needs("five", "left", 30, "5V", 5.5),
        Port("tx", "left", 120, "TX", gives=SUPPLY_5V),
        needs("gnd", "bottom", 66, "GND"),
    ]
    board(sheet, "reader", Box(640, top + 95, 772, top + 285), "RDM6300", ports)
    ground(sheet, "gnd-reader", 706, top + 300)
    resistor(sheet, "r1", 566, top + 215, "across", "R1, 10 kΩ", READER_OHMS[0])
    resistor(sheet, "r2", 492, top + 275, "down", "R2\n15 kΩ", READER_OHMS[1])
    ground(sheet, "gnd-r2", 492, top + 328)
    sheet.dot("rx", 492, top + 215)
    resistor(sheet, "r6", 516, top + 125, "across", "R6, 10 Ω", FILTER_OHMS)
    sheet.dot("quiet", 600, top + 125)
    capacitor(sheet, "c3", 600, top + 62, "1000 µF")
    sheet.canvas.text(578, top + 96, "+", 20, "bold", "middle")
    ground(sheet, "gnd-c3", 740, top + 34)
    sheet.wire("node.five", "r6.1")
    sheet.wire("r6.2", "quiet")
    sheet.wire("quiet", "reader.five")
    sheet.wire("quiet", "c3.2")
    sheet.wire("c3.1", "gnd-c3", (740, top + 22))
    sheet.wire("reader.tx", "r1.2")
    sheet.wire("r1.1", "rx")
    sheet.wire("rx", "node.reader_rx")
    sheet.wire("rx", "r2.1")
    sheet.wire("r2.2", "gnd-r2")
    sheet.wire("reader.gnd", "gnd-reader")


def _signs(sheet: Sheet, which: Board) -> None:
    """LED and buzzer."""
    top = which.box.top
    resistor(sheet, "r3", 560, top + 395, "across", "R3, 100 Ω", LED_OHMS)
    lamp(sheet, "led", 660, top + 435, "LED")
    ground(sheet, "gnd-led", 660, top + 489)
    ports = [Port("plus", "left", 30, "+"), needs("minus", "bottom", 76, "-")]
    board(sheet, "buzzer", Box(620, top + 540, 772, top + 620), "Buzzer", ports)
    ground(sheet, "gnd-buzzer", 696, top + 634)
    sheet.wire("node.led", "r3.1")
    sheet.wire("r3.2", "led.1", (660, top + 395))
    sheet.wire("led.2", "gnd-led")
    sheet.wire("node.buzzer", "buzzer.plus", (530, top + 490), (530, top + 570))
    sheet.wire("buzzer.minus", "gnd-buzzer")


def _cell(sheet: Sheet) -> None:
    """The cell with what guards it, its converter, and the divider that measures it."""
    cell = [battery("plus", "right", 40, "+", CELL), Port("minus", "right", 100, "-")]
    board(sheet, "cell", Box(28, 860, 156, 990), "Cell", cell, "18650, strap")
    ports = [
        needs("in", "left", 20, "in", 5.5),
        supply("out", "top", 50, "", SUPPLY_5V),
        needs("gnd", "right", 70, "GND"),
    ]
    board(sheet, "boost", Box(380, 880, 540, 976), "", ports)
    sheet.canvas.text(450, 934, "5 V step-up", 22, "head", "middle")
    sheet.bridges.append(Bridge("boost.in", "boost.gnd", _STEP_UP_OHMS))
    switch(sheet, "s2", 240, 900, "S2")
    transistor(sheet, "q2", 240, 1030, "Q2")
    capacitor(sheet, "c2", 190, 800, "1000 µF")
    resistor(sheet, "r4", 480, 1080, "across", "R4, 100 kΩ", BATTERY_OHMS[0])
    resistor(sheet, "r5", 620, 1130, "down", "R5\n100 kΩ", BATTERY_OHMS[1], left=True)
    capacitor(sheet, "c1", 690, 1130, "100 nF")
    _cell_signs(sheet)
    _cell_wires(sheet)


def _cell_signs(sheet: Sheet) -> None:
    for name, x, y in (("gate", 180, 900), ("cell-tap", 330, 900), ("half", 620, 1080), ("vin", 307, 760)):
        sheet.dot(name, x, y)
    for name, x, y in (
        ("gnd-boost", 570, 960),
        ("gnd-cell", 240, 1092),
        ("gnd-c2", 190, 842),
        ("gnd-r5", 620, 1172),
        ("gnd-c1", 690, 1172),
    ):
        ground(sheet, name, x, y)
    sheet.canvas.text(170, 784, "+", 20, "bold", "middle")


def _cell_wires(sheet: Sheet) -> None:
    sheet.wire("cell.plus", "gate")
    sheet.wire("gate", "s2.1")
    sheet.wire("gate", "q2.g", (180, 1030))
    sheet.wire("cell.minus", "q2.d", (240, 960))
    sheet.wire("q2.s", "gnd-cell")
    sheet.wire("s2.2", "cell-tap")
    sheet.wire("cell-tap", "boost.in")
    sheet.wire("boost.gnd", "gnd-boost", (570, 950))
    sheet.wire("boost.out", "vin", (430, 760))
    sheet.wire("vin", "node.vin")
    sheet.wire("vin", "c2.1")
    sheet.wire("c2.2", "gnd-c2")
    sheet.wire("cell-tap", "r4.1", (330, 1080))
    sheet.wire("r4.2", "half")
    sheet.wire("half", "r5.1")
    sheet.wire("half", "c1.1", (690, 1080))
    sheet.wire("half", "node.battery", (620, 810), (397, 810))
    sheet.wire("r5.2", "gnd-r5")
    sheet.wire("c1.2", "gnd-c1")
