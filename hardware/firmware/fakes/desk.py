"""Runs the firmware without a board: this computer's time, and its standard input and output for the USB.

    cd FOLDER; python .../hardware/firmware/fakes/desk.py

FOLDER holds `node.json`. Lines that are written to its file `hands` are what hands do: `press 1`,
`tag 62E3086CED`, `battery 3600`. What LED and buzzer do goes to `shown`, as `<ms> <pin> <level>`. On a
board with a radio `air 020000000001,48656C6C6F,-92` is a message from that address at that level (dBm), and
what it sends goes to `shown` as `<ms> air <address> <message>`. Runs under CPython and under MicroPython's
unix build.
"""

import binascii
import os
import sys
import time

sys.path.insert(1, sys.path[0] + "/..")

import board_time
import espnow
import machine

real_sleep, real_time = time.sleep, time.time
sys.modules["time"] = board_time

import main
import settings

TAG_MS = 300


class Bench(machine.SimulatedBoard):
    """A board in this computer's time, with an RDM6300 at each UART, that does what the hands do."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = real_time()
        self._reader = machine.FakeRdm6300()
        self.devices = {"uart1": self._reader, "uart2": self._reader}
        with open("hands", "a"):
            pass
        self._hands = open("hands")  # noqa: SIM115 # as long as the board lives
        self._hands.seek(0, 2)
        self._shown = open("shown", "w")  # noqa: SIM115
        espnow.air.overheard = self._overhear

    def clock(self) -> int:
        """Milliseconds since the start."""
        return int((real_time() - self._begun) * 1000)

    def sleep(self, ms: int) -> None:
        """Let time pass, and follow the hands."""
        real_sleep(ms / 1000)
        while line := self._hands.readline():
            try:
                self._do(*line.split())
            except (KeyError, TypeError, ValueError):
                print("hands cannot do: " + line.strip(), file=sys.stderr)

    def _do(self, what: str, value: str) -> None:
        if what == "press":
            self.press(settings.load().buttons()[value])
        elif what == "tag":
            if len(value) != 10 or int(value, 16) < 0:
                raise ValueError(value)
            self._reader.hold(value, self.clock(), TAG_MS)
        elif what == "battery":
            self.battery_mv = int(value)
        elif what == "air":
            sender, said, rssi_dbm = value.split(",")
            espnow.air.bring(binascii.unhexlify(sender), binascii.unhexlify(said), int(rssi_dbm))
        else:
            raise ValueError(what)

    def _overhear(self, receiver: bytes, said: bytes) -> None:
        """Write down what is sent by radio."""
        to, hexed = [binascii.hexlify(raw).decode() for raw in (receiver, said)]
        self._shown.write(f"{self.clock()} air {to} {hexed}\n")
        self._shown.flush()

    def drive(self, pin: int | str, level: int) -> None:
        """Write down what is shown."""
        if self.levels.get(pin, 0) != level:
            self._shown.write(f"{self.clock()} {pin} {level}\n")
            self._shown.flush()
        super().drive(pin, level)


class Bare:
    """Standard input or output without a buffer, as boards have it."""

    def __init__(self, number: int, mode: str) -> None:
        self.buffer = os.fdopen(number, mode, 0)

    def fileno(self) -> int:
        """Its number."""
        return self.buffer.fileno()

    def write(self, text: str) -> int:
        """Write a text: what the firmware says to a person."""
        return self.buffer.write(text.encode())

    def flush(self) -> None:
        """Nothing is kept back."""


if __name__ == "__main__":
    if sys.implementation.name == "cpython":
        sys.stdin, sys.stdout = Bare(0, "rb"), Bare(1, "wb")
    machine.board = Bench()
    main.main()
