"""Following a kit or a hub from outside: a client of its feed (Server-Sent Events) that never gives up.

One thread reads; the owner takes the newest picture and asks for the kit's clock. The owner also says what a
picture is: a scene of the scoreboard, or the whole board for more listeners.
"""

import contextlib
import http.client
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Generic, Literal, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from fieldkit.errors import FieldkitError, Misread

MAX_EVENT_BYTES = 1_000_000  # no view comes near it

_END = re.compile(rb"\r\n|\n|\r")


class Event(NamedTuple):
    """One event of a stream; ``name`` is empty when the stream gave none."""

    name: str
    data: bytes


class EventReader:
    """Cuts one stream into its events, without their ids and the pause that a sender asks for."""

    def __init__(self) -> None:
        self._rest = b""
        self._name = ""
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that ``chunk`` completes; raises Misread for one beyond `MAX_EVENT_BYTES`."""
        text = self._rest + chunk
        # A ``\r`` at the end may be half of a ``\r\n``: it waits for the next byte.
        held = text[-1:] if text.endswith(b"\r") else b""
        lines = _END.split(text.removesuffix(held))
        self._rest = lines.pop() + held
        events = [event for line in lines if (event := self._line(line)) is not None]
        if self._size + len(self._rest) > MAX_EVENT_BYTES:
            raise Misread("an event without an end")
        return events

    def _line(self, line: bytes) -> Event | None:
        if not line:
            event = Event(self._name, b"\n".join(self._data)) if self._data else None
            self._name, self._data, self._size = "", [], 0
            return event
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
            self._size += len(value)
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")
        return None


P = TypeVar("P")
SILENCE_S = 3.0
"""Seconds without a word after which the link counts as lost; the kit beats every second."""
START_S = 5.0
"""Seconds that a kit which is starting as well may take before it is missed."""
MAX_WAIT_S = 1.0
"""The most seconds between two tries, unless a busy server names a time to come back."""
MAX_BUSY_S = 60.0
"""The most seconds for which a busy server may send a listener away."""
SCREEN = "fieldkit-scoreboard"
"""The user agent by which the kit knows a scoreboard, and misses it when it is gone."""
GLANCE = "fieldkit-snapshot"
"""The user agent of a client that takes one picture and leaves: it is not missed."""

Peer = Literal["kit", "hub"]
_LOOKS = {"kit": "http://10.42.0.1:8080", "hub": "http://10.42.0.1:8090"}


class ParsedView(msgspec.Struct, Generic[P], frozen=True):
    """A view as its reader understood it: the picture, and moment (ms) and rate of the kit's clock."""

    picture: P
    now_ms: float | None
    rate: float | None


def usual_rate(rate: float | None) -> float | None:
    """Return the rate of a kit's clock as it says; None for one that no kit has."""
    return rate if rate is not None and 0.01 <= rate <= 1000 else None


class KitClock:
    """The kit's clock by the moments of views and heartbeats: the best of the last few counts."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._offsets: deque[float] = deque(maxlen=5)

    def heard(self, now_ms: float, at: float, rate: float | None = None) -> None:
        """Learn that the kit's clock showed ``now_ms`` at ``at`` (s of our own monotonic clock)."""
        if rate is not None and rate != self._rate:
            self._rate = rate
            self._offsets.clear()
        self._offsets.append(now_ms - at * 1000 * self._rate)

    def forget(self) -> None:
        """Start again: another kit, or another start of it, may answer next."""
        self._offsets.clear()

    def now_ms(self, at: float) -> float:
        """Return what it shows (ms) at ``at`` (s of our own monotonic clock)."""
        return max(self._offsets, default=0.0) + at * 1000 * self._rate


class Listener(Generic[P]):
    """Follows the feed of the kit at ``url`` in a thread of its own, from `start` to `stop`.

    ``read`` makes a picture of a view's JSON (raises Misread); ``rate`` is that of the kit's clock unless a
    view says otherwise; after ``silence`` seconds without a word the link counts as lost; ``agent`` is the
    user agent, ``more`` are further headers. In the first ``patience`` seconds a kit that does not answer is
    not logged. ``changed`` is set at each new picture. ``whom`` names the peer in messages. Raises
    FieldkitError for an impossible URL.
    """

    def __init__(
        self,
        url: str,
        read: Callable[[bytes], ParsedView[P]],
        rate: float,
        log: Callable[[str], None],
        silence: float = SILENCE_S,
        agent: str = SCREEN,
        patience: float = 0.0,
        more: Mapping[str, str] | None = None,
        whom: Peer = "kit",
        view: Literal["board", "match"] = "board",
    ) -> None:
        self._secure, self._host, self._port, path = address(url, whom)
        self._path = f"{path}/api/feed" + ("?view=match" if view == "match" else "")
        self._view = view
        self._whom = whom
        self._read = read
        self._log = log
        self._silence = silence
        self._patience = patience
        self._headers = {"Accept": "text/event-stream", "User-Agent": agent, **(more or {})}
        self._lock = threading.Lock()
        self._clock = KitClock(rate)
        self._picture: P | None = None
        self._heard_at = -silence
        self._socket: socket.socket | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="feed", daemon=True)
        self.changed = threading.Event()
        self.misread = 0

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """End the connection and the thread, within half a second."""
        self._stopping.set()
        with self._lock:
            cut(self._socket)
        self._thread.join(0.5)

    @property
    def picture(self) -> P | None:
        """The newest view's picture, None before the first."""
        return self._picture

    @property
    def linked(self) -> bool:
        """True if the kit was heard within the last ``silence`` seconds."""
        return time.monotonic() - self._heard_at < self._silence

    def now_ms(self) -> float:
        """Return the moment on the kit's clock, in ms."""
        with self._lock:
            return self._clock.now_ms(time.monotonic())

    def _follow(self) -> None:
        wait, told, began = 0.1, "", time.monotonic()
        while not self._stopping.is_set():
            before, busy = self._heard_at, 0.0
            try:
                self._connection()
                why = "the feed ended"
            except ServerBusy as error:
                why, busy = str(error), error.seconds
            except (OSError, http.client.HTTPException, ValueError, Misread) as error:
                why = str(error) or type(error).__name__
            wait = 0.1 if self._heard_at > before else min(MAX_WAIT_S, wait * 2)
            # A kit that is just starting is no fault; the screen itself says that it waits.
            is_starting = self._heard_at < 0 and time.monotonic() < began + self._patience
            if not is_starting:
                if why != told and not self._stopping.is_set():
                    there = f"{self._host}:{self._port}"
                    self._log(f"no link to the {self._whom} at {there}: {why}; trying again")
                told = why if self._heard_at == before else ""
            self._stopping.wait(max(wait, busy))

    def _connection(self) -> None:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._silence)
        with contextlib.closing(connection):
            connection.connect()
            line = connection.sock
            with self._lock:
                self._socket = line
            self._converse(connection, line)

    def _converse(self, connection: http.client.HTTPConnection, line: socket.socket) -> None:
        # A timeout of the socket starts again with each byte; the timer ends an answer that trickles.
        timer = threading.Timer(self._silence, cut, [line])
        timer.start()
        try:
            connection.request("GET", self._path, headers=self._headers)
            response = connection.getresponse()
        finally:
            timer.cancel()
        with contextlib.closing(response):
            if response.status == 503:
                raise ServerBusy(seconds_of(response.headers.get("Retry-After", "")))
            if response.status != 200 or "event-stream" not in response.headers.get("Content-Type", ""):
                raise ConnectionError(f"answered {response.status}, not a feed")
            with self._lock:
                self._clock.forget()
            reader, since = EventReader(), time.monotonic()
            while not self._stopping.is_set():
                line.settimeout(max(0.01, max(since, self._heard_at) + self._silence - time.monotonic()))
                chunk = response.read1(65536)
                if not chunk:
                    return
                for event in reader.feed(chunk):
                    self._read_event(event)
                if time.monotonic() - max(since, self._heard_at) > self._silence:
                    raise ConnectionError(f"not a word for {self._silence:.0f} s")

    def _read_event(self, event: Event) -> None:
        try:
            if event.name == self._view:
                read = self._read(event.data)
                self._hear(read.now_ms, read.rate, read.picture)
            elif event.name == "beat":
                self._hear(msgspec.json.decode(event.data, type=_Beat).now, None, None)
        except (Misread, msgspec.DecodeError, UnicodeDecodeError) as error:
            if not self.misread:
                self._log(f"misread from the {self._whom}: {error}")
            self.misread += 1

    def _hear(self, now_ms: float | None, rate: float | None, picture: P | None) -> None:
        at = time.monotonic()
        with self._lock:
            self._heard_at = at
            if now_ms is not None:
                self._clock.heard(now_ms, at, rate)
            if picture is not None:
                self._picture = picture
        if picture is not None:
            self.changed.set()


class ServerBusy(ConnectionError):
    """A feed that is refused for now; the listener may come back after ``seconds`` (0: nothing was said)."""

    def __init__(self, seconds: float) -> None:
        super().__init__("answered 503, not a feed")
        self.seconds = seconds


def seconds_of(retry_after: str) -> float:
    """Return the seconds of a ``Retry-After``, at most `MAX_BUSY_S`; 0 if it is no plain number."""
    return min(MAX_BUSY_S, float(retry_after)) if retry_after.isascii() and retry_after.isdigit() else 0.0


class _Beat(msgspec.Struct, frozen=True):
    now: float


def cut(line: socket.socket | None) -> None:
    """End a connection, if there is one, under the thread that waits on it."""
    if line is not None:
        with contextlib.suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)


def address(url: str, whom: Peer = "kit") -> tuple[bool, str, int, str]:
    """Return whether a URL is https, its host, port and base path; raises FieldkitError."""
    try:
        parts = urlsplit(url)
        port = parts.port
        wrong = parts.scheme not in ("http", "https") or not (parts.hostname or "").encode("idna")
    except ValueError:
        wrong = True
    if wrong or not url.isascii() or not url.isprintable() or " " in url:
        raise FieldkitError(f"{url} is not an address of a {whom}; one looks like {_LOOKS[whom]}")
    secure = parts.scheme == "https"
    return secure, parts.hostname or "", port or (443 if secure else 80), parts.path.rstrip("/")
