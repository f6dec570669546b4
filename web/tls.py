"""The kit's own certificates: a root that tablets trust once, and under it one for its names and addresses.

Once ``fieldkit tls`` has made both, each port speaks http and https. The root may only vouch for the kit's
own names and addresses of private networks. A running kit renews its certificate by itself.
"""

import datetime
import logging
import os
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from fieldkit.errors import FieldkitError
from fieldkit.files import share
from fieldkit.service.address import addresses
from web.host_names import ALWAYS, Wanted
from web.pin import alone, look, read_whole_file
from web.port import CERTIFICATE

log = logging.getLogger(__name__)

RENEW_DAYS = 60
"""A certificate that is good for fewer days is made again."""
LOOK_S = 60.0
"""Interval (s) of looking whether a new one is needed."""
_FIRST_YEAR = 2025


def wanted(more: Iterable[str] = ()) -> Wanted:
    """Return the names and addresses of this machine now; ``more`` are those of the settings."""
    machine = socket.gethostname().lower()
    names = [*ALWAYS, machine, *(f"{name}.local" for name in (*ALWAYS[1:], machine)), *map(str.lower, more)]
    return Wanted(tuple(dict.fromkeys(names)), ("127.0.0.1", "::1", *sorted(addresses())))


class Certificates:
    """The certificates of a data folder, for a server; ``more`` are the names of the settings."""

    def __init__(self, data: Path, more: Iterable[str] = (), now: Callable[[], float] = time.time) -> None:
        self._own, self._more, self._now = data / CERTIFICATE, tuple(more), now
        self._folder = self._own.parent
        self._lock = threading.Lock()
        self._seen: object = None
        self._context: ssl.SSLContext | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="certificates", daemon=True)

    @property
    def is_on(self) -> bool:
        """Tell whether the kit speaks https."""
        return self.context() is not None

    def context(self) -> ssl.SSLContext | None:
        """Return what a connection is encrypted with, or None while the kit speaks http alone."""
        with self._lock:
            seen = look(self._own)
            if seen != self._seen:
                self._seen = seen
                self._context = self._read() if seen is not None else None
            return self._context

    def root(self) -> bytes | None:
        """Return the root as a tablet takes it (DER), or None while the kit speaks http alone."""
        if not self.is_on:
            return None
        return ssl.PEM_cert_to_DER_cert(read_whole_file(self._folder / "root.crt").decode())

    def make(self, kit: str, fresh: bool = False) -> Wanted:
        """Make what is missing, all if ``fresh``; return what the root cannot vouch for.

        Raises FieldkitError.
        """
        from web import authority

        today = _date(self._now())
        if today.year < _FIRST_YEAR:
            text = f"this machine's clock says {today:%d %B %Y}: set it first, since certificates name dates"
            raise FieldkitError(text)
        _make_folder(self._folder)
        with alone(self._folder):
            want = wanted(self._more)
            root = None if fresh else authority.read_root(self._folder)
            root = root or authority.make_root(self._folder, kit, want, today)
            may, left_out = root.may(want)
            authority.make_own(self._folder, root, may, today)
        return left_out

    def switch_off(self) -> bool:
        """Speak http alone again; the root stays for the next time. Returns False if it did already."""
        try:
            self._own.unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise FieldkitError(f"{self._folder} cannot be written: {error.strerror}") from None
        return True

    def start(self) -> None:
        """Begin to look, now and then, whether a new certificate is needed."""
        share(self._folder, self._own)
        self._thread.start()

    def close(self) -> None:
        """Look no longer."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()

    def renew(self) -> bool:
        """Make a new certificate if needed, in one's own folder; True if it was. Raises FieldkitError."""
        if look(self._own) is None or not os.access(self._folder, os.W_OK):
            return False
        from web import authority

        with alone(self._folder):
            root, own = authority.read_root(self._folder), authority.read_own(self._folder)
            if root is None:
                raise FieldkitError(f"the root in {self._folder} is gone or torn; fieldkit tls makes another")
            today = _date(self._now())
            may, _ = root.may(wanted(self._more))
            # One that is good as long as the root cannot be made any better.
            lasts = own is not None and ((own.until - today).days >= RENEW_DAYS or own.until >= root.until)
            if own is not None and lasts and {*may.names, *may.addresses} <= own.covers:
                return False
            if today < root.since:
                return False  # the clock is far behind: what it says now is no date for a certificate
            # New addresses are no reason for new dates: the clock may have jumped.
            dates = (own.since, own.until) if own is not None and lasts else None
            authority.make_own(self._folder, root, may, today, dates)
        log.info("a new certificate was made, for %s", ", ".join(may.addresses))
        if (root.until - today).days < RENEW_DAYS:
            until = f"{root.until:%d %B %Y}"
            log.warning("the root is good until %s: fieldkit tls --new makes another", until)
        return True

    def _keep(self) -> None:
        while True:
            try:
                self.renew()
            except FieldkitError as error:
                log.warning("no new certificate can be made: %s", error)
            if self._closing.wait(LOOK_S):
                return

    def _read(self) -> ssl.SSLContext | None:
        try:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            context.set_alpn_protocols(["http/1.1"])
            context.load_cert_chain(self._own)
        except OSError as error:
            log.warning("the certificate cannot be used, so there is no https: %s", error)
            return self._context
        return context


def fingerprint(der: bytes) -> str:
    """Return the SHA-256 of a certificate as devices show it: pairs of hex digits."""
    import hashlib

    return hashlib.sha256(der).digest().hex(" ").upper()


def _date(now: float) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(now, datetime.UTC).replace(microsecond=0)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        os.chmod(folder, 0o700)
        share(folder)
    except OSError as error:
        raise FieldkitError(f"{folder} cannot be made: {error.strerror}") from None
