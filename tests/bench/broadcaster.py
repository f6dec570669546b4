"""A bare broadcaster, the yardstick of `tests.bench.frames`: no rules, no record, no roles.

It reads the same hoop frames from a line of its own, counts them into one number of a board that it was
given, and writes the whole board to every listener in one loop: as little as a program in Python can do that
sends whole views.

python -m tests.bench.broadcaster LINE BOARD.json      prints its port, ends at the end of standard input
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


class _Broadcaster:
    """The board and those who listen."""

    def __init__(self, line: int, board: dict[str, Any]) -> None:
        self.listeners: set[asyncio.Transport] = set()
        self._line = line
        self._board = board
        self._read = b""

    def frame(self) -> bytes:
        """Return the board as a chunk of Server-Sent Events."""
        self._board["now"] = time.monotonic_ns() // 1_000_000
        event = b"event: board\nid: %d\ndata: %b\n\n" % (self._board["seq"], msgspec.json.encode(self._board))
        return b"%x\r\n%b\r\n" % (len(event), event)

    def came(self) -> None:
        """Bytes wait on the hoop line."""
        *frames, self._read = (self._read + os.read(self._line, 4096)).split(b"\n")
        for _ in frames:
            self._board["seq"] += 1
            frame = self.frame()
            for listener in self.listeners:
                listener.write(frame)


class _Listener(asyncio.Protocol):
    def __init__(self, broadcaster: _Broadcaster) -> None:
        self._broadcaster = broadcaster

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._transport.write(_HEAD + self._broadcaster.frame())
        self._broadcaster.listeners.add(self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._broadcaster.listeners.discard(self._transport)


async def _serve(line: str, board: Path) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    opened = os.open(line, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    broadcaster = _Broadcaster(opened, msgspec.json.decode(board.read_bytes()))
    loop.add_reader(opened, broadcaster.came)
    loop.add_reader(sys.stdin, over.set)
    server = await loop.create_server(lambda: _Listener(broadcaster), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await over.wait()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], Path(sys.argv[2])))
