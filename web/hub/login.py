"""The caller of the hub: a field by its key, a person by a PIN or the signed cookie that came of it."""

import hashlib
import hmac
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from fieldkit.hub.access import ORGANISER, Access, Person, Role
from fieldkit.phrases import N_
from web.passes import sign, unsign
from web.rate_limit import LoginLimiter
from web.wire import SECURE, Caller, Refused, Scope

COOKIE = "fieldkit-hub"
"""The name of the cookie; by https it begins with ``__Secure-``."""
MAX_SEEN = 512
"""The number of sessions that are known by where they last asked from."""


class Login:
    """Knows who calls. ``public`` is the hub's address where a server stands in front of it; any thread."""

    def __init__(self, access: Access, pin: str, public: str, meet: Callable[[str], None]) -> None:
        self._access, self._public, self._meet = access, public, meet
        self._key = access.cookie_key
        self._salt = b"fieldkit hub " + hmac.digest(self._key, pin.encode(), "sha256")
        self._limiter = LoginLimiter(hashlib.sha256(b"known" + self._key).digest(), time.monotonic)
        self._seen: OrderedDict[str, tuple[str, float]] = OrderedDict()

    @property
    def is_secure(self) -> bool:
        """Return whether browsers reach the hub by https."""
        return self._public.startswith("https:")

    @property
    def cookie(self) -> str:
        """Return what the cookie is called here."""
        return f"{SECURE}{COOKIE}" if self.is_secure else COOKIE

    def enter(self, scope: Scope, pin: str) -> tuple[Person, str, str | None]:
        """Let somebody in by a PIN: who it is, the cookie, a device's mark. Raises Refused, NotStored."""
        caller = self._caller(scope)
        person = self._guess(caller, pin)
        cookie = sign(self._access.begin(person), self._key, self._salt)
        return person, cookie, self._limiter.known_mark(caller) if person.role == ORGANISER else None

    def leave(self, scope: Scope) -> None:
        """End the caller's own session, if there is one. Raises NotStored."""
        if (session := self._session(self._caller(scope))) is not None:
            self._access.end([session])

    def end(self, session: str) -> None:
        """End somebody's session. Raises Refused (404), NotStored."""
        if session not in {one.id for one, _ in self._access.sessions()}:
            raise Refused(404, "no_such_session", N_("Nobody is logged in by that name any more."))
        self._access.end([session])

    def end_others(self, scope: Scope) -> None:
        """End all sessions but the caller's. Raises NotStored."""
        own = self._session(self._caller(scope))
        self._access.end([one.id for one, _ in self._access.sessions() if one.id != own])

    def listed(self, scope: Scope) -> list[dict[str, Any]]:
        """Return who is logged in since when, and where they last asked from: the newest first."""
        own, now = self._session(self._caller(scope)), time.monotonic()
        found = []
        for one, person in self._access.sessions():
            address, at = self._seen.get(one.id, ("", None))
            quiet = None if at is None else int((now - at) // 60)
            told = {"name": person.name, "role": person.role, "field": person.field, "at": one.at}
            found.append({"id": one.id, "here": one.id == own, "address": address, "quiet_min": quiet} | told)
        return found[::-1]

    def person(self, scope: Scope) -> Person | None:
        """Return who is logged in, by cookie or as a bearer, or None. Raises Refused (401, 429)."""
        caller = self._caller(scope)
        if caller.pin is not None:
            return self._guess(caller, caller.pin)
        session = self._session(caller)
        person = None if session is None else self._access.in_session(session)
        if session is not None and person is not None:
            self._seen[session] = caller.address, time.monotonic()
            if len(self._seen) > MAX_SEEN:
                self._seen.popitem(last=False)
        return person

    def having(self, scope: Scope, *roles: Role) -> Person:
        """Return who asks from the hub's page, with one of these roles. Raises Refused (401, 403, 429)."""
        person = self.person(scope)
        if person is None:
            raise Refused(401, "not_logged_in", N_("Log in with your PIN first."))
        caller = self._caller(scope)
        is_own = caller.origin in (caller.own, self._public)
        if caller.origin is None:
            is_own = caller.fetch_site in ("", "same-origin", "none")
        if scope["method"] not in ("GET", "HEAD") and caller.pin is None and not is_own:
            raise Refused(403, "wrong_origin", N_("Only the hub's own pages may do that."))
        if person.role not in roles:
            raise Refused(403, "not_yours", N_("Only the organisers may do that."))
        return person

    def field(self, scope: Scope, field: str) -> None:
        """Let a field do its own. Raises Refused (401, 429): one who guesses keys keeps no field out."""
        caller = self._caller(scope)
        if self._access.is_key(caller.pin or "", field):
            self._meet(caller.address)
        elif not self._is_right(caller, lambda: False):
            text = N_("This is not the key of field {field}: use the one shown on the organisers' page.")
            raise Refused(401, "bad_key", text, field=field)

    def is_in(self, scope: Scope) -> bool:
        """Return whether a person or a field asks, who may send more. Raises Refused (429)."""
        pin = self._caller(scope).pin
        if pin is not None and self._access.is_key(pin):
            return True
        try:
            return self.person(scope) is not None
        except Refused as refused:
            if refused.status == 401:
                return False
            raise

    def _guess(self, caller: Caller, pin: str) -> Person:
        """Return the person of a PIN, at once one that the hub made. Raises Refused (401, 429)."""
        person = self._access.made(pin)
        if person is not None:
            self._meet(caller.address)
        elif self._is_right(caller, lambda: self._access.is_chosen(pin)):
            person = self._access.still(ORGANISER)
        if person is None:
            raise Refused(401, "wrong_pin", N_("That is not a PIN of this hub."))
        return person

    def _is_right(self, caller: Caller, good: Callable[[], bool]) -> bool:
        found = self._limiter.is_right(self._limiter.who(caller), caller, good)
        if found:
            self._meet(caller.address)
        return found

    def _session(self, caller: Caller) -> str | None:
        return unsign(caller.token, self._key, self._salt) if caller.token else None

    def _caller(self, scope: Scope) -> Caller:
        return Caller.of(scope, COOKIE, self.is_secure)
