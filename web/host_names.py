"""The names and addresses that the kit answers to; by others a page could read it (DNS rebinding)."""

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple

from fieldkit.phrases import N_
from web.wire import Refused, Scope, host_of

ALWAYS = ("localhost", "kit", "fieldkit")
"""Names of every kit."""
LOCAL = ("local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box")
"""Suffixes that a router puts behind the name of a machine, and nobody outside can have."""
_PRIVATE_4 = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16")
PRIVATE = tuple(map(ip_network, (*_PRIVATE_4, "::1/128", "fc00::/7", "fe80::/10")))
_PORT = re.compile(r":[0-9]{1,5}\Z")


class Wanted(NamedTuple):
    """The names and addresses that a certificate has to cover."""

    names: tuple[str, ...]
    addresses: tuple[str, ...]


class AllowedHosts:
    """Knows the kit's names; ``more`` are those of the ``setting``, ``machine`` is the machine's own."""

    def __init__(self, more: Iterable[str] = (), machine: str = "", setting: str = "[web] names") -> None:
        self._setting = setting
        names = [*ALWAYS, (machine or socket.gethostname()).lower()]
        names += [f"{name}.{ending}" for name in names for ending in LOCAL]
        self._names = frozenset((*names, *(name.lower() for name in more)))
        self._holds = lru_cache(maxsize=256)(self._look)

    def check(self, scope: Scope) -> None:
        """Raise Refused (421) for a request to somebody else, (400) for a name that is none."""
        host = next((value for name, value in scope["headers"] if name == b"host"), None)
        if host is None:  # HTTP/1.0: no browser speaks it
            return
        here = scope.get("server") or ("", 0)
        given = host.decode("latin-1")
        if host_of(f"://{given}") is None:
            raise Refused(400, "bad_request", N_("The request names a host that cannot exist."))
        if not self._holds(given, here[0]):
            own = here[0] if ":" not in here[0] else f"[{here[0]}]"
            address = f"{scope.get('scheme', 'http')}://{own}:{here[1]}/"
            text = N_("The kit does not go by the name {name}. Open {address}, or add it to {setting}.")
            name, setting = _PORT.sub("", given), self._setting
            raise Refused(421, "wrong_host", text, name=name, address=address, setting=setting)

    def _look(self, host: str, here: str) -> bool:
        name = _PORT.sub("", host).lower().rstrip(".")
        if name in self._names:
            return True
        found = _address(name.strip("[]"))
        if found is None:
            return False
        return found == _address(here) or any(found in network for network in PRIVATE)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
