"""Messages to systemd: a service is up, and its work goes on. Without systemd nothing is sent."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Callable, Mapping

_US = 1_000_000
_UNTOLD = object()


def tell(word: str, environ: Mapping[str, str] = os.environ) -> None:
    """Send one message (``READY=1``) to systemd, without ever waiting for it."""
    address = environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    name = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.setblocking(False)
        with contextlib.suppress(OSError):
            sender.sendto(word.encode(), name)


class Watchdog:
    """systemd's watchdog over one loop: it is fed only if that loop has turned since it was fed last.

    ``now`` gives seconds of a monotonic clock.
    """

    def __init__(
        self, environ: Mapping[str, str] = os.environ, now: Callable[[], float] = time.monotonic
    ) -> None:
        limit = environ.get("WATCHDOG_USEC", "")
        ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self._environ = environ
        self._now = now
        self._pause = int(limit) / _US / 4 if limit.isdecimal() and ours else None
        self._next = now()
        self._fed_at: object = _UNTOLD

    @property
    def armed(self) -> bool:
        """True if systemd watches this process."""
        return self._pause is not None

    def look(self, moved: object) -> None:
        """Feed it if ``moved``, a count of the loop's turns, has changed; at most four times per limit."""
        if self._pause is None or self._now() < self._next or moved == self._fed_at:
            return
        self._fed_at = moved
        self._next = self._now() + self._pause
        tell("WATCHDOG=1", self._environ)
