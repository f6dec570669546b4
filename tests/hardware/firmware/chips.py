"""Simulated readers for the firmware's real drivers, and an ESP32's analog pin. All moments are ms."""

from machine import ADC, SimulatedDevice
from mfrc522 import crc_a
from pn532 import framed


class EspADC(ADC):
    """That of an ESP32, which is calibrated."""

    DIVIDER = 2.0

    def atten(self, attenuation: int) -> None:
        """Set the range; by itself it ends at 1 V."""
        self._full = attenuation == self.ATTN_11DB

    def read_uv(self) -> int:
        """Return the voltage in microvolts."""
        return min(int(self._board.battery_mv / self.DIVIDER * 1000), 3100000 if self._full else 950000)


class FakePn532(SimulatedDevice):
    """Mute until it is woken and configured; asked, it waits for a tag for ever, unless told otherwise."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self._awake = self._ready = False
        self._patient = True
        self._said = b""

    def hear(self, said: bytes, now: int) -> None:
        """Commands."""
        self._awake = self._awake or said[:1] == b"\x55"
        start = said.find(b"\x00\x00\xff")
        if not self._awake or start < 0:
            return
        order = said[start + 6]
        self._ready = self._ready or order == 0x14
        if not self._ready:
            return
        self._said += b"\x00\x00\xff\x00\xff\x00"
        body = bytes([order + 1])
        if order == 0x32:
            self._patient = said[start + 10] == 0xFF
        if order == 0x4A:
            if not self.tags and self._patient:
                return
            body += bytes([len(self.tags)])
            for number, tag in enumerate(self.tags):
                uid = bytes.fromhex(tag)
                body += bytes([number + 1, 0, 4, 8, len(uid)]) + uid
        self._said += framed(0xD5, body)

    def say(self, now: int) -> bytes:
        """Its answers."""
        said, self._said = self._said, b""
        return said


class FakeTag:
    """A tag of ISO/IEC 14443 type A: wakes at a request, gives its id in parts, and sleeps at all else."""

    def __init__(self, uid: str) -> None:
        whole = bytes.fromhex(uid)
        self._parts = []
        while len(whole) > 4:
            self._parts.append(b"\x88" + whole[:3])
            whole = whole[3:]
        self._parts.append(whole)
        self._level: int | None = None

    def answer(self, told: bytes, bits: int) -> bytes:
        """Return what it says, nothing while it sleeps."""
        level, self._level = self._level, None
        if level is None:
            if told != b"\x26" or bits != 7:
                return b""
            self._level = 0
            return b"\x44\x00"
        if told[:1] != bytes([(0x93, 0x95, 0x97)[level]]):
            return b""
        part = self._parts[level]
        part += bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
        if told[1:] == b"\x20":
            self._level = level
            return part
        if told[1:] != b"\x70" + part + crc_a(told[:1] + b"\x70" + part):
            return b""
        more = level + 1 < len(self._parts)
        self._level = level + 1 if more else None
        known = b"\x04" if more else b"\x08"
        return known + crc_a(known)


class FakeMfrc522(SimulatedDevice):
    """The chip's registers, as far as reading ids needs them; an exchange takes a millisecond."""

    def __init__(self) -> None:
        self.tags: list[FakeTag] = []
        self._begin()

    def _begin(self) -> None:
        self._registers = {0x14: 0x80}
        self._fifo = b""
        self._address = 0
        self._done: int | None = None
        self._irq = 0

    power_cut = _begin
    """It loses its power for a moment, and with it what it was set up to."""

    def hear(self, said: bytes, now: int) -> None:
        """Take the address to be read, or an address and what goes there."""
        self._address = said[0] >> 1 & 0x3F
        if said[0] & 0x80:
            return
        value = said[1]
        self._registers[self._address] = value
        if (self._address, value) == (0x01, 0x0F):
            self._begin()
        elif (self._address, value) == (0x0A, 0x80):
            self._fifo = b""
        elif self._address == 0x09:
            self._fifo += bytes([value])
        elif self._address == 0x04:
            self._registers[0x04] = 0
        elif self._address == 0x0D and value & 0x80 and self._registers.get(0x01) == 0x0C:
            self._exchange(value & 7, now)

    def _exchange(self, bits: int, now: int) -> None:
        on = self._registers[0x14] & 3 == 3 and self._registers.get(0x15) == 0x40
        answers = [said for tag in self.tags if on and (said := tag.answer(self._fifo, bits))]
        self._registers[0x06] = 0x08 if len(set(answers)) > 1 else 0
        self._fifo = answers[0] if answers else b""
        self._irq = 0x30 if answers else 0x01 if self._registers.get(0x2A) == 0x80 else 0
        self._done = now + 1

    def say(self, now: int) -> bytes:
        """Return the register that was asked for."""
        if self._done is not None and now >= self._done:
            self._registers[0x04] = self._irq
            self._done = None
        if self._address == 0x0A:
            return bytes([len(self._fifo)])
        if self._address == 0x09:
            byte, self._fifo = self._fifo[:1], self._fifo[1:]
            return byte or b"\x00"
        return bytes([self._registers.get(self._address, 0)])
