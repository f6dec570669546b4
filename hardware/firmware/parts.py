"""Makes a node or a bridge of the board's pins and units, as the settings say."""

import os
import random
import time

from bridge import Bridge
from buttons import NodeButtons
from kept import Backup
from keys import KEY_BYTES, Pairs, to_hex
from lines import BAUD, KitLine, Rs485, Usb
from machine import ADC, SPI, UART, Pin, unique_id
from mfrc522 import Mfrc522
from node import Node
from pn532 import Pn532
from readers import Rdm6300, Reader
from settings import NodeSettings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BUFFER = 256
"""Bytes of a UART that wait, in each direction."""
SAMPLES = 8
FORGET_MS = 3000
LOOK_MS = 10
STARTS = "starts.txt"
"""The board and the number of its last start."""


def chance(count: int) -> int:
    """Return a number from 0 to count-1; boards seed it from their noise."""
    return random.getrandbits(24) % count


def make(settings: NodeSettings) -> Node | Bridge:
    """Return the node or bridge of these settings. Raises ValueError for a pin, OSError for a radio."""
    show = SignalPins(settings.pins.get("led"), settings.pins.get("buzzer"))
    if settings.line == "bridge":
        # Only boards with such a radio have the module that this one needs.
        from radio import Radio

        radio = Radio(settings.channel)
        print(f"This bridge has the address {radio.address()} and listens on channel {settings.channel}.")
        boot = next_start(chance, board_id())
        # The board's radio makes the noise for keys.
        return Bridge(Usb(), radio, show, Pairs(), lambda: os.urandom(KEY_BYTES), boot)
    pins = {number: Pin(pin, Pin.IN, Pin.PULL_UP) for number, pin in settings.buttons().items()}
    line, reader, battery = make_line(settings, pins), make_reader(settings), BatterySensor(settings)
    boot = next_start(chance, board_id())
    kept = Backup(settings.node, boot)
    buttons, repeat_ms = NodeButtons(pins), settings.repeat_ms
    return Node(settings.node, boot, line, buttons, reader, show, battery, chance, repeat_ms, kept)


def board_id() -> str:
    """Return what no other board has."""
    return to_hex(unique_id())


def next_start(chance: "Callable[[int], int]", board: str, path: str = STARTS) -> str:
    """Return four hex digits, new each time, so that no frame is taken for an old one.

    They are one more than at the last start on this `board`; where none is kept, a number by chance.
    """
    try:
        with open(path) as file:
            kept, own = file.read().split(" ")
        number = int(kept, 16) + 1 if own == board else chance(0x10000)
    except (OSError, ValueError):
        number = chance(0x10000)
    start = "%04X" % (number & 0xFFFF)
    try:
        with open(path, "w") as file:
            file.write(start + " " + board)
    except OSError:
        pass
    return start


def make_line(settings: NodeSettings, buttons: "dict[str, Pin]") -> KitLine:
    """Return the way to the kit."""
    pins = settings.pins
    if settings.line == "rs485":
        uart = make_uart(settings.board.line_uart, BAUD, pins["rs485_tx"], pins["rs485_rx"])
        return Rs485(uart, Pin(pins["rs485_de"], Pin.OUT), chance)
    if settings.line == "radio":
        from radio import Radio, RadioLine

        pairs = Pairs()
        if wants_another_bridge(buttons):
            pairs.forget(settings.node)
        return RadioLine(Radio(settings.channel), settings.node, settings.bridge, pairs)
    return Usb()


def wants_another_bridge(buttons: "dict[str, Pin]") -> bool:
    """Return whether two buttons are held down over the first three seconds: no player does that."""
    for _ in range(FORGET_MS // LOOK_MS):
        if len([pin for pin in buttons.values() if pin.value() == 0]) < 2:
            return False
        time.sleep_ms(LOOK_MS)  # type: ignore[attr-defined]  # MicroPython has it
    return True


def make_reader(settings: NodeSettings) -> Reader:
    """Return the tag reader."""
    pins, unit = settings.pins, settings.board.reader_uart
    if settings.reader == "rdm6300":
        return Rdm6300(make_uart(unit, 9600, pins.get("reader_tx"), pins["reader_rx"]))
    if settings.reader == "pn532":
        return Pn532(make_uart(unit, 115200, pins["reader_tx"], pins["reader_rx"]))
    if settings.reader == "mfrc522":
        wires = {wire: Pin(pins["spi_" + wire]) for wire in ("sck", "mosi", "miso")}
        spi = SPI(settings.board.spi, baudrate=1000000, **wires)
        reset = Pin(pins["spi_reset"], Pin.OUT) if "spi_reset" in pins else None
        return Mfrc522(spi, Pin(pins["spi_cs"], Pin.OUT), reset)
    return Reader()


def make_uart(unit: int, baud: int, tx: int | None, rx: int) -> UART:
    """Return a UART; without a `tx` the unit's own pin for it is used."""
    if tx is None:
        return UART(unit, baudrate=baud, rx=Pin(rx), rxbuf=BUFFER)
    return UART(unit, baudrate=baud, tx=Pin(tx), rx=Pin(rx), txbuf=BUFFER, rxbuf=BUFFER)


class SignalPins:
    """Sets LED and buzzer, as far as they are fitted; each is high to be on."""

    def __init__(self, led: int | str | None, buzzer: int | None) -> None:
        self._led = None if led is None else Pin(led, Pin.OUT, value=0)
        self._buzzer = None if buzzer is None else Pin(buzzer, Pin.OUT, value=0)

    def __call__(self, led: bool, buzzer: bool) -> None:
        """Set both."""
        if self._led is not None:
            self._led.value(led)
        if self._buzzer is not None:
            self._buzzer.value(buzzer)


class BatterySensor:
    """Measures the supply behind a divider of two resistors."""

    def __init__(self, settings: NodeSettings) -> None:
        pin = settings.pins.get("battery")
        self._adc = None if pin is None else ADC(Pin(pin))
        self._ratio = settings.battery_ratio
        # An ESP32's pin measures up to 1 V unless it is told to take three times as much.
        if self._adc is not None and hasattr(self._adc, "atten"):
            self._adc.atten(ADC.ATTN_11DB)

    def __call__(self) -> int:
        """Return the supply in mV, 0 where nothing measures it."""
        if self._adc is None:
            return 0
        samples = [sample_mv(self._adc) for _ in range(SAMPLES)]
        return int(sum(samples) * self._ratio / SAMPLES)


def sample_mv(adc: ADC) -> float:
    """Return what is at an analog pin."""
    # An ESP32's own measure is calibrated, its raw one is far from straight.
    if hasattr(adc, "read_uv"):
        return float(adc.read_uv()) / 1000
    return adc.read_u16() * 3300 / 65535
