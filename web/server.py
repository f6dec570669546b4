"""Runs the web interface: uvicorn, with the time limits it lacks."""

import asyncio
import contextlib
import gc
import logging
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from web.app import Site
from web.feed import STATE_KEY, EventStream
from web.packet_filter import PacketFilter, reset_connection
from web.port import listen

log = logging.getLogger(__name__)

BEGIN_S = 5.0
"""Timeout of the first byte, and of the TLS handshake."""
HEAD_S = 5.0
"""Timeout of the head of a request."""
STALL_S = 5.0
"""Time in which a caller must take a byte of what waits for it."""
VANISHED_MS = 20_000
"""Time that the kernel waits for a caller that answers no more (a phone out of reach)."""
SWITCH_S = 0.0005
"""Time after which a thread that computes lets another run: Python's own 5 ms would hold up a ball."""
MAX_OPEN_FILES = 8192
"""Maximum of open connections and files, where the machine allows it."""
MAX_HEAD_BYTES = 16 * 1024
"""The longest head of a request."""
_HANDSHAKE = b"\x16"
"""The first byte of TLS, which no request of http begins with."""
ACCEPTS = 64
"""Callers accepted in one go before the others are served again."""
UNBLOCK_TICKS = 10
"""After how many tenths of a second who was turned away may try again, if there is room."""
REST_S = 0.5
"""Pause of the accept loop when the machine has no connection to spare."""


def serve(
    app: Site,
    host: str,
    port: int,
    sock: socket.socket | None = None,
    on_ready: Callable[[int], None] | None = None,
    turned: Callable[[object], None] = lambda turns: None,
    more: Sequence[socket.socket] = (),
) -> None:
    """Serve on ``sock`` until SIGTERM or SIGINT, in the main thread. Raises FieldkitError for a taken port.

    ``more`` sockets that listen are served alike, without the packet filter. ``on_ready`` is called with the
    port once requests are served, ``turned`` with another number as the loop moves.
    """
    sys.setswitchinterval(SWITCH_S)
    # What was made until now stays: the collector of garbage need not walk through it again and again.
    gc.freeze()
    gc.enable()
    Server(app, sock or listen(host, port), on_ready, turned, more).serve_until_stopped()


class Server(uvicorn.Server):
    """uvicorn for one `Site`: it ends the feeds before it waits for its callers."""

    def __init__(
        self,
        site: Site,
        sock: socket.socket,
        on_ready: Callable[[int], None] | None = None,
        turned: Callable[[object], None] = lambda turns: None,
        more: Sequence[socket.socket] = (),
    ) -> None:
        super().__init__(
            uvicorn.Config(
                site,
                http=_Connection,
                h11_max_incomplete_event_size=MAX_HEAD_BYTES,
                loop="asyncio",
                ws="none",
                lifespan="off",
                interface="asgi3",
                access_log=False,
                log_config=None,
                log_level="error",
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=20,
                timeout_graceful_shutdown=2,
            )
        )
        self._site = site
        self._sock = sock
        self._socks = (sock, *more)
        self._on_ready = on_ready
        self._turned = turned
        self._filter = PacketFilter(sock)
        self._entering: set[asyncio.Task[None]] = set()

    def serve_until_stopped(self) -> None:
        """Serve until a signal, or until ``should_exit`` is set."""
        _allow_open_files()
        self._site.certificates.start()
        try:
            asyncio.run(self.serve(sockets=[self._sock]))
        finally:
            self._site.certificates.close()
            self._site.release()
            self._filter.close()
            for sock in self._socks:
                sock.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and say so."""
        await super().startup([])  # uvicorn would let in all who come
        self._open()
        if self._on_ready is not None:
            self._on_ready(self._sock.getsockname()[1])

    async def on_tick(self, counter: int) -> bool:
        """Tell whether the end has come; asked ten times a second."""
        self._turned(counter)
        if counter % UNBLOCK_TICKS == 0:
            self._site.limit.unblock()
            self._filter.reset_waiting()
            self._filter.block(self._site.limit.blocked)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: feeds first, since they would never end by themselves."""
        for sock in self._socks:
            asyncio.get_running_loop().remove_reader(sock)
        self._filter.close()
        self._site.close()
        await super().shutdown(sockets)

    def _open(self) -> None:
        for sock in self._socks:
            sock.setblocking(False)
            asyncio.get_running_loop().add_reader(sock, partial(self._accept, sock))

    def _accept(self, sock: socket.socket) -> None:
        """Look at those who wait for a connection: let them in, or turn them away before it costs more."""
        loop = asyncio.get_running_loop()
        for _ in range(ACCEPTS):
            try:
                conn, peer = sock.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                log.warning("nobody is let in for a moment: %s", error.strerror)
                for each in self._socks:
                    loop.remove_reader(each)
                loop.call_later(REST_S, self._rested)
                return
            place = self._site.limit.acquire(peer[0])
            if place is None:
                self._filter.block(self._site.limit.blocked)
                reset_connection(conn)
                continue
            conn.setblocking(False)
            entering = loop.create_task(self._let_in(conn, place))
            self._entering.add(entering)
            entering.add_done_callback(self._entering.discard)

    def _rested(self) -> None:
        if self._sock.fileno() >= 0 and not self.should_exit:
            self._open()

    async def _let_in(self, conn: socket.socket, place: contextlib.ExitStack) -> None:
        def made() -> _Connection:
            return _Connection(place, self.config, self.server_state, self.lifespan.state)

        context = self._site.certificates.context()
        patience = None if context is None else BEGIN_S
        try:
            if context is not None and not await _speaks_tls(conn):
                context = patience = None
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(made, conn, ssl=context, ssl_handshake_timeout=patience)
        except BaseException as error:
            # It has gone already, said nothing, or has no key of ours; or the server ends.
            place.close()
            conn.close()
            if not isinstance(error, OSError):
                raise

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGTERM and SIGINT end the serving and nothing more: the caller has a journal to close."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


class _Connection(H11Protocol):
    """One connection, cut off when its request does not come or its answer is not taken."""

    _head: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None

    def __init__(
        self, place: contextlib.ExitStack, config: uvicorn.Config, state: ServerState, app: dict[str, Any]
    ) -> None:
        super().__init__(config, state, app)
        self._place = place

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_MS)
        self._stream = EventStream(transport)
        self.app_state = {**self.app_state, STATE_KEY: self._stream}
        self._head = self.loop.call_later(HEAD_S, transport.abort)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        waiting = self.conn.their_state is h11.IDLE
        if waiting and self._head is None:
            self._head = self.loop.call_later(HEAD_S, self.transport.abort)
        elif not waiting and self._head is not None:
            self._head.cancel()
            self._head = None

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; the answer to its beginning goes nowhere, or is cut off."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:  # an answer has begun or was sent whole: h11 takes no second one
            self.transport.close()
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stream.paused = True
        self._watch(self.transport.get_write_buffer_size())

    def _watch(self, before: int) -> None:
        """Cut off a caller that has taken nothing since the last look."""

        def look() -> None:
            waiting = self.transport.get_write_buffer_size()
            if waiting >= before:
                self.transport.abort()
            else:
                self._watch(waiting)

        self._stall = self.loop.call_later(STALL_S, look)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()
            self._stall = None
        self._stream.resumed()

    def shutdown(self) -> None:
        """Stop: answers are still sent, but nobody waits for half a request or for a caller that stalls."""
        half = self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete
        if half or (self.flow is not None and self.flow.write_paused):
            self.transport.abort()
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        self._place.close()
        super().connection_lost(exc)
        for timer in (self._head, self._stall):
            if timer is not None:
                timer.cancel()


async def _speaks_tls(line: socket.socket) -> bool:
    """Tell whether a caller begins with TLS, taking nothing. Raises OSError, TimeoutError for silence."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def come() -> None:
        loop.remove_reader(line)
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(line, come)
    try:
        async with asyncio.timeout(BEGIN_S):
            await ready
    finally:
        loop.remove_reader(line)
    return line.recv(1, socket.MSG_PEEK) == _HANDSHAKE


def _allow_open_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
