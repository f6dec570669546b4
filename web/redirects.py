"""Two ports of one kit, http and https on each: who asks for what is served elsewhere is led there.

Spectators' pages are served by a process of their own while it is there. While the kit has certificates a
referee logs in by https alone; everybody else, and the kit's own machine, may go on by http. In the kit's own
Wi-Fi devices find the hosts here that they probe for the internet.
"""

import hmac
import re
from urllib.parse import parse_qs

from fieldkit.phrases import N_
from fieldkit.referee.feed import SpectatorProcess
from fieldkit.service.address import lan_address
from fieldkit.service.probes import HOME, HOSTS, PROBES
from web.tls import Certificates
from web.wire import NO_STORE, Caller, Refused, Scope, Send, host_of, is_own_name, parse_object, respond

KEY = "X-Fieldkit-Spectators"
"""The header in which the spectators' process shows the key that lies in the data folder."""
_FOR_SPECTATORS = re.compile(r"/(screen|overlay|season|matches(/[^/]*)?|fair/[^/]*)?")
_FOR_OTHERS = re.compile(r"/(referee|kit|captain|seat|crew|whistle|print(/.*)?)")
_RECORDS = re.compile(r"/(season|matches(/[^/]*)?|fair/[^/]*)")
_REFEREES = re.compile(r"/(referee|kit|whistle|print|print/match)")
_PORT = re.compile(r":[0-9]+$")
_PROBES = {(probe.host, probe.path): probe for probe in PROBES}


def at_port(own: str, port: int) -> str | None:
    """Return an origin of the kit with another port, or None for one that no browser could open."""
    host, scheme = host_of(own), own.partition(":")[0]
    return None if host is None else f"{scheme}://{_PORT.sub('', host)}:{port}"


def for_others(own: str, listens_on: str) -> str:
    """Return an origin as other devices reach it, also where ``own`` would lead them to themselves."""
    if not is_own_name(own):
        return own
    port = _PORT.search(own)
    return f"{own.partition(':')[0]}://{lan_address(listens_on)}{port[0] if port else ''}"


def may_be_redirected(scope: Scope) -> bool:
    """Tell whether a listener can follow the board elsewhere: its page asked, and came over http."""
    asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    return "crowd" in asked and "view" not in asked and _is_plain(scope)


def for_phones(own: str) -> str:
    """Return an origin of the kit for a phone that does not know its root: each port speaks http too."""
    return f"http:{own.removeprefix('https:')}" if own.startswith("https:") else own


def probed_host(scope: Scope) -> str | None:
    """Return the host that a request probes, or None for one of the kit's own."""
    given = next((value for name, value in scope["headers"] if name == b"host"), b"")
    host = _PORT.sub("", given.decode("latin-1")).lower()
    return host if host in HOSTS else None


async def answer_probe(host: str, scope: Scope, send: Send) -> None:
    """Answer as the system expects; lead a sign-in sheet, and who opens the host in a browser, to the kit."""
    probe = _PROBES.get((host, scope["path"]))
    if probe is None:
        place = ("Location", f"http://{HOME}/welcome")
        return await respond(send, 302, b"", (*NO_STORE, place), "text/plain")
    await respond(send, probe.status, probe.body.encode(), NO_STORE, probe.mimetype)


class ToSpectators:
    """Redirects from the ``[web]`` port: spectators' pages and feeds, while their process is there."""

    def __init__(self, elsewhere: SpectatorProcess) -> None:
        self._elsewhere = elsewhere

    def __call__(self, scope: Scope) -> str | None:
        """Return the address to go to, or None for what is answered here."""
        path, port = scope["path"], self._elsewhere.port
        if port is None or scope["method"] not in ("GET", "HEAD"):
            return None
        is_theirs = _FOR_SPECTATORS.fullmatch(path) is not None and _is_plain(scope)
        if is_theirs or (path == "/api/feed" and may_be_redirected(scope)):
            return _there(scope, at_port(Caller.of(scope).own, port))
        return None


class ToReferee:
    """Redirects from the spectators' port all that needs a log-in; ``url`` is a kit on another machine."""

    def __init__(self, port: int, url: str = "") -> None:
        self._port, self._url = port, url.rstrip("/")

    def __call__(self, scope: Scope) -> str | None:
        """Return the address to go to, or None for what is answered here."""
        wanted = _FOR_OTHERS.fullmatch(scope["path"]) or (self._url and _RECORDS.fullmatch(scope["path"]))
        if not wanted:
            return None
        return _there(scope, self._url or at_port(Caller.of(scope).own, self._port))


class Secure:
    """Knows what has to come by https; any thread may ask."""

    def __init__(self, certificates: Certificates) -> None:
        self._certificates = certificates

    def there(self, scope: Scope) -> str | None:
        """Return the address by https of a referee's page that was opened without, or None."""
        if scope["method"] != "GET" or not _REFEREES.fullmatch(scope["path"]):
            return None
        caller = Caller.of(scope)
        host = host_of(caller.own)
        if host is None or not self._must(caller):
            return None
        query = scope["query_string"].decode("latin-1")
        return f"https://{host}{scope['path']}{f'?{query}' if query else ''}"

    def check(self, caller: Caller) -> None:
        """Raise Refused (403) for who would log in as a referee in the clear."""
        if self._must(caller):
            address = f"https://{host_of(caller.own) or ''}/referee"
            text = N_("A referee logs in at {address}; this device has to trust the kit's root first.")
            raise Refused(403, "use_https", text, address=address)

    def _must(self, caller: Caller) -> bool:
        return not caller.is_local and not caller.is_secure and self._certificates.is_on


class SpectatorAnnouncements:
    """``POST /api/spectators``: each second the spectators' process says where it is, and who follows."""

    def __init__(self, elsewhere: SpectatorProcess, key: str) -> None:
        self._elsewhere = elsewhere
        self._key = key

    def is_from_there(self, scope: Scope) -> bool:
        """Tell whether a request shows the key."""
        return hmac.compare_digest(dict(scope["headers"]).get(KEY.lower().encode(), b""), self._key.encode())

    async def __call__(self, scope: Scope, body: bytes, send: Send) -> None:
        """Take it in; raises Refused (400, 403)."""
        if not self.is_from_there(scope):
            raise Refused(403, "not_yours", N_("Only the kit's own processes may do that."))
        told = parse_object(body)
        port, phones = _count(told.get("port")), _count(told.get("phones"))
        if port is None or phones is None or not 0 < port < 65536:
            raise Refused(400, "bad_request", N_('Send {"port": 8081, "phones": 12}.'))
        self._elsewhere.note(port, phones)
        await respond(send, 200, {"ok": True})


def _count(value: object) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value < 1_000_000 else None


def _is_plain(scope: Scope) -> bool:
    return bool(scope.get("scheme", "http") == "http")


def _there(scope: Scope, origin: str | None) -> str | None:
    if origin is None:
        return None
    query = scope["query_string"].decode("latin-1")
    path = scope["raw_path"].decode("latin-1").partition("?")[0]
    return f"{origin}{path}?{query}" if query else f"{origin}{path}"
