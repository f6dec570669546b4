"""ESP-NOW: frames by radio, between nodes and the bridge that hangs on the kit's USB."""

import espnow
import network
from frames import opened, sealed
from keys import DOWN, KEY_BYTES, UP, Pairs, checked, from_hex, signed
from lines import KitLine

EVERYBODY = b"\xff" * 6
MAX_PEERS = 20


class Radio:
    """The board's radio on one channel."""

    def __init__(self, channel: int) -> None:
        self._wlan = network.WLAN(network.STA_IF)
        self._wlan.active(True)
        # A radio that saves power misses much of what it is sent.
        self._wlan.config(channel=channel, pm=self._wlan.PM_NONE)
        self._espnow = espnow.ESPNow()
        self._espnow.config(rxbuf=4096)
        self._espnow.active(True)
        self._known: list[bytes] = []

    def address(self) -> str:
        """Return this board's own address, as the settings of nodes write it."""
        return ":".join(["%02X" % byte for byte in self._wlan.config("mac")])

    def heard(self) -> tuple[bytes, bytes] | None:
        """Return a message that has come: the sender's address and what it says."""
        sender, said = self._espnow.recv(0)
        if sender is None or said is None:
            return None
        return bytes(sender), bytes(said)

    def say(self, receiver: bytes, said: bytes) -> bool:
        """Send a message, and tell whether the radio took it; one that it did not take is lost.

        While its buffers are full, on a jammed channel, MicroPython waits for up to 2 s before it gives up.
        """
        try:
            if receiver not in self._known:
                if len(self._known) == MAX_PEERS:
                    self._espnow.del_peer(self._known.pop(0))
                self._espnow.add_peer(receiver)
                self._known.append(receiver)
            self._espnow.send(receiver, said, False)
            return True
        except OSError:
            return False

    def rssi_dbm(self, sender: bytes) -> int | None:
        """Return the strength (dBm) of a board's last message that `heard` gave; None before its first."""
        found = self._espnow.peers_table.get(sender)
        return found[0] if found else None


class RadioLine(KitLine):
    """A node's way to the kit: through the bridge that it is paired with."""

    SPREAD_MS = 4
    ASK_MS = 1000

    def __init__(self, radio: Radio, name: str, bridge: bytes, pairs: Pairs) -> None:
        self._radio, self._name, self._bridge, self._pairs = radio, name, bridge, pairs
        self._count = 0
        self._sent = -self.SPREAD_MS
        self._asked = -self.ASK_MS

    def read(self, now: int) -> bytes:
        """Return what the bridge has said; asks for a pair while there is none."""
        come = b""
        while (heard := self._radio.heard()) is not None:
            key = self._key()
            if key is None:
                self._take_key(heard[0], heard[1])
                continue
            found = checked(key, DOWN, heard[1])
            if found is not None:
                come += found[0]
        if self._key() is None and now - self._asked >= self.ASK_MS:
            self._asked = now
            self._radio.say(self._bridge, sealed(f"HK1PAIR {self._name}"))
        return come

    def free(self, now: int) -> bool:
        """Return whether there is a pair, and the radio has had time for the last frame."""
        return self._key() is not None and now - self._sent >= self.SPREAD_MS

    def write(self, frame: bytes, now: int) -> None:
        """Send a frame to the bridge."""
        key = self._key()
        if key is not None:
            self._sent = now
            self._count += 1
            self._radio.say(self._pairs.address(self._name), signed(key, UP, frame, self._count))

    def _key(self) -> bytes | None:
        """Return the key of the pair, if it is one with the bridge that the settings want."""
        if self._bridge not in (EVERYBODY, self._pairs.address(self._name)):
            return None
        return self._pairs.key(self._name)

    def _take_key(self, sender: bytes, said: bytes) -> None:
        """Take the key that a bridge gives; only one that was asked for a pair gives any."""
        words = opened(said[:-1])
        if words[:2] != ["HK1KEY", self._name] or len(words) != 3 or self._bridge not in (EVERYBODY, sender):
            return
        key = from_hex(words[2])
        if len(key) == KEY_BYTES:
            self._pairs.put(self._name, sender, key)
