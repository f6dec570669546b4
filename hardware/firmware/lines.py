"""The ways to the kit by wire: USB, and a shared RS-485 line. Neither waits; a radio may (`radio.py`)."""

import select
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from machine import UART, Pin

BAUD = 115200


class KitLine:
    """A line to the kit. All moments are ms."""

    def read(self, now: int) -> bytes:
        """Return what has come since the last time."""
        raise NotImplementedError

    def free(self, now: int) -> bool:
        """Return whether a frame may be sent now."""
        raise NotImplementedError

    def write(self, frame: bytes, now: int) -> None:
        """Send a frame; only when `free`."""
        raise NotImplementedError


class Usb(KitLine):
    """The board's own USB plug, which carries its console: nobody else may print."""

    PATIENCE_MS = 200
    """A frame not taken for so long is cut off: its age would no longer be true."""

    def __init__(self) -> None:
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._incoming, self._outgoing = select.poll(), select.poll()
        self._incoming.register(sys.stdin, select.POLLIN)
        self._outgoing.register(sys.stdout, select.POLLOUT)
        self._rest = b""
        self._since = 0

    def read(self, now: int) -> bytes:
        """Return what has come; goes on with a frame that has not wholly left."""
        self._push(now)
        come = b""
        while len(come) < 256 and self._incoming.poll(0):
            byte = self._in.read(1)
            if not byte:
                break
            come += byte
        return come

    def free(self, now: int) -> bool:
        """Return whether the last frame has left."""
        return not self._rest

    def write(self, frame: bytes, now: int) -> None:
        """Send a frame, as far as the USB takes it at once."""
        self._rest = frame
        self._since = now
        self._push(now)

    def _push(self, now: int) -> None:
        # Byte by byte: more at once would wait, up to half a second, for a computer that does not read.
        while self._rest and self._outgoing.poll(0):
            self._out.write(self._rest[:1])
            self._rest = self._rest[1:]
        if now - self._since >= self.PATIENCE_MS:
            self._rest = b""


class Rs485(KitLine):
    """A line shared by all nodes, through a transceiver whose `send` pin (DE and /RE) is high to send."""

    QUIET_MS = 3
    SPREAD_MS = 12

    def __init__(self, uart: "UART", send: "Pin", chance: "Callable[[int], int]") -> None:
        self._uart, self._send, self._chance = uart, send, chance
        self._quiet_from = 0
        self._wait = self.QUIET_MS
        self._sending = False
        send.value(0)

    def read(self, now: int) -> bytes:
        """Return what has come; gives the line back after a frame has left."""
        if self._sending and self._uart.txdone():
            # The last stop bit has left: MicroPython knows it from 1.24 on. The kit may answer at once.
            self._send.value(0)
            self._sending = False
            self._disturbed(now)
        waiting = self._uart.any()
        if not waiting:
            return b""
        self._disturbed(now)
        return self._uart.read(waiting) or b""

    def free(self, now: int) -> bool:
        """Return whether the line has been quiet for long enough."""
        return not self._sending and now - self._quiet_from >= self._wait

    def write(self, frame: bytes, now: int) -> None:
        """Take the line and send a frame."""
        self._send.value(1)
        self._uart.write(frame)
        self._sending = True

    def _disturbed(self, now: int) -> None:
        self._quiet_from = now
        self._wait = self.QUIET_MS + self._chance(self.SPREAD_MS)
