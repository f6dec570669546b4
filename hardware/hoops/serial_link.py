"""One serial port, opened for ever: what comes is handed on with its moment, what is lost is opened again."""

import contextlib
import errno
import queue
import select
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import serial

from fieldkit.clock import Clock
from hardware.hoops.pollers import Ask
from hardware.hoops.uhf import Poller

READ_S = 0.2
"""The longest wait for a byte, and so for the end of the link's thread."""
WRITE_S = 0.2
"""The longest that one answer may take to leave; a line that takes none loses it (nodes repeat)."""
OPEN_S = 0.02
"""Seconds between two looks for the port of a reader that the kit asks."""
MIN_RETRY_S = 0.05
MAX_RETRY_S = 2.0
MAX_ANSWERS = 256
"""The number of answers that wait for the line before further ones are lost."""
QUIET_S = 0.008
"""Silence on a shared line before the kit speaks."""
MAX_TURN_S = 1.0
"""An answer that finds no silence for so long is lost (nodes repeat)."""
POLL_S = 0.002
FULL_PIECE_BYTES = 4000
"""This many bytes at once mean that the kernel holds more of them."""
REFILL_S = 0.005
MAX_PIECES = 16

# pyserial raises plain OSError from ioctls, and TypeError, ValueError, AssertionError or AttributeError where
# a port vanishes in the middle of a call.
PORT_TROUBLE = (OSError, TypeError, ValueError, AssertionError, AttributeError)


class SerialLink:
    """A port with a thread that reads it and one that writes it.

    ``port`` is a device path or any URL of pyserial. ``on_bytes`` gets each batch with the moment (ns of
    ``clock``) of its first byte; ``on_port`` is told True when the port opens and False when it is lost or
    cannot be opened, at each attempt. A reader that must be asked is sent what its ``asker`` says, and
    nothing else. On a line that is ``shared`` the kit speaks only after `QUIET_S` of silence.
    """

    def __init__(
        self,
        port: str,
        baud: int,
        clock: Clock,
        on_bytes: Callable[[bytes, int], None],
        on_port: Callable[[bool], None],
        asker: Poller | None = None,
        shared: bool = False,
    ) -> None:
        self._name = port
        self._baud = baud
        self._clock = clock
        self._on_bytes = on_bytes
        self._on_port = on_port
        self._shared = shared
        # Held while bytes are taken from a shared line and while one looks whether any have come.
        self._turn = threading.Lock()
        self._heard_s = 0.0
        self._stop = threading.Event()
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # Held while writing and while closing: a number of a closed file may at once be another file's.
        self._lock = threading.Lock()
        self._port: serial.Serial | None = None
        write = self._write_for_ever if asker is None else partial(self._ask_for_ever, asker)
        self._threads = [
            threading.Thread(target=self._read_for_ever, name=f"read {port}", daemon=True),
            threading.Thread(target=write, name=f"write {port}", daemon=True),
        ]

    def start(self) -> None:
        """Begin; the port is opened by the link's own thread."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Tell the threads to end, without waiting for them."""
        self._stop.set()
        with self._lock, contextlib.suppress(*PORT_TROUBLE):
            if self._port is not None:
                self._port.cancel_read()
        self._answers.put(None)

    def close(self) -> None:
        """End both threads and close the port; waits a few seconds at most."""
        self.stop()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(2 * (READ_S + WRITE_S) + 1)

    def write(self, line: bytes) -> None:
        """Send when the line takes it. Never blocks; without a port, or with too much waiting, it is lost."""
        if self._answers.qsize() < MAX_ANSWERS:
            self._answers.put(line)
        else:
            self._drop_answers()

    def _read_for_ever(self) -> None:
        retry = MIN_RETRY_S
        while not self._stop.is_set():
            port = self._open()
            if port is not None:
                self._on_port(True)
                if self._listen(port):
                    retry = MIN_RETRY_S
                with self._lock, contextlib.suppress(*PORT_TROUBLE):
                    self._port = None
                    port.close()
            if not self._stop.is_set():
                self._on_port(False)
                self._stop.wait(retry)
                retry = min(2 * retry, MAX_RETRY_S)

    def _open(self) -> serial.Serial | None:
        try:
            port = open_quietly(self._name, self._baud, READ_S, WRITE_S)
        except PORT_TROUBLE:
            return None
        self._heard_s = time.monotonic()
        with self._lock:
            self._port = port
        return port

    def _listen(self, port: serial.Serial) -> bool:
        """Hand on what comes until the port fails or the link ends; True when anything came."""
        came = False
        while not self._stop.is_set():
            try:
                if self._shared and not _brings(port):
                    continue
                with self._turn:
                    batch, at = self._batch(port)
                    self._heard_s = time.monotonic()
            except PORT_TROUBLE:
                break
            if batch:
                came = True
                self._on_bytes(batch, at)
        return came

    def _batch(self, port: serial.Serial) -> tuple[bytes, int]:
        """Return all that waits on the line, of which the kernel hands out 4 KB at a time, and its moment."""
        batch = piece = port.read(max(1, port.in_waiting))
        at = self._clock.now()
        for _ in range(MAX_PIECES):
            if len(piece) >= FULL_PIECE_BYTES:
                self._stop.wait(REFILL_S)
            if not piece or not (more := port.in_waiting):
                break
            piece = port.read(more)
            batch += piece
        return batch, at

    def _write_for_ever(self) -> None:
        while (line := self._answers.get()) is not None and not self._stop.is_set():
            if not (self._speak_in_turn(line) if self._shared else self._speak(line)):
                self._drop_answers()

    def _speak(self, line: bytes) -> bool:
        with self._lock:
            return self._port is not None and _sent(self._port, line)

    def _speak_in_turn(self, line: bytes) -> bool:
        """Send once nobody has spoken for `QUIET_S`; False when the line never falls silent or is gone."""
        end = time.monotonic() + MAX_TURN_S
        while not self._stop.is_set() and time.monotonic() < end:
            with self._lock, self._turn:
                if self._port is None:
                    return False
                wait = self._silence_lacks(self._port)
                if wait <= 0:
                    return _sent(self._port, line)
            self._stop.wait(min(wait, MAX_TURN_S))
        return False

    def _silence_lacks(self, port: serial.Serial) -> float:
        """Return how long (s) it must stay silent yet before the kit may speak."""
        try:
            waits = port.in_waiting
        except PORT_TROUBLE:
            return QUIET_S
        return QUIET_S if waits else QUIET_S - (time.monotonic() - self._heard_s)

    def _ask_for_ever(self, asker: Poller) -> None:
        asked: serial.Serial | None = None
        asks: Iterator[Ask] = asker.asks()
        while not self._stop.is_set():
            pause = OPEN_S
            with self._lock:
                if self._port is not asked:
                    asked, asks = self._port, asker.asks()
                if asked is not None:
                    ask = next(asks)
                    if ask.line:
                        _sent(asked, ask.line)
                    pause = ask.pause
            self._stop.wait(pause)

    def _drop_answers(self) -> None:
        """Forget what waits for a line that takes nothing; only what is new is worth sending later."""
        with contextlib.suppress(queue.Empty):
            while self._answers.get_nowait() is not None:
                pass
            self._answers.put(None)


def open_quietly(
    name: str, baud: int = 9600, timeout: float | None = None, write_timeout: float | None = None
) -> serial.Serial:
    """Open a port with DTR and RTS off, without a restart of the board behind it on the way.

    A board with the usual reset circuit is in reset while RTS alone is up, so RTS falls first; by itself
    pyserial drops DTR first. Timeouts are in seconds, None waits for ever. Raises any of `PORT_TROUBLE`.
    """
    # With `dsrdtr` pyserial leaves DTR alone while it opens; nothing else comes of it on Linux.
    port = serial.serial_for_url(
        name,
        baud,
        do_not_open=True,
        timeout=timeout,
        write_timeout=write_timeout,
        exclusive=True,
        dsrdtr=True,
    )
    port.rts = False
    port.open()
    try:
        port.dtr = False
    except PORT_TROUBLE as error:
        # A line without modem signals has none to drop, as pyserial itself takes it.
        if getattr(error, "errno", None) not in (errno.EINVAL, errno.ENOTTY):
            port.close()
            raise
    return port


def _sent(port: serial.Serial, line: bytes) -> bool:
    """Write within WRITE_S; False when the line does not take it or the port is gone."""
    try:
        if not _takes(port):
            return False
        port.write(line)
    except PORT_TROUBLE:
        return False
    return True


def _brings(port: serial.Serial) -> bool:
    """Wait for bytes without taking them."""
    try:
        number = port.fileno()
    except (OSError, AttributeError):
        time.sleep(POLL_S)
        return bool(port.in_waiting)
    return bool(select.select([number], [], [], READ_S)[0])


def _takes(port: serial.Serial) -> bool:
    """Wait for the line to take bytes; pyserial itself would spin on a full one."""
    try:
        number = port.fileno()
    except (OSError, AttributeError):
        return True
    return bool(select.select([], [number], [], WRITE_S)[1])
