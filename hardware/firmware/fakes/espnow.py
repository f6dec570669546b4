"""MicroPython's `espnow` as the firmware uses it on an ESP32: messages to other boards on the channel."""

import machine
import network

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

EVERYBODY = b"\xff" * 6
RSSI_DBM = -61


class Air:
    """The air between the radios; `spoil` says what arrives of a message, `levels` how strong (dBm)."""

    def __init__(self) -> None:
        self.radios: list[ESPNow] = []
        self.levels: dict[tuple[bytes, bytes], int] = {}
        self.spoil: Callable[[bytes], list[bytes]] = lambda said: [said]
        self.overheard: Callable[[bytes, bytes], None] = lambda receiver, said: None

    def bring(self, sender: bytes, said: bytes, rssi_dbm: int = RSSI_DBM) -> None:
        """Bring a message from a board that is not simulated, at its level (dBm)."""
        for radio in self.radios:
            radio.arrive(sender, said, rssi_dbm)


air = Air()


class ESPNow:
    """The radio of the board that is made now."""

    def __init__(self) -> None:
        self.mac = machine.board.mac
        self.peers_table: dict[bytes, list[int]] = {}
        self._come: list[tuple[bytes, bytes, int]] = []
        self._peers: list[bytes] = []
        air.radios = [radio for radio in air.radios if radio.mac != self.mac] + [self]

    def arrive(self, sender: bytes, said: bytes, rssi_dbm: int = RSSI_DBM) -> None:
        """Take in a message at its level (dBm)."""
        self._come.append((sender, said, rssi_dbm))

    def config(self, rxbuf: int) -> None:
        """Room for what comes."""

    def active(self, on: bool) -> None:
        """Switch it on."""

    def add_peer(self, mac: bytes) -> None:
        """Add the receiver of a message, which must be known first; there is room for 20."""
        if len(self._peers) == 20:
            raise OSError("ESP_ERR_ESPNOW_FULL")
        self._peers.append(mac)

    def del_peer(self, mac: bytes) -> None:
        """Make room for another one."""
        self._peers.remove(mac)

    def send(self, mac: bytes, said: bytes, sync: bool = True) -> bool:
        """Send a message to one board or to everybody."""
        if mac not in self._peers or len(said) > 250:
            raise OSError("ESP_ERR_ESPNOW_NOT_FOUND")
        air.overheard(mac, said)
        channel = network.WLAN.channels[self.mac]
        for radio in air.radios:
            hears = radio is not self and network.WLAN.channels[radio.mac] == channel
            if not hears or mac not in (radio.mac, EVERYBODY):
                continue
            for arrived in air.spoil(said):
                radio.arrive(self.mac, arrived, air.levels.get((self.mac, radio.mac), RSSI_DBM))
        return True

    def recv(self, timeout_ms: int) -> tuple[bytes, bytes] | tuple[None, None]:
        """Return the next message; the table then tells the level of this one, as on a board."""
        if not self._come:
            return None, None
        sender, said, rssi_dbm = self._come.pop(0)
        self.peers_table[sender] = [rssi_dbm, 0]
        return sender, said
