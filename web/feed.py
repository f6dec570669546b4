"""The live feed: Server-Sent Events, one small native ASGI endpoint for all listeners.

A view is stamped and framed once and written to all in one loop, referees and scoreboards first; a hall of
phones has the next one a little later. For a connection that is slow the newest view waits, and only that.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Literal, NamedTuple
from urllib.parse import parse_qs

from fieldkit.phrases import N_
from fieldkit.referee.feed import EncodedView, Watched
from fieldkit.settings import Web
from web.passes import Pass
from web.redirects import may_be_redirected
from web.request_body import MAX_BODY_BYTES
from web.session import Session
from web.wire import LOOPBACK, Caller, Receive, Refused, Scope, Send

STATE_KEY = "stream"
"""Under this name the server puts each connection's `EventStream` into the ``state`` of its requests."""
BEAT_S = 1.0
"""Between two beats."""
REST = 4
"""After a board for all phones the next one waits this many times as long as that one took to write."""
MIN_REST_S = 0.01
"""A wait that would be shorter is left out."""
SCREEN_AGENT, UPLINK_AGENT = b"fieldkit-scoreboard", b"fieldkit-uplink"
"""Prefixes of ``User-Agent``. A scoreboard is missed when it goes, a phone is not."""

OWN_SCREENS = 8
"""Scoreboards of the kit's own machine that come in on top, when strangers have taken all places."""
REDIRECTED_A_BEAT = 50
"""Phones redirected to the spectators' process each second, when it is back."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
_MATCH_HEAD = {"type": "http.response.start", "status": 200, "headers": _HEADERS}
ANYWHERE = ("Access-Control-Allow-Origin", "*")
"""Everybody may see the board, so a page of the kit's other port may show it too."""
_BOARD_HEAD = {**_MATCH_HEAD, "headers": [*_HEADERS, (b"access-control-allow-origin", b"*")]}
RETRY_MS = 1000
"""After this a browser comes back when the feed breaks."""
MAX_RETRY_MS = 8000
"""The longest that a phone may be told to wait before it comes back."""
RETRY_MS_EACH = 4
"""Added (ms) for each that listens: a hall that comes back at once is a flood."""


class Chunk(NamedTuple):
    """A part of an endless answer, framed once for all who get it: as it is, and as a chunk of HTTP/1.1."""

    plain: bytes
    framed: bytes

    @classmethod
    def of(cls, plain: bytes) -> Chunk:
        """Frame this part in both forms."""
        return cls(plain, b"%x\r\n%b\r\n" % (len(plain), plain))


class EventStream:
    """One connection. The server says when the kernel takes no more (`paused`) and when it does again."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.paused = False
        self._transport = transport
        self._ready: Callable[[], None] | None = None
        self._chunked = True

    def start(self, scope: Scope, ready: Callable[[], None]) -> None:
        """Start once the head of an endless answer was sent; ``ready`` is called when more may follow."""
        self._chunked = scope["http_version"] != "1.0"
        self._ready = ready
        # Paused as soon as anything has to wait: what waits here is old by the time it leaves. With a limit
        # of 0 one by https would be paused for ever, since asyncio takes an empty one for full there.
        self._transport.set_write_buffer_limits(high=1, low=0)

    def stop(self) -> None:
        """Stop after the last chunk."""
        self._ready = None

    def write(self, chunk: Chunk) -> None:
        """Write a chunk; only while it is not `paused`."""
        self._transport.write(chunk.framed if self._chunked else chunk.plain)

    def resumed(self) -> None:
        """Go on: the server says that all has left."""
        self.paused = False
        if self._ready is not None:
            self._ready()


Sort = Literal["phone", "redirectable", "screen", "crowd", "own"]
"""The kind of listener: a phone, one that can be redirected, a scoreboard, the kit's own spectators' process,
another process of its own that serves nobody."""


class _Listener:
    """One open feed: its connection, and what waits for it."""

    def __init__(self, stream: EventStream, address: str, passed: Pass | None, sort: Sort) -> None:
        self.address = address
        self.passed = passed
        self.sort = sort
        self.on_top = passed is not None
        self.over = asyncio.Event()
        self._stream = stream
        self._begun = False
        self._waiting: dict[str, Chunk] = {}

    def begin(self, scope: Scope) -> None:
        """Send what waits, now that the head was sent."""
        self._begun = True
        self._stream.start(scope, self._go_on)
        self._go_on()

    @property
    def is_phone(self) -> bool:
        """Tell whether a hall may have a thousand of these."""
        return self.passed is None and self.sort in ("phone", "redirectable")

    def leave(self) -> None:
        """Write nothing more."""
        self._begun = False
        self._stream.stop()

    def write(self, kind: Literal["view", "beat"], chunk: Chunk) -> None:
        """Send the newest view or a beat, or let it wait in place of an older one."""
        if self._begun and not self._stream.paused:
            self._stream.write(chunk)
        else:
            self._waiting[kind] = chunk

    def _go_on(self) -> None:
        """Send what waits, the view first, as far as it is taken."""
        for kind in ("view", "beat"):
            if kind in self._waiting and not self._stream.paused:
                self._stream.write(self._waiting.pop(kind))


class LiveFeed:
    """``GET /api/feed``, on the server's event loop; without a ``session`` there is only the board."""

    def __init__(
        self,
        watched: Watched,
        session: Session | None,
        settings: Web,
        is_crowd: Callable[[Scope], bool] = lambda scope: False,
        linked: Callable[[], bool] = lambda: True,
    ) -> None:
        self._watched = watched
        self._session = session
        self._is_crowd = is_crowd
        self._linked = linked
        self._settings = settings
        self._listeners: set[_Listener] = set()
        self._of_one: Counter[str] = Counter()
        self._beats: asyncio.Task[None] | None = None
        self._unlisten: Callable[[], None] | None = None
        self._woken = False
        self._resting = self._owed = False
        self._closed = False

    def __len__(self) -> int:
        """Return how many listen."""
        return len(self._listeners)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one listener until it leaves; raises Refused (401, 405, 429, 503) before the first byte."""
        if scope["method"] != "GET":
            raise Refused(405, "wrong_method", N_("The feed can only be read (GET)."), (("Allow", "GET"),))
        caller = Caller.of(scope)
        view = parse_qs(scope["query_string"].decode("latin-1")).get("view", ["board"])[-1]
        if view not in ("board", "match") or (view == "match" and self._session is None):
            raise Refused(400, "bad_view", N_("The feed has the views board and match."))
        passed = self._session.referee(caller) if view == "match" and self._session else None
        listener = _Listener(scope["state"][STATE_KEY], caller.address, passed, self._sort(scope))
        self._admit(listener, _is_own(scope))
        watch = asyncio.create_task(_watch(receive, listener))
        try:
            await send(_BOARD_HEAD if passed is None else _MATCH_HEAD)
            retry = b"retry: %d\n\n" % self._retry_ms(listener)
            listener.write("view", self._framed(b"board" if passed is None else b"match", retry))
            listener.begin(scope)
            await listener.over.wait()
            listener.leave()
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._leave(listener)
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch

    def close(self) -> None:
        """End all feeds; from now on new ones are refused."""
        self._closed = True
        for listener in self._listeners:
            listener.over.set()

    def _sort(self, scope: Scope) -> Sort:
        if self._is_crowd(scope):
            return "own" if _agent(scope).startswith(UPLINK_AGENT) else "crowd"
        if _agent(scope).startswith(SCREEN_AGENT):
            return "screen"
        return "redirectable" if may_be_redirected(scope) else "phone"

    def _admit(self, listener: _Listener, is_own: bool) -> None:
        """Take a listener in, on top of the board's if it is the kit's own. Raises Refused (503)."""
        if not self._linked():
            raise Refused(503, "no_kit", N_("The kit does not answer."), (("Retry-After", "1"), ANYWHERE))
        if listener.passed is None and (crowded := self._is_full(listener.address)):
            own_screens = sum(one.on_top and one.sort == "screen" for one in self._listeners)
            is_screen = is_own and listener.sort == "screen" and own_screens < OWN_SCREENS
            listener.on_top = is_screen or listener.sort in ("crowd", "own")
            crowded = not listener.on_top
        else:
            crowded = False
        if crowded or self._closed:
            retry = ("Retry-After", "5"), ANYWHERE
            raise Refused(503, "too_many_listeners", N_("Too many screens are connected."), retry)
        self._listeners.add(listener)
        self._count(listener, 1)
        if self._beats is None:
            self._unlisten = self._watched.feed.listen(self._waker())
            self._beats = asyncio.create_task(self._run())

    def _leave(self, listener: _Listener) -> None:
        listener.leave()
        if listener in self._listeners:
            self._listeners.discard(listener)
            self._count(listener, -1)
        if not self._listeners and self._beats is not None and self._unlisten is not None:
            self._unlisten()
            self._beats.cancel()
            self._beats = None

    def _is_full(self, address: str) -> bool:
        if self._of_one.total() >= self._settings.listeners:
            return True
        return self._of_one[address] >= self._settings.listeners_each and address not in LOOPBACK

    def _count(self, listener: _Listener, by: int) -> None:
        """Count a listener that comes (1) or leaves (-1); the referee's own take no place of the board's."""
        feed = self._watched.feed
        feed.screens += by * (listener.sort == "screen")
        feed.phones += by * listener.is_phone
        if listener.sort == "crowd" and by < 0:
            feed.elsewhere.gone()
        if listener.on_top:
            return
        self._of_one[listener.address] += by
        if not self._of_one[listener.address]:
            del self._of_one[listener.address]

    def _retry_ms(self, listener: _Listener) -> int:
        """Return a listener's pause after a break: short for referee and scoreboards, random for phones."""
        if not listener.is_phone:
            return RETRY_MS
        return random.randint(RETRY_MS, min(MAX_RETRY_MS, RETRY_MS + RETRY_MS_EACH * self._of_one.total()))

    def _waker(self) -> Callable[[], None]:
        """Make what the referee's thread calls after each new view; a burst of them makes one wake."""
        loop = asyncio.get_running_loop()

        def wake() -> None:
            if not self._woken:
                self._woken = True
                with contextlib.suppress(RuntimeError):  # the loop may have closed a moment ago
                    loop.call_soon_threadsafe(self._spread)

        return wake

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            due = max(due + BEAT_S, loop.time())
            await asyncio.sleep(due - loop.time())
            self._beat()

    def _spread(self) -> None:
        """Send the newest view to every listener, referees and scoreboards first."""
        self._woken = False
        referees = [one for one in self._listeners if one.passed is not None]
        if referees:
            match = self._framed(b"match")
            for listener in referees:
                listener.write("view", match)
        if len(referees) < len(self._listeners):
            board = self._framed(b"board")
            for listener in self._listeners:
                if listener.passed is None and not listener.is_phone:
                    listener.write("view", board)
            self._spread_to_phones(board)

    def _spread_to_phones(self, board: Chunk) -> None:
        """Send the board to everybody else; a hall of phones has it once it has rested from the last one."""
        if self._resting:
            self._owed = True
            return
        began = time.thread_time()
        for listener in self._listeners:
            if listener.is_phone:
                listener.write("view", board)
        if rest := rest_s(time.thread_time() - began):
            self._resting = True
            asyncio.get_running_loop().call_later(rest, self._rested)

    def _rested(self) -> None:
        self._resting = False
        if self._owed:
            self._owed = False
            self._spread_to_phones(self._framed(b"board"))

    def _beat(self) -> None:
        if not self._linked():
            return
        if self._watched.feed.elsewhere.port is not None:
            redirectable = (one for one in self._listeners if one.sort == "redirectable")
            for listener in islice(redirectable, REDIRECTED_A_BEAT):
                listener.over.set()
        chunk = Chunk.of(b'event: beat\ndata: {"now":%d}\n\n' % self._watched.now_ms())
        for listener in self._listeners:
            passed = listener.passed
            if passed is not None and self._session is not None and not self._session.holds(passed):
                listener.over.set()
            listener.write("beat", chunk)

    def _framed(self, event: bytes, before: bytes = b"") -> Chunk:
        view = self._watched.feed.latest
        body = view.board if event == b"board" else view.match
        stamped = EncodedView.stamped(body, self._watched.now_ms())
        return Chunk.of(b"%bevent: %b\nid: %d\ndata: %b\n\n" % (before, event, view.rev, stamped))


def rest_s(took: float) -> float:
    """Return how long (s) phones wait for the next board when one ``took`` so long to write; 0 for few."""
    rest = REST * took
    return rest if rest > MIN_REST_S else 0.0


async def _watch(receive: Receive, listener: _Listener) -> None:
    """End the feed when its listener hangs up, or sends more than a request may have."""
    read = 0
    while read <= MAX_BODY_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            break
        read += len(message.get("body", b""))
    listener.over.set()


def _agent(scope: Scope) -> bytes:
    return bytes(dict(scope["headers"]).get(b"user-agent", b""))


def _is_own(scope: Scope) -> bool:
    """Tell whether this machine itself asks: nobody else has its own address."""
    client, server = scope.get("client"), scope.get("server")
    return Caller.of(scope).is_local or (client is not None and server is not None and client[0] == server[0])
