"""The outer application: whole bodies first, then the native endpoints, and Flask for everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from flask import Flask

from fieldkit.phrases import N_, Language
from web.connection_limit import ConnectionLimit
from web.feed import LiveFeed
from web.host_names import AllowedHosts
from web.request_body import BodyReader
from web.secure import Secure
from web.tls import Certificates
from web.wire import NO_STORE, AsgiMessage, Gone, Receive, Refused, Scope, Send, check_head, refuse, respond

log = logging.getLogger(__name__)

NATIVE = {"/api/feed": ("GET",), "/api/commands": ("POST",), "/api/uplink": ("POST",)}
"""The paths that Flask never sees, with their methods."""
WORKERS = 8
"""Threads for Flask. None of them ever waits for a caller or for the referee."""


Native = Callable[[Scope, bytes, Send], Awaitable[None]]
"""Answers a path by itself, without a thread; may raise Refused."""
Lead = Callable[[Scope], str | None]
"""Returns the address that a request has to go to instead, or None."""


class Site:
    """The whole web interface as one ASGI application; the server closes and releases it at its end.

    ``natives`` answer their paths by themselves, ``lead`` says who is led to another port;
    ``bodies`` reads what they send.
    """

    def __init__(
        self,
        flask: Flask,
        feed: LiveFeed,
        natives: Mapping[str, Native],
        translate: Language,
        limit: ConnectionLimit,
        names: AllowedHosts,
        certificates: Certificates,
        lead: Lead,
        bodies: BodyReader,
    ) -> None:
        self.limit = limit
        self.certificates = certificates
        self._names = names
        self._secure = Secure(certificates)
        self.flask = flask
        self.feed = feed
        self._natives = natives
        self._lead = lead
        self._bodies = bodies
        self._translate = translate
        self._wsgi: Any = WSGIMiddleware(cast(Any, flask), workers=WORKERS)

    def close(self) -> None:
        """End the feeds and refuse new ones."""
        self.feed.close()

    def release(self) -> None:
        """Let the threads go; nothing may be asked of the site after this."""
        self._wsgi.executor.shutdown(wait=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return
        try:
            check_head(scope)
            self._names.check(scope)
            await self._route(scope, receive, send)
        except Refused as refused:
            await refuse(send, refused, self._translate)
        except Gone:
            return

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if pause := self.limit.delay_s(scope["client"][0] if scope.get("client") else ""):
            await asyncio.sleep(pause)
        if (there := self._lead(scope) or self._secure.there(scope)) is not None:
            return await respond(send, 307, b"", (*NO_STORE, ("Location", there)), "text/plain")
        if scope["path"] == "/api/feed":
            return await self.feed(scope, receive, send)
        async with self._bodies.hold(scope, receive) as body:
            await self._answer(scope, body, send)

    async def _answer(self, scope: Scope, body: bytes, send: Send) -> None:
        native = self._natives.get(scope["path"])
        if native is None:
            return await self._flask(scope, body, send)
        try:
            await native(scope, body, send)
        except Refused:
            raise
        except Exception:
            log.exception("%s failed", scope["path"])
            raise Refused(500, "bug", N_("The kit had an error; the match is unchanged.")) from None

    async def _flask(self, scope: Scope, body: bytes, send: Send) -> None:
        """Let a thread make the whole answer; sending it, which may take long, is not the thread's work."""
        framing = (b"content-length", b"transfer-encoding", b"expect")
        headers = [(name, value) for name, value in scope["headers"] if name not in framing]
        headers.append((b"content-length", b"%d" % len(body)))
        answer: list[AsgiMessage] = []

        async def read() -> AsgiMessage:
            return {"type": "http.request", "body": body, "more_body": False}

        async def keep(message: AsgiMessage) -> None:
            answer.append(message)

        await self._wsgi({**scope, "headers": headers}, read, keep)
        start, *parts = answer
        await send(start)
        await send({"type": "http.response.body", "body": b"".join(part["body"] for part in parts)})
