"""Who calls the hub: a field by its key, a person by a PIN of their own or the cookie that came of it.

A cookie names its person and is signed with what follows from the organiser's PIN: a new one logs everybody
out, on every process of the hub alike. It carries no time, since a person is in until somebody ends it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Any

from itsdangerous import BadSignature, Signer
from werkzeug.http import parse_cookie

from fieldkit.hub.access import Access, Person, Role
from fieldkit.phrases import N_
from web.throttle import Guesser, Throttle, Wait, network
from web.wire import Caller, Refused, Scope

COOKIE = "fieldkit-hub"
"""The name of the cookie; by https it begins with ``__Secure-``."""


class Login:
    """Knows who calls. ``public`` is the hub's address where a server stands in front of it; any thread."""

    def __init__(self, access: Access, pin: str, public: str, meet: Callable[[str], None]) -> None:
        self._access, self._public, self._meet = access, public, meet
        self._signer = Signer(hashlib.sha256(f"cookie of {pin}".encode()).digest(), salt="hub")
        self._throttle = Throttle(time.monotonic)

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach the hub by https."""
        return self._public.startswith("https:")

    @property
    def cookie(self) -> str:
        """What the cookie is called here."""
        return f"__Secure-{COOKIE}" if self.is_secure else COOKIE

    def enter(self, scope: Scope, pin: str) -> tuple[Person, str]:
        """Let somebody in by a PIN: who it is, and the cookie. Raises Refused (401, 429)."""
        person = self._guess(scope, pin)
        return person, self._signer.sign(f"{person.id}.{self._access.mark(person.id)}").decode()

    def person(self, scope: Scope) -> Person | None:
        """Who is logged in, by cookie or as ``Authorization: Bearer``; None for nobody.

        Raises Refused for a wrong PIN (401), or too many of them (429).
        """
        caller = Caller.of(scope)
        if caller.pin is not None:
            return self._guess(scope, caller.pin)
        try:
            said = self._signer.unsign(self._token(scope)).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        id, _, mark = said.rpartition(".")
        return self._access.still(id) if self._access.mark(id) == mark else None

    def having(self, scope: Scope, *roles: Role) -> Person:
        """Who asks, if they have one of these roles; for what changes something their page must be the hub's.

        Raises Refused (401, 403, 429).
        """
        person = self.person(scope)
        if person is None:
            raise Refused(401, "not_logged_in", N_("Log in with your PIN first."))
        caller = Caller.of(scope)
        if scope["method"] not in ("GET", "HEAD") and caller.pin is None and not self._is_own(caller):
            raise Refused(403, "wrong_origin", N_("Only the hub's own pages may do that."))
        if person.role not in roles:
            raise Refused(403, "not_yours", N_("Only the organisers may do that."))
        return person

    def field(self, scope: Scope, field: str) -> None:
        """Let a field do what is its own. Raises Refused (401, 429).

        Its key is longer than anybody guesses: one who tries wrong ones keeps no field out.
        """
        caller = Caller.of(scope)
        key = caller.pin or ""
        if self._access.is_field(field, key):
            self._meet(caller.address)
        elif not self._tried(caller, lambda: False):
            text = N_("This is no key of the field {field}: take the one that the organiser's page shows.")
            raise Refused(401, "bad_key", text, field=field)

    def is_in(self, scope: Scope) -> bool:
        """Whether a person or a field asks: for the length of what they may send.

        Raises Refused (429): the answer tells whether a PIN is one, so a wrong one counts as everywhere.
        """
        caller = Caller.of(scope)
        pin = caller.pin
        if pin is None:
            return self.person(scope) is not None
        return self._access.is_key(pin) or self._tried(caller, lambda: self._access.person(pin) is not None)

    def _guess(self, scope: Scope, pin: str) -> Person:
        found: list[Person] = []

        def good() -> bool:
            person = self._access.person(pin)
            found.extend([person] if person else [])
            return person is not None

        if not self._tried(Caller.of(scope), good):
            raise Refused(401, "wrong_pin", N_("That is not a PIN of this hub."))
        return found[0]

    def _tried(self, caller: Caller, good: Callable[[], bool]) -> bool:
        who = Guesser("here" if caller.is_local else "stranger", network(caller.address))
        tried = self._throttle.attempt(who, good)
        if isinstance(tried, Wait):
            text = N_("Too many wrong PINs: wait {seconds} s.")
            headers = (("Retry-After", str(tried.seconds)),)
            raise Refused(429, "too_many_tries", text, headers, seconds=tried.seconds)
        if tried:
            self._meet(caller.address)
        return tried

    def _token(self, scope: Scope) -> str:
        headers = dict(scope["headers"])
        cookies: Any = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        return str(cookies.get(self.cookie, ""))

    def _is_own(self, caller: Caller) -> bool:
        """Whether a request comes from a page of the hub."""
        if caller.origin is None:
            return caller.fetch_site in ("", "same-origin", "none")
        return caller.origin in (caller.own, self._public)
