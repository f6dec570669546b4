"""What the scoreboard costs: a frame, a core while the clock stands and while it runs, and memory."""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pygame

from hardware.scoreboard import scenes
from hardware.scoreboard.stage import Stage
from hardware.scoreboard.theme import SUN
from tests.support.scoreboard_feed import FeedServer, serving
from tests.support.scoreboard_views import NOW, SCENES, URL, board

SIZE = (1920, 1080)
WATCHED = 3.0
"""Seconds over which a process is watched."""

_PROGRAM = """
import sys
from fieldkit.clock import Clock
from fieldkit.settings import Settings
from hardware.scoreboard import run
sys.exit(run(Settings(), sys.argv[1], None, Clock()))
"""


def run() -> list[str]:
    """Return the figures, one line each."""
    idle = board("break", clock={"state": "held", "remaining": 30_000, "total": 60_000})
    running = board("break", clock={"state": "running", "ends_at": NOW + 60_000, "total": 60_000})
    return [*_frames(), _process("idle", idle), _process("clock running", running)]


def _frames() -> list[str]:
    """Measure the times of a whole frame and of the clock alone, in ms."""
    pygame.font.init()
    stage, surface = Stage(SUN), pygame.Surface(SIZE, 0, 32)
    picture = scenes.read(json.dumps(SCENES["round"]).encode(), "Field 1", URL).picture
    canvas = stage.whole(surface, picture, NOW, True, {})
    whole, clock = [], []
    for frame in range(100):
        start = time.perf_counter()
        stage.whole(surface, picture, NOW + frame * 33, True, {})
        middle = time.perf_counter()
        stage.frame(canvas, picture, NOW + frame * 33)
        whole.append(middle - start)
        clock.append(time.perf_counter() - middle)
    pygame.font.quit()
    return [
        f"scoreboard {SIZE[0]}x{SIZE[1]}: {name} {statistics.median(times) * 1000:.1f} ms p50,"
        f" {max(times) * 1000:.1f} ms worst of {len(times)}"
        for name, times in (("whole frame", whole), ("clock alone", clock))
    ]


def _process(what: str, view: dict[str, object]) -> str:
    """Measure a core's share and the memory of a whole process off-screen; the kit beats every second."""
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    with (
        serving(view) as server,
        subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, server.url],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process,
    ):
        try:
            server.connected.acquire(timeout=10)
            _beats(server, 1.0)
            before = _cpu_seconds(process.pid)
            watched = _beats(server, WATCHED)
            share = (_cpu_seconds(process.pid) - before) / watched
            memory = _memory_mb(process.pid)
        finally:
            process.terminate()
    return f"scoreboard {SIZE[0]}x{SIZE[1]}, {what}: {share:.1%} of a core, {memory:.0f} MB"


def _beats(server: FeedServer, seconds: float) -> float:
    """Beat once a second for so long; returns how long it was."""
    start = time.monotonic()
    while (passed := time.monotonic() - start) < seconds:
        server.say("beat", {"now": NOW + int(passed * 1000)})
        server.ending.wait(min(1.0, seconds - passed))
    return passed


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
