"""A small hub for tests of the field's side: real HTTP on loopback, and faults where a test wants them."""

import hashlib
import json
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from fieldkit.journal.record import Row, digest

KEY = "north-key-0123456789"
MAX_RECORDS, MAX_BYTES = 200, 1024 * 1024
NAMES = ("match", "seq", "boot", "mono_ns", "wall", "by", "command_id", "input", "events")

Fault = Callable[["Call"], bool]
"""Answers in place of the hub: True when it has, or has hung up."""


@dataclass
class Call:
    """One request, and the way to answer it."""

    method: str
    path: str
    query: dict[str, str]
    body: bytes
    handler: BaseHTTPRequestHandler

    @property
    def parts(self) -> list[str]:
        return self.path.strip("/").split("/")

    def answer(self, status: int, told: Any, etag: str = "") -> bool:
        raw = told if isinstance(told, bytes) else json.dumps(told).encode()
        self.handler.send_response(status)
        self.handler.send_header("Content-Length", str(len(raw)))
        if etag:
            self.handler.send_header("ETag", etag)
        self.handler.end_headers()
        if status != 304:
            self.handler.wfile.write(raw)
        return True

    def refuse(self, status: int, code: str, message: str, **more: Any) -> bool:
        return self.answer(status, {"error": {"code": code, "message": message, "rule": None}} | more)

    def hang_up(self) -> bool:
        """End the connection without a word."""
        self.handler.close_connection = True
        self.handler.connection.shutdown(2)
        return True


@dataclass
class FakeHub:
    """Keeps what fields send under ``have`` rules of the wire; ``faults`` are asked before every answer."""

    protocol: int = 1
    event: dict[str, Any] = field(
        default_factory=lambda: {"id": "spring", "name": "Spring Cup", "practice": False}
    )
    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)
    views: list[dict[str, Any]] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    teams: dict[str, Any] = field(default_factory=lambda: {"version": 0, "teams": []})
    schedule: dict[str, Any] = field(default_factory=lambda: {"version": 0, "matches": []})
    here: list[str] | None = None
    """The teams that are checked in; a hub of before says nothing of them."""
    faults: list[Fault] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    """How large (bytes) each push was."""
    lose_answers: int = 0
    """How many more pushes are taken in and never answered."""
    port: int = 0
    secure: ssl.SSLContext | None = None

    def __post_init__(self) -> None:
        self.lock = threading.RLock()
        self._server: ThreadingHTTPServer | None = None
        self.start()

    def start(self) -> None:
        """Begin to answer, at the same port as before."""
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 30

            def handle_any(self) -> None:
                split = urlsplit(self.path)
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                query = {name: values[-1] for name, values in parse_qs(split.query).items()}
                hub.take(Call(self.command, split.path, query, body, self))

            do_GET = do_PUT = do_POST = handle_any

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

            def process_request(self, request: Any, client_address: Any) -> None:
                with hub.lock:
                    hub.open.add(request)
                super().process_request(request, client_address)

            def handle_error(self, *_: Any) -> None:
                pass

        self.open: set[Any] = set()
        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        if self.secure is not None:
            self._server.socket = self.secure.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """End, with all connections, as a hub that is killed; what it has stored stays."""
        if self._server is None:
            return
        server, self._server = self._server, None
        server.shutdown()
        server.server_close()
        with self.lock:
            for line in self.open:
                try:
                    line.shutdown(2)
                except OSError:
                    continue

    @property
    def url(self) -> str:
        return f"http{'s' if self.secure else ''}://127.0.0.1:{self.port}"

    @property
    def have(self) -> int | None:
        """The highest number without a gap, from the lowest on."""
        with self.lock:
            if not self.records:
                return None
            number = min(self.records)
            while number + 1 in self.records:
                number += 1
            return number

    def pushes(self) -> list[str]:
        """Return the paths of the pushes so far."""
        return [call for call in self.calls if "/records/" in call]

    def take(self, call: Call) -> bool:
        """Answer one request."""
        self.calls.append(f"{call.method} {call.path}")
        with self.lock:
            faults = list(self.faults)
        if any(fault(call) for fault in faults):
            return True
        if call.handler.headers.get("Authorization") != f"Bearer {KEY}":
            return call.refuse(401, "bad_key", "The hub does not know this key.")
        with self.lock:
            return self._answer(call)

    def _answer(self, call: Call) -> bool:
        match call.parts:
            case ["v1", "events", event, *_] if event != self.event["id"]:
                return call.refuse(404, "no_event", f"This hub has no event {event}.")
            case ["v1", "events", _, "teams" | "schedule" as name]:
                return self._document(call, getattr(self, name))
            case ["v1", "events", _, "fields", field, *_] if field != "north":
                return call.refuse(404, "no_field", f"This event has no field {field}.")
            case ["v1", "events", _, "fields", _, "hello"]:
                if call.query["protocol"] != str(self.protocol):
                    return call.refuse(409, "version", "Update the kit: this hub is newer.")
                more = {"protocol": self.protocol, "hub": "9.9", "event": self.event}
                return call.answer(200, more | {"field": {"id": "north", "name": "North"}} | self._versions)
            case ["v1", "events", _, "fields", _, "view"]:
                self.views.append(json.loads(call.body))
                return call.answer(200, self._versions | {"newest": True, "here": self.here})
            case ["v1", "events", _, "fields", _, "matches", match, "records", start]:
                return self._push(call, match, int(start))
        return call.refuse(404, "not_found", "There is nothing at this address.")

    @property
    def _versions(self) -> dict[str, Any]:
        versions = {"teams": self.teams["version"], "schedule": self.schedule["version"]}
        return {"have": self.have, **versions}

    def _document(self, call: Call, told: Any) -> bool:
        raw = json.dumps(told).encode()
        etag = f'"{hashlib.sha256(raw).hexdigest()[:8]}"'
        if call.handler.headers.get("If-None-Match") == etag:
            return call.answer(304, b"", etag)
        return call.answer(200, raw, etag)

    def _push(self, call: Call, match: str, start: int) -> bool:
        records = json.loads(call.body)
        assert records
        assert len(records) <= MAX_RECORDS
        assert len(call.body) <= MAX_BYTES
        self.sizes.append(len(call.body))
        have = self.have
        for number, one in enumerate(records, start):
            known = self.records.get(number)
            if known is not None and known != one:
                text = f"The hub has another record {number} of this field."
                return call.refuse(409, "other_bytes", text, have=have, record=number)
            before = self.records.get(number - 1)
            sound = digest(number, Row(*(one[name] for name in NAMES)), one["prev"]) == one["hash"]
            is_next = number == start or one["prev"] == records[number - start - 1]["hash"]
            fits = sound and is_next and (before is None or before["hash"] == one["prev"])
            if one["id"] != number or one["match"] != match or not fits:
                text = f"Record {number} does not follow from the one before it."
                return call.refuse(409, "broken_chain", text, have=have, record=number)
        if have is not None and start > have + 1:
            return call.refuse(409, "gap", "Records are missing.", have=have)
        self.records |= {one["id"]: one for one in records}
        self.games[match] = call.query["game"]
        if self.lose_answers:
            self.lose_answers -= 1
            return call.hang_up()
        return call.answer(200, {"have": self.have})
