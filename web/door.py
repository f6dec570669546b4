"""Who may hold connections to the web's port: each address a bounded number, and all strangers together.

A caller beyond that is turned away before anything is made for the connection, so that a stranger with
thousands of sockets costs the referee next to nothing. An address from which somebody was let in with a PIN,
a code or a card is a friend: it has room when strangers have taken all of theirs.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from fieldkit.settings import Web
from web.pen import MAX_PENNED
from web.throttle import network

EACH = 320
"""How many connections one address may hold, where the settings ask for no more."""
IN_ALL = 3200
"""How many strangers may hold together."""
ON_TOP = 800
"""How many more friends may hold when strangers have taken all of theirs."""
MAX_FRIENDS = 512
"""How many addresses are remembered as friends; beyond that the one longest unheard of is forgotten."""
FEW = 64
"""How many connections a stranger's address may hold while spectators are served elsewhere."""
LESS = 0.75
"""Who was turned away comes in again when no more than this part of the places is taken."""
SHARE = 40.0
"""How many requests a second of one stranger are served then."""
BURST = 120
"""How many of them at once: a page with all that belongs to it."""
MAX_PACED = 4096
"""Of how many addresses the requests are counted before those that rest are forgotten."""
_OWN = ("127.0.0.1", "::1")


class Guest:
    """One connection that was let in; it leaves once."""

    def __init__(self, door: Door, address: str) -> None:
        self._door: Door | None = door
        self._address = address

    def leave(self) -> None:
        """Its place is free again."""
        door, self._door = self._door, None
        if door is not None:
            door.gone(self._address)


class Door:
    """Counts the connections of one port. All but `meet` runs on the server's event loop.

    ``each`` and ``in_all`` bound the connections of one address and of all strangers; the kit's own machine
    has no bound of its own, since a tunnel may bring everybody from there. While spectators are served
    ``elsewhere`` strangers need little here, and get little: few places, and a share of the kit's time.
    """

    def __init__(
        self, each: int = EACH, in_all: int = IN_ALL, elsewhere: Callable[[], bool] = lambda: False
    ) -> None:
        self._each, self._in_all = each, in_all
        self._held: Counter[str] = Counter()
        self._all = 0
        self.crowded: set[str] = set()
        """The networks that were turned away and still hold much of what they may (`web.pen`)."""
        self._lock = threading.Lock()
        self._friends: OrderedDict[str, None] = OrderedDict()
        self._elsewhere = elsewhere
        self._due: dict[str, float] = {}

    @classmethod
    def of(cls, settings: Web, elsewhere: Callable[[], bool] = lambda: False) -> Door:
        """A door with room for the listeners that the settings allow, and some more."""
        each = max(EACH, settings.listeners_each + FEW)
        return cls(each, max(IN_ALL, settings.listeners + ON_TOP), elsewhere)

    def __len__(self) -> int:
        """How many connections are held."""
        return self._all

    def enter(self, address: str) -> Guest | None:
        """A place for a connection from ``address``; None when it has to be turned away."""
        key = network(address)
        is_friend = key in self._friends
        most = self._in_all + ON_TOP * is_friend
        is_own = address in _OWN
        if self._all >= most or (self._held[key] >= self._room(key) and not is_own):
            if not (is_own or is_friend) and len(self.crowded) < MAX_PENNED:
                self.crowded.add(key)
            return None
        self._held[key] += 1
        self._all += 1
        return Guest(self, key)

    def relax(self) -> None:
        """Let those try again who hold a good deal less than they may, where there is room at all."""
        if self._all <= LESS * self._in_all:
            self.crowded -= {key for key in self.crowded if self._held[key] <= LESS * self._room(key)}

    def _room(self, key: str) -> int:
        """How many connections a network may hold."""
        return FEW if self._elsewhere() and key not in self._friends else self._each

    def gone(self, key: str) -> None:
        """A connection has ended."""
        self._held[key] -= 1
        self._all -= 1
        if self._held[key] <= 0:
            del self._held[key]

    def meet(self, address: str) -> None:
        """Somebody who may be in asks from there. From any thread."""
        key = network(address)
        with self._lock:
            self._friends[key] = None
            self._friends.move_to_end(key)
            if len(self._friends) > MAX_FRIENDS:
                self._friends.popitem(last=False)

    def knows(self, address: str) -> bool:
        """Whether it is a friend's address, or the kit's own."""
        return address in _OWN or network(address) in self._friends

    def pause_s(self, address: str) -> float:
        """How long (s) a request from there has to wait, so that no stranger takes more than a share."""
        if self.knows(address) or not self._elsewhere():
            return 0.0
        key, now = network(address), time.monotonic()
        if len(self._due) > MAX_PACED:
            self._due = {each: due for each, due in self._due.items() if due > now}
        due = self._due[key] = max(now - BURST / SHARE, self._due.get(key, 0.0)) + 1 / SHARE
        return max(0.0, due - now)
