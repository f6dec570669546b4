"""The drawings: the repository has what the source draws, they show the kit's own pins, and can be read."""

import base64
import io
import itertools
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from gpiozero import PiBoardInfo
from msgspec.structs import replace

from fieldkit.settings import Settings
from hardware.wiring.drawings import FOLDER, SHEETS, esp32_sheet
from hardware.wiring.nets import nets
from hardware.wiring.pins import I2C, PICO_PINS, board_file, board_pins, lines, pin_label
from hardware.wiring.plan_sheets import GROUNDS
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import Rect

pytestmark = pytest.mark.slow

TEXT = "{http://www.w3.org/2000/svg}text"
FONT = re.compile(r"base64,([A-Za-z0-9+/=]+)")
SMALLEST = 16
"""The smallest type, of a sheet 800 wide: two millimetres and a half on A4."""
NAMES = [make().name for make in SHEETS]

each_sheet = pytest.mark.parametrize("make", SHEETS, ids=NAMES)


def _stripes(sheet: Sheet) -> list[tuple[int, Rect]]:
    """Each straight piece of each wire with its wire's number, as wide as it is drawn."""
    return [
        (number, Rect(min(a[0], b[0]) - 2, min(a[1], b[1]) - 2, max(a[0], b[0]) + 2, max(a[1], b[1]) + 2))
        for number, path in enumerate(sheet.paths)
        for a, b in itertools.pairwise(path)
    ]


@each_sheet
def test_the_drawing_in_the_repository_is_what_the_source_draws(make: Callable[[], Sheet]) -> None:
    sheet = make()
    there = (FOLDER / f"{sheet.name}.svg").read_text(encoding="utf-8")
    assert FONT.sub("", there) == FONT.sub("", sheet.finish().svg()), "run make drawings"


def test_there_are_no_other_drawings() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(NAMES)


@each_sheet
def test_each_file_has_the_letters_it_shows(make: Callable[[], Sheet]) -> None:
    text = (FOLDER / f"{make().name}.svg").read_text(encoding="utf-8")
    shown = {letter for each in ElementTree.fromstring(text).iter(TEXT) for letter in each.text or ""}
    fonts = [TTFont(io.BytesIO(base64.b64decode(font))) for font in FONT.findall(text)]
    assert len(shown) > 20
    assert shown <= {chr(code) for font in fonts for code in font.getBestCmap()}


def _inside(box: Rect, other: Rect) -> bool:
    across = other.left <= box.left and box.right <= other.right
    return across and other.top <= box.top and box.bottom <= other.bottom


@each_sheet
def test_no_text_meets_another_a_wire_or_the_edge(make: Callable[[], Sheet]) -> None:
    sheet = make()
    sheet.finish()
    letterings = sheet.letterings
    wrong = [f"{a.words} | {b.words}" for a, b in itertools.combinations(letterings, 2) if a.box.meets(b.box)]
    wrong += [each.words for each in letterings if not _inside(each.box, sheet.box)]
    wrong += [
        f"wire {sheet.wires[number]} | {each.words}"
        for number, stripe in _stripes(sheet)
        for each in letterings
        if stripe.meets(each.box)
    ]
    assert wrong == []


@each_sheet
def test_a_note_ends_on_its_plate(make: Callable[[], Sheet]) -> None:
    # A note's lines begin at 48 on a plate that ends at 772.
    noted = [each for each in make().letterings if each.box.left == 48]
    assert [each.words for each in noted if each.box.right > 768] == []


@each_sheet
def test_wires_run_straight_and_not_along_each_other(make: Callable[[], Sheet]) -> None:
    sheet = make()
    group_of = {
        name: place for place, group in enumerate(nets(sheet.terminals, sheet.wires)) for name in group
    }
    assert all(a[0] == b[0] or a[1] == b[1] for path in sheet.paths for a, b in itertools.pairwise(path))
    for (one, a), (other, b) in itertools.combinations(_stripes(sheet), 2):
        if group_of[sheet.wires[one][0]] == group_of[sheet.wires[other][0]] or not a.meets(b):
            continue
        across = {box.right - box.left > box.bottom - box.top for box in (a, b)}
        assert across == {True, False}, (sheet.wires[one], sheet.wires[other])


@each_sheet
def test_type_is_large_enough_and_the_drawing_is_told_in_words(make: Callable[[], Sheet]) -> None:
    tree = ElementTree.fromstring(make().finish().svg())
    sizes = [float(each.attrib["font-size"]) for each in tree.iter(TEXT)]
    assert min(sizes) >= SMALLEST
    assert tree.attrib["role"] == "img"
    assert len(tree.findtext("{*}desc") or "") > 30


def test_the_lines_are_those_of_the_settings() -> None:
    kit = Settings()
    assert {each.name: each.gpio for each in lines() if not each.optional} == {
        "siren": kit.whistle.gpio,
        "round lamp": kit.lamps.round,
        "alarm lamp": kit.lamps.alarm,
        "start button": kit.buttons.start,
        "stop button": kit.buttons.stop,
    }
    assert kit.whistle.loopback is kit.buttons.off is None


def test_the_optional_line_takes_no_other_line_s_pin() -> None:
    gpios = [each.gpio for each in lines()]
    assert len(set(gpios)) == len(gpios)


@pytest.mark.parametrize("revision", [0xC03115, 0xD04170], ids=["4B", "5"])
def test_each_line_is_at_its_pin_of_the_header(revision: int) -> None:
    board = PiBoardInfo.from_revision(revision)
    for each in lines():
        assert {pin.number for _, pin in board.find_pin(f"GPIO{each.gpio}")} == {each.header}
    assert {pin.number for _, pin in board.find_pin("GND")} >= set(GROUNDS) - {1}


def test_what_is_switched_is_pulled_down_at_power_up() -> None:
    # GPIO 0 to 8 are pulled up at power-up, 9 to 27 down (BCM2711 peripherals, alternate functions).
    assert all(each.gpio >= 9 for each in lines() if each.name not in I2C)


def test_the_settings_line_for_the_off_button_and_the_battery() -> None:
    other = replace(Settings(), buttons=replace(Settings().buttons, off=21))
    assert {each.name: each.gpio for each in lines(other)}["off button"] == 21
    header = {each.name: each.header for each in lines()}
    assert (header["off button"], header["battery data"], header["battery clock"]) == (37, 3, 5)


def _gpios(name: str) -> dict[str, int | None]:
    sheet = next(make() for make in SHEETS if make().name == name)
    wired = {end for wire in sheet.wires for end in wire}
    found = {each.name: each.gpio for each in sheet.terminals.values() if each.gpio is not None}
    assert set(found) <= wired or name == "header"
    return dict(found)


def test_the_box_s_drawings_show_the_lines() -> None:
    at = {each.name: each.gpio for each in lines()}
    assert _gpios("header") == {f"pi.{each.header}": each.gpio for each in lines()}
    assert _gpios("siren") == {"pi.siren": at["siren"], "pi.loop": at["loop-back"]}
    assert _gpios("panel") == {
        "round.out": at["round lamp"],
        "alarm.out": at["alarm lamp"],
        "start.in": at["start button"],
        "stop.in": at["stop button"],
        "stop-nc.in": at["stop button"],
        "off.in": at["off button"],
        "pi.sda": at["battery data"],
        "pi.scl": at["battery clock"],
    }


@pytest.mark.parametrize(
    ("drawing", "board", "kinds"),
    [
        ("pico", "pico", ("button_", "led", "buzzer", "reader_rx")),
        ("esp32", "esp32", ("button_", "led", "buzzer", "reader_rx", "battery")),
        ("readers", "pico", ("reader_", "spi_")),
        ("rs485", "pico", ("rs485_",)),
    ],
)
def test_the_nodes_drawings_show_the_firmware_s_pins(
    drawing: str, board: str, kinds: tuple[str, ...]
) -> None:
    wanted = {f"node.{name}": gpio for name, gpio in board_pins(board).items() if name.startswith(kinds)}
    assert _gpios(drawing) == wanted


def test_a_node_has_a_button_for_every_kind() -> None:
    for board in ("pico", "esp32"):
        buttons = {name.removeprefix("button_") for name in board_pins(board) if name.startswith("button_")}
        assert buttons == set(Settings().button_kinds)


def test_the_battery_s_divider_is_what_the_firmware_undoes() -> None:
    ohms = {each.a: each.ohms for each in esp32_sheet().bridges}
    upper, lower = ohms["r4.1"], ohms["r5.1"]
    assert board_file("esp32")["battery_ratio"] == (upper + lower) / lower


def test_the_pico_s_pins_count_round_the_board() -> None:
    # Ground is at 3, 8, 13, 18, 23, 28, 33 and 38; 30, 35 to 37, 39 and 40 are no GPIOs.
    taken = set(PICO_PINS.values())
    assert taken.isdisjoint({3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40})
    assert list(PICO_PINS.values()) == sorted(taken)
    assert len(taken) == 26
    assert pin_label("pico", 15) == "GP15, pin 20"


def test_every_gpio_of_a_pico_s_drawing_has_a_pin() -> None:
    for drawing in ("pico", "readers", "rs485"):
        assert set(_gpios(drawing).values()) <= set(PICO_PINS)
