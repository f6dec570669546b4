"""A hoop's node at the far end of the USB cable: the project's own virtual one, on a socket of QEMU's."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from hardware.fakes.devices import VirtualNode
from tests.vm.ground import until

_TURN_S = 0.05


class Node:
    """One node, always switched on; while ``plugged`` is False its bytes go nowhere, as with a pulled cable.

    Every method may be called from any thread; use it as a context.
    """

    def __init__(self, hoop: str) -> None:
        self.plugged = True
        self._node = VirtualNode(hoop, random.Random(), time.monotonic())
        self._lock = threading.Lock()
        self._line: socket.socket | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="node", daemon=True)

    def __enter__(self) -> Node:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._ending.set()
        self._thread.join(5)
        self.hang_up()

    def connect(self, path: Path) -> None:
        """Lay its cable to a machine."""
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.settimeout(5)
        line.connect(str(path))
        line.setblocking(False)
        with self._lock:
            self._line = line

    def hang_up(self) -> None:
        """Its cable leads nowhere any more."""
        with self._lock:
            if self._line is not None:
                self._line.close()
                self._line = None

    def press(self, button: str) -> int:
        """Press a button; the number of its frame."""
        with self._lock:
            self._node.act("BTN", button, time.monotonic())
            return int(self._node.state()["seq"])

    def state(self) -> dict[str, Any]:
        """As a virtual node tells it."""
        with self._lock:
            return self._node.state()

    def acked(self, seqs: set[int], seconds: float, what: str) -> None:
        """Wait until the kit has answered these frames. Raises Failed."""
        until(lambda: seqs <= set(self.state()["acked"]), seconds, what)

    def _run(self) -> None:
        while not self._ending.is_set():
            line = self._line
            ready = False
            if line is None:
                self._ending.wait(_TURN_S)
            else:
                # The line may be hung up meanwhile.
                with contextlib.suppress(OSError, ValueError):
                    ready = bool(select.select([line], [], [], _TURN_S)[0])
            with self._lock, contextlib.suppress(OSError):
                self._turn(ready)

    def _turn(self, ready: bool) -> None:
        said = self._node.speak(time.monotonic())
        if self._line is None or not self.plugged:
            return
        for frame in said:
            self._line.sendall(frame)
        if ready:
            chunk = self._line.recv(65536)
            self._node.hear(chunk)
            if not chunk:
                self._line.close()
                self._line = None
