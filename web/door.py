"""Who may hold connections to the web's port: a number of one address, and a number in all.

Who comes beyond that is turned away before anything is made for the connection, so that a stranger with
thousands of sockets costs the referee next to nothing. An address from which somebody was let in with a PIN,
a code or a card is a friend: it has room when strangers have taken all of theirs.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections import Counter, OrderedDict

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
_OWN = ("127.0.0.1", "::1")
_RESET = struct.pack("ii", 1, 0)


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
    has no bound of its own, since a tunnel may bring everybody from there.
    """

    def __init__(self, each: int = EACH, in_all: int = IN_ALL) -> None:
        self._each, self._in_all = each, in_all
        self._held: Counter[str] = Counter()
        self._all = 0
        self._lock = threading.Lock()
        self._friends: OrderedDict[str, None] = OrderedDict()
        self.elsewhere = False
        """Whether spectators are served elsewhere, so that strangers need little room here."""

    def __len__(self) -> int:
        """How many connections are held."""
        return self._all

    def enter(self, address: str) -> Guest | None:
        """A place for a connection from ``address``; None when it has to be turned away."""
        key = network(address)
        is_friend = key in self._friends
        each = FEW if self.elsewhere and not is_friend else self._each
        most = self._in_all + ON_TOP * is_friend
        if self._all >= most or (self._held[key] >= each and address not in _OWN):
            return None
        self._held[key] += 1
        self._all += 1
        return Guest(self, key)

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


def turn_away(line: socket.socket) -> None:
    """End a connection at once: nothing of it stays in the kernel either."""
    with contextlib.suppress(OSError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    line.close()
