"""Puts the web interface together: the pages, the API and the live feed as one application."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from fieldkit.answers import error
from fieldkit.clock import Clock
from fieldkit.games import Game
from fieldkit.language.catalogue import catalogue
from fieldkit.phrases import Language, Term
from fieldkit.referee.feed import RefereeApi
from fieldkit.settings import Settings, journal_path
from web import api, charts, fair, kit, matches, pages, trust, uplink
from web.asgi import Native, Site
from web.codes import present_in
from web.commands import Commands
from web.connection_limit import ConnectionLimit
from web.feed import LiveFeed
from web.host_names import AllowedHosts
from web.kit import KitPage
from web.language import TranslatedFlask
from web.pin import crowd_key
from web.redirects import SpectatorAnnouncements, ToSpectators
from web.request_body import BodyReader
from web.secure import Secure
from web.session import Session
from web.tls import Certificates
from web.wire import Caller, Refused, host_of

__all__ = ["Site", "create_app", "finish"]

log = logging.getLogger(__name__)

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


def create_app(
    referee: RefereeApi,
    settings: Settings,
    data: Path,
    games: Mapping[str, Game],
    clock: Clock,
    kit_page: KitPage,
) -> Site:
    """Make the web interface as an ASGI application, to be run by `web.server.serve`.

    ``data`` is the folder of the PIN and the cookie key, made there at the first start. Raises FieldkitError
    if that cannot be.
    """
    elsewhere = referee.feed.elsewhere
    limit = ConnectionLimit.of(settings.web, lambda: elsewhere.port is not None)
    certificates = Certificates(data, settings.web.names)
    secure, present = Secure(certificates), present_in(referee.feed)
    session = Session(settings, data, clock, present, referee.guessed, limit.trust, secure.check)
    spoken = catalogue(settings.web.language)
    flask = TranslatedFlask(__name__, spoken)
    flask.register_blueprint(api.for_everybody(referee))
    flask.register_blueprint(api.blueprint(referee, session, games, cache(lambda: _description(games))))
    flask.register_blueprint(kit.blueprint(kit_page, session, referee.now_ms))
    flask.register_blueprint(uplink.blueprint(settings, data, session, referee.feed.uplink))
    flask.register_blueprint(pages.for_everybody(settings, games, referee.feed))
    flask.register_blueprint(pages.blueprint(settings, data, session, games))
    flask.register_blueprint(trust.blueprint(certificates))
    flask.register_blueprint(charts.blueprint(referee, games, spoken.language))
    journal = journal_path(settings, data)
    flask.register_blueprint(fair.blueprint(journal, games, settings.kit.name, spoken.language))
    flask.register_blueprint(
        matches.blueprint(referee, journal, data, games, settings.kit.name, spoken.language)
    )
    finish(flask, spoken.language)
    announced = SpectatorAnnouncements(elsewhere, crowd_key(data))
    feed = LiveFeed(referee, session, settings.web, is_crowd=announced.is_from_there)
    natives: dict[str, Native] = {
        "/api/commands": Commands(referee, session, games),
        "/api/spectators": announced,
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
        response.headers[_POLICY] += f"; connect-src {_reached()}"
    return response


def _reached() -> str:
    """Return where a page may listen: here, and at any port of the host, where the board may come from."""
    host = host_of(api.caller().own)
    name = None if host is None else re.sub(r":[0-9]+$", "", host)
    return "'self'" if name is None or name.startswith("[") else f"'self' http://{name}:*"
