"""One connection to a broker of MQTT, from its opening to its end: what is said on it, and when."""

import contextlib
import logging
import math
import select
import socket
import ssl
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from fieldkit.phrases import ENGLISH, N_, Language, Message
from fieldkit.settings import Mqtt
from fieldkit.uplink import discovery
from fieldkit.uplink.client import BoundedClient, why_refused
from fieldkit.uplink.topics import Blasts, BoardExtract, Small, next_s

log = logging.getLogger(__name__)

KEEPALIVE_S = 10
"""A field that is cut off without a word counts as offline after one and a half times this."""
REFRESH_S = 10.0
"""The interval at which all is said again while nothing changes."""
EXPIRES_S = 30
"""After this time without a word the broker forgets a view.

Longer than a broker takes to see that a field is gone (15 s), so that the status says so before its view is
missed, and than two refreshes that went astray; short enough that nobody takes it for what is played now.
"""
PACE_S = 0.1
"""Between two rounds of saying what has changed, however fast views come."""
READS = 20
"""The number of packets of the broker that are read in that time: a flood waits at its end."""
MAX_ASKED = 8
"""While this number of words waits for the broker's answer nothing is said that needs one."""
LOOK_S = 1.0
"""The interval at which it is looked whether the kit is still heard, and for alarms."""
ANSWER_S = 5.0
"""The time a broker may take to answer a connection."""
_PARTING_S = 1.0
_ENVELOPE = 1000
"""More bytes than the board's envelope and its topic have."""

State = Literal["off", "waiting", "ok", "refused"]


class Speaker(msgspec.Struct, frozen=True):
    """The identity of a field at the broker, the same for all connections; ``boot`` is its kit's start.

    While it is not ``linked`` the field counts as offline; ``alarms`` are None where nobody knows.
    """

    settings: Mqtt
    field: str
    boot: str
    now_ms: Callable[[], float]
    linked: Callable[[], bool] = lambda: True
    alarms: Callable[[], int | None] = lambda: None
    name: str = ""
    translate: Language = ENGLISH
    keepalive: int = KEEPALIVE_S

    @property
    def prefix(self) -> str:
        """Return what all topics begin with."""
        return self.settings.prefix.strip("/")

    @property
    def place(self) -> str:
        """Return the address of the broker."""
        return f"{self.settings.host}:{self.settings.port}"

    def topic(self, below: str) -> str:
        """Return a topic of this field."""
        return f"{self.prefix}/{self.field}/{below}"


class NewestBoard(msgspec.Struct, frozen=True):
    """A public board, and what the small topics need of it."""

    rev: int
    board: Mapping[str, Any]
    shown: BoardExtract


class _Status(msgspec.Struct, frozen=True):
    online: bool = False
    session: str = ""


class Session:
    """Says on one connection what ``newest`` gives, until it ends; ``say`` is told how it does."""

    def __init__(
        self,
        who: Speaker,
        newest: Callable[[], NewestBoard | None],
        say: Callable[[State, Message | None], None],
        wake: socket.socket,
        closing: threading.Event,
        small: Small,
        blasts: Blasts,
    ) -> None:
        self._who, self._newest, self._say, self._wake, self._closing = who, newest, say, wake, closing
        self._small, self._blasts = small, blasts
        self._id = uuid.uuid4().hex[:12]
        self._expiring = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        self._expiring.MessageExpiryInterval = EXPIRES_S
        self.welcome = False
        """True once the broker has taken this connection."""
        self._refused = self._is_denied = False
        self._largest = 0
        self._online: bool | None = None
        self._shown: NewestBoard | None = None
        self._said: dict[str, str] = {}
        self._said_all_at = self._looked_at = self._read_at = -math.inf
        self._reads = 0
        self._twin = ""
        self._asked: dict[int, str] = {}
        client = self._client = BoundedClient(f"fieldkit-{who.field}-{self._id}", who.settings)
        client.connect_timeout = ANSWER_S
        client.will_set(who.topic("status"), self._status(False), qos=1, retain=True)
        client.on_connect = self._connected
        client.on_disconnect = self._disconnected
        client.on_message = self._heard
        denied = N_("The broker does not allow this user to write {topic}.")
        client.on_publish = lambda _, __, mid, reason, ___: self._answered(mid, [reason], denied)
        unread = N_("The broker does not allow this user to read {topic}.")
        client.on_subscribe = lambda _, __, mid, reasons, ___: self._answered(mid, reasons, unread)

    def run(self) -> None:
        """Run the whole of it; what went wrong has been told by ``say``. Raises OSError if nobody answers."""
        client = self._client
        try:
            client.open(self._who.keepalive)
            until = time.monotonic() + ANSWER_S
            while (sock := client.socket()) is not None and not self._closing.is_set():
                if not self.welcome and time.monotonic() > until:
                    raise TimeoutError("no answer to the connection")
                self._step(sock)
            if self.welcome and client.socket() is not None:
                self._part()
        finally:
            # The client may have closed it already.
            if (sock := client.socket()) is not None:
                sock.close()

    def _step(self, sock: Any) -> None:
        """Wait for what is next: a word from the broker, a new view, the next second of the clock."""
        client = self._client
        writing = [sock] if client.want_write() else []
        # What is not taken from here is no reason to take more, which would have to be answered.
        rest_s = self._rest_s()
        reading = [] if writing or rest_s else [sock]
        # It may have left the line already.
        has_more = bool(reading) and isinstance(sock, ssl.SSLSocket) and sock.pending() > 0
        wait_s = 0.0 if has_more else min(self._wait_s(), rest_s or math.inf)
        ready, writable, _ = select.select([*reading, self._wake], writing, [], wait_s)
        if self._wake in ready:
            with contextlib.suppress(BlockingIOError):
                self._wake.recv(4096)
        if writable:
            client.loop_write()
        if sock in ready or has_more:
            # It reads as many packets as it waits for answers.
            self._reads += len(self._asked) or 1
            client.loop_read()
        client.loop_misc()
        # While the connection is full nothing is added to it: what comes later is newer.
        if self.welcome and client.socket() is not None and not client.want_write():
            self._speak()

    def _rest_s(self) -> float:
        """Return how long (s) nothing more is read; 0 where something may be."""
        now = time.monotonic()
        if now >= self._read_at + PACE_S:
            self._read_at, self._reads = now, 0
        return 0.0 if self._reads < READS else self._read_at + PACE_S - now

    def _wait_s(self) -> float:
        view = self._newest()
        if not self.welcome or self._client.want_write():
            return LOOK_S
        if self._online is None or (self._online and view is not None and view is not self._shown):
            due = 0.0
        elif self._online and view is not None:
            due = min(LOOK_S, next_s(view.shown, self._who.now_ms()))
        else:
            due = LOOK_S
        return max(0.0, due, self._looked_at + PACE_S - time.monotonic())

    # What is said

    def _speak(self) -> None:
        now = time.monotonic()
        if now < self._looked_at + PACE_S:
            return
        self._looked_at = now
        online, view = self._who.linked(), self._newest()
        if online != self._online and len(self._asked) < MAX_ASKED:
            self._online = online
            self._ask(self._who.topic("status"), self._status(online))
        # Of a kit that is not heard nobody can say that this is what is played: its view runs out.
        if not online or view is None:
            return
        says_all = now >= self._said_all_at + REFRESH_S
        if says_all:
            self._said_all_at = now
        if says_all or view is not self._shown:
            self._tell_board(view)
        self._tell_small(view, says_all)
        self._shown = view

    def _status(self, online: bool) -> bytes:
        return msgspec.json.encode({"online": online, "boot": self._who.boot, "session": self._id})

    def _tell_board(self, view: NewestBoard) -> None:
        wall_ms = round(time.time() * 1000)
        whole = {"boot": self._who.boot, "rev": view.rev, "now": round(self._who.now_ms()), "at": wall_ms}
        body = msgspec.json.encode(whole | {"expires": wall_ms + EXPIRES_S * 1000, "board": view.board})
        if self._largest and len(body) + _ENVELOPE > self._largest:
            text = N_("The broker takes at most {n} bytes, too few for the whole view.")
            self._say("refused", Message(text, {"n": self._largest}))
        else:
            self._put("board", body)

    def _tell_small(self, view: NewestBoard, says_all: bool) -> None:
        now_ms = self._who.now_ms()
        for blast in self._blasts.due(view.shown.cues, now_ms, view.shown.clock.rate):
            self._client.publish(self._who.topic("whistle"), blast)
        topics = self._small.topics(view.shown, now_ms, time.time())
        topics["whistle/count"] = str(self._blasts.count)
        alarms = self._who.alarms()
        if alarms is not None:
            topics["alarm"] = "on" if alarms else "off"
        gone = dict.fromkeys(self._said.keys() - topics.keys(), "")
        for below, text in (topics | gone).items():
            if says_all or self._said.get(below, "") != text:
                self._put(below, text)
        self._said = topics

    def _tell_discovery(self) -> None:
        """Tell Home Assistant what there is, or that there is nothing any more."""
        who, place = self._who, self._who.settings.discovery
        topic = discovery.config_topic(place or discovery.DEFAULT, who.prefix, who.field)
        if place:
            config = discovery.config(who.prefix, who.field, who.name or who.field, who.translate)
            self._ask(topic, msgspec.json.encode(config))
        else:
            # Where it may not even say that, there is nothing to take away: nobody waits for an answer.
            self._client.publish(topic, b"", retain=True)

    def _put(self, below: str, body: str | bytes) -> None:
        self._client.publish(self._who.topic(below), body, retain=True, properties=self._expiring)

    def _ask(self, topic: str, body: str | bytes) -> None:
        self._asked[self._client.publish(topic, body, qos=1, retain=True).mid] = topic

    def _part(self) -> None:
        """Say that the field goes, and wait for a moment until that is sent."""
        self._client.publish(self._who.topic("status"), self._status(False), retain=True)
        self._client.disconnect()
        until = time.monotonic() + _PARTING_S
        while (sock := self._client.socket()) is not None and (left := until - time.monotonic()) > 0:
            select.select([], [sock], [], left)
            self._client.loop_write()

    # What the broker says

    def _connected(
        self, client: Client, _: object, __: ConnectFlags, reason: ReasonCode, properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._refused = True
            self._say("refused", why_refused(reason))
            return
        self.welcome = True
        self._largest = getattr(properties, "MaximumPacketSize", 0)
        log.info("the broker at %s listens", self._who.place)
        self._say("ok", None)
        # First the birth, then the look at what lies there: a will that comes between them is seen.
        self._online, topic = self._who.linked(), self._who.topic("status")
        self._ask(topic, self._status(self._online))
        _, mid = client.subscribe(topic, qos=1)
        if mid is not None:
            self._asked[mid] = topic
        self._tell_discovery()

    def _disconnected(
        self, client: Client, _: object, flags: DisconnectFlags, reason: ReasonCode, __: Properties | None
    ) -> None:
        if self._refused or self._closing.is_set():
            return
        place = {"place": self._who.place}
        if self._client.broke_off:
            says = Message("The broker at {place} sends messages that a kit does not accept.", place)
        elif flags.is_disconnect_packet_from_server:
            says = Message("The broker has ended the connection: {why}.", {"why": str(reason)})
        elif self.welcome:
            says = Message("The broker at {place} is away.", place)
        else:
            says = Message("The server at {place} is not an MQTT broker.", place)
        self._say("waiting", says)

    def _answered(self, mid: int, reasons: Iterable[ReasonCode], denied: str) -> None:
        """Take the answer to a word; tell the first that is denied: it is the worst, and the cure is one."""
        topic = self._asked.pop(mid, None)
        if topic and not self._is_denied and any(reason.is_failure for reason in reasons):
            self._is_denied = True
            self._say("refused", Message(denied, {"topic": topic}))

    def _heard(self, client: Client, _: object, message: MQTTMessage) -> None:
        """Put right a false word about this field's status: an earlier connection's will may come late."""
        try:
            status = msgspec.json.decode(message.payload, type=_Status)
        except (msgspec.DecodeError, UnicodeDecodeError):
            status = _Status()
        if status.online and status.session != self._id and not message.retain:
            self._set_twin(status.session)
        elif not status.online:
            if status.session == self._twin:
                self._set_twin("")
            if self._online:
                self._online = None

    def _set_twin(self, session: str) -> None:
        """Note who else speaks as this field; empty for nobody. What the broker does not allow is worse."""
        if session == self._twin or self._is_denied:
            return
        self._twin = session
        text = N_("Another kit uses {field} at this broker too. Give each field its own id.")
        self._say("ok", Message(text, {"field": self._who.field}) if session else None)
