"""Tag readers. `look(now)` gives the tags seen since the last look, a tag that stays over and over."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import UART

STX = 2
DIGITS = b"0123456789ABCDEF"


class TagPresence:
    """Tells a new sighting from a tag that is still there, or was out of sight for less than `repeat_ms`."""

    def __init__(self, repeat_ms: int) -> None:
        self._repeat_ms = repeat_ms
        self._last: dict[str, int] = {}

    def is_new(self, tag: str, now: int) -> bool:
        """Take note of a tag seen at a moment (ms); True when this begins a sighting."""
        self._last = {each: last for each, last in self._last.items() if now - last < self._repeat_ms}
        new = tag not in self._last
        self._last[tag] = now
        return new


class Reader:
    """The base of every reader; by itself that of a hoop with buttons only."""

    def look(self, now: int) -> list[str]:
        """Return the tags seen since the last look, at a moment (ms)."""
        return []


class Rdm6300(Reader):
    """A 125 kHz reader on a UART at 9600: 02, ten hex digits of the tag, two of their XOR, then any end."""

    def __init__(self, uart: "UART") -> None:
        self._uart = uart
        self._digits: bytes | None = None

    def look(self, now: int) -> list[str]:
        """Return the tags of the frames that have come."""
        waiting = self._uart.any()
        found = [self._take(byte) for byte in (self._uart.read(waiting) or b"")] if waiting else []
        return [tag for tag in found if tag]

    def _take(self, byte: int) -> str:
        """Return the tag that this byte completes, mostly none."""
        if byte == STX:
            self._digits = b""
            return ""
        # Digits have bit 5 clear only where they are letters: this makes those upper-case.
        digit = byte & 0xDF if byte >= 0x60 else byte
        if self._digits is None or digit not in DIGITS:
            self._digits = None
            return ""
        self._digits += bytes([digit])
        if len(self._digits) < 12:
            return ""
        said, self._digits = self._digits.decode(), None
        check = 0
        for place in range(0, 12, 2):
            check ^= int(said[place : place + 2], 16)
        return "" if check else said[:10]
