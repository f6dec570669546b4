"""The newest whole view, and who listens to it.

The referee publishes; the web listens. A view is always whole, so a slow listener skips to the newest one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from fieldkit.answers import Answer
from fieldkit.referee.sounding import Device
from fieldkit.referee.uplink import UplinkMonitor


@dataclass(frozen=True, slots=True)
class EncodedView:
    """One view, encoded once for all listeners: JSON objects without ``now``, which is stamped at sending.

    ``board`` is what everybody may see, ``match`` what the referee may see.
    """

    rev: int
    board: bytes
    match: bytes

    @staticmethod
    def stamped(body: bytes, now_ms: int) -> bytes:
        """``body`` with ``now`` (ms of the kit's clock) as its first field."""
        return b'{"now":%d,%b' % (now_ms, body[1:]) if len(body) > 2 else b'{"now":%d}' % now_ms


ABSENT_S = 3.0
"""The spectators' process tells of itself each second; after this time without a word it is away."""


class SpectatorProcess:
    """The process of its own that serves spectators (`web.spectators`), as it tells. From any thread."""

    def __init__(self) -> None:
        self._told: tuple[int, int, float] | None = None

    def note(self, port: int, phones: int) -> None:
        """It is well at a port, and this many phones follow the board there."""
        self._told = port, phones, time.monotonic()

    def gone(self) -> None:
        """It has ended."""
        self._told = None

    @property
    def port(self) -> int | None:
        """Where spectators are served; None while it is away."""
        told = self._told
        return told[0] if told is not None and time.monotonic() - told[2] < ABSENT_S else None

    @property
    def phones(self) -> int:
        """How many phones follow the board there."""
        told = self._told
        return told[1] if told is not None and self.port is not None else 0


class Feed:
    """Holds the newest view; every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wakes: set[Callable[[], None]] = set()
        self.latest = EncodedView(0, b"{}", b"{}")
        self.screens = 0
        """How many scoreboards listen; the web's event loop alone counts them."""
        self.phones = 0
        """How many others follow the public board here, likewise: players and spectators."""
        self.elsewhere = SpectatorProcess()
        """Those who do so at the spectators' process."""
        self.uplink = UplinkMonitor()
        """The process that tells hub and broker."""

    @property
    def followers(self) -> int:
        """How many phones follow the public board, here and at the spectators' process."""
        return self.phones + self.elsewhere.phones

    def publish(self, rev: int, board: Mapping[str, Any], match: Mapping[str, Any]) -> None:
        """Make a new view the newest and wake all listeners."""
        self.show(EncodedView(rev, msgspec.json.encode(board), msgspec.json.encode(match)))

    def show(self, view: EncodedView) -> None:
        """As `publish`, with a view that is encoded."""
        with self._lock:
            self.latest = view
            wakes = tuple(self._wakes)
        for wake in wakes:
            wake()

    def listen(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call ``wake`` (short, never blocking) after each new view; returns the function that ends it."""
        with self._lock:
            self._wakes.add(wake)

        def leave() -> None:
            with self._lock:
                self._wakes.discard(wake)

        return leave


class Watched(Protocol):
    """A match as spectators see it."""

    feed: Feed

    def now_ms(self) -> int:
        """The moment, in ms of the kit's clock."""


class RefereeApi(Watched, Protocol):
    """The referee as the web sees it."""

    def submit(self, raw: Mapping[str, Any], by: str) -> Future[Answer]:
        """Hand in one command as decoded JSON; the answer comes when it is durable. Never blocks.

        Mistakes are answers too (400, 409, 503), in the error form of the web interface.
        """

    def ask(self, who: str, query: Mapping[str, str]) -> Answer:
        """What a game tells ``who`` asks beside its views (a seat, a trade partner, an own claim).

        ``who`` is as in a record's ``by``, empty for anybody. Never blocks.
        """

    def beat(self, who: str) -> None:
        """A tablet's heartbeat."""

    def stand_in(self, id: str, device: Device, sounds: bool) -> None:
        """A device plays the blasts in place of a horn, or does no longer. Never blocks."""

    def guessed(self, address: str) -> None:
        """Somebody gave a wrong PIN or code there. Never blocks."""

    def health(self) -> Mapping[str, Any]:
        """``ok``, ``whistle``, ``journal``, ``hoops``, ``uptime_s``."""
