"""The firmware in a process on this computer: a board on a desk, and nodes on the radio around it."""

import hashlib
import hmac
import json
import os
import select
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path
from typing import Any

from fieldkit.messages import FrameId
from hardware.hoops.frames import encode_hk1, sealed

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"
PINS = json.loads((FIRMWARE / "boards" / "pico.json").read_text())["pins"]
REPEAT_S = 0.5
"""A node that gets no answer says its frame again after so long."""


class Desk:
    """A board on a desk: its process, hands at its buttons, and a USB cable that can be pulled."""

    def __init__(
        self, folder: Path, python: str = sys.executable, board: str = "pico", **changes: Any
    ) -> None:
        self.port = folder / "port"
        self.folder, self._python = folder, python
        raw = json.loads((FIRMWARE / "boards" / f"{board}.json").read_text())
        (folder / "node.json").write_text(json.dumps(raw | changes))
        (folder / "hands").touch()
        self._lock = threading.Lock()
        self._ends: tuple[int, int] | None = None
        self._stop = threading.Event()
        self.process = self._powered()
        self.plug()
        self._thread = threading.Thread(target=self._carry)
        self._thread.start()

    def _powered(self) -> subprocess.Popen[bytes]:
        command: list[str | Path] = [self._python, FIRMWARE / "fakes" / "desk.py"]
        return subprocess.Popen(
            command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )

    def restart(self) -> None:
        """Take the battery out and put it in again."""
        with self._lock:
            self._switch_off()
            self.process = self._powered()

    def _switch_off(self) -> None:
        self.process.kill()
        self.process.communicate()

    def plug(self) -> None:
        """Plug the cable in: the kit's port is there."""
        with self._lock:
            self._ends = board, kit = os.openpty()
            tty.setraw(kit)
            os.set_blocking(board, False)
            self.port.symlink_to(os.ttyname(kit))

    def pull(self) -> None:
        """Pull the cable out: the kit's port is gone."""
        with self._lock:
            assert self._ends is not None
            self.port.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def do(self, what: str) -> None:
        """Let the hands do something."""
        with (self.folder / "hands").open("a") as hands:
            hands.write(what + "\n")

    def shown(self) -> str:
        """Return what the LED and the buzzer did since the power came on."""
        path = self.folder / "shown"
        return path.read_text() if path.exists() else ""

    def buzzed(self) -> int:
        """How often the buzzer went on."""
        return self.shown().count(f" {PINS['buzzer']} 1\n")

    def close(self) -> None:
        """Put all away."""
        self._stop.set()
        self._thread.join()
        self._switch_off()
        if self._ends is not None:
            self.pull()

    def _carry(self) -> None:
        """Carry bytes both ways while the cable is in, and nowhere while it is not."""
        while not self._stop.wait(0.002):
            with self._lock:
                said = _read(self.process.stdout.fileno())  # type: ignore[union-attr]
                if self._ends is None:
                    continue
                if said:
                    os.write(self._ends[0], said)
                if answers := _read(self._ends[0]):
                    os.write(self.process.stdin.fileno(), answers)  # type: ignore[union-attr]


def _read(number: int) -> bytes:
    try:
        return os.read(number, 4096) if select.select([number], [], [], 0)[0] else b""
    except (OSError, ValueError):
        return b""


class RadioNode:
    """A node on the radio beside a bridge's desk, which makes its seals by itself."""

    def __init__(self, desk: Desk, name: str, address: str = "020000000001", boot: str = "0A01") -> None:
        self.name, self.address, self.boot = name, address, boot
        self.key = b""
        self.count = self.seq = 0
        self.rssi_dbm = -61
        self._last, self._said = b"", 0.0
        self.repeated = 0
        """The number of times that it has said a frame again."""
        self._desk = desk

    def by_air(self, said: bytes) -> None:
        """Send bytes as they are."""
        self._desk.do(f"air {self.address},{said.hex()},{self.rssi_dbm}")

    def ask(self) -> None:
        """Ask for a pair."""
        self.by_air(sealed(f"HK1PAIR {self.name}"))

    def is_paired(self) -> bool:
        """Whether a key has come; it is kept."""
        for said in self._heard():
            if said.startswith(f"HK1KEY {self.name} ".encode()):
                self.key = bytes.fromhex(said.split(b" ")[2][:32].decode())
        return len(self.key) == 16

    def say(self, kind: Any, value: str) -> FrameId:
        """Send its next frame with its seal."""
        self.seq += 1
        frame = FrameId(self.name, self.boot, self.seq)
        self._last, self._said = encode_hk1(frame, 0, kind, value), time.monotonic()
        self.by_air(self.signed(self._last))
        return frame

    def again(self) -> bool:
        """Send its last frame again once it has waited for an answer; return False, since that is none."""
        if time.monotonic() - self._said > REPEAT_S:
            self._said = time.monotonic()
            self.repeated += 1
            self.by_air(self.signed(self._last))
        return False

    def signed(self, said: bytes) -> bytes:
        """Return a message as the key seals it."""
        self.count += 1
        body = said + self.count.to_bytes(4, "big")
        return body + hmac.new(self.key, b"^" + body, hashlib.sha256).digest()[:8]

    def answers(self) -> list[bytes]:
        """Return what the bridge has told this node under their seal."""
        return [
            said[:-12]
            for said in self._heard()
            if hmac.new(self.key, b"v" + said[:-8], hashlib.sha256).digest()[:8] == said[-8:]
        ]

    def _heard(self) -> list[bytes]:
        mark = f" air {self.address} "
        return [
            bytes.fromhex(line.split(mark)[1]) for line in self._desk.shown().splitlines() if mark in line
        ]
