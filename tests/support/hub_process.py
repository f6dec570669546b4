"""A hub as people run it: a process, a database on a disk, HTTP; and a line to it that can be cut."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.hubs import KEYS, PIN
from tests.support.machine import patience

START_S = 60.0
EVENT = "cup"


class HubProcess:
    """One hub in a folder; `start` runs it, `end` ends it. ``fields`` are keys by the fields' ids."""

    def __init__(
        self, folder: Path, fields: Mapping[str, str] = KEYS, data: Path | None = None, more: str = ""
    ) -> None:
        self.data = data or folder / "hub"
        self.settings = folder / "hub.toml"
        lines = [
            f'[event]\nid = "{EVENT}"\nname = "Spring Cup"\n[hub]\nhost = "127.0.0.1"\npin = "{PIN}"\n{more}'
        ]
        lines += [
            f'[[fields]]\nid = "{id}"\nname = "{id.capitalize()}"\nkey = "{key}"\n'
            for id, key in fields.items()
        ]
        self.settings.write_text("\n".join(lines), encoding="utf-8")
        self._output = folder / "hub-output"
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def __enter__(self) -> HubProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def said(self) -> str:
        """All that its runs have said."""
        return self._output.read_text(errors="replace") if self._output.exists() else ""

    @property
    def pid(self) -> int:
        """Its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Run it at a port that stays its own, and wait until it answers."""
        command = [sys.executable, "-m", "fieldkit", "hub", "--settings", str(self.settings)]
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.port = probe.getsockname()[1]
        command += ["--data", str(self.data), "--port", str(self.port), "--kept-by", str(os.getpid())]
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(command, stdout=output, stderr=output)
        last = time.monotonic() + START_S * patience()
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                self.ask("GET", "")
                return
            assert self._process.poll() is None, self.said
            assert time.monotonic() < last, self.said
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill it, at whatever it does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def end(self) -> None:
        """End it in order."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(START_S * patience())
            finally:
                self._process.kill()
                self._process.wait()

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """One call below the event, as its organiser; raises OSError while nobody answers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            headers = {"Authorization": f"Bearer {PIN}", "Content-Type": "application/json"}
            sent = None if body is None else json.dumps(body)
            line.request(method, f"/v1/events/{EVENT}{path}", sent, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        finally:
            line.close()

    def must(self, method: str, path: str, body: object = None) -> Any:
        """Return a call that has to be accepted."""
        status, found = self.ask(method, path, body)
        assert status == 200, (method, path, found)
        return found

    def field(self, id: str) -> dict[str, Any]:
        """Return a field's entry of the first document."""
        found: dict[str, Any] = next(each for each in self.must("GET", "")["fields"] if each["id"] == id)
        return found


class Wire:
    """A line to the hub that can be cut: a port that passes everything on while it is whole."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        self._whole = True
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._run, daemon=True).start()

    def cut(self) -> None:
        """Let nothing through any more; what is on the way is lost."""
        with self._lock:
            self._whole = False
            for line in self._open:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def mend(self) -> None:
        """Let everything through."""
        with self._lock:
            self._whole = True

    def close(self) -> None:
        """Cut it for good."""
        self.cut()
        self._server.close()

    def _run(self) -> None:
        while True:
            try:
                line, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._pass, args=(line,), daemon=True).start()

    def _pass(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            with self._lock:
                if not self._whole:
                    return
            with socket.create_connection(("127.0.0.1", self._to), 10) as far:
                with self._lock:
                    if not self._whole:
                        return
                    self._open |= {near, far}
                try:
                    while self._passed(near, far):
                        pass
                finally:
                    with self._lock:
                        self._open -= {near, far}

    @staticmethod
    def _passed(near: socket.socket, far: socket.socket) -> bool:
        for line in select.select([near, far], [], [], 120)[0]:
            found = line.recv(65536)
            if not found:
                return False
            (far if line is near else near).sendall(found)
        return True
