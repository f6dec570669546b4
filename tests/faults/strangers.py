"""A stranger with many sockets, a process of its own; what it sends, and how often, is its mode.

python -m tests.faults.strangers PORT SOCKETS MODE     until standard input closes; then a line of counts

``idle`` only connects, ``keeping`` asks once and keeps the connection, ``busy`` asks each second, ``hasty``
again as soon as it was answered, ``held`` sends most of a long body and waits. A connection that is cut off
is opened again at once.
"""

import json
import os
import select
import socket
import sys
import time

ADDRESS = "127.0.0.77"
"""Where the stranger lives: an address of this machine that is not its usual one."""
_NO_PORT_YET = 24
"""IP_BIND_ADDRESS_NO_PORT: the port is chosen when the other end is known, so there are enough of them."""
_ASK = b"GET /api/board HTTP/1.1\r\nHost: kit\r\n\r\n"
_HELD = b"POST /api/session HTTP/1.1\r\nHost: kit\r\nContent-Length: 65000\r\n\r\n" + b" " * 64_000
MODES = ("idle", "keeping", "busy", "hasty", "held")
_TRIES = 50
"""How many connections are opened again before the answers of the others are read."""


class Stranger:
    """All sockets of one stranger."""

    def __init__(self, port: int, sockets: int, mode: str) -> None:
        self._port, self._mode, self._wanted = port, mode, sockets
        self._poll = select.epoll()
        self._lines: dict[int, socket.socket] = {}
        self._asked: dict[int, float] = {}
        self.counts = {"opened": 0, "cut off": 0, "answers": 0, "most": 0}

    def run(self) -> None:
        """Go on until standard input closes."""
        self._poll.register(sys.stdin.fileno(), select.EPOLLIN | select.EPOLLHUP)
        while True:
            for _ in range(min(_TRIES, self._wanted - len(self._lines))):
                self._open()
            self.counts["most"] = max(self.counts["most"], len(self._lines))
            for number, event in self._poll.poll(0.02):
                if number == sys.stdin.fileno():
                    return
                self._look(number, event)
            if self._mode == "busy":
                self._ask_again()

    def _open(self) -> None:
        line = socket.socket()
        line.setblocking(False)
        line.setsockopt(socket.SOL_IP, _NO_PORT_YET, 1)
        line.bind((ADDRESS, 0))
        line.connect_ex(("127.0.0.1", self._port))
        self._lines[line.fileno()] = line
        self._poll.register(line.fileno(), select.EPOLLIN | select.EPOLLOUT)
        self.counts["opened"] += 1

    def _look(self, number: int, event: int) -> None:
        line = self._lines[number]
        try:
            if event & select.EPOLLOUT:
                self._poll.modify(number, select.EPOLLIN)
                self._say(line)
            elif not (got := line.recv(65536)):
                raise ConnectionResetError
            elif got.startswith(b"HTTP/1.1 "):
                self.counts["answers"] += 1
                if self._mode == "hasty":
                    self._say(line)
        except BlockingIOError:
            return
        except OSError:
            self.counts["cut off"] += 1
            self._asked.pop(number, None)
            self._poll.unregister(number)
            del self._lines[number]
            line.close()

    def _say(self, line: socket.socket) -> None:
        if self._mode != "idle":
            line.send(_HELD if self._mode == "held" else _ASK)
            self._asked[line.fileno()] = time.monotonic()

    def _ask_again(self) -> None:
        due = time.monotonic() - 1
        for number in [number for number, at in self._asked.items() if at < due]:
            try:
                self._say(self._lines[number])
            except OSError:
                self._asked[number] = time.monotonic()


def main(port: str, sockets: str, mode: str) -> None:
    """Trouble the kit at a port."""
    assert mode in MODES, mode
    os.nice(10)  # a stranger brings a machine of its own
    stranger = Stranger(int(port), int(sockets), mode)
    stranger.run()
    print(json.dumps(stranger.counts), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
