"""The newest whole view and its listeners, of which a slow one skips to the newest."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec

from fieldkit.referee.uplink import UplinkMonitor


class EncodedView(msgspec.Struct, frozen=True):
    """One view, encoded once: ``board`` for everybody, ``match`` for the referee, without ``now``."""

    rev: int
    board: bytes
    match: bytes

    @staticmethod
    def stamped(body: bytes, now_ms: int) -> bytes:
        """Return ``body`` with ``now`` (ms of the kit's clock) as its first field."""
        return b'{"now":%d,%b' % (now_ms, body[1:]) if len(body) > 2 else b'{"now":%d}' % now_ms


ABSENT_S = 3.0
"""The spectators' process reports each second; after this many seconds without a report it is away."""


class SpectatorProcess:
    """The separate process that serves spectators (`web.spectators`), as it reports. From any thread."""

    def __init__(self) -> None:
        self._told: tuple[int, int, float] | None = None

    def note(self, port: int, phones: int) -> None:
        """Note that it is well at a port, and that this many phones follow the board there."""
        self._told = port, phones, time.monotonic()

    def gone(self) -> None:
        """Note that it has ended."""
        self._told = None

    @property
    def port(self) -> int | None:
        """The port of spectators; None while it is away."""
        told = self._told
        return told[0] if told is not None and time.monotonic() - told[2] < ABSENT_S else None

    @property
    def phones(self) -> int:
        """The number of phones that follow the board there."""
        told = self._told
        return told[1] if told is not None and self.port is not None else 0


class Feed:
    """Holds the newest view; every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wakes: set[Callable[[], None]] = set()
        self.latest = EncodedView(0, b"{}", b"{}")
        self.screens = 0
        """The number of scoreboards that listen; only the web's event loop counts them."""
        self.phones = 0
        """The number of other followers of the public board here, likewise: players and spectators."""
        self.elsewhere = SpectatorProcess()
        self.uplink = UplinkMonitor()

    @property
    def followers(self) -> int:
        """The number of phones that follow the public board, here and at the spectators' process."""
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
        """Call ``wake`` (short, never blocking) after each new view; return the function that ends it."""
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
        """Return the moment, in ms of the kit's clock."""
