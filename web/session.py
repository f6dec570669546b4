"""Log-in and rights: the PIN, the signed cookie with its role and no time, guesses, the origin check."""

import contextlib
import hmac
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fieldkit.clock import NS, Clock
from fieldkit.errors import FieldkitError
from fieldkit.phrases import N_
from fieldkit.settings import Settings
from web.codes import CODE_S, NOBODY, Codes, may_last
from web.match_day import CurrentMatch, MatchDay
from web.passes import BY_HTTPS, SEAT, Pass, Role, pass_cookie, read_pass, role_of
from web.pin import Secrets
from web.rate_limit import Guesser, LoginLimiter, network
from web.sessions import Sessions
from web.wire import Caller, Refused

MAX_SEEN = 256
"""Sessions known by when they last asked for something; beyond that the oldest is forgotten."""
MAX_COOKIES = 2048
"""Decoded cookies that are remembered, so that not every tap has its signature checked."""
TOKEN_DIGITS = 32
"""Hex digits of the signature in the token of a seat: 128 bits, which nobody guesses."""
COOKIE_S = 30 * 24 * 3600
"""Time that a browser keeps the cookie, which is good for the match day alone."""
KNOWN_S = 400 * 24 * 3600
"""Time that it keeps the mark of a referee's device: as long as browsers allow."""


class Session:
    """Logs referees in and checks each request; every method may be called from any thread.

    ``clock`` gives the time for rate limiter and codes; a demonstration's speed does not shorten them.
    ``present`` says who plays: a captain's code is good for one team. ``guessed`` is told the address of
    each wrong guess, ``met`` that of each caller who may be in; ``secure`` raises Refused for a caller who
    must not become a referee.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        clock: Clock,
        present: Callable[[], CurrentMatch] = lambda: NOBODY,
        guessed: Callable[[str], None] = lambda address: None,
        met: Callable[[str], None] = lambda address: None,
        secure: Callable[[Caller], None] = lambda caller: None,
    ) -> None:
        self._secrets = Secrets(settings, data)
        self._clock = clock
        self._met, self._secure = met, secure
        self._limiter = LoginLimiter(self._secrets.known_key, self._seconds, guessed)
        self._lock = threading.Lock()
        self._day = MatchDay(data, self._seconds, present)
        self._codes = Codes(data, self._seconds, present)
        self._sessions = Sessions(data)
        self._seen: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """The address and moment (s of the kit's clock) of each session's last request, by its id."""
        self._passes: OrderedDict[str, Pass] = OrderedDict()

    def find(self, caller: Caller) -> Pass | None:
        """Return the caller's pass, or None; raises Refused (401, 429) for a wrong PIN, or one too many."""
        by_cookie = self._by_cookie(caller)
        if by_cookie is not None or caller.pin is None:
            return by_cookie
        self._secure(caller)
        pin, _, stamp = self._secrets.now()
        self._guess(self._limiter.who(caller), caller, lambda: _same(caller.pin or "", pin))
        self._met(caller.address)
        return Pass("script", "", self._day.mark(stamp))

    def known(self, caller: Caller) -> Pass:
        """Return the caller's pass, whatever its role; raises Refused (401, 429)."""
        found = self.find(caller)
        if found is None:
            raise Refused(401, "no_session", N_("Log in with the referee's PIN first."))
        return found

    def referee(self, caller: Caller) -> Pass:
        """Return the pass of a referee; raises Refused (401, 429, 403 for another role)."""
        return self.having(caller, "referee")

    def having(self, caller: Caller, *roles: Role) -> Pass:
        """Return the pass of somebody with one of these roles; raises Refused (401, 429, 403 for another)."""
        found = self.known(caller)
        if found.role not in roles:
            raise Refused(403, "not_yours", N_("Only the referee may do that."))
        return found

    def acting(self, caller: Caller) -> Pass:
        """Return the pass of a referee who changes something; raises Refused (401, 403, 429)."""
        self.referee(caller)
        return self.commanding(caller)

    def sounding(self, caller: Caller) -> None:
        """Let through who may stand in for the horn: the kit's own machine, or a referee. Raises Refused."""
        if not (caller.is_here and _at_home(caller)):
            self.acting(caller)

    def commanding(self, caller: Caller) -> Pass:
        """Return the pass of anybody who may send commands; raises Refused (401, 403, 429)."""
        found = self.known(caller)
        from_here = caller.fetch_site == "same-origin" if caller.origin is None else _at_home(caller)
        if found.is_cookie and not from_here:
            raise _wrong_origin()
        return found

    def enter(self, caller: Caller, pin: str | None, code: str | None) -> str:
        """Log in with the PIN, or a code or token; returns the cookie. Raises Refused (401, 403, 429)."""
        if caller.origin is not None and not _at_home(caller):
            raise _wrong_origin()
        right, _, stamp = self._secrets.now()
        mark = self._day.mark(stamp)
        if pin is None and code is not None and "." in code:
            return self._begin(caller, SEAT + self._seat_of(code), "")
        found: tuple[str, str] | None = None
        if pin is not None:
            self._secure(caller)

        def good() -> bool:
            nonlocal found
            if pin is None:
                found = self._codes.redeem(mark, code or "")
            elif _same(pin, right):
                found = ("tablet", "")
            return found is not None

        own = self._by_cookie(caller)
        if pin is None and may_last(code or ""):
            who = Guesser("lasting", network(caller.address))
        elif own is not None and own.role == "referee":
            # All tablets that are logged in are one: any can let in more.
            who = Guesser("known", "logged in")
        else:
            who = self._limiter.who(caller)
        self._guess(who, caller, good)
        by, lasting = found or ("", "")
        if role_of(by) == "referee":
            self._secure(caller)
        if pin is not None:
            self._day.logged_in()
        return self._begin(caller, by, lasting)

    def _begin(self, caller: Caller, by: str, lasting: str) -> str:
        _, key, stamp = self._secrets.now()
        id = (BY_HTTPS if caller.is_secure else "") + secrets.token_urlsafe(12)
        passed = Pass(by, id, self._day.mark(stamp), lasting)
        self._sessions.add(passed.mark, id, by, lasting)
        return pass_cookie(passed, key)

    def known_mark(self, caller: Caller, token: str) -> str | None:
        """Return what a device keeps that logged in as referee by ``token``: tries of its own."""
        _, key, stamp = self._secrets.now()
        passed = read_pass(token, key, self._day.mark(stamp))
        if passed is None or passed.role != "referee":
            return None
        return self._limiter.known_mark(caller)

    def seat_token(self, seat: str) -> str:
        """Make a seat card's token, good until a new PIN: it rests on PIN and cookie key alone."""
        _, key, stamp = self._secrets.now()
        signed = hmac.digest(key, b"fieldkit seat " + stamp + seat.encode(), "sha256")
        return f"{seat}.{signed.hex()[:TOKEN_DIGITS]}"

    def _seat_of(self, token: str) -> str:
        """Return the seat of a token; raises Refused (401), uncounted: a hall may share one address."""
        seat = token.rpartition(".")[0]
        if not _same(token, self.seat_token(seat)):
            text = N_("That seat card is not of this kit, or from before a new PIN.")
            raise Refused(401, "wrong_card", text)
        return seat

    def leave(self, passed: Pass) -> None:
        """Log out: the cookie is no longer good; a script, which has none, stays. Raises Refused (503)."""
        if passed.id:
            self._sessions.remove([passed.id])

    def code(self, by: str = "tablet") -> tuple[str, int | None]:
        """Make a code that lets in as ``by``; return its seconds too (None: the day). Raises Refused."""
        mark = self._mark()
        if role_of(by) in ("captain", "crew"):
            return self._codes.lasting(mark, by).code, None
        return self._codes.once(mark, by), CODE_S

    def listed(self, own: Pass) -> dict[str, Any]:
        """Return who is logged in; where from and when last is known since the kit's start."""
        mark, now = self._mark(), self._seconds()
        good = [
            (id, by, lasting)
            for id, by, lasting in self._sessions.listed(mark)
            if self._is_good(Pass(by, id, mark, lasting), mark)
        ]
        tablets = []
        for id, by, _ in good:
            if role_of(by) in ("referee", "screen"):
                address, at = self._seen.get(id, ("", None))
                quiet_s = None if at is None else int(now - at)
                here = id == own.id
                tablets.append({"id": id, "by": by, "address": address, "here": here, "quiet_s": quiet_s})
        phones = Counter(lasting for _, _, lasting in good)
        codes = [
            {"id": code.id, "by": code.by, "name": code.name, "phones": phones[code.id]}
            for code in self._codes.standing(mark)
        ]
        players = sum(role_of(by) == "seat" for _, by, _ in good)
        return {"sessions": tablets, "codes": codes, "players": players}

    def end(self, id: str) -> None:
        """End a session, or a lasting code with all its phones; raises Refused (404, 503)."""
        mark = self._mark()
        if id in {code.id for code in self._codes.standing(mark)}:
            came = [session for session, _, lasting in self._sessions.listed(mark) if lasting == id]
            with contextlib.suppress(Refused):  # the code is what they rest on
                self._sessions.remove(came)
            self._codes.end(mark, id)
        elif self._sessions.holds(mark, id):
            self._sessions.remove([id])
        else:
            raise Refused(404, "no_such_session", N_("Nobody is logged in by that name any more."))

    def end_all(self, caller: Caller, own: Pass) -> str:
        """Log out everybody and end every code; the new cookie of who does it. Raises Refused (503)."""
        try:
            self._day.end()
        except FieldkitError:
            text = N_("This holds only until the kit restarts: it could not be stored.")
            raise Refused(503, "not_stored", text) from None
        return self._begin(caller, own.by, "")

    def holds(self, passed: Pass) -> bool:
        """Tell whether a pass given earlier is still good."""
        return self._is_good(passed, self._mark())

    def _mark(self) -> bytes:
        return self._day.mark(self._secrets.now()[2])

    def _is_good(self, passed: Pass, mark: bytes) -> bool:
        if passed.mark != mark:
            return False
        if not passed.is_cookie:
            return True
        is_listed = self._sessions.holds(mark, passed.id)
        return is_listed and (not passed.lasting or self._codes.is_good(mark, passed.lasting))

    def _seconds(self) -> float:
        return self._clock.now() / NS / self._clock.rate

    def _by_cookie(self, caller: Caller) -> Pass | None:
        token = caller.token
        if not token:
            return None
        _, key, stamp = self._secrets.now()
        mark = self._day.mark(stamp)
        passed = self._passes.get(token)
        if passed is None or passed.mark != mark:
            passed = read_pass(token, key, mark)
            if passed is None:
                return None
            with self._lock:
                self._passes[token] = passed
                if len(self._passes) > MAX_COOKIES:
                    self._passes.popitem(last=False)
        if passed.id.startswith(BY_HTTPS) and not caller.is_secure:
            return None
        if not self._is_good(passed, mark):
            return None
        with self._lock:
            self._seen[passed.id] = (caller.address, self._seconds())
            self._seen.move_to_end(passed.id)
            if len(self._seen) > MAX_SEEN:
                self._seen.popitem(last=False)
        self._met(caller.address)
        return passed

    def _guess(self, who: Guesser, caller: Caller, good: Callable[[], bool]) -> None:
        """Look at a PIN or a code, a guess of ``who``; raises Refused (401, 429)."""
        if not self._limiter.is_right(who, caller, good):
            raise Refused(401, "wrong_pin", N_("That PIN or code is wrong."))


def _wrong_origin() -> Refused:
    text = N_("This page does not come from the kit; open the kit's own address.")
    return Refused(403, "wrong_origin", text)


def _at_home(caller: Caller) -> bool:
    return (caller.origin or "").lower() == caller.own.lower()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())
