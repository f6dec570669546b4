"""The wire formats of readers that tell a tag only when asked: `pn532` (UM0701, chapter 6) and `r200`."""

from collections.abc import Iterator
from functools import partial
from itertools import cycle

import msgspec

from hardware.hoops.frames import Frame, FramedCodec

MAX_CARRIED_BYTES = 80
"""The most bytes a frame may say it carries: no cut frame can hold back more than that behind it."""


class Ask(msgspec.Struct, frozen=True):
    """A question for a reader, which may be empty, and how long (s) it has until the next."""

    line: bytes
    pause: float


class Cycle(msgspec.Struct, frozen=True):
    """The same questions over and over, whatever is answered."""

    questions: tuple[Ask, ...]
    doubt: None = None

    def asks(self) -> Iterator[Ask]:
        """Yield the questions, from the first."""
        return cycle(self.questions)

    def hear(self, batch: bytes) -> None:
        """Ignore the answers: they change nothing."""


_START = b"\x00\x00\xff"
_FROM_HOST, _FROM_READER, _ERROR = 0xD4, 0xD5, 0x7F
_LIST = 0x4A
ACK = b"\x00\x00\xff\x00\xff\x00"
"""The PN532 has the command; its answer follows."""
_NACK = b"\x00\x00\xff\xff\x00\x00"


def encode_pn532(sender: int, body: bytes) -> bytes:
    """Return a frame of the PN532's UART: ``sender`` is D4 for the kit and D5 for the reader."""
    payload = bytes([sender]) + body
    return _START + bytes([len(payload), -len(payload) & 0xFF]) + payload + bytes([-sum(payload) & 0xFF, 0])


def encode_listed(*tags: str) -> bytes:
    """Return the PN532's answer with the tags (hex) that are there, as ISO/IEC 14443 type A cards."""
    targets = b""
    for number, tag in enumerate(tags, 1):
        uid = bytes.fromhex(tag)
        targets += bytes([number, 0x00, 0x04, 0x08, len(uid)]) + uid
    return encode_pn532(_FROM_READER, bytes([_LIST + 1, len(tags)]) + targets)


def _pn532_size(senders: tuple[int, ...], line: bytearray, place: int) -> int | None:
    head = line[place : place + 6]
    if not _START.startswith(head[:3]):
        return 0
    if len(head) < 6:
        return None
    if head in (ACK, _NACK):
        return 6
    length = head[3]
    if (length + head[4]) & 0xFF or not 0 < length <= MAX_CARRIED_BYTES or head[5] not in senders:
        return 0
    size = length + 7
    frame = line[place : place + size]
    if len(frame) < size:
        return None
    return size if sum(frame[5:-1]) & 0xFF == 0 and frame[-1] == 0 else 0


def _listed(frame: bytes, at: int) -> list[Frame]:
    """Read the tags of an answer: number, two bytes SENS_RES, SEL_RES, length and bytes of the id, ATS."""
    body = frame[5:-2]
    tags: list[Frame] = []
    if len(body) < 3 or body[:2] != bytes([_FROM_READER, _LIST + 1]):
        return tags
    place = 3
    for _ in range(body[2]):
        if place + 5 > len(body):
            break
        has_ats, length = body[place + 3] & 0x20, body[place + 4]
        place += 5 + length
        if not length or place > len(body):
            break
        tags.append(Frame(at, "TAG", body[place - length : place].hex().upper()))
        if has_ats and place < len(body):
            place += max(1, body[place])
    return tags


def pn532_codec() -> FramedCodec[Frame]:
    """Return the kit's side: reads the tags a PN532 has listed."""
    return FramedCodec(partial(_pn532_size, (_FROM_READER, _ERROR)), _listed)


def pn532_commands() -> FramedCodec[bytes]:
    """Return the reader's side: the bodies of the commands that the kit sends."""
    return FramedCodec(partial(_pn532_size, (_FROM_HOST,)), lambda frame, _: [frame[6:-2]])


PN532_WAKE = b"\x55\x55" + bytes(14)
"""A sleeping PN532 needs a dummy and time before its first command."""
SAM_CONFIGURATION = encode_pn532(_FROM_HOST, b"\x14\x01\x14\x01")
"""Normal mode: without it a woken PN532 answers nothing else."""
RF_CONFIGURATION = encode_pn532(_FROM_HOST, b"\x32\x05\xff\x01\x01")
"""Look for a tag twice and then answer; by itself a PN532 answers only when a tag comes."""
LIST_TARGETS = encode_pn532(_FROM_HOST, bytes([_LIST, 2, 0]))
"""InListPassiveTarget: up to two tags, 106 kbit/s type A."""
# The set-up comes again every two seconds: a reader that lost its power in between must not stay mute.
PN532_ASKS = (
    Ask(PN532_WAKE + SAM_CONFIGURATION, 0.05),
    Ask(RF_CONFIGURATION, 0.05),
    *[Ask(LIST_TARGETS, 0.1)] * 19,
)
"""The questions for a PN532, over and over."""

_HEAD, _TAIL = 0xBB, 0x7E
_COMMAND, _ANSWER, _NOTICE = 0, 1, 2
_INVENTORY = 0x22


def encode_r200(sort: int, command: int, body: bytes = b"") -> bytes:
    """Return a frame of the R200: ``sort`` is 0 for a command, 1 for an answer, 2 for a notice."""
    payload = bytes([sort, command, 0, len(body)]) + body
    return bytes([_HEAD]) + payload + bytes([sum(payload) & 0xFF, _TAIL])


def encode_notice(tag: str, rssi_dbm: int = -55, crc: bytes = b"\x00\x00") -> bytes:
    """Return the R200's notice of a tag: signal, protocol word, EPC (whole 16-bit words) and CRC."""
    epc = bytes.fromhex(tag)
    word = (len(epc) // 2 << 11) | (0x400 if len(epc) else 0)
    body = rssi_dbm.to_bytes(1, "big", signed=True) + word.to_bytes(2, "big") + epc + crc
    return encode_r200(_NOTICE, _INVENTORY, body)


NO_TAG = encode_r200(_ANSWER, 0xFF, b"\x15")
"""The R200 has looked once and found nothing."""


def _r200_size(sorts: tuple[int, ...], line: bytearray, place: int) -> int | None:
    if line[place] != _HEAD:
        return 0
    head = line[place : place + 5]
    if len(head) > 1 and head[1] not in sorts:
        return 0
    if len(head) < 5:
        return None
    if head[3] or head[4] > MAX_CARRIED_BYTES:
        return 0
    size = head[4] + 7
    frame = line[place : place + size]
    if len(frame) < size:
        return None
    return size if sum(frame[1:-2]) & 0xFF == frame[-2] and frame[-1] == _TAIL else 0


def _noticed(frame: bytes, at: int) -> list[Frame]:
    """Return the tag of a notice; the protocol word says how many 16-bit words its EPC has."""
    body = frame[5:-2]
    if frame[1] != _NOTICE or frame[2] != _INVENTORY or len(body) < 5:
        return []
    end = 3 + 2 * (body[1] >> 3)
    if not 3 < end <= len(body) - 2:
        return []
    rssi_dbm = int.from_bytes(body[:1], "big", signed=True)
    return [Frame(at, "TAG", body[3:end].hex().upper(), rssi_dbm=rssi_dbm)]


def r200_codec() -> FramedCodec[Frame]:
    """Return the kit's side: reads the tags an R200 has noticed."""
    return FramedCodec(partial(_r200_size, (_ANSWER, _NOTICE)), _noticed)


def r200_answers() -> FramedCodec[tuple[int, bytes]]:
    """Return the kit's side: the R200's answers to commands, each with the command's number and its body."""
    return FramedCodec(
        partial(_r200_size, (_ANSWER, _NOTICE)),
        lambda frame, _: [(frame[2], frame[5:-2])] if frame[1] == _ANSWER else [],
    )


def r200_commands() -> FramedCodec[bytes]:
    """Return the reader's side: the commands that the kit sends, each from its number on."""
    return FramedCodec(partial(_r200_size, (_COMMAND,)), lambda frame, _: [frame[2:-2]])


START_INVENTORY = encode_r200(_COMMAND, 0x27, b"\x22\x03\xe8")
"""Look 1000 times, some 20 s, so that a reader falls silent by itself when the kit is gone."""
STOP_INVENTORY = encode_r200(_COMMAND, 0x28)
