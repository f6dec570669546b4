"""The one file of settings of a node or bridge, `node.json`: read whole, checked before anything starts."""

import json

FILE = "node.json"
MAX_CHANNEL = 11
"""A radio that nobody has told its country uses no higher one."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any


class NodeSettingsError(Exception):
    """The settings cannot be used: one sentence, and the pin of the LED if the file tells it."""

    def __init__(self, sentence: str, led: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.led = led


class Pico:
    """A Pico's outfit: its lines, the pins that it has for each use, and the numbers of its units."""

    lines: tuple[str, ...] = ("usb", "rs485")
    outputs: tuple[int, ...] = tuple(range(23)) + (25, 26, 27, 28)
    pins = outputs + (29,)
    analog: tuple[int, ...] = (26, 27, 28, 29)
    reader_uart, line_uart, spi = 1, 0, 0


class Esp32(Pico):
    """An ESP32's. Left out: 0, 2, 5, 12 and 15 say how it starts, 1 and 3 are USB, 6 to 11 the flash."""

    lines = ("usb", "radio", "bridge")
    outputs = (4, 13, 14) + tuple(range(16, 20)) + (21, 22, 23, 25, 26, 27, 32, 33)
    pins = outputs + (34, 35, 36, 39)
    analog = (32, 33, 34, 35, 36, 39)
    reader_uart, line_uart, spi = 2, 1, 2


BOARDS = {"pico": Pico, "esp32": Esp32}
LINE_PINS = {"rs485": ("rs485_tx", "rs485_rx", "rs485_de")}
READER_PINS = {
    "none": (),
    "rdm6300": ("reader_rx",),
    "pn532": ("reader_tx", "reader_rx"),
    "mfrc522": ("spi_sck", "spi_mosi", "spi_miso", "spi_cs"),
}
"""The pins that each reader needs."""
BUTTON = "button_"
LISTENING = ("battery", "reader_rx", "spi_miso", "rs485_rx")
"""The pins that need not be able to drive; a button's must pull up, so it is not among them."""
DRIVING = ("led", "buzzer", "reader_tx", "spi_sck", "spi_mosi", "spi_cs", "spi_reset", "rs485_tx", "rs485_de")
PINS = DRIVING + LISTENING
NAME = "abcdefghijklmnopqrstuvwxyz0123456789-"


class NodeSettings:
    """The settings, checked. A node has all of it; a bridge only `board`, `line`, `pins` and `channel`."""

    def __init__(self, raw: "dict[str, Any]") -> None:
        self.board = BOARDS[raw["board"]]
        self.line: str = raw["line"]
        self.pins: dict[str, int] = raw["pins"]
        self.watchdog_ms: int = raw["watchdog_ms"]
        self.channel: int = raw.get("channel", 0)
        self.bridge = address(raw.get("bridge", ""))
        self.node: str = raw.get("node", "")
        self.reader: str = raw.get("reader", "none")
        self.repeat_ms: int = raw.get("repeat_ms", 0)
        self.battery_ratio: float = raw.get("battery_ratio", 1.0)

    def buttons(self) -> dict[str, int]:
        """Return the pins of the buttons by the number that a press tells the kit."""
        return {name[len(BUTTON) :]: pin for name, pin in self.pins.items() if name.startswith(BUTTON)}


def load(path: str = FILE) -> NodeSettings:
    """Read and check the file. Raises NodeSettingsError."""
    text, raw = "", None
    try:
        with open(path) as file:
            text = file.read()
        raw = json.loads(text)
    except (OSError, ValueError):
        pass
    if not text:
        raise NodeSettingsError(f"{FILE} is not on the board, or empty: copy one of boards/*.json to it.")
    if raw is None:
        raise NodeSettingsError(f"{FILE} cannot be read: look for a missing comma, quote or bracket.")
    return check(raw)


def check(raw: "Any") -> NodeSettings:
    """Return the settings from what the file says. Raises SettingsError for the first mistake."""
    if not isinstance(raw, dict):
        raise NodeSettingsError(f"{FILE} must be one table in curly brackets.")
    for wrong in _mistakes(raw):
        pins = raw.get("pins")
        led = pins.get("led") if isinstance(pins, dict) else None
        raise NodeSettingsError(f"{FILE}: {wrong}", led if _is_whole(led, 0, 48) else None)
    return NodeSettings(raw)


def address(text: str) -> bytes:
    """Return the six bytes of a radio address written `FF:FF:FF:FF:FF:FF`, none for what is no address."""
    parts = text.split(":")
    try:
        found = bytes([int(part, 16) for part in parts])
    except ValueError:
        return b""
    return found if [len(part) for part in parts] == [2] * 6 else b""


def _mistakes(raw: "dict[str, Any]") -> "Iterator[str]":
    """Yield mistakes, a sentence each; only the first is sure, since each check relies on those before it."""
    if not _is_among(raw.get("board"), BOARDS):
        yield f'"board" must be one of {_listed(BOARDS)}.'
    board = BOARDS[raw["board"]]
    if not _is_among(raw.get("line"), board.lines):
        yield f'"line" of this board must be one of {_listed(board.lines)}.'
    keys = _keys(raw["line"])
    for key in raw:
        if key not in keys:
            yield f'"{key}" is no setting here; there are {_listed(keys)}.'
    for key in keys:
        if key not in raw:
            yield f'"{key}" is missing.'
        elif not KEYS[key][0](raw[key]):
            yield f'"{key}" must be {KEYS[key][1]}.'
    yield from _wrong_pins(raw, board)


def _keys(line: str) -> list[str]:
    keys = ["board", "line", "watchdog_ms", "pins"]
    if line in ("radio", "bridge"):
        keys.append("channel")
    if line == "radio":
        keys.append("bridge")
    if line != "bridge":
        keys += ["node", "reader", "repeat_ms", "battery_ratio"]
    return keys


def _wrong_pins(raw: "dict[str, Any]", board: "type[Pico]") -> "Iterator[str]":
    pins = raw["pins"]
    for name, pin in pins.items():
        if name not in PINS and not _is_button(name):
            yield f'"{name}" is no pin; there are {_listed(PINS)} and "button_1", "button_2" and so on.'
        listens = name in LISTENING
        allowed = board.analog if name == "battery" else board.pins if listens else board.outputs
        if not _is_whole(pin, 0, 48) or pin not in allowed:
            yield f'"{name}" must be one of the pins {", ".join([str(each) for each in allowed])}.'
        if list(pins.values()).count(pin) > 1:
            yield f'pin {pin} is given twice, also to "{name}".'
    for name in LINE_PINS.get(raw["line"], ()) + READER_PINS[raw.get("reader", "none")]:
        if name not in pins:
            yield f'"{name}" is missing among the pins.'


def _is_whole(value: "Any", least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_among(value: "Any", names: "Iterable[str]") -> bool:
    return isinstance(value, str) and value in names


def _is_button(name: str) -> bool:
    number = name[len(BUTTON) :]
    return name.startswith(BUTTON) and number.isdigit() and len(number) <= 2


def _listed(names: "Iterable[str]") -> str:
    return ", ".join([f'"{name}"' for name in sorted(names)])


KEYS: "dict[str, tuple[Callable[[Any], bool], str]]" = {
    "board": (lambda value: _is_among(value, BOARDS), "a board"),
    "line": (lambda value: isinstance(value, str), "a line"),
    "watchdog_ms": (lambda value: _is_whole(value, 1000, 8300), "a whole number from 1000 to 8300"),
    "pins": (lambda value: isinstance(value, dict), "a table of names and pin numbers"),
    "channel": (lambda value: _is_whole(value, 1, MAX_CHANNEL), f"a whole number from 1 to {MAX_CHANNEL}"),
    "bridge": (
        lambda value: isinstance(value, str) and bool(address(value)),
        'the bridge\'s address, or "FF:FF:FF:FF:FF:FF" for any bridge',
    ),
    "node": (
        lambda value: isinstance(value, str) and 1 <= len(value) <= 16 and not value.strip(NAME),
        "1 to 16 of a-z, 0-9 and -",
    ),
    "reader": (lambda value: _is_among(value, READER_PINS), f"one of {_listed(READER_PINS)}"),
    "repeat_ms": (lambda value: _is_whole(value, 100, 60000), "a whole number from 100 to 60000"),
    "battery_ratio": (
        lambda value: isinstance(value, (float, int)) and 1 <= value <= 20,
        "a number from 1 to 20",
    ),
}
"""Of each key its check and, in words, what is allowed."""
