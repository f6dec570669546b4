"""A simulated board: MicroPython's `machine` for the firmware, and a `SimulatedBoard` for hands and tests."""

BOUNCE_MS = (0, 1, 2, 4, 5)
"""Moments at which a contact changes after it was touched: closed, open, closed, open, closed."""
REPEAT_MS = 65
"""From one frame of a held tag to the next."""


class Starved(BaseException):
    """The watchdog was not fed in time; a real board restarts."""


class Reset(BaseException):
    """The firmware has asked for a new start."""


class SimulatedDevice:
    """A device at a UART or SPI; by itself it is mute. `baud` is the speed at which it is understood."""

    baud = 115200

    def hear(self, said: bytes, now: int) -> None:
        """Bytes from the board."""

    def say(self, now: int) -> bytes:
        """Bytes for the board."""
        return b""


class FakeRdm6300(SimulatedDevice):
    """Says a tag about every 65 ms while it is held there."""

    baud = 9600

    def __init__(self) -> None:
        self._tag = ""
        self._until = self._next = 0

    def hold(self, tag: str, now: int, for_ms: int) -> None:
        """Hold a tag of ten hex digits to it."""
        self._tag, self._until, self._next = tag, now + for_ms, now

    def say(self, now: int) -> bytes:
        """Return the frames that have come since the last time."""
        said = b""
        while self._next <= min(now, self._until):
            if self._tag:
                said += self.frame(self._tag)
            self._next += REPEAT_MS
        return said

    @staticmethod
    def frame(tag: str) -> bytes:
        """Return a tag as the reader says it."""
        check = 0
        for byte in bytes.fromhex(tag):
            check ^= byte
        return ("\x02%s%02X\x03" % (tag, check)).encode()


class SimulatedBoard:
    """The world at a board's pins. Its time goes by only in `sleep`; `mac` is its radio's address."""

    def __init__(self, mac: bytes = b"\x02\x00\x00\x00\x00\x01", now: int = 0) -> None:
        self.now = now
        self.mac = mac
        self.levels: dict[int | str, int] = {}
        self.told: dict[int | str, list[tuple[int, int]]] = {}
        self.devices: dict[str, SimulatedDevice] = {}
        self.battery_mv = 4100
        self.watchdogs: list[WDT] = []
        self.edges: list[tuple[int, int, int]] = []

    def clock(self) -> int:
        """Return the moment."""
        return self.now

    def sleep(self, ms: int) -> None:
        """Let time pass."""
        self.now += ms

    def press(self, pin: int, for_ms: int = 80) -> None:
        """Press a button; it bounces when it closes and when it opens."""
        now = self.clock()
        for number, after in enumerate(BOUNCE_MS):
            self.edges.append((now + after, pin, number % 2))
            self.edges.append((now + for_ms + after, pin, 1 - number % 2))
        self.edges.sort()

    def level(self, pin: int | str, idle: int) -> int:
        """Return what is at a pin now; `idle` where nothing drives it."""
        now = self.clock()
        while self.edges and self.edges[0][0] <= now:
            _, moved, level = self.edges.pop(0)
            self.levels[moved] = level
        return self.levels.get(pin, idle)

    def drive(self, pin: int | str, level: int) -> None:
        """Set a pin for the firmware; each change is kept with its moment."""
        if self.levels.get(pin, 0) != level:
            self.levels[pin] = level
            self.told.setdefault(pin, []).append((self.clock(), level))


board = SimulatedBoard()
"""The board whose parts are made now."""


class Pin:
    """A pin; an input is pulled up where nothing drives it."""

    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, id: int | str, mode: int = IN, pull: int | None = None, value: int = 0) -> None:
        self.id = id
        self._board = board
        self._idle = 0 if pull is None else 1
        if mode == self.OUT:
            board.drive(id, value)

    def value(self, level: int | bool | None = None) -> int:
        """Its level; sets it first when one is given."""
        if level is not None:
            self._board.drive(self.id, int(level))
        return self._board.level(self.id, self._idle)


class ADC:
    """A pin that measures: the board's battery behind a divider by `DIVIDER`."""

    ATTN_11DB = 3
    DIVIDER = 3.0

    def __init__(self, pin: Pin) -> None:
        self._board = board

    def read_u16(self) -> int:
        """Return the voltage, 65535 for 3.3 V."""
        return min(65535, int(self._board.battery_mv / self.DIVIDER * 65535 / 3300))


class UART:
    """A wire to the device of this number; a wrong speed carries nothing that can be understood."""

    def __init__(
        self,
        id: int,
        baudrate: int = 9600,
        tx: Pin | None = None,
        rx: Pin | None = None,
        txbuf: int = 32,
        rxbuf: int = 256,
    ) -> None:
        self._board = board
        self._name = f"uart{id}"
        self._baud = baudrate
        self._room = rxbuf
        self._come = b""
        self._done = 0

    def _device(self) -> SimulatedDevice:
        device = self._board.devices.get(self._name)
        return device if device is not None and device.baud == self._baud else SimulatedDevice()

    def any(self) -> int:
        """Return how many bytes have come; what does not fit the buffer is lost."""
        self._come = (self._come + self._device().say(self._board.clock()))[: self._room]
        return len(self._come)

    def read(self, count: int) -> bytes | None:
        """At most the given number of them."""
        read, self._come = self._come[:count], self._come[count:]
        return read or None

    def write(self, said: bytes) -> int:
        """Send bytes, which takes as long as it takes."""
        now = self._board.clock()
        self._done = max(now, self._done) + len(said) * 10000 // self._baud + 1
        self._device().hear(said, now)
        return len(said)

    def txdone(self) -> bool:
        """Return whether all of them have left."""
        return self._board.clock() >= self._done


class SPI:
    """The bus to the device of this number."""

    def __init__(self, id: int, baudrate: int, sck: Pin, mosi: Pin, miso: Pin) -> None:
        self._board = board
        self._name = f"spi{id}"

    def write(self, said: bytes) -> None:
        """Send bytes."""
        device = self._board.devices.get(self._name)
        if device is not None:
            device.hear(said, self._board.clock())

    def read(self, count: int) -> bytes:
        """Take bytes; an open wire reads as ones."""
        device = self._board.devices.get(self._name)
        return device.say(self._board.clock()) if device is not None else b"\xff" * count


class WDT:
    """The watchdog: once started it never stops, and bites who feeds it too late."""

    def __init__(self, timeout: int) -> None:
        if not 0 < timeout <= 8388:
            raise ValueError("timeout exceeds 8388")
        self._board = board
        self._timeout = timeout
        self._fed = board.clock()
        board.watchdogs.append(self)

    def feed(self) -> None:
        """Feed the watchdog; raises Starved when this comes too late."""
        now = self._board.clock()
        if now - self._fed > self._timeout:
            raise Starved
        self._fed = now


def unique_id() -> bytes:
    """Return what no other board has."""
    return board.mac


def reset() -> None:
    """Restart the board: raises Reset."""
    raise Reset
