"""Devices in a virtual hoop: a reader or a node, and the faults of its line. Times are real seconds."""

import random
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

from fieldkit.errors import FieldkitError
from fieldkit.messages import FrameId, Verdict
from fieldkit.settings import WireFormat
from hardware.fakes.pollers import NEVER, VirtualPn532, VirtualR200
from hardware.hoops.frames import TAILS, FrameKind, encode_hk1, encode_tag, is_value, taken_codec

REPEATS_S = (0.05, 0.1, 0.2, 0.4, 0.8)
"""A node's waits before it repeats an unanswered frame; the last one for ever. Each varies by half."""
STATUS_S = 5.0
MAX_KEPT = 64
"""The number of unanswered frames, and of answers, that a node keeps."""
HELD_S = 0.065
"""Seconds between two repeats of a tag that is there."""


class Faults(msgspec.Struct, frozen=True):
    """The faults of a line, as probabilities per frame; ``deaf``: the kit's bytes do not reach the hoop."""

    lose: float = 0.0
    double: float = 0.0
    cut: float = 0.0
    noise: float = 0.0
    deaf: float = 0.0

    def spoil(self, line: bytes, chance: random.Random) -> bytes:
        """Return what arrives of a frame."""
        if chance.random() < self.lose:
            return b""
        if chance.random() < self.double:
            line += line
        if chance.random() < self.cut:
            start = chance.randrange(len(line))
            line = line[start : start + chance.randrange(len(line))]
        if chance.random() < self.noise:
            line = chance.randbytes(chance.randint(1, 8)) + line
        return line


class VirtualReader:
    """A 125 kHz reader: says a tag over and over while it is there."""

    def __init__(self, encode: Callable[[str], bytes]) -> None:
        self._encode = encode
        self._tag = ""
        self._until = 0.0
        self._next = NEVER
        self._sent = 0

    def act(self, kind: FrameKind, value: str, now: float, seconds: float = 0.0) -> None:
        """Show a tag of ten hex digits for ``seconds``. Raises FieldkitError for other tags and a button."""
        if kind != "TAG":
            raise FieldkitError("a reader has no button; show it a tag")
        if len(value) != 10 or not is_value(kind, value):
            raise FieldkitError(f"a reader's tag has ten hex digits, not {value!r}")
        self._tag, self._until, self._next = value, now + seconds, now

    def hear(self, chunk: bytes) -> None:
        """Ignore it: a reader does not listen."""

    def speak(self, now: float) -> list[bytes]:
        """Return the tag, once for each 65 ms that have passed."""
        said: list[bytes] = []
        while self._next <= now:
            said.append(self._encode(self._tag))
            self._next += HELD_S
            if self._next > self._until:
                self._next = NEVER
        self._sent += len(said)
        return said

    def due(self) -> float:
        """Return when it says its tag again."""
        return self._next

    def restart(self, now: float) -> None:
        """Switch it off and on: it says nothing more."""
        self._next = NEVER

    def state(self) -> dict[str, Any]:
        """``sent``: frames so far; ``tag``: what is there."""
        return {"sent": self._sent, "tag": self._tag if self._next != NEVER else None}


@dataclass(slots=True)
class _Sighting:
    frame: FrameId
    kind: FrameKind
    value: str
    born: float
    repeats: int
    next: float


class VirtualNode:
    """A hoop node of ``hk1``: numbers its frames and repeats each TAG and BTN until it is answered."""

    def __init__(self, hoop: str, chance: random.Random, now: float) -> None:
        self.hoop = hoop
        self.battery_mv = 4100
        self._chance = chance
        self._codec = taken_codec()
        self._store: deque[_Sighting] = deque()
        self._acked: deque[int] = deque(maxlen=MAX_KEPT)
        self._verdicts: dict[int, Verdict] = {}
        self._sent = 0
        self.restart(now)

    def restart(self, now: float) -> None:
        """Begin a new boot: the store is lost, the numbers start again, HELLO and STATUS come first."""
        self.boot = f"{self._chance.randrange(0x10000):04X}"
        self._seq = 0
        self._dropped = 0
        self._store.clear()
        self._acked.clear()
        self._verdicts.clear()
        self._hello: int | None = None
        self._greeted = False
        self._status = now

    def act(self, kind: FrameKind, value: str, now: float, seconds: float = 0.0) -> None:
        """Store a TAG or BTN; it leaves at once, and the oldest of more than 64 is lost.

        Raises FieldkitError for what a node cannot say.
        """
        if not is_value(kind, value):
            raise FieldkitError(f"a node cannot say {kind} {value!r}")
        if len(self._store) == MAX_KEPT:
            self._store.popleft()
            self._dropped += 1
        self._store.append(_Sighting(self._number(), kind, value, now, 0, now))

    def hear(self, chunk: bytes) -> None:
        """Take in answers; what is for other nodes or other boots is left alone."""
        for taken in self._codec.feed(chunk, 0):
            frame = taken.id
            if (frame.hoop, frame.boot) != (self.hoop, self.boot):
                continue
            if taken.verdict is not None:
                self._verdicts[frame.seq] = taken.verdict
                while len(self._verdicts) > MAX_KEPT:
                    del self._verdicts[next(iter(self._verdicts))]
                continue
            self._greeted = self._greeted or frame.seq == self._hello
            if frame.seq not in self._acked:
                self._acked.append(frame.seq)
                self._store = deque(stored for stored in self._store if stored.frame != frame)

    def speak(self, now: float) -> list[bytes]:
        """STATUS when due, HELLO before it until that is answered, and each frame whose wait is over."""
        said: list[bytes] = []
        if self._status <= now:
            self._status = now + STATUS_S
            if not self._greeted:
                hello = self._number()
                self._hello = hello.seq
                said.append(encode_hk1(hello, 0, "HELLO", "virtual-1"))
            status = f"{self.battery_mv},-,{self._dropped}"
            said.append(encode_hk1(self._number(), 0, "STATUS", status))
        for stored in self._store:
            if stored.next <= now:
                age_ms = round((now - stored.born) * 1000)
                said.append(encode_hk1(stored.frame, age_ms, stored.kind, stored.value))
                wait = REPEATS_S[min(stored.repeats, len(REPEATS_S) - 1)]
                stored.repeats += 1
                stored.next = now + wait * self._chance.uniform(0.5, 1.5)
        self._sent += len(said)
        return said

    def due(self) -> float:
        """Return when the next HELLO, STATUS or repeat is due."""
        return min([self._status, *(stored.next for stored in self._store)])

    def state(self) -> dict[str, Any]:
        """``seq`` (the last), ``waiting`` and ``acked`` (numbers), ``verdicts`` by number, and the rest."""
        return {
            "boot": self.boot,
            "seq": self._seq,
            "waiting": [stored.frame.seq for stored in self._store],
            "acked": list(self._acked),
            "verdicts": {str(seq): verdict for seq, verdict in self._verdicts.items()},
            "dropped": self._dropped,
            "battery_mv": self.battery_mv,
            "sent": self._sent,
        }

    def _number(self) -> FrameId:
        self._seq += 1
        return FrameId(self.hoop, self.boot, self._seq)


VirtualDevice = VirtualReader | VirtualNode | VirtualPn532 | VirtualR200
DEVICES: Mapping[WireFormat, Callable[[str, random.Random, float], VirtualDevice]] = {
    "rdm6300": lambda hoop, chance, now: VirtualReader(partial(encode_tag, tail=TAILS["rdm6300"])),
    "id12": lambda hoop, chance, now: VirtualReader(partial(encode_tag, tail=TAILS["id12"])),
    "hk1": VirtualNode,
    "pn532": lambda hoop, chance, now: VirtualPn532(),
    "r200": lambda hoop, chance, now: VirtualR200(),
    "yrm100": lambda hoop, chance, now: VirtualR200(),
}
"""The maker of the device that speaks each wire format, of its hoop, chance and the moment."""
