"""Both ends of systemd's messages: a service tells that it goes on, a supervisor notices a hang."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import struct
import time
from collections.abc import Callable, Mapping

import msgspec

_US = 1_000_000
_UNTOLD = object()
_START_S = 90.0
"""Seconds that a service may take to start if its unit does not say; systemd's own default."""
_CREDENTIALS = struct.Struct("3i")
"""Process, user and group of a sender, as the kernel notes them."""
_MAX_BYTES = 512
_MAX_MESSAGES = 64
_FIRST_PASSED = 3
"""The first socket of those that systemd opens for a process."""


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


def passed_sockets(environ: Mapping[str, str] = os.environ) -> list[socket.socket]:
    """Return the sockets that listen for this process by systemd (``fieldkit-spectators.socket``)."""
    count = int(environ.get("LISTEN_FDS", "0")) if environ.get("LISTEN_PID") == str(os.getpid()) else 0
    found = [socket.socket(fileno=each) for each in range(_FIRST_PASSED, _FIRST_PASSED + count)]
    for each in found:
        each.set_inheritable(False)
    return found


class Watchdog:
    """systemd's watchdog over one loop, fed only if that has turned since; ``now`` gives seconds."""

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


class Limits(msgspec.Struct, frozen=True):
    """The longest times (s) of a process until it is up, and then between two signs of life."""

    start: float
    silence: float

    @classmethod
    def of_unit(cls, text: str) -> Limits | None:
        """Read the limits of a systemd unit, in plain seconds; None for one without a watchdog."""
        said = dict(re.findall(r"^(Type|WatchdogSec|TimeoutStartSec)=(\S+)$", text, re.MULTILINE))
        if said.get("Type") != "notify" or "WatchdogSec" not in said:
            return None
        return cls(float(said.get("TimeoutStartSec", _START_S)), float(said["WatchdogSec"]))


class Watch:
    """Watches one process at a time by a socket of its own; a message counts from when it is read."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._now = now
        self._pid = 0
        self._last = 0.0
        self._is_up = False
        name = f"fieldkit-{os.urandom(8).hex()}"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.bind("\0" + name)
        self._told = {"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": str(round(limits.silence * _US))}

    @property
    def pause(self) -> float:
        """Seconds between two calls of `listen`: as often as the process sends."""
        return self._limits.silence / 4

    def environment(self, own: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Return the environment for a process to watch."""
        return {key: value for key, value in own.items() if key != "WATCHDOG_PID"} | self._told

    def begin(self, pid: int) -> None:
        """Watch over this process, which has just been started."""
        self._pid, self._is_up, self._last = pid, False, self._now()

    def listen(self) -> None:
        """Read the messages of the process since the last call."""
        room = socket.CMSG_SPACE(_CREDENTIALS.size)
        with contextlib.suppress(BlockingIOError):
            for _ in range(_MAX_MESSAGES):
                said, notes, *_ = self._socket.recvmsg(_MAX_BYTES, room)
                if any(_CREDENTIALS.unpack(note)[0] == self._pid for _, _, note in notes):
                    self._is_up = self._is_up or b"READY=1" in said
                    self._last = self._now()

    def forgive(self) -> None:
        """Start to count again, after a while without listening."""
        self._last = self._now()

    @property
    def hangs(self) -> bool:
        """True if the process has been silent for longer than it may."""
        limit = self._limits.silence if self._is_up else self._limits.start
        return self._now() - self._last > limit

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
