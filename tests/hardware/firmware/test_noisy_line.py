"""Thousands of presses over bad lines to the real hoop links and the real journal: each counts once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import noisy_line
import pytest

from fieldkit.clock import MS, Clock
from fieldkit.journal.database import Batch, Journal
from fieldkit.messages import Reading
from fieldkit.settings import Link
from hardware.hoops.links import HoopLinks
from hardware.hoops.uhf import Poller

pytestmark = pytest.mark.slow

RESTART_MS = 24_000
"""How often the kit is restarted, in the line's time."""
CHECK_MS = 240


@dataclass(frozen=True)
class LineClock(Clock):
    """The kit's clock in the line's time."""

    ms: list[int] = field(default_factory=lambda: [0])

    def now(self) -> int:
        return self.ms[0] * MS


class Port:
    """A serial port of the kit into which the line speaks; nothing here has a thread."""

    newest: Port

    def __init__(
        self,
        port: str,
        baud: int,
        clock: Clock,
        on_bytes: Callable[[bytes, int], None],
        on_port: Callable[[bool], None],
        asker: Poller | None = None,
        shared: bool = False,
    ) -> None:
        self.take = on_bytes
        self.answers = b""
        Port.newest = self
        self.open = lambda: on_port(True)

    def write(self, line: bytes) -> None:
        self.answers += line


class Kit:
    """The real links, and the real journal's record of the frames taken. Restarted now and then."""

    def __init__(self, path: Path) -> None:
        self.journal = Journal(path)
        self.counted: list[Reading] = []
        self.restarts = -1
        self._clock = LineClock()
        self._waiting: list[Reading] = []
        self._restart()

    def _restart(self) -> None:
        self.restarts += 1
        self._waiting = []
        self.journal.close()
        self.journal.open()
        links = (Link(port="line", protocol="hk1"),)
        self._links = HoopLinks(links, self._clock, self._waiting.append, lambda status: None)
        Port.newest.open()

    def hear(self, pieces: Sequence[bytes], now: int) -> None:
        """Bytes from the line."""
        self._clock.ms[0] = now
        for piece in pieces:
            Port.newest.take(piece, self._clock.now())

    def answers(self, now: int) -> bytes:
        """Store what waits with one commit, then answer it."""
        if now % RESTART_MS == 0:
            self._restart()
        if now % CHECK_MS == 0:
            self._links.check()
        waiting = self._waiting[:]
        self._waiting.clear()
        fresh = {each.frame: each for each in waiting if each.frame and not self.journal.verdict(each.frame)}
        if fresh:
            self.journal.append(Batch(frames=dict.fromkeys(fresh, "counted")))
            self.counted += fresh.values()
        for each in waiting:
            each.answer("counted")
        said, Port.newest.answers = Port.newest.answers, b""
        return said


def played(play: noisy_line.Field, presses: int, folder: Path) -> str:
    """Play to the end, hold what was counted against what was pressed, and tell the figures."""
    kit = Kit(folder / "journal")
    play.run(kit, presses)
    kit.journal.close()
    names = [node.name for node in play.nodes]
    pressed = {name: player.presses for name, player in zip(names, play.players, strict=True)}
    assert len(kit.counted) == play.presses() >= presses
    worst_ms = 0.0
    for name, there in pressed.items():
        counted = sorted((each.at / MS, each.button) for each in kit.counted if each.hoop == name)
        assert Counter(button for _, button in counted) == Counter(button for _, button in there)
        for button in {button for _, button in there}:
            moments = [at for at, each in counted if each == button]
            true = [at for at, each in there if each == button]
            worst_ms = max(worst_ms, *(abs(a - b) for a, b in zip(moments, true, strict=True)))
    assert kit.restarts > 0
    return (
        f"{play.told()}; {len(kit.counted)} counted, each once, over {kit.restarts} restarts of the kit; "
        f"longest wait {play.waited_ms} ms, moments wrong by up to {worst_ms:.0f} ms"
    )


@pytest.fixture(autouse=True)
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ports without devices, and a folder for what the nodes keep."""
    monkeypatch.setattr("hardware.hoops.formats.SerialLink", Port)
    monkeypatch.chdir(tmp_path)


def test_two_thousand_presses_over_a_bad_line_count_once_each(
    tmp_path: Path, figures: Callable[[str], None]
) -> None:
    figures(f"hoop node on a bad line: {played(noisy_line.wired(1), 2_000, tmp_path)}")


def test_presses_over_bad_air_and_a_bad_cable_count_once_each(
    tmp_path: Path, figures: Callable[[str], None]
) -> None:
    figures(f"4 hoop nodes on bad air and a bad cable: {played(noisy_line.on_air(2), 800, tmp_path)}")
