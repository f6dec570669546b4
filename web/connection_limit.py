"""The connection limit of a port: for each address, and for all strangers, who leave room for the trusted."""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import ExitStack

from fieldkit.settings import Web
from web.packet_filter import MAX_BLOCKED
from web.rate_limit import network
from web.wire import LOOPBACK

EACH = 320
"""Maximum of connections of one address, where the settings ask for no more."""
IN_ALL = 3200
"""Maximum of all strangers together."""
ON_TOP = 800
"""Maximum on top for trusted addresses, when strangers have taken all of theirs."""
MAX_TRUSTED = 512
"""Maximum of trusted addresses; beyond that the one longest unheard of is forgotten."""
FEW = 64
"""Maximum of connections of a stranger's address while spectators are served elsewhere."""
UNBLOCK_BELOW = 0.75
"""A network is let in again when it holds no more than this part of its limit."""
REQUESTS_PER_S = 40.0
"""Request rate of one stranger while spectators are served elsewhere."""
BURST = 120
"""Requests at once on top of that rate: a page with all that belongs to it."""
MAX_PACED = 4096
"""Addresses whose requests are counted, before idle ones are forgotten."""


class ConnectionLimit:
    """Counts the connections of one port: ``each`` of an address, ``in_all`` of strangers."""

    def __init__(
        self, each: int = EACH, in_all: int = IN_ALL, elsewhere: Callable[[], bool] = lambda: False
    ) -> None:
        self._each, self._in_all = each, in_all
        self._held: Counter[str] = Counter()
        self._all = 0
        self.blocked: set[str] = set()
        """The networks that were turned away and still hold much of what they may (`web.packet_filter`)."""
        self._lock = threading.Lock()
        self._trusted: OrderedDict[str, None] = OrderedDict()
        self._elsewhere = elsewhere
        self._due: dict[str, float] = {}

    @classmethod
    def of(cls, settings: Web, elsewhere: Callable[[], bool] = lambda: False) -> ConnectionLimit:
        """Make a limit with room for the listeners that the settings allow, and some more."""
        each = max(EACH, settings.listeners_each + FEW)
        return cls(each, max(IN_ALL, settings.listeners + ON_TOP), elsewhere)

    def __len__(self) -> int:
        """Return how many connections are held."""
        return self._all

    def acquire(self, address: str) -> ExitStack | None:
        """Return the place of a connection from ``address``, or None when it has to be turned away.

        To close it frees the place; again it does nothing.
        """
        key = network(address)
        is_trusted, is_own = key in self._trusted, address in LOOPBACK
        is_full = self._all >= self._in_all + ON_TOP * is_trusted
        if is_full or (self._held[key] >= self._limit(key) and not is_own):
            if not (is_own or is_trusted) and len(self.blocked) < MAX_BLOCKED:
                self.blocked.add(key)
            return None
        self._held[key] += 1
        self._all += 1
        place = ExitStack()
        place.callback(self._release, key)
        return place

    def unblock(self) -> None:
        """Let those try again who hold a good deal less than they may, where there is room at all."""
        if self._all <= UNBLOCK_BELOW * self._in_all:
            self.blocked = {key for key in self.blocked if self._held[key] > UNBLOCK_BELOW * self._limit(key)}

    def _limit(self, key: str) -> int:
        return FEW if self._elsewhere() and key not in self._trusted else self._each

    def _release(self, key: str) -> None:
        self._held[key] -= 1
        self._all -= 1
        if self._held[key] <= 0:
            del self._held[key]

    def trust(self, address: str) -> None:
        """Remember an address from which somebody is logged in. From any thread."""
        key = network(address)
        with self._lock:
            self._trusted[key] = None
            self._trusted.move_to_end(key)
            if len(self._trusted) > MAX_TRUSTED:
                self._trusted.popitem(last=False)

    def is_trusted(self, address: str) -> bool:
        """Tell whether it is a trusted address, or the kit's own."""
        return address in LOOPBACK or network(address) in self._trusted

    def delay_s(self, address: str) -> float:
        """Return how long (s) a request from there waits, so that no stranger takes more than a share."""
        if self.is_trusted(address) or not self._elsewhere():
            return 0.0
        key, now = network(address), time.monotonic()
        if len(self._due) > MAX_PACED:
            self._due = {each: due for each, due in self._due.items() if due > now}
        earliest = now - BURST / REQUESTS_PER_S
        due = self._due[key] = max(earliest, self._due.get(key, 0.0)) + 1 / REQUESTS_PER_S
        return max(0.0, due - now)
