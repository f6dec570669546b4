"""The drawings of other readers and of the RS-485 line."""

from __future__ import annotations

from hardware.wiring.hoop_sheets import PICO
from hardware.wiring.nets import BATTERY_12V, GROUND, PIN_BEARS, SUPPLY_3V3, SUPPLY_5V
from hardware.wiring.pins import board_pins
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import LINE, Box
from hardware.wiring.symbols import Port, board, diode, ground, needs, pin, resistor, supply

TERMINATION_OHMS = 120
PULL_UP_OHMS = 10_000
LINE_BEARS = 12.0
"""What A and B of a MAX3485 bear (volts)."""


def readers_sheet() -> Sheet:
    """The other two readers, of which a node has one."""
    pins = board_pins("pico")
    says = (
        f"A PN532 at the Pico's serial pins {pins['reader_tx']} and {pins['reader_rx']}, or an RC522 at its "
        f"SPI pins {', '.join(str(pins[name]) for name in pins if name.startswith('spi_'))}."
    )
    sheet = Sheet("readers", "Other readers: one a node", says, height=760)
    serial = {"TXD": "reader_rx", "RXD": "reader_tx"}
    spi = {"SDA": "spi_cs", "SCK": "spi_sck", "MOSI": "spi_mosi", "MISO": "spi_miso", "RST": "spi_reset"}
    left = [
        pin(name, "left", 250 + 60 * i, pins[name], PICO.label(pins[name]))
        for i, name in enumerate(serial.values())
    ]
    right = [
        pin(name, "right", 130 + 60 * i, pins[name], PICO.label(pins[name]))
        for i, name in enumerate(spi.values())
    ]
    power = [
        supply("three-left", "left", 70, "3V3, pin 36", SUPPLY_3V3),
        supply("three-right", "right", 70, "3V3, pin 36", SUPPLY_3V3),
        supply("gnd-left", "left", 130, "GND, pin 13", GROUND),
        supply("gnd-right", "right", 450, "GND, pin 18", GROUND),
    ]
    board(sheet, "node", Box(250, 100, 550, 590), "", [*left, *right, *power])
    for x, title in ((99, "PN532"), (400, PICO.title), (701, "RC522")):
        sheet.canvas.text(x, 136, title, 24, "head", "middle")
    nfc = [needs("vcc", "right", 70, "VCC", 5.5), needs("gnd", "right", 130, "GND")]
    nfc += [Port(name, "right", 250 + 60 * i, name, bears=PIN_BEARS) for i, name in enumerate(serial)]
    board(sheet, "pn532", Box(28, 100, 170, 450), "", nfc)
    chip = [needs("vcc", "left", 70, "3.3V", PIN_BEARS), needs("gnd", "left", 450, "GND")]
    chip += [Port(name, "left", 130 + 60 * i, name, bears=PIN_BEARS) for i, name in enumerate(spi)]
    board(sheet, "rc522", Box(630, 100, 772, 590), "", chip)
    sheet.canvas.text(28, 486, "both switches off:", 18)
    sheet.canvas.text(28, 510, "serial (HSU)", 18, "bold")
    sheet.wire("node.three-left", "pn532.vcc")
    sheet.wire("node.gnd-left", "pn532.gnd")
    sheet.wire("node.three-right", "rc522.vcc")
    sheet.wire("node.gnd-right", "rc522.gnd")
    for name, to in serial.items():
        sheet.wire(f"node.{to}", f"pn532.{name}")
    for name, to in spi.items():
        sheet.wire(f"node.{to}", f"rc522.{name}")
    sheet.note(
        624,
        "RC522: 3.3 V only, 5 V destroys it. Its IRQ stays open, wires up to 20 cm.\n"
        "PN532: solder its four serial pads; TXD goes to the Pico's receiving pin.\n"
        "Both read NFC tags (13.56 MHz), never the coin tags of an RDM6300 (125 kHz).",
    )
    return sheet


def rs485_sheet() -> Sheet:
    """The two-wire line along all hoops, and how a node hangs on it."""
    pins = board_pins("pico")
    says = (
        "Above, one cable from a USB adapter past all nodes with 120 ohms at both ends. Below, a node: a "
        f"MAX3485 at the Pico's pins {pins['rs485_tx']}, {pins['rs485_rx']} and {pins['rs485_de']}, power by "
        "the same cable."
    )
    sheet = Sheet("rs485", "RS-485: one cable past all hoops", says, height=1210)
    _line(sheet)
    sheet.canvas.rect(Box(28, 430, 772, 432), LINE, LINE, 0, 0)
    _tap(sheet, pins)
    sheet.note(
        1056,
        "A, B: one twisted pair. +12 V and ground: the other pairs (Cat 5e for outdoors).\n"
        "120 Ω at the two ends only. A branch to a node is 30 cm at most.\n"
        "The reader's 5V comes from the step-down here, not from VBUS.\n"
        "All hoops silent? Some makers swap A and B: swap the pair at the adapter.",
    )
    return sheet


def _line(sheet: Sheet) -> None:
    """The cable: adapter, nodes, the two resistors at its ends."""
    ends = [Port("a", "right", 40, "A", bears=LINE_BEARS), Port("b", "right", 120, "B", bears=LINE_BEARS)]
    board(sheet, "adapter", Box(28, 110, 168, 270), "Adapter", ends, "USB at the Pi")
    above: tuple[str, str] = ("adapter.a", "adapter.b")
    for name, x in (("t1", 216), ("h1", 330), ("h2", 480), ("h10", 630), ("t2", 748)):
        here = (f"{name}-a", f"{name}-b")
        for end, last, y in zip(here, above, (150, 230), strict=True):
            beside = {"a": -30, "b": 30}[end[-1]] if name.startswith("h") else 0
            sheet.dot(end, x + beside, y)
            sheet.wire(last, end, dashed=name == "h10")
        above = here
        if name.startswith("h"):
            ports = [Port("a", "top", 30, "A", bears=LINE_BEARS), Port("b", "top", 90, "B", bears=LINE_BEARS)]
            board(sheet, name, Box(x - 60, 310, x + 60, 396), "", ports)
            sheet.canvas.text(x, 380, f"node {name}", 24, "head", "middle")
            sheet.wire(here[0], f"{name}.a")
            sheet.wire(here[1], f"{name}.b")
        else:
            resistor(sheet, name, x, 190, "down", "120 Ω" if name == "t1" else "", TERMINATION_OHMS)
            sheet.wire(here[0], f"{name}.1")
            sheet.wire(here[1], f"{name}.2")
    sheet.canvas.text(724, 196, "120 Ω", 18, anchor="end")


def _tap(sheet: Sheet, pins: dict[str, int]) -> None:
    """One node on the line."""
    lead = {"rs485_tx": 80, "rs485_de": 150, "rs485_rx": 280}
    ports = [pin(name, "right", along, pins[name], PICO.label(pins[name])) for name, along in lead.items()]
    ports += [
        supply("three", "right", 380, "3V3, pin 36", SUPPLY_3V3),
        needs("vsys", "right", 490, "VSYS, pin 39", 5.5),
        supply("gnd", "left", 400, "GND", GROUND),
    ]
    board(sheet, "node", Box(76, 470, 256, 1000), "", ports)
    chip = [
        Port("di", "left", 80, "DI", bears=PIN_BEARS),
        Port("de", "left", 150, "DE", bears=PIN_BEARS),
        Port("re", "left", 200, "RE", bears=PIN_BEARS),
        Port("ro", "left", 280, "RO", gives=SUPPLY_3V3),
        needs("vcc", "left", 380, "VCC", PIN_BEARS),
        Port("a", "right", 80, "A", bears=LINE_BEARS),
        Port("b", "right", 150, "B", bears=LINE_BEARS),
        needs("gnd", "right", 380, "GND"),
    ]
    board(sheet, "chip", Box(400, 470, 530, 890), "", chip)
    cable = [
        Port("a", "left", 80, "A", bears=LINE_BEARS),
        Port("b", "left", 150, "B", bears=LINE_BEARS),
        supply("gnd", "left", 380, "ground", GROUND),
        supply("plus", "left", 490, "+12 V", BATTERY_12V),
    ]
    board(sheet, "cable", Box(660, 470, 772, 1000), "", cable)
    for x, title in ((166, PICO.title), (465, "MAX3485"), (716, "Cable")):
        sheet.canvas.text(x, 506, title, 24, "head", "middle")
    _guards(sheet)
    _step_down(sheet)
    _tap_wires(sheet)


def _guards(sheet: Sheet) -> None:
    """What takes surges off the line, and what keeps the receiver's output up while the node sends."""
    ports = [
        Port("a", "top", 20, bears=LINE_BEARS),
        Port("b", "top", 60, bears=LINE_BEARS),
        needs("gnd", "bottom", 40, ""),
    ]
    board(sheet, "surge", Box(565, 690, 645, 760), "SM712", ports)
    resistor(sheet, "pull", 316, 800, "down", "10 kΩ", PULL_UP_OHMS)
    for name, x, y in (
        ("send", 360, 620),
        ("heard", 316, 750),
        ("three", 316, 850),
        ("a", 585, 550),
        ("b", 625, 620),
        ("common", 605, 850),
    ):
        sheet.dot(name, x, y)
    ground(sheet, "gnd-cable", 605, 870)
    ground(sheet, "gnd-node", 52, 884)


def _step_down(sheet: Sheet) -> None:
    """From the cable's 12 V to the Pico."""
    ports = [
        needs("in", "right", 40, "in", 16),
        supply("out", "left", 40, "5 V", SUPPLY_5V),
        needs("gnd", "bottom", 75, ""),
    ]
    board(sheet, "down", Box(420, 920, 570, 1000), "", ports)
    sheet.canvas.text(500, 946, "step-down", 22, "head", "middle")
    diode(sheet, "d", 338, 960, "1N5819", "across")
    ground(sheet, "gnd-down", 495, 1014)


def _tap_wires(sheet: Sheet) -> None:
    for a, b in (
        ("node.rs485_tx", "chip.di"),
        ("node.rs485_de", "send"),
        ("send", "chip.de"),
        ("node.rs485_rx", "heard"),
        ("heard", "chip.ro"),
        ("heard", "pull.1"),
        ("pull.2", "three"),
        ("node.three", "three"),
        ("three", "chip.vcc"),
        ("chip.a", "a"),
        ("a", "cable.a"),
        ("a", "surge.a"),
        ("chip.b", "b"),
        ("b", "cable.b"),
        ("b", "surge.b"),
        ("surge.gnd", "common"),
        ("chip.gnd", "common"),
        ("common", "cable.gnd"),
        ("common", "gnd-cable"),
        ("cable.plus", "down.in"),
        ("down.out", "d.2"),
        ("d.1", "node.vsys"),
        ("down.gnd", "gnd-down"),
    ):
        sheet.wire(a, b)
    sheet.wire("send", "chip.re", (360, 670))
    sheet.wire("node.gnd", "gnd-node", (52, 870))
