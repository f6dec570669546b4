"""Who may do what: the PIN, the signed cookie, its role, the throttle against guessing, and the origin check.

A new PIN logs everyone out at once, a restart nobody. A cookie carries no time: the wall clock of a Pi
without a battery jumps by months, and must not log a referee out.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from itsdangerous import BadSignature, Signer

from fieldkit.clock import NS, Clock
from fieldkit.phrases import N_
from fieldkit.settings import Settings
from web.codes import CAPTAIN, CODE_S, CREW, NOBODY, Codes, Present
from web.pin import Secrets
from web.throttle import Throttle
from web.wire import Caller, Refused

MAX_LOGGED_OUT = 1000
"""How many cookies of players' phones that logged out are remembered until the next start."""
MAX_SEEN = 256
"""How many sessions are known by when they last asked for something; beyond that the oldest is forgotten."""
MAX_COOKIES = 2048
"""How many cookies are remembered with what they say, so that not every tap has its signature checked."""
TOKEN_DIGITS = 32
"""How many hex digits of its signature the token of a seat carries: 128 bits, which nobody guesses."""
COOKIE_S = 30 * 24 * 3600
"""How long a browser keeps the cookie."""


Role = Literal["referee", "captain", "crew", "screen", "seat"]
"""What somebody may do here: everything, what a captain or the crew may, look, or what a player may."""

SEAT = "seat/"
"""How ``by`` begins for the player of a side; its id follows."""
SCREEN = "screen"
"""The ``by`` of a screen, which sees what everybody sees."""


def role_of(by: str) -> Role:
    """The role of who acts as ``by``."""
    if by.startswith(SEAT):
        return "seat"
    if by.startswith(CAPTAIN):
        return "captain"
    return "crew" if by == CREW else "screen" if by == SCREEN else "referee"


@dataclass(frozen=True, slots=True)
class Pass:
    """The right to act, by cookie or by PIN; ``id`` names the cookie, ``stamp`` the PIN it was given under.

    ``by`` is who acts, as the record says it: ``tablet`` or ``script`` for a referee, ``captain/<team>``,
    ``crew``, ``screen``, ``seat/<side>`` for the player of that side. ``lasting`` is the id of the code of
    a captain or of the crew that it came with, ``epoch`` when everybody was last logged out before it.
    """

    by: str
    id: str
    stamp: bytes
    lasting: str = ""
    epoch: str = ""

    @property
    def role(self) -> Role:
        """What it lets its holder do."""
        return role_of(self.by)

    @property
    def is_cookie(self) -> bool:
        """True for a browser, which could be led to act by a foreign page."""
        return bool(self.id)


@dataclass(frozen=True, slots=True)
class Seen:
    """A session as it last asked for something, from ``address`` at ``at`` (s of the kit's clock)."""

    passed: Pass
    address: str
    at: float


class Session:
    """Logs referees in and checks each request; every method may be called from any thread.

    ``clock`` gives the time for the throttle and the codes; a demonstration's speed does not shorten them.
    ``present`` says who plays: a captain's code is good for one team. ``met`` is told the address of each
    caller who may be in.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        clock: Clock,
        present: Callable[[], Present] = lambda: NOBODY,
        met: Callable[[str], None] = lambda address: None,
    ) -> None:
        self._secrets = Secrets(settings, data)
        self._clock = clock
        self._met = met
        self._throttle = Throttle(self._seconds)
        self._lock = threading.Lock()
        self._codes = Codes(data, self._seconds, present)
        self._seen: OrderedDict[str, Seen] = OrderedDict()
        self._logged_out: OrderedDict[str, None] = OrderedDict()
        self._passes: OrderedDict[str, Pass] = OrderedDict()

    def find(self, caller: Caller) -> Pass | None:
        """The caller's pass, or None; raises Refused (401, 429) for a wrong Bearer PIN, or one too many."""
        by_cookie = self._by_cookie(caller)
        if by_cookie is not None or caller.pin is None:
            return by_cookie
        pin, _, stamp = self._secrets.now()
        self._guess(caller, lambda: _same(caller.pin or "", pin))
        self._met(caller.address)
        return Pass("script", "", stamp)

    def known(self, caller: Caller) -> Pass:
        """The caller's pass, whatever its role; raises Refused (401, 429)."""
        found = self.find(caller)
        if found is None:
            raise Refused(401, "no_session", N_("Log in with the referee's PIN first."))
        return found

    def referee(self, caller: Caller) -> Pass:
        """The pass of a referee; raises Refused (401, 429, 403 for another role)."""
        return self.having(caller, "referee")

    def having(self, caller: Caller, *roles: Role) -> Pass:
        """The pass of somebody with one of these roles; raises Refused (401, 429, 403 for another role)."""
        found = self.known(caller)
        if found.role not in roles:
            raise Refused(403, "not_yours", N_("Only the referee may do that."))
        return found

    def acting(self, caller: Caller) -> Pass:
        """The pass of a referee who changes something; raises Refused (401, 429, 403 for a foreign page)."""
        self.referee(caller)
        return self.commanding(caller)

    def sounding(self, caller: Caller) -> None:
        """Let through who may stand in for the horn: the kit's own machine, or a referee.

        Raises Refused (401, 429, 403 for a foreign page or another role).
        """
        if not (caller.is_here and _at_home(caller)):
            self.acting(caller)

    def commanding(self, caller: Caller) -> Pass:
        """The pass of anybody who may send commands; raises Refused (401, 429, 403 for a foreign page)."""
        found = self.known(caller)
        from_here = caller.fetch_site == "same-origin" if caller.origin is None else _at_home(caller)
        if found.is_cookie and not from_here:
            raise _wrong_origin()
        return found

    def enter(self, caller: Caller, pin: str | None, code: str | None) -> str:
        """Log in with the PIN, or a code or token; returns the cookie. Raises Refused (401, 403, 429)."""
        if caller.origin is not None and not _at_home(caller):
            raise _wrong_origin()
        right, key, stamp = self._secrets.now()
        epoch = self._codes.epoch(stamp)
        if pin is None and code is not None and "." in code:
            return _cookie(key, stamp, SEAT + self._seat_of(code), "", epoch)
        found: tuple[str, str] | None = None

        def good() -> bool:
            nonlocal found
            if pin is None:
                found = self._codes.redeem(stamp, code or "")
            elif _same(pin, right):
                found = ("tablet", "")
            return found is not None

        if self._by_cookie(caller) is None:
            self._guess(caller, good)
        elif not good():
            raise _wrong()
        by, lasting = found or ("", "")
        return _cookie(key, stamp, by, lasting, epoch)

    def seat_token(self, seat: str) -> str:
        """What lets any number of devices into a seat (the id of a side) until a new PIN: for a card.

        It rests on the PIN and the key of the cookies alone, so a restart leaves the printed cards good.
        """
        _, key, stamp = self._secrets.now()
        signed = hmac.digest(key, b"fieldkit seat " + stamp + seat.encode(), "sha256")
        return f"{seat}.{signed.hex()[:TOKEN_DIGITS]}"

    def _seat_of(self, token: str) -> str:
        """The seat of a token; raises Refused (401).

        A wrong one is not counted: a whole hall may be behind one address, and trying them all is hopeless.
        """
        seat = token.rpartition(".")[0]
        if not _same(token, self.seat_token(seat)):
            text = N_("That seat card is not of this kit, or from before a new PIN.")
            raise Refused(401, "wrong_card", text)
        return seat

    def leave(self, passed: Pass) -> None:
        """Log out: the cookie is no longer good. A script, which has none, stays as it is."""
        if passed.id and passed.role == "referee":
            with contextlib.suppress(Refused):  # it is over anyway, until the next start
                self._codes.end(passed.stamp, passed.id)
            return
        with self._lock:
            if passed.id:
                self._logged_out[passed.id] = None
            if len(self._logged_out) > MAX_LOGGED_OUT:
                self._logged_out.popitem(last=False)

    def code(self, by: str = "tablet") -> tuple[str, int | None]:
        """A code that lets a device in as ``by``, and for how long (s) it is good; raises Refused (409, 503).

        One of a captain or of the crew is good for any number of phones until the match day ends (None);
        every other one is good once.
        """
        stamp = self._secrets.now()[2]
        if role_of(by) in ("captain", "crew"):
            return self._codes.lasting(stamp, by).code, None
        return self._codes.once(stamp, by), CODE_S

    def listed(self, own: Pass) -> dict[str, Any]:
        """Who is logged in, for a referee: tablets, codes with how many phones came by them, players' phones.

        Only what asked for something since the kit's start is known; ``quiet_s`` says how long ago.
        """
        stamp, now = self._secrets.now()[2], self._seconds()
        with self._lock:
            seen = [one for one in self._seen.values() if self._is_good(one.passed, stamp)]
        tablets = [
            {
                "id": one.passed.id,
                "by": one.passed.by,
                "address": one.address,
                "here": one.passed.id == own.id,
                "quiet_s": int(now - one.at),
            }
            for one in seen
            if one.passed.role in ("referee", "screen")
        ]
        codes = [
            {
                "id": code.id,
                "by": code.by,
                "name": code.name,
                "phones": sum(one.passed.lasting == code.id for one in seen),
            }
            for code in self._codes.standing(stamp)
        ]
        return {
            "sessions": tablets,
            "codes": codes,
            "players": sum(one.passed.role == "seat" for one in seen),
        }

    def end(self, id: str) -> None:
        """End a session, or a lasting code with all its phones; raises Refused (404, 503)."""
        stamp = self._secrets.now()[2]
        codes = {code.id for code in self._codes.standing(stamp)}
        if id not in codes and id not in self._seen:
            raise Refused(404, "no_such_session", N_("Nobody is logged in by that name any more."))
        self._codes.end(stamp, id)

    def end_all(self, own: Pass) -> str:
        """Log out everybody and end every code; the new cookie of who does it. Raises Refused (503)."""
        _, key, stamp = self._secrets.now()
        self._codes.end_all(stamp)
        return _cookie(key, stamp, own.by, "", self._codes.epoch(stamp))

    def holds(self, passed: Pass) -> bool:
        """Whether a pass given earlier is still good."""
        stamp = self._secrets.now()[2]
        with self._lock:
            return self._is_good(passed, stamp)

    def _is_good(self, passed: Pass, stamp: bytes) -> bool:
        if passed.stamp != stamp or passed.id in self._logged_out:
            return False
        return not passed.is_cookie or self._codes.is_good(stamp, passed.id, passed.lasting, passed.epoch)

    def _seconds(self) -> float:
        return self._clock.now() / NS / self._clock.rate

    def _by_cookie(self, caller: Caller) -> Pass | None:
        token = caller.token
        if not token:
            return None
        _, key, stamp = self._secrets.now()
        passed = self._passes.get(token)
        if passed is None or passed.stamp != stamp:
            passed = _read(token, key, stamp)
            if passed is None:
                return None
            with self._lock:
                self._passes[token] = passed
                if len(self._passes) > MAX_COOKIES:
                    self._passes.popitem(last=False)
        with self._lock:
            if not self._is_good(passed, stamp):
                return None
            self._see(passed, caller.address)
        self._met(caller.address)
        return passed

    def _see(self, passed: Pass, address: str) -> None:
        self._seen[passed.id] = Seen(passed, address, self._seconds())
        self._seen.move_to_end(passed.id)
        if len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)

    def _guess(self, caller: Caller, good: Callable[[], bool]) -> None:
        wait = self._throttle.attempt(caller.address, good)
        if wait is None:
            return
        if wait > 0:
            message = N_("Too many wrong PINs from here; try again in {wait} s.")
            raise Refused(429, "too_many_pins", message, (("Retry-After", str(wait)),), wait=wait)
        raise _wrong()


def _signer(key: bytes, stamp: bytes) -> Signer:
    return Signer(key, salt=b"fieldkit referee " + stamp, digest_method=hashlib.sha256)


def _cookie(key: bytes, stamp: bytes, by: str, lasting: str, epoch: str) -> str:
    name = " ".join((secrets.token_urlsafe(12), by, lasting, epoch)).rstrip()
    return _signer(key, stamp).sign(name).decode()


def _read(token: str, key: bytes, stamp: bytes) -> Pass | None:
    """What a cookie says; None for one that was not signed under this PIN and key."""
    try:
        name = _signer(key, stamp).unsign(token).decode()
    except (BadSignature, ValueError):
        return None
    id, by, lasting, epoch = (*name.split(" "), "", "", "")[:4]
    return Pass(by or "tablet", id, stamp, lasting, epoch)


def _wrong_origin() -> Refused:
    return Refused(
        403, "wrong_origin", N_("This page does not come from the kit; open the kit's own address.")
    )


def _wrong() -> Refused:
    return Refused(401, "wrong_pin", N_("That PIN or code is wrong."))


def _at_home(caller: Caller) -> bool:
    return (caller.origin or "").lower() == caller.own.lower()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())
