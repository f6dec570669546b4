"""http and https on one port: which of them a caller speaks, and what has to come by https.

While the kit has certificates (`web.tls`) a referee logs in by https alone, so that no PIN and no
referee's cookie goes in the clear. Everybody else may go on by http, where their phones know nothing of
the kit's root: spectators, players, captains and the crew; so may the kit's own machine, for its own
processes.
"""

from __future__ import annotations

import asyncio
import re
import socket

from fieldkit.phrases import N_
from web.tls import Certificates
from web.wire import Caller, Refused, Scope, host_of

BEGIN_S = 5.0
"""Timeout of the first byte, and of the TLS handshake."""
_HANDSHAKE = b"\x16"
"""The first byte of TLS, which no request of http begins with."""
_REFEREES = re.compile(r"/(referee|kit|whistle|print|print/match)")


async def speaks_tls(line: socket.socket) -> bool:
    """Tell whether a caller begins with TLS; nothing is taken from the connection.

    Raises OSError, and TimeoutError for who says nothing.
    """
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()

    def come() -> None:
        loop.remove_reader(line)
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(line, come)
    try:
        async with asyncio.timeout(BEGIN_S):
            await ready
    finally:
        loop.remove_reader(line)
    return line.recv(1, socket.MSG_PEEK) == _HANDSHAKE


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


def for_phones(own: str) -> str:
    """Return an origin of the kit for a phone that does not know its root: each port speaks http too."""
    return f"http:{own.removeprefix('https:')}" if own.startswith("https:") else own
