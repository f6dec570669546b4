"""The posts at the hoops: the firmware's own classes on simulated boards, by cable or by radio to the kit."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from fieldkit.clock import MS
from tests.hardware.firmware import FIRMWARE
from tests.sim.lines import Cable
from tests.sim.world import Process, World

import espnow  # isort: skip  # the firmware's modules have no package
import keys  # isort: skip
import kept  # isort: skip
import machine  # isort: skip
import network  # isort: skip
import parts  # isort: skip
import settings as node_settings  # isort: skip
from bridge import Bridge  # isort: skip
from buttons import NodeButtons  # isort: skip
from lines import KitLine  # isort: skip
from node import Node  # isort: skip
from radio import Radio, RadioLine  # isort: skip

TOUCH_MS, TAG_MS = 250, 400
"""Milliseconds for which a board is looked after closely once a button or the reader was touched."""
SURE_MS = 5000
"""What has waited for this long must be in the flash."""
Board = machine.SimulatedBoard


class CableLine(KitLine):
    """The board's end of a cable to the kit; ``send`` takes what it says."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self.come = b""
        self._send = send

    def read(self, now: int) -> bytes:
        """Return what has come."""
        come, self.come = self.come, b""
        return come

    def free(self, now: int) -> bool:
        """Return True: a computer's USB takes a frame at once."""
        return True

    def write(self, frame: bytes, now: int) -> None:
        """Send a frame."""
        self._send(frame)


class Post:
    """A board at a hoop, or the bridge: its flash, its pins, and a firmware that starts with its power."""

    def __init__(self, world: World, folder: Path, name: str, place: int) -> None:
        self.world, self.name, self.place = world, name, place
        self.process = Process(world, world.machine(f"board {name}"), f"post {name}", self._start)
        self.folder = folder / name
        self.folder.mkdir(parents=True)
        self.acknowledged: list[tuple[str, int]] = []
        """The sightings that the kit has taken, by the start and the number of their frames."""
        self.owed: list[tuple[str, int]] = []
        """The sightings that were in its flash when it lost its power, without one that was cut off."""
        self.life: Any = None
        self._chance = world.chance(f"post {name}")
        self._due = 0
        self._busy_until = 0
        self._plan = 0

    @property
    def ms(self) -> int:
        """Return the board's clock."""
        return (self.world.now - self.process.machine.booted) // MS

    def lose_power(self) -> None:
        """Die at once; a line that was being written to the flash may be cut off."""
        now, store = self.ms, getattr(self.life, "store", ())
        safe = [(each.boot, each.seq) for each in store if each.kept or now - each.born > SURE_MS]
        self.process.machine.lose_power()
        file = self.folder / "kept.txt"
        if file.exists() and self._chance.random() < 0.3:
            content = file.read_bytes()
            file.write_bytes(content[: len(content) - self._chance.randrange(20)])
            safe = safe[:-1]
        self.owed += safe

    def wake(self, ms: int) -> None:
        """Let the board take a turn, this many ms from now at the latest."""
        due = self.world.now + ms * MS
        if self._due > self.world.now and self._due <= due:
            return
        self._due = due
        self._plan += 1
        plan = self._plan
        self.process.after(ms / 1000, lambda: self._turn() if plan == self._plan else None)

    def stored(self) -> list[tuple[str, int]]:
        """Return the sightings that the kit has not taken yet."""
        return [(each.boot, each.seq) for each in self.life.store]

    def _start(self) -> None:
        self.board = machine.board = Board(bytes([2, 0, 0, 0, 0, self.place]), now=self.ms)
        kept.FILE, keys.FILE = str(self.folder / "kept.txt"), str(self.folder / "pairs.json")
        boot = parts.next_start(self._draw, self.name, str(self.folder / "starts.txt"))
        self._due = 0
        self.life = self._made(boot)
        self._turn()

    def _draw(self, count: int) -> int:
        return self._chance.randrange(count)

    def _made(self, boot: str) -> Any:
        raise NotImplementedError

    def _turn(self) -> None:
        self._due = 0
        self.board.now = self.ms
        self.life.step(self.ms)
        self._afterwards()

    def _afterwards(self) -> None:
        raise NotImplementedError


class HoopPost(Post):
    """A post with buttons and a reader at a hoop; ``line`` makes its way to the kit."""

    def __init__(
        self, world: World, folder: Path, name: str, place: int, line: Callable[["HoopPost"], KitLine]
    ) -> None:
        super().__init__(world, folder, name, place)
        raw = json.loads((FIRMWARE / "boards" / "pico.json").read_text())
        self.settings = node_settings.check(raw | {"node": name})
        self.line: Any = None
        self._make_line = line

    def press(self, number: str) -> None:
        """Press a button for a moment."""
        if self.process.alive:
            self.board.now = self.ms
            self.board.press(self.settings.buttons()[number])
            self._touched(TOUCH_MS)

    def shake(self) -> None:
        """Run the post over: a contact closes for some ms at a time, and nobody has pressed it."""
        if self.process.alive:
            self.board.now = at = self.ms
            pin = self._chance.choice(sorted(self.settings.buttons().values()))
            for place in range(2 * self._chance.randint(1, 4)):
                self.board.edges.append((at, pin, place % 2))
                at += self._chance.randint(1, 15)
            self.board.edges.sort()
            self._touched(TOUCH_MS)

    def show(self, tag: str) -> None:
        """Hold a tag to the reader."""
        if self.process.alive:
            self.board.devices["uart1"].hold(tag, self.ms, TAG_MS - 100)
            self._touched(TAG_MS)

    def _touched(self, ms: int) -> None:
        self._busy_until = max(self._busy_until, self.ms + ms)
        self.wake(1)

    def _made(self, boot: str) -> Node:
        self._busy_until = 0
        self.board.devices["uart1"] = machine.FakeRdm6300()
        pins = {number: machine.Pin(pin, 0, 1) for number, pin in self.settings.buttons().items()}
        self.line = self._make_line(self)
        reader, battery = parts.make_reader(self.settings), parts.BatterySensor(self.settings)
        backup = kept.Backup(self.name, boot)
        buttons, show = NodeButtons(pins), lambda led, buzzer: None
        made = Node(self.name, boot, self.line, buttons, reader, show, battery, self._draw, 1500, backup)
        taken = made.store.taken

        def noted(boot: str, seq: int) -> None:
            if (boot, seq) in [(each.boot, each.seq) for each in made.store]:
                self.acknowledged.append((boot, seq))
            taken(boot, seq)

        made.store.taken = noted
        return made

    def _afterwards(self) -> None:
        node, now = self.life, self.ms
        due = [node._report, *(each.next for each in node.store)]
        if self.board.edges:
            due.append(self.board.edges[0][0])
        if now < self._busy_until:
            due.append(now + 7)
        if node._reports or any(each <= now for each in due) or not self.line.free(now):
            due.append(now + 2)
        if node.is_away(now) and len(node.store):
            due.append(now + 250)
        if isinstance(self.line, RadioLine) and self.line._key() is None:
            due.append(now + 1000)
        self.wake(max(1, min(due) - now))


class BridgePost(Post):
    """The bridge between the radio and a cable to the kit."""

    def __init__(self, world: World, folder: Path, place: int, send: Callable[[bytes], object]) -> None:
        super().__init__(world, folder, "bridge", place)
        self._send = send
        self.line: CableLine

    def _made(self, boot: str) -> Bridge:
        self.line = CableLine(self._send)
        radio = Radio(6)
        return Bridge(self.line, radio, lambda led, buzzer: None, keys.Pairs(), self._new_key, boot)

    def _new_key(self) -> bytes:
        return self._chance.randbytes(keys.KEY_BYTES)

    def _afterwards(self) -> None:
        bridge, now = self.life, self.ms
        due = [bridge._report] + ([bridge._open_until] if bridge._open_until is not None else [])
        if bridge._held or bridge._reports:
            due.append(now + 2)
        self.wake(max(1, min(due) - now))


class Ether:
    """The air between the radios of one world: it loses, doubles and reorders, and wakes who is spoken to."""

    def __init__(self, world: World) -> None:
        self.loss = self.double = self.swap = 0.0
        self._chance = world.chance("ether")
        self._held: bytes | None = None
        self.posts: list[Post] = []
        espnow.air.radios.clear()
        network.WLAN.channels.clear()
        espnow.air.spoil = self._spoil
        espnow.air.overheard = self._overheard

    def calm(self) -> None:
        """Be as good as air can be."""
        self.loss = self.double = self.swap = 0.0

    def _spoil(self, said: bytes) -> list[bytes]:
        chance = self._chance
        if chance.random() < self.loss:
            return []
        if self._held is None and chance.random() < self.swap:
            self._held = said
            return []
        came = [said] * (2 if chance.random() < self.double else 1)
        if self._held is not None:
            came.append(self._held)
            self._held = None
        return came

    def _overheard(self, receiver: bytes, said: bytes) -> None:
        for post in self.posts:
            if post.process.alive and receiver in (bytes([2, 0, 0, 0, 0, post.place]), espnow.EVERYBODY):
                post.wake(self._chance.randint(1, 4))


def by_cable(up: Cable, hear: Callable[[bytes], object]) -> Callable[[HoopPost], CableLine]:
    """Return what makes a post's line of a cable to the kit."""
    return lambda post: CableLine(lambda said: up.send(said, hear, None))


def by_radio(ether: Ether, bridge: bytes) -> Callable[[HoopPost], RadioLine]:
    """Return what makes a post's line of the radio and the bridge with this address."""
    return lambda post: RadioLine(Radio(6), post.name, bridge, keys.Pairs())


def write_pairs(bridge: BridgePost, posts: "dict[str, HoopPost]", chance: Random) -> None:
    """Give a bridge and its posts their keys, as the pairing before the event did."""
    pairs = {}
    for name, post in posts.items():
        key = keys.to_hex(chance.randbytes(keys.KEY_BYTES))
        pairs[name] = (keys.to_hex(bytes([2, 0, 0, 0, 0, post.place])), key)
        own = {name: (keys.to_hex(bytes([2, 0, 0, 0, 0, bridge.place])), key)}
        (post.folder / "pairs.json").write_text(json.dumps(own))
    (bridge.folder / "pairs.json").write_text(json.dumps(pairs))
