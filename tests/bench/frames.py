"""From a hoop's frame to the listeners: the whole kit, beside a broadcaster without rules and record.

Both run on this machine at the same time and take turns, so that what else the machine does meets both. The
listeners are one process that parses every view, as a screen does; its own work is in both figures.
"""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

import msgspec

from fieldkit.clock import MS
from hardware.hoops.frames import sealed
from tests.bench.kit import OPTIONS, ROOT, at_part, listeners, wired_kit
from tests.process.conftest import Kit

SCREENS = (1, 50, 200, 1000)
AIMED = {1: "p50 < 1.5 ms", 50: "p50 < 1.5 x, p99 < 3 x", 200: "p50 < 1.5 x, p99 < 3 x"}
ROUNDS = 3
BALLS = 40
APART_S = {1: 0.03, 50: 0.05, 200: 0.08, 1000: 0.25}
FIRST_SEQ = 1000
"""The number that the broadcaster's board begins with."""
CROWDED_BALLS = 15
"""With more than 200 listeners, so that the run stays short."""


@dataclass
class _Sender:
    """One of the two that are compared: its port and its hoop line, and what was measured last."""

    port: int
    line: int
    sent: int = 0
    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)

    def measure(self, screens: int, seq: int, balls: int) -> None:
        """Send frames after the decision ``seq`` and note how late each listener had each."""
        with listeners(self.port, screens) as heard:
            due = self.send(seq, balls, APART_S[screens])
            late = sorted(
                (moment - due[number]) / MS
                for number, moments in heard.arrivals().items()
                if number in due
                for moment in moments
            )
        # A listener that falls behind gets the newest board only, from both.
        assert len(late) > 0.3 * balls * screens, f"{len(late)} of {balls * screens} views arrived"
        self.p50.append(at_part(late, 0.5))
        self.p99.append(at_part(late, 0.99))

    def send(self, seq: int, balls: int, apart: float) -> dict[int, int]:
        """Return the moment (ns) of each frame by the number that the board shows after it."""
        due: dict[int, int] = {}
        for number in range(seq + 1, seq + balls + 1):
            self.sent += 1
            frame = sealed(f"HK1 h1 0A0B {self.sent} 0 BTN {self.sent % 4 + 1}")
            due[number] = time.monotonic_ns()
            os.write(self.line, frame)
            take_all(self.line, apart)
        return due


def run() -> list[str]:
    """Return the figures, one line for each number of listeners; takes about a minute."""
    with wired_kit() as (kit, line):
        ours = _Sender(kit.port, line)
        ours.send(_open_round(kit), BALLS // 2, 0.03)
        board = json.dumps(kit.ask("GET", "/api/board")[1]).encode()
        with broadcaster(board) as (port, far):
            bare = _Sender(port, far)
            lines = [_beside(kit, ours, bare, screens) for screens in SCREENS]
    return [*lines, f"(a board of {len(board)} bytes; p50 and p99 in ms, medians of {ROUNDS})"]


def _beside(kit: Kit, ours: _Sender, bare: _Sender, screens: int) -> str:
    for each in (ours, bare):
        each.p50, each.p99 = [], []
    crowded = screens > 200
    for _ in range(1 if crowded else ROUNDS):
        balls = CROWDED_BALLS if crowded else BALLS
        ours.measure(screens, _open_round(kit), balls)
        bare.measure(screens, bare.sent + FIRST_SEQ, balls)
    near, far = (
        median(a / b for a, b in zip(*both, strict=True))
        for both in ((ours.p50, bare.p50), (ours.p99, bare.p99))
    )
    return (
        f"frame to {screens:4} listeners: {median(ours.p50):6.2f} {median(ours.p99):6.2f}, "
        f"bare broadcaster {median(bare.p50):6.2f} {median(bare.p99):6.2f}, "
        f"ratios {near:.2f} {far:.2f} (aim {AIMED.get(screens, 'none')})"
    )


def _open_round(kit: Kit) -> int:
    """Return a round that lasts a minute; the number of its last decision."""
    kit.create(**OPTIONS)
    kit.open()
    return int(kit.view["seq"])


@contextlib.contextmanager
def broadcaster(shown: bytes) -> Iterator[tuple[int, int]]:
    """Yield a running broadcaster of a board: its port, and the far end of its hoop line."""
    line, near = os.openpty()
    tty.setraw(near)
    with tempfile.NamedTemporaryFile() as board:
        board.write(msgspec.json.encode(msgspec.json.decode(shown) | {"seq": FIRST_SEQ}))
        board.flush()
        command = [sys.executable, "-m", "tests.bench.broadcaster", os.ttyname(near), board.name]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        ) as process:
            assert process.stdout is not None
            try:
                yield int(process.stdout.readline()), line
            finally:
                process.kill()
                os.close(line)
                os.close(near)


def take_all(line: int, seconds: float) -> None:
    """Take the answers off a hoop line for a while, so that it never fills up."""
    last = time.monotonic() + seconds
    os.set_blocking(line, False)
    while (left := last - time.monotonic()) > 0:
        time.sleep(min(left, 0.01))
        with contextlib.suppress(BlockingIOError):
            os.read(line, 4096)
