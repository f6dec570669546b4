"""The air over a field: two network namespaces, and between them a link that is as bad as it is told to be.

Each side has a TUN device; a thread carries the packets between the two, and loses, keeps, doubles or delays
them. No traffic control of the kernel is needed, and all of it is gone with the process. Needs root.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
MOST_BYTES = 65536
"""More than any packet of a TUN device has."""
MOST_KEPT = 4096
"""Packets under way at most; what comes beyond is lost, as in any queue."""

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class Weather:
    """What becomes of a packet, either way; without a word to the contrary it passes at once."""

    name: str
    loss: float = 0.0
    """The share that is lost."""
    twice: float = 0.0
    """The share that comes twice."""
    delay_s: float = 0.0
    """How long each is under way."""
    jitter_s: float = 0.0
    """As much longer at most, by lot for each: so they overtake each other."""
    stall_s: float = 0.0
    """How long nothing passes, and then all that was kept at once."""
    every_s: float = 0.0
    """How often such a stall begins."""


FAIR = Weather("fair")


@dataclass
class Passed:
    """What became of the packets, both ways."""

    carried: int = 0
    lost: int = 0
    doubled: int = 0
    overtaken: int = 0

    def since(self, before: Passed) -> Passed:
        """Return what came on top of an earlier count."""
        return Passed(*(getattr(self, each.name) - getattr(before, each.name) for each in fields(self)))


class Namespace:
    """A network of its own, with one device ``air`` at ``address``; `close` lets it go."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._file = -1
        maker = threading.Thread(target=self._make)
        maker.start()
        maker.join()
        if self._file < 0:
            raise PermissionError("no network namespace: this needs root")
        with self.entered():
            self.device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(self.device, TUNSETIFF, struct.pack("16sH22x", b"air", IFF_TUN | IFF_NO_PI))
            for line in ("link set lo up", f"addr add {address}/24 dev air", "link set air up"):
                subprocess.run(["ip", *line.split()], check=True)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Keep what this thread starts or connects meanwhile in this network: threads and processes too."""
        with open("/proc/thread-self/ns/net", "rb") as home:
            _enter(self._file)
            try:
                yield
            finally:
                _enter(home.fileno())

    def close(self) -> None:
        """Let go of it; the kernel ends it with the last process inside."""
        os.close(self.device)
        os.close(self._file)

    def _make(self) -> None:
        # In a thread of its own, which ends: nobody has to find the way back.
        if _libc.unshare(CLONE_NEWNET) == 0:
            self._file = os.open("/proc/thread-self/ns/net", os.O_RDONLY)


class Air:
    """Carries packets between two namespaces from its making to `close`; the weather may `turn`."""

    def __init__(self, a: Namespace, b: Namespace, seed: int = 1) -> None:
        self._weather = FAIR
        self._passed = Passed()
        self._ways = {a.device: b.device, b.device: a.device}
        self._latest = dict.fromkeys(self._ways, 0)
        self._kept: list[tuple[float, int, int, bytes]] = []
        self._number = 0
        self._began = 0.0
        self._lot = random.Random(seed)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="air", daemon=True)
        self._thread.start()

    @property
    def passed(self) -> Passed:
        """What became of the packets until now."""
        return Passed(**vars(self._passed))

    def turn(self, weather: Weather) -> None:
        """Let the weather change; what is under way still comes as it was to."""
        self._began = time.monotonic()
        self._weather = weather

    def close(self) -> None:
        """End the thread; nothing passes any more."""
        self._over.set()
        self._thread.join(5)

    def _run(self) -> None:
        while not self._over.is_set():
            wait = self._kept[0][0] - time.monotonic() if self._kept else 0.1
            ready, _, _ = select.select(list(self._ways), [], [], min(0.1, max(0.0, wait)))
            for device in ready:
                with contextlib.suppress(BlockingIOError):
                    while True:
                        self._take(os.read(device, MOST_BYTES), self._ways[device])
            self._deliver(time.monotonic())

    def _take(self, packet: bytes, to: int) -> None:
        weather = self._weather
        if self._lot.random() < weather.loss or len(self._kept) >= MOST_KEPT:
            self._passed.lost += 1
            return
        twice = self._lot.random() < weather.twice
        self._passed.doubled += twice
        for _ in range(1 + twice):
            self._number += 1
            heapq.heappush(self._kept, (self._due(weather), self._number, to, packet))

    def _due(self, weather: Weather) -> float:
        now = time.monotonic()
        due = now + weather.delay_s + self._lot.random() * weather.jitter_s
        if not weather.every_s:
            return due
        into = (due - self._began) % weather.every_s
        return due + max(0.0, weather.stall_s - into)

    def _deliver(self, now: float) -> None:
        while self._kept and self._kept[0][0] <= now:
            _, number, to, packet = heapq.heappop(self._kept)
            self._passed.carried += 1
            self._passed.overtaken += number < self._latest[to]
            self._latest[to] = max(self._latest[to], number)
            # A device whose queue is full loses a packet, as any does.
            with contextlib.suppress(OSError):
                os.write(to, packet)


def _enter(file: int) -> None:
    if _libc.setns(file, CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "setns")
