"""Who is the referee: the PIN, the signed cookie, the throttle against guessing, and the origin check.

The PIN and the cookie key live in two files of the data folder (0600). A running kit looks at them at every
check, so that ``fieldkit pin --new`` logs everyone out at once; a restart logs nobody out. A cookie carries
no time: the wall clock of a Pi without a battery jumps by months, and must not log a referee out.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import re
import secrets
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import Literal

from itsdangerous import BadSignature, Signer

from fieldkit.clock import NS, Clock
from fieldkit.errors import FieldkitError
from fieldkit.settings import Settings
from web.wire import Caller, Refused

WRONG_PINS = 5
"""So many wrong PINs from one address, then it waits."""
WRONG_S = 60.0
"""How long a wrong PIN counts."""
ADDRESSES = 1024
"""So many addresses are remembered for their wrong PINs; beyond that the oldest is forgotten."""
CODE_S = 120
"""How long a code for another tablet is good."""
CODES = 8
"""So many codes are good at once; a new one takes the place of the oldest."""
LOGGED_OUT = 1000
"""So many logged-out cookies are remembered until the next start."""
COOKIE_S = 30 * 24 * 3600
"""How long a browser keeps the cookie."""

_PIN = re.compile(rb"[0-9A-Za-z]{4,32}")
_KEY_BYTES = 32


def read_pin(settings: Settings, data: Path) -> str:
    """The referee's PIN: the settings' own, else the one in the data folder, made at the first start.

    Raises FieldkitError if the data folder cannot be read or written.
    """
    if settings.web.pin is not None:
        return settings.web.pin
    return _kept(data, "pin", _good_pin, _fresh_pin).strip().decode()


def new_pin(data: Path) -> str:
    """Make a new PIN and a new cookie key, which logs everyone out; returns the PIN of the data folder.

    A PIN in the settings stays in force, but everyone is logged out all the same. Raises FieldkitError.
    """
    with _alone(data):
        old = _read(data / "pin").strip()
        pin = _fresh_pin()
        while pin == old:
            pin = _fresh_pin()
        _write(data / "cookie.key", secrets.token_bytes(_KEY_BYTES))
        _write(data / "pin", pin)
    return pin.decode()


@dataclass(frozen=True, slots=True)
class Pass:
    """The right of a referee, by cookie (``tablet``) or by PIN (``script``); ``id`` names the cookie."""

    by: Literal["tablet", "script"]
    id: str
    stamp: bytes


class Session:
    """Logs referees in and checks each request; every method may be called from any thread.

    ``clock`` gives the time for the throttle and the codes; a demonstration's speed does not shorten them.
    """

    def __init__(self, settings: Settings, data: Path, clock: Clock) -> None:
        self._secrets = _Secrets(settings, data)
        self._clock = clock
        self._throttle = _Throttle(self._seconds)
        self._lock = threading.Lock()
        self._codes: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._logged_out: OrderedDict[str, None] = OrderedDict()

    def find(self, caller: Caller) -> Pass | None:
        """The caller's pass, or None; raises Refused (401, 429) for a wrong Bearer PIN, or one too many."""
        by_cookie = self._by_cookie(caller.token)
        if by_cookie is not None or caller.pin is None:
            return by_cookie
        pin, _, stamp = self._secrets.now()
        self._guess(caller, lambda: _same(caller.pin or "", pin))
        return Pass("script", "", stamp)

    def referee(self, caller: Caller) -> Pass:
        """The caller's pass; raises Refused (401, 429)."""
        found = self.find(caller)
        if found is None:
            raise Refused(401, "no_session", "Log in with the referee's PIN first.")
        return found

    def acting(self, caller: Caller) -> Pass:
        """The pass of a caller that changes something; raises Refused (401, 429, 403 for a foreign page)."""
        found = self.referee(caller)
        from_here = caller.fetch_site == "same-origin" if caller.origin is None else _at_home(caller)
        if found.by == "tablet" and not from_here:
            raise _wrong_origin()
        return found

    def enter(self, caller: Caller, pin: str | None, code: str | None) -> str:
        """Log in with the PIN or a code; returns the cookie. Raises Refused (401, 403, 429)."""
        if caller.origin is not None and not _at_home(caller):
            raise _wrong_origin()
        right, _, stamp = self._secrets.now()

        def good() -> bool:
            return _same(pin, right) if pin is not None else self._take(code or "", stamp)

        if self._by_cookie(caller.token) is None:
            self._guess(caller, good)
        elif not good():
            raise _wrong()
        return self._signer().sign(secrets.token_urlsafe(12)).decode()

    def leave(self, passed: Pass) -> None:
        """Log out: the cookie is no longer good. A script, which has none, stays as it is."""
        with self._lock:
            if passed.id:
                self._logged_out[passed.id] = None
            if len(self._logged_out) > LOGGED_OUT:
                self._logged_out.popitem(last=False)

    def code(self) -> str:
        """A new code of six digits that lets one more tablet in, once, within `CODE_S`."""
        _, _, stamp = self._secrets.now()
        with self._lock:
            code = f"{secrets.randbelow(10**6):06d}"
            while code in self._codes:
                code = f"{secrets.randbelow(10**6):06d}"
            self._codes[code] = (self._seconds() + CODE_S, stamp)
            if len(self._codes) > CODES:
                self._codes.popitem(last=False)
            return code

    def holds(self, passed: Pass) -> bool:
        """Whether a pass given earlier is still good."""
        _, _, stamp = self._secrets.now()
        with self._lock:
            return passed.stamp == stamp and passed.id not in self._logged_out

    def _seconds(self) -> float:
        return self._clock.now() / NS / self._clock.rate

    def _by_cookie(self, token: str) -> Pass | None:
        if not token:
            return None
        try:
            name = self._signer().unsign(token).decode()
        except (BadSignature, ValueError):
            return None
        passed = Pass("tablet", name, self._secrets.now()[2])
        return passed if self.holds(passed) else None

    def _signer(self) -> Signer:
        _, key, stamp = self._secrets.now()
        return Signer(key, salt=b"fieldkit referee " + stamp, digest_method=hashlib.sha256)

    def _guess(self, caller: Caller, good: Callable[[], bool]) -> None:
        wait = self._throttle.attempt(caller.address, good)
        if wait is None:
            return
        if wait > 0:
            message = f"Too many wrong PINs from here; try again in {wait} s."
            raise Refused(429, "too_many_pins", message, (("Retry-After", str(wait)),))
        raise _wrong()

    def _take(self, code: str, stamp: bytes) -> bool:
        """Use up a code; False for one that is unknown, too old, or from before a new PIN."""
        with self._lock:
            until, made = self._codes.pop(code, (0.0, b""))
        return until > self._seconds() and made == stamp


def _wrong_origin() -> Refused:
    return Refused(403, "wrong_origin", "This page is not the kit's own; open the kit's own address.")


def _wrong() -> Refused:
    return Refused(401, "wrong_pin", "That PIN or code is wrong.")


def _at_home(caller: Caller) -> bool:
    return (caller.origin or "").lower() == caller.own.lower()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())


class _Throttle:
    """Counts wrong guesses by address, in bounded memory."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def attempt(self, address: str, good: Callable[[], bool]) -> int | None:
        """None for a right guess, 0 for a wrong one, else the seconds to wait before any guess is looked at.

        Looking and counting are one step, so that guesses sent side by side are not looked at for nothing.
        """
        key = _network(address)
        with self._lock:
            now = self._seconds()
            wrong = self._wrong.get(key, deque(maxlen=WRONG_PINS))
            while wrong and wrong[0] <= now - WRONG_S:
                wrong.popleft()
            if len(wrong) == WRONG_PINS:
                return max(1, int(wrong[0] + WRONG_S - now) + 1)
            if good():
                return None
            wrong.append(now)
            self._wrong[key] = wrong
            self._wrong.move_to_end(key)
            if len(self._wrong) > ADDRESSES:
                self._wrong.popitem(last=False)
            return 0


def _network(address: str) -> str:
    """What counts as one address: an IPv6 device has a whole /64 to choose from."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(int(parsed) >> 64)
    return str(parsed)


class _Secrets:
    """The PIN and the cookie key in force; a changed file is read again, one that is gone or torn is not."""

    def __init__(self, settings: Settings, data: Path) -> None:
        self._data = data
        self._fixed = settings.web.pin
        self._lock = threading.Lock()
        self._pin = read_pin(settings, data).encode()
        self._key = _kept(data, "cookie.key", _good_key, lambda: secrets.token_bytes(_KEY_BYTES))
        self._seen: tuple[object, ...] = ()

    def now(self) -> tuple[str, bytes, bytes]:
        """The PIN, the cookie key, and a stamp that moves whenever either of them changes."""
        with self._lock:
            seen = tuple(_look(self._data / name) for name in ("pin", "cookie.key"))
            if seen != self._seen:
                self._refresh()
                self._seen = seen
            stamp = hashlib.sha256(self._key + self._pin).digest()
            return self._pin.decode(), self._key, stamp

    def _refresh(self) -> None:
        try:
            pin, key = _read(self._data / "pin").strip(), _read(self._data / "cookie.key")
        except FieldkitError:
            return
        if self._fixed is None and _good_pin(pin):
            self._pin = pin
        if _good_key(key):
            self._key = key


def _look(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _good_pin(content: bytes) -> bool:
    return _PIN.fullmatch(content.strip()) is not None


def _good_key(content: bytes) -> bool:
    return len(content) == _KEY_BYTES


def _fresh_pin() -> bytes:
    return b"%06d" % secrets.randbelow(10**6)


def _kept(data: Path, name: str, good: Callable[[bytes], bool], fresh: Callable[[], bytes]) -> bytes:
    """A file's content; made when it is missing, or torn by a power cut."""
    content = _read(data / name)
    if good(content):
        return content
    with _alone(data):
        content = _read(data / name)
        if not good(content):
            content = fresh()
            _write(data / name, content)
    return content


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as mishap:
        raise FieldkitError(f"{path} cannot be read: {mishap.strerror}") from None


def _write(path: Path, content: bytes) -> None:
    """Put the whole content in place at once: for the owner's eyes only, and durable before it is used."""
    new = path.with_name(path.name + ".new")
    try:
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as mishap:
        raise FieldkitError(f"{path} cannot be written: {mishap.strerror}") from None


@contextmanager
def _alone(data: Path) -> Iterator[None]:
    """One process at a time makes the PIN and the key, so that no console shows a PIN that lost the race."""
    try:
        lock = os.open(data / "pin.lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as mishap:
        raise FieldkitError(f"the data folder {data} cannot be written: {mishap.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
