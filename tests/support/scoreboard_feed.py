"""A small real HTTP server with a feed that can also misbehave; shared by the scoreboard's tests."""

import contextlib
import json
import queue
import socketserver
import threading
from collections.abc import Iterator
from typing import Any, Literal

Mode = Literal["good", "kept", "garbage", "silent", "cut", "slow", "refuse", "trickle"]
"""How the next connections are served."""

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n\r\n"
END = None


def event(name: str, body: dict[str, Any]) -> bytes:
    """One Server-Sent Event as the kit writes it."""
    return f"id: 1\nevent: {name}\ndata: {json.dumps(body)}\n\n".encode()


class FeedServer(socketserver.ThreadingTCPServer):
    """Serves ``board`` to each new connection in ``mode``; `say` sends to all that are open."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = True

    def __init__(self, board: dict[str, Any], mode: Mode = "good") -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.board = board
        self.mode: Mode = mode
        self.paths: list[str] = []
        self.connected = threading.Semaphore(0)
        self.ending = threading.Event()
        self.lines: list[queue.Queue[bytes | None]] = []

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def say(self, name: str, body: dict[str, Any]) -> None:
        """Send one event to all open connections."""
        for line in list(self.lines):
            line.put(event(name, body))

    def cut(self) -> None:
        """End all open connections."""
        for line in list(self.lines):
            line.put(END)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a listener that leaves in the middle: that is no error here."""


class _Connection(socketserver.StreamRequestHandler):
    server: FeedServer

    def handle(self) -> None:
        request = self.rfile.readline().decode()
        while self.rfile.readline().strip():
            pass
        self.server.paths.append(request.split()[1])
        mode, line = self.server.mode, queue.Queue[bytes | None]()
        self.server.lines.append(line)
        self.server.connected.release()
        getattr(self, f"_{mode}")(line)
        self.server.lines.remove(line)

    def _good(self, line: queue.Queue[bytes | None]) -> None:
        self.wfile.write(HEAD + event("board", self.server.board))
        while not self.server.ending.is_set():
            with contextlib.suppress(queue.Empty):
                said = line.get(timeout=0.05)
                if said is END:
                    return
                self.wfile.write(said)

    def _kept(self, line: queue.Queue[bytes | None]) -> None:
        """As `_good`, with the beats of a real kit: however long it takes, the link is not lost."""
        self.wfile.write(HEAD + event("board", self.server.board))
        while not self.server.ending.wait(0.2):
            self.wfile.write(event("beat", {"now": self.server.board["now"]}))

    def _beating(self, line: queue.Queue[bytes | None], noise: bytes) -> None:
        self.wfile.write(HEAD)
        while not self.server.ending.wait(0.03):
            self.wfile.write(noise)

    def _garbage(self, line: queue.Queue[bytes | None]) -> None:
        self._beating(line, b"event: board\ndata: {\xff\n\nevent: beat\ndata: 7\n\n: hm\n\x00\x01\n\n")

    def _slow(self, line: queue.Queue[bytes | None]) -> None:
        self._beating(line, b"d")

    def _silent(self, line: queue.Queue[bytes | None]) -> None:
        self.wfile.write(HEAD + event("board", self.server.board))
        self.server.ending.wait()

    def _cut(self, line: queue.Queue[bytes | None]) -> None:
        self.wfile.write(HEAD + event("board", self.server.board)[:40])

    def _trickle(self, line: queue.Queue[bytes | None]) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while not self.server.ending.wait(0.03):
            self.wfile.write(b"z")

    def _refuse(self, line: queue.Queue[bytes | None]) -> None:
        self.wfile.write(
            b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        )


@contextlib.contextmanager
def serving(board: dict[str, Any], mode: Mode = "good") -> Iterator[FeedServer]:
    """Yield a running server, ended on leaving."""
    server = FeedServer(board, mode)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.ending.set()
        server.shutdown()
        server.server_close()
        thread.join(5)
