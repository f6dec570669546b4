"""The whistle's own process: it sounds cues on time, whatever happens to everything else.

Four threads, so that nothing on the way of an edge waits for a file or a socket:

    timer   owns the `Whistler` and the lines; sleeps to the next deadline on its one inbox
    server  owns the socket; orders go into the inbox, words come out of a queue (`socket_server`)
    clerk   owns the trace file and the note of the round that runs, and writes the log
    main    waits for signals, and silences the whistle if the timer should be stuck
"""

import atexit
import contextlib
import ctypes
import gc
import logging
import os
import queue
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Literal

import msgspec

from fieldkit.clock import MS, NS, Clock
from fieldkit.service.systemd import Watchdog, tell
from fieldkit.settings import Settings
from fieldkit.whistle.protocol import Ping, Pong, socket_path
from hardware.whistle.clerk import FILE, Clerk, Memory, open_trace
from hardware.whistle.pins import Button, Pins, check_driver
from hardware.whistle.socket_server import (
    ClientConnected,
    ClientGone,
    Incoming,
    OrderReceived,
    WhistleServer,
    listen,
)
from hardware.whistle.whistler import Whistler

LOG = logging.getLogger(__name__)
PRIORITY = 50
"""Of SCHED_FIFO, for all threads: one that holds the interpreter's lock must not be put aside."""
SWITCH_S = 0.0002
"""Seconds until a thread that runs lets the timer run."""
STACK_BYTES = 512 * 1024
"""Bytes of each thread's stack, all of which is locked in memory."""
MAX_WAIT_S = 60.0
AWAKE_S = 0.001
"""Seconds before each deadline from which the timer is awake: a core that sleeps takes up to half of them."""
GUARD_S = 0.25
"""Seconds between two looks at whether the whistle is stuck."""
LAST_WORD_S = 2.0
"""Seconds that a blast which ends the round may take when the whistle is told to end."""
_MCL_CURRENT = 1
_PR_SET_TIMERSLACK = 29


class Contact(msgspec.Struct, frozen=True):
    """An edge of a button's line."""

    button: Button
    at: int
    pressed: bool


_Item = Incoming | Contact | Literal["halt", "end", "leave", "nudge"]
"""An item of the timer's inbox: ``halt`` ends it at once, ``end`` when those who run have heard of it.

``leave`` ends it in a quiet moment, a ``nudge`` only makes it turn.
"""
_Inbox = queue.SimpleQueue[_Item]
_Wish = Literal["start", "stop", "end", "leave", "crash"]
_Wishes = queue.SimpleQueue[_Wish]


class Timer(threading.Thread):
    """Sleeps to the next deadline, switches the lines, and tells what there is, at last on ``wishes``."""

    def __init__(
        self,
        whistler: Whistler,
        clock: Clock,
        inbox: _Inbox,
        pins: Pins,
        server: WhistleServer,
        clerk: Clerk,
        wishes: _Wishes,
    ) -> None:
        super().__init__(name="timer", daemon=True)
        self.on_since: int | None = None
        self.turns = 0
        self._whistler, self._clock, self._inbox, self._wishes = whistler, clock, inbox, wishes
        self._pins, self._server, self._clerk = pins, server, clerk
        self._lamps = (False, False)
        self._round = whistler.running
        self._client = 0
        self._leaving = self._ending = False

    def run(self) -> None:
        """Play until the end is ordered; silence in any case."""
        why: _Wish = "crash"
        try:
            self._play()
            why = "end"
        finally:
            try:
                if self.on_since is not None:
                    self._switch(False)
            finally:
                self._wishes.put(why)

    def _play(self) -> None:
        while self.turn():
            item = self._next_item()
            while item is not None:
                if item == "halt":
                    return
                self.handle(item)
                # Held up, it may be late: the edge that makes a spike of a press waits here already.
                item = self._waiting_item() if self._whistler.start_begins else None

    def turn(self) -> bool:
        """Do all that is due now; return False once it may end."""
        whistler = self._whistler
        self.turns += 1
        turn = whistler.step(self._clock.now())
        if turn.begun is not None and self.on_since is not None:
            # A blast that was only tried gives way: a cue begins with an edge, and at once.
            self._switch(False)
        if turn.on != (self.on_since is not None):
            self._switch(turn.on)
        if turn.begun is not None:
            whistler.begun(turn.begun, self._clock.now())
        if turn.look:
            whistler.looped(self._pins.looped())
        self._afterwards()
        return not ((self._leaving and whistler.idle) or (self._ending and whistler.running is None))

    def _switch(self, on: bool) -> None:
        self._pins.whistle(on)
        real = time.monotonic_ns()
        self.on_since = real if on else None
        self._clerk.edge(real, on)

    def _afterwards(self) -> None:
        """Do what may come after the edge: the lamps, the note of the round, and words for the referee."""
        lamps = (self._whistler.lamp, self._whistler.alarm)
        if lamps != self._lamps:
            self._lamps = lamps
            self._pins.lamps(*lamps)
        if (running := self._whistler.running) != self._round:
            self._round = running
            self._clerk.keep(running)
        # After the note: what the referee has heard of, this whistle's successor must know.
        for word in self._whistler.drain_reports():
            self._server.tell(self._client, word)

    def _next_item(self) -> _Item | None:
        """Return what comes before the next deadline; None when it has come, or is near after a sleep."""
        at = self._whistler.next_at()
        wait = None if at is None else min(self._clock.seconds_until(at), MAX_WAIT_S)
        try:
            if wait is None or wait > AWAKE_S:
                return self._inbox.get(timeout=None if wait is None else wait - AWAKE_S)
            while self._inbox.empty() and at is not None and self._clock.now() < at:
                pass
        except queue.Empty:
            return None
        return self._waiting_item()

    def _waiting_item(self) -> _Item | None:
        try:
            return self._inbox.get_nowait()
        except queue.Empty:
            return None

    def handle(self, item: _Item) -> None:
        """Take one item of the inbox."""
        whistler = self._whistler
        match item:
            case "nudge":
                pass
            case "end" | "halt":
                self._ending = True
                whistler.end(self._clock.now())
            case "leave":
                self._leaving = True
            case ClientConnected(client):
                self._client = client
                whistler.reachable = True
                self._server.tell(client, whistler.hello())
            case ClientGone(client):
                whistler.reachable = whistler.reachable and client != self._client
            case OrderReceived(client, order):
                if isinstance(order, Ping):
                    self._server.tell(client, Pong(order.n))
                elif not self._ending:
                    whistler.obey(order, self._clock.now())
            case Contact(button, at, pressed):
                whistler.button(button, at, pressed)


def run(settings: Settings, data: Path, clock: Clock, socket: Path | None = None) -> int:
    """Be the whistle until SIGTERM or SIGINT, or from SIGHUP on until no round runs; the exit code.

    Told to end in a round it sounds the stop first (FC-16). ``socket`` is where the referee connects. With
    mock pins SIGUSR1 presses the start button and SIGUSR2 the stop button. Raises SettingsError before it
    starts.
    """
    path = socket or socket_path(data)
    with contextlib.ExitStack() as open_things:
        inbox: _Inbox = queue.SimpleQueue()
        refused = _real_time()
        # First of all: a whistle that was killed may have left its line on.
        pins = Pins(settings, data, lambda name, down: inbox.put(Contact(name, clock.now(), down)))
        open_things.callback(pins.close)
        atexit.register(pins.silence)
        open_things.callback(atexit.unregister, pins.silence)
        trace = open_trace(settings.whistle.trace, time.monotonic_ns())
        if trace is not None:
            open_things.callback(os.close, trace)
        listener = open_things.enter_context(listen(path))
        open_things.callback(path.unlink, missing_ok=True)
        memory = Memory(data / FILE, clock.boot())
        open_things.callback(memory.close)
        clerk = Clerk(trace, memory)
        open_things.callback(clerk.close)
        server = WhistleServer(listener, inbox.put, clerk.say)
        open_things.callback(server.close)
        whistler = Whistler(os.urandom(4).hex(), clock.rate, settings.whistle.max_on_ms)
        if pins.is_down("stop"):
            whistler.stop_is_down()
        _resume(whistler, memory, clock, clerk)
        wishes: _Wishes = queue.SimpleQueue()
        timer = Timer(whistler, clock, inbox, pins, server, clerk, wishes)
        _mind_signals(wishes, pins.mock)
        open_things.callback(_end, timer, inbox, pins, at_once=True)
        server.start()
        timer.start()
        _say_how_it_runs(clerk, pins, refused)
        tell("READY=1")
        code = _attend(timer, inbox, pins, wishes, settings.whistle.max_on_ms)
        if code == 0:
            # It ends on purpose, and its round with it: the next one must not go on by itself.
            _end(timer, inbox, pins, at_once=False)
            clerk.keep(None)
        return code


def _resume(whistler: Whistler, memory: Memory, clock: Clock, clerk: Clerk) -> None:
    """Go on with the round in which the process before was killed."""
    running = memory.recall()
    if running is None:
        return
    whistler.resume(running, clock.now())
    clerk.keep(whistler.running)
    if whistler.running is not None:
        clerk.say("a whistle was killed in a round: going on with it")


def check(settings: Settings, data: Path) -> None:
    """Raise SettingsError for a trace file or pins that `run` could not have; a whistle may be at work."""
    trace = open_trace(settings.whistle.trace)
    if trace is not None:
        os.close(trace)
    check_driver(settings, data)


def silence(settings: Settings, data: Path) -> int:
    """Switch the lines off that a whistle which died may have left on; raises SettingsError."""
    Pins(settings, data, lambda name, down: None).close()
    trace = open_trace(settings.whistle.trace, time.monotonic_ns())
    if trace is not None:
        os.close(trace)
    return 0


def _end(timer: Timer, inbox: _Inbox, pins: Pins, *, at_once: bool) -> None:
    inbox.put("halt" if at_once else "end")
    if timer.ident is not None:
        timer.join(1.0 if at_once else LAST_WORD_S)
    pins.silence()


def _attend(timer: Timer, inbox: _Inbox, pins: Pins, wishes: _Wishes, max_on_ms: int) -> int:
    """Wait for signals; feed the watchdog, never from the timer, and silence a whistle that is stuck."""
    watchdog = Watchdog()
    while True:
        try:
            wish = wishes.get(timeout=GUARD_S)
        except queue.Empty:
            since = timer.on_since
            if since is not None and time.monotonic_ns() - since > max_on_ms * MS + int(GUARD_S * NS):
                pins.silence()
                LOG.error("it was stuck and is silenced; restarting")
                return 1
            if watchdog.armed:
                watchdog.look(timer.turns)
                inbox.put("nudge")
            continue
        if wish == "start" or wish == "stop":
            pins.tap(wish)
        elif wish == "leave":
            inbox.put("leave")
        else:
            return 1 if wish == "crash" else 0


def _mind_signals(wishes: _Wishes, mock: bool) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: wishes.put("end"))
    signal.signal(signal.SIGHUP, lambda *_: wishes.put("leave"))
    signal.signal(signal.SIGUSR1, (lambda *_: wishes.put("start")) if mock else signal.SIG_IGN)
    signal.signal(signal.SIGUSR2, (lambda *_: wishes.put("stop")) if mock else signal.SIG_IGN)


def _real_time() -> list[str]:
    """Make this thread and those it starts as punctual as the system allows; return what it refused."""
    sys.setswitchinterval(SWITCH_S)
    threading.stack_size(STACK_BYTES)
    # Without real-time priority the kernel would let each wait run 0.05 ms over.
    ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1, 0, 0, 0)
    if os.sched_getscheduler(0) == os.SCHED_FIFO:
        return []
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    except OSError:
        return ["real-time priority (CAP_SYS_NICE)"]
    return []


def _say_how_it_runs(clerk: Clerk, pins: Pins, refused: list[str]) -> None:
    """Settle in memory, and say what is not as it is on a field."""
    gc.collect()
    gc.freeze()
    if ctypes.CDLL(None).mlockall(_MCL_CURRENT) != 0:
        refused = [*refused, "memory that is never swapped out (CAP_IPC_LOCK)"]
    if pins.mock:
        clerk.say("SIMULATED PINS: no sound")
    if refused:
        clerk.say(f"not permitted: {' and '.join(refused)}; under load blasts may be some ms late")
