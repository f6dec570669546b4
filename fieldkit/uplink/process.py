"""The process that tells the outside of a field: its records and newest view to a hub or a broker."""

from __future__ import annotations

import http.client
import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from fieldkit.clock import Clock
from fieldkit.errors import Misread
from fieldkit.extras import missing
from fieldkit.following import Listener, ParsedView, usual_rate
from fieldkit.language.catalogue import load_language
from fieldkit.service.systemd import Watchdog
from fieldkit.settings import Settings
from fieldkit.settings.folders import journal_path
from fieldkit.uplink.link import HubLine
from fieldkit.uplink.sending import NO_HURRY, Pauses, Sender, Sources
from fieldkit.uplink.state import BoardCopy, EventFiles, HubState

if TYPE_CHECKING:
    from fieldkit.uplink.mqtt import Broker

log = logging.getLogger(__name__)

AGENT = "fieldkit-uplink"
"""By this name the kit knows that a listener is no phone."""
TELL_S = 1.0
"""The interval (s) at which the referee is told how it stands."""
TELL_PATIENCE_S = 2.0
"""The time the referee may take to hear it."""
START_S = 5.0
"""The time (s) for which a kit that is starting too is not missed."""


class _Rate(msgspec.Struct, frozen=True):
    rate: float | None = None


class _Frame(msgspec.Struct, frozen=True):
    now: float
    rev: int = 0
    match: str | None = None
    stage: str = ""
    doubt: Any = None
    clock: _Rate = _Rate()


class KitAddress(msgspec.Struct, frozen=True):
    """The place of the kit: ``host``, ``port``, its data folder, and the header that shows whose this is."""

    host: str
    port: int
    data: Path
    key: Mapping[str, str]


class Uplink:
    """The parts of the process together; `start` and `close` them, and `look` once a second in between."""

    def __init__(self, settings: Settings, place: KitAddress, clock: Clock, pace: Pauses = NO_HURRY) -> None:
        hub, boot = settings.hub, clock.boot()
        self._translate = load_language(settings.web.language)
        url = f"http://{place.host}:{place.port}"
        self._listener: Listener[BoardCopy] = Listener(
            url, self._take, clock.rate, log.warning, agent=AGENT, patience=START_S, more=place.key
        )
        self.status = HubState(bool(hub.url))
        self._alarms: int | None = None
        self._mqtt_lacks = missing("mqtt") if settings.mqtt.host else None
        self._broker = self._make_broker(settings, boot)
        self._line = HubLine(hub, settings.kit.name, self.status.heard)
        self._sender: Sender | None = None
        if hub.url:
            journal, listener = journal_path(settings, place.data), self._listener
            sources = Sources(journal, lambda: listener.picture, listener.now_ms, lambda: self._alarms)
            files, told = EventFiles(place.data, hub.event, hub.field), self.status
            self._sender = Sender(self._line, sources, files, told, settings, boot, self._translate, pace)
        self._headers = {**place.key, "Content-Type": "application/json"}
        host = place.host.strip("[]")
        self._referee = http.client.HTTPConnection(host, place.port, timeout=TELL_PATIENCE_S)

    def _make_broker(self, settings: Settings, boot: str) -> Broker | None:
        if not settings.mqtt.host or self._mqtt_lacks:
            return None
        # Its package is an extra.
        from fieldkit.uplink.mqtt import Broker
        from fieldkit.uplink.session import Speaker

        mqtt, field, name, listener = settings.mqtt, settings.hub.field, settings.kit.name, self._listener
        linked, alarms = (lambda: listener.linked), (lambda: self._alarms)
        return Broker(Speaker(mqtt, field, boot, listener.now_ms, linked, alarms, name, self._translate))

    def start(self) -> None:
        """Begin to follow the kit and to look for hub and broker."""
        self._listener.start()
        if self._broker is not None:
            self._broker.start()
        elif self._mqtt_lacks is not None:
            log.warning("%s", self._mqtt_lacks)
        if self._sender is not None:
            self._sender.start()

    def close(self) -> None:
        """End; what is under way is cut off and repeated by the next start."""
        if self._sender is not None:
            self._sender.close()
        if self._broker is not None:
            self._broker.close()
        self._listener.stop()
        self._referee.close()

    def look(self) -> bool:
        """Tell the referee how it stands and hear what it wants; False once a part has died."""
        self._line.look()
        heard = self._told_referee()
        if heard is not None:
            self._alarms = heard.alarms
            if self._sender is not None:
                self._sender.asked(heard.resend)
        return self._sender is None or self._sender.is_alive

    def _told_referee(self) -> _Heard | None:
        """Tell the referee how it stands; return the answer, or None while the referee is away."""
        if self._broker is None:
            state, says = "refused" if self._mqtt_lacks else "off", self._mqtt_lacks
        else:
            state, says = self._broker.state, self._broker.says
        mqtt = {"state": state, "says": "" if says is None else self._translate(says)}
        told = msgspec.json.encode({"hub": self.status.told, "mqtt": mqtt})
        try:
            self._referee.request("POST", "/api/uplink", told, self._headers)
            answer = self._referee.getresponse()
            raw = answer.read()
            return msgspec.json.decode(raw, type=_Heard) if answer.status == 200 else None
        except (OSError, http.client.HTTPException, msgspec.MsgspecError):  # it is away; the feed says so
            self._referee.close()
            return None

    def _take(self, body: bytes) -> ParsedView[BoardCopy]:
        """Parse a board as the kit sent it, and take in what of it is looked at here."""
        try:
            frame = msgspec.json.decode(body, type=_Frame)
            board = msgspec.json.decode(body, type=dict[str, msgspec.Raw])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Misread(f"a view that makes no sense: {error}") from None
        board.pop("now")
        raw, in_doubt = msgspec.json.encode(board), frame.doubt is not None
        taken = BoardCopy(frame.rev, raw, frame.match, frame.stage, in_doubt)
        if self._broker is not None:
            self._broker.show(frame.rev, msgspec.json.decode(taken.raw))
        if self._sender is not None:
            self._sender.wake()
        return ParsedView(taken, frame.now, usual_rate(frame.clock.rate))


class _Heard(msgspec.Struct, frozen=True):
    resend: int = 0
    alarms: int = 0


def serve(uplink: Uplink, stopping: threading.Event, ready: Callable[[], None], watchdog: Watchdog) -> bool:
    """Run until ``stopping``; False if a part of it died before."""
    uplink.start()
    try:
        ready()
        looks = 0
        while not stopping.wait(TELL_S):
            if not uplink.look():
                return False
            looks += 1
            watchdog.look(looks)
        return True
    finally:
        uplink.close()
