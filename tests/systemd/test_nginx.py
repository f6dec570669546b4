"""nginx in front of a hub: a real one, as ``fieldkit install --hub`` sets it up, and a hub that notes all."""

import contextlib
import gzip
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from fieldkit.hub.files import PublicFiles
from fieldkit.hub.settings import HubTable
from fieldkit.install.nginx import PUBLIC, NginxSite
from tests.support.nginx import Nginx

pytestmark = [pytest.mark.needs("nginx", "root"), pytest.mark.slow]

SYSTEMD = Path(__file__).parents[2] / "systemd"
KEPT = "public, max-age=1, stale-while-revalidate=10"
NOBODYS = {"X-Forwarded-For": "6.6.6.6", "X-Real-IP": "6.6.6.6", "Forwarded": "for=6.6.6.6"}
PHONES = 1000
"""Behind one address, in a venue."""
FILES_OF_A_PAGE = 10


@dataclass
class Request:
    """What has come through to the hub."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class StandIn:
    """What a hub answers: ``pages`` says with which ``Cache-Control``, everything else is never kept."""

    def __init__(self) -> None:
        self.pages = {"/": "public, max-age=60", "/soon": "public, max-age=1", "/plain": ""}
        self.asked: list[Request] = []
        self.go_on = threading.Event()
        self._is_dead = False
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                stand_in.answer(self)

            do_GET = do_HEAD = do_PUT = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, *_: object) -> None:
                """Keep quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        if self._is_dead:
            handler.close_connection = True
            return
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        self.asked.append(Request(handler.command, handler.path, dict(handler.headers.items()), body))
        if handler.path == "/api/feed":
            self._feed(handler)
            return
        said = json.dumps({"count": len(self.asked), "path": handler.path}).encode() + b" " * 2000
        handler.send_response(200)
        if caching := self.pages.get(handler.path, "no-store"):
            handler.send_header("Cache-Control", caching)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(said)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(said)

    def _feed(self, handler: BaseHTTPRequestHandler) -> None:
        """One word at once, another only if it is told to."""
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.close_connection = True
        handler.wfile.write(b"event: board\ndata: 1\n\n")
        if not self.go_on.wait(60):
            return
        with contextlib.suppress(OSError):
            handler.wfile.write(b"event: board\ndata: 2\n\n")

    def paths(self) -> list[str]:
        """Return the paths that were asked for."""
        return [request.path for request in self.asked]

    def close(self) -> None:
        """Die, also for those who have a line."""
        self._is_dead = True
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@dataclass
class Answer:
    """What somebody was answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> dict[str, object]:
        """The JSON of it."""
        read: dict[str, object] = json.loads(self.body)
        return read


@dataclass
class Phone:
    """Somebody with one connection."""

    port: int
    tls: ssl.SSLContext | None = None
    _line: http.client.HTTPConnection | None = field(default=None, init=False)

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Ask for something; names of headers have ``_`` for ``-``."""
        if self._line is None:
            if self.tls is None:
                self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            else:
                self._line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=self.tls)
        self._line.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        given = self._line.getresponse()
        return Answer(given.status, {k.lower(): v for k, v in given.getheaders()}, given.read())

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()


class Listener:
    """Somebody at the feed: ``status`` is what they were answered."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._line.request("GET", "/api/feed")
        self.given = self._line.getresponse()
        self.status = self.given.status

    def word(self) -> bytes:
        """Return the next event."""
        lines = []
        while line := self.given.readline().strip():
            lines.append(line)
        return b" ".join(lines)

    def close(self) -> None:
        """Leave."""
        self.given.close()
        self._line.close()


@pytest.fixture
def hub() -> Iterator[StandIn]:
    made = StandIn()
    yield made
    with contextlib.suppress(OSError):
        made.close()


def write(public: Path, name: str, said: Mapping[str, object]) -> bytes:
    """Return a document of the hub's, plain and packed, as it writes them."""
    plain = json.dumps(said).encode()
    file = public / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(plain)
    Path(f"{file}.gz").write_bytes(gzip.compress(plain))
    return plain


@pytest.fixture
def public(tmp_path: Path) -> Path:
    folder = tmp_path / "public"
    write(folder, "spring", {"event": {"id": "spring"}})
    write(folder, "spring/fields/north", {"id": "north"})
    write(folder, "spring/matches/north.m3", {"result": None})
    return folder


@pytest.fixture
def front(hub: StandIn, public: Path, tmp_path: Path) -> Iterator[Nginx]:
    """nginx in a venue."""
    with Nginx(tmp_path / "machine", hub.port, public) as made:
        yield made


@pytest.fixture
def phone(front: Nginx) -> Iterator[Phone]:
    made = Phone(front.port)
    yield made
    made.close()


def test_nginx_has_nothing_to_say_against_it(front: Nginx) -> None:
    assert front.tried() == (0, "")


def test_what_everybody_reads_comes_packed_from_the_disk(hub: StandIn, phone: Phone, public: Path) -> None:
    for name in ("spring", "spring/fields/north", "spring/matches/north.m3"):
        plain = (public / f"{name}.json").read_bytes()
        packed = phone.ask(f"/v1/events/{name}", Accept_Encoding="gzip, br")
        assert (packed.status, gzip.decompress(packed.body)) == (200, plain)
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.headers["vary"] == "Accept-Encoding"
        assert packed.headers["cache-control"] == KEPT
        assert packed.headers["content-type"] == "application/json"
        assert packed.headers["access-control-allow-origin"] == "*"
        # The time of a file is no time of day: the hub makes it of what is in it.
        assert "last-modified" not in packed.headers
        unpacked = phone.ask(f"/v1/events/{name}?for=somebody")
        assert (unpacked.status, unpacked.body) == (200, plain)
        assert unpacked.headers["etag"] != packed.headers["etag"]
        for known, more in ((packed, {"Accept_Encoding": "gzip"}), (unpacked, {})):
            again = phone.ask(f"/v1/events/{name}", If_None_Match=known.headers["etag"], **more)
            assert (again.status, again.body) == (304, b"")
            assert (again.headers["etag"], again.headers["cache-control"]) == (known.headers["etag"], KEPT)
        head = phone.ask(f"/v1/events/{name}", "HEAD")
        assert (head.status, head.headers["etag"]) == (200, unpacked.headers["etag"])
    assert hub.asked == []


def test_a_document_that_changes_has_another_tag(phone: Phone, public: Path) -> None:
    first = phone.ask("/v1/events/spring")
    new = write(public, "spring", {"event": {"id": "spring"}, "rev": 2})
    again = phone.ask("/v1/events/spring", If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (200, new)


def test_what_is_no_document_is_the_hub_s(hub: StandIn, phone: Phone, public: Path) -> None:
    (public / ".hidden.json").write_text("secret", encoding="utf-8")
    (public.parent / "above.json").write_text("secret", encoding="utf-8")
    paths = [
        "/v1/events/spring/access",
        "/v1/events/.hidden",
        "/v1/events/spring/..%2f..%2fabove",
        "/v1/events/spring/",
        "/v1/events/",
        "/v1/events/spring.json",
    ]
    for path in paths:
        # Nor is it kept: the hub says so.
        assert [phone.ask(path).said["path"] for _ in range(2)] == [path, path]
    assert hub.paths() == [path for path in paths for _ in range(2)]


@pytest.mark.parametrize("method", ["PUT", "POST", "PATCH", "DELETE"])
def test_a_change_goes_to_the_hub(method: str, hub: StandIn, phone: Phone) -> None:
    body = b"x" * 1_500_000
    for _ in range(2):
        given = phone.ask("/v1/events/spring", method, body, Authorization="Bearer key-of-north")
        assert given.status == 200
    assert [(each.method, each.path, each.body) for each in hub.asked] == [
        (method, "/v1/events/spring", body)
    ] * 2
    assert hub.asked[0].headers["Authorization"] == "Bearer key-of-north"


def test_too_large_a_body_does_not_reach_the_hub(hub: StandIn, phone: Phone) -> None:
    with contextlib.suppress(ConnectionError):
        assert phone.ask("/v1/events/spring", "PUT", b"x" * 3_000_000).status == 413
    assert hub.asked == []


def test_a_page_is_made_once_for_all_and_by_itself_for_who_is_known(hub: StandIn, phone: Phone) -> None:
    for path in ("/", "/plain"):
        assert phone.ask(path).said == phone.ask(path).said
    assert hub.paths() == ["/", "/plain"]
    assert phone.ask("/", Cookie="look=dark").headers["content-length"]
    assert hub.paths() == ["/", "/plain"]
    hub.asked.clear()
    for known in (
        {"Cookie": "fieldkit-hub=abc"},
        {"Cookie": "look=dark; __Secure-fieldkit=abc"},
        {"Authorization": "Bearer abc"},
    ):
        phone.ask("/", **known)
    assert hub.paths() == ["/"] * 3
    # And what was made for one of them nobody else is given.
    assert phone.ask("/").said["count"] == 1


def test_a_page_is_packed_on_its_way(phone: Phone) -> None:
    plain = phone.ask("/").body
    packed = phone.ask("/", Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain


def test_the_feed_comes_word_by_word(hub: StandIn, front: Nginx) -> None:
    listener = Listener(front.port)
    assert listener.given.getheader("Content-Type") == "text/event-stream"
    assert listener.word() == b"event: board data: 1"
    # Only now does the hub say more: what was read cannot have waited for it.
    hub.go_on.set()
    assert listener.word() == b"event: board data: 2"
    listener.close()


@pytest.mark.parametrize("bound", ["limit_conn fieldkit_feeds 2000;", "limit_conn fieldkit_feeds_each 1100;"])
def test_who_finds_no_place_at_the_feed_is_told_when_to_come_back(
    bound: str, hub: StandIn, public: Path, tmp_path: Path
) -> None:
    few = {bound: re.sub(r"\d+;", "3;", bound)}
    with Nginx(tmp_path / "machine", hub.port, public, edits=few) as front:
        inside = [Listener(front.port) for _ in range(3)]
        assert [each.word() for each in inside] == [b"event: board data: 1"] * 3
        asked = len(hub.asked)
        later = set()
        for _ in range(40):
            outside = Listener(front.port)
            assert outside.status == 503
            later.add(int(outside.given.headers["Retry-After"]))
            said = json.loads(outside.given.read())
            assert said["error"]["code"] == "too_many_listeners"
            outside.close()
        assert len(hub.asked) == asked
        # Not all at once; and meanwhile they go on asking.
        assert len(later) > 1
        assert all(10 <= each <= 30 for each in later)
        phone = Phone(front.port)
        assert phone.ask("/v1/events/spring").status == 200
        phone.close()
        # Nobody was sent away for them, and there is a place for who comes after one has left.
        inside.pop().close()
        until = time.monotonic() + 60
        while (last := Listener(front.port)).status != 200:
            last.close()
            assert time.monotonic() < until
            time.sleep(0.05)
        hub.go_on.set()
        assert [each.word() for each in inside] == [b"event: board data: 2"] * 2
        for each in (*inside, last):
            each.close()


def test_guessing_at_the_log_in_ends_soon(hub: StandIn, phone: Phone) -> None:
    tries = [phone.ask("/v1/session", "POST", b'{"pin": "1234"}') for _ in range(40)]
    refused = [each for each in tries if each.status == 429]
    # At least the ten that may come at once and the first, and one more every two seconds.
    assert tries[10].status == 200
    assert len(refused) >= 10
    assert all(1 <= int(each.headers["retry-after"]) <= 5 for each in refused)
    assert refused[0].said["error"]
    assert len(hub.asked) == len(tries) - len(refused)
    # Who is in stays in, and asks for it with each page.
    assert {phone.ask("/v1/session").status for _ in range(60)} == {200}


def test_nobody_is_taken_for_another(hub: StandIn, phone: Phone, front: Nginx) -> None:
    for path in ("/", "/v1/session", "/v1/events/spring/access"):
        phone.ask(path, **NOBODYS, X_Forwarded_Proto="https", X_Forwarded_Host="bank.example")
    for request in hub.asked:
        assert request.headers["X-Forwarded-For"] == "127.0.0.1"
        assert request.headers["X-Forwarded-Proto"] == "http"
        assert request.headers["X-Forwarded-Host"] == request.headers["Host"] == f"127.0.0.1:{front.port}"
        assert "6.6.6.6" not in str(request.headers)
    assert len(hub.asked) == 3


def test_while_the_hub_is_away_its_pages_stay(hub: StandIn, phone: Phone, public: Path) -> None:
    before = {path: phone.ask(path).body for path in ("/", "/soon", "/plain")}
    hub.close()
    # Longer than the shortest of them was good for.
    until = time.monotonic() + 4
    while time.monotonic() < until:
        for path, body in before.items():
            given = phone.ask(path)
            assert (given.status, given.body) == (200, body)
        assert phone.ask("/v1/events/spring").body == (public / "spring.json").read_bytes()
        time.sleep(0.2)
    new = phone.ask("/another")
    assert new.status == 502
    assert b'http-equiv="refresh"' in new.body
    call = phone.ask("/v1/events/spring/access")
    assert (call.status, call.said["error"]["code"]) == (502, "busy")  # type: ignore[index]
    for each in (new, call):
        assert 1 <= int(each.headers["retry-after"]) <= 5
        assert each.headers["cache-control"] == "no-store"
    changed = phone.ask("/v1/events/spring", "PUT", b"[]")
    assert changed.status == 502


def test_a_venue_of_phones_behind_one_address_is_within_the_bounds(phone: Phone, hub: StandIn) -> None:
    """All of them open a page in the same moment, and then read on."""
    pages = {phone.ask("/").status for _ in range(PHONES * FILES_OF_A_PAGE)}
    documents = {phone.ask("/v1/events/spring").status for _ in range(PHONES * 2)}
    assert (pages, documents) == ({200}, {200})
    assert hub.paths() == ["/"]


def test_the_hub_takes_all_whom_nginx_lets_through() -> None:
    answers = (SYSTEMD / "fieldkit-hub-answers.nginx").read_text(encoding="utf-8")
    found = dict(re.findall(r"limit_conn (fieldkit_feeds\w*) (\d+);", answers))
    assert int(found["fieldkit_feeds"]) <= HubTable().listeners
    assert PHONES < int(found["fieldkit_feeds_each"]) < int(found["fieldkit_feeds"])
    assert f"root {PUBLIC};" in answers
    main = (SYSTEMD / "fieldkit-hub.service").read_text(encoding="utf-8")
    assert PUBLIC.startswith(f"/run/{re.findall(r'^RuntimeDirectory=(.+)$', main, re.MULTILINE)[0]}/")


def test_more_than_one_venue_asks_for_is_refused_in_words(hub: StandIn, public: Path, tmp_path: Path) -> None:
    fewer = {
        "rate=2000r/s": "rate=1r/m",
        "zone=fieldkit_documents burst=8000 nodelay": "zone=fieldkit_documents burst=5 nodelay",
    }
    with Nginx(tmp_path / "machine", hub.port, public, edits=fewer) as front:
        phone = Phone(front.port)
        given = [phone.ask("/v1/events/spring") for _ in range(20)]
        assert [each.status for each in given[:6]] == [200] * 6
        refused = [each for each in given if each.status == 429]
        assert len(refused) >= 10
        assert refused[-1].said["error"]["code"] == "busy"  # type: ignore[index]
        assert int(refused[-1].headers["retry-after"]) > 0
        assert "limiting" not in front.log
        phone.close()


@pytest.fixture
def secure(hub: StandIn, public: Path, tmp_path: Path) -> Iterator[Nginx]:
    """nginx on the internet."""
    with Nginx(tmp_path / "machine", hub.port, public, NginxSite("hub.example.net", https=True)) as made:
        yield made


def trusting(tmp_path: Path) -> ssl.SSLContext:
    """Return a context that trusts that machine's own certificate, whatever name it stands for."""
    context = ssl.create_default_context(cafile=str(tmp_path / "machine/etc/fieldkit/hub-certificate.pem"))
    context.check_hostname = False
    return context


def test_on_the_internet_it_is_encrypted(hub: StandIn, secure: Nginx, tmp_path: Path) -> None:
    assert secure.tried() == (0, "")
    plain, own = Phone(secure.port), {"Host": "hub.example.net"}
    moved = plain.ask("/v1/events/spring?x=1", "PUT", b"[]", **own)
    assert moved.status == 308
    assert moved.headers["location"] == "https://hub.example.net/v1/events/spring?x=1"
    proof = tmp_path / "machine/var/www/html/.well-known/acme-challenge/token"
    proof.parent.mkdir(parents=True)
    proof.write_text("proof", encoding="utf-8")
    assert plain.ask("/.well-known/acme-challenge/token", **own).body == b"proof"
    safe = Phone(secure.tls_port, trusting(tmp_path))
    assert safe.ask("/v1/events/spring", **own).status == 200
    told = safe.ask("/", **own, X_Forwarded_Proto="http").headers
    assert told["server"] == "nginx"
    assert hub.asked[-1].headers["X-Forwarded-Proto"] == "https"
    assert "strict-transport-security" not in moved.headers
    assert told["strict-transport-security"].startswith("max-age=")
    assert hub.asked[-1].headers["Host"] == "hub.example.net"
    for each in (plain, safe):
        each.close()


def test_it_speaks_today_s_languages_alone(secure: Nginx, tmp_path: Path) -> None:
    modern = trusting(tmp_path)
    modern.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", secure.tls_port), 60) as raw,
        modern.wrap_socket(raw, server_hostname="hub.example.net") as line,
    ):
        assert (line.version(), line.selected_alpn_protocol()) == ("TLSv1.3", "h2")
        named = line.getpeercert() or {}
        assert ("DNS", "hub.example.net") in named["subjectAltName"]
    old = trusting(tmp_path)
    old.set_ciphers("DEFAULT:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
    with (
        socket.create_connection(("127.0.0.1", secure.tls_port), 60) as raw,
        pytest.raises((ssl.SSLError, ConnectionError)),
    ):
        old.wrap_socket(raw, server_hostname="hub.example.net")


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yield a folder that everybody may look into, unlike pytest's."""
    folder = Path(tempfile.mkdtemp(prefix="fieldkit-public-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_the_hub_s_own_files_are_read_by_whom_nginx_is(hub: StandIn, open_folder: Path) -> None:
    """Made by a hub that keeps everything else to itself; two in one second, as long as each other."""
    os.umask(0o077)
    public = open_folder / "public"
    files = PublicFiles(public)
    os.umask(0o022)
    with Nginx(open_folder / "machine", hub.port, public, user="www-data") as front:
        phone, tags = Phone(front.port), set()
        os.umask(0o077)
        for n in range(8):
            for path in ("spring", "spring/fields/north"):
                files.set(path, {"rev": n})
            files.write()
            for packing in ("", "gzip"):
                given = phone.ask("/v1/events/spring/fields/north", Accept_Encoding=packing)
                assert given.status == 200
                assert hub.asked == [], "nginx may not read them"
                tags.add(given.headers["etag"])
        phone.close()
    assert len(tags) == 16
