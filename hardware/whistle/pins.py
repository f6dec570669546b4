"""The whistle's lines: siren, two lamps, two buttons, on a Pi's header or on mock pins; and a wire back.

By the loop-back wire (``[whistle] loopback``) the kit feels whether a tried blast reached the siren. It comes
from the siren's switched terminal through a divider of 10 and 2.7 kOhm, so that a battery on its charger
gives 3.1 V, or from the whistle's own line through 1 kOhm, which proves the Pi's pin and no more. A pull-down
keeps a wire that has come off from wavering. Mock pins simulate a wire that is whole.
"""

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Literal

from fieldkit.errors import SettingsError
from fieldkit.pi import kind_of_pins
from fieldkit.settings import Settings

TAP_S = 0.06
"""Seconds that a simulated press lasts."""
Button = Literal["start", "stop"]
EdgeHeard = Callable[[Button, bool], None]
"""Called in the driver's thread with the button and whether it is down."""


def check_driver(settings: Settings, folder: Path) -> None:
    """Raise SettingsError if the pins cannot be driven; no line is touched, so a whistle may be at work."""
    if kind_of_pins(settings.kit.pins) == "gpio":
        _gpio_factory(folder).close()


class Pins:
    """The lines, silent and dark at first, with a ``folder`` for the pin driver; raises SettingsError."""

    def __init__(self, settings: Settings, folder: Path, heard: EdgeHeard) -> None:
        self.mock = kind_of_pins(settings.kit.pins) == "mock"
        self._factory = _mock_factory() if self.mock else _gpio_factory(folder)
        self._devices: list[Any] = []
        try:
            self._open(settings, heard)
        # A driver has errors of its own for a line that is missing, taken or forbidden.
        except Exception as error:
            self.close()
            raise SettingsError(_refusal(error)) from error

    def _open(self, settings: Settings, heard: EdgeHeard) -> None:
        from gpiozero import LED, OutputDevice
        from gpiozero import Button as Contact

        own = self._factory
        self._loop = self._wire_back(settings)
        self._siren = self._keep(OutputDevice(settings.whistle.gpio, initial_value=False, pin_factory=own))
        self._round = self._keep(LED(settings.lamps.round, pin_factory=own))
        self._alarm = self._keep(LED(settings.lamps.alarm, pin_factory=own))
        lines: dict[Button, int] = {"start": settings.buttons.start, "stop": settings.buttons.stop}
        self._contacts: dict[Button, Any] = {}
        self._opens: dict[Button, bool] = {"start": False, "stop": settings.buttons.stop_opens}
        for name, line in lines.items():
            contact = self._keep(Contact(line, bounce_time=None, pin_factory=own))
            opens = self._opens[name]
            if self.mock and opens:
                contact.pin.drive_low()
            contact.when_pressed = partial(heard, name, not opens)
            contact.when_released = partial(heard, name, opens)
            self._contacts[name] = contact

    def _wire_back(self, settings: Settings) -> Any:
        """Return the loop-back's input, or None; before the siren, so that simulated pins can be joined."""
        from gpiozero import DigitalInputDevice

        line = settings.whistle.loopback
        if line is None:
            return None
        loop = self._keep(DigitalInputDevice(line, pull_up=False, pin_factory=self._factory))
        if self.mock:
            from gpiozero.pins.mock import MockConnectedPin

            self._factory.pin(settings.whistle.gpio, pin_class=MockConnectedPin, input_pin=loop.pin)
        return loop

    def _keep(self, device: Any) -> Any:
        self._devices.append(device)
        return device

    def whistle(self, on: bool) -> None:
        """Switch the siren."""
        self._siren.value = on

    def looped(self) -> bool | None:
        """Return whether the loop-back wire is up now; None without one."""
        return None if self._loop is None else bool(self._loop.value)

    def lamps(self, running: bool, alarm: bool) -> None:
        """Switch the lamps of the round and of the alarm."""
        self._round.value = running
        self._alarm.value = alarm

    def is_down(self, button: Button) -> bool:
        """Return whether a button is pressed now; one that opens is, too, where its wire is broken."""
        return bool(self._contacts[button].is_pressed) != self._opens[button]

    def tap(self, button: Button) -> None:
        """Press a button of mock pins and let it go, as a person does; takes `TAP_S`."""
        pin = self._contacts[button].pin
        press, release = pin.drive_low, pin.drive_high
        if self._opens[button]:
            press, release = release, press
        press()
        time.sleep(TAP_S)
        release()

    def silence(self) -> None:
        """Switch everything off."""
        self.whistle(False)
        self.lamps(False, False)

    def close(self) -> None:
        """Switch everything off and give the lines back."""
        for device in self._devices:
            device.close()
        self._devices.clear()
        self._factory.close()


def _mock_factory() -> Any:
    os.environ["GPIOZERO_PIN_FACTORY"] = "mock"
    from gpiozero import Device
    from gpiozero.pins.mock import MockFactory

    Device.pin_factory = factory = MockFactory()
    return factory


def _gpio_factory(folder: Path) -> Any:
    os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
    # The driver makes a pipe in its working folder when it is imported.
    os.environ.setdefault("LG_WD", str(folder))
    try:
        from gpiozero import Device
        from gpiozero.pins.lgpio import LGPIOFactory

        Device.pin_factory = factory = LGPIOFactory()
    # Not a Pi, no such chip, no permission, no driver installed: each has an error class of its own.
    except Exception as error:
        raise SettingsError(_refusal(error)) from error
    return factory


def _refusal(error: Exception) -> str:
    cause = f"{type(error).__name__}: {error}".strip(": ")
    return f'[kit] pins: the pins cannot be driven ({cause}); "mock" runs the kit without a whistle'
