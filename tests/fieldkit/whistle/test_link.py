"""The referee's side of the whistle against a real socket with a stand-in for the whistle."""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fieldkit.clock import NS, Clock
from fieldkit.errors import Misread
from fieldkit.messages import (
    BareRound,
    Cue,
    CueReport,
    LoopbackResult,
    Press,
    StopHeld,
    WhistleAway,
    WhistleEvent,
    WhistleHello,
)
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import (
    MAX_LINE_BYTES,
    MAX_UNSENT_BYTES,
    AlarmLamp,
    BareRoundLength,
    BlastTest,
    LampTest,
    Ping,
    Plan,
    Pong,
    PressAck,
    Sound,
    WhistleOrder,
    WhistleReport,
    Wire,
    encode,
    read_order,
    read_word,
    socket_path,
)

PATIENCE = 5.0
HELLO = WhistleHello(
    "ab12", ("x",), (CueReport("x", "open", 1, "late", 2, 3),), (), (BareRound("b", 1, 2, None),)
)
STOP = Cue("s", "stop", 5)


class Stand:
    """A whistle that says what the test tells it to, and answers pings while it is awake."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.orders: queue.SimpleQueue[WhistleOrder] = queue.SimpleQueue()
        self.awake = threading.Event()
        self.awake.set()
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(str(path))
        self.listener.listen()
        self.listener.settimeout(PATIENCE)
        self.sock: socket.socket | None = None
        self.thread: threading.Thread | None = None

    def admit(self, hello: WhistleHello | None = HELLO) -> None:
        """Take the next connection and greet it."""
        self.hang_up()
        self.sock = self.listener.accept()[0]
        self.thread = threading.Thread(target=self._serve, args=(self.sock,))
        self.thread.start()
        if hello is not None:
            self.say(encode(hello))

    def say(self, line: bytes) -> None:
        assert self.sock is not None
        self.sock.sendall(line)

    def _serve(self, sock: socket.socket) -> None:
        with sock.makefile("rb") as lines, contextlib.suppress(OSError):
            for line in lines:
                order = read_order(line)
                if not isinstance(order, Ping):
                    self.orders.put(order)
                elif self.awake.is_set():
                    sock.sendall(encode(Pong(order.n)))

    def hang_up(self) -> None:
        if self.sock is not None and self.thread is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)
            self.thread.join(PATIENCE)
            self.sock.close()

    def close(self) -> None:
        self.hang_up()
        self.listener.close()
        self.path.unlink()


class Ears:
    """What the link heard, in order."""

    def __init__(self) -> None:
        self.words: queue.SimpleQueue[WhistleEvent] = queue.SimpleQueue()

    def next(self) -> WhistleEvent:
        return self.words.get(timeout=PATIENCE)


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    stand = Stand(tmp_path / "w.sock")
    yield stand
    stand.close()


@pytest.fixture
def link(tmp_path: Path, ears: Ears) -> Iterator[WhistleLink]:
    link = WhistleLink(tmp_path / "w.sock", Clock(), ears.words.put)
    yield link
    link.close()


@pytest.mark.parametrize(
    "order",
    [
        Plan((Cue("a", "open", 2**62), STOP)),
        Plan(()),
        Sound(STOP),
        BareRoundLength(8 * NS),
        AlarmLamp(True),
        PressAck("press/1"),
        BlastTest("stop"),
        LampTest("alarm", False),
        Ping(7),
    ],
)
def test_an_order_is_read_as_it_was_written(order: WhistleOrder) -> None:
    line = encode(order)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert read_order(line) == order


@pytest.mark.parametrize(
    "word",
    [
        HELLO,
        *HELLO.reports,
        *HELLO.bares,
        Press("p", "stop", 1, 2),
        LoopbackResult("open", True),
        StopHeld(True),
        Pong(3),
    ],
)
def test_a_word_is_read_as_it_was_written(word: WhistleReport) -> None:
    assert read_word(encode(word)) == word


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"7",
        b"{}",
        b'{"sing":{}}',
        b'{"sound":{}}',
        b'{"sound":{"cue":{"id":"s","blast":"loud","due":1}}}',
        b'{"sound":{"cue":{"id":"s","blast":"stop","due":"now"}}}',
        b'{"answer":{"press":"a"},"ping":{"n":1}}',
        b'{"bare":{"round_ns":-1}}',
        b'{"try":{"blast":"loud"}}',
        b'{"light":{"lamp":"green","on":true}}',
        b'{"pong":{"n":1}}',
        b"[" * 100_000,
    ],
)
def test_a_line_that_is_no_order_is_a_misread(line: bytes) -> None:
    with pytest.raises(Misread):
        read_order(line)


def wires() -> tuple[Wire, socket.socket]:
    near, far = socket.socketpair()
    far.settimeout(PATIENCE)
    return Wire(near), far


def test_lines_arrive_whole_however_they_are_cut() -> None:
    wire, far = wires()
    with wire.sock, far:
        found = []
        for byte in encode(Sound(STOP)) + b"rubbish\n" + encode(Ping(1)):
            far.sendall(bytes([byte]))
            found += wire.receive(read_order)[0]
        assert found == [Sound(STOP), Ping(1)]
        assert wire.misread == 1


def test_a_line_without_an_end_is_given_up() -> None:
    wire, far = wires()
    with wire.sock, far:
        for _ in range(MAX_LINE_BYTES // 4096 + 1):
            far.sendall(b"x" * 4096)
            assert wire.receive(read_order) == ([], True)
        assert wire.misread == 1
        far.sendall(b"\n" + encode(Ping(1)))
        assert wire.receive(read_order)[0] == [Ping(1)]


def test_what_was_sent_before_the_end_is_still_read() -> None:
    wire, far = wires()
    with wire.sock, far:
        far.sendall(encode(Sound(STOP)))
        far.close()
        assert wire.receive(read_order) == ([Sound(STOP)], False)


def test_nobody_waits_for_a_side_that_does_not_read() -> None:
    wire, far = wires()
    with wire.sock, far:
        line = encode(Plan((STOP,) * 100))
        sent = 0
        while wire.send(line):
            sent += len(line)
            assert sent < 4 * MAX_UNSENT_BYTES, "it never gives up"
        assert wire.unsent
        assert len(wire._going) <= MAX_UNSENT_BYTES


def test_the_socket_is_in_the_data_folder(tmp_path: Path) -> None:
    assert socket_path(tmp_path) == tmp_path / "whistle.sock"


def test_a_long_path_gets_a_short_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1000")
    deep = [Path("/home") / ("ä" * 60) / name for name in ("one", "two")]
    one, two = (socket_path(data) for data in deep)
    assert one.parent == two.parent == Path("/run/user/1000")
    assert one != two
    assert one == socket_path(deep[0])


def test_a_long_runtime_folder_is_no_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / ("x" * 100)))
    assert len(bytes(socket_path(tmp_path / ("y" * 100)))) <= 100


def test_the_socket_is_the_same_from_every_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert socket_path(Path("kit")) == socket_path(tmp_path / "kit")


def test_words_are_heard_in_order(stand: Stand, link: WhistleLink, ears: Ears) -> None:
    link.start()
    assert link.away
    stand.admit()
    assert ears.next() == HELLO
    assert not link.away
    press = Press("p", "start", 1, 2)
    stand.say(encode(press) + b"rubbish\n" + encode(LoopbackResult("open", False)) + encode(HELLO.bares[0]))
    assert ears.next() == press
    assert ears.next() == LoopbackResult("open", False)
    assert ears.next() == HELLO.bares[0]


def test_orders_arrive_from_any_thread(stand: Stand, link: WhistleLink, ears: Ears) -> None:
    link.start()
    stand.admit()
    ears.next()
    orders: list[WhistleOrder] = [
        Plan((STOP,)),
        Sound(STOP),
        PressAck("p"),
        BareRoundLength(NS),
        AlarmLamp(True),
        BlastTest("warn"),
        LampTest("round", True),
    ]
    for order in orders:
        assert link.order(order)
        assert stand.orders.get(timeout=PATIENCE) == order


@pytest.mark.slow
def test_a_link_without_a_whistle_is_away_once(
    link: WhistleLink, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, tries = link._connect, queue.SimpleQueue[None]()
    monkeypatch.setattr(link, "_connect", lambda: tries.put(None) or connect())
    began = time.monotonic()
    link.start()
    assert ears.next() == WhistleAway()
    assert time.monotonic() - began >= link.SILENCE_S
    assert link.away
    assert not link.order(Sound(STOP))
    assert not link.order(Plan((STOP,)))
    assert not link.order(BlastTest("open"))
    assert not link.order(LampTest("alarm", True))
    with pytest.raises(queue.Empty):
        ears.words.get(timeout=3 * link.RETRY_S)
    assert tries.qsize() <= 2 + (time.monotonic() - began) / link.RETRY_S


def test_a_whistle_that_went_is_away_once_and_heard_again(
    stand: Stand, link: WhistleLink, ears: Ears
) -> None:
    link.start()
    stand.admit()
    assert ears.next() == HELLO
    stand.hang_up()
    assert ears.next() == WhistleAway()
    assert not link.order(Sound(STOP))
    stand.admit()
    assert ears.next() == HELLO
    assert not link.away


@pytest.mark.slow
def test_a_whistle_that_does_not_answer_is_away_until_it_does(
    stand: Stand, link: WhistleLink, ears: Ears
) -> None:
    link.start()
    stand.admit()
    assert ears.next() == HELLO
    stand.awake.clear()
    assert ears.next() == WhistleAway(silent=True)
    assert link.away
    stand.awake.set()
    stand.admit()
    assert ears.next() == HELLO


def test_no_plan_is_repeated_but_the_lamp_and_the_length_are(
    stand: Stand, link: WhistleLink, ears: Ears
) -> None:
    link.start()
    assert not link.order(AlarmLamp(True))
    stand.admit()
    ears.next()
    assert stand.orders.get(timeout=PATIENCE) == AlarmLamp(True)
    link.order(Plan((STOP,)))
    link.order(BareRoundLength(NS))
    link.order(LampTest("round", True))
    assert stand.orders.get(timeout=PATIENCE) == Plan((STOP,))
    assert stand.orders.get(timeout=PATIENCE) == BareRoundLength(NS)
    assert stand.orders.get(timeout=PATIENCE) == LampTest("round", True)
    stand.hang_up()
    assert ears.next() == WhistleAway()
    stand.admit()
    assert ears.next() == HELLO
    link.order(PressAck("last"))
    again = [stand.orders.get(timeout=PATIENCE) for _ in range(3)]
    assert again == [AlarmLamp(True), BareRoundLength(NS), PressAck("last")]


def test_a_hung_whistle_delays_nobody(stand: Stand, link: WhistleLink, ears: Ears) -> None:
    """The stand takes the connection and greets, but nobody reads what it gets."""
    link.start()
    sock = stand.listener.accept()[0]
    with sock:
        sock.sendall(encode(HELLO))
        assert ears.next() == HELLO
        plan = [Cue(str(n), "open", n) for n in range(1000)]
        calls = 0
        while link.order(Plan(tuple(plan))):
            calls += 1
            assert calls < 1000, "it never gives up"
        assert ears.next() == WhistleAway()


def test_close_is_quick_and_silent(stand: Stand, link: WhistleLink, ears: Ears) -> None:
    link.start()
    stand.admit()
    ears.next()
    link.close()
    assert ears.words.empty()
    assert (link._bell.fileno(), link._ringer.fileno()) == (-1, -1)


def test_neither_an_end_nor_a_close_waits_for_the_next_ping(
    stand: Stand, link: WhistleLink, ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pause in ("PING_S", "SILENCE_S"):
        monkeypatch.setattr(WhistleLink, pause, 2 * PATIENCE)
    link.start()
    for _ in range(2):
        stand.admit()
        assert ears.next() == HELLO
        stand.hang_up()
        assert ears.next() == WhistleAway()
    stand.admit()
    assert ears.next() == HELLO
    began = time.monotonic()
    link.close()
    assert time.monotonic() - began < PATIENCE


def test_close_without_start(link: WhistleLink) -> None:
    assert link.away
