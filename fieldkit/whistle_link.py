"""The referee's side of the whistle, and the lines that both sides speak.

One JSON object a line, with one key that names what it is: ``{"sound": {"cue": {…}}}``. The referee orders
(`Order`), the whistle tells (`Word`). What an id names is done once, however often it is ordered.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import selectors
import socket
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from fieldkit.clock import NS, Clock
from fieldkit.errors import Misread
from fieldkit.messages import (
    Bare,
    Blast,
    Cue,
    CueReport,
    Felt,
    Lamp,
    Press,
    WhistleAway,
    WhistleHello,
    WhistleWord,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """All cues wanted now, past ones included: known ids are ignored, other waiting ones cancelled."""

    cues: tuple[Cue, ...]


@dataclass(frozen=True, slots=True)
class Sound:
    """One cue to sound at once, instead of all that waits."""

    cue: Cue


@dataclass(frozen=True, slots=True)
class BareLength:
    """How long a bare round lasts from now on (ns, above 0)."""

    round_ns: int

    def __post_init__(self) -> None:
        if self.round_ns <= 0:
            raise ValueError("a round lasts longer than nothing")


@dataclass(frozen=True, slots=True)
class Lamps:
    """The alarm lamp; the whistle drives the round lamp by itself."""

    alarm: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The referee has this press: no bare round for it."""

    press: str


@dataclass(frozen=True, slots=True)
class Try:
    """Sound a blast to hear whether it sounds; no cue, so nothing is on record and any cue ends it."""

    blast: Blast


@dataclass(frozen=True, slots=True)
class Light:
    """Switch a lamp to see whether it lights: for 10 s, or until a cue waits."""

    lamp: Lamp
    on: bool


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for a `Pong` of the same number."""

    n: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The whistle's timer is alive."""

    n: int


Order = Plan | Sound | BareLength | Lamps | Answer | Try | Light | Ping
"""All that the referee tells the whistle."""
Word = WhistleHello | CueReport | Press | Bare | Felt | Pong
"""All that the whistle tells the referee."""

_ORDERS: Mapping[str, type] = {
    "plan": Plan,
    "sound": Sound,
    "bare": BareLength,
    "lamps": Lamps,
    "answer": Answer,
    "try": Try,
    "light": Light,
    "ping": Ping,
}
_WORDS: Mapping[str, type] = {
    "hello": WhistleHello,
    "cue": CueReport,
    "press": Press,
    "bare": Bare,
    "felt": Felt,
    "pong": Pong,
}
_NAMES: Mapping[type, str] = {kind: name for kinds in (_ORDERS, _WORDS) for name, kind in kinds.items()}

LONGEST_LINE = 256 * 1024
"""A line beyond this many bytes is rubbish."""
MOST_UNSENT = 1024 * 1024
"""With this many bytes unsent the other side is given up."""


def encode(message: Order | Word) -> bytes:
    """One message as a line."""
    return msgspec.json.encode({_NAMES[type(message)]: message}) + b"\n"


def read_order(line: bytes) -> Order:
    """The order on a line; raises Misread."""
    return cast(Order, _read(line, _ORDERS))


def read_word(line: bytes) -> Word:
    """The whistle's word on a line; raises Misread."""
    return cast(Word, _read(line, _WORDS))


def _read(line: bytes, kinds: Mapping[str, type]) -> Any:
    try:
        raw = msgspec.json.decode(line, type=dict[str, Any])
        ((name, body),) = raw.items()
        return msgspec.convert(body, kinds[name])
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, KeyError, RecursionError):
        raise Misread(f"not a line of the whistle's: {line[:80]!r}") from None


Message = TypeVar("Message")


class Wire:
    """A connected non-blocking socket with lines both ways; ``read`` decodes one and raises Misread.

    Not safe for several threads at once.
    """

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self.sock = sock
        self.misread = 0
        self._coming = bytearray()
        self._going = bytearray()

    def receive(self, read: Callable[[bytes], Message]) -> tuple[list[Message], bool]:
        """All messages that have come, and whether the connection still stands."""
        stands = self._drain()
        *lines, rest = self._coming.split(b"\n")
        if len(rest) > LONGEST_LINE:
            self.misread += 1
            rest.clear()
        self._coming = rest
        found = []
        for line in lines:
            try:
                found.append(read(bytes(line)))
            except Misread:
                self.misread += 1
        return found, stands

    def send(self, line: bytes) -> bool:
        """Send a line as far as that goes at once and keep the rest; False if the connection is lost."""
        if len(self._going) + len(line) > MOST_UNSENT:
            return False
        self._going += line
        return self.flush()

    def flush(self) -> bool:
        """Send what was kept as far as that goes at once; False if the connection is lost."""
        try:
            while self._going:
                del self._going[: self.sock.send(self._going)]
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    @property
    def unsent(self) -> bool:
        """True while something is kept."""
        return bool(self._going)

    def _drain(self) -> bool:
        # Bounded, so that a flood of lines is taken in portions.
        for _ in range(16):
            try:
                part = self.sock.recv(65536)
            except BlockingIOError:
                return True
            except OSError:
                return False
            if not part:
                return False
            self._coming += part
        return True


def socket_path(data: Path) -> Path:
    """Where the whistle of this data folder listens; a path too long for a socket gets a short stand-in."""
    path = data.absolute() / "whistle.sock"
    name = os.fsencode(path)
    if len(name) <= 100:
        return path
    short = f"fieldkit-{hashlib.sha256(name).hexdigest()[:16]}.sock"
    folders = (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp")
    stand_ins = [Path(folder) / short for folder in folders if folder]
    return next((path for path in stand_ins if len(os.fsencode(path)) <= 100), stand_ins[-1])


class WhistleLink:
    """The referee's connection to the whistle, kept up for ever by a thread of its own.

    ``heard`` gets every word of the whistle on that thread and must be quick. Orders may come from any
    thread, never wait, and are lost while the whistle is away: after each `WhistleHello` the referee sends
    its plan again. The alarm lamp and the length of a bare round are sent again by the link itself.
    """

    RETRY = 0.1
    PING = 0.2
    PATIENCE = 0.5
    """Seconds: between attempts to connect, between pings, and without an answer until it is away."""

    def __init__(self, path: Path, clock: Clock, heard: Callable[[WhistleWord], None]) -> None:
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
        """True until the whistle has said hello on the present connection, and once it stops answering."""
        return not self._here

    def start(self) -> None:
        """Connect, and go on connecting until `close`."""
        self._thread.start()

    def close(self) -> None:
        """End the connection and the thread; nothing is heard afterwards."""
        self._ending = True
        self._ring()
        if self._thread.is_alive():
            self._thread.join()
        self._bell.close()
        self._ringer.close()

    def plan(self, cues: Sequence[Cue]) -> bool:
        """Order the whole set of cues wanted now; False when the whistle is away."""
        return self._order(Plan(tuple(cues)))

    def sound(self, cue: Cue) -> bool:
        """Order one cue at once, instead of all that waits; False when the whistle is away."""
        return self._order(Sound(cue))

    def answer(self, press_id: str) -> bool:
        """Take a press over, so that no bare round follows; False when the whistle is away."""
        return self._order(Answer(press_id))

    def bare(self, round_ns: int) -> bool:
        """Set the length of bare rounds (ns); False when the whistle is away, which will get it later."""
        return self._last(BareLength(round_ns))

    def lamps(self, alarm: bool) -> bool:
        """Switch the alarm lamp; False when the whistle is away, which will get it later."""
        return self._last(Lamps(alarm))

    def try_blast(self, blast: Blast) -> bool:
        """Sound a blast to hear it; False when the whistle is away.

        The whistle ignores it while a cue waits or sounds. With a loop-back wire a `Felt` follows.
        """
        return self._order(Try(blast))

    def light(self, lamp: Lamp, on: bool) -> bool:
        """Switch a lamp to see it, for 10 s or until a cue waits; False when the whistle is away."""
        return self._order(Light(lamp, on))

    def _last(self, order: BareLength | Lamps) -> bool:
        with self._lock:
            self._lasting[type(order)] = encode(order)
        return self._order(order)

    def _order(self, order: Order) -> bool:
        line = encode(order)
        with self._lock:
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
        # A full pair of sockets is as good as a ring, a closed one needs none.
        with contextlib.suppress(OSError):
            self._ringer.send(b"!")

    def _run(self) -> None:
        grace = self._seconds() + self.PATIENCE
        while not self._ending:
            wire = self._connect()
            if wire is not None:
                with wire.sock:
                    self._converse(wire)
                with self._lock:
                    was_here, self._here, self._wire = self._here, False, None
                if was_here:
                    self._tell_away()
            if self._seconds() > grace:
                self._tell_away()
            self._pause()

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

    def _converse(self, wire: Wire) -> None:
        """Listen and ping until the connection ends or the whistle does not answer."""
        heard_at = self._seconds()
        ping_at = heard_at
        number = 0
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.register(wire.sock, selectors.EVENT_READ)
            while not self._ending:
                now = self._seconds()
                if now - heard_at > self.PATIENCE:
                    return
                if now >= ping_at:
                    number, ping_at = number + 1, now + self.PING
                    with self._lock:
                        wire.send(encode(Ping(number)))
                with self._lock:
                    events = selectors.EVENT_READ | (selectors.EVENT_WRITE if wire.unsent else 0)
                selector.modify(wire.sock, events)
                ready = selector.select(max(0.0, min(ping_at, heard_at + self.PATIENCE) - now))
                self._quiet_bell()
                with self._lock:
                    stands = wire.flush()
                    words, open_still = wire.receive(read_word)
                for word in words:
                    heard_at = self._seconds()
                    self._hear(word, wire)
                if ready and not (stands and open_still):
                    return

    def _hear(self, word: Word, wire: Wire) -> None:
        if isinstance(word, Pong) or self._ending:
            return
        if isinstance(word, WhistleHello):
            with self._lock:
                for line in self._lasting.values():
                    wire.send(line)
                self._here = True
            self._told_away = False
        self._heard(word)

    def _tell_away(self) -> None:
        if not self._told_away and not self._ending:
            self._told_away = True
            self._heard(WhistleAway())

    def _pause(self) -> None:
        if self._ending:
            return
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.select(self.RETRY)
        self._quiet_bell()

    def _quiet_bell(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._bell.recv(256):
                pass
