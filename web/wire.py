"""Shared by all endpoints: the caller, strict JSON in and plain JSON out."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any

import msgspec
from werkzeug.http import parse_cookie

from fieldkit.errors import error
from fieldkit.phrases import N_, Language, Message

Scope = MutableMapping[str, Any]
AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]
Headers = Sequence[tuple[str, str]]

MAX_DEPTH = 16
"""Maximum nesting of a body's objects and lists."""
COOKIE = "fieldkit"
"""The name of the session cookie."""
KNOWN = "-known"
"""Suffix of the cookie of a device that a referee was logged in on: it gives no right but
tries of its own."""
SECURE = "__Secure-"
"""Prefix of both names by https: no browser lets a cookie that came by https be replaced by http,
so with one name for both a tablet could not log in at a kit that speaks http alone again."""
NO_STORE: Headers = (("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"))
"""The headers of every answer that belongs to one caller."""

_ONCE = (b"origin", b"authorization", b"content-type", b"sec-fetch-site")
"""The headers by which the kit decides and which must not be there twice."""
CLOSE: Headers = (("Connection", "close"),)
"""The header that ends a connection whose request was not read to its end."""

_HOST = re.compile(r"[A-Za-z0-9._\-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
LOOPBACK = ("127.0.0.1", "::1")
"""The addresses from which the kit's own machine asks."""
_OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Refused(Exception):
    """A request that the web refuses, in the contract's form; ``params`` fill the English ``message``."""

    def __init__(self, status: int, code: str, message: str, headers: Headers = (), **params: object) -> None:
        self.said = Message(message, params)
        super().__init__(str(self.said))
        self.status = status
        self.code = code
        self.headers = headers

    def body(self, translate: Language) -> dict[str, Any]:
        """Return ``{"error": {"code", "message", "rule"}}`` in the language of ``translate``."""
        return error(self.code, translate(self.said))


class Gone(Exception):
    """The caller hung up before its request was whole."""


class Caller(msgspec.Struct, frozen=True):
    """The sender of a request: ``own`` origin here, session ``token``, ``known`` mark, ``pin`` as Bearer."""

    address: str
    own: str
    origin: str | None
    fetch_site: str
    content_type: str
    token: str
    pin: str | None
    known: str = ""

    @classmethod
    def of(cls, scope: Scope, cookie: str = COOKIE, is_secure: bool | None = None) -> Caller:
        """Return the caller of an ASGI request; ``cookie`` is the session's name by http."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        scheme, _, given = headers.get(b"authorization", "").partition(" ")
        client = scope.get("client")
        cookies = parse_cookie(headers[b"cookie"]) if b"cookie" in headers else {}
        safe = scope.get("scheme", "http") == "https" if is_secure is None else is_secure
        names = cookie_names(safe, cookie)
        return cls(
            address=client[0] if client else "",
            own=f"{scope.get('scheme', 'http')}://{headers.get(b'host', '')}",
            origin=headers.get(b"origin"),
            fetch_site=headers.get(b"sec-fetch-site", ""),
            content_type=headers.get(b"content-type", ""),
            token=cookies.get(names[0]) or cookies.get(cookie, ""),
            pin=given.strip() if scheme.lower() == "bearer" else None,
            known=cookies.get(names[1]) or cookies.get(cookie + KNOWN, ""),
        )

    @property
    def is_secure(self) -> bool:
        """Tell whether they ask by https."""
        return self.own.startswith("https:")

    @property
    def is_local(self) -> bool:
        """Tell whether the kit's own machine asks."""
        return self.address in LOOPBACK

    @property
    def is_here(self) -> bool:
        """Tell whether the kit's own machine asks, by a name that only leads to itself."""
        return self.is_local and is_own_name(self.own)


def cookie_names(is_secure: bool, cookie: str = COOKIE) -> tuple[str, str]:
    """Return what the cookies of a session and of a known device are called, by https or by http."""
    before = SECURE if is_secure else ""
    return before + cookie, before + cookie + KNOWN


def is_own_name(own: str) -> bool:
    """Tell whether an origin only leads to the machine that asks for it."""
    return re.sub(r":[0-9]+$", "", host_of(own) or "") in _OWN_NAMES


def host_of(own: str) -> str | None:
    """Return the host and port of an origin, or None when it is none that a browser could open."""
    host = own.partition("://")[2]
    return host if _HOST.fullmatch(host) else None


def check_head(scope: Scope) -> None:
    """Raise Refused (400) for a head that two readers may understand as two requests, or as two callers."""
    names = [name for name, _ in scope["headers"]]
    if b"content-length" in names and b"transfer-encoding" in names:
        text = N_("The request gives its length in two ways.")
        raise Refused(400, "bad_head", text, CLOSE)
    for name in _ONCE:
        if names.count(name) > 1:
            text = N_("The request names its {header} twice.")
            raise Refused(400, "bad_head", text, CLOSE, header=name.decode())


def parse_object(body: bytes) -> dict[str, Any]:
    """Decode a body as one object in strict JSON, not deeper than `MAX_DEPTH`. Raises Refused (400)."""
    try:
        decoded = json.loads(body.decode(), object_pairs_hook=_object, parse_constant=_no_constant)
        _check(decoded, MAX_DEPTH)
    except RecursionError:
        raise Refused(400, "bad_json", N_("The JSON is nested too deeply.")) from None
    except ValueError as mistake:
        text = N_("The request is not JSON that the kit can read: {mistake}.")
        raise Refused(400, "bad_json", text, mistake=mistake) from None
    if not isinstance(decoded, dict):
        raise Refused(400, "bad_json", N_("The request must be a JSON object."))
    return decoded


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return made


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _check(value: object, depth: int) -> None:
    """Raise ValueError for what JSON allows but the record could not keep."""
    if depth == 0:
        raise ValueError("it is nested too deep")
    match value:
        case str():
            value.encode()
        case bool() | None:
            pass
        case int() if not -(2**63) <= value < 2**63:
            raise ValueError("an integer has more than 64 bits")
        case float() if not math.isfinite(value):
            raise ValueError("a number is too large")
        case list():
            for item in value:
                _check(item, depth - 1)
        case dict():
            for key, item in value.items():
                _check(key, depth - 1)
                _check(item, depth - 1)


async def respond(
    send: Send,
    status: int,
    body: Mapping[str, Any] | bytes,
    headers: Iterable[tuple[str, str]] = NO_STORE,
    mimetype: str = "application/json",
) -> None:
    """Send one whole answer, JSON as a rule."""
    content = body if isinstance(body, bytes) else msgspec.json.encode(body)
    lines = [("Content-Type", mimetype), ("Content-Length", str(len(content))), *headers]
    encoded = [(name.lower().encode(), value.encode()) for name, value in lines]
    await send({"type": "http.response.start", "status": status, "headers": encoded})
    await send({"type": "http.response.body", "body": content})


async def refuse(send: Send, refused: Refused, translate: Language) -> None:
    """Send a refusal in the contract's error form; as a sentence to who opened a wrong address."""
    if refused.status == 421:
        text = f"{translate(refused.said)}\n".encode()
        return await respond(send, 421, text, NO_STORE, "text/plain; charset=utf-8")
    await respond(send, refused.status, refused.body(translate), (*NO_STORE, *refused.headers))
