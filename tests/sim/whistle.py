"""The whistle's process in the world: its own timer and memory, with a line whose edges are written down."""

import os
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast

from fieldkit.clock import MS, Clock
from fieldkit.messages import Blast, Cue
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import Ping, WhistleReport, Wire, encode, read_order, read_word
from hardware.whistle.clerk import FILE, Clerk, Memory, RunningRound
from hardware.whistle.pins import Pins
from hardware.whistle.process import Contact, Timer
from hardware.whistle.socket_server import ClientConnected, ClientGone, OrderReceived, WhistleServer
from hardware.whistle.whistler import Whistler
from tests.sim.disk import Disk
from tests.sim.lines import Pipe
from tests.sim.world import Machine, Process, World

PRESS_S = 0.12
"""For so long a hand holds a button."""


@dataclass(frozen=True)
class WorldClock(Clock):
    """The clock of a machine of the world; its boot has the machine's name for it."""

    machine: Machine | None = None

    def boot(self) -> str:
        assert self.machine is not None
        return self.machine.boot


@dataclass(frozen=True)
class Blown:
    """A blast whose first edge was out at ``at`` (ns of the world), and was due at ``due``."""

    id: str
    blast: Blast
    at: int
    due: int


class _Line:
    """The pins: nothing is heard, all is written down."""

    def __init__(self) -> None:
        self.on = False

    def whistle(self, on: bool) -> None:
        self.on = on

    def looped(self) -> bool | None:
        return None

    def lamps(self, running: bool, alarm: bool) -> None:
        pass


class _Notes:
    """The clerk, who writes at once."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def edge(self, real: int, on: bool) -> None:
        pass

    def say(self, sentence: str) -> None:
        pass

    def keep(self, round: RunningRound | None) -> None:
        self._memory.keep(round)


class _Ear(Whistler):
    """A whistler whose blasts are written down."""

    def __init__(self, boot: str, process: "WhistleProcess") -> None:
        super().__init__(boot)
        self._process = process

    def begun(self, cue: Cue, at: int) -> None:
        self._process.heard(cue, at)
        super().begun(cue, at)


class WhistleProcess:
    """The process of the whistle; the sounds of all its lives are in `blown`."""

    def __init__(self, world: World, machine: Machine, disk: Disk) -> None:
        self.world, self.machine, self.disk = world, machine, disk
        self.clock = WorldClock(machine=machine)
        self.process = Process(world, machine, "whistle", self._start, self._died)
        self.blown: list[Blown] = []
        self.whistler: Whistler
        self._timer: Timer
        self._memory: Memory | None = None
        self._wire: Wire | None = None
        self._end: Pipe | None = None
        self._client = 0
        self._wake = 0
        self._chance = world.chance("contacts")
        self.held_since: int | None = None
        """The moment since which STOP is held down (ns of the world)."""
        self.cut_short: Cue | None = None
        """The blast that ends a round in which the process was killed, until it has sounded again."""

    def heard(self, cue: Cue, at: int) -> None:
        """Write down a blast."""
        booted = self.machine.booted
        if cue.blast in ("close", "stop"):
            self.cut_short = None
        self.blown.append(Blown(cue.id, cue.blast, at + booted, cue.due + booted))
        self.world.note(
            f"the whistle sounds {cue.blast} ({cue.id}), {(at - cue.due) / MS:.1f} ms after it was due"
        )

    def connect(self, end: Pipe) -> None:
        """Take a referee's connection; the newest is the one that counts."""
        if self._end is not None:
            self._end.cut()
        self._client += 1
        self._end, self._wire = end, Wire(end)  # type: ignore[arg-type]
        end.woken = partial(self._listen, self._client)
        self._take(ClientConnected(self._client))

    def press(self, button: Literal["start", "stop"]) -> None:
        """Press a button for a moment."""
        self.process.after(0, lambda: self._edge(button, True))
        self.process.after(PRESS_S, lambda: self._edge(button, False))

    def shake(self, button: Literal["start", "stop"]) -> None:
        """Let a contact or its cable close for a few ms at a time: nobody pressed anything."""
        chance, at = self._chance, 0.0
        for _ in range(chance.randint(1, 4)):
            for is_down in (True, False):
                self.process.after(at, partial(self._edge, button, is_down))
                at += chance.uniform(0.001, 0.012)

    def hold_stop(self, is_down: bool) -> None:
        """Hold STOP down, as a broken wire does, or let it go."""
        self.held_since = (self.held_since or self.world.now) if is_down else None
        self.process.after(0, lambda: self._take(Contact("stop", self.clock.now(), is_down)))

    def end(self) -> None:
        """Tell the process to end, as a restart of the kit does: it ends when its round has."""
        self.process.after(0, lambda: self._take("end"))

    def _edge(self, button: Literal["start", "stop"], is_down: bool) -> None:
        # A wire that is closed already has no other edges.
        if button == "start" or self.held_since is None:
            self._take(Contact(button, self.clock.now(), is_down))

    def tell(self, client: int, word: WhistleReport) -> None:
        """Send a message to the referee, as the server does."""
        if client == self._client and self._wire is not None:
            self._wire.send(encode(word))

    def _start(self) -> None:
        self._memory = memory = Memory(self.disk.notes / FILE, self.clock.boot())
        self._wire = self._end = None
        self.whistler = _Ear(os.urandom(4).hex(), self)
        if self.held_since is not None:
            self.whistler.stop_is_down()
        running = memory.recall()
        if running is not None:
            self.whistler.resume(running, self.clock.now())
            memory.keep(self.whistler.running)
        clerk, pins, server = cast(Clerk, _Notes(memory)), cast(Pins, _Line()), cast(WhistleServer, self)
        unused = cast("object", None)
        self._timer = Timer(self.whistler, self.clock, unused, pins, server, clerk, unused)  # type: ignore[arg-type]
        self._turn()

    def _died(self) -> None:
        ending = self.whistler._sheet.ending
        # The note of it is written just after its first edge.
        if ending is not None and self.world.now - self.blown[-1].at > 5 * MS:
            self.cut_short = ending
        if self._end is not None:
            self._end.cut()
        if self._memory is not None:
            self._memory.close()

    def _listen(self, client: int) -> None:
        if client != self._client or self._wire is None:
            return
        orders, stands = self._wire.receive(read_order)
        for order in orders:
            self._take(OrderReceived(client, order))
        if not stands:
            self._wire = None
            self._take(ClientGone(client))

    def _take(self, item: ClientConnected | ClientGone | OrderReceived | Contact | Literal["end"]) -> None:
        self._timer.handle(item)
        self._turn()

    def _turn(self) -> None:
        self.process.call()
        if not self._timer.turn():
            assert self._memory is not None
            self._memory.keep(None)
            self.process.die()
            return
        at = self.whistler.next_at()
        self._wake += 1
        if at is not None:
            wake = self._wake
            self.process.after(
                self.clock.seconds_until(at), lambda: self._turn() if wake == self._wake else None
            )


class SimulatedLink(WhistleLink):
    """The referee's connection to the whistle, kept up in the world's time as its thread keeps it."""

    def __init__(self, whistle: WhistleProcess, owner: Process, heard: "object") -> None:
        super().__init__(whistle.disk.path / "whistle.sock", whistle.clock, heard)  # type: ignore[arg-type]
        self._bell.close()
        self._ringer.close()
        self._far, self._owner = whistle, owner
        self._end: Pipe | None = None
        self._heard_at = self._grace = 0.0
        self._number = 0

    def start(self) -> None:
        self._grace = self._seconds() + self.SILENCE_S
        self._try()
        self._owner.every(self.PING_S, self._beat)

    def close(self) -> None:
        """End it with the process that it belongs to."""
        self._ending = True
        if self._end is not None:
            self._end.cut()

    def _ring(self) -> None:
        """Nothing sleeps here."""

    def _try(self) -> None:
        if self._seconds() > self._grace:
            self._tell_away()
        if not self._far.process.alive:
            self._owner.after(self.RETRY_S, self._try)
            return
        world = self._owner.world
        near, far = Pipe.pair(world, self._owner, self._far.process)
        self._end, wire = near, Wire(near)  # type: ignore[arg-type]
        self._wire = wire
        self._heard_at = self._seconds()
        near.woken = lambda: self._read(wire, near)
        world.after(Pipe.DELAY_S, lambda: self._far.connect(far), self._far.process)

    def _read(self, wire: Wire, end: Pipe) -> None:
        if self._end is not end:
            return
        words, stands = wire.receive(read_word)
        for word in words:
            self._heard_at = self._seconds()
            self._hear(word, wire)
        if not stands:
            self._lost(False)

    def _beat(self) -> None:
        wire = self._wire
        if wire is None:
            return
        if self._seconds() - self._heard_at > self.SILENCE_S:
            self._lost(wire.receive(read_word)[1])
            return
        self._number += 1
        wire.send(encode(Ping(self._number)))

    def _lost(self, silent: bool) -> None:
        was_here, self._here, self._wire = self._here, False, None
        end, self._end = self._end, None
        if end is not None:
            end.cut()
        if was_here:
            self._tell_away(silent)
        self._owner.after(self.RETRY_S, self._try)
