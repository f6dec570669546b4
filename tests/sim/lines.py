"""What lies between the processes: air that loses, doubles, delays and reorders, and lines that are cut."""

from collections.abc import Callable
from random import Random

from tests.sim.world import Deed, Process, World

Bytes = Callable[[bytes], object]


class Air:
    """A way for whole messages: each arrives late, not at all, or twice, and perhaps after a later one."""

    def __init__(self, world: World, name: str, delay_s: tuple[float, float] = (0.002, 0.02)) -> None:
        self.world, self.name = world, name
        self.is_cut = False
        self.loss = self.double = 0.0
        self.delay_s = self.usual_s = delay_s
        self._chance = world.chance(name)

    def calm(self) -> None:
        """Be as good as air can be."""
        self.is_cut, self.loss, self.double, self.delay_s = False, 0.0, 0.0, self.usual_s

    def send(self, to: Process | None, deed: Deed) -> None:
        """Let something happen at the other end, in the life that it has now."""
        chance = self._chance
        if self.is_cut or chance.random() < self.loss:
            return
        for _ in range(2 if chance.random() < self.double else 1):
            self.world.after(chance.uniform(*self.delay_s), deed, to)


class Cable:
    """One direction of a serial line: bytes in order, of which noise may spoil, drop or add some."""

    def __init__(self, world: World, name: str, baud: int = 115_200) -> None:
        self.world, self.name = world, name
        self.is_cut = False
        self.noise = 0.0
        """The chance of a piece to arrive spoiled."""
        self._byte_s = 10 / baud
        self._free_at = 0
        self._chance = world.chance(name)

    def calm(self) -> None:
        """Be whole and without noise."""
        self.is_cut, self.noise = False, 0.0

    def send(self, said: bytes, hear: Bytes, to: Process | None) -> None:
        """Let bytes be heard at the other end, after those that were sent before."""
        if self.is_cut:
            return
        world = self.world
        self._free_at = max(self._free_at, world.now) + int(len(said) * self._byte_s * 1e9)
        if self.noise and self._chance.random() < self.noise:
            said = spoiled(said, self._chance)
        world.after((self._free_at - world.now) / 1e9, lambda: None if self.is_cut else hear(said), to)


def spoiled(said: bytes, chance: Random) -> bytes:
    """Return bytes as noise leaves them: some changed, lost, doubled, or cut off at the end."""
    came = bytearray(said)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(came)) if came else 0
        match chance.randrange(4):
            case 0 if came:
                came[at] ^= 1 << chance.randrange(8)
            case 1:
                del came[at:]
            case 2 if came:
                del came[at]
            case _:
                came[at:at] = chance.randbytes(chance.randint(1, 8))
    return bytes(came)


class Pipe:
    """A socket between two processes of one machine, as one of its ends: whole and in order, until it breaks.

    It is what a `fieldkit.whistle.protocol.Wire` needs of a socket.
    """

    DELAY_S = 0.0002

    def __init__(self, world: World, owner: Process) -> None:
        self._world, self._owner = world, owner
        self._life = owner.life
        self._come = bytearray()
        self._broken = False
        self.other: Pipe
        self.woken: Deed = lambda: None
        """Called in its owner when there is something to read, or the end."""

    @classmethod
    def pair(cls, world: World, one: Process, other: Process) -> "tuple[Pipe, Pipe]":
        """Return both ends of a new one."""
        ends = cls(world, one), cls(world, other)
        ends[0].other, ends[1].other = ends[1], ends[0]
        return ends

    def setblocking(self, blocking: bool) -> None:
        """Nothing here blocks."""

    def send(self, said: bytes) -> int:
        """Send bytes. Raises OSError once it is broken; its owner may die of it."""
        self._owner.call()
        if self._broken:
            raise BrokenPipeError
        self.other._bring(bytes(said))
        return len(said)

    def recv(self, most: int) -> bytes:
        """Return what has come. Raises BlockingIOError if that is nothing."""
        if self._come:
            come, self._come = bytes(self._come[:most]), self._come[most:]
            return come
        if self._broken:
            return b""
        raise BlockingIOError

    def shutdown(self, how: int) -> None:
        """Break it."""
        self.cut()

    def cut(self) -> None:
        """Break it for both."""
        for end in (self, self.other):
            if not end._broken:
                end._broken = True
                end._wake()

    def _bring(self, said: bytes) -> None:
        def come() -> None:
            self._come += said
            self.woken()

        if self._owner.life == self._life:
            self._world.after(self.DELAY_S, come, self._owner)

    def _wake(self) -> None:
        if self._owner.life == self._life:
            self._world.after(self.DELAY_S, lambda: self.woken(), self._owner)
