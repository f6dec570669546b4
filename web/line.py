"""A listener's connection, written to without a task of its own: whole pieces, each when it can be taken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from web.wire import Scope

NAME = "line"
"""Under this name the server puts each connection's `Line` into the ``state`` of its requests."""


class Piece(NamedTuple):
    """A part of an endless answer, framed once for all who get it: as it is, and as a chunk of HTTP/1.1."""

    plain: bytes
    chunk: bytes

    @classmethod
    def of(cls, plain: bytes) -> Piece:
        """This part in both forms."""
        return cls(plain, b"%x\r\n%b\r\n" % (len(plain), plain))


class Line:
    """One connection. The server tells it when the kernel takes no more (`paused`) and when it does again."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self.paused = False
        self._transport = transport
        self._ready: Callable[[], None] | None = None
        self._chunked = True

    def begin(self, scope: Scope, ready: Callable[[], None]) -> None:
        """The head of an endless answer was sent: from now on pieces follow, one at a time.

        ``ready`` is called whenever all that was written has left and more may follow.
        """
        self._chunked = scope["http_version"] != "1.0"
        self._ready = ready
        # Paused as soon as anything has to wait: what waits here is old by the time it leaves. With a limit
        # of 0 one by https would be paused for ever, since asyncio takes an empty one for full there.
        self._transport.set_write_buffer_limits(high=1, low=0)

    def end(self) -> None:
        """The last piece was written."""
        self._ready = None

    def write(self, piece: Piece) -> None:
        """Write a piece; only while it is not `paused`."""
        self._transport.write(piece.chunk if self._chunked else piece.plain)

    def resumed(self) -> None:
        """The server's word that all has left."""
        self.paused = False
        if self._ready is not None:
            self._ready()
