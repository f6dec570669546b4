"""Writes Server-Sent Events to a connection without a task of its own: whole chunks, as it takes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from web.wire import Scope

STATE_KEY = "stream"
"""Under this name the server puts each connection's `EventStream` into the ``state`` of its requests."""


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
