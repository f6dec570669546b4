"""Counts wrong guesses by address, in bounded memory."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

MAX_WRONG_PINS = 5
"""After this many wrong PINs an address must wait."""
WRONG_PIN_S = 60.0
"""How long a wrong PIN counts."""
MAX_ADDRESSES = 1024
"""How many addresses are remembered for their wrong PINs; beyond that the oldest is forgotten."""


class Throttle:
    """Lets each address guess a few times a minute; every method may be called from any thread.

    ``seconds`` gives the time.
    """

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def attempt(self, address: str, good: Callable[[], bool]) -> int | None:
        """None for a right guess, 0 for a wrong one, else the seconds to wait before any guess is looked at.

        Looking and counting are one step, so that guesses sent side by side are not looked at for nothing.
        """
        key = network(address)
        with self._lock:
            now = self._seconds()
            wrong = self._wrong.get(key, deque(maxlen=MAX_WRONG_PINS))
            while wrong and wrong[0] <= now - WRONG_PIN_S:
                wrong.popleft()
            if len(wrong) == MAX_WRONG_PINS:
                return max(1, int(wrong[0] + WRONG_PIN_S - now) + 1)
            if good():
                return None
            wrong.append(now)
            self._wrong[key] = wrong
            self._wrong.move_to_end(key)
            if len(self._wrong) > MAX_ADDRESSES:
                self._wrong.popitem(last=False)
            return 0


@lru_cache(maxsize=MAX_ADDRESSES)
def network(address: str) -> str:
    """What counts as one address: an IPv6 device has a whole /64 to choose from."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> 64)
    return str(parsed)
