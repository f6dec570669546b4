"""The readers that must be asked, as they sit in virtual hoops. Moments and spans are real seconds."""

from typing import Any

from fieldkit.errors import FieldkitError
from hardware.hoops import pollers
from hardware.hoops.frames import FrameKind, is_value

LOOK_S = 0.05
"""Seconds between two looks of the UHF reader."""
NEVER = float("inf")


class _PolledReader:
    """The base of both: tags that are there for a while, at least until they were told once, and commands."""

    digits = 2
    """Of how many hex digits the parts of a tag are."""

    def __init__(self) -> None:
        self._there: dict[str, tuple[float, bool]] = {}
        self._sent = 0

    def act(self, kind: FrameKind, value: str, now: float, seconds: float = 0.0) -> None:
        """Show a tag for ``seconds``; others stay. Raises FieldkitError for other tags and a button."""
        if kind != "TAG":
            raise FieldkitError("a reader has no button; show it a tag")
        if not is_value(kind, value) or len(value) % self.digits:
            raise FieldkitError(f"this reader's tag has hex digits by {self.digits}, up to 40, not {value!r}")
        self._there[value.upper()] = (now + seconds, False)

    def state(self) -> dict[str, Any]:
        """``sent``: frames so far; ``tags``: what is there."""
        return {"sent": self._sent, "tags": list(self._there)}

    def _look(self, now: float, most: int) -> list[str]:
        self._there = {tag: (end, told) for tag, (end, told) in self._there.items() if end > now or not told}
        found = list(self._there)[:most]
        for tag in found:
            self._there[tag] = (self._there[tag][0], True)
        return found


class VirtualPn532(_PolledReader):
    """A PN532: mute until it is woken and configured; then it lists the tags that are there when asked."""

    def __init__(self) -> None:
        super().__init__()
        self.restart(0.0)

    def restart(self, now: float) -> None:
        """Sleep again, and look for a tag for ever."""
        self._codec = pollers.pn532_commands()
        self._orders: list[bytes] = []
        self._awake = self._ready = self._listing = False
        self._patient = True

    def hear(self, chunk: bytes) -> None:
        """Commands; before the wake-up none is heard."""
        self._awake = self._awake or pollers.PN532_WAKE[:2] in chunk
        if self._awake:
            self._orders += self._codec.feed(chunk, 0)

    def speak(self, now: float) -> list[bytes]:
        """Return an ACK for each command and its answer, which the next command cuts off if still to come."""
        said: list[bytes] = []
        for order in self._orders:
            if not self._ready and order[0] != 0x14:
                continue
            said.append(pollers.ACK)
            self._listing = order[0] == 0x4A
            if order[0] == 0x14:
                self._ready = True
                said.append(pollers.encode_pn532(0xD5, b"\x15"))
            elif order[0] == 0x32:
                self._patient = order[4] == 0xFF
                said.append(pollers.encode_pn532(0xD5, b"\x33"))
        self._orders.clear()
        if self._listing:
            found = self._look(now, 2)
            if found or not self._patient:
                self._listing = False
                said.append(pollers.encode_listed(*found))
        self._sent += len(said)
        return said

    def due(self) -> float:
        """Return never: it says nothing unasked."""
        return NEVER


FACTORY_REGION, FACTORY_POWER = 1, 2600
"""The band (CN) and power (0.01 dBm) that the virtual UHF reader is sold with."""
_REFUSED = pollers.encode_r200(1, 0xFF, b"\x0e")


class VirtualR200(_PolledReader):
    """An R200: once started it tells every tag at every look, with a band and power that it may forget.

    ``transmitted`` are those that it ever used; ``fixed`` is one that is sold for one band only.
    """

    digits = 4

    def __init__(self) -> None:
        super().__init__()
        self.fixed = False
        self.transmitted: set[tuple[int, int]] = set()
        self.restart(0.0)

    def restart(self, now: float) -> None:
        """Look no more, with the band and power of the factory."""
        self._codec = pollers.r200_commands()
        self._orders: list[bytes] = []
        self._next, self._looks = NEVER, 0
        self._region, self._power = FACTORY_REGION, FACTORY_POWER

    def hear(self, chunk: bytes) -> None:
        """Commands."""
        self._orders += self._codec.feed(chunk, 0)

    def speak(self, now: float) -> list[bytes]:
        """Return the answers to commands, and what each look has found."""
        said: list[bytes] = []
        for order in self._orders:
            if order[0] == 0x27:
                self._next, self._looks = now, int.from_bytes(order[4:6], "big")
            else:
                said += self._obey(order[0], order[3:])
        self._orders.clear()
        if self._next <= now:
            self._looks -= 1
            self._next = now + LOOK_S if self._looks else NEVER
            self.transmitted.add((self._region, self._power))
            said += [pollers.encode_notice(tag) for tag in self._look(now, 50)] or [pollers.NO_TAG]
        self._sent += len(said)
        return said

    def _obey(self, command: int, body: bytes) -> list[bytes]:
        if command == 0x28:
            self._next = NEVER
        elif command == 0x07:
            if self.fixed and body[0] != self._region:
                return [_REFUSED]
            self._region = body[0]
        elif command == 0xB6:
            if int.from_bytes(body, "big") > FACTORY_POWER:
                return [_REFUSED]
            self._power = int.from_bytes(body, "big")
        elif command == 0x08:
            return [pollers.encode_r200(1, command, bytes([self._region]))]
        elif command == 0xB7:
            return [pollers.encode_r200(1, command, self._power.to_bytes(2, "big"))]
        else:
            return []
        return [pollers.encode_r200(1, command, b"\x00")]

    def due(self) -> float:
        """Return when it looks again."""
        return self._next

    def state(self) -> dict[str, Any]:
        """As all, and ``region`` and ``power_dbm``: what it transmits with."""
        return super().state() | {"region": self._region, "power_dbm": self._power / 100}
