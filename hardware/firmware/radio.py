"""ESP-NOW: frames by radio, between nodes and the bridge that hangs on the kit's USB."""

import espnow
import network
from lines import Line


class Radio:
    """The board's radio on one channel; up to 20 other boards can be talked to."""

    def __init__(self, channel: int) -> None:
        self._wlan = network.WLAN(network.STA_IF)
        self._wlan.active(True)
        # A radio that saves power misses much of what it is sent.
        self._wlan.config(channel=channel, pm=self._wlan.PM_NONE)
        self._espnow = espnow.ESPNow()
        self._espnow.config(rxbuf=4096)
        self._espnow.active(True)
        self._known: set[bytes] = set()

    def address(self) -> str:
        """This board's own address, as the settings of nodes write it."""
        return ":".join(["%02X" % byte for byte in self._wlan.config("mac")])

    def heard(self) -> tuple[bytes, bytes] | None:
        """A message that has come: the sender's address and what it says."""
        sender, said = self._espnow.recv(0)
        if sender is None or said is None:
            return None
        return bytes(sender), bytes(said)

    def say(self, receiver: bytes, said: bytes) -> None:
        """Send a message; one that the radio does not take is lost, as any message may be."""
        try:
            if receiver not in self._known:
                self._espnow.add_peer(receiver)
                self._known.add(receiver)
            self._espnow.send(receiver, said, False)
        except OSError:
            pass

    def rssi_dbm(self, sender: bytes) -> int | None:
        """How strong a board was heard last."""
        found = self._espnow.peers_table.get(sender)
        return found[0] if found else None


class RadioLine(Line):
    """A node's way to the kit: through the `bridge` with this address, or through any that hears it."""

    SPREAD_MS = 4

    def __init__(self, radio: Radio, bridge: bytes) -> None:
        self._radio = radio
        self._bridge = bridge
        self._last: bytes | None = None
        self._sent = -self.SPREAD_MS

    def read(self, now: int) -> bytes:
        """What bridges have said."""
        come = b""
        while (heard := self._radio.heard()) is not None:
            self._last, said = heard
            come += said
        return come

    def free(self, now: int) -> bool:
        """Whether the radio has had time for the last frame."""
        return now - self._sent >= self.SPREAD_MS

    def write(self, frame: bytes, now: int) -> None:
        """Send a frame to the bridge."""
        self._sent = now
        self._radio.say(self._bridge, frame)

    def rssi_dbm(self) -> int | None:
        """How strong the bridge is heard."""
        return None if self._last is None else self._radio.rssi_dbm(self._last)
