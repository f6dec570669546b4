"""The line to the hub: one connection, one question at a time; what was not answered is sent again."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

import fieldkit
from fieldkit.errors import FieldkitError
from fieldkit.following import cut
from fieldkit.phrases import N_
from fieldkit.settings import HubLink
from fieldkit.uplink.push import Push
from fieldkit.uplink.state import MAX_BYTES, EventName, FieldName

PROTOCOL = 1
"""The version of the protocol between field and hub; both say which they know."""
PATIENCE_S = 5.0
"""The time (s) for which the hub may be silent."""
WHOLE_S = 20.0
"""The time (s) one question may take in all."""
_MOST_BYTES = 64 * 1024
_HELP_STATUS = (400, 401, 403, 413)
_HELP_CODES = ("other_bytes", "broken_chain", "version", "no_event", "no_field")
"""The refusals that only a person can end."""
_LOST = (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError, ConnectionAbortedError)
"""The errors of a connection that the other side had closed while nothing was said."""
Number = Annotated[int, msgspec.Meta(ge=0)]
T = TypeVar("T")


class Offline(FieldkitError):
    """The hub was not reached, or cannot do it now: it is asked again by itself."""


class HubRefusal(FieldkitError):
    """The hub does not take it, and will not before somebody has helped."""


class Gap(FieldkitError):
    """The hub misses records before those that were sent; ``have`` is the last that it has, None for none."""

    def __init__(self, have: int | None) -> None:
        super().__init__(N_("The hub is missing earlier records."))
        self.have = have


class TooLong(FieldkitError):
    """The hub says more than anybody can take in."""


class Hello(msgspec.Struct, frozen=True):
    """The hub's answer to a field that comes."""

    protocol: int
    event: EventName
    field: FieldName
    have: Number | None = None
    teams: Number = 0
    schedule: Number = 0
    hub: str = ""


class ViewAnswer(msgspec.Struct, frozen=True):
    """The hub's answer to a view."""

    have: Number | None = None
    teams: Number = 0
    schedule: Number = 0
    newest: bool = True
    here: tuple[str, ...] | None = None
    """The teams that are checked in; an older hub says nothing of them."""


class _Stored(msgspec.Struct, frozen=True):
    have: Number


class _Error(msgspec.Struct, frozen=True):
    code: str
    message: str


class _Said(msgspec.Struct, frozen=True):
    error: _Error
    have: Number | None = None


class HubLine:
    """The line of one field; one thread asks, any other may `look` and `close`."""

    def __init__(self, settings: HubLink, kit: str, heard: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._kit = kit
        self._heard = heard
        self._lock = threading.Lock()
        self._line: http.client.HTTPConnection | None = None
        self._asked_at: float | None = None
        place = f"/v1/events/{quote(settings.event)}"
        self._event, self._field = place, f"{place}/fields/{quote(settings.field)}"

    def hello(self) -> Hello:
        """Say who this is. Raises Offline, and HubRefusal also for a hub that talks otherwise."""
        query = urlencode({"protocol": PROTOCOL, "kit": fieldkit.__version__, "name": self._kit})
        hello = self._told(self._ask("GET", f"{self._field}/hello?{query}")[1], Hello)
        if hello.protocol != PROTOCOL:
            why = N_("The hub (version {hub}) and this kit (version {kit}) do not fit: update the older one.")
            raise HubRefusal(why, hub=hello.hub or "?", kit=fieldkit.__version__)
        return hello

    def push(self, batch: Push) -> int:
        """Hand over records; how far the hub has them now. Raises Offline, HubRefusal and Gap."""
        path = f"{self._field}/matches/{quote(batch.match)}/records/{batch.start}"
        _, raw, _ = self._ask("PUT", f"{path}?{urlencode({'game': batch.game})}", batch.body)
        return self._told(raw, _Stored).have

    def show(self, view: bytes) -> ViewAnswer:
        """Show the newest view. Raises Offline and HubRefusal."""
        return self._told(self._ask("PUT", f"{self._field}/view", view)[1], ViewAnswer)

    def document(self, name: str, etag: str = "") -> tuple[bytes, str] | None:
        """Return a document and its tag, None if that is still this one. Raises as `show`, and TooLong."""
        status, raw, head = self._ask("GET", f"{self._event}/{name}", None, etag, MAX_BYTES)
        self._heard()
        return None if status == 304 else (raw, head.get("etag", ""))

    def look(self) -> None:
        """End a question that takes too long: a hub that trickles must not hold this line for ever."""
        with self._lock:
            since, line = self._asked_at, self._line
            if since is not None and line is not None and time.monotonic() - since > WHOLE_S:
                cut(line.sock)

    def close(self) -> None:
        """End the connection, also under a question."""
        with self._lock:
            if self._line is not None:
                cut(self._line.sock)

    def hang_up(self) -> None:
        """Give the connection back; by the thread that asks."""
        with self._lock:
            line, self._line = self._line, None
        if line is not None:
            line.close()

    def _told(self, raw: bytes, kind: type[T]) -> T:
        try:
            told = msgspec.json.decode(raw, type=kind)
        except msgspec.MsgspecError:
            raise self._no_hub() from None
        self._heard()
        return told

    def _ask(
        self, method: str, path: str, body: bytes | None = None, etag: str = "", most: int = _MOST_BYTES
    ) -> tuple[int, bytes, Mapping[str, str]]:
        """One question and its whole answer, over a new connection if the one there is turns out closed."""
        head = {"Authorization": f"Bearer {self._settings.key}", "User-Agent": "fieldkit-uplink"}
        head |= {"Content-Type": "application/json"} if body is not None else {}
        head |= {"If-None-Match": etag} if etag else {}
        try:
            is_used = self._line is not None
            try:
                status, raw, told = self._exchanged(method, path, body, head, most)
            except _LOST:
                if not is_used:
                    raise
                self.hang_up()
                status, raw, told = self._exchanged(method, path, body, head, most)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.hang_up()
            raise self._away(error) from None
        if len(raw) > most:
            self.hang_up()
            raise TooLong(N_("The hub's answer is longer than {most} KB."), most=most // 1024)
        if status in (200, 304):
            return status, raw, told
        raise self._refused(status, raw)

    def _exchanged(
        self, method: str, path: str, body: bytes | None, head: Mapping[str, str], most: int
    ) -> tuple[int, bytes, Mapping[str, str]]:
        with self._lock:
            if self._line is None:
                parts = urlsplit(self._settings.url)
                kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
                self._line = kind(parts.hostname or "", parts.port, timeout=PATIENCE_S)
            line = self._line
            self._asked_at = time.monotonic()
        try:
            line.request(method, path, body, dict(head))
            answer = line.getresponse()
            raw = answer.read(most + 1)
            if answer.will_close:
                self.hang_up()
            return answer.status, raw, {name.lower(): value for name, value in answer.getheaders()}
        finally:
            self._asked_at = None

    def _refused(self, status: int, raw: bytes) -> FieldkitError:
        try:
            said = msgspec.json.decode(raw, type=_Said)
        except msgspec.MsgspecError:
            # Whatever answers there, it keeps its line for itself.
            self.hang_up()
            return self._no_hub()
        self._heard()
        if said.error.code == "gap":
            return Gap(said.have)
        if status in _HELP_STATUS or said.error.code in _HELP_CODES:
            return HubRefusal(N_("{sentence}"), sentence=said.error.message)
        return Offline(N_("{sentence}"), sentence=said.error.message)

    def _no_hub(self) -> Offline:
        return Offline(N_("The server at {url} is not a hub."), url=self._settings.url)

    def _away(self, error: Exception) -> Offline:
        """Return why the hub was not reached, in words."""
        url = self._settings.url
        if isinstance(error, socket.gaierror):
            return Offline(N_("The hub's name cannot be found: {url}."), url=url)
        if isinstance(error, ssl.SSLCertVerificationError):
            why = error.verify_message
            return Offline(N_("The certificate of the hub {url} is not trusted: {why}."), url=url, why=why)
        if isinstance(error, ssl.SSLError):
            return Offline(N_("The hub {url} does not speak https."), url=url)
        if isinstance(error, OSError | http.client.HTTPException):
            return Offline(N_("The hub {url} does not answer."), url=url)
        return Offline(N_("{url} is no address of a hub."), url=url)
