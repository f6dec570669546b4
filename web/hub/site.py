"""The hub's web interface as one application: public documents from memory, the feed, Flask for the rest."""

from pathlib import Path
from urllib.parse import urlsplit

from flask import Response, request

from fieldkit.hub.hub import Hub
from fieldkit.language.catalogue import catalogue
from fieldkit.settings import Kit, Settings, Web
from web import app, pages
from web.app import Site
from web.connection_limit import ConnectionLimit
from web.feed import LiveFeed
from web.host_names import AllowedHosts
from web.hub import api, organise
from web.hub import pages as public_pages
from web.hub.login import Login
from web.language import TranslatedFlask
from web.request_body import BodyReader
from web.tls import Certificates
from web.wire import Caller, Receive, Scope, Send, respond

DOCUMENTS = "/v1/events/"
"""The path below which all public documents lie."""
_MADE_OF = ("/fonts/", "/icons/", "/static/", "/colours.css", "/kit.webmanifest")
CACHING = "public, max-age=1, stale-while-revalidate=10"
"""The time for which a cache may keep a document."""
_OF_DOCUMENTS = (
    ("Cache-Control", CACHING), ("Vary", "Accept-Encoding"), ("X-Content-Type-Options", "nosniff"),
    ("Access-Control-Allow-Origin", "*"),
)  # fmt: skip
MAX_BODY_BYTES = 1024 * 1024
"""The longest body of a field or an organiser: one record may be long, and so is a list of teams."""


def create_site(hub: Hub, pin: str, data: Path) -> Site:
    """Make what the hub's process serves; ``pin`` is the organiser's, ``data`` the hub's folder."""
    given, event = hub.settings.hub, hub.event
    shared = ("host", "port", "language", "theme", "listeners", "listeners_each")
    settings = Settings(kit=Kit(name=event.name), web=Web(**{name: getattr(given, name) for name in shared}))
    spoken = catalogue(given.language)
    limit = ConnectionLimit.of(settings.web)
    login = Login(hub.access, pin, given.url, limit.trust)
    flask = TranslatedFlask(app.__name__, spoken)
    flask.register_blueprint(pages.made_of(settings, hub.games))
    flask.register_blueprint(api.blueprint(hub, login))
    flask.register_blueprint(organise.blueprint(hub, login, data))
    flask.register_blueprint(public_pages.blueprint(hub))
    app.finish(flask, spoken.language)
    flask.after_request(_for_crowds)
    public = urlsplit(given.url).hostname
    names = AllowedHosts((*given.names, *([public] if public else [])), setting="[hub] names")
    feed = LiveFeed(hub, None, settings.web)
    bodies = BodyReader(login.is_in, MAX_BODY_BYTES)
    reach = limit, names, Certificates(data, ())
    return _HubSite(hub, flask, feed, {}, spoken.language, *reach, lambda _: None, bodies)


class _HubSite(Site):
    """A site that answers for the public documents without a thread, as thousands ask for them."""

    def __init__(self, hub: Hub, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, as that of the one who has reached the server in front, if there is one."""
        await super().__call__(forwarded(scope), receive, send)

    async def _answer(self, scope: Scope, body: bytes, send: Send) -> None:
        path: str = scope["path"]
        if path.startswith(DOCUMENTS) and scope["method"] in ("GET", "HEAD"):
            found = self._hub.files.get(path.removeprefix(DOCUMENTS))
            if found is not None:
                return await _document(scope, send, found.tag, found.plain, found.packed)
        return await super()._answer(scope, body, send)


def _for_crowds(response: Response) -> Response:
    """Let the server in front keep what all pages are made of, so that a crowd does not ask for it here."""
    if request.path.startswith(_MADE_OF) and response.headers.get("Cache-Control") == "no-cache":
        response.headers["Cache-Control"] = "public, max-age=300, stale-while-revalidate=3600"
    return response


def forwarded(scope: Scope) -> Scope:
    """Return a request as it came to a server in front, which is believed on the hub's own machine alone."""
    headers = dict(scope.get("headers", ()))
    address = headers.get(b"x-forwarded-for", b"").decode("latin-1").strip()
    if not address or not Caller.of(scope).is_local:
        return scope
    secure = headers.get(b"x-forwarded-proto") == b"https"
    return {**scope, "client": (address, 0), "scheme": "https" if secure else "http"}


async def _document(scope: Scope, send: Send, tag: str, plain: bytes, packed: bytes) -> None:
    """Return a document, packed for who takes it so; 304 for who has it."""
    asked = dict(scope["headers"])
    headers = [("ETag", f'W/"{tag}"'), *_OF_DOCUMENTS]
    if tag.encode() in asked.get(b"if-none-match", b""):
        return await respond(send, 304, b"", headers)
    if b"gzip" in asked.get(b"accept-encoding", b""):
        return await respond(send, 200, packed, [*headers, ("Content-Encoding", "gzip")])
    await respond(send, 200, plain, headers)
