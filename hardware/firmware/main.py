"""The firmware's start from power-up on: the board becomes the node or bridge of its `node.json`."""

import sys
import time

import machine
from parts import SignalPins, make
from settings import NodeSettings, NodeSettingsError, load
from signals import UNUSABLE, is_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bridge import Bridge
    from node import Node

DEFAULT_LED: "dict[str, int | str]" = {"rp2": "LED", "esp32": 4}
"""The LED to blink when the settings do not name one: the Pico's own, the one of the guide on an ESP32."""
OLDEST = (1, 24)
"""Before it a Pico on USB is mute until the computer sets DTR, and nothing tells when a frame has left."""
COMPLAIN_MS = 3000
PAUSE_MS = 2000
TOO_OLD = "This board's MicroPython is too old: put 1.24 or newer on it."


class Uptime:
    """Milliseconds since the start, also over a wrap of the board's counter if asked within 12 days."""

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._ms = 0

    def now(self) -> int:
        """Return the moment."""
        ticks = time.ticks_ms()
        self._ms += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._ms


def run() -> None:
    """Live for ever. The watchdog starts at the kit's first answer: a board on a desk can be stopped."""
    settings = load()
    if sys.implementation.version[:2] < OLDEST:
        complain(TOO_OLD, settings.pins.get("led"))
    life = built(settings)
    uptime = Uptime()
    watchdog = None
    while True:
        life.step(uptime.now())
        if watchdog is not None:
            watchdog.feed()
        elif life.heard_kit:
            watchdog = machine.WDT(timeout=settings.watchdog_ms)
        time.sleep_ms(1)


def built(settings: NodeSettings) -> "Node | Bridge":
    """Return the node or bridge of these settings. Raises SettingsError for what the board cannot use so."""
    why = ""
    try:
        return make(settings)
    except ValueError as error:
        why = f"the board cannot use a pin so: {error}."
    except OSError as error:
        why = f"the board's radio, line or reader does not start so: {error}."
    raise NodeSettingsError(f"node.json: {why}", settings.pins.get("led"))


def complain(sentence: str, led: int | None) -> None:
    """For ever blink and tell what is wrong with the settings."""
    show = SignalPins(DEFAULT_LED.get(sys.platform) if led is None else led, None)
    uptime = Uptime()
    told = -COMPLAIN_MS
    while True:
        now = uptime.now()
        if now - told >= COMPLAIN_MS:
            print(sentence)
            told = now
        show(bool(is_on(UNUSABLE, now % sum(UNUSABLE))), False)
        time.sleep_ms(10)


def main() -> None:
    """Run; begin again after an error that nobody has foreseen."""
    try:
        run()
    except NodeSettingsError as error:
        complain(error.sentence, error.led)
    except Exception as error:  # noqa: BLE001 # a node in a field has nobody to ask
        print(f"It stopped, and begins again: {error!r}")
        time.sleep_ms(PAUSE_MS)
        machine.reset()


if __name__ == "__main__":
    main()
