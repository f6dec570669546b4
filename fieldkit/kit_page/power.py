"""The kit's power as its page shows it: the battery, and whether the machine can be switched off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from fieldkit.messages import Battery, BatteryState
from fieldkit.phrases import Language
from fieldkit.service.power_off import OffState, PowerOff


class BatteryView(TypedDict):
    """The battery's state: its voltage (V), or ``why`` it cannot be read."""

    state: BatteryState
    volts: float | None
    why: str


class PowerView(TypedDict):
    """The battery, None where it is not measured or not yet, and what can be done about the machine."""

    battery: BatteryView | None
    off: OffState


@dataclass(frozen=True, slots=True)
class PowerPanel:
    """The kit's power, as the page has it."""

    battery: Callable[[], Battery | None]
    off: PowerOff

    def view(self, translate: Language) -> PowerView:
        """Return what to show."""
        battery = self.battery()
        if battery is None:
            return {"battery": None, "off": self.off.state}
        why = "" if battery.why is None else translate(battery.why)
        shown: BatteryView = {"state": battery.state, "volts": battery.volts, "why": why}
        return {"battery": shown, "off": self.off.state}
