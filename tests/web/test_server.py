"""Callers that are slow, greedy or silent, and the end of serving."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

import web.request_body
import web.server
from fieldkit.errors import FieldkitError
from tests.web.conftest import Listening, RunningKit
from web.port import listen

pytestmark = pytest.mark.slow

STOP = {"id": "a1", "type": "stop_round"}
ROOT = Path(__file__).parents[2]


def opened(kit: RunningKit, sent: bytes) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", kit.port), timeout=5)
    sock.sendall(sent)
    return sock


def head(kit: RunningKit, length: int, path: str = "/api/commands") -> bytes:
    return (
        f"POST {path} HTTP/1.1\r\nHost: kit\r\nAuthorization: Bearer {kit.pin}\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def _until(look: Callable[[], bool]) -> None:
    last = time.monotonic() + 10
    while not look():
        assert time.monotonic() < last
        time.sleep(0.01)


def read_all(sock: socket.socket) -> bytes:
    read = b""
    while part := sock.recv(65536):
        read += part
    return read


@pytest.mark.alone
@pytest.mark.parametrize("path", ["/api/commands", "/api/beat"])
def test_half_sent_bodies_do_not_delay_a_stop(kit: RunningKit, path: str) -> None:
    with ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(opened(kit, head(kit, 100, path) + b'{"id"'))
        began = time.monotonic()
        assert kit.call("POST", "/api/commands", STOP, kit.bearer).status == 200
        assert kit.call("POST", "/api/beat", b"", kit.bearer).status == 200
        assert time.monotonic() - began < 1


def test_a_body_that_does_not_come_is_answered_408(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.request_body, "BODY_S", 0.2)
    with opened(kit, head(kit, 100) + b'{"id"') as sock:
        answer = read_all(sock)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too_slow"' in answer
    assert kit.referee.taken == []


def test_a_body_that_trickles_is_answered_408(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.request_body, "BODY_S", 0.3)
    with opened(kit, head(kit, 1000)) as sock:
        sock.settimeout(0.05)
        answer = b""
        for _ in range(100):
            sock.sendall(b" ")
            try:
                answer = sock.recv(65536)
                break
            except TimeoutError:
                continue
    assert answer.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("path", ["/api/commands", "/api/session", "/"])
def test_ten_megabytes_are_refused(kit: RunningKit, path: str) -> None:
    reply = kit.call("POST", path, b" " * 10_000_000, kit.bearer)
    assert (reply.status, reply.code, reply.headers["connection"]) == (413, "too_long", "close")


def test_the_longest_body_passes_and_one_byte_more_does_not(kit: RunningKit) -> None:
    body = b'{"id":"1","type":"note"}'
    fits = body + b" " * (64 * 1024 - len(body))
    assert kit.call("POST", "/api/commands", fits, kit.bearer).status == 200
    assert kit.call("POST", "/api/commands", fits + b" ", kit.bearer).status == 413


@pytest.mark.parametrize("path", ["/api/commands", "/api/session", "/api/kit"])
def test_a_stranger_may_send_less_than_who_is_logged_in(kit: RunningKit, path: str) -> None:
    fits = b" " * (16 * 1024)
    assert kit.call("POST", path, fits).status != 413
    for headers in ({}, {"Authorization": "Bearer 00000000"}, {"Cookie": "fieldkit=forged"}):
        reply = kit.call("POST", path, fits + b" ", headers)
        assert (reply.status, reply.code, reply.headers["connection"]) == (413, "too_long", "close")
    assert kit.call("POST", path, fits + b" ", kit.log_in()).status != 413


def test_a_long_body_is_no_way_to_try_pins(kit: RunningKit) -> None:
    for _ in range(5):
        kit.call("POST", "/api/commands", b" " * 20_000, {"Authorization": "Bearer 00000000"})
    assert kit.call("GET", "/api/match", headers=kit.bearer).status == 429


def test_what_strangers_hold_is_bounded_and_a_stop_passes(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.request_body, "MAX_HELD_BYTES", 25_000)
    bodies, stranger = kit.site.bodies, head(kit, 15_000, "/api/session").replace(b"Authorization", b"X-No")
    with ExitStack() as stack:
        for _ in range(2):
            stack.enter_context(opened(kit, stranger + b" " * 10_000))
        _until(lambda: bodies.held == 20_000)
        with opened(kit, stranger + b" " * 10_000) as third:
            answer = read_all(third)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b'"code":"busy"' in answer
        padded = b'{"id":"a1","type":"stop_round"}' + b" " * 10_000
        assert kit.call("POST", "/api/commands", padded, kit.bearer).status == 200
    _until(lambda: bodies.held == 0)


def test_who_asks_before_sending_too_much_need_not_send_it(kit: RunningKit) -> None:
    asked = head(kit, 10_000_000).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n")
    with opened(kit, asked) as sock:
        assert read_all(sock).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("path", ["/api/session", "/api/commands"])
def test_chunked_bodies_are_read_whole(kit: RunningKit, path: str) -> None:
    chunked = (
        f"POST {path} HTTP/1.1\r\nHost: kit\r\nAuthorization: Bearer {kit.pin}\r\n"
        "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    body = b'{"pin":"%b"}' % kit.pin.encode()
    parts = b"".join(b"1\r\n%b\r\n" % body[n : n + 1] for n in range(len(body)))
    with opened(kit, chunked + parts + b"0\r\n\r\n") as sock:
        assert read_all(sock).startswith(b"HTTP/1.1 200 ")
    endless = b"8000\r\n" + b" " * 0x8000 + b"\r\n"
    with opened(kit, chunked + endless * 3 + b"0\r\n\r\n") as sock:
        assert read_all(sock).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(("requests_before", "sent"), [(0, b""), (0, b"GET / HT"), (1, b"GET / HT")])
def test_who_does_not_finish_a_head_is_cut_off(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch, requests_before: int, sent: bytes
) -> None:
    monkeypatch.setattr(web.server, "HEAD_S", 0.3)
    with opened(kit, b"") as sock:
        for _ in range(requests_before):
            sock.sendall(b"GET /api/health HTTP/1.1\r\nHost: kit\r\n\r\n")
            assert sock.recv(65536)
        sock.sendall(sent)
        with suppress(ConnectionResetError):
            read_all(sock)
    assert kit.call("GET", "/api/health").status == 200


def test_callers_that_do_not_read_hold_no_thread(kit: RunningKit) -> None:
    asked = b"GET /fonts/BarlowCondensed-Bold.ttf HTTP/1.1\r\nHost: kit\r\n\r\n" * 50
    with ExitStack() as stack:
        for _ in range(20):
            sock = stack.enter_context(socket.socket())
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(("127.0.0.1", kit.port))
            sock.sendall(asked)
        time.sleep(0.2)
        assert kit.call("POST", "/api/beat", b"", kit.bearer).status == 200


def test_rubbish_instead_of_http_is_refused(kit: RunningKit) -> None:
    with opened(kit, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n") as sock:
        assert read_all(sock).startswith(b"HTTP/1.1 400 ")
    assert kit.call("GET", "/api/health").status == 200


@pytest.mark.parametrize(
    "request_line", ["POST / HTTP/1.1\r\nHost: evil.example", "POST /api/beat HTTP/1.1\r\nHost: kit"]
)
def test_a_body_that_is_no_http_is_refused_once(
    kit: RunningKit, caplog: pytest.LogCaptureFixture, request_line: str
) -> None:
    with opened(kit, f"{request_line}\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n".encode()) as sock:
        assert read_all(sock).startswith(b"HTTP/1.1 400 ")
    with opened(kit, f"{request_line}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()) as sock:
        if "evil" in request_line:
            sock.recv(1)  # it is refused before its body
        sock.sendall(b"ZZ\r\n")
        read_all(sock)
    assert kit.call("GET", "/api/board").status == 200
    assert caplog.messages == []


def test_one_connection_serves_many_requests(kit: RunningKit) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=5)
    try:
        for _ in range(20):
            connection.request("GET", "/api/board")
            response = connection.getresponse()
            assert response.status == 200
            assert "server" not in response.headers
            response.read()
    finally:
        connection.close()


@pytest.mark.alone
def test_a_stop_waits_for_no_stalled_caller(own_kit: RunningKit) -> None:
    with (
        opened(own_kit, head(own_kit, 100) + b"{"),
        opened(own_kit, b"GET /"),
        Listening(own_kit.port) as feed,
    ):
        feed.next_of("board")
        began = time.monotonic()
        own_kit.stop()
        assert time.monotonic() - began < 2


def test_a_port_that_is_taken_is_named(kit: RunningKit) -> None:
    with pytest.raises(FieldkitError, match=f"port {kit.port} on 127.0.0.1 cannot be opened"):
        listen("127.0.0.1", kit.port)
    with pytest.raises(FieldkitError, match="no address of this machine"):
        listen("not a host", 0)


PROGRAM = """
import sys
from pathlib import Path
from fieldkit.settings import Settings
from tests.web.conftest import HandClock, SmallReferee, SmallGame, SmallKitPage
from web.app import create_app
from web.server import serve

games = {"full_contact": SmallGame()}
app = create_app(SmallReferee(), Settings(), Path(sys.argv[1]), games, HandClock(), SmallKitPage())
serve(app, "127.0.0.1", 0, on_ready=lambda port: print(port, flush=True))
print("closing the journal", flush=True)
"""


@pytest.mark.alone
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_serving_in_time_and_lets_the_process_go_on(tmp_path: Path, number: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with Listening(port) as feed:
            feed.next_of("board")
            began = time.monotonic()
            process.send_signal(number)
            out, errors = process.communicate(timeout=5)
        assert time.monotonic() - began < 3
    assert (process.returncode, out, errors) == (0, "closing the journal\n", "")


TWICE = "Origin: http://kit\r\nOrigin: http://{own}\r\n"


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("/api/commands", "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n"),
        ("/", "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"),
        ("/api/beat", TWICE),
        ("/api/feed", TWICE),
        ("/api/beat", "Authorization: Bearer 1234\r\nAuthorization: Bearer {pin}\r\n"),
        ("/api/beat", "Content-Type: text/plain\r\nContent-Type: application/json\r\n"),
    ],
)
def test_a_head_that_says_two_things_is_refused_and_its_line_closed(
    kit: RunningKit, path: str, more: str
) -> None:
    own = f"127.0.0.1:{kit.port}"
    said = f"POST {path} HTTP/1.1\r\nHost: {own}\r\n" + more.format(own=own, pin=kit.pin)
    with opened(kit, f"{said}\r\n0\r\n\r\n".encode()) as sock:
        answer = read_all(sock)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"code":"bad_head"' in answer
    assert answer.count(b"HTTP/1.1") == 1
    assert kit.referee.taken == []
