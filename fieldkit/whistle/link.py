"""The referee's connection to the whistle, which is kept up for ever."""

import contextlib
import select
import selectors
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from fieldkit.clock import NS, Clock
from fieldkit.messages import WhistleAway, WhistleEvent, WhistleHello
from fieldkit.whistle.protocol import (
    AlarmLamp,
    BareRoundLength,
    Ping,
    Pong,
    WhistleOrder,
    WhistleReport,
    Wire,
    encode,
    read_word,
)


class WhistleLink:
    """The referee's connection to the whistle, kept up for ever by a thread of its own.

    ``heard`` gets every message on that thread and must be quick. Orders may come from any thread and never
    block; all but the alarm lamp and the length of a bare round are lost while the whistle is away.
    """

    RETRY_S = 0.1
    PING_S = 0.2
    SILENCE_S = 0.5
    """Seconds: between attempts to connect, between pings, and without an answer until it is away."""

    def __init__(self, path: Path, clock: Clock, heard: Callable[[WhistleEvent], None]) -> None:
        self._path = str(path)
        self._clock = clock
        self._heard = heard
        self._lock = threading.Lock()
        self._wire: Wire | None = None
        self._here = False
        self._told_away = False
        self._lasting: dict[type, bytes] = {}
        self._ending = False
        self._bell, self._ringer = socket.socketpair()
        self._bell.setblocking(False)
        self._ringer.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="whistle link", daemon=True)

    @property
    def away(self) -> bool:
        """True until the whistle has said hello on the present connection, and when it stops answering."""
        return not self._here

    def start(self) -> None:
        """Connect, and go on connecting until `close`."""
        self._thread.start()

    def close(self) -> None:
        """End the connection and the thread; no message comes afterwards."""
        self._ending = True
        self._ring()
        if self._thread.is_alive():
            self._thread.join()
        self._bell.close()
        self._ringer.close()

    def order(self, order: WhistleOrder) -> bool:
        """Send an order; return False if the whistle is away: a lasting one is sent when it is back."""
        line = encode(order)
        with self._lock:
            if isinstance(order, BareRoundLength | AlarmLamp):
                self._lasting[type(order)] = line
            wire = self._wire
            if wire is None or not self._here:
                return False
            sent = wire.send(line)
            if not sent:
                # The thread sees the end of it and reconnects.
                with contextlib.suppress(OSError):
                    wire.sock.shutdown(socket.SHUT_RDWR)
            unsent = wire.unsent
        if unsent:
            self._ring()
        return sent

    def _seconds(self) -> float:
        return self._clock.real_ns(self._clock.now()) / NS

    def _ring(self) -> None:
        # A full pair of sockets wakes the thread as well; a closed one needs no wake.
        with contextlib.suppress(OSError):
            self._ringer.send(b"!")

    def _run(self) -> None:
        grace = self._seconds() + self.SILENCE_S
        while not self._ending:
            wire = self._connect()
            silent = False
            if wire is not None:
                with wire.sock:
                    silent = self._converse(wire)
                with self._lock:
                    was_here, self._here, self._wire = self._here, False, None
                if was_here:
                    self._tell_away(silent)
            if self._seconds() > grace:
                self._tell_away()
            if not self._ending:
                select.select([self._bell], [], [], self.RETRY_S)
                self._quiet_bell()

    def _connect(self) -> Wire | None:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.setblocking(False)
        try:
            sock.connect(self._path)
        except OSError:
            sock.close()
            return None
        wire = Wire(sock)
        with self._lock:
            self._wire = wire
        return wire

    def _converse(self, wire: Wire) -> bool:
        """Listen and ping until the connection ends; return True if the whistle stopped answering on it."""
        heard_at = self._seconds()
        ping_at = heard_at
        number = 0
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.register(wire.sock, selectors.EVENT_READ)
            while not self._ending:
                now = self._seconds()
                if now - heard_at > self.SILENCE_S:
                    return wire.receive(read_word)[1]
                if now >= ping_at:
                    number, ping_at = number + 1, now + self.PING_S
                    with self._lock:
                        wire.send(encode(Ping(number)))
                with self._lock:
                    events = selectors.EVENT_READ | (selectors.EVENT_WRITE if wire.unsent else 0)
                selector.modify(wire.sock, events)
                ready = selector.select(max(0.0, min(ping_at, heard_at + self.SILENCE_S) - now))
                self._quiet_bell()
                with self._lock:
                    stands = wire.flush()
                    words, open_still = wire.receive(read_word)
                for word in words:
                    heard_at = self._seconds()
                    self._hear(word, wire)
                if ready and not (stands and open_still):
                    return False
        return False

    def _hear(self, word: WhistleReport, wire: Wire) -> None:
        if isinstance(word, Pong) or self._ending:
            return
        if isinstance(word, WhistleHello):
            with self._lock:
                for line in self._lasting.values():
                    wire.send(line)
                self._here = True
            self._told_away = False
        self._heard(word)

    def _tell_away(self, silent: bool = False) -> None:
        if not self._told_away and not self._ending:
            self._told_away = True
            self._heard(WhistleAway(silent))

    def _quiet_bell(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._bell.recv(256):
                pass
