"""The kit's callers for `tests.bench.kit`, in a process of their own: screens that listen, tablets that send.

python -m tests.bench.callers listen PORT SCREENS       until a line comes on standard input
python -m tests.bench.callers send PORT PIN BURSTS AT_ONCE
"""

import asyncio
import json
import os
import sys
import time
from collections import defaultdict
from typing import Any

LONGEST_S = 120.0
"""No call lasts longer than this."""


class _Screen(asyncio.Protocol):
    """Parses each board, and notes its moment (ns) under the ``seq`` that it shows."""

    def __init__(self, arrived: dict[int, list[int]], first: asyncio.Semaphore) -> None:
        self._arrived = arrived
        self._first = first
        self._read = b""
        self._seq = -1

    def connection_made(self, transport: Any) -> None:
        transport.write(b"GET /api/feed HTTP/1.1\r\nHost: kit\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        *events, self._read = (self._read + data).split(b"\n\n")
        for event in events:
            if b"event: board" not in event:
                continue
            view = json.loads(event.partition(b"data: ")[2].partition(b"\n")[0])
            seq = int(view["seq"])
            if self._seq < 0:
                self._first.release()
            elif seq != self._seq:
                self._arrived[seq].append(now)
            self._seq = seq


async def _listen(port: int, screens: int) -> None:
    loop = asyncio.get_running_loop()
    arrived: dict[int, list[int]] = defaultdict(list)
    first, told = asyncio.Semaphore(0), asyncio.Event()
    loop.add_reader(sys.stdin, told.set)
    opened = [
        (await loop.create_connection(lambda: _Screen(arrived, first), "127.0.0.1", port))[0]
        for _ in range(screens)
    ]
    for _ in range(screens):
        await first.acquire()
    print("ready", flush=True)
    await told.wait()
    print(json.dumps(arrived), flush=True)
    for transport in opened:
        transport.close()


async def _send(port: int, pin: str, bursts: int, at_once: int) -> None:
    """``at_once`` commands, the next ones when all are answered; prints each burst's time (ns)."""
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(at_once)]
    took = []
    for burst in range(bursts):
        began = time.monotonic_ns()
        await asyncio.gather(
            *(_command(*line, pin, f"{os.getpid()}-{burst}-{n}") for n, line in enumerate(lines))
        )
        took.append(time.monotonic_ns() - began)
    print(json.dumps(took), flush=True)
    for _, writer in lines:
        writer.close()


async def _command(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pin: str, name: str) -> None:
    body = json.dumps({"id": name, "type": "note", "text": "a foul"}).encode()
    head = (
        f"POST /api/commands HTTP/1.1\r\nHost: kit\r\nAuthorization: Bearer {pin}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200"), answer
    _, _, length = answer.lower().partition(b"content-length: ")
    await reader.readexactly(int(length.partition(b"\r\n")[0]))


def main(what: str, *rest: str) -> None:
    """Make the calls."""
    if what == "listen":
        calls = _listen(int(rest[0]), int(rest[1]))
    else:
        calls = _send(int(rest[0]), rest[1], int(rest[2]), int(rest[3]))
    asyncio.run(asyncio.wait_for(calls, LONGEST_S))


if __name__ == "__main__":
    main(*sys.argv[1:])
