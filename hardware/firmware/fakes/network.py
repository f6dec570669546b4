"""MicroPython's `network` on an ESP32 that nobody has told its country: the radio's channel and address."""

import machine

STA_IF = 0
MAX_CHANNEL = 11


class WLAN:
    """The radio of the board that is made now; `channels` tells the channel of each address."""

    PM_NONE = 0
    channels: dict[bytes, int] = {}  # noqa: RUF012 # boards know no ClassVar

    def __init__(self, interface: int) -> None:
        self._mac = machine.board.mac

    def active(self, on: bool) -> None:
        """Switch it on."""

    def config(self, name: str = "", channel: int = 0, pm: int = 0) -> bytes:
        """Set the channel, or tell the address. Raises OSError for a channel that the radio does not use."""
        if not name:
            if not 1 <= channel <= MAX_CHANNEL:
                raise OSError("Wifi Unknown Error 0x0102")
            self.channels[self._mac] = channel
        return self._mac
