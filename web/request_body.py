"""The bodies of requests, read whole before anything else is done: small ones of strangers, in one budget."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cached_property

from fieldkit.phrases import N_
from web.wire import CLOSE, Gone, Receive, Refused, Scope

SMALL_BODY_BYTES = 16 * 1024
"""The longest body of somebody who is not logged in."""
MAX_BODY_BYTES = 64 * 1024
"""The longest body of somebody who is, where a site allows no longer ones."""
MAX_HELD_BYTES = 8 * 1024 * 1024
"""Memory for the bodies of all strangers together; nobody who is logged in waits for them."""
BODY_S = 3.0
"""Timeout of a whole body."""
MAX_SWALLOWED_BYTES = 16 * 1024 * 1024
"""Bytes of a body that is too long which are read and dropped, so that its sender reads the refusal."""


class BodyReader:
    """Reads and holds bodies; ``is_in``: the sender is logged in, ``most``: the bytes that they may send."""

    def __init__(self, is_in: Callable[[Scope], bool] = lambda _: False, most: int = MAX_BODY_BYTES) -> None:
        self.is_in = is_in
        self.most = most
        self.held = 0
        """Bytes held for requests that are not answered yet."""

    @asynccontextmanager
    async def hold(self, scope: Scope, receive: Receive) -> AsyncIterator[bytes]:
        """Read a body whole, and count it until the block ends; raises Refused (408, 413, 503) and Gone."""
        reading = _Reading(self, scope)
        try:
            yield await reading.whole(receive)
        finally:
            self.held -= len(reading.body)


class _Reading:
    def __init__(self, bodies: BodyReader, scope: Scope) -> None:
        self._bodies, self._scope = bodies, scope
        self._read = 0
        self.body = bytearray()

    async def whole(self, receive: Receive) -> bytes:
        """Read all of it."""
        told = dict(self._scope["headers"])
        declared = told.get(b"content-length", b"")
        if declared.isdigit() and b"expect" in told and self._is_too_long(int(declared)):
            raise self._too_long()
        try:
            async with asyncio.timeout(BODY_S):
                while await self._take(receive):
                    pass
        except TimeoutError:
            if not self._is_too_long(self._read):
                message = N_("The request was not complete within {seconds} s.")
                raise Refused(408, "too_slow", message, CLOSE, seconds=f"{BODY_S:g}") from None
        if self._is_too_long(self._read):
            raise self._too_long()
        return bytes(self.body)

    async def _take(self, receive: Receive) -> bool:
        """Take what comes next; whether there is more to wait for."""
        arrived = await receive()
        if arrived["type"] != "http.request":
            raise Gone
        part = arrived.get("body", b"")
        self._read += len(part)
        if not self._is_too_long(self._read):
            if self._bodies.held + len(part) > MAX_HELD_BYTES and not self._is_in:
                text = N_("The kit is too busy; try again in a moment.")
                raise Refused(503, "busy", text, (*CLOSE, ("Retry-After", "1")))
            self.body += part
            self._bodies.held += len(part)
        return bool(arrived.get("more_body", False)) and self._read <= MAX_SWALLOWED_BYTES

    @cached_property
    def _is_in(self) -> bool:
        """Tell whether somebody who is logged in asks; only where it matters, since a wrong PIN counts."""
        try:
            return self._bodies.is_in(self._scope)
        except Refused:
            return False

    @property
    def _most(self) -> int:
        return self._bodies.most if self._is_in else SMALL_BODY_BYTES

    def _is_too_long(self, length: int) -> bool:
        return length > SMALL_BODY_BYTES and length > self._most

    def _too_long(self) -> Refused:
        text = N_("A request may have at most {most} KB.")
        return Refused(413, "too_long", text, CLOSE, most=self._most // 1024)
