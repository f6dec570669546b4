"""The hub of an event on a machine of its own: its real code and files, asked without a network."""

import io
from collections.abc import Callable, Coroutine, Iterable, Mapping
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast
from unittest import mock
from urllib.parse import unquote, urlsplit

import msgspec
import sqlalchemy as sa
from flask import Blueprint

from fieldkit.errors import FieldkitError, NotStored
from fieldkit.games import Game
from fieldkit.games.loading import load_games
from fieldkit.hub.files import PublicFiles
from fieldkit.hub.hub import Hub
from fieldkit.hub.live import FieldView
from fieldkit.hub.settings import EventTable, FieldTable, HubSettings, HubTable
from fieldkit.hub.store import Journal, Store
from fieldkit.settings import HubLink, Settings
from tests.sim.disk import Disk
from tests.sim.world import Killed, Process, Violation, World
from web import pages
from web.hub import pages as public_pages
from web.hub.site import create_site
from web.wire import Receive, Scope, Send

EVENT, PIN, FILE = "cup", "a-pin-of-the-organiser", "hub.sqlite3"
URL = "http://10.0.0.1:8090"


class Answer(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes
    head: Mapping[str, str]

    @property
    def json(self) -> Any:
        """Return what the body says."""
        return msgspec.json.decode(self.body)


class Question(NamedTuple):
    """A request: its path with the query, body and headers."""

    method: str
    target: str
    body: bytes = b""
    head: Mapping[str, str] = {}


@cache
def games() -> Mapping[str, Game]:
    """Return all games."""
    return load_games(Settings())


def link_of(field: str, since: str = "") -> HubLink:
    """Return the settings with which a kit belongs to the event as this field."""
    return HubLink(URL, EVENT, field, key_of(field), since)


def key_of(field: str) -> str:
    """Return a field's key."""
    return f"key-of-the-{field}"


class HubSite:
    """The hub, its threads turns in the world's time. It dies at any commit, and goes on from its files.

    ``acked`` is how far the hub has said that it has each journal, ``decided`` how many decisions it has told
    of, ``told`` the last view of each field in this life; ``changes`` counts what was taken, ``lives`` the
    starts that came through.
    """

    def __init__(
        self,
        world: World,
        folder: Path,
        fields: Iterable[str] = ("north", "south"),
        confirm: int = 2,
        follow_s: tuple[float, float] = (3.0, 40.0),
    ) -> None:
        self.world = world
        self.machine = world.machine("hub")
        self.process = Process(world, self.machine, "hub", self._start, self._died)
        named = tuple(FieldTable(id, key_of(id), id.capitalize()) for id in fields)
        self.settings = HubSettings(EventTable(EVENT, "Spring Cup", False, confirm, "UTC"), HubTable(), named)
        self.disk = Disk(world, folder / "hub")
        self.data = folder / "hub-data"
        self.data.mkdir()
        self.hub: Hub | None = None
        self.acked: dict[Journal, int] = {}
        self.told: dict[str, FieldView] = {}
        self.changes = self.lives = self.decided = 0
        self._follow_s = follow_s
        self._dead = self._losing_power = self._is_made = False
        self._chance = world.chance("hub")
        self._site: Any = None

    @property
    def database(self) -> Path:
        """Return the file of the database, which is another one after each crash."""
        return (self.disk.path / FILE).resolve()

    def lose_power(self) -> None:
        """Lose the power of the machine, in the middle of a commit if that is asked for."""
        self._losing_power = True
        self.machine.lose_power()
        self._losing_power = False

    def lose_power_in_commit(self) -> None:
        """Lose the power in the middle of the next commit."""
        self.disk.cut_in_commit = self.lose_power

    @property
    def is_robbed(self) -> bool:
        """Return whether somebody has taken its files away, and it has not yet written them back."""
        return self.hub is not None and not all(file.exists() for file in self._files())

    def rob(self, count: int) -> None:
        """Take the first ``count`` of its files away, the log before the others."""
        self.process.dies_at = None
        self.disk.spare()
        for file in self._files()[:count]:
            file.rename(file.with_name(f"taken-{self.process.calls}-{file.name}"))

    def _files(self) -> tuple[Path, Path]:
        return self.disk.path / f"{FILE}-wal", self.disk.path / FILE

    # Its life

    def _start(self) -> None:
        path = self.disk.path / FILE
        if not self._is_made:
            self._is_made = True
            path.write_bytes(_template())
        self._dead = False
        store = Store(f"sqlite:///{path}")
        self._watch(store._engine)
        # Kept here from now on, so that a death on the way closes its files.
        self._store = store
        hub = Hub(self.settings, store, PIN, games(), PublicFiles(None))
        try:
            hub.open()
        except FieldkitError as error:
            self.world.note(f"the hub does not start: {error}")
            raise Killed from None
        self._site = _site_of(hub, self.data)
        self.hub, self.told = hub, {}
        self.lives += 1
        self.changes += 1
        self._later()

    def _died(self) -> None:
        self._dead, self.hub, self._site = True, None, None
        self.disk.leave(self._losing_power)
        # The files have been left as they were: closing changes nothing of what the next life finds.
        self._store._engine.dispose()
        assert self._store._kept is not None
        self._store._kept.close()

    def _watch(self, engine: sa.Engine) -> None:
        """Let the process die before each commit and after it, and the disk fail."""
        dialect, disk = cast(Any, engine.dialect), self.disk
        usual = dialect.do_commit

        def connect(*_: object) -> None:
            if self._dead:
                raise Killed

        def begin(_: object) -> None:
            connect()
            disk.check(reading=True)
            disk.begun()

        def commit(db: Any) -> None:
            if db.driver_connection.in_transaction:
                self._call()
                disk.check()
                usual(db)
                if (cut := disk.cut_in_commit) is not None:
                    disk.cut_in_commit = None
                    cut()
                    raise Killed
                self._call()

        sa.event.listen(engine, "do_connect", connect, insert=True)
        dialect.do_begin, dialect.do_commit = begin, commit

    def _call(self) -> None:
        """Note a call to the outside; what `finally` still does once it has died is void."""
        if self._dead:
            raise Killed
        try:
            self.process.call()
        except Killed:
            self._dead = True
            raise

    def _later(self) -> None:
        self.process.after(self._chance.uniform(*self._follow_s), self._follow)

    def _follow(self) -> None:
        """Do what the thread that shows does in one turn."""
        hub = self.hub
        assert hub is not None
        self._later()
        try:
            hub.follow()
            hub.store.look()
        except NotStored as error:
            self.world.note(f"the hub: {error}")
        else:
            if self.is_robbed:
                raise Violation("the hub has looked after its database, whose files were taken away")

    # Its door

    def ask(self, question: Question, address: str = "10.0.0.7") -> Answer:
        """Return its answer. Raises ConnectionError where it is dead, or dies of the question."""
        if not self.process.alive:
            raise ConnectionRefusedError
        answers: list[Answer] = []
        self.world.inside(self.process, lambda: answers.append(self._answer(question, address)))
        if not answers:
            raise ConnectionResetError
        return answers[0]

    def _answer(self, question: Question, address: str) -> Answer:
        asked = urlsplit(question.target)
        head = {"Host": "127.0.0.1:8090", **question.head}
        scope: Scope = {
            "type": "http",
            "method": question.method,
            "scheme": "http",
            "path": unquote(asked.path),
            "query_string": asked.query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in head.items()],
            "client": (address, 40_000),
            "server": ("10.0.0.1", 8090),
            "state": {"body": question.body},
        }
        told: list[Any] = []

        async def send(message: Any) -> None:
            told.append(message)

        _at_once(self._site(scope, None, send))
        body = b"".join(each.get("body", b"") for each in told[1:])
        lines = {name.decode(): value.decode() for name, value in told[0]["headers"]}
        answer = Answer(int(told[0]["status"]), body, lines)
        if answer.status == 500:
            raise Violation(f"the hub fails at {question.method} {question.target}")
        if question.method != "GET" and answer.status == 200:
            self._note(asked.path, question.body, answer)
        return answer

    def _note(self, path: str, body: bytes, answer: Answer) -> None:
        """Write down what was promised."""
        assert self.hub is not None
        self.changes += 1
        self.decided = max(self.decided, self.hub.state.n)
        _, _, field = path.partition("/fields/")
        field, _, rest = field.partition("/")
        if rest == "view":
            self.told[field] = msgspec.json.decode(body, type=FieldView)
        elif "/records/" in rest:
            journal = self.hub.journal_of(field)
            self.acked[journal] = max(self.acked.get(journal, 0), answer.json["have"])


def _site_of(hub: Hub, data: Path) -> Any:
    """Return the hub's site without its pages, which answers here and now."""
    with ExitStack() as patched:
        for module, name in ((pages, "made_of"), (public_pages, "blueprint")):
            patched.enter_context(
                mock.patch.object(module, name, lambda *_, name=name: Blueprint(name, name))
            )
        site: Any = create_site(hub, PIN, data)
    site._wsgi, site.bodies = _AtOnce(site.flask), _Whole()
    return site


@cache
def _template() -> bytes:
    """Return a database with empty tables, which takes a tenth of a second to make."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/{FILE}")
        store.open()
        store.close()
        return Path(folder, FILE).read_bytes()


def _at_once(deed: Coroutine[Any, Any, Any]) -> None:
    """Run what never waits."""
    try:
        deed.send(None)
    except StopIteration:
        return
    raise AssertionError("the hub's site waits for something")


class _AtOnce:
    """Flask, called here and now and not in a thread."""

    def __init__(self, flask: Any) -> None:
        self._flask = flask

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        head = {name.decode(): value.decode() for name, value in scope["headers"]}
        environ: dict[str, Any] = {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": scope["path"].encode().decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode(),
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8090",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "CONTENT_TYPE": head.get("content-type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "REMOTE_ADDR": scope["client"][0],
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "asgi.scope": scope,
        }
        environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in head.items()}
        told: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
            told.append((int(status.split()[0]), [(a.lower().encode(), b.encode()) for a, b in headers]))
            return told.append

        parts = self._flask(environ, start)
        content = b"".join(parts)
        getattr(parts, "close", lambda: None)()
        status, headers = told[0]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})


class _Whole:
    """The bodies of requests, which have come whole."""

    def hold(self, scope: Scope, _: Receive) -> "_Whole":
        self._body = scope["state"]["body"]
        return self

    async def __aenter__(self) -> bytes:
        return bytes(self._body)

    async def __aexit__(self, *_: object) -> None:
        pass
