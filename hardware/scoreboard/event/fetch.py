"""Asking a hub: one short question at a time, each within a bound."""

import contextlib
import http.client
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import msgspec

from fieldkit.following import SCREEN, address, cut

PATIENCE_S = 3.0
"""The time one answer may take as a whole."""
MAX_BYTES = 8 * 1024 * 1024
"""More than any document of an event."""
FAULTS = (OSError, http.client.HTTPException, ValueError)
"""The errors with which an answer may fail."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a hub: ``tag`` names this state of a document, ``now_ms`` is its time of day, if told."""

    status: int
    body: bytes
    tag: str
    now_ms: float | None


class Asker:
    """Asks the hub at ``url``. Raises FieldkitError for an impossible one."""

    def __init__(self, url: str) -> None:
        self._secure, self._host, self._port, self._path = address(url, "hub")
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._closed = False

    def close(self) -> None:
        """End the question that is under way; every later one fails."""
        with self._lock:
            self._closed = True
            cut(self._line)

    def ask(self, path: str, tag: str = "", said: object = None) -> Answer:
        """Return a document, or 304 with the ``tag`` of the one known; or tell something. Raises `FAULTS`."""
        body = None if said is None else msgspec.json.encode(said)
        more = {"Content-Type": "application/json"} if body else {"If-None-Match": tag} if tag else {}
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=PATIENCE_S)
        with contextlib.closing(connection):
            connection.connect()
            with self._lock:
                if self._closed:
                    raise ConnectionError("closed")
                self._line = connection.sock
            # A timeout of the socket starts again with each byte; the timer ends an answer that trickles.
            timer = threading.Timer(PATIENCE_S, cut, [connection.sock])
            timer.start()
            try:
                method, headers = "POST" if body else "GET", {"User-Agent": SCREEN, **more}
                connection.request(method, self._path + path, body, headers)
                return _read(connection.getresponse())
            finally:
                timer.cancel()
                with self._lock:
                    self._line = None


def _read(response: http.client.HTTPResponse) -> Answer:
    body = response.read(MAX_BYTES + 1)
    if len(body) > MAX_BYTES:
        raise ValueError("an answer that is too large")
    told = response.headers.get("Content-Length")
    if told is not None and told.isdigit() and response.status == 200 and len(body) < int(told):
        raise ConnectionError("an answer that was cut off")
    headers = response.headers
    moment = _moment(headers.get("Date", ""), headers.get("Age", ""))
    return Answer(response.status, body, headers.get("ETag", ""), moment)


def _moment(date: str, age: str) -> float | None:
    """Return the hub's time of day (ms) by ``Date`` and, from a cache, ``Age``."""
    try:
        seconds = parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError, OverflowError, IndexError):
        return None
    return (seconds + (int(age) if age.isascii() and age.isdigit() else 0)) * 1000


class Due:
    """The moment at which something has to be done again: ``now`` is a clock (s) that counts up."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._at = now()

    def __bool__(self) -> bool:
        """Return whether it has to be done now."""
        return self._now() >= self._at

    def again(self, seconds: float) -> None:
        """Set it due again in this many seconds."""
        self._at = self._now() + seconds
