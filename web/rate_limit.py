"""The rate limiter of wrong guesses: by who guesses, and of all of a kind together. In bounded memory.

Each address has a few a minute, and all together a budget, except for what is too long to be guessed. Tablets
that were in before have one of their own, so that no stranger locks them out.
"""

import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Literal, NamedTuple

from fieldkit.phrases import N_
from web.passes import sign, unsign
from web.wire import Caller, Refused

MAX_WRONG_PINS = 5
"""After this many wrong PINs a guesser must wait."""
MAX_WRONG_TOGETHER = 30
"""After this many from all guessers of a kind all of them must wait."""
WRONG_PIN_S = 60.0
"""Time that a wrong PIN counts."""
MAX_GUESSERS = 1024
"""Maximum of guessers remembered, far more than a budget lets guess while their guesses count."""

Kind = Literal["stranger", "known", "here", "lasting", "screen"]
"""The owner of a budget: all strangers, of tablets that were in before, of the kit's own machine, of
who shows a code of a captain or of the crew, or of screens that nobody has met before."""


class Guesser(NamedTuple):
    """Somebody who guesses, as one who is counted."""

    kind: Kind
    id: str


class Wait(NamedTuple):
    """A guess that was not looked at: none is for ``seconds``, due to ``all`` of its kind or to its own."""

    seconds: int
    all: bool


class RateLimiter:
    """Lets each guesser guess ``each`` times a minute, from any thread; ``seconds`` gives the time."""

    def __init__(self, seconds: Callable[[], float], each: int = MAX_WRONG_PINS) -> None:
        self._seconds = seconds
        self._each = each
        self._lock = threading.Lock()
        self._wrong: OrderedDict[Guesser, deque[float]] = OrderedDict()
        self._together: dict[Kind, deque[float]] = {}

    def attempt(self, who: Guesser, good: Callable[[], bool]) -> bool | Wait:
        """Tell if a guess was right, or how long to wait; looking and counting are one step."""
        with self._lock:
            now = self._seconds()
            own = self._wrong.get(who, deque(maxlen=self._each))
            # No bound together: codes that last are too long to be guessed, screens make room for others.
            most = 0 if who.kind in ("lasting", "screen") else MAX_WRONG_TOGETHER
            together = self._together.setdefault(who.kind, deque(maxlen=most))
            for wrong in (own, together):
                while wrong and wrong[0] <= now - WRONG_PIN_S:
                    wrong.popleft()
                if wrong and len(wrong) == wrong.maxlen:
                    return Wait(max(1, int(wrong[0] + WRONG_PIN_S - now) + 1), wrong is together)
            if good():
                return True
            own.append(now)
            together.append(now)
            self._wrong[who] = own
            self._wrong.move_to_end(who)
            if len(self._wrong) > MAX_GUESSERS:
                self._wrong.popitem(last=False)
            return False


@lru_cache(maxsize=MAX_GUESSERS)
def network(address: str) -> str:
    """Return what counts as one address: an IPv6 device has a whole /64 to choose from."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(int(parsed) >> 64)
        parsed = parsed.ipv4_mapped
    return str(parsed)


class LoginLimiter:
    """Looks at guesses of PINs and codes while who guesses has some left, from any thread.

    ``known_key`` signs what a device keeps that was in before; ``guessed`` gets the address of each wrong
    guess.
    """

    def __init__(
        self,
        known_key: bytes,
        seconds: Callable[[], float],
        guessed: Callable[[str], None] = lambda address: None,
    ) -> None:
        self._key, self._guessed = known_key, guessed
        self._limiter = RateLimiter(seconds)

    def device(self, caller: Caller) -> str | None:
        """Return the device that asks, if it was in before."""
        return unsign(caller.known, self._key, b"fieldkit known") if caller.known else None

    def known_mark(self, caller: Caller) -> str:
        """Return what a device keeps that has just come in: it gives no right, but tries of its own."""
        return sign(self.device(caller) or secrets.token_urlsafe(12), self._key, b"fieldkit known")

    def who(self, caller: Caller) -> Guesser:
        """Return as whom a caller's guesses are counted."""
        if (device := self.device(caller)) is not None:
            return Guesser("known", f"device {device}")
        return Guesser("here" if caller.is_local else "stranger", network(caller.address))

    def is_right(self, who: Guesser, caller: Caller, good: Callable[[], bool]) -> bool:
        """Tell whether a guess is right; raises Refused (429) where none is looked at for now."""
        found = self._limiter.attempt(who, good)
        if isinstance(found, Wait):
            wait = found.seconds
            retry = (("Retry-After", str(wait)),)
            if found.all:
                text = N_("Too many wrong PINs from many devices; try again in {wait} s.")
                raise Refused(429, "too_many_guesses", text, retry, wait=wait)
            text = N_("Too many wrong PINs from here; try again in {wait} s.")
            raise Refused(429, "too_many_pins", text, retry, wait=wait)
        if not found:
            self._guessed(caller.address)
        return found
