"""A dry run of the whistle: its own process plays blasts without a sound, and each edge is timed."""

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from fieldkit.clock import MS, NS, Clock
from fieldkit.errors import FieldkitError
from fieldkit.messages import Cue, LoopbackResult, WhistleEvent, WhistleHello
from fieldkit.settings import Settings
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import BlastTest, Plan, WhistleOrder, socket_path
from hardware.whistle.blasts import GAP_MS, edges

BLASTS = 10
"""The number of stops that are played, each of ten edges."""
PATIENCE_S = 20.0
"""Seconds that the process has to start, and to sound what is due."""
_AHEAD_NS = NS // 4
_APART_NS = 850 * MS + GAP_MS * MS
Kind = Literal["gpio", "mock"]
Word = TypeVar("Word")


def lateness(settings: Settings, kind: Kind, blasts: int = BLASTS) -> list[int]:
    """Return how late (ns) each edge of some blasts was. Raises FieldkitError.

    The siren's line and the round lamp's change places, so that the siren stays silent and the lamp blinks.
    """
    lines = {"siren": settings.lamps.round, "lamp": settings.whistle.gpio}
    with _Process(settings, kind, **lines) as process:
        start = Clock().now() + _AHEAD_NS
        cues = tuple(Cue(f"dry/{n}", "stop", start + n * _APART_NS) for n in range(blasts))
        process.order(Plan(cues))
        due = [at for cue in cues for at, _ in edges("stop", cue.due, settings.whistle.max_on_ms * MS)]
        found = process.traced(len(due), PATIENCE_S + blasts)
    return [at - wanted for at, wanted in zip(found, due, strict=True)]


def loops_back(settings: Settings, kind: Kind) -> bool:
    """Sound one short blast; return whether the loop-back wire followed it. Raises FieldkitError."""
    lines = {"siren": settings.whistle.gpio, "lamp": settings.lamps.round}
    with _Process(settings, kind, **lines, loopback=settings.whistle.loopback) as process:
        process.order(BlastTest("head_start"))
        return process.hear(LoopbackResult).felt


class _Process(contextlib.AbstractContextManager["_Process"]):
    """A whistle of its own, in a folder of its own, and a referee's end of its socket."""

    def __init__(
        self, settings: Settings, kind: Kind, siren: int, lamp: int, loopback: int | None = None
    ) -> None:
        whistle: dict[str, Any] = {"gpio": siren, "max_on_ms": settings.whistle.max_on_ms}
        self._whistle = whistle | ({} if loopback is None else {"loopback": loopback})
        self._others: dict[str, dict[str, Any]] = {
            "kit": {"pins": kind},
            "lamps": {"round": lamp, "alarm": settings.lamps.alarm},
            "buttons": {"start": settings.buttons.start, "stop": settings.buttons.stop},
        }
        self._heard: queue.SimpleQueue[WhistleEvent] = queue.SimpleQueue()
        self._open = contextlib.ExitStack()

    def __enter__(self) -> "_Process":
        with contextlib.ExitStack() as opening:
            folder = Path(opening.enter_context(tempfile.TemporaryDirectory(prefix="fieldkit-")))
            self._trace, file = folder / "trace", folder / "kit.toml"
            whistle = self._whistle | {"trace": str(self._trace)}
            file.write_text(_toml({"whistle": whistle, **self._others}), encoding="utf-8")
            command = [sys.executable, "-m", "fieldkit", "whistle", "--settings", str(file)]
            command += ["--data", str(folder), "--kept-by", str(os.getpid())]
            child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            opening.callback(_end, child)
            self._link = WhistleLink(socket_path(folder), Clock(), self._heard.put)
            opening.callback(self._link.close)
            self._link.start()
            self.hear(WhistleHello)
            self._open = opening.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def order(self, order: WhistleOrder) -> None:
        if not self._link.order(order):
            raise FieldkitError("The dry run's whistle has ended.")

    def hear(self, kind: type[Word]) -> Word:
        """Return the next word of a kind."""
        end = time.monotonic() + PATIENCE_S
        with contextlib.suppress(queue.Empty):
            while True:
                word = self._heard.get(timeout=max(0.0, end - time.monotonic()))
                if isinstance(word, kind):
                    return word
        raise FieldkitError("The dry run's whistle gives no answer.")

    def traced(self, edges: int, patience_s: float) -> list[int]:
        """Return the moments (ns) of this many edges, once they are out."""
        end = time.monotonic() + patience_s
        while len(lines := self._trace.read_text("ascii").splitlines()) < edges:
            if time.monotonic() > end:
                raise FieldkitError("The dry run's whistle has not sounded all that was due.")
            time.sleep(0.1)
        return [int(line.split()[0]) for line in lines[:edges]]


def _end(child: subprocess.Popen[bytes]) -> None:
    child.terminate()
    try:
        child.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _toml(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Return tables of numbers and plain texts as TOML, which writes both as JSON does."""
    lines = []
    for name, table in tables.items():
        values = {key: msgspec.json.encode(value).decode() for key, value in table.items()}
        lines += [f"[{name}]", *(f"{key} = {value}" for key, value in values.items())]
    return "\n".join(lines)
