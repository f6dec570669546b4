"""An MFRC522 on SPI (data sheet, chapters 9 and 10): the ids of ISO/IEC 14443 type A tags."""

from readers import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from machine import SPI, Pin

COMMAND, IRQ, ERROR, FIFO, FIFO_LEVEL, BIT_FRAMING = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0D
SET_UP = (
    (0x2A, 0x80),  # the timer starts with each sending
    (0x2B, 0xA9),  # and counts 25 us
    (0x2C, 0x00),
    (0x2D, 0x50),  # 80 of them: a tag that is there answers sooner
    (0x15, 0x40),  # all of the carrier is modulated
    (0x11, 0x3D),
    (0x14, 0x83),  # the antenna is on
)
ANTENNA = 0x14
IDLE, TRANSCEIVE, RESET = 0x00, 0x0C, 0x0F
ANSWERED, TIMED_OUT = 0x30, 0x01
BAD = 0x1B
"""The errors that spoil an answer: buffer, collision, parity, protocol."""
START = 0x80
REQUEST = b"\x26"
LEVELS = (0x93, 0x95, 0x97)
CASCADE = 0x88
"""The first byte of an id that goes on at the next level."""
PAUSE_MS = 40
RESET_MS = 50
TALK_MS = 20


def crc_a(told: bytes) -> bytes:
    """Return the two bytes that end a frame of ISO/IEC 14443 type A."""
    check = 0x6363
    for byte in told:
        byte ^= check & 0xFF
        byte ^= (byte << 4) & 0xFF
        check = (check >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return bytes([check & 0xFF, check >> 8])


class Mfrc522(Reader):
    """The reader; `select` is its chip select pin, `reset` its RST pin or None."""

    def __init__(self, spi: "SPI", select: "Pin", reset: "Pin | None") -> None:
        self._spi = spi
        self._select = select
        self._now = 0
        select.value(1)
        if reset is not None:
            reset.value(1)
        self._life = self._live()

    def look(self, now: int) -> list[str]:
        """Return the tag found since the last look, if any."""
        self._now = now
        tag = next(self._life)
        return [tag] if tag else []

    def _live(self) -> "Generator[str | None, None, None]":
        """Yield for ever, once a look: a tag or None."""
        while True:
            # A chip that lost its power, or was plugged in only now, is set up here too.
            if self._get(ANTENNA) & 3 != 3:
                self._set(COMMAND, RESET)
                yield from self._pause(RESET_MS)
                for register, value in SET_UP:
                    self._set(register, value)
            yield (yield from self._find())
            yield from self._pause(PAUSE_MS)

    def _find(self) -> "Generator[None, None, str | None]":
        """Return the id of a tag, None when there is none or more than one."""
        if (yield from self._talk(REQUEST, 7)) is None:
            return None
        tag = b""
        for level in LEVELS:
            part = yield from self._talk(bytes([level, 0x20]))
            if part is None or len(part) != 5 or part[0] ^ part[1] ^ part[2] ^ part[3] ^ part[4]:
                return None
            if part[0] != CASCADE:
                return (tag + part[:4]).hex().upper()
            tag += part[1:4]
            choice = bytes([level, 0x70]) + part
            if (yield from self._talk(choice + crc_a(choice))) is None:
                return None
        return None

    def _talk(self, told: bytes, bits: int = 0) -> "Generator[None, None, bytes | None]":
        """Tell the tags something (`bits`: of its last byte, 0 for all) and wait for the answer."""
        self._set(COMMAND, IDLE)
        self._set(IRQ, 0x7F)
        self._set(FIFO_LEVEL, 0x80)
        for byte in told:
            self._set(FIFO, byte)
        self._set(COMMAND, TRANSCEIVE)
        self._set(BIT_FRAMING, START | bits)
        end = self._now + TALK_MS
        while not (come := self._get(IRQ)) & (ANSWERED | TIMED_OUT):
            if self._now >= end:
                return None
            yield None
        if not come & ANSWERED or self._get(ERROR) & BAD:
            return None
        return bytes([self._get(FIFO) for _ in range(self._get(FIFO_LEVEL) & 0x7F)])

    def _pause(self, span_ms: int) -> "Generator[None, None, None]":
        end = self._now + span_ms
        while self._now < end:
            yield None

    def _set(self, register: int, value: int) -> None:
        self._select.value(0)
        self._spi.write(bytes([register << 1, value]))
        self._select.value(1)

    def _get(self, register: int) -> int:
        self._select.value(0)
        self._spi.write(bytes([0x80 | register << 1]))
        value = self._spi.read(1)[0]
        self._select.value(1)
        return value
