"""What the kit and the hub ask of who guesses: signed cookies, devices that were in before, and budgets."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable

from itsdangerous import BadSignature, Signer

from fieldkit.phrases import N_
from web.throttle import Guesser, Throttle, Wait, network
from web.wire import Caller, Refused


def signed(said: str, key: bytes, salt: bytes) -> str:
    """A cookie that says this; it is good under the same key and salt alone."""
    return Signer(key, salt=salt, digest_method=hashlib.sha256).sign(said).decode()


def read(token: str, key: bytes, salt: bytes) -> str | None:
    """What a cookie says; None for one that was not signed so."""
    try:
        return Signer(key, salt=salt, digest_method=hashlib.sha256).unsign(token).decode()
    except (BadSignature, ValueError):
        return None


class Guesses:
    """Looks at guesses of PINs and codes as long as who guesses has some left; any thread.

    ``known_key`` signs what a device keeps that was in before, ``seconds`` gives the time, ``guessed`` is
    told the address of each wrong guess.
    """

    def __init__(
        self,
        known_key: bytes,
        seconds: Callable[[], float],
        guessed: Callable[[str], None] = lambda address: None,
    ) -> None:
        self._key, self._guessed = known_key, guessed
        self._throttle = Throttle(seconds)

    def device(self, caller: Caller) -> str | None:
        """Which device asks, if it was in before."""
        return read(caller.known, self._key, b"fieldkit known") if caller.known else None

    def known_mark(self, caller: Caller) -> str:
        """What a device keeps that has just come in: it gives no right, but tries of its own."""
        return signed(self.device(caller) or secrets.token_urlsafe(12), self._key, b"fieldkit known")

    def who(self, caller: Caller) -> Guesser:
        """As whom a caller's guesses are counted."""
        if (device := self.device(caller)) is not None:
            return Guesser("known", f"device {device}")
        return Guesser("here" if caller.is_local else "stranger", network(caller.address))

    def is_right(self, who: Guesser, caller: Caller, good: Callable[[], bool]) -> bool:
        """Whether a guess is right; raises Refused (429) where none is looked at for now."""
        found = self._throttle.attempt(who, good)
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
