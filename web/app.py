"""The web interface as one application: whole bodies first, then native endpoints, and Flask for the rest."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
from a2wsgi import WSGIMiddleware
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from fieldkit.clock import Clock
from fieldkit.errors import error
from fieldkit.games import Game
from fieldkit.language.catalogue import catalogue
from fieldkit.phrases import N_, Language, Term
from fieldkit.settings import Settings
from fieldkit.settings.folders import journal_path
from web import api, matches, pages, uplink, wire
from web.codes import present_in
from web.commands import Commands, Sheets
from web.connection_limit import ConnectionLimit
from web.feed import LiveFeed
from web.host_names import AllowedHosts
from web.language import TranslatedFlask
from web.pin import crowd_key
from web.redirects import Secure, SpectatorAnnouncements, ToSpectators, answer_probe, probed_host
from web.request_body import BodyReader
from web.session import Session
from web.tls import Certificates
from web.wire import NO_STORE, AsgiMessage, Caller, Gone, Receive, Refused, Scope, Send

if TYPE_CHECKING:
    from fieldkit.kit_page.page import KitPage
    from fieldkit.referee.referee import Referee

log = logging.getLogger(__name__)

WORKERS = 8
"""Threads for Flask. None of them ever waits for a caller or for the referee."""

Native = Callable[[Scope, bytes, Send], Awaitable[None]]
"""Answers a path by itself, without a thread; may raise Refused."""
Lead = Callable[[Scope], str | None]
"""Returns the address that a request has to go to instead, or None."""
_POLICY = "Content-Security-Policy"
_PAGE_HEADERS = {
    _POLICY: (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}

_SENTENCES = {
    400: Term("The kit does not understand this request."),
    404: Term("There is nothing at this address."),
    405: Term("This address does not do that."),
}
_CANNOT = Term("The kit cannot do that.")
_BROKEN_PAGE = "<!doctype html><html lang=en><title>500</title><h1>500</h1><p>{message}</p></html>"


@dataclass(eq=False)
class Site:
    """The web interface as one ASGI application; ``natives`` answer their paths, ``lead`` redirects."""

    flask: Flask
    feed: LiveFeed
    natives: Mapping[str, Native]
    translate: Language
    limit: ConnectionLimit
    names: AllowedHosts
    certificates: Certificates
    lead: Lead
    bodies: BodyReader

    def __post_init__(self) -> None:
        self._secure = Secure(self.certificates)
        self._wsgi: Any = WSGIMiddleware(cast(Any, self.flask), workers=WORKERS)

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
            wire.check_head(scope)
            if (host := probed_host(scope)) is not None:
                return await answer_probe(host, scope, send)
            self.names.check(scope)
            await self._route(scope, receive, send)
        except Refused as refused:
            await wire.refuse(send, refused, self.translate)
        except Gone:
            return

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if pause := self.limit.delay_s(scope["client"][0] if scope.get("client") else ""):
            await asyncio.sleep(pause)
        if (there := self.lead(scope) or self._secure.there(scope)) is not None:
            return await wire.respond(send, 307, b"", (*NO_STORE, ("Location", there)), "text/plain")
        if scope["path"] == "/api/feed":
            return await self.feed(scope, receive, send)
        async with self.bodies.hold(scope, receive) as body:
            await self._answer(scope, body, send)

    async def _answer(self, scope: Scope, body: bytes, send: Send) -> None:
        native = self.natives.get(scope["path"])
        if native is None:
            return await self._flask(scope, body, send)
        if scope["method"] != "POST":
            raise Refused(405, "wrong_method", N_("This address does not do that."), (("Allow", "POST"),))
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


def create_app(
    referee: Referee,
    settings: Settings,
    data: Path,
    games: Mapping[str, Game],
    clock: Clock,
    kit_page: KitPage,
) -> Site:
    """Make the web interface (ASGI), with PIN and cookie key in ``data``. Raises FieldkitError."""
    elsewhere = referee.feed.elsewhere
    limit = ConnectionLimit.of(settings.web, lambda: elsewhere.port is not None)
    certificates = Certificates(data, settings.web.names)
    secure, present = Secure(certificates), present_in(referee.feed)
    session = Session(settings, data, clock, present, referee.guessed, limit.trust, secure.check)
    spoken, kit = catalogue(settings.web.language), settings.kit.name
    flask = TranslatedFlask(__name__, spoken)
    flask.register_blueprint(api.for_everybody(referee))
    description = cache(lambda: _description(games))
    flask.register_blueprint(api.blueprint(referee, kit_page, session, games, description))
    flask.register_blueprint(uplink.blueprint(settings, data, session, referee.feed.uplink))
    flask.register_blueprint(pages.for_everybody(settings, games, referee.feed))
    flask.register_blueprint(pages.blueprint(settings, data, session, games, certificates))
    journal = journal_path(settings, data)
    flask.register_blueprint(matches.blueprint(referee, journal, data, games, kit, spoken.language))
    finish(flask, spoken.language)
    announced = SpectatorAnnouncements(elsewhere, crowd_key(data))
    feed = LiveFeed(referee, session, settings.web, is_crowd=announced.is_from_there)
    natives: dict[str, Native] = {
        "/api/commands": Commands(referee, session, games),
        "/api/spectators": announced,
        "/api/sheet": Sheets(referee, clock, announced.is_from_there),
        "/api/uplink": uplink.Uplink(referee.feed.uplink, announced.is_from_there),
    }
    names = AllowedHosts(settings.web.names)
    lead = ToSpectators(elsewhere)
    bodies = BodyReader(lambda scope: session.find(Caller.of(scope)) is not None)
    return Site(flask, feed, natives, spoken.language, limit, names, certificates, lead, bodies)


def finish(flask: Flask, translate: Language) -> None:
    """Set up what all answers of a site share: how errors are told, and what a browser may load."""
    flask.register_error_handler(Refused, partial(_refused, translate))
    flask.register_error_handler(Exception, partial(_failed, translate))
    flask.after_request(_guarded)


def _description(games: Mapping[str, Game]) -> bytes:
    # Here, since its schemas take a tenth of a kit's start and few ever ask for them.
    from web.openapi import describe

    return msgspec.json.encode(describe(games))


def _refused(translate: Language, refused: Exception) -> Response:
    assert isinstance(refused, Refused)
    response = api.answer(refused.body(translate), refused.status)
    response.headers.extend(dict(refused.headers))
    return response


def _failed(translate: Language, failure: Exception) -> Response:
    """Answer with the error as the caller can read it: JSON for ``/api`` and ``/v1``, else a page."""
    if isinstance(failure, HTTPException) and failure.code is not None:
        status, name = failure.code, failure.name
        message = translate(_SENTENCES.get(status, _CANNOT))
    else:
        log.error("a request failed: %s %s", request.method, request.path, exc_info=failure)
        status, name, message = 500, "Bug", translate(Term("The kit had an error; the match is unchanged."))
    if request.path in ("/api", "/v1") or request.path.startswith(("/api/", "/v1/")):
        response = api.answer(error(name.lower().replace(" ", "_"), message), status)
    elif status == 500:
        # The templates may be what failed.
        response = Response(_BROKEN_PAGE.format(message=message), status, mimetype="text/html")
    else:
        page = render_template("error.html", status=status, message=message)
        response = Response(page, status, mimetype="text/html")
    if isinstance(failure, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted(failure.valid_methods or ()))
    return response


def _guarded(response: Response) -> Response:
    for name, value in _PAGE_HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html" and response.headers[_POLICY] == _PAGE_HEADERS[_POLICY]:
        # A page may listen here, and at any port of the host, where the board may come from.
        name = re.sub(r":[0-9]+$", "", wire.host_of(api.caller().own) or "")
        anywhere = f" http://{name}:*" if name and not name.startswith("[") else ""
        response.headers[_POLICY] += f"; connect-src 'self'{anywhere}"
    return response
