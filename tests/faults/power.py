"""The power is cut over and over: an ext4 forced down under the referee, commands and frames in flight."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
import time

from tests.faults.ext4 import Disk, disk
from tests.faults.figures import Figure
from tests.faults.kills import Toll, spread
from tests.faults.kits import Played, environment, folder, in_lanes, in_play, wait_for_answer, wired
from tests.process.conftest import Kit

NEEDS = ("loop",)
CUTS, LANES = 80, 4
SHORT_CUTS = 4
CUT, REAL = "cut", "real"
"""What is counted: the cuts, and those after which the unflushed file was gone."""
UNFLUSHED = "unflushed"
"""A file that nobody has flushed: if it is there after a cut, it was none."""
LYING_S = 0.05
"""How long the kit goes on without a disk, so that it could answer what is stored nowhere."""


def run(short: bool) -> list[Figure]:
    """Cut the power of some referees beside each other."""
    lanes = 1 if short else LANES
    toll = Toll()
    toll.wrong += in_lanes(lanes, lambda number: _lane(number, SHORT_CUTS if short else CUTS // LANES, toll))
    cuts, real = toll.kills[CUT], toll.kills[REAL]
    return [
        Figure(
            "power cuts: books",
            f"{cuts} cuts; {toll.answered} commands answered ({toll.repeated} sent again), {toll.acked} "
            f"frames acknowledged; {'; '.join(toll.wrong) or 'all there once, chain whole'}",
            "each answered thing there, once",
            not toll.wrong,
        ),
        Figure(
            "power cuts: were cuts",
            f"{real} of {cuts} lost a file that was not flushed; up again after {spread(toll.healed_s)}",
            "all of them",
            0 < cuts == real,
        ),
    ]


def _lane(number: int, cuts: int, toll: Toll) -> None:
    chance = random.Random(number)
    with folder() as place, wired(place) as played, disk(place, played.kit.data) as under:
        alone = _Alone(played.kit)
        try:
            alone.start()
            played.kit.create()
            with in_play(played, rounds=False, name=f"p{number}-"):
                for _ in range(cuts):
                    time.sleep(chance.uniform(0.1, 0.5))
                    _cut(played, under, alone, toll)
            toll.wrong += played.wrong()
        finally:
            alone.kill()
        toll.add(played.books)


def _cut(played: Played, under: Disk, alone: _Alone, toll: Toll) -> None:
    (under.place / UNFLUSHED).write_text("lost", encoding="ascii")
    under.cut()
    time.sleep(LYING_S)
    alone.kill()
    under.unmount()
    under.mount()
    toll.killed(CUT)
    if not (under.place / UNFLUSHED).exists():
        toll.killed(REAL)
    toll.healed_s.append(alone.start())


class _Alone:
    """The referee's process without the rest of the kit, on a port that stays the same."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start it; how long (s) until it answers."""
        if not self._kit.port:
            self._kit.port = _free_port()
        kit = self._kit
        command = [sys.executable, "-m", "fieldkit", "referee", "--port", str(kit.port)]
        with (kit.settings.parent / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [*command, "--settings", str(kit.settings), "--data", str(kit.data)],
                stdout=output,
                stderr=output,
                env=environment(),
            )
        return wait_for_answer(kit.port, self._process)

    def kill(self) -> None:
        """Kill it, as a machine dies."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
