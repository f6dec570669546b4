"""The referee's PIN and the cookie key, two files (0600) that a running kit looks at with every check."""

import fcntl
import os
import random
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.files import save, share
from fieldkit.settings import Settings

Stored = TypeVar("Stored")
_PIN = re.compile(rb"[0-9A-Za-z]{4,32}")
_KEY_BYTES = 32
PIN_DIGITS = 8
"""Length of the PIN that the kit draws: at the rate that remains (`web.rate_limit`), a
whole day of guessing from any number of addresses finds one in 2,300."""


def read_pin(settings: Settings, data: Path) -> str:
    """Return the PIN of the settings, or of the data folder, made if need be. Raises FieldkitError."""
    if settings.web.pin is not None:
        return settings.web.pin
    return _kept(data, "pin", _good_pin, _fresh_pin).strip().decode()


def new_pin(data: Path) -> str:
    """Make a new PIN and cookie key, which logs everyone out; return that PIN. Raises FieldkitError."""
    with alone(data):
        old = read_whole_file(data / "pin").strip()
        pin = _fresh_pin()
        while pin == old:
            pin = _fresh_pin()
        save(data / "cookie.key", os.urandom(_KEY_BYTES))
        save(data / "pin", pin)
    return pin.decode()


class Secrets:
    """The PIN and the cookie key in force; a changed file is read again, one that is gone or torn is not."""

    def __init__(self, settings: Settings, data: Path) -> None:
        # Here, since who only prints the PIN needs no library of ciphers in its memory.
        from hashlib import sha256

        self._hash = sha256
        self._files = (str(data / "pin"), str(data / "cookie.key"))
        self._fixed = settings.web.pin
        self._lock = threading.Lock()
        self._pin = read_pin(settings, data).encode()
        self._key = _kept(data, "cookie.key", _good_key, lambda: os.urandom(_KEY_BYTES))
        self._known_key = _kept(data, "known.key", _good_key, lambda: os.urandom(_KEY_BYTES))
        self._seen: tuple[object, ...] = ()

    @property
    def known_key(self) -> bytes:
        """Return the key by which tablets are known again, also under a new PIN: it gives no right."""
        return self._known_key

    def now(self) -> tuple[str, bytes, bytes]:
        """Return the PIN, the cookie key, and a stamp that moves whenever either of them changes."""
        with self._lock:
            seen = tuple(map(look, self._files))
            if seen != self._seen:
                self._refresh()
                self._seen = seen
            return self._pin.decode(), self._key, self._hash(self._key + self._pin).digest()

    def _refresh(self) -> None:
        try:
            pin, key = (read_whole_file(Path(file)) for file in self._files)
        except FieldkitError:
            return
        if self._fixed is None and _good_pin(pin):
            self._pin = pin.strip()
        if _good_key(key):
            self._key = key


def crowd_key(data: Path) -> str:
    """Return the key that the kit's own spectators' process shows, so that no other is taken for it."""
    key = _kept(data, "spectators.key", _good_key, lambda: os.urandom(_KEY_BYTES))
    share(data / "spectators.key")
    return key.hex()


def look(path: str | Path) -> tuple[int, int, int] | None:
    """Return what moves when a file is written again, or None while there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _good_pin(content: bytes) -> bool:
    return _PIN.fullmatch(content.strip()) is not None


def _good_key(content: bytes) -> bool:
    return len(content) == _KEY_BYTES


def _fresh_pin() -> bytes:
    return b"%0*d" % (PIN_DIGITS, random.SystemRandom().randrange(10**PIN_DIGITS))


def _kept(data: Path, name: str, good: Callable[[bytes], bool], fresh: Callable[[], bytes]) -> bytes:
    """Read a file's content; made when it is missing, or torn by a power cut."""
    content = read_whole_file(data / name)
    if good(content):
        return content
    with alone(data):
        content = read_whole_file(data / name)
        if not good(content):
            content = fresh()
            save(data / name, content)
    return content


def read_whole_file(path: Path) -> bytes:
    """Read a file of the data folder, empty when it is not there; raises FieldkitError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise FieldkitError(f"{path} cannot be read: {error.strerror}") from None


def read_stored(path: Path, kind: type[Stored]) -> Stored | None:
    """Read a file of JSON; None for one that is not there, torn or of another kind."""
    try:
        return msgspec.json.decode(read_whole_file(path), type=kind)
    except (FieldkitError, msgspec.MsgspecError):
        return None


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """Let one process at a time make the secrets of a folder, so that no console shows the losing PIN."""
    try:
        lock = os.open(data / "pin.lock", os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as error:
        raise FieldkitError(f"the data folder {data} cannot be written: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
