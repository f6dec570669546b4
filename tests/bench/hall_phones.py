"""The phones of a hall for `tests.bench.hall`, in a process of their own, from 200 loopback addresses.

python -m tests.bench.hall_phones register PORT CLIENTS    the seats' tokens as JSON on standard input
python -m tests.bench.hall_phones claim PORT SECONDS       likewise: a claim from each within these seconds
python -m tests.bench.hall_phones listen PORT COUNT        answers the lines ``cut``, ``killed`` and ``done``
"""

import asyncio
import contextlib
import json
import os
import resource
import sys
import time
from collections.abc import Mapping
from typing import Any

FORM = {"settlements": 5, "cities": 9, "bonuses": 1}
LONGEST_S = 170.0
"""No call lasts longer than this."""
ADDRESSES = 200


def address(n: int) -> tuple[str, int]:
    """Where a phone calls from: any port of one of some loopback addresses."""
    return f"127.0.3.{n % ADDRESSES + 1}", 0


class Caller:
    """One phone, which keeps its connection and its cookie."""

    def __init__(self, port: int, n: int) -> None:
        self._port, self._n = port, n
        self._cookie = ""
        self._lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def enter(self, token: str) -> None:
        """Log in as a seat."""
        self._cookie = ""
        status, head, body = await self._call("/api/session", {"code": token})
        assert status == 200, body
        cookies = (line.partition(": ")[2] for line in head if line.lower().startswith("set-cookie"))
        self._cookie = next(cookies).partition(";")[0]

    async def send(self, command: Mapping[str, Any]) -> int:
        """Send a command, again with its id while it is not stored; how often it was sent."""
        tries = 1
        while True:
            status, _, body = await self._call("/api/commands", command)
            if status != 503:
                assert status == 200, body
                return tries
            tries += 1
            await asyncio.sleep(0.2)

    async def _call(self, path: str, body: object) -> tuple[int, list[str], bytes]:
        reader, writer = self._lines or await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=address(self._n)
        )
        self._lines = reader, writer
        sent = json.dumps(body).encode()
        here = f"127.0.0.1:{self._port}"
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\nCookie: {self._cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n".encode()
            + sent
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(line.partition(": ")[2] for line in head if line.lower().startswith("content-length"))
        return int(head[0].split()[1]), head, await reader.readexactly(int(length))

    def close(self) -> None:
        """Hang up."""
        if self._lines:
            self._lines[1].close()


async def _register(port: int, clients: int) -> dict[str, Any]:
    """Everybody registers, through this many clients at once: log in, register, the next one."""
    tokens = list(json.loads(sys.stdin.readline()).items())
    took: dict[str, list[float]] = {"log_in": [], "register": []}

    async def client(n: int) -> int:
        caller, tries = Caller(port, n), 0
        for seat, token in tokens[n::clients]:
            began = time.monotonic()
            await caller.enter(token)
            entered = time.monotonic()
            tries += await caller.send(
                {"id": f"{seat} {os.getpid()}", "type": "register", "name": f"Player {seat}"}
            )
            took["log_in"].append((entered - began) * 1000)
            took["register"].append((time.monotonic() - entered) * 1000)
        caller.close()
        return tries

    began = time.monotonic()
    tries = sum(await asyncio.gather(*map(client, range(clients))))
    return took | {"seconds": time.monotonic() - began, "again": tries - len(tokens)}


async def _claim(port: int, seconds: float) -> dict[str, Any]:
    """Each seat claims once, spread evenly over the time."""
    tokens = json.loads(sys.stdin.readline())
    callers = {seat: Caller(port, n) for n, seat in enumerate(tokens)}
    for seat, token in tokens.items():
        await callers[seat].enter(token)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    began = time.monotonic()

    async def claim(n: int, seat: str) -> tuple[float, int]:
        await asyncio.sleep(began + n * seconds / len(callers) - time.monotonic())
        sent = time.monotonic()
        tries = await callers[seat].send({"id": f"{seat} {os.getpid()}", "type": "claim", "form": FORM})
        return (time.monotonic() - sent) * 1000, tries - 1

    answers = await asyncio.gather(*(claim(n, seat) for n, seat in enumerate(callers)))
    for caller in callers.values():
        caller.close()
    return {
        "took": [took for took, _ in answers],
        "again": sum(again for _, again in answers),
        "seconds": time.monotonic() - began,
    }


class _Hall:
    """What all listening phones have met; ``back`` is when (ms after ``since``) each had a view again.

    ``expected`` is how many lose the kit for a reason.
    """

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self.back: dict[int, float] = {}
        self.since = time.monotonic()
        self.lost = self.refused = self.expected = 0
        self.all_there = asyncio.Event()

    def part(self) -> int:
        """All are about to lose the kit; how many have lost it since the last time for no reason."""
        evicted = self.lost - self.expected
        # Who has just lost it cannot lose it once more.
        self.lost, self.refused, self.expected = 0, 0, len(self.back)
        self.since = time.monotonic()
        self.all_there.clear()
        return evicted

    def saw(self, n: int) -> None:
        """Note that a phone has a view."""
        self.back.setdefault(n, (time.monotonic() - self.since) * 1000)
        if self.lost >= self.expected and len(self.back) == self.count:
            self.all_there.set()

    def lose(self, n: int) -> None:
        """Note that a phone has lost the kit."""
        self.lost += 1
        self.back.pop(n, None)


class _Phone(asyncio.Protocol):
    """A phone that follows the board, and comes back after the pause that the kit has told it."""

    def __init__(self, hall: _Hall, n: int) -> None:
        self.calling: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None
        self._hall, self._n = hall, n
        self._retry_s = 1.0
        self._read = b""
        self._is_told = self._over = False

    async def call(self) -> None:
        """Connect; a kit that is not there is called again."""
        loop = asyncio.get_running_loop()
        while not self._over:
            with contextlib.suppress(OSError):
                await loop.create_connection(
                    lambda: self, "127.0.0.1", self._hall.port, local_addr=address(self._n)
                )
                return
            await asyncio.sleep(self._retry_s)

    def connection_made(self, transport: Any) -> None:
        """Ask for the board."""
        self._transport, self._read, self._is_told = transport, b"", False
        transport.write(b"GET /api/feed HTTP/1.1\r\nHost: kit\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        """Take the head of the answer, then each view, as a screen does."""
        self._read += data
        if not self._is_told:
            head, found, rest = self._read.partition(b"\r\n\r\n")
            if not found:
                return
            self._is_told, self._read = True, rest
            self._hall.refused += not head.startswith(b"HTTP/1.1 200")
        *events, self._read = self._read.split(b"\n\n")
        for event in events:
            if b"retry: " in event:
                self._retry_s = int(event.partition(b"retry: ")[2].partition(b"\n")[0]) / 1000
            if b"event: board" in event:
                json.loads(event.partition(b"data: ")[2].partition(b"\n")[0])
                self._hall.saw(self._n)

    def connection_lost(self, exc: Exception | None) -> None:
        """Come back after the pause."""
        if not self._over:
            self._hall.lose(self._n)
            asyncio.get_running_loop().call_later(self._retry_s, self._again)

    def _again(self) -> None:
        self.calling = asyncio.ensure_future(self.call())

    def cut(self) -> None:
        """Cut the phone off, as if the network were gone."""
        if self._transport:
            self._transport.abort()

    def leave(self) -> None:
        """Put it away."""
        self._over = True
        self.cut()


async def _listen(port: int, count: int) -> dict[str, Any]:
    """Follow the board; on ``cut`` all lose the network, on ``killed`` they are about to lose the kit."""
    hall = _Hall(port, count)
    phones = [_Phone(hall, n) for n in range(count)]
    for phone in phones:
        await phone.call()
    await hall.all_there.wait()
    print("ready", flush=True)
    while (line := (await asyncio.to_thread(sys.stdin.readline)).strip()) in ("cut", "killed"):
        evicted = hall.part()
        if line == "killed":
            print("told", flush=True)
        else:
            for phone in phones:
                phone.cut()
        await hall.all_there.wait()
        hall.expected, again = hall.lost, hall.lost - hall.expected
        met = {"evicted": evicted, "refused": hall.refused, "again": again}
        print(json.dumps(met | {"back": sorted(hall.back.values())}), flush=True)
    evicted = hall.part()
    for phone in phones:
        phone.leave()
    return {"evicted": evicted}


def main(what: str, port: str, number: str) -> None:
    """Make the calls."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8192) if most > 0 else 8192, most))
    calls = {
        "register": lambda: _register(int(port), int(number)),
        "claim": lambda: _claim(int(port), float(number)),
        "listen": lambda: _listen(int(port), int(number)),
    }
    print(json.dumps(asyncio.run(asyncio.wait_for(calls[what](), LONGEST_S))), flush=True)
    os._exit(0)  # a thread may still wait for a line


if __name__ == "__main__":
    main(*sys.argv[1:])
