"""The settings file: what comes with the project is good, and each mistake gets one sentence."""

import json

from check_bench import file_of
from settings import NodeSettingsError, address, check, load


def refused(kind, **changes):
    """Return the sentence for a file with these changes; None takes a key out."""
    raw = file_of(kind)
    raw.update(changes)
    try:
        check({key: value for key, value in raw.items() if value is not None})
    except NodeSettingsError as error:
        return error.sentence
    return ""


def pins_of(kind, **changes):
    """Its pins with these changes; None takes one out."""
    pins = file_of(kind)["pins"]
    pins.update(changes)
    return {name: pin for name, pin in pins.items() if pin is not None}


def check_the_files_of_the_project_are_good():
    for board, lines in (("pico", ("usb", "rs485")), ("esp32", ("radio",)), ("bridge", ("bridge",))):
        for line in lines:
            found = check(file_of(board, line=line))
            assert found.line == line
    node = check(file_of("pico"))
    assert sorted(node.buttons()) == ["1", "2", "3", "4", "5"]
    assert check(file_of("esp32")).bridge == b"\xff" * 6
    for reader in ("rdm6300", "pn532", "mfrc522", "none"):
        for board in ("pico", "esp32"):
            check(file_of(board, reader=reader))


def check_each_mistake_gets_its_sentence():
    for board, changes, said in (
        ("pico", {"board": "arduino"}, '"board" must be one of "esp32", "pico".'),
        ("pico", {"board": ["pico"]}, '"board" must be one of "esp32", "pico".'),
        ("pico", {"line": "radio"}, '"line" of this board must be one of "rs485", "usb".'),
        ("bridge", {"line": None}, '"line" of this board must be one of "bridge", "radio", "usb".'),
        ("pico", {"colour": 1}, '"colour" is no setting here; there are '),
        ("pico", {"channel": 6}, '"channel" is no setting here; there are '),
        ("pico", {"node": None}, '"node" is missing.'),
        ("pico", {"node": "H1"}, '"node" must be 1 to 16 of a-z, 0-9 and -.'),
        ("pico", {"node": "h" * 17}, '"node" must be 1 to 16 of a-z, 0-9 and -.'),
        ("pico", {"node": "h!1"}, '"node" must be 1 to 16 of a-z, 0-9 and -.'),
        ("pico", {"node": 1}, '"node" must be 1 to 16 of a-z, 0-9 and -.'),
        ("pico", {"reader": "nfc"}, '"reader" must be one of "mfrc522", "none", "pn532", "rdm6300".'),
        ("pico", {"repeat_ms": "1"}, '"repeat_ms" must be a whole number from 100 to 60000.'),
        ("pico", {"repeat_ms": True}, '"repeat_ms" must be a whole number from 100 to 60000.'),
        ("pico", {"watchdog_ms": 9000}, '"watchdog_ms" must be a whole number from 1000 to 8300.'),
        ("pico", {"battery_ratio": 0}, '"battery_ratio" must be a number from 1 to 20.'),
        ("pico", {"pins": []}, '"pins" must be a table of names and pin numbers.'),
        ("esp32", {"channel": 12}, '"channel" must be a whole number from 1 to 11.'),
        ("esp32", {"bridge": "AA:BB"}, '"bridge" must be the bridge\'s address, or "FF:FF:FF:FF:FF:FF" '),
        ("pico", {"pins": pins_of("pico", lamp=3)}, '"lamp" is no pin; there are '),
        ("pico", {"pins": pins_of("pico", button_x=3)}, '"button_x" is no pin; there are '),
        ("pico", {"pins": pins_of("pico", led=24)}, '"led" must be one of the pins 0, 1, 2, '),
        ("pico", {"pins": pins_of("pico", led="14")}, '"led" must be one of the pins 0, 1, 2, '),
        ("pico", {"pins": pins_of("pico", battery=3)}, '"battery" must be one of the pins 26, 27, 28, 29.'),
        ("esp32", {"pins": pins_of("esp32", button_1=35)}, '"button_1" must be one of the pins 4, 13, 14, '),
        ("esp32", {"pins": pins_of("esp32", buzzer=12)}, '"buzzer" must be one of the pins 4, 13, 14, 16, '),
        ("pico", {"pins": pins_of("pico", led=15)}, "pin 15 is given twice, also to "),
        ("pico", {"pins": pins_of("pico", reader_rx=None)}, '"reader_rx" is missing among the pins.'),
        ("pico", {"line": "rs485", "pins": pins_of("pico", rs485_tx=None)}, '"rs485_tx" is missing among '),
    ):
        sentence = refused(board, **changes)
        assert sentence.startswith("node.json: " + said), (changes, sentence)
    for raw in (None, [], "x", 3):
        try:
            check(raw)
            raise ValueError(raw)
        except NodeSettingsError as error:
            assert error.sentence == "node.json must be one table in curly brackets."


def check_the_led_is_found_for_the_blinking():
    for pins, led in (({"led": 7}, 7), ({"led": "x"}, None), ([], None)):
        try:
            check({"board": "pico", "line": "usb", "pins": pins})
        except NodeSettingsError as error:
            assert error.led == led


def check_a_file_that_is_not_there_or_no_json_is_told():
    for content, said in (
        (None, "node.json is not on the board, or empty: copy one of boards/*.json to it."),
        ("", "node.json is not on the board, or empty: copy one of boards/*.json to it."),
        ("{node: h1}", "node.json cannot be read: look for a missing comma, quote or bracket."),
        ("null", "node.json cannot be read: look for a missing comma, quote or bracket."),
    ):
        if content is not None:
            with open("check.json", "w") as file:
                file.write(content)
        try:
            load("no-such.json" if content is None else "check.json")
            raise ValueError(said)
        except NodeSettingsError as error:
            assert error.sentence == said, error.sentence
    with open("check.json", "w") as file:
        json.dump(file_of("pico", node="spare1"), file)
    assert load("check.json").node == "spare1"


def check_addresses():
    assert address("0a:1B:00:ff:10:20") == b"\x0a\x1b\x00\xff\x10\x20"
    for wrong in ("", "0a", "0a:1b:00:ff:10", "0a:1b:00:ff:10:2g", "a:1b:00:ff:10:200"):
        assert address(wrong) == b""
