"""The phones of an event, in a process of their own: they ask for the first document, or follow the feed.

python -m tests.bench.event_phones poll PORT COUNT [look]    each asks every 2 to 5 s, as the pages do
python -m tests.bench.event_phones listen PORT COUNT

Each phone is a connection of its own, from one of 200 loopback addresses. ``look`` unpacks what comes and
notes when each score was first seen. Says ``ready`` once all have been answered, then answers the lines
``begin`` and ``figures``.
"""

import asyncio
import gc
import gzip
import json
import random
import re
import resource
import sys
import time
from collections import Counter
from typing import Any, Protocol

from tests.bench.hall_phones import address
from tests.support.hub_process import EVENT

PAUSE_S = (2.0, 5.0)
"""Between two questions of a page (`web/static/hub/live.js`)."""
LONGEST_S = 300.0
OPEN_FILES = 20_000
_SCORE = re.compile(rb'"score":(\d+)')
_LENGTH = re.compile(rb"content-length: (\d+)")
_TAG = re.compile(rb"\netag: (\S+)")


class _Crowd:
    """What all of them have met since the last `begin`."""

    def __init__(self, port: int, count: int, looks: bool) -> None:
        self.port, self.count, self.looks = port, count, looks
        self.answered: set[int] = set()
        self.all_there = asyncio.Event()
        self.begin()

    def begin(self) -> None:
        """Count from now on."""
        self.took: list[float] = []
        self.statuses: Counter[int] = Counter()
        self.lost = 0
        self.bytes = 0
        self.seen: list[dict[int, int]] = [{} for _ in range(self.count)]
        self._began = time.monotonic()

    def there(self, n: int) -> None:
        """Note that a phone was answered."""
        if len(self.answered) < self.count:
            self.answered.add(n)
            if len(self.answered) == self.count:
                self.all_there.set()

    def look(self, n: int, shown: bytes, now: int) -> None:
        """Note the first score in what a phone shows."""
        if found := _SCORE.search(shown):
            self.seen[n].setdefault(int(found[1]), now)

    def figures(self) -> dict[str, Any]:
        """All of it; times in ms, and moments in ns."""
        return {
            "seconds": time.monotonic() - self._began,
            "took": self.took,
            "statuses": self.statuses,
            "lost": self.lost,
            "bytes": self.bytes,
            "seen": self.seen,
        }


class _Poller(asyncio.Protocol):
    """A page that asks for the first document again and again, with the tag of the one that it has."""

    def __init__(self, crowd: _Crowd, n: int) -> None:
        self._crowd, self._n = crowd, n
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._tag = b""
        self._read = b""
        self._asked_at = 0.0
        self._head = (
            f"GET /v1/events/{EVENT} HTTP/1.1\r\nHost: 127.0.0.1:{crowd.port}\r\nAccept-Encoding: gzip\r\n"
        ).encode()

    def start(self) -> None:
        """Ask first at some moment, as people open a page."""
        self._loop.call_later(random.uniform(0.0, PAUSE_S[1]), self._ask)

    def _ask(self) -> None:
        if self._transport is None:
            self._calling = self._loop.create_task(self._call())
            return
        self._read, self._asked_at = b"", time.monotonic()
        known = b"If-None-Match: %b\r\n" % self._tag if self._tag else b""
        self._transport.write(b"%b%b\r\n" % (self._head, known))

    async def _call(self) -> None:
        try:
            await self._loop.create_connection(
                lambda: self, "127.0.0.1", self._crowd.port, local_addr=address(self._n)
            )
        except OSError:
            self._crowd.lost += 1
            self._later()

    def _later(self) -> None:
        self._loop.call_later(random.uniform(*PAUSE_S), self._ask)

    def connection_made(self, transport: Any) -> None:
        """Ask at once."""
        self._transport = transport
        self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a loss if a question was open; a server may end a line on which nothing was said."""
        self._transport = None
        if self._asked_at:
            self._asked_at = 0.0
            self._crowd.lost += 1
            self._later()

    def data_received(self, data: bytes) -> None:
        """Take an answer until it is whole."""
        self._read += data
        head, whole, body = self._read.partition(b"\r\n\r\n")
        if not whole:
            return
        head = head.lower()
        length = _LENGTH.search(head)
        status = int(head[9:12])
        if status != 304 and length and len(body) < int(length[1]):
            return
        self._took(status, head, body)

    def _took(self, status: int, head: bytes, body: bytes) -> None:
        crowd, now = self._crowd, time.monotonic()
        crowd.took.append((now - self._asked_at) * 1000)
        self._asked_at = 0.0
        crowd.statuses[status] += 1
        crowd.bytes += len(self._read)
        crowd.there(self._n)
        if tag := _TAG.search(head):
            self._tag = tag[1].replace(b'w/"', b'W/"')
        if crowd.looks and status == 200:
            crowd.look(self._n, gzip.decompress(body) if b"gzip" in head else body, time.monotonic_ns())
        self._later()


class _Listener(asyncio.Protocol):
    """A page that follows the feed."""

    def __init__(self, crowd: _Crowd, n: int) -> None:
        self._crowd, self._n = crowd, n
        self._read = b""

    def connection_made(self, transport: Any) -> None:
        """Ask for the feed."""
        transport.write(b"GET /api/feed HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % self._crowd.port)

    def data_received(self, data: bytes) -> None:
        """Note each document."""
        now = time.monotonic_ns()
        *events, self._read = (self._read + data).split(b"\n\n")
        for event in events:
            if b"event: board" in event:
                self._crowd.look(self._n, event, now)
                self._crowd.there(self._n)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count a phone that was sent away."""
        self._crowd.lost += 1


class _Starts(Protocol):
    async def __call__(self, crowd: _Crowd) -> object: ...


async def _poll(crowd: _Crowd) -> object:
    pollers = [_Poller(crowd, n) for n in range(crowd.count)]
    for poller in pollers:
        poller.start()
    return pollers


async def _listen(crowd: _Crowd) -> object:
    loop = asyncio.get_running_loop()

    async def join(n: int) -> object:
        return await loop.create_connection(
            lambda: _Listener(crowd, n), "127.0.0.1", crowd.port, local_addr=address(n)
        )

    return [await join(n) for n in range(crowd.count)]


async def _run(port: int, count: int, looks: bool, start: _Starts) -> None:
    crowd = _Crowd(port, count, looks)
    held = await start(crowd)
    await crowd.all_there.wait()
    # The collector of garbage would walk through all of them again and again.
    gc.freeze()
    print("ready", flush=True)
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if line == "begin":
            crowd.begin()
            print("begun", flush=True)
        else:
            print(json.dumps(crowd.figures()), flush=True)
    del held


def main(what: str, port: str, count: str, *more: str) -> None:
    """Be the phones."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    start: _Starts = {"poll": _poll, "listen": _listen}[what]
    running = _run(int(port), int(count), "look" in more, start)
    asyncio.run(asyncio.wait_for(running, LONGEST_S))


if __name__ == "__main__":
    main(*sys.argv[1:])
