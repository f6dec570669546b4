"""A PN532 on its high speed UART at 115200: the ids of ISO/IEC 14443 type A tags (user manual, chapter 6)."""

from readers import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import UART

HEAD = b"\x00\x00\xff"
LONGEST = 80
"""The most bytes a frame may say it has: no cut frame can hold back more than that behind it."""


def framed(sender: int, body: bytes) -> bytes:
    """Return a frame with its lengths and its sum; `sender` is D4 for the node and D5 for the reader."""
    told = bytes([sender]) + body
    return HEAD + bytes([len(told), -len(told) & 0xFF]) + told + bytes([-sum(told) & 0xFF, 0])


WAKE = b"\x55\x55" + bytes(14)
ASKS = (
    (WAKE + framed(0xD4, b"\x14\x01\x14\x01"), 50),  # normal mode: without it a woken reader is mute
    (framed(0xD4, b"\x32\x05\xff\x01\x01"), 50),  # look for a tag twice, then answer
) + ((framed(0xD4, b"\x4a\x02\x00"), 100),) * 19
"""Questions for the reader, over and over, and the time (ms) that it has."""


def listed(body: bytes) -> list[str]:
    """Return the ids in an answer: number, two bytes SENS_RES, SEL_RES, length and bytes of the id, ATS."""
    tags: list[str] = []
    place = 3
    while len(tags) < body[2] and place + 5 <= len(body):
        has_ats, length = body[place + 3] & 0x20, body[place + 4]
        place += 5 + length
        if not length or place > len(body):
            break
        tags.append(body[place - length : place].hex().upper())
        if has_ats and place < len(body):
            place += max(1, body[place])
    return tags


class Pn532(Reader):
    """The reader: asked in turn, its answers read as they come."""

    def __init__(self, uart: "UART") -> None:
        self._uart = uart
        self._come = b""
        self._ask = 0
        self._next: int | None = None

    def look(self, now: int) -> list[str]:
        """Return the tags of the answers that have come; asks again when it is time."""
        if self._next is None or now >= self._next:
            told, pause_ms = ASKS[self._ask]
            self._uart.write(told)
            self._next = now + pause_ms
            self._ask = (self._ask + 1) % len(ASKS)
        waiting = self._uart.any()
        if not waiting:
            return []
        self._come += self._uart.read(waiting) or b""
        return self._read()

    def _read(self) -> list[str]:
        tags: list[str] = []
        while (start := self._come.find(HEAD)) >= 0:
            self._come = self._come[start:]
            length = self._come[3] if len(self._come) > 3 else 1
            if length > LONGEST:
                self._come = self._come[1:]
                continue
            frame = self._come[: length + 7]
            if len(frame) < length + 7:
                return tags
            good = (length + frame[4]) & 0xFF == 0 and sum(frame[5:-1]) & 0xFF == 0
            self._come = self._come[len(frame) if good else 1 :]
            if good and length >= 3 and frame[5:7] == b"\xd5\x4b":
                tags += listed(frame[5:-2])
        self._come = self._come[-2:]
        return tags
