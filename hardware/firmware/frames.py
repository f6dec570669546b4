"""The lines of `hk1`, as hardware/hoops/README.md has them: words closed by `*`, a CRC and a line feed."""

LINE_MAX = 96
"""The most bytes of a line, its end included."""
VERDICTS = ("counted", "held", "refused")


def crc(body: bytes) -> int:
    """CRC-16/CCITT-FALSE: `123456789` gives 29B1."""
    check = 0xFFFF
    for byte in body:
        mixed = (check >> 8) ^ byte
        mixed ^= mixed >> 4
        check = ((check << 8) ^ (mixed << 12) ^ (mixed << 5) ^ mixed) & 0xFFFF
    return check


def sealed(text: str) -> bytes:
    """Return a line with its CRC and its end."""
    body = text.encode()
    return body + ("*%04X\n" % crc(body)).encode()


def opened(line: bytes) -> list[str]:
    """Return the words of the frame at the end of a line, whatever is before it; none without one."""
    start = line.rfind(b"HK1")
    body, seal = line[start:-5], line[-5:]
    if start < 0 or not body or seal != ("*%04X" % crc(body)).encode():
        return []
    try:
        return body.decode().split(" ")
    except UnicodeError:
        return []


def answer(line: bytes, node: str) -> tuple[str, int, str | None] | None:
    """Return start, number and verdict, if any, of an answer to this node; None for other lines."""
    words = opened(line)
    if words[1:2] != [node] or not words[3:] or not words[3].isdigit():
        return None
    if words[0] == "HK1ACK" and len(words) == 4:
        return words[2], int(words[3]), None
    if words[0] == "HK1RES" and len(words) == 5 and words[4] in VERDICTS:
        return words[2], int(words[3]), words[4]
    return None


class Lines:
    """Cuts what a wire brings, in pieces of any size, into lines; keeps no more than can hold a frame."""

    def __init__(self) -> None:
        self._open = b""

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that the chunk has ended, without their ends."""
        if not chunk:
            return []
        ended = (self._open + chunk).split(b"\n")
        self._open = ended.pop()[-LINE_MAX:]
        return [line[:-1] if line[-1:] == b"\r" else line for line in ended]
