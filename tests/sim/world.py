"""One world: its time, its chance, machines, and processes that may die at any call to the outside."""

import datetime
import heapq
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from fieldkit.clock import NS

Deed = Callable[[], object]
EPOCH_S = 1_900_000_000
"""The day on which every world begins, in seconds since 1970."""


class Killed(BaseException):
    """A process has died in the middle of what it did; nothing in it may catch this."""


class Violation(BaseException):
    """One of the laws does not hold; nothing in the product may catch this."""


@dataclass(eq=False)
class Machine:
    """A machine with clocks of its own: ``booted`` is its start, ``wall`` its error (ns)."""

    world: "World"
    name: str
    booted: int = 0
    boots: int = 1
    wall: int = 0
    processes: "list[Process]" = field(default_factory=list)

    @property
    def boot(self) -> str:
        """Return the name of this start of the machine."""
        return f"{self.name}-boot-{self.boots}"

    def lose_power(self) -> None:
        """End all of its processes at once; its clock begins again at the next start."""
        for process in self.processes:
            process.die()
        self.boots += 1
        self.booted = self.world.now


@dataclass(eq=False)
class Process:
    """A process of a machine. Each of its lives begins with `start`; what an earlier one planned is void."""

    world: "World"
    machine: Machine
    name: str
    start: Deed
    died: Deed = lambda: None
    life: int = 0
    alive: bool = False
    calls: int = 0
    dies_at: int | None = None
    """The call to the outside at which it dies."""
    stands_until: int = 0
    """It does nothing before this moment (ns of the world)."""
    stood_at: int = -1
    """The end of the last time that it stood still."""

    def __post_init__(self) -> None:
        self.machine.processes.append(self)

    def run(self) -> None:
        """Begin a new life."""
        self.die()
        self.life += 1
        self.alive = True
        self.dies_at, self.stands_until = None, 0
        self.world.inside(self, self.start)

    def die(self) -> None:
        """End this life: nothing that it planned happens any more."""
        if self.alive:
            self.alive = False
            self.world.note(f"{self.name} dies")
            self.died()

    def after(self, seconds: float, deed: Deed) -> None:
        """Do something later in this life."""
        self.world.after(seconds, deed, self)

    def every(self, seconds: float, deed: Deed) -> None:
        """Do something over and over in this life."""

        def again() -> None:
            self.after(seconds, again)
            deed()

        self.after(seconds, again)

    def stand(self, seconds: float) -> None:
        """Stand still for so long, as a process that gets no processor."""
        self.stands_until = self.stood_at = self.world.now + int(seconds * NS)

    def call(self) -> None:
        """Note a call to the outside: the process may die instead of making it."""
        self.calls += 1
        if self.dies_at is not None and self.calls >= self.dies_at:
            self.dies_at = None
            raise Killed

    def doom(self, calls: int) -> None:
        """Let it die at one of its next calls to the outside."""
        self.dies_at = self.calls + calls


class World:
    """The time (ns) and the chance of everything; ``story`` tells what has happened, newest last."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.now = 0
        self.steps = 0
        self.story: list[tuple[int, str]] = []
        self.laws: list[Callable[[], None]] = []
        """Checked after every step."""
        self.told: Callable[[str], None] | None = None
        self._heap: list[tuple[int, int, Process | None, int, Deed]] = []
        self._count = 0
        self._current: Process | None = None
        self._streams: dict[str, random.Random] = {}
        self._bytes = self.chance("secrets")
        self._elsewhere = Machine(self, "elsewhere")

    def chance(self, name: str) -> random.Random:
        """Return a stream of chance of its own, so that taking a fault out leaves the others as they were."""
        return self._streams.setdefault(name, random.Random(f"{self.seed}/{name}"))

    def machine(self, name: str) -> Machine:
        """Return a new machine, which was switched on a while ago."""
        return Machine(self, name, booted=self.now - 1000 * NS)

    def note(self, sentence: str) -> None:
        """Add a sentence to the story."""
        self.story.append((self.now, sentence))
        if self.told is not None:
            self.told(f"{self.now / NS:10.3f}  {sentence}")

    def after(self, seconds: float, deed: Deed, process: Process | None = None) -> None:
        """Do something so much later, unless the process has died until then."""
        self._count += 1
        life = process.life if process is not None else 0
        heapq.heappush(self._heap, (self.now + int(seconds * NS), self._count, process, life, deed))

    def inside(self, process: Process | None, deed: Deed) -> None:
        """Do something as a process, with its machine's clocks; it may die of it."""
        before, self._current = self._current, process
        life = process.life if process is not None else 0
        try:
            deed()
        except Killed:
            if process is None:
                raise
            # One that has waited may be of an earlier life.
            if process.life == life:
                process.die()
        finally:
            self._current = before

    def run(self, seconds: float) -> None:
        """Let so much time pass, and check the laws after every step."""
        end = self.now + int(seconds * NS)
        while self._heap and self._heap[0][0] <= end:
            at, _, process, life, deed = heapq.heappop(self._heap)
            self.now = max(self.now, at)
            if process is not None and (not process.alive or process.life != life):
                continue
            if process is not None and process.stands_until > self.now:
                self._count += 1
                heapq.heappush(self._heap, (process.stands_until, self._count, process, life, deed))
                continue
            self.steps += 1
            self.inside(process, deed)
            for law in self.laws:
                law()
        self.now = end

    # The clocks and the noise of the machine that runs now

    @property
    def _machine(self) -> Machine:
        return self._current.machine if self._current is not None else self._elsewhere

    def monotonic_ns(self) -> int:
        """Return the moment on the clock of the machine that runs now."""
        return self.now - self._machine.booted

    def time_ns(self) -> int:
        """Return the time of day that the machine has which runs now."""
        return EPOCH_S * NS + self.now + self._machine.wall

    def urandom(self, count: int) -> bytes:
        """Return noise."""
        return self._bytes.randbytes(count)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let this world's clock and chance be those that the standard library gives."""
        world = self

        class Day(datetime.datetime):
            @classmethod
            def now(cls, tz: Any = None) -> "datetime.datetime":
                return datetime.datetime.fromtimestamp(world.time_ns() / NS, tz)

        given: list[tuple[Any, str, Any]] = [
            (time, "monotonic_ns", self.monotonic_ns),
            (time, "monotonic", lambda: self.monotonic_ns() / NS),
            (time, "time_ns", self.time_ns),
            (time, "time", lambda: self.time_ns() / NS),
            (time, "sleep", _no_sleep),
            (os, "urandom", self.urandom),
            (random, "_urandom", self.urandom),
            (random, "uniform", self.chance("uniform").uniform),
        ]
        for module in _modules_with_days():
            given.append((module, "datetime", Day))
        with _all_of(given):
            yield


def _no_sleep(seconds: float) -> None:
    raise AssertionError(f"something sleeps for {seconds} s in a world without real time")


def _modules_with_days() -> list[Any]:
    from fieldkit.hub import access, admitting
    from fieldkit.journal import record

    return [access, admitting, record]


@contextmanager
def _all_of(given: list[tuple[Any, str, Any]]) -> Iterator[None]:
    patches = [mock.patch.object(*each) for each in given]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in reversed(patches):
            patch.stop()
