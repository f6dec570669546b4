"""What MicroPython's `network` gives the firmware on an ESP32: the radio's channel and address."""

import machine

STA_IF = 0


class WLAN:
    """The radio of the board that is made now; `channels` tells the channel of each address."""

    PM_NONE = 0
    channels: dict[bytes, int] = {}  # noqa: RUF012 # boards know no ClassVar

    def __init__(self, interface: int) -> None:
        self._mac = machine.board.mac

    def active(self, on: bool) -> None:
        """Switch it on."""

    def config(self, name: str = "", channel: int = 0, pm: int = 0) -> bytes:
        """Set the channel, or tell the address."""
        if not name:
            self.channels[self._mac] = channel
        return self._mac
