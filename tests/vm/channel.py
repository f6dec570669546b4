"""Questions and answers as JSON lines over a socket: QEMU's own (QMP) and those of the agent in the guest."""

import itertools
import json
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.vm.ground import Failed, until

ANSWER_S = 30.0
"""How long an answer may take; the guest's processor is a slow one."""
_TRY_S = 1.0


class Channel:
    """One such socket, connected; not safe for several threads at once."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        until(lambda: self._socket.connect_ex(str(path)) == 0, 10, f"a socket {path.name}")
        self._coming = bytearray()
        self._events: set[str] = set()
        self._syncs = itertools.count(1)

    def ask(self, execute: str, arguments: Mapping[str, Any] | None = None) -> Any:
        """Return the answer to one question. Raises Failed if there is none, or it is a complaint."""
        self._send(execute, arguments or {})
        last = time.monotonic() + ANSWER_S
        while True:
            answer = self._next(last)
            if answer is None:
                raise Failed(f"{execute}: no answer within {ANSWER_S:.0f} s")
            if "error" in answer:
                raise Failed(f"{execute}: {answer['error'].get('desc', answer['error'])}")
            if "return" in answer:
                return answer["return"]

    def sync(self, seconds: float) -> None:
        """Wait for an agent that has yet to come up; what it answers to earlier questions is dropped."""
        last = time.monotonic() + seconds
        while time.monotonic() < last:
            number = next(self._syncs)
            self._send("guest-sync", {"id": number})
            try_until = min(last, time.monotonic() + _TRY_S)
            while (answer := self._next(try_until)) is not None:
                if answer.get("return") == number:
                    return
        raise Failed(f"the guest did not come up within {seconds:.0f} s")

    def event(self, name: str, seconds: float) -> None:
        """Wait until something has happened, also while an answer was waited for. Raises Failed."""
        last = time.monotonic() + seconds
        while name not in self._events:
            if self._next(last) is None:
                raise Failed(f"{name} did not happen within {seconds:.0f} s")
        self._events.discard(name)

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _send(self, execute: str, arguments: Mapping[str, Any]) -> None:
        line = json.dumps({"execute": execute, "arguments": arguments}) + "\n"
        try:
            self._socket.sendall(line.encode())
        except OSError as error:
            raise Failed(f"{execute}: the machine is gone ({error.strerror})") from None

    def _next(self, last: float) -> dict[str, Any] | None:
        """Return the next line; None when there is none until ``last``."""
        while b"\n" not in self._coming:
            left = last - time.monotonic()
            if left <= 0:
                return None
            self._socket.settimeout(left)
            try:
                part = self._socket.recv(65536)
            except TimeoutError:
                return None
            except OSError as error:
                raise Failed(f"the machine is gone ({error.strerror})") from None
            if not part:
                raise Failed("the machine is gone")
            self._coming += part
        line, _, self._coming = self._coming.partition(b"\n")
        found: dict[str, Any] = json.loads(line)
        self._events.add(found.get("event", ""))
        return found
