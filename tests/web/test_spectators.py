"""The process for spectators beside a kit: what it serves, who is led there, and what it costs the kit."""

import contextlib
import http.client
import io
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
import segno

import web.feed
from fieldkit.clock import Clock
from fieldkit.games import Game
from fieldkit.settings import Settings
from tests.web.conftest import Listening, RunningKit, RunningServer, SmallGame
from web.pin import crowd_key
from web.redirects import KEY, for_others
from web.spectators import Mirror, PortAnnouncer, create_site
from web.tls import Certificates

pytestmark = pytest.mark.slow

THEIRS = ("/", "/screen", "/overlay?theme=dusk", "/matches", "/matches/m1", "/matches/m1.csv", "/season")
LOGGED_IN = ("/referee", "/kit", "/captain", "/seat", "/crew", "/whistle", "/print", "/print/rules")


def until(look: Callable[[], object]) -> None:
    last = time.monotonic() + 10
    while not look():
        assert time.monotonic() < last
        time.sleep(0.01)


@dataclass
class Spectators:
    """A spectators' process in threads, beside the kit that it follows."""

    kit: RunningKit
    mirror: Mirror
    server: RunningServer
    telling: PortAnnouncer

    @property
    def port(self) -> int:
        return self.server.port

    def call(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Return the answer to a request at the spectators' port."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            line.close()

    def end(self) -> None:
        """End it as a process ends."""
        self.telling.close()
        self.mirror.close()
        self.server.stop()


def spectators(kit: RunningKit, data: Path, url: str = "") -> Spectators:
    """Start a spectators' process for a kit; the kit is told, unless ``url`` is another machine's."""
    key = "" if url else crowd_key(data)
    mirror = Mirror(url or kit.origin, key, Clock())
    games = {"full_contact": cast(Game, SmallGame())}
    server = RunningServer(create_site(mirror, Settings(), data, games, kit.port, url))
    telling = PortAnnouncer("127.0.0.1", kit.port, key, server.port, lambda: mirror.feed.phones)
    mirror.start()
    if not url:
        telling.start()
    until(mirror.is_linked)
    return Spectators(kit, mirror, server, telling)


@pytest.fixture
def crowd(own_kit: RunningKit, tmp_path: Path) -> Iterator[Spectators]:
    """Yield a kit whose spectators' process is there and known."""
    own_kit.referee.show(phase="ready", stage="ready", match=None, game=None)
    running = spectators(own_kit, tmp_path)
    until(lambda: own_kit.referee.feed.elsewhere.port == running.port)
    yield running
    running.end()


def test_the_board_is_passed_on_as_it_is(crowd: Spectators) -> None:
    kit = crowd.kit
    with Listening(crowd.port) as phone, Listening(kit.port) as near:
        for feed in (phone, near):
            feed.next_of("board")
        rev = kit.referee.show(phase="round", rev=2, title="Ö", clock={"rate": 1.0})
        far, own = phone.next_of("board"), near.next_of("board")
        assert far["id"] == own["id"] == str(rev)
        assert {**far, "now": 0} == {**own, "now": 0}
        assert abs(far["now"] - kit.referee.now) < 5000
        assert phone.next_of("beat")["now"] >= kit.referee.now
        assert phone.response.headers["access-control-allow-origin"] == "*"
    status, _, body = crowd.call("/api/board")
    assert status == 200
    assert b'"phase":"round"' in body
    assert b"secret" not in body


@pytest.mark.parametrize("place", THEIRS)
def test_who_asks_the_kit_for_a_spectators_page_is_led_there(crowd: Spectators, place: str) -> None:
    for host in ("127.0.0.1", "kit.local"):
        reply = crowd.kit.call("GET", place, headers={"Host": f"{host}:{crowd.kit.port}"})
        if host == "kit.local" and reply.status == 421:
            continue  # a name that the kit does not know
        assert (reply.status, reply.headers["location"]) == (307, f"http://{host}:{crowd.port}{place}")
        assert reply.headers["cache-control"] == "no-store"
    status, _, body = crowd.call(place)
    assert status in ((200,) if "m1" not in place else (404,))
    assert body


def test_only_a_page_that_asks_for_it_is_led_to_the_other_feed(crowd: Spectators) -> None:
    kit = crowd.kit
    reply = kit.call("GET", "/api/feed?crowd")
    assert (reply.status, reply.headers["location"]) == (307, f"http://127.0.0.1:{crowd.port}/api/feed?crowd")
    with Listening(kit.port) as program, Listening(kit.port, "?view=match&crowd", kit.bearer) as tablet:
        assert program.next_of("board")
        assert tablet.next_of("match")
    assert kit.call("POST", "/").status == 405


def test_a_page_may_listen_at_the_other_port_of_its_own_host_alone(crowd: Spectators) -> None:
    headers = crowd.kit.call("GET", "/referee").headers
    assert headers["content-security-policy"].endswith("; connect-src 'self' http://127.0.0.1:*")
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("place", LOGGED_IN)
def test_who_wants_to_log_in_is_led_to_the_kit(crowd: Spectators, place: str) -> None:
    status, headers, _ = crowd.call(place)
    assert (status, headers["location"]) == (307, f"{crowd.kit.origin}{place}")


def test_it_gives_no_right_and_takes_no_command(crowd: Spectators) -> None:
    kit = crowd.kit
    tablet = kit.log_in()["Cookie"]
    assert crowd.call("/api/feed?view=match", Cookie=tablet)[0] == 400
    for place in ("/api/match", "/api/session", "/api/commands", "/api/kit", "/api/ask", "/api/sessions"):
        assert crowd.call(place, Cookie=tablet, Authorization=f"Bearer {kit.pin}")[0] == 404
    assert kit.referee.taken == []


def test_without_it_the_kit_serves_the_pages_itself_at_once(own_kit: RunningKit, tmp_path: Path) -> None:
    own_kit.referee.show(phase="ready", stage="ready", match=None, game=None)
    assert own_kit.call("GET", "/").status == 200
    running = spectators(own_kit, tmp_path)
    until(lambda: own_kit.call("GET", "/").status == 307)
    running.end()
    until(lambda: own_kit.call("GET", "/").status == 200)
    with Listening(own_kit.port, "?crowd") as phone:
        assert phone.next_of("board")


def test_phones_that_came_meanwhile_are_led_back(
    own_kit: RunningKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.feed, "BEAT_S", 0.05)
    own_kit.referee.show(phase="ready", stage="ready", match=None, game=None)
    with Listening(own_kit.port, "?crowd") as phone, Listening(own_kit.port) as program:
        phone.next_of("board")
        running = spectators(own_kit, tmp_path)
        try:
            while phone.next() is not None:
                pass
            assert program.next_of("beat")
            assert own_kit.call("GET", "/api/feed?crowd").status == 307
        finally:
            running.end()


def test_a_hundred_listeners_cost_the_kit_one(crowd: Spectators) -> None:
    kit = crowd.kit
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(Listening(crowd.port))
        assert len(kit.site.feed) == 1
        assert kit.referee.feed.phones == 0
        until(lambda: kit.referee.feed.followers == 100)
        assert kit.call("POST", "/api/beat", headers=kit.bearer).json["phones"] == 100
    until(lambda: kit.referee.feed.followers == 0)


def test_while_the_kit_is_silent_nobody_is_told_that_it_is_well(crowd: Spectators) -> None:
    with Listening(crowd.port) as phone:
        phone.next_of("beat")
        crowd.kit.site.close()
        until(lambda: not crowd.mirror.is_linked())
        assert crowd.call("/api/feed")[0] == 503
        assert crowd.call("/api/health")[0] == 503
        status, _, body = crowd.call("/")
        assert (status, b"board.js" in body) == (200, True)


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ({"port": 8081, "phones": 3}, 200),
        ({"port": 0, "phones": 3}, 400),
        ({"port": 70000, "phones": 3}, 400),
        ({"port": True, "phones": 3}, 400),
        ({"port": 8081, "phones": -1}, 400),
        ({"port": "8081", "phones": 3}, 400),
        ({}, 400),
    ],
)
def test_only_its_own_process_says_where_spectators_are(
    kit: RunningKit, told: dict[str, object], status: int
) -> None:
    for headers in ({}, {KEY: "0" * 64}, kit.bearer, {KEY: "ö"}):
        assert kit.call("POST", "/api/spectators", told, headers).status == 403
    assert kit.referee.feed.elsewhere.port is None
    reply = kit.call("POST", "/api/spectators", told, {KEY: crowd_key(kit.data)})
    assert reply.status == status
    assert kit.referee.feed.elsewhere.port == (8081 if status == 200 else None)
    assert kit.call("GET", "/api/spectators", headers={KEY: crowd_key(kit.data)}).status == 405


def test_the_qr_code_has_the_spectators_port_and_a_log_in_the_kits(crowd: Spectators) -> None:
    kit = crowd.kit

    def drawn(content: str) -> bytes:
        made = io.BytesIO()
        code = segno.make(content, error="m", micro=False)
        code.save(made, kind="svg", scale=8, xmldecl=False, dark="#111417", light="#ffffff")
        return made.getvalue().split(b"<path", 2)[-1].partition(b"d=")[2]

    for place, query in (("", ""), ("matches/m1", "?match=m1")):
        expected = drawn(for_others(f"http://127.0.0.1:{crowd.port}", "0.0.0.0") + f"/{place}")
        assert expected in kit.call("GET", f"/qr.svg{query}").body
        assert expected in crowd.call(f"/qr.svg{query}")[2]
    assert (
        drawn(for_others(kit.origin, "0.0.0.0") + "/referee#code=123456")
        in kit.call("GET", "/qr.svg?referee=123456").body
    )


def test_a_copy_on_another_machine_leads_to_the_record_at_the_kit(
    own_kit: RunningKit, tmp_path: Path
) -> None:
    own_kit.referee.show(phase="ready", stage="ready", match=None, game=None)
    far = tmp_path / "far"
    far.mkdir()
    copy = spectators(own_kit, far, own_kit.origin)
    try:
        assert own_kit.referee.feed.elsewhere.port is None
        assert own_kit.referee.feed.phones == 1
        for place in ("/matches", "/season", "/referee"):
            status, headers, _ = copy.call(place)
            assert (status, headers["location"]) == (307, f"{own_kit.origin}{place}")
        assert copy.call("/")[0] == 200
        with Listening(copy.port) as phone:
            assert phone.next_of("board")["phase"] == "ready"
    finally:
        copy.end()


def test_strangers_wait_for_their_share_and_trusted_addresses_do_not(crowd: Spectators) -> None:
    limit = crowd.kit.site.limit
    assert not any(limit.delay_s("192.0.2.1") for _ in range(100))
    assert sum(limit.delay_s("192.0.2.1") for _ in range(100)) > 10
    assert limit.delay_s("192.0.2.2") == 0
    limit.trust("192.0.2.1")
    assert limit.delay_s("192.0.2.1") == 0


def test_both_ports_speak_https_too(crowd: Spectators, tmp_path: Path) -> None:
    Certificates(tmp_path).make("Field 1")
    trusting = ssl.create_default_context(cafile=tmp_path / "tls" / "root.crt")
    for port in (crowd.port, crowd.kit.port):
        line = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=trusting)
        with contextlib.closing(line):
            line.request("GET", "/api/board")
            assert line.getresponse().read() != b""
    line = http.client.HTTPSConnection("127.0.0.1", crowd.port, timeout=10, context=trusting)
    with contextlib.closing(line):
        line.request("GET", "/referee")
        assert line.getresponse().headers["location"] == f"https://127.0.0.1:{crowd.kit.port}/referee"
    assert crowd.call("/")[0] == 200, "phones go on by http"
