"""The board's life around the node: the watchdog, bad settings, and what nobody has foreseen."""

import board_time
import machine
import main
import parts
from check_bench import file_of
from machine import Reset, SimulatedBoard, Starved
from settings import NodeSettingsError
from settings import check as checked


class Enough(BaseException):
    """The check has seen what it wanted."""


class Night(SimulatedBoard):
    """A board whose time ends."""

    end = 10_000

    def sleep(self, ms):
        super().sleep(ms)
        if self.now > self.end:
            raise Enough


class Life:
    """A node that hears the kit at a moment, hangs at another, and fails at a third."""

    def __init__(self, hears=1000, hangs=None, fails=None):
        self.hears, self.hangs, self.fails = hears, hangs, fails
        self.heard_kit = False

    def step(self, now):
        self.heard_kit = now >= self.hears
        if self.hangs is not None and now >= self.hangs:
            machine.board.now += 9000
        if self.fails is not None and now >= self.fails:
            raise OSError("nobody knows why")


def lived(make, load=lambda: checked(file_of("pico"))):
    """Run `main` in such a world, and return how it ended, what it said and its board."""
    said = []
    kept = main.time, main.load, main.make
    board = machine.board = Night()
    main.time, main.load, main.make, main.print = board_time, load, make, said.append
    try:
        main.main()
    except (Enough, Starved, Reset) as end:
        return type(end), said, board
    finally:
        main.time, main.load, main.make = kept
        del main.print
    return None, said, board


def check_the_watchdog_starts_with_the_kits_first_answer_and_is_fed_by_the_steps():
    end, said, board = lived(lambda settings: Life(hears=20_000))
    assert (end, said, board.watchdogs) == (Enough, [], [])
    end, said, board = lived(lambda settings: Life())
    assert (end, said, len(board.watchdogs)) == (Enough, [], 1)


def check_a_node_that_hangs_is_bitten():
    end, _, board = lived(lambda settings: Life(hangs=3000))
    assert end is Starved
    assert board.now < 13_000


def check_what_nobody_has_foreseen_starts_the_board_anew():
    end, said, board = lived(lambda settings: Life(fails=500))
    assert end is Reset
    assert board.now >= 2500, "so that it does not spin"
    assert len(said) == 1
    assert "nobody knows why" in said[0]


def check_bad_settings_blink_and_say_one_sentence():
    def bad():
        raise NodeSettingsError("node.json: it is bad.", 7)

    end, said, board = lived(None, bad)
    assert end is Enough
    assert said == ["node.json: it is bad."] * 4, "again every 3 s"
    lengths = [off[0] - on[0] for on, off in zip(board.told[7][::1], board.told[7][1:])]
    assert lengths[:6] == [60, 60, 60, 60, 60, 700], lengths


def check_without_settings_the_led_blinks_that_the_guide_fits():
    class Platform:
        platform = "esp32"

    def bad():
        raise NodeSettingsError("node.json cannot be read.")

    real, main.sys = main.sys, Platform
    try:
        _, said, board = lived(None, bad)
    finally:
        main.sys = real
    led = file_of("esp32")["pins"]["led"]
    assert list(board.told) == [led] == [file_of("bridge")["pins"]["led"]]
    assert said[0] == "node.json cannot be read."
    _, said, board = lived(None, bad)
    assert (len(said), board.told) == (4, {}), "a board without an LED tells it all the same"


def check_a_pin_that_the_board_refuses_is_a_bad_setting():
    def make(settings):
        raise ValueError("bad TX pin")

    end, said, board = lived(make)
    assert end is Enough
    assert said[0] == "node.json: the board cannot use a pin so: bad TX pin."
    assert board.told[file_of("pico")["pins"]["led"]]


def check_a_radio_that_does_not_start_is_a_bad_setting_and_writes_nothing():
    raw = file_of("esp32")
    settings = checked(raw)
    settings.channel = 12
    with open("starts.txt", "w") as file:
        file.write("0005 AA")
    end, said, board = lived(parts.make, lambda: settings)
    assert end is Enough
    assert said[0] == (
        "node.json: the board's radio, line or reader does not start so: Wifi Unknown Error 0x0102."
    )
    edges = board.told[raw["pins"]["led"]]
    lengths = [off[0] - on[0] for on, off in zip(edges, edges[1:])]
    assert lengths[:6] == [60, 60, 60, 60, 60, 700], lengths
    with open("starts.txt") as file:
        assert file.read() == "0005 AA", "a start that fails is none"


def check_a_micropython_that_is_too_old_is_told():
    class Old:
        platform = "rp2"

    class Implementation:
        version = (1, 23, 0)

    Old.implementation = Implementation
    real = main.sys
    for version, works in (
        ((1, 21, 0), False),
        ((1, 23, 0), False),
        ((1, 24, 0, ""), True),
        ((2, 0, 0), True),
    ):
        Implementation.version = version
        main.sys = Old
        try:
            _, said, board = lived(lambda settings: Life())
        finally:
            main.sys = real
        assert said == ([] if works else [main.TOO_OLD] * 4), version
        assert (file_of("pico")["pins"]["led"] in board.told) != works
