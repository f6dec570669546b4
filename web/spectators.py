"""The process for spectators: one listener of the kit's feed that serves pages and board to any crowd."""

import http.client
import logging
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from flask import Response

from fieldkit.clock import Clock
from fieldkit.errors import Misread
from fieldkit.following import Listener, ParsedView, usual_rate
from fieldkit.games import Game
from fieldkit.language.catalogue import catalogue
from fieldkit.referee.feed import EncodedView, Feed
from fieldkit.settings import Settings
from fieldkit.settings.folders import journal_path
from web import api, app, matches, pages
from web.app import Site
from web.connection_limit import ConnectionLimit
from web.feed import LiveFeed
from web.host_names import AllowedHosts
from web.language import TranslatedFlask
from web.redirects import KEY, ToReferee
from web.request_body import BodyReader
from web.tls import Certificates

log = logging.getLogger(__name__)

AGENT = "fieldkit-spectators"
"""By this name the kit knows that a listener is no phone."""
TELL_S = 1.0
"""Interval (s) of telling the kit that spectators are served here."""
PATIENCE_S = 2.0
"""Timeout (s) of that."""
_START_S = 5.0


class _Rate(msgspec.Struct, frozen=True):
    rate: float | None = None


class _Frame(msgspec.Struct, frozen=True):
    now: float
    rev: int = 0
    clock: _Rate = _Rate()


class Mirror:
    """The kit's public board, followed from outside; ``key`` tells the kit that this is its own process."""

    def __init__(self, url: str, key: str, clock: Clock) -> None:
        self.feed = Feed()
        more = {KEY: key} if key else {}
        self._listener = Listener(
            url, self._take, clock.rate, log.warning, agent=AGENT, patience=_START_S, more=more
        )

    def start(self) -> None:
        """Begin to follow."""
        self._listener.start()

    def close(self) -> None:
        """Follow no longer."""
        self._listener.stop()

    def now_ms(self) -> int:
        """Return the moment, in ms of the kit's clock."""
        return int(self._listener.now_ms())

    def is_linked(self) -> bool:
        """Tell whether the kit was heard a moment ago, and has shown its board."""
        return self._listener.picture is not None and self._listener.linked

    def _take(self, body: bytes) -> ParsedView[int]:
        """Take a board as the kit sent it, with its moment first; it is passed on as it is."""
        try:
            frame = msgspec.json.decode(body, type=_Frame)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Misread(f"a view that makes no sense: {error}") from None
        stamp, comma, rest = body.partition(b",")
        if not (comma and stamp.startswith(b'{"now":')):
            raise Misread("a view without its moment")
        self.feed.show(EncodedView(frame.rev, b"{" + rest, b"{}"))
        return ParsedView(frame.rev, frame.now, usual_rate(frame.clock.rate))


def create_site(
    mirror: Mirror, settings: Settings, data: Path, games: Mapping[str, Game], web_port: int, url: str
) -> Site:
    """Make what the process serves. ``web_port`` is the kit's own, or ``url`` its address elsewhere."""
    spoken = catalogue(settings.web.language)
    flask = TranslatedFlask(app.__name__, spoken)
    flask.register_blueprint(pages.for_everybody(settings, games, Feed()))
    flask.register_blueprint(api.for_everybody(mirror))
    journal, kit = journal_path(settings, data), settings.kit.name
    # What was read is kept where systemd says: as a service, it may only look into the data folder.
    cache = Path(os.environ.get("CACHE_DIRECTORY") or data)
    flask.register_blueprint(matches.blueprint(mirror, journal, cache, games, kit, spoken.language))
    app.finish(flask, spoken.language)

    @flask.get("/api/health")
    def health() -> Response:
        linked = mirror.is_linked()
        return api.answer({"ok": linked, "phones": mirror.feed.phones}, 200 if linked else 503)

    feed = LiveFeed(mirror, None, settings.web, linked=mirror.is_linked)
    names, certificates = AllowedHosts(settings.web.names), Certificates(data, settings.web.names)
    limit, lead = ConnectionLimit.of(settings.web), ToReferee(web_port, url)
    return Site(flask, feed, {}, spoken.language, limit, names, certificates, lead, BodyReader())


class PortAnnouncer:
    """Tells the kit at ``host`` and ``port``, from a thread of its own, that spectators are served here."""

    def __init__(self, host: str, port: int, key: str, own_port: int, phones: Callable[[], int]) -> None:
        self._address = host.strip("[]"), port
        self._headers = {KEY: key, "Content-Type": "application/json"}
        self._own_port, self._phones = own_port, phones
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="telling", daemon=True)

    def start(self) -> None:
        """Begin to tell."""
        self._thread.start()

    def close(self) -> None:
        """Tell no more."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        line = http.client.HTTPConnection(*self._address, timeout=PATIENCE_S)
        while True:
            told = msgspec.json.encode({"port": self._own_port, "phones": self._phones()})
            try:
                line.request("POST", "/api/spectators", told, self._headers)
                line.getresponse().read()
            except (OSError, http.client.HTTPException):  # it is away; the feed says so
                line.close()
            if self._closing.wait(TELL_S):
                line.close()
                return
