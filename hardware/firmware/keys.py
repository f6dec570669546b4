"""The keys of the radio: each node shares one with its bridge, and whatever has no right seal is not heard.

message   count: four bytes, rising   seal: eight bytes of HMAC-SHA256 over direction, message and count
"""

import binascii
import hashlib
import json

FILE = "pairs.json"
MAX_PAIRS = 20
"""A board's radio talks to no more."""
KEY_BYTES = 16
COUNT_BYTES = 4
SEAL_BYTES = 8
UP, DOWN = b"^", b"v"
"""From node to bridge, and back."""
_BLOCK = 64


def seal(key: bytes, said: bytes) -> bytes:
    """HMAC-SHA256 of what is said, cut to eight bytes; boards have no module for it."""
    padded = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in padded]) + said).digest()
    return hashlib.sha256(bytes([byte ^ 0x5C for byte in padded]) + inner).digest()[:SEAL_BYTES]


def signed(key: bytes, way: bytes, said: bytes, count: int) -> bytes:
    """Return a message with its count and its seal."""
    body = said + count.to_bytes(COUNT_BYTES, "big")
    return body + seal(key, way + body)


def checked(key: bytes, way: bytes, message: bytes) -> "tuple[bytes, int] | None":
    """Return what a message says, and its count; None where the seal is not that of the key."""
    body, given = message[:-SEAL_BYTES], message[-SEAL_BYTES:]
    if len(body) < COUNT_BYTES or seal(key, way + body) != given:
        return None
    return body[:-COUNT_BYTES], int.from_bytes(body[-COUNT_BYTES:], "big")


def to_hex(raw: bytes) -> str:
    """Bytes as upper-case hex digits."""
    return binascii.hexlify(raw).decode().upper()


def from_hex(text: str) -> bytes:
    """Return the bytes of hex digits, none for what is none."""
    try:
        return binascii.unhexlify(text)
    except ValueError:
        return b""


class Pairs:
    """The keys shared with this board, by the name of the node; kept on the board in `FILE`."""

    def __init__(self) -> None:
        self._path = FILE
        self._pairs: dict[str, tuple[bytes, bytes]] = {}
        try:
            with open(FILE) as file:
                for name, (address, key) in json.load(file).items():
                    self._pairs[name] = (from_hex(address), from_hex(key))
        except (OSError, ValueError, TypeError, AttributeError):
            # Not there yet, or spoiled: then all must be paired again.
            self._pairs = {}

    def names(self) -> "list[str]":
        """Return the nodes that are paired."""
        return sorted(self._pairs)

    def address(self, name: str) -> bytes:
        """Return the radio's address at the other end, none for a name that is not paired."""
        return self._pairs.get(name, (b"", b""))[0]

    def key(self, name: str) -> "bytes | None":
        """Return the key of a name, None where it is not paired."""
        return self._pairs[name][1] if name in self._pairs else None

    def put(self, name: str, address: bytes, key: bytes) -> bool:
        """Keep a pair; False where there is no room for another one."""
        if name not in self._pairs and len(self._pairs) == MAX_PAIRS:
            return False
        self._pairs[name] = (address, key)
        self._save()
        return True

    def forget(self, name: str) -> None:
        """Let a name be paired no longer."""
        if name in self._pairs:
            del self._pairs[name]
            self._save()

    def _save(self) -> None:
        kept = {name: [to_hex(address), to_hex(key)] for name, (address, key) in self._pairs.items()}
        try:
            with open(self._path, "w") as file:
                json.dump(kept, file)
        except OSError:
            # A full board: the pairs last until it is switched off.
            pass
