"""The drawings of the hoop nodes: a Pico and an ESP32 with buttons, reader, LED and buzzer."""

from __future__ import annotations

from dataclasses import dataclass

from fieldkit.settings import Settings
from hardware.wiring.nets import CELL, GROUND, SUPPLY_5V
from hardware.wiring.pins import PICO_PINS, board_pins
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import BRICK, CARD, INK, ORE, SHEEP, WHEAT, WOOD, Box
from hardware.wiring.symbols import (
    Port,
    board,
    capacitor,
    ground,
    lamp,
    needs,
    pin,
    push_button,
    resistor,
    supply,
)

READER_OHMS = 10_000, 15_000
"""The RDM6300's divider: from its TX, and to ground; 5 V come out as 3 V."""
BATTERY_OHMS = 100_000, 100_000
"""The battery's divider; the firmware's ``battery_ratio`` undoes it."""
LED_OHMS = 330
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
    sheet = Sheet("pico", "Hoop node: Pico", says, height=980)
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
        "Buttons need no resistor: the firmware switches the Pico's own pull-ups on.\n"
        "No reader? Leave it and R1, R2 out. Button 5 only where sheep is in play.",
    )
    return sheet


def esp32_sheet() -> Sheet:
    """An ESP32 with the same, on a cell, by radio."""
    says = _says("An ESP32", "esp32") + " A lithium cell feeds it through a 5 volt converter and is measured."
    sheet = Sheet("esp32", "Hoop node: ESP32 by radio", says, height=1190)
    pins = board_pins("esp32")
    more = [
        supply("five", "right", 125, "5V", SUPPLY_5V),
        needs("vin", "bottom", 45, "5V", 5.5),
        pin("battery", "bottom", 135, pins["battery"], ESP32.label(pins["battery"])),
    ]
    _node(sheet, ESP32, more)
    _cell(sheet)
    sheet.note(
        1062,
        "R4 and R5 halve the cell's voltage for the battery shown on the tablet.\n"
        "Take a cell with protection. Charge it outside the node, in its charger, never\n"
        "in the sun or unwatched. Take it out before you plug in the board's USB.",
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
    sheet.wire("node.five", "reader.five")
    sheet.wire("reader.tx", "r1.2")
    sheet.wire("r1.1", "rx")
    sheet.wire("rx", "node.reader_rx")
    sheet.wire("rx", "r2.1")
    sheet.wire("r2.2", "gnd-r2")
    sheet.wire("reader.gnd", "gnd-reader")


def _signs(sheet: Sheet, which: Board) -> None:
    """LED and buzzer."""
    top = which.box.top
    resistor(sheet, "r3", 560, top + 395, "across", "R3, 330 Ω", LED_OHMS)
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
    """The cell, its converter, and the divider that measures it."""
    cell = [supply("plus", "right", 40, "+", CELL), supply("minus", "right", 100, "-", GROUND)]
    board(sheet, "cell", Box(28, 780, 168, 910), "Cell", cell, "Li-ion 18650")
    ports = [
        needs("in", "left", 40, "in", 5.5),
        supply("out", "top", 57, "", SUPPLY_5V),
        needs("gnd", "right", 60, "GND"),
    ]
    board(sheet, "boost", Box(250, 780, 420, 880), "", ports)
    sheet.canvas.text(335, 808, "5 V step-up", 22, "head", "middle")
    ground(sheet, "gnd-boost", 450, 850)
    ground(sheet, "gnd-cell", 188, 900)
    sheet.dot("cell-tap", 222, 820)
    resistor(sheet, "r4", 500, 930, "across", "R4, 100 kΩ", BATTERY_OHMS[0])
    resistor(sheet, "r5", 590, 980, "down", "R5\n100 kΩ", BATTERY_OHMS[1], left=True)
    sheet.dot("half", 590, 930)
    capacitor(sheet, "c1", 680, 980, "100 nF")
    ground(sheet, "gnd-r5", 590, 1022)
    ground(sheet, "gnd-c1", 680, 1022)
    sheet.wire("cell.plus", "cell-tap")
    sheet.wire("cell-tap", "boost.in")
    sheet.wire("cell.minus", "gnd-cell", (188, 880))
    sheet.wire("boost.out", "node.vin")
    sheet.wire("boost.gnd", "gnd-boost", (450, 840))
    sheet.wire("cell-tap", "r4.1", (222, 930))
    sheet.wire("r4.2", "half")
    sheet.wire("half", "r5.1")
    sheet.wire("half", "c1.1", (680, 930))
    sheet.wire("half", "node.battery", (590, 740), (397, 740))
    sheet.wire("r5.2", "gnd-r5")
    sheet.wire("c1.2", "gnd-c1")
