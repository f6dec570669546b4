"""The whistle's real process with mock pins and a trace, and a referee's hand on its socket."""

import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from fieldkit.clock import MS, Clock
from fieldkit.messages import BareRound, Cue, CueReport, Press, WhistleEvent, WhistleHello
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import Plan, socket_path

ROOT = Path(__file__).parents[2]
PATIENCE = 10.0
"""Seconds that anything may take."""

Found = TypeVar("Found")


def until(what: Callable[[], Found], seconds: float = PATIENCE) -> Found:
    """Return the first true answer of ``what``."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)
    return found


class WhistleProcess:
    """``fieldkit whistle`` in a folder of its own; ``before`` is Python that its process runs first."""

    def __init__(
        self, folder: Path, settings: str = "", rate: float = 1.0, *, silence: bool = False, before: str = ""
    ) -> None:
        self.folder = folder
        self.clock = Clock(rate)
        self.socket = socket_path(folder)
        self._trace = folder / "trace"
        self._errors = folder / "errors"
        (folder / "kit.toml").write_text(f'kit.pins = "mock"\nwhistle.trace = "{self._trace}"\n{settings}')
        script = f"import runpy\n{before}\nrunpy.run_module('fieldkit', run_name='__main__')"
        command = [sys.executable, *(["-c", script] if before else ["-m", "fieldkit"])]
        command += ["whistle", "--data", str(folder), "--rate", str(rate)]
        command += ["--silence"] * silence
        with self._errors.open("wb") as errors:
            self._child = subprocess.Popen(
                [*command, "--settings", str(folder / "kit.toml")],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stderr=errors,
            )
        until(lambda: "SIMULATED PINS" in self.errors() or self._child.poll() is not None)

    def edges(self) -> list[tuple[int, bool]]:
        """Return the trace so far: real CLOCK_MONOTONIC in ns, and on or off."""
        lines = self._trace.read_text().split("\n")[:-1]
        return [(int(at), {"0": False, "1": True}[on]) for at, on in (line.split() for line in lines)]

    def wait_for(self, edges: int) -> list[tuple[int, bool]]:
        """Return the trace, once it has this many edges."""
        until(lambda: len(self.edges()) >= edges)
        return self.edges()

    def errors(self) -> str:
        """Return what it said on standard error."""
        return self._errors.read_text()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal: USR1 is the start button, USR2 the stop button."""
        self._child.send_signal(number)

    def exit_code(self) -> int:
        """Its exit code, once it has ended."""
        return self._child.wait(PATIENCE)

    def close(self) -> None:
        """End it, if it still lives."""
        if self._child.poll() is None:
            self._child.terminate()
        try:
            self._child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()


class Hand:
    """A referee's link to a whistle, with all that it heard."""

    def __init__(self, whistle: WhistleProcess) -> None:
        self.clock = whistle.clock
        self._heard: queue.SimpleQueue[WhistleEvent] = queue.SimpleQueue()
        self.words: list[WhistleEvent] = []
        self.link = WhistleLink(whistle.socket, whistle.clock, self._heard.put)
        self.link.start()
        self.hello = self.wait_for(WhistleHello)

    def wait_for(self, kind: type[Found], wanted: Callable[[Found], object] = lambda word: True) -> Found:
        """Return the first such word that was not yet returned."""
        end = time.monotonic() + PATIENCE
        while True:
            word = self._heard.get(timeout=max(0.0, end - time.monotonic()))
            self.words.append(word)
            if isinstance(word, kind) and wanted(word):
                return word

    def report(self, cue_id: str) -> CueReport:
        """Wait until it is known what became of this cue, and return the report."""
        return self.wait_for(CueReport, lambda report: report.id == cue_id)

    def press(self) -> Press:
        """Return the next press."""
        return self.wait_for(Press)

    def bare(self) -> BareRound:
        """Return the next word about a bare round."""
        return self.wait_for(BareRound)

    def plan_round(self, key: str, opens_ms: int = 100, round_ms: int = 1300) -> tuple[Cue, Cue]:
        """Plan a round that opens ``opens_ms`` from now."""
        at = self.clock.now() + opens_ms * MS
        cues = (Cue(f"{key}/open", "open", at), Cue(f"{key}/close", "close", at + round_ms * MS))
        assert self.link.order(Plan(cues))
        return cues

    def close(self) -> None:
        """Hang up."""
        self.link.close()


def offsets_ms(edges: Sequence[tuple[int, bool]], start: int) -> list[float]:
    """Return the moments of edges in real ms after ``start`` (ns)."""
    return [(at - start) / MS for at, _ in edges]
