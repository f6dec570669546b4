"""How the field stands with its hub and a broker, as a process of its own tells the referee."""

from __future__ import annotations

import threading
import time
from typing import Annotated, Any, Literal

import msgspec

from fieldkit.phrases import N_, Language
from fieldkit.referee.alarms import Alarm
from fieldkit.settings import Settings

Standing = Literal["ok", "waiting", "refused", "off"]
"""It is well, not reached, does not take anything before somebody has helped, or is not there."""
SILENT_S = 10.0
"""The process that sends tells of itself each second; after this time without a word it is away."""
NUMBERS_S = 5.0
"""How often numbers that change all the time may change the referee's view."""


class HubStatus(msgspec.Struct, frozen=True):
    """How a field stands with its hub, as the process that sends to it tells."""

    state: Standing = "waiting"
    have: Annotated[int, msgspec.Meta(ge=0)] = 0
    of: Annotated[int, msgspec.Meta(ge=0)] = 0
    last_contact_s: Annotated[float, msgspec.Meta(ge=0)] | None = None
    says: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    event: Annotated[str, msgspec.Meta(max_length=200)] = ""
    field: Annotated[str, msgspec.Meta(max_length=200)] = ""
    practice: bool = False


class BrokerStatus(msgspec.Struct, frozen=True):
    """How it stands with a broker of MQTT."""

    state: Standing = "off"
    says: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class UplinkMonitor:
    """The process of its own that tells hub and broker of the field (`fieldkit.uplink`). From any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._hub, self._broker, self._at = HubStatus(), BrokerStatus(), time.monotonic()
        self._shown: HubStatus | None = None
        self._shown_at = 0.0
        self.resend = 0
        """How often the referee has asked to begin again."""
        self.alarms = 0
        """How many alarms stand; the hub is told."""

    def note(self, hub: HubStatus, broker: BrokerStatus) -> None:
        """It stands like this."""
        with self._lock:
            self._hub, self._broker, self._at = hub, broker, time.monotonic()

    def ask_again(self) -> None:
        """The referee wants to have the hub asked now."""
        with self._lock:
            self.resend += 1

    @property
    def hub(self) -> HubStatus:
        """How it stands with the hub now; ``off`` while nobody tells."""
        with self._lock:
            return self._now()

    @property
    def broker(self) -> BrokerStatus:
        """How it stands with the broker now."""
        with self._lock:
            return self._broker if time.monotonic() - self._at < SILENT_S else BrokerStatus()

    @property
    def shown(self) -> HubStatus:
        """As ``hub``, with numbers that rest for a while: each change of a view goes to all who look."""
        with self._lock:
            now, at = self._now(), time.monotonic()
            before = self._shown
            if before is None or _word(now) != _word(before) or at - self._shown_at >= NUMBERS_S:
                self._shown, self._shown_at = now, at
            return self._shown or now

    def _now(self) -> HubStatus:
        silent = time.monotonic() - self._at
        if silent < SILENT_S:
            since = self._hub.last_contact_s
            heard = None if since is None else since + silent
            return msgspec.structs.replace(self._hub, last_contact_s=heard)
        return msgspec.structs.replace(self._hub, state="off", says="", last_contact_s=None)


def _word(told: HubStatus) -> HubStatus:
    """What of it shows at once."""
    return msgspec.structs.replace(told, have=0, of=0, last_contact_s=None)


class UplinkView:
    """What the referee's view tells of it, where the settings name a hub or a broker."""

    def __init__(self, settings: Settings, uplink: UplinkMonitor, translate: Language) -> None:
        self._has_hub, self._has_broker = bool(settings.hub.url), bool(settings.mqtt.host)
        self._uplink, self._translate = uplink, translate

    @property
    def event(self) -> dict[str, Any]:
        """What everybody is told of event and field; nothing where there is none, or nobody has told yet."""
        told = self._uplink.hub
        if not self._has_hub or not told.event:
            return {}
        field = {"event_field": told.field} if told.field else {}
        return {"event": told.event} | field | ({"event_practice": True} if told.practice else {})

    @property
    def alarm(self) -> Alarm | None:
        """The alarm while the hub takes nothing before somebody has helped."""
        told = self._uplink.hub
        if not self._has_hub or told.state != "refused":
            return None
        cure = N_("Play on: nothing is lost. Tell the organisers; then tap Send again.")
        return Alarm(N_("Hub: {why}"), cure, {"why": told.says})

    def kit(self) -> dict[str, Any]:
        """The view's fields ``hub`` and ``mqtt``; times in whole minutes, so that they seldom change it."""
        shown: dict[str, Any] = {}
        if self._has_hub:
            told = self._uplink.shown
            since = told.last_contact_s
            shown["hub"] = {
                "state": told.state,
                "have": told.have,
                "of": told.of,
                "minutes": None if since is None else int(since // 60),
                "says": self._translate.sentence(_AWAY) if told.state == "off" else told.says,
                "event": told.event,
                "practice": told.practice,
            }
        if self._has_broker:
            broker = self._uplink.broker
            shown["mqtt"] = {"state": broker.state, "says": broker.says}
        return shown

    def health(self) -> dict[str, Any]:
        """What the health tells of the hub."""
        if not self._has_hub:
            return {}
        told = self._uplink.hub
        since = told.last_contact_s
        heard = None if since is None else round(since, 1)
        return {"hub": {"have": told.have, "of": told.of, "last_contact_s": heard, "state": told.state}}


_AWAY = N_("The process that sends to the hub is not running.")
