"""A small real hub for the tests of its screens: documents, a feed, and what screens are assigned."""

import contextlib
import hashlib
import json
import threading
from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

BEAT_S = 0.1
"""Between two beats; in life a second."""


class FakeHub(ThreadingHTTPServer):
    """Serves ``documents`` by their paths below ``/v1/events/<event>``; "" is the index.

    ``feed``: whether there is room for one more listener. ``assigned`` is what it answers to screens.
    ``down``: every question goes unanswered.
    """

    daemon_threads = True

    def __init__(self, index: dict[str, Any], **documents: Any) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.event = str(index["event"]["id"])
        self.documents: dict[str, Any] = {"": index, **documents}
        self.feed, self.down, self.assigned = True, False, ""
        self.asked: list[str] = []
        self.unmodified = 0
        self.screens: list[dict[str, Any]] = []
        self.agents: list[str] = []
        self.news = threading.Condition()
        self.ending = threading.Event()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def publish(self, **changes: Any) -> None:
        """Change the index, and tell those who listen."""
        with self.news:
            self.documents[""] = self.documents[""] | changes
            self.news.notify_all()

    def fall_silent(self) -> None:
        """End all feeds; nobody is answered any more."""
        with self.news:
            self.down = True
            self.news.notify_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a listener that leaves in the middle: that is no error here."""


class _Handler(BaseHTTPRequestHandler):
    server: FakeHub

    def do_GET(self) -> None:
        """Return a document, or the feed."""
        hub = self.server
        hub.asked.append(self.path)
        if hub.down:
            return self.close()
        if self.path == "/api/feed":
            hub.agents.append(self.headers["User-Agent"])
            return self.stream() if hub.feed else self.answer(503, b"{}", **{"Retry-After": "30"})
        if self.path == "/api/health":
            return self.say({"ok": True, "event": hub.event})
        prefix = f"/v1/events/{hub.event}"
        found = hub.documents.get(self.path.removeprefix(prefix).lstrip("/"))
        if not self.path.startswith(prefix) or found is None:
            return self.answer(404, b"{}")
        return self.say(found)

    def do_POST(self) -> None:
        """Return a screen that says that it is there."""
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.server.down:
            return self.close()
        self.server.screens.append(said)
        return self.say({"show": self.server.assigned})

    def say(self, said: Any) -> None:
        """Return a document under its tag."""
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if self.headers["If-None-Match"] == tag:
            self.server.unmodified += 1
            return self.answer(304, b"")
        return self.answer(200, body, ETag=tag)

    def answer(self, status: int, body: bytes, **more: str) -> None:
        """Send one answer."""
        self.send_response_only(status)
        self.send_header("Date", formatdate(usegmt=True))
        self.send_header("Content-Length", str(len(body)))
        for name, value in more.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def close(self) -> None:
        """Say nothing and hang up."""
        self.close_connection = True

    def stream(self) -> None:
        """Send the index as often as it changes, and beats in between."""
        hub = self.server
        self.send_response_only(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.end_headers()
        sent = None
        while not hub.ending.is_set() and not hub.down:
            with hub.news:
                index = hub.documents[""]
                if sent is index:
                    hub.news.wait(BEAT_S)
            if index is not sent:
                sent = index
                self.wfile.write(b"event: board\ndata: %b\n\n" % json.dumps(index).encode())
            else:
                self.wfile.write(b'event: beat\ndata: {"now":%d}\n\n' % index["now"])


@contextlib.contextmanager
def hub_of(index: dict[str, Any], **documents: Any) -> Iterator[FakeHub]:
    """Yield a running hub, ended on leaving."""
    hub = FakeHub(index, **documents)
    thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        hub.ending.set()
        hub.fall_silent()
        hub.shutdown()
        hub.server_close()
        thread.join(5)
