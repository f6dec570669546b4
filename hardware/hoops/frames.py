"""The wire formats of the hoops: bytes to frames and back; no input makes a codec raise, wait or grow."""

import binascii
import re
from collections.abc import Callable, Mapping
from functools import partial, reduce
from operator import xor
from typing import Generic, Literal, TypeVar, cast

import msgspec

from fieldkit.messages import FrameId, Verdict

FrameKind = Literal["TAG", "BTN", "STATUS", "HELLO", "RADIO", "PAIR"]
"""The kind of a frame; the last two a bridge tells in its own name: of its radio, and of each paired node."""

PairState = Literal["ok", "twin", "old"]
"""The state of a paired node: ``twin``: another board speaks under its name; ``old``: it repeats itself."""

MAX_LINE_BYTES = 96
"""The most bytes of an ``hk1`` line, its end included."""


class Frame(msgspec.Struct, frozen=True):
    """One good frame; ``at`` is the moment of the piece that held its first byte (ns).

    ``id`` is None for readers that neither number nor repeat. ``age_ms`` is how long ago it happened at the
    node, one that is not ``exact`` at least so long. ``rssi_dbm`` is how strong a reader that measures it
    found the tag.
    """

    at: int
    kind: FrameKind
    value: str
    id: FrameId | None = None
    age_ms: int = 0
    rssi_dbm: int | None = None
    exact: bool = True


class KitReply(msgspec.Struct, frozen=True):
    """The kit's word to a node that a frame was taken; with a ``verdict`` what became of it."""

    id: FrameId
    verdict: Verdict | None = None


STX = 0x02
TAILS: Mapping[Literal["rdm6300", "id12"], bytes] = {"rdm6300": b"\x03", "id12": b"\r\n\x03"}
"""The end of a frame of each 125 kHz reader."""
_HEX = frozenset(b"0123456789ABCDEFabcdef")
_DIGITS = 12


T = TypeVar("T")


class FramedCodec(Generic[T]):
    """Finds frames that carry their length and a sum.

    ``misread`` counts bytes that belonged to no good frame, ``good`` those frames, also what tells nothing.
    ``size`` tells of the frame that begins at a place of the line: its size, 0 where none begins, None while
    more bytes are needed. ``read`` makes of a whole frame and its moment what it tells.
    """

    def __init__(
        self, size: Callable[[bytearray, int], int | None], read: Callable[[bytes, int], list[T]]
    ) -> None:
        self.misread = self.good = 0
        self._size = size
        self._read = read
        self._line = bytearray()
        self._moments: list[int] = []

    def feed(self, chunk: bytes, at: int) -> list[T]:
        """Return what the frames tell that ``chunk``, which came at the moment ``at`` (ns), has completed."""
        self._line += chunk
        self._moments += [at] * len(chunk)
        found: list[T] = []
        place = 0
        while place < len(self._line) and (size := self._size(self._line, place)) is not None:
            if size:
                self.good += 1
                found += self._read(bytes(self._line[place : place + size]), self._moments[place])
                place += size
            else:
                self.misread += 1
                place += 1
        del self._line[:place], self._moments[:place]
        return found


def reader_codec(tail: bytes) -> FramedCodec[Frame]:
    """Return the codec of a 125 kHz reader: 02, ten hex digits, two of their XOR, and a ``tail``."""
    return FramedCodec(partial(_reader_size, tail), _read_tag)


def _reader_size(tail: bytes, line: bytearray, place: int) -> int | None:
    frame = line[place : place + 1 + _DIGITS + len(tail)]
    digits, end = frame[1 : 1 + _DIGITS], frame[1 + _DIGITS :]
    if frame[0] != STX or not _HEX.issuperset(digits) or not tail.startswith(end):
        return 0
    if len(end) < len(tail):
        return None
    return len(frame) if not reduce(xor, bytes.fromhex(digits.decode("ascii"))) else 0


def _read_tag(frame: bytes, at: int) -> list[Frame]:
    return [Frame(at, "TAG", frame[1:11].decode("ascii").upper())]


class LineCodec(Generic[T]):
    """Text lines closed by ``*``, a CRC and a line feed: the ``hk1`` format in either direction.

    A frame is looked for anywhere in the last 95 bytes before a line feed: what noise or a cut frame has put
    before it does not cost the frame.
    """

    def __init__(self, form: re.Pattern[bytes], make: Callable[[re.Match[bytes], int], T | None]) -> None:
        self.misread = self.good = 0
        self._form = form
        self._make = make
        self._line = bytearray()
        self._moments: list[int] = []

    def feed(self, chunk: bytes, at: int) -> list[T]:
        """Return the frames that ``chunk``, which came at the moment ``at`` (ns), has completed."""
        *ended, rest = chunk.split(b"\n")
        frames: list[T] = []
        for piece in ended:
            self._keep(piece, at)
            frames += self._whole()
        self._keep(rest, at)
        return frames

    def _keep(self, piece: bytes, at: int) -> None:
        self._line += piece
        self._moments += [at] * len(piece)
        surplus = len(self._line) - (MAX_LINE_BYTES - 1)
        if surplus > 0:
            self.misread += surplus
            del self._line[:surplus], self._moments[:surplus]

    def _whole(self) -> list[T]:
        line = bytes(self._line).removesuffix(b"\r")
        frames: list[T] = []
        used = place = 0
        while match := self._form.search(line, place):
            body, crc = match[0][:-5], match[0][-4:]
            frame = self._make(match, self._moments[match.start()]) if crc == _crc(body) else None
            if frame is None:
                place = match.start() + 1
            else:
                frames.append(frame)
                self.good += 1
                used += len(match[0])
                place = match.end()
        self.misread += len(line) - used
        self._line.clear()
        self._moments.clear()
        return frames


FrameCodec = FramedCodec[Frame] | LineCodec[Frame]
"""The reader of the kit's side of a line: from bytes to frames."""


def _crc(body: bytes) -> bytes:
    """Return the CRC-16/CCITT-FALSE as four upper-case hex digits."""
    return b"%04X" % binascii.crc_hqx(body, 0xFFFF)


_WHO = rb"([a-z0-9-]{1,16}) ([0-9A-Fa-f]{4}) ([0-9]{1,10})"
_SENT = re.compile(
    rb"HK1 " + _WHO + rb" ([0-9]{1,10}\+?) (TAG|BTN|STATUS|HELLO|RADIO|PAIR) ([ -)+-~]+)\*[0-9A-F]{4}"
)
_TAKEN = re.compile(rb"HK1(?:ACK " + _WHO + rb"|RES " + _WHO + rb" (counted|held|refused))\*[0-9A-F]{4}")
_VALUES: dict[FrameKind, re.Pattern[str]] = {
    "TAG": re.compile(r"[0-9A-Fa-f]{1,40}"),
    "BTN": re.compile(r"[0-9A-Za-z_-]{1,16}"),
    "STATUS": re.compile(r"[0-9]{1,6},(-|-?[0-9]{1,4}),[0-9]{1,10}"),
    "HELLO": re.compile(r".+"),
    "RADIO": re.compile(r"[0-9]{1,9},[0-9]{1,3},[0-9]{1,2}"),
    "PAIR": re.compile(r"[a-z0-9-]{1,16},[0-9A-F]{12}(,(ok|twin|old))?"),
}


def is_value(kind: FrameKind, value: str) -> bool:
    """Return whether a good frame of this kind may carry the value."""
    return _VALUES[kind].fullmatch(value) is not None


def _frame_id(hoop: bytes, boot: bytes, seq: bytes) -> FrameId:
    return FrameId(hoop.decode("ascii"), boot.decode("ascii"), int(seq))


def _sent(match: re.Match[bytes], at: int) -> Frame | None:
    kind: FrameKind = match[5].decode("ascii")  # type: ignore[assignment] # the form allows these four only
    value = match[6].decode("ascii")
    if not is_value(kind, value):
        return None
    if kind == "TAG":
        value = value.upper()
    id = _frame_id(match[1], match[2], match[3])
    return Frame(at, kind, value, id, int(match[4].rstrip(b"+")), exact=not match[4].endswith(b"+"))


def _taken(match: re.Match[bytes], _at: int) -> KitReply:
    if match[7] is None:
        return KitReply(_frame_id(match[1], match[2], match[3]))
    verdict: Verdict = match[7].decode("ascii")  # type: ignore[assignment] # the form allows these three only
    return KitReply(_frame_id(match[4], match[5], match[6]), verdict)


def node_codec() -> LineCodec[Frame]:
    """Return the kit's side of ``hk1``: reads what nodes say."""
    return LineCodec(_SENT, _sent)


def taken_codec() -> LineCodec[KitReply]:
    """Return a node's side of ``hk1``: reads the kit's answers."""
    return LineCodec(_TAKEN, _taken)


def decode_status(value: str) -> tuple[int, int | None, int]:
    """Read a good STATUS frame's value: battery (mV), level (dBm, None without a radio), frames dropped."""
    battery_mv, rssi_dbm, dropped = value.split(",")
    return int(battery_mv), None if rssi_dbm == "-" else int(rssi_dbm), int(dropped)


def decode_radio(value: str) -> tuple[int, int, int]:
    """Read a RADIO frame's value: messages refused, seconds that nodes are paired yet, and the number
    of nodes that are, each of which a PAIR frame tells."""
    refused, open_s, pairs = value.split(",")
    return int(refused), int(open_s), int(pairs)


def decode_pair(value: str) -> tuple[str, str, PairState]:
    """Return the value of a good PAIR frame: a node, its radio's address, and how the bridge finds it."""
    node, address, *state = value.split(",")
    return node, address, cast(PairState, state[0] if state else "ok")


def encode_tag(tag: str, tail: bytes) -> bytes:
    """Return a tag of ten hex digits as a 125 kHz reader sends it that ends its frames by ``tail``."""
    return bytes([STX]) + f"{tag}{reduce(xor, bytes.fromhex(tag)):02X}".encode("ascii") + tail


def encode_hk1(frame: FrameId, age_ms: int, kind: FrameKind, value: str) -> bytes:
    """Return a node's frame."""
    return sealed(f"HK1 {frame.hoop} {frame.boot} {frame.seq} {age_ms} {kind} {value}")


def encode_ack(frame: FrameId) -> bytes:
    """Return the kit's word that it has the frame."""
    return sealed(f"HK1ACK {frame.hoop} {frame.boot} {frame.seq}")


def encode_res(frame: FrameId, verdict: Verdict) -> bytes:
    """Return the kit's word on what became of the frame."""
    return sealed(f"HK1RES {frame.hoop} {frame.boot} {frame.seq} {verdict}")


def sealed(text: str) -> bytes:
    """Return a line of ``hk1`` with its CRC and its end."""
    body = text.encode("ascii")
    return body + b"*" + _crc(body) + b"\n"


class HeldTags:
    """Tells a new sighting from a tag that is still there, or out of sight for less than ``repeat`` (ns)."""

    def __init__(self, repeat: int) -> None:
        self._repeat = repeat
        self._last: dict[str, int] = {}

    def is_new(self, tag: str, at: int) -> bool:
        """Take note of a tag seen at the moment ``at``; True when this begins a sighting."""
        self._last = {seen: last for seen, last in self._last.items() if at - last < self._repeat}
        new = tag not in self._last
        self._last[tag] = at
        return new
