"""The protocol of referee and whistle: a line of JSON each, such as ``{"sound": {"cue": {…}}}``."""

import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import msgspec

from fieldkit.errors import Misread
from fieldkit.messages import (
    BareRound,
    Blast,
    Cue,
    CueReport,
    Lamp,
    LoopbackResult,
    Press,
    StopHeld,
    WhistleHello,
)


class Plan(msgspec.Struct, frozen=True):
    """The cues wanted now, past ones included: known ids are ignored, other waiting cues are cancelled."""

    cues: tuple[Cue, ...]


class Sound(msgspec.Struct, frozen=True):
    """One cue to sound at once, in place of all that wait."""

    cue: Cue


class BareRoundLength(msgspec.Struct, frozen=True):
    """The length of bare rounds from now on (ns); 0 in a game without rounds."""

    round_ns: Annotated[int, msgspec.Meta(ge=0)]


class AlarmLamp(msgspec.Struct, frozen=True):
    """The alarm lamp; the whistle drives the round lamp by itself."""

    alarm: bool


class PressAck(msgspec.Struct, frozen=True):
    """The referee has taken this press: no bare round follows."""

    press: str


class BlastTest(msgspec.Struct, frozen=True):
    """A blast to hear if it sounds; it is no cue, so it is not recorded, and any cue ends it."""

    blast: Blast


class LampTest(msgspec.Struct, frozen=True):
    """A lamp switched to see if it lights: for 10 s, or until a cue waits."""

    lamp: Lamp
    on: bool


class Ping(msgspec.Struct, frozen=True):
    """A request for a `Pong` of the same number."""

    n: int


class Pong(msgspec.Struct, frozen=True):
    """The sign that the whistle's timer is alive."""

    n: int


WhistleOrder = Plan | Sound | BareRoundLength | AlarmLamp | PressAck | BlastTest | LampTest | Ping
"""Everything that the referee sends to the whistle."""
WhistleReport = WhistleHello | CueReport | Press | BareRound | LoopbackResult | StopHeld | Pong
"""Everything that the whistle sends to the referee."""

_ORDERS: Mapping[str, type] = {
    "plan": Plan,
    "sound": Sound,
    "bare": BareRoundLength,
    "lamps": AlarmLamp,
    "answer": PressAck,
    "try": BlastTest,
    "light": LampTest,
    "ping": Ping,
}
_WORDS: Mapping[str, type] = {
    "hello": WhistleHello,
    "cue": CueReport,
    "press": Press,
    "bare": BareRound,
    "felt": LoopbackResult,
    "stop_held": StopHeld,
    "pong": Pong,
}
_NAMES: Mapping[type, str] = {kind: name for kinds in (_ORDERS, _WORDS) for name, kind in kinds.items()}

MAX_LINE_BYTES = 256 * 1024
"""A longer line is dropped."""
MAX_UNSENT_BYTES = 1024 * 1024
"""With more bytes unsent the connection is given up."""


def encode(message: WhistleOrder | WhistleReport) -> bytes:
    """Return a message as a line."""
    return msgspec.json.encode({_NAMES[type(message)]: message}) + b"\n"


def read_order(line: bytes) -> WhistleOrder:
    """Decode the order on a line; raises Misread."""
    return cast(WhistleOrder, _read(line, _ORDERS))


def read_word(line: bytes) -> WhistleReport:
    """Decode the whistle's message on a line; raises Misread."""
    return cast(WhistleReport, _read(line, _WORDS))


def _read(line: bytes, kinds: Mapping[str, type]) -> Any:
    try:
        raw = msgspec.json.decode(line, type=dict[str, Any])
        ((name, body),) = raw.items()
        return msgspec.convert(body, kinds[name])
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, KeyError, RecursionError):
        raise Misread(f"not a line of the whistle's: {line[:80]!r}") from None


Line = TypeVar("Line")


class Wire:
    """A connected non-blocking socket with lines both ways, for one thread at a time."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self.sock = sock
        self.misread = 0
        self._coming = bytearray()
        self._going = bytearray()

    def receive(self, read: Callable[[bytes], Line]) -> tuple[list[Line], bool]:
        """Return all messages that have come, and True while the connection stands."""
        stands = self._drain()
        *lines, rest = self._coming.split(b"\n")
        if len(rest) > MAX_LINE_BYTES:
            self.misread += 1
            rest.clear()
        self._coming = rest
        found = []
        for line in lines:
            try:
                found.append(read(bytes(line)))
            except Misread:
                self.misread += 1
        return found, stands

    def send(self, line: bytes) -> bool:
        """Send as much of a line as goes at once, keep the rest; return False if the connection is lost."""
        if len(self._going) + len(line) > MAX_UNSENT_BYTES:
            return False
        self._going += line
        return self.flush()

    def flush(self) -> bool:
        """Send as much of the rest as goes at once; return False if the connection is lost."""
        try:
            while self._going:
                del self._going[: self.sock.send(self._going)]
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    @property
    def unsent(self) -> bool:
        """True while there is a rest to send."""
        return bool(self._going)

    def _drain(self) -> bool:
        # Bounded, so that a flood of lines comes in portions.
        for _ in range(16):
            try:
                part = self.sock.recv(65536)
            except BlockingIOError:
                return True
            except OSError:
                return False
            if not part:
                return False
            self._coming += part
        return True


def socket_path(data: Path) -> Path:
    """Return the path of the whistle's socket in a data folder; one too long for a socket is replaced."""
    path = data.absolute() / "whistle.sock"
    name = os.fsencode(path)
    if len(name) <= 100:
        return path
    # Imported here, since hardly any path is that long, and the whistle's memory is locked.
    import hashlib
    import tempfile

    short = f"fieldkit-{hashlib.sha256(name).hexdigest()[:16]}.sock"
    folders = (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp")
    stand_ins = [Path(folder) / short for folder in folders if folder]
    return next((path for path in stand_ins if len(os.fsencode(path)) <= 100), stand_ins[-1])
