"""The field's link to its hub and a broker, as the separate process reports that sends to them."""

import time
from typing import Annotated, Any, Literal

import msgspec

from fieldkit.phrases import N_, Language
from fieldkit.referee.alarms import Alarm
from fieldkit.settings import Settings

Standing = Literal["ok", "waiting", "refused", "off"]
"""Well, not reached, taking nothing before somebody has helped, or absent."""
SILENT_S = 10.0
"""The process reports each second; after this many seconds without a report it is away."""
NUMBERS_S = 5.0
"""Seconds between two changes of the referee's view by numbers that change all the time."""


class HubStatus(msgspec.Struct, frozen=True):
    """The state of a field's link to its hub, as the process reports it."""

    state: Standing = "waiting"
    have: Annotated[int, msgspec.Meta(ge=0)] = 0
    of: Annotated[int, msgspec.Meta(ge=0)] = 0
    last_contact_s: Annotated[float, msgspec.Meta(ge=0)] | None = None
    says: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    event: Annotated[str, msgspec.Meta(max_length=200)] = ""
    field: Annotated[str, msgspec.Meta(max_length=200)] = ""
    practice: bool = False


class BrokerStatus(msgspec.Struct, frozen=True):
    """The state of the link to an MQTT broker."""

    state: Standing = "off"
    says: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class UplinkMonitor:
    """The process that sends to hub and broker (`fieldkit.uplink`), as it reports. From any thread."""

    def __init__(self) -> None:
        self._told = HubStatus(), BrokerStatus(), time.monotonic()
        self._shown: HubStatus | None = None
        self._shown_at = 0.0
        self.resend = 0
        """The number of times that the referee has asked to send again."""
        self.alarms = 0
        """The number of standing alarms, for the hub."""

    def note(self, hub: HubStatus, broker: BrokerStatus) -> None:
        """Note a report."""
        self._told = hub, broker, time.monotonic()

    def ask_again(self) -> None:
        """Ask the process to try the hub now."""
        self.resend += 1

    @property
    def hub(self) -> HubStatus:
        """The present state of the link to the hub; ``off`` without reports."""
        hub, _, at = self._told
        silent, since = time.monotonic() - at, hub.last_contact_s
        if silent < SILENT_S:
            heard = None if since is None else since + silent
            return msgspec.structs.replace(hub, last_contact_s=heard)
        return msgspec.structs.replace(hub, state="off", says="", last_contact_s=None)

    @property
    def broker(self) -> BrokerStatus:
        """The present state of the link to the broker."""
        _, broker, at = self._told
        return broker if time.monotonic() - at < SILENT_S else BrokerStatus()

    @property
    def shown(self) -> HubStatus:
        """As ``hub``, with numbers that change seldom, for each change of a view goes to everybody.

        The referee's thread alone asks for it.
        """
        now, at, before = self.hub, time.monotonic(), self._shown
        if before is None or _word(now) != _word(before) or at - self._shown_at >= NUMBERS_S:
            self._shown, self._shown_at = now, at
            return now
        return before


def _word(told: HubStatus) -> HubStatus:
    return msgspec.structs.replace(told, have=0, of=0, last_contact_s=None)


class UplinkView:
    """The view of the links, if the settings name a hub or a broker."""

    def __init__(self, settings: Settings, uplink: UplinkMonitor, translate: Language) -> None:
        self._has_hub, self._has_broker = bool(settings.hub.url), bool(settings.mqtt.host)
        self._uplink, self._translate = uplink, translate

    @property
    def event(self) -> dict[str, Any]:
        """The event and field as everybody sees them; empty without an event, or before the first report."""
        told = self._uplink.hub
        if not self._has_hub or not told.event:
            return {}
        field = {"event_field": told.field} if told.field else {}
        return {"event": told.event} | field | ({"event_practice": True} if told.practice else {})

    @property
    def alarm(self) -> Alarm | None:
        """The alarm while the hub takes nothing until somebody helps."""
        told = self._uplink.hub
        if not self._has_hub or told.state != "refused":
            return None
        cure = N_("Play on: nothing is lost. Tell the organisers; then tap Send again.")
        return Alarm(N_("Hub: {why}"), cure, {"why": told.says})

    def kit(self) -> dict[str, Any]:
        """Return the view's fields ``hub`` and ``mqtt``; times in whole minutes, which change seldom."""
        shown: dict[str, Any] = {}
        if self._has_hub:
            told = self._uplink.shown
            since = told.last_contact_s
            minutes = None if since is None else int(since // 60)
            says = self._translate.sentence(_AWAY) if told.state == "off" else told.says
            counted = {"state": told.state, "have": told.have, "of": told.of, "minutes": minutes}
            shown["hub"] = counted | {"says": says, "event": told.event, "practice": told.practice}
        if self._has_broker:
            broker = self._uplink.broker
            shown["mqtt"] = {"state": broker.state, "says": broker.says}
        return shown

    def health(self) -> dict[str, Any]:
        """Return the hub's part of the health."""
        if not self._has_hub:
            return {}
        told = self._uplink.hub
        since = told.last_contact_s
        heard = None if since is None else round(since, 1)
        return {"hub": {"have": told.have, "of": told.of, "last_contact_s": heard, "state": told.state}}


_AWAY = N_("The process that sends to the hub is not running.")
