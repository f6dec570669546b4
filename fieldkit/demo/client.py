"""A running kit seen from outside: commands over HTTP and the newest view from its feed."""

from __future__ import annotations

import contextlib
import http.client
import json
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from email.message import Message
from typing import Any

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.following import Listener, ParsedView

View = Mapping[str, Any]

MAX_WAIT_S = 20.0
"""The time (real s) that the kit may take over anything but the running of its clock."""
START_S = 60.0
"""The time (real s) that a kit may take to start."""
REACH_S = 5.0
"""The time (real s) for one answer."""
SILENCE_S = 5.0
"""A feed that says nothing for so long, though it beats every second, is opened again."""


class Caller:
    """Somebody at a kit's web address with the right to send commands, as ``headers`` say it."""

    def __init__(self, host: str, port: int, headers: Mapping[str, str]) -> None:
        self._address = (host, port)
        self._headers = dict(headers)
        self._sender = secrets.token_hex(4)
        self._sent = 0
        self._closing = threading.Event()

    def send(self, command: Mapping[str, Any], patience: float = 10.0) -> tuple[int, dict[str, Any]]:
        """Send one command, again while nobody answers; return status and body. Raises FieldkitError."""
        self._sent += 1
        body = {"id": f"{self._sender}-{self._sent}", **command}
        last = time.monotonic() + patience
        while True:
            try:
                return self.request("POST", "/api/commands", body)
            except (OSError, http.client.HTTPException):
                if time.monotonic() >= last:
                    raise FieldkitError(f"The kit did not answer for {patience:.0f} s.") from None
                self._closing.wait(0.1)

    def get(self, path: str) -> tuple[int, dict[str, Any]]:
        """Read a JSON answer; raises OSError or HTTPException while nobody answers."""
        return self.request("GET", path)

    def request(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        """Return status and JSON of the answer to one request; raises OSError or HTTPException."""
        status, _, answer = self._exchange(method, path, body)
        return status, json.loads(answer or b"{}")

    def _exchange(self, method: str, path: str, body: object) -> tuple[int, Message, bytes]:
        connection = http.client.HTTPConnection(*self._address, timeout=REACH_S)
        with contextlib.closing(connection):
            headers = self._headers | ({} if body is None else {"Content-Type": "application/json"})
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()


class Client(Caller):
    """The referee: sends commands and follows the referee's view; use it as a context."""

    def __init__(self, host: str, port: int, pin: str) -> None:
        right = {"Authorization": f"Bearer {pin}"}
        super().__init__(host, port, right)
        self._changed = threading.Condition()
        self._view: View = {}
        url, quiet, agent = f"http://{host}:{port}", lambda line: None, "fieldkit-demo"
        self._feed = Listener(url, self._show, 1.0, quiet, SILENCE_S, agent, more=right, view="match")

    def __enter__(self) -> Client:
        self._feed.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._feed.stop()

    @property
    def view(self) -> View:
        """Return the newest view; empty before the first."""
        return self._view

    def do(self, command: Mapping[str, Any], patience: float = MAX_WAIT_S) -> View:
        """Send a command and return a view that shows what came of it. Raises FieldkitError for a refusal."""
        status, body = self.send(command, patience)
        if status != 200:
            raise FieldkitError(f"The kit refused {command['type']}: {body['error']['message']}")
        return self.after(body["seq"], patience)

    def first_view(self) -> View:
        """Return the first view of a kit that may be starting; raise FieldkitError if there is none."""
        return self.wait(lambda view: "phase" in view, START_S, "its first view")

    def after(self, seq: int, seconds: float = MAX_WAIT_S) -> View:
        """Return the first view that shows the record ``seq``; raise FieldkitError after ``seconds``."""
        return self.wait(lambda view: view.get("seq", 0) >= seq, seconds, "what it had accepted")

    def wait(self, wanted: Callable[[View], bool], seconds: float, what: str) -> View:
        """Return the first ``wanted`` view; raise FieldkitError, naming ``what``, after ``seconds``."""
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._view) and wanted(self._view), seconds):
                raise FieldkitError(f"The kit did not show {what} within {seconds:.0f} s.")
            return self._view

    def phone(self, seat: str) -> Caller:
        """Return the phone of a player who has scanned the card of a seat. Raises FieldkitError, OSError."""
        status, made = self.request("POST", "/api/session/seats", {"seats": [seat]})
        if status != 200:
            raise FieldkitError(f"The kit has no card for seat {seat}: {made['error']['message']}")
        host, port = self._address
        stranger = Caller(host, port, {})
        code = {"code": made["tokens"][seat]}
        status, headers, body = stranger._exchange("POST", "/api/session", code)
        if status != 200:
            raise FieldkitError(f"The kit did not let a phone in at seat {seat}: {body.decode()}")
        cookie = headers.get("set-cookie", "").partition(";")[0]
        return Caller(host, port, {"Cookie": cookie, "Origin": f"http://{host}:{port}"})

    def _show(self, body: bytes) -> ParsedView[View]:
        with self._changed:
            self._view = msgspec.json.decode(body)
            self._changed.notify_all()
            return ParsedView(self._view, None, None)
