"""The drawings of other readers and of the RS-485 line."""

from __future__ import annotations

from hardware.wiring.hoop_sheets import PICO_TITLE, pin_label
from hardware.wiring.nets import BATTERY_12V, GROUND, PIN_BEARS, SUPPLY_3V3, SUPPLY_5V, Resistance
from hardware.wiring.pins import board_pins
from hardware.wiring.svg import CARD, INK, LINE, PLATE, Rect
from hardware.wiring.symbols import Port, Schematic, needs, pin, supply

TERMINATION_OHMS = 120
PULL_UP_OHMS = 10_000
BIAS_OHMS = 560
"""At the adapter, from A to 5 V and from B to ground: a silent line is then high for sure."""
LINE_BEARS, LINE_MIN_V = 12.5, -7.5
"""Between which voltages A and B of a MAX3485 live, against its ground."""
LINE_GIVES = 3.3
"""The volts that a sender puts on A while it pulls B to ground."""
RECEIVER_OHMS = 12_000
"""Between A or B of a receiver and its ground."""
PLUG = {
    "plus": ("+12 V", "orange and white-orange"),
    "a": ("A", "blue"),
    "b": ("B", "white-blue: one twisted pair with A"),
    "gnd": ("ground", "green and white-green; the brown pair stays free"),
}
"""The plug's pins from 1 to 4: what they carry, and by which conductors of a Cat 5e cable.

In mirror order +12 V changes places with ground and A with B, never a supply with A or B.
"""
TOP = 740
"""The top of a node's drawing."""
_STEP_DOWN_OHMS = 150.0
"""A stand-in for what the step-down takes (ohms)."""


def readers_sheet() -> Schematic:
    """Draw the other two readers, of which a node has one."""
    pins = board_pins("pico")
    says = (
        f"A PN532 at the Pico's serial pins {pins['reader_tx']} and {pins['reader_rx']}, or an RC522 at its "
        f"SPI pins {', '.join(str(pins[name]) for name in pins if name.startswith('spi_'))}."
    )
    sheet = Schematic("readers", "Other readers: one a node", says, height=760)
    serial = {"TXD": "reader_rx", "RXD": "reader_tx"}
    spi = {"SDA": "spi_cs", "SCK": "spi_sck", "MOSI": "spi_mosi", "MISO": "spi_miso", "RST": "spi_reset"}
    left = [
        pin(name, "left", 250 + 60 * i, pins[name], pin_label("pico", pins[name]))
        for i, name in enumerate(serial.values())
    ]
    right = [
        pin(name, "right", 130 + 60 * i, pins[name], pin_label("pico", pins[name]))
        for i, name in enumerate(spi.values())
    ]
    power = [
        supply("three-left", "left", 70, "3V3, pin 36", SUPPLY_3V3),
        supply("three-right", "right", 70, "3V3, pin 36", SUPPLY_3V3),
        supply("gnd-left", "left", 130, "GND, pin 13", GROUND),
        supply("gnd-right", "right", 450, "GND, pin 18", GROUND),
    ]
    sheet.board("node", Rect(250, 100, 550, 590), "", [*left, *right, *power])
    for x, title in ((99, "PN532"), (400, PICO_TITLE), (701, "RC522")):
        sheet.canvas.text(x, 136, title, 24, "head", "middle")
    nfc = [needs("vcc", "right", 70, "VCC", 5.5), needs("gnd", "right", 130, "GND")]
    nfc += [Port(name, "right", 250 + 60 * i, name, bears=PIN_BEARS) for i, name in enumerate(serial)]
    sheet.board("pn532", Rect(28, 100, 170, 450), "", nfc)
    chip = [needs("vcc", "left", 70, "3.3V", PIN_BEARS), needs("gnd", "left", 450, "GND")]
    chip += [Port(name, "left", 130 + 60 * i, name, bears=PIN_BEARS) for i, name in enumerate(spi)]
    sheet.board("rc522", Rect(630, 100, 772, 590), "", chip)
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


def rs485_sheet() -> Schematic:
    """Draw the two-wire line along all hoops, its plug, and how a node hangs on it."""
    pins = board_pins("pico")
    table = "; ".join(f"{number} is {carries} ({pair})" for number, carries, pair in _table())
    says = (
        "Above, one cable from a USB adapter past all nodes with 120 ohms at both ends and 560 ohms from A "
        f"to 5 volts and from B to ground at the adapter. The plug: {table}. Below, a node: a MAX3485 at the "
        f"Pico's pins {pins['rs485_tx']}, {pins['rs485_rx']} and {pins['rs485_de']}, power by the same cable "
        "through a resettable fuse and four diodes."
    )
    sheet = Schematic("rs485", "RS-485: one cable past all hoops", says, height=1592)
    _line(sheet)
    sheet.rule(520)
    _pin_table(sheet)
    sheet.rule(704)
    _tap(sheet, pins)
    sheet.note(
        1360,
        "A plug in mirror order (4-3-2-1) hurts nothing: A and B change places, and the\n"
        "four diodes turn 12 V the right way again; that hoop stays silent. Ring out\n"
        "every plug before 12 V comes. A branch to a node is 30 cm at most. 120 Ω at the\n"
        "two ends only. All ground signs are the bridge's minus. The reader's 5V\n"
        "(through 10 Ω, with 1000 µF) comes from the step-down, not from VBUS.\n"
        "All hoops silent? Some makers swap A and B: swap the pair at the adapter.",
    )
    return sheet


def _table() -> list[tuple[int, str, str]]:
    return [(place + 1, *PLUG[name]) for place, name in enumerate(PLUG)]


def _pin_table(sheet: Schematic) -> None:
    sheet.canvas.text(28, 558, "The plug, everywhere alike", 24, "head")
    for place, (number, carries, pair) in enumerate(_table()):
        y = 590 + 30 * place
        sheet.canvas.disc(48, y - 6, 13, CARD, INK, 2.5)
        sheet.canvas.text(48, y, str(number), 17, "head", "middle")
        sheet.canvas.text(76, y, carries, 19, "bold")
        sheet.canvas.text(200, y, pair, 19)


def _line(sheet: Schematic) -> None:
    ends = [
        supply("five", "right", 30, "5 V", SUPPLY_5V),
        Port("a", "right", 130, "A", bears=LINE_BEARS, min_v=LINE_MIN_V),
        Port("b", "right", 210, "B", bears=LINE_BEARS, min_v=LINE_MIN_V),
        supply("gnd", "right", 310, "ground", GROUND),
    ]
    sheet.board("adapter", Rect(28, 110, 168, 450), "Adapter", ends, "USB at the Pi")
    sheet.resistor("bias-a", 210, 190, "down", "560 Ω", BIAS_OHMS)
    sheet.resistor("bias-b", 210, 370, "down", "560 Ω", BIAS_OHMS)
    stops = {"bias": 210, "t1": 284, "h1": 414, "h2": 540, "h10": 670, "t2": 752}
    for end, y, beside in (("a", 240, -24), ("b", 320, 24)):
        places = {name: (x + (beside if name.startswith("h") else 0), y) for name, x in stops.items()}
        sheet.dots({f"{name}-{end}-line": at for name, at in places.items()})
        names = [f"{name}-{end}-line" for name in stops]
        sheet.wire(f"adapter.{end}", *names[:4])
        sheet.wire(*names[3:5], dashed=True)
        sheet.wire(*names[4:])
    for name in ("t1", "t2"):
        sheet.resistor(name, stops[name], 280, "down", "120 Ω" if name == "t1" else "", TERMINATION_OHMS)
        sheet.wire(f"{name}-a-line", name, f"{name}-b-line")
    for name in ("h1", "h2", "h10"):
        _node_on_line(sheet, name, stops[name])
    sheet.wire("adapter.five", (210, 140), "bias-a", "bias-a-line")
    sheet.wire("bias-b-line", "bias-b", (210, 420), "adapter.gnd")
    sheet.canvas.text(740, 226, "120 Ω", 18, anchor="middle")


def _node_on_line(sheet: Schematic, name: str, x: float) -> None:
    sheet.canvas.rect(Rect(x - 44, 222, x + 44, 338), PLATE, LINE, 2)
    sheet.canvas.text(x, 210, "T-piece", 18, "text", "middle")
    ports = [
        Port("a", "top", 32, "A", bears=LINE_BEARS, min_v=LINE_MIN_V),
        Port("b", "top", 80, "B", bears=LINE_BEARS, min_v=LINE_MIN_V),
    ]
    sheet.board(name, Rect(x - 56, 400, x + 56, 490), "", ports)
    sheet.canvas.text(x, 474, f"node {name}", 24, "head", "middle")
    for end in ("a", "b"):
        sheet.wire(f"{name}-{end}-line", f"{name}.{end}")


def _tap(sheet: Schematic, pins: dict[str, int]) -> None:
    lead = {"rs485_tx": 80, "rs485_de": 150, "rs485_rx": 280}
    ports = [
        pin(name, "right", along, pins[name], pin_label("pico", pins[name])) for name, along in lead.items()
    ]
    ports += [
        supply("three", "right", 380, "3V3, pin 36", SUPPLY_3V3),
        needs("vsys", "right", 480, "VSYS, pin 39", 5.5),
        Port("gnd", "bottom", 84, "GND"),
    ]
    sheet.board("node", Rect(28, TOP, 196, TOP + 550), "", ports)
    chip = [
        Port("di", "left", 80, "DI", bears=PIN_BEARS),
        Port("de", "left", 150, "DE", bears=PIN_BEARS),
        Port("re", "left", 200, "RE", bears=PIN_BEARS),
        Port("ro", "left", 280, "RO", gives=SUPPLY_3V3),
        needs("vcc", "left", 380, "VCC", PIN_BEARS),
        Port("a", "right", 130, "A", bears=LINE_BEARS, min_v=LINE_MIN_V),
        Port("b", "right", 200, "B", bears=LINE_BEARS, min_v=LINE_MIN_V),
        Port("gnd", "right", 330, "GND"),
    ]
    sheet.board("chip", Rect(366, TOP, 470, TOP + 410), "", chip)
    sheet.bridges += [Resistance(f"chip.{end}", "chip.gnd", RECEIVER_OHMS) for end in ("a", "b")]
    given = {"plus": BATTERY_12V, "a": LINE_GIVES, "b": 0.0, "gnd": GROUND}
    cable = [
        Port(name, "left", 30 + 70 * place, "", gives=given[name], rail=name in ("plus", "gnd"))
        for place, name in enumerate(PLUG)
    ]
    sheet.board("cable", Rect(712, TOP + 30, 772, TOP + 300), "", cable)
    sheet.plug("plug", 650, TOP + 60, list(PLUG), "plug", 70)
    for x, y, title in ((112, 36, PICO_TITLE), (418, 36, "MAX3485"), (742, 14, "Cable")):
        sheet.canvas.text(x, TOP + y, title, 22, "head", "middle")
    _guards(sheet)
    _step_down(sheet)
    _tap_wires(sheet)


def _tap_wires(sheet: Schematic) -> None:
    sheet.wire("node.rs485_tx", "chip.di")
    sheet.wire("node.rs485_de", "send", "chip.de")
    sheet.wire("send", (330, TOP + 200), "chip.re")
    sheet.wire("node.rs485_rx", "heard", "chip.ro")
    sheet.wire("node.three", "three", "chip.vcc")
    sheet.wire("heard", "pull", "three")
    sheet.wire("chip.a", "a", "plug.a-in")
    sheet.wire("chip.b", "b", "plug.b-in")
    sheet.wire("a", "surge.a")
    sheet.wire("b", "surge.b")
    sheet.wire("surge.gnd", "gnd-surge")
    sheet.wire("node.gnd", "gnd-node")
    sheet.wire("chip.gnd", (486, TOP + 330), "gnd-chip")
    sheet.wire("plug.plus-in", (590, TOP + 60), "poly", (590, TOP + 480), "bridge.a")
    sheet.wire("plug.gnd-in", (616, TOP + 520), "bridge.b")
    sheet.wire("bridge.minus", (384, TOP + 520), "gnd-bridge")
    sheet.wire("bridge.plus", "down.in")
    sheet.wire("down.out", "-d", "node.vsys")
    sheet.wire("down.gnd", "gnd-down")
    for name in PLUG:
        sheet.wire(f"plug.{name}", f"cable.{name}")


def _guards(sheet: Schematic) -> None:
    ports = [
        Port("a", "top", 18, bears=LINE_BEARS, min_v=LINE_MIN_V),
        Port("b", "top", 58, bears=LINE_BEARS, min_v=LINE_MIN_V),
        Port("gnd", "bottom", 38),
    ]
    sheet.board("surge", Rect(492, TOP + 250, 568, TOP + 316), "SM712", ports)
    sheet.resistor("pull", 282, TOP + 330, "down", "10 kΩ", PULL_UP_OHMS)
    sheet.dots({"send": (330, TOP + 150), "heard": (282, TOP + 280), "three": (282, TOP + 380)})
    sheet.dots({"a": (510, TOP + 130), "b": (550, TOP + 200)})
    signs = {"gnd-surge": (530, 326), "gnd-chip": (486, 342), "gnd-node": (112, 560), "gnd-down": (335, 514)}
    signs["gnd-bridge"] = (384, 530)
    sheet.grounds({name: (x, TOP + y) for name, (x, y) in signs.items()}, of="bridge.minus")


def _step_down(sheet: Schematic) -> None:
    ports = [
        needs("in", "right", 50, "in", 36.0),
        supply("out", "left", 50, "5 V", SUPPLY_5V),
        Port("gnd", "bottom", 45),
    ]
    sheet.board("down", Rect(290, TOP + 430, 380, TOP + 502), "", ports)
    sheet.canvas.text(335, TOP + 456, "step-down", 20, "head", "middle")
    sheet.bridges.append(Resistance("down.in", "down.gnd", _STEP_DOWN_OHMS))
    sheet.diode("d", 243, TOP + 480, "1N5819", "across")
    sheet.bridge_rectifier("bridge", Rect(412, TOP + 440, 552, TOP + 560), "4 diodes", "1N5819")
    sheet.fuse("poly", 590, TOP + 400, "down", "polyfuse\n0.2 A", left=True)
