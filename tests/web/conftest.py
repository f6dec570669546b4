"""A small referee behind the real web interface, served by the real server on a free loopback port."""

from __future__ import annotations

import http.client
import json
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, cast

import pytest

from fieldkit.clock import NS, Clock
from fieldkit.errors import Answer, error
from fieldkit.games import Game
from fieldkit.games.full_contact.report import FullContactReport
from fieldkit.phrases import Message
from fieldkit.referee.feed import Feed
from fieldkit.referee.sounding import Device
from fieldkit.settings import Settings
from web.app import Site, create_app
from web.connection_limit import ConnectionLimit
from web.packet_filter import PacketFilter
from web.pin import read_pin
from web.port import listen
from web.server import Server
from web.tls import Certificates
from web.wire import Receive, Scope, Send

WAIT_S = 15.0


class HandClock(Clock):
    """A clock that stands still until a test moves it."""

    at: int

    def __init__(self) -> None:
        super().__init__()
        self.jump(1000 * NS)

    def now(self) -> int:
        return self.at

    def jump(self, to: int) -> None:
        """Set the moment (ns)."""
        object.__setattr__(self, "at", to)

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.jump(self.at + int(seconds * NS))


class SmallReferee:
    """Answers every command with 200 and the next seq; ``hangs`` names the types that it never answers."""

    def __init__(self) -> None:
        self.feed = Feed()
        self.taken: list[tuple[dict[str, Any], str]] = []
        self.beats: list[str] = []
        self.stand_ins: list[tuple[str, Device, bool]] = []
        self.guesses: list[str] = []
        self.arrivals: list[Any] = []
        self.hangs: set[str] = set()
        self.breaks: set[str] = set()
        self.now = 5000
        self._rev = 0
        self._hanging: list[Future[Answer]] = []

    def submit(self, raw: Mapping[str, Any], by: str) -> Future[Answer]:
        json.dumps(raw).encode()
        self.taken.append((dict(raw), by))
        answer: Future[Answer] = Future()
        kind = raw.get("type")
        if kind in self.breaks:
            answer.set_exception(RuntimeError("a bug in the referee"))
        elif kind in self.hangs:
            self._hanging.append(answer)
        else:
            answer.set_result(Answer(200, {"seq": len(self.taken), "events": []}))
        return answer

    def wake_up(self) -> None:
        """Answer at last all that hung."""
        for answer in self._hanging:
            answer.set_result(Answer(200, {"seq": 0, "events": []}))

    def ask(self, who: str, query: Mapping[str, str]) -> Answer:
        return Answer(200, {"who": who, **query})

    def beat(self, who: str) -> None:
        self.beats.append(who)

    def stand_in(self, id: str, device: Device, sounds: bool) -> None:
        self.stand_ins.append((id, device, sounds))

    def take(self, arrival: Any) -> None:
        self.arrivals.append(arrival)

    def guessed(self, address: str) -> None:
        self.guesses.append(address)

    def health(self) -> Mapping[str, Any]:
        return {"ok": True, "whistle": "ok", "journal": "ok", "hoops": {}, "uptime_s": 1.5}

    def now_ms(self) -> int:
        return self.now

    def show(self, **view: Any) -> int:
        """Publish a new view; the referee's carries a secret besides."""
        self._rev += 1
        self.feed.publish(self._rev, view, {**view, "secret": "knights"})
        return self._rev


class SmallKitPage:
    """Shows what it was asked to do."""

    def __init__(self) -> None:
        self.orders: list[dict[str, Any]] = []

    def view(self) -> Mapping[str, Any]:
        return {"rev": len(self.orders), "orders": self.orders}

    def do(self, raw: Mapping[str, Any]) -> Answer:
        if raw.get("do") == "refused":
            return Answer(409, error("match_runs", "Not while a match is running."))
        self.orders.append(dict(raw))
        return Answer(200, self.view())


@dataclass(frozen=True)
class Whistle:
    """Blow."""

    loud: bool = False


class View(TypedDict):
    """A view of the small game."""

    phase: str


class SmallWhistle:
    """As much of the whistle's facet as the web looks at."""

    at_once: Mapping[str, str] = {"stop_round": "stop"}


class SmallGame:
    """As much of a game as the web looks at."""

    name = "full_contact"
    picture, scheduled = "city", False
    rules: Mapping[str, Message] = {"T-1": Message("wood"), "T-2": Message("Nobody blows the whistle twice.")}
    guide: Mapping[str, Sequence[Message]] = {
        "T-1": (Message("wood"), Message("{n} is the option's.", {"n": "{n}"}))
    }
    commands: Mapping[str, type] = {"stop_round": Whistle}
    whistle = SmallWhistle()
    hoops = None
    view_type = View
    board_type = View
    report = FullContactReport()
    crew = ("refilled",)

    def setup_view(self) -> dict[str, Any]:
        """Nothing to set up."""
        return {}


@dataclass
class Reply:
    """An answer, read whole."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cookies: Sequence[tuple[str, str]] = ()
    """Each cookie that was set: its name, and the line."""

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.json["error"]["code"])

    @property
    def cookie(self) -> str:
        given = dict(self.cookies)
        return (given.get("__Secure-fieldkit") or given["fieldkit"]).partition(";")[0]


class Stage(Site):
    """A site for a server that outlives a test: it passes on to that of the test that runs."""

    def __init__(self) -> None:
        self.site: Site | None = None
        self._closed_limit = ConnectionLimit()
        self._none = Certificates(Path("/nowhere"))

    @property
    def certificates(self) -> Certificates:  # type: ignore[override]
        """The certificates of the test that runs."""
        return self._none if self.site is None else self.site.certificates

    @property
    def limit(self) -> ConnectionLimit:  # type: ignore[override]
        """The limit of the test that runs."""
        return self._closed_limit if self.site is None else self.site.limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.site is not None
        await self.site(scope, receive, send)

    def close(self) -> None:
        """Nothing is on the stage between two tests."""

    release = close


class RunningServer:
    """The real server in a thread."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._ready = threading.Event()
        self._server = Server(site, listen("127.0.0.1", 0), self._note)
        self._thread = threading.Thread(target=self._server.serve_until_stopped)
        self._thread.start()
        assert self._ready.wait(WAIT_S)

    def _note(self, port: int) -> None:
        self.port = port
        self._ready.set()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(WAIT_S)
        where = sys._current_frames().get(self._thread.ident or 0)
        assert where is None, "".join(traceback.format_stack(where))


class RunningKit:
    """The web interface behind a server, its own or one with a stage, and a caller's way to it."""

    def __init__(
        self,
        data: Path,
        settings: Settings,
        server: RunningServer | None = None,
        games: Mapping[str, Game] | None = None,
    ) -> None:
        self.referee = SmallReferee()
        self.kit_page = SmallKitPage()
        self.clock = HandClock()
        self.data = data
        games = games or {"full_contact": cast(Game, SmallGame())}  # its pages, not its rules
        self.site: Site = create_app(self.referee, settings, data, games, self.clock, self.kit_page)
        self.pin = read_pin(settings, data)
        self._own = server is None
        self._server = server or RunningServer(self.site)
        if isinstance(self._server.site, Stage):
            self._server.site.site = self.site
        self.port = self._server.port

    def stop(self) -> None:
        """Stop the server if it is this kit's own, else leave its stage."""
        if self._own:
            self._server.stop()
        else:
            self.site.release()

    @property
    def filter(self) -> PacketFilter:
        """The packet filter of the server's port."""
        return self._server._server._filter

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def bearer(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.pin}"}

    def call(
        self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        try:
            connection.request(method, path, sent, dict(headers or {}))
            response = connection.getresponse()
            lines = response.headers.get_all("set-cookie", [])
            cookies = [(line.partition("=")[0], line) for line in lines]
            return Reply(response.status, dict(response.getheaders()), response.read(), cookies)
        finally:
            connection.close()

    def log_in(self) -> dict[str, str]:
        """Return the headers of a tablet that has logged in."""
        reply = self.call("POST", "/api/session", {"pin": self.pin})
        assert reply.status == 200
        return {"Cookie": reply.cookie, "Origin": self.origin, "Content-Type": "application/json"}


class Listening:
    """An open feed."""

    def __init__(self, port: int, query: str = "", headers: Mapping[str, str] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        self._connection.request("GET", f"/api/feed{query}", headers=dict(headers or {}))
        self.response = self._connection.getresponse()

    def next(self) -> dict[str, str] | None:
        """Return the next event's fields, None when the feed has ended."""
        fields: dict[str, str] = {}
        while line := self.response.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name:
                fields[name] = value
            elif "event" in fields:
                return fields
            else:
                fields = {}
        return None

    def retry_ms(self) -> int:
        """Return the pause that the head of the feed asks for."""
        return int(self.response.readline().removeprefix(b"retry: "))

    def next_of(self, event: str) -> dict[str, Any]:
        """Return the data of the next event of a name, with its id."""
        while (fields := self.next()) is not None:
            if fields["event"] == event:
                return {**json.loads(fields["data"]), "id": fields.get("id")}
        raise AssertionError(f"the feed ended before {event}")

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_: object) -> None:
        self.response.close()
        self._connection.close()


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """One server for all tests that do not stop it."""
    running = RunningServer(Stage())
    yield running
    running.stop()


@pytest.fixture
def kit(tmp_path: Path, server: RunningServer) -> Iterator[RunningKit]:
    """Yield a running kit that nobody has logged in to."""
    running = RunningKit(tmp_path, Settings(), server)
    yield running
    running.stop()


@pytest.fixture
def own_kit(tmp_path: Path) -> Iterator[RunningKit]:
    """Yield a running kit with a server of its own, which a test may stop."""
    running = RunningKit(tmp_path, Settings())
    yield running
    running.stop()
