"""The live feed."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import web.feed
import web.server
from fieldkit.settings import Settings, Web
from tests.web.conftest import Listening, RunningKit
from web.pin import crowd_key, new_pin
from web.redirects import KEY

pytestmark = pytest.mark.slow


def test_the_board_comes_at_once_and_after_every_change(kit: RunningKit) -> None:
    kit.referee.show(phase="ready")
    with Listening(kit.port) as feed:
        assert feed.response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert "no-cache" in feed.response.headers["cache-control"]
        assert feed.response.headers["x-accel-buffering"] == "no"
        assert feed.next_of("board") == {"now": 5000, "phase": "ready", "id": "1"}
        kit.referee.show(phase="round")
        assert feed.next_of("board") == {"now": 5000, "phase": "round", "id": "2"}


def test_a_feed_before_the_first_view_is_an_empty_board(kit: RunningKit) -> None:
    with Listening(kit.port) as feed:
        assert feed.next_of("board") == {"now": 5000, "id": "0"}


def test_the_match_is_for_the_referee(kit: RunningKit) -> None:
    assert kit.call("GET", "/api/feed?view=match").status == 401
    assert kit.call("GET", "/api/feed?view=else").status == 400
    kit.referee.show(phase="ready")
    for headers in (kit.log_in(), kit.bearer):
        with Listening(kit.port, "?view=match", headers) as feed:
            assert feed.next_of("match") == {"now": 5000, "phase": "ready", "secret": "knights", "id": "1"}


@pytest.mark.alone
def test_a_beat_every_second(kit: RunningKit) -> None:
    with Listening(kit.port) as feed:
        feed.next_of("beat")
        began = time.monotonic()
        kit.referee.now = 6000
        assert feed.next_of("beat")["now"] == 6000
        assert 0.5 < time.monotonic() - began < 1.9


def test_fifty_listeners_see_the_last_of_many_changes(kit: RunningKit) -> None:
    feeds = [Listening(kit.port) for _ in range(50)]
    try:
        for n in range(300):
            last = kit.referee.show(phase=str(n))
        for feed in feeds:
            while feed.next_of("board")["id"] != str(last):
                pass
    finally:
        for feed in feeds:
            feed.__exit__()


def test_a_hall_of_phones_rests_after_a_board_and_then_has_the_newest(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The referee and scoreboards have every change at once all the same."""
    monkeypatch.setattr(web.feed, "rest_s", lambda took: 0.4)
    agent = {"User-Agent": "fieldkit-scoreboard/1"}
    with (
        Listening(kit.port) as phone,
        Listening(kit.port, "", agent) as screen,
        Listening(kit.port, "?view=match", kit.bearer) as referee,
    ):
        assert {feed.next_of("board")["id"] for feed in (phone, screen)} == {"0"}
        assert referee.next_of("match")["id"] == "0"
        for n in range(1, 6):
            kit.referee.show(phase=str(n))
            assert referee.next_of("match")["id"] == str(n)
            assert screen.next_of("board")["id"] == str(n)
        assert phone.next_of("board")["id"] == "1"
        assert phone.next_of("board")["id"] == "5"


def test_a_few_phones_never_rest() -> None:
    assert web.feed.rest_s(0.001) == 0
    assert web.feed.rest_s(0.05) == pytest.approx(0.2)


def test_who_leaves_is_forgotten(kit: RunningKit) -> None:
    with Listening(kit.port) as feed:
        feed.next_of("board")
        assert len(kit.site.feed) == 1
    _until(lambda: len(kit.site.feed) == 0)
    assert not kit.referee.feed._wakes


def test_who_does_not_read_is_dropped_and_delays_nobody(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.server, "STALL_S", 0.3)
    with socket.socket() as stalled:
        stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stalled.connect(("127.0.0.1", kit.port))
        stalled.sendall(b"GET /api/feed HTTP/1.1\r\nHost: kit\r\n\r\n")
        with Listening(kit.port) as feed:
            _until(lambda: len(kit.site.feed) == 2)
            deadline = time.monotonic() + 10
            while len(kit.site.feed) == 2 and time.monotonic() < deadline:
                rev = kit.referee.show(filling="x" * 200_000)
                while feed.next_of("board")["id"] != str(rev):
                    pass
            assert len(kit.site.feed) == 1


def test_who_reads_slowly_skips_to_the_newest_view(kit: RunningKit) -> None:
    filling = "x" * 200_000
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.settimeout(5)
        slow.connect(("127.0.0.1", kit.port))
        slow.sendall(b"GET /api/feed HTTP/1.1\r\nHost: kit\r\n\r\n")
        with Listening(kit.port) as feed:
            for _ in range(60):
                last = kit.referee.show(filling=filling)
                while feed.next_of("board")["id"] != str(last):
                    pass
        read = b""
        while b"id: %d\n" % last not in read or not read.endswith(b"}\n\n\r\n"):
            read += slow.recv(1 << 20)
    # What came is whole chunks of whole events, in order.
    _, _, chunks = read.partition(b"\r\n\r\n")
    events = b""
    while chunks:
        length, _, chunks = chunks.partition(b"\r\n")
        events += chunks[: int(length, 16)]
        assert chunks[int(length, 16) :][:2] == b"\r\n"
        chunks = chunks[int(length, 16) + 2 :]
    views = [each for each in events.split(b"\n\n") if each.startswith(b"event: board")]
    ids = [int(each.split(b"\n")[1].removeprefix(b"id: ")) for each in views]
    assert ids == sorted(ids)
    assert ids[-1] == last
    assert len(ids) < 60
    assert all(each.endswith(b"}") for each in views)


def test_a_listener_without_chunks_gets_the_bare_events(kit: RunningKit) -> None:
    kit.referee.show(phase="ready")
    with socket.create_connection(("127.0.0.1", kit.port), timeout=5) as old:
        old.sendall(b"GET /api/feed HTTP/1.0\r\nHost: kit\r\n\r\n")
        read = b""
        while b"event: beat" not in read:
            read += old.recv(65536)
    head, _, events = read.partition(b"\r\n\r\n")
    assert b"chunked" not in head.lower()
    retry, _, rest = events.partition(b"\n\n")
    assert retry.startswith(b"retry: 100")
    assert rest.startswith(b'event: board\nid: 1\ndata: {"now":5000,"phase":"ready"}\n\nevent: beat\n')


def test_a_new_pin_ends_the_referees_feeds_and_no_others(kit: RunningKit) -> None:
    with (
        Listening(kit.port) as board,
        Listening(kit.port, "?view=match", kit.log_in()) as tablet,
        Listening(kit.port, "?view=match", kit.bearer) as script,
    ):
        new_pin(kit.data)
        for feed in (tablet, script):
            while feed.next() is not None:
                pass
        board.next_of("beat")


def test_logging_out_ends_that_tablets_feed(kit: RunningKit) -> None:
    headers, others = kit.log_in(), kit.log_in()
    with (
        Listening(kit.port, "?view=match", headers) as feed,
        Listening(kit.port, "?view=match", others) as other,
    ):
        assert kit.call("DELETE", "/api/session", headers=headers).status == 200
        while feed.next() is not None:
            pass
        other.next_of("beat")


@pytest.fixture
def crowded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., RunningKit]]:
    """Yield a starter of kits with their own bounds, for which this machine is an address like any other."""
    monkeypatch.setattr(web.feed, "LOOPBACK", ())
    kits = []

    def make(listeners: int = 2000, listeners_each: int = 256) -> RunningKit:
        bounds = Web(listeners=listeners, listeners_each=listeners_each)
        kits.append(RunningKit(tmp_path, Settings(web=bounds)))
        return kits[-1]

    yield make
    for kit in kits:
        kit.stop()


def test_a_crowd_is_turned_away_but_not_the_referee(crowded: Callable[..., RunningKit]) -> None:
    kit = crowded(listeners=1)
    with Listening(kit.port, "?view=match", kit.bearer) as before:
        before.next_of("match")
        with Listening(kit.port) as first:
            first.next_of("board")
            turned_away = kit.call("GET", "/api/feed")
            assert (turned_away.status, turned_away.code) == (503, "too_many_listeners")
            with Listening(kit.port, "?view=match", kit.bearer) as referee:
                referee.next_of("match")


def test_a_crowd_does_not_keep_out_the_kits_own_scoreboard_and_spectators(
    crowded: Callable[..., RunningKit], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.feed, "OWN_SCREENS", 2)
    kit = crowded(listeners=1)
    screen, spectators = {"User-Agent": "fieldkit-scoreboard/1"}, {KEY: crowd_key(kit.data)}
    with ExitStack() as stack:
        stack.enter_context(Listening(kit.port)).next_of("board")
        with socket.socket() as stranger:
            stranger.bind(("127.0.0.77", 0))
            stranger.connect(("127.0.0.1", kit.port))
            asked = b"GET /api/feed HTTP/1.1\r\nHost: kit\r\nUser-Agent: fieldkit-scoreboard\r\n\r\n"
            stranger.sendall(asked)
            assert stranger.recv(100).startswith(b"HTTP/1.1 503 ")
        for headers in (screen, screen, spectators):
            stack.enter_context(Listening(kit.port, "", headers)).next_of("board")
        assert kit.call("GET", "/api/feed", headers=screen).status == 503
        assert kit.call("GET", "/api/feed", headers={KEY: "0" * 64}).status == 503


def test_one_address_may_not_take_all_places(crowded: Callable[..., RunningKit]) -> None:
    kit = crowded(listeners_each=1)
    with Listening(kit.port) as first:
        first.next_of("board")
        assert kit.call("GET", "/api/feed").status == 503
        with Listening(kit.port, "?view=match", kit.bearer) as referee:
            referee.next_of("match")


def test_this_machine_may_take_all_places(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit.site.feed, "_settings", Web(listeners_each=1))
    with Listening(kit.port) as first, Listening(kit.port) as second:
        first.next_of("board")
        second.next_of("board")


@pytest.mark.parametrize(("each", "admitted"), [(256, 256), (400, 300)])
def test_three_hundred_phones_behind_one_address(
    crowded: Callable[..., RunningKit], each: int, admitted: int
) -> None:
    """Everybody who is let in stays, and sees the last change; so does the referee at the same address."""
    kit = crowded(listeners_each=each)
    with ExitStack() as stack:
        phones = [stack.enter_context(Listening(kit.port)) for _ in range(300)]
        tablet = stack.enter_context(Listening(kit.port, "?view=match", kit.bearer))
        assert [phone.response.status for phone in phones] == [200] * admitted + [503] * (300 - admitted)
        last = kit.referee.show(phase="turn")
        for phone in phones[:admitted]:
            while phone.next_of("board")["id"] != str(last):
                pass
        while tablet.next_of("match")["id"] != str(last):
            pass
        assert (kit.referee.feed.phones, len(kit.site.feed)) == (admitted, admitted + 1)
    _until(lambda: len(kit.site.feed) == 0)
    assert kit.referee.feed.phones == 0
    with Listening(kit.port) as again:
        again.next_of("board")


def test_a_hall_is_told_to_come_back_by_lot_and_who_conducts_it_at_once(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.feed, "RETRY_MS_EACH", 500)
    screen = {"User-Agent": "fieldkit-scoreboard/1"}
    with ExitStack() as stack:
        told = [stack.enter_context(Listening(kit.port)).retry_ms() for _ in range(40)]
        assert stack.enter_context(Listening(kit.port, "", screen)).retry_ms() == 1000
        assert stack.enter_context(Listening(kit.port, "?view=match", kit.bearer)).retry_ms() == 1000
    assert all(1000 <= each <= min(8000, 1000 + 500 * (n + 1)) for n, each in enumerate(told))
    assert len(set(told)) > 20
    assert max(told) > 4000


def test_only_phones_are_counted_as_phones(kit: RunningKit) -> None:
    screen = {"User-Agent": "fieldkit-scoreboard/1"}
    with Listening(kit.port), Listening(kit.port, "", screen), Listening(kit.port, "?view=match", kit.bearer):
        assert (kit.referee.feed.phones, kit.referee.feed.screens, len(kit.site.feed)) == (1, 1, 3)
    _until(lambda: len(kit.site.feed) == 0)
    assert (kit.referee.feed.phones, kit.referee.feed.screens) == (0, 0)


@pytest.mark.alone
def test_a_stop_ends_open_feeds_in_time(own_kit: RunningKit) -> None:
    feeds = [Listening(own_kit.port) for _ in range(10)]
    try:
        feeds[0].next_of("board")
        began = time.monotonic()
        own_kit.stop()
        assert time.monotonic() - began < 2
        for feed in feeds:
            while feed.next() is not None:
                pass
    finally:
        for feed in feeds:
            feed.__exit__()


def _until(true: object) -> None:
    deadline = time.monotonic() + 5
    while not true():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.01)
